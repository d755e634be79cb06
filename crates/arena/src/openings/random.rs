//! Openings drawn from a seed, balanced by a short search.
//!
//! Opening `i` is the best of a few candidates, each of them a walk of random legal moves after which the game goes
//! on. The dice of every opening begin at the seed and its number; the only thing it needs to know of the others is
//! which positions they led to. So a seed gives the same openings in the same order everywhere.
//!
//! What makes one candidate better than another does not depend on the scale of a game's evaluation: one that a short
//! search does not prove won, that was not there before, and of these the one with the least advantage.
//!
//! Where most openings are decided, the best of many by a short search is one that the search misjudged. So the best few
//! of many are compared again by a longer one. (Dipole, four plies, in which players may take any number of their own
//! pieces off the board: a search of 200 000 nodes finds the best of 8 even, that is within 50 points of log odds, in 17 %
//! of the cases, the best of 64 in 75 %, or in 36 % without the second look, and the best of 512 in 87 %.)

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition, LineAssessment, Means};
use mossa_game::{Assessment, InputError, InputKind, Verdict};
use mossa_search::{Limits, StopSignal, Table};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Opening;

/// So many good candidates are compared if nobody asks for more. The advantage of the best of 8 is, in the mean, a ninth
/// of what it could be if advantages are spread evenly; twice as many would halve that for twice the work.
pub const USUAL_CANDIDATES: usize = 8;
/// The most candidates that can be asked for.
pub const MOST_COMPARED: usize = 1_000;
/// Of so many candidates one is looked at again: none of 8, four of 64.
const CANDIDATES_PER_FINALIST: usize = 16;
/// For each that is wanted, so many different candidates are looked at before a rejected one is taken: if only one of
/// 10 is good, all of 64 are bad with a chance of 0.9^64, about one in a thousand.
const LOOKS_PER_CANDIDATE: usize = 8;
/// For each that is wanted, so many walks are tried. Most lead to somewhere new; on small boards many to the same place.
const WALKS_PER_CANDIDATE: usize = 64;
/// After so many walks into a game's end there is no other try: long openings of big boards take time.
const MOST_FAILURES: usize = 64;
/// The search that compares candidates: enough to see wins that are a few plies away.
const NODES: u64 = 2_000;
/// The search that compares the best of them.
const FINAL_NODES: u64 = 10 * NODES;
/// Cache lines of its table: room for four times its nodes.
const BUCKETS: usize = 2_048;

/// Randomness that is the same on every machine.
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The dice of number `i`. One throw of the seed's own dice lies between, so that neighbouring seeds do not share
    /// their openings.
    fn numbered(seed: u64, i: usize) -> Dice {
        Dice::new(Dice::new(seed).0.next_u64() ^ i as u64)
    }

    /// A number below `bound`: a fraction of 2^64, scaled.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Every order is equally likely (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// What a short search makes of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    /// Nobody's win is proven; how much better the best player is than the worst.
    Open { advantage: i64 },
    /// Somebody wins in so many plies.
    Decided { plies: u32 },
}

/// A walk of the right length.
struct Candidate {
    moves: Vec<String>,
    key: u64,
    worth: Worth,
    repeated: bool,
}

impl Candidate {
    /// Less is better. A proven win is worse than a repetition: it is the same game again, whoever plays it. Of wins
    /// the latest is the best.
    fn rank(&self) -> (bool, bool, i64) {
        match self.worth {
            Worth::Open { advantage } => (false, self.repeated, advantage),
            Worth::Decided { plies } => (true, self.repeated, -i64::from(plies)),
        }
    }
}

/// Openings of random moves, drawn when somebody asks for them.
pub struct RandomOpenings {
    game: Arc<dyn AnyGame>,
    plies: u32,
    seed: u64,
    /// Of so many the most even is taken; 1 takes what comes.
    best_of: usize,
    drawn: Vec<Opening>,
    /// Those of which somebody knows that they were drawn, by number.
    before: BTreeMap<usize, Opening>,
    /// The positions that the openings led to.
    taken: HashSet<u64>,
    /// What was searched before: on small boards candidates come again and again.
    known: HashMap<u64, Worth>,
}

impl RandomOpenings {
    /// Openings of exactly `plies` moves for `game`, each the most even of `best_of`; with 1, the first that chance offers.
    pub fn new(game: Arc<dyn AnyGame>, plies: u32, seed: u64, best_of: usize) -> RandomOpenings {
        let (drawn, before) = (Vec::new(), BTreeMap::new());
        let (taken, known) = (HashSet::new(), HashMap::new());
        RandomOpenings { game, plies, seed, best_of: best_of.max(1), drawn, before, taken, known }
    }

