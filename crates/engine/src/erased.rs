//! A typed game behind the type-erased facade.

use std::sync::Arc;

use mossa_game::{
    BookProgress, BrainVisitor, Catalog, CellId, Chances, EndgameTables, Evaluate, ExactBook, Fact,
    FamilyInfo, Game, GameRecord, Host, InputError, InputKind, Layout, MoveBooks, Outcome, Perft, Playable,
    Player, Problem, Reproduction, Scene, Symmetric, Tactics, Term, ThemeInfo, Tuning,
};
use mossa_search::StopSignal;

use crate::any::{Analysis, AnalysisRequest, AnyGame, AnyPosition, Canonical, MarkedMove, MoveInfo};
use crate::dispatch;
use crate::exploring::{self, Exploration, ExploreOrder};
use crate::prospects::{self, ProspectsReport};
use crate::solving::{self, Brought, Memory, SolutionReport, SolveOrder};
use crate::suite::SuiteProblem;

/// A game with its evaluation and what its family says about it.
pub struct Erased<G: Playable> {
    pub(crate) game: G,
    pub(crate) evaluator: G::Evaluator,
    pub(crate) memory: Memory<G>,
    name: String,
    info: FamilyInfo,
    catalog: Catalog,
}

impl<G: Playable> Erased<G> {
    /// Wraps `game`, which belongs to the family that `info` describes.
    pub fn new(game: G, info: FamilyInfo, catalog: Catalog) -> Erased<G> {
        let options = game.options_text();
        let name = if options.is_empty() { info.name.to_owned() } else { format!("{}:{options}", info.name) };
        Erased { evaluator: game.evaluator(), game, memory: Memory::default(), name, info, catalog }
    }

    fn at(self: Arc<Self>, position: G::Position) -> Box<dyn AnyPosition> {
        let scene = Scene::new(self.game.sprites(&position));
        Box::new(ErasedPosition {
            erased: self,
            position,
            scene,
            unclaimed: false,
            earlier: Vec::new(),
            history: Vec::new(),
        })
    }
}

impl<G: Playable> AnyGame for Erased<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn info(&self) -> &FamilyInfo {
        &self.info
    }

    fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn has_brain(&self, name: &str) -> bool {
        self.game.with_brain(name, Exists).is_some()
    }

    fn has_solver(&self) -> bool {
        matches!(self.memory.brought(&self.game), Brought::Solver { .. })
    }

    fn has_quick_solver(&self) -> bool {
        self.memory.brought(&self.game) == Brought::Solver { quick: true }
    }

    fn solving(&self) -> Option<BookProgress> {
        self.memory.progress()
    }

    fn exact_book(&self) -> Option<&dyn ExactBook> {
        self.game.exact_book()
    }

    fn move_books(&self) -> Option<&dyn MoveBooks> {
        self.game.move_books()
    }

    fn exchange_text(&self, record: &GameRecord) -> Result<String, InputError> {
        self.game.exchange_text(record)
    }

    fn endgame_tables(&self) -> Option<&dyn EndgameTables> {
        self.game.endgame_tables()
    }

    fn tuning(&self) -> Option<&dyn Tuning> {
        self.game.tuning()
    }

    fn reproduction(&self, name: &str) -> Option<Box<dyn Reproduction>> {
        self.game.reproduction(name)
    }

    fn themes(&self) -> Vec<ThemeInfo> {
        self.game.themes()
    }

    fn prepare(&self) {
        self.game.prepare();
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn question(&self, touched: &[CellId]) -> Option<&'static str> {
        self.game.question(touched)
    }

    fn start(self: Arc<Self>) -> Box<dyn AnyPosition> {
        let start = self.game.start();
        self.at(start)
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.game.split_moves(text)
    }

    fn problem(self: Arc<Self>, line: &str) -> Result<SuiteProblem, InputError> {
        let Problem { name, position, wanted } = self.game.problem(line)?;
        let wanted = wanted.map(|m| self.game.move_text(&position, m));
        let position = self.at(position);
        if position.result().is_some() {
            let problem = format!("the game is over in {}", position.text());
            return Err(InputError::new(
                InputKind::Position,
                problem,
                "a position in which somebody is to move",
            ));
        }
        Ok(SuiteProblem { name, position, wanted })
    }

    fn position(self: Arc<Self>, text: &str) -> Result<Box<dyn AnyPosition>, InputError> {
        let position = self.game.parse_position(text)?;
        Ok(self.at(position))
    }
}

/// Erases the type of whichever game a family opens.
pub(crate) struct Eraser {
    pub(crate) info: FamilyInfo,
    pub(crate) catalog: Catalog,
}

