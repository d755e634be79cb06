//! Eight levels of play: from one that a beginner beats to full strength.
//!
//! | level | looks ahead | nodes | weighs | careless | temperature | what it does |
//! |---|---|---|---|---|---|---|
//! | 1 | 1 ply | 50 000 | 64 moves | 1 of 2 | 2 | often moves anywhere, even past a win |
//! | 2 | 1 ply | 50 000 | 64 moves | 1 of 5 | 1 | takes a win at once, never looks at answers |
//! | 3 | 2 plies | 50 000 | 32 moves | 1 of 10 | 1/2 | also prevents what would lose at once |
//! | 4 | 3 plies | 50 000 | 16 moves | never | 1/4 | sees two of its own moves ahead, imprecisely |
//! | 5 | 4 plies | 100 000 | 12 moves | never | 1/8 | solid, small inaccuracies |
//! | 6 | 6 plies | 200 000 | 6 moves | never | 1/16 | strong, varies between nearly equal moves |
//! | 7 | unlimited | 300 000 | 1 move | never | 0 | always what it thinks best |
//! | 8 | the caller's limits and threads, nothing held back ||||||
//!
//! A weaker level errs in three ways, as people do: it sees less far; it is sometimes *careless* and
//! moves anywhere (from level 3 on: anywhere among the moves that it weighs); and it takes a worse
//! move the more readily, the higher its *temperature*. The temperature is measured in the mean distance between the best move
//! and the others, so it means the same in every game whatever the scale of its evaluation.
//!
//! What no level above 1 does: leave a win that it has seen. What no level above 2 does: walk into a
//! loss that it has seen while there is another way.
//!
//! The nodes are those of boards with up to 225 moves; huge boards get fewer, so that nobody waits for long.
//!
//! Levels 1 to 7 use no wall clock, one thread and a table of their own: the same position and
//! seed give the same move on every machine, and hints do not make the opponent any wiser.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use mossa_game::{Assessment, InputError, InputKind, SHARE_TOTAL, Shares, Verdict};
use mossa_search::{Feature, Features, Limits, StopSignal, Table};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::any::{Analysis, AnalysisLine, AnalysisRequest, AnyPosition, LineAssessment, Method};

/// How well to play: 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Level(u8);

/// What a player may use for a move.
#[derive(Clone, Debug)]
pub struct Means {
    /// Where all randomness begins. Together with the position it decides what levels below 8 play.
    pub seed: u64,
    /// How long full strength may think.
    pub limits: Limits,
    /// How many threads full strength uses.
    pub threads: usize,
    /// What full strength and hints remember from move to move.
    pub table: Arc<Table>,
}

impl Means {
    /// One second a move on one thread with a table of 64 MB.
    pub fn new(seed: u64) -> Means {
        Means {
            seed,
            limits: Limits::per_move(Duration::from_secs(1)),
            threads: 1,
            table: Arc::new(Table::new(64)),
        }
    }

    /// The request for an analysis with all of these means.
    pub fn request(&self, lines: usize) -> AnalysisRequest {
        AnalysisRequest {
            method: Method::Auto,
            limits: self.limits,
            lines,
            threads: self.threads,
            features: Features::ALL,
            brain: None,
            seed: self.seed,
            table: self.table.clone(),
            details: false,
            only: Vec::new(),
            win_within: None,
        }
    }
}

/// What a level below 8 does.
struct Plan {
    depth: Option<u32>,
    nodes: u64,
    lines: usize,
    /// One of so many moves is made without thought; 0 means none.
    careless_of: u32,
    temperature: f64,
}

/// Up to so many moves, positions cost about the same; a gomoku board has 225.
const ORDINARY_MOVES: u64 = 225;

impl Plan {
    /// How many nodes a position with so many moves gets. With more moves each node costs more, so there are fewer,
    /// but always enough to look at every move once for each line.
    fn nodes_for(&self, moves: u64) -> u64 {
        let fewer = self.nodes * ORDINARY_MOVES / moves.max(ORDINARY_MOVES);
        fewer.max((2 * self.lines as u64 * moves).min(self.nodes))
    }
}

