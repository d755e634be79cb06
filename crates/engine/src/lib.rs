//! A player for any game, type-erased: from here upward games, positions and moves are names and strings.
//!
//! ```text
//! open("mnk:3,3,3") -> AnyGame -> AnyPosition -> moves, play, undo, perft, analyse, explain
//! ```

pub mod any;

pub use any::{
    Analysis, AnalysisLine, AnalysisRequest, AnyGame, AnyPosition, LineAssessment, Method, MoveInfo,
};
