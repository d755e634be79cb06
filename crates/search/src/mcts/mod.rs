//! Monte-Carlo tree search with proven results, for two to six players.
//!
//! - L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006: each simulation goes down
//!   the tree by UCB1, gives the first new position a value, and adds it to all nodes on its way.
//! - N. Sturtevant, "An analysis of UCT in multi-player games", CG 2008: values are vectors, and each player
//!   chooses by its own entry.
//! - M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver", CG 2008: decided positions are
//!   proven, and proofs travel up the tree.
//!
//! # Proofs
//!
//! A node is proven when its mover has a child that it wins alone, or when all its children are proven: then it
//! takes the one its mover prefers, where
//! 1. a larger share of the first place is better (alone, with one other, with two, ..., not at all),
//! 2. then a smaller share for the player at the root,
//! 3. then the lower set of players in first place, as a binary number,
//! 4. then the faster win, or the slower end of anything else.
//!
//! The first three make the *result* of a position well defined, whatever order it was explored in; with two
//! players it is the game's own. With more it is what follows if nobody gives a better place away and
//! indifferent players decide against the root. The *distance* is that of the proof found: since one win is
//! enough, a faster one may have been left unexplored.
//!
//! Proven children are not explored further. If one of them promises its mover more than the most urgent open
//! child, the simulation still explores the open child, but tells the nodes above what the mover would rather
//! have: means stay right, and no simulation is spent on what is known.
//!
//! # Values
//!
//! For two players an evaluation `v` counts as the win rate `1 / (1 + exp(-v / s))` with `s = 4` times
//! [`Tactics::MARGIN`], and mean rates are told as values by the inverse: an advantage as large as a quiet
//! ply's swing moves even chances to 56 %. For more players shares count in proportion.
//!
//! # Repeatability
//!
//! One thread; all randomness comes from the seed of the request. The same seed and number of simulations give
//! the same answer. [`Statistics::nodes`](crate::report::Statistics::nodes) counts simulations.

mod simulation;
mod tree;

use std::time::Duration;

use mossa_game::{Evaluate, Player, Shares, Tactics, Value};

use crate::clock::{Clock, StopSignal};
use crate::limits::{Limits, TimeControl};
use crate::report::{Line, LineValue, News, Report, Request};
use simulation::{Simulated, Simulator};
use tree::{NodeId, Proof, ROOT};

/// The tree grows no deeper than this. A branch only gets so deep where play goes round in circles.
const MOST_DEPTH: usize = 512;

/// The first report comes after so many simulations, the next after twice as many, and so on.
const FIRST_REPORT: u64 = 256;

/// At least this often there is a report.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// What is planned by time (the next report, the end of a share of a game's clock) is asked for once in so
/// many simulations.
const SIMULATIONS_BETWEEN_TIMES: u64 = 16;

/// Where the value of a new position comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Leaf {
    /// From the evaluation.
    Evaluation,
    /// From random moves to the end of the game, or from the evaluation after `most_plies` of them.
    Playout {
        /// The longest playout.
        most_plies: u32,
    },
    /// From the evaluation after so many moves of each player, mostly those that look best by [`Tactics::order`].
    Guided {
        /// How many moves of each player.
        rounds: u32,
        /// How likely any other move is instead, between 0 and 1.
        chance: f64,
    },
}

/// How urgent a child is before its first visit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Urgency {
    /// As if it had this mean, between 0 and 1.
    Fixed(f64),
    /// As if it had the mean of its visited siblings and this much more.
    AboveMean(f64),
}