/// Levels 1 to 7, as the table above says.
const PLANS: [Plan; 7] = [
    Plan { depth: Some(1), nodes: 50_000, lines: 64, careless_of: 2, temperature: 2.0 },
    Plan { depth: Some(1), nodes: 50_000, lines: 64, careless_of: 5, temperature: 1.0 },
    Plan { depth: Some(2), nodes: 50_000, lines: 32, careless_of: 10, temperature: 0.5 },
    Plan { depth: Some(3), nodes: 50_000, lines: 16, careless_of: 0, temperature: 0.25 },
    Plan { depth: Some(4), nodes: 100_000, lines: 12, careless_of: 0, temperature: 0.125 },
    Plan { depth: Some(6), nodes: 200_000, lines: 6, careless_of: 0, temperature: 0.0625 },
    Plan { depth: None, nodes: 300_000, lines: 1, careless_of: 0, temperature: 0.0 },
];

/// From this level on a win that was seen is taken.
const TAKES_WINS: Level = Level(2);
/// From this level on a loss that was seen is avoided.
const AVOIDS_LOSSES: Level = Level(3);
/// The table of a level below 8, in megabytes: room for 65 536 positions, enough for its few nodes.
const OWN_TABLE: usize = 1;

impl Level {
    /// Beatable by a beginner.
    pub const EASIEST: Level = Level(1);
    /// Full strength.
    pub const FULL: Level = Level(8);

    /// Level `number`, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        (Level::EASIEST.0..=Level::FULL.0).contains(&number).then_some(Level(number))
    }

    /// All levels, easiest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (Level::EASIEST.0..=Level::FULL.0).map(Level)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The move that this level plays, and what it saw; `None` if the game is over.
    pub fn choose(
        self,
        position: &dyn AnyPosition,
        means: &Means,
        stop: &StopSignal,
    ) -> Option<(String, Analysis)> {
        let Some(plan) = PLANS.get(usize::from(self.0) - 1) else {
            let analysis = position.analyse(&means.request(1), stop, &mut |_| {});
            let best = analysis.best()?.to_owned();
            return Some((best, analysis));
        };
        let analysis = self.look(plan, position, means.seed, stop);
        let best = analysis.best()?.to_owned();
        // Positions differ in their draws, games with the same seed do not.
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(means.seed.rotate_left(32) ^ position.key());
        let chosen = self.pick(plan, position, &analysis, &mut dice).unwrap_or(best);
        Some((chosen, analysis))
    }

    /// What this level sees. Moves are weighed against each other only by the same depth: an iteration that was
    /// broken off does not count, unless it was the first or only the best move is wanted.
    fn look(self, plan: &Plan, position: &dyn AnyPosition, seed: u64, stop: &StopSignal) -> Analysis {
        let mut complete = None;
        let moves = position.moves().len() as u64;
        let last = position.analyse(&self.request(plan, seed, moves), stop, &mut |analysis| {
            complete = Some(analysis.clone());
        });
        if plan.lines > 1 { complete.unwrap_or(last) } else { last }
    }

    fn request(self, plan: &Plan, seed: u64, moves: u64) -> AnalysisRequest {
        AnalysisRequest {
            method: Method::Auto,
            limits: Limits { depth: plan.depth, nodes: Some(plan.nodes_for(moves)), ..Limits::default() },
            lines: plan.lines,
            threads: 1,
            features: self.features(),
            brain: None,
            seed,
            table: Arc::new(Table::new(OWN_TABLE)),
            details: false,
            only: Vec::new(),
            win_within: None,
        }
    }

    /// The first levels see exactly as many plies as they look ahead: nothing that looks further is on.
    fn features(self) -> Features {
        if self >= AVOIDS_LOSSES {
            return Features::ALL;
        }
        let farsighted = [Feature::Knowledge, Feature::Quiescence, Feature::Extensions];
        farsighted.into_iter().fold(Features::ALL, Features::without)
    }

    /// A move by this level's habits; `None` for the best one.
    fn pick(
        self,
        plan: &Plan,
        position: &dyn AnyPosition,
        analysis: &Analysis,
        dice: &mut Xoshiro256PlusPlus,
    ) -> Option<String> {
        let players = position.game().players();
        let values = analysis.lines.iter().map(|line| foreseen(for_mover(line, position), players));
        let values: Vec<Assessment> = values.collect();
        let sees = |outcome| move |value: &Assessment| verdict(value) == Some(outcome);
        if self >= TAKES_WINS && values.first().is_some_and(sees(Verdict::Win)) {
            return None;
        }
        let careless = plan.careless_of > 0 && dice.random_range(0..plan.careless_of) == 0;
        if careless && self < AVOIDS_LOSSES {
            let all = position.moves();
            return all.get(dice.random_range(0..all.len().max(1))).map(|m| m.text.clone());
        }
        let refuses = |value: &Assessment| self >= AVOIDS_LOSSES && sees(Verdict::Loss)(value);
        if plan.temperature == 0.0 || values.iter().all(refuses) {
            return None;
        }
        let weights = values.iter().zip(shortfalls(&values)).map(|(value, shortfall)| match value {
            value if refuses(value) => 0.0,
            _ if careless => 1.0,
            _ => falling(shortfall / plan.temperature),
        });
        let chosen = draw(&weights.collect::<Vec<f64>>(), dice);
        analysis.lines.get(chosen).and_then(|line| line.moves.first().cloned())
    }
}

