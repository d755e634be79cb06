//! Results on each board.

use super::super::charts::{Stack, stacked};
use super::super::markup::Markup;
use super::super::page::{Section, paragraph};
use super::super::svg::About;
use super::super::table::{Cell, Kind, Table};
use super::{HALF, Run, met, sum};
use crate::summary::{Standing, Tally};

/// Results by board, if there are several.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let by_board = &run.summary.by_board;
    let games = by_board.iter().flatten().flatten().any(|tally| tally.games() > 0);
    if by_board.len() < 2 || !games {
        return None;
    }
    let parts = match run.pair() {
        Some((first, _)) => vec![of_pair(run, first)],
        None => vec![paragraph(&Markup::text(run.texts.get("boards.note"))), of_all(run)],
    };
    Some(Section::new("boards", run.texts.get("boards.heading"), &parts))
}

/// A match: the first player's results on each board.
fn of_pair(run: &Run<'_>, first: &Standing) -> Markup {
    let board = |at: usize| run.summary.boards.get(at).cloned().unwrap_or_else(|| (at + 1).to_string());
    let stack =
        |(at, results): (usize, &Vec<Vec<Tally>>)| Stack { label: board(at), tally: met(results, 0, 1) };
    let stacks: Vec<_> = run.summary.by_board.iter().enumerate().map(stack).collect();
    let told: Vec<_> =
        stacks.iter().map(|stack| format!("{}: {}", stack.label, run.numbers.tally(&stack.tally))).collect();
    let about = About {
        id: "boards-chart".to_owned(),
        title: run.texts.with("boards.title", &[("name", &first.name)]),
        description: told.join("; "),
    };
    let mut table = Table::new(run.texts.with("boards.title", &[("name", &first.name)]));
    table.column(Kind::Head, run.texts.get("boards.board"));
    table.column(Kind::Number, run.texts.get("standings.games"));
    table.column(Kind::Number, run.texts.get("result.score"));
    for stack in &stacks {
        table.row(vec![
            Cell::name(&stack.label),
            Cell::text(run.numbers.count(stack.tally.games())),
            Cell::score(&stack.tally, HALF, run.texts, false),
        ]);
    }
    Markup::joined(&[stacked(&about, &stacks, HALF, run.texts), table.finish()], "")
}

/// A tournament: everybody's results on each board, against all opponents together.
fn of_all(run: &Run<'_>) -> Markup {
    let mut table = Table::new(run.texts.get("boards.caption")).class("grid-table");
    table.column(Kind::Head, run.texts.get("standings.player"));
    for board in &run.summary.boards {
        table.column(Kind::Words, board);
    }
    for (player, standing) in run.order.iter().zip(run.standings()) {
        let mut cells = vec![Cell::name(&standing.name)];
        cells.extend(run.summary.by_board.iter().map(|results| {
            let own = results.get(*player).map(Vec::as_slice).unwrap_or_default();
            Cell::score(&sum(own), HALF, run.texts, false)
        }));
        table.row(cells);
    }
    table.finish()
}
