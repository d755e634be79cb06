//! The client: a player at somebody's server.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use mossa_engine::AnyPosition;
use mossa_game::{Assessment, InputError, InputKind, Verdict};
use mossa_search::StopSignal;
use serde::Serialize;
use thiserror::Error;

use super::DEFAULT_PORT;
use super::messages::{Action, ClientMessage, ServerMessage, Side};
use super::mirror::Mirror;
use super::wire::{Heard, LONGEST_LINE, Wire, printable};
use crate::thinker::Pace;
use crate::timing::Timed;

/// What a client tells of its game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum ClientEvent {
    /// The server gave us a seat.
    Welcome {
        /// Whose pieces we play.
        side: Side,
    },
    /// The server says something to people.
    Message {
        /// What it says.
        text: String,
    },
    /// We sent a move.
    Moved(OwnMove),
    /// The opponent moved.
    OpponentMoved {
        /// Its move.
        #[serde(rename = "move")]
        action: Action,
    },
    /// The server did not accept our move.
    Refused,
    /// The server says that our time is over.
    TimedOut,
    /// The server said something that is not in the protocol; it does not matter.
    Unknown {
        /// What it said.
        line: String,
    },
}

/// A move of ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OwnMove {
    /// The move.
    #[serde(rename = "move")]
    pub action: Action,
    /// What the position was worth to us.
    pub value: Option<Assessment>,
    /// How deep we looked.
    pub depth: Option<u32>,
    /// How many positions we visited.
    pub nodes: Option<u64>,
    /// From reading the server's message to having sent the move.
    pub millis: u64,
    /// Whether the search came to its end, or its best so far had to be sent.
    pub finished: bool,
}

/// How a game ended, as the server says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// For us.
    #[serde(rename = "result")]
    pub verdict: Verdict,
    /// Whether the server said that our time was over.
    pub timed_out: bool,
}

/// Why a game has no end.
#[derive(Debug, Error)]
pub enum ClientFailure {
    /// Nobody listens.
    #[error("cannot connect: {0}")]
    Connect(#[from] io::Error),
    /// The connection is closed.
    #[error("the server closed the connection before the game was over")]
    Closed,
    /// This is no server of this protocol.
    #[error("the server sent a line of more than {LONGEST_LINE} characters")]
    TooLong,
    /// The server's game is not ours.
    #[error("the server's game is not ours: {0}")]
    OutOfStep(String),
    /// We were told to stop.
    #[error("stopped before the game was over")]
    Stopped,
}

/// A connection to a server.
#[derive(Debug)]
pub struct Client {
    wire: Wire,
}

impl Client {
    /// Connects to `HOST` or `HOST:PORT`. Each address of the host gets `patience`.
    pub fn connect(address: &str, patience: Duration) -> Result<Client, ClientFailure> {
        let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in addresses(address)? {
            match TcpStream::connect_timeout(&address, patience) {
                Ok(stream) => return Ok(Client { wire: Wire::new(stream)? }),
                Err(error) => failed = error,
            }
        }
        Err(failed.into())
    }

    /// Plays a game that begins at `position`; each move takes at most `time`, from the server's message to our answer.
    pub fn play(
        self,
        position: Box<dyn AnyPosition>,
        thinker: &mut Timed,
        time: Duration,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&ClientEvent),
    ) -> Result<Ended, ClientFailure> {
        let mirror = Mirror::new(position);
        let pace = Pace::per_move(time);
        let mut playing =
            Playing { wire: self.wire, mirror, side: None, thinker, pace, stop, watch, timed_out: false };
        playing.play()
    }
}

fn addresses(text: &str) -> io::Result<Vec<std::net::SocketAddr>> {
    let found = match text.to_socket_addrs() {
        Ok(found) => found,
        // Without a port it is no address; with two of the errors the second says more.
        Err(_) if !has_port(text) => {
            let host = text.trim_start_matches('[').trim_end_matches(']');
            (host, DEFAULT_PORT).to_socket_addrs()?
        }
        Err(error) => return Err(error),
    };
    Ok(found.collect())
}

/// Whether `text` names a port: behind the last colon, unless the colons are those of an IPv6 address.
fn has_port(text: &str) -> bool {
    match text.rsplit_once(':') {
        Some((host, _)) => !host.contains(':') || host.ends_with(']'),
        None => false,
    }
}

