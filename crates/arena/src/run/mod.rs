//! A run: games played one after the other, several at a time, each on disk before the next.
//!
//! ```text
//! worker ──┐  asks for a job, plays it, hands in the game
//! worker ──┼──> Desk (schedule, queue, journal, sequential test) ──> observer: progress on a screen, JSON lines
//! worker ──┘
//! ```

mod desk;
pub mod journal;
mod seats;
pub mod sequential;
pub mod settings;

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mossa_engine::AnyGame;
use mossa_game::InputError;
use mossa_search::StopSignal;
use thiserror::Error;

use crate::openings::{Book, Opening};
use crate::play::{Conditions, Finished, Sitting, Unfinished, play};
use crate::played::{Ending, PlayedGame};
use crate::players::PlayerSpec;
use crate::schedule::{Plan, Schedule, Scores};
use desk::{Desk, Job, Next};
pub use journal::{Header, Journal, JournalError};
use seats::Seats;
pub use sequential::Sequential;
pub use settings::{Opener, RunSettings};

/// Why a run could not be carried out.
#[derive(Debug, Error)]
pub enum RunError {
    /// The settings do not fit together.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// A run that is ready to begin or to go on.
pub struct Run {
    settings: RunSettings,
    boards: Vec<Arc<dyn AnyGame>>,
    players: Vec<PlayerSpec>,
    names: Vec<String>,
    schedule: Schedule,
    planned: u64,
}

/// What became of a run.
#[derive(Debug)]
pub struct Played {
    /// All games that were ever finished, by number, without the moves after their openings: those are in the journal.
    pub games: Vec<PlayedGame>,
    /// The sequential test, if there is one.
    pub sequential: Option<Sequential>,
    /// Whether all planned games were played, or the test was decided.
    pub complete: bool,
}

impl Run {
    /// Checks that `settings` can be carried out: boards open, openings can be played, every player can sit down.
    pub fn prepare(settings: RunSettings, open: Opener<'_>) -> Result<Run, InputError> {
        let boards = settings.open_boards(open)?;
        let players = settings.budgeted_players();
        let seats = boards.first().map_or(2, |board| board.players());
        let schedule =
            Schedule::new(settings.plan.clone(), players.len(), seats, boards.len(), settings.rounds)?;
        for board in &boards {
            // What is computed once shall not be on anybody's clock.
            board.prepare();
            for player in &players {
                drop(player.seat(board)?);
            }
        }
        let names = settings.names();
        let planned = schedule.planned_games();
        let run = Run { settings, boards, players, names, schedule, planned };
        for board in 0..run.boards.len() {
            run.book(board).opening(0)?;
        }
        Ok(run)
    }

    /// What was agreed.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// What the players are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The games that are played, by number of the board.
    pub fn boards(&self) -> &[Arc<dyn AnyGame>] {
        &self.boards
    }

    /// How many sit at a board.
    pub fn seats(&self) -> usize {
        self.schedule.seats
    }

    /// The name of the kind of run.
    pub fn kind(&self) -> &'static str {
        match self.settings.plan {
            Plan::Match if self.seats() == 2 => "match",
            Plan::Swiss => "swiss",
            Plan::Gauntlet { .. } => "gauntlet",
            Plan::Explicit { .. } => "pairings",
            _ if self.seats() > 2 => "pods",
            _ => "round-robin",
        }
    }

    /// How many games there will be, unless a test ends the run.
    pub fn planned(&self) -> u64 {
        self.planned
    }

    fn book(&self, board: usize) -> Book {
        // Boards differ in their openings even if they are of the same size.
        self.settings.openings.book(&self.boards[board], mixed(&[self.settings.seed, board as u64]))
    }

