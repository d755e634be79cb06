//! Home-and-away leagues: everybody meets everybody with White and with Black, over TCP on this machine.

use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use mossa_game::{InputError, InputKind};
use mossa_search::StopSignal;
use serde::Serialize;
use thiserror::Error;

use super::entrant::{Entrant, Visit};
use super::guest::{Guest, Prints};
use super::log::Log;
use super::messages::Side;
use super::report::{Ending, GameReport};
use super::seating::Usher;
use super::server::Server;
use super::settings::ServerSettings;

/// What the names of all files begin with that are kept of games.
const LOG: &str = "game-";

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
    /// A folder for the logs of the games, which must not have such logs already.
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
    /// Why its log, or what programs printed, is not complete; the game does not suffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlogged: Option<String>,
}

/// What was played of a league.
#[derive(Debug)]
pub struct LeagueRun {
    /// All games that have a result, in the order of their numbers.
    pub games: Vec<LeagueGame>,
    /// Why the others were not played, unless the league was stopped.
    pub failure: Option<LeagueFailure>,
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
            let players = if names.len() == 1 { "player" } else { "players" };
            return error(format!("a league of {} {players}", names.len()), "two or more");
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

    /// How many games there are.
    pub fn games(&self) -> usize {
        let players = self.settings.entrants.len();
        self.settings.rounds.saturating_mul(players * (players - 1))
    }

    /// Who meets whom, in the order of the games: at home, then away.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> + Send + use<> {
        let players = self.settings.entrants.len();
        let pairs = move |_| (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)));
        let seats = (0..self.settings.rounds).flat_map(pairs).flat_map(|(a, b)| [[a, b], [b, a]]);
        seats.enumerate().map(|(index, seats)| Pairing { number: index + 1, seats })
    }

    /// Plays all games, or until the stop signal is given; `told` gets each that has a result.
    pub fn run(&self, stop: &StopSignal, told: &mut dyn FnMut(&LeagueGame)) -> LeagueRun {
        let mut games = Vec::new();
        let mut failure = self.prepare_folder().err();
        if failure.is_some() {
            return LeagueRun { games, failure };
        }
        let waiting = Mutex::new(self.pairings());
        let (done, finished) = channel();
        let part = stop.for_part();
        thread::scope(|scope| {
            for index in 0..self.settings.concurrency.min(self.games()).max(1) {
                let (waiting, done, part) = (&waiting, done.clone(), &part);
                let work = move || self.work(waiting, &done, part);
                match thread::Builder::new().name("game".to_owned()).spawn_scoped(scope, work) {
                    Ok(_) => {}
                    // With fewer threads it only takes longer.
                    Err(_) if index > 0 => break,
                    Err(error) => {
                        failure = Some(LeagueFailure::about("a thread")(error));
                        break;
                    }
                }
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
                        failure.get_or_insert(error);
                    }
                }
            }
        });
        games.sort_by_key(|game: &LeagueGame| game.number);
        LeagueRun { games, failure }
    }

    /// Makes the folder of the logs, and refuses one in which they would mix with others.
    fn prepare_folder(&self) -> Result<(), LeagueFailure> {
        let Some(folder) = &self.settings.logs else { return Ok(()) };
        let unusable = || LeagueFailure::about(folder.display());
        fs::create_dir_all(folder).map_err(unusable())?;
        for entry in fs::read_dir(folder).map_err(unusable())? {
            if entry.map_err(unusable())?.file_name().to_string_lossy().starts_with(LOG) {
                let problem = format!("the folder {} has logs of games", folder.display());
                return Err(
                    InputError::new(InputKind::Setting, problem, "a new folder, or an empty one").into()
                );
            }
        }
        // If nothing can be written there, it is known before the first game.
        match self.pairings().next().and_then(|first| self.log_path(first, ".log")) {
            Some(path) => File::create_new(&path).map(drop).map_err(LeagueFailure::about(path.display())),
            None => Ok(()),
        }
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

    /// Plays one game at a server of its own.
    fn play(&self, pairing: Pairing, stop: &StopSignal) -> Result<LeagueGame, LeagueFailure> {
        let server = Server::with_separate_ports(Ipv4Addr::LOCALHOST.into());
        let server = server.map_err(LeagueFailure::about("a port"))?;
        let addresses = server.addresses().map_err(LeagueFailure::about("a port"))?;
        let groups = pairing.seats.map(|seat| self.settings.entrants[seat].name().to_owned());
        let settings = ServerSettings { groups, ..self.settings.server.clone() };
        let part = stop.for_part();
        let mut guests = Guests {
            league: self,
            pairing,
            addresses,
            stop: &part,
            guests: [None, None],
            failed: None,
            unlogged: None,
        };
        let mut log = match self.log_path(pairing, ".log").map(|path| Log::open(&path)).transpose() {
            Ok(log) => log,
            Err(error) => {
                guests.unlogged = Some(error);
                None
            }
        };
        let report = server.host_called(&settings, &part, &mut guests, &mut |event| {
            if let Some(log) = &mut log {
                log.note(event);
            }
        })?;
        // Whoever comes too late shall not find a server that does not listen to it.
        drop(server);
        let Guests { guests, failed, unlogged, .. } = guests;
        if let Some(error) = failed {
            return Err(error.into());
        }
        let unlogged = unlogged.or_else(|| log.and_then(|log| log.finish().err()));
        let remarks = guests.map(|guest| guest.and_then(Guest::leave));
        Ok(LeagueGame {
            number: pairing.number,
            seats: pairing.seats,
            report,
            remarks,
            unlogged: unlogged.map(|error| error.to_string()),
        })
    }

    /// `game-001.log` for `.log`, and so on.
    fn log_path(&self, pairing: Pairing, ending: &str) -> Option<PathBuf> {
        let folder = self.settings.logs.as_ref()?;
        Some(folder.join(format!("{LOG}{:03}{ending}", pairing.number)))
    }

    /// Where what the program of `side` prints is kept.
    fn prints(&self, pairing: Pairing, side: Side) -> io::Result<Option<Prints>> {
        let file = |ending: &str| {
            let ending = format!("-{}.{ending}", side.to_string().to_lowercase());
            self.log_path(pairing, &ending).map(File::create).transpose()
        };
        Ok(file("out")?.zip(file("err")?).map(|(output, errors)| Prints { output, errors }))
    }
}

