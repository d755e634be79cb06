//! Weak players with known weaknesses, after a students' report on an adaptive Connect 4 (University of Salerno, 2026):
//! a casual novice, one who does not see diagonals, one who runs to the edges; and a novice who errs as people do.

mod evaluation;

use mossa_game::BotInfo;

pub(crate) use evaluation::{BRAIN, DirectedScore};

/// The bots in the order of the report, then ours.
pub(crate) fn bots() -> Vec<BotInfo> {
    vec![
        BotInfo {
            brain: Some(crate::document::players::BRAIN),
            ..BotInfo::new(
                "casual-novice",
                "Sees what wins or loses with the next two stones, and no further.",
                2,
            )
        },
        BotInfo {
            // All that the evaluation says about diagonals is taken away; fours within its depth it sees in every direction.
            brain: Some("patterns:diagonal=0,defence-diagonal=0"),
            ..BotInfo::new("diagonal-blinder", "Looks four plies ahead, but does not care for diagonals.", 4)
        },
        BotInfo {
            brain: Some("patterns:edge=200,centre=0"),
            ..BotInfo::new("edge-runner", "Looks four plies ahead, shuns the middle and likes the edges.", 4)
        },
        BotInfo {
            brain: Some(crate::document::players::BRAIN),
            careless_percent: 5,
            blind: vec![("diagonal", 40), ("split", 30), ("horizontal", 15), ("vertical", 5)],
            ..BotInfo::new("human-novice", "Overlooks threats as beginners do, diagonal ones above all.", 2)
        },
    ]
}
