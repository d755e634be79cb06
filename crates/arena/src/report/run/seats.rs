//! Results by seat: is it better to begin?

use super::super::charts::{Stack, stacked};
use super::super::page::Section;
use super::super::svg::About;
use super::super::table::{Cell, Kind, Table};
use super::Run;

/// Results of each seat, and of each player in each seat.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let texts = run.texts;
    let by_seat = &run.summary.by_seat;
    if by_seat.iter().all(|tally| tally.games() == 0) {
        return None;
    }
    let stacks: Vec<_> = by_seat
        .iter()
        .enumerate()
        .map(|(seat, tally)| Stack { label: name(run, seat), tally: *tally })
        .collect();
    let told: Vec<_> =
        stacks.iter().map(|stack| format!("{}: {}", stack.label, run.numbers.tally(&stack.tally))).collect();
    let about = About {
        id: "seats-chart".to_owned(),
        title: texts.get("seats.title").to_owned(),
        description: told.join("; "),
    };
    let mut table = Table::new(texts.get("seats.caption")).class("grid-table");
    table.column(Kind::Head, texts.get("standings.player"));
    for seat in 0..by_seat.len() {
        table.column(Kind::Words, &name(run, seat));
    }
    for player in run.standings() {
        let mut cells = vec![Cell::name(&player.name)];
        let seats = (0..by_seat.len()).map(|seat| player.by_seat.get(seat).copied().unwrap_or_default());
        cells.extend(seats.map(|tally| Cell::score(&tally, run.fair(), texts, false)));
        table.row(cells);
    }
    let parts = [stacked(&about, &stacks, run.fair(), texts), table.finish()];
    Some(Section::new("seats", texts.get("seats.heading"), &parts))
}

fn name(run: &Run<'_>, seat: usize) -> String {
    let key = if seat == 0 { "seats.first" } else { "seats.seat" };
    run.texts.with(key, &[("seat", &(seat + 1).to_string())])
}