impl Host for Eraser {
    type Output = Arc<dyn AnyGame>;

    fn host<G: Playable>(self, game: G) -> Arc<dyn AnyGame> {
        Arc::new(Erased::new(game, self.info, self.catalog))
    }
}

/// Asks only whether a brain is there.
struct Exists;

impl<G: Playable> BrainVisitor<G> for Exists {
    type Output = ();

    fn visit<H, E>(self, _: &H, _: &E)
    where
        H: Tactics + Symmetric + Game<Position = G::Position, Move = G::Move>,
        E: Evaluate<H>,
    {
    }
}

/// Asks a brain why it values a position as it does.
struct Explain<'a, P>(&'a P);

impl<G: Playable> BrainVisitor<G> for Explain<'_, G::Position> {
    type Output = Vec<Term>;

    fn visit<H, E>(self, game: &H, evaluator: &E) -> Vec<Term>
    where
        H: Tactics + Symmetric + Game<Position = G::Position, Move = G::Move>,
        E: Evaluate<H>,
    {
        evaluator.explain(game, self.0)
    }
}

/// What a move replaced.
struct Earlier<G: Playable> {
    position: G::Position,
    scene: Scene,
    unclaimed: bool,
}

/// A position with the moves that led to it.
///
/// Whole former positions and scenes are kept rather than undo information: games here are played
/// by people at most a few hundred moves long, and pieces get exactly their former identities back.
struct ErasedPosition<G: Playable> {
    erased: Arc<Erased<G>>,
    position: G::Position,
    scene: Scene,
    /// Whether the position goes on although it has come too often.
    unclaimed: bool,
    earlier: Vec<Earlier<G>>,
    history: Vec<String>,
}

impl<G: Playable> ErasedPosition<G> {
    /// The keys of the positions before this one, oldest first; none where repetitions do not count.
    fn earlier_keys(&self) -> Vec<u64> {
        let game = &self.erased.game;
        if !G::MAY_REPEAT || game.repetitions().is_none() {
            return Vec::new();
        }
        self.earlier.iter().map(|step| game.key(&step.position)).collect()
    }

    /// Whether the position has come so often that the game is drawn.
    fn is_repeated(&self) -> bool {
        let game = &self.erased.game;
        let Some(limit) = game.repetitions().filter(|_| G::MAY_REPEAT && !self.unclaimed) else {
            return false;
        };
        let key = game.key(&self.position);
        let earlier = self.earlier_keys().into_iter().filter(|known| *known == key).count();
        earlier + 1 >= limit as usize
    }

    fn info_of(&self, m: G::Move) -> MoveInfo {
        let game = &self.erased.game;
        MoveInfo {
            text: game.move_text(&self.position, m),
            gesture: game.gesture(&self.position, m),
            effects: game.effects(&self.position, m),
        }
    }
}

impl<G: Playable> AnyPosition for ErasedPosition<G> {
    fn game(&self) -> Arc<dyn AnyGame> {
        self.erased.clone()
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        let copy = |step: &Earlier<G>| Earlier {
            position: step.position.clone(),
            scene: step.scene.clone(),
            unclaimed: step.unclaimed,
        };
        Box::new(ErasedPosition {
            erased: self.erased.clone(),
            position: self.position.clone(),
            scene: self.scene.clone(),
            unclaimed: self.unclaimed,
            earlier: self.earlier.iter().map(copy).collect(),
            history: self.history.clone(),
        })
    }

    fn text(&self) -> String {
        self.erased.game.position_text(&self.position)
    }

    fn key(&self) -> u64 {
        self.erased.game.key(&self.position)
    }

    fn to_move(&self) -> Player {
        self.erased.game.to_move(&self.position)
    }

    fn result(&self) -> Option<Outcome> {
        let game = &self.erased.game;
        game.result(&self.position).or_else(|| self.is_repeated().then(|| Outcome::draw(game.players())))
    }

    fn moves(&self) -> Vec<MoveInfo> {
        if self.is_repeated() {
            return Vec::new();
        }
        let legal = self.erased.game.legal_moves(&self.position);
        legal.into_iter().map(|m| self.info_of(m)).collect()
    }

    fn play(&mut self, text: &str) -> Result<MoveInfo, InputError> {
        let game = &self.erased.game;
        if self.result().is_some() {
            let problem = format!("no move `{text}`: the game is over");
            return Err(InputError::new(InputKind::Move, problem, "a position in which the game goes on"));
        }
        let m = game.parse_move(&self.position, text)?;
        let info = self.info_of(m);
        self.earlier.push(Earlier {
            position: self.position.clone(),
            scene: self.scene.clone(),
            unclaimed: std::mem::take(&mut self.unclaimed),
        });
        self.history.push(info.text.clone());
        self.scene.apply(&info.effects);
        game.play(&mut self.position, m);
        Ok(info)
    }

