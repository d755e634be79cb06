//! What a run keeps about its openings, and the book that comes from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};
use serde::{Deserialize, Serialize};

use super::random::{Dice, RandomOpenings};
use super::{Opening, Openings};

/// Where the openings of a board come from. Together with a seed it says all about them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// Every game begins at the usual start.
    #[default]
    Start,
    /// Random moves.
    Random {
        /// How many.
        plies: u32,
        /// Of so many candidates a short search takes the most even; 1 takes what comes.
        best_of: usize,
    },
    /// Openings that were given.
    List {
        /// All of them.
        openings: Vec<Opening>,
        /// Whether the seed decides their order.
        shuffled: bool,
    },
}

impl OpeningSource {
    /// The openings of a file, in its order or shuffled.
    pub fn list(openings: Openings, shuffled: bool) -> OpeningSource {
        OpeningSource::List { openings: openings.openings, shuffled }
    }

    /// The openings for `game` in their order, which `seed` decides.
    pub fn book(&self, game: &Arc<dyn AnyGame>, seed: u64) -> Book {
        match self {
            OpeningSource::Start => Book::List(vec![Opening::default()]),
            OpeningSource::Random { plies, best_of } => {
                Book::Random(RandomOpenings::new(game.clone(), *plies, seed, *best_of))
            }
            OpeningSource::List { openings, shuffled } => {
                let mut openings = openings.clone();
                if *shuffled {
                    Dice::new(seed).shuffle(&mut openings);
                }
                Book::List(openings)
            }
        }
    }
}

/// The openings of a board in their order. There is one for every number: a list begins again after its end.
pub enum Book {
    /// All are known.
    List(Vec<Opening>),
    /// They are drawn when somebody asks.
    Random(RandomOpenings),
}

impl Book {
    /// Opening `number`, from 0. Random ones are drawn up to there, which may take a while.
    pub fn opening(&mut self, number: usize) -> Result<Opening, InputError> {
        match self {
            Book::List(openings) => {
                let turn = number.checked_rem(openings.len());
                turn.and_then(|turn| openings.get(turn)).cloned().ok_or_else(|| {
                    InputError::new(InputKind::Setting, "an empty list of openings", "at least one opening")
                })
            }
            Book::Random(drawn) => drawn.nth(number),
        }
    }

    /// Tells openings of this very book again by their numbers, as they were drawn before an interruption, so that
    /// they need not be drawn again. A list knows them anyway.
    pub fn remember(&mut self, drawn_before: BTreeMap<usize, Opening>) -> Result<(), InputError> {
        match self {
            Book::List(_) => Ok(()),
            Book::Random(drawn) => drawn.remember(drawn_before),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(shuffled: bool) -> OpeningSource {
        let one = |i: usize| Opening { start: Some(i.to_string()), ..Opening::default() };
        OpeningSource::List { openings: (0..20).map(one).collect(), shuffled }
    }

    fn starts(source: &OpeningSource, seed: u64) -> Vec<String> {
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let mut book = source.book(&game, seed);
        (0..45).map(|i| book.opening(i).unwrap().start.unwrap_or_default()).collect()
    }

    #[test]
    fn a_list_begins_again_after_its_end() {
        let names = starts(&list(false), 1);
        let expected: Vec<_> = (0..45).map(|i| (i % 20).to_string()).collect();
        assert_eq!(names, expected);
        assert!(starts(&OpeningSource::Start, 1).iter().all(String::is_empty));
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let empty = OpeningSource::List { openings: Vec::new(), shuffled: true };
        assert_eq!(empty.book(&game, 0).opening(3).unwrap_err().problem, "an empty list of openings");
    }

    #[test]
    fn the_seed_decides_the_order_of_a_shuffled_list() {
        let (one, other) = (starts(&list(true), 1), starts(&list(true), 2));
        assert_eq!(one, starts(&list(true), 1));
        assert!(one != other && one != starts(&list(false), 1));
        assert_eq!(one[..20], one[20..40], "the same order each time");
        let sorted = |names: &[String]| {
            let mut numbers: Vec<usize> = names.iter().map(|name| name.parse().unwrap()).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(sorted(&one[..20]), (0..20).collect::<Vec<_>>());
        assert_eq!(sorted(&other[..20]), (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn sources_are_kept_as_json() {
        for source in [OpeningSource::Start, OpeningSource::Random { plies: 4, best_of: 8 }, list(true)] {
            let json = serde_json::to_string(&source).unwrap();
            assert_eq!(serde_json::from_str::<OpeningSource>(&json).unwrap(), source, "{json}");
        }
    }
}
