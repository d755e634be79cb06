//! What needs no search, and what to try first.

use mossa_game::{Flow, Game, MoveSink, Tactics};

use crate::board::Landing;
use crate::cells::Cells;
use crate::direction::Direction;
use crate::position::Position;
use crate::rules::{Dipole, Step};

impl<const CELLS: usize> Dipole<CELLS> {
    /// The height of the stack that `m` captures, 0 if it captures none.
    #[inline]
    pub fn captured(&self, position: &Position<CELLS>, m: Step) -> u8 {
        match self.board().landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) if position.stacks(position.to_move().opponent()).contains(to) => {
                position.height(to)
            }
            _ => 0,
        }
    }

    /// The stacks of `owner` that the opponent could capture.
    #[inline]
    pub fn threatened(&self, position: &Position<CELLS>, owner: mossa_game::Player) -> Cells {
        let (own, enemy) = (position.stacks(owner), position.stacks(owner.opponent()));
        enemy.fold(Cells::NONE, |all, from| all.with(self.captures(position, from, own)))
    }
}

impl<const CELLS: usize> Tactics for Dipole<CELLS> {
    type Node = ();

    const QUIESCENCE: bool = true;
    // Whoever must move gives up ground: a pass is often better than any move.
    const NULL_MOVE: bool = false;

    #[inline]
    fn node(&self, _: &Position<CELLS>) {}

    #[inline]
    fn plies_left(&self, position: &Position<CELLS>) -> Option<u32> {
        position.plies_left().map(u32::from)
    }

    /// Pieces that leave the board are gone, whichever way they went: one direction is enough.
    #[inline]
    fn candidates(&self, position: &Position<CELLS>, (): &(), sink: &mut impl MoveSink<Step>) -> Flow {
        self.moves(position, &mut OneExit { game: self, me: position.to_move().index(), sink })
    }

    /// Captures, the higher the better; exits last.
    #[inline]
    fn order(&self, position: &Position<CELLS>, (): &(), m: Step) -> i32 {
        match self.board().landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) if position.stacks(position.to_move().opponent()).contains(to) => {
                ORDER_CAPTURE + ORDER_PIECE * i32::from(position.height(to)) - i32::from(m.count)
            }
            Landing::Off => -ORDER_PIECE * i32::from(m.count),
            _ => 0,
        }
    }

    #[inline]
    fn is_noisy(&self, position: &Position<CELLS>, (): &(), m: Step) -> bool {
        self.captured(position, m) > 0
    }

    #[inline]
    fn noisy_moves(&self, position: &Position<CELLS>, (): &(), sink: &mut impl MoveSink<Step>) -> Flow {
        if self.outcome(position).is_some() {
            return Flow::Continue(());
        }
        let (me, you) = (position.to_move(), position.to_move().opponent());
        let yours = position.stacks(you);
        for from in position.stacks(me) {
            for to in self.captures(position, from, yours) {
                sink.push(self.step_to(from, to))?;
            }
        }
        Flow::Continue(())
    }

    fn history_slots(&self) -> usize {
        CELLS * 8 * 32
    }

    #[inline]
    fn history_slot(&self, _: &Position<CELLS>, m: Step) -> usize {
        (m.from.index() * 8 + m.direction as usize) * 32 + usize::from(m.count)
    }
}

/// What a capture counts in ordering: more than the best history score.
const ORDER_CAPTURE: i32 = 20_000;

/// What a piece counts in ordering, captured or given away.
const ORDER_PIECE: i32 = 1_000;

/// Passes on every move but exits that another direction offers, too.
struct OneExit<'a, const CELLS: usize, S> {
    game: &'a Dipole<CELLS>,
    me: usize,
    sink: &'a mut S,
}

impl<const CELLS: usize, S: MoveSink<Step>> MoveSink<Step> for OneExit<'_, CELLS, S> {
    #[inline]
    fn push(&mut self, m: Step) -> Flow {
        let board = self.game.board();
        let is_off = |direction| board.landing(m.from, direction, m.count.into()) == Landing::Off;
        if !m.is_pass() && is_off(m.direction) {
            let first = Direction::FORWARD[self.me].into_iter().find(|direction| is_off(*direction));
            if first != Some(m.direction) {
                return Flow::Continue(());
            }
        }
        self.sink.push(m)
    }
}
