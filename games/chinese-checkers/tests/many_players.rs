//! Searches for three players, where moves that lose ground are looked at last.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_chinese_checkers::{ChineseCheckers, Position, Profile, Progress, Setup, Walk};
use mossa_game::{Game, Notation, Player, SHARE_TOTAL, Shares, Value};
use mossa_search::multiplayer::{self, Method};
use mossa_search::{Limits, LineValue, Report, Request, StopSignal, Table, mcts};

fn game(repetitions: Option<u8>) -> ChineseCheckers<1> {
    let star = Setup::star(3, 1, Profile::FREE).unwrap();
    ChineseCheckers::with(&Setup { repetitions, ..star }).unwrap()
}

/// All searches for three, one after the other.
fn searches(
    game: &ChineseCheckers<1>,
    position: &Position<1>,
    request: &Request,
) -> Vec<(String, Report<Walk>)> {
    let (table, stop) = (Table::new(1), StopSignal::new());
    let mut found: Vec<_> = Method::ALL
        .into_iter()
        .map(|method| {
            let report =
                multiplayer::search(method, game, &Progress, position, request, &table, &stop, &mut |_| {});
            (method.name().to_owned(), report)
        })
        .collect();
    let options = mcts::Options::for_players(3);
    found.push((
        "mcts".to_owned(),
        mcts::search(game, &Progress, position, &options, request, &stop, &mut |_| {}),
    ));
    found
}

/// The first player is one step from its goal, and the second can block it only by going back. So nobody wins for certain:
/// exploring everything says that the others can keep the first one from winning.
#[test]
fn a_block_that_loses_ground_is_seen() {
    let game = game(None);
    let position = game.parse_position("1/2bc/1a1/4/1 a").unwrap();
    let request = Request::new(Limits { depth: Some(7), nodes: Some(20_000), ..Limits::default() });
    for (name, report) in searches(&game, &position, &request) {
        let line = &report.lines[0];
        match line.value {
            // A win that is foreseen would be told as the best guess, less its plies.
            LineValue::Mover { value, .. } => {
                assert!(value.raw() < Value::BEST_GUESS.raw() - 100, "{name}: {line:?}");
            }
            LineValue::Each { shares, exhausted } => {
                let won = shares.of(Player::FIRST) >= SHARE_TOTAL - Shares::MARGIN;
                assert!(!won && !exhausted, "{name}: {line:?}");
            }
        }
    }
}

/// A win with the first move is certain for everybody.
#[test]
fn a_win_at_once_is_found() {
    let game = game(None);
    let position = game.parse_position("1/1a1c/2b/4/1 a").unwrap();
    let request = Request::new(Limits { depth: Some(4), nodes: Some(5_000), ..Limits::default() });
    for (name, report) in searches(&game, &position, &request) {
        let mut after = position.clone();
        game.play(&mut after, report.best().unwrap());
        assert_eq!(game.winner(&after), Some(Player::FIRST), "{name}");
    }
}

/// The move that brings a position back is worth a draw to every search, whichever player makes it.
#[test]
fn a_repetition_is_a_draw() {
    let game = game(Some(2));
    let mut position = game.start();
    let mut history = Vec::new();
    for text in "d1-c2 a4-b3 g4-f3 c2-d1 b3-c4 f3-g4 d1-c2".split(' ') {
        history.push(game.key(&position));
        let walk = game.parse_move(&position, text).unwrap();
        game.play(&mut position, walk);
    }
    let back = game.parse_move(&position, "c4-b3").unwrap();
    let request = Request { history, lines: 20, ..Request::new(Limits::depth(1)) };
    for (name, report) in searches(&game, &position, &request) {
        let line = report.lines.iter().find(|line| line.moves.first() == Some(&back)).unwrap();
        match line.value {
            LineValue::Mover { value, .. } => assert_eq!(value.raw(), 0, "{name}"),
            LineValue::Each { shares, .. } => {
                let even = SHARE_TOTAL / 3;
                let told = shares.as_slice(3);
                assert!(told.iter().all(|share| (share - even).abs() <= 1), "{name}: {told:?}");
            }
        }
    }
}
