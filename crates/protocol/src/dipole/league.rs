//! Home-and-away leagues: everybody meets everybody with White and with Black, over TCP on this machine.

use std::fmt::Display;
use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use mossa_game::{InputError, InputKind};
use mossa_search::StopSignal;
use serde::Serialize;
use thiserror::Error;

use super::entrant::{Entrant, Guest, Visit};
use super::log::Log;
use super::messages::Side;
use super::report::{Ending, GameReport, ServerEvent};
use super::server::Server;
use super::settings::ServerSettings;

/// What a league is.
pub struct LeagueSettings {
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// How often everybody meets everybody at home and away.
    pub rounds: usize,
    /// How games are played; the names of groups are those of the entrants.
    pub server: ServerSettings,
    /// How many games are played at once.
    pub concurrency: usize,
    /// A folder for the logs of the games.
    pub logs: Option<PathBuf>,
    /// Where all randomness of our players begins.
    pub seed: u64,
}

/// A game of a league.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeagueGame {
    /// Its number, counted from 1.
    pub number: usize,
    /// White and Black, by their places among the entrants.
    pub seats: [usize; 2],
    /// How it went.
    #[serde(flatten)]
    pub report: GameReport,
    /// What went wrong with White's and Black's program, if anything did.
    pub remarks: [Option<String>; 2],
}

/// Why a league cannot go on.
#[derive(Debug, Error)]
pub enum LeagueFailure {
    /// A player cannot be started.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A port, folder or file that cannot be used.
    #[error("cannot use {what}: {error}")]
    System {
        /// Which.
        what: String,
        /// Why.
        error: io::Error,
    },
}

impl LeagueFailure {
    fn about(what: impl Display) -> impl FnOnce(io::Error) -> LeagueFailure {
        move |error| LeagueFailure::System { what: what.to_string(), error }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The number of the game, counted from 1.
    pub number: usize,
    /// White and Black.
    pub seats: [usize; 2],
}

/// A league that can be played.
pub struct League {
    settings: LeagueSettings,
}

impl League {
    /// Refuses fewer than two entrants, names that occur twice, and players of ours who cannot play.
    pub fn new(settings: LeagueSettings) -> Result<League, InputError> {
        let names: Vec<&str> = settings.entrants.iter().map(Entrant::name).collect();
        let error =
            |problem: String, expected: &str| Err(InputError::new(InputKind::Setting, problem, expected));
        if names.len() < 2 {
            return error(format!("a league of {} players", names.len()), "two or more");
        }
        if let Some(twice) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
            return error(format!("two players are called `{}`", twice.1), "a name for each, as NAME=PLAYER");
        }
        settings.entrants.iter().try_for_each(|entrant| entrant.check(&settings.server.game))?;
        Ok(League { settings })
    }

    /// The names, in the order in which they were given.
    pub fn names(&self) -> Vec<String> {
        self.settings.entrants.iter().map(|entrant| entrant.name().to_owned()).collect()
    }

