//! What kind of player the opponent may be, and what such a player would answer.
//!
//! A *suspect* is a player who looks so many plies ahead with some evaluation: the game's own, or the brain that takes
//! weights for themes, with one theme left out or one habit doubled. Each suspect gives each answer a probability: a win
//! that it sees is played, a loss that it sees is not, and between guesses it wavers. Two more are the careless one, who
//! plays anything, and the expert, who plays what the judge finds best. The suspicion is the posterior over
//! suspects, by what the opponent has played; the prediction is their mixture.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{BrainWeights, ThemeInfo, ThemeKind, Verdict};
use mossa_search::Limits;
use serde::{Deserialize, Serialize};

use crate::judge::{Judge, Judged, look, rank, short_sighted, verdict};

/// The logarithm of how likely each suspect is, by name, the most likely being 0. Who is not named is as likely as at first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Suspicion {
    /// By name.
    pub weights: BTreeMap<String, f64>,
}

impl Suspicion {
    fn weight(&self, name: &str) -> f64 {
        self.weights.get(name).copied().unwrap_or(0.0)
    }

    /// Lets what was learned fade: what is left of it is `part`.
    pub fn fade(&mut self, part: f64) {
        self.weights.values_mut().for_each(|weight| *weight *= part);
    }

    /// How likely it is that the opponent sees the game with the eyes called `eyes`: a theme's name, however deep.
    pub fn share(&self, eyes: &str) -> f64 {
        let is_of = |name: &str| name.strip_prefix(eyes).is_some_and(|depth| depth.starts_with('-'));
        self.likely().into_iter().filter(|(name, _)| is_of(name)).map(|(_, chance)| chance).sum()
    }

    /// The most likely suspects with their probabilities, best first, among all that have been weighed.
    pub fn likely(&self) -> Vec<(&str, f64)> {
        let sum: f64 = self.weights.values().map(|weight| weight.exp()).sum();
        let mut all: Vec<(&str, f64)> =
            self.weights.iter().map(|(name, weight)| (name.as_str(), weight.exp() / sum)).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all
    }
}

/// One kind of player.
#[derive(Clone, PartialEq, Debug)]
struct Suspect {
    name: String,
    brain: Option<String>,
    sight: Sight,
}

/// How much a suspect sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sight {
    /// Nothing: it plays anything.
    Nothing,
    /// So many plies ahead.
    Plies(u32),
    /// What the judge sees.
    Everything,
}

/// A suspect, by number, and the key of a position.
type Asked = (usize, u64);
/// The probability of each legal move.
type Answers = Arc<Vec<f64>>;

/// All suspects of a game.
pub struct Suspects {
    all: Vec<Suspect>,
    /// What each suspect answers in positions that came before.
    known: Mutex<HashMap<Asked, Answers>>,
}

/// Nobody is so regular that nothing else can happen: so much of the probability goes to all moves alike.
const SURPRISE: f64 = 0.03;
/// How far guesses waver, as a part of their mean size. Scores that are multiplied by numbers from 0.8 to 1.2 have a
/// standard deviation of 0.115 of their size; the difference of two is as spread as a logistic of scale 0.115 * sqrt(6) / pi.
const WAVER: f64 = 0.09;
/// Who is less likely than the first by more than e^-8 is not asked until that has faded.
const UNLIKELY: f64 = -8.0;
/// A prediction mixes at most so many suspects: the most likely.
const MIXED: usize = 3;
/// A search for a suspect ends after so many nodes, in games where a position has many moves.
const MOST_NODES: u64 = 20_000;
/// Depths that are tried where positions have few moves, and where they have many.
const DEPTHS: [u32; 4] = [1, 2, 3, 4];
/// From so many moves on, only the first two depths are tried.
const MANY_MOVES: usize = 20;
/// So many predictions are remembered.
const MOST_KNOWN: usize = 400_000;

