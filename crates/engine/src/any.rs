//! Games, positions and analyses without their types.

use std::sync::Arc;

use mossa_game::{
    Assessment, BookProgress, Catalog, CellId, Chances, Effect, EndgameTables, ExactBook, Fact, FamilyInfo,
    GameRecord, InputError, Layout, Mark, MoveBooks, Outcome, Perft, Player, Reproduction, Scene, Term,
    ThemeInfo, Tuning,
};
use mossa_search::{Features, Limits, News, Statistics, StopSignal};
use serde::Serialize;

use crate::exploring::{Exploration, ExploreOrder};
use crate::prospects::ProspectsReport;
use crate::solving::{SolutionReport, SolveOrder};
use crate::suite::SuiteProblem;

/// A game with its options chosen, whichever it is.
pub trait AnyGame: Send + Sync {
    /// Its full name in canonical form: `mnk:3,3,3`. Opening it again gives the same game.
    fn name(&self) -> &str;
    /// What people are told about its family.
    fn info(&self) -> &FamilyInfo;
    /// Its texts.
    fn catalog(&self) -> &Catalog;
    /// How many play.
    fn players(&self) -> usize;
    /// Whether its positions can be analysed with the brain called `name`: see [`AnalysisRequest::brain`].
    fn has_brain(&self, name: &str) -> bool;
    /// Whether it brings a solver of its own for perfect play: one that says who wins, and how soon.
    fn has_solver(&self) -> bool;
    /// Whether that solver answers at once, whatever the position.
    fn has_quick_solver(&self) -> bool;
    /// How far somebody who solves a position in another thread has come; nothing if nobody does, or if that is not known.
    fn solving(&self) -> Option<BookProgress>;
    /// Its books of exact values; `None` if it has none.
    fn exact_book(&self) -> Option<&dyn ExactBook>;
    /// Its books of opening moves; `None` if it has none.
    fn move_books(&self) -> Option<&dyn MoveBooks>;
    /// A game as text for other programs: in the form that they exchange games in, or else as our own record.
    fn exchange_text(&self, record: &GameRecord) -> Result<String, InputError>;
    /// Its endgame tables; `None` if it has none.
    fn endgame_tables(&self) -> Option<&dyn EndgameTables>;
    /// Its evaluations that learn from results; `None` if none does.
    fn tuning(&self) -> Option<&dyn Tuning>;
    /// The search of a publication that is called `name`; `None` if it has none.
    fn reproduction(&self, name: &str) -> Option<Box<dyn Reproduction>>;
    /// The ways in which people go wrong in it; none if the game names none.
    fn themes(&self) -> Vec<ThemeInfo>;
    /// Computes what is computed once, if that takes long. Whoever runs a clock calls it before.
    fn prepare(&self);
    /// The board.
    fn layout(&self) -> Layout;
    /// What to ask once these cells of a gesture are touched: the key of a text of the game; nothing for the usual
    /// question, where the piece goes.
    fn question(&self, touched: &[CellId]) -> Option<&'static str>;
    /// The position in which a game begins.
    fn start(self: Arc<Self>) -> Box<dyn AnyPosition>;
    /// The texts of the single moves in a list of moves as people type it.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str>;
    /// What a line of a test suite asks; an error also if the game is over in its position.
    fn problem(self: Arc<Self>, line: &str) -> Result<SuiteProblem, InputError>;
    /// The position that `text` describes.
    fn position(self: Arc<Self>, text: &str) -> Result<Box<dyn AnyPosition>, InputError>;
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveInfo {
    /// The move in the game's notation.
    pub text: String,
    /// The cells to touch to enter it.
    pub gesture: Vec<CellId>,
    /// What it changes on the board.
    pub effects: Vec<Effect>,
}

/// A legal move with the themes that it bears.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MarkedMove {
    /// The move in the game's notation.
    pub text: String,
    /// Its themes, by their indices in [`AnyGame::themes`].
    pub marks: Vec<Mark>,
}

/// A position as one of all that are the same but for a turn or a mirror.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Canonical {
    /// The key that all of them share.
    pub key: u64,
    /// For each legal move, in the game's order, what it is called in the position that stands for all.
    pub moves: Vec<String>,
}

