//! The game for somebody who sees the players with different eyes.

use mossa_game::{Flow, Game, MoveSink, Outcome, Player, Symmetric, Tactics};

use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};

/// Chinese Checkers without symmetries: turns of the board that exchange the players make other positions of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnEyes<'a, const W: usize>(pub(super) &'a ChineseCheckers<W>);

impl<'a, const W: usize> OwnEyes<'a, W> {
    pub(crate) fn new(game: &'a ChineseCheckers<W>) -> OwnEyes<'a, W> {
        OwnEyes(game)
    }
}

impl<const W: usize> Game for OwnEyes<'_, W> {
    type Position = Position<W>;
    type Move = Walk;
    type Undo = ();

    const MAY_REPEAT: bool = true;

    fn repetitions(&self) -> Option<u32> {
        self.0.repetitions()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

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
    fn moves(&self, position: &Position<W>, sink: &mut impl MoveSink<Walk>) -> Flow {
        self.0.moves(position, sink)
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        self.0.count_moves(position)
    }

    #[inline]
    fn is_legal(&self, position: &Position<W>, walk: Walk) -> bool {
        self.0.is_legal(position, walk)
    }

    fn most_moves(&self) -> usize {
        self.0.most_moves()
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, walk: Walk) {
        self.0.play(position, walk);
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, walk: Walk, (): ()) {
        self.0.undo(position, walk, ());
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        self.0.key(position)
    }

    fn recomputed_key(&self, position: &Position<W>) -> u64 {
        self.0.recomputed_key(position)
    }
}

impl<const W: usize> Symmetric for OwnEyes<'_, W> {}

impl<const W: usize> Tactics for OwnEyes<'_, W> {
    type Node = ();

    #[inline]
    fn node(&self, _: &Position<W>) {}

    #[inline]
    fn plies_left(&self, position: &Position<W>) -> Option<u32> {
        self.0.plies_left(position)
    }

    #[inline]
    fn order(&self, position: &Position<W>, (): &(), walk: Walk) -> i32 {
        self.0.order(position, &(), walk)
    }

    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }

    #[inline]
    fn history_slot(&self, position: &Position<W>, walk: Walk) -> usize {
        self.0.history_slot(position, walk)
    }
}
