//! Weak players with known weaknesses.

mod evaluation;

use mossa_game::BotInfo;

pub(crate) use evaluation::{BRAIN, DirectedTerms};

/// The bots, from the one that sees least.
pub(crate) fn bots() -> Vec<BotInfo> {
    vec![
        BotInfo {
            careless_percent: 10,
            brain: Some(BRAIN),
            ..BotInfo::new("careless", "Takes what it can and does not look at what comes back.", 1)
        },
        BotInfo {
            // Neither its own captures that way come to its mind, nor does it fear those of the opponent.
            brain: Some("terms:backward=0,sideways=0,defence-backward=0,defence-sideways=0"),
            overlooks: vec![("backward", 100), ("sideways", 100)],
            ..BotInfo::new("forward-only", "Forgets that stacks capture backward and sideways, too.", 1)
        },
        BotInfo {
            brain: Some(BRAIN),
            ..BotInfo::new("casual", "Sees its move and the answer to it, and no further.", 2)
        },
        BotInfo {
            brain: Some(BRAIN),
            careless_percent: 5,
            blind: vec![("threat", 20)],
            overlooks: vec![("backward", 40), ("leap", 40), ("far", 25), ("exit", 30)],
            ..BotInfo::new(
                "human-novice",
                "Overlooks captures as beginners do: backward, from afar, over stacks.",
                2,
            )
        },
    ]
}
