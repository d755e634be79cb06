//! A player for any game, type-erased: from here upward games, positions and moves are names and strings.
//!
//! ```text
//! open("mnk:3,3,3") -> AnyGame -> AnyPosition -> moves, play, undo, perft, analyse, explain
//!                                      |
//!                        Session: seats, levels, hints, records
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`any`] | the facade: games, positions and analyses without their types |
//! | [`erased`] | a typed game behind the facade |
//! | [`registry`] | the games by name; the only place that knows which there are |
//! | [`level`] | eight levels of play, from a beginner's opponent to full strength |
//! | [`session`] | a game in progress for front ends: seats, undo, hints, records |
//! | [`bench`](mod@bench) | fixed work: a node signature and the speed |

pub mod any;
pub mod bench;
mod dispatch;
pub mod erased;
pub mod level;
pub mod registry;
pub mod session;

pub use any::{
    Analysis, AnalysisLine, AnalysisRequest, AnyGame, AnyPosition, LineAssessment, Method, MoveInfo,
};
pub use bench::{BenchResult, BenchRow, bench};
pub use erased::Erased;
pub use level::{Level, Means};
pub use registry::{Registry, families, open};
pub use session::{EngineMove, Session, Sitter};
