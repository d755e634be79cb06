//! `mossa table`: endgame tables.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use mossa_engine::AnyGame;
use mossa_game::{EndgameTables, TableCheck, TableOrder, TableVerdict, TablesInfo};
use mossa_search::StopSignal;
use serde::Serialize;

use super::book::{Watch, failure};
use crate::args::{TableArgs, TableBuildArgs, TableCommand, TableFolder, TableInfoArgs, TableVerifyArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, setup, words};

/// Runs the command.
pub(crate) fn run(args: &TableArgs, output: &mut Output) -> Result<(), Failure> {
    let (TableCommand::Build(TableBuildArgs { game, folder, .. })
    | TableCommand::Verify(TableVerifyArgs { game, folder, .. })
    | TableCommand::Info(TableInfoArgs { game, folder, .. })) = &args.command;
    let game = mossa_engine::open(game)?;
    let tables = setup::tables_of(&*game)?;
    let folder = chosen(folder)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    match &args.command {
        TableCommand::Build(args) => build(&*game, tables, &folder, args, &stop, output),
        TableCommand::Verify(args) => verify(tables, &folder, args, &stop, output),
        TableCommand::Info(args) => info(&*game, tables, &folder, args, output),
    }
}

/// The folder that was given, or where tables usually are.
fn chosen(folder: &TableFolder) -> Result<PathBuf, Failure> {
    let usual = || usual_folder(std::env::var_os("XDG_DATA_HOME"), std::env::var_os("HOME"));
    let chosen = folder.dir.clone().or_else(usual);
    chosen.ok_or_else(|| Failure::setting("no folder for tables: HOME is not set", "--dir DIR"))
}

/// Where programs keep data of a user, as freedesktop.org's Base Directory Specification has it: a relative path there
/// does not count.
fn usual_folder(data: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let data = data.map(PathBuf::from).filter(|path| path.is_absolute());
    let home = home.filter(|home| !home.is_empty()).map(|home| Path::new(&home).join(".local/share"));
    Some(data.or(home)?.join("mossa").join("tables"))
}

/// What tables know, for programs.
#[derive(Serialize)]
struct Told<'a> {
    folder: &'a Path,
    #[serde(flatten)]
    info: TablesInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

fn build(
    game: &dyn AnyGame,
    tables: &dyn EndgameTables,
    folder: &Path,
    args: &TableBuildArgs,
    stop: &StopSignal,
    output: &mut Output,
) -> Result<(), Failure> {
    let order = TableOrder {
        pieces: wanted_pieces(game, tables, args)?,
        names: &args.names,
        threads: args.threads.unwrap_or_else(setup::cores),
        folder,
    };
    // What is refused is told without an introduction.
    let possible = (tables.fewest_pieces()..=tables.most_pieces()).contains(&order.pieces)
        && tables.refusal(&order).is_none();
    if possible {
        files::make_folder(folder)?;
    }
    if !args.json && possible {
        let what = match args.names.is_empty() {
            true => format!("tables of up to {}", words::counted(order.pieces.into(), "piece", "pieces")),
            false => format!("{} and what they need", args.names.join(", ")),
        };
        output.line(format!("{}: {what} in {}", game.name(), folder.display()))?;
        output.flush()?;
    }
    let began = Instant::now();
    let watch = Watch::new();
    let built = tables.build(&order, &|progress| watch.told(progress), &|| stop.is_stopped());
    watch.leave();
    let info = built.map_err(|error| failure(error, "the same command goes on with what was finished"))?;
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        return output.json(&Told { folder, info, seconds: Some(seconds) });
    }
    listed(&info).iter().try_for_each(|line| output.line(line))?;
    output.line(format!("{}, {seconds:.1} s", described(&info)))
}

/// Up to how many pieces tables shall be made; with names, as many as there can be.
fn wanted_pieces(
    game: &dyn AnyGame,
    tables: &dyn EndgameTables,
    args: &TableBuildArgs,
) -> Result<u32, Failure> {
    let names = tables.names();
    if !args.names.is_empty() && names.is_empty() {
        let problem = format!("`{}`: the tables of {} have no names", args.names[0], game.name());
        return Err(Failure::setting(problem, "--pieces with a number"));
    }
    let named = (!args.names.is_empty()).then(|| tables.most_pieces());
    named.or(args.pieces).or_else(|| tables.constant_pieces()).ok_or_else(|| {
        let or_names = names.first().map_or(String::new(), |name| format!(", or tables such as {name}"));
        let (fewest, most) = (tables.fewest_pieces(), tables.most_pieces());
        let expected = format!("--pieces with a number from {fewest} to {most}{or_names}");
        Failure::setting(format!("missing --pieces for {}", game.name()), expected)
    })
}

