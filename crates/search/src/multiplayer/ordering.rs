//! Which moves to try first, in searches of more than two players, and which not at all.

use mossa_game::{Flow, Game, MoveSink, Player, Tactics};

use crate::hint::Hint;

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

    /// Takes the moves from `start` on off the stack: who makes them, and which.
    pub(crate) fn take_from(&mut self, start: usize) -> Vec<(Player, M)> {
        self.candidates.drain(start..).map(|candidate| (candidate.mover, candidate.m)).collect()
    }

    /// Takes `moves` out of those from `start` on.
    pub(crate) fn leave_out(&mut self, start: usize, moves: &[(Player, M)])
    where
        M: PartialEq,
    {
        let listed = self.candidates.split_off(start);
        let is_left_out = |candidate: &Candidate<M>| moves.contains(&(candidate.mover, candidate.m));
        self.candidates.extend(listed.into_iter().filter(|candidate| !is_left_out(candidate)));
    }

    /// Brings the most promising of the moves from `at` on to `at` and gives it.
    #[inline]
    pub(crate) fn pick(&mut self, at: usize) -> Candidate<M> {
        let rest = &mut self.candidates[at..];
        let (mut best, mut best_score) = (0, rest[0].score);
        for (i, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.score > best_score {
                (best, best_score) = (i, candidate.score);
            }
        }
        rest.swap(0, best);
        rest[0]
    }
}

/// What is known of a node before its moves are listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints<M> {
    /// The table's move.
    pub(crate) remembered: Option<M>,
    /// Moves that were too good in siblings, and whose they were.
    pub(crate) killers: [Option<(Player, M)>; 2],
    /// Whether only promising moves are listed where there are any.
    pub(crate) selective: bool,
}

impl<M> Hints<M> {
    /// Nothing is known, and all moves are wanted.
    pub(crate) const NONE: Hints<M> = Hints { remembered: None, killers: [None, None], selective: false };
}

/// How moves fared, for each player apart, and what the game thinks of them.
pub(crate) struct Ordering {
    /// At most [`MOST_HISTORY`]: as small as can be, since every node asks for many of them.
    history: Vec<i16>,
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
        let killer = |killer: Option<(Player, G::Move)>| match killer {
            Some((player, m)) if player == mover => Hint::new(m),
            _ => Hint::NONE,
        };
        let own_history = mover.index() * self.slots..(mover.index() + 1) * self.slots;
        let mut scored = Scored {
            game,
            position,
            node: &node,
            mover,
            by_game: self.by_game,
            history: if self.by_history { Some(&self.history[own_history]) } else { None },
            killers: hints.killers.map(killer),
            remembered: Hint::maybe(hints.remembered),
            stack,
        };
        if G::SELECTIVE && hints.selective {
            let all = game.promising(position, &node, &mut scored);
            if scored.stack.len() > start {
                return !all;
            }
        }
        let _ = game.moves(position, &mut scored);
        false
    }

    /// Remembers that `m` was best in `position`, searched to `depth`.
    #[inline]
    pub(crate) fn reward<G: Tactics>(&mut self, game: &G, position: &G::Position, m: G::Move, depth: u32) {
        if self.by_history {
            let slot = game.to_move(position).index() * self.slots + game.history_slot(position, m);
            let bonus = (depth * depth).min(MOST_HISTORY as u32 / 4) as i32;
            // Old successes fade in proportion, which also keeps the score below its most.
            let old = i32::from(self.history[slot]);
            self.history[slot] = (old + bonus - old * bonus / MOST_HISTORY) as i16;
        }
    }
}

struct Scored<'a, G: Tactics> {
    game: &'a G,
    position: &'a G::Position,
    node: &'a G::Node,
    mover: Player,
    by_game: bool,
    /// The mover's, by slot.
    history: Option<&'a [i16]>,
    /// The mover's.
    killers: [Hint; 2],
    remembered: Hint,
    stack: &'a mut MoveStack<G::Move>,
}

impl<G: Tactics> MoveSink<<G as Game>::Move> for Scored<'_, G> {
    #[inline(always)]
    fn push(&mut self, m: G::Move) -> Flow {
        let hint = Hint::new(m);
        let mut score = 0;
        if self.by_game {
            score += self.game.order(self.position, self.node, m);
        }
        if let Some(history) = self.history {
            score += i32::from(history[self.game.history_slot(self.position, m)]);
        }
        if hint == self.killers[0] || hint == self.killers[1] {
            score += KILLER;
        }
        if hint == self.remembered {
            score += REMEMBERED;
        }
        self.stack.candidates.push(Candidate { mover: self.mover, m, score });
        Flow::Continue(())
    }
}
