//! The fewest moves that bring one's pieces home when nobody else is there.

use mossa_game::Player;
use mossa_solve::Subsets;

use crate::board::{Board, Hole};
use crate::holes::Holes;

/// Whose moves are counted; the other player's are the same, turned by half.
const MOVER: Player = Player::FIRST;

/// A placement that was not reached yet, or from which nobody comes home.
const NEVER: u8 = u8::MAX;

/// A hole where no piece may rest.
const NO_CELL: u8 = u8::MAX;

/// For every placement of one player's pieces, the fewest moves that bring them all into the goal, alone on the board.
#[derive(Debug)]
pub struct Solo {
    subsets: Subsets,
    pieces: usize,
    /// The number of each hole among those where pieces may rest.
    cells: Vec<u8>,
    /// For each placement, by its number, the moves.
    moves: Vec<u8>,
}

impl Solo {
    /// Of all placements on a board; `None` if there are more than `most`: each needs a byte, and a microsecond or two.
    pub fn new<const W: usize>(board: &Board<W>, most: u64) -> Option<Solo> {
        Solo::among(board, &board.rights(MOVER).rest, most)
    }

    /// Of the placements near the goal: in as many rows as give at most `most` of them, up to the middle row, and in none
    /// of the points at the sides. Ways that leave these holes are not looked at: rarely, it counts a move too many.
    pub fn near_goal<const W: usize>(board: &Board<W>, most: u64) -> Option<Solo> {
        let sides = |hole: Hole| board.shape.point(board.place(hole)).is_some_and(|point| point.0 > 1);
        let rest: Vec<Hole> = board.rights(MOVER).rest.iter().filter(|hole| !sides(*hole)).collect();
        (0..=board.shape.rows() / 2).rev().find_map(|row| {
            // The first player's goal is above.
            let near = rest.iter().copied().filter(|hole| board.place(*hole).0 <= row);
            Solo::among(board, &Holes::of(near), most)
        })
    }

    /// Of the placements in some holes, on ways that do not leave them, if there are not too many.
    fn among<const W: usize>(board: &Board<W>, rest: &Holes<W>, most: u64) -> Option<Solo> {
        let holes: Vec<Hole> = rest.iter().collect();
        let subsets = Subsets::new(holes.len(), board.pieces)?;
        if subsets.count() > most || !board.rights(MOVER).goal.is_within(rest) {
            return None;
        }
        let mut cells = vec![NO_CELL; board.holes()];
        for (cell, hole) in holes.iter().enumerate() {
            cells[hole.index()] = cell as u8;
        }
        let moves = vec![NEVER; usize::try_from(subsets.count()).ok()?];
        let mut solo = Solo { subsets, pieces: board.pieces, cells, moves };
        solo.fill(board, &holes);
        Some(solo)
    }

    /// Breadth first: all placements that need a move more than those before.
    fn fill<const W: usize>(&mut self, board: &Board<W>, holes: &[Hole]) {
        let rest = Holes::of(holes.iter().copied());
        let home = self.bits(&board.rights(MOVER).goal);
        let number = self.subsets.rank(home) as usize;
        self.moves[number] = 0;
        let mut level = 0;
        let mut ahead = vec![number as u32];
        while !ahead.is_empty() && level < NEVER - 1 {
            level += 1;
            let mut further = Vec::new();
            for number in ahead {
                let set = self.subsets.unrank(number.into());
                let pieces = Holes::of(ones(set).map(|cell| holes[cell]));
                for to in pieces.iter() {
                    let without = set & !(1 << self.cells[to.index()]);
                    for from in board.origins(&pieces, MOVER, to).among(&rest).iter() {
                        let before = self.subsets.rank(without | 1 << self.cells[from.index()]);
                        let known = &mut self.moves[before as usize];
                        if *known == NEVER {
                            *known = level;
                            further.push(before as u32);
                        }
                    }
                }
            }
            ahead = further;
        }
    }

    /// How many placements there are.
    pub fn placements(&self) -> u64 {
        self.subsets.count()
    }

    fn bits<const W: usize>(&self, pieces: &Holes<W>) -> u64 {
        pieces.iter().fold(0, |bits, hole| bits | 1 << self.cells[hole.index()])
    }

    /// The fewest moves that bring these pieces of `player` home; `None` if they are too many or too few, if one is where
    /// none may rest, or if they never come home.
    #[inline]
    pub fn moves<const W: usize>(&self, pieces: &Holes<W>, player: Player) -> Option<u32> {
        let mut bits = 0u64;
        let last = self.cells.len() - 1;
        for hole in pieces.iter() {
            // Half a turn takes the first hole to the last.
            let seen = if player == MOVER { hole.index() } else { last - hole.index() };
            let cell = self.cells[seen];
            if cell == NO_CELL {
                return None;
            }
            bits |= 1 << cell;
        }
        if bits.count_ones() as usize != self.pieces {
            return None;
        }
        let moves = self.moves[self.subsets.rank(bits) as usize];
        (moves != NEVER).then_some(moves.into())
    }

    /// How many placements need so many moves, from none on.
    pub fn levels(&self) -> Vec<u64> {
        let mut levels = Vec::new();
        for moves in self.moves.iter().filter(|moves| **moves != NEVER) {
            let moves = usize::from(*moves);
            if levels.len() <= moves {
                levels.resize(moves + 1, 0);
            }
            levels[moves] += 1;
        }
        levels
    }
}

/// The numbers of the bits that are set.
fn ones(bits: u64) -> impl Iterator<Item = usize> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(first)
    })
}
