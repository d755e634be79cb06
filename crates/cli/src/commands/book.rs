//! `mossa book`: books of exact values; books of opening moves are made and shown by [`move_book`].

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mossa_engine::AnyGame;
use mossa_game::{
    BookCheck, BookError, BookInfo, BookOrder, BookProgress, BookVerdict, ExactBook, InputError, InputKind,
};
use mossa_search::StopSignal;
use serde::Serialize;

use super::{learned, move_book};
use crate::args::{BookArgs, BookCommand, BookInfoArgs, BookSolveArgs, BookVerifyArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, setup, words};

/// Where nobody watches a bar, progress is told this often.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(args: &BookArgs, output: &mut Output) -> Result<(), Failure> {
    let stop = StopSignal::new();
    match &args.command {
        BookCommand::Solve(args) => {
            let game = mossa_engine::open(&args.game)?;
            interrupt::stops(&stop)?;
            solve(&*game, args, &stop, output)
        }
        BookCommand::Verify(args) => {
            let game = mossa_engine::open(&args.game)?;
            interrupt::stops(&stop)?;
            verify(&*game, args, &stop, output)
        }
        BookCommand::Info(args) => info(&*mossa_engine::open(&args.game)?, args, output),
        BookCommand::Make(args) => {
            interrupt::stops(&stop)?;
            move_book::make(args, &stop, output)
        }
        BookCommand::Show(args) => match &args.file {
            Some(file) => move_book::show(args, file, output),
            None => learned::show(args, output),
        },
        BookCommand::Export(args) => learned::export(args, output),
        BookCommand::Import(args) => learned::import(args, output),
    }
}

/// The books of `game`, or an error that names the games that have some.
fn books(game: &dyn AnyGame) -> Result<&dyn ExactBook, InputError> {
    game.exact_book().ok_or_else(|| {
        let with = mossa_engine::names_where(|game| game.exact_book().is_some());
        let expected = match with.is_empty() {
            true => "another game, but none has one yet".to_owned(),
            false => format!("one of: {}", with.join(", ")),
        };
        InputError::new(InputKind::Game, format!("{} has no book of exact values", game.name()), expected)
    })
}

/// The journal of unfinished work on `file`.
fn journal(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// `connect4-6x6-8.book`
fn usual_name(game: &dyn AnyGame, plies: u32) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
    let name: String = game.name().chars().map(plain).collect();
    format!("{name}-{plies}.book").into()
}

/// What a new book is, for programs.
#[derive(Serialize)]
struct Made {
    file: PathBuf,
    #[serde(flatten)]
    info: BookInfo,
    seconds: f64,
}

fn solve(
    game: &dyn AnyGame,
    args: &BookSolveArgs,
    stop: &StopSignal,
    output: &mut Output,
) -> Result<(), Failure> {
    let book = books(game)?;
    let file = args.out.clone().unwrap_or_else(|| usual_name(game, args.plies));
    if file.exists() {
        return Err(Failure::setting(format!("{} exists and stays as it is", file.display()), "a new file"));
    }
    files::check_writable(&file, "")?;
    let journal = journal(&file);
    if !args.json {
        let goes_on = if journal.exists() { ", going on with earlier work" } else { "" };
        output.line(format!(
            "{}: book of {} in {}{goes_on}",
            game.name(),
            words::counted(args.plies.into(), "ply", "plies"),
            file.display()
        ))?;
        output.flush()?;
    }
    let began = Instant::now();
    let order = BookOrder {
        plies: args.plies,
        threads: args.threads.unwrap_or_else(setup::cores),
        table_bytes: bytes(args.table),
        file: &file,
        journal: &journal,
    };
    let watch = Watch::new();
    let made = book.make(&order, &|progress| watch.told(progress), &|| stop.is_stopped());
    watch.leave();
    let info = made.map_err(|error| failure(error, "the same command goes on with what was finished"))?;
    let made = Made { file, info, seconds: began.elapsed().as_secs_f64() };
    if args.json {
        return output.json(&made);
    }
    output.line(format!("{}, {:.1} s", described(&made.info), made.seconds))?;
    output.line(format!("book {}", made.file.display()))
}

