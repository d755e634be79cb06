//! Positions by number.
//!
//! Whoever is to move is the player below: with the other to move, the board is turned round. A state is the set of the
//! mover's pieces among the cells, the holes where pieces may rest, and that of the other's among those that are left. Sets
//! have their numbers in the order of their largest elements (the combinatorial number system).

use mossa_game::Player;
use mossa_solve::Subsets;

use crate::board::{Board, Hole};
use crate::holes::Holes;
use crate::position::Position;

/// The most pieces of each player. On no board with more pieces can the states be counted on a usual machine, but for the
/// smallest rhombi, where they do not fit.
pub(super) const MOST_PIECES: usize = 8;

/// The cells of a player's pieces, from the lowest to the highest.
pub(super) type Cells = [u8; MOST_PIECES];

/// The numbers of positions with two players.
#[derive(Clone, Debug)]
pub struct Numbers {
    pieces: usize,
    /// Where pieces may rest.
    cells: Vec<Hole>,
    /// The number of each hole among them.
    cell_of: Vec<u8>,
    /// For each place j of a set and each cell: how many sets of j + 1 are below it.
    below: Vec<[u32; 64]>,
    rows: u64,
    columns: u64,
}

impl Numbers {
    /// `None` for more players, for boards of more than 64 holes, with too many pieces, and with a limit of plies or
    /// repetitions.
    pub fn new<const W: usize>(board: &Board<W>) -> Option<Numbers> {
        let pieces = board.pieces;
        // Where plies or repetitions count, more than the position matters.
        let counted = board.plies.is_some() || board.repetitions.is_some();
        if board.players != 2 || counted || board.holes() > 64 || pieces > MOST_PIECES {
            return None;
        }
        let cells: Vec<Hole> = board.rights(Player::FIRST).rest.iter().collect();
        let mut cell_of = vec![u8::MAX; board.holes()];
        cells.iter().enumerate().for_each(|(cell, hole)| cell_of[hole.index()] = cell as u8);
        let (rows, columns) = (sets(cells.len(), pieces)?, sets(cells.len().checked_sub(pieces)?, pieces)?);
        let below = (1..=pieces)
            .map(|size| {
                let mut below = [0; 64];
                for (cell, place) in below.iter_mut().enumerate().take(cells.len()).skip(size) {
                    *place = u32::try_from(sets(cell, size)?).ok()?;
                }
                Some(below)
            })
            .collect::<Option<Vec<[u32; 64]>>>()?;
        u32::try_from(rows).ok()?;
        rows.checked_mul(columns)?;
        Some(Numbers { pieces, cells, cell_of, below, rows, columns })
    }

    /// How many sets the mover's pieces can be.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many sets the other's pieces can be for each of them.
    pub fn columns(&self) -> u64 {
        self.columns
    }

    pub(super) fn pieces(&self) -> usize {
        self.pieces
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The hole of a cell.
    #[inline]
    pub(super) fn hole(&self, cell: u8) -> usize {
        self.cells[usize::from(cell)].index()
    }

    /// The number of a set of cells.
    #[inline]
    pub(super) fn rank(&self, cells: &[u8]) -> u64 {
        cells.iter().zip(&self.below).map(|(cell, below)| u64::from(below[usize::from(*cell)])).sum()
    }

    /// What a cell adds to the number of a set in which it is the `place`-th from below.
    #[inline]
    pub(super) fn weight(&self, place: usize, cell: u8) -> u32 {
        self.below[place][usize::from(cell) & 63]
    }

    /// The number of the state with these pieces.
    #[inline]
    pub(super) fn number_of(&self, mover: &[u8], other: &[u8]) -> u64 {
        let (row, column) = self.place_of(mover, other);
        row * self.columns + column
    }

    /// Its row and column.
    #[inline]
    pub(super) fn place_of(&self, mover: &[u8], other: &[u8]) -> (u64, u64) {
        let mut column = 0;
        for (place, cell) in other.iter().enumerate() {
            // Its number among the cells that the mover has left.
            let taken = mover.iter().filter(|taken| *taken < cell).count();
            column += u64::from(self.weight(place, cell - taken as u8));
        }
        (self.rank(mover), column)
    }

    /// The other's cells, given as those among what the mover has left.
    #[inline]
    pub(super) fn among_all(&self, mover: &[u8], other: &[u8]) -> Cells {
        let mut cells = [0; MOST_PIECES];
        for (place, cell) in cells.iter_mut().zip(other) {
            *place = mover.iter().fold(*cell, |cell, taken| cell + u8::from(*taken <= cell));
        }
        cells
    }

    /// The cells of the board turned round, again from the lowest to the highest.
    #[inline]
    pub(super) fn turned(&self, cells: &[u8]) -> Cells {
        let last = self.cells.len() as u8 - 1;
        let mut turned = [0; MOST_PIECES];
        cells.iter().rev().zip(&mut turned).for_each(|(cell, place)| *place = last - cell);
        turned
    }

    /// The number of a position; `None` if a piece is where none may rest.
    #[inline]
    pub fn number<const W: usize>(&self, position: &Position<W>) -> Option<u64> {
        let mover = position.to_move();
        let sides = [mover, mover.opponent()].map(|player| self.cells_of(position.pieces(player)));
        let [Some(own), Some(other)] = sides else { return None };
        let (own, other) = (&own[..self.pieces], &other[..self.pieces]);
        Some(match mover {
            Player::FIRST => self.number_of(own, other),
            _ => self.number_of(&self.turned(own)[..self.pieces], &self.turned(other)[..self.pieces]),
        })
    }

    fn cells_of<const W: usize>(&self, holes: &Holes<W>) -> Option<Cells> {
        let mut cells = [0; MOST_PIECES];
        let mut count = 0;
        for hole in holes.iter() {
            let cell = self.cell_of[hole.index()];
            if cell == u8::MAX {
                return None;
            }
            *cells.get_mut(count)? = cell;
            count += 1;
        }
        (count == self.pieces).then_some(cells)
    }
}

/// How many sets of `size` among so many there are.
fn sets(of: usize, size: usize) -> Option<u64> {
    Some(Subsets::new(of, size)?.count())
}

/// All sets of `size` among so many, by number.
pub(super) fn all_sets(of: usize, size: usize) -> Option<Vec<Cells>> {
    let subsets = Subsets::new(of, size)?;
    let listed = (0..subsets.count()).map(|number| {
        let mut set = subsets.unrank(number);
        let mut cells = [0; MOST_PIECES];
        cells.iter_mut().take(size).for_each(|cell| {
            *cell = set.trailing_zeros() as u8;
            set &= set - 1;
        });
        cells
    });
    Some(listed.collect())
}
