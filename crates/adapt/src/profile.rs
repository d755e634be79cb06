//! The profile of an opponent: plain data that can be shown, kept, exported and reset.

use mossa_game::{InputError, InputKind, ThemeInfo, ThemeKind};
use serde::{Deserialize, Serialize};

use crate::belief::{Belief, NAMED, RATES};
use crate::evidence::{Decision, Event};
use crate::suspects::Suspicion;

/// What is left of evidence after each game: half of it after 69 games, so that somebody who learns is seen to.
pub const PER_GAME: f64 = 0.99;
/// What is left of evidence after a game that we lost: it is drawn back toward what is ordinary by 15 %, as the report
/// cools its biases.
pub const AFTER_LOSS: f64 = 0.85;
/// After so many days without a game half of the evidence is left.
pub const HALF_LIFE_DAYS: f64 = 180.0;

/// How often somebody unknown errs where it is possible.
const ORDINARY_ERRORS: f64 = 0.25;
/// How much that weighs, in decisions.
const PRIOR_DECISIONS: f64 = 8.0;

/// What is known of one opponent in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The game, by its full name.
    pub game: String,
    /// Who it is.
    pub opponent: String,
    /// Games played.
    pub games: u32,
    /// Decisions in which something could be lost, faded.
    pub decisions: f64,
    /// How many of them lost it.
    pub errors: f64,
    /// The report's bias "underestimates threats": missed blocks of all themes.
    pub threat_underestimation: f64,
    /// What is believed of each theme, in the game's order.
    pub themes: Vec<Belief>,
    /// What kind of player it may be.
    pub suspicion: Suspicion,
}

/// How a finished game went for whoever keeps the profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl GameResult {
    /// 1, one half or 0.
    pub const fn score(self) -> f64 {
        match self {
            GameResult::Win => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Loss => 0.0,
        }
    }
}

impl Profile {
    /// What is believed of somebody unknown.
    pub fn new(game: &str, opponent: &str, themes: &[ThemeInfo]) -> Profile {
        Profile {
            game: game.to_owned(),
            opponent: opponent.to_owned(),
            games: 0,
            decisions: 0.0,
            errors: 0.0,
            threat_underestimation: crate::belief::NEUTRAL_BIAS,
            themes: themes.iter().map(Belief::new).collect(),
            suspicion: Suspicion::default(),
        }
    }

    /// Forgets everything but who it is.
    pub fn reset(&mut self, themes: &[ThemeInfo]) {
        *self = Profile::new(&self.game, &self.opponent, themes);
    }

    /// Refuses a profile that was kept for another game, or for another version of its themes.
    pub fn check(&self, game: &str, themes: &[ThemeInfo]) -> Result<(), InputError> {
        let names = self.themes.iter().map(|belief| belief.theme.as_str());
        if self.game == game && names.eq(themes.iter().map(|theme| theme.name)) {
            return Ok(());
        }
        let problem = format!("the profile of {} is for {} or for other themes", self.opponent, self.game);
        Err(InputError::new(InputKind::Setting, problem, format!("a profile for {game}")))
    }

    /// Takes note of what a decision says.
    pub fn note(&mut self, decision: &Decision) {
        if decision.could_err {
            self.decisions += 1.0;
            self.errors += if decision.erred { 1.0 } else { 0.0 };
        }
        for evidence in &decision.evidence {
            if let Some(belief) = self.themes.get_mut(evidence.theme) {
                belief.note(evidence);
            }
        }
        // One block counts once, however many themes it has.
        let events = || decision.evidence.iter().map(|evidence| evidence.event);
        if events().any(|event| event == Event::Strategic) {
            self.threat_underestimation += RATES.strategic * (2.5 - self.threat_underestimation);
        } else if events().any(|event| event == Event::Correction) {
            self.threat_underestimation += RATES.correction * (1.0 - self.threat_underestimation);
        }
        self.settle();
    }

    /// A game is over: evidence fades a little, and after a loss it cools.
    pub fn finish(&mut self, result: GameResult) {
        self.games += 1;
        let part = if result == GameResult::Loss { PER_GAME * AFTER_LOSS } else { PER_GAME };
        self.fade(part);
        if result == GameResult::Loss {
            self.themes.iter_mut().for_each(Belief::cool);
        }
        self.settle();
    }

    /// So many days went by without a game.
    pub fn rest(&mut self, days: f64) {
        self.fade(0.5_f64.powf(days.max(0.0) / HALF_LIFE_DAYS));
        self.settle();
    }

    fn fade(&mut self, part: f64) {
        self.decisions *= part;
        self.errors *= part;
        self.themes.iter_mut().for_each(|belief| belief.fade(part));
        self.suspicion.fade(part);
    }

    /// How often the opponent errs where it is possible.
    pub fn error_rate(&self) -> f64 {
        (PRIOR_DECISIONS * ORDINARY_ERRORS + self.errors) / (PRIOR_DECISIONS + self.decisions)
    }

    /// Names weaknesses. Somebody who misses everything alike has no particular one: what can be seen or overlooked is
    /// compared with how often the player misses what has nothing to do with the theme, too.
    fn settle(&mut self) {
        let sums = |beliefs: &[Belief]| {
            let sights = beliefs.iter().filter(|belief| belief.kind == ThemeKind::Sight);
            sights.fold((0.0, 0.0), |(a, b), belief| (a + belief.against, b + belief.in_favour))
        };
        let (against, in_favour) = sums(&self.themes);
        for belief in &mut self.themes {
            let rate = match belief.kind {
                ThemeKind::Habit => 0.0,
                ThemeKind::Sight => {
                    let (a, b) = (against - belief.against, in_favour - belief.in_favour);
                    if a + b > 0.0 { a / (a + b) } else { 0.0 }
                }
            };
            let suspected = self.suspicion.share(&belief.theme);
            belief.settle(rate, suspected);
        }
    }

    /// The named weaknesses: first those that explain the opponent's moves best, then those that lie farthest above what is
    /// ordinary.
    pub fn weaknesses(&self) -> Vec<&Belief> {
        let mut named: Vec<&Belief> = self.themes.iter().filter(|belief| belief.named).collect();
        let weight = |belief: &Belief| (self.suspicion.share(&belief.theme) > NAMED, belief.ratio());
        named.sort_by(|a, b| {
            let ((a_explains, a_ratio), (b_explains, b_ratio)) = (weight(a), weight(b));
            b_explains.cmp(&a_explains).then(b_ratio.total_cmp(&a_ratio))
        });
        named
    }
}
