//! What a program says when it is asked, and what it does wrong.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use mossa_game::{InputError, InputKind};
use mossa_search::StopSignal;

use super::process::{Event, LONGEST_LINE, Nothing, Process};
use super::words::{quoted, quoted_end};
use crate::contestant::Fault;

/// The most lines in one turn; a search that tells of every improvement has some hundred.
const MOST_LINES: usize = 10_000;
/// The most bytes in one turn: a hundred for each of these lines.
const MOST_BYTES: usize = 100 * MOST_LINES;

/// A program that is spoken with. After its first fault it is ended.
pub(in crate::players) struct Conversation {
    process: Process,
    over: bool,
    /// Whether what is not UTF-8 is read as well as it can be.
    any_bytes: bool,
}

impl Conversation {
    /// Starts the program of `words`. It is asked to leave by the line `farewell`.
    pub(in crate::players) fn start(
        words: &[String],
        farewell: &'static str,
    ) -> Result<Conversation, InputError> {
        let process = Process::start(words, farewell).map_err(|error| {
            let program = words.first().map_or("", String::as_str);
            let problem = format!("cannot start `{program}`: {error}");
            InputError::new(InputKind::Setting, problem, "a program that can be run from here")
        })?;
        Ok(Conversation::with(process))
    }

    /// With somebody who is there already.
    pub(in crate::players) fn with(process: Process) -> Conversation {
        Conversation { process, over: false, any_bytes: false }
    }

    /// A program of a protocol that says nothing about bytes beyond ASCII: names come in whatever encoding, and are no fault.
    pub(in crate::players) fn with_any_bytes(self) -> Conversation {
        Conversation { any_bytes: true, ..self }
    }

    /// A line that is not UTF-8 is one with marks for what cannot be read, where that is allowed.
    fn tolerated(&self, event: Event) -> Event {
        match event {
            Event::NotText(shown) if self.any_bytes => Event::Line(shown),
            other => other,
        }
    }

    /// Whether the program was ended because of a fault.
    pub(in crate::players) fn is_over(&self) -> bool {
        self.over
    }

    /// Refuses to go on with a program that was ended; otherwise a new turn begins, and what is written is counted anew.
    pub(in crate::players) fn begin_turn(&self) -> Result<(), Fault> {
        if self.over {
            return Err(Fault::Crashed("was ended because of a fault".to_owned()));
        }
        self.process.begin_turn();
        Ok(())
    }

    /// Says `text`: one or more whole lines.
    pub(in crate::players) fn say(&self, text: String) {
        self.process.send(text);
    }

    /// Whatever the program said although nobody asked was not an answer, and must not become one; only what is
    /// `harmless` may be.
    pub(in crate::players) fn was_quiet(&mut self, harmless: impl Fn(&str) -> bool) -> Result<(), Fault> {
        for _ in 0..MOST_LINES {
            match self.process.meanwhile().map(|event| self.tolerated(event)) {
                None => return Ok(()),
                Some(Event::Line(line)) if line.trim().is_empty() || harmless(&line) => {}
                Some(Event::Line(line)) => {
                    let reason = format!("{} although it was not its turn", quoted(&line));
                    return Err(self.ended(Fault::Garbage(reason)));
                }
                Some(event) => return Err(self.misbehaved(event)),
            }
        }
        Err(self.ended(too_many_lines()))
    }

    /// The lines of a turn, one by one, until `take` makes something of one.
    pub(in crate::players) fn listen<T>(
        &mut self,
        patience: Duration,
        stop: &StopSignal,
        mut take: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now().checked_add(patience);
        let mut bytes = 0;
        for _ in 0..MOST_LINES {
            let line = match self.process.next(deadline, stop).map(|event| self.tolerated(event)) {
                Ok(Event::Line(line)) => line,
                Ok(event) => return Err(self.misbehaved(event)),
                Err(nothing) => return Err(self.heard_nothing(nothing, patience)),
            };
            bytes += line.len();
            if bytes > MOST_BYTES {
                let reason = format!("more than {MOST_BYTES} bytes in one turn");
                return Err(self.ended(Fault::Flooded(reason)));
            }
            if line.trim().is_empty() {
                continue;
            }
            match take(&line) {
                Ok(None) => {}
                Ok(Some(found)) => return Ok(found),
                Err(fault) => return Err(self.ended(fault)),
            }
        }
        Err(self.ended(too_many_lines()))
    }

    /// Has the program leave, which did nothing wrong.
    pub(in crate::players) fn leave(&mut self) {
        self.process.leave();
        self.over = true;
    }

    /// Ends the program because of `fault`.
    fn ended(&mut self, fault: Fault) -> Fault {
        self.process.end();
        self.over = true;
        fault
    }

    fn heard_nothing(&mut self, nothing: Nothing, patience: Duration) -> Fault {
        let unfinished = self.process.unfinished();
        self.ended(match nothing {
            Nothing::Stopped => Fault::Stopped,
            Nothing::TooLate if unfinished.is_empty() => Fault::Silent(patience),
            Nothing::TooLate => {
                let waited = patience.as_millis();
                let shown = quoted(&unfinished);
                Fault::Garbage(format!("{shown} without an end of line, and nothing more within {waited} ms"))
            }
        })
    }

    /// The fault that lies in an event other than a line.
    fn misbehaved(&mut self, event: Event) -> Fault {
        match event {
            Event::Line(line) => self.ended(Fault::Garbage(quoted(&line))),
            Event::NotText(shown) => {
                self.ended(Fault::Garbage(format!("{}, which is not UTF-8", quoted(&shown))))
            }
            Event::TooLong => self.ended(Fault::Flooded(format!("a line of more than {LONGEST_LINE} bytes"))),
            Event::ErrorFlood => self.ended(Fault::Flooded("too much on its error output".to_owned())),
            Event::OutputClosed => self.crashed("closed its output"),
            Event::InputClosed => self.crashed("closed its input"),
        }
    }

    /// How a program ended that ended by itself. One that went on has only done what `otherwise` says.
    fn crashed(&mut self, otherwise: &str) -> Fault {
        self.over = true;
        let ended = self.process.end().and_then(ending);
        let reason = ended.unwrap_or_else(|| otherwise.to_owned());
        let words = self.process.last_words();
        let words =
            if words.is_empty() { words } else { format!("; its last words: {}", quoted_end(&words)) };
        Fault::Crashed(reason + &words)
    }
}

fn too_many_lines() -> Fault {
    Fault::Flooded(format!("more than {MOST_LINES} lines in one turn"))
}

/// How a program ended, unless it was ended from here.
fn ending(status: ExitStatus) -> Option<String> {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        /// The signal that ends programs from here (POSIX).
        const SIGKILL: i32 = 9;
        return (signal != SIGKILL).then(|| format!("ended by signal {signal}"));
    }
    status.code().map(|code| format!("ended with status {code}"))
}
