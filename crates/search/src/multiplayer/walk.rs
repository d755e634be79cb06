//! A position that is walked with its evaluation, and the count of what was done.

use mossa_game::{Evaluate, Tactics};

use crate::clock::Clock;
use crate::path::Path;

/// A position, and the state of its evaluation kept beside it.
pub(crate) struct Walk<'a, G: Tactics, E: Evaluate<G>> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) position: G::Position,
    pub(crate) state: E::State,
    /// The positions before this one, where repetitions count.
    path: Path,
}

impl<'a, G: Tactics, E: Evaluate<G>> Walk<'a, G, E> {
    /// A walk that begins after positions with the keys `history`.
    pub(crate) fn new(
        game: &'a G,
        evaluator: &'a E,
        position: &G::Position,
        history: &[u64],
    ) -> Walk<'a, G, E> {
        let state = evaluator.fresh(game, position);
        Walk { game, evaluator, position: position.clone(), state, path: Path::new(game, history) }
    }

    #[inline]
    pub(crate) fn play(&mut self, m: G::Move) -> G::Undo {
        if G::MAY_REPEAT {
            self.path.push(self.game.key(&self.position));
        }
        self.evaluator.play(self.game, &self.position, m, &mut self.state);
        self.game.play(&mut self.position, m)
    }

    #[inline]
    pub(crate) fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.game.undo(&mut self.position, m, undo);
        self.evaluator.undo(self.game, &self.position, m, &mut self.state);
        if G::MAY_REPEAT {
            self.path.pop();
        }
    }

    /// Whether the position counts as drawn because it was there before.
    #[inline]
    pub(crate) fn is_repeated(&self) -> bool {
        G::MAY_REPEAT && self.path.is_repeated(self.game, &self.position)
    }
}

/// Listing this many moves counts as the work of one node.
const MOVES_PER_NODE: usize = 16;

/// Looking for the most promising of this many moves counts as the work of one node. It takes about a microsecond, where a node
/// of a slow game takes five: the clock is rather looked at too often than too late.
const PICKED_PER_NODE: usize = 2048;

/// One thread's count of nodes and other work, which looks at the clock no more often than it must.
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

    /// Counts the listing of `moves`, so that the clock is looked at often enough even where a single node is much
    /// work. Limits of nodes stay exact: it only brings the next look nearer.
    #[inline]
    pub(crate) fn listed(&mut self, moves: usize) {
        self.work(moves / MOVES_PER_NODE);
    }

    /// Counts the choice of the next of so many `moves`, which on large boards is more work than the node that follows.
    #[inline]
    pub(crate) fn picked(&mut self, moves: usize) {
        self.work(moves / PICKED_PER_NODE);
    }

    #[inline]
    fn work(&mut self, nodes: usize) {
        self.until_look = self.until_look.saturating_sub(nodes as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{NODES_BETWEEN_LOOKS, StopSignal};
    use crate::limits::Limits;

    #[test]
    fn work_brings_the_next_look_nearer_and_counts_no_nodes() {
        let stop = StopSignal::new();
        let clock = Clock::start(&Limits::nodes(300), &stop);
        let mut pace = Pace::new(&clock);
        assert!((0..299).all(|_| {
            pace.listed(2500);
            !pace.visit()
        }));
        assert!(pace.visit(), "exactly as many nodes as are allowed");

        let clock = Clock::start(&Limits::default(), &stop);
        let mut pace = Pace::new(&clock);
        stop.stop();
        pace.listed(MOVES_PER_NODE * (NODES_BETWEEN_LOOKS as usize - 2));
        assert!(!pace.visit() && pace.visit(), "the second visit completes what a look is worth");

        let clock = Clock::start(&Limits::default(), &stop);
        let mut pace = Pace::new(&clock);
        let choices = |_: &usize| {
            pace.picked(10_000);
            pace.visit()
        };
        let seen = (1..NODES_BETWEEN_LOOKS as usize).find(choices);
        assert_eq!(seen, Some(NODES_BETWEEN_LOOKS as usize / 5 + 1), "four nodes' work for each, and a node");
    }
}
