//! A line to the mate, against the longest defence that is known.

use super::search::{Prover, Task};
use crate::moves::ChessMove;
use crate::position::Position;

/// How many positions are visited to find out whether a defence lasts shorter. What is not found out is taken for the
/// longest.
const SHORTER: u64 = 200;

/// How many positions are visited at most for the longest defence: some hundredths of a second.
const MOST_FOR_LONGEST: u64 = 20_000;

/// How many positions are visited at most for any line: they are needed only to prove again what the table has forgotten.
const MOST_FOR_ANY: u64 = 200_000;

/// How a walk to the mate ends.
enum Walk {
    /// With a mate by the first of these moves, which are in reverse order.
    Mate(Vec<ChessMove>),
    /// Every defence lasts shorter.
    Shorter,
    /// What was proven could not be proven again in time.
    Lost,
}

impl Walk {
    /// The walk that begins with `m`.
    fn after(self, m: ChessMove) -> Walk {
        match self {
            Walk::Mate(mut line) => {
                line.push(m);
                Walk::Mate(line)
            }
            other => other,
        }
    }
}

impl Prover<'_> {
    /// A line from a position in which a mate in `moves` moves is proven. It has so many moves, unless no defence is found
    /// that lasts so long. The halt does not count here: what is proven must not be lost to it.
    pub(super) fn line(&mut self, position: &Position, moves: u8) -> Option<Vec<ChessMove>> {
        self.finishing = true;
        let mut walk = Walk::Lost;
        for (longest, positions) in [(true, MOST_FOR_LONGEST), (false, MOST_FOR_ANY)] {
            self.last_node = self.nodes + positions;
            walk = self.line_of_attacker(position, moves, longest);
            if matches!(walk, Walk::Mate(_)) {
                break;
            }
        }
        self.finishing = false;
        match walk {
            Walk::Mate(mut line) => {
                line.reverse();
                Some(line)
            }
            _ => None,
        }
    }

    fn prove_again(&mut self, position: &Position, moves: u8, attacking: bool, positions: u64) -> bool {
        let left = self.last_node.saturating_sub(self.nodes);
        self.prove(Task { position, moves, attacking }, positions.min(left)) == Some(true)
    }

    fn line_of_attacker(&mut self, position: &Position, moves: u8, longest: bool) -> Walk {
        if moves == 1 || !longest {
            match position.mating_move() {
                Some(m) => return Walk::Mate(vec![m]),
                None if moves == 1 => return Walk::Lost,
                None => {}
            }
        }
        let Some(m) = self.proven_move(position, moves) else { return Walk::Lost };
        let mut after = *position;
        after.play(m);
        let walk = self.line_of_defender(&after, moves - 1, longest).after(m);
        if matches!(walk, Walk::Shorter) {
            self.learn_shorter(Task { position, moves: moves - 1, attacking: true }, m);
        }
        walk
    }

    /// A defence that lasts `moves` moves, or, unless the `longest` is wanted, one that seems to last long.
    fn line_of_defender(&mut self, position: &Position, moves: u8, longest: bool) -> Walk {
        let mut answers = Vec::new();
        let _ = position.moves(&mut answers);
        if !longest {
            let lasts = |m: &ChessMove| {
                let mut after = *position;
                after.play(*m);
                let proven = self.known(Task { position: &after, moves, attacking: true }).proven;
                if proven == 0 { moves } else { proven.min(moves) }
            };
            let Some(answer) = answers.iter().copied().max_by_key(lasts) else {
                return Walk::Mate(Vec::new());
            };
            let lasts = lasts(&answer);
            let mut after = *position;
            after.play(answer);
            return self.line_of_attacker(&after, lasts, longest).after(answer);
        }
        for answer in answers {
            let mut after = *position;
            after.play(answer);
            let trial = if self.is_halted() { 0 } else { SHORTER };
            if moves > 1 && self.prove_again(&after, moves - 1, true, trial) {
                continue;
            }
            match self.line_of_attacker(&after, moves, longest) {
                Walk::Shorter => {}
                walk => return walk.after(answer),
            }
        }
        Walk::Shorter
    }

    /// A move after which the mate is proven.
    fn proven_move(&mut self, position: &Position, moves: u8) -> Option<ChessMove> {
        if !self.prove_again(position, moves, true, u64::MAX) {
            return None;
        }
        let keeps = |prover: &mut Self, m: ChessMove| {
            let mut after = *position;
            after.play(m);
            prover.prove_again(&after, moves - 1, false, u64::MAX)
        };
        let best = self.known(Task { position, moves, attacking: true }).best;
        if let Some(best) = best.filter(|m| position.is_legal(*m))
            && keeps(self, best)
        {
            return Some(best);
        }
        let mut all = Vec::new();
        let _ = position.moves(&mut all);
        all.into_iter().find(|m| keeps(self, *m))
    }
}
