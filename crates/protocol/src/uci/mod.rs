//! The program's side of the Universal Chess Interface: mossa as an engine for chess programs with a board.
//! `docs/uci.md` tells how it is used.
//!
//! ```text
//! interface ──lines──> Engine: options, position ──position, limits──> search, on a thread of its own
//!     ▲                   │ uciok, readyok                                │ info, bestmove
//!     └───────────────────┴───────────────────────────────────────────────┘
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | `commands` | what the lines mean |
//! | `options` | what an interface may set |
//! | `book` | the book that moves come from |
//! | `engine` | what is done at each command |
//! | `thinking` | one search, from `go` to `bestmove` |
//! | `errand` | counting and fixed work, while the engine listens |
//! | `info` | what is told of a search |
//! | `outlet` | where answers go, from whichever thread |
//! | `strength` | how many positions make a strength in Elo |
//!
//! The protocol is that of R. Huber and S. Meyer-Kahlen (2006). What it says nothing about, mossa does as other engines do:
//! lines that mean nothing, options that are not there and positions that cannot be are told as `info string` and change
//! nothing. `debug on` has each search tell its limits.

mod book;
mod commands;
mod engine;
mod errand;
mod info;
mod options;
mod outlet;
mod strength;
mod thinking;

use std::io::{self, BufRead, BufReader, Read, Write};

use engine::Engine;
use outlet::Outlet;

/// What an engine begins with; the interface may change it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads that search.
    pub threads: usize,
    /// Megabytes to remember positions.
    pub megabytes: usize,
}

/// Plays for the interface at the other end of `input` and `output`, until it says `quit` or its lines end. A search that is
/// under way when the lines end is finished, unless nothing but a command would end it.
pub fn serve(input: impl Read, output: impl Write + Send + 'static, settings: &Settings) -> io::Result<()> {
    let mut engine = Engine::new(settings, Outlet::new(output))?;
    let mut lines = BufReader::new(input);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        let ends = engine.hear(&String::from_utf8_lossy(&line))?;
        if ends {
            return Ok(());
        }
        line.clear();
    }
    engine.finish()
}
