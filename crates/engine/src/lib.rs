//! A player for any game, type-erased: from here upward games, positions and moves are names and strings.
//!
//! ```text
//! open("mnk:3,3,3") -> AnyGame -> AnyPosition -> moves, play, undo, perft, analyse, solve, prospects, explain
//!                                      |
//!                        Session: seats, levels, hints, records
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`any`] | the facade: games, positions and analyses without their types |
//! | [`erased`] | a typed game behind the facade |
//! | [`registry`] | the games by name; the only place that knows which there are |
//! | [`solving`] | exact values: by the solver that a game brings, or by searching everything |
//! | [`prospects`] | what each of more than two players can force |
//! | [`exploring`] | who wins within a number of plies, for any number of players |
//! | [`perfect`] | a player who makes the solver's moves |
//! | [`level`] | eight levels of play, from a beginner's opponent to full strength |
//! | [`session`] | a game in progress for front ends: seats, undo, hints, records |
//! | [`suite`] | test suites: positions with something to find in them |
//! | [`bench`](mod@bench) | fixed work: a node signature and the speed |

pub mod any;
pub mod bench;
mod dispatch;
pub mod erased;
mod exhaustive;
pub mod exploring;
pub mod level;
pub mod perfect;
pub mod prospects;
pub mod registry;
pub mod session;
pub mod solving;
pub mod suite;

pub use any::{
    Analysis, AnalysisLine, AnalysisRequest, AnyGame, AnyPosition, Canonical, LineAssessment, MarkedMove,
    Method, MoveInfo,
};
pub use bench::{BenchResult, BenchRow, bench};
pub use erased::Erased;
pub use exploring::{Ending, Exploration, ExploreOrder};
pub use level::{Level, Means};
pub use perfect::{Perfect, Skill};
pub use prospects::{Prospect, ProspectsReport};
pub use registry::{Registry, families, names_where, open};
pub use session::{EngineMove, Session, Sitter};
pub use solving::{MoveSolved, SolutionReport, SolveOrder, assessment};
pub use suite::{Attempt, Found, SuiteProblem};
