//! Lines that a table hit or the game's knowledge cut short, continued by what is known.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::worker::Worker;
use crate::features::Feature;
use crate::table::{Bound, Stored};

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// `line`, which is worth `value`, continued: to its end if it is decided, else up to `most` moves.
    pub(super) fn continued(&self, line: &[G::Move], value: Value, most: usize) -> Vec<G::Move> {
        let mut moves = line.to_vec();
        let mut position = self.position.clone();
        for m in &moves {
            self.game.play(&mut position, *m);
        }
        let most = value.plies().map_or(most, |plies| plies as usize);
        while moves.len() < most && self.game.outcome(&position).is_none() {
            let next = match value.plies() {
                Some(plies) => self.deciding_move(&mut position, plies - moves.len() as u32),
                None => self.remembered_move(&position, |stored| stored.bound == Bound::Exact),
            };
            let Some(m) = next else { break };
            self.game.play(&mut position, m);
            moves.push(m);
        }
        moves
    }

    /// The table's move, if what it knows of the position is `wanted`.
    pub(super) fn remembered_move(
        &self,
        position: &G::Position,
        wanted: impl FnOnce(&Stored) -> bool,
    ) -> Option<G::Move> {
        if !self.has(Feature::Table) {
            return None;
        }
        let (key, symmetry) = self.table_key(position);
        let stored = self.table.probe(key).filter(wanted)?;
        self.stored_move(position, &stored, symmetry)
    }

    /// A move after which the game is known to be decided in one ply less than `plies`, for whoever it may be.
    fn deciding_move(&self, position: &mut G::Position, plies: u32) -> Option<G::Move> {
        let left = plies.checked_sub(1)?;
        self.game.legal_moves(position).into_iter().find(|&m| {
            let undo = self.game.play(position, m);
            let found = self.known_distance(position) == Some(left);
            self.game.undo(position, m, undo);
            found
        })
    }

    /// In how many plies the position is decided, if that is known without search.
    fn known_distance(&self, position: &G::Position) -> Option<u32> {
        if let Some(outcome) = self.game.outcome(position) {
            return outcome.winner().map(|_| 0);
        }
        if self.has(Feature::Knowledge)
            && let Some((verdict, plies)) = self.game.proven(position, &self.game.node(position))
        {
            return Value::proven(verdict, plies).plies();
        }
        let stored = self.table.probe(self.table_key(position).0).filter(|_| self.has(Feature::Table))?;
        let bounded = if stored.value.is_win() { stored.bound.is_lower() } else { stored.bound.is_upper() };
        stored.value.plies().filter(|&plies| bounded && self.is_in_time(position, plies))
    }
}
