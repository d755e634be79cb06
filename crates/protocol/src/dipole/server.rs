//! The server: turns, clock, end. What is before, the `seating` tells.
//!
//! One thread does it all. It keeps no more than a line of a player who is not to move: what else is sent waits in the
//! network, and is read at the turn.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use mossa_engine::AnyPosition;
use mossa_game::{InputError, Outcome};
use mossa_search::StopSignal;

use super::messages::{Action, ClientMessage, INVALID_MOVE, ServerMessage, Side};
use super::report::{Ending, GameReport, MoveMade, ServerEvent};
use super::seating::{Doors, Nobody, Usher};
use super::settings::ServerSettings;
use super::wire::{Heard, LONGEST_LINE, Wire, printable};

/// How often the server looks for players and for the stop signal: nobody notices less.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(5);
/// How long players may take to read the result before their connections are closed.
const FAREWELL: Duration = Duration::from_secs(1);
/// How much of an unreadable line is told: enough to see what it was meant to be.
const SHOWN: usize = 80;

/// A server, which plays one game at a time.
#[derive(Debug)]
pub struct Server {
    doors: Doors,
}

impl Server {
    /// Listens; with port 0 on any that is free. First come is White.
    pub fn bind(address: impl ToSocketAddrs) -> io::Result<Server> {
        Ok(Server { doors: Doors::shared(address)? })
    }

    /// Listens on two free ports, one for White and one for Black.
    pub fn with_separate_ports(address: IpAddr) -> io::Result<Server> {
        Ok(Server { doors: Doors::separate(address)? })
    }

    /// Where it listens for White, who is first.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.doors.address(Side::White)
    }

    /// Where it listens for White and for Black.
    pub fn addresses(&self) -> io::Result<[SocketAddr; 2]> {
        Ok([self.doors.address(Side::White)?, self.doors.address(Side::Black)?])
    }

    /// Waits for two players and has them play a game. Whatever they do, it comes to an end; others who connect meanwhile
    /// are the players of the next game. An error if the settings' position cannot be read.
    pub fn host(
        &self,
        settings: &ServerSettings,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&ServerEvent),
    ) -> Result<GameReport, InputError> {
        self.host_called(settings, stop, &mut Nobody, watch)
    }

    /// The same with players who come when `usher` calls them.
    pub(crate) fn host_called(
        &self,
        settings: &ServerSettings,
        stop: &StopSignal,
        usher: &mut dyn Usher,
        watch: &mut dyn FnMut(&ServerEvent),
    ) -> Result<GameReport, InputError> {
        let game = settings.game.clone();
        let position = match &settings.position {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        let mut hosting = Hosting { settings, stop, watch, position, wires: [None, None], moves: Vec::new() };
        let ending = match hosting.seat(&self.doors, usher) {
            Ok(()) => hosting.play(),
            Err(ending) => ending,
        };
        Ok(hosting.end(ending))
    }
}

/// A game at the server.
pub(super) struct Hosting<'a> {
    pub(super) settings: &'a ServerSettings,
    pub(super) stop: &'a StopSignal,
    pub(super) watch: &'a mut dyn FnMut(&ServerEvent),
    position: Box<dyn AnyPosition>,
    pub(super) wires: [Option<Wire>; 2],
    moves: Vec<MoveMade>,
}

impl Hosting<'_> {
    fn play(&mut self) -> Ending {
        for side in Side::BOTH {
            self.send(side, &ServerMessage::Message("All players connected".to_owned()));
        }
        if let Err(ending) = self.warm_up() {
            return ending;
        }
        (self.watch)(&ServerEvent::Began);
        while self.position.result().is_none() {
            if let Err(ending) = self.turn() {
                return ending;
            }
        }
        Ending::Rules
    }

    /// The pause before the first move.
    fn warm_up(&self) -> Result<(), Ending> {
        let began = Instant::now();
        loop {
            if self.stop.is_stopped() {
                return Err(Ending::Stopped);
            }
            let left = self.settings.warm_up.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(LOOK_EVERY));
        }
    }

    /// Asks the player to move for a move, and makes it.
    fn turn(&mut self) -> Result<(), Ending> {
        let side = Side::of(self.position.to_move());
        self.send(side, &ServerMessage::YourTurn);
        let began = Instant::now();
        // A deadline beyond what clocks can tell is none.
        let deadline = began.checked_add(self.settings.time.saturating_add(self.settings.grace));
        let heard = self.hear(side, deadline);
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

    /// What the player says. Whoever did not take what was sent to it is gone, whatever it said before.
    fn hear(&mut self, side: Side, deadline: Option<Instant>) -> Heard {
        let reader = self.wires[side.index()].as_mut().filter(|wire| !wire.is_broken());
        let Some(wire) = reader else { return Heard::Closed(String::new()) };
        let heard = wire.next(deadline, self.stop);
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

    pub(super) fn send(&mut self, side: Side, message: &ServerMessage) {
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
            pieces: pieces(&*self.position),
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
                self.send(*side, &message(INVALID_MOVE));
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

/// How many pieces White and Black have: stacks are as high as they have pieces.
fn pieces(position: &dyn AnyPosition) -> [u32; 2] {
    let of = |side: Side| {
        let stacks = position.scene().pieces.iter().filter(|piece| piece.sprite.owner == Some(side.player()));
        stacks.map(|stack| u32::from(stack.sprite.height)).sum()
    };
    Side::BOTH.map(of)
}

#[cfg(test)]
mod tests {
    use super::super::game_called;
    use super::super::wire::tests::{clogged, connected};
    use super::*;
    use std::io::Write;

    /// White has sent a move, but never reads.
    #[test]
    fn who_does_not_read_has_lost_at_its_turn() {
        let settings = ServerSettings::course(game_called("course", "60").unwrap());
        let (white, mut sends_only) = clogged();
        let (black, _other) = connected();
        sends_only.write_all(b"MOVE H5,NE,1\n").unwrap();
        let mut hosting = Hosting {
            settings: &settings,
            stop: &StopSignal::new(),
            watch: &mut |_| {},
            position: settings.game.clone().start(),
            wires: [Some(white), Some(black)],
            moves: Vec::new(),
        };
        let reason = "the connection is closed".to_owned();
        assert_eq!(hosting.turn(), Err(Ending::Invalid { side: Side::White, reason }));
    }
}
