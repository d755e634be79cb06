//! What a two-player search may ask a game.

use std::any::Any;

use crate::moves::{Flow, MoveSink};
use crate::outcome::Verdict;
use crate::rules::Game;
use crate::solve::Halt;
use crate::value::Value;

/// What a search of the game's own for a win is asked.
#[derive(Clone, Copy)]
pub struct WinOrder<'a> {
    /// About how many positions it may visit.
    pub positions: u64,
    /// Only a win in so many plies at most is wanted.
    pub within: Option<u32>,
    /// The keys of positions that the game has seen so often that it is drawn when they come again.
    pub barred: &'a [u64],
    /// Says when to give up.
    pub halt: Halt<'a>,
}

/// What a search of the game's own for a win keeps from one question to the next about the same position. What that is, only
/// the game knows.
#[derive(Default)]
pub struct WinMemory(Option<Box<dyn Any + Send>>);

impl WinMemory {
    /// What was kept, if it is of this kind; it is to be kept again.
    pub fn take<T: Any + Send>(&mut self) -> Option<T> {
        self.0.take().and_then(|kept| kept.downcast().ok()).map(|kept| *kept)
    }

    /// Keeps something for the next question.
    pub fn keep<T: Any + Send>(&mut self, what: T) {
        self.0 = Some(Box::new(what));
    }
}

/// A win that a search of the game's own has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// The moves of both sides, the last of which wins.
    pub line: Vec<M>,
    /// Every defence loses in so many plies at most: as many as the line has, or more.
    pub plies: u32,
    /// Whether there is certainly no faster win.
    pub shortest: bool,
}

impl<M> ForcedWin<M> {
    /// A win by `line`, in which no defence lasts longer; there may be faster ones.
    pub fn by(line: Vec<M>) -> ForcedWin<M> {
        ForcedWin { plies: line.len() as u32, line, shortest: false }
    }

    /// The win, if it comes as soon as `order` wants it.
    pub fn in_time(self, order: &WinOrder<'_>) -> Option<ForcedWin<M>> {
        let in_time = order.within.is_none_or(|within| self.plies <= within);
        in_time.then_some(self)
    }
}

/// What a search of the game's own for a win came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinHunt<M> {
    /// The win, if one was found.
    pub win: Option<ForcedWin<M>>,
    /// How many positions were visited.
    pub positions: u64,
    /// No win was found, but there seems to be one: it pays to look longer.
    pub near: bool,
}

impl<M> WinHunt<M> {
    /// A search that found what it could.
    pub fn new(win: Option<ForcedWin<M>>, positions: u64) -> WinHunt<M> {
        WinHunt { win, positions, near: false }
    }
}

/// Game knowledge for the search of two-player games.
///
/// Every item has a default that folds to nothing at compile time, so a game
/// starts with `impl Tactics for MyGame { type Node = (); fn node(..) {} .. }`
/// and adds what helps. Constants allow the techniques that guess; a
/// technique that a game does not allow is not compiled for it.
pub trait Tactics: Game {
    /// What is computed once in a node and handed to every other question: threats, pins, checks.
    type Node: Copy;

    /// Search on at the leaves through [`noisy_moves`](Tactics::noisy_moves) until the position is quiet.
    const QUIESCENCE: bool = false;
    /// Passing is never better than the best move (except in rare positions), and
    /// [`pass`](Tactics::pass) is implemented: allows null-move pruning.
    const NULL_MOVE: bool = false;
    /// A quiet position whose evaluation is far above the window will stay above it: allows reverse futility pruning.
    const REVERSE_FUTILITY: bool = false;
    /// Late quiet moves may be searched less deep first.
    const LATE_MOVE_REDUCTIONS: bool = true;
    /// Late quiet moves near the leaves may be left out.
    const LATE_MOVE_PRUNING: bool = false;
    /// Positions of which the table knows no best move may be searched one ply less.
    const ITERATIVE_REDUCTIONS: bool = true;
    /// A move that is much better than all others may be searched deeper.
    const SINGULAR_EXTENSIONS: bool = false;
    /// Moves that [`promising`](Tactics::promising) leaves out may be tried only where all others lose.
    const SELECTIVE: bool = false;
    /// Every node is evaluated before its moves are tried, and what that says is used: futility of single
    /// moves, reductions by whether things get better, experience with continuations, the table at the leaves. For games
    /// whose evaluation is good and cheap.
    const ASSESSMENT: bool = false;
    /// [`exchange_reaches`](Tactics::exchange_reaches) and [`gain`](Tactics::gain) are implemented: allows leaving out
    /// moves that lose material.
    const EXCHANGES: bool = false;
    /// How many [`correction_key`](Tactics::correction_key)s there are.
    const CORRECTIONS: usize = 0;
    /// Where a position is not quiet, [`noisy_moves`](Tactics::noisy_moves) lists all moves: if there is none, the game
    /// is over.
    const ANSWERS_ALL: bool = false;
    /// Moves of a quiet position whose order, experience included, is at least this are all listed by
    /// [`noisy_moves`](Tactics::noisy_moves), and no move of [`other_moves`](Tactics::other_moves) has so much: they are
    /// tried before the others are generated, which a cut-off spares. `None` generates all moves at once.
    const FIRST_STAGE: Option<i32> = None;
    /// The players take turns strictly. Where they do not (one side moves twice, a pass is implied),
    /// the search asks who is to move after every move.
    const ALTERNATES: bool = true;

