//! Tables that games use.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use mossa_game::{BookError, InputError, InputKind, TableInfo, TablesInfo};
use mossa_solve::{Table, Worth};

use super::file;
use super::material::Material;
use super::shelf::Shelf;
use crate::position::Position;
use crate::syzygy;

/// Our own tables, or Syzygy tables, or both.
#[derive(Debug)]
pub(crate) struct Loaded {
    shelf: Shelf,
    syzygy: Option<Arc<syzygy::Tables>>,
    /// Positions with more men are not looked up.
    most_men: u32,
}

/// What is loaded at present, and from where: games that ask for the same share it.
static SHARED: Mutex<Vec<(PathBuf, Weak<Loaded>)>> = Mutex::new(Vec::new());

impl Loaded {
    /// The tables of a folder, or of several with `:` or `;` between them.
    pub(super) fn from(path: &Path) -> Result<Arc<Loaded>, BookError> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.retain(|(_, loaded)| loaded.strong_count() > 0);
        let there = shared.iter().find(|(from, _)| from == path);
        if let Some(loaded) = there.and_then(|(_, loaded)| loaded.upgrade()) {
            return Ok(loaded);
        }
        let loaded = Arc::new(Loaded::read(path)?);
        shared.push((path.to_owned(), Arc::downgrade(&loaded)));
        Ok(loaded)
    }

    fn read(path: &Path) -> Result<Loaded, BookError> {
        let folders = folders(path);
        if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
            return Err(missing(format!("no folder {}", folder.display())));
        }
        let mut shelf = Shelf::default();
        for folder in &folders {
            for material in Material::all() {
                if shelf.table(material).is_none() {
                    let table = file::read(material, folder)?;
                    table.into_iter().for_each(|table| shelf.add(material, table));
                }
            }
        }
        let with_syzygy: Vec<&str> = folders
            .iter()
            .filter(|folder| syzygy::are_in(folder))
            .filter_map(|folder| folder.to_str())
            .collect();
        let syzygy = match with_syzygy.is_empty() {
            true => None,
            false => Some(syzygy::Tables::open(&with_syzygy.join(":"))?),
        };
        let most_men = shelf.most_men().max(syzygy.as_ref().map_or(0, |tables| tables.men()));
        if most_men == 0 {
            return Err(missing(format!("no endgame tables of chess in {}", path.display())));
        }
        Ok(Loaded { shelf, syzygy, most_men })
    }

    /// Positions with more men are not known.
    #[inline]
    pub(super) fn most_men(&self) -> u32 {
        self.most_men
    }

    /// Up to how many men every position is known.
    pub(super) fn complete(&self) -> u32 {
        self.shelf.complete().max(self.syzygy.as_ref().map_or(0, |tables| tables.complete()))
    }

    /// What they know. The positions of Syzygy tables are not counted.
    pub(super) fn info(&self) -> TablesInfo {
        let ours = Material::all().filter_map(|material| Some((material, self.table(material)?)));
        let tables: Vec<TableInfo> =
            ours.map(|(material, table)| file::told(material, &table.statistics())).collect();
        let positions = tables.iter().map(|table| table.positions).sum();
        let bytes = positions + self.syzygy.as_ref().map_or(0, |tables| tables.bytes());
        TablesInfo { pieces: self.most_men, complete: self.complete(), positions, bytes, tables }
    }

    /// One of our own tables.
    pub(super) fn table(&self, material: Material) -> Option<&Table> {
        self.shelf.table(material)
    }

    /// What our own tables say.
    #[inline]
    pub(super) fn worth(&self, position: &Position) -> Option<Worth> {
        self.shelf.worth(position)
    }

    /// The Syzygy tables.
    #[inline]
    pub(super) fn syzygy(&self) -> Option<&syzygy::Tables> {
        self.syzygy.as_deref()
    }
}

fn missing(problem: String) -> BookError {
    let expected = "a folder in which `mossa table build chess` wrote, or one with Syzygy tables";
    InputError::new(InputKind::Setting, problem, expected).into()
}

/// The folders that are meant: one, if there is one of that name.
fn folders(path: &Path) -> Vec<PathBuf> {
    match path.to_str() {
        Some(text) if !path.is_dir() => text
            .split([':', ';'])
            .map(str::trim)
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
            .collect(),
        _ => vec![path.to_owned()],
    }
}
