//! Which pieces an endgame has beside the kings.

use std::fmt;
use std::sync::LazyLock;

use mossa_game::{InputError, InputKind};

use super::MOST_MEN;
use crate::piece::{Color, Kind};

/// The pieces of an endgame with three or four men. White is the side with more of them, or with the better one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// White's piece, the better one if there are two.
    first: Kind,
    /// The other piece.
    second: Option<(Color, Kind)>,
}

/// The kinds that may stand beside the kings, the best first, as names are written.
const KINDS: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

/// How many endgames there are: 5 with three men, 30 with four.
pub(super) const COUNT: usize = 35;

static ALL: LazyLock<Vec<Material>> = LazyLock::new(all);

fn all() -> Vec<Material> {
    let mut all: Vec<Material> = KINDS.iter().map(|kind| Material { first: *kind, second: None }).collect();
    for color in Color::BOTH {
        for (number, first) in KINDS.into_iter().enumerate() {
            let seconds = KINDS[number..].iter();
            all.extend(seconds.map(|second| Material { first, second: Some((color, *second)) }));
        }
    }
    all
}

impl Material {
    /// All endgames, those with three men first.
    pub fn all() -> impl Iterator<Item = Material> {
        ALL.iter().copied()
    }

    /// Its place among [`all`](Material::all).
    pub(super) fn number(self) -> usize {
        ALL.iter().position(|other| *other == self).unwrap_or(0)
    }

    /// How many men there are, kings included.
    pub const fn men(self) -> u32 {
        3 + self.second.is_some() as u32
    }

    /// The pieces beside the kings.
    pub(super) fn others(self) -> impl Iterator<Item = (Color, Kind)> {
        std::iter::once((Color::White, self.first)).chain(self.second)
    }

    /// Whether there are pawns.
    pub(super) fn has_pawns(self) -> bool {
        self.others().any(|(_, kind)| kind == Kind::Pawn)
    }

    /// Whether pawns may capture each other in passing.
    pub(super) fn may_pass_pawns(self) -> bool {
        self == Material { first: Kind::Pawn, second: Some((Color::Black, Kind::Pawn)) }
    }

    /// Whether both pieces are of one kind and colour.
    pub(super) fn is_pair(self) -> bool {
        self.second == Some((Color::White, self.first))
    }

    /// Endgames that a capture or a promotion leads to. (From those with three men a capture leads to bare kings.)
    pub(super) fn followers(self) -> Vec<Material> {
        let pieces: Vec<(Color, Kind)> = self.others().collect();
        let mut followers = Vec::new();
        for (at, &(color, kind)) in pieces.iter().enumerate() {
            let others: Vec<_> = pieces.iter().enumerate().filter(|(other, _)| *other != at).collect();
            followers.extend(Material::of(others.iter().map(|(_, piece)| **piece)));
            if kind != Kind::Pawn {
                continue;
            }
            for promoted in Kind::PROMOTIONS {
                let became = std::iter::once((color, promoted));
                followers.extend(Material::of(became.clone().chain(others.iter().map(|(_, piece)| **piece))));
                // It may capture with the same move.
                followers.extend(Material::of(became));
            }
        }
        followers
    }

    /// The endgame with these pieces, of whatever colours; nothing if there are none, or too many.
    fn of(pieces: impl Iterator<Item = (Color, Kind)>) -> Option<Material> {
        let mut codes = [0; 2];
        for (number, (color, kind)) in pieces.enumerate() {
            *codes.get_mut(number)? = code(color, kind);
        }
        seat(codes).map(|seat| ALL[seat.number])
    }

