//! One simulation after the other: down the tree, a value for the leaf, and back up.

use mossa_game::{Evaluate, Player, SHARE_TOTAL, Tactics};
use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::tree::{NodeId, Proof, ROOT, Rewards, Tree};
use super::{Leaf, Options, win_rate};
use crate::clock::Clock;
use crate::report::Statistics;

/// A playout looks at the clock once in so many plies: a ply takes up to about 50 microseconds.
const PLIES_BETWEEN_LOOKS: u32 = 32;

/// One step down the tree.
struct Step {
    node: NodeId,
    mover: Player,
    child: NodeId,
    /// What the mover would rather have: a proven child that promises more than the one explored.
    rather: Option<Rewards>,
}

/// How a simulation ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Simulated {
    /// With a value that is now in the tree.
    Counted,
    /// In the middle of a playout, by the clock; it left no trace.
    Abandoned,
}

pub(super) struct Simulator<'a, G: Tactics, E: Evaluate<G>> {
    game: &'a G,
    evaluator: &'a E,
    options: &'a Options,
    clock: &'a Clock,
    start: &'a G::Position,
    start_state: E::State,
    /// The position of the running simulation.
    position: G::Position,
    state: E::State,
    pub(super) root: Player,
    pub(super) tree: Tree<G::Move>,
    /// For each child of the root, what all players got.
    pub(super) root_totals: Vec<Rewards>,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    random: Xoshiro256PlusPlus,
    /// Whether a node was left without children for lack of room.
    pub(super) is_full: bool,
    pub(super) sum_of_depths: u64,
    pub(super) deepest_ply: u32,
    pub(super) statistics: Statistics,
}

