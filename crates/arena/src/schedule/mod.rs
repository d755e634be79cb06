//! Who meets whom, on which board, from which opening: pure functions of a plan and of the results so far.
//!
//! ```text
//! Schedule ── round(0), round(1), ... ──> Encounters ──> games: every seating of the players of an encounter
//! ```
//!
//! A round has an encounter for every grouping of the players on every board. All encounters of a round begin with
//! the opening of the same number, and the next round has the next opening. Rounds come one after the other, so an
//! interrupted run has compared its players evenly, but for its last round.
//!
//! | module | what it is |
//! |---|---|
//! | `groups` | which players sit down together, and in which seats |
//! | `swiss` | the pairings of a Swiss tournament |
//! | `matching` | the most pairs that a graph allows |
//! | `scores` | results so far, as far as a schedule wants to know them |

mod groups;
mod matching;
mod scores;
mod swiss;

use mossa_game::{InputError, InputKind, MAX_PLAYERS};
use serde::{Deserialize, Serialize};

use groups::Group;
pub use scores::Scores;

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// All players in one group: two, or as many as there are seats.
    Match,
    /// Everybody meets everybody. With more than two seats, all groups of as many players.
    RoundRobin,
    /// The first players meet all others. With more than two seats, all groups with players of both kinds.
    Gauntlet {
        /// How many are first.
        leaders: usize,
    },
    /// In each round, those with about equal points meet, and nobody twice while that is possible. For two seats. Here
    /// a win counts 1 and a draw 1/2, whatever the run's points are.
    Swiss,
    /// These pairs, by numbers of players.
    Explicit {
        /// Both players of each.
        pairs: Vec<(usize, usize)>,
    },
}

/// What is to be played: everything that decides who meets whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// Who meets whom.
    pub plan: Plan,
    /// How many players there are.
    pub players: usize,
    /// How many sit at a board; the same for all boards.
    pub seats: usize,
    /// How many boards there are.
    pub boards: usize,
    /// How many encounters each group has on each board. In a Swiss tournament, how many times players are paired.
    pub rounds: usize,
}

/// Who sits in each seat, by numbers of players.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seating(pub Vec<usize>);

/// The same players, board and opening with every seating: what makes results fair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Encounter {
    /// Its number in the run, from 0.
    pub number: u64,
    /// The round it belongs to.
    pub round: usize,
    /// Who sits in each seat in its first game.
    pub players: Vec<usize>,
    /// Which board.
    pub board: usize,
    /// Which opening of that board.
    pub opening: usize,
    /// The number of its first game in the run; the others follow.
    pub first_game: u64,
    /// The seatings of its games.
    pub games: Vec<Seating>,
}

impl Encounter {
    /// The games by number, with their seatings.
    pub fn numbered_games(&self) -> impl Iterator<Item = (u64, &Seating)> {
        (self.first_game..).zip(&self.games)
    }
}

/// The most encounters of a round: more would take days, and listing them must not take all memory.
const MOST_ENCOUNTERS: u64 = 100_000;
/// The most rounds: with the most encounters of the most seats, games can still be numbered.
const MOST_ROUNDS: usize = u32::MAX as usize;
/// The most players of a Swiss tournament. Pairing takes time with the cube of their number, a second or so for these.
const MOST_IN_SWISS: usize = 256;

impl Schedule {
    /// A schedule that can be played, or why it cannot.
    pub fn new(
        plan: Plan,
        players: usize,
        seats: usize,
        boards: usize,
        rounds: usize,
    ) -> Result<Schedule, InputError> {
        let schedule = Schedule { plan, players, seats, boards, rounds };
        schedule.validate()?;
        Ok(schedule)
    }

    /// Whether this can be played. A schedule that cannot be has no rounds.
    pub fn validate(&self) -> Result<(), InputError> {
        let Schedule { plan, players, seats, boards, rounds } = self;
        let (problem, expected) = match plan {
            _ if !(2..=MAX_PLAYERS).contains(seats) => (format!("boards with {seats} seats"), "2 to 6 seats"),
            _ if *boards == 0 => ("no boards".to_owned(), "at least one"),
            _ if *rounds == 0 => ("no rounds".to_owned(), "at least one"),
            _ if *rounds > MOST_ROUNDS => (format!("{rounds} rounds"), "fewer than 2^32"),
            _ if *players == 0 => ("no players".to_owned(), "at least one"),
            Plan::Match if *players != 2 && players != seats => {
                let expected = "two players, or as many as there are seats; for more there are tournaments";
                (format!("a match of {players} players for {seats} seats"), expected)
            }
            Plan::Gauntlet { leaders } if *leaders == 0 || leaders >= players => {
                let problem = format!("a gauntlet with {leaders} leaders among {players} players");
                (problem, "at least one leader and one other player")
            }
            Plan::Swiss if *seats != 2 => {
                (format!("a Swiss tournament for {seats} seats"), "boards with 2 seats")
            }
            Plan::Swiss if !(2..=MOST_IN_SWISS).contains(players) => {
                (format!("a Swiss tournament of {players}"), "2 to 256 players")
            }
            Plan::Explicit { pairs } if pairs.is_empty() => ("no pairs".to_owned(), "at least one"),
            Plan::Explicit { pairs } => match pairs.iter().find(|pair| !self.is_pair(**pair)) {
                Some((a, b)) => {
                    (format!("players {a} and {b} as a pair"), "two different players of the run")
                }
                None => return self.validate_size(),
            },
            _ => return self.validate_size(),
        };
        Err(InputError::new(InputKind::Setting, problem, expected))
    }

