//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).
//!
//! The search goes where the fewest positions decide. A node's numbers are those of its best child and of all children
//! together; a child is searched until it is no longer the best, or the node no longer the best of its parent. As boards
//! are reached in many orders, the numbers of children are not added up, which would count the same positions again and
//! again: the largest counts, and one for each other child (T. Ueda and others, "Weak proof-number search", 2008).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrayvec::ArrayVec;
use mossa_game::{Game, Halt, Player, Symmetric, Tactics};

use super::hopeless::{hopeless, potential};
use super::numbers::{Known, NumberTable, Numbers};
use super::pairing::Rows;
use crate::board::{CellIndex, Rule};
use crate::position::Position;
use crate::rules::{Mark, Mnk};
use crate::tactics::Threat;

/// A child of a node on the current path.
#[derive(Clone, Copy)]
struct Child {
    cell: CellIndex,
    key: u64,
    numbers: Numbers,
}

/// What hangs on a cell.
#[derive(Clone, Copy)]
struct Weight {
    /// The open lines of both, each stone in one making it four times as heavy, the attacker's four times as much.
    all: u128,
    /// The potential of the attacker's lines through it, times 2^k.
    attack: u128,
}

/// A potential of twice what can be stopped for certain counts as so many positions more than one that can. 5,5,4 6,5,4
/// 7,5,4 6,6,4 7,6,4 7,7,4 8,8,4 7,4,4 and 7,6,5 together took 1.29 million positions with 0, 1.25 with 2, 1.10 with 4,
/// and 0.89 with 8; more was not tried.
const HARDNESS: u128 = 8;

/// The largest first guess: numbers must stay comparable with those that a search has found.
const MOST_GUESS: u128 = 1000;

fn hardness(potential: u128, limit: u128) -> u32 {
    1 + (HARDNESS * potential / limit).min(MOST_GUESS) as u32
}

/// More stones in a line do not make it heavier: 400 lines of 4^50 fit 128 bits.
const MOST_COUNTED: u8 = 50;

/// How many positions are visited between two looks at the clock: less than a millisecond.
const PATIENCE: u64 = 512;

/// Any number will do that is no key of a position.
const SALT: u64 = 0x5EC0_4D50_F5E7_A7ED;

/// Boards with more cells are not searched for proofs.
pub const MOST_CHILDREN: usize = 400;

/// A question about positions of a game, and what answering it needs.
#[derive(Clone, Copy)]
pub struct Question<'a, const W: usize> {
    /// The game.
    pub game: &'a Mnk<W>,
    /// The lines of its board.
    pub rows: &'a Rows<W>,
    /// What is remembered; threads share it, and so do both questions about a position.
    pub table: &'a NumberTable,
    /// Does this player win?
    pub attacker: Player,
    /// When to give up.
    pub halt: Halt<'a>,
}

/// One thread's search for the answer to one question.
pub struct Prover<'a, const W: usize> {
    question: Question<'a, W>,
    /// Set when another thread has the answer.
    done: &'a AtomicBool,
    /// Those after the first prefer the last of equal children, so that they do not all do the same.
    thread: usize,
    children: Vec<Child>,
    /// Positions visited.
    pub nodes: u64,
    stopped: bool,
}

