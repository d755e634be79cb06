//! The game as the report's player sees it.

use mossa_game::{Flow, Game, MoveSink, Outcome, Player, Symmetric, Tactics};

use crate::board::Landing;
use crate::position::Position;
use crate::rules::{Dipole, Step};

/// Dipole without knowledge: captures are tried first, exits last.
#[derive(Clone, Copy, Debug)]
pub struct Documented<'a, const CELLS: usize>(&'a Dipole<CELLS>);

impl<'a, const CELLS: usize> Documented<'a, CELLS> {
    /// The player's view of `game`.
    pub fn new(game: &'a Dipole<CELLS>) -> Documented<'a, CELLS> {
        Documented(game)
    }

    /// The rules, with all that is known.
    #[inline]
    pub fn rules(&self) -> &'a Dipole<CELLS> {
        self.0
    }
}

impl<const CELLS: usize> Game for Documented<'_, CELLS> {
    type Position = Position<CELLS>;
    type Move = Step;
    type Undo = Position<CELLS>;

    fn start(&self) -> Position<CELLS> {
        self.0.start()
    }

    #[inline]
    fn to_move(&self, position: &Position<CELLS>) -> Player {
        self.0.to_move(position)
    }

    #[inline]
    fn outcome(&self, position: &Position<CELLS>) -> Option<Outcome> {
        self.0.outcome(position)
    }

    #[inline]
    fn moves(&self, position: &Position<CELLS>, sink: &mut impl MoveSink<Step>) -> Flow {
        self.0.moves(position, sink)
    }

    #[inline]
    fn count_moves(&self, position: &Position<CELLS>) -> u64 {
        self.0.count_moves(position)
    }

    #[inline]
    fn is_legal(&self, position: &Position<CELLS>, m: Step) -> bool {
        self.0.is_legal(position, m)
    }

    fn most_moves(&self) -> usize {
        self.0.most_moves()
    }

    #[inline]
    fn play(&self, position: &mut Position<CELLS>, m: Step) -> Position<CELLS> {
        self.0.play(position, m)
    }

    #[inline]
    fn undo(&self, position: &mut Position<CELLS>, m: Step, before: Position<CELLS>) {
        self.0.undo(position, m, before);
    }

    #[inline]
    fn key(&self, position: &Position<CELLS>) -> u64 {
        self.0.key(position)
    }

    fn recomputed_key(&self, position: &Position<CELLS>) -> u64 {
        self.0.recomputed_key(position)
    }
}

/// Whoever searches sees the board with own eyes: a position with the players exchanged is another one.
impl<const CELLS: usize> Symmetric for Documented<'_, CELLS> {}

impl<const CELLS: usize> Tactics for Documented<'_, CELLS> {
    type Node = ();

    const LATE_MOVE_REDUCTIONS: bool = false;
    const ITERATIVE_REDUCTIONS: bool = false;

    #[inline]
    fn node(&self, _: &Position<CELLS>) {}

    #[inline]
    fn plies_left(&self, position: &Position<CELLS>) -> Option<u32> {
        self.0.plies_left(position)
    }

    /// Captures, then moves on the board, then exits.
    #[inline]
    fn order(&self, position: &Position<CELLS>, (): &(), m: Step) -> i32 {
        match self.0.board().landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) if position.stacks(position.to_move().opponent()).contains(to) => 1,
            Landing::Off => -1,
            _ => 0,
        }
    }

    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }

    #[inline]
    fn history_slot(&self, position: &Position<CELLS>, m: Step) -> usize {
        self.0.history_slot(position, m)
    }
}
