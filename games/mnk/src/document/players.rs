//! The eight players of the report, two more for its ideas for later, and its experiment.

use mossa_game::{BrainInfo, BrainVariant};

use super::game::Documented;
use super::openings::Openings;
use super::scoring::Scoring;
use crate::rules::Mnk;

/// The name in front of the colon.
const NAME: &str = "mnk-document";

/// The brain of the first player.
const LINEAR: &str = "document-linear";
/// The brain of the seven others.
const TENS: &str = "document-tens";
/// The same brain with an eye on lines that lack one stone.
const FORCED: &str = "document-forced";
/// That one with openings.
const OPENINGS: &str = "document-openings";

/// `game` with the eyes of a brain; `None` if there is no such brain.
pub(crate) fn documented<'a, const W: usize>(game: &'a Mnk<W>, brain: &str) -> Option<Documented<'a, W>> {
    let tens = || Documented::new(game, Scoring::Tens);
    match brain {
        LINEAR => Some(Documented::new(game, Scoring::Linear)),
        TENS => Some(tens()),
        FORCED => Some(tens().looking_for_urgent()),
        OPENINGS => Some(tens().looking_for_urgent().with_openings(Openings::shipped(game))),
        _ => None,
    }
}

/// The players in the order of the report, then those of its ideas for later. All of them deepen iteratively until
/// their time is over.
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
            variant(
                "forced",
                FORCED,
                "alphabeta,deepening,order1,knowledge",
                "moveorder, completing or blocking lines that lack one stone: an idea of the report for later.",
            ),
            variant(
                "openings",
                OPENINGS,
                "alphabeta,deepening,order1,knowledge",
                "The same with openings computed beforehand: the report's other idea for later.",
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
