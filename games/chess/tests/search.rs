//! The generic search plays this game: it finds mates, and takes what hangs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::time::Duration;

use mossa_chess::Chess;
use mossa_chess::generate::Wanted;
use mossa_game::{Game, Move, Notation, Playable, Tactics, Value, Verdict};
use mossa_search::{
    Feature, Features, Limits, LineValue, Request, StopSignal, Table, TimeControl, alphabeta,
};

fn best(game: &Chess, position: &str, depth: u32, features: Features) -> (String, Value) {
    let position = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let request = Request {
        limits: Limits { depth: Some(depth), ..Limits::default() },
        features,
        ..Request::default()
    };
    let (table, stop) = (Table::new(1), StopSignal::new());
    let report = alphabeta::search(game, &game.evaluator(), &position, &request, &table, &stop, &mut |_| {});
    let line = &report.lines[0];
    let LineValue::Mover { value, .. } = line.value else { panic!("two players have one value") };
    (game.move_text(&position, line.moves[0]), value)
}

/// Lines `FEN bm MOVE; ce +M2; ...`.
#[test]
fn mates_are_found_with_their_distance() {
    let game = Chess::default();
    // Nothing that guesses, so that every line is searched to the end of the mate.
    let plain = Features::NONE.with(Feature::AlphaBeta).with(Feature::Table).with(Feature::Ordering);
    for line in include_str!("data/mates.epd").lines() {
        let (position, rest) = line.split_once(" bm ").unwrap();
        let mate_in: u32 =
            rest.split("+M").nth(1).and_then(|rest| rest.split(';').next()).unwrap().parse().unwrap();
        let (m, value) = best(&game, position, 2 * mate_in, plain);
        assert_eq!(value, Value::proven(Verdict::Win, 2 * mate_in - 1), "{line}: {m}");
        // More than one move may mate.
        let start = game.parse_position(position).unwrap();
        assert!(game.is_legal(&start, game.parse_move(&start, &m).unwrap()));
    }
}

#[test]
fn a_hanging_queen_is_taken_and_a_protected_pawn_is_not() {
    let game = Chess::default();
    assert_eq!(best(&game, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 3, Features::ALL).0, "e4d5");
    let (m, _) = best(&game, "4k3/5p2/4p3/3p4/8/8/3Q4/4K3 w - - 0 1", 3, Features::ALL);
    assert_ne!(m, "d2d5");
}

/// However much the prover of mates may take, it leaves something for the search.
#[test]
fn a_few_nodes_are_enough_for_a_ply() {
    let game = Chess::default();
    let position = game.start();
    let few = (30..80).map(|nodes| (nodes, None));
    let wanted = (30..3000).step_by(37).map(|nodes| (nodes, Some(5)));
    for (nodes, win_within) in few.chain(wanted) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = Request { limits, win_within, ..Request::default() };
        let (table, stop) = (Table::new(1), StopSignal::new());
        let report =
            alphabeta::search(&game, &game.evaluator(), &position, &request, &table, &stop, &mut |_| {});
        assert!(report.depth >= 1 && report.statistics.nodes <= nodes, "{nodes}: {report:?}");
    }
}

#[test]
fn checks_are_foreseen() {
    let (mut checks, mut all, mut looked_at) = (0, 0, 0);
    for seed in 0..40 {
        let game = common::game(seed);
        common::random_game(&game, seed, 150, |position, moves| {
            let mut quiet_checks = Vec::new();
            let _ = game.forcing_moves(position, &game.node(position), &mut quiet_checks);
            let mut candidates = Vec::new();
            let _ = position.moves_that_may_check(Wanted::All, &mut candidates);
            assert!(candidates.iter().all(|m| moves.contains(m)), "{position:?}");
            (all, looked_at) = (all + moves.len(), looked_at + candidates.len());
            for m in moves {
                let mut after = *position;
                after.play(*m);
                assert!(after.checkers().is_empty() || candidates.contains(m), "{position:?} {m}");
            }
            for m in moves.iter().filter(|m| !m.is_castling()) {
                let mut after = *position;
                after.play(*m);
                let check = after.checkers().has_any();
                assert_eq!(position.gives_check(*m), check, "{position:?} {m}");
                assert_eq!(game.is_forcing(position, *m), check, "{position:?} {m}");
                let quiet = check && !position.is_noisy(*m);
                assert_eq!(quiet_checks.contains(m), quiet, "{position:?} {m}");
                checks += usize::from(check);
            }
        });
    }
    assert!(looked_at < all / 4, "{looked_at} of {all}");
    assert!(checks > 1000, "only {checks} checks");
}

