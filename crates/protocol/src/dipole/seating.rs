//! Before the game: who sits where.
//!
//! With one door, first come is White. With a door for each seat, who comes through which says where to sit, so that nobody
//! gets the seat of somebody else, whoever comes first, leaves, or comes again.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::thread;
use std::time::Instant;

use super::messages::{ServerMessage, Side};
use super::report::{Ending, ServerEvent};
use super::server::{Hosting, LOOK_EVERY};
use super::wire::Wire;

/// Where players come in.
#[derive(Debug)]
pub(super) enum Doors {
    /// One for both.
    Shared(TcpListener),
    /// One for White and one for Black.
    Separate([TcpListener; 2]),
}

impl Doors {
    pub(super) fn shared(address: impl ToSocketAddrs) -> io::Result<Doors> {
        listener(address).map(Doors::Shared)
    }

    /// Two free ports.
    pub(super) fn separate(address: IpAddr) -> io::Result<Doors> {
        Ok(Doors::Separate([listener((address, 0))?, listener((address, 0))?]))
    }

    /// Where the player of `side` comes in.
    pub(super) fn address(&self, side: Side) -> io::Result<SocketAddr> {
        self.listener(side).local_addr()
    }

    fn listener(&self, side: Side) -> &TcpListener {
        match self {
            Doors::Shared(listener) => listener,
            Doors::Separate(listeners) => &listeners[side.index()],
        }
    }

    /// Somebody who has come for the seat of `side`. Neither somebody who left at once nor a shortage of the system is
    /// worth an error.
    fn look(&self, side: Side) -> Option<Wire> {
        let mut wire = self.listener(side).accept().and_then(|(stream, _)| Wire::new(stream)).ok()?;
        (!wire.has_left()).then_some(wire)
    }
}

fn listener(address: impl ToSocketAddrs) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Who sends the players, where they do not come by themselves.
pub(crate) trait Usher {
    /// The player of `side` may come now.
    fn call(&mut self, side: Side);
    /// Whether it is known that the player of `side` will not come any more.
    fn is_gone(&mut self, side: Side) -> bool;
}

/// Players come by themselves.
pub(super) struct Nobody;

impl Usher for Nobody {
    fn call(&mut self, _: Side) {}

    fn is_gone(&mut self, _: Side) -> bool {
        false
    }
}

impl Hosting<'_> {
    /// Waits until both seats are taken. White is called at once, Black when White has come. Who has been called has
    /// lost if the seat is free when the patience is over, or later: how often somebody has come and left does not
    /// matter.
    pub(super) fn seat(&mut self, doors: &Doors, usher: &mut dyn Usher) -> Result<(), Ending> {
        usher.call(Side::White);
        let mut called = [Some(Instant::now()), None];
        loop {
            if self.stop.is_stopped() {
                return Err(Ending::Stopped);
            }
            self.free_seats();
            let came = self.look_for_players(doors, usher, called)?;
            if self.wires.iter().all(Option::is_some) {
                return Ok(());
            }
            if self.wires[0].is_some() && called[1].is_none() {
                usher.call(Side::Black);
                called[1] = Some(Instant::now());
            }
            if !came {
                thread::sleep(LOOK_EVERY);
            }
        }
    }

    /// Gives free seats to whoever has come for them; whether anybody has.
    fn look_for_players(
        &mut self,
        doors: &Doors,
        usher: &mut dyn Usher,
        called: [Option<Instant>; 2],
    ) -> Result<bool, Ending> {
        let mut came = false;
        for side in Side::BOTH {
            let (Some(since), None) = (called[side.index()], &self.wires[side.index()]) else { continue };
            match doors.look(side) {
                Some(wire) => {
                    self.welcome(side, wire);
                    came = true;
                }
                None if usher.is_gone(side) || self.is_over(since) => return Err(Ending::Absent { side }),
                // Whoever comes next is White.
                None if matches!(doors, Doors::Shared(_)) => break,
                None => {}
            }
        }
        Ok(came)
    }

    /// Whether somebody who was called then is waited for no longer.
    fn is_over(&self, called: Instant) -> bool {
        self.settings.patience.is_some_and(|patience| called.elapsed() >= patience)
    }

    /// Looks who has left.
    fn free_seats(&mut self) {
        for side in Side::BOTH {
            let seat = &mut self.wires[side.index()];
            if seat.as_mut().is_some_and(Wire::has_left) {
                *seat = None;
                (self.watch)(&ServerEvent::Left { side });
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
}
