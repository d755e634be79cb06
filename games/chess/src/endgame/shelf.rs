//! Finished tables.

use mossa_solve::{Table, Worth};

use super::index::Index;
use super::material::{COUNT, Material};
use super::men::Men;
use crate::position::Position;

/// Tables by their endgames.
#[derive(Debug)]
pub(super) struct Shelf {
    tables: [Option<Table>; COUNT],
}

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf { tables: std::array::from_fn(|_| None) }
    }
}

impl Shelf {
    /// Adds a table.
    pub(super) fn add(&mut self, material: Material, table: Table) {
        self.tables[material.number()] = Some(table);
    }

    /// The table of an endgame.
    pub(super) fn table(&self, material: Material) -> Option<&Table> {
        self.tables[material.number()].as_ref()
    }

    /// The most men for which there is a table; 0 without any.
    pub(super) fn most_men(&self) -> u32 {
        let there = Material::all().filter(|material| self.table(*material).is_some());
        there.map(Material::men).max().unwrap_or(0)
    }

    /// Up to how many men all tables are there. Bare kings need none.
    pub(super) fn complete(&self) -> u32 {
        let missing = Material::all().filter(|material| self.table(*material).is_none());
        missing.map(|material| material.men() - 1).min().unwrap_or(super::MOST_MEN)
    }

    /// What a position is worth to the side to move without the rule of fifty moves; nothing if no table has it.
    #[inline]
    pub(super) fn worth(&self, position: &Position) -> Option<Worth> {
        if position.occupied().len() == 2 {
            return Some(Worth::Draw);
        }
        let (number, men) = Men::of(position)?;
        let table = self.tables[number].as_ref()?;
        table.worth(Index::of(number).number(&men)?)
    }
}