    /// Refuses games that the settings do not know: a journal that somebody mixed up would give wrong results.
    fn check(&self, earlier: &[PlayedGame], journal: &Journal) -> Result<(), JournalError> {
        let mut left: BTreeMap<u64, &PlayedGame> = earlier.iter().map(|game| (game.number, game)).collect();
        let mut scores = Scores::new();
        earlier.iter().for_each(|game| scores.add(game.encounter, &game.seats, &game.outcome()));
        let stray = |game: &PlayedGame, problem: &str| {
            let (path, problem) = (journal.path().to_owned(), problem.to_owned());
            Err(JournalError::Stray { path, game: game.number, problem })
        };
        let mut round = 0;
        while !left.is_empty()
            && let Some(encounters) = self.schedule.round(round, &scores)
        {
            for encounter in &encounters {
                for (number, seating) in encounter.numbered_games() {
                    let Some(game) = left.remove(&number) else { continue };
                    let place = (game.encounter, game.board, game.opening);
                    if place != (encounter.number, encounter.board, encounter.opening) {
                        return stray(game, "another encounter, board or opening was planned");
                    }
                    if game.seats != seating.0 {
                        return stray(game, "other players were planned");
                    }
                }
            }
            round += 1;
        }
        left.values().next().map_or(Ok(()), |game| stray(game, "there is no game of this number"))
    }

    /// Who sat out in the rounds that were begun: those players have a bye.
    pub fn byes(&self, games: &[&PlayedGame]) -> Vec<usize> {
        if self.settings.plan != Plan::Swiss {
            return Vec::new();
        }
        let mut scores = Scores::new();
        games.iter().for_each(|game| scores.add(game.encounter, &game.seats, &game.outcome()));
        let in_a_round = self.schedule.encounters_in_a_round().max(1);
        let begun = games.iter().map(|game| game.encounter / in_a_round + 1).max().unwrap_or(0);
        (0..begun as usize).filter_map(|round| self.schedule.bye(round, &scores)).collect()
    }

    /// The openings of a board, of which `earlier` games used some: these are not drawn again. That saves
    /// time, and a later version of the search, which might balance differently, goes on with the same ones.
    fn begun_book(&self, board: usize, earlier: &[PlayedGame]) -> Result<Book, InputError> {
        let used: BTreeMap<usize, &PlayedGame> =
            earlier.iter().filter(|game| game.board == board).map(|game| (game.opening, game)).collect();
        let mut book = self.book(board);
        book.remember(used.into_iter().map(|(number, game)| (number, game.used_opening())).collect())?;
        Ok(book)
    }

    /// Plays what is left, `concurrency` games at a time, until all are played, the test is decided, or `stop` is
    /// given. `observe` is called after every game, on this thread, while others go on.
    pub fn play(
        &self,
        journal: Journal,
        earlier: Vec<PlayedGame>,
        concurrency: usize,
        stop: &StopSignal,
        observe: &mut dyn FnMut(PlayedGame),
    ) -> Result<Played, RunError> {
        self.check(&earlier, &journal)?;
        let test = self.settings.sprt.map(Sequential::new);
        let books = (0..self.boards.len()).map(|board| self.begun_book(board, &earlier).map(Mutex::new));
        let books = books.collect::<Result<Vec<_>, _>>()?;
        let desk = Desk::new(self.schedule.clone(), journal, earlier, test);
        let hall = Hall {
            run: self,
            desk: Mutex::new(desk),
            news: Condvar::new(),
            books,
            // Ends games that do not matter any more without ending whatever the caller's signal belongs to.
            stop: StopSignal::new(),
            failure: Mutex::new(None),
        };
        std::thread::scope(|scope| {
            let (finished, news) = mpsc::channel();
            for _ in 0..concurrency.max(1) {
                let (hall, finished) = (&hall, finished.clone());
                scope.spawn(move || hall.work(&finished));
            }
            drop(finished);
            hall.watch(&news, stop, observe);
        });
        if let Some(error) = hall.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error.into());
        }
        let desk = hall.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        let decided = desk.is_decided();
        let (mut games, sequential, failure) = desk.clear();
        if let Some(error) = failure {
            return Err(error.into());
        }
        games.sort_by_key(|game| game.number);
        let complete = decided || games.len() as u64 >= self.planned();
        Ok(Played { games, sequential, complete })
    }
}

/// How often the caller's stop signal is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Where the games are played.
struct Hall<'a> {
    run: &'a Run,
    desk: Mutex<Desk>,
    news: Condvar,
    books: Vec<Mutex<Book>>,
    stop: StopSignal,
    failure: Mutex<Option<InputError>>,
}

