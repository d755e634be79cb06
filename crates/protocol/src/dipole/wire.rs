//! Lines over TCP from somebody who may never end them.
//!
//! Nothing is read before somebody asks for it, and never more than a line's worth waits here: whoever sends too much is
//! held up by the network itself.

use std::io::{self, ErrorKind, Read as _, Write as _};
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

/// What came of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Read {
    /// There is more in [`Wire::pending`].
    More,
    /// There was nothing to read yet.
    Nothing,
    /// There will never be more.
    End,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    /// What was read and not yet handed over.
    pending: Vec<u8>,
    /// The other side did not take what was sent to it.
    broken: bool,
}

impl Wire {
    /// Takes over a connection.
    pub(crate) fn new(stream: TcpStream) -> io::Result<Wire> {
        // A listener that does not block may hand on that habit.
        stream.set_nonblocking(false)?;
        // Small lines must not wait for others to travel with.
        stream.set_nodelay(true)?;
        Ok(Wire { stream, pending: Vec::new(), broken: false })
    }

    /// Whom it leads to.
    pub(crate) fn peer(&self) -> Option<SocketAddr> {
        self.stream.peer_addr().ok()
    }

    /// Sends a line. Whether that failed is found out when this side is to say something: nobody else shall suffer.
    pub(crate) fn send(&mut self, line: &str) {
        if !self.broken {
            self.broken = self.write_all(format!("{line}\n").as_bytes()).is_err();
        }
    }

