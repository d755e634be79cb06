//! Which limits are tried, and how long.

use mossa_game::Halt;

use super::MOST_MOVES;
use super::numbers::NEVER;
use super::search::{Prover, Task};
use crate::moves::ChessMove;
use crate::position::Position;

/// How many positions each limit gets in the first round; twice as many in each later one. A mate in two is found or
/// refuted in about as many.
const FIRST_ROUND: u64 = 2000;

/// The limits that are tried where none is given, besides those below a mate that is known. A proof with a limit of five
/// moves finds shorter mates, too, so not every number needs a turn of its own.
const RUNGS: [u8; 7] = [1, 2, 3, 4, 5, 7, 10];

/// The proof number up to which a mate seems to be near. With 60 000 positions the proof number for a limit of five moves was
/// at most this for 9 of 12 mates in five that were not found yet, and for 5 of 25 positions of *Win at Chess*; for ten moves
/// it was so for 11 and 10 of them. Any limit counts.
const NEAR: u32 = 24;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mated {
    /// The moves of both sides.
    pub line: Vec<ChessMove>,
    /// Every defence is mated in so many moves at most. If the mate is the shortest, the line has so many moves wherever a
    /// defence that lasts so long was found in time.
    pub moves: u8,
    /// Whether there is no shorter mate for certain.
    pub shortest: bool,
}

/// A search for the shortest mate.
pub struct MateSearch<'a> {
    prover: Prover<'a>,
    /// What is left of the positions that may be visited.
    most_nodes: u64,
    /// There is no mate in so many moves.
    none_in: u8,
    /// The proof number that each limit of moves was left with.
    proofs: [u32; MOST_MOVES as usize + 1],
}

impl<'a> MateSearch<'a> {
    /// A search of at most about so many positions, which gives up when `halt` says so. Positions with the keys `barred`
    /// have been there twice: the game is drawn when they come again.
    pub fn new(positions: u64, barred: &'a [u64], halt: Halt<'a>) -> MateSearch<'a> {
        MateSearch {
            prover: Prover::new(positions, barred, halt),
            most_nodes: positions,
            none_in: 0,
            proofs: [NEVER; MOST_MOVES as usize + 1],
        }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.prover.nodes
    }

    /// No mate was found, but one seems to be near: it pays to go on.
    pub fn seems_near(&self) -> bool {
        self.proofs.iter().skip(usize::from(self.none_in) + 1).any(|proof| *proof <= NEAR)
    }

    /// It is certain that the side to move cannot force a mate in so many moves.
    pub fn none_in(&self) -> u8 {
        self.none_in
    }

    /// The shortest mate of the side to move that can be found, in at most `within` moves if that is given.
    pub fn search(&mut self, position: &Position, within: Option<u8>) -> Option<Mated> {
        if position.is_drawn_by_rule() {
            return None;
        }
        let most = within.unwrap_or(MOST_MOVES).min(MOST_MOVES);
        let mut rungs: Vec<u8> = RUNGS.into_iter().filter(|rung| *rung < most).collect();
        if within.is_some() {
            rungs.push(most);
        }
        let last = rungs.last().copied()?;
        let mut found = None;
        let mut share = FIRST_ROUND;
        while !self.is_over() && self.none_in < last {
            for &rung in &rungs {
                // The limit that was asked for is what matters.
                let share = if within == Some(rung) { 4 * share } else { share };
                if rung <= self.none_in || self.is_over() {
                    continue;
                }
                match self.attempt(position, rung, share) {
                    Some(true) => {
                        found = Some(rung);
                        break;
                    }
                    Some(false) => self.none_in = rung,
                    None => {}
                }
            }
            if found.is_some() {
                break;
            }
            share = share.saturating_mul(2);
        }
        self.shortened(position, found?, share)
    }

    fn is_over(&self) -> bool {
        self.prover.is_halted() || self.prover.nodes >= self.most_nodes
    }

    fn attempt(&mut self, position: &Position, moves: u8, positions: u64) -> Option<bool> {
        let left = self.most_nodes.saturating_sub(self.prover.nodes);
        let task = Task { position, moves, attacking: true };
        let answer = self.prover.prove(task, positions.min(left));
        if answer.is_none() {
            self.proofs[usize::from(moves)] = self.prover.known(task).numbers.proof;
        }
        answer
    }

    /// A mate in `moves` moves is proven: tries to prove a shorter one, then finds the line.
    fn shortened(&mut self, position: &Position, mut moves: u8, mut share: u64) -> Option<Mated> {
        while moves - 1 > self.none_in && !self.is_over() {
            match self.attempt(position, moves - 1, share) {
                Some(false) => self.none_in = moves - 1,
                Some(true) => moves -= 1,
                None => share = share.saturating_mul(2),
            }
        }
        let line = self.prover.line(position, moves)?;
        Some(Mated { line, moves, shortest: moves - 1 <= self.none_in })
    }
}
