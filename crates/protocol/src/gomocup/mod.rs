//! The program's side of the Gomocup protocol: mossa as a *brain* for managers of five in a row, such as piskvork.
//! `docs/gomocup.md` tells how it is used.
//!
//! ```text
//! manager ──lines──> reader, a thread of its own          manager <──lines── answers
//!                      │  ├── END, RESTART, BOARD...                           ▲
//!                      │  │   break off what is thought about                  │
//!                      ▼  ▼                                                    │
//!                    Brain: board, rule, clock, memory ────────────────────────┘
//!                      │  position, pace                ▲
//!                      ▼                                │ a move, in time whatever the search does
//!                    Timed ──> Workshop's search, on a thread of its own
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | `input` | lines of a manager, read on a thread of its own, and what they break off |
//! | `commands` | what the lines mean |
//! | `board` | whose stones are where |
//! | `clock` | how long to think |
//! | `memory` | how much memory there is for a table |
//! | `workshop` | the search with its table |
//! | `swap2` | the opening with three or five stones and a choice of colours |
//! | `judge` | the search as the judge of openings |
//! | `candidates` | the openings that are weighed for it |
//! | `gathering` | the lines behind BOARD and SWAP2BOARD |
//! | `brain` | what is answered to each command |
//!
//! The manager's side is [`mossa_arena::players::gomocup`].

mod board;
mod brain;
mod candidates;
mod clock;
mod commands;
mod gathering;
mod input;
mod judge;
mod memory;
mod swap2;
mod workshop;

use std::io::{self, Read, Write};

use brain::Brain;
use input::Input;

/// What a brain may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads that search, unless the manager says how many.
    pub threads: usize,
    /// The most megabytes to remember positions; less if the manager's limit is lower.
    pub megabytes: usize,
}

/// Plays for the manager at the other end of `input` and `output`, until it says `END` or its lines end.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    settings: &Settings,
) -> io::Result<()> {
    let input = Input::start(input)?;
    let mut brain = Brain::new(settings);
    for heard in input.lines() {
        let answers = brain.hear(&heard, input.interrupts());
        for answer in &answers {
            writeln!(output, "{answer}")?;
        }
        if !answers.is_empty() {
            output.flush()?;
        }
        if brain.has_ended() {
            break;
        }
    }
    Ok(())
}
