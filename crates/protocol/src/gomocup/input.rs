//! Lines of a manager, read on a thread of its own, and what they break off.
//!
//! The brain answers one line after the other. While it thinks, lines wait, and none of them is lost; but some make the
//! answer pointless, and then the thinking ends at once.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mossa_search::StopSignal;

use super::commands;

/// What is kept of a line, in bytes: the longest that means anything names a folder.
const LONGEST_LINE: usize = 4096;
/// How many lines may wait: three boards of the largest size.
const WAITING_LINES: usize = 30_000;
/// When the lines end without `END`, a search may go on for so long: whoever wrote a whole session into a pipe gets its
/// moves. Then what was found so far is the answer, for a manager that is gone waits for nothing.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// A line that was heard.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    /// The line, without its end.
    pub(super) line: String,
    /// Lines are counted from 1.
    pub(super) number: u64,
    /// When it was read.
    pub(super) at: Instant,
}

/// The lines of a manager.
pub(super) struct Input {
    lines: Receiver<Heard>,
    interrupts: Arc<Interrupts>,
}

impl Input {
    /// Begins to read.
    pub(super) fn start(input: impl Read + Send + 'static) -> io::Result<Input> {
        let (sender, lines) = sync_channel(WAITING_LINES);
        let interrupts = Arc::<Interrupts>::default();
        let signals = Arc::clone(&interrupts);
        let work = move || {
            if read_all(BufReader::new(input), &sender, &signals) == Ended::WithoutFarewell {
                drop(sender);
                thread::sleep(AFTER_THE_END);
                signals.hurry();
            }
        };
        thread::Builder::new().name("gomocup input".to_owned()).spawn(work)?;
        Ok(Input { lines, interrupts })
    }

    /// The lines, as they come, to the last.
    pub(super) fn lines(&self) -> impl Iterator<Item = Heard> {
        self.lines.iter()
    }

    pub(super) fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }
}

/// How the lines ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    /// By `END`, or because nobody wants them any more.
    Properly,
    WithoutFarewell,
}

fn read_all(mut input: impl BufRead, lines: &SyncSender<Heard>, interrupts: &Interrupts) -> Ended {
    for number in 1.. {
        let Ok(Some(line)) = read_line(&mut input) else { return Ended::WithoutFarewell };
        let at = Instant::now();
        let last = commands::is_farewell(&line);
        if commands::breaks_off(&line) {
            interrupts.break_off(number);
        }
        if lines.send(Heard { line, number, at }).is_err() || last {
            return Ended::Properly;
        }
    }
    Ended::Properly
}

/// The next line; `None` if there is none. Of a line that is too long, the beginning.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut kept = Vec::new();
    let mut any = false;
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if available.is_empty() && !any {
            return Ok(None);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let piece = &available[..end.unwrap_or(available.len())];
        kept.extend_from_slice(&piece[..piece.len().min(LONGEST_LINE - kept.len())]);
        let (used, over) = (end.map_or(piece.len(), |end| end + 1), end.is_some() || available.is_empty());
        input.consume(used);
        any = true;
        if over {
            return Ok(Some(String::from_utf8_lossy(&kept).trim_end_matches('\r').to_owned()));
        }
    }
}

/// What makes the brain stop thinking.
#[derive(Default)]
pub(super) struct Interrupts {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the last line after which nobody wants earlier answers.
    broken_off: u64,
    /// Nobody waits any more: answer with what there is.
    hurried: bool,
    /// Stops what is thought about.
    thinking: StopSignal,
}

impl Interrupts {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody wants the answer to line `number` any more.
    pub(super) fn is_broken_off(&self, number: u64) -> bool {
        self.state().broken_off > number
    }

    /// The signal that stops thinking about the answer to line `number`.
    pub(super) fn signal_for(&self, number: u64) -> StopSignal {
        let mut state = self.state();
        state.thinking = StopSignal::new();
        if state.broken_off > number || state.hurried {
            state.thinking.stop();
        }
        state.thinking.clone()
    }

    fn break_off(&self, number: u64) {
        let mut state = self.state();
        state.broken_off = number;
        state.thinking.stop();
    }

    fn hurry(&self) {
        let mut state = self.state();
        state.hurried = true;
        state.thinking.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], buffer: usize) -> Vec<String> {
        let mut input = BufReader::with_capacity(buffer, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_are_the_same_whatever_pieces_they_come_in() {
        for buffer in [1, 2, 3, 7, 4096] {
            assert_eq!(
                all(b"START 15\r\nBEGIN\n\n\r\nTURN 1,2", buffer),
                ["START 15", "BEGIN", "", "", "TURN 1,2"]
            );
            assert_eq!(all(b"", buffer), [""; 0]);
            assert_eq!(all(b"a\xffb\n", buffer), ["a\u{fffd}b"]);
            let long = [&b"x".repeat(3 * LONGEST_LINE)[..], b"\nEND\n"].concat();
            assert_eq!(all(&long, buffer), ["x".repeat(LONGEST_LINE), "END".to_owned()]);
        }
    }

    #[test]
    fn answers_are_broken_off_by_later_lines_only() {
        let interrupts = Interrupts::default();
        let first = interrupts.signal_for(1);
        interrupts.break_off(3);
        assert!(first.is_stopped() && interrupts.is_broken_off(2) && !interrupts.is_broken_off(3));
        assert!(interrupts.signal_for(2).is_stopped(), "it was broken off before it began");
        let later = interrupts.signal_for(4);
        assert!(!later.is_stopped());
        interrupts.hurry();
        assert!(later.is_stopped() && !interrupts.is_broken_off(4), "in a hurry, but still wanted");
    }
}
