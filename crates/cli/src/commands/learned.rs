//! The book that learns: statistics of moves from games that were remembered.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use mossa_adapt::book::ucb1;
use mossa_store::{MoveStatistics, Scope};
use serde::Serialize;

use crate::args::{BookExportArgs, BookImportArgs, BookShowArgs};
use crate::failure::Failure;
use crate::memory::Memory;
use crate::output::Output;
use crate::{setup, words};

/// The constant of UCB1 with which bounds are shown: that of the style `classic`, and of the theorem.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// A move, for programs.
#[derive(Serialize, Debug, PartialEq)]
struct Learned {
    #[serde(rename = "move")]
    text: String,
    people: String,
    visits: u64,
    /// Nothing if it was never played.
    mean: Option<f64>,
    /// What the mean may be at most; nothing if it was never played, because then it may be anything.
    ucb1: Option<f64>,
}

/// Tells what was learned of the moves of a position.
pub(super) fn show(args: &BookShowArgs, output: &mut Output) -> Result<(), Failure> {
    let position = setup::position(&args.start)?;
    let memory = Memory::open(args.memory.db.as_deref())?;
    let scope = scope(&memory, args.name.as_deref())?;
    let canonical = position.canonical();
    let (db, game) = (memory.db(), position.game());
    let rows = db.wait(db.book_moves(scope, game.name(), &mossa_learner::position_name(canonical.key)))?;
    let texts = position.moves().into_iter().map(|m| (position.people_move(&m.text), m.text));
    let moves = joined(texts.zip(canonical.moves), &rows);
    if args.json {
        moves.iter().try_for_each(|m| output.json(m))?;
    } else if !rows.is_empty() {
        output.line(format!("{:<8} {:>8} {:>7} {:>7}", "move", "visits", "mean", "UCB1"))?;
        moves.iter().try_for_each(|m| output.line(line(m)))?;
    }
    match rows.is_empty() {
        true if args.json => Err(Failure::No),
        true => {
            output.line("nothing was learned of this position")?;
            Err(Failure::No)
        }
        false => Ok(()),
    }
}

/// Legal moves with their statistics, the most played first. Moves that are the same but for a symmetry share a row.
fn joined(moves: impl Iterator<Item = ((String, String), String)>, rows: &[MoveStatistics]) -> Vec<Learned> {
    let all: u64 = rows.iter().map(|row| row.visits).sum();
    let mut learned: Vec<Learned> = moves
        .map(|((people, text), canonical)| {
            let row = rows.iter().find(|row| row.text == canonical && row.visits > 0);
            let visits = row.map_or(0, |row| row.visits);
            Learned {
                text,
                people,
                visits,
                mean: row.map(|row| row.score / visits as f64),
                ucb1: row.map(|row| ucb1(row.score, visits as f64, all as f64, EXPLORATION)),
            }
        })
        .collect();
    learned.sort_by_key(|m| std::cmp::Reverse(m.visits));
    learned
}

fn line(m: &Learned) -> String {
    let or_dash = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.3}"));
    format!("{:<8} {:>8} {:>7} {:>7}", m.people, words::grouped(m.visits), or_dash(m.mean), or_dash(m.ucb1))
}

/// Everybody's statistics, or somebody's.
fn scope(memory: &Memory, name: Option<&str>) -> Result<Scope, Failure> {
    Ok(match name {
        Some(name) => Scope::Opponent(memory.find(name)?.id),
        None => Scope::Shared,
    })
}

/// Prints the statistics as JSON lines.
pub(super) fn export(args: &BookExportArgs, output: &mut Output) -> Result<(), Failure> {
    let memory = Memory::open(args.memory.db.as_deref())?;
    let scope = scope(&memory, args.name.as_deref())?;
    memory.db().wait(memory.db().export_book(Some(scope), output))?;
    Ok(())
}

/// Adds what [`export`] printed: all of it, or nothing.
pub(super) fn import(args: &BookImportArgs, output: &mut Output) -> Result<(), Failure> {
    let mut input: Box<dyn BufRead + Send> = match args.file == Path::new("-") {
        true => Box::new(BufReader::new(std::io::stdin())),
        false => {
            let file = File::open(&args.file).map_err(|error| {
                let problem = format!("cannot read {}: {error}", args.file.display());
                Failure::setting(problem, "a file that `mossa book export --learned` wrote")
            })?;
            Box::new(BufReader::new(file))
        }
    };
    let memory = Memory::open(args.memory.db.as_deref())?;
    let lines = memory.db().wait(memory.db().import_book(&mut *input))?;
    output.line(format!("added {} to the book", words::counted(lines, "row", "rows")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_get_the_bounds_of_the_formula() {
        let row = |text: &str, visits, score| MoveStatistics { text: text.to_owned(), visits, score };
        let rows = [row("a", 4, 3.0), row("b", 10, 5.0), row("c", 1, 1.0)];
        let moves =
            ["a", "b", "c", "d"].map(|text| ((text.to_uppercase(), text.to_owned()), text.to_owned()));
        let found = joined(moves.into_iter(), &rows);
        let names: Vec<&str> = found.iter().map(|m| m.people.as_str()).collect();
        assert_eq!(names, ["B", "A", "C", "D"]);
        for (m, bound) in found.iter().zip([1.235942, 1.913626, 3.327252]) {
            assert!((m.ucb1.unwrap() - bound).abs() < 1e-6, "{m:?}");
        }
        assert_eq!((found[3].visits, found[3].mean, found[3].ucb1), (0, None, None));
        assert_eq!(line(&found[1]), "A               4   0.750   1.914");
    }
}
