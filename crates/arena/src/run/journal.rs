//! The journal of a run: what was agreed at the beginning, then every finished game, one JSON object per line. Where
//! somebody wanted more rounds later, what was agreed then stands between the games.
//!
//! A game is on disk before the next one starts. Whatever interrupts a run, the journal holds all games that were
//! finished, and at most one torn line at its end, which counts for nothing and is cut off when the run is resumed.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::settings::RunSettings;
use crate::played::PlayedGame;

/// The form of journals that this program writes and reads.
const FORMAT: u32 = 1;
/// How every journal begins.
const BEGINNING: &[u8] = b"{\"mossa-run\":";

/// The first line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Which form the journal has; also what tells it from other files.
    #[serde(rename = "mossa-run")]
    format: u32,
    /// The program that began the run.
    pub version: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// The working directory in which it began: commands of other programs may be relative to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// What was agreed.
    pub settings: RunSettings,
}

impl Header {
    /// The header of a run that begins now.
    pub fn new(settings: RunSettings) -> Header {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let started = now.map_or(0, |since| since.as_secs());
        let version = env!("CARGO_PKG_VERSION").to_owned();
        // A folder whose name is not text cannot be kept in a text file.
        let folder = std::env::current_dir().ok().filter(|folder| folder.to_str().is_some());
        Header { format: FORMAT, version, started, folder, settings }
    }
}

/// Why a journal cannot be used. Nothing was changed.
#[derive(Debug, Error)]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("cannot use {path}: {source}; expected a run's journal, or a place for a new one")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// It is a device, a folder or the like, whose end may never come.
    #[error("{0} is not a plain file; expected another name")]
    NoFile(PathBuf),
    /// Another process writes it.
    #[error("{0} is in use by another run; wait for its end or choose another file")]
    Busy(PathBuf),
    /// It is not a journal, or a damaged one.
    #[error("{path}, line {line}: {problem}")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A game in it does not belong to the run that its settings describe.
    #[error("{path}: game {game} does not belong to this run: {problem}")]
    Stray {
        /// Which file.
        path: PathBuf,
        /// Which game.
        game: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// It belongs to a run with other settings.
    #[error(
        "{path} holds a run with other settings ({what}); expected the same, another --out, or --resume alone"
    )]
    Other {
        /// Which file.
        path: PathBuf,
        /// What differs.
        what: String,
    },
}

/// Opens a file, and nothing else: whoever reads a device or a pipe to its end may read for ever.
fn plain(path: &Path, options: &OpenOptions) -> Result<File, JournalError> {
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(JournalError::NoFile(path.to_owned()));
    }
    options.open(path).map_err(|source| JournalError::Io { path: path.to_owned(), source })
}