/// What a check found, for programs.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    book: BookInfo,
    checked: u64,
    wrong: usize,
    seconds: f64,
}

/// A wrong value, for programs.
#[derive(Serialize)]
struct Wrong<'a> {
    position: &'a str,
    book: i32,
    solved: i32,
}

fn verify(
    game: &dyn AnyGame,
    args: &BookVerifyArgs,
    stop: &StopSignal,
    output: &mut Output,
) -> Result<(), Failure> {
    let book = books(game)?;
    if let Some(file) = &args.file {
        let unreadable = |error| format!("cannot read {}: {error}", file.display());
        std::fs::File::open(file)
            .map_err(|error| Failure::setting(unreadable(error), "a file that `mossa book solve` wrote"))?;
    }
    let check = BookCheck {
        file: args.file.as_deref(),
        sample: args.sample,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(setup::cores),
        table_bytes: bytes(args.table),
    };
    let watch = Watch::new();
    let verdict = book.verify(&check, &|progress| watch.told(progress), &|| stop.is_stopped());
    watch.leave();
    let verdict = verdict.map_err(|error| failure(error, "nothing was found wrong so far"))?;
    report(&verdict, args.json, output)?;
    if verdict.wrong.is_empty() { Ok(()) } else { Err(Failure::No) }
}

fn report(verdict: &BookVerdict, json: bool, output: &mut Output) -> Result<(), Failure> {
    let seconds = verdict.elapsed.as_secs_f64();
    for (position, book, solved) in &verdict.wrong {
        let (book, solved) = (*book, *solved);
        match json {
            true => output.json(&Wrong { position, book, solved })?,
            false => output.line(format!("{position}: the book says {book}, the solver {solved}"))?,
        }
    }
    let (checked, wrong) = (verdict.checked, verdict.wrong.len());
    if json {
        return output.json(&Checked { book: verdict.book.clone(), checked, wrong, seconds });
    }
    output.line(described(&verdict.book))?;
    output.line(format!("checked {checked}, wrong {wrong}, {seconds:.1} s"))
}

fn info(game: &dyn AnyGame, args: &BookInfoArgs, output: &mut Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Info<'a> {
        game: &'a str,
        book: Option<BookInfo>,
    }
    let shipped = books(game)?.shipped();
    if args.json {
        return output.json(&Info { game: game.name(), book: shipped });
    }
    let book = shipped.as_ref().map_or("no book comes with mossa for this game".to_owned(), described);
    output.line(format!("{}: {book}", game.name()))
}

/// `up to 8 plies, 184 275 positions, 100 000 bytes`
fn described(info: &BookInfo) -> String {
    let plies = words::counted(info.plies.into(), "ply", "plies");
    let positions = words::counted(info.positions, "position", "positions");
    format!("up to {plies}, {positions}, {} bytes", words::grouped(info.bytes))
}

fn bytes(megabytes: usize) -> usize {
    megabytes.saturating_mul(1 << 20)
}

/// What stopped the work; `advice` is for somebody who did it himself.
pub(super) fn failure(error: BookError, advice: &str) -> Failure {
    match error {
        BookError::Input(error) => error.into(),
        BookError::Io(path, error) => Failure::Io(anyhow::Error::from(error).context(path)),
        BookError::Stopped => Failure::Unanswered(format!("stopped; {advice}")),
    }
}

/// Shows how far the work is: a bar for people, a line now and then elsewhere.
pub(super) struct Watch {
    unit: &'static str,
    bar: ProgressBar,
    lines: bool,
    began: Instant,
    /// Seconds after the beginning at which progress was told last.
    last: AtomicU64,
}

impl Watch {
    pub(super) fn new() -> Watch {
        Watch::counting("positions")
    }