    /// The endgame with this name, such as `KQKR`; `KRKQ` and `KQvKR` are the same one.
    pub fn parse(text: &str) -> Result<Material, InputError> {
        let bad = |problem: String| {
            let expected = "the pieces of both sides, such as KQK, KBNK or KRKP, with three or four men";
            InputError::new(InputKind::Setting, problem, expected)
        };
        let kinds: Option<Vec<Kind>> =
            text.chars().filter(|c| *c != 'v').map(|c| Kind::from_letter(c.to_ascii_uppercase())).collect();
        let kinds = kinds.ok_or_else(|| bad(format!("`{text}` is no endgame")))?;
        let kings: Vec<usize> = (0..kinds.len()).filter(|at| kinds[*at] == Kind::King).collect();
        let [0, second] = kings[..] else {
            return Err(bad(format!("`{text}` does not have two kings, the first at the beginning")));
        };
        if kinds.len() as u32 > MOST_MEN {
            return Err(bad(format!("`{text}` has {} men", kinds.len())));
        }
        let colored = |at: usize| if at < second { Color::White } else { Color::Black };
        let others = (0..kinds.len()).filter(|at| !kings.contains(at)).map(|at| (colored(at), kinds[at]));
        Material::of(others).ok_or_else(|| bad(format!("`{text}` has no piece beside the kings")))
    }
}

/// As endgames are usually called.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{}", self.first.letter())?;
        match self.second {
            None => write!(f, "K"),
            Some((Color::White, kind)) => write!(f, "{}K", kind.letter()),
            Some((Color::Black, kind)) => write!(f, "K{}", kind.letter()),
        }
    }
}

/// The endgame that some pieces belong to, and how they sit in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seat {
    /// Which endgame.
    pub(super) number: usize,
    /// Whether the colours are exchanged.
    pub(super) flips: bool,
    /// Whether the second piece is the first of the endgame.
    pub(super) swaps: bool,
}

/// A piece as an index for seats; 0 is none.
#[inline]
pub(super) const fn code(color: Color, kind: Kind) -> usize {
    1 + color.index() * 5 + kind.index()
}

/// No piece and both colours of five.
const CODES: usize = 11;

static SEATS: LazyLock<[[Option<Seat>; CODES]; CODES]> = LazyLock::new(|| {
    let mut seats = [[None; CODES]; CODES];
    for (number, material) in Material::all().enumerate() {
        for flips in [false, true] {
            let mut codes = [0; 2];
            for (at, (color, kind)) in material.others().enumerate() {
                codes[at] = code(if flips { color.other() } else { color }, kind);
            }
            for (swaps, [a, b]) in [(false, codes), (true, [codes[1], codes[0]])] {
                seats[a][b].get_or_insert(Seat { number, flips, swaps });
            }
        }
    }
    seats
});

/// The seat of the pieces with these codes; nothing if there are none.
#[inline]
pub(super) fn seat([a, b]: [usize; 2]) -> Option<Seat> {
    *SEATS.get(a)?.get(b)?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endgame_has_one_name_and_one_number() {
        let all: Vec<Material> = Material::all().collect();
        assert_eq!(all.len(), COUNT);
        for (number, material) in all.iter().enumerate() {
            assert_eq!(material.number(), number);
            assert_eq!(Material::parse(&material.to_string()).unwrap(), *material);
        }
        for (text, name) in [("KRKQ", "KQKR"), ("KKQ", "KQK"), ("kpvkr", "KRKP"), ("KNBK", "KBNK")] {
            assert_eq!(Material::parse(text).unwrap().to_string(), name);
        }
        for text in ["", "K", "KK", "QKK", "KQ", "KKK", "KQRKB", "KXK", "KQK1"] {
            let error = Material::parse(text).unwrap_err().to_string();
            assert!(error.contains("KBNK"), "{text}: {error}");
        }
    }

    #[test]
    fn captures_and_promotions_lead_to_smaller_endgames() {
        let followers = |text: &str| {
            let mut names: Vec<String> =
                Material::parse(text).unwrap().followers().iter().map(Material::to_string).collect();
            names.sort();
            names.dedup();
            names.join(" ")
        };
        assert_eq!(followers("KQK"), "");
        assert_eq!(followers("KPK"), "KBK KNK KQK KRK");
        assert_eq!(followers("KQKR"), "KQK KRK");
        assert_eq!(followers("KRKP"), "KBK KNK KPK KQK KQKR KRK KRKB KRKN KRKR");
        assert_eq!(followers("KPPK"), "KBK KBPK KNK KNPK KPK KQK KQPK KRK KRPK");
    }
}
