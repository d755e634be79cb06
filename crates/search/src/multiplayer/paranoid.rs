//! Paranoid: everybody is allied against the player to move.
//!
//! N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000.
//!
//! [`Paranoid`] turns a game of many players, seen by one of them, into a game
//! of two sides that the two-player search can play: side 0 is that player,
//! side 1 all others together. The sides do not alternate, since the others
//! move several times in a row.
//!
//! What holds:
//! - Positions and moves are those of the game. Keys are, too, but for a number that belongs to the player: a
//!   position is worth different things to different players, who may share a table nevertheless.
//! - To be first alone is a win, to be first with others a draw, anything else a loss.
//! - A win is a win in the game itself: it was found against the worst that the others can do. A loss is not;
//!   the others may well fail to conspire. So [`honest`] tells losses and draws as guesses.
//! - What a game knows for its two-player search ([`Tactics`]) is true for two players only, and is forwarded
//!   only then. The order of moves and history slots are always good.

use mossa_game::{
    Evaluate, Flow, Game, MoveSink, Outcome, Player, Symmetric, Symmetry, Tactics, Term, Value, Verdict,
};

use super::{as_guess, guess_for};
use crate::alphabeta;
use crate::clock::StopSignal;
use crate::report::{LineValue, Report, Request};
use crate::table::Table;

/// The player whose view it is.
const ROOT: Player = Player::FIRST;
/// All others.
const COALITION: Player = Player::SECOND;

/// A game of many players as one of two sides.
#[derive(Debug)]
pub struct Paranoid<'a, G> {
    game: &'a G,
    root: Player,
}

impl<'a, G: Game> Paranoid<'a, G> {
    /// `game` as `root` sees it.
    pub fn new(game: &'a G, root: Player) -> Paranoid<'a, G> {
        Paranoid { game, root }
    }

    /// What tells the keys of different players apart: multiples of 2^64 divided by the golden ratio, which are
    /// far apart, and none for two players, whose values agree.
    #[inline]
    fn salt(&self) -> u64 {
        let seat = if self.is_faithful() { 0 } else { self.root.index() as u64 };
        seat.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Whether there are two players anyway, so that whatever is true for two sides stays true.
    #[inline]
    fn is_faithful(&self) -> bool {
        self.game.players() == 2
    }

    fn two_sided(&self, outcome: &Outcome) -> Outcome {
        match outcome.verdict(self.root) {
            Verdict::Win => Outcome::win(ROOT, 2),
            Verdict::Draw => Outcome::draw(2),
            Verdict::Loss => Outcome::win(COALITION, 2),
        }
    }
}

impl<G: Game> Game for Paranoid<'_, G> {
    type Position = G::Position;
    type Move = G::Move;
    type Undo = G::Undo;

    const MAY_REPEAT: bool = G::MAY_REPEAT;

    fn repetitions(&self) -> Option<u32> {
        self.game.repetitions()
    }

    #[inline]
    fn reversible_plies(&self, position: &G::Position) -> u32 {
        self.game.reversible_plies(position)
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    #[inline]
    fn to_move(&self, position: &G::Position) -> Player {
        if self.game.to_move(position) == self.root { ROOT } else { COALITION }
    }

    #[inline]
    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.game.outcome(position).map(|outcome| self.two_sided(&outcome))
    }

    fn without_moves(&self, position: &G::Position) -> Outcome {
        self.two_sided(&self.game.without_moves(position))
    }

    #[inline]
    fn moves(&self, position: &G::Position, sink: &mut impl MoveSink<G::Move>) -> Flow {
        self.game.moves(position, sink)
    }

    #[inline]
    fn count_moves(&self, position: &G::Position) -> u64 {
        self.game.count_moves(position)
    }

    #[inline]
    fn is_legal(&self, position: &G::Position, m: G::Move) -> bool {
        self.game.is_legal(position, m)
    }

    fn most_moves(&self) -> usize {
        self.game.most_moves()
    }

    #[inline]
    fn play(&self, position: &mut G::Position, m: G::Move) -> G::Undo {
        self.game.play(position, m)
    }

    #[inline]
    fn undo(&self, position: &mut G::Position, m: G::Move, undo: G::Undo) {
        self.game.undo(position, m, undo);
    }

    #[inline]
    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position) ^ self.salt()
    }

    fn recomputed_key(&self, position: &G::Position) -> u64 {
        self.game.recomputed_key(position) ^ self.salt()
    }
}

/// Symmetries may exchange the seats of the others with that of the player at the root, whose place is fixed here.
impl<G: Symmetric> Symmetric for Paranoid<'_, G> {
    fn symmetries(&self) -> usize {
        if self.is_faithful() { self.game.symmetries() } else { 1 }
    }

    #[inline]
    fn canonical_key(&self, position: &G::Position) -> (u64, Symmetry) {
        if self.is_faithful() {
            self.game.canonical_key(position)
        } else {
            (self.key(position), Symmetry::IDENTITY)
        }
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, m: G::Move) -> G::Move {
        if self.is_faithful() { self.game.map_move(symmetry, m) } else { m }
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        if self.is_faithful() { self.game.inverse(symmetry) } else { symmetry }
    }

    fn map_position(&self, symmetry: Symmetry, position: &G::Position) -> G::Position {
        if self.is_faithful() { self.game.map_position(symmetry, position) } else { position.clone() }
    }
}

