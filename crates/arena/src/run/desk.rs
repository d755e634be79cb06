//! The organiser's desk: which game comes next, and what became of the others. Workers share it behind a lock.

use std::collections::{BTreeSet, VecDeque};

use super::journal::{Journal, JournalError};
use super::sequential::Sequential;
use crate::played::PlayedGame;
use crate::schedule::{Plan, Schedule, Scores};

/// A game to play.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) encounter: u64,
    pub(super) board: usize,
    pub(super) opening: usize,
    pub(super) seats: Vec<usize>,
}

/// What a worker does next.
pub(super) enum Next {
    /// Plays this game.
    Play(Job),
    /// Waits until others have finished theirs.
    Wait,
    /// Goes home.
    Leave,
}

/// Everything about the run that changes while it goes on.
pub(super) struct Desk {
    schedule: Schedule,
    /// The next round.
    round: usize,
    scores: Scores,
    queue: VecDeque<Job>,
    playing: usize,
    games: Vec<PlayedGame>,
    done: BTreeSet<u64>,
    journal: Journal,
    sequential: Option<Sequential>,
    closed: bool,
    failure: Option<JournalError>,
}

impl Desk {
    /// A desk for a run of which `games` were played before.
    pub(super) fn new(
        schedule: Schedule,
        journal: Journal,
        games: Vec<PlayedGame>,
        mut sequential: Option<Sequential>,
    ) -> Desk {
        if let Some(test) = &mut sequential {
            games.iter().for_each(|game| test.add(game));
        }
        let mut scores = Scores::new();
        games.iter().for_each(|game| scores.add(game.encounter, &game.seats, &game.outcome()));
        Desk {
            schedule,
            round: 0,
            scores,
            queue: VecDeque::new(),
            playing: 0,
            done: games.iter().map(|game| game.number).collect(),
            games,
            journal,
            sequential,
            closed: false,
            failure: None,
        }
    }

    /// What to do next.
    pub(super) fn next(&mut self) -> Next {
        loop {
            if self.is_closed() {
                return Next::Leave;
            }
            if let Some(job) = self.queue.pop_front() {
                self.playing += 1;
                return Next::Play(job);
            }
            if self.playing > 0 && self.schedule.plan == Plan::Swiss {
                return Next::Wait;
            }
            if !self.load_round() {
                return Next::Leave;
            }
        }
    }

    /// Queues what is left of the next round (Swiss pairings look at all rounds before it); `false` if there is none.
    fn load_round(&mut self) -> bool {
        let Some(encounters) = self.schedule.round(self.round, &self.scores) else { return false };
        for encounter in &encounters {
            for (number, seating) in
                encounter.numbered_games().filter(|(number, _)| !self.done.contains(number))
            {
                self.queue.push_back(Job {
                    number,
                    encounter: encounter.number,
                    board: encounter.board,
                    opening: encounter.opening,
                    seats: seating.0.clone(),
                });
            }
        }
        self.round += 1;
        true
    }

    /// A game is over: it is on disk when this returns `true`.
    pub(super) fn finished(&mut self, game: &PlayedGame) -> bool {
        self.playing -= 1;
        if self.failure.is_some() {
            return false;
        }
        if let Err(error) = self.journal.add(game) {
            self.failure = Some(error);
            return false;
        }
        if let Some(test) = &mut self.sequential {
            test.add(game);
        }
        self.scores.add(game.encounter, &game.seats, &game.outcome());
        self.done.insert(game.number);
        self.games.push(game.clone().lightened());
        true
    }

    /// A game was broken off.
    pub(super) fn abandoned(&mut self) {
        self.playing -= 1;
        self.closed = true;
    }

    /// Whether no further game begins: the run was stopped, decided, or cannot go on.
    pub(super) fn is_closed(&self) -> bool {
        self.closed || self.failure.is_some() || self.is_decided()
    }

    /// Whether the sequential test has its answer.
    pub(super) fn is_decided(&self) -> bool {
        self.sequential.as_ref().is_some_and(|test| test.accepted().is_some())
    }

    /// No further game begins.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    /// The games, the test, and why the run could not go on.
    pub(super) fn clear(self) -> (Vec<PlayedGame>, Option<Sequential>, Option<JournalError>) {
        (self.games, self.sequential, self.failure)
    }
}