    /// Opening `i`. All before it are drawn first, for none is to come twice.
    pub fn nth(&mut self, i: usize) -> Result<Opening, InputError> {
        if self.plies == 0 {
            return Ok(Opening::default());
        }
        while self.drawn.len() <= i {
            let number = self.drawn.len();
            let opening = match self.before.remove(&number) {
                Some(opening) => {
                    self.taken.insert(opening.position(&self.game)?.key());
                    opening
                }
                None => self.draw(number)?,
            };
            self.drawn.push(opening);
        }
        Ok(self.drawn[i].clone())
    }

    /// Takes these by their numbers instead of drawing: they were drawn before, from the same game, plies and seed.
    /// What is already drawn now stays.
    pub fn remember(&mut self, drawn_before: BTreeMap<usize, Opening>) -> Result<(), InputError> {
        for opening in drawn_before.values() {
            opening.position(&self.game)?;
        }
        self.before = drawn_before;
        Ok(())
    }

    fn draw(&mut self, i: usize) -> Result<Opening, InputError> {
        let mut dice = Dice::numbered(self.seed, i);
        let candidates = self.candidates(&mut dice);
        let candidates = self.finalists(candidates);
        if let Some(best) = candidates.into_iter().min_by_key(Candidate::rank) {
            self.taken.insert(best.key);
            let decided = matches!(best.worth, Worth::Decided { .. });
            return Ok(Opening { start: None, moves: best.moves, decided, repeated: best.repeated });
        }
        // There are openings so long, but this time chance found none.
        if !self.drawn.is_empty() {
            let earlier = self.drawn[dice.below(self.drawn.len())].clone();
            return Ok(Opening { repeated: true, ..earlier });
        }
        let problem = format!("no opening of {} random plies in {}", self.plies, self.game.name());
        Err(InputError::new(InputKind::Setting, problem, "fewer plies: the game is over before"))
    }

    /// Different candidates, until enough of them are good.
    fn candidates(&mut self, dice: &mut Dice) -> Vec<Candidate> {
        let wanted = self.best_of;
        let (most_looks, most_walks) = (
            LOOKS_PER_CANDIDATE * wanted.max(USUAL_CANDIDATES),
            WALKS_PER_CANDIDATE * wanted.max(USUAL_CANDIDATES),
        );
        let mut candidates: Vec<Candidate> = Vec::new();
        let (mut good, mut failures) = (0, 0);
        for _ in 0..most_walks {
            if good == wanted || candidates.len() == most_looks || failures == MOST_FAILURES {
                break;
            }
            let Some(position) = walk(&self.game, self.plies, dice) else {
                failures += 1;
                continue;
            };
            let key = position.key();
            if candidates.iter().any(|candidate| candidate.key == key) {
                continue;
            }
            let worth = self.worth(&*position);
            let repeated = self.taken.contains(&key);
            good += usize::from(!repeated && matches!(worth, Worth::Open { .. }));
            candidates.push(Candidate { moves: position.history().to_vec(), key, worth, repeated });
        }
        candidates
    }

    /// The best of many candidates, after a longer look at them; few candidates as they are.
    fn finalists(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        let finalists = self.best_of / CANDIDATES_PER_FINALIST;
        if finalists < 2 {
            return candidates;
        }
        candidates.sort_by_key(Candidate::rank);
        candidates.truncate(finalists);
        for candidate in &mut candidates {
            let opening = Opening { moves: candidate.moves.clone(), ..Opening::default() };
            if let Ok(position) = opening.position(&self.game) {
                candidate.worth = searched(&*position, FINAL_NODES);
            }
        }
        candidates
    }

    fn worth(&mut self, position: &dyn AnyPosition) -> Worth {
        if self.best_of == 1 {
            return Worth::Open { advantage: 0 };
        }
        *self.known.entry(position.key()).or_insert_with(|| searched(position, NODES))
    }
}

