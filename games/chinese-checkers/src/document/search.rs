//! The report's search: minimax with alpha-beta for two, without a table and without ordering.
//!
//! Its program visits every node. The last two plies need no visit to be counted: where no turn is left a node is a draw,
//! even if somebody has just arrived, so that
//!
//! - a node with one turn left is a draw, and below it there is one node if a draw is enough for a cut-off, or one for
//!   each move;
//! - a node with two turns left, of whose moves none arrives and after which the other side can move, has children of
//!   that kind. From the second on (from the first, if a draw was sure before) all are cut off by their first move: two
//!   nodes and one cut-off for each move.
//!
//! Everything else is searched as the report does it, so that all counts are the same.

use mossa_game::Halt;

use super::ground::Ground;
use crate::board::Hole;
use crate::holes::Holes;

/// What the report's program prints for an opening move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Calls of its search.
    pub nodes: u64,
    /// Nodes in which somebody has won, with turns left.
    pub finals: u64,
    /// Nodes whose remaining moves were left out.
    pub cutoffs: u64,
}

/// The most pieces of a player that the report has.
pub(super) const MOST_PIECES: usize = 10;

/// How many nodes are searched between two looks at whether to give up.
const NODES_BETWEEN_LOOKS: u32 = 1 << 14;

/// A position and the search in it.
pub(super) struct Search<'a, const W: usize> {
    ground: &'a Ground<W>,
    /// The pieces of both players; each keeps its place in the list wherever it goes.
    pieces: [[Hole; MOST_PIECES]; 2],
    own: [Holes<W>; 2],
    occupied: Holes<W>,
    /// How many pieces each has.
    counted: [usize; 2],
    /// The lists of moves of all nodes between the root and here, one behind the other.
    lists: Vec<Hole>,
    pub(super) counts: Counts,
    halt: Halt<'a>,
    until_look: u32,
    halted: bool,
}

/// A result: 1 if the first player wins, -1 if the second does, 0 for a draw.
pub(super) type Score = i32;

/// The bounds between which a value matters. The report begins with the least and the greatest integers.
#[derive(Clone, Copy)]
pub(super) struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    pub(super) const OPEN: Window = Window { alpha: Score::MIN, beta: Score::MAX };

    /// Whether a draw, found by the side that moves here, makes its other moves needless.
    #[inline]
    fn draw_is_enough(self, side: usize) -> bool {
        if side == 0 { self.beta <= 0 } else { self.alpha >= 0 }
    }

    /// After a move of `side` was found to be worth `score`.
    #[inline]
    fn raised(self, side: usize, score: Score) -> Window {
        if side == 0 {
            Window { alpha: self.alpha.max(score), ..self }
        } else {
            Window { beta: self.beta.min(score), ..self }
        }
    }

    #[inline]
    fn is_closed(self) -> bool {
        self.beta <= self.alpha
    }
}

/// The better of two scores for `side`.
#[inline]
fn better(side: usize, one: Score, other: Score) -> Score {
    if side == 0 { one.max(other) } else { one.min(other) }
}

/// What is worse than any result for `side`: the report's score before the first move.
#[inline]
const fn worst(side: usize) -> Score {
    if side == 0 { Score::MIN } else { Score::MAX }
}

/// The score of a win of `side`.
#[inline]
const fn win(side: usize) -> Score {
    if side == 0 { 1 } else { -1 }
}

