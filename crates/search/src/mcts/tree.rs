//! The tree of Monte-Carlo search: nodes in one block of memory, and proofs.

use mossa_game::{MAX_PLAYERS, Outcome, Player, SHARE_TOTAL};

/// What each player gets, between 0 and 1.
pub(super) type Rewards = [f64; MAX_PLAYERS];

/// A result that needs no more simulations: who shares the first place, and after how many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// One bit for each player in first place; never 0.
    first: u8,
    pub(super) plies: u16,
}

impl Proof {
    /// The game is over.
    pub(super) fn of_outcome(outcome: &Outcome) -> Proof {
        let places = outcome.places().iter().enumerate();
        let first = places.fold(0, |bits, (seat, place)| bits | u8::from(*place == 1) << seat);
        Proof { first, plies: 0 }
    }

    /// The same result seen from one ply earlier.
    pub(super) fn delayed(self) -> Proof {
        Proof { plies: self.plies.saturating_add(1), ..self }
    }

    /// The order of players that this stands for; those not in first place share the second.
    pub(super) fn outcome(self, players: usize) -> Outcome {
        let places: Vec<u8> = Player::all(players).map(|p| if self.is_first(p) { 1 } else { 2 }).collect();
        Outcome::from_places(&places).unwrap_or(Outcome::draw(players))
    }

    #[inline]
    pub(super) fn is_first(self, player: Player) -> bool {
        self.first >> player.index() & 1 != 0
    }

    #[inline]
    pub(super) fn wins_alone(self, player: Player) -> bool {
        self.first == 1 << player.index()
    }

    /// What the result is worth to `player`, as a part of [`SHARE_TOTAL`].
    #[inline]
    fn share(self, player: Player) -> i32 {
        if self.is_first(player) { SHARE_TOTAL / self.first.count_ones() as i32 } else { 0 }
    }

    #[inline]
    pub(super) fn reward(self, player: Player) -> f64 {
        f64::from(self.share(player)) / f64::from(SHARE_TOTAL)
    }

    pub(super) fn rewards(self) -> Rewards {
        std::array::from_fn(|seat| self.reward(Player::new(seat)))
    }

    /// Whether `mover` takes this rather than `other`, in the order that the head of [`super`] defines.
    pub(super) fn is_better(self, other: Proof, mover: Player, root: Player) -> bool {
        let wish = |proof: Proof| (proof.share(mover), -proof.share(root), std::cmp::Reverse(proof.first));
        match wish(self).cmp(&wish(other)) {
            std::cmp::Ordering::Equal if self.wins_alone(mover) => self.plies < other.plies,
            std::cmp::Ordering::Equal => self.plies > other.plies,
            unequal => unequal.is_gt(),
        }
    }
}

/// A node, by number.
pub(super) type NodeId = usize;

/// The node of the searched position.
pub(super) const ROOT: NodeId = 0;

/// A position that simulations passed through, as its parent sees it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here; without meaning at the root.
    pub(super) m: M,
    first_child: u32,
    children: u32,
    /// How many children have no proof.
    unproven: u32,
    /// Whether there are moves without a child.
    partial: bool,
    pub(super) visits: u32,
    /// The sum of what the player who moved here got.
    pub(super) total: f64,
    pub(super) proof: Option<Proof>,
}

impl<M> Node<M> {
    fn new(m: M) -> Node<M> {
        Node {
            m,
            first_child: 0,
            children: 0,
            unproven: 0,
            partial: false,
            visits: 0,
            total: 0.0,
            proof: None,
        }
    }

    /// The mean of what the player who moved here got; 0 before the first visit.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.children > 0
    }
}

