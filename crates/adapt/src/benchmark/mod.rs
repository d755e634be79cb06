//! Series of games against a bot with the adaptation on and off, from the same seeds.
//!
//! A series consists of sessions that know nothing of each other, each with a fresh profile and book; they are what runs
//! in parallel, and what intervals are made of. Game `i` of session `s` has the same opening, sides and dice of the bot
//! in both arms, so that arms are compared game by game. The answer depends on the seed alone, not on the threads.

mod game;
mod openings;
mod report;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use mossa_engine::AnyGame;
use mossa_game::InputError;
use serde::{Deserialize, Serialize};

pub use game::{GameRow, Rival};
pub use openings::{Openings, drawn};
pub use report::{Arm, BenchmarkReport, Compared, Point};

use crate::bots::Bot;
use crate::dice::Dice;
use crate::judge::{Judge, Means};
use crate::player::{Adaptive, Settings};
use crate::profile::Profile;
use crate::suspects::Suspects;

/// Who plays against the adaptive player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentName {
    /// A bot of the game.
    Bot(String),
    /// The game's solver.
    Perfect,
}

impl OpponentName {
    /// Its name, as profiles are kept by.
    pub fn name(&self) -> &str {
        match self {
            OpponentName::Bot(name) => name,
            OpponentName::Perfect => "perfect",
        }
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Against whom.
    pub opponent: OpponentName,
    /// How the adaptive player plays; the other arm is its [control](Settings::control).
    pub settings: Settings,
    /// How games begin.
    pub openings: Openings,
    /// How many sessions.
    pub sessions: usize,
    /// How many games each has; with openings, each opening is played from both sides.
    pub games: usize,
    /// Where all randomness begins.
    pub seed: u64,
    /// How many sessions are played at once.
    pub threads: usize,
}

/// The sessions of one arm.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// The sessions in their order.
    pub sessions: Vec<Session>,
}

/// Games one after another, with what was learned on the way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Session {
    /// The games.
    pub games: Vec<GameRow>,
    /// Which weaknesses were named after each game, the strongest first.
    pub named: Vec<Vec<String>>,
    /// The ratio to what is ordinary of each theme after each game, in the order of the profile.
    pub ratios: Vec<Vec<f64>>,
    /// The profile at the end.
    pub profile: Profile,
}

/// What all sessions share: nothing that depends on what happens in them.
struct Shared {
    game: Arc<dyn AnyGame>,
    judge: Arc<Judge>,
    suspects: Arc<Suspects>,
    /// Tells which moves gave away a result, where the game can tell.
    referee: Option<Arc<Judge>>,
}

/// Plays the plan with and without adaptation; `watch` hears how many sessions are done and how many there are.
pub fn run(
    game: &Arc<dyn AnyGame>,
    plan: &Plan,
    watch: &(dyn Fn(usize, usize) + Sync),
) -> Result<BenchmarkReport, InputError> {
    let control = Plan { settings: plan.settings.control(), ..plan.clone() };
    let on = series(game, plan, &|done| watch(done, 2 * plan.sessions))?;
    let off = series(game, &control, &|done| watch(plan.sessions + done, 2 * plan.sessions))?;
    Ok(BenchmarkReport::new(game, plan, on, off))
}

/// Plays the sessions of one arm; `watch` hears how many are done.
pub fn series(
    game: &Arc<dyn AnyGame>,
    plan: &Plan,
    watch: &(dyn Fn(usize) + Sync),
) -> Result<Series, InputError> {
    let Plan { settings, .. } = plan;
    if let OpponentName::Bot(name) = &plan.opponent {
        Bot::new(&**game, name, 0)?;
    } else {
        Judge::new(&**game, Means::Solver, 0)?;
    }
    game.prepare();
    let judge = Arc::new(Judge::new(&**game, settings.means, settings.tolerance)?);
    let referee = match settings.means {
        Means::Solver => Some(judge.clone()),
        _ if game.has_quick_solver() => Judge::new(&**game, Means::Solver, 0).ok().map(Arc::new),
        _ => None,
    };
    let shared = Shared { game: game.clone(), judge, suspects: Arc::new(Suspects::of(game)), referee };
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let found = Mutex::new(vec![None; plan.sessions]);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.clamp(1, plan.sessions.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= plan.sessions {
                        break;
                    }
                    let session = play_session(&shared, plan, number);
                    if let Some(place) = found.lock().unwrap_or_else(PoisonError::into_inner).get_mut(number)
                    {
                        *place = Some(session);
                    }
                    watch(done.fetch_add(1, Relaxed) + 1);
                }
            });
        }
    });
    let sessions = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let sessions: Result<Vec<Session>, InputError> = sessions.into_iter().flatten().collect();
    Ok(Series { sessions: sessions? })
}

fn play_session(shared: &Shared, plan: &Plan, number: usize) -> Result<Session, InputError> {
    let Shared { game, judge, suspects, referee } = shared;
    let seed = Dice::of(plan.seed, number as u64).next();
    let rival = match &plan.opponent {
        OpponentName::Bot(name) => Rival::Bot(Bot::new(&**game, name, seed)?),
        OpponentName::Perfect => {
            let judge = match referee {
                Some(referee) => referee.clone(),
                None => Arc::new(Judge::new(&**game, Means::Solver, 0)?),
            };
            Rival::Perfect { judge, seed }
        }
    };
    let mut player =
        Adaptive::sharing(game, plan.opponent.name(), plan.settings.clone(), judge.clone(), suspects.clone());
    let openings = drawn(game, &plan.openings, plan.games.div_ceil(2), seed);
    let mut session = Session {
        games: Vec::with_capacity(plan.games),
        named: Vec::new(),
        ratios: Vec::new(),
        profile: player.profile().clone(),
    };
    for index in 0..plan.games {
        let opening = openings.get(index / 2).map_or(&[][..], Vec::as_slice);
        // The opening's side to move is ours in every other game.
        let seat = (opening.len() + index) % 2;
        let rival = rival.with_seed(Dice::of(seed, index as u64 + 1).next());
        let row = game::play(game, &mut player, &rival, opening, seat, referee.as_deref())?;
        session.games.push(row);
        let profile = player.profile();
        session.named.push(profile.weaknesses().iter().map(|belief| belief.theme.clone()).collect());
        session.ratios.push(profile.themes.iter().map(crate::belief::Belief::ratio).collect());
    }
    session.profile = player.profile().clone();
    Ok(session)
}
