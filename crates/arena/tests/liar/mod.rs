//! A position that lies about its value as soon as a technique is on.

use std::sync::Arc;

use mossa_engine::{
    Analysis, AnalysisRequest, AnyGame, AnyPosition, Canonical, Ending, Exploration, ExploreOrder,
    LineAssessment, MarkedMove, MoveInfo, ProspectsReport, SolutionReport, SolveOrder,
};
use mossa_game::{Assessment, CellId, Chances, InputError, Outcome, Perft, Player, Scene, Term};
use mossa_search::{Feature, StopSignal};

/// Everything is as the honest position says, except the value of a search with one technique.
pub(crate) struct Liar {
    /// The position itself.
    pub(crate) honest: Box<dyn AnyPosition>,
    /// The technique.
    pub(crate) about: Feature,
}

impl AnyPosition for Liar {
    fn analyse(
        &self,
        request: &AnalysisRequest,
        stop: &StopSignal,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let mut analysis = self.honest.analyse(request, stop, report);
        if request.features.has(self.about) {
            analysis.lines[0].value = LineAssessment::Mover(Assessment::Guess { score: 4321 });
        }
        analysis
    }

    fn explore(&self, order: &ExploreOrder, stop: &StopSignal) -> Exploration {
        let found = self.honest.explore(order, stop);
        if order.features.has(self.about) {
            return Exploration { ending: Ending::Win { player: self.to_move(), plies: 1 }, ..found };
        }
        found
    }

    fn game(&self) -> Arc<dyn AnyGame> {
        self.honest.game()
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(Liar { honest: self.honest.boxed_clone(), about: self.about })
    }

    fn text(&self) -> String {
        self.honest.text()
    }

    fn key(&self) -> u64 {
        self.honest.key()
    }

    fn to_move(&self) -> Player {
        self.honest.to_move()
    }

    fn result(&self) -> Option<Outcome> {
        self.honest.result()
    }

    fn moves(&self) -> Vec<MoveInfo> {
        self.honest.moves()
    }

    fn play(&mut self, text: &str) -> Result<MoveInfo, InputError> {
        self.honest.play(text)
    }

    fn undo(&mut self) -> bool {
        self.honest.undo()
    }

    fn history(&self) -> &[String] {
        self.honest.history()
    }

    fn scene(&self) -> &Scene {
        self.honest.scene()
    }

    fn marked(&self) -> Vec<CellId> {
        self.honest.marked()
    }

    fn marks(&self) -> Vec<MarkedMove> {
        self.honest.marks()
    }

    fn canonical(&self) -> Canonical {
        self.honest.canonical()
    }

    fn chances(&self, score: i32) -> Option<Chances> {
        self.honest.chances(score)
    }

    fn explain(&self) -> Vec<Term> {
        self.honest.explain()
    }

    fn explain_as(&self, brain: &str) -> Option<Vec<Term>> {
        self.honest.explain_as(brain)
    }

    fn perft(
        &self,
        depth: u32,
        how: Perft,
        stop: &StopSignal,
        each: &mut dyn FnMut(&str, u64),
    ) -> Option<u64> {
        self.honest.perft(depth, how, stop, each)
    }

    fn solve(&self, order: &SolveOrder, stop: &StopSignal) -> Result<Option<SolutionReport>, InputError> {
        self.honest.solve(order, stop)
    }

    fn prospects(
        &self,
        order: &SolveOrder,
        stop: &StopSignal,
    ) -> Result<Option<ProspectsReport>, InputError> {
        self.honest.prospects(order, stop)
    }
}