/// The nodes, in memory taken once. Children of a node lie side by side.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of at most `capacity` nodes, whose root has `moves`. The children of the root always find room.
    pub(super) fn new(capacity: usize, moves: &[M]) -> Option<Tree<M>> {
        let capacity = capacity.clamp(moves.len() + 1, u32::MAX as usize);
        let mut nodes = Vec::with_capacity(capacity);
        mossa_memory::prefer_huge(&mut nodes);
        let mut tree = Tree { nodes, capacity };
        tree.nodes.push(Node::new(*moves.first()?));
        tree.expand(ROOT, moves, false);
        Some(tree)
    }

    /// Whether a node with `moves` can be expanded.
    #[inline]
    pub(super) fn has_room(&self, moves: usize) -> bool {
        self.nodes.len() + moves <= self.capacity
    }

    /// Gives `node` its children, `partial` ones if not all its moves are among them; there must be room.
    pub(super) fn expand(&mut self, node: NodeId, moves: &[M], partial: bool) {
        let first_child = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|m| Node::new(*m)));
        let count = moves.len() as u32;
        let node = &mut self.nodes[node];
        (node.first_child, node.children, node.unproven) = (first_child, count, count);
        node.partial = partial;
    }

    /// Whether all children of `node` are proven, and yet it is not: the moves without a child might be better.
    #[inline]
    pub(super) fn wants_rest(&self, node: NodeId) -> bool {
        let node = &self.nodes[node];
        node.partial && node.unproven == 0 && node.proof.is_none()
    }

    /// Gives `node` children for the rest of its moves; there must be room for these and for copies of those it has, since
    /// all lie side by side.
    pub(super) fn complete(&mut self, node: NodeId, rest: &[M]) {
        let first_child = self.nodes.len() as u32;
        for child in self.children(node) {
            let copy = self.nodes[child].clone();
            self.nodes.push(copy);
        }
        self.nodes.extend(rest.iter().map(|m| Node::new(*m)));
        let node = &mut self.nodes[node];
        (node.first_child, node.partial) = (first_child, false);
        node.children += rest.len() as u32;
        node.unproven += rest.len() as u32;
    }

    #[inline]
    pub(super) fn node(&self, node: NodeId) -> &Node<M> {
        &self.nodes[node]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, node: NodeId) -> &mut Node<M> {
        &mut self.nodes[node]
    }

    /// What the player to move at `node` got on average from the children visited so far; `None` before the first.
    pub(super) fn expected(&self, node: NodeId) -> Option<f64> {
        let visited = self.children(node).map(|child| &self.nodes[child]).filter(|child| child.visits > 0);
        let (visits, total) =
            visited.fold((0, 0.0), |(visits, total), child| (visits + child.visits, total + child.total));
        (visits > 0).then(|| total / f64::from(visits))
    }

    #[inline]
    pub(super) fn children(&self, node: NodeId) -> std::ops::Range<NodeId> {
        let node = &self.nodes[node];
        let first = node.first_child as usize;
        first..first + node.children as usize
    }

    /// Takes note that one more child of `node`, whose turn it is `mover`'s, has been proven: `child`.
    /// Whether that proves the node.
    pub(super) fn child_proven(&mut self, node: NodeId, child: NodeId, mover: Player, root: Player) -> bool {
        self.nodes[node].unproven -= 1;
        let won = self.nodes[child].proof.filter(|proof| proof.wins_alone(mover));
        let proof = match won {
            Some(_) => won,
            None if self.nodes[node].unproven == 0 && !self.nodes[node].partial => {
                self.best_proof(node, mover, root)
            }
            None => None,
        };
        self.nodes[node].proof = proof.map(Proof::delayed);
        proof.is_some()
    }

    /// Takes note that `node`, whose turn it is `mover`'s and whose children are all proven, has no other moves.
    pub(super) fn settle(&mut self, node: NodeId, mover: Player, root: Player) {
        self.nodes[node].partial = false;
        self.nodes[node].proof = self.best_proof(node, mover, root).map(Proof::delayed);
    }

    /// The proof that `mover` prefers among those of the children of `node`.
    fn best_proof(&self, node: NodeId, mover: Player, root: Player) -> Option<Proof> {
        let proofs = self.children(node).filter_map(|child| self.nodes[child].proof);
        proofs.reduce(|best, proof| if proof.is_better(best, mover, root) { proof } else { best })
    }

    /// The children of `node`, where it is `mover`'s turn, best first: what wins, then what was visited most,
    /// then what loses.
    pub(super) fn ranked(&self, node: NodeId, mover: Player, root: Player) -> Vec<NodeId> {
        let unproven = self.children(node).map(|child| self.node(child)).filter(|n| n.proof.is_none());
        let favourite = unproven.max_by_key(|n| n.visits).map_or(0.0, Node::mean);
        // A proven child is visited no more, so its visits do not tell how good it is; its result does.
        let rank = |child: &NodeId| match self.node(*child).proof {
            Some(proof) if proof.wins_alone(mover) => (3, 0),
            Some(proof) if !proof.is_first(mover) => (0, 0),
            Some(proof) if proof.reward(mover) >= favourite => (2, 0),
            Some(_) => (1, 0),
            None => (1, 1 + self.node(*child).visits),
        };
        let mut children: Vec<NodeId> = self.children(node).collect();
        children.sort_by(|a, b| {
            rank(b).cmp(&rank(a)).then_with(|| match (self.node(*a).proof, self.node(*b).proof) {
                (Some(p), Some(q)) if p.is_better(q, mover, root) => std::cmp::Ordering::Less,
                (Some(p), Some(q)) if q.is_better(p, mover, root) => std::cmp::Ordering::Greater,
                _ => std::cmp::Ordering::Equal,
            })
        });
        children
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(places: &[u8], plies: u16) -> Proof {
        Proof { plies, ..Proof::of_outcome(&Outcome::from_places(places).unwrap()) }
    }

    #[test]
    fn a_node_with_moves_left_out_is_not_proven_by_its_children() {
        let (me, you) = (Player::FIRST, Player::SECOND);
        let mut tree = Tree::new(100, &[10]).unwrap();
        tree.expand(1, &[20, 21], true);
        for child in [2, 3] {
            tree.node_mut(child).proof = Some(proof(&[1, 2], 3));
            assert!(!tree.child_proven(1, child, you, me));
        }
        assert!(tree.wants_rest(1) && tree.node(1).proof.is_none());
        tree.complete(1, &[22]);
        assert!(!tree.wants_rest(1));
        let children: Vec<NodeId> = tree.children(1).collect();
        assert_eq!(children.iter().map(|child| tree.node(*child).m).collect::<Vec<_>>(), [20, 21, 22]);
        let last = children[2];
        tree.node_mut(last).proof = Some(proof(&[1, 1], 0));
        assert!(tree.child_proven(1, last, you, me), "now it is");
        assert_eq!(tree.node(1).proof, Some(proof(&[1, 1], 1)));
    }

    #[test]
    fn proofs_are_preferred_by_result_then_against_the_root_then_by_distance() {
        let (root, mover) = (Player::new(0), Player::new(1));
        let wish = [
            proof(&[2, 1, 2], 1),
            proof(&[2, 1, 2], 9),
            proof(&[2, 1, 1], 4),
            proof(&[1, 1, 2], 4),
            proof(&[1, 1, 1], 4),
            proof(&[2, 2, 1], 8),
            proof(&[2, 2, 1], 5),
            proof(&[1, 2, 2], 8),
        ];
        for (i, better) in wish.iter().enumerate() {
            for worse in &wish[i + 1..] {
                assert!(better.is_better(*worse, mover, root), "{better:?} {worse:?}");
                assert!(!worse.is_better(*better, mover, root), "{better:?} {worse:?}");
            }
        }
    }

    #[test]
    fn a_node_is_proven_by_one_win_or_by_all_its_children() {
        let (me, you) = (Player::FIRST, Player::SECOND);
        let mut tree = Tree::new(0, &[10, 11, 12]).unwrap();
        assert!(!tree.has_room(1), "only the root's children fit");
        tree.node_mut(1).proof = Some(proof(&[2, 1], 3));
        assert!(!tree.child_proven(ROOT, 1, me, me));
        tree.node_mut(2).proof = Some(proof(&[1, 1], 2));
        assert!(!tree.child_proven(ROOT, 2, me, me));
        tree.node_mut(3).proof = Some(proof(&[2, 1], 7));
        assert!(tree.child_proven(ROOT, 3, me, me));
        assert_eq!(tree.node(ROOT).proof, Some(proof(&[1, 1], 3)));
        assert_eq!(tree.ranked(ROOT, me, me), [2, 3, 1], "the draw, then the slower loss");

        let mut tree = Tree::new(0, &[10, 11]).unwrap();
        tree.node_mut(2).proof = Some(proof(&[2, 1], 0));
        assert!(tree.child_proven(ROOT, 2, you, me));
        assert_eq!(tree.node(ROOT).proof, Some(proof(&[2, 1], 1)));
    }

    #[test]
    fn visits_decide_among_what_is_open_and_losses_come_last() {
        let me = Player::FIRST;
        let mut tree = Tree::new(0, &['a', 'b', 'c', 'd']).unwrap();
        for (child, visits) in [(1, 50), (2, 7), (3, 9), (4, 0)] {
            tree.node_mut(child).visits = visits;
        }
        tree.node_mut(1).proof = Some(proof(&[2, 1], 3));
        assert_eq!(tree.ranked(ROOT, me, me), [3, 2, 4, 1]);
        tree.node_mut(3).total = 6.0;
        tree.node_mut(2).proof = Some(proof(&[1, 1], 3));
        assert_eq!(tree.ranked(ROOT, me, me), [3, 4, 2, 1], "a draw is less than what wins two of three");
        tree.node_mut(3).total = 3.0;
        assert_eq!(tree.ranked(ROOT, me, me), [2, 3, 4, 1]);
    }
}
