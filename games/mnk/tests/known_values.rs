//! Boards whose value is known from the literature and from other people's programs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_game::{Assessment, Game, Playable, Verdict};
use mossa_mnk::{Mnk, Rule};
use mossa_search::{LineValue, Request, StopSignal, Table, alphabeta};

fn value(m: usize, n: usize, k: usize) -> Verdict {
    let game = Mnk::<1>::new(m, n, k, Rule::OrMore).unwrap();
    let table = Table::new(64);
    let request = Request { threads: 2, ..Request::default() };
    let stop = StopSignal::new();
    let report =
        alphabeta::search(&game, &game.evaluator(), &game.start(), &request, &table, &stop, &mut |_| {});
    let LineValue::Mover { value, exhausted } = report.lines[0].value else { panic!("two players") };
    match value.assessment(exhausted) {
        Assessment::Proven { outcome, .. } => outcome,
        Assessment::Guess { score } => panic!("{m},{n},{k}: only a guess, {score}"),
    }
}

fn check(boards: &[(usize, usize, usize)], expected: Verdict) {
    for &(m, n, k) in boards {
        assert_eq!(value(m, n, k), expected, "{m},{n},{k}");
    }
}

/// Three in a row: a draw on 3x3, a win on everything larger; four in a row: a draw as far as 4x4.
#[test]
fn all_boards_up_to_4x4() {
    check(&[(4, 3, 3), (3, 4, 3), (4, 4, 3)], Verdict::Win);
    check(&[(3, 3, 3), (4, 4, 4), (4, 3, 4), (3, 4, 4)], Verdict::Draw);
    // Two in a row are won by whoever has two more stones to place; one stone wins at once.
    check(&[(1, 1, 1), (3, 4, 1), (2, 2, 2), (3, 2, 2), (1, 3, 2), (4, 4, 2)], Verdict::Win);
    // Three in a row on narrow boards, and rows longer than the board.
    check(&[(1, 2, 3), (2, 4, 3), (1, 4, 3), (2, 2, 3), (3, 3, 4), (4, 4, 5)], Verdict::Draw);
}

/// Four in a row on larger boards: the wins among the course's boards are quickly found.
#[test]
fn wins_with_four_in_a_row() {
    check(&[(6, 5, 4), (6, 6, 4), (7, 5, 4), (7, 6, 4), (7, 7, 4), (8, 8, 4)], Verdict::Win);
}

/// Draws need every line to be refuted.
#[test]
#[ignore = "takes half a minute and more; part of scripts/prove"]
fn draws_with_four_and_five_in_a_row() {
    check(&[(5, 4, 4), (6, 4, 4), (5, 5, 4), (5, 5, 5)], Verdict::Draw);
}
