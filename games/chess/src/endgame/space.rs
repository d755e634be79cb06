//! An endgame as the retrograde analysis wants it.
//!
//! The states are its numbers. Captures and promotions leave for endgames whose tables are finished. All else stays, and is
//! taken back by [`retractions`].
//!
//! Of positions that differ by a turn or a mirror one has a number, but both if their kings are on the diagonal (see
//! [`kings`](super::kings)). A move to such a position, or from one, is also a move between the mirror images; so that each
//! is found as often as there are moves, see [`Endgame::retract`].

use mossa_game::Flow;
use mossa_game::moves::MoveSink;
use mossa_solve::{Space, State, Worth};

use super::index::Index;
use super::kings::{above_diagonal, on_diagonal};
use super::material::Material;
use super::men::{Men, passed_square};
use super::retract::{on_fourth, retractions};
use super::shelf::Shelf;
use crate::moves::ChessMove;
use crate::position::Position;

/// An endgame, and the finished tables that its captures and promotions lead to.
pub(super) struct Endgame<'s> {
    pub(super) index: &'static Index,
    pub(super) shelf: &'s Shelf,
}

impl Space for Endgame<'_> {
    const LEAVES: bool = true;

    fn rows(&self) -> u64 {
        self.index.rows()
    }

    fn columns(&self) -> u64 {
        self.index.columns()
    }

    fn judge(&self, row: u64, mut told: impl FnMut(State)) {
        let columns = self.index.columns();
        for state in row * columns..(row + 1) * columns {
            let position = possible(self.index, state);
            told(position.map_or(State::Illegal, |position| self.judge_one(&position)));
        }
    }

    fn predecessors(&self, row: u64, columns: impl Iterator<Item = u64>, mut found: impl FnMut(u64)) {
        for column in columns {
            self.retract(row * self.index.columns() + column, &mut found);
        }
    }
}

/// The position with this number; nothing if it cannot be.
pub(super) fn possible(index: &Index, state: u64) -> Option<Position> {
    let (material, men) = (index.material(), index.men(state));
    if men.overlap(material) || !passes_rightly(index, material, &men, state) {
        return None;
    }
    let position = men.position(material);
    let waiting = position.to_move().other();
    position.attackers_of_king(waiting).is_empty().then_some(position)
}

/// Whether a pawn that can be captured in passing, if there is one, has just moved and can be.
fn passes_rightly(index: &Index, material: Material, men: &Men, state: u64) -> bool {
    let Some(at) = men.passed else { return true };
    let mover = men.to_move.other();
    let pawn = men.others[at];
    let (passed, occupied) = (passed_square(mover, pawn), men.occupied(material));
    let is_free = !occupied.has(passed) && !occupied.has(passed.offset(-mover.forward()));
    // If both pawns were told to be so, the number is not that of the men.
    material.others().nth(at).is_some_and(|(color, _)| color == mover)
        && index.number(men) == Some(state)
        && is_free
        && men.position(material).can_be_captured_in_passing(mover, passed, pawn)
}

impl Endgame<'_> {
    fn judge_one(&self, position: &Position) -> State {
        let mut exits = Exits { position, shelf: self.shelf, staying: 0, best: None };
        let _ = position.moves(&mut exits);
        match (exits.best, exits.staying) {
            (None, 0) if position.checkers().has_any() => State::Lost,
            (None, 0) => State::Drawn,
            (None, moves) => State::Open { moves },
            (Some(Worth::Win(plies) | Worth::Loss(plies)), moves) => {
                State::Leaving { moves: moves + 1, plies }
            }
            (Some(Worth::Draw | Worth::Illegal), moves) => State::Open { moves: moves + 1 },
        }
    }

    /// Hands over the numbers of all men that have a move to those with the number `state`.
    ///
    /// Let S be the mirror at the diagonal. The kings of T are on it: then S(T) has a number of its own, waits at the same
    /// time and would find the same, so the lower number works for both. If T is S(T), each way back has a mirror image
    /// that finds the same again, so only one of both is taken. What is found with both kings on the diagonal is
    /// handed over with its mirror image, which moves to S(T); if they are the same men, they have two such moves, unless
    /// T is S(T), too.
    fn retract(&self, state: u64, found: &mut impl FnMut(u64)) {
        let (index, men) = (self.index, self.index.men(state));
        let twin = if index.has_twin(&men) { index.numbers(&men).and_then(|(_, twin)| twin) } else { None };
        if twin.is_some_and(|twin| twin < state) {
            return;
        }
        let is_own_twin = twin == Some(state);
        retractions(index.material(), &men, |retraction| {
            if is_own_twin && above_diagonal(retraction.origin) {
                return;
            }
            let Some((number, twin)) = index.numbers(&retraction.before) else { return };
            found(number);
            if let Some(twin) = twin.filter(|_| !(is_own_twin && on_diagonal(retraction.origin))) {
                found(twin);
            }
            if index.material().may_pass_pawns() {
                self.with_passed(&retraction.before, found);
            }
        });
    }

    /// The same move may have been made when a pawn could have been captured in passing instead.
    fn with_passed(&self, before: &Men, found: &mut impl FnMut(u64)) {
        let waiting = before.to_move.other();
        for (at, (color, _)) in self.index.material().others().enumerate() {
            if color == waiting && on_fourth(color, before.others[at]) {
                // Where that is not so, nothing with this number can be, and nobody looks at it.
                let passed = Men { passed: Some(at), ..*before };
                self.index.number(&passed).into_iter().for_each(&mut *found);
            }
        }
    }
}

/// The moves of a position: how many stay, and what the best of the others brings.
struct Exits<'a> {
    position: &'a Position,
    shelf: &'a Shelf,
    staying: u32,
    best: Option<Worth>,
}

impl MoveSink<ChessMove> for Exits<'_> {
    fn push(&mut self, m: ChessMove) -> Flow {
        if !self.position.is_noisy(m) {
            self.staying += 1;
            return Flow::Continue(());
        }
        let mut after = *self.position;
        after.play(m);
        // All tables that can be needed are there.
        let worth = self.shelf.worth(&after).unwrap_or(Worth::Draw).before();
        self.best = Some(self.best.map_or(worth, |best| best.better(worth)));
        Flow::Continue(())
    }
}
