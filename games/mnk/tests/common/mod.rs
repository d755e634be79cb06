//! A game that allows every technique, for tests of the search.

use mossa_game::{
    Evaluate, Flow, Game, MoveSink, Outcome, Player, Symmetric, Symmetry, Tactics, Term, Value, Verdict,
};
use mossa_mnk::{Mark, Mnk, OpenLines, Position, Rule};

/// An (m,n,k)-game that refuses nothing: what a technique guesses must never change what is certain.
pub(crate) struct Bold(pub Mnk<1>);

impl Bold {
    pub(crate) fn new(rows: usize, columns: usize, k: usize, rule: Rule) -> Bold {
        Bold(Mnk::new(rows, columns, k, rule).expect("the board fits"))
    }
}

impl Game for Bold {
    type Position = Position<1>;
    type Move = Mark;
    type Undo = ();

    fn start(&self) -> Position<1> {
        self.0.start()
    }
    fn to_move(&self, position: &Position<1>) -> Player {
        self.0.to_move(position)
    }
    fn outcome(&self, position: &Position<1>) -> Option<Outcome> {
        self.0.outcome(position)
    }
    fn moves(&self, position: &Position<1>, sink: &mut impl MoveSink<Mark>) -> Flow {
        self.0.moves(position, sink)
    }
    fn most_moves(&self) -> usize {
        self.0.most_moves()
    }
    fn play(&self, position: &mut Position<1>, m: Mark) {
        self.0.play(position, m);
    }
    fn undo(&self, position: &mut Position<1>, m: Mark, (): ()) {
        self.0.undo(position, m, ());
    }
    fn key(&self, position: &Position<1>) -> u64 {
        self.0.key(position)
    }
    fn recomputed_key(&self, position: &Position<1>) -> u64 {
        self.0.recomputed_key(position)
    }
}

impl Symmetric for Bold {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }
    fn canonical_key(&self, position: &Position<1>) -> (u64, Symmetry) {
        self.0.canonical_key(position)
    }
    fn map_move(&self, symmetry: Symmetry, m: Mark) -> Mark {
        self.0.map_move(symmetry, m)
    }
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.0.inverse(symmetry)
    }
    fn map_position(&self, symmetry: Symmetry, position: &Position<1>) -> Position<1> {
        self.0.map_position(symmetry, position)
    }
}

impl Tactics for Bold {
    type Node = <Mnk<1> as Tactics>::Node;

    const QUIESCENCE: bool = true;
    const NULL_MOVE: bool = true;
    const REVERSE_FUTILITY: bool = true;
    const LATE_MOVE_REDUCTIONS: bool = true;
    const LATE_MOVE_PRUNING: bool = true;
    const SINGULAR_EXTENSIONS: bool = true;
    const SELECTIVE: bool = true;
    const ASSESSMENT: bool = true;
    /// Small, so that pruning strikes often.
    const MARGIN: i32 = 4;

    fn node(&self, position: &Position<1>) -> Self::Node {
        self.0.node(position)
    }
    fn proven(&self, position: &Position<1>, node: &Self::Node) -> Option<(Verdict, u32)> {
        self.0.proven(position, node)
    }
    fn bounds(&self, position: &Position<1>, node: &Self::Node) -> (Value, Value) {
        self.0.bounds(position, node)
    }
    fn plies_left(&self, position: &Position<1>) -> Option<u32> {
        self.0.plies_left(position)
    }
    fn candidates(&self, position: &Position<1>, node: &Self::Node, sink: &mut impl MoveSink<Mark>) -> Flow {
        self.0.candidates(position, node, sink)
    }
    /// Every second cell: as good a guess as any.
    fn promising(&self, position: &Position<1>, node: &Self::Node, sink: &mut impl MoveSink<Mark>) -> bool {
        let mut all = Vec::new();
        let _ = self.0.candidates(position, node, &mut all);
        let _ = all.iter().filter(|m| m.cell().0 % 2 == 0).try_for_each(|m| sink.push(*m));
        all.iter().all(|m| m.cell().0 % 2 == 0)
    }
    fn is_quiet(&self, position: &Position<1>, node: &Self::Node) -> bool {
        self.0.is_quiet(position, node)
    }
    fn order(&self, position: &Position<1>, node: &Self::Node, m: Mark) -> i32 {
        self.0.order(position, node, m)
    }
    fn is_noisy(&self, position: &Position<1>, node: &Self::Node, m: Mark) -> bool {
        self.0.is_noisy(position, node, m)
    }
    fn noisy_moves(&self, position: &Position<1>, node: &Self::Node, sink: &mut impl MoveSink<Mark>) -> Flow {
        self.0.noisy_moves(position, node, sink)
    }
    /// Any rule will do to exercise extensions.
    fn extends(&self, position: &Position<1>, node: &Self::Node, m: Mark) -> bool {
        self.0.is_noisy(position, node, m)
    }
    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }
    fn history_slot(&self, position: &Position<1>, m: Mark) -> usize {
        self.0.history_slot(position, m)
    }
    fn pass(&self, position: &mut Position<1>) {
        self.0.pass(position);
    }
    fn undo_pass(&self, position: &mut Position<1>) {
        self.0.undo_pass(position);
    }
}

pub(crate) struct BoldLines;

impl Evaluate<Bold> for BoldLines {
    type State = ();

    fn fresh(&self, _: &Bold, _: &Position<1>) {}
    fn value(&self, game: &Bold, position: &Position<1>, (): &()) -> Value {
        OpenLines.value(&game.0, position, &())
    }
    fn explain(&self, game: &Bold, position: &Position<1>) -> Vec<Term> {
        OpenLines.explain(&game.0, position)
    }
}
