//! The game as weak players see it.

use mossa_game::{Flow, Game, MoveSink, Outcome, Player, Symmetric, Tactics};

use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// An (m,n,k)-game without knowledge of threats, and without symmetries: who sees directions with different eyes does not
/// take a turned board for the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Untaught<'a, const W: usize>(pub(super) &'a Mnk<W>);

impl<'a, const W: usize> Untaught<'a, W> {
    pub(crate) fn new(game: &'a Mnk<W>) -> Untaught<'a, W> {
        Untaught(game)
    }
}

impl<const W: usize> Game for Untaught<'_, W> {
    type Position = Position<W>;
    type Move = Mark;
    type Undo = ();

    fn start(&self) -> Position<W> {
        self.0.start()
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        self.0.outcome(position)
    }

    #[inline]
    fn moves(&self, position: &Position<W>, sink: &mut impl MoveSink<Mark>) -> Flow {
        self.0.moves(position, sink)
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        self.0.count_moves(position)
    }

    #[inline]
    fn is_legal(&self, position: &Position<W>, m: Mark) -> bool {
        self.0.is_legal(position, m)
    }

    fn most_moves(&self) -> usize {
        self.0.most_moves()
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, m: Mark) {
        self.0.play(position, m);
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, m: Mark, (): ()) {
        self.0.undo(position, m, ());
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        self.0.key(position)
    }

    fn recomputed_key(&self, position: &Position<W>) -> u64 {
        self.0.recomputed_key(position)
    }
}

impl<const W: usize> Symmetric for Untaught<'_, W> {}

impl<const W: usize> Tactics for Untaught<'_, W> {
    type Node = ();

    const LATE_MOVE_REDUCTIONS: bool = false;
    const ITERATIVE_REDUCTIONS: bool = false;

    #[inline]
    fn node(&self, _: &Position<W>) {}

    #[inline]
    fn plies_left(&self, position: &Position<W>) -> Option<u32> {
        self.0.plies_left(position)
    }

    #[inline]
    fn order(&self, position: &Position<W>, (): &(), m: Mark) -> i32 {
        self.0.order(position, &crate::tactics::Threat::None, m)
    }

    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }

    #[inline]
    fn history_slot(&self, position: &Position<W>, m: Mark) -> usize {
        self.0.history_slot(position, m)
    }
}
