//! One simulation after the other: down the tree, a value for the leaf, and back up.

use mossa_game::{Evaluate, Flow, MoveSink, Outcome, Player, SHARE_TOTAL, Tactics};
use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::tree::{NodeId, Proof, ROOT, Rewards, Tree};
use super::{Leaf, Options, win_rate};
use crate::clock::Clock;
use crate::path::Path;
use crate::report::{Request, Statistics};

/// A playout looks at the clock once in so many plies: a ply takes up to about 50 microseconds.
const PLIES_BETWEEN_LOOKS: u32 = 32;

/// One step down the tree.
struct Step {
    node: NodeId,
    mover: Player,
    child: NodeId,
    /// What the mover would rather have: a proven child that promises more than the one explored.
    rather: Option<Rewards>,
    /// Where the move's fate is remembered.
    slot: usize,
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
    /// The positions before the running one, where repetitions count.
    keys: Path,
    /// Whether the running simulation came to a position that was there before.
    is_repeated: bool,
    moves: Vec<G::Move>,
    /// The moves that are being listed, and how good they look.
    scored: Vec<(i32, G::Move)>,
    /// How moves fared in all simulations.
    history: History,
    /// The slots of the moves of the running playout, with their movers.
    played: Vec<(Player, usize)>,
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
        request: &Request,
        clock: &'a Clock,
    ) -> Option<Simulator<'a, G, E>> {
        if game.outcome(start).is_some() {
            return None;
        }
        let mut moves = Vec::with_capacity(game.most_moves());
        if options.guided {
            let mut scored = Vec::with_capacity(game.most_moves());
            list(game, start, false, &mut scored);
            moves.extend(scored.iter().map(|(_, m)| *m));
        } else {
            let _ = game.moves(start, &mut moves);
        }
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
            keys: Path::new(game, &request.history),
            is_repeated: false,
            moves,
            scored: Vec::with_capacity(game.most_moves()),
            history: History::new(game, options.history > 0.0),
            played: Vec::new(),
            random: Xoshiro256PlusPlus::seed_from_u64(request.seed),
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
        self.keys.restart();
        self.is_repeated = false;
        let leaf = self.descend();
        let depth = self.path.len() as u32;
        let rewards = match self.tree.node(leaf).proof {
            Some(proof) => Some(proof.rewards()),
            // Another way to this position may be worth something else: nothing to be sure of.
            None if self.is_repeated => {
                Some(Proof::of_outcome(&Outcome::draw(self.game.players())).rewards())
            }
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
            let wants_rest = self.tree.wants_rest(node);
            if wants_rest && !self.complete(node) || !self.tree.node(node).is_expanded() && !self.expand(node)
            {
                return node;
            }
            let mover = self.game.to_move(&self.position);
            let (child, rather) = self.choose(node, mover);
            let m = self.tree.node(child).m;
            let slot = self.history.slot(self.game, &self.position, mover, m);
            self.path.push(Step { node, mover, child, rather, slot });
            if G::MAY_REPEAT {
                self.keys.push(self.game.key(&self.position));
            }
            self.play(m);
            node = child;
            if G::MAY_REPEAT && self.keys.is_repeated(self.game, &self.position) {
                self.is_repeated = true;
                return node;
            }
            if self.tree.node(node).visits == 0 {
                self.look_at_outcome(node);
                return node;
            }
        }
    }

    fn play(&mut self, m: G::Move) {
        // Playouts ask for an evaluation rarely, and then from nothing.
        if !matches!(self.options.leaf, Leaf::Playout { .. }) {
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
        let mut partial = false;
        if self.options.guided {
            partial = list(self.game, &self.position, self.game.players() > 2, &mut self.scored);
            self.moves.extend(self.scored.iter().map(|(_, m)| *m));
        } else {
            let _ = self.game.moves(&self.position, &mut self.moves);
        }
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
        self.tree.expand(node, &self.moves, partial);
        true
    }

    /// Gives `node`, whose promising moves are all proven, the rest of its moves, if there is room.
    #[cold]
    fn complete(&mut self, node: NodeId) -> bool {
        list(self.game, &self.position, false, &mut self.scored);
        if !self.tree.has_room(self.scored.len()) {
            self.is_full = true;
            return false;
        }
        self.moves.clear();
        let known = |m: G::Move| self.tree.children(node).any(|child| self.tree.node(child).m == m);
        self.moves.extend(self.scored.iter().map(|(_, m)| *m).filter(|m| !known(*m)));
        if self.moves.is_empty() {
            self.tree.settle(node, self.game.to_move(&self.position), self.root);
            return false;
        }
        self.tree.complete(node, &self.moves);
        true
    }

    /// The unproven child of `node` to explore, by UCB1, and what `mover` would rather have.
    fn choose(&self, node: NodeId, mover: Player) -> (NodeId, Option<Rewards>) {
        let Options { exploration, first_play_urgency, history, .. } = *self.options;
        let logarithm = f64::from(self.tree.node(node).visits.max(1)).ln();
        let first_play = first_play_urgency.map(|urgency| urgency.of(self.tree.expected(node)));
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
            let mut urgency = match (child.visits, first_play) {
                (0, urgency) => urgency.unwrap_or(f64::INFINITY),
                (visits, _) => child.mean() + exploration * (logarithm / f64::from(visits)).sqrt(),
            };
            if history > 0.0 {
                let fared = self.history.mean(self.history.slot(self.game, &self.position, mover, child.m));
                urgency += history * fared / (f64::from(child.visits) * (1.0 - child.mean()) + 1.0);
            }
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
            Leaf::Guided { rounds, chance } => self.played_on(rounds, chance),
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

    /// What comes of `rounds` moves of each player, mostly those that look best, by the evaluation.
    fn played_on(&mut self, rounds: u32, chance: f64) -> Option<Rewards> {
        self.played.clear();
        for _ in 0..rounds * self.game.players() as u32 {
            if let Some(outcome) = self.game.outcome(&self.position) {
                return Some(Proof::of_outcome(&outcome).rewards());
            }
            list(self.game, &self.position, true, &mut self.scored);
            if self.scored.is_empty() {
                let outcome = self.game.without_moves(&self.position);
                return Some(Proof::of_outcome(&outcome).rewards());
            }
            let by_chance = chance > 0.0 && (self.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            let good = self.scored.iter().take_while(|(score, _)| *score == self.scored[0].0).count();
            let chosen = self.below(if by_chance { self.scored.len() } else { good });
            let m = self.scored[chosen].1;
            if self.options.history > 0.0 {
                let mover = self.game.to_move(&self.position);
                self.played.push((mover, self.history.slot(self.game, &self.position, mover, m)));
            }
            self.play(m);
        }
        if let Some(outcome) = self.game.outcome(&self.position) {
            return Some(Proof::of_outcome(&outcome).rewards());
        }
        Some(self.evaluated())
    }

    /// A random number below `bound`: a fraction of 2^64, scaled. The same on every machine.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.random.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Tells everybody on the way up what came of it, and what is now proven.
    fn back_up(&mut self, leaf: NodeId, mut rewards: Rewards) {
        let mut proven = self.tree.node(leaf).proof.is_some();
        for (mover, slot) in self.played.drain(..) {
            self.history.add(slot, rewards[mover.index()]);
        }
        let first_child = self.tree.children(ROOT).start;
        while let Some(Step { node, mover, child, rather, slot }) = self.path.pop() {
            let reached = self.tree.node_mut(child);
            reached.visits += 1;
            reached.total += rewards[mover.index()];
            self.history.add(slot, rewards[mover.index()]);
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

/// How moves fared in all simulations, for each player apart.
struct History {
    /// How often, and what the player got together; nothing if it is not asked for.
    fates: Vec<(u32, f64)>,
    slots: usize,
}

impl History {
    fn new<G: Tactics>(game: &G, kept: bool) -> History {
        let slots = game.history_slots().max(1);
        History { fates: vec![(0, 0.0); if kept { slots * game.players() } else { 0 }], slots }
    }

    #[inline]
    fn slot<G: Tactics>(&self, game: &G, position: &G::Position, mover: Player, m: G::Move) -> usize {
        if self.fates.is_empty() { 0 } else { mover.index() * self.slots + game.history_slot(position, m) }
    }

    #[inline]
    fn add(&mut self, slot: usize, reward: f64) {
        if let Some((count, total)) = self.fates.get_mut(slot) {
            *count += 1;
            *total += reward;
        }
    }

    #[inline]
    fn mean(&self, slot: usize) -> f64 {
        self.fates.get(slot).map_or(0.0, |(count, total)| total / f64::from((*count).max(1)))
    }
}

/// Lists the moves of a position, those that look best first; only promising ones, if so wanted and there are any. Whether
/// some were left out.
fn list<G: Tactics>(
    game: &G,
    position: &G::Position,
    selective: bool,
    scored: &mut Vec<(i32, G::Move)>,
) -> bool {
    scored.clear();
    let node = game.with_ordering(position, &game.node(position));
    let mut lister = Lister { game, position, node: &node, scored };
    let mut left_out = G::SELECTIVE && selective && !game.promising(position, &node, &mut lister);
    if lister.scored.is_empty() {
        left_out = false;
        let _ = game.moves(position, &mut lister);
    }
    // Stable, so that the order is the same everywhere.
    scored.sort_by_key(|(score, _)| -score);
    left_out
}

struct Lister<'a, G: Tactics> {
    game: &'a G,
    position: &'a G::Position,
    node: &'a G::Node,
    scored: &'a mut Vec<(i32, G::Move)>,
}

impl<G: Tactics> MoveSink<G::Move> for Lister<'_, G> {
    #[inline]
    fn push(&mut self, m: G::Move) -> Flow {
        self.scored.push((self.game.order(self.position, self.node, m), m));
        Flow::Continue(())
    }
}
