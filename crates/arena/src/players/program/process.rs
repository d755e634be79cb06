//! A program that was started: its pipes, how it is waited for, and its end.
//!
//! ```text
//!             channel             pipe
//! manager ──────────────> writer ──────> the program's input
//!    ▲     bounded channel        pipe
//!    ├─────────────────── reader <────── its output: whole lines, never more than a few
//!    └─────────────────── tail   <────── its error output: only the last lines are kept
//! ```
//!
//! Three threads stand between the manager and the pipes, so that nothing a program does (or does not) can block the
//! manager or eat its memory: a program that does not read blocks the writer, one that writes too much blocks itself
//! or is told of as [`Event::ErrorFlood`] or [`Event::TooLong`]. Answers wake the manager at once.
//!
//! A program leads a process group of its own, and the whole group is ended: programs that it started, too, unless they
//! left the group on purpose. The group is ended before the program is waited for, because only until then its
//! number cannot belong to somebody else.

use std::io::{self, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mossa_search::StopSignal;

use super::bounded::{Read, read_line};

/// The longest line of a program, in bytes. Answers have a dozen, values and depths a hundred.
pub(super) const LONGEST_LINE: usize = 4096;
/// How many lines wait for the manager; then the program waits. With the longest lines: 256 KiB.
const WAITING_LINES: usize = 64;
/// What a program may complain in one turn: more than a log, less than a runaway.
const MOST_COMPLAINTS: u64 = 16 << 20;
/// How much of its complaints is kept: a few lines.
const TAIL: usize = 2048;
/// How often the stop signal is looked at while nothing else happens.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// What a program that was asked to leave may take for it.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long to wait for the last complaints of a program that has ended; they are in the pipe already.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What a program did.
#[derive(Debug)]
pub(super) enum Event {
    /// It wrote a line.
    Line(String),
    /// It wrote something that is not UTF-8.
    NotText(String),
    /// It wrote a line longer than [`LONGEST_LINE`].
    TooLong,
    /// It wrote too much to its error output.
    ErrorFlood,
    /// It, and everybody who shares its output, closed it.
    OutputClosed,
    /// It does not read any more.
    InputClosed,
}

/// Why nothing was heard of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nothing {
    /// The deadline passed.
    TooLate,
    /// The run is being ended.
    Stopped,
}

/// A program that was started. It is ended with this.
pub(in crate::players) struct Process {
    /// `None` if the other side is no program of ours to end.
    child: Option<Child>,
    /// The writer's end closes the input of the program.
    input: Option<Sender<String>>,
    events: Receiver<Event>,
    unfinished: Arc<Mutex<Vec<u8>>>,
    complaints: Arc<Complaints>,
    /// Disconnected when the error output was read to its end.
    complained: Receiver<()>,
    /// The line that asks the program to leave.
    farewell: &'static str,
    ended: bool,
}

/// What a program wrote to its error output.
#[derive(Default)]
struct Complaints {
    tail: Mutex<Vec<u8>>,
    this_turn: AtomicU64,
}

