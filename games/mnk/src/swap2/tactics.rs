//! What the search and the evaluation may know.

use mossa_game::{
    Evaluate, Flow, ForcedWin, MoveSink, Player, Tactics, Term, Value, Verdict, WinHunt, WinMemory, WinOrder,
};

use super::position::{Position, Stage};
use super::rules::{Puts, Step, Swap2};
use crate::eval::Prospects;
use crate::rules::Mnk;
use crate::tactics::Threat;

/// Everything is asked of the game inside once colours are chosen. Before, there are no threats: three stones of one colour
/// decide nothing, and whoever would be in trouble chooses the other colour.
impl<const W: usize> Tactics for Swap2<W> {
    type Node = Threat;

    const QUIESCENCE: bool = <Mnk<W> as Tactics>::QUIESCENCE;
    const SELECTIVE: bool = <Mnk<W> as Tactics>::SELECTIVE;
    const NULL_MOVE: bool = false;
    const ITERATIVE_REDUCTIONS: bool = <Mnk<W> as Tactics>::ITERATIVE_REDUCTIONS;
    /// One player puts three stones, another two.
    const ALTERNATES: bool = false;

    #[inline]
    fn node(&self, position: &Position<W>) -> Threat {
        match position.stage {
            Stage::Game => self.inner.node(&position.stones),
            _ => Threat::None,
        }
    }

    #[inline]
    fn proven(&self, position: &Position<W>, threat: &Threat) -> Option<(Verdict, u32)> {
        match position.stage {
            Stage::Game => self.inner.proven(&position.stones, threat),
            _ => None,
        }
    }

    #[inline]
    fn bounds(&self, position: &Position<W>, threat: &Threat) -> (Value, Value) {
        match position.stage {
            Stage::Game => self.inner.bounds(&position.stones, threat),
            _ => (Value::MIN, Value::MAX),
        }
    }

    /// A ply for every stone, and for what puts none: `more` and one `swap`.
    #[inline]
    fn plies_left(&self, position: &Position<W>) -> Option<u32> {
        let others = match position.stage {
            Stage::Three | Stage::Choice => 2,
            Stage::Pair | Stage::LastChoice => 1,
            Stage::Game => 0,
        };
        Some(u32::from(position.stones.empty_cells()) + others)
    }

    #[inline]
    fn candidates(&self, position: &Position<W>, threat: &Threat, sink: &mut impl MoveSink<Step>) -> Flow {
        match position.stage {
            Stage::Game => self.inner.candidates(&position.stones, threat, &mut Puts(sink)),
            _ => mossa_game::Game::moves(self, position, sink),
        }
    }

    /// Stones far from all others are not worth a search in the opening, either.
    #[inline]
    fn promising(&self, position: &Position<W>, threat: &Threat, sink: &mut impl MoveSink<Step>) -> bool {
        if position.stage.is_choice() && sink.push(Step::Swap).is_break() {
            return false;
        }
        if position.stage == Stage::Choice && sink.push(Step::More).is_break() {
            return false;
        }
        self.inner.promising(&position.stones, threat, &mut Puts(sink))
    }

    #[inline]
    fn is_quiet(&self, position: &Position<W>, threat: &Threat) -> bool {
        self.inner.is_quiet(&position.stones, threat)
    }

    #[inline]
    fn order(&self, position: &Position<W>, threat: &Threat, step: Step) -> i32 {
        match step {
            // One ply of these tells what all others are compared with.
            Step::Swap | Step::More => SWAP_FIRST,
            Step::Put(mark) => self.inner.order(&position.stones, threat, mark),
        }
    }

    /// Moves of the opening are neither reduced nor left out: the best ones look like nothing much.
    #[inline]
    fn is_noisy(&self, position: &Position<W>, threat: &Threat, step: Step) -> bool {
        match (position.stage, step) {
            (Stage::Game, Step::Put(mark)) => self.inner.is_noisy(&position.stones, threat, mark),
            _ => true,
        }
    }

    #[inline]
    fn noisy_moves(&self, position: &Position<W>, threat: &Threat, sink: &mut impl MoveSink<Step>) -> Flow {
        match position.stage {
            Stage::Game => self.inner.noisy_moves(&position.stones, threat, &mut Puts(sink)),
            _ => Flow::Continue(()),
        }
    }

    fn forced_win(
        &self,
        position: &Position<W>,
        order: &WinOrder<'_>,
        memory: &mut WinMemory,
    ) -> WinHunt<Step> {
        if position.stage != Stage::Game {
            return WinHunt::new(None, 0);
        }
        let WinHunt { win, positions, near } = self.inner.forced_win(&position.stones, order, memory);
        let win = win.map(|win| ForcedWin::by(win.line.into_iter().map(Step::Put).collect()));
        WinHunt { win, positions, near }
    }

    /// One for each cell, one for swap and one for more.
    fn history_slots(&self) -> usize {
        self.inner.history_slots() + 2
    }

    #[inline]
    fn history_slot(&self, position: &Position<W>, step: Step) -> usize {
        match step {
            Step::Put(mark) => self.inner.history_slot(&position.stones, mark),
            Step::Swap => self.inner.history_slots(),
            Step::More => self.inner.history_slots() + 1,
        }
    }
}

/// The contract's limit for static ordering scores.
const SWAP_FIRST: i32 = 100_000;

/// The evaluation: the stones as the game inside sees them. Whoever chooses gets the better colour, so whoever puts stones
/// wants them even.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bargain;

impl Bargain {
    /// Who will have O, as far as can be told; `None` while stones are put that others will choose between.
    fn owner_of_o<const W: usize>(game: &Swap2<W>, position: &Position<W>) -> Option<Player> {
        match position.stage {
            Stage::Three | Stage::Pair => None,
            Stage::Choice | Stage::LastChoice => {
                let chooser = position.to_move();
                // It is O's turn.
                let takes_o = Prospects.value(&game.inner, &position.stones, &()) >= Value::DRAW;
                Some(if takes_o { chooser } else { chooser.opponent() })
            }
            Stage::Game => Some(position.owner_of_o),
        }
    }
}

impl<const W: usize> Evaluate<Swap2<W>> for Bargain {
    /// The position counts everything anyway.
    type State = ();

    fn fresh(&self, _: &Swap2<W>, _: &Position<W>) {}

    #[inline]
    fn value(&self, game: &Swap2<W>, position: &Position<W>, (): &()) -> Value {
        match position.stage {
            Stage::Three | Stage::Pair => Value::guess(0),
            stage => {
                let value = Prospects.value(&game.inner, &position.stones, &());
                if stage.is_choice() { value.max(-value) } else { value }
            }
        }
    }

    fn explain(&self, game: &Swap2<W>, position: &Position<W>) -> Vec<Term> {
        let Some(owner_of_o) = Bargain::owner_of_o(game, position) else { return Vec::new() };
        let mut terms = Prospects.explain(&game.inner, &position.stones);
        if owner_of_o == Player::FIRST {
            terms.iter_mut().for_each(|term| term.points.reverse());
        }
        terms
    }
}
