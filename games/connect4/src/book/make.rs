//! Making books and checking them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use mossa_game::{
    BookCheck, BookError, BookInfo, BookOrder, BookProgress, BookVerdict, ExactBook, Halt, InputError,
    InputKind, Notation,
};

use super::function::Function;
use super::journal::{Journal, JournalError};
use super::layers::{Bits, is_stored, least_score, one_ply_earlier, positions, score_bits};
use super::{Book, SHIPPED_BYTES, canonical, hash};
use crate::geometry::Geometry;
use crate::mixing::{GOLDEN, mixed};
use crate::position::Position;
use crate::rules::Connect4;
use crate::solver::{Bench, Scale};

/// Positions that one thread takes at a time: they differ little, so that what one needs the next one can use.
const PART: usize = 64;

/// Stands in journals, so that what an older solver left behind is not continued should that ever be found wrong.
const REVISION: u32 = 1;

/// With more plies than this the list of positions alone would take gigabytes.
pub(super) const MOST_PLIES: u32 = 14;

impl<G: Geometry> ExactBook for Connect4<G> {
    fn shipped(&self) -> Option<BookInfo> {
        self.shipped_book().map(|book| info(book, SHIPPED_BYTES))
    }

    fn make(
        &self,
        order: &BookOrder<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<BookInfo, BookError> {
        let board = self.geometry();
        if order.plies > MOST_PLIES.min(board.cells().saturating_sub(1)) {
            let most = MOST_PLIES.min(board.cells().saturating_sub(1));
            return Err(InputError::new(
                InputKind::Setting,
                format!("{} plies are too many for a book", order.plies),
                format!("at most {most}"),
            )
            .into());
        }
        let layers = positions(board, order.plies, halt)?;
        let scores = self.solve_last(order, &layers[order.plies as usize], watch, halt)?;
        let book = self.assemble(&layers, scores)?;
        let bytes = book.to_bytes();
        write_at_once(order.file, &bytes)?;
        // The journal has served; that it stays behind would be no harm.
        let _ = fs::remove_file(order.journal);
        Ok(info(&book, bytes.len() as u64))
    }

    fn verify(
        &self,
        check: &BookCheck<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<BookVerdict, BookError> {
        let begun = Instant::now();
        let (book, bytes) = self.open(check.file)?;
        let layers = positions(self.geometry(), book.plies(), halt)?;
        let stored: Vec<Bits<G::Word>> = layers
            .into_iter()
            .enumerate()
            .filter(|(plies, _)| book.layers[*plies].is_some())
            .flat_map(|(_, layer)| layer)
            .filter(|at| is_stored(self.geometry(), *at))
            .collect();
        let chosen = sample(stored, check.sample, check.seed);
        let bench = Bench::new(self.geometry(), check.table_bytes, check.threads).map_err(no_memory)?;
        let seen = Mutex::new((0, Vec::new()));
        let total = chosen.len() as u64;
        let finished = bench.each(&chosen, halt, |(mover, occupied), found| {
            let known = book.score(self.geometry(), *mover, *occupied);
            let Ok(mut seen) = seen.lock() else { return };
            let (done, wrong) = &mut *seen;
            if known != Some(found) {
                let text = self.position_text(&Position::from_bits(*mover, *occupied));
                wrong.push((text, known.unwrap_or_default(), found));
            }
            *done += 1;
            watch(BookProgress { done: *done, total });
        });
        if !finished {
            return Err(BookError::Stopped);
        }
        let (_, wrong) = seen.into_inner().unwrap_or_default();
        Ok(BookVerdict { book: info(&book, bytes), checked: total, wrong, elapsed: begun.elapsed() })
    }
}

impl<G: Geometry> Connect4<G> {
    fn shipped_book(&self) -> Option<&'static Book> {
        Book::shipped().filter(|book| book.is_for(self.geometry()))
    }

    /// The scores of the last layer, in the order of its positions.
    fn solve_last(
        &self,
        order: &BookOrder<'_>,
        last: &[Bits<G::Word>],
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<Vec<i8>, BookError> {
        let board = self.geometry();
        let stored: Vec<Bits<G::Word>> = last.iter().copied().filter(|at| is_stored(board, *at)).collect();
        let mut known: Vec<Option<i8>> = vec![None; stored.len()];
        let (width, height) = (board.width(), board.height());
        let title =
            format!("mossa connect4 {width}x{height} {} plies, by {PART}, solver {REVISION}", order.plies);
        let scale = Scale::new(board.cells());
        let range = -scale.win(order.plies, 1)..=scale.win(order.plies, 2);
        let fits = |_, scores: &[i8]| scores.iter().all(|score| range.contains(&i32::from(*score)));
        let length = |part: u32| {
            let first = part as usize * PART;
            (first < stored.len()).then(|| PART.min(stored.len() - first))
        };
        let journal = Journal::open(order.journal, &title, length, fits, |part, scores| {
            let first = part as usize * PART;
            for (known, score) in known[first..].iter_mut().zip(scores) {
                *known = Some(*score);
            }
        })
        .map_err(|error| journal_failed(order.journal, error))?;
        let todo: Vec<usize> = (0..stored.len()).filter(|at| known[*at].is_none()).collect();
        let total = stored.len() as u64;
        let bench = Bench::new(board, order.table_bytes, order.threads).map_err(no_memory)?;
        let state = Mutex::new((journal, known, total - todo.len() as u64, None));
        // What cannot be kept is not worth going on for.
        let broken = AtomicBool::new(false);
        let halted = || broken.load(Relaxed) || halt();
        let questions: Vec<Bits<G::Word>> = todo.iter().map(|at| stored[*at]).collect();
        watch(BookProgress { done: total - todo.len() as u64, total });
        let finished = bench.parts(&questions, PART, &halted, |first, scores| {
            let Ok(mut state) = state.lock() else { return };
            let (journal, known, done, failure) = &mut *state;
            for (at, score) in todo[first..].iter().zip(scores) {
                known[*at] = Some(*score as i8);
            }
            let scores: Vec<i8> = scores.iter().map(|score| *score as i8).collect();
            if let Err(error) = journal.add((todo[first] / PART) as u32, &scores) {
                broken.store(true, Relaxed);
                failure.get_or_insert(error);
            }
            *done += scores.len() as u64;
            watch(BookProgress { done: *done, total });
        });
        let (_, known, _, failure) = state.into_inner().map_err(|_| BookError::Stopped)?;
        if let Some(error) = failure {
            return Err(BookError::Io(order.journal.display().to_string(), error));
        }
        if !finished {
            return Err(BookError::Stopped);
        }
        // Those who can win at once do.
        let mut known = known.into_iter();
        let score = |at: &Bits<G::Word>| match is_stored(board, *at) {
            true => known.next().flatten(),
            false => Some(scale.win(order.plies, 0) as i8),
        };
        last.iter().map(score).collect::<Option<Vec<i8>>>().ok_or_else(unfinished)
    }

    /// The book, from the scores of its last layer.
    fn assemble(&self, layers: &[Vec<Bits<G::Word>>], last: Vec<i8>) -> Result<Book, BookError> {
        let board = self.geometry();
        let plies = layers.len() - 1;
        let mut functions = vec![None; layers.len()];
        let mut scores = last;
        for (stones, layer) in layers.iter().enumerate().rev() {
            if stones < plies {
                scores =
                    one_ply_earlier(board, layer, &layers[stones + 1], &scores).ok_or_else(unfinished)?;
            }
            if (plies - stones) % 2 == 1 {
                continue;
            }
            let least = least_score(board.cells(), stones as u32);
            let entries: Vec<(u64, u16)> = layer
                .iter()
                .zip(&scores)
                .filter(|(at, _)| is_stored(board, **at))
                .map(|((mover, occupied), score)| {
                    (hash(canonical(board, *mover, *occupied)), (i32::from(*score) - least) as u16)
                })
                .collect();
            let function = Function::build(&entries, score_bits(board.cells(), stones as u32));
            functions[stones] = Some(function.ok_or_else(|| {
                InputError::new(
                    InputKind::Setting,
                    "the positions cannot be told apart",
                    "a smaller board or fewer plies",
                )
            })?);
        }
        Ok(Book::new(board.width(), board.height(), functions))
    }

    /// The book of a file, or the shipped one, with its size.
    fn open(&self, file: Option<&Path>) -> Result<(Book, u64), BookError> {
        let Some(path) = file else {
            let book = self.shipped_book().ok_or_else(|| {
                let size = format!("{}x{}", self.geometry().width(), self.geometry().height());
                InputError::new(InputKind::Setting, format!("no book comes with {size}"), "--file FILE")
            })?;
            return Ok((book.clone(), SHIPPED_BYTES));
        };
        let bytes = fs::read(path).map_err(|error| BookError::Io(path.display().to_string(), error))?;
        let book = Book::from_bytes(&bytes)?;
        if !book.is_for(self.geometry()) {
            let found = format!("{} is a book of {}x{}", path.display(), book.width, book.height);
            return Err(InputError::new(InputKind::Setting, found, "a book of the same board").into());
        }
        Ok((book, bytes.len() as u64))
    }
}

/// Something that was solved is not there: a bug, which must not become a book.
fn unfinished() -> BookError {
    BookError::Io("the work".to_owned(), io::Error::other("a position has no score"))
}

fn info(book: &Book, bytes: u64) -> BookInfo {
    BookInfo { plies: book.plies(), positions: book.positions(), bytes }
}

/// A random choice of `count` (or all, if there are no more), the same for the same seed.
fn sample<T>(mut all: Vec<T>, count: u64, seed: u64) -> Vec<T> {
    let count = all.len().min(usize::try_from(count).unwrap_or(usize::MAX));
    let mut state = seed;
    for at in 0..count {
        let word = mixed(state);
        state = state.wrapping_add(GOLDEN);
        let other = at + (word % (all.len() - at) as u64) as usize;
        all.swap(at, other);
    }
    all.truncate(count);
    all
}

/// Writes a file so that it is there completely or not at all.
fn write_at_once(path: &Path, bytes: &[u8]) -> Result<(), BookError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = Path::new(&name);
    let failed = |error| BookError::Io(path.display().to_string(), error);
    // On disk before it gets its name: a name without content would be worse than none.
    let mut file = File::create(new).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(failed)?;
    fs::rename(new, path).map_err(failed)
}

fn journal_failed(path: &Path, error: JournalError) -> BookError {
    match error {
        JournalError::Io(error) => BookError::Io(path.display().to_string(), error),
        JournalError::Other(line) => InputError::new(
            InputKind::Setting,
            format!("{} holds other work (\"{line}\")", path.display()),
            "another output file, or to remove it",
        )
        .into(),
    }
}

fn no_memory(error: io::Error) -> BookError {
    BookError::Io("no memory for the solver's table".to_owned(), error)
}