    /// Writes all of it within [`WRITE_PATIENCE`], however small the pieces are that the other side takes.
    fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let began = Instant::now();
        while !bytes.is_empty() {
            let left = WRITE_PATIENCE.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            self.stream.set_write_timeout(Some(left.max(SHORTEST_WAIT)))?;
            match self.stream.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether a line that was sent did not get through. What comes from the other side can still be read.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the other side has left. What it said before is kept for later, up to a line's worth; more than that hides
    /// that it left.
    pub(crate) fn has_left(&mut self) -> bool {
        while !self.broken && self.pending.len() <= LONGEST_LINE {
            match self.read_now() {
                Read::More => {}
                Read::Nothing => return false,
                Read::End => return true,
            }
        }
        self.broken
    }

    /// The next line. Without a deadline it is waited for until the stop signal is given. A line that is there when it is
    /// looked for is never late: when it came is not known.
    pub(crate) fn next(&mut self, deadline: Option<Instant>, stop: &StopSignal) -> Heard {
        loop {
            if let Some(heard) = self.take_line() {
                return heard;
            }
            if stop.is_stopped() {
                return Heard::Stopped;
            }
            let left = deadline.map_or(LOOK_EVERY, |at| at.saturating_duration_since(Instant::now()));
            match self.read_within(left.min(LOOK_EVERY)) {
                Read::More => {}
                Read::Nothing if left.is_zero() => return Heard::Late(self.take_unfinished()),
                Read::Nothing => {}
                Read::End => return Heard::Closed(self.take_unfinished()),
            }
        }
    }

    /// Waits for something to read. Without patience, only what is there already is read.
    fn read_within(&mut self, patience: Duration) -> Read {
        // The system may wake a reader late by its coarse measure of time: at the end we look for ourselves.
        if patience > COARSE {
            let blocking = self.stream.set_read_timeout(Some((patience - COARSE).max(SHORTEST_WAIT)));
            return blocking.map_or(Read::End, |()| self.read());
        }
        let read = self.read_now();
        if read == Read::Nothing && !patience.is_zero() {
            thread::sleep(patience.min(SHORTEST_WAIT));
        }
        read
    }

    /// Reads what is there already.
    fn read_now(&mut self) -> Read {
        if self.stream.set_nonblocking(true).is_err() {
            return Read::End;
        }
        let read = self.read();
        if self.stream.set_nonblocking(false).is_err() { Read::End } else { read }
    }

    fn read(&mut self) -> Read {
        let mut chunk = [0; LONGEST_LINE];
        match self.stream.read(&mut chunk) {
            Ok(0) => Read::End,
            Ok(read) => {
                self.pending.extend_from_slice(&chunk[..read]);
                Read::More
            }
            Err(error) if is_patience(error.kind()) => Read::Nothing,
            Err(_) => Read::End,
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
pub(crate) mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A connection and its other end.
    pub(crate) fn connected() -> (Wire, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (Wire::new(listener.accept().unwrap().0).unwrap(), peer)
    }

    /// A connection to somebody who never reads, and whose buffers are full. A line that does not get through costs
    /// [`WRITE_PATIENCE`] once.
    pub(crate) fn clogged() -> (Wire, TcpStream) {
        let (mut wire, peer) = connected();
        let line = "x".repeat(1 << 20);
        // What systems buffer for a connection is less than a gigabyte.
        for _ in 0..1 << 10 {
            wire.send(&line);
            if wire.is_broken() {
                return (wire, peer);
            }
        }
        panic!("a gigabyte was sent to somebody who does not read");
    }

    /// Waits until something that was sent has arrived.
    fn arrived(wire: &Wire) {
        wire.stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        assert_eq!(wire.stream.peek(&mut [0]).unwrap(), 1);
    }

    fn past() -> Instant {
        Instant::now().checked_sub(Duration::from_millis(1)).unwrap()
    }

    #[test]
    fn what_is_shown_cannot_play_tricks() {
        assert_eq!(printable("MOVE H5,NE,1\r"), "MOVE H5,NE,1");
        assert_eq!(printable("a\u{1b}[2J\u{202e}b\tc"), "a\\u{1b}[2J\\u{202e}b\\tc");
        assert_eq!(printable("perch\u{e9}"), "perch\u{e9}");
    }

    #[test]
    fn a_line_that_is_there_at_the_deadline_is_not_late() {
        let (mut wire, mut peer) = connected();
        peer.write_all(b"in time\nhalf a line").unwrap();
        arrived(&wire);
        let heard = |wire: &mut Wire| wire.next(Some(past()), &StopSignal::new());
        assert_eq!(heard(&mut wire), Heard::Line("in time".to_owned()));
        assert_eq!(heard(&mut wire), Heard::Late("half a line".to_owned()));
        assert_eq!(heard(&mut wire), Heard::Late(String::new()));
    }

    #[test]
    fn a_long_line_that_is_there_at_the_deadline_is_not_late() {
        let (mut wire, mut peer) = connected();
        let line = "x".repeat(LONGEST_LINE);
        peer.write_all(format!("{line}\n").as_bytes()).unwrap();
        arrived(&wire);
        assert_eq!(wire.next(Some(past()), &StopSignal::new()), Heard::Line(line));
    }

    #[test]
    fn who_does_not_read_is_waited_for_once() {
        let began = Instant::now();
        let (mut wire, _peer) = clogged();
        assert!(began.elapsed() >= WRITE_PATIENCE, "nothing was waited for");
        let began = Instant::now();
        (0..100).for_each(|_| wire.send("VICTORY"));
        assert!(began.elapsed() < WRITE_PATIENCE, "{:?}", began.elapsed());
        assert!(wire.has_left());
    }

    #[test]
    fn who_reads_slowly_is_not_waited_for_longer() {
        let (mut wire, mut peer) = connected();
        let other = peer.try_clone().unwrap();
        let reading = thread::spawn(move || {
            // A little at a time, so that parts of a line get through now and then.
            while matches!(peer.read(&mut [0; 1 << 16]), Ok(1..)) {
                thread::sleep(Duration::from_millis(50));
            }
        });
        let began = Instant::now();
        wire.send(&"x".repeat(64 << 20));
        assert!(wire.is_broken());
        assert!(began.elapsed() < 3 * WRITE_PATIENCE, "{:?}", began.elapsed());
        other.shutdown(Shutdown::Both).unwrap();
        reading.join().unwrap();
    }

    #[test]
    fn leaving_is_seen_behind_a_line_that_nobody_has_read() {
        let (mut wire, mut peer) = connected();
        assert!(!wire.has_left());
        peer.write_all(b"MOVE H5,NE,1\nMOVE").unwrap();
        arrived(&wire);
        assert!(!wire.has_left());
        drop(peer);
        let began = Instant::now();
        while !wire.has_left() {
            assert!(began.elapsed() < Duration::from_secs(20));
            thread::sleep(SHORTEST_WAIT);
        }
        // What came before is not lost.
        assert_eq!(wire.next(None, &StopSignal::new()), Heard::Line("MOVE H5,NE,1".to_owned()));
        assert_eq!(wire.next(None, &StopSignal::new()), Heard::Closed("MOVE".to_owned()));
    }

    #[test]
    fn no_more_than_a_line_is_kept_of_who_is_not_asked() {
        let (mut wire, mut peer) = connected();
        peer.write_all(&[b'x'; 100_000]).unwrap();
        arrived(&wire);
        (0..100).for_each(|_| assert!(!wire.has_left()));
        assert!(wire.pending.len() <= 2 * LONGEST_LINE, "{}", wire.pending.len());
    }
}
