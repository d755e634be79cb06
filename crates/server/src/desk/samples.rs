//! A game of each kind to look at, and the order in which games are offered.
//!
//! The games are data: chess is Morphy at the opera, Paris 1858; most others mossa played against itself. One that is not in
//! the list comes behind those that are, with an empty game.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

static SAMPLES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| serde_json::from_str(include_str!("samples.json")).unwrap_or_default());

#[derive(Deserialize)]
struct Entry {
    family: String,
    game: String,
    moves: String,
}

/// A game to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Sample {
    /// The game with its options.
    pub(crate) game: String,
    /// The moves from its usual beginning.
    pub(crate) moves: Vec<String>,
}

impl Sample {
    /// The one of a family; an empty game `otherwise` if nobody has chosen one.
    pub(crate) fn of(family: &str, otherwise: &str) -> Sample {
        let entry = SAMPLES.iter().find(|entry| entry.family == family);
        let (game, moves) = entry.map_or((otherwise, ""), |entry| (&entry.game, &entry.moves));
        Sample {
            game: game.to_owned(),
            moves: moves.split(' ').filter(|m| !m.is_empty()).map(str::to_owned).collect(),
        }
    }
}

/// Where a family stands among those that are offered.
pub(crate) fn place(family: &str) -> usize {
    SAMPLES.iter().position(|entry| entry.family == family).unwrap_or(SAMPLES.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::place::Walk;

    #[test]
    fn every_sample_can_be_played() {
        assert!(!SAMPLES.is_empty(), "the list can be read");
        for entry in SAMPLES.iter() {
            let sample = Sample::of(&entry.family, "");
            let game = mossa_engine::open(&sample.game).unwrap();
            let mut walk = Walk::begin(&game, None).unwrap();
            walk.follow(sample.moves.iter().map(String::as_str)).unwrap();
            assert!(walk.plies() > 4, "{}", entry.family);
        }
    }

    #[test]
    fn a_game_without_a_sample_is_shown_at_its_beginning() {
        let sample = Sample::of("nim", "nim:1.2");
        assert_eq!(sample, Sample { game: "nim:1.2".to_owned(), moves: Vec::new() });
    }
}
