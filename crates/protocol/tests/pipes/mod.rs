//! A program of ours on a thread, and somebody who talks with it through pipes.
#![allow(dead_code, reason = "each test uses its own part")]

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Pipes {
    /// `None` after the end.
    to: Option<PipeWriter>,
    from: Receiver<String>,
    program: Option<JoinHandle<io::Result<()>>>,
}

impl Pipes {
    /// With a program that reads from one pipe and writes to the other until it is told to leave.
    pub(crate) fn with(
        serve: impl FnOnce(PipeReader, PipeWriter) -> io::Result<()> + Send + 'static,
    ) -> Pipes {
        let ((input, to), (output, answers)) = (pipe().unwrap(), pipe().unwrap());
        let program = thread::spawn(move || serve(input, answers));
        let (sender, from) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Pipes { to: Some(to), from, program: Some(program) }
    }

    /// Says one line, or several.
    pub(crate) fn say(&mut self, lines: &str) {
        self.to.as_mut().unwrap().write_all(format!("{lines}\r\n").as_bytes()).unwrap();
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line of the program.
    pub(crate) fn hear(&mut self) -> String {
        self.from.recv_timeout(PATIENCE).expect("an answer")
    }

    pub(crate) fn ask(&mut self, lines: &str) -> String {
        self.say(lines);
        self.hear()
    }

    /// That nothing is said for a while.
    pub(crate) fn hears_nothing(&mut self, millis: u64) {
        let heard = self.from.recv_timeout(Duration::from_millis(millis));
        assert_eq!(heard, Err(RecvTimeoutError::Timeout));
    }

    /// Says nothing more, waits for the program to leave, and gives what it still said.
    pub(crate) fn leave(&mut self, farewell: Option<&str>) -> (Duration, Vec<String>) {
        let began = Instant::now();
        if let Some(line) = farewell {
            self.say(line);
        } else {
            self.to = None;
        }
        self.program.take().unwrap().join().unwrap().unwrap();
        let took = began.elapsed();
        (took, self.from.iter().collect())
    }
}