impl<'a, const W: usize> Search<'a, W> {
    /// The search with these pieces; lists say in which order they move. `None` if there are too many of them.
    pub(super) fn new(ground: &'a Ground<W>, pieces: [&[Hole]; 2], halt: Halt<'a>) -> Option<Search<'a, W>> {
        if pieces.iter().any(|list| list.len() > MOST_PIECES) {
            return None;
        }
        let own = pieces.map(|list| Holes::of(list.iter().copied()));
        let listed = pieces.map(|list| {
            let mut all = [Hole::NONE; MOST_PIECES];
            all[..list.len()].copy_from_slice(list);
            all
        });
        Some(Search {
            ground,
            pieces: listed,
            occupied: own[0].with(&own[1]),
            own,
            counted: pieces.map(<[Hole]>::len),
            lists: Vec::with_capacity(1024),
            counts: Counts::default(),
            halt,
            until_look: NODES_BETWEEN_LOOKS,
            halted: false,
        })
    }

    /// Moves a piece of `side`.
    #[inline]
    fn move_piece(&mut self, side: usize, piece: usize, to: Hole) -> Hole {
        let from = std::mem::replace(&mut self.pieces[side][piece], to);
        self.own[side].toggle(from);
        self.own[side].toggle(to);
        self.occupied.toggle(from);
        self.occupied.toggle(to);
        from
    }

    /// The value of the position with `side` to move and `turns` left, or `None` if it was told to give up.
    pub(super) fn run(&mut self, side: usize, turns: u32) -> Option<Score> {
        let score = self.visit(side, turns, Window::OPEN);
        (!self.halted).then_some(score)
    }

    /// Whether all pieces of `side` are in the home of the other.
    #[inline]
    fn has_arrived(&self, side: usize) -> bool {
        self.own[side].is_within(&self.ground.homes[1 - side])
    }

    /// One call of the report's search. Only the side that has just moved can have arrived.
    #[inline]
    fn visit(&mut self, side: usize, turns: u32, window: Window) -> Score {
        self.counts.nodes += 1;
        if turns == 0 {
            return 0;
        }
        if self.has_arrived(1 - side) {
            self.counts.finals += 1;
            return win(1 - side);
        }
        match turns {
            1 => self.last_turn(side, window),
            2 => self.two_turns(side, window),
            _ => self.all_moves(side, side, turns, window),
        }
    }

    /// Each move leads to a draw.
    fn last_turn(&mut self, side: usize, window: Window) -> Score {
        if window.draw_is_enough(side) {
            if self.can_move(side) {
                self.counts.nodes += 1;
                self.counts.cutoffs += 1;
            }
        } else {
            self.counts.nodes += self.moves_of(side);
        }
        0
    }

    fn two_turns(&mut self, side: usize, window: Window) -> Score {
        // A draw that is sure from the first move on cuts off after it; before that, the first child is searched in full.
        let draw_is_sure = if side == 0 { window.alpha >= 0 } else { window.beta <= 0 };
        if !draw_is_sure || !self.cannot_get_stuck(1 - side) {
            return self.all_moves(side, side, 2, window);
        }
        let goal = &self.ground.homes[1 - side];
        let outside = self.own[side].without(goal);
        let may_arrive = outside.len() == 1;
        let mut moves = 0;
        for piece in 0..self.counted[side] {
            let from = self.pieces[side][piece];
            let reached = self.ground.reached(from, &self.occupied);
            if may_arrive && outside.contains(from) && reached.meets(goal) {
                return self.all_moves(side, side, 2, window);
            }
            moves += reached.len() as u64;
        }
        if moves == 0 {
            return self.all_moves(side, side, 2, window);
        }
        self.counts.nodes += 2 * moves;
        self.counts.cutoffs += moves;
        0
    }

    /// The moves of `mover` one by one, in the order of the report, for `side`. The two differ only after a turn that was
    /// passed, where the report goes on to choose for the side that could not move.
    fn all_moves(&mut self, side: usize, mover: usize, turns: u32, window: Window) -> Score {
        if self.is_halted() {
            return 0;
        }
        let mut window = window;
        let mut best = worst(side);
        for piece in 0..self.counted[mover] {
            let first = self.lists.len();
            self.ground.list(self.pieces[mover][piece], &self.occupied, &mut self.lists);
            let mut next = first;
            while next < self.lists.len() {
                let to = self.lists[next];
                next += 1;
                let from = self.move_piece(mover, piece, to);
                let score = self.visit(1 - mover, turns - 1, window);
                self.move_piece(mover, piece, from);
                best = better(side, best, score);
                window = window.raised(side, best);
                if window.is_closed() {
                    self.counts.cutoffs += 1;
                    self.lists.truncate(first);
                    return best;
                }
            }
            self.lists.truncate(first);
        }
        if best == worst(side) { self.pass(side, turns, window) } else { best }
    }

    /// Nobody could move: the other side moves, with one turn less.
    #[cold]
    fn pass(&mut self, side: usize, turns: u32, window: Window) -> Score {
        let other = 1 - side;
        if turns == 1 || !self.can_move(other) { 0 } else { self.all_moves(side, other, turns - 1, window) }
    }

    /// Whether `side` can move whatever the other side does next: it has two holes to step to, and a move fills one.
    #[inline]
    fn cannot_get_stuck(&self, side: usize) -> bool {
        let mut free = Holes::<W>::EMPTY;
        self.pieces[side][..self.counted[side]].iter().any(|piece| {
            free = free.with(&self.ground.free_beside(*piece, &self.occupied));
            free.len() >= 2
        })
    }

    #[inline]
    fn can_move(&self, side: usize) -> bool {
        let mut pieces = self.pieces[side][..self.counted[side]].iter();
        pieces.any(|piece| !self.ground.reached(*piece, &self.occupied).is_empty())
    }

    #[inline]
    fn moves_of(&self, side: usize) -> u64 {
        let pieces = self.pieces[side][..self.counted[side]].iter();
        pieces.map(|piece| self.ground.reached(*piece, &self.occupied).len() as u64).sum()
    }

    #[inline]
    fn is_halted(&mut self) -> bool {
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = NODES_BETWEEN_LOOKS;
            self.halted |= (self.halt)();
        }
        self.halted
    }
}
