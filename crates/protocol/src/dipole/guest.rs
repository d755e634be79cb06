//! Somebody who was sent to a server, from the start to the end.

use std::fs::File;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mossa_arena::players::PlayerSpec;
use mossa_arena::players::program::end_group;
use mossa_search::StopSignal;

use super::client::{Client, ClientFailure};
use super::entrant::{Visit, client_time};
use crate::thinker::ArenaThinker;
use crate::timing::Timed;

/// How long a program may take to end by itself after its game.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often it is looked whether a program has ended.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// How long one of our players tries to connect, which on one machine takes no time.
const CONNECT: Duration = Duration::from_secs(5);

/// Somebody at a server. Whoever is still there when this is dropped is ended.
pub(crate) enum Guest {
    Ours(Ours),
    Program(Program),
}

impl Guest {
    /// Whether it has ended in a way that nobody else will come for it.
    pub(crate) fn is_gone(&mut self) -> bool {
        match self {
            Guest::Ours(ours) => ours.has_ended(),
            Guest::Program(program) => program.has_failed(),
        }
    }

    /// Ends a guest whose game is over; tells what went wrong with it, if anything did.
    pub(crate) fn leave(self) -> Option<String> {
        match self {
            Guest::Ours(mut ours) => ours.leave(),
            Guest::Program(mut program) => program.leave(),
        }
    }
}

/// One of our players, on a thread of its own.
pub(crate) struct Ours {
    /// `None` if there was no thread to be had, or if it was waited for.
    thread: Option<JoinHandle<Result<(), String>>>,
    stop: StopSignal,
}

impl Ours {
    pub(crate) fn start(spec: PlayerSpec, visit: &Visit<'_>) -> Ours {
        let stop = visit.stop.for_part();
        let (game, address, side) = (Arc::clone(visit.game), visit.address, visit.side);
        let (time, seed, signal) = (client_time(visit.time), visit.seed, stop.clone());
        let play = move || -> Result<(), String> {
            let thinker = Box::new(ArenaThinker::new(spec, time, seed));
            let mut timed =
                Timed::start(thinker, &game, side.player(), &signal).map_err(|error| error.to_string())?;
            let play = |timed: &mut Timed| -> Result<(), ClientFailure> {
                let client = Client::connect(&address.to_string(), CONNECT)?;
                client.play(game.start(), timed, time, &signal, &mut |_| {}).map(drop)
            };
            play(&mut timed).map_err(|failure| failure.to_string())
        };
        let signal = stop.clone();
        // What went wrong after somebody was told to stop is nobody's fault.
        let play = move || play().or_else(|problem| if signal.is_stopped() { Ok(()) } else { Err(problem) });
        let thread = thread::Builder::new().name("player".to_owned()).spawn(play).ok();
        Ours { thread, stop }
    }

    fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Tells the player to stop, since it may wait for a server that does not listen any more, and waits for it.
    fn leave(&mut self) -> Option<String> {
        self.stop.stop();
        let ended = self.thread.take()?.join();
        ended.map_or_else(|_| Some("failed".to_owned()), Result::err)
    }
}

impl Drop for Ours {
    fn drop(&mut self) {
        let _ = self.leave();
    }
}

/// Where a program prints: its output and its error output.
pub(crate) struct Prints {
    pub(crate) output: File,
    pub(crate) errors: File,
}

/// Another program, with whatever it starts.
pub(crate) struct Program {
    group: Group,
    child: Child,
    /// How it ended, if it ended by itself.
    status: Option<ExitStatus>,
}

