//! The server: seats, turns, clock, end.
//!
//! One thread does it all. It reads from a player only when that player is to move, and keeps no more than a line: what
//! is sent earlier waits in the network, and is read at the turn.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use mossa_engine::AnyPosition;
use mossa_game::{InputError, Outcome};
use mossa_search::StopSignal;

use super::messages::{Action, ClientMessage, ServerMessage, Side};
use super::report::{Ending, GameReport, MoveMade, ServerEvent};
use super::settings::ServerSettings;
use super::wire::{Heard, LONGEST_LINE, Wire, printable};

/// How often the server looks for players and for the stop signal: nobody notices less.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// How long players may take to read the result before their connections are closed.
const FAREWELL: Duration = Duration::from_secs(1);
/// How much of an unreadable line is told: enough to see what it was meant to be.
const SHOWN: usize = 80;

/// A server, which plays one game at a time.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
}

impl Server {
    /// Listens; with port 0 on any that is free.
    pub fn bind(address: impl ToSocketAddrs) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits for two players and has them play a game. Whatever they do, it comes to an end; others who connect meanwhile
    /// are the players of the next game. An error if the settings' position cannot be read.
    pub fn host(
        &self,
        settings: &ServerSettings,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&ServerEvent),
    ) -> Result<GameReport, InputError> {
        let game = settings.game.clone();
        let position = match &settings.position {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        let mut hosting = Hosting { settings, stop, watch, position, wires: [None, None], moves: Vec::new() };
        let ending = match hosting.seat(&self.listener) {
            Ok(()) => hosting.play(),
            Err(ending) => ending,
        };
        Ok(hosting.end(ending))
    }
}

/// A game at the server.
struct Hosting<'a> {
    settings: &'a ServerSettings,
    stop: &'a StopSignal,
    watch: &'a mut dyn FnMut(&ServerEvent),
    position: Box<dyn AnyPosition>,
    wires: [Option<Wire>; 2],
    moves: Vec<MoveMade>,
}

