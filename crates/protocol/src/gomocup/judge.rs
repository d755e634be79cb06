//! The search as the judge of openings.

use std::sync::Arc;
use std::time::Duration;

use mossa_arena::players::gomocup::stones::{Stone, position_text};
use mossa_arena::players::gomocup::{Cell, Terms};
use mossa_engine::AnyGame;
use mossa_game::{Assessment, Player, Verdict};
use mossa_search::{Limits, StopSignal};

use super::swap2::{Judge, Mover, Opinion};
use super::workshop::Workshop;
use crate::thinker::search;

/// What is certain is worth more than any guess, and the more the sooner it comes.
const CERTAIN: i64 = 1_000_000;

/// Judges positions by searching them.
pub(super) struct SearchJudge<'a> {
    game: &'a Arc<dyn AnyGame>,
    terms: &'a Terms,
    workshop: &'a Workshop,
    stop: &'a StopSignal,
}

impl<'a> SearchJudge<'a> {
    /// A judge who has the workshop for itself.
    pub(super) fn new(
        game: &'a Arc<dyn AnyGame>,
        terms: &'a Terms,
        workshop: &'a Workshop,
        stop: &'a StopSignal,
    ) -> SearchJudge<'a> {
        SearchJudge { game, terms, workshop, stop }
    }
}

impl Judge for SearchJudge<'_> {
    fn judge(&mut self, stones: &[Cell], mover: Mover, time: Duration) -> Option<Opinion> {
        let player = |index: usize| if index.is_multiple_of(2) { Player::FIRST } else { Player::SECOND };
        let stones: Vec<Stone> = stones
            .iter()
            .enumerate()
            .map(|(index, cell)| Stone { cell: *cell, player: player(index) })
            .collect();
        let mover = if mover == Mover::Black { Player::FIRST } else { Player::SECOND };
        let text = position_text(self.terms, &stones, mover);
        let position = Arc::clone(self.game).position(&text).ok()?;
        let means = self.workshop.means(&**self.game, Limits::per_move(time));
        let thought = search(&*position, &means, self.stop, &mut |_| {})?;
        let best = Cell::of_move(&thought.text, self.terms.height)?;
        Some(Opinion { value: worth(thought.value?), best })
    }
}

fn worth(value: Assessment) -> i64 {
    match value {
        Assessment::Guess { score } => score.into(),
        Assessment::Proven { outcome, plies } => {
            let sooner = CERTAIN - i64::from(plies.unwrap_or(0));
            match outcome {
                Verdict::Win => sooner,
                Verdict::Draw => 0,
                Verdict::Loss => -sooner,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomocup::Settings;
    use mossa_arena::players::gomocup::Rule;

    #[test]
    fn the_search_knows_who_is_better_off() {
        let terms = Terms { width: 15, height: 15, rule: Rule::Exact };
        let game = mossa_engine::open(&terms.game_name()).unwrap();
        let workshop = Workshop::new(&Settings { threads: 1, megabytes: 1 });
        let stop = StopSignal::new();
        let mut judge = SearchJudge::new(&game, &terms, &workshop, &stop);
        // Black has three in a row with room, white has scattered stones.
        let stones = [(6, 7), (0, 0), (7, 7), (14, 0), (8, 7)].map(|(x, y)| Cell { x, y });
        let time = Duration::from_millis(50);
        let white = judge.judge(&stones, Mover::White, time).unwrap();
        let black = judge.judge(&stones, Mover::Black, time).unwrap();
        assert!(black.value > 0 && black.value > white.value, "{black:?} {white:?}");
        assert!((4..=10).contains(&black.best.x) && black.best.y == 7, "{black:?}");
    }

    #[test]
    fn certain_results_are_worth_most() {
        let proven = |outcome, plies| worth(Assessment::Proven { outcome, plies });
        assert!(proven(Verdict::Win, Some(3)) > proven(Verdict::Win, Some(9)));
        assert!(proven(Verdict::Loss, Some(3)) < proven(Verdict::Loss, Some(9)));
        assert!(proven(Verdict::Win, Some(900)) > worth(Assessment::Guess { score: 29_000 }));
        assert_eq!(proven(Verdict::Draw, None), 0);
    }
}