/// The two players of a game, who are sent to its server when it calls them.
struct Guests<'a> {
    league: &'a League,
    pairing: Pairing,
    addresses: [SocketAddr; 2],
    /// Ends the game.
    stop: &'a StopSignal,
    guests: [Option<Guest>; 2],
    /// Why a player could not be sent.
    failed: Option<InputError>,
    /// Why what happens is not kept.
    unlogged: Option<io::Error>,
}

impl Guests<'_> {
    fn send(&mut self, side: Side) -> Result<Guest, InputError> {
        let settings = &self.league.settings;
        let entrant = &settings.entrants[self.pairing.seats[side.index()]];
        let visit = Visit {
            game: &settings.server.game,
            address: self.addresses[side.index()],
            side,
            time: settings.server.time,
            // Two of the same kind do not mirror each other, and no two games are the same.
            seed: settings.seed.wrapping_add(2 * self.pairing.number as u64 + side.index() as u64),
            stop: self.stop,
        };
        let prints = match entrant.is_program() {
            true => self.league.prints(self.pairing, side),
            false => Ok(None),
        };
        let prints = prints.unwrap_or_else(|error| {
            self.unlogged = Some(error);
            None
        });
        entrant.send(&visit, prints)
    }
}

impl Usher for Guests<'_> {
    fn call(&mut self, side: Side) {
        match self.send(side) {
            Ok(guest) => self.guests[side.index()] = Some(guest),
            Err(error) => {
                self.failed = Some(error);
                self.stop.stop();
            }
        }
    }

    fn is_gone(&mut self, side: Side) -> bool {
        self.guests[side.index()].as_mut().is_some_and(Guest::is_gone)
    }
}
