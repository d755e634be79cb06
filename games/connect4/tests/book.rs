//! Books: what they say, and what becomes of damaged files and unfinished work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use mossa_connect4::book::{Book, positions};
use mossa_connect4::geometry::{Any, Geometry, Word};
use mossa_connect4::solver::ExactSolver;
use mossa_connect4::{Connect4, Position};
use mossa_game::{BookCheck, BookError, BookInfo, BookOrder, BookProgress, BookVerdict, ExactBook, Strength};

/// Enough for all boards here.
const TABLE: usize = 1 << 20;

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn small(width: u32, height: u32) -> Connect4<Any<u64>> {
    Connect4::new(Any::new(width, height).unwrap())
}

/// Makes a book in `folder` with one thread, telling `watch` of progress.
fn make_watched(
    game: &dyn ExactBook,
    plies: u32,
    folder: &Path,
    watch: &(dyn Fn(BookProgress) + Sync),
) -> Result<BookInfo, BookError> {
    let (file, journal) = (folder.join("book"), folder.join("journal"));
    let order = BookOrder { plies, threads: 1, table_bytes: TABLE, file: &file, journal: &journal };
    game.make(&order, watch, &|| false)
}

/// The bytes of a book.
fn make(game: &dyn ExactBook, plies: u32, folder: &Path) -> Vec<u8> {
    make_watched(game, plies, folder, &|_| {}).unwrap();
    fs::read(folder.join("book")).unwrap()
}

fn verify(game: &dyn ExactBook, file: &Path) -> Result<BookVerdict, BookError> {
    let check = BookCheck { file: Some(file), sample: u64::MAX, seed: 1, threads: 1, table_bytes: TABLE };
    game.verify(&check, &|_| {}, &|| false)
}

#[test]
fn books_are_made_broken_off_and_verified() {
    mossa_conformance::check_book(&small(4, 4), 6, &folder("4x4"));
    mossa_conformance::check_book(&small(4, 5), 5, &folder("4x5"));
    let wide = Connect4::new(Any::<u128>::new(4, 5).unwrap());
    mossa_conformance::check_book(&wide, 5, &folder("4x5-wide"));
}

/// Every position of every layer, as it is and mirrored.
#[test]
fn a_book_says_what_the_solver_says() {
    const PLIES: u32 = 6;
    let game = small(5, 4);
    let board = game.geometry();
    let book = Book::from_bytes(&make(&game, PLIES, &folder("5x4"))).unwrap();
    let solver = ExactSolver::new(board, TABLE).unwrap();
    let mut compared = 0;
    for (plies, layer) in positions(board, PLIES + 1, &|| false).unwrap().into_iter().enumerate() {
        for (mover, occupied) in layer {
            if !(board.completing(mover) & board.playable(occupied)).is_empty() {
                continue;
            }
            let said = book.score(board, mover, occupied);
            assert_eq!(said, book.score(board, board.mirrored(mover), board.mirrored(occupied)));
            if plies as u32 > PLIES || plies % 2 == 1 {
                assert_eq!(said, None, "no layer of {plies} plies");
                continue;
            }
            let (score, _) = solver.score(&Position::from_bits(mover, occupied), Strength::Strong);
            assert_eq!(said, Some(score), "{mover:#b} {occupied:#b}");
            compared += 1;
        }
    }
    assert_eq!((book.plies(), book.positions()), (PLIES, compared));
}

#[test]
fn the_width_of_words_makes_no_difference() {
    let narrow = make(&small(5, 4), 5, &folder("narrow"));
    let wide = make(&Connect4::new(Any::<u128>::new(5, 4).unwrap()), 5, &folder("wide"));
    assert!(narrow == wide, "the same positions have the same keys");
}

/// The plies and the journal of a book that is made in several parts: complete, just before it is removed.
const IN_PARTS: u32 = 6;

fn journal_of(game: &dyn ExactBook, folder: &Path) -> Vec<u8> {
    let journal = Mutex::new(Vec::new());
    make_watched(game, IN_PARTS, folder, &|progress| {
        if progress.done == progress.total {
            *journal.lock().unwrap() = fs::read(folder.join("journal")).unwrap();
        }
    })
    .unwrap();
    fs::remove_file(folder.join("book")).unwrap();
    journal.into_inner().unwrap()
}

/// Makes the book on from `journal`; gives its bytes and how many positions were not solved again.
fn made_on(game: &dyn ExactBook, folder: &Path, journal: &[u8]) -> (Vec<u8>, u64) {
    fs::write(folder.join("journal"), journal).unwrap();
    let first = Mutex::new(None);
    make_watched(game, IN_PARTS, folder, &|progress| {
        first.lock().unwrap().get_or_insert(progress.done);
    })
    .unwrap();
    assert!(!folder.join("journal").exists());
    (fs::read(folder.join("book")).unwrap(), first.into_inner().unwrap().unwrap())
}

/// A part of a journal: its number, the scores of 64 positions, a checksum.
const PART: usize = 64;
const RECORD: usize = 4 + PART + 8;

