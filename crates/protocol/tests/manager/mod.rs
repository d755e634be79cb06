//! A manager of the Gomocup protocol, with a brain of ours on a thread.
#![allow(dead_code, reason = "each test uses its own part")]

#[path = "../pipes/mod.rs"]
mod pipes;

use std::ops::{Deref, DerefMut};

use mossa_arena::players::gomocup::Cell;
use mossa_protocol::gomocup::{Settings, serve};
use pipes::Pipes;

pub(crate) struct Manager(Pipes);

impl Deref for Manager {
    type Target = Pipes;

    fn deref(&self) -> &Pipes {
        &self.0
    }
}

impl DerefMut for Manager {
    fn deref_mut(&mut self) -> &mut Pipes {
        &mut self.0
    }
}

impl Manager {
    /// With a brain that has nothing but a small table.
    pub(crate) fn new() -> Manager {
        Manager::with(Settings { threads: 1, megabytes: 1 })
    }

    pub(crate) fn with(settings: Settings) -> Manager {
        Manager(Pipes::with(move |input, mut answers| serve(input, &mut answers, &settings)))
    }

    /// With a board, and so many milliseconds for each move.
    pub(crate) fn at(start: &str, millis: u64) -> Manager {
        let mut manager = Manager::new();
        assert_eq!(manager.ask(start), "OK");
        manager.say(&format!("INFO timeout_turn {millis}"));
        manager
    }

    /// The move that is answered.
    pub(crate) fn ask_move(&mut self, lines: &str) -> Cell {
        let answer = self.ask(lines);
        answer.parse().unwrap_or_else(|_| panic!("no move: {answer}"))
    }
}
