//! One game of a series.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, Verdict};
use serde::{Deserialize, Serialize};

use crate::bots::Bot;
use crate::dice::Dice;
use crate::judge::{Judge, rank};
use crate::player::Adaptive;
use crate::profile::GameResult;

/// A game as the benchmark remembers it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// How it went for the adaptive player.
    pub result: GameResult,
    /// Whether the adaptive player had the first seat.
    pub first: bool,
    /// All moves of the game, the opening included.
    pub plies: u32,
    /// How many moves the adaptive player made.
    pub own_moves: u32,
    /// How many of them gave away a result that was there, where that is known.
    pub gave_away: u32,
}

/// A game longer than this is a draw: only games that may go on for ever come so far.
const MOST_PLIES: usize = 1_000;

/// Who plays against the adaptive player.
#[derive(Clone)]
pub enum Rival {
    /// A bot.
    Bot(Bot),
    /// Perfect play: the fastest win, the slowest loss, and among equals by chance.
    Perfect {
        /// What knows it.
        judge: Arc<Judge>,
        /// Where chance begins.
        seed: u64,
    },
}

impl Rival {
    /// The same with other dice.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Rival {
        match self {
            Rival::Bot(bot) => Rival::Bot(bot.with_seed(seed)),
            Rival::Perfect { judge, .. } => Rival::Perfect { judge: judge.clone(), seed },
        }
    }

    /// Its move.
    pub fn choose(&self, position: &dyn AnyPosition) -> Option<String> {
        match self {
            Rival::Bot(bot) => bot.choose(position),
            Rival::Perfect { judge, seed } => {
                let judgement = judge.judge(position);
                let best = judgement.moves.iter().map(|m| rank(&m.worth)).max()?;
                let equals: Vec<_> = judgement.moves.iter().filter(|m| rank(&m.worth) == best).collect();
                let mut dice = Dice::of(*seed, position.key());
                equals.get(dice.below(equals.len())).map(|m| m.text.clone())
            }
        }
    }
}

/// Plays a game from `opening`, with the adaptive player in `seat`.
pub(super) fn play(
    game: &Arc<dyn AnyGame>,
    player: &mut Adaptive,
    rival: &Rival,
    opening: &[String],
    seat: usize,
    referee: Option<&Judge>,
) -> Result<GameRow, InputError> {
    let mut position = game.clone().start();
    opening.iter().try_for_each(|text| position.play(text).map(drop))?;
    let (mut own_moves, mut gave_away) = (0, 0);
    while position.result().is_none() && position.history().len() < MOST_PLIES {
        let text = if position.to_move().index() == seat {
            let Some(choice) = player.choose(&*position) else { break };
            own_moves += 1;
            gave_away += u32::from(referee.is_some_and(|judge| loses_value(judge, &*position, &choice.text)));
            choice.text
        } else {
            let Some(text) = rival.choose(&*position) else { break };
            player.saw(&*position, &text);
            text
        };
        position.play(&text)?;
    }
    let verdict = position.result().map(|outcome| outcome.verdict(mossa_game::Player::new(seat)));
    let result = match verdict {
        Some(Verdict::Win) => GameResult::Win,
        Some(Verdict::Loss) => GameResult::Loss,
        Some(Verdict::Draw) | None => GameResult::Draw,
    };
    player.finish(result);
    let plies = position.history().len() as u32;
    Ok(GameRow { result, first: seat == 0, plies, own_moves, gave_away })
}

/// Whether a move is worth less than the best, by a judge who knows.
pub(super) fn loses_value(judge: &Judge, position: &dyn AnyPosition, text: &str) -> bool {
    let judgement = judge.judge(position);
    judgement.exact && judgement.worth(text).is_some_and(|worth| !judgement.keeps(&worth, 0))
}