    /// [`forced_win`](Tactics::forced_win) gets one of so many parts of the time and of the nodes before the search: most
    /// positions have no such win.
    const WIN_PART: u32 = 8;
    /// The most positions that it visits then, where nothing else limits them: a second or less.
    const WIN_POSITIONS: u64 = 200_000;
    /// It is asked again while the search goes on, with more effort where the search believes to be winning, and for
    /// faster wins than the one that is known.
    const WIN_AGAIN: bool = false;
    /// It is asked even where the search does not believe to be winning when a clock of a game or a number of nodes limits the
    /// search. In analyses it is always asked.
    const WIN_UNSEEN_IN_GAMES: bool = true;

    /// How much an evaluation may swing in one ply of quiet play: the unit of all pruning margins.
    const MARGIN: i32 = 100;

    /// Computes what the other questions share.
    fn node(&self, position: &Self::Position) -> Self::Node;

    /// Adds what only [`order`](Tactics::order) needs. Asked once where moves are listed, so that the many positions
    /// that need no moves do not pay for it.
    #[inline]
    fn with_ordering(&self, _position: &Self::Position, node: &Self::Node) -> Self::Node {
        *node
    }

    /// The result for the player to move and its exact distance in plies, where it is certain without search.
    #[inline]
    fn proven(&self, _position: &Self::Position, _node: &Self::Node) -> Option<(Verdict, u32)> {
        None
    }

    /// The least and the most that this position can be worth to the player to move, with wins counted from here.
    #[inline]
    fn bounds(&self, _position: &Self::Position, _node: &Self::Node) -> (Value, Value) {
        (Value::MIN, Value::MAX)
    }

    /// After how many plies the game is over at the latest, where that is known.
    /// A search that reaches this far guesses nothing and prunes only what is certain.
    #[inline]
    fn plies_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The moves that can be best; those left out are certain not to be better than the best of these.
    #[inline]
    fn candidates(
        &self,
        position: &Self::Position,
        _node: &Self::Node,
        sink: &mut impl MoveSink<Self::Move>,
    ) -> Flow {
        self.moves(position, sink)
    }

    /// Those of the [`candidates`](Tactics::candidates) that are worth a search unless all of them lose; `true` if that
    /// is all of them. Asked only where [`SELECTIVE`](Tactics::SELECTIVE) allows it.
    #[inline]
    fn promising(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        sink: &mut impl MoveSink<Self::Move>,
    ) -> bool {
        let _ = self.candidates(position, node, sink);
        true
    }