impl Hosting<'_> {
    /// Waits until both seats are taken; first come is White.
    fn seat(&mut self, listener: &TcpListener) -> Result<(), Ending> {
        let mut since = Instant::now();
        loop {
            if self.stop.is_stopped() {
                return Err(Ending::Stopped);
            }
            if self.wires[0].as_ref().is_some_and(Wire::is_closed) {
                self.wires[0] = None;
                (self.watch)(&ServerEvent::Left { side: Side::White });
                since = Instant::now();
            }
            let side = if self.wires[0].is_none() { Side::White } else { Side::Black };
            if self.settings.patience.is_some_and(|patience| since.elapsed() >= patience) {
                return Err(Ending::Absent { side });
            }
            // Neither somebody who left at once nor a shortage of the system ends the server.
            let come = listener.accept().and_then(|(stream, _)| Wire::new(stream));
            let Some(wire) = come.ok().filter(|wire| !wire.is_closed()) else {
                thread::sleep(LOOK_EVERY);
                continue;
            };
            since = Instant::now();
            self.welcome(side, wire);
            if side == Side::Black {
                return Ok(());
            }
        }
    }

    fn welcome(&mut self, side: Side, wire: Wire) {
        let group = self.settings.groups[side.index()].clone();
        let peer = wire.peer().map(|peer| peer.to_string());
        self.wires[side.index()] = Some(wire);
        let wait = format!("Group {group}, please wait for the opponent");
        self.send(side, &ServerMessage::Welcome(side));
        self.send(side, &ServerMessage::Message(wait));
        (self.watch)(&ServerEvent::Connected { side, group, peer });
    }

    fn play(&mut self) -> Ending {
        for side in Side::BOTH {
            self.send(side, &ServerMessage::Message("All players connected".to_owned()));
        }
        let first_move = Instant::now() + self.settings.warm_up;
        while !self.stop.is_stopped() {
            let left = first_move.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(LOOK_EVERY));
        }
        (self.watch)(&ServerEvent::Began);
        while self.position.result().is_none() {
            if let Err(ending) = self.turn() {
                return ending;
            }
        }
        Ending::Rules
    }

    /// Asks the player to move for a move, and makes it.
    fn turn(&mut self) -> Result<(), Ending> {
        let side = Side::of(self.position.to_move());
        self.send(side, &ServerMessage::YourTurn);
        let began = Instant::now();
        let heard = self.hear(side, began + self.settings.time + self.settings.grace);
        let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let invalid = |reason: String| Ending::Invalid { side, reason };
        let action = match heard {
            Heard::Line(line) => match line.parse() {
                Ok(ClientMessage::Move(action)) => action,
                Err(error) => return Err(invalid(error.to_string())),
            },
            Heard::NotText(_) => return Err(invalid("what came is not UTF-8".to_owned())),
            Heard::TooLong(_) => {
                return Err(invalid(format!("a line of more than {LONGEST_LINE} characters")));
            }
            Heard::Closed(_) => return Err(invalid("the connection is closed".to_owned())),
            Heard::Late(_) => return Err(Ending::Timeout { side }),
            Heard::Stopped => return Err(Ending::Stopped),
        };
        let text = self.make(action).map_err(|error| invalid(error.to_string()))?;
        self.send(side, &ServerMessage::ValidMove);
        self.send(side.opponent(), &ServerMessage::OpponentMove(action));
        let made = MoveMade { ply: self.moves.len() + 1, side, action, text, millis };
        (self.watch)(&ServerEvent::Moved(made.clone()));
        self.moves.push(made);
        Ok(())
    }

    /// Makes the move if the rules allow it, and gives it in the game's own notation.
    fn make(&mut self, action: Action) -> Result<String, InputError> {
        self.position.play(&action.to_string()).map(|played| played.text)
    }

    fn hear(&mut self, side: Side, deadline: Instant) -> Heard {
        let Some(wire) = &mut self.wires[side.index()] else { return Heard::Closed(String::new()) };
        let heard = wire.next(Some(deadline), self.stop);
        if let Heard::Line(text)
        | Heard::NotText(text)
        | Heard::TooLong(text)
        | Heard::Closed(text)
        | Heard::Late(text) = &heard
            && !text.is_empty()
        {
            let line = shown(text);
            (self.watch)(&ServerEvent::Received { side, line });
        }
        heard
    }

    fn send(&mut self, side: Side, message: &ServerMessage) {
        let line = message.to_string();
        if let Some(wire) = &mut self.wires[side.index()] {
            wire.send(&line);
            (self.watch)(&ServerEvent::Sent { side, line });
        }
    }

    /// Tells both how it ended, and closes their connections.
    fn end(mut self, ending: Ending) -> GameReport {
        let lost = |side: Side| Some(Outcome::win(side.opponent().player(), 2));
        let result = match &ending {
            Ending::Rules => self.position.result(),
            Ending::Timeout { side } | Ending::Invalid { side, .. } | Ending::Absent { side } => lost(*side),
            Ending::Stopped => None,
        };
        self.explain(&ending);
        for side in Side::BOTH {
            let Some(outcome) = result else { continue };
            let message = match outcome.winner().map(Side::of) {
                Some(winner) if winner == side => ServerMessage::Victory,
                Some(_) => ServerMessage::Defeat,
                None => ServerMessage::Tie,
            };
            self.send(side, &message);
        }
        let deadline = Instant::now() + FAREWELL;
        self.wires.iter_mut().flatten().for_each(Wire::finish);
        self.wires.iter_mut().filter_map(Option::take).for_each(|wire| wire.close(deadline));
        let report = GameReport {
            game: self.settings.game.name().to_owned(),
            start: self.settings.position.clone(),
            groups: self.settings.groups.clone(),
            moves: std::mem::take(&mut self.moves),
            ending,
            result,
        };
        (self.watch)(&ServerEvent::Over(report.clone()));
        report
    }

    /// What both are told before the result, if it did not come from the board.
    fn explain(&mut self, ending: &Ending) {
        let message = |text: &str| ServerMessage::Message(text.to_owned());
        match ending {
            Ending::Rules => {}
            Ending::Timeout { side } => {
                self.send(*side, &ServerMessage::Timeout);
                self.send(side.opponent(), &message("Opponent timeout"));
            }
            Ending::Invalid { side, .. } => {
                self.send(*side, &message("You have sent an invalid move"));
                self.send(side.opponent(), &message("Your opponent has sent an invalid move"));
            }
            Ending::Absent { side } => self.send(side.opponent(), &message("Your opponent did not come")),
            Ending::Stopped => {
                Side::BOTH.into_iter().for_each(|side| self.send(side, &message("The server was stopped")));
            }
        }
    }
}

/// The beginning of what somebody sent.
fn shown(text: &str) -> String {
    let text = text.trim_end_matches('\r');
    let beginning: String = text.chars().take(SHOWN).collect();
    let more = if beginning.len() < text.len() { "\u{2026}" } else { "" };
    format!("{}{more}", printable(&beginning))
}
