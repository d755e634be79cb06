//! Finished tables.

use super::MOST_PIECES;
use super::entry::Entry;
use super::index::{Index, within_block};
use super::mapping::Mapping;
use super::placement::Placement;

/// The bytes of a table, wherever they are.
pub(super) enum Bytes {
    /// In memory.
    Owned(Vec<u8>),
    /// In a file, read when they are needed.
    Mapped(Mapping),
}

/// The values of all positions in which the players have certain numbers of pieces.
pub(super) struct Table {
    index: Index,
    bytes: Bytes,
}

impl Table {
    /// A table; nothing if the number of bytes is not what the index says.
    pub(super) fn new(index: Index, bytes: Bytes) -> Option<Table> {
        let table = Table { index, bytes };
        (table.bytes().len() as u64 == index.entries()).then_some(table)
    }

    /// Its bytes in the order of the index.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(mapping) => mapping,
        }
    }

    /// The value of the position with White's placement and these black stacks, in the order of their cells.
    #[inline]
    pub(super) fn entry(&self, white: Placement, black: impl Iterator<Item = (u32, u32)>) -> Entry {
        let number = self.index.block(white) + within_block(white.cells, black);
        Entry::from_byte(self.bytes().get(number as usize).copied().unwrap_or(0))
    }
}

/// Millions of entries say nothing to people.
impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("index", &self.index).finish_non_exhaustive()
    }
}

/// Tables by the numbers of pieces that White, who is to move, and Black have.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    tables: [[Option<Table>; MOST_PIECES]; MOST_PIECES],
}

impl Shelf {
    /// The table for these numbers of pieces, both at least 1.
    #[inline]
    pub(super) fn table(&self, white: usize, black: usize) -> Option<&Table> {
        self.tables.get(white)?.get(black)?.as_ref()
    }

    /// Adds a table.
    pub(super) fn add(&mut self, white: usize, black: usize, table: Table) {
        if let Some(place) = self.tables.get_mut(white).and_then(|row| row.get_mut(black)) {
            *place = Some(table);
        }
    }

    /// The largest total for which all tables are there, and those of all smaller ones; 1 if there are none.
    pub(super) fn complete(&self) -> usize {
        let all = |total: usize| (1..total).all(|white| self.table(white, total - white).is_some());
        (2..=MOST_PIECES).take_while(|total| all(*total)).last().unwrap_or(1)
    }
}