    /// After how many plies without progress a rule ends the game undecided, unless the last of them decides it, such as the
    /// fifty moves of chess; `None` if there is no such rule. It need not be a part of [`Game::key`]: searches that remember
    /// values take care that these are true for every such clock.
    #[inline]
    fn plies_to_draw(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The key of the position after `m`, or nearly always that: the search has the table's entries fetched while the move is
    /// being played. `None` if that is as much work as playing it.
    #[inline]
    fn key_after(&self, _position: &Self::Position, _m: Self::Move) -> Option<u64> {
        None
    }

    /// Whether nothing is going on: nobody must react to anything at once. Pruning asks this first,
    /// and a quiescence search may stop only here.
    #[inline]
    fn is_quiet(&self, _position: &Self::Position, _node: &Self::Node) -> bool {
        true
    }

    /// The static part of move ordering: what looks better comes first.
    /// Between -100 000 and 100 000; an ordinary history score lies between -16 384 and 16 384.
    #[inline]
    fn order(&self, _position: &Self::Position, _node: &Self::Node, _m: Self::Move) -> i32 {
        0
    }

    /// The static part of the order of a move whose turn has come: `score` itself, or less if a closer look says so. Asked
    /// only where [`EXCHANGES`](Tactics::EXCHANGES) says that there is such a look.
    #[inline]
    fn order_again(&self, _position: &Self::Position, _m: Self::Move, score: i32) -> i32 {
        score
    }

    /// Whether `m` changes the balance at once (a capture, a threat): such moves are not reduced or pruned as quiet ones are.
    #[inline]
    fn is_noisy(&self, _position: &Self::Position, _node: &Self::Node, _m: Self::Move) -> bool {
        false
    }

    /// Whether `m` must be answered at once (a check): such moves are not left out as quiet ones are. Asked for few moves.
    #[inline]
    fn is_forcing(&self, _position: &Self::Position, _m: Self::Move) -> bool {
        false
    }

    /// Whether `m` and the exchange that follows gain at least `least`, in units of the evaluation.
    #[inline]
    fn exchange_reaches(&self, _position: &Self::Position, _m: Self::Move, least: i32) -> bool {
        least <= 0
    }

    /// The most that `m` can gain at once, in units of the evaluation.
    #[inline]
    fn gain(&self, _position: &Self::Position, _m: Self::Move) -> i32 {
        0
    }

    /// The moves that a quiescence search tries. In a position that is not quiet: all that may answer what is going on.
    #[inline]
    fn noisy_moves(
        &self,
        _position: &Self::Position,
        _node: &Self::Node,
        _sink: &mut impl MoveSink<Self::Move>,
    ) -> Flow {
        Flow::Continue(())
    }

    /// The moves of a quiet position that [`noisy_moves`](Tactics::noisy_moves) does not list, each once; asked only with
    /// [`FIRST_STAGE`](Tactics::FIRST_STAGE).
    #[inline]
    fn other_moves(
        &self,
        _position: &Self::Position,
        _node: &Self::Node,
        _sink: &mut impl MoveSink<Self::Move>,
    ) -> Flow {
        Flow::Continue(())
    }

    /// Quiet moves that must be answered at once (checks), in a quiet position: a quiescence search may try them at its
    /// first ply, if [`EXCHANGES`](Tactics::EXCHANGES) tells which of them lose nothing.
    #[inline]
    fn forcing_moves(
        &self,
        _position: &Self::Position,
        _node: &Self::Node,
        _sink: &mut impl MoveSink<Self::Move>,
    ) -> Flow {
        Flow::Continue(())
    }

    /// Whether `m` deserves to be searched one ply deeper (a check, a forced answer).
    #[inline]
    fn extends(&self, _position: &Self::Position, _node: &Self::Node, _m: Self::Move) -> bool {
        false
    }

    /// A win of the player to move that a search of the game's own finds, such as one through threats alone. Asked before the
    /// search itself, and between its iterations where [`WIN_AGAIN`](Tactics::WIN_AGAIN) allows it, always with the `memory` of
    /// the question before.
    fn forced_win(
        &self,
        _position: &Self::Position,
        _order: &WinOrder<'_>,
        _memory: &mut WinMemory,
    ) -> WinHunt<Self::Move> {
        WinHunt::new(None, 0)
    }

    /// All moves of a position that is to be played, where tables know which are best although a search cannot tell them
    /// apart. Asked once, before the search itself.
    fn ranked_by_tables(&self, _position: &Self::Position) -> Option<Vec<RankedMove<Self::Move>>> {
        None
    }

    /// How many slots [`history_slot`](Tactics::history_slot) uses.
    fn history_slots(&self) -> usize {
        1
    }

    /// Where the search remembers how `m` fared: moves that mean the same in different positions share a slot.
    #[inline]
    fn history_slot(&self, _position: &Self::Position, _m: Self::Move) -> usize {
        0
    }

    /// The key number `which` of what the evaluation may misjudge again and again, such as the pawns.
    #[inline]
    fn correction_key(&self, _position: &Self::Position, _which: usize) -> u64 {
        0
    }

    /// Whether a pass tells something here: not where every move may be worse than none.
    #[inline]
    fn may_pass(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Passes the turn; asked only where [`NULL_MOVE`](Tactics::NULL_MOVE) allows it. The key changes with the side to move.
    fn pass(&self, _position: &mut Self::Position) {}

    /// Takes back [`pass`](Tactics::pass).
    fn undo_pass(&self, _position: &mut Self::Position) {}
}

/// What tables say of a move: see [`Tactics::ranked_by_tables`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove<M> {
    /// The move.
    pub m: M,
    /// What is better has a higher one; only moves with the highest bring a win nearer.
    pub rank: i32,
    /// The move is worth so much to whoever makes it, at least.
    pub least: Value,
    /// And so much at most.
    pub most: Value,
}
