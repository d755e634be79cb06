//! What a position's moves lead to, as a builder of tables needs it: quickly, for hundreds of millions of positions.
//!
//! Black's stacks are given turned, as those of White in the position after a half turn of the board. After White's move
//! the board is turned, so that this placement is White's there, and White's new stacks, turned, are Black's.

use mossa_game::Player;

use super::entry::Entry;
use super::index::{Index, free_number, multiset_number, within_block};
use super::placement::{Placement, backwards};
use super::shelf::Shelf;
use crate::board::{Board, Landing};
use crate::cells::{CellIndex, Cells};
use crate::direction::Direction;

/// Where values of positions after moves are looked up.
pub(super) struct Successors<'a, const CELLS: usize> {
    pub(super) board: &'a Board<CELLS>,
    /// Tables with fewer pieces, after captures and exits.
    pub(super) shelf: &'a Shelf,
}

/// After moves on the board: the table in which the players' numbers of pieces are exchanged.
pub(super) struct Same<'a, F> {
    pub(super) index: &'a Index,
    /// The entry with a number.
    pub(super) entry: F,
}

/// Black's stacks for many positions, turned, with what follows from them.
pub(super) struct Black {
    turned: Placement,
    pieces: usize,
    /// Where they are.
    cells: Cells,
    heights: [u8; 64],
    /// Where the block of `turned` begins among the positions after moves on the board.
    block: u64,
    /// For each cell, the number that it has after the turn among those that `turned` leaves free.
    numbers: [u8; 64],
}

/// White's stacks, of which pieces are taken away and put elsewhere.
#[derive(Clone, Copy)]
struct White {
    cells: u64,
    heights: [u8; 64],
    pieces: usize,
}

impl White {
    fn of(placement: Placement) -> White {
        let mut white = White { cells: placement.cells, heights: [0; 64], pieces: 0 };
        for (cell, height) in placement.stacks() {
            white.heights[cell as usize] = height as u8;
            white.pieces += height as usize;
        }
        white
    }

    #[inline]
    fn change(&mut self, cell: CellIndex, by: i8) {
        let height = &mut self.heights[cell.index()];
        *height = height.wrapping_add_signed(by);
        self.pieces = self.pieces.wrapping_add_signed(by.into());
        let bit = Cells::of(cell).0;
        self.cells = if *height == 0 { self.cells & !bit } else { self.cells | bit };
    }

    /// The stacks in the order that their cells have after a half turn of the board: the last comes first.
    #[inline]
    fn backwards(&self) -> impl Iterator<Item = (u32, u32)> {
        backwards(self.cells, &self.heights)
    }
}

impl Black {
    /// Black's stacks, turned; `same` is the index of the positions after moves on the board.
    pub(super) fn new<const CELLS: usize>(turned: Placement, same: &Index) -> Black {
        let (mut cells, mut heights, mut pieces) = (Cells::NONE, [0; 64], 0);
        for (cell, height) in turned.stacks() {
            let cell = CellIndex((CELLS - 1) as u8 - cell as u8);
            cells = cells.with(Cells::of(cell));
            heights[cell.index()] = height as u8;
            pieces += height as usize;
        }
        let mut numbers = [0; 64];
        for (number, cell) in numbers[..CELLS].iter_mut().rev().zip(0..) {
            *number = free_number(turned.cells, cell) as u8;
        }
        Black { turned, pieces, cells, heights, block: same.block(turned), numbers }
    }

    /// Whether no cell has a stack of both.
    #[inline]
    pub(super) fn is_apart(&self, white: Placement) -> bool {
        self.cells.0 & white.cells == 0
    }

    /// Where in the block of White's placement these stacks are.
    #[inline]
    pub(super) fn within(&self, white: Placement) -> u64 {
        within_block(white.cells, self.cells.map(|cell| (cell.0.into(), self.heights[cell.index()].into())))
    }

