//! The last two moves: whether one of them mates soon enough.
//!
//! Most of the tree is here, so it is tried move by move, without numbers: nearly every move of the attacker fails to the
//! answer that has refuted the move before it.

use super::search::{Child, Listed, Prover};
use crate::moves::ChessMove;
use crate::position::Position;

/// There is no time left.
pub(super) struct Over;

impl Prover<'_> {
    /// A move of the attacker after which every answer is mated at once, or which mates itself, if there is one. `Err` if
    /// there was no time to find out.
    pub(super) fn mates_in_two(&mut self, position: &Position) -> Result<Option<ChessMove>, Over> {
        if let Some(m) = position.mating_move() {
            return Ok(Some(m));
        }
        let first = self.children.len();
        let _ = position.moves(&mut Listed(&mut self.children));
        let end = self.children.len();
        let mut found = Ok(None);
        for i in first..end {
            let m = self.children[i].m;
            let mut after = *position;
            after.play(m);
            self.visit();
            if self.is_drawn(&after) {
                continue;
            }
            match self.mates_after_every_answer(&after) {
                Ok(false) => {}
                Ok(true) => {
                    found = Ok(Some(m));
                    break;
                }
                Err(over) => {
                    found = Err(over);
                    break;
                }
            }
        }
        self.children.truncate(first);
        found
    }

    fn mates_after_every_answer(&mut self, position: &Position) -> Result<bool, Over> {
        let refuted = self.refutation;
        if let Some(answer) = refuted.filter(|answer| position.is_legal(*answer))
            && !self.mates_after(position, answer)
        {
            return Ok(false);
        }
        let first = self.children.len();
        let _ = position.moves(&mut Listed(&mut self.children));
        let end = self.children.len();
        // Without an answer it is stalemate: what mates at once has been looked for.
        let mut mates = Ok(first < end);
        for i in first..end {
            let Child { m: answer, .. } = self.children[i];
            if self.is_over() {
                mates = Err(Over);
                break;
            }
            if Some(answer) != refuted && !self.mates_after(position, answer) {
                self.refutation = Some(answer);
                mates = Ok(false);
                break;
            }
        }
        self.children.truncate(first);
        mates
    }

    fn mates_after(&mut self, position: &Position, answer: ChessMove) -> bool {
        let mut after = *position;
        after.play(answer);
        self.visit();
        !self.is_drawn(&after) && after.mating_move().is_some()
    }
}
