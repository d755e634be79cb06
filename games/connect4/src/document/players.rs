//! The players of the report, one for each technique, and the experiment that compares them.

use mossa_game::{BrainInfo, BrainVariant};

/// The name in front of the colon.
const NAME: &str = "connect4-document";

/// What all of them think with.
pub(crate) const BRAIN: &str = "document";

/// The players in the order of the report. It plays at a fixed depth, 4 at least; all but the last are meant so.
pub(crate) fn brain() -> BrainInfo {
    let variant =
        |name, features, summary| BrainVariant { name, brain: BRAIN, features, depth: None, summary };
    BrainInfo {
        name: NAME,
        summary: "The engine of a students' report (University of Salerno, 2026), for fixed depths such as 4 and 8.",
        variants: vec![
            variant(
                "minimax",
                "none",
                "Minimax; the evaluation counts threats, threes, pairs and the middle.",
            ),
            variant("alphabeta", "alphabeta", "With alpha-beta pruning, columns from left to right."),
            variant("centre", "alphabeta,ordering", "With alpha-beta pruning, the middle columns first."),
            variant(
                "table",
                "alphabeta,ordering,table,bounds",
                "The same with a table of values and bounds: the engine as the report describes it.",
            ),
            variant(
                "timed",
                "alphabeta,deepening,ordering,table,bounds",
                "The same, searching deeper as long as there is time, which the report's engine does not.",
            ),
        ],
        standard: "table",
    }
}

/// What each technique adds, at a depth of the report.
pub(crate) fn experiments() -> Vec<(&'static str, &'static str)> {
    vec![(NAME, include_str!("../../lab/connect4-document.json"))]
}
