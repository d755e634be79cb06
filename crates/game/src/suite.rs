//! Positions with something to find in them: lines of test suites.
//!
//! A game may have its own form for such lines. Every game understands this one, with operations in any order:
//!
//! ```text
//! 3/1x1/3 o ; bm a1 c3 ; id the centre     one of these moves is to be found
//! 3/1x1/3 o ; am b1 ; bm a1                and none of these
//! x1x/1o1/o2 x ; win 1                     a win within one ply
//! 3/3/3 x ; points b2=10 a1=3              moves that are worth something, the best of them most
//! ```

use crate::error::{InputError, InputKind};
use crate::notation::Notation;

/// A position with something to find in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem<P, M> {
    /// What it is called.
    pub name: Option<String>,
    /// Where to look.
    pub position: P,
    /// What to find.
    pub wanted: Wanted<M>,
}

/// What is to be found. A win decides alone, whichever move leads to it; otherwise moves do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted<M> {
    /// Any of these moves will do; any move at all if there are none.
    pub best: Vec<M>,
    /// None of these will.
    pub avoid: Vec<M>,
    /// The quickest win takes so many plies.
    pub win_in: Option<u32>,
    /// What moves are worth, where that is more than right or wrong.
    pub points: Vec<(M, u32)>,
}

impl<M> Default for Wanted<M> {
    fn default() -> Wanted<M> {
        Wanted { best: Vec::new(), avoid: Vec::new(), win_in: None, points: Vec::new() }
    }
}

impl<M: PartialEq> Wanted<M> {
    /// Whether there is nothing to find.
    pub fn is_empty(&self) -> bool {
        self.best.is_empty() && self.avoid.is_empty() && self.win_in.is_none() && self.points.is_empty()
    }

    /// The most points that a move gets.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|(_, points)| *points).max().unwrap_or(0)
    }

    /// The points of a move.
    pub fn points_of(&self, m: &M) -> u32 {
        self.points.iter().find(|(known, _)| known == m).map_or(0, |(_, points)| *points)
    }

    /// Whether the move is as wanted. Where there are only points, it is the move with most of them.
    pub fn accepts(&self, m: &M) -> bool {
        let good = match self.best.is_empty() {
            false => self.best.contains(m),
            true => self.points.is_empty() || self.points_of(m) == self.most_points(),
        };
        good && !self.avoid.contains(m)
    }

    /// The same with other moves.
    pub fn map<N>(self, change: impl Fn(M) -> N) -> Wanted<N> {
        Wanted {
            best: self.best.into_iter().map(&change).collect(),
            avoid: self.avoid.into_iter().map(&change).collect(),
            win_in: self.win_in,
            points: self.points.into_iter().map(|(m, points)| (change(m), points)).collect(),
        }
    }
}

/// The error of a line in which nothing is to be found.
pub fn nothing_to_find(expected: &str) -> InputError {
    InputError::new(InputKind::Position, "nothing to find", expected)
}

const OPERATIONS: &str =
    "`bm MOVES`, `am MOVES`, `win PLIES`, `points MOVE=NUMBER ...` or `id NAME` behind a semicolon";

/// Reads a line in the form that every game understands.
pub fn read_line<G: Notation + ?Sized>(
    game: &G,
    line: &str,
) -> Result<Problem<G::Position, G::Move>, InputError> {
    let mut parts = line.split(';').map(str::trim);
    let position = game.parse_position(parts.next().unwrap_or_default())?;
    let mut problem = Problem { name: None, position, wanted: Wanted::default() };
    for part in parts.filter(|part| !part.is_empty()) {
        operation(game, part, &mut problem)?;
    }
    if problem.wanted.is_empty() {
        return Err(nothing_to_find(OPERATIONS));
    }
    Ok(problem)
}

fn operation<G: Notation + ?Sized>(
    game: &G,
    text: &str,
    problem: &mut Problem<G::Position, G::Move>,
) -> Result<(), InputError> {
    let (code, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let wrong = |expected: &str| InputError::new(InputKind::Position, format!("`{text}`"), expected);
    let Problem { name, position, wanted } = problem;
    let moves = || -> Result<Vec<G::Move>, InputError> {
        let texts = game.split_moves(rest);
        if texts.is_empty() {
            return Err(wrong(&format!("moves behind {code}")));
        }
        texts.into_iter().map(|text| game.parse_move(position, text)).collect()
    };
    match code {
        "bm" => wanted.best.extend(moves()?),
        "am" => wanted.avoid.extend(moves()?),
        "win" => {
            let plies = rest.trim().parse().ok().filter(|plies| *plies > 0);
            wanted.win_in = Some(plies.ok_or_else(|| wrong("a number of plies, such as `win 5`"))?);
        }
        "points" => {
            for word in rest.split_whitespace() {
                let (text, number) = word.rsplit_once('=').unwrap_or((word, ""));
                let number =
                    number.parse().map_err(|_| wrong("moves with points, such as `points b2=10 a1=3`"))?;
                wanted.points.push((game.parse_move(position, text)?, number));
            }
        }
        "id" => *name = Some(rest.trim().trim_matches('"').to_owned()),
        _ => return Err(wrong(OPERATIONS)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(best: &[u8], avoid: &[u8], points: &[(u8, u32)]) -> Wanted<u8> {
        Wanted { best: best.to_vec(), avoid: avoid.to_vec(), win_in: None, points: points.to_vec() }
    }

    #[test]
    fn moves_are_accepted_as_the_line_says() {
        let accepted = |wanted: &Wanted<u8>| (1..=4).filter(|m| wanted.accepts(m)).collect::<Vec<u8>>();
        assert_eq!(accepted(&wanted(&[1, 2], &[], &[])), [1, 2]);
        assert_eq!(accepted(&wanted(&[], &[3], &[])), [1, 2, 4]);
        assert_eq!(accepted(&wanted(&[1, 3], &[3], &[])), [1]);
        assert_eq!(accepted(&wanted(&[], &[], &[(2, 10), (3, 4), (4, 10)])), [2, 4]);
        assert_eq!(accepted(&wanted(&[3], &[], &[(2, 10), (3, 4)])), [3], "what is called best is best");
    }

    #[test]
    fn points_are_counted() {
        let some = wanted(&[], &[], &[(2, 10), (3, 4)]);
        assert_eq!((some.most_points(), some.points_of(&3), some.points_of(&1)), (10, 4, 0));
        assert_eq!(wanted(&[1], &[], &[]).most_points(), 0);
        assert!(Wanted::<u8>::default().is_empty() && !some.is_empty());
        assert_eq!(some.map(|m| m + 1).points, [(3, 10), (4, 4)]);
    }
}
