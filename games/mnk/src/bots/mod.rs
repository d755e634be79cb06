//! Weak players with known weaknesses.

mod evaluation;
mod game;

use mossa_game::BotInfo;

pub(crate) use evaluation::{BRAIN, DirectedLines};
pub(crate) use game::Untaught;

/// The bots, from the weakest evaluation to the one that errs as people do.
pub(crate) fn bots() -> Vec<BotInfo> {
    vec![
        BotInfo { brain: Some(BRAIN), ..casual() },
        BotInfo {
            brain: Some("lines:defence=0"),
            // With one ply it does not see what the opponent completes next either.
            ..BotInfo::new("passive", "Builds rows of its own and never blocks.", 1)
        },
        BotInfo {
            // All that the evaluation says about diagonals is taken away; rows within its depth it sees in every direction.
            brain: Some("lines:diagonal=0,defence-diagonal=0"),
            ..BotInfo::new("diagonal-blinder", "Looks two plies ahead, but does not care for diagonals.", 2)
        },
        BotInfo {
            brain: Some("lines:edge=200"),
            ..BotInfo::new("edge-runner", "Looks two plies ahead and likes the border of the board.", 2)
        },
        BotInfo { brain: Some(BRAIN), ..novice() },
    ]
}

/// Those that need no brain of their own, for the game with an opening.
pub(crate) fn bots_without_brains() -> Vec<BotInfo> {
    vec![casual(), novice()]
}

fn casual() -> BotInfo {
    BotInfo::new("casual", "Sees what wins or loses with the next two stones, and no further.", 2)
}

fn novice() -> BotInfo {
    BotInfo {
        careless_percent: 5,
        blind: vec![("diagonal", 40), ("split", 30), ("open-three", 30), ("fork", 60), ("four", 5)],
        ..BotInfo::new("human-novice", "Overlooks threats as beginners do, diagonal ones above all.", 2)
    }
}
