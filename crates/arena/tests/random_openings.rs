//! Openings drawn from a seed: repeatable, different, even.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashSet;
use std::sync::Arc;

use mossa_arena::openings::{Opening, OpeningSource, RandomOpenings};
use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnyGame, LineAssessment, Means, Registry, open};
use mossa_game::{Assessment, Verdict};
use mossa_search::{Limits, StopSignal, Table};

fn drawn(game: &Arc<dyn AnyGame>, plies: u32, seed: u64, best_of: usize, count: usize) -> Vec<Opening> {
    let mut openings = RandomOpenings::new(game.clone(), plies, seed, best_of);
    (0..count).map(|i| openings.nth(i).unwrap()).collect()
}

/// What a search of so many nodes finds.
fn value(game: &Arc<dyn AnyGame>, opening: &Opening, nodes: u64) -> Assessment {
    let means = Means { seed: 0, limits: Limits::nodes(nodes), threads: 1, table: Arc::new(Table::new(16)) };
    let position = opening.position(game).unwrap();
    let analysis = position.analyse(&means.request(1), &StopSignal::new(), &mut |_| {});
    match analysis.lines[0].value {
        LineAssessment::Mover(value) => value,
        LineAssessment::Each(_) => panic!("a game of two"),
    }
}

fn is_decided(value: Assessment) -> bool {
    matches!(value, Assessment::Proven { outcome: Verdict::Win | Verdict::Loss, .. })
}

#[test]
fn a_seed_gives_the_same_openings_in_whatever_order_they_are_asked_for() {
    let game = open("mnk:6,6,4").unwrap();
    let openings = drawn(&game, 3, 7, 8, 6);
    let mut again = RandomOpenings::new(game.clone(), 3, 7, 8);
    assert_eq!(again.nth(5).unwrap(), openings[5]);
    assert_eq!(again.nth(2).unwrap(), openings[2]);
    assert_ne!(drawn(&game, 3, 8, 8, 6), openings);
    let mut resumed = OpeningSource::Random { plies: 3, best_of: 8 }.book(&game, 7);
    resumed.remember(openings[..4].iter().cloned().enumerate().collect()).unwrap();
    assert_eq!((0..6).map(|i| resumed.opening(i).unwrap()).collect::<Vec<_>>(), openings);
    assert!(
        resumed
            .remember([(7, Opening { moves: vec!["?".to_owned()], ..Opening::default() })].into())
            .is_err()
    );
}

/// The very moves: whoever changes how openings are drawn changes the runs of everybody who gave a seed.
#[test]
fn chance_is_the_same_everywhere() {
    let game = open("mnk:15,15,5").unwrap();
    let texts: Vec<String> = drawn(&game, 4, 1, 1, 3).iter().map(Opening::text).collect();
    assert_eq!(texts, FIXED);
}

const FIXED: [&str; 3] = ["d13 e14 c2 l2", "h10 g3 f3 b12", "i8 j6 l12 g7"];

#[test]
fn openings_have_their_length_and_go_on() {
    let game = open("mnk:5,5,4").unwrap();
    for plies in [1, 2, 5, 8] {
        let openings = drawn(&game, plies, 3, 8, 10);
        let mut keys = HashSet::new();
        for opening in &openings {
            let position = opening.position(&game).unwrap();
            assert_eq!(position.history().len(), plies as usize);
            assert!(position.result().is_none() && opening.start.is_none());
            assert_eq!(keys.insert(position.key()), !opening.repeated, "told if it came before");
        }
    }
    for opening in drawn(&game, 0, 3, 8, 3) {
        assert_eq!(opening, Opening::default());
    }
}

/// The size of the advantage by a search as short as the one that chooses; a win is the largest.
fn advantage(game: &Arc<dyn AnyGame>, opening: &Opening) -> i32 {
    match value(game, opening, 2_000) {
        Assessment::Guess { score } => score.abs(),
        Assessment::Proven { outcome: Verdict::Draw, .. } => 0,
        Assessment::Proven { .. } => i32::MAX,
    }
}