/// What a check found, for programs.
#[derive(Serialize)]
struct Checked<'a> {
    #[serde(flatten)]
    tables: &'a TablesInfo,
    checked: u64,
    wrong: usize,
    seconds: f64,
}

fn verify(
    tables: &dyn EndgameTables,
    folder: &Path,
    args: &TableVerifyArgs,
    stop: &StopSignal,
    output: &mut Output,
) -> Result<(), Failure> {
    let threads = args.threads.unwrap_or_else(setup::cores);
    let check = TableCheck { folder, sample: args.sample, seed: args.seed, threads };
    let watch = Watch::new();
    let verdict = tables.verify(&check, &|progress| watch.told(progress), &|| stop.is_stopped());
    watch.leave();
    let verdict = verdict.map_err(|error| failure(error, "the check says nothing"))?;
    report(&verdict, args.json, output)?;
    if verdict.wrong.is_empty() { Ok(()) } else { Err(Failure::No) }
}

fn report(verdict: &TableVerdict, json: bool, output: &mut Output) -> Result<(), Failure> {
    for wrong in &verdict.wrong {
        if json {
            output.json(wrong)?;
            continue;
        }
        let table = wrong.table.as_ref().map_or("nothing".to_owned(), words::led_to);
        let found = words::led_to(&wrong.found);
        output.line(format!("{}: the table says {table}, and should say {found}", wrong.position))?;
    }
    let (checked, wrong, seconds) = (verdict.checked, verdict.wrong.len(), verdict.elapsed.as_secs_f64());
    if json {
        return output.json(&Checked { tables: &verdict.tables, checked, wrong, seconds });
    }
    output.line(described(&verdict.tables))?;
    output.line(format!("checked {checked}, wrong {wrong}, {seconds:.1} s"))
}

fn info(
    game: &dyn AnyGame,
    tables: &dyn EndgameTables,
    folder: &Path,
    args: &TableInfoArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let info = tables.info(folder).map_err(|error| failure(error, ""))?;
    if args.json {
        return output.json(&Told { folder, info, seconds: None });
    }
    output.line(format!("{}: {}", game.name(), described(&info)))?;
    if info.tables.is_empty() {
        return Ok(());
    }
    listed(&info).iter().try_for_each(|line| output.line(line))
}

/// `up to 4 pieces, 628 432 positions, 628 432 bytes`; with names, `6 tables` where not all are there. The positions of
/// other programs' tables are not counted.
fn described(info: &TablesInfo) -> String {
    let pieces = words::counted(info.pieces.into(), "piece", "pieces");
    let partly = info.complete < info.pieces;
    let mut parts = vec![match partly && has_names(info) {
        true => words::counted(info.tables.len() as u64, "table", "tables"),
        false => format!("up to {pieces}"),
    }];
    if partly {
        parts.push(format!(
            "every position of up to {}",
            words::counted(info.complete.into(), "piece", "pieces")
        ));
    }
    if !info.tables.is_empty() {
        parts.push(words::counted(info.positions, "position", "positions"));
    }
    parts.push(format!("{} bytes", words::grouped(info.bytes)));
    parts.join(", ")
}

/// Whether tables have names.
fn has_names(info: &TablesInfo) -> bool {
    info.tables.iter().any(|table| table.name.is_some())
}

/// A row for each table.
fn listed(info: &TablesInfo) -> Vec<String> {
    let row = |cells: [&str; 5]| {
        let [pieces, positions, wins, losses, longest] = cells;
        format!("{pieces:<8}{positions:>13}{wins:>13}{losses:>13}{longest:>9}")
    };
    let named = has_names(info);
    let mut rows = match named {
        true => Vec::new(),
        false => vec!["pieces of the player to move - of the other".to_owned()],
    };
    let first = if named { "table" } else { "pieces" };
    rows.push(row([first, "positions", "wins", "losses", "longest"]));
    rows.extend(info.tables.iter().map(|table| {
        let [own, other] = table.pieces;
        row([
            &table.name.clone().unwrap_or_else(|| format!("{own} - {other}")),
            &words::grouped(table.positions),
            &words::grouped(table.wins),
            &words::grouped(table.losses),
            &table.longest.to_string(),
        ])
    }));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_kept_where_data_of_users_is() {
        let folder = |data: &str, home: &str| {
            let given = |text: &str| (!text.is_empty()).then(|| text.into());
            usual_folder(given(data), given(home))
        };
        assert_eq!(folder("/data", "/home/me"), Some("/data/mossa/tables".into()));
        assert_eq!(folder("", "/home/me"), Some("/home/me/.local/share/mossa/tables".into()));
        assert_eq!(folder("relative", "/home/me"), Some("/home/me/.local/share/mossa/tables".into()));
        assert_eq!(folder("", ""), None);
    }
}
