//! A position that is walked with its evaluation, and the count of what was visited.

use mossa_game::{Evaluate, Game};

use crate::clock::Clock;

/// A position, and the state of its evaluation kept beside it.
pub(crate) struct Walk<'a, G: Game, E: Evaluate<G>> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) position: G::Position,
    pub(crate) state: E::State,
}

impl<'a, G: Game, E: Evaluate<G>> Walk<'a, G, E> {
    pub(crate) fn new(game: &'a G, evaluator: &'a E, position: &G::Position) -> Walk<'a, G, E> {
        let state = evaluator.fresh(game, position);
        Walk { game, evaluator, position: position.clone(), state }
    }

    #[inline]
    pub(crate) fn play(&mut self, m: G::Move) -> G::Undo {
        self.evaluator.play(self.game, &self.position, m, &mut self.state);
        self.game.play(&mut self.position, m)
    }

    #[inline]
    pub(crate) fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.game.undo(&mut self.position, m, undo);
        self.evaluator.undo(self.game, &self.position, m, &mut self.state);
    }
}

/// One thread's count of nodes, which looks at the clock no more often than it must.
pub(crate) struct Pace<'a> {
    clock: &'a Clock,
    since_look: u64,
    until_look: u64,
    over: bool,
}

impl<'a> Pace<'a> {
    pub(crate) fn new(clock: &'a Clock) -> Pace<'a> {
        Pace { clock, since_look: 0, until_look: clock.nodes_until_look(), over: false }
    }

    /// Counts a node. Whether the search must be broken off, with this node as its last.
    #[inline]
    pub(crate) fn visit(&mut self) -> bool {
        self.since_look += 1;
        if self.since_look >= self.until_look {
            self.over |= self.clock.look(self.since_look);
            self.since_look = 0;
            self.until_look = self.clock.nodes_until_look();
        }
        self.over
    }
}
