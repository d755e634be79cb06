//! The most pairs that a graph allows: Edmonds's algorithm (1965), which shrinks odd cycles ("blossoms") to a vertex.

use std::collections::VecDeque;

/// A graph by whom each vertex is adjacent to. Both directions of an edge must be there.
pub(super) type Graph = Vec<Vec<bool>>;

/// For each vertex its partner in a matching with as many pairs as possible.
pub(super) fn maximum_matching(graph: &Graph) -> Vec<Option<usize>> {
    let mut partner = vec![None; graph.len()];
    for root in 0..graph.len() {
        if partner[root].is_none() {
            let mut search = Search::new(graph, &partner, root);
            if let Some(end) = search.run(root) {
                let parent = search.parent;
                exchange(&mut partner, &parent, end);
            }
        }
    }
    partner
}

/// Makes a pair of every second edge of the path that ends at `end`, beginning there.
fn exchange(partner: &mut [Option<usize>], parent: &[Option<usize>], end: usize) {
    let mut odd = Some(end);
    while let Some(vertex) = odd {
        let Some(before) = parent[vertex] else { return };
        odd = partner[before];
        partner[vertex] = Some(before);
        partner[before] = Some(vertex);
    }
}

/// The search for a path from a single vertex to another on which every second edge is a pair: exchanging its edges
/// makes one pair more.
struct Search<'a> {
    graph: &'a Graph,
    partner: &'a [Option<usize>],
    /// The vertex before each one that was reached by an edge that is not a pair.
    parent: Vec<Option<usize>>,
    /// The blossom that each vertex belongs to, by its vertex nearest to the root.
    base: Vec<usize>,
    /// Whether a vertex was reached at an even distance from the root, so that the path may go on anywhere.
    even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, partner: &'a [Option<usize>], root: usize) -> Search<'a> {
        let size = graph.len();
        let mut even = vec![false; size];
        even[root] = true;
        let queue = VecDeque::from([root]);
        Search { graph, partner, parent: vec![None; size], base: (0..size).collect(), even, queue }
    }

    /// The other end of a path, if there is one.
    fn run(&mut self, root: usize) -> Option<usize> {
        while let Some(vertex) = self.queue.pop_front() {
            for next in 0..self.graph.len() {
                let usable = self.graph[vertex][next] && self.partner[vertex] != Some(next);
                if !usable || self.base[vertex] == self.base[next] {
                    continue;
                }
                let is_even = next == root || self.partner[next].is_some_and(|p| self.parent[p].is_some());
                if is_even {
                    self.shrink(vertex, next);
                } else if self.parent[next].is_none() {
                    self.parent[next] = Some(vertex);
                    match self.partner[next] {
                        None => return Some(next),
                        Some(across) => self.reach(across),
                    }
                }
            }
        }
        None
    }

    fn reach(&mut self, vertex: usize) {
        if !self.even[vertex] {
            self.even[vertex] = true;
            self.queue.push_back(vertex);
        }
    }

    /// Two even vertices are adjacent: they close an odd cycle, all of whose vertices can be reached either way.
    fn shrink(&mut self, a: usize, b: usize) {
        let base = self.common_base(a, b);
        let mut inside = vec![false; self.graph.len()];
        self.mark(a, base, b, &mut inside);
        self.mark(b, base, a, &mut inside);
        for vertex in 0..self.graph.len() {
            if inside[self.base[vertex]] {
                self.base[vertex] = base;
                self.reach(vertex);
            }
        }
    }

    /// The even vertex before `vertex`, two edges nearer to the root.
    fn two_before(&self, vertex: usize) -> Option<usize> {
        self.partner[vertex].and_then(|across| self.parent[across])
    }

    /// Where the ways from the root to `a` and `b` part.
    fn common_base(&self, a: usize, b: usize) -> usize {
        let up = |from: usize| {
            std::iter::successors(Some(self.base[from]), |v| self.two_before(*v).map(|v| self.base[v]))
        };
        let of_a: Vec<usize> = up(a).collect();
        // Both ways begin at the root, so there is always one.
        up(b).find(|vertex| of_a.contains(vertex)).unwrap_or(b)
    }

    /// Marks the blossoms between `vertex` and `base`, and turns the way round: it now comes from `child`.
    fn mark(&mut self, mut vertex: usize, base: usize, mut child: usize, inside: &mut [bool]) {
        while self.base[vertex] != base {
            let (Some(across), Some(before)) = (self.partner[vertex], self.two_before(vertex)) else {
                return;
            };
            inside[self.base[vertex]] = true;
            inside[self.base[across]] = true;
            self.parent[vertex] = Some(child);
            (vertex, child) = (before, across);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The most pairs by trying everything.
    fn most_pairs(graph: &Graph, free: &mut Vec<bool>) -> usize {
        let Some(first) = free.iter().position(|free| *free) else { return 0 };
        free[first] = false;
        let mut most = most_pairs(graph, free);
        for other in 0..graph.len() {
            if free[other] && graph[first][other] {
                free[other] = false;
                most = most.max(1 + most_pairs(graph, free));
                free[other] = true;
            }
        }
        free[first] = true;
        most
    }

    fn graph(size: usize, edges: &[(usize, usize)]) -> Graph {
        let mut graph = vec![vec![false; size]; size];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b && *a < size && *b < size) {
            graph[a][b] = true;
            graph[b][a] = true;
        }
        graph
    }

    fn check(graph: &Graph) -> usize {
        let partner = maximum_matching(graph);
        for (a, b) in partner.iter().enumerate().filter_map(|(a, b)| b.map(|b| (a, b))) {
            assert!(graph[a][b] && partner[b] == Some(a), "{partner:?}");
        }
        let pairs = partner.iter().flatten().count() / 2;
        assert_eq!(pairs, most_pairs(graph, &mut vec![true; graph.len()]), "{partner:?}");
        pairs
    }

    #[test]
    fn blossoms_are_no_obstacle() {
        assert_eq!(check(&graph(0, &[])), 0);
        // A cycle of five with a stem, and two triangles with a bridge.
        assert_eq!(check(&graph(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (2, 5)])), 3);
        assert_eq!(check(&graph(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)])), 3);
        assert_eq!(check(&graph(4, &[(0, 1), (0, 2), (0, 3)])), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn no_graph_has_more_pairs(
            size in 1usize..10,
            edges in proptest::collection::vec((0usize..10, 0usize..10), 0..16),
        ) {
            check(&graph(size, &edges));
        }
    }
}
