//! What MaxN and Best-Reply Search tell for certain is true, wherever they are broken off.

#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "other tests use the rest")]
mod plain;
mod random_tree;

use mossa_conformance::toy::{LastStone, Nim};
use mossa_game::{Assessment, Evaluate, Game, Player, Shares, Symmetric, Tactics, Turns, Value};
use mossa_search::multiplayer::{self, Method};
use mossa_search::reference::exhaust;
use mossa_search::{Limits, LineValue, Report, Request, StopSignal, Table};
use plain::plain_maxn;
use random_tree::{Coarse, RandomTree, mix};

/// Longer than all games here.
const TO_THE_END: u32 = 40;

fn search<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
    method: Method,
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
) -> Report<G::Move> {
    let (table, stop) = (Table::with_buckets(1), StopSignal::new());
    multiplayer::search(method, game, evaluator, position, request, &table, &stop, &mut |_| {})
}

/// Searches with random limits, for one line and for several; how often a result was certain.
fn broken_off<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    seed: u64,
    check: impl Fn(&Report<G::Move>, &str) -> u32,
) -> u32 {
    let mut certain = 0;
    for method in [Method::MaxN, Method::BestReply] {
        for i in 0..12 {
            // Small limits break off early iterations, large ones late ones.
            let nodes = 1 + mix(seed * 100 + i) % (4 << (i / 2));
            let request = Request { lines: 1 + (i % 3) as usize, ..Request::new(Limits::nodes(nodes)) };
            let report = search(method, game, evaluator, &game.start(), &request);
            certain += check(&report, &format!("{method:?}, seed {seed}, {request:?}"));
        }
    }
    certain
}

/// With two players every win and loss that is told is one, and so is every draw.
fn assert_true_for_two<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    seed: u64,
) -> u32 {
    let truth = exhaust(game, &mut game.start());
    broken_off(game, evaluator, seed, |report, about| {
        let LineValue::Mover { value, exhausted } = report.lines[0].value else { return 0 };
        let Assessment::Proven { outcome, plies } = value.assessment(exhausted) else { return 0 };
        let right = match plies {
            None => truth == Value::DRAW,
            Some(_) if exhausted => value == truth,
            Some(plies) => Value::proven(outcome, plies).is_win() == truth.is_win() && truth.is_decided(),
        };
        assert!(right, "{about}: {value} is not {truth}");
        1
    })
}

#[test]
fn two_players_are_told_the_truth() {
    let mut certain = 0;
    for seed in 0..300 {
        let (height, width) = (2 + (seed % 5) as u8, 2 + (seed % 4) as u8);
        let tree = RandomTree {
            players: 2,
            seed,
            height,
            width,
            ends_early: seed % 3 > 0,
            irregular: seed % 5 == 4,
        };
        certain += assert_true_for_two(&tree, &Coarse, seed);
        let heaps: Vec<u8> = (0..1 + seed % 3).map(|i| 1 + (mix(seed * 8 + i) % 3) as u8).collect();
        let nim = Nim::new(&heaps, 2, None).unwrap();
        certain += assert_true_for_two(&nim, &LastStone, seed);
    }
    assert!(certain > 1000, "some results are certain: {certain}");
}

/// With more players what MaxN tells for certain is what everybody for himself comes to, and Best-Reply Search tells
/// wins with the first move only.
fn assert_true_for_more<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    seed: u64,
) -> u32 {
    let (start, players) = (game.start(), game.players());
    let root = game.to_move(&start);
    let (truth, _) = plain_maxn(game, evaluator, &start, TO_THE_END, 0, root);
    broken_off(game, evaluator, seed, |report, about| match report.lines[0].value {
        LineValue::Each { exhausted: false, shares } => {
            let told = Player::all(players).map(|player| shares.assessment(player, players, false));
            assert!(told.into_iter().all(|told| matches!(told, Assessment::Guess { .. })), "{about}");
            0
        }
        LineValue::Each { shares, .. } => {
            assert_eq!(shares, truth, "{about}");
            1
        }
        LineValue::Mover { value, exhausted } => {
            let certain = value.is_decided() || exhausted;
            assert!(!certain || value == Value::win_in(1), "{about}: {value}");
            assert!(!certain || truth.of(root) == Shares::of_winner(1, players), "{about}: {truth:?}");
            u32::from(certain)
        }
    })
}

#[test]
fn more_players_are_told_the_truth() {
    let mut certain = 0;
    for players in 3..=5 {
        for seed in 0..80 {
            let (height, width) = (2 + (seed % 4) as u8, 2 + (seed % 3) as u8);
            let tree = RandomTree {
                players,
                seed,
                height,
                width,
                ends_early: seed % 3 > 0,
                irregular: seed % 5 == 4,
            };
            certain += assert_true_for_more(&tree, &Coarse, seed);
            let heaps: Vec<u8> = (0..1 + seed % 3).map(|i| 1 + (mix(seed * 8 + i) % 2) as u8).collect();
            certain += assert_true_for_more(&Nim::new(&heaps, players, None).unwrap(), &LastStone, seed);
        }
    }
    assert!(certain > 1000, "some results are certain: {certain}");
}

/// A depth limit leaves guesses somewhere, and then a result of three is not certain although shares look like one.
#[test]
fn a_result_among_guesses_is_a_guess() {
    let mut foreseen = 0;
    for seed in 0..400 {
        let tree = RandomTree { players: 3, seed, height: 6, width: 3, ends_early: true, irregular: false };
        for depth in 2..=4 {
            let request = Request::new(Limits::depth(depth));
            let report = search(Method::MaxN, &tree, &Coarse, &tree.start(), &request);
            let LineValue::Each { shares, exhausted } = report.lines[0].value else { continue };
            let (truth, _) = plain_maxn(&tree, &Coarse, &tree.start(), TO_THE_END, 0, Player::FIRST);
            assert!(!exhausted || shares == truth, "{seed} {depth}");
            let told = shares.assessment(Player::FIRST, 3, exhausted);
            foreseen +=
                u32::from(shares != truth && matches!(told, Assessment::Guess { score } if score > 36_000));
        }
    }
    assert!(foreseen > 0, "a win was foreseen that does not come");
}