impl<'a, const W: usize> Prover<'a, W> {
    /// The thread with this number, one of those that look for the same answer until one of them is `done`.
    pub fn new(question: Question<'a, W>, done: &'a AtomicBool, thread: usize) -> Prover<'a, W> {
        Prover { question, done, thread, children: Vec::new(), nodes: 0, stopped: false }
    }

    /// Whether the attacker wins; `None` if the search was stopped.
    pub fn attacker_wins(&mut self, position: &Position<W>) -> Option<bool> {
        let known = self.decide(position)?;
        Some((position.to_move() == self.question.attacker) == (known.phi == 0))
    }

    /// Searches until the question is answered.
    pub fn decide(&mut self, position: &Position<W>) -> Option<Numbers> {
        let mut position = position.clone();
        loop {
            let numbers = self.search(&mut position, Numbers::INFINITE, Numbers::INFINITE);
            if self.stopped {
                return None;
            }
            if numbers.is_decided() {
                return Some(numbers);
            }
        }
    }

    /// The move that proves the wish of the player to move, as it is on the board that the table knows; `None` if there
    /// is none, or the search was stopped.
    pub fn best_move(&mut self, position: &Position<W>) -> Option<CellIndex> {
        let key = self.salted(self.question.game.canonical_key(position).0);
        let remembered = |table: &NumberTable| table.get(key).filter(|known| known.numbers.phi == 0)?.best;
        if let Some(best) = remembered(self.question.table) {
            return Some(best);
        }
        self.decide(position).filter(|numbers| numbers.phi == 0)?;
        remembered(self.question.table)
    }

    /// Both questions share a table, under different keys.
    fn salted(&self, key: u64) -> u64 {
        if self.question.attacker == Player::FIRST { key } else { key.rotate_left(32) ^ SALT }
    }

    /// Searches until one of the numbers reaches its limit.
    fn search(&mut self, position: &mut Position<W>, most_phi: u32, most_delta: u32) -> Numbers {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.done.load(Relaxed) || (self.question.halt)()) {
            self.stopped = true;
        }
        let (key, symmetry) = self.question.game.canonical_key(position);
        let key = self.salted(key);
        let threat = self.question.game.node(position);
        if let Some(numbers) = self.decided(position, &threat) {
            self.question.table.put(key, Known { numbers, best: None });
            return numbers;
        }
        let first = self.children.len();
        self.expand(position, &threat);
        let mut best;
        let numbers = loop {
            let (numbers, chosen, second) = self.gathered(first);
            best = chosen;
            if numbers.phi >= most_phi || numbers.delta >= most_delta || numbers.is_decided() || self.stopped
            {
                break numbers;
            }
            let others = (self.children.len() - first - 1) as u32;
            let child_delta = most_phi.min(second.saturating_add(second / 4 + 1)).min(Numbers::INFINITE);
            let child_phi = most_delta.saturating_sub(others).max(self.children[best].numbers.phi + 1);
            let mark = Mark::new(self.children[best].cell);
            self.question.game.play(position, mark);
            let found = self.search(position, child_phi.min(Numbers::INFINITE), child_delta);
            self.question.game.undo(position, mark, ());
            self.children[best].numbers = found;
        };
        let mark = || Mark::new(self.children[best].cell);
        let proof = (numbers.phi == 0).then(|| self.question.game.map_move(symmetry, mark()).cell());
        self.children.truncate(first);
        if !self.stopped {
            self.question.table.put(key, Known { numbers, best: proof });
        }
        numbers
    }

    /// What is certain without search.
    fn decided(&self, position: &Position<W>, threat: &Threat) -> Option<Numbers> {
        // Whoever has won has just moved.
        if position.winner().is_some() {
            return Some(Numbers::REFUTED);
        }
        match threat {
            Threat::Win(_) => return Some(Numbers::PROVEN),
            Threat::Lost => return Some(Numbers::REFUTED),
            // The checker asks for a stone in each position, so what comes later is left to the search.
            _ => {}
        }
        let attacks = position.to_move() == self.question.attacker;
        let over = position.empty_cells() == 0;
        (over
            || hopeless(
                self.question.game.board(),
                self.question.rows,
                position,
                self.question.attacker.index(),
            )
            .is_some())
        .then_some(if attacks { Numbers::REFUTED } else { Numbers::PROVEN })
    }

    /// Lists the children, the most promising first.
    fn expand(&mut self, position: &Position<W>, threat: &Threat) {
        let first = self.children.len();
        if let Threat::Block(cell) = threat {
            self.push(position, *cell, Numbers { phi: 1, delta: 1 });
        } else {
            let mut scored = ArrayVec::<(Weight, CellIndex), MOST_CHILDREN>::new();
            for cell in self.question.game.empty_cells(position).iter() {
                let cell = CellIndex(cell as u16);
                if let Some(weight) = self.weight(position, cell)
                    && scored.try_push((weight, cell)).is_err()
                {
                    break;
                }
            }
            scored.sort_by_key(|(weight, _)| std::cmp::Reverse(weight.all));
            let potential = potential(self.question.game.board(), position, self.question.attacker.index());
            for (weight, cell) in scored {
                let numbers = self.first_guess(position, potential, weight.attack);
                self.push(position, cell, numbers);
            }
        }
        for child in &mut self.children[first..] {
            if let Some(known) = self.question.table.get(child.key) {
                child.numbers = known.numbers;
            }
        }
    }

    /// What a child is expected to need: the larger the attacker's potential, the harder to stop.
    fn first_guess(&self, position: &Position<W>, potential: u128, attack: u128) -> Numbers {
        let whole = 1u128 << self.question.game.board().k;
        if position.to_move() == self.question.attacker {
            // Then the defender is to move, and would like it to be below 1.
            Numbers { phi: hardness(potential + attack, whole), delta: 1 }
        } else {
            // The attacker will be, and the defender would like it to be below 1/2.
            Numbers { phi: 1, delta: hardness(2 * potential.saturating_sub(attack), whole) }
        }
    }

    fn push(&mut self, position: &Position<W>, cell: CellIndex, numbers: Numbers) {
        let key = self.salted(self.question.game.key_after(position, cell, position.to_move().index()));
        self.question.table.prefetch(key);
        self.children.push(Child { cell, key, numbers });
    }

    /// How much hangs on a cell: the open lines through it, each stone in one doubling it. `None` if there are none: a
    /// stone that is in no open line of anybody changes nothing, and a stone more never hurts whoever has it, so
    /// another move is at least as good. (With exactly k in a row it may hurt, so all cells count.)
    fn weight(&self, position: &Position<W>, cell: CellIndex) -> Option<Weight> {
        let attacker = self.question.attacker.index();
        let board = self.question.game.board();
        let (mut weight, mut attack) = (0, 0);
        for &line in board.lines_through(cell) {
            let counts = position.counts(line.into());
            let (own, other) = (counts[attacker], counts[1 - attacker]);
            if other == 0 {
                weight += 4u128 << (2 * own.min(MOST_COUNTED));
                attack += 1u128 << own;
            }
            if own == 0 {
                weight += 1u128 << (2 * other.min(MOST_COUNTED));
            }
        }
        (weight > 0 || board.rule != Rule::OrMore).then_some(Weight { all: weight, attack })
    }

    /// The numbers of a node from those of its children from `first` on; its best child, and the delta of the second.
    fn gathered(&self, first: usize) -> (Numbers, usize, u32) {
        let (mut best, mut least, mut second) = (first, u32::MAX, u32::MAX);
        let (mut greatest, mut open) = (0, 0);
        for (index, child) in self.children.iter().enumerate().skip(first) {
            let Numbers { phi, delta } = child.numbers;
            if delta < least || (delta == least && self.thread % 2 == 1) {
                second = least;
                (best, least) = (index, delta);
            } else if delta < second {
                second = delta;
            }
            greatest = greatest.max(phi);
            open += u32::from(phi != 0);
        }
        if least == u32::MAX {
            // No move is left that could change anything.
            return (Numbers::REFUTED, first, Numbers::INFINITE);
        }
        let delta = if least == 0 {
            Numbers::INFINITE
        } else {
            // Infinite if a child is refuted for good; 0 if all are.
            match greatest {
                0 => 0,
                Numbers::INFINITE => Numbers::INFINITE,
                greatest => (greatest + open.saturating_sub(1)).min(Numbers::INFINITE - 1),
            }
        };
        let phi = if delta == 0 { Numbers::INFINITE } else { least };
        (Numbers { phi, delta }, best, second.min(Numbers::INFINITE))
    }
}
