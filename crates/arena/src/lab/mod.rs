//! The laboratory: the same positions searched in different ways.
//!
//! ```text
//! ladder: sets of techniques ─┐
//! subjects: positions ────────┴─> measure ─> LabTable ─> terminal, JSON, CSV, report
//!                                    │
//!                                    └─> agreement: exact searches must find the same
//! preset: experiments that games bring ─> Experiment, or TournamentPlan for the arena
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`ladder`] | which techniques are switched on together |
//! | [`subjects`] | the positions that are searched |
//! | [`effort`] | how much plain minimax would have to visit |
//! | [`measure`] | runs the searches |
//! | [`agreement`] | values that must be the same |
//! | [`table`], [`csv`] | what comes out of it |
//! | [`exploration`] | the tree behind each first move |
//! | [`plan`], [`score`] | techniques as players who meet, and what each pair got |
//! | [`preset`] | experiments that games bring |

pub mod agreement;
pub mod csv;
pub mod effort;
pub mod exploration;
pub mod ladder;
pub mod measure;
pub mod plan;
pub mod preset;
pub mod score;
pub mod subjects;
pub mod table;

pub use exploration::ExplorationPlan;
pub use ladder::{FeatureSet, Role};
pub use measure::{Experiment, Progress, Search};
pub use plan::TournamentPlan;
pub use preset::{Preset, PresetKind};
pub use score::PairScore;
pub use subjects::Subject;
pub use table::{LabRow, LabTable};