#[test]
fn balanced_openings_are_more_even_than_others() {
    let game = open("mnk:9,9,5").unwrap();
    let median = |best_of| {
        let openings = drawn(&game, 6, 5, best_of, 15);
        let mut advantages: Vec<i32> = openings.iter().map(|opening| advantage(&game, opening)).collect();
        advantages.sort_unstable();
        advantages[advantages.len() / 2]
    };
    let (balanced, any) = (median(8), median(1));
    assert!(2 * balanced < any, "{balanced} of balanced openings, {any} of others");
}

/// In Dipole most openings of random moves are decided, and a short search does not see it.
#[test]
fn the_best_of_many_are_even_where_most_openings_are_decided() {
    let game = open("dipole").unwrap();
    let even = |best_of| {
        let openings = drawn(&game, 4, 3, best_of, 6);
        let values = openings.iter().map(|opening| value(&game, opening, 100_000));
        values.filter(|value| matches!(value, Assessment::Guess { score } if score.abs() < 200)).count()
    };
    let (of_many, of_few) = (even(64), even(8));
    assert!(of_many >= 5 && of_few < of_many, "{of_many} of the best of 64, {of_few} of the best of 8");
}

#[test]
fn proven_draws_are_fine_and_losses_are_not() {
    let game = open("mnk:3,3,3").unwrap();
    // After a corner only the centre holds, after an edge some cells, after the centre the corners.
    let good: Vec<Opening> = drawn(&game, 2, 1, 8, 100).into_iter().filter(|o| !o.repeated).collect();
    assert!(good.iter().all(|opening| !opening.decided && !is_decided(value(&game, opening, 100_000))));
    let mut all = HashSet::new();
    for first in game.clone().start().moves() {
        let mut position = game.clone().start();
        position.play(&first.text).unwrap();
        for second in position.moves() {
            let moves = vec![first.text.clone(), second.text];
            let opening = Opening { moves, ..Opening::default() };
            if !is_decided(value(&game, &opening, 100_000)) {
                all.insert(opening.position(&game).unwrap().key());
            }
        }
    }
    let found: HashSet<u64> = good.iter().map(|opening| opening.position(&game).unwrap().key()).collect();
    assert_eq!(found, all, "all of them come before one comes again");
}

#[test]
fn where_everything_is_won_the_flag_says_so() {
    // Three in a row on a board of 4x4 is won by the first player, whatever the first move.
    let game = open("mnk:4,4,3").unwrap();
    let openings = drawn(&game, 1, 2, 8, 20);
    assert!(openings.iter().all(|opening| opening.decided));
    assert_eq!(openings.iter().filter(|opening| !opening.repeated).count(), 16, "each cell once");
    let plain = drawn(&game, 1, 2, 1, 20);
    assert!(plain.iter().all(|opening| !opening.decided), "nobody looked");
}

#[test]
fn too_many_plies_are_an_error_and_nearly_too_many_are_not() {
    let game = open("mnk:3,3,3").unwrap();
    let error = RandomOpenings::new(game.clone(), 9, 1, 8).nth(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no opening of 9 random plies in mnk:3,3,3; expected fewer plies: the game is over before"
    );
    assert!(RandomOpenings::new(game.clone(), 1000, 1, 1).nth(4).is_err());
    for opening in drawn(&game, 8, 1, 8, 150) {
        let position = opening.position(&game).unwrap();
        assert!(position.result().is_none() && position.history().len() == 8);
    }
}

#[test]
fn more_players_have_openings_too() {
    let registry = Registry::empty().with(NimFamily);
    let game = registry.open("nim:5.6.7,players=3,most=3").unwrap();
    let openings = drawn(&game, 3, 1, 8, 10);
    assert_eq!(openings, drawn(&game, 3, 1, 8, 10));
    assert!(openings.iter().all(|opening| opening.position(&game).unwrap().result().is_none()));
}
