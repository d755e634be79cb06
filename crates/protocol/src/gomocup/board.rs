//! Whose stones are where.
//!
//! The protocol knows ours and theirs; the game knows a first and a second player. Who puts the first stone is the first
//! player, and boards that are given as a whole tell it by their numbers of stones.

use std::collections::HashSet;

use mossa_arena::players::gomocup::stones::{Stone, position_text};
use mossa_arena::players::gomocup::{Cell, Terms};
use mossa_game::Player;

/// Whose stone it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Ours,
    Theirs,
}

impl Side {
    pub(super) fn opponent(self) -> Side {
        match self {
            Side::Ours => Side::Theirs,
            Side::Theirs => Side::Ours,
        }
    }
}

/// The stones of a game, in the order in which they came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    stones: Vec<(Cell, Side)>,
    /// Who is the first player, if there are stones.
    first: Side,
}

impl Default for Board {
    fn default() -> Board {
        Board { stones: Vec::new(), first: Side::Ours }
    }
}

impl Board {
    /// A board as it was given, with us to move; an error if it cannot be our turn, or if a cell is taken twice.
    pub(super) fn given(stones: Vec<(Cell, Side)>) -> Result<Board, String> {
        all_different(stones.iter().map(|(cell, _)| *cell))?;
        let ours = stones.iter().filter(|(_, side)| *side == Side::Ours).count();
        let theirs = stones.len() - ours;
        let first = match theirs.checked_sub(ours) {
            Some(0) => Side::Ours,
            Some(1) => Side::Theirs,
            _ => {
                let expected = "as many, or one more of theirs";
                return Err(format!("{ours} stones of ours and {theirs} of theirs; expected {expected}"));
            }
        };
        Ok(Board { stones, first })
    }

    /// The stones of an opening, which both sides put in turn; we are the first player if `first` is ours.
    pub(super) fn opening(cells: &[Cell], first: Side) -> Board {
        let side = |index: usize| if index.is_multiple_of(2) { first } else { first.opponent() };
        let stones = cells.iter().enumerate().map(|(index, cell)| (*cell, side(index))).collect();
        Board { stones, first }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }

    /// Whether it is the turn of `side`. On an empty board it may be anybody's.
    pub(super) fn is_turn_of(&self, side: Side) -> bool {
        let count = |side: Side| self.stones.iter().filter(|(_, of)| *of == side).count();
        let behind = if side == self.first { 0 } else { 1 };
        self.is_empty() || count(side) + behind == count(side.opponent())
    }

    /// Puts a stone on a cell that is free.
    pub(super) fn put(&mut self, cell: Cell, side: Side) {
        if self.is_empty() {
            self.first = side;
        }
        self.stones.push((cell, side));
    }

    /// Takes away the stone on `cell`; `false` if there is none.
    pub(super) fn take_back(&mut self, cell: Cell) -> bool {
        let before = self.stones.len();
        self.stones.retain(|(other, _)| *other != cell);
        self.stones.len() < before
    }

    /// The position on a board of these terms with `side` to move.
    pub(super) fn position_text(&self, terms: &Terms, side: Side) -> String {
        let first = if self.is_empty() { side } else { self.first };
        let player = |side: Side| if side == first { Player::FIRST } else { Player::SECOND };
        let stones: Vec<Stone> =
            self.stones.iter().map(|(cell, side)| Stone { cell: *cell, player: player(*side) }).collect();
        position_text(terms, &stones, player(side))
    }
}

/// Refuses two stones on one cell.
pub(super) fn all_different(cells: impl Iterator<Item = Cell>) -> Result<(), String> {
    let mut seen = HashSet::new();
    for cell in cells {
        if !seen.insert(cell) {
            return Err(format!("two stones on {cell}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_arena::players::gomocup::Rule;

    const TERMS: Terms = Terms { width: 5, height: 5, rule: Rule::Freestyle };

    fn cell(x: usize, y: usize) -> Cell {
        Cell { x, y }
    }

    #[test]
    fn who_begins_is_the_first_player() {
        for side in [Side::Ours, Side::Theirs] {
            let mut board = Board::default();
            assert!(board.is_turn_of(side));
            assert_eq!(board.position_text(&TERMS, side), "5/5/5/5/5 x");
            board.put(cell(1, 0), side);
            assert!(!board.is_turn_of(side) && board.is_turn_of(side.opponent()));
            assert_eq!(board.position_text(&TERMS, side.opponent()), "1x3/5/5/5/5 o");
            board.put(cell(4, 4), side.opponent());
            assert_eq!(board.position_text(&TERMS, side), "1x3/5/5/5/4o x");
        }
    }

    #[test]
    fn a_board_that_is_given_tells_who_began() {
        let (a, b, c) = (cell(0, 0), cell(1, 0), cell(2, 0));
        let first = Board::given(vec![(b, Side::Theirs), (a, Side::Ours)]).unwrap();
        assert_eq!(first.position_text(&TERMS, Side::Ours), "xo3/5/5/5/5 x");
        let second = Board::given(vec![(b, Side::Theirs), (a, Side::Ours), (c, Side::Theirs)]).unwrap();
        assert_eq!(second.position_text(&TERMS, Side::Ours), "oxx2/5/5/5/5 o");
        assert!(second.is_turn_of(Side::Ours) && !second.is_turn_of(Side::Theirs));
        for (stones, problem) in [
            (
                vec![(a, Side::Ours)],
                "1 stones of ours and 0 of theirs; expected as many, or one more of theirs",
            ),
            (vec![(a, Side::Theirs), (b, Side::Theirs)], "0 stones of ours and 2 of theirs"),
            (vec![(a, Side::Theirs), (a, Side::Ours)], "two stones on 0,0"),
        ] {
            assert!(Board::given(stones).unwrap_err().starts_with(problem), "{problem}");
        }
    }

    #[test]
    fn stones_can_be_taken_back() {
        let mut board = Board::opening(&[cell(0, 0), cell(1, 0), cell(2, 0)], Side::Theirs);
        assert!(board.is_turn_of(Side::Ours));
        assert!(board.take_back(cell(2, 0)) && !board.take_back(cell(2, 0)));
        assert!(board.is_turn_of(Side::Theirs) && !board.is_turn_of(Side::Ours));
        assert!(board.take_back(cell(0, 0)) && board.take_back(cell(1, 0)));
        board.put(cell(3, 3), Side::Ours);
        assert_eq!(board.position_text(&TERMS, Side::Theirs), "5/5/5/3x1/5 o", "a new game begins");
    }
}
