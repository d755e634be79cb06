//! Training bots: what a game's descriptions of weak players do at the board.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition, MarkedMove};
use mossa_game::{Assessment, BotInfo, InputError, InputKind, Role, Verdict};
use mossa_search::Limits;

use crate::dice::Dice;
use crate::judge::{Judged, look, rank, short_sighted, verdict};

/// A bot at a board. The same seed gives the same move in the same position.
#[derive(Clone, Debug)]
pub struct Bot {
    info: BotInfo,
    seed: u64,
    /// Themes that it may overlook: index, and how often.
    blind: Vec<(usize, u32)>,
}

impl Bot {
    /// The bot of `game` that is called `name`.
    pub fn new(game: &dyn AnyGame, name: &str, seed: u64) -> Result<Bot, InputError> {
        let bots = &game.info().bots;
        let info = bots.iter().find(|bot| bot.name == name).ok_or_else(|| {
            let names: Vec<&str> = bots.iter().map(|bot| bot.name).collect();
            let expected = if names.is_empty() { "a game with bots".to_owned() } else { names.join(", ") };
            InputError::new(InputKind::Setting, format!("{} has no bot `{name}`", game.name()), expected)
        })?;
        if let Some(brain) = info.brain.filter(|brain| !game.has_brain(brain)) {
            let problem = format!("the bot {name} cannot play {}: no brain `{brain}`", game.name());
            return Err(InputError::new(InputKind::Setting, problem, "other options of the game"));
        }
        let themes = game.themes();
        let index = |theme: &str| themes.iter().position(|known| known.name == theme);
        let blind =
            info.blind.iter().filter_map(|(theme, percent)| Some((index(theme)?, *percent))).collect();
        Ok(Bot { info: info.clone(), seed, blind })
    }

    /// All bots of a game, in its order.
    pub fn all(game: &Arc<dyn AnyGame>, seed: u64) -> Vec<Bot> {
        let names = game.info().bots.iter().map(|bot| bot.name);
        names.filter_map(|name| Bot::new(&**game, name, seed).ok()).collect()
    }

    /// The description that it follows.
    pub fn info(&self) -> &BotInfo {
        &self.info
    }

    /// The same bot with other dice.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Bot {
        Bot { seed, ..self.clone() }
    }

    /// Its move; `None` if the game is over.
    pub fn choose(&self, position: &dyn AnyPosition) -> Option<String> {
        let mut dice = Dice::of(self.seed, position.key());
        if dice.happens(self.info.careless_percent) {
            let moves = position.moves();
            return moves.get(dice.below(moves.len())).map(|m| m.text.clone());
        }
        let overlooked = self.overlooked(position, &mut dice);
        let depth = if overlooked.is_none() { self.info.depth } else { 1 };
        let found = look(position, self.info.brain, Limits::depth(depth), short_sighted(), &[]);
        let unseen = overlooked.unwrap_or_default();
        let seen = found.iter().filter(|m| !unseen.contains(&m.text));
        let noisy: Vec<(f64, &Judged)> = seen.map(|m| (self.noisy(&m.worth, &mut dice), m)).collect();
        let best = noisy.iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, m)| *m);
        best.or(found.first()).map(|m| m.text.clone())
    }

    /// A guess with noise; wins and losses that are seen are what they are. Draws that are certain have nothing to multiply.
    fn noisy(&self, worth: &Assessment, dice: &mut Dice) -> f64 {
        let noise = f64::from(self.info.noise_percent) / 100.0;
        let factor = 1.0 + noise * (2.0 * dice.unit() - 1.0);
        let value = f64::from(rank(worth).raw());
        match verdict(worth) {
            Some(Verdict::Win | Verdict::Loss) => value,
            // Among equals the dice decide.
            _ => value * factor + (factor - 1.0) / 2.0,
        }
    }

    /// If the bot overlooks something in this position: the wins that it does not see, perhaps none.
    fn overlooked(&self, position: &dyn AnyPosition, dice: &mut Dice) -> Option<Vec<String>> {
        let blind: Vec<usize> = self
            .blind
            .iter()
            .filter(|(_, percent)| dice.happens(*percent))
            .map(|(theme, _)| *theme)
            .collect();
        if blind.is_empty() {
            return None;
        }
        let marked = position.marks();
        let bears = |m: &MarkedMove, roles: &[Role]| {
            m.marks.iter().any(|mark| blind.contains(&mark.theme) && roles.contains(&mark.role))
        };
        let matters = marked.iter().any(|m| bears(m, &[Role::Win, Role::Block]));
        let wins = marked.iter().filter(|m| bears(m, &[Role::Win])).map(|m| m.text.clone());
        matters.then(|| wins.collect())
    }
}
