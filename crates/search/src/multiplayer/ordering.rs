//! Which moves to try first, in searches of more than two players, and which not at all.

use mossa_game::{Flow, Game, MoveSink, Player, Tactics};

/// The most that a history score can be: what [`Tactics::order`] is measured against.
const MOST_HISTORY: i32 = 16_384;

/// What a killer is worth: less than the most that history can say, more than what it says of most moves.
const KILLER: i32 = 10_000;

/// What the table's move is worth: more than all the rest together.
const REMEMBERED: i32 = 1_000_000;

/// A move, who makes it, and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mover: Player,
    pub(crate) m: M,
    score: i32,
}

/// The moves of all nodes on the way from the root, one list on top of the other, in memory taken once.
pub(crate) struct MoveStack<M> {
    candidates: Vec<Candidate<M>>,
}

impl<M: Copy> MoveStack<M> {
    pub(crate) fn with_capacity(moves: usize) -> MoveStack<M> {
        MoveStack { candidates: Vec::with_capacity(moves) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.candidates.truncate(len);
    }

    /// Brings the most promising of the moves from `at` on to `at` and gives it.
    #[inline]
    pub(crate) fn pick(&mut self, at: usize) -> Candidate<M> {
        let mut best = at;
        for i in at + 1..self.candidates.len() {
            if self.candidates[i].score > self.candidates[best].score {
                best = i;
            }
        }
        self.candidates.swap(at, best);
        self.candidates[at]
    }
}

/// What is known of a node before its moves are listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints<M> {
    /// The table's move.
    pub(crate) remembered: Option<M>,
    /// Moves that were too good in siblings, and whose they were.
    pub(crate) killers: [Option<(Player, M)>; 2],
    /// Whether setbacks are left out where there is anything else.
    pub(crate) selective: bool,
}

impl<M> Hints<M> {
    /// Nothing is known, and all moves are wanted.
    pub(crate) const NONE: Hints<M> = Hints { remembered: None, killers: [None, None], selective: false };
}

/// How moves fared, for each player apart, and what the game thinks of them.
pub(crate) struct Ordering {
    history: Vec<i32>,
    slots: usize,
    by_game: bool,
    by_history: bool,
}

impl Ordering {
    /// With the game's judgement and with history, or without either.
    pub(crate) fn new<G: Tactics>(game: &G, by_game: bool, by_history: bool) -> Ordering {
        let slots = game.history_slots().max(1);
        Ordering { history: vec![0; slots * game.players()], slots, by_game, by_history }
    }

    /// Puts the legal moves of the player to move on the stack. Whether some were left out.
    #[inline]
    pub(crate) fn generate<G: Tactics>(
        &self,
        game: &G,
        position: &G::Position,
        hints: &Hints<G::Move>,
        stack: &mut MoveStack<G::Move>,
    ) -> bool {
        let node = game.with_ordering(position, &game.node(position));
        let mover = game.to_move(position);
        let start = stack.len();
        let mut list = |selective: bool| {
            let hints = Hints { selective, ..*hints };
            let mut scored =
                Scored { ordering: self, game, position, node: &node, mover, hints, stack, left_out: false };
            let _ = game.moves(position, &mut scored);
            (scored.left_out, scored.stack.len() == start)
        };
        match list(hints.selective) {
            (true, true) => list(false).0,
            (left_out, _) => left_out,
        }
    }

    /// Remembers that `m` was best in `position`, searched to `depth`.
    #[inline]
    pub(crate) fn reward<G: Tactics>(&mut self, game: &G, position: &G::Position, m: G::Move, depth: u32) {
        if self.by_history {
            let slot = self.slot(game, position, game.to_move(position), m);
            let bonus = (depth * depth).min(MOST_HISTORY as u32 / 4) as i32;
            // Old successes fade in proportion, which also keeps the score below its most.
            self.history[slot] += bonus - self.history[slot] * bonus / MOST_HISTORY;
        }
    }

    #[inline]
    fn slot<G: Tactics>(&self, game: &G, position: &G::Position, mover: Player, m: G::Move) -> usize {
        mover.index() * self.slots + game.history_slot(position, m)
    }
}

struct Scored<'a, G: Tactics> {
    ordering: &'a Ordering,
    game: &'a G,
    position: &'a G::Position,
    node: &'a G::Node,
    mover: Player,
    hints: Hints<G::Move>,
    stack: &'a mut MoveStack<G::Move>,
    left_out: bool,
}

impl<G: Tactics> MoveSink<<G as Game>::Move> for Scored<'_, G> {
    #[inline]
    fn push(&mut self, m: G::Move) -> Flow {
        if self.hints.selective && self.game.is_setback(self.position, self.node, m) {
            self.left_out = true;
            return Flow::Continue(());
        }
        let Ordering { history, by_game, by_history, .. } = self.ordering;
        let mut score = 0;
        if *by_game {
            score += self.game.order(self.position, self.node, m);
        }
        if *by_history {
            score += history[self.ordering.slot(self.game, self.position, self.mover, m)];
        }
        if self.hints.killers.contains(&Some((self.mover, m))) {
            score += KILLER;
        }
        if self.hints.remembered == Some(m) {
            score += REMEMBERED;
        }
        self.stack.candidates.push(Candidate { mover: self.mover, m, score });
        Flow::Continue(())
    }
}
