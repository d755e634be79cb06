//! Books as the rest of mossa asks for them.

use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use mossa_game::{
    BookError, BookMove, BookProgress, Halt, InputError, InputKind, MadeBook, MoveBook, MoveBookOrder,
    MoveBooks, Notation,
};

use super::book::Book;
use super::make::Maker;
use crate::pgn::{Detail, Reader};
use crate::rules::Chess;
use crate::{san, uci};

/// So many unreadable games are told of; the others are counted.
const TOLD: usize = 10;
/// Progress is told, and the wish to stop is looked at, after so many games.
const PAUSE: u64 = 256;

impl MoveBooks for Chess {
    fn ending(&self) -> &'static str {
        "bin"
    }

    fn make(
        &self,
        order: &MoveBookOrder<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<MadeBook, BookError> {
        let mut maker = Maker::new(order.plies as usize, order.least_games);
        let mut made = MadeBook::default();
        let mut progress = BookProgress { done: 0, total: total_size(order.games)? };
        for path in order.games {
            add_file(path, &mut maker, &mut made, &mut |bytes| {
                watch(BookProgress { done: progress.done + bytes, ..progress });
                if halt() { Err(BookError::Stopped) } else { Ok(()) }
            })?;
            progress.done += size(path)?;
        }
        let entries = maker.entries();
        if entries.is_empty() {
            return Err(no_moves(order, maker.games(), &made).into());
        }
        made.games = maker.games();
        made.moves = entries.len() as u64;
        made.positions = entries.chunk_by(|a, b| a.key == b.key).count() as u64;
        made.bytes = entries.into_iter().flat_map(super::Entry::to_bytes).collect();
        Ok(made)
    }

    fn open(&self, file: &Path) -> Result<Box<dyn MoveBook>, InputError> {
        Ok(Box::new(OpenBook { book: Book::open(file)?, chess: self.clone() }))
    }
}

/// A book with the game that its positions belong to.
struct OpenBook {
    book: Book,
    chess: Chess,
}

impl MoveBook for OpenBook {
    fn look_up(&self, position: &str) -> Result<Vec<BookMove>, InputError> {
        let position = self.chess.parse_position(position)?;
        let moves = self.book.moves(&position);
        let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let told = moves.into_iter().map(|(m, weight)| BookMove {
            text: uci::write(m, self.chess.variant()),
            people: Some(san::write(&position, m)),
            weight: weight.into(),
            share: if total == 0 { 0.0 } else { f64::from(weight) / total as f64 },
        });
        Ok(told.collect())
    }
}

/// Why there is nothing to write.
fn no_moves(order: &MoveBookOrder<'_>, games: u64, made: &MadeBook) -> InputError {
    let (problem, expected) = match made.problems.first() {
        Some(first) if games == 0 => {
            let others = made.unreadable - 1;
            let more = if others == 0 { String::new() } else { format!(" (and {others} more)") };
            (format!("no game can be read: {first}{more}"), "games in PGN")
        }
        _ if games == 0 => ("there are no games".to_owned(), "games in PGN"),
        _ => {
            let problem = format!("no move was played in {} of {games} games", order.least_games);
            (problem, "more games, or a smaller number")
        }
    };
    InputError::new(InputKind::Setting, problem, expected)
}

fn size(path: &Path) -> Result<u64, InputError> {
    let file = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if file.is_dir() { Err(unreadable(path, &ErrorKind::IsADirectory.into())) } else { Ok(file.len()) }
}

fn total_size(games: &[PathBuf]) -> Result<u64, InputError> {
    games.iter().map(|path| size(path)).sum()
}

fn unreadable(path: &Path, error: &std::io::Error) -> InputError {
    let problem = format!("cannot read {}: {error}", path.display());
    InputError::new(InputKind::Setting, problem, "files with games in PGN")
}

/// Adds the games of a file; `pause` hears how many bytes were read.
fn add_file(
    path: &Path,
    maker: &mut Maker,
    made: &mut MadeBook,
    pause: &mut dyn FnMut(u64) -> Result<(), BookError>,
) -> Result<(), BookError> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut reader = Reader::with_detail(BufReader::with_capacity(1 << 20, file), Detail::Moves);
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => maker.add(&game),
            // What follows is lost: a book without it would pass for a whole one.
            Err(error) if reader.is_broken() => {
                let problem = format!("{}, {error}", path.display());
                return Err(InputError::new(InputKind::Setting, problem, "a file that can be read").into());
            }
            Err(error) => {
                made.unreadable += 1;
                if made.problems.len() < TOLD {
                    made.problems.push(format!("{}, {error}", path.display()));
                }
            }
        }
        if reader.games().is_multiple_of(PAUSE) {
            pause(reader.bytes())?;
        }
    }
    Ok(())
}
