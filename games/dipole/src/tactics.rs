//! What needs no search, and what to try first.

use mossa_game::{Flow, Game, MoveSink, Player, Tactics, Verdict};

use crate::board::Landing;
use crate::cells::Cells;
use crate::position::Position;
use crate::rules::{Dipole, Exits, Step};

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
    pub fn threatened(&self, position: &Position<CELLS>, owner: Player) -> Cells {
        let (own, enemy) = (position.stacks(owner), position.stacks(owner.opponent()));
        enemy.fold(Cells::NONE, |all, from| all.with(self.captures(position, from, own)))
    }
}

impl<const CELLS: usize> Tactics for Dipole<CELLS> {
    /// The stacks of the player to move that the opponent could capture, where moves are ordered.
    type Node = Cells;

    // What follows was decided by matches from random openings of four plies, 3000 or 4000 nodes a move, each opening with
    // both colours: Elo with 95 % intervals. What is on passed a sequential test of 0 against 20 Elo, such as
    // mossa match alphabeta alphabeta,-lmp --game dipole --openings random:4 --nodes 3000 --sprt 0,20 --model logistic
    // 192 games: 51 +- 33.
    const QUIESCENCE: bool = true;
    // Whoever must move gives up ground: a pass is often better than any move.
    const NULL_MOVE: bool = false;
    // 1924 games: 13 +- 9.
    const REVERSE_FUTILITY: bool = true;
    // 604 games: 21 +- 16.
    const LATE_MOVE_REDUCTIONS: bool = true;
    // 138 games: 51 +- 33.
    const LATE_MOVE_PRUNING: bool = true;
    // 220 games: -6 +- 37.
    const ITERATIVE_REDUCTIONS: bool = false;
    // 220 games: -6 +- 25.
    const SINGULAR_EXTENSIONS: bool = false;
    // About what two pieces of 24 are worth.
    const MARGIN: i32 = 60;

    #[inline]
    fn node(&self, _: &Position<CELLS>) -> Cells {
        Cells::NONE
    }

    #[inline]
    fn with_ordering(&self, position: &Position<CELLS>, _: &Cells) -> Cells {
        self.threatened(position, position.to_move())
    }

    /// From endgame tables, if the limit of moves comes no sooner than the end. Then it does not matter: the winner's
    /// moves win within the plies that are left, whatever the loser does, and before they are over nobody can gain by
    /// the limit. If it comes sooner, the tables say nothing about this game.
    #[inline]
    fn proven(&self, position: &Position<CELLS>, _: &Cells) -> Option<(Verdict, u32)> {
        self.endgame(position).filter(|(_, plies)| *plies <= u32::from(position.left))
    }

    #[inline]
    fn plies_left(&self, position: &Position<CELLS>) -> Option<u32> {
        position.plies_left().map(u32::from)
    }

    /// Pieces that leave the board are gone, whichever way they went: one direction is enough.
    #[inline]
    fn candidates(&self, position: &Position<CELLS>, _: &Cells, sink: &mut impl MoveSink<Step>) -> Flow {
        if self.outcome(position).is_some() {
            return Flow::Continue(());
        }
        self.steps(position, Exits::One, sink)
    }

    /// Captures, the higher the better; then what saves pieces from being captured; exits last.
    ///
    /// That moves of threatened stacks come first is worth 47 +- 23 Elo (800 games as above). Whether a stack can be
    /// captured where it arrives was not shown to help: alone 24 +- 50, together with it 10 +- 43 (200 games each).
    #[inline]
    fn order(&self, position: &Position<CELLS>, threatened: &Cells, m: Step) -> i32 {
        let escapes = i32::from(threatened.contains(m.from));
        match self.board().landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) if position.stacks(position.to_move().opponent()).contains(to) => {
                ORDER_CAPTURE + ORDER_PIECE * i32::from(position.height(to)) - i32::from(m.count)
            }
            Landing::Off => {
                let saved = escapes * i32::from(position.height(m.from)) / 2;
                ORDER_PIECE * (saved - i32::from(m.count))
            }
            _ => escapes * ORDER_PIECE * i32::from(m.count),
        }
    }

    #[inline]
    fn is_noisy(&self, position: &Position<CELLS>, _: &Cells, m: Step) -> bool {
        self.captured(position, m) > 0
    }

    /// Captures. To try moves of the highest threatened stack, too, made play worse: -70 +- 48 Elo in 200 games as above.
    /// What is threatened is part of the evaluation instead.
    #[inline]
    fn noisy_moves(&self, position: &Position<CELLS>, _: &Cells, sink: &mut impl MoveSink<Step>) -> Flow {
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
        CELLS * (CELLS + 1)
    }

    /// Where from and where to, all exits of a stack alike.
    #[inline]
    fn history_slot(&self, _: &Position<CELLS>, m: Step) -> usize {
        let to = match self.board().landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) => to.index(),
            Landing::Off | Landing::Light => CELLS,
        };
        m.from.index() * (CELLS + 1) + to
    }
}

/// What a capture counts in ordering: more than the best history score.
const ORDER_CAPTURE: i32 = 20_000;

/// What a piece counts in ordering, captured or given away.
const ORDER_PIECE: i32 = 1_000;