/// An open journal. While it is open, no other process can write it.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Begins a journal, or goes on with one that was begun with the same settings, but for fewer rounds perhaps; gives
    /// the games so far.
    pub fn open(path: &Path, header: &Header) -> Result<(Journal, Vec<PlayedGame>), JournalError> {
        let failed = |source| JournalError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let file = plain(path, OpenOptions::new().read(true).append(true).create(true))?;
        let mut journal = Journal::locked(file, path)?;
        if journal.is_unbegun().map_err(failed)? {
            journal.begin(header)?;
            return Ok((journal, Vec::new()));
        }
        let (found, games, complete) = journal.read()?;
        let extended = found.settings.is_extended_by(&header.settings);
        if let Some(what) = found.settings.difference(&header.settings).filter(|_| !extended) {
            return Err(JournalError::Other { path: path.to_owned(), what });
        }
        journal.cut(complete)?;
        if extended {
            journal.write_line(&Header { started: found.started, ..header.clone() })?;
        }
        Ok((journal, games))
    }

    /// Opens a journal to go on with it; gives what was agreed and the games so far, without their later moves.
    pub fn resume(path: &Path) -> Result<(Journal, Header, Vec<PlayedGame>), JournalError> {
        let file = plain(path, OpenOptions::new().read(true).append(true))?;
        let mut journal = Journal::locked(file, path)?;
        let (header, games, complete) = journal.read()?;
        journal.cut(complete)?;
        Ok((journal, header, games))
    }

    /// All games of the journal in a file, with all their moves, by number.
    pub fn whole_games(path: &Path) -> Result<Vec<PlayedGame>, JournalError> {
        let file = plain(path, OpenOptions::new().read(true))?;
        let (_, mut games, _) = Journal { file, path: path.to_owned() }.read_and(|game| game)?;
        games.sort_by_key(|game| game.number);
        Ok(games)
    }

    /// Whether not even the first line was finished: then there is nothing in it. A file that is no journal has
    /// lines, or does not begin as ours do.
    fn is_unbegun(&mut self) -> io::Result<bool> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut first = Vec::new();
        BufReader::new(&self.file).read_until(b'\n', &mut first)?;
        let beginning = BEGINNING.iter().zip(&first).all(|(ours, theirs)| ours == theirs);
        Ok(first.is_empty() || (beginning && first.last() != Some(&b'\n')))
    }

    fn begin(&mut self, header: &Header) -> Result<(), JournalError> {
        let failed = |source| JournalError::Io { path: self.path.clone(), source };
        self.file.set_len(0).map_err(failed)?;
        self.write_line(header)?;
        // The name of the file must survive a crash of the machine, too.
        if let Some(folder) = self.path.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Cuts off what follows the last complete line: it was being written when the run ended.
    fn cut(&mut self, complete: u64) -> Result<(), JournalError> {
        self.file.set_len(complete).map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a finished game. When this returns, it is on disk.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), JournalError> {
        self.write_line(game)
    }

    fn locked(file: File, path: &Path) -> Result<Journal, JournalError> {
        match file.try_lock() {
            Ok(()) => Ok(Journal { file, path: path.to_owned() }),
            Err(TryLockError::WouldBlock) => Err(JournalError::Busy(path.to_owned())),
            Err(TryLockError::Error(source)) => Err(JournalError::Io { path: path.to_owned(), source }),
        }
    }

    fn write_line(&mut self, object: &impl Serialize) -> Result<(), JournalError> {
        let failed = |source| JournalError::Io { path: self.path.clone(), source };
        let mut line = serde_json::to_vec(object).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(failed)?;
        self.file.sync_data().map_err(failed)
    }

    /// The header, the games (without the moves after their openings), and how many bytes the complete lines have.
    fn read(&mut self) -> Result<(Header, Vec<PlayedGame>, u64), JournalError> {
        self.read_and(PlayedGame::lightened)
    }

    /// The same with what `keep` makes of each game.
    fn read_and(
        &mut self,
        keep: fn(PlayedGame) -> PlayedGame,
    ) -> Result<(Header, Vec<PlayedGame>, u64), JournalError> {
        let path = self.path.clone();
        let failed = |source| JournalError::Io { path: path.clone(), source };
        let damaged = |line, problem: String| JournalError::Damaged { path: path.clone(), line, problem };
        self.file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut reader = BufReader::new(&self.file);
        let (mut header, mut games, mut complete) = (None, Vec::new(), 0);
        let mut seen = BTreeSet::new();
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let read = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
            if bytes.last() != Some(&b'\n') {
                break;
            }
            complete += read as u64;
            // A later one holds from then on: more rounds were wanted.
            if header.is_none() || bytes.starts_with(BEGINNING) {
                header = Some(read_header(&bytes).map_err(|problem| damaged(line, problem))?);
                continue;
            }
            let game: PlayedGame = serde_json::from_slice(&bytes)
                .map_err(|error| damaged(line, format!("unreadable game: {error}")))?;
            if !seen.insert(game.number) {
                return Err(damaged(line, format!("game {} for the second time", game.number)));
            }
            game.validate().map_err(|problem| damaged(line, format!("game {}: {problem}", game.number)))?;
            games.push(keep(game));
        }
        let header = header.ok_or_else(|| damaged(1, "no complete line: not a run's journal".to_owned()))?;
        Ok((header, games, complete))
    }
}

fn read_header(line: &[u8]) -> Result<Header, String> {
    #[derive(Deserialize)]
    struct Mark {
        #[serde(rename = "mossa-run")]
        format: u32,
    }
    let mark: Mark =
        serde_json::from_slice(line).map_err(|_| "this file is not the journal of a run".to_owned())?;
    if mark.format != FORMAT {
        return Err(format!("journal of form {}; this program knows form {FORMAT}", mark.format));
    }
    serde_json::from_slice(line).map_err(|error| format!("unreadable settings: {error}"))
}
