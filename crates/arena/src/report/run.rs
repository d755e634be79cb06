//! The report of a match or tournament.

mod boards;
mod crosstable;
mod duel;
mod games;
mod headline;
mod openings;
mod seats;
mod standings;

use mossa_game::Language;

use super::markup::Markup;
use super::numbers::Numbers;
use super::page::{Page, page};
use super::texts::Texts;
use crate::summary::{Standing, Summary, Tally};

pub use super::page::Facts;

/// One HTML file that tells all of `summary`.
pub fn html(summary: &Summary, facts: &Facts, language: Language) -> String {
    let texts = Texts::new(language);
    let run = Run::new(summary, &texts);
    let sections = [
        standings::section(&run),
        standings::ratings(&run),
        duel::section(&run),
        crosstable::section(&run),
        boards::section(&run),
        seats::section(&run),
        openings::section(&run),
        games::lengths(&run),
        games::endings(&run),
        games::forfeits(&run),
    ];
    let parts = Page {
        facts,
        kind: texts.word("kind", &summary.kind),
        headline: headline::sentences(&run),
        about: about(&run),
        sections: sections.into_iter().flatten().collect(),
    };
    page(&parts, &texts)
}

/// What all sections look at.
struct Run<'a> {
    summary: &'a Summary,
    texts: &'a Texts,
    numbers: Numbers,
    /// The players' numbers from the first place to the last.
    order: Vec<usize>,
}

impl<'a> Run<'a> {
    fn new(summary: &'a Summary, texts: &'a Texts) -> Run<'a> {
        let mut order: Vec<usize> = (0..summary.players.len()).collect();
        order.sort_by_key(|player| summary.players.get(*player).map(|standing| standing.place));
        Run { summary, texts, numbers: texts.numbers(), order }
    }

    /// The players from the first place to the last.
    fn standings(&self) -> impl Iterator<Item = &'a Standing> {
        let players = &self.summary.players;
        self.order.iter().filter_map(|player| players.get(*player))
    }

    /// The two players of a match.
    fn pair(&self) -> Option<(&'a Standing, &'a Standing)> {
        match self.summary.players.as_slice() {
            [first, second] if self.summary.duel.is_some() => Some((first, second)),
            _ => None,
        }
    }

    /// The part of the points that a seat would have if all were equal.
    fn fair(&self) -> f64 {
        1.0 / self.summary.by_seat.len().max(2) as f64
    }

    /// Whether there is more than one board.
    fn has_boards(&self) -> bool {
        self.summary.boards.len() > 1
    }
}

/// The part of the points of each of two who are equal.
const HALF: f64 = 0.5;

/// What `row` did against `column` in a crosstable.
fn met(crosstable: &[Vec<Tally>], row: usize, column: usize) -> Tally {
    crosstable.get(row).and_then(|row| row.get(column)).copied().unwrap_or_default()
}

/// All of them together.
fn sum<'t>(tallies: impl IntoIterator<Item = &'t Tally>) -> Tally {
    tallies.into_iter().fold(Tally::default(), |sum, tally| Tally {
        wins: sum.wins + tally.wins,
        draws: sum.draws + tally.draws,
        losses: sum.losses + tally.losses,
    })
}

fn about<'a>(run: &Run<'a>) -> Vec<(&'a str, Markup)> {
    let Run { summary, texts, numbers, .. } = run;
    let boards: Vec<_> = summary.boards.iter().map(|board| Markup::name(board)).collect();
    let games = [numbers.count(summary.games), numbers.count(summary.planned)];
    let games = texts.with("about.games-of", &[("games", &games[0]), ("planned", &games[1])]);
    let mut entries = vec![(texts.get("about.kind"), Markup::text(&texts.word("kind", &summary.kind)))];
    if !boards.is_empty() {
        entries.push((texts.get("about.boards"), Markup::joined(&boards, ", ")));
    }
    entries.push((texts.get("about.games"), Markup::text(&games)));
    entries.push((texts.get("about.thinking"), Markup::text(&numbers.duration(summary.seconds))));
    entries
}
