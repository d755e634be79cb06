//! Tables that people order: made, checked, loaded.

use std::path::Path;
use std::time::Instant;

use mossa_game::{
    BookError, BookProgress, EndgameTables, Halt, InputError, InputKind, TableCheck, TableInfo, TableOrder,
    TableVerdict, TablesInfo,
};

use super::build::{self, Work};
use super::loaded::Loaded;
use super::material::Material;
use super::shelf::Shelf;
use super::{FEWEST_MEN, MOST_MEN, check, file};
use crate::rules::Chess;
use crate::syzygy;

/// Hears of progress.
type Watch<'a> = &'a (dyn Fn(BookProgress) + Sync);

impl EndgameTables for Chess {
    fn most_pieces(&self) -> u32 {
        MOST_MEN
    }

    /// Bare kings need no table.
    fn fewest_pieces(&self) -> u32 {
        FEWEST_MEN
    }

    fn names(&self) -> Vec<String> {
        Material::all().map(|material| material.to_string()).collect()
    }

    fn refusal(&self, order: &TableOrder<'_>) -> Option<InputError> {
        wanted(order).err()
    }

    fn build(
        &self,
        order: &TableOrder<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<TablesInfo, BookError> {
        let needed = build::needed(&wanted(order)?);
        std::fs::create_dir_all(order.folder)
            .map_err(|error| BookError::Io(order.folder.display().to_string(), error))?;
        let total = build::states(&needed);
        let work = Work { threads: order.threads, watch, halt };
        let (mut shelf, mut infos, mut done) = (Shelf::default(), Vec::new(), 0);
        for material in needed.iter().copied() {
            let (table, info) = match file::info(material, order.folder)? {
                Some(info) => (file::read(material, order.folder)?, info),
                None => {
                    let table = build::solve(material, &shelf, (done, total), &work)?;
                    let info = file::write(material, order.folder, &table)?;
                    (Some(table), info)
                }
            };
            table.into_iter().for_each(|table| shelf.add(material, table));
            infos.push(info);
            done += build::states(&[material]);
            watch(BookProgress { done, total });
        }
        Ok(told(shelf.complete(), infos))
    }

    fn verify(
        &self,
        order: &TableCheck<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<TableVerdict, BookError> {
        let began = Instant::now();
        let tables = self.info(order.folder)?;
        let shelf = read_all(order.folder, halt)?;
        let wrong = check::sample(self, &shelf, order, watch, halt)?;
        Ok(TableVerdict { tables, checked: order.sample, wrong, elapsed: began.elapsed() })
    }

    fn info(&self, folder: &Path) -> Result<TablesInfo, BookError> {
        let mut infos = Vec::new();
        let mut missing = MOST_MEN + 1;
        for material in Material::all() {
            match file::info(material, folder)? {
                Some(info) => infos.push(info),
                None => missing = missing.min(material.men()),
            }
        }
        if infos.is_empty() && syzygy::are_in(folder) {
            return Ok(Loaded::from(folder)?.info());
        }
        if infos.is_empty() {
            let problem = match folder.is_dir() {
                true => format!("no endgame tables of chess in {}", folder.display()),
                false => format!("no folder {}", folder.display()),
            };
            return Err(setting(problem, "a folder in which `mossa table build chess` wrote"));
        }
        Ok(told(missing - 1, infos))
    }

    /// Our own tables and those of Syzygy, from one folder or from several with `:` or `;` between them.
    fn load(&self, folder: &Path) -> Result<TablesInfo, BookError> {
        let loaded = Loaded::from(folder)?;
        let info = loaded.info();
        self.loaded().set(loaded).map_err(|_| {
            setting("endgame tables are loaded already".to_owned(), "one folder for each game")
        })?;
        Ok(info)
    }

    fn known_pieces(&self) -> u32 {
        self.loaded().get().map_or(0, |loaded| loaded.complete())
    }
}

/// The endgames that an order names, or all with so many men and fewer.
fn wanted(order: &TableOrder<'_>) -> Result<Vec<Material>, InputError> {
    if !order.names.is_empty() {
        return order.names.iter().map(|name| Material::parse(name)).collect();
    }
    if !(FEWEST_MEN..=MOST_MEN).contains(&order.pieces) {
        let problem = format!("bad number of pieces `{}`", order.pieces);
        let expected = format!("from {FEWEST_MEN} to {MOST_MEN}, kings included");
        return Err(InputError::new(InputKind::Setting, problem, expected));
    }
    Ok(Material::all().filter(|material| material.men() <= order.pieces).collect())
}

/// All tables of a folder, every byte checked.
fn read_all(folder: &Path, halt: Halt<'_>) -> Result<Shelf, BookError> {
    let mut shelf = Shelf::default();
    for material in Material::all() {
        if halt() {
            return Err(BookError::Stopped);
        }
        if let Some(table) = file::read(material, folder)? {
            shelf.add(material, table);
        }
    }
    Ok(shelf)
}

fn told(complete: u32, infos: Vec<(TableInfo, u64)>) -> TablesInfo {
    let pieces = infos.iter().map(|(info, _)| info.pieces.iter().sum());
    TablesInfo {
        pieces: pieces.max().unwrap_or(complete),
        complete,
        positions: infos.iter().map(|(info, _)| info.positions).sum(),
        bytes: infos.iter().map(|(_, bytes)| bytes).sum(),
        tables: infos.into_iter().map(|(info, _)| info).collect(),
    }
}

fn setting(problem: String, expected: impl Into<String>) -> BookError {
    InputError::new(InputKind::Setting, problem, expected).into()
}
