//! Everybody against everybody.

use super::super::markup::Markup;
use super::super::numbers::share;
use super::super::page::{Section, foldable, paragraph};
use super::super::table::{Cell, Kind, Table};
use super::{HALF, Run, met};

/// More players than these get small cells; the details follow in a list.
const LARGE_CELLS_UP_TO: usize = 12;

/// The crosstable of more than two players.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let crosstable = &run.summary.crosstable;
    let games = crosstable.iter().flatten().any(|tally| tally.games() > 0);
    if run.order.len() < 3 || !games {
        return None;
    }
    let small = run.order.len() > LARGE_CELLS_UP_TO;
    let note = paragraph(&Markup::text(run.texts.get("crosstable.note")));
    let mut parts = vec![note, grid(run, small)];
    if small {
        parts.push(foldable(run.texts.get("crosstable.pairs"), &pairs(run)));
    }
    Some(Section::new("crosstable", run.texts.get("crosstable.heading"), &parts))
}

fn grid(run: &Run<'_>, small: bool) -> Markup {
    let class = if small { "grid-table small" } else { "grid-table" };
    let mut table = Table::new(run.texts.get("crosstable.caption")).class(class);
    table.column(Kind::Head, run.texts.get("standings.player"));
    for (at, player) in run.standings().enumerate() {
        table.column_with_tip(Kind::Words, &(at + 1).to_string(), &player.name);
    }
    for (at, (row, player)) in run.order.iter().zip(run.standings()).enumerate() {
        let name = Markup::name(&player.name);
        let mut cells = vec![Cell::of(Markup::raw(format!("{}. {name}", at + 1)))];
        cells.extend(run.order.iter().map(|column| {
            if row == column {
                return Cell::text("").class("self");
            }
            Cell::score(&met(&run.summary.crosstable, *row, *column), HALF, run.texts, small)
        }));
        table.row(cells);
    }
    table.finish()
}

/// Every pair of players that met, with its results.
fn pairs(run: &Run<'_>) -> Markup {
    let mut table = Table::new(run.texts.get("crosstable.pairs"));
    table.column(Kind::Head, run.texts.get("standings.player"));
    table.column(Kind::Words, run.texts.get("crosstable.opponent"));
    table.column(Kind::Number, run.texts.get("crosstable.results"));
    table.column(Kind::Number, run.texts.get("result.score"));
    let players: Vec<_> = run.order.iter().zip(run.standings()).collect();
    for (at, (row, player)) in players.iter().enumerate() {
        for (column, opponent) in players.iter().skip(at + 1) {
            let tally = met(&run.summary.crosstable, **row, **column);
            let Some(score) = share(&tally) else { continue };
            table.row(vec![
                Cell::name(&player.name),
                Cell::name(&opponent.name).class("words"),
                Cell::text(run.numbers.tally(&tally)),
                Cell::text(run.numbers.percent(score, 1)),
            ]);
        }
    }
    table.finish()
}