#[test]
fn work_that_was_cut_off_anywhere_goes_on_to_the_same_book() {
    let (game, folder) = (small(4, 4), folder("cut"));
    let book = make(&game, IN_PARTS, &folder);
    let journal = journal_of(&game, &folder);
    let head = journal.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let records = (journal.len() - head).div_ceil(RECORD);
    assert!(records > 3 && !(journal.len() - head).is_multiple_of(RECORD), "several, and the last is short");
    for cut in 0..journal.len() {
        let (again, kept) = made_on(&game, &folder, &journal[..cut]);
        assert!(again == book, "cut after {cut} bytes, another book");
        assert_eq!(kept as usize, cut.saturating_sub(head) / RECORD * PART, "cut after {cut} bytes");
    }
    let (again, kept) = made_on(&game, &folder, &journal);
    assert_eq!(kept as usize, (journal.len() - head) - records * (RECORD - PART), "nothing is left to do");
    assert!(again == book);
}

#[test]
fn a_damaged_part_and_what_follows_is_done_again() {
    let (game, folder) = (small(4, 4), folder("damaged"));
    let book = make(&game, IN_PARTS, &folder);
    let journal = journal_of(&game, &folder);
    let head = journal.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for at in (head..journal.len()).step_by(7) {
        let mut damaged = journal.clone();
        damaged[at] ^= 0x41;
        let (again, kept) = made_on(&game, &folder, &damaged);
        assert!(again == book, "byte {at} changed, another book");
        assert_eq!(kept as usize, (at - head) / RECORD * PART, "byte {at} changed");
    }
}

#[test]
fn the_journal_of_other_work_is_refused_and_left_alone() {
    let folder = folder("other-work");
    let journal = journal_of(&small(4, 4), &folder);
    fs::write(folder.join("journal"), &journal).unwrap();
    let refused = |game: &dyn ExactBook, plies, begins: &str| {
        let told = make_watched(game, plies, &folder, &|_| {}).unwrap_err();
        assert!(matches!(told, BookError::Input(_)), "{told}");
        assert!(told.to_string().contains(&format!("holds other work (\"{begins}")), "{told}");
        assert!(!folder.join("book").exists());
    };
    refused(&small(4, 4), IN_PARTS - 1, "mossa connect4 4x4 6 plies");
    refused(&small(4, 5), IN_PARTS, "mossa connect4 4x4 6 plies");
    assert!(fs::read(folder.join("journal")).unwrap() == journal, "the journal has changed");
    fs::write(folder.join("journal"), "my diary\nnever to be lost\n").unwrap();
    refused(&small(4, 4), IN_PARTS, "my diary");
    assert_eq!(fs::read(folder.join("journal")).unwrap(), b"my diary\nnever to be lost\n");
}

#[test]
fn a_damaged_book_is_refused_with_a_reason() {
    let (game, folder) = (small(4, 4), folder("refused"));
    let book = make(&game, 4, &folder);
    let refused = |bytes: &[u8], what: &str| {
        let error = Book::from_bytes(bytes).err().unwrap_or_else(|| panic!("{what} is taken for a book"));
        assert!(error.problem.starts_with("not a book: ") && !error.expected.is_empty(), "{error}");
        error.problem
    };
    for cut in 0..book.len() {
        refused(&book[..cut], &format!("the first {cut} bytes"));
    }
    for at in 0..book.len() {
        let mut damaged = book.clone();
        damaged[at] ^= 1 << (at % 8);
        let problem = refused(&damaged, &format!("a book with another byte {at}"));
        let reason = if at < 8 { "it begins differently" } else { "its checksum is wrong" };
        assert!(problem.contains(reason), "byte {at}: {problem}");
    }
    let mut longer = book.clone();
    longer.push(0);
    refused(&longer, "a byte too many");

    // The same through the file.
    let file = folder.join("book");
    assert_eq!(verify(&game, &file).unwrap().wrong, []);
    fs::write(&file, &book[..book.len() / 2]).unwrap();
    let told = verify(&game, &file).unwrap_err();
    assert!(matches!(told, BookError::Input(_)) && told.to_string().contains("damaged"), "{told}");
    fs::write(&file, &book).unwrap();
    let told = verify(&small(5, 4), &file).unwrap_err();
    assert!(told.to_string().contains("is a book of 4x4; expected a book of the same board"), "{told}");
}

/// The checksum of the format, written once more: words of eight bytes, the last one filled up with zeros.
fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for chunk in content.chunks(8) {
        let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        sum = (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3);
        sum ^= sum >> 29;
    }
    sum ^= content.len() as u64;
    content.extend(sum.to_le_bytes());
    content
}

/// A file that is whole, but says something false.
#[test]
fn false_values_are_found() {
    let (game, folder) = (small(4, 4), folder("false"));
    let book = make(&game, 4, &folder);
    let content = book[..book.len() - 8].to_vec();
    assert!(sealed(content.clone()) == book);
    // The numbers of the last layer end with eight bytes that hold none.
    let mut changed = content;
    for byte in changed.iter_mut().rev().skip(8).take(8) {
        *byte ^= 0xFF;
    }
    let file = folder.join("book");
    fs::write(&file, sealed(changed)).unwrap();
    let verdict = verify(&game, &file).unwrap();
    assert!(!verdict.wrong.is_empty() && verdict.wrong.len() < verdict.checked as usize, "{verdict:?}");
    assert!(verdict.wrong.iter().all(|(position, book, solved)| position.len() == 4 && book != solved));
}
