//! All positions of a game for two by number, for retrograde analysis.
//!
//! Whoever is to move is the player below: with the other to move, the star is turned round. A state is the set of the
//! mover's pieces among the holes where pieces may rest, and that of the other's among those that are left.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use mossa_game::Player;
use mossa_solve::{Space, State, Subsets};

use crate::board::{Board, Hole};
use crate::holes::Holes;
use crate::position::Position;
use crate::profile::{Goal, Lock};
use crate::rules::ChineseCheckers;

/// Whoever is to move, seen from below.
const MOVER: Player = Player::FIRST;
const OTHER: Player = Player::SECOND;

/// The mover's pieces and the other's, with the mover below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sides<const W: usize> {
    mover: Holes<W>,
    other: Holes<W>,
}

impl<const W: usize> Sides<W> {
    fn occupied(&self) -> Holes<W> {
        self.mover.with(&self.other)
    }
}

/// The positions of a game for two.
pub struct Positions<'a, const W: usize> {
    board: &'a Board<W>,
    /// Where pieces may rest.
    cells: Vec<Hole>,
    /// The number of each hole among them.
    cell_of: Vec<u8>,
    movers: Subsets,
    others: Subsets,
    /// Whether somebody somewhere has to pass: usually nobody has, and nobody needs to ask.
    passes: AtomicBool,
}

impl<'a, const W: usize> Positions<'a, W> {
    /// `None` for more players, for boards on which pieces may rest in more than 64 holes, and with a limit of plies.
    pub fn new(game: &'a ChineseCheckers<W>) -> Option<Positions<'a, W>> {
        let board = game.board();
        if board.players != 2 || board.plies.is_some() {
            return None;
        }
        let cells: Vec<Hole> = board.rights(MOVER).rest.iter().collect();
        let mut cell_of = vec![u8::MAX; board.holes()];
        cells.iter().enumerate().for_each(|(cell, hole)| cell_of[hole.index()] = cell as u8);
        let movers = Subsets::new(cells.len(), board.pieces)?;
        let others = Subsets::new(cells.len() - board.pieces, board.pieces)?;
        movers.count().checked_mul(others.count())?;
        Some(Positions { board, cells, cell_of, movers, others, passes: AtomicBool::new(false) })
    }

    /// The number of a position; `None` if a piece is where none may rest.
    pub fn number(&self, position: &Position<W>) -> Option<u64> {
        let (mover, other) = (position.to_move(), position.to_move().opponent());
        let sides = Sides { mover: *position.pieces(mover), other: *position.pieces(other) };
        if !sides.occupied().is_within(&self.board.rights(MOVER).rest) {
            return None;
        }
        let turned = Sides { mover: self.turned(sides.mover), other: self.turned(sides.other) };
        Some(self.rank(&if mover == MOVER { sides } else { turned }))
    }

    /// The star turned round: the holes in the opposite order.
    fn turned(&self, holes: Holes<W>) -> Holes<W> {
        let last = self.board.holes() as u8 - 1;
        Holes::of(holes.iter().map(|hole| Hole(last - hole.0)))
    }

    fn rank(&self, sides: &Sides<W>) -> u64 {
        let cells =
            |holes: Holes<W>| holes.iter().fold(0u64, |cells, hole| cells | 1 << self.cell_of[hole.index()]);
        let mover = cells(sides.mover);
        let mut other = 0u64;
        let mut rest = cells(sides.other);
        while rest != 0 {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            // Its number among the cells that the mover has left.
            other |= 1 << (cell - (mover & ((1 << cell) - 1)).count_ones());
        }
        self.movers.rank(mover) * self.others.count() + self.others.rank(other)
    }

    fn unrank(&self, state: u64) -> Sides<W> {
        let mover = self.movers.unrank(state / self.others.count());
        let mut among_others = self.others.unrank(state % self.others.count());
        let mut sides = Sides { mover: Holes::EMPTY, other: Holes::EMPTY };
        let mut rest = mover;
        while rest != 0 {
            sides.mover.insert(self.cells[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
        while among_others != 0 {
            let mut cell = among_others.trailing_zeros();
            among_others &= among_others - 1;
            // Over every cell of the mover that comes before it.
            let mut before = mover;
            while before != 0 && before.trailing_zeros() <= cell {
                cell += 1;
                before &= before - 1;
            }
            sides.other.insert(self.cells[cell as usize]);
        }
        sides
    }

    fn mover_has_won(&self, sides: &Sides<W>) -> bool {
        self.board.has_won(&sides.mover, &sides.occupied(), MOVER)
    }

    fn other_has_won(&self, sides: &Sides<W>) -> bool {
        self.board.has_won(&sides.other, &sides.occupied(), OTHER)
    }

    /// Whether a piece that comes home can make the other one win, which nobody does.
    fn may_help(&self) -> bool {
        self.board.profile.goal == Goal::Fill && self.board.profile.home_lock == Lock::No
    }

    /// How many moves the mover has, but for those that make the other one win.
    fn moves(&self, sides: &Sides<W>) -> u32 {
        let occupied = sides.occupied();
        let mut moves = 0;
        for from in sides.mover.iter() {
            let mut to = self.board.destinations(&occupied, MOVER, from);
            if self.may_help() && to.meets(&self.board.rights(MOVER).home) {
                to = Holes::of(to.iter().filter(|to| {
                    let mut mover = sides.mover;
                    mover.toggle(from);
                    mover.toggle(*to);
                    !self.other_has_won(&Sides { mover, other: sides.other })
                }));
            }
            moves += to.len() as u32;
        }
        moves
    }
}

impl<const W: usize> Space for Positions<'_, W> {
    fn states(&self) -> u64 {
        self.movers.count() * self.others.count()
    }

    fn judge(&self, state: u64) -> State {
        let sides = self.unrank(state);
        if self.mover_has_won(&sides) {
            return State::Illegal;
        }
        if self.other_has_won(&sides) {
            return State::Lost;
        }
        let moves = self.moves(&sides);
        if moves == 0 {
            self.passes.store(true, Relaxed);
        }
        State::Open { moves: moves.max(1) }
    }

    /// The other one has moved last, and is the mover of what was before.
    #[inline]
    fn predecessors(&self, state: u64, mut found: impl FnMut(u64)) {
        let now = self.unrank(state);
        let before = Sides { mover: self.turned(now.other), other: self.turned(now.mover) };
        let occupied = before.occupied();
        let rest = &self.board.rights(MOVER).rest;
        for to in before.mover.iter() {
            for from in self.board.origins(&occupied, MOVER, to).among(rest).iter() {
                let mut sides = before;
                sides.mover.toggle(to);
                sides.mover.toggle(from);
                if !self.mover_has_won(&sides) && !self.other_has_won(&sides) {
                    found(self.rank(&sides));
                }
            }
        }
        let open = || !self.mover_has_won(&before) && !self.other_has_won(&before);
        if self.passes.load(Relaxed) && open() && self.moves(&before) == 0 {
            found(self.rank(&before));
        }
    }
}