/// The techniques that guess are constants, so they cannot depend on the number of players: all that
/// rest on what a single opponent would do stay off.
impl<G: Tactics> Tactics for Paranoid<'_, G> {
    type Node = G::Node;

    const LATE_MOVE_REDUCTIONS: bool = G::LATE_MOVE_REDUCTIONS;
    const ALTERNATES: bool = false;
    const SELECTIVE: bool = G::SELECTIVE;
    const MARGIN: i32 = G::MARGIN;

    #[inline]
    fn node(&self, position: &G::Position) -> G::Node {
        self.game.node(position)
    }

    #[inline]
    fn with_ordering(&self, position: &G::Position, node: &G::Node) -> G::Node {
        self.game.with_ordering(position, node)
    }

    #[inline]
    fn proven(&self, position: &G::Position, node: &G::Node) -> Option<(Verdict, u32)> {
        if self.is_faithful() { self.game.proven(position, node) } else { None }
    }

    #[inline]
    fn bounds(&self, position: &G::Position, node: &G::Node) -> (Value, Value) {
        if self.is_faithful() { self.game.bounds(position, node) } else { (Value::MIN, Value::MAX) }
    }

    /// When the game ends does not depend on who is allied with whom.
    #[inline]
    fn plies_left(&self, position: &G::Position) -> Option<u32> {
        self.game.plies_left(position)
    }

    /// Nor does when a rule ends it.
    #[inline]
    fn plies_to_draw(&self, position: &G::Position) -> Option<u32> {
        self.game.plies_to_draw(position)
    }

    #[inline]
    fn candidates(&self, position: &G::Position, node: &G::Node, sink: &mut impl MoveSink<G::Move>) -> Flow {
        if self.is_faithful() {
            self.game.candidates(position, node, sink)
        } else {
            self.game.moves(position, sink)
        }
    }

    /// What the game finds promising. With two players, where nothing but the view differs, all of them.
    #[inline]
    fn promising(&self, position: &G::Position, node: &G::Node, sink: &mut impl MoveSink<G::Move>) -> bool {
        if self.is_faithful() {
            let _ = self.candidates(position, node, sink);
            return true;
        }
        self.game.promising(position, node, sink)
    }

    #[inline]
    fn is_quiet(&self, position: &G::Position, node: &G::Node) -> bool {
        self.game.is_quiet(position, node)
    }

    #[inline]
    fn order(&self, position: &G::Position, node: &G::Node, m: G::Move) -> i32 {
        self.game.order(position, node, m)
    }

    #[inline]
    fn is_noisy(&self, position: &G::Position, node: &G::Node, m: G::Move) -> bool {
        self.game.is_noisy(position, node, m)
    }

    fn history_slots(&self) -> usize {
        self.game.history_slots()
    }

    #[inline]
    fn history_slot(&self, position: &G::Position, m: G::Move) -> usize {
        self.game.history_slot(position, m)
    }
}

/// An evaluation of the game as the player at the root sees it: what its share is, against an even one.
#[derive(Debug)]
pub struct ParanoidEvaluator<'a, E>(pub &'a E);

impl<'g, G: Game, E: Evaluate<G>> Evaluate<Paranoid<'g, G>> for ParanoidEvaluator<'_, E> {
    type State = E::State;

    fn fresh(&self, view: &Paranoid<'g, G>, position: &G::Position) -> E::State {
        self.0.fresh(view.game, position)
    }

    #[inline]
    fn play(&self, view: &Paranoid<'g, G>, before: &G::Position, m: G::Move, state: &mut E::State) {
        self.0.play(view.game, before, m, state);
    }

    #[inline]
    fn undo(&self, view: &Paranoid<'g, G>, before: &G::Position, m: G::Move, state: &mut E::State) {
        self.0.undo(view.game, before, m, state);
    }

    #[inline]
    fn value(&self, view: &Paranoid<'g, G>, position: &G::Position, state: &E::State) -> Value {
        let value = guess_for(view.game, self.0, position, state, view.root);
        if view.to_move(position) == ROOT { value } else { -value }
    }

    /// The points of the player at the root, and the mean of the others'.
    fn explain(&self, view: &Paranoid<'g, G>, position: &G::Position) -> Vec<Term> {
        let mut terms = self.0.explain(view.game, position);
        for term in &mut terms {
            let own = term.points.get(view.root.index()).copied().unwrap_or(0);
            let others = term.points.len().saturating_sub(1).max(1) as i32;
            let rest = term.points.iter().sum::<i32>() - own;
            term.points = vec![own, rest / others];
        }
        terms
    }
}

/// Searches `position` for the player to move, against all others together.
pub fn search<G: Tactics + Symmetric, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    table: &Table,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    if game.players() == 2 {
        return alphabeta::search(game, evaluator, position, request, table, stop, on_report);
    }
    let view = Paranoid::new(game, game.to_move(position));
    let evaluator = ParanoidEvaluator(evaluator);
    // Positions of the game are to be found again among those of the view.
    let history = request.history.iter().map(|key| key ^ view.salt()).collect();
    let request = &Request { history, ..request.clone() };
    let mut told = |report: &Report<G::Move>| on_report(&honest(report.clone()));
    honest(alphabeta::search(&view, &evaluator, position, request, table, stop, &mut told))
}

/// A report of the two-sided search as one about a game of more players: only wins stay proven.
pub fn honest<M>(mut report: Report<M>) -> Report<M> {
    for line in &mut report.lines {
        if let LineValue::Mover { value, exhausted } = &mut line.value
            && !value.is_win()
        {
            *value = as_guess(*value);
            *exhausted = false;
        }
    }
    report
}