impl Hall<'_> {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the observer of games as they finish, until all workers have left.
    fn watch(&self, news: &Receiver<PlayedGame>, stop: &StopSignal, observe: &mut dyn FnMut(PlayedGame)) {
        loop {
            match news.recv_timeout(LOOK_EVERY) {
                Ok(game) => observe(game),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if stop.is_stopped() && !self.stop.is_stopped() {
                self.end();
            }
        }
    }

    /// No game begins any more, and those that go on are broken off.
    fn end(&self) {
        self.stop.stop();
        self.desk().close();
        self.news.notify_all();
    }

    /// Plays one game after the other.
    fn work(&self, finished: &Sender<PlayedGame>) {
        // If a search panics, the others shall not wait for its game for ever.
        let _leave = EndOnPanic(self);
        let mut seats = Seats::default();
        while let Some(job) = self.job() {
            match self.play(&job, &mut seats) {
                Ok(game) => {
                    let mut desk = self.desk();
                    let kept = desk.finished(&game);
                    if desk.is_closed() {
                        // What others still play comes too late to count, or cannot be kept.
                        self.stop.stop();
                    }
                    drop(desk);
                    self.news.notify_all();
                    if kept {
                        // Nobody listens only if the observer is gone, and then there is nobody to tell.
                        let _ = finished.send(game);
                    }
                }
                Err(Unfinished::Stopped) => {
                    self.desk().abandoned();
                    self.news.notify_all();
                }
                Err(Unfinished::Opening(error)) => {
                    *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    self.desk().abandoned();
                    self.end();
                }
            }
        }
    }

    /// The next game, as soon as there is one.
    fn job(&self) -> Option<Job> {
        let mut desk = self.desk();
        loop {
            match desk.next() {
                Next::Play(job) => return Some(job),
                Next::Leave => return None,
                Next::Wait => desk = self.news.wait(desk).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn opening(&self, job: &Job) -> Result<Opening, InputError> {
        self.books[job.board].lock().unwrap_or_else(PoisonError::into_inner).opening(job.opening)
    }

    fn play(&self, job: &Job, seats: &mut Seats) -> Result<PlayedGame, Unfinished> {
        let run = self.run;
        let game = &run.boards[job.board];
        let opening = self.opening(job).map_err(Unfinished::Opening)?;
        let conditions = Conditions {
            game,
            opening: &opening,
            rules: &run.settings.rules,
            margin: Duration::from_millis(run.settings.margin),
            patience: Duration::from_millis(run.settings.patience),
            stop: &self.stop,
        };
        let mut contestants = seats.take(&run.players, &job.seats, job.board, game);
        let sitting = job.seats.iter().zip(&mut contestants).enumerate();
        let mut sitting: Vec<Sitting<'_>> = sitting
            .map(|(seat, (&player, contestant))| Sitting {
                contestant: &mut **contestant,
                player,
                name: &run.names[player],
                budget: run.players[player].budget(),
                seed: mixed(&[run.settings.seed, job.number, seat as u64]),
            })
            .collect();
        let finished = play(&conditions, &mut sitting)?;
        let faulty = match finished.ending {
            Ending::Forfeit { seat, .. } => Some(seat),
            _ => None,
        };
        seats.keep(&job.seats, job.board, contestants, faulty);
        Ok(run.entry(job, &opening, finished))
    }
}

/// Ends the run if its thread panics.
struct EndOnPanic<'a>(&'a Hall<'a>);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

impl Run {
    /// The game as the journal keeps it.
    fn entry(&self, job: &Job, opening: &Opening, finished: Finished) -> PlayedGame {
        let Finished { mut record, ending, effort } = finished;
        record.tags = vec![
            ("Number".to_owned(), job.number.to_string()),
            ("Encounter".to_owned(), job.encounter.to_string()),
            ("Ending".to_owned(), ending.to_string()),
        ];
        PlayedGame {
            number: job.number,
            encounter: job.encounter,
            board: job.board,
            opening: job.opening,
            opening_plies: opening.moves.len() as u32,
            plies: record.moves.len().saturating_sub(opening.moves.len()) as u32,
            seats: job.seats.clone(),
            ending,
            effort,
            record,
        }
    }
}

/// A number that depends on all of `parts` and looks random: the finaliser of SplitMix64 (Steele, Lea, Flood 2014),
/// applied after each.
pub(crate) fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |hash: u64, part| {
        let mut z = (hash ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