/// A position of some game, together with the moves that led to it.
pub trait AnyPosition: Send {
    /// The game.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// A copy with the same history.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// The position on one line.
    fn text(&self) -> String;
    /// Its hash.
    fn key(&self) -> u64;
    /// Whose turn it is.
    fn to_move(&self) -> Player;
    /// How the game ended, if it did.
    fn result(&self) -> Option<Outcome>;
    /// The legal moves.
    fn moves(&self) -> Vec<MoveInfo>;
    /// Plays the move that `text` means; gives it in canonical form with what it changed.
    fn play(&mut self, text: &str) -> Result<MoveInfo, InputError>;
    /// Goes on although a rule calls the game drawn, because nobody claims it; `false` if that cannot be. It counts for this
    /// position alone: after the next move the rules are asked again.
    fn play_on(&mut self) -> bool {
        false
    }
    /// Takes back the last move; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// The moves played, in canonical form, first to last.
    fn history(&self) -> &[String];
    /// A legal move, given in any notation of the game, as people write it; another text stays as it is.
    fn people_move(&self, text: &str) -> String {
        text.to_owned()
    }
    /// A line of moves from here on, as people write it. It ends before the first move that is not legal.
    fn people_line(&self, moves: &[String]) -> String {
        moves.join(" ")
    }
    /// The moves played, as people write them, first to last.
    fn people_history(&self) -> Vec<String> {
        self.history().to_vec()
    }
    /// The pieces, with identities that survive moves.
    fn scene(&self) -> &Scene;
    /// Cells worth marking: a winning line.
    fn marked(&self) -> Vec<CellId>;
    /// What to tell beside the board; nothing unless the game has something to tell.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }
    /// The legal moves, in the game's order, with the themes that they bear.
    fn marks(&self) -> Vec<MarkedMove>;
    /// The position as one of all that are the same but for a symmetry of the game.
    fn canonical(&self) -> Canonical;
    /// What a value of `score` points for the player to move means in results; `None` if nobody has measured that.
    fn chances(&self, score: i32) -> Option<Chances>;
    /// The named terms of the evaluation, for every player.
    fn explain(&self) -> Vec<Term>;
    /// The same of the brain called `name`; `None` if the game does not have it.
    fn explain_as(&self, name: &str) -> Option<Vec<Term>>;
    /// Counts positions after `depth` plies; `each` gets the count of every first move as soon as it is known. `None` if it
    /// was stopped.
    fn perft(
        &self,
        depth: u32,
        how: Perft,
        stop: &StopSignal,
        each: &mut dyn FnMut(&str, u64),
    ) -> Option<u64>;
    /// Searches; `report` gets every improvement.
    fn analyse(
        &self,
        request: &AnalysisRequest,
        stop: &StopSignal,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis;
    /// Finds out who wins within a number of plies, and counts what that took.
    fn explore(&self, order: &ExploreOrder, stop: &StopSignal) -> Exploration;
    /// Finds out what the position is worth with perfect play: by the game's own solver if it has one, otherwise by the
    /// search for two players without limits. `None` if it was stopped, or if its time was over; an error if there is
    /// no such value, because more than two play, or no memory. Several threads may ask at once: they share what the
    /// game's solver remembers.
    fn solve(&self, order: &SolveOrder, stop: &StopSignal) -> Result<Option<SolutionReport>, InputError>;
    /// Finds out what each player can force alone against all others, and they against that one, from all positions that
    /// can come about: an answer for games with more than two. `None` if it was stopped, or if its time was over; an
    /// error if there are more positions than the memory of the order holds.
    fn prospects(&self, order: &SolveOrder, stop: &StopSignal)
    -> Result<Option<ProspectsReport>, InputError>;
}

/// Which search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Alpha-beta for two players, Best-Reply Search for more.
    #[default]
    Auto,
    /// Alpha-beta with everything on top.
    AlphaBeta,
    /// Everybody for himself.
    MaxN,
    /// All against me.
    Paranoid,
    /// All against me, but only the best of them answers.
    BestReply,
    /// Monte-Carlo tree search.
    Mcts,
}

/// What an analysis is asked.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// Which search.
    pub method: Method,
    /// When to end.
    pub limits: Limits,
    /// How many of the best moves to follow.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
    /// The techniques of the alpha-beta search.
    pub features: Features,
    /// What the alpha-beta search thinks with, if not with the game's default: a brain of the game's family. Other
    /// searches do not look at it. A brain that the game does not have finds no lines: ask
    /// [`AnyGame::has_brain`] first.
    pub brain: Option<String>,
    /// Where all randomness begins.
    pub seed: u64,
    /// What the search remembers; analyses of one game with one brain share it.
    pub table: Arc<mossa_search::Table>,
    /// Whether a search that takes longer also tells what it is about, between two iterations: see
    /// [`Analysis::news`].
    pub details: bool,
    /// Only these moves of the position, in any notation of the game, if any are given; those that are not legal do not
    /// count. Only the alpha-beta search looks at this.
    pub only: Vec<String>,
    /// A win within so many plies is what matters: the game's own search for wins, if it has one, gets most of the time.
    pub win_within: Option<u32>,
}

/// What a line is worth: to the player to move in a game of two, to each player otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum LineAssessment {
    /// To the player to move.
    Mover(Assessment),
    /// To each player, in the order of seats.
    Each(Vec<Assessment>),
}

/// A line of best moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnalysisLine {
    /// The moves.
    pub moves: Vec<String>,
    /// What they are worth.
    pub value: LineAssessment,
}

/// What an analysis has found so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// What is new in it: always an iteration, unless the request asks for details.
    #[serde(skip)]
    pub news: News<String>,
    /// The last complete iteration.
    pub depth: u32,
    /// The deepest ply that was reached.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time since the search began.
    pub seconds: f64,
    /// The best lines, best first; empty only if the game is over.
    pub lines: Vec<AnalysisLine>,
    /// What was counted.
    pub statistics: Statistics,
    /// The effective branching factor: the uniform branching that would give as many nodes at this depth, counting
    /// those of all iterations.
    pub branching_factor: f64,
}

impl Analysis {
    /// The best move, if the game is not over.
    pub fn best(&self) -> Option<&str> {
        self.lines.first().and_then(|line| line.moves.first()).map(String::as_str)
    }
}
