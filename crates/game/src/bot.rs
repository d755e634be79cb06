//! Training bots: weak players with a known weakness, described by data.

use serde::Serialize;

/// A player that errs in a known way. It searches to a small depth with a brain of its game, varies by noise, and may be
/// careless or blind to themes.
#[derive(Clone, Debug, Serialize)]
pub struct BotInfo {
    /// Its name, in small letters, digits and hyphens; `bot-NAME` is the key of its text.
    pub name: &'static str,
    /// One sentence on how it plays, in English.
    pub summary: &'static str,
    /// What it thinks with: a name that [`Playable::with_brain`](crate::Playable::with_brain) knows; nothing for the game's
    /// own evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brain: Option<&'static str>,
    /// How many plies it looks ahead, 1 at least.
    pub depth: u32,
    /// How far its scores vary: guesses are multiplied by a number that lies up to so many percent around 1, wins and
    /// losses that it sees are not.
    pub noise_percent: u32,
    /// How many of a hundred moves it makes without thought.
    pub careless_percent: u32,
    /// Themes that it overlooks, each with how often, of a hundred times: then it looks one ply ahead in such a position,
    /// and does not see a win by the theme.
    pub blind: Vec<(&'static str, u32)>,
    /// Themes whose moves do not come to its mind, whatever they are good for, each with how often, of a hundred times: it
    /// chooses among the others, if there are any.
    pub overlooks: Vec<(&'static str, u32)>,
}

impl BotInfo {
    /// Noise as a published report has it: scores times a number from 0.8 to 1.2.
    pub const USUAL_NOISE: u32 = 20;

    /// A bot that thinks with the game's own evaluation, so many plies ahead, with the usual noise.
    pub const fn new(name: &'static str, summary: &'static str, depth: u32) -> BotInfo {
        BotInfo {
            name,
            summary,
            brain: None,
            depth,
            noise_percent: BotInfo::USUAL_NOISE,
            careless_percent: 0,
            blind: Vec::new(),
            overlooks: Vec::new(),
        }
    }
}
