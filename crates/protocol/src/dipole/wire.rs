//! Lines over TCP from somebody who may never end them.
//!
//! Nothing is read before somebody asks for it, and never more than a line's worth is kept: whoever sends too much is held
//! up by the network itself.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use mossa_search::StopSignal;

/// The longest line, in bytes, without its end: a hundred times a move.
pub(crate) const LONGEST_LINE: usize = 1024;
/// How often the stop signal is looked at while nothing else happens. Lines wake the reader at once.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The shortest wait that the system can be asked for.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
/// How much longer than asked for the system may let a reader wait: two ticks of a kernel with 250 of them in a second.
const COARSE: Duration = Duration::from_millis(8);
/// Who does not read so long is considered gone. A whole game is a few kilobytes, which the system takes without waiting
/// for the reader, so this is for networks that are broken.
const WRITE_PATIENCE: Duration = Duration::from_secs(1);

/// What was heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that is not UTF-8; what can be shown of it.
    NotText(String),
    /// A line longer than [`LONGEST_LINE`]; its beginning. Nothing more can be read.
    TooLong(String),
    /// The connection is closed or broken; what came of a line without its end.
    Closed(String),
    /// Nothing, or only a part of a line, until the deadline.
    Late(String),
    /// The stop signal was given.
    Stopped,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    /// What was read and not yet handed over.
    pending: Vec<u8>,
    /// The other side is gone.
    broken: bool,
}

impl Wire {
    /// Takes over a connection.
    pub(crate) fn new(stream: TcpStream) -> io::Result<Wire> {
        // A listener that does not block may hand on that habit.
        stream.set_nonblocking(false)?;
        // Small lines must not wait for others to travel with.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        Ok(Wire { stream, pending: Vec::new(), broken: false })
    }

    /// Whom it leads to.
    pub(crate) fn peer(&self) -> Option<SocketAddr> {
        self.stream.peer_addr().ok()
    }

    /// Sends a line. Whether that failed is found out when this side is to say something: nobody else shall suffer.
    pub(crate) fn send(&mut self, line: &str) {
        if !self.broken {
            self.broken = (&self.stream).write_all(format!("{line}\n").as_bytes()).is_err();
        }
    }

    /// Whether the other side is known to have left. Unread lines hide it.
    pub(crate) fn is_closed(&self) -> bool {
        if self.broken || self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let closed = match self.stream.peek(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => !is_patience(error.kind()),
        };
        self.stream.set_nonblocking(false).is_err() || closed
    }

    /// The next line. Without a deadline it is waited for until the stop signal is given. A line that is complete when
    /// it is looked for is never late: when it came is not known.
    pub(crate) fn next(&mut self, deadline: Option<Instant>, stop: &StopSignal) -> Heard {
        loop {
            if let Some(heard) = self.take_line() {
                return heard;
            }
            if stop.is_stopped() {
                return Heard::Stopped;
            }
            let now = Instant::now();
            if deadline.is_some_and(|at| at <= now) {
                return Heard::Late(self.take_unfinished());
            }
            let left = deadline.map_or(LOOK_EVERY, |at| at - now);
            if !self.read_more(left.min(LOOK_EVERY)) {
                return Heard::Closed(self.take_unfinished());
            }
        }
    }

    /// Waits for something to read; `false` if the connection is at its end.
    fn read_more(&mut self, patience: Duration) -> bool {
        // The system may wake a reader late by its coarse measure of time: at the end we look for ourselves.
        let blocking = patience > COARSE;
        let set = if blocking {
            self.stream.set_read_timeout(Some((patience - COARSE).max(SHORTEST_WAIT)))
        } else {
            self.stream.set_nonblocking(true)
        };
        let mut chunk = [0; LONGEST_LINE];
        let read = set.and_then(|()| self.stream.read(&mut chunk));
        if !blocking && self.stream.set_nonblocking(false).is_err() {
            return false;
        }
        match read {
            Ok(0) => false,
            Ok(read) => {
                self.pending.extend_from_slice(&chunk[..read]);
                true
            }
            Err(error) if is_patience(error.kind()) => {
                if !blocking {
                    thread::sleep(patience.min(SHORTEST_WAIT));
                }
                true
            }
            Err(_) => false,
        }
    }

    fn take_line(&mut self) -> Option<Heard> {
        let Some(end) = self.pending.iter().position(|byte| *byte == b'\n') else {
            let too_long = self.pending.len() > LONGEST_LINE;
            return too_long.then(|| Heard::TooLong(self.take_unfinished()));
        };
        let line: Vec<u8> = self.pending.drain(..=end).take(end).collect();
        Some(match String::from_utf8(line) {
            Ok(line) if line.len() > LONGEST_LINE => Heard::TooLong(line),
            Ok(line) => Heard::Line(line),
            Err(error) => Heard::NotText(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        })
    }

    fn take_unfinished(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.pending)).into_owned()
    }

    /// Says that nothing more will be sent.
    pub(crate) fn finish(&mut self) {
        // Whoever is gone already does not need to be told.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Closes the connection, after the other side did, or at the deadline. If something were left unread, the system
    /// would throw away what the other side has not yet read: the result of the game.
    pub(crate) fn close(mut self, deadline: Instant) {
        let mut chunk = [0; 4096];
        self.finish();
        while !self.broken {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stream.set_read_timeout(Some(left.max(SHORTEST_WAIT))).is_err() {
                return;
            }
            if !matches!(self.stream.read(&mut chunk), Ok(1..)) {
                return;
            }
        }
    }
}

/// Whether an error only means that there was nothing to read yet.
fn is_patience(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// `text` without what would play tricks on a terminal or break a line of a log: control characters, and what turns the
/// direction of writing (Unicode's `Bidi_Control`) or begins a line.
pub(crate) fn printable(text: &str) -> String {
    let unsafe_char = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown = String::with_capacity(text.len());
    for c in text.trim_end_matches('\r').chars() {
        if unsafe_char(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_cannot_play_tricks() {
        assert_eq!(printable("MOVE H5,NE,1\r"), "MOVE H5,NE,1");
        assert_eq!(printable("a\u{1b}[2J\u{202e}b\tc"), "a\\u{1b}[2J\\u{202e}b\\tc");
        assert_eq!(printable("perch\u{e9}"), "perch\u{e9}");
    }
}
