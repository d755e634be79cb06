//! The log of a server: every line that was sent or received, and the record of each game.
//!
//! ```text
//!     0.000 White connected from 127.0.0.1:40812, group 0
//!     0.000 > White WELCOME White
//!     ...
//!    15.204 < White MOVE H5,NE,1
//!    15.204 > White VALID_MOVE
//! # White wins, by the rules
//! [Game "dipole"]
//! ...
//! ```
//!
//! In a file whose name ends in `.json` or `.jsonl` there are only the records, one object on each line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use super::report::{GameReport, ServerEvent};

/// A log. What is there already stays: more is added at the end.
#[derive(Debug)]
pub struct Log {
    file: File,
    json: bool,
    began: Instant,
    failed: Option<io::Error>,
}

impl Log {
    /// Opens or creates the file.
    pub fn open(path: &Path) -> io::Result<Log> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let json = path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl");
        Ok(Log { file, json, began: Instant::now(), failed: None })
    }

    /// Writes down what happened. A full disk does not end a game: [`Log::finish`] tells.
    pub fn note(&mut self, event: &ServerEvent) {
        if self.failed.is_none() {
            self.failed = self.write(event).err();
        }
    }

    /// Whether all was written.
    pub fn finish(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    fn write(&mut self, event: &ServerEvent) -> io::Result<()> {
        if let ServerEvent::Over(report) = event {
            return self.write_game(report);
        }
        let line = match event {
            _ if self.json => return Ok(()),
            ServerEvent::Connected { side, group, peer } => {
                let peer = peer.as_deref().unwrap_or("somewhere");
                format!("{side} connected from {peer}, group {group}")
            }
            ServerEvent::Left { side } => format!("{side} left, the seat is free"),
            ServerEvent::Sent { side, line } => format!("> {side} {line}"),
            ServerEvent::Received { side, line } => format!("< {side} {line}"),
            ServerEvent::Began | ServerEvent::Moved(_) | ServerEvent::Over(_) => return Ok(()),
        };
        let seconds = self.began.elapsed().as_secs_f64();
        self.file.write_all(format!("{seconds:>10.3} {line}\n").as_bytes())
    }

    fn write_game(&mut self, report: &GameReport) -> io::Result<()> {
        let record = report.record();
        let text = if self.json {
            format!("{}\n", serde_json::to_string(&record)?)
        } else {
            let record = record.to_text().map_err(io::Error::other)?;
            format!("# {report}\n{record}\n")
        };
        // The next game's times begin at 0.
        self.began = Instant::now();
        self.file.write_all(text.as_bytes())
    }
}
