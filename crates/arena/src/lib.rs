//! Matches and tournaments between players of any game, and what can be concluded from them.
//!
//! ```text
//! PlayerSpec ──> Contestant ─┐
//! Openings ──────────────────┼─> play one game ─> PlayedGame ─> journal on disk ─> Summary ─> terminal, JSON, report
//! Schedule ──────────────────┘                                      │
//!        ▲                                                          └─> resume after any interruption
//!        └── who meets whom, on which board, from which opening
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`contestant`] | somebody who makes moves: the interface that all players share |
//! | [`adjudication`] | when games end before the board shows a result |
//! | [`budget`] | how much a player may think, and the clock that watches it |
//! | [`exchange`] | finished games as text for other programs, such as PGN |
//! | [`lab`] | the laboratory: the same positions searched in different ways |
//! | [`openings`] | where games begin: files, random moves, the start |
//! | [`players`] | who can sit down: searches, levels, chance, other programs, and how each is written |
//! | [`played`] | a finished game as the arena keeps it |
//! | [`stats`] | what results mean: Elo, sequential tests, ratings, points |
//! | [`schedule`] | who meets whom, on which board, from which opening |
//! | [`play`] | one game, from its opening to its result |
//! | [`run`] | many games: workers, the journal on disk, resuming, the sequential test |
//! | [`summarise`](mod@summarise) | from games to a summary |
//! | [`report`] | the report of a run or of the laboratory: one HTML file with its charts |
//! | [`summary`] | what a run amounts to: standings, crosstable, statistics |

pub mod adjudication;
pub mod budget;
pub mod contestant;
pub mod exchange;
pub mod lab;
pub mod openings;
pub mod play;
pub mod played;
pub mod players;
pub mod report;
pub mod run;
pub mod schedule;
pub mod stats;
pub mod summarise;
pub mod summary;
