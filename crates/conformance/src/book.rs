//! Books of exact values: made, broken off, made on, and checked.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use mossa_game::{BookCheck, BookError, BookInfo, BookOrder, BookProgress, ExactBook};

use crate::check::{Checked, require, same};

/// Enough for small books.
const TABLE_BYTES: usize = 1 << 20;

/// Checks that books of up to `plies` plies can be made, broken off, made on and verified, with files in `folder`, which
/// must be empty; panics with what is wrong. Take a small game: every position is solved.
#[track_caller]
pub fn check_book(book: &dyn ExactBook, plies: u32, folder: &Path) {
    let problem = try_book(book, plies, folder).err();
    assert!(problem.is_none(), "{}", problem.unwrap_or_default());
}

fn try_book(book: &dyn ExactBook, plies: u32, folder: &Path) -> Checked {
    let (whole, parts) = (folder.join("whole"), folder.join("parts"));
    let progress = AtomicU64::new(0);
    let info =
        make(book, plies, &whole, &progress, u64::MAX).map_err(|error| format!("making it: {error}"))?;
    same(|| "its plies".to_owned(), info.plies, plies)?;
    same(|| "its bytes".to_owned(), Some(info.bytes), whole.metadata().ok().map(|file| file.len()))?;
    require(progress.load(Ordering::Relaxed) > 0, || "nobody was told of progress".to_owned())?;

    let stopped = make(book, plies, &parts, &AtomicU64::new(0), 2);
    require(matches!(stopped, Err(BookError::Stopped)), || format!("told to stop, it gave {stopped:?}"))?;
    require(!parts.exists(), || "a book that is not complete".to_owned())?;
    let again = make(book, plies, &parts, &AtomicU64::new(0), u64::MAX);
    let again = again.map_err(|error| format!("making it on: {error}"))?;
    same(|| "the book that was made in parts".to_owned(), again, info.clone())?;
    let read = |path: &Path| std::fs::read(path).map_err(|error| error.to_string());
    require(read(&whole)? == read(&parts)?, || "a book that was made in parts differs".to_owned())?;
    require(!journal(&parts).exists(), || "the journal of a complete book is left".to_owned())?;

    let checked = verify(book, &whole).map_err(|error| format!("verifying it: {error}"))?;
    same(|| "the book as it is read".to_owned(), checked.book, info.clone())?;
    same(|| "how many were checked".to_owned(), checked.checked, info.positions)?;
    same(|| "wrong values".to_owned(), checked.wrong, Vec::new())?;
    let nonsense = folder.join("nonsense");
    for (text, what) in [(Some("no book"), "nonsense"), (None, "a file that is not there")] {
        let _ = std::fs::remove_file(&nonsense);
        if let Some(text) = text {
            std::fs::write(&nonsense, text).map_err(|error| error.to_string())?;
        }
        require(verify(book, &nonsense).is_err(), || format!("{what} is taken for a book"))?;
    }
    Ok(())
}

fn journal(file: &Path) -> std::path::PathBuf {
    file.with_extension("part")
}

/// Makes a book, and stops after `most` positions.
fn make(
    book: &dyn ExactBook,
    plies: u32,
    file: &Path,
    progress: &AtomicU64,
    most: u64,
) -> Result<BookInfo, BookError> {
    let journal = journal(file);
    let order = BookOrder { plies, threads: 2, table_bytes: TABLE_BYTES, file, journal: &journal };
    let seen = AtomicU64::new(0);
    let watch = |told: BookProgress| {
        progress.fetch_add(1, Ordering::Relaxed);
        seen.fetch_max(told.done, Ordering::Relaxed);
    };
    book.make(&order, &watch, &|| seen.load(Ordering::Relaxed) >= most)
}

fn verify(book: &dyn ExactBook, file: &Path) -> Result<mossa_game::BookVerdict, BookError> {
    let check =
        BookCheck { file: Some(file), sample: u64::MAX, seed: 1, threads: 2, table_bytes: TABLE_BYTES };
    book.verify(&check, &|_| {}, &|| false)
}
