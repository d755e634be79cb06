//! `mossa book make` and `show`: books of opening moves.

use std::path::Path;
use std::time::Instant;

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind, MoveBookOrder, MoveBooks};
use mossa_search::StopSignal;
use serde::Serialize;

use super::book::{Watch, failure};
use crate::args::{BookMakeArgs, BookShowArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, setup, words};

/// The games that have such books.
fn names() -> Vec<&'static str> {
    mossa_engine::names_where(|game| game.move_books().is_some())
}

/// The books of `game`, or an error that names the games that have some.
fn books(game: &dyn AnyGame) -> Result<&dyn MoveBooks, InputError> {
    game.move_books().ok_or_else(|| {
        let problem = format!("{} has no books of opening moves", game.name());
        InputError::new(InputKind::Game, problem, format!("one of: {}", names().join(", ")))
    })
}

/// What a new book is, for programs.
#[derive(Serialize)]
struct Made<'a> {
    file: &'a Path,
    games: u64,
    unreadable: u64,
    positions: u64,
    moves: u64,
    bytes: u64,
    seconds: f64,
}

/// Makes a book.
pub(super) fn make(args: &BookMakeArgs, stop: &StopSignal, output: &mut Output) -> Result<(), Failure> {
    let name = args.game.clone().or_else(|| names().first().map(|name| (*name).to_owned()));
    let game = mossa_engine::open(&name.unwrap_or_default())?;
    let books = books(&*game)?;
    if args.out.exists() {
        let problem = format!("{} exists and stays as it is", args.out.display());
        return Err(Failure::setting(problem, format!("a new file, such as book.{}", books.ending())));
    }
    files::check_writable(&args.out, "")?;
    let began = Instant::now();
    let order = MoveBookOrder { games: &args.games, plies: args.plies, least_games: args.min_games };
    let watch = Watch::counting("bytes");
    let made = books.make(&order, &|progress| watch.told(progress), &|| stop.is_stopped());
    watch.leave();
    let made = made.map_err(|error| failure(error, "nothing was written"))?;
    made.problems.iter().for_each(|problem| eprintln!("left out: {problem}"));
    files::atomically(&args.out, &made.bytes)
        .map_err(|error| Failure::Io(anyhow::Error::from(error).context(args.out.display().to_string())))?;
    let told = Made {
        file: &args.out,
        games: made.games,
        unreadable: made.unreadable,
        positions: made.positions,
        moves: made.moves,
        bytes: made.bytes.len() as u64,
        seconds: began.elapsed().as_secs_f64(),
    };
    if args.json {
        return output.json(&told);
    }
    let games = words::counted(told.games, "game", "games");
    let unreadable = words::counted(told.unreadable, "game", "games");
    let moves = words::counted(told.moves, "move", "moves");
    let positions = words::counted(told.positions, "position", "positions");
    output.line(format!("{games}, {unreadable} left out, {:.1} s", told.seconds))?;
    output.line(format!("{moves} in {positions}, {} bytes", words::grouped(told.bytes)))?;
    output.line(format!("book {}", told.file.display()))
}

/// Tells what a book knows of a position.
pub(super) fn show(args: &BookShowArgs, file: &Path, output: &mut Output) -> Result<(), Failure> {
    let position = setup::position(&args.start)?;
    let game = position.game();
    let moves = books(&*game)?.open(file)?.look_up(&position.text())?;
    for m in &moves {
        if args.json {
            output.json(m)?;
            continue;
        }
        let people = m.people.as_deref().unwrap_or_default();
        output.line(format!("{:<6} {people:<8} {:>6} {:>6.1}%", m.text, m.weight, 100.0 * m.share))?;
    }
    match moves.is_empty() {
        true if args.json => Err(Failure::No),
        true => {
            output.line("the book does not know this position")?;
            Err(Failure::No)
        }
        false => Ok(()),
    }
}