    /// Who meets whom, in the order of the games: at home, then away.
    pub fn pairings(&self) -> Vec<Pairing> {
        let players = self.settings.entrants.len();
        let pairs = || (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)));
        let seats = (0..self.settings.rounds).flat_map(|_| pairs()).flat_map(|(a, b)| [[a, b], [b, a]]);
        seats.enumerate().map(|(index, seats)| Pairing { number: index + 1, seats }).collect()
    }

    /// Plays all games, or until the stop signal is given; `told` gets each that has a result. The games are given in
    /// the order of their numbers.
    pub fn run(
        &self,
        stop: &StopSignal,
        told: &mut dyn FnMut(&LeagueGame),
    ) -> Result<Vec<LeagueGame>, LeagueFailure> {
        if let Some(folder) = &self.settings.logs {
            fs::create_dir_all(folder).map_err(LeagueFailure::about(folder.display()))?;
        }
        let waiting = Mutex::new(self.pairings().into_iter());
        let (done, finished) = channel();
        let part = stop.for_part();
        let mut games = Vec::new();
        let mut failed = None;
        thread::scope(|scope| {
            for _ in 0..self.settings.concurrency.max(1) {
                let (waiting, done, part) = (&waiting, done.clone(), &part);
                scope.spawn(move || self.work(waiting, &done, part));
            }
            drop(done);
            for game in finished {
                match game {
                    Ok(game) => {
                        told(&game);
                        games.push(game);
                    }
                    Err(error) => {
                        part.stop();
                        failed.get_or_insert(error);
                    }
                }
            }
        });
        games.sort_by_key(|game: &LeagueGame| game.number);
        failed.map_or(Ok(games), Err)
    }

    fn work(
        &self,
        waiting: &Mutex<impl Iterator<Item = Pairing>>,
        done: &Sender<Result<LeagueGame, LeagueFailure>>,
        stop: &StopSignal,
    ) {
        while !stop.is_stopped() {
            let next = waiting.lock().map(|mut waiting| waiting.next());
            let Ok(Some(pairing)) = next else { return };
            let game = self.play(pairing, stop);
            let stopped = game.as_ref().is_ok_and(|game| game.report.ending == Ending::Stopped);
            if stopped || done.send(game).is_err() {
                return;
            }
        }
    }

    /// Plays one game at a server of its own. Black is sent when White has a seat, since first come is White.
    fn play(&self, pairing: Pairing, stop: &StopSignal) -> Result<LeagueGame, LeagueFailure> {
        let server = Server::bind((Ipv4Addr::LOCALHOST, 0)).map_err(LeagueFailure::about("a port"))?;
        let address = server.address().map_err(LeagueFailure::about("a port"))?;
        let settings = ServerSettings { groups: self.groups(pairing), ..self.settings.server.clone() };
        let mut log = self.log_path(pairing, ".log").map(|path| open_log(&path)).transpose()?;
        let mut guests = [Some(self.send(pairing, Side::White, address, stop)?), None];
        let mut failed = None;
        let part = stop.for_part();
        let report = server.host(&settings, &part, &mut |event| {
            if let Some(log) = &mut log {
                log.note(event);
            }
            let white = matches!(event, ServerEvent::Connected { side: Side::White, .. });
            if white && guests[1].is_none() && failed.is_none() {
                match self.send(pairing, Side::Black, address, stop) {
                    Ok(guest) => guests[1] = Some(guest),
                    Err(error) => {
                        failed = Some(error);
                        part.stop();
                    }
                }
            }
        })?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        if let Some(log) = log {
            log.finish().map_err(LeagueFailure::about("the log of a game"))?;
        }
        let remarks = guests.map(|guest| guest.and_then(Guest::leave));
        Ok(LeagueGame { number: pairing.number, seats: pairing.seats, report, remarks })
    }

    fn groups(&self, pairing: Pairing) -> [String; 2] {
        pairing.seats.map(|seat| self.settings.entrants[seat].name().to_owned())
    }

    fn send(
        &self,
        pairing: Pairing,
        side: Side,
        address: SocketAddr,
        stop: &StopSignal,
    ) -> Result<Guest, InputError> {
        let visit = Visit {
            game: &self.settings.server.game,
            address,
            side,
            time: self.settings.server.time,
            // Two of the same kind do not mirror each other, and no two games are the same.
            seed: self.settings.seed.wrapping_add(2 * pairing.number as u64 + side.index() as u64),
            stop,
        };
        let keep = self.log_path(pairing, &format!("-{}", side.to_string().to_lowercase()));
        self.settings.entrants[pairing.seats[side.index()]].send(&visit, keep.as_deref())
    }

    /// `game-001.log` for `.log`, and so on.
    fn log_path(&self, pairing: Pairing, ending: &str) -> Option<PathBuf> {
        let folder = self.settings.logs.as_ref()?;
        Some(folder.join(format!("game-{:03}{ending}", pairing.number)))
    }
}

fn open_log(path: &Path) -> Result<Log, LeagueFailure> {
    Log::open(path).map_err(LeagueFailure::about(path.display()))
}
