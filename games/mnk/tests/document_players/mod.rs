//! The players of the document, for tests: their techniques by name, and how to let one think.

use mossa_game::{BrainVisitor, Evaluate, Family, Game, Playable, Symmetric, Tactics, Value};
use mossa_mnk::{Mark, Mnk, MnkFamily, Position, Rule};
use mossa_search::{Features, Limits, LineValue, Report, Request, StopSignal, Table, alphabeta};

pub(crate) fn board(m: usize, n: usize, k: usize) -> Mnk<1> {
    Mnk::new(m, n, k, Rule::OrMore).unwrap()
}

/// A player: its name, its brain, its techniques.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    pub(crate) brain: &'static str,
    pub(crate) features: Features,
}

/// All of them, in their order.
pub(crate) fn variants() -> Vec<Variant> {
    let brains = MnkFamily.info().brains;
    let variants = brains.iter().flat_map(|brain| &brain.variants);
    variants
        .map(|v| Variant { name: v.name, brain: v.brain, features: v.features.parse().unwrap() })
        .collect()
}

impl Variant {
    /// What the player finds.
    pub(crate) fn think(&self, game: &Mnk<1>, position: &Position<1>, limits: Limits) -> Report<Mark> {
        let think = Think { position, request: Request { features: self.features, ..Request::new(limits) } };
        game.with_brain(self.brain, think).unwrap()
    }
}

struct Think<'a> {
    position: &'a Position<1>,
    request: Request,
}

impl BrainVisitor<Mnk<1>> for Think<'_> {
    type Output = Report<Mark>;

    fn visit<H, E>(self, game: &H, evaluator: &E) -> Report<Mark>
    where
        H: Tactics + Symmetric + Game<Position = Position<1>, Move = Mark>,
        E: Evaluate<H>,
    {
        let (table, stop) = (Table::new(4), StopSignal::new());
        alphabeta::search(game, evaluator, self.position, &self.request, &table, &stop, &mut |_| {})
    }
}

/// The value of the best line, and whether nothing was guessed.
pub(crate) fn found(report: &Report<Mark>) -> (Value, bool) {
    match report.lines[0].value {
        LineValue::Mover { value, exhausted } => (value, exhausted),
        LineValue::Each { .. } => panic!("two players have one value"),
    }
}