impl Urgency {
    /// The urgency among siblings with this mean.
    fn of(self, mean: Option<f64>) -> f64 {
        match self {
            Urgency::Fixed(urgency) => urgency,
            Urgency::AboveMean(more) => mean.map_or(f64::INFINITY, |mean| mean + more),
        }
    }
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How much uncertainty counts against the mean, the constant of UCB1.
    pub exploration: f64,
    /// How urgent a child is before its first visit; without it, more urgent than all visited ones.
    pub first_play_urgency: Option<Urgency>,
    /// The weight of progressive history (J. Nijssen and M. Winands, "Enhancements for multi-player Monte-Carlo tree
    /// search", CG 2010): how a move fared in all simulations counts as long as it has few visits here.
    pub history: f64,
    /// Whether moves are tried in the order of [`Tactics::order`], and with more than two players without setbacks below
    /// the root.
    pub guided: bool,
    /// Where values come from.
    pub leaf: Leaf,
    /// The most nodes of the tree, each about 40 bytes. A full tree is searched on without growing.
    pub capacity: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            // The constant for which P. Auer et al. ("Finite-time analysis of the multiarmed bandit problem",
            // 2002) prove that regret grows with the logarithm, for rewards between 0 and 1.
            exploration: std::f64::consts::SQRT_2,
            first_play_urgency: None,
            history: 0.0,
            guided: false,
            leaf: Leaf::Evaluation,
            capacity: 1 << 20,
        }
    }
}

impl Options {
    /// What plays best with so many players. With more than two the rewards are shares that differ little, so uncertainty
    /// counts less, and moves that look best come first. Matches of Chinese Checkers chose the constants: see
    /// `docs/adr/0020-many-players.md`.
    pub fn for_players(players: usize) -> Options {
        if players == 2 {
            return Options::default();
        }
        Options {
            exploration: 0.1,
            first_play_urgency: Some(Urgency::AboveMean(0.1)),
            guided: true,
            ..Options::default()
        }
    }
}

/// Searches `position` until a limit, a stop signal or a proof. A depth limit ends it when simulations reach
/// that deep on average, or when the tree is full and nothing else would end it.
pub fn search<G: Tactics, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    options: &Options,
    request: &Request,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let clock = Clock::start(&request.limits, stop);
    let Some(mut simulator) = Simulator::new(game, evaluator, position, options, request, &clock) else {
        return Report {
            news: News::Iteration,
            depth: 0,
            selective_depth: 0,
            lines: Vec::new(),
            elapsed: clock.elapsed(),
            statistics: Default::default(),
        };
    };
    let reporter = Reporter { game, position, wanted: request.lines.max(1), clock: &clock };
    let (mut next_report, mut last_report) = (FIRST_REPORT, Duration::ZERO);
    let mut over = clock.look(0);
    while !over && simulator.tree.node(ROOT).proof.is_none() {
        if simulator.simulate() == Simulated::Abandoned {
            break;
        }
        let simulations = simulator.statistics.nodes;
        let asks_time = simulations.is_multiple_of(SIMULATIONS_BETWEEN_TIMES);
        // More simulations are never a step that must be completed: the time for beginning one is all there is.
        over = clock.look(1)
            || is_deep_enough(&simulator, &request.limits)
            || asks_time && !clock.allows_iteration();
        let late = asks_time && clock.elapsed() >= last_report + REPORT_INTERVAL;
        if !over && (simulations == next_report || late) {
            on_report(&reporter.report(&simulator));
            last_report = clock.elapsed();
            next_report = (simulations + 1).next_power_of_two().max(FIRST_REPORT);
        }
    }
    let report = reporter.report(&simulator);
    on_report(&report);
    report
}

fn is_deep_enough<G: Tactics, E: Evaluate<G>>(simulator: &Simulator<'_, G, E>, limits: &Limits) -> bool {
    let Some(depth) = limits.depth else { return false };
    let simulations = simulator.statistics.nodes;
    // The first visits of all moves at the root are one deep, whatever comes after.
    let warm = simulations > simulator.root_totals.len() as u64;
    let endless = limits.nodes.is_none() && limits.time == TimeControl::Unlimited;
    warm && simulator.sum_of_depths >= u64::from(depth) * simulations || endless && simulator.is_full
}

/// What the scale of win rates is measured in: see the head of this module.
fn scale<G: Tactics>() -> f64 {
    4.0 * f64::from(G::MARGIN.max(1))
}

