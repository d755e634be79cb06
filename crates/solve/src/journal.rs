//! Work that was broken off: what is known after a layer, in a file.
//!
//! A layer is written as a whole, as often as whoever works wants to risk losing; the file before it is replaced. What was
//! found after the last time is found again.

use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::Duration;

use mossa_game::{BookError, InputError, InputKind};

use crate::file::{self, Head, Kind};
use crate::table::Statistics;

/// Where finished layers are kept.
#[derive(Clone, Copy, Debug)]
pub struct Journal<'a> {
    /// The file.
    pub path: &'a Path,
    /// The game that it is about.
    pub name: &'a str,
    /// It is written when a layer is finished and so much time has passed since the last time.
    pub every: Duration,
}

/// What is known after a layer, beside the bytes of all states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unfinished {
    pub(crate) plies: u8,
    pub(crate) most_moves: u8,
    pub(crate) decided: u64,
    pub(crate) states: u64,
}

/// How many bytes are copied at once.
const PART: usize = 1 << 16;

impl Journal<'_> {
    pub(crate) fn write(&self, known: &Unfinished, values: &[AtomicU8]) -> Result<(), BookError> {
        let Unfinished { plies, most_moves, decided, states } = *known;
        let statistics = Statistics { states, illegal: 0, draws: 0, by_plies: Vec::new() };
        let head = Head { kind: Kind::Unfinished { plies, most_moves, decided }, statistics };
        let copy = |part: &[AtomicU8]| part.iter().map(|value| value.load(Relaxed)).collect::<Vec<u8>>();
        file::write_all(self.path, self.name, &head, values.chunks(PART).map(copy)).map(drop)
    }

    /// Reads what was written last into `values`; nothing if there is no file.
    pub(crate) fn read(&self, values: &[AtomicU8]) -> Result<Option<Unfinished>, BookError> {
        let Some((head, file)) = file::open(self.path, self.name)? else { return Ok(None) };
        let states = values.len() as u64;
        let Kind::Unfinished { plies, most_moves, decided } = head.kind else { return Err(self.foreign()) };
        // The values must have room below those of open states.
        if head.statistics.states != states || u32::from(plies) + u32::from(most_moves) > 253 {
            return Err(self.foreign());
        }
        let mut places = values.iter();
        file::read_all(self.path, file, states, |part| {
            part.iter().zip(&mut places).for_each(|(value, place)| place.store(*value, Relaxed));
        })?;
        Ok(Some(Unfinished { plies, most_moves, decided, states }))
    }

    fn foreign(&self) -> BookError {
        let problem = format!("{} holds no unfinished work on this table", self.path.display());
        InputError::new(InputKind::Setting, problem, "a file as mossa wrote it: delete this one").into()
    }

    /// Removes the file, because the work is finished.
    pub fn remove(&self) -> Result<(), BookError> {
        match std::fs::remove_file(self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(BookError::Io(self.path.display().to_string(), error))
            }
            _ => Ok(()),
        }
    }
}