    fn is_pair(&self, (a, b): (usize, usize)) -> bool {
        a != b && a < self.players && b < self.players
    }

    fn validate_size(&self) -> Result<(), InputError> {
        let groups = match &self.plan {
            Plan::Swiss => self.players as u64 / 2,
            Plan::Explicit { pairs } => groups::count(2, self.seats) * pairs.len() as u64,
            _ => groups::count(self.players, self.seats),
        };
        let encounters = groups.saturating_mul(self.boards as u64);
        if encounters <= MOST_ENCOUNTERS {
            return Ok(());
        }
        let problem = format!("{encounters} encounters of {} players in each round", self.players);
        let expected = format!("at most {MOST_ENCOUNTERS}: fewer players or boards");
        Err(InputError::new(InputKind::Setting, problem, expected))
    }

    /// The encounters of a round; `None` after the last.
    ///
    /// Only a Swiss tournament looks at the scores, and only at those of earlier rounds, which must be complete. So a
    /// round is the same whenever it is asked for, even while it is being played.
    pub fn round(&self, round: usize, scores: &Scores) -> Option<Vec<Encounter>> {
        if round >= self.rounds || self.validate().is_err() {
            return None;
        }
        let groups = match self.plan {
            Plan::Swiss => self.paired(round, scores),
            _ => self.groups(),
        };
        let seatings: Vec<Vec<Seating>> = groups.iter().map(|group| group.seatings(round)).collect();
        let first_encounter = self.encounters_in_a_round().saturating_mul(round as u64);
        let mut first_game = self.games_in_a_round().saturating_mul(round as u64);
        let mut encounters = Vec::with_capacity(self.boards * groups.len());
        for board in 0..self.boards {
            for games in &seatings {
                encounters.push(Encounter {
                    number: first_encounter + encounters.len() as u64,
                    round,
                    players: games[0].0.clone(),
                    board,
                    opening: round,
                    first_game,
                    games: games.clone(),
                });
                first_game += games.len() as u64;
            }
        }
        Some(encounters)
    }

    /// Who sits out a round: at most one player of a Swiss tournament.
    pub fn bye(&self, round: usize, scores: &Scores) -> Option<usize> {
        let plays = self.plan == Plan::Swiss && round < self.rounds && self.validate().is_ok();
        plays.then(|| self.pairing(round, scores).bye).flatten()
    }

    /// How many games there are in all rounds.
    pub fn planned_games(&self) -> u64 {
        self.games_in_a_round().saturating_mul(self.rounds as u64)
    }

    /// How many encounters there are in all rounds.
    pub fn planned_encounters(&self) -> u64 {
        self.encounters_in_a_round().saturating_mul(self.rounds as u64)
    }

    /// How many encounters each round has.
    pub fn encounters_in_a_round(&self) -> u64 {
        let groups = match self.plan {
            Plan::Swiss => self.players / 2,
            _ => self.groups().len(),
        };
        (groups as u64).saturating_mul(self.boards as u64)
    }

    /// How many games each round has.
    pub fn games_in_a_round(&self) -> u64 {
        let games = match self.plan {
            Plan::Swiss => self.players / 2 * 2,
            _ => self.groups().iter().map(|group| group.seatings(0).len()).sum(),
        };
        (games as u64).saturating_mul(self.boards as u64)
    }

    /// Who sits down together in each round, if that is known beforehand.
    fn groups(&self) -> Vec<Group> {
        if self.validate().is_err() {
            return Vec::new();
        }
        let all: Vec<usize> = (0..self.players).collect();
        match &self.plan {
            Plan::Match | Plan::RoundRobin => groups::all(&all, self.seats),
            Plan::Gauntlet { leaders } => {
                let both_kinds = |group: &Group| {
                    group.players().any(|player| player < *leaders)
                        && group.players().any(|player| player >= *leaders)
                };
                groups::all(&all, self.seats).into_iter().filter(both_kinds).collect()
            }
            Plan::Explicit { pairs } => {
                pairs.iter().flat_map(|(a, b)| groups::all(&[*a, *b], self.seats)).collect()
            }
            Plan::Swiss => Vec::new(),
        }
    }

    fn paired(&self, round: usize, scores: &Scores) -> Vec<Group> {
        let pairs = self.pairing(round, scores).pairs;
        pairs.into_iter().map(|(a, b)| Group::new(vec![a, b])).collect()
    }

    fn pairing(&self, round: usize, scores: &Scores) -> swiss::Pairing {
        // A bye is worth an encounter on each board, both of its games won.
        let bye = 4 * self.boards as u64;
        swiss::pair(&scores.table(self.players, round, self.encounters_in_a_round(), bye))
    }
}