/// Refuses what cannot be an address of a server, before anything is done for it.
pub fn check_address(text: &str) -> Result<(), InputError> {
    let wrong =
        |problem: String, expected: String| Err(InputError::new(InputKind::Setting, problem, expected));
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if has_port(text) => (host, Some(port)),
        _ => (text, None),
    };
    if host.is_empty() || text.contains(char::is_whitespace) {
        return wrong(format!("no address `{text}`"), "HOST or HOST:PORT".to_owned());
    }
    match port {
        Some(port) if !port.parse::<u16>().is_ok_and(|port| port > 0) => {
            wrong(format!("bad port `{port}` in `{text}`"), format!("a port from 1 to {}", u16::MAX))
        }
        _ => Ok(()),
    }
}

/// A game of a client.
struct Playing<'a> {
    wire: Wire,
    mirror: Mirror,
    side: Option<Side>,
    thinker: &'a mut Timed,
    pace: Pace,
    stop: &'a StopSignal,
    watch: &'a mut dyn FnMut(&ClientEvent),
    timed_out: bool,
}

impl Playing<'_> {
    fn play(&mut self) -> Result<Ended, ClientFailure> {
        loop {
            let heard = self.wire.next(None, self.stop);
            let now = Instant::now();
            let message = match heard {
                Heard::Line(line) => line.parse().map_err(|_| line),
                Heard::NotText(shown) => Err(shown),
                Heard::TooLong(_) => return Err(ClientFailure::TooLong),
                Heard::Closed(_) | Heard::Late(_) => return Err(ClientFailure::Closed),
                Heard::Stopped => return Err(ClientFailure::Stopped),
            };
            let verdict = match message {
                Ok(ServerMessage::Victory) => Verdict::Win,
                Ok(ServerMessage::Defeat) => Verdict::Loss,
                Ok(ServerMessage::Tie) => Verdict::Draw,
                Ok(message) => {
                    self.follow(message, now).map_err(|error| ClientFailure::OutOfStep(error.to_string()))?;
                    continue;
                }
                Err(line) => {
                    (self.watch)(&ClientEvent::Unknown { line: printable(&line) });
                    continue;
                }
            };
            return Ok(Ended { verdict, timed_out: self.timed_out });
        }
    }

    fn follow(&mut self, message: ServerMessage, now: Instant) -> Result<(), InputError> {
        match message {
            ServerMessage::Welcome(side) => {
                self.side = Some(side);
                (self.watch)(&ClientEvent::Welcome { side });
            }
            ServerMessage::Message(text) => (self.watch)(&ClientEvent::Message { text: printable(&text) }),
            ServerMessage::YourTurn => return self.turn(now),
            ServerMessage::ValidMove => return self.mirror.accepted(),
            ServerMessage::IllegalMove => {
                self.mirror.refused();
                (self.watch)(&ClientEvent::Refused);
            }
            ServerMessage::Timeout => {
                self.timed_out = true;
                (self.watch)(&ClientEvent::TimedOut);
            }
            ServerMessage::OpponentMove(action) => {
                self.mirror.opponent_moved(action)?;
                (self.watch)(&ClientEvent::OpponentMoved { action });
            }
            // The caller keeps these.
            ServerMessage::Victory | ServerMessage::Defeat | ServerMessage::Tie => {}
        }
        Ok(())
    }

    /// Answers `YOUR_TURN`, which was read at `began`.
    fn turn(&mut self, began: Instant) -> Result<(), InputError> {
        let out_of_step =
            |problem: &str| InputError::new(InputKind::Move, problem, "the moves of both players in turn");
        self.mirror.go_on()?;
        let side = *self.side.get_or_insert(self.mirror.to_move());
        if self.mirror.to_move() != side {
            return Err(out_of_step(&format!("{side} is asked for a move, but it is the opponent's turn")));
        }
        let mirror = &self.mirror;
        let allowed = |text: &str| mirror.may_try(text);
        let Some(answer) = self.thinker.answer(mirror.position(), began, self.pace, self.stop, &allowed)
        else {
            return Err(out_of_step("a move is wanted, but the game is over or every move was refused"));
        };
        let action = answer.thought.text.parse::<Action>()?;
        self.wire.send(&ClientMessage::Move(action).to_string());
        let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.mirror.send(action);
        let thought = answer.thought;
        (self.watch)(&ClientEvent::Moved(OwnMove {
            action,
            value: thought.value,
            depth: thought.depth,
            nodes: thought.nodes,
            millis,
            finished: answer.finished,
        }));
        Ok(())
    }
}
