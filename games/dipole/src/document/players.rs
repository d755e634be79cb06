//! The players of the report, one for each technique, and the experiment that compares them.

use mossa_game::{BrainInfo, BrainVariant};

/// The name in front of the colon.
const NAME: &str = "dipole-document";

/// What all of them think with.
pub(crate) const BRAIN: &str = "document";

/// Its last iteration.
const MOST_DEPTH: u32 = 15;

/// The players in the order of the report.
pub(crate) fn brain() -> BrainInfo {
    let depth = Some(MOST_DEPTH);
    let variant = |name, features, summary| BrainVariant { name, brain: BRAIN, features, depth, summary };
    BrainInfo {
        name: NAME,
        summary: "The player of a students' report (University of Calabria, 2020), meant for 950 ms a move.",
        variants: vec![
            variant(
                "minimax",
                "deepening",
                "Minimax, deeper as long as there is time; an evaluation of five terms.",
            ),
            variant("alphabeta", "alphabeta,deepening", "With alpha-beta pruning, moves as they come."),
            variant(
                "ordered",
                "alphabeta,deepening,ordering",
                "Captures first, then moves, then exits: the player as the report describes it.",
            ),
            variant(
                "table",
                "alphabeta,deepening,ordering,table,bounds",
                "The same with a table of positions, which the report tried and gave up.",
            ),
        ],
        standard: "ordered",
    }
}

/// What each technique adds.
pub(crate) fn experiments() -> Vec<(&'static str, &'static str)> {
    vec![
        (NAME, include_str!("../../lab/dipole-document.json")),
        ("dipole-document-nodes", include_str!("../../lab/dipole-document-nodes.json")),
    ]
}
