//! Which limits are tried, and how long.

use mossa_game::Halt;

use super::MOST_MOVES;
use super::numbers::NEVER;
use super::search::{Experience, Prover, Task};
use crate::moves::ChessMove;
use crate::position::Position;

/// How many positions each limit gets at first; each time after that as many as it had before. A mate in two is found or
/// refuted in about as many.
const FIRST_ROUND: u64 = 2000;

/// The limits that are tried where none is given, besides those below a mate that is known. A proof with a limit of five
/// moves finds shorter mates, too, so not every number needs a turn of its own.
const RUNGS: [u8; 7] = [1, 2, 3, 4, 5, 7, 10];

/// The proof number up to which a mate seems to be near. Any limit counts. What is taken for near costs the general search half
/// of its time: of 91 hard mates in five and 24 hard positions of *Win at Chess*, a second each, 83 and 17 are solved with 24, 80
/// and 20 with 10.
const NEAR: u32 = 10;

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

/// The limit that was asked for is what matters: it gets so many times what others get.
const WANTED: u64 = 8;

/// What is known of a position after some questions about it.
pub struct MateMemory {
    experience: Experience,
    /// There is no mate in so many moves.
    none_in: u8,
    /// The proof number that each limit of moves was left with.
    proofs: [u32; LIMITS],
    /// How many positions each limit has had.
    spent: [u64; LIMITS],
}

/// All limits, with 0, which is none.
const LIMITS: usize = MOST_MOVES as usize + 1;

impl MateMemory {
    fn new() -> MateMemory {
        MateMemory { experience: Experience::new(), none_in: 0, proofs: [NEVER; LIMITS], spent: [0; LIMITS] }
    }
}

/// A search for the shortest mate.
pub struct MateSearch<'a> {
    prover: Prover<'a>,
    /// The positions that may be visited.
    most_nodes: u64,
    none_in: u8,
    proofs: [u32; LIMITS],
    spent: [u64; LIMITS],
}

impl<'a> MateSearch<'a> {
    /// A search of at most about so many positions, which gives up when `halt` says so. Positions with the keys `barred`
    /// have been there twice: the game is drawn when they come again.
    pub fn new(positions: u64, barred: &'a [u64], halt: Halt<'a>) -> MateSearch<'a> {
        MateSearch::resume(MateMemory::new(), positions, barred, halt)
    }

    /// Goes on where a search of the same position, with the same positions `barred`, has ended.
    pub fn resume(memory: MateMemory, positions: u64, barred: &'a [u64], halt: Halt<'a>) -> MateSearch<'a> {
        let MateMemory { experience, none_in, proofs, spent } = memory;
        let prover = Prover::new(experience, barred, halt);
        MateSearch { prover, most_nodes: positions, none_in, proofs, spent }
    }

    /// What another search of the same position may begin with.
    pub fn into_memory(self) -> MateMemory {
        let MateSearch { prover, none_in, proofs, spent, .. } = self;
        MateMemory { experience: prover.experience, none_in, proofs, spent }
    }

    /// Positions visited by this search.
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
        while !self.is_over() {
            let rung = self.next_rung(&rungs, within.map(|_| most))?;
            match self.attempt(position, rung) {
                Some(true) => return self.shortened(position, rung),
                Some(false) => self.none_in = rung,
                None => {}
            }
        }
        None
    }

    /// The limit that has had the least; none if all are refuted.
    fn next_rung(&self, rungs: &[u8], wanted: Option<u8>) -> Option<u8> {
        let had = |rung: &u8| {
            let weight = if wanted == Some(*rung) { WANTED } else { 1 };
            self.spent[usize::from(*rung)] / weight
        };
        rungs.iter().copied().filter(|rung| *rung > self.none_in).min_by_key(had)
    }

    fn is_over(&self) -> bool {
        self.prover.is_halted() || self.prover.nodes >= self.most_nodes
    }

    /// Tries a limit with as many positions as it had before.
    fn attempt(&mut self, position: &Position, moves: u8) -> Option<bool> {
        let left = self.most_nodes.saturating_sub(self.prover.nodes);
        let share = self.spent[usize::from(moves)].max(FIRST_ROUND).min(left);
        self.prover.experience.table.grow(self.spent.iter().sum::<u64>() + share);
        let task = Task { position, moves, attacking: true };
        let before = self.prover.nodes;
        let answer = self.prover.prove(task, share);
        self.spent[usize::from(moves)] += self.prover.nodes - before;
        if answer.is_none() {
            self.proofs[usize::from(moves)] = self.prover.known(task).numbers.proof;
        }
        answer
    }

    /// A mate in `moves` moves is proven: tries to prove a shorter one, then finds the line.
    fn shortened(&mut self, position: &Position, mut moves: u8) -> Option<Mated> {
        while moves - 1 > self.none_in && !self.is_over() {
            match self.attempt(position, moves - 1) {
                Some(false) => self.none_in = moves - 1,
                Some(true) => moves -= 1,
                None => {}
            }
        }
        let line = self.prover.line(position, moves)?;
        Some(Mated { line, moves, shortest: moves - 1 <= self.none_in })
    }
}