/// What a line is worth to the player to move.
pub(crate) fn for_mover(line: &AnalysisLine, position: &dyn AnyPosition) -> Assessment {
    match &line.value {
        LineAssessment::Mover(value) => *value,
        LineAssessment::Each(values) => {
            values.get(position.to_move().index()).copied().unwrap_or(Assessment::Guess { score: 0 })
        }
    }
}

/// With more than two players a win or loss that is seen ahead is rarely certain, but it is acted upon as if it were.
fn foreseen(value: Assessment, players: usize) -> Assessment {
    let Assessment::Guess { score } = value else { return value };
    let share = score + SHARE_TOTAL / players as i32;
    match share {
        _ if players == 2 => value,
        // Guesses that were not made from a result stay between the two.
        _ if share >= SHARE_TOTAL - Shares::MARGIN => {
            Assessment::Proven { outcome: Verdict::Win, plies: None }
        }
        _ if share <= Shares::MARGIN => Assessment::Proven { outcome: Verdict::Loss, plies: None },
        _ => value,
    }
}

fn verdict(value: &Assessment) -> Option<Verdict> {
    match value {
        Assessment::Proven { outcome, .. } => Some(*outcome),
        Assessment::Guess { .. } => None,
    }
}

/// The number of a value that is neither won nor lost.
fn score(value: &Assessment) -> Option<f64> {
    match value {
        Assessment::Proven { outcome: Verdict::Draw, .. } => Some(0.0),
        Assessment::Proven { .. } => None,
        Assessment::Guess { score } => Some(f64::from(*score)),
    }
}

/// How far each value lies below the best, in units of the mean distance of all that are neither won nor lost.
/// A win lies one unit above everything else, a loss one unit below: enough to be liked and disliked by
/// those who can still get it wrong.
fn shortfalls(values: &[Assessment]) -> Vec<f64> {
    let scores: Vec<f64> = values.iter().filter_map(score).collect();
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let worst = scores.iter().copied().fold(f64::MAX, f64::min);
    let mean = scores.iter().map(|score| best - score).sum::<f64>() / scores.len().max(1) as f64;
    let unit = if mean > 0.0 { mean } else { 1.0 };
    let below_win = if values.iter().any(|value| verdict(value) == Some(Verdict::Win)) { 1.0 } else { 0.0 };
    let span = if scores.is_empty() { 0.0 } else { (best - worst) / unit };
    let shortfall = |value: &Assessment| match (score(value), verdict(value)) {
        (Some(score), _) => below_win + (best - score) / unit,
        (None, Some(Verdict::Win)) => 0.0,
        (None, _) => below_win + span + 1.0,
    };
    values.iter().map(shortfall).collect()
}

