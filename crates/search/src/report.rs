//! What a search is asked, and what it answers while it runs.

use std::time::Duration;

use mossa_game::{Shares, Value};
use serde::Serialize;

use crate::features::Features;
use crate::limits::Limits;

/// What a search is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// When to end.
    pub limits: Limits,
    /// How many of the best moves to follow, each with its line and value.
    pub lines: usize,
    /// How many threads search. One thread with a node or depth limit gives the same answer on every machine.
    pub threads: usize,
    /// The techniques to use.
    pub features: Features,
    /// Where all randomness begins.
    pub seed: u64,
    /// The keys of the positions of the game before this one, oldest first; needed only where repetitions count
    /// ([`Game::repetitions`](mossa_game::Game::repetitions)).
    pub history: Vec<u64>,
    /// Whether a search that takes longer also tells what it is about, between two iterations: see [`News`]. The alpha-beta
    /// search looks at this; others tell of iterations only.
    pub details: bool,
    /// Only these moves of the searched position, [packed](mossa_game::Move::pack), if any are given. The alpha-beta search
    /// looks at this; others search all moves.
    pub only: Vec<u32>,
    /// A win within so many plies is what matters: the game's own search for wins, if it has one, gets most of the time.
    pub win_within: Option<u32>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            limits: Limits::default(),
            lines: 1,
            threads: 1,
            features: Features::ALL,
            seed: 0,
            history: Vec::new(),
            details: false,
            only: Vec::new(),
            win_within: None,
        }
    }
}

impl Request {
    /// A request with only `limits`.
    pub fn new(limits: Limits) -> Request {
        Request { limits, ..Request::default() }
    }
}

/// What a line is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineValue {
    /// To the player to move, in a game of two sides.
    Mover {
        /// The value; wins and losses are counted from the searched position.
        value: Value,
        /// Whether the search guessed nothing that matters: the value is the game's own.
        exhausted: bool,
    },
    /// To each player, in a game of more.
    Each {
        /// What each gets.
        shares: Shares,
        /// Whether nothing that matters was guessed, so that [`Shares::assessment`] may call the result proven. For
        /// three and more players "proven" means: if everybody plays for himself, as MaxN assumes. Whoever
        /// would rather hurt somebody than win can make it come out differently; only a win with the first
        /// move is certain whatever the others do.
        exhausted: bool,
    },
}

/// A sequence of best moves and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The moves, at least one.
    pub moves: Vec<M>,
    /// What they are worth.
    pub value: LineValue,
}

/// What a report tells that the one before did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News<M> {
    /// An iteration is complete, or the search is.
    Iteration,
    /// The move that is tried now, and the how-manieth it is, from 1; there are no lines.
    Trying {
        /// The move.
        m: M,
        /// Its number.
        number: usize,
    },
    /// The value of a line lies beyond what was expected: it is the only one of the report, and worth at least or at most
    /// what is told.
    Beyond {
        /// The number of the line, from 0.
        line: usize,
        /// Whether it is worth at least that; otherwise at most.
        at_least: bool,
    },
}

impl<M> News<M> {
    /// The same with another word for moves.
    pub fn map<N>(self, change: impl FnOnce(M) -> N) -> News<N> {
        match self {
            News::Iteration => News::Iteration,
            News::Trying { m, number } => News::Trying { m: change(m), number },
            News::Beyond { line, at_least } => News::Beyond { line, at_least },
        }
    }
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// What is new in it.
    pub news: News<M>,
    /// The last complete iteration (the mean depth of the tree, for Monte-Carlo search).
    pub depth: u32,
    /// The deepest ply that was reached.
    pub selective_depth: u32,
    /// The best lines, best first. Empty only if there is no legal move.
    pub lines: Vec<Line<M>>,
    /// The time since the search began.
    pub elapsed: Duration,
    /// What was counted. While a search is under way, all but the nodes are those of one thread.
    pub statistics: Statistics,
}

impl<M: Copy> Report<M> {
    /// The best move.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }
}

/// What a search counts, over all threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Statistics {
    /// Positions visited, leaves included (simulations, for Monte-Carlo search), and those that the game's own search for a
    /// win tried.
    pub nodes: u64,
    /// The latter alone, when the search is over.
    #[serde(skip)]
    pub hunted: u64,
    /// Finished games among them.
    pub terminal: u64,
    /// Positions that were evaluated.
    pub evaluations: u64,
    /// Values written to the table.
    pub table_stores: u64,
    /// Positions found in the table.
    pub table_hits: u64,
    /// Positions that needed no search because of what the table held.
    pub table_cutoffs: u64,
    /// Positions left early because a move was too good.
    pub beta_cutoffs: u64,
    /// The same, by the first move tried: the measure of move ordering.
    pub first_move_cutoffs: u64,
}

impl Statistics {
    /// Adds what another thread counted.
    pub fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.hunted += other.hunted;
        self.terminal += other.terminal;
        self.evaluations += other.evaluations;
        self.table_stores += other.table_stores;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.beta_cutoffs += other.beta_cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
    }

    /// The effective branching factor: the uniform branching that would give as many nodes at `depth`. The nodes of
    /// all iterations up to that depth count, and those of one that was broken off after it; those of the game's own search
    /// belong to no depth.
    pub fn branching_factor(&self, depth: u32) -> f64 {
        let nodes = self.nodes.saturating_sub(self.hunted);
        if depth == 0 { 0.0 } else { (nodes as f64).powf(1.0 / f64::from(depth)) }
    }
}