impl Process {
    /// Starts a program. `words` are its name and its arguments; the line `farewell` asks it to leave.
    pub(super) fn start(words: &[String], farewell: &'static str) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        match (stdin, stdout, stderr) {
            (Some(stdin), Some(stdout), Some(stderr)) => {
                Process::connected(Some(child), stdin, stdout, stderr, farewell)
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Somebody at the other end of three pipes.
    pub(in crate::players) fn connected(
        child: Option<Child>,
        stdin: impl Write + Send + 'static,
        stdout: impl io::Read + Send + 'static,
        stderr: impl io::Read + Send + 'static,
        farewell: &'static str,
    ) -> io::Result<Process> {
        let (to_writer, from_manager) = channel();
        let (events, to_manager) = sync_channel(WAITING_LINES);
        let (quiet, complained) = channel();
        let process = Process {
            child,
            input: Some(to_writer),
            events: to_manager,
            unfinished: Arc::default(),
            complaints: Arc::default(),
            complained,
            farewell,
            ended: false,
        };
        // If a thread cannot be started, `process` ends the program on its way out.
        let (unfinished, complaints) = (Arc::clone(&process.unfinished), Arc::clone(&process.complaints));
        let (to_read, to_complain) = (events.clone(), events.clone());
        named("program writer", move || write_all(stdin, &from_manager, &events))?;
        named("program reader", move || read_lines(stdout, &unfinished, &to_read))?;
        named("program errors", move || keep_tail(stderr, &complaints, &to_complain, quiet))?;
        Ok(process)
    }

    /// Hands over `text`, which is written at once and in one piece.
    pub(super) fn send(&self, text: String) {
        // Whoever reads no more is found out by the event that the writer sends.
        let _ = self.input.as_ref().map(|input| input.send(text));
    }

    /// A new turn begins: complaints are counted anew.
    pub(super) fn begin_turn(&self) {
        self.complaints.this_turn.store(0, Ordering::Relaxed);
    }

    /// What the program did meanwhile, if anything.
    pub(super) fn meanwhile(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    /// What the program does next. Without a deadline it is waited for until the run is ended.
    pub(super) fn next(&self, deadline: Option<Instant>, stop: &StopSignal) -> Result<Event, Nothing> {
        loop {
            if stop.is_stopped() {
                return Err(Nothing::Stopped);
            }
            let left = deadline.map_or(LOOK_EVERY, |at| at.saturating_duration_since(Instant::now()));
            match self.events.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Disconnected) => return Ok(Event::OutputClosed),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Nothing::TooLate),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What was written of a line that has no end yet.
    pub(super) fn unfinished(&self) -> String {
        let bytes = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Ends the program and everybody in its group at once, and gives how it ended: a program that was ending
    /// already keeps its own status.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        self.input = None;
        if std::mem::replace(&mut self.ended, true) {
            return None;
        }
        let child = self.child.as_mut()?;
        end_group(child.id());
        // Where there are no groups, or no shell: at least the program itself.
        let _ = child.kill();
        child.wait().ok()
    }

    /// A program that did nothing wrong is asked to leave before it is made to.
    pub(super) fn leave(&mut self) {
        if self.ended {
            return;
        }
        self.send(format!("{}\n", self.farewell));
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::OutputClosed) | Err(_) => break,
                Ok(_) if left.is_zero() => break,
                Ok(_) => {}
            }
        }
        self.end();
    }

    /// The last lines that the program wrote to its error output. To be asked after its end.
    pub(super) fn last_words(&self) -> String {
        let _ = self.complained.recv_timeout(LAST_WORDS);
        let tail = self.complaints.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&tail);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        /// The message of a panic and what stands around it.
        const LINES: usize = 3;
        lines[lines.len().saturating_sub(LINES)..].join(" / ")
    }
}

/// Whoever is still there leaves.
impl Drop for Process {
    fn drop(&mut self) {
        self.leave();
    }
}

fn named(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Ends everybody in the group that the process `leader` leads, which must not have been waited for. The shell is the one
/// program that is sure to know how; the standard library does not, without `unsafe`.
#[cfg(unix)]
pub fn end_group(leader: u32) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "kill -s KILL -- \"-$1\"", "sh", &leader.to_string()]);
    // It fails if nobody is left in the group.
    let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Where there are no groups, nobody is ended.
#[cfg(not(unix))]
pub fn end_group(_leader: u32) {}

fn write_all(mut stdin: impl Write, texts: &Receiver<String>, events: &SyncSender<Event>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            let _ = events.send(Event::InputClosed);
            return;
        }
    }
}

fn read_lines(stdout: impl io::Read, unfinished: &Mutex<Vec<u8>>, events: &SyncSender<Event>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    let look = |part: &[u8]| {
        let mut kept = unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clear();
        kept.extend_from_slice(part);
    };
    loop {
        let event = match read_line(&mut stdout, LONGEST_LINE, &mut bytes, look) {
            Ok(Read::Line(line)) => Event::Line(line),
            Ok(Read::NotText(shown)) => Event::NotText(shown),
            Ok(Read::TooLong) => Event::TooLong,
            Ok(Read::End) | Err(_) => Event::OutputClosed,
        };
        let last = !matches!(event, Event::Line(_) | Event::NotText(_));
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// Reads complaints to their end and keeps the last; `_done` tells by its own end.
fn keep_tail(
    mut stderr: impl io::Read,
    complaints: &Complaints,
    events: &SyncSender<Event>,
    _done: Sender<()>,
) {
    let mut buffer = [0; 8192];
    loop {
        let read = match stderr.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(read) => read,
        };
        {
            let mut tail = complaints.tail.lock().unwrap_or_else(PoisonError::into_inner);
            tail.extend_from_slice(&buffer[..read]);
            let old = tail.len().saturating_sub(TAIL);
            tail.drain(..old);
        }
        let before = complaints.this_turn.fetch_add(read as u64, Ordering::Relaxed);
        if before + read as u64 > MOST_COMPLAINTS {
            let _ = events.send(Event::ErrorFlood);
            return;
        }
    }
}