    /// The stacks, turned, without the one on `cell`.
    fn without<const CELLS: usize>(&self, cell: CellIndex) -> Placement {
        let turned = (CELLS - 1) as u32 - u32::from(cell.0);
        Placement::new(self.turned.stacks().filter(|(cell, _)| *cell != turned))
    }
}

impl<const CELLS: usize> Successors<'_, CELLS> {
    /// What is best for White, who is to move; nothing if White has no move.
    #[inline]
    pub(super) fn best<F: Fn(u64) -> Entry>(
        &self,
        white: Placement,
        black: &Black,
        same: &Same<'_, F>,
    ) -> Option<Entry> {
        let mut white = White::of(white);
        // The opponent's value after the best move: bytes are ordered by value. Nothing comes after the last.
        let mut least = None;
        for from in Cells(white.cells) {
            if !self.captures(&mut white, from, black, &mut least) {
                return Some(Entry::WIN_IN_ONE);
            }
            self.moves(&mut white, from, black, same, &mut least);
            self.exits(&mut white, from, black, &mut least);
        }
        least.map(Entry::before)
    }

    /// Captures by the stack on `from`; `false` if one of them wins at once.
    #[inline]
    fn captures(&self, white: &mut White, from: CellIndex, black: &Black, least: &mut Option<Entry>) -> bool {
        let height = white.heights[from.index()];
        for to in self.board.around(from, height).among(black.cells) {
            let (steps, captured) = (self.board.distance(from, to), black.heights[to.index()]);
            if captured > steps {
                continue;
            }
            let remain = black.pieces - usize::from(captured);
            if remain == 0 {
                return false;
            }
            white.change(from, -(steps as i8));
            white.change(to, steps as i8);
            lower(least, self.fewer(black.without::<CELLS>(to), remain, white));
            white.change(to, -(steps as i8));
            white.change(from, steps as i8);
        }
        true
    }

    #[inline]
    fn moves<F: Fn(u64) -> Entry>(
        &self,
        white: &mut White,
        from: CellIndex,
        black: &Black,
        same: &Same<'_, F>,
        least: &mut Option<Entry>,
    ) {
        let height = white.heights[from.index()];
        for to in self.board.reach(Player::FIRST, from, height).ahead.without(black.cells) {
            let steps = self.board.distance(from, to) as i8;
            white.change(from, -steps);
            white.change(to, steps);
            let stacks =
                white.backwards().map(|(cell, height)| (black.numbers[cell as usize].into(), height));
            lower(least, (same.entry)(black.block + multiset_number(stacks)));
            white.change(to, -steps);
            white.change(from, steps);
        }
    }

    /// Moves off the board: it does not matter in which direction.
    #[inline]
    fn exits(&self, white: &mut White, from: CellIndex, black: &Black, least: &mut Option<Entry>) {
        let height = white.heights[from.index()];
        if self.board.reach(Player::FIRST, from, height).exits == 0 {
            return;
        }
        for count in 1..=height {
            let leaves = |direction| self.board.landing(from, direction, count.into()) == Landing::Off;
            if !Direction::FORWARD[0].into_iter().any(leaves) {
                continue;
            }
            white.change(from, -(count as i8));
            let entry = match white.pieces {
                0 => Entry::WON,
                _ => self.fewer(black.turned, black.pieces, white),
            };
            lower(least, entry);
            white.change(from, count as i8);
        }
    }

    /// The opponent's value in a finished table; unknown if that is not there.
    fn fewer(&self, turned: Placement, pieces: usize, white: &White) -> Entry {
        let table = self.shelf.table(pieces, white.pieces);
        let stacks = white.backwards().map(|(cell, height)| (CELLS as u32 - 1 - cell, height));
        table.map_or(Entry::UNKNOWN, |table| table.entry(turned, stacks))
    }
}

#[inline]
fn lower(least: &mut Option<Entry>, entry: Entry) {
    *least = Some(least.map_or(entry, |least| least.min(entry)));
}