impl Suspects {
    /// The suspects of a game.
    pub fn of(game: &Arc<dyn AnyGame>) -> Suspects {
        let many = game.clone().start().moves().len() > MANY_MOVES;
        let depths = if many { &DEPTHS[..2] } else { &DEPTHS[..] };
        let mut eyes = vec![("ordinary".to_owned(), None)];
        if let Some(brain) = game.info().weighted_brain.filter(|brain| game.has_brain(brain)) {
            eyes.push(("neutral".to_owned(), Some(brain.to_owned())));
            eyes.extend(
                game.themes().iter().map(|theme| (theme.name.to_owned(), Some(biased(brain, theme)))),
            );
        }
        eyes.retain(|(_, brain)| brain.as_ref().is_none_or(|brain| game.has_brain(brain)));
        let seen = eyes.iter().flat_map(|(name, brain)| {
            depths.iter().map(move |depth| Suspect {
                name: format!("{name}-{depth}"),
                brain: brain.clone(),
                sight: Sight::Plies(*depth),
            })
        });
        let other = |name: &str, sight| Suspect { name: name.to_owned(), brain: None, sight };
        let others = [other("careless", Sight::Nothing), other("expert", Sight::Everything)];
        let all = others.into_iter().chain(seen).collect();
        Suspects { all, known: Mutex::new(HashMap::new()) }
    }

    /// Learns from an answer that was played in `position`.
    pub fn learn(&self, judge: &Judge, suspicion: &mut Suspicion, position: &dyn AnyPosition, played: &str) {
        let Some(index) = position.moves().iter().position(|m| m.text == played) else { return };
        for (number, suspect) in self.all.iter().enumerate() {
            let weight = suspicion.weight(&suspect.name);
            if weight >= UNLIKELY {
                let chance = self.answers(judge, number, position).get(index).copied().unwrap_or(SURPRISE);
                suspicion.weights.insert(suspect.name.clone(), weight + chance.max(1e-6).ln());
            }
        }
        let best = suspicion.weights.values().copied().fold(f64::MIN, f64::max);
        suspicion.weights.values_mut().for_each(|weight| *weight -= best);
    }

    /// The probability of each legal move of `position`, in the game's order, before the opponent plays.
    pub fn predict(&self, judge: &Judge, suspicion: &Suspicion, position: &dyn AnyPosition) -> Vec<f64> {
        let mut likely: Vec<(usize, f64)> = self
            .all
            .iter()
            .enumerate()
            .map(|(number, s)| (number, suspicion.weight(&s.name).exp()))
            .collect();
        likely.sort_by(|a, b| b.1.total_cmp(&a.1));
        likely.truncate(MIXED);
        let sum: f64 = likely.iter().map(|(_, weight)| weight).sum();
        let mut mixed = vec![0.0; position.moves().len()];
        for (number, weight) in likely {
            let answers = self.answers(judge, number, position);
            mixed.iter_mut().zip(answers.iter()).for_each(|(mixed, answer)| *mixed += weight / sum * answer);
        }
        mixed
    }

    /// What one suspect answers.
    fn answers(&self, judge: &Judge, number: usize, position: &dyn AnyPosition) -> Answers {
        let ply = position.history().len() as u64;
        let key = (number, position.key() ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return known.clone();
        }
        let found =
            Arc::new(self.all.get(number).map_or_else(Vec::new, |suspect| suspect.answers(judge, position)));
        let mut known = lock();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, found.clone());
        found
    }
}

/// The weighted brain of somebody who does not see a theme, or who follows a habit.
fn biased(brain: &str, theme: &ThemeInfo) -> String {
    let weights = match theme.kind {
        ThemeKind::Sight => {
            BrainWeights::default().with(theme.name, 0).with(&format!("defence-{}", theme.name), 0)
        }
        ThemeKind::Habit => BrainWeights::default().with(theme.name, 200),
    };
    weights.name_for(brain)
}

