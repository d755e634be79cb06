//! The eight players of the report, and its experiment.

use mossa_game::{BrainInfo, BrainVariant};

use super::scoring::Scoring;

/// The name in front of the colon.
const NAME: &str = "mnk-document";

/// The brain of the first player.
const LINEAR: &str = "document-linear";
/// The brain of all others.
const TENS: &str = "document-tens";

/// What a brain thinks of lines; `None` if there is no such brain.
pub(crate) fn scoring(brain: &str) -> Option<Scoring> {
    match brain {
        LINEAR => Some(Scoring::Linear),
        TENS => Some(Scoring::Tens),
        _ => None,
    }
}

/// The players in the order of the report. All of them deepen iteratively until their time is over.
pub(crate) fn brain() -> BrainInfo {
    let variant =
        |name, brain, features, summary| BrainVariant { name, brain, features, depth: None, summary };
    BrainInfo {
        name: NAME,
        summary: "The players of a students' report (University of Bologna, 2022), each one step further.",
        variants: vec![
            variant("negamax", LINEAR, "deepening", "Negamax; an open line counts its stones."),
            variant(
                "betternegamax",
                TENS,
                "deepening",
                "The same; each further stone makes an open line worth ten times as much.",
            ),
            variant("alphabeta", TENS, "alphabeta,deepening", "With alpha-beta pruning (fail-soft)."),
            variant(
                "moveorder",
                TENS,
                "alphabeta,deepening,order1",
                "Alpha-beta with moves ordered by their evaluation at the root.",
            ),
            variant(
                "secondlayermoveorder",
                TENS,
                "alphabeta,deepening,order1,order2",
                "Alpha-beta with moves ordered in the first two plies.",
            ),
            variant(
                "fullmoveorder",
                TENS,
                "alphabeta,deepening,order1,order2,ordering",
                "Alpha-beta with moves ordered everywhere.",
            ),
            variant(
                "transposition",
                TENS,
                "alphabeta,deepening,table,symmetry",
                "Alpha-beta with a table of exact values, symmetric positions as one.",
            ),
            variant(
                "cutstransposition",
                TENS,
                "alphabeta,deepening,table,bounds,symmetry",
                "The same; lower and upper bounds of the table cut off, too.",
            ),
        ],
        // The winner of the report's matches.
        standard: "moveorder",
    }
}

/// The report's tournament: players, boards, points and published results.
pub(crate) fn experiments() -> Vec<(&'static str, &'static str)> {
    vec![(NAME, include_str!("../../lab/mnk-document.json"))]
}
