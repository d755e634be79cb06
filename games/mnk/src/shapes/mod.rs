//! What a stone on each empty cell would make, for both players, kept up to date with every stone.
//!
//! On large boards most cells do not matter, and looking at all lines through all cells takes longer than everything
//! else. So for each cell, direction and player the position knows the [`Shape`] that a stone would make there; a stone
//! changes those of the cells that a row through it can reach, some thirty, by one lookup for each player.
//!
//! | module | what it holds |
//! |---|---|
//! | `table` | surroundings of a cell in one direction, and what a stone makes of them |
//! | `grid` | which cells are around which |
//! | `tally` | the shapes of a cell in its four directions taken together |

mod grid;
mod table;
mod tally;

use crate::cells::Cells;

pub(crate) use grid::Grid;
use table::{BLOCKED, OWN};
pub(crate) use tally::Tally;

/// What a stone makes in one direction. The names are those of five in a row: a *four* lacks one stone, a *three* two, a
/// *two* three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Shape {
    /// No row is possible any more.
    None,
    /// Something that may become a two.
    One,
    /// Something that may become an open two.
    OpenOne,
    /// May become a three, and no more than a four later.
    Two,
    /// May become an open three.
    OpenTwo,
    /// May become a four.
    Three,
    /// May become an open four: the opponent must do something.
    OpenThree,
    /// One cell completes a row: the opponent must take it.
    Four,
    /// Two cells or more complete a row: the opponent cannot take both.
    OpenFour,
    /// A complete row.
    Row,
}

impl Shape {
    /// How many shapes there are.
    pub const COUNT: usize = Shape::Row as usize + 1;
}

/// What is special about a cell for a player; the names of the sets that [`Shapes`] keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A stone completes a row.
    Row,
    /// A stone makes two cells that complete one: an open four, or two fours.
    TwoFours,
    /// A stone makes a four, or more.
    Four,
    /// A stone makes an open three.
    Three,
    /// A stone makes a four and an open three in different directions.
    FourThree,
    /// A stone makes two open threes.
    TwoThrees,
}

impl Kind {
    const COUNT: usize = Kind::TwoThrees as usize + 1;

    #[inline]
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The shapes of all cells.
#[derive(PartialEq, Eq, Debug)]
pub struct Shapes<const W: usize> {
    /// For each cell, direction and player what is around.
    around: Box<[[[u16; 2]; 4]]>,
    /// For each cell, player and direction what a stone would make.
    shapes: Box<[[[Shape; 4]; 2]]>,
    /// The four directions taken together.
    tallies: Box<[[Tally; 2]]>,
    /// For each player the empty cells of each kind.
    sets: [[Cells<W>; Kind::COUNT]; 2],
    /// For each player how often each shape would be made, over empty cells and directions.
    counts: [[u16; Shape::COUNT]; 2],
}

impl<const W: usize> Clone for Shapes<W> {
    fn clone(&self) -> Shapes<W> {
        let Shapes { around, shapes, tallies, sets, counts } = self;
        Shapes {
            around: around.clone(),
            shapes: shapes.clone(),
            tallies: tallies.clone(),
            sets: *sets,
            counts: *counts,
        }
    }

    /// Allocates nothing, as for [positions](crate::Position).
    fn clone_from(&mut self, source: &Shapes<W>) {
        let Shapes { around, shapes, tallies, sets, counts } = source;
        self.around.clone_from(around);
        self.shapes.clone_from(shapes);
        self.tallies.clone_from(tallies);
        (self.sets, self.counts) = (*sets, *counts);
    }
}

impl<const W: usize> Shapes<W> {
    /// Those of the empty board.
    pub(crate) fn new(grid: &Grid) -> Shapes<W> {
        let around = grid.around_on_empty_board();
        let shape = |player: usize, index: u16| grid.shape(player, index);
        let shapes: Box<[[[Shape; 4]; 2]]> = around
            .iter()
            .map(|directions| [0, 1].map(|p| std::array::from_fn(|d| shape(p, directions[d][p]))))
            .collect();
        let tallies = shapes.iter().map(|players| players.map(Tally::of)).collect();
        let mut all = Shapes {
            around,
            shapes,
            tallies,
            sets: [[Cells::EMPTY; Kind::COUNT]; 2],
            counts: [[0; Shape::COUNT]; 2],
        };
        (0..all.shapes.len()).for_each(|cell| all.admit(cell));
        all
    }