impl Program {
    /// Starts a program. `words` are its name and its arguments.
    pub(crate) fn start(words: &[String], prints: Option<Prints>) -> io::Result<Program> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let (output, errors) = match prints {
            Some(prints) => (prints.output.into(), prints.errors.into()),
            None => (Stdio::null(), Stdio::null()),
        };
        let group = Group::new()?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(output).stderr(errors);
        group.join(&mut command);
        Ok(Program { child: command.spawn()?, group, status: None })
    }

    fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Whether it has ended without success. One that has ended with success may have started another in its place.
    fn has_failed(&mut self) -> bool {
        self.has_ended() && self.status.is_some_and(|status| !status.success())
    }

    /// Gives the program a moment to end by itself, and ends what is left of it.
    fn leave(&mut self) -> Option<String> {
        let began = Instant::now();
        while !self.has_ended() && began.elapsed() < FAREWELL {
            thread::sleep(LOOK_EVERY);
        }
        self.end();
        self.status.filter(|status| !status.success()).map(|status| format!("ended with {status}"))
    }

    fn end(&mut self) {
        self.group.end();
        // Where there are no groups: at least the program itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

/// A process group, so that a program ends together with whatever it started, unless that left the group on purpose.
///
/// A shell leads it, and not the program: as long as its leader has not been waited for, the number of a group cannot become
/// somebody else's, and a program that ended by itself has been. The shell ends the group, too, when its input is closed:
/// when this program is gone, however it went.
struct Group {
    /// `None` where there are no groups, or when the group was ended.
    leader: Option<Child>,
}

impl Group {
    #[cfg(unix)]
    fn new() -> io::Result<Group> {
        let mut shell = Command::new("sh");
        shell.args(["-c", "read -r _; kill -s KILL 0"]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        Ok(Group { leader: Some(shell.spawn()?) })
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Group> {
        Ok(Group { leader: None })
    }

    /// Has the program that `command` starts be in the group.
    #[cfg(unix)]
    fn join(&self, command: &mut Command) {
        let number = self.leader.as_ref().and_then(|leader| i32::try_from(leader.id()).ok());
        if let Some(number) = number {
            std::os::unix::process::CommandExt::process_group(command, number);
        }
    }

    #[cfg(not(unix))]
    fn join(&self, _: &mut Command) {}

    fn end(&mut self) {
        let Some(mut leader) = self.leader.take() else { return };
        end_group(leader.id());
        // It has been ended with its group; if not, there is no shell to ask.
        let _ = leader.kill();
        let _ = leader.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn started(script: &str) -> Program {
        Program::start(&["sh", "-c", script].map(str::to_owned), None).unwrap()
    }

    /// Looks again and again until it is so.
    fn eventually(what: &str, mut so: impl FnMut() -> bool) {
        let began = Instant::now();
        while !so() {
            assert!(began.elapsed() < Duration::from_secs(20), "{what}");
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Whoever is left of the program holds its output open.
    #[test]
    fn what_a_program_left_behind_is_ended() {
        for (ending, remark) in [("exit 0", None), ("exit 3", Some("ended with exit status: 3"))] {
            let (mut heard, output) = io::pipe().unwrap();
            let output = File::from(std::os::fd::OwnedFd::from(output));
            let prints = Prints { errors: output.try_clone().unwrap(), output };
            let script = format!("sleep 1000 & {ending}");
            let mut program =
                Program::start(&["sh", "-c", &script].map(str::to_owned), Some(prints)).unwrap();
            eventually("the program ends", || program.has_ended());
            let silence = thread::spawn(move || io::copy(&mut heard, &mut io::sink()));
            thread::sleep(Duration::from_millis(50));
            assert!(!silence.is_finished(), "nothing was left");
            assert_eq!(program.leave().as_deref(), remark);
            eventually("what the program left is ended", || silence.is_finished());
        }
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let mut program = started("trap '' TERM INT HUP; while :; do sleep 1000; done");
        assert!(!program.has_failed());
        let began = Instant::now();
        assert_eq!(program.leave(), None);
        assert!(began.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn only_a_program_that_failed_is_gone_for_good() {
        let mut failed = started("exit 1");
        eventually("it fails", || failed.has_failed());
        let mut fine = started("exit 0");
        eventually("it ends", || fine.has_ended());
        assert!(!fine.has_failed());
    }
}
