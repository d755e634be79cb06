//! The report's search behind the laboratory's contract.

use mossa_game::{Halt, Notation, Reproduced, Reproduction, Verdict};

use super::{Base, Opening};
use crate::profile::Profile;
use crate::rules::{ChineseCheckers, Walk};
use crate::shape::Shape;

/// What experiments call the report's search.
pub const NAME: &str = "document-base";

/// The report's search on a board, with its openings as the game writes them.
struct Repeated<const W: usize> {
    base: Base<W>,
    openings: Vec<Opening>,
    texts: Vec<String>,
}

/// The report's search in `game`, if it is one that the report explores: two players on a star, by the rules that its model
/// *Base* has.
pub(crate) fn repeated<const W: usize>(game: &ChineseCheckers<W>) -> Option<Box<dyn Reproduction>> {
    let board = game.board();
    let same = board.players == 2
        && matches!(board.shape, Shape::Star { .. })
        && board.profile == Profile::FREE
        && board.plies.is_none()
        && board.repetitions.is_none();
    let base = Base::<W>::new(board.pieces).filter(|_| same)?;
    let openings = base.openings();
    let start = mossa_game::Game::start(game);
    let text = |opening: &Opening| {
        let (from, to) = base.holes(*opening);
        game.move_text(&start, Walk { from, to })
    };
    let texts = openings.iter().map(text).collect();
    Some(Box::new(Repeated { base, openings, texts }))
}

impl<const W: usize> Reproduction for Repeated<W> {
    fn openings(&self) -> Vec<String> {
        self.texts.clone()
    }

    fn explore(&self, opening: usize, turns: u32, halt: Halt<'_>) -> Option<Reproduced> {
        let found = self.base.explore(*self.openings.get(opening)?, turns, halt)?;
        let result = match found.score {
            1.. => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        };
        let counts = found.counts;
        Some(Reproduced { result, nodes: counts.nodes, finals: counts.finals, cutoffs: counts.cutoffs })
    }
}