/// Very nearly e^-x for what matters here, as (1 + x/16)^-16: made of operations that are rounded alike on
/// every machine, which `exp` is not.
fn falling(x: f64) -> f64 {
    let base = 1.0 + x / 16.0;
    let square = base * base;
    let fourth = square * square;
    let eighth = fourth * fourth;
    1.0 / (eighth * eighth)
}

/// An index, each with a chance in proportion to its weight.
fn draw(weights: &[f64], dice: &mut Xoshiro256PlusPlus) -> usize {
    let sum: f64 = weights.iter().sum();
    let mut left = dice.random::<f64>() * sum;
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    // Rounding may leave a crumb: it belongs to the last one with any weight.
    weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0)
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Level, InputError> {
        let level = text.trim().parse().ok().and_then(Level::new);
        level.ok_or_else(|| {
            let expected = "a number from 1 (a beginner wins) to 8 (full strength)";
            InputError::new(InputKind::Setting, format!("no level `{text}`"), expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_game::{Outcome, Player};

    #[test]
    fn levels_are_read_and_refused() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse::<Level>().unwrap(), level);
        }
        for text in ["", "0", "9", "-1", "easy", "300"] {
            let error = text.parse::<Level>().unwrap_err();
            assert!(error.kind == InputKind::Setting && error.to_string().contains("from 1"), "{error}");
        }
    }

    #[test]
    fn shortfalls_do_not_depend_on_the_scale_of_the_evaluation() {
        let values = |scale: i32| [7, 5, 0, -2].map(|score| Assessment::Guess { score: score * scale });
        assert_eq!(shortfalls(&values(1)), shortfalls(&values(100)));
        assert_eq!(shortfalls(&values(0)), [0.0; 4]);
    }

    #[test]
    fn wins_come_before_guesses_and_losses_after() {
        let proven = |outcome| Assessment::Proven { outcome, plies: Some(1) };
        let guess = |score| Assessment::Guess { score };
        let found = shortfalls(&[proven(Verdict::Win), guess(4), guess(1), proven(Verdict::Loss)]);
        assert!(found.is_sorted_by(|a, b| a < b), "{found:?}");
        assert_eq!(shortfalls(&[proven(Verdict::Loss)]), [1.0]);
    }

    #[test]
    fn with_more_players_results_are_seen_even_if_they_are_not_certain() {
        for players in 3..=6 {
            let seen = |shares: Shares| {
                let told = Player::all(players).map(|player| shares.assessment(player, players, false));
                told.map(|value| verdict(&foreseen(value, players))).collect::<Vec<_>>()
            };
            for plies in [1, 9, 3000] {
                let found = seen(Shares::of_outcome(&Outcome::win(Player::SECOND, players), plies));
                assert_eq!(found[..3], [Verdict::Loss, Verdict::Win, Verdict::Loss].map(Some), "{players}");
            }
            let mut weights = vec![0; players];
            weights[1] = 1_000_000;
            assert_eq!(seen(Shares::guess(&weights)), vec![None; players], "a guess is only a guess");
        }
        let sure = Assessment::Guess { score: 28_999 };
        assert_eq!(foreseen(sure, 2), sure);
    }

    #[test]
    fn draws_follow_their_weights() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0; 4];
        (0..10_000).for_each(|_| counts[draw(&[3.0, 0.0, 1.0, 0.0], &mut dice)] += 1);
        assert!(counts[1] == 0 && counts[3] == 0 && (7_200..7_800).contains(&counts[0]), "{counts:?}");
        assert!(falling(0.0) == 1.0 && falling(1.0) < 0.4 && falling(50.0) < 1e-8);
    }
}
