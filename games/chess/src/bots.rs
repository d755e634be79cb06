//! Weak players with known weaknesses.

use mossa_game::BotInfo;

use crate::eval::BRAIN;

/// The bots, from the one that sees least.
pub(crate) fn bots() -> Vec<BotInfo> {
    vec![
        BotInfo {
            careless_percent: 10,
            ..BotInfo::new("beginner", "Takes what it can and does not look at what comes back.", 1)
        },
        BotInfo {
            blind: vec![("hanging", 60), ("mate", 40)],
            ..BotInfo::new("hanger", "Leaves its pieces hanging, and itself open to mates.", 2)
        },
        BotInfo {
            // Kings stay at home and pawns do not run.
            brain: Some("terms:endgame=0,promotion=0,defence-promotion=0"),
            ..BotInfo::new("endgame-novice", "Plays endgames as if all pieces were still on the board.", 2)
        },
        BotInfo {
            careless_percent: 3,
            ..BotInfo::new("casual", "Sees its move and the answer to it, and no further.", 2)
        },
        BotInfo {
            brain: Some(BRAIN),
            careless_percent: 4,
            blind: vec![("hanging", 25), ("mate", 25), ("back-rank", 50), ("promotion", 20)],
            overlooks: vec![("backward", 15), ("discovered", 40), ("fork", 40)],
            ..BotInfo::new(
                "human-novice",
                "Overlooks what people overlook: hanging pieces, mates, back ranks.",
                2,
            )
        },
    ]
}
