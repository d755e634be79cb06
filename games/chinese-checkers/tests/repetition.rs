//! The rule that a position which comes again draws the game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_chinese_checkers::{ChineseCheckers, Profile, Progress, Setup};
use mossa_game::{Game, Value};
use mossa_search::{Limits, LineValue, Report, Request, StopSignal, Table, alphabeta};

fn game(repetitions: Option<u8>) -> ChineseCheckers<1> {
    let star = Setup::star(2, 1, Profile::FREE).unwrap();
    ChineseCheckers::with(&Setup { repetitions, ..star }).unwrap()
}

fn search<G: mossa_game::Tactics + mossa_game::Symmetric>(
    game: &G,
    position: &G::Position,
    history: Vec<u64>,
) -> Report<G::Move>
where
    Progress: mossa_game::Evaluate<G>,
{
    let request = Request { history, ..Request::new(Limits { depth: Some(9), ..Limits::default() }) };
    alphabeta::search(game, &Progress, position, &request, &Table::new(1), &StopSignal::new(), &mut |_| {})
}

fn value<M>(report: &Report<M>) -> Value {
    match report.lines[0].value {
        LineValue::Mover { value, .. } => value,
        LineValue::Each { .. } => panic!("two play"),
    }
}

/// The first player wins in 9, whether or not repetitions count: who wins does not come back.
#[test]
fn a_win_is_a_win_under_either_rule() {
    for repetitions in [None, Some(2), Some(3)] {
        let game = game(repetitions);
        let report = search(&game, &game.start(), Vec::new());
        assert_eq!(value(&report), Value::win_in(9), "{repetitions:?}");
    }
}

/// Where every position after the next move was there before, nobody can win any more; with one time to spare, the win
/// is still there.
#[test]
fn positions_of_the_game_count_as_often_as_the_rule_says() {
    for (repetitions, times, drawn) in [(2, 1, true), (3, 1, false), (3, 2, true)] {
        let game = game(Some(repetitions));
        let position = game.start();
        let after = game.legal_moves(&position).into_iter().map(|walk| {
            let mut after = position.clone();
            game.play(&mut after, walk);
            game.key(&after)
        });
        let history: Vec<u64> = after.collect::<Vec<_>>().repeat(times);
        let expected = if drawn { Value::DRAW } else { Value::win_in(9) };
        let found = search(&game, &position, history);
        assert_eq!(value(&found), expected, "{repetitions} repetitions, {times} times");
    }
}

/// Tables know positions, and where repetitions count that is not enough: there is neither a solver nor a table.
#[test]
fn nothing_is_solved_by_position_where_repetitions_count() {
    use mossa_chinese_checkers::solver::TableSolver;
    assert!(TableSolver::new(&game(None), 1 << 20).is_some());
    assert!([2, 3].into_iter().all(|times| TableSolver::new(&game(Some(times)), 1 << 20).is_none()));
}