    /// For work that is counted in something else.
    pub(super) fn counting(unit: &'static str) -> Watch {
        let lines = !std::io::stderr().is_terminal();
        let bar = match lines {
            true => ProgressBar::hidden(),
            false => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5)),
        };
        let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{elapsed}} so far, {{eta}} left");
        let bar = match ProgressStyle::with_template(&template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Watch { unit, bar, lines, began: Instant::now(), last: AtomicU64::new(0) }
    }

    pub(super) fn told(&self, progress: BookProgress) {
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
        let now = self.began.elapsed().as_secs();
        let last = self.last.load(Ordering::Relaxed);
        if self.lines && now >= last + TELL_EVERY.as_secs() {
            self.last.store(now, Ordering::Relaxed);
            eprintln!(
                "{} of {} {}, {now} s",
                words::grouped(progress.done),
                words::grouped(progress.total),
                self.unit
            );
        }
    }

    pub(super) fn leave(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_conformance::toy::NimFamily;
    use mossa_engine::Registry;

    #[test]
    fn books_are_named_after_their_games() {
        let game = Registry::empty().with(NimFamily).open("nim:2.3,most=2").unwrap();
        assert_eq!(usual_name(&*game, 8), Path::new("nim-2-3-most-2-8.book"));
        assert_eq!(journal(Path::new("a/b.book")), Path::new("a/b.book.part"));
        assert!(books(&*game).is_ok());
    }

    #[test]
    fn a_game_without_books_is_refused() {
        let error = books(&*mossa_engine::open("mnk:3,3,3").unwrap()).err().unwrap();
        assert!(error.problem.starts_with("mnk:3,3,3 has no book") && !error.expected.is_empty(), "{error}");
    }

    #[test]
    fn books_are_made_broken_off_and_checked() {
        let folder = std::env::temp_dir().join(format!("mossa-books-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let game = Registry::empty().with(NimFamily).open("nim:2.3").unwrap();
        let file = folder.join("nim.book");
        let make = |stop: &StopSignal| {
            let out = Some(file.clone());
            let args =
                BookSolveArgs { game: String::new(), plies: 3, out, threads: Some(1), table: 1, json: true };
            solve(&*game, &args, stop, &mut Output::stdout())
        };
        let stopped = StopSignal::new();
        stopped.stop();
        let told = make(&stopped);
        assert!(matches!(&told, Err(Failure::Unanswered(told)) if told.contains("goes on")), "{told:?}");
        assert!(journal(&file).exists() && !file.exists());
        make(&StopSignal::new()).unwrap();
        assert!(!journal(&file).exists());
        assert!(matches!(make(&StopSignal::new()), Err(Failure::Input(_))), "no book is overwritten");
        let check = || {
            let (file, sample, seed) = (Some(file.clone()), 1000, 1);
            let args = BookVerifyArgs {
                game: String::new(),
                file,
                sample,
                seed,
                threads: Some(1),
                table: 1,
                json: false,
            };
            verify(&*game, &args, &StopSignal::new(), &mut Output::stdout())
        };
        check().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replacen(" 1\n", " 2\n", 1)).unwrap();
        assert!(matches!(check(), Err(Failure::No)), "a wrong value is the answer no");
        info(&*game, &BookInfoArgs { game: String::new(), json: true }, &mut Output::stdout()).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn books_are_described_and_failures_told() {
        let info = BookInfo { plies: 8, positions: 184_275, bytes: 99_000 };
        assert_eq!(described(&info), "up to 8 plies, 184 275 positions, 99 000 bytes");
        let tiny = BookInfo { plies: 1, positions: 1, bytes: 60 };
        assert_eq!(described(&tiny), "up to 1 ply, 1 position, 60 bytes");
        assert!(
            matches!(failure(BookError::Stopped, "go on"), Failure::Unanswered(told) if told == "stopped; go on")
        );
        let missing = BookError::Io("x.book".to_owned(), std::io::ErrorKind::NotFound.into());
        assert!(
            matches!(failure(missing, ""), Failure::Io(error) if format!("{error:#}").starts_with("x.book: "))
        );
    }
}
