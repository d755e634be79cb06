//! What an interface may set.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Settings, strength};

/// The tables that an interface may ask for, in megabytes.
const HASH: RangeInclusive<usize> = 1..=1 << 20;
const THREADS: RangeInclusive<usize> = 1..=512;
/// How many lines a chess position has at most: its legal moves.
const LINES: RangeInclusive<usize> = 1..=218;
/// In milliseconds.
const OVERHEAD: RangeInclusive<usize> = 0..=5000;

/// What is lost between a move and the clock, unless the interface says how much: some milliseconds for pipes and a busy
/// machine.
const USUAL_OVERHEAD: usize = 10;

/// The options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    overhead: usize,
    pub(super) chess960: bool,
    /// Whether the chances of each result are told.
    pub(super) chances: bool,
    /// Whether the strength is limited.
    limited: bool,
    elo: usize,
    /// Whether moves may come from a book.
    own_book: bool,
    book_file: PathBuf,
    /// Whether somebody analyses, who wants to see searches.
    pub(super) analysing: bool,
    /// Where endgame tables are; nowhere if it is empty.
    pub(super) tables: PathBuf,
    defaults: Settings,
}

/// What setting an option asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing else.
    Noted,
    /// The table has another size.
    Table,
    /// The table is to be empty.
    Clear,
    /// The game is another one, or has other tables.
    Game,
    /// Moves come from a book, or no longer.
    OwnBook,
    /// The book is another one, or another version of the same.
    Book,
}

impl Options {
    pub(super) fn new(settings: &Settings) -> Options {
        Options {
            hash: settings.megabytes.clamp(*HASH.start(), *HASH.end()),
            threads: settings.threads.clamp(*THREADS.start(), *THREADS.end()),
            lines: 1,
            overhead: USUAL_OVERHEAD,
            chess960: false,
            chances: false,
            limited: false,
            elo: *strength::RANGE.end(),
            own_book: false,
            book_file: PathBuf::new(),
            analysing: false,
            tables: PathBuf::new(),
            defaults: *settings,
        }
    }

    /// The hash that it begins with is one of so many megabytes, and the interface hears so.
    pub(super) fn begin_with_hash(&mut self, megabytes: usize) {
        self.hash = megabytes;
        self.defaults.megabytes = megabytes;
    }

    pub(super) fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead as u64)
    }

    /// How many positions a search may visit if the strength is limited.
    pub(super) fn most_nodes(&self) -> Option<u64> {
        self.limited.then(|| strength::nodes(self.elo))
    }

    /// The book that moves come from, if any do.
    pub(super) fn book(&self) -> Option<&Path> {
        (self.own_book && !self.book_file.as_os_str().is_empty()).then_some(&*self.book_file)
    }

    /// The lines that tell an interface what there is.
    pub(super) fn lines_of_all(&self) -> Vec<String> {
        let spin = |name: &str, default: usize, range: &RangeInclusive<usize>| {
            let (least, most) = (range.start(), range.end());
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        vec![
            spin("Hash", self.defaults.megabytes, &HASH),
            spin("Threads", self.defaults.threads, &THREADS),
            spin("MultiPV", 1, &LINES),
            spin("Move Overhead", USUAL_OVERHEAD, &OVERHEAD),
            "option name Ponder type check default false".to_owned(),
            "option name Clear Hash type button".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            "option name UCI_AnalyseMode type check default false".to_owned(),
            "option name OwnBook type check default false".to_owned(),
            "option name BookFile type string default <empty>".to_owned(),
            "option name SyzygyPath type string default <empty>".to_owned(),
            "option name UCI_ShowWDL type check default false".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            spin("UCI_Elo", *strength::RANGE.end(), &strength::RANGE),
        ]
    }

    /// Sets an option; an error if there is none of this name, or not with this value.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = spin(name, value, &HASH)?;
                return Ok(Change::Table);
            }
            "threads" => self.threads = spin(name, value, &THREADS)?,
            "multipv" => self.lines = spin(name, value, &LINES)?,
            "move overhead" => self.overhead = spin(name, value, &OVERHEAD)?,
            "clear hash" => return Ok(Change::Clear),
            "uci_chess960" => {
                self.chess960 = check(name, value)?;
                return Ok(Change::Game);
            }
            "ownbook" => {
                self.own_book = check(name, value)?;
                return Ok(Change::OwnBook);
            }
            "bookfile" => {
                self.book_file = path(value);
                return Ok(Change::Book);
            }
            "syzygypath" => {
                self.tables = path(value);
                return Ok(Change::Game);
            }
            "uci_showwdl" => self.chances = check(name, value)?,
            "uci_limitstrength" => self.limited = check(name, value)?,
            "uci_elo" => self.elo = spin(name, value, &strength::RANGE)?,
            "uci_analysemode" => self.analysing = check(name, value)?,
            // The interface decides; the search is the same.
            "ponder" => {
                check(name, value)?;
            }
            _ => return Err(format!("no option `{name}`; expected one of those told after uci")),
        }
        Ok(Change::Noted)
    }
}