impl Suspect {
    fn answers(&self, judge: &Judge, position: &dyn AnyPosition) -> Vec<f64> {
        let moves = position.moves();
        let even = 1.0 / moves.len().max(1) as f64;
        let found = match self.sight {
            Sight::Nothing => return vec![even; moves.len()],
            Sight::Everything => judge.judge(position).moves.clone(),
            Sight::Plies(depth) => {
                let limits = Limits { depth: Some(depth), nodes: Some(MOST_NODES), ..Limits::default() };
                look(position, self.brain.as_deref(), limits, short_sighted(), &[])
            }
        };
        let weights = inclinations(&found);
        let sum: f64 = weights.iter().sum();
        let chance = |text: &str| {
            let index = found.iter().position(|m| m.text == text);
            index.and_then(|index| weights.get(index)).map_or(0.0, |weight| weight / sum)
        };
        moves.iter().map(|m| SURPRISE * even + (1.0 - SURPRISE) * chance(&m.text)).collect()
    }
}

/// How much somebody who sees these values is inclined to each move.
fn inclinations(found: &[Judged]) -> Vec<f64> {
    let best = found.iter().map(|m| rank(&m.worth)).max();
    let decided = best.is_none_or(mossa_game::Value::is_decided);
    if decided {
        // The fastest win, or the slowest loss.
        return found.iter().map(|m| if Some(rank(&m.worth)) == best { 1.0 } else { 0.0 }).collect();
    }
    let best = best.map_or(0.0, |best| f64::from(best.raw()));
    let open = || {
        found
            .iter()
            .filter(|m| verdict(&m.worth) != Some(Verdict::Loss))
            .map(|m| f64::from(rank(&m.worth).raw()))
    };
    let size = open().map(f64::abs).sum::<f64>() / open().count().max(1) as f64;
    let scale = 0.5 + WAVER * size;
    let inclination = |m: &Judged| match verdict(&m.worth) {
        Some(Verdict::Loss) => 0.0,
        _ => ((f64::from(rank(&m.worth).raw()) - best) / scale).exp(),
    };
    found.iter().map(inclination).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connect4() -> Arc<dyn AnyGame> {
        mossa_engine::open("connect4").unwrap()
    }

    #[test]
    fn wins_that_are_seen_are_expected_and_losses_are_not() {
        let game = connect4();
        let suspects = Suspects::of(&game);
        let position = game.clone().position("434343").unwrap();
        let judge = Judge::new(&*game, crate::judge::Means::Solver, 0).unwrap();
        let suspicion = Suspicion { weights: [("neutral-2".to_owned(), 100.0)].into() };
        let predicted = suspects.predict(&judge, &suspicion, &*position);
        assert!((predicted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(predicted[3] > 0.95, "the fourth in a column wins: {predicted:?}");
        let threatened = game.clone().position("4343431").unwrap();
        let predicted = suspects.predict(&judge, &suspicion, &*threatened);
        assert!(predicted[2] > 0.95, "column 3 wins for the second player: {predicted:?}");
    }

    #[test]
    fn who_plays_like_a_suspect_becomes_suspected() {
        let game = connect4();
        let suspects = Suspects::of(&game);
        let mut suspicion = Suspicion::default();
        let judge = Judge::new(&*game, crate::judge::Means::Solver, 0).unwrap();
        let bot = crate::bots::Bot::new(&*game, "edge-runner", 5).unwrap();
        for number in 0..6 {
            let mut position = game.clone().start();
            let mut dice = crate::dice::Dice::new(number);
            while position.result().is_none() {
                let played = bot.choose(&*position).unwrap();
                suspects.learn(&judge, &mut suspicion, &*position, &played);
                position.play(&played).unwrap();
                let moves = position.moves();
                if !moves.is_empty() {
                    position.play(&moves[dice.below(moves.len())].text).unwrap();
                }
            }
        }
        let (name, chance) = suspicion.likely()[0];
        assert!(name.starts_with("edge-") && chance > 0.9, "{:?}", suspicion.likely());
        suspicion.fade(0.0);
        let (_, chance) = suspicion.likely()[0];
        assert!(chance < 0.05, "all alike again");
    }
}