/// A walk of `plies` random moves after which the game goes on; `None` if it went where every move ends the game.
fn walk(game: &Arc<dyn AnyGame>, plies: u32, dice: &mut Dice) -> Option<Box<dyn AnyPosition>> {
    let mut position = game.clone().start();
    for _ in 0..plies {
        let mut moves = position.moves();
        loop {
            if moves.is_empty() {
                return None;
            }
            let chosen = moves.swap_remove(dice.below(moves.len()));
            position.play(&chosen.text).ok()?;
            if position.result().is_none() {
                break;
            }
            position.undo();
        }
    }
    Some(position)
}

/// What a search of fixed size makes of `position`: one thread and an empty table, so that it is repeatable.
fn searched(position: &dyn AnyPosition, nodes: u64) -> Worth {
    // On huge boards, enough to look at every move at least once.
    let nodes = nodes.max(2 * position.moves().len() as u64);
    let table = Arc::new(Table::with_buckets(BUCKETS));
    let means = Means { seed: 0, limits: Limits::nodes(nodes), threads: 1, table };
    let analysis = position.analyse(&means.request(1), &StopSignal::new(), &mut |_| {});
    match analysis.lines.first().map(|line| &line.value) {
        Some(LineAssessment::Mover(value)) => worth_of_two(*value),
        Some(LineAssessment::Each(values)) => worth_of_many(values),
        None => Worth::Decided { plies: 0 },
    }
}

fn worth_of_two(value: Assessment) -> Worth {
    match value {
        Assessment::Guess { score } => Worth::Open { advantage: i64::from(score).abs() },
        Assessment::Proven { outcome: Verdict::Draw, .. } => Worth::Open { advantage: 0 },
        Assessment::Proven { plies, .. } => Worth::Decided { plies: plies.unwrap_or(0) },
    }
}

/// With more players, a result is even only if all of them share it.
fn worth_of_many(values: &[Assessment]) -> Worth {
    let mut scores = Vec::with_capacity(values.len());
    for value in values {
        match worth_of_two(*value) {
            Worth::Decided { plies } => return Worth::Decided { plies },
            Worth::Open { .. } => scores.push(match value {
                Assessment::Guess { score } => i64::from(*score),
                Assessment::Proven { .. } => 0,
            }),
        }
    }
    let most = scores.iter().max().copied().unwrap_or(0);
    let least = scores.iter().min().copied().unwrap_or(0);
    Worth::Open { advantage: most - least }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(score: i32) -> Assessment {
        Assessment::Guess { score }
    }

    fn proven(outcome: Verdict, plies: Option<u32>) -> Assessment {
        Assessment::Proven { outcome, plies }
    }

    #[test]
    fn worth_does_not_ask_who_is_better() {
        assert_eq!(worth_of_two(guess(-7)), worth_of_two(guess(7)));
        assert_eq!(worth_of_two(guess(i32::MIN)), Worth::Open { advantage: 1 << 31 });
        assert_eq!(worth_of_two(proven(Verdict::Draw, None)), Worth::Open { advantage: 0 });
        assert_eq!(worth_of_two(proven(Verdict::Loss, Some(4))), Worth::Decided { plies: 4 });
        assert_eq!(worth_of_many(&[guess(-5), guess(1), guess(9)]), Worth::Open { advantage: 14 });
        let [win, loss, draw] =
            [Verdict::Win, Verdict::Loss, Verdict::Draw].map(|outcome| proven(outcome, Some(3)));
        assert_eq!(worth_of_many(&[loss, win, loss]), Worth::Decided { plies: 3 });
        assert_eq!(worth_of_many(&[draw, draw, loss]), Worth::Decided { plies: 3 });
        assert_eq!(worth_of_many(&[draw, draw, draw]), Worth::Open { advantage: 0 });
    }

    #[test]
    fn candidates_are_ranked_by_what_is_wrong_with_them() {
        let candidate = |worth, repeated| Candidate { moves: Vec::new(), key: 0, worth, repeated };
        let open = |advantage| Worth::Open { advantage };
        let decided = |plies| Worth::Decided { plies };
        let ranked = [
            candidate(open(0), false),
            candidate(open(900), false),
            candidate(open(0), true),
            candidate(decided(9), false),
            candidate(decided(3), false),
            candidate(decided(9), true),
        ];
        assert!(ranked.is_sorted_by(|a, b| a.rank() < b.rank()));
    }

    #[test]
    fn numbered_dice_differ_by_seed_and_number() {
        let mut seen = HashSet::new();
        for seed in 0..50 {
            for i in 0..50 {
                assert!(seen.insert(Dice::numbered(seed, i).0.next_u64()), "{seed} {i}");
            }
        }
    }
}
