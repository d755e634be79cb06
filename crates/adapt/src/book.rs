//! The opening book that learns: UCB1 over the moves of a position, the same for all symmetric positions.
//!
//! It keeps visits and the sum of scores for each pair of position and move, for each opponent. Who chooses gives it the
//! moves that may be played at all, so that exploring costs nothing that theory would not allow.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Where a book is opened: a position of a game against somebody.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BookPlace {
    /// The game, by its full name.
    pub game: String,
    /// Against whom.
    pub opponent: String,
    /// The canonical key of the position.
    pub key: u64,
}

/// What is remembered of one move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BookRow {
    /// The move, as it is called in the canonical position.
    #[serde(rename = "move")]
    pub text: String,
    /// How often it was played.
    pub visits: u64,
    /// The scores added up: 1 for a win, one half for a draw.
    pub total: f64,
}

/// Where rows are kept: in memory, or in a store.
pub trait BookMemory: Send {
    /// The rows of a place, in any order; none if it is new.
    fn rows(&self, place: &BookPlace) -> Vec<BookRow>;

    /// Adds one visit and its score to a row, which is made if it is not there (an "upsert").
    fn add(&mut self, place: &BookPlace, text: &str, score: f64);
}

/// A book in memory.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MemoryBook {
    rows: BTreeMap<(BookPlace, String), (u64, f64)>,
}

impl MemoryBook {
    /// All rows with their places, in order: what a store can take over.
    pub fn all(&self) -> impl Iterator<Item = (&BookPlace, BookRow)> {
        self.rows.iter().map(|((place, text), (visits, total))| {
            (place, BookRow { text: text.clone(), visits: *visits, total: *total })
        })
    }
}

impl BookMemory for MemoryBook {
    fn rows(&self, place: &BookPlace) -> Vec<BookRow> {
        let from = (place.clone(), String::new());
        let here = self.rows.range(from..).take_while(|((other, _), _)| other == place);
        here.map(|((_, text), (visits, total))| BookRow {
            text: text.clone(),
            visits: *visits,
            total: *total,
        })
        .collect()
    }

    fn add(&mut self, place: &BookPlace, text: &str, score: f64) {
        let (visits, total) = self.rows.entry((place.clone(), text.to_owned())).or_default();
        *visits += 1;
        *total += score;
    }
}

/// How the book chooses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct BookSettings {
    /// The constant C of UCB1.
    pub exploration: f64,
    /// The book is closed after so many plies of a game.
    pub plies: u32,
    /// A move whose upper bound lies below this is left to the search.
    pub fallback: f64,
    /// How many visits an expectation from elsewhere counts as; with 0 unplayed moves come first, as in plain UCB1.
    pub prior_visits: f64,
}

impl Default for BookSettings {
    /// The report's: C = sqrt 2, nothing expected.
    fn default() -> BookSettings {
        BookSettings { exploration: std::f64::consts::SQRT_2, plies: 8, fallback: 0.35, prior_visits: 0.0 }
    }
}

/// UCB1: the mean of `total` over `visits`, and how much more it may be after `all` visits of the position.
pub fn ucb1(total: f64, visits: f64, all: f64, exploration: f64) -> f64 {
    if visits <= 0.0 {
        return f64::INFINITY;
    }
    total / visits + exploration * (all.max(1.0).ln() / visits).sqrt()
}

/// The index of the move to play among those that may be chosen, each with its canonical name and expected score; `None`
/// if the book has nothing to say: no rows yet and nothing to explore, or the best bound too low.
pub fn choose(rows: &[BookRow], moves: &[(String, f64)], settings: &BookSettings) -> Option<usize> {
    let count = |text: &str| {
        let rows = rows.iter().filter(|row| row.text == text);
        rows.fold((0.0, 0.0), |(visits, total), row| (visits + row.visits as f64, total + row.total))
    };
    let prior = settings.prior_visits;
    let counted: Vec<(f64, f64)> = moves
        .iter()
        .map(|(text, expected)| {
            let (visits, total) = count(text);
            (visits + prior, total + prior * expected)
        })
        .collect();
    let all: f64 = counted.iter().map(|(visits, _)| visits).sum();
    let bounds = counted.iter().map(|(visits, total)| ucb1(*total, *visits, all, settings.exploration));
    // Of equals the first: the caller has put the best first.
    let best = bounds.enumerate().fold(None, |best: Option<(usize, f64)>, (index, bound)| match best {
        Some((_, so_far)) if so_far >= bound => best,
        _ => Some((index, bound)),
    });
    best.filter(|(_, bound)| *bound >= settings.fallback).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ucb1_is_the_formula_of_the_report() {
        let bound = |total, visits| ucb1(total, visits, 15.0, std::f64::consts::SQRT_2);
        for ((total, visits), expected) in
            [((3.0, 4.0), 1.913626), ((5.0, 10.0), 1.235942), ((1.0, 1.0), 3.327252)]
        {
            assert!((bound(total, visits) - expected).abs() < 1e-6, "{total} of {visits}");
        }
        assert!(bound(0.0, 0.0).is_infinite());
    }

    fn row(text: &str, visits: u64, total: f64) -> BookRow {
        BookRow { text: text.to_owned(), visits, total }
    }

    #[test]
    fn unplayed_moves_come_first_and_good_ones_after() {
        let moves = ["a", "b", "c"].map(|text| (text.to_owned(), 0.5));
        let settings = BookSettings::default();
        assert_eq!(choose(&[row("a", 3, 3.0)], &moves, &settings), Some(1));
        let rows = [row("a", 30, 6.0), row("b", 30, 24.0), row("c", 30, 3.0)];
        assert_eq!(choose(&rows, &moves, &settings), Some(1));
        let greedy = BookSettings { exploration: 0.0, fallback: 0.9, ..settings };
        assert_eq!(choose(&rows, &moves, &greedy), None, "below the threshold the search decides");
        assert_eq!(choose(&[row("d", 30, 30.0)], &moves[..0], &settings), None, "no move is allowed");
    }

    #[test]
    fn expectations_count_as_visits() {
        let moves = [("a".to_owned(), 0.2), ("b".to_owned(), 0.8)];
        let settings = BookSettings { prior_visits: 4.0, exploration: 0.5, ..BookSettings::default() };
        assert_eq!(choose(&[], &moves, &settings), Some(1));
        let rows = [row("b", 20, 2.0)];
        assert_eq!(choose(&rows, &moves, &settings), Some(0), "experience overrules");
    }

    #[test]
    fn rows_are_kept_by_place_and_added_up() {
        let mut book = MemoryBook::default();
        let place = |key| BookPlace { game: "nim".to_owned(), opponent: "me".to_owned(), key };
        book.add(&place(1), "a1", 1.0);
        book.add(&place(1), "a1", 0.5);
        book.add(&place(1), "b1", 0.0);
        book.add(&place(2), "a1", 0.0);
        assert_eq!(book.rows(&place(1)), [row("a1", 2, 1.5), row("b1", 1, 0.0)]);
        assert_eq!(book.rows(&place(3)), []);
        assert_eq!(book.all().count(), 3);
    }
}