impl<'a, G: Tactics, E: Evaluate<G>> Simulator<'a, G, E> {
    /// A simulator for `start`; `None` if there is no move.
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        start: &'a G::Position,
        options: &'a Options,
        seed: u64,
        clock: &'a Clock,
    ) -> Option<Simulator<'a, G, E>> {
        if game.outcome(start).is_some() {
            return None;
        }
        let mut moves = Vec::with_capacity(game.most_moves());
        let _ = game.moves(start, &mut moves);
        let start_state = evaluator.fresh(game, start);
        Some(Simulator {
            game,
            evaluator,
            options,
            clock,
            start,
            state: start_state.clone(),
            start_state,
            position: start.clone(),
            root: game.to_move(start),
            tree: Tree::new(options.capacity, &moves)?,
            root_totals: vec![[0.0; _]; moves.len()],
            path: Vec::with_capacity(super::MOST_DEPTH),
            moves,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            is_full: false,
            sum_of_depths: 0,
            deepest_ply: 0,
            statistics: Statistics::default(),
        })
    }

    /// Runs one simulation. The root must not be proven.
    pub(super) fn simulate(&mut self) -> Simulated {
        self.position.clone_from(self.start);
        self.state.clone_from(&self.start_state);
        self.path.clear();
        let leaf = self.descend();
        let depth = self.path.len() as u32;
        let rewards = match self.tree.node(leaf).proof {
            Some(proof) => Some(proof.rewards()),
            None => self.leaf_rewards(),
        };
        let Some(rewards) = rewards else { return Simulated::Abandoned };
        self.statistics.nodes += 1;
        self.sum_of_depths += u64::from(depth);
        self.deepest_ply = self.deepest_ply.max(depth);
        self.back_up(leaf, rewards);
        Simulated::Counted
    }

    /// Goes down to a node without children, giving it some on its second visit.
    fn descend(&mut self) -> NodeId {
        let mut node = ROOT;
        loop {
            if !self.tree.node(node).is_expanded() && !self.expand(node) {
                return node;
            }
            let mover = self.game.to_move(&self.position);
            let (child, rather) = self.choose(node, mover);
            self.path.push(Step { node, mover, child, rather });
            self.play(self.tree.node(child).m);
            node = child;
            if self.tree.node(node).visits == 0 {
                self.look_at_outcome(node);
                return node;
            }
        }
    }

    fn play(&mut self, m: G::Move) {
        // Playouts ask for an evaluation rarely, and then from nothing.
        if self.options.leaf == Leaf::Evaluation {
            self.evaluator.play(self.game, &self.position, m, &mut self.state);
        }
        self.game.play(&mut self.position, m);
    }

    fn look_at_outcome(&mut self, node: NodeId) {
        if let Some(outcome) = self.game.outcome(&self.position) {
            self.statistics.terminal += 1;
            self.tree.node_mut(node).proof = Some(Proof::of_outcome(&outcome));
        }
    }

    /// Gives `node` its children, if it has any and there is room. A node that turns out to have none is proven.
    fn expand(&mut self, node: NodeId) -> bool {
        if self.path.len() >= super::MOST_DEPTH {
            return false;
        }
        self.moves.clear();
        let _ = self.game.moves(&self.position, &mut self.moves);
        if self.moves.is_empty() {
            self.statistics.terminal += 1;
            let outcome = self.game.without_moves(&self.position);
            self.tree.node_mut(node).proof = Some(Proof::of_outcome(&outcome));
            return false;
        }
        if !self.tree.has_room(self.moves.len()) {
            self.is_full = true;
            return false;
        }
        self.tree.expand(node, &self.moves);
        true
    }

    /// The unproven child of `node` to explore, by UCB1, and what `mover` would rather have.
    fn choose(&self, node: NodeId, mover: Player) -> (NodeId, Option<Rewards>) {
        let Options { exploration, first_play_urgency, .. } = *self.options;
        let logarithm = f64::from(self.tree.node(node).visits.max(1)).ln();
        let children = self.tree.children(node);
        let mut chosen = children.start;
        let mut most_urgent = f64::NEG_INFINITY;
        let mut certain: Option<Proof> = None;
        for id in children {
            let child = self.tree.node(id);
            if let Some(proof) = child.proof {
                if certain.is_none_or(|best| proof.is_better(best, mover, self.root)) {
                    certain = Some(proof);
                }
                continue;
            }
            let urgency = match (child.visits, first_play_urgency) {
                (0, urgency) => urgency.unwrap_or(f64::INFINITY),
                (visits, _) => child.mean() + exploration * (logarithm / f64::from(visits)).sqrt(),
            };
            if urgency > most_urgent {
                (chosen, most_urgent) = (id, urgency);
            }
        }
        let rather = certain.filter(|proof| proof.reward(mover) >= most_urgent);
        (chosen, rather.map(Proof::rewards))
    }

    /// What the position at hand, which is undecided, is worth. `None` if the clock ended a playout.
    fn leaf_rewards(&mut self) -> Option<Rewards> {
        match self.options.leaf {
            Leaf::Evaluation => Some(self.evaluated()),
            Leaf::Playout { most_plies } => self.played_out(most_plies),
        }
    }

    fn evaluated(&mut self) -> Rewards {
        self.statistics.evaluations += 1;
        let players = self.game.players();
        let mut rewards = [0.0; _];
        if players == 2 {
            let mover = self.game.to_move(&self.position);
            let rate = win_rate::<G>(self.evaluator.value(self.game, &self.position, &self.state));
            rewards[mover.index()] = rate;
            rewards[mover.opponent().index()] = 1.0 - rate;
            return rewards;
        }
        let shares = self.evaluator.shares(self.game, &self.position, &self.state);
        for (reward, share) in rewards.iter_mut().zip(shares.as_slice(players)) {
            *reward = f64::from(*share) / f64::from(SHARE_TOTAL);
        }
        rewards
    }

    fn played_out(&mut self, most_plies: u32) -> Option<Rewards> {
        for ply in 0..most_plies {
            if ply % PLIES_BETWEEN_LOOKS == PLIES_BETWEEN_LOOKS - 1 && self.clock.look(0) {
                return None;
            }
            let ended = self.game.outcome(&self.position).or_else(|| {
                self.moves.clear();
                let _ = self.game.moves(&self.position, &mut self.moves);
                self.moves.is_empty().then(|| self.game.without_moves(&self.position))
            });
            if let Some(outcome) = ended {
                return Some(Proof::of_outcome(&outcome).rewards());
            }
            let chosen = self.below(self.moves.len());
            self.game.play(&mut self.position, self.moves[chosen]);
        }
        if let Some(outcome) = self.game.outcome(&self.position) {
            return Some(Proof::of_outcome(&outcome).rewards());
        }
        self.state = self.evaluator.fresh(self.game, &self.position);
        Some(self.evaluated())
    }

    /// A random number below `bound`: a fraction of 2^64, scaled. The same on every machine.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.random.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Tells everybody on the way up what came of it, and what is now proven.
    fn back_up(&mut self, leaf: NodeId, mut rewards: Rewards) {
        let mut proven = self.tree.node(leaf).proof.is_some();
        let first_child = self.tree.children(ROOT).start;
        while let Some(Step { node, mover, child, rather }) = self.path.pop() {
            let reached = self.tree.node_mut(child);
            reached.visits += 1;
            reached.total += rewards[mover.index()];
            if node == ROOT {
                let totals = &mut self.root_totals[child - first_child];
                totals.iter_mut().zip(rewards).for_each(|(total, reward)| *total += reward);
            }
            proven = proven && self.tree.child_proven(node, child, mover, self.root);
            if let Some(proof) = self.tree.node(node).proof {
                rewards = proof.rewards();
            } else if let Some(rather) = rather {
                rewards = rather;
            }
        }
        self.tree.node_mut(ROOT).visits += 1;
    }
}
