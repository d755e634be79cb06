//! Tables as files: those of [`mossa_solve::file`], one for each endgame.

use std::path::{Path, PathBuf};

use mossa_game::{BookError, TableInfo};
use mossa_solve::{Statistics, Table, file};

use super::index::Index;
use super::material::Material;

/// What a file must say it is about. The number changes when positions get other places in tables.
fn name(material: Material) -> String {
    format!("chess endgame 1 {material}")
}

/// `chess-KQKR.table`
fn path(material: Material, folder: &Path) -> PathBuf {
    folder.join(format!("chess-{material}.table"))
}

/// Writes a table, and gives what it knows and how many bytes the file has.
pub(super) fn write(material: Material, folder: &Path, table: &Table) -> Result<(TableInfo, u64), BookError> {
    let bytes = file::write(&path(material, folder), &name(material), table)?;
    Ok((told(material, &table.statistics()), bytes))
}

/// The table of an endgame, every byte checked; nothing if there is no file.
pub(super) fn read(material: Material, folder: &Path) -> Result<Option<Table>, BookError> {
    file::read(&path(material, folder), &name(material), Index::of(material.number()).states())
}

/// What the beginning of a file says, and how many bytes it has; nothing if there is none.
pub(super) fn info(material: Material, folder: &Path) -> Result<Option<(TableInfo, u64)>, BookError> {
    let found = file::statistics(&path(material, folder), &name(material))?;
    Ok(found.map(|(statistics, bytes)| (told(material, &statistics), bytes)))
}

/// What the counts of a table say.
pub(super) fn told(material: Material, statistics: &Statistics) -> TableInfo {
    let counts = statistics.counts();
    let white = 1 + material.others().filter(|(color, _)| *color == crate::Color::White).count() as u32;
    TableInfo {
        name: Some(material.to_string()),
        pieces: [white, material.men() - white],
        positions: counts.states - counts.illegal,
        wins: counts.wins,
        losses: counts.losses,
        longest: counts.longest_win.max(counts.longest_loss),
    }
}
