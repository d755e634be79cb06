//! The game as the report's engine sees it.

use mossa_game::{Flow, Game, MoveSink, Outcome, Player, Symmetric, Symmetry, Tactics};

use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Column, Connect4};

/// Connect 4 without knowledge of threats: they are answered when the search has seen where they lead.
#[derive(Clone, Copy, Debug)]
pub struct Documented<'a, G>(&'a Connect4<G>);

impl<'a, G: Geometry> Documented<'a, G> {
    /// The engine's view of `game`.
    pub fn new(game: &'a Connect4<G>) -> Documented<'a, G> {
        Documented(game)
    }

    /// The rules, with all that is known.
    #[inline]
    pub fn rules(&self) -> &'a Connect4<G> {
        self.0
    }
}

impl<G: Geometry> Game for Documented<'_, G> {
    type Position = Position<G::Word>;
    type Move = Column;
    type Undo = Position<G::Word>;

    fn start(&self) -> Position<G::Word> {
        self.0.start()
    }

    #[inline]
    fn to_move(&self, position: &Position<G::Word>) -> Player {
        self.0.to_move(position)
    }

    #[inline]
    fn outcome(&self, position: &Position<G::Word>) -> Option<Outcome> {
        self.0.outcome(position)
    }

    #[inline]
    fn moves(&self, position: &Position<G::Word>, sink: &mut impl MoveSink<Column>) -> Flow {
        self.0.moves(position, sink)
    }

    #[inline]
    fn count_moves(&self, position: &Position<G::Word>) -> u64 {
        self.0.count_moves(position)
    }

    #[inline]
    fn is_legal(&self, position: &Position<G::Word>, m: Column) -> bool {
        self.0.is_legal(position, m)
    }

    fn most_moves(&self) -> usize {
        self.0.most_moves()
    }

    #[inline]
    fn play(&self, position: &mut Position<G::Word>, m: Column) -> Position<G::Word> {
        self.0.play(position, m)
    }

    #[inline]
    fn undo(&self, position: &mut Position<G::Word>, m: Column, before: Position<G::Word>) {
        self.0.undo(position, m, before);
    }

    #[inline]
    fn key(&self, position: &Position<G::Word>) -> u64 {
        self.0.key(position)
    }

    fn recomputed_key(&self, position: &Position<G::Word>) -> u64 {
        self.0.recomputed_key(position)
    }
}

impl<G: Geometry> Symmetric for Documented<'_, G> {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    #[inline]
    fn canonical_key(&self, position: &Position<G::Word>) -> (u64, Symmetry) {
        self.0.canonical_key(position)
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, m: Column) -> Column {
        self.0.map_move(symmetry, m)
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<G::Word>) -> Position<G::Word> {
        self.0.map_position(symmetry, position)
    }
}

impl<G: Geometry> Tactics for Documented<'_, G> {
    type Node = ();

    const LATE_MOVE_REDUCTIONS: bool = false;
    const ITERATIVE_REDUCTIONS: bool = false;

    #[inline]
    fn node(&self, _: &Position<G::Word>) {}

    #[inline]
    fn plies_left(&self, position: &Position<G::Word>) -> Option<u32> {
        self.0.plies_left(position)
    }

    /// The middle first, then its neighbours, the left one before the right: columns 3, 2, 4, 1, 5, 0, 6 of seven.
    #[inline]
    fn order(&self, _: &Position<G::Word>, (): &(), m: Column) -> i32 {
        let is_left = 2 * m.index() < self.0.geometry().width();
        2 * self.0.centrality(m) + i32::from(is_left)
    }

    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }

    #[inline]
    fn history_slot(&self, position: &Position<G::Word>, m: Column) -> usize {
        self.0.history_slot(position, m)
    }
}
