//! Weak players with known weaknesses.

mod evaluation;
mod game;

use mossa_game::BotInfo;

pub(crate) use evaluation::{BRAIN, WeighedProgress};
pub(crate) use game::OwnEyes;

/// The bots, from the one that sees least.
pub(crate) fn bots() -> Vec<BotInfo> {
    vec![
        BotInfo {
            brain: Some(BRAIN),
            overlooks: vec![("chain", 100), ("detour", 100)],
            ..BotInfo::new("short-sighted", "Looks one ply ahead and does not see long chains.", 1)
        },
        BotInfo {
            // What is far behind costs no more than what is near; the foremost piece counts twice.
            brain: Some("progress:straggler=0,leader=200"),
            ..BotInfo::new("front-runner", "Runs with its foremost pieces and forgets those at home.", 1)
        },
        BotInfo {
            brain: Some(BRAIN),
            careless_percent: 10,
            ..BotInfo::new("casual", "Takes the move that brings it furthest, most of the time.", 1)
        },
        BotInfo {
            brain: Some(BRAIN),
            careless_percent: 5,
            overlooks: vec![("chain", 40), ("detour", 60), ("straggler", 30)],
            ..BotInfo::new(
                "human-novice",
                "Overlooks long chains as beginners do, above all those that go round.",
                1,
            )
        },
    ]
}
