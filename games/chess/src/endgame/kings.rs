//! The places of two kings by number. Positions that differ by a turn or a mirror of the board share a number.
//!
//! Without pawns the white king is brought to the triangle a1-d1-d4, and the black one below the diagonal if the white one
//! is on it: 462 pairs. With pawns only left and right can be exchanged, and the white king is brought to the files a to d:
//! 1806 pairs. With both kings on the diagonal a position and its mirror image both have a number of their own.

use std::sync::LazyLock;

use crate::geometry;
use crate::square::Square;

/// A turn or a mirror of the board: files exchanged (1), ranks exchanged (2), then files exchanged with ranks (4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Symmetry(u8);

impl Symmetry {
    /// The mirror that leaves the diagonal from a1 to h8 as it is.
    pub(super) const DIAGONAL: Symmetry = Symmetry(4);

    /// Where a square goes.
    #[inline]
    pub(super) const fn apply(self, square: Square) -> Square {
        let files = (self.0 & 1) * 7;
        let ranks = (self.0 >> 1 & 1) * 56;
        let number = square.number() ^ files ^ ranks;
        Square::new(if self.0 & 4 == 0 { number } else { number >> 3 | number << 3 })
    }
}

/// Whether a square is on the diagonal from a1 to h8.
#[inline]
pub(super) const fn on_diagonal(square: Square) -> bool {
    square.file() == square.rank()
}

/// Whether a square is above the diagonal from a1 to h8.
#[inline]
pub(super) const fn above_diagonal(square: Square) -> bool {
    square.rank() > square.file()
}

/// The number of a pair, and how the board is turned to find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) number: u16,
    pub(super) symmetry: Symmetry,
}

/// All pairs of kings that do not touch.
pub(super) struct Kings {
    places: Box<[[Option<Place>; 64]; 64]>,
    pairs: Vec<[Square; 2]>,
}

static WITH_PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(|[white, _]| Symmetry(white.file() / 4)));
static WITHOUT_PAWNS: LazyLock<Kings> = LazyLock::new(|| {
    Kings::new(|[white, black]| {
        let flips = Symmetry(white.file() / 4 + white.rank() / 4 * 2);
        let [white, black] = [white, black].map(|king| flips.apply(king));
        let turned = above_diagonal(white) || on_diagonal(white) && above_diagonal(black);
        Symmetry(flips.0 + if turned { Symmetry::DIAGONAL.0 } else { 0 })
    })
});

impl Kings {
    /// The pairs of endgames with pawns, or without.
    pub(super) fn of(pawns: bool) -> &'static Kings {
        LazyLock::force(if pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS })
    }

    fn new(symmetry: impl Fn([Square; 2]) -> Symmetry) -> Kings {
        let mut kings = Kings { places: Box::new([[None; 64]; 64]), pairs: Vec::new() };
        let mut numbers = [[u16::MAX; 64]; 64];
        for white in Square::all() {
            for black in Square::all().filter(|black| *black != white && !geometry::king(white).has(*black)) {
                let symmetry = symmetry([white, black]);
                let turned = [white, black].map(|king| symmetry.apply(king));
                let number = &mut numbers[turned[0].index()][turned[1].index()];
                if *number == u16::MAX {
                    *number = kings.pairs.len() as u16;
                    kings.pairs.push(turned);
                }
                kings.places[white.index()][black.index()] = Some(Place { number: *number, symmetry });
            }
        }
        kings
    }

    /// How many pairs there are.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Where the kings of a number are.
    #[inline]
    pub(super) fn pair(&self, number: usize) -> [Square; 2] {
        self.pairs[number]
    }

    /// The number of two kings; nothing if they touch.
    #[inline]
    pub(super) fn place(&self, [white, black]: [Square; 2]) -> Option<Place> {
        self.places[white.index()][black.index()]
    }

    /// How many places of the kings on the whole board have this number.
    pub(super) fn weight(&self, number: usize) -> u64 {
        let all = self.places.iter().flatten().flatten();
        all.filter(|place| usize::from(place.number) == number).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_pairs_as_everybody_counts() {
        for (pawns, count) in [(false, 462), (true, 1806)] {
            let kings = Kings::of(pawns);
            assert_eq!(kings.count(), count);
            for number in 0..count as usize {
                let place = kings.place(kings.pair(number)).unwrap();
                assert_eq!((usize::from(place.number), place.symmetry), (number, Symmetry::default()));
            }
            // Touching kings are none; all others are on the board.
            let all: u64 = (0..count as usize).map(|number| kings.weight(number)).sum();
            assert_eq!(all, 3612);
        }
    }

    #[test]
    fn symmetries_turn_the_board() {
        let square = |text: &str| Square::from_text(text).unwrap();
        let turned = |bits, text: &str| Symmetry(bits).apply(square(text)).to_string();
        let images: Vec<String> = (0..8).map(|bits| turned(bits, "b1")).collect();
        assert_eq!(images, ["b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"]);
    }
}
