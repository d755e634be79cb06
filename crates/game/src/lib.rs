//! The contract between a game and everything that plays, analyses or shows it.
//!
//! A game is one type that holds its options and the tables all its positions
//! share. It implements a handful of small traits, each answering one question:
//!
//! | trait | question |
//! |---|---|
//! | [`Game`] | which moves are there, what do they do, when is it over? |
//! | [`Notation`] | how are moves and positions written? |
//! | [`View`] | what does a person see, and how does a person enter a move? |
//! | [`Symmetric`] | which positions are the same but for a turn or a mirror? |
//! | [`Tactics`] | what may a two-player search assume, skip or try first? |
//! | [`Turns`] | how does a player sit out, in games of more than two? |
//! | [`Themes`] | in which ways do people go wrong? |
//! | [`Evaluate`] | what is an undecided position worth, and why? |
//! | [`Solver`] | what is a position worth with perfect play? (where a game can say) |
//! | [`Playable`] | all of the above, with the evaluation that plays by default |
//! | [`Family`] | how is the game called, which options has it? |
//!
//! Nothing here knows a particular game, and no game knows who uses it.

pub mod bot;
pub mod brain;
pub mod catalog;
pub mod chances;
pub mod error;
pub mod evaluate;
pub mod family;
pub mod move_book;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod pgn;
pub mod player;
pub mod record;
pub mod reproduce;
pub mod rules;
pub mod solve;
pub mod suite;
pub mod symmetry;
pub mod tables;
pub mod tactics;
pub mod themes;
pub mod tuning;
pub mod turns;
pub mod value;
pub mod view;

pub use bot::BotInfo;
pub use brain::{BrainInfo, BrainVariant, BrainVisitor, BrainWeights};
pub use catalog::{Catalog, Language};
pub use chances::Chances;
pub use error::{InputError, InputKind};
pub use evaluate::{Evaluate, PhasePoints, SHARE_TOTAL, Shares, Term};
pub use family::{Family, FamilyInfo, Host, OptionInfo, Playable};
pub use move_book::{BookMove, MadeBook, MoveBook, MoveBookOrder, MoveBooks};
pub use moves::{Flow, Move, MoveSink};
pub use notation::Notation;
pub use outcome::{Outcome, Verdict};
pub use perft::{Perft, divide, perft};
pub use player::{MAX_PLAYERS, Player};
pub use record::{GameRecord, RecordedMove, Seat};
pub use reproduce::{Reproduced, Reproduction};
pub use rules::{Game, IllegalMove};
pub use solve::{
    BookCheck, BookError, BookInfo, BookOrder, BookProgress, BookVerdict, ExactBook, Halt, ProofCheck,
    Solution, SolveRequest, Solved, Solver, SpaceCounts, Strength,
};
pub use suite::{Problem, Wanted};
pub use symmetry::{Symmetric, Symmetry};
pub use tables::{EndgameTables, TableCheck, TableInfo, TableOrder, TableVerdict, TablesInfo, WrongEntry};
pub use tactics::{ForcedWin, RankedMove, Tactics, WinHunt, WinMemory, WinOrder};
pub use themes::{Mark, Role, ThemeInfo, ThemeKind, Themes};
pub use tuning::{TuneOrder, TuneStep, Tuned, Tuning};
pub use turns::Turns;
pub use value::{Assessment, Value};
pub use view::{Cell, CellId, Effect, Entry, Fact, Layout, Piece, Scene, Shape, Sprite, View};