/// How often a player wins for whom a position is worth `value`.
fn win_rate<G: Tactics>(value: Value) -> f64 {
    1.0 / (1.0 + (-f64::from(value.raw()) / scale::<G>()).exp())
}

/// The value of a position for a player who wins this often: the inverse of [`win_rate`].
fn value_of_rate<G: Tactics>(rate: f64) -> Value {
    // Beyond one in a million a mean of simulations says nothing.
    let rate = rate.clamp(1e-6, 1.0 - 1e-6);
    Value::guess(((rate / (1.0 - rate)).ln() * scale::<G>()).round() as i32)
}

struct Reporter<'a, G: Tactics> {
    game: &'a G,
    position: &'a G::Position,
    wanted: usize,
    clock: &'a Clock,
}

impl<G: Tactics> Reporter<'_, G> {
    fn report<E: Evaluate<G>>(&self, simulator: &Simulator<'_, G, E>) -> Report<G::Move> {
        let simulations = simulator.statistics.nodes.max(1);
        let best = simulator.tree.ranked(ROOT, simulator.root, simulator.root);
        let is_proven = simulator.tree.node(ROOT).proof.is_some();
        let lines = best.into_iter().take(self.wanted).enumerate().map(|(rank, child)| Line {
            moves: self.variation(simulator, child),
            // The first line speaks for the position: a proven draw is no more than a guess about it as long as
            // another move may still win. Further lines speak for their own move.
            value: self.value(simulator, child, is_proven || rank > 0),
        });
        Report {
            news: News::Iteration,
            depth: (simulator.sum_of_depths / simulations) as u32,
            selective_depth: simulator.deepest_ply,
            lines: lines.collect(),
            elapsed: self.clock.elapsed(),
            statistics: simulator.statistics,
        }
    }

    /// What the move to `child` is worth, for certain if it is proven and `may_be_certain`.
    fn value<E: Evaluate<G>>(
        &self,
        simulator: &Simulator<'_, G, E>,
        child: NodeId,
        may_be_certain: bool,
    ) -> LineValue {
        let (root, players) = (simulator.root, self.game.players());
        let node = simulator.tree.node(child);
        let proof = node.proof.map(Proof::delayed);
        let exhausted = may_be_certain && proof.is_some();
        if players == 2 {
            let proven =
                |proof: Proof| Value::proven(proof.outcome(players).verdict(root), u32::from(proof.plies));
            let value = proof.map_or_else(|| value_of_rate::<G>(rate(node.visits, node.mean())), proven);
            return LineValue::Mover { value, exhausted };
        }
        let shares = match proof {
            Some(proof) => Shares::of_outcome(&proof.outcome(players), u32::from(proof.plies)),
            None => {
                let first_child = simulator.tree.children(ROOT).start;
                let totals = &simulator.root_totals[child - first_child][..players];
                // Only the proportions count; a million tells the means of simulations apart.
                let weight = |total: &f64| (total / f64::from(node.visits.max(1)) * 1e6) as i64;
                Shares::guess(&totals.iter().map(weight).collect::<Vec<i64>>())
            }
        };
        LineValue::Each { shares, exhausted }
    }

    /// The line that begins with `child` and goes on with what is best for each player.
    fn variation<E: Evaluate<G>>(&self, simulator: &Simulator<'_, G, E>, child: NodeId) -> Vec<G::Move> {
        let tree = &simulator.tree;
        let mut position = self.position.clone();
        let mut moves = vec![tree.node(child).m];
        self.game.play(&mut position, tree.node(child).m);
        let mut node = child;
        while tree.node(node).is_expanded() {
            let mover: Player = self.game.to_move(&position);
            let Some(next) = tree.ranked(node, mover, simulator.root).into_iter().next() else { break };
            if tree.node(next).visits == 0 {
                break;
            }
            let m = tree.node(next).m;
            moves.push(m);
            self.game.play(&mut position, m);
            node = next;
        }
        moves
    }
}

/// The mean, or even chances for a move that was never tried.
fn rate(visits: u32, mean: f64) -> f64 {
    if visits == 0 { 0.5 } else { mean }
}