/// Numbers out of range are taken as the nearest one in it.
fn spin(name: &str, value: &str, range: &RangeInclusive<usize>) -> Result<usize, String> {
    // Wide enough for whatever somebody means by very much.
    let number: i128 = value.trim().parse().map_err(|_| {
        format!("option {name} is `{value}`; expected a number from {} to {}", range.start(), range.end())
    })?;
    let (least, most) = (*range.start(), *range.end());
    Ok(usize::try_from(number.clamp(0, most as i128)).unwrap_or(most).max(least))
}

/// How the protocol writes that there is no text.
const EMPTY: &str = "<empty>";

fn path(value: &str) -> PathBuf {
    PathBuf::from(if value.trim() == EMPTY { "" } else { value.trim() })
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("option {name} is `{value}`; expected true or false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_name_and_kept_in_range() {
        let mut options = Options::new(&Settings { threads: 1, megabytes: 16 });
        assert_eq!(options.set("hash", "128"), Ok(Change::Table));
        assert_eq!(options.set("Threads", "-3"), Ok(Change::Noted));
        assert_eq!(options.set("MULTIPV", "100000"), Ok(Change::Noted));
        assert_eq!((options.hash, options.threads, options.lines), (128, 1, 218));
        assert_eq!(options.set("Threads", "99999999999999999999"), Ok(Change::Noted));
        assert_eq!(options.threads, 512);
        assert_eq!(options.set("UCI_Chess960", "true"), Ok(Change::Game));
        assert_eq!(options.set("Clear Hash", ""), Ok(Change::Clear));
        assert_eq!(options.set("Move Overhead", "50"), Ok(Change::Noted));
        assert_eq!(options.overhead(), Duration::from_millis(50));
        assert_eq!(options.set("UCI_Elo", "1500"), Ok(Change::Noted));
        assert_eq!(options.most_nodes(), None, "not before it is limited");
        assert_eq!(options.set("UCI_LimitStrength", "true"), Ok(Change::Noted));
        assert_eq!(options.most_nodes(), Some(strength::nodes(1500)));
        assert_eq!(options.set("BookFile", "a folder/b.bin"), Ok(Change::Book));
        assert_eq!(options.book(), None, "not before a book is wanted");
        assert_eq!(options.set("OwnBook", "true"), Ok(Change::OwnBook));
        assert_eq!(options.book(), Some(Path::new("a folder/b.bin")));
        assert_eq!(options.set("UCI_AnalyseMode", "true"), Ok(Change::Noted));
        assert!(options.analysing);
        assert_eq!(options.set("BookFile", "<empty>"), Ok(Change::Book));
        assert_eq!(options.book(), None);
        assert_eq!(options.set("SyzygyPath", "/a:/b"), Ok(Change::Game));
        assert_eq!(options.tables, Path::new("/a:/b"));
        for (name, value) in [("Hash", "much"), ("UCI_Chess960", "yes"), ("Colour", "blue"), ("", "")] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
    }

    #[test]
    fn every_option_that_is_told_can_be_set() {
        let mut options = Options::new(&Settings { threads: 2, megabytes: 32 });
        for line in options.lines_of_all() {
            let (name, kind) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let value = kind.split_whitespace().nth(2).unwrap_or_default();
            assert!(options.set(name, value).is_ok(), "{line}");
        }
        assert_eq!((options.threads, options.hash), (2, 32), "defaults are what it began with");
    }
}
