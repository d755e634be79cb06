//! Depth-first proof-number search for a mate within a number of moves.
//!
//! The attacker's positions are proven by one move, the defender's by all. The search goes where the least seems to be
//! left to prove or to disprove (A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002), and
//! leaves a line only when another one looks better by an eighth (J. Pawlewicz and L. Lew, *Improving depth-first
//! pn-search: 1+ε trick*, 2006).
//!
//! What it takes to refute all moves of the attacker is not added up, for most of them fail to the same answers and meet again
//! in the same positions (T. Ueda and others, *Weak proof-number search*, 2008).
//!
//! When a defence is refuted, the same moves are tried against the others (`imitate`).
//!
//! Each move of the attacker leaves one move less, so no line comes back to where it was: what is proven does not depend
//! on the way, but for the clock of fifty moves and for the game before.

use mossa_game::{Flow, Halt, Move as _, MoveSink};

use super::numbers::{NEVER, Numbers, sum};
use super::table::{Known, ProofTable};
use crate::moves::ChessMove;
use crate::position::Position;
use crate::rules::DRAWN_CLOCK;

/// How many positions are visited between two looks at the clock: about a tenth of a millisecond.
const PATIENCE: u64 = 256;

/// How much better another line must look, as a part of its number. All mates of five moves in the suite are found with 4, 8
/// and 16; the hardest takes 2.2, 1.2 and 1.3 million positions.
const INVERSE_EPSILON: u32 = 8;

/// The proof number of a defender who must stop a mate in one: few moves do, and the others are refuted at once.
const THREATENED: u32 = 2;

/// How much more the answers to a move count that neither checks nor threatens to mate.
const UNTHREATENED: u32 = 2;

/// So many open moves of the attacker count as one more position to refute, besides those of the hardest move. Of 301 mates in
/// five, 200 000 positions prove 262 where all are added up, 267 with 1, 271 with 2.
const MOVES_FOR_ONE: u32 = 2;

/// A move of a position that is being searched, and the numbers of what comes after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) m: ChessMove,
    pub(super) numbers: Numbers,
}

/// Lists moves whose numbers are not known yet.
pub(super) struct Listed<'c>(pub(super) &'c mut Vec<Child>);

impl MoveSink<ChessMove> for Listed<'_> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        self.0.push(Child { m, numbers: Numbers::ANY });
        Flow::Continue(())
    }
}

/// A position with the moves that are left to the attacker.
#[derive(Clone, Copy)]
pub(super) struct Task<'p> {
    pub(super) position: &'p Position,
    pub(super) moves: u8,
    /// Whether the attacker is to move.
    pub(super) attacking: bool,
}

impl Task<'_> {
    /// The key for the table. Where the clock of fifty moves may end the game before the mate, it is a part of the
    /// position; elsewhere what is found holds for every clock.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let plies = 2 * u32::from(self.moves) - u32::from(self.attacking && self.moves > 0);
        let clock = self.position.clock();
        let key = self.position.key();
        if u32::from(clock) + plies <= u32::from(DRAWN_CLOCK) {
            return key;
        }
        key ^ (u64::from(clock) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// What a search remembers of earlier questions about the same position.
pub(super) struct Experience {
    pub(super) table: ProofTable,
    /// How often a move of the defender refuted the attack, by its squares.
    refutations: Vec<u32>,
}

impl Experience {
    /// None.
    pub(super) fn new() -> Experience {
        Experience { table: ProofTable::new(0), refutations: vec![0; 64 * 64] }
    }
}

/// The numbers of a position, seen by its mover, from those of its children.
struct Combined {
    now: Numbers,
    /// The best child.
    best: Option<usize>,
    /// The proof number of the second.
    second: u32,
    /// How many children are not settled.
    open: u32,
}

/// The search with what it remembers.
pub(super) struct Prover<'a> {
    pub(super) experience: Experience,
    /// Positions that the game before has seen twice: whoever reaches one again has a draw.
    barred: &'a [u64],
    halt: Halt<'a>,
    /// The children of all positions on the way here, each position's after those of the one before.
    pub(super) children: Vec<Child>,
    /// The answer that refuted last, with two moves left.
    pub(super) refutation: Option<ChessMove>,
    pub(super) nodes: u64,
    most_nodes: u64,
    halted: bool,
    /// A line is being written down: what is proven must not be lost to the halt.
    pub(super) finishing: bool,
    /// Where that ends.
    pub(super) last_node: u64,
}