    fn play_on(&mut self) -> bool {
        if let Some(position) = self.erased.game.unclaimed(&self.position) {
            self.position = position;
        }
        self.unclaimed = true;
        self.result().is_none()
    }

    fn undo(&mut self) -> bool {
        let Some(Earlier { position, scene, unclaimed }) = self.earlier.pop() else { return false };
        self.position = position;
        self.scene = scene;
        self.unclaimed = unclaimed;
        self.history.pop();
        true
    }

    fn history(&self) -> &[String] {
        &self.history
    }

    fn people_move(&self, text: &str) -> String {
        let game = &self.erased.game;
        let read = game.parse_move(&self.position, text);
        read.map_or_else(|_| text.to_owned(), |m| game.people_move(&self.position, m))
    }

    fn people_line(&self, moves: &[String]) -> String {
        let game = &self.erased.game;
        let mut position = self.position.clone();
        let mut line = Vec::with_capacity(moves.len());
        for text in moves {
            let Ok(m) = game.parse_move(&position, text) else { break };
            game.play(&mut position, m);
            line.push(m);
        }
        game.people_line(&self.position, &line)
    }

    fn people_history(&self) -> Vec<String> {
        let game = &self.erased.game;
        let told = |(step, text): (&Earlier<G>, &String)| match game.parse_move(&step.position, text) {
            Ok(m) => game.people_move(&step.position, m),
            Err(_) => text.clone(),
        };
        self.earlier.iter().zip(&self.history).map(told).collect()
    }

    fn scene(&self) -> &Scene {
        &self.scene
    }

    fn marked(&self) -> Vec<CellId> {
        self.erased.game.marked(&self.position)
    }

    fn facts(&self) -> Vec<Fact> {
        self.erased.game.facts(&self.position)
    }

    fn marks(&self) -> Vec<MarkedMove> {
        if self.is_repeated() {
            return Vec::new();
        }
        let (game, position) = (&self.erased.game, &self.position);
        let marked = |m| MarkedMove { text: game.move_text(position, m), marks: game.marks(position, m) };
        game.legal_moves(position).into_iter().map(marked).collect()
    }

    fn canonical(&self) -> Canonical {
        let (game, position) = (&self.erased.game, &self.position);
        let (key, symmetry) = game.canonical_key(position);
        let mapped = game.map_position(symmetry, position);
        let text = |m| game.move_text(&mapped, game.map_move(symmetry, m));
        let moves = if self.is_repeated() { Vec::new() } else { game.legal_moves(position) };
        Canonical { key, moves: moves.into_iter().map(text).collect() }
    }

    fn chances(&self, score: i32) -> Option<Chances> {
        self.erased.game.chances(&self.position, score)
    }

    fn explain(&self) -> Vec<Term> {
        self.erased.evaluator.explain(&self.erased.game, &self.position)
    }

    fn explain_as(&self, name: &str) -> Option<Vec<Term>> {
        self.erased.game.with_brain(name, Explain(&self.position))
    }

    fn perft(
        &self,
        depth: u32,
        how: Perft,
        stop: &StopSignal,
        each: &mut dyn FnMut(&str, u64),
    ) -> Option<u64> {
        let game = &self.erased.game;
        mossa_game::divide(game, &self.position, depth, how, &|| stop.is_stopped(), |position, m, nodes| {
            each(&game.move_text(position, m), nodes);
        })
    }

    fn analyse(
        &self,
        request: &AnalysisRequest,
        stop: &StopSignal,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if self.is_repeated() {
            return dispatch::nothing_to_search();
        }
        self.erased.game.prepare();
        dispatch::analyse(&self.erased, &self.position, self.earlier_keys(), request, stop, report)
    }

    fn explore(&self, order: &ExploreOrder, stop: &StopSignal) -> Exploration {
        self.erased.game.prepare();
        exploring::explore(&self.erased.game, &self.position, order, stop)
    }

    fn solve(&self, order: &SolveOrder, stop: &StopSignal) -> Result<Option<SolutionReport>, InputError> {
        self.erased.game.prepare();
        solving::solve(&self.erased, &self.position, order, stop)
    }

    fn prospects(
        &self,
        order: &SolveOrder,
        stop: &StopSignal,
    ) -> Result<Option<ProspectsReport>, InputError> {
        prospects::find(&self.erased, &self.position, order, stop)
    }
}
