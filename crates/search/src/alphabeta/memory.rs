//! What a node asks the table, and what it leaves there.

use mossa_game::{Evaluate, Move, Symmetric, Symmetry, Tactics, Value};

use super::moves::Trial;
use super::node::Window;
use super::worker::Worker;
use crate::features::Feature;
use crate::progress::clocked;
use crate::table::{Bound, Stored};

/// So many plies before a rule draws the game ([`Tactics::plies_to_draw`]) the table begins to tell apart how many are left:
/// with more of them, a search of 32 plies never reaches the draw.
const CLOCK_COUNTS: u32 = 32;

/// What the table said about a node.
#[derive(Clone, Copy)]
pub(super) struct Probe<M> {
    pub(super) key: u64,
    /// From the board to the one that the table knows.
    pub(super) symmetry: Symmetry,
    pub(super) best: Option<M>,
    pub(super) stored: Option<Stored>,
}

impl<M> Probe<M> {
    /// The root is searched whatever the table says of it.
    pub(super) fn of_root((key, symmetry): (u64, Symmetry)) -> Probe<M> {
        Probe { key, symmetry, best: None, stored: None }
    }
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// Under which key the table knows a position, and the symmetry that leads to the board it means.
    #[inline]
    pub(super) fn table_key(&self, position: &G::Position) -> (u64, Symmetry) {
        let (key, symmetry) = if self.has(Feature::Symmetry) {
            self.game.canonical_key(position)
        } else {
            (self.game.key(position), Symmetry::IDENTITY)
        };
        match self.game.plies_to_draw(position) {
            Some(left) if left <= CLOCK_COUNTS => (clocked(key, left), symmetry),
            _ => (key, symmetry),
        }
    }

    /// Whether a win or loss after so many plies comes before a rule draws the game. Where the clock is a part of the key,
    /// whoever stored it has looked; elsewhere the same position may have been searched with more time left.
    #[inline]
    pub(super) fn is_in_time(&self, position: &G::Position, plies: u32) -> bool {
        self.game.plies_to_draw(position).is_none_or(|left| left <= CLOCK_COUNTS || plies <= left)
    }

    /// Whether a draw here may be due to a clock that not every position on the way has in its key: what those are worth must
    /// not be taken for certain because of it.
    #[inline]
    pub(super) fn may_draw_by_clock(&self, ply: usize) -> bool {
        let left = self.game.plies_to_draw(&self.position);
        left.is_some_and(|left| left <= CLOCK_COUNTS && left as usize + ply > CLOCK_COUNTS as usize)
    }

    /// Under which key the table is going to be asked for the position at `ply`; `None` if it is not. The processor
    /// fetches the entries meanwhile: they are hardly ever near, and whether the game is over is to be found out first.
    #[inline]
    pub(super) fn foresee(&self, ply: usize) -> Option<(u64, Symmetry)> {
        if !self.has(Feature::Table) || self.frames[ply].excluded.is_some() {
            return None;
        }
        let key = self.table_key(&self.position);
        self.table.prefetch(key.0);
        Some(key)
    }

    /// Asks the table, if there is a key to ask for. `Err` with a value that needs no further search.
    #[inline]
    pub(super) fn probe<const PV: bool>(
        &mut self,
        key: Option<(u64, Symmetry)>,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Result<Probe<G::Move>, Value> {
        let Some((key, symmetry)) = key else {
            return Ok(Probe { key: 0, symmetry: Symmetry::IDENTITY, best: None, stored: None });
        };
        let Some(stored) = self.table.probe(key) else {
            return Ok(Probe { key, symmetry, best: None, stored: None });
        };
        self.statistics.table_hits += 1;
        if let Some(value) = self.cutoff::<PV>(&stored, depth, ply, window) {
            self.statistics.table_cutoffs += 1;
            return Err(value);
        }
        let best = self.stored_move(&self.position, &stored, symmetry);
        Ok(Probe { key, symmetry, best, stored: Some(stored) })
    }

    /// The stored move as it is on this board; `None` if there is none, or if it is not legal because it belongs to
    /// another position with the same key.
    #[inline]
    pub(super) fn stored_move(
        &self,
        position: &G::Position,
        stored: &Stored,
        symmetry: Symmetry,
    ) -> Option<G::Move> {
        let m = G::Move::unpack(stored.best?);
        let identity = symmetry == Symmetry::IDENTITY;
        let m = if identity { m } else { self.game.map_move(self.game.inverse(symmetry), m) };
        self.game.is_legal(position, m).then_some(m)
    }

    /// The stored value, if it answers the question.
    #[inline]
    fn cutoff<const PV: bool>(
        &mut self,
        stored: &Stored,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Option<Value> {
        let value = stored.value.delayed(ply as u32);
        let above = stored.bound.is_lower() && value >= window.beta;
        let below = stored.bound.is_upper() && value <= window.alpha;
        let answers = stored.bound == Bound::Exact || ((above || below) && self.has(Feature::Bounds));
        if !answers {
            return None;
        }
        // A win that was found is a win, at whatever depth; likewise a loss.
        let certain = stored.exhausted || (above && value.is_win()) || (below && value.is_loss());
        if stored.value.plies().is_some_and(|plies| !self.is_in_time(&self.position, plies)) {
            return None;
        }
        if certain {
            // What is at least a win, or at most a loss, is so for every clock that is not behind.
            let one_sided = (above && value.is_win()) || (below && value.is_loss());
            self.guesses += u64::from(!one_sided && self.may_draw_by_clock(ply));
            return Some(value);
        }
        // In the principal variation guesses are searched again, so that it can be shown in full.
        // (Without scouts every node is called principal.)
        let principal = PV && self.has(Feature::Pvs);
        if principal || i32::from(stored.depth) < depth {
            return None;
        }
        self.guesses += 1;
        Some(value)
    }

    /// A move as the table keeps it.
    #[inline]
    pub(super) fn packed_for_table(&self, m: G::Move, probe: &Probe<G::Move>) -> u32 {
        let m = if probe.symmetry == Symmetry::IDENTITY { m } else { self.game.map_move(probe.symmetry, m) };
        m.pack()
    }

    /// Stores what was found out.
    #[inline(always)]
    pub(super) fn remember(&mut self, trial: &Trial<G::Move>, cut: bool, probe: &Probe<G::Move>) {
        if trial.best.is_loss() && trial.best_move.is_none() {
            // Every move loses at least this fast: certain, whatever else was thought on the way.
            self.guesses = trial.guesses;
        }
        if !self.has(Feature::Table) || self.frames[trial.ply].excluded.is_some() {
            return;
        }
        let bound = if cut {
            Bound::Lower
        } else if trial.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = trial.best_move.map(|m| self.packed_for_table(m, probe));
        self.statistics.table_stores += 1;
        self.table.store(
            probe.key,
            Stored {
                best,
                value: trial.best.hastened(trial.ply as u32),
                depth: trial.depth.clamp(0, Stored::MOST_DEPTH.into()) as u8,
                exhausted: self.guesses == trial.guesses,
                bound,
            },
        );
    }
}
