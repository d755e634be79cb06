//! Results by opening: which ones favour a side?

use super::super::charts::{Stack, stacked};
use super::super::markup::Markup;
use super::super::numbers::share;
use super::super::page::{Section, foldable, paragraph};
use super::super::svg::About;
use super::super::table::{Cell, Kind, Table};
use super::Run;
use crate::summary::OpeningRow;

/// So many openings are shown; a page with thousands of rows would help nobody.
const MOST_SHOWN: usize = 100;

/// Results by opening, if there are several.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let texts = run.texts;
    let played: Vec<_> = run.summary.openings.iter().filter(|row| row.first_seat.games() > 0).collect();
    if played.len() < 2 {
        return None;
    }
    let mut parts = vec![paragraph(&Markup::text(texts.get("openings.note")))];
    if played.len() > MOST_SHOWN {
        let [shown, more] =
            [MOST_SHOWN, played.len() - MOST_SHOWN].map(|count| run.numbers.count(count as u64));
        let text = texts.with("openings.more", &[("shown", &shown), ("more", &more)]);
        parts.push(paragraph(&Markup::text(&text)));
    }
    parts.push(foldable(texts.get("openings.title"), &chart(run, &played)));
    parts.push(foldable(texts.get("openings.caption"), &table(run, &played)));
    Some(Section::new("openings", texts.get("openings.heading"), &parts))
}

fn chart(run: &Run<'_>, played: &[&OpeningRow]) -> Markup {
    let stacks: Vec<_> = played
        .iter()
        .take(MOST_SHOWN)
        .map(|row| Stack { label: label(run, row), tally: row.first_seat })
        .collect();
    let about = About {
        id: "openings-chart".to_owned(),
        title: run.texts.get("openings.title").to_owned(),
        description: run.texts.get("openings.told").to_owned(),
    };
    stacked(&about, &stacks, run.fair(), run.texts)
}

/// `#3 a1 b2`, with the board before it if there are several.
fn label(run: &Run<'_>, row: &OpeningRow) -> String {
    let text = format!("#{} {}", row.opening, text(run, row));
    if run.has_boards() { format!("{} {text}", row.board) } else { text }
}

fn text(run: &Run<'_>, row: &OpeningRow) -> String {
    if row.text.trim().is_empty() { run.texts.get("openings.start").to_owned() } else { row.text.clone() }
}

fn table(run: &Run<'_>, played: &[&OpeningRow]) -> Markup {
    let texts = run.texts;
    let mut sorted: Vec<_> = played.iter().map(|row| (imbalance(run, row), *row)).collect();
    // Equal ones stay in their order, the more played first.
    sorted.sort_by(|(a, one), (b, other)| {
        b.total_cmp(a).then(other.first_seat.games().cmp(&one.first_seat.games()))
    });
    let mut table = Table::new(texts.get("openings.caption"));
    table.column(Kind::Number, "#");
    table.column(Kind::Head, texts.get("openings.opening"));
    if run.has_boards() {
        table.column(Kind::Words, texts.get("boards.board"));
    }
    table.column(Kind::Number, texts.get("openings.first-seat"));
    table.column(Kind::Number, texts.get("result.score"));
    table.column_with_tip(Kind::Number, texts.get("openings.imbalance"), texts.get("openings.imbalance-tip"));
    if let Some((first, _)) = run.pair() {
        table.column(Kind::Number, &first.name);
    }
    for (imbalance, row) in sorted.into_iter().take(MOST_SHOWN) {
        table.row(cells(run, imbalance, row));
    }
    table.finish()
}

fn cells(run: &Run<'_>, imbalance: f64, row: &OpeningRow) -> Vec<Cell> {
    let numbers = run.numbers;
    let mut cells = vec![Cell::text(row.opening.to_string()), Cell::name(&text(run, row))];
    if run.has_boards() {
        cells.push(Cell::name(&row.board));
    }
    cells.push(Cell::text(numbers.tally(&row.first_seat)));
    cells.push(Cell::maybe(share(&row.first_seat).map(|share| numbers.percent(share, 1))));
    cells.push(Cell::text(numbers.fixed(imbalance * 100.0, 1)));
    if run.pair().is_some() {
        cells.push(Cell::text(numbers.tally(&row.first_player)));
    }
    cells
}

/// How far the first seat's score is from its fair part: a half of two seats, a third of three.
fn imbalance(run: &Run<'_>, row: &OpeningRow) -> f64 {
    share(&row.first_seat).map_or(0.0, |share| (share - run.fair()).abs())
}
