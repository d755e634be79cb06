//! A manager of the Gomocup protocol, with a brain of ours on a thread.
#![allow(dead_code)]

use std::io::{self, BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mossa_arena::players::gomocup::Cell;
use mossa_protocol::gomocup::{Settings, serve};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Manager {
    /// `None` after the end.
    to: Option<PipeWriter>,
    from: Receiver<String>,
    brain: Option<JoinHandle<io::Result<()>>>,
}

impl Manager {
    /// With a brain that has nothing but a small table.
    pub(crate) fn new() -> Manager {
        Manager::with(Settings { threads: 1, megabytes: 1 })
    }

    pub(crate) fn with(settings: Settings) -> Manager {
        let ((input, to), (output, mut answers)) = (pipe().unwrap(), pipe().unwrap());
        let brain = thread::spawn(move || serve(input, &mut answers, &settings));
        let (sender, from) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Manager { to: Some(to), from, brain: Some(brain) }
    }

    /// With a board, and so many milliseconds for each move.
    pub(crate) fn at(start: &str, millis: u64) -> Manager {
        let mut manager = Manager::new();
        assert_eq!(manager.ask(start), "OK");
        manager.say(&format!("INFO timeout_turn {millis}"));
        manager
    }

    /// Says one line, or several.
    pub(crate) fn say(&mut self, lines: &str) {
        self.to.as_mut().unwrap().write_all(format!("{lines}\r\n").as_bytes()).unwrap();
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line of the brain.
    pub(crate) fn hear(&mut self) -> String {
        self.from.recv_timeout(PATIENCE).expect("an answer")
    }

    pub(crate) fn ask(&mut self, lines: &str) -> String {
        self.say(lines);
        self.hear()
    }

    /// The move that is answered.
    pub(crate) fn ask_move(&mut self, lines: &str) -> Cell {
        let answer = self.ask(lines);
        answer.parse().unwrap_or_else(|_| panic!("no move: {answer}"))
    }

    /// That nothing is said for a while.
    pub(crate) fn hears_nothing(&mut self, millis: u64) {
        let heard = self.from.recv_timeout(Duration::from_millis(millis));
        assert_eq!(heard, Err(RecvTimeoutError::Timeout));
    }

    /// Says nothing more, waits for the brain to leave, and gives what it still said.
    pub(crate) fn leave(&mut self, farewell: Option<&str>) -> (Duration, Vec<String>) {
        let began = Instant::now();
        if let Some(line) = farewell {
            self.say(line);
        } else {
            self.to = None;
        }
        self.brain.take().unwrap().join().unwrap().unwrap();
        let took = began.elapsed();
        (took, self.from.iter().collect())
    }
}