/// A mate that begins with a sacrifice: what guesses may find it later, but finds it.
#[test]
fn guesses_hide_no_mate_for_long() {
    let game = Chess::default();
    let (m, value) = best(&game, "6R1/5r1k/p6b/1pB1p2q/1P6/5rQP/5P1K/6R1 w - - 0 1", 10, Features::ALL);
    assert_eq!((m.as_str(), value), ("g8h8", Value::win_in(3)));
}

/// Whatever is pruned, mates are claimed only where they are.
#[test]
fn no_mate_is_claimed_falsely() {
    let game = Chess::default();
    for line in include_str!("data/mates.epd").lines() {
        let (position, rest) = line.split_once(" bm ").unwrap();
        let mate_in: u32 =
            rest.split("+M").nth(1).and_then(|rest| rest.split(';').next()).unwrap().parse().unwrap();
        let (_, value) = best(&game, position, 8, Features::ALL);
        assert!(!value.is_loss() && value <= Value::win_in(2 * mate_in - 1), "{line}: {value}");
    }
}

/// A pass is verified only where searches are deep, so that switching it off must make a difference there.
#[test]
fn passes_are_verified_in_deep_searches() {
    let game = Chess::default();
    let position =
        game.parse_position("r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 13").unwrap();
    let nodes = |features: Features| {
        let limits = Limits { depth: Some(14), ..Limits::default() };
        let request = Request { limits, features, ..Request::default() };
        let (table, stop) = (Table::new(16), StopSignal::new());
        alphabeta::search(&game, &game.evaluator(), &position, &request, &table, &stop, &mut |_| {})
            .statistics
            .nodes
    };
    assert_ne!(nodes(Features::ALL), nodes(Features::ALL.without(Feature::Verification)));
}

/// Rd1 mates if White's rook stays on its file, which only matters if White may do nothing else.
#[test]
fn what_some_moves_are_worth_is_not_remembered_as_what_the_position_is() {
    let game = Chess::default();
    let (table, stop) = (Table::new(1), StopSignal::new());
    let value = |position: &str, only: &str| {
        let position = game.parse_position(position).unwrap();
        let only = vec![game.parse_move(&position, only).unwrap().pack()];
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let request = Request { limits, only, ..Request::default() };
        let report =
            alphabeta::search(&game, &game.evaluator(), &position, &request, &table, &stop, &mut |_| {});
        let LineValue::Mover { value, .. } = report.lines[0].value else {
            panic!("two players have one value")
        };
        value
    };
    assert_eq!(value("3r2k1/8/8/8/8/8/R4PPP/6K1 w - - 1 2", "a2a3"), Value::loss_in(2));
    let before = value("6k1/3r4/8/8/8/8/R4PPP/6K1 b - - 0 1", "d7d8");
    assert!(!before.is_win(), "{before}");
}

/// Kf7 Kh7 Rh1 mates in three plies, of which none sets the clock of fifty moves back. The table remembers it from before.
#[test]
fn a_mate_that_the_fifty_moves_forestall_is_not_remembered() {
    let game = Chess::default();
    let (table, stop) = (Table::new(1), StopSignal::new());
    let value = |clock: u32| {
        let position = game.parse_position(&format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 80")).unwrap();
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let request =
            Request { limits, features: Features::ALL.without(Feature::Attack), ..Request::default() };
        let report =
            alphabeta::search(&game, &game.evaluator(), &position, &request, &table, &stop, &mut |_| {});
        let LineValue::Mover { value, .. } = report.lines[0].value else {
            panic!("two players have one value")
        };
        value
    };
    assert_eq!(value(0), Value::win_in(3));
    assert_eq!(value(97), Value::win_in(3));
    assert_eq!(value(98), Value::DRAW);
}

/// A clock that has run down, and a signal that was given before the search began.
#[test]
fn however_little_time_there_is_each_move_is_looked_at_once() {
    let game = Chess::default();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for position in [game.start(), game.parse_position(kiwipete).unwrap()] {
        for stopped in [false, true] {
            let time = TimeControl::PerMove(Duration::from_nanos(1));
            let request = Request::new(Limits { time, ..Limits::default() });
            let (table, stop) = (Table::new(1), StopSignal::new());
            if stopped {
                stop.stop();
            }
            let report =
                alphabeta::search(&game, &game.evaluator(), &position, &request, &table, &stop, &mut |_| {});
            assert_eq!(report.depth, 1, "{report:?}");
        }
    }
}
