//! Exact values: what a position is worth with perfect play, and the books that remember it.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::error::InputError;
use crate::outcome::Verdict;
use crate::rules::Game;

/// How much a solver shall find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Who wins, and how soon.
    #[default]
    Strong,
    /// Only who wins.
    Weak,
}

/// What a solver is asked.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// How much to find out.
    pub strength: Strength,
    /// Whether each move shall be solved, too, instead of only the position.
    pub moves: bool,
    /// Whether best play is wanted, too. Without it a solver may leave out what it did not find on the way.
    pub line: bool,
    /// Whether what is known beforehand may be looked up.
    pub book: bool,
    /// How many threads search.
    pub threads: usize,
}

impl Default for SolveRequest {
    fn default() -> SolveRequest {
        SolveRequest { strength: Strength::Strong, moves: true, line: true, book: true, threads: 1 }
    }
}

/// What a position, or a move, is worth with perfect play to the player who is to move (who makes the move).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Solved {
    /// Who wins.
    pub outcome: Verdict,
    /// After how many plies, counted from the position asked about; not known for draws and after a weak solution.
    pub plies: Option<u32>,
    /// The number that solvers of this game give, where there is such a custom: positive for a win, negative for a
    /// loss, 0 for a draw; what is better has no lower one. After a weak solution its sign counts.
    pub score: Option<i32>,
}

/// All that a solver found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The position.
    pub value: Solved,
    /// Each legal move in the game's order; empty unless asked for.
    pub moves: Vec<(M, Solved)>,
    /// Best play by both sides from here. If it was asked for: to the end of the game after a strong solution, at
    /// least one move after a weak one.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// How many positions of a game have which value, where all of them are known. Values are for whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SpaceCounts {
    /// All of them, with whoever is to move always on the same side of the board.
    pub states: u64,
    /// Those that cannot be, because whoever is to move has won already.
    pub illegal: u64,
    /// Wins.
    pub wins: u64,
    /// Losses, finished games included.
    pub losses: u64,
    /// Those that nobody can win.
    pub draws: u64,
    /// How many plies the longest win takes.
    pub longest_win: u32,
    /// How many plies the longest loss takes.
    pub longest_loss: u32,
}

/// Says whether to give up; asked often, from every thread.
pub type Halt<'a> = &'a (dyn Fn() -> bool + Sync);

/// A solver of one game, with what it remembers.
pub trait Solver<G: Game>: Send + Sync {
    /// Solves a position that is not over; `None` if `halt` ended it first, which is asked before anything else. What
    /// is remembered may change how long an answer takes, never its values.
    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        request: &SolveRequest,
        halt: Halt<'_>,
    ) -> Option<Solution<G::Move>>;

    /// Whether [`solve`](Solver::solve) answers every position within what people call at once.
    fn is_quick(&self) -> bool;

    /// Whether a strong solution says how soon a win comes. If not, it is a weak one.
    fn finds_distances(&self) -> bool {
        true
    }

    /// Whether answers come soon enough to choose moves by while a game is played.
    fn is_for_play(&self) -> bool {
        true
    }

    /// Why it cannot solve positions of this game with the memory that it was given; nothing if it can.
    fn refusal(&self, _game: &G) -> Option<InputError> {
        None
    }

    /// How far [`solve`](Solver::solve), called from another thread, has come; nothing if it is not at work or does not
    /// know.
    fn progress(&self) -> Option<BookProgress> {
        None
    }

    /// How many positions of the game have which value; nothing unless the solver knows all of them.
    fn counts(&self, _game: &G) -> Option<SpaceCounts> {
        None
    }

    /// Whether [`check`](Solver::check) can be asked.
    fn gives_proofs(&self) -> bool {
        false
    }

    /// Replays the proof that a position has this `value`, by means that do not trust the search; `None` if `halt` ended
    /// it first. Only asked of solvers that give proofs.
    fn check(
        &self,
        _game: &G,
        _position: &G::Position,
        _value: Verdict,
        _halt: Halt<'_>,
    ) -> Option<ProofCheck> {
        None
    }
}

/// What a replay of a proof found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofCheck {
    /// How many positions were looked at.
    pub positions: u64,
    /// What is wrong with the proof, and where; nothing if it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flaw: Option<String>,
}

/// How large a book is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BookInfo {
    /// It knows every position with at most so many plies.
    pub plies: u32,
    /// How many positions it stores.
    pub positions: u64,
    /// How many bytes it takes.
    pub bytes: u64,
}

/// An order for a new book.
#[derive(Clone, Copy, Debug)]
pub struct BookOrder<'a> {
    /// Up to how many plies.
    pub plies: u32,
    /// How many threads work.
    pub threads: usize,
    /// How many bytes the solver's table may take.
    pub table_bytes: usize,
    /// Where the book is written when it is complete.
    pub file: &'a Path,
    /// Where finished work is kept until then, so that it can be taken up again.
    pub journal: &'a Path,
}

/// An order to check a book against the solver.
#[derive(Clone, Copy, Debug)]
pub struct BookCheck<'a> {
    /// The book; `None` for the one that came with the program.
    pub file: Option<&'a Path>,
    /// How many positions to solve again.
    pub sample: u64,
    /// Where the choice of the sample begins.
    pub seed: u64,
    /// How many threads work.
    pub threads: usize,
    /// How many bytes the solver's table may take.
    pub table_bytes: usize,
}

/// How far work on a book, or on endgame tables, has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookProgress {
    /// Positions done, those of earlier attempts included.
    pub done: u64,
    /// Positions in all, as far as that is known.
    pub total: u64,
}

/// What a check of a book found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BookVerdict {
    /// The book.
    pub book: BookInfo,
    /// How many positions were solved again.
    pub checked: u64,
    /// Those whose value differs: position, value in the book, value found.
    pub wrong: Vec<(String, i32, i32)>,
    /// The time it took.
    pub elapsed: Duration,
}

/// Why work on a book, or on endgame tables, ended early.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The order or a file makes no sense.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file could not be read or written.
    #[error("{0}: {1}")]
    Io(String, std::io::Error),
    /// It was told to stop; finished work is kept.
    #[error("stopped")]
    Stopped,
}

/// Books of exact values that a game can make and check.
pub trait ExactBook: Send + Sync {
    /// The book that came with the program, if there is one.
    fn shipped(&self) -> Option<BookInfo>;

    /// Makes a book; `watch` hears of progress, from one thread at a time, and `halt` stops the work.
    fn make(
        &self,
        order: &BookOrder<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<BookInfo, BookError>;

    /// Solves a random sample of a book again, without looking into it.
    fn verify(
        &self,
        check: &BookCheck<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<BookVerdict, BookError>;
}