impl<'a> Prover<'a> {
    pub(super) fn new(experience: Experience, barred: &'a [u64], halt: Halt<'a>) -> Prover<'a> {
        Prover {
            experience,
            barred,
            halt,
            children: Vec::new(),
            refutation: None,
            nodes: 0,
            most_nodes: 0,
            halted: false,
            finishing: false,
            last_node: 0,
        }
    }

    /// Whether the side to move mates in `moves` moves; `None` if that was not found out in so many positions.
    pub(super) fn prove(&mut self, task: Task<'_>, positions: u64) -> Option<bool> {
        self.most_nodes = self.nodes.saturating_add(positions);
        // Numbers of an earlier attempt are no answer: that goes on from them.
        let known = self.look(task).and_then(Numbers::settled);
        known.or_else(|| self.search(task, Numbers::ANY).settled())
    }

    /// Whether the halt was called.
    pub(super) fn is_halted(&self) -> bool {
        self.halted
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        (self.halted && !self.finishing) || self.nodes >= self.most_nodes
    }

    /// Counts a position.
    #[inline]
    pub(super) fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.halt)() {
            self.halted = true;
        }
    }

    /// The numbers of a position that was just reached, if a rule or the table knows its result, or if it is near the
    /// end.
    pub(super) fn look(&mut self, task: Task<'_>) -> Option<Numbers> {
        let position = task.position;
        if self.is_drawn(position) {
            return Some(Numbers::DISPROVEN);
        }
        // As cheap to find out again as to remember.
        if task.attacking && task.moves == 1 {
            return Some(Numbers::of(position.mating_move().is_some()));
        }
        let known = self.experience.table.get(task.key());
        if let Some(proven) = known.says(task.moves) {
            return Some(Numbers::of(proven));
        }
        if task.attacking && task.moves == 2 {
            let before = self.nodes;
            if let Ok(found) = self.mates_in_two(position) {
                self.store(task, Numbers::of(found.is_some()), found, self.nodes - before);
                return Some(Numbers::of(found.is_some()));
            }
        }
        (known.moves == task.moves).then_some(known.numbers)
    }

    /// Whether the game is drawn in a position.
    #[inline]
    pub(super) fn is_drawn(&self, position: &Position) -> bool {
        self.barred.contains(&position.key()) || position.is_drawn_by_rule()
    }

    /// The numbers of a position that was just reached.
    fn first_numbers(&mut self, task: Task<'_>) -> Numbers {
        self.visit();
        if let Some(numbers) = self.look(task) {
            return numbers;
        }
        if task.attacking {
            return Numbers::OPEN;
        }
        // The fewer answers, the sooner they are all refuted.
        match task.position.count_moves() {
            0 => Numbers::of(task.position.checkers().has_any()),
            _ if task.moves == 0 => Numbers::DISPROVEN,
            answers => Numbers { proof: self.effort(task, answers), disproof: 1 },
        }
    }

    /// How much it seems to take to refute all answers of a defender. Two moves are left (`two` does the rest, if there is time
    /// at all), so it pays to look whether the attacker threatens to mate: with fewer it would be as cheap to look at the answers.
    fn effort(&mut self, task: Task<'_>, answers: u32) -> u32 {
        if task.position.checkers().has_any() {
            return answers;
        }
        self.visit();
        let mut passed = *task.position;
        passed.pass();
        if passed.mating_move().is_some() { THREATENED } else { answers * UNTHREATENED }
    }

    /// Searches until a number reaches its threshold, or there is no time left.
    fn search(&mut self, task: Task<'_>, thresholds: Numbers) -> Numbers {
        let (first, before) = (self.children.len(), self.nodes);
        let (numbers, best) = self.search_children(task, thresholds, first);
        self.children.truncate(first);
        self.store(task, numbers, best, self.nodes - before);
        numbers
    }

    fn search_children(
        &mut self,
        task: Task<'_>,
        thresholds: Numbers,
        first: usize,
    ) -> (Numbers, Option<ChessMove>) {
        let attacking = task.attacking;
        if let Some(settling) = self.expand(task) {
            return (Numbers::of(attacking), attacking.then_some(settling));
        }
        let limits = thresholds.seen(attacking);
        loop {
            let Combined { now, best, second, open } = self.combined(attacking, first);
            let Some(best) = best else { return (self.without_moves(task), None) };
            if now.reach(limits) || self.is_over() {
                let m = (now.proof == 0 && attacking).then(|| self.children[best].m);
                return (now.seen(attacking), m);
            }
            let Child { m, numbers } = self.children[best];
            let numbers = numbers.seen(attacking);
            let others = match attacking {
                true => weight_of_others(open),
                false => now.disproof - numbers.disproof.min(now.disproof),
            };
            let reach = Numbers {
                proof: limits.proof.min(sum(second, second / INVERSE_EPSILON + 1)),
                disproof: if limits.disproof == NEVER {
                    NEVER
                } else {
                    limits.disproof.saturating_sub(others)
                },
            };
            let mut after = *task.position;
            after.play(m);
            self.visit();
            let below = Self::below(task, &after);
            let numbers = self.search(below, reach.seen(attacking));
            self.children[best].numbers = numbers;
            if !attacking && numbers == Numbers::PROVEN {
                self.repeat(task, &after, first);
            }
        }
    }

    /// The position after a move of `task`.
    #[inline]
    pub(super) fn below<'p>(task: Task<'_>, after: &'p Position) -> Task<'p> {
        Task { position: after, moves: task.moves - u8::from(task.attacking), attacking: !task.attacking }
    }

    /// What it means that the side to move has no move.
    fn without_moves(&self, task: Task<'_>) -> Numbers {
        Numbers::of(!task.attacking && task.position.checkers().has_any())
    }

    /// Lists the children with their first numbers. If one settles the position, that is the answer.
    fn expand(&mut self, task: Task<'_>) -> Option<ChessMove> {
        let first = self.children.len();
        let _ = task.position.moves(&mut Listed(&mut self.children));
        if !task.attacking {
            // What refuted other attacks may refute this one.
            let refutations = &self.experience.refutations;
            self.children[first..].sort_unstable_by_key(|child| {
                (std::cmp::Reverse(refutations[slot(child.m)]), child.m.pack())
            });
        }
        for i in first..self.children.len() {
            if self.is_over() {
                self.children[i].numbers = Numbers::OPEN;
                continue;
            }
            let m = self.children[i].m;
            let mut after = *task.position;
            after.play(m);
            let numbers = self.first_numbers(Self::below(task, &after));
            if numbers.settled() == Some(task.attacking) {
                self.learn(task, m);
                self.children.truncate(first);
                return Some(m);
            }
            self.children[i].numbers = numbers;
        }
        None
    }

    /// Remembers a move of the defender that refuted.
    fn learn(&mut self, task: Task<'_>, m: ChessMove) {
        if !task.attacking {
            self.experience.refutations[slot(m)] += 1;
        }
    }

    fn combined(&self, attacking: bool, first: usize) -> Combined {
        let mut now = Numbers { proof: NEVER, disproof: 0 };
        let (mut best, mut second, mut open) = (None, NEVER, 0);
        for (i, child) in self.children.iter().enumerate().skip(first) {
            let numbers = child.numbers.seen(attacking);
            open += u32::from(numbers.disproof > 0);
            now.disproof = if attacking {
                now.disproof.max(numbers.disproof)
            } else {
                sum(now.disproof, numbers.disproof)
            };
            if best.is_none() || numbers.proof < now.proof {
                second = now.proof;
                now.proof = numbers.proof;
                best = Some(i);
            } else {
                second = second.min(numbers.proof);
            }
        }
        if attacking {
            now.disproof = sum(now.disproof, weight_of_others(open));
        }
        if now.proof == 0 {
            now.disproof = NEVER;
        }
        Combined { now, best, second, open }
    }

    pub(super) fn store(&mut self, task: Task<'_>, numbers: Numbers, best: Option<ChessMove>, work: u64) {
        let key = task.key();
        let mut known = self.experience.table.get(key);
        let moves = task.moves;
        match numbers.settled() {
            Some(true) if known.proven == 0 || moves < known.proven => {
                known.proven = moves;
                known.best = best;
            }
            Some(false) => known.disproven = known.disproven.max(moves),
            _ => {}
        }
        if numbers.settled().is_none() {
            (known.moves, known.numbers) = (moves, numbers);
        }
        known.work = known.work.max((u64::BITS - work.leading_zeros()) as u8);
        self.experience.table.put(key, &known);
    }

    /// A mate in `task.moves` moves, which begins with `m`, has turned out on the way.
    pub(super) fn learn_shorter(&mut self, task: Task<'_>, m: ChessMove) {
        self.store(task, Numbers::PROVEN, Some(m), 0);
    }

    /// What is known of a position.
    pub(super) fn known(&self, task: Task<'_>) -> Known {
        self.experience.table.get(task.key())
    }
}

/// What the attacker's open moves besides the hardest add to its disproof number.
#[inline]
const fn weight_of_others(open: u32) -> u32 {
    open.saturating_sub(1) / MOVES_FOR_ONE
}

#[inline]
fn slot(m: ChessMove) -> usize {
    m.from().index() * 64 + m.to().index()
}