    /// The empty cells of a kind.
    #[inline]
    pub fn set(&self, player: usize, kind: Kind) -> &Cells<W> {
        &self.sets[player][kind as usize]
    }

    /// How often `player` could make a shape, over empty cells and directions.
    #[inline]
    pub fn count(&self, player: usize, shape: Shape) -> u16 {
        self.counts[player][shape as usize]
    }

    /// What a stone of `player` on `cell` would make.
    #[inline]
    pub(crate) fn tally(&self, player: usize, cell: usize) -> Tally {
        self.tallies[cell][player]
    }

    /// The cells with which the opponent of `player` can do something about a stone of `player` on `cell` that would make
    /// two fours: that cell, and those that would complete a row.
    pub(crate) fn defences(&self, grid: &Grid, player: usize, cell: usize) -> Cells<W> {
        let mut cells = Cells::EMPTY;
        cells.insert(cell);
        for direction in 0..4 {
            if self.shapes[cell][player][direction] >= Shape::Four {
                let index = self.around[cell][direction][player];
                grid.completions(player, index, cell, direction).for_each(|gap| cells.insert(gap));
            }
        }
        cells
    }

    /// A stone of `player` is put on `cell`. `occupied` says which cells have stones already.
    #[inline]
    pub(crate) fn put(&mut self, grid: &Grid, cell: usize, player: usize, occupied: impl Fn(usize) -> bool) {
        self.dismiss(cell);
        self.change(grid, cell, player, u16::wrapping_add, occupied);
    }

    /// A stone of `player` is taken from `cell`; `occupied` says which other cells have stones.
    #[inline]
    pub(crate) fn lift(&mut self, grid: &Grid, cell: usize, player: usize, occupied: impl Fn(usize) -> bool) {
        self.change(grid, cell, player, u16::wrapping_sub, occupied);
        self.admit(cell);
    }

    #[inline(always)]
    fn change(
        &mut self,
        grid: &Grid,
        cell: usize,
        player: usize,
        apply: impl Fn(u16, u16) -> u16,
        occupied: impl Fn(usize) -> bool,
    ) {
        for neighbour in grid.neighbours(cell) {
            let (other, direction) = (usize::from(neighbour.cell), usize::from(neighbour.direction));
            let digits = if player == 0 { [OWN, BLOCKED] } else { [BLOCKED, OWN] };
            let free = !occupied(other);
            for (p, digit) in digits.into_iter().enumerate() {
                let index = &mut self.around[other][direction][p];
                *index = apply(*index, digit * neighbour.weight);
                let shape = grid.shape(p, *index);
                let old = std::mem::replace(&mut self.shapes[other][p][direction], shape);
                if shape != old {
                    self.reshape(other, p, old, shape, free);
                }
            }
        }
    }

    #[inline]
    fn reshape(&mut self, cell: usize, player: usize, old: Shape, new: Shape, free: bool) {
        let tally = self.tallies[cell][player];
        let changed = tally.changed(old, new);
        self.tallies[cell][player] = changed;
        if free {
            self.counts[player][old as usize] -= 1;
            self.counts[player][new as usize] += 1;
            self.sort(cell, player, tally.kinds(), changed.kinds());
        }
    }

    /// Moves a cell from the sets of some kinds to those of others.
    #[inline]
    fn sort(&mut self, cell: usize, player: usize, before: u8, after: u8) {
        let mut different = before ^ after;
        while different != 0 {
            let kind = different.trailing_zeros() as usize;
            different &= different - 1;
            let set = &mut self.sets[player][kind];
            if after >> kind & 1 != 0 { set.insert(cell) } else { set.remove(cell) }
        }
    }

    /// The cell becomes empty.
    #[inline]
    fn admit(&mut self, cell: usize) {
        for player in 0..2 {
            self.shapes[cell][player].iter().for_each(|shape| self.counts[player][*shape as usize] += 1);
            self.sort(cell, player, 0, self.tallies[cell][player].kinds());
        }
    }

    /// The cell gets a stone.
    #[inline]
    fn dismiss(&mut self, cell: usize) {
        for player in 0..2 {
            self.shapes[cell][player].iter().for_each(|shape| self.counts[player][*shape as usize] -= 1);
            self.sort(cell, player, self.tallies[cell][player].kinds(), 0);
        }
    }
}
