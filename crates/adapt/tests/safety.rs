//! The exploiting style never gives away a theoretical result, whatever it believes of the opponent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use mossa_adapt::suspects::{Suspects, Suspicion};
use mossa_adapt::{Adaptive, Bot, Judge, Means, Profile, Settings, Style};
use mossa_engine::{AnyGame, AnyPosition};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The result of a position for the player to move, by the solver alone: 1, 0 or -1.
fn theory(position: &dyn AnyPosition) -> i32 {
    let order = mossa_engine::SolveOrder::value_only();
    let stop = mossa_search::StopSignal::default();
    let solved = position.solve(&order, &stop).unwrap().unwrap();
    match solved.value.outcome {
        mossa_game::Verdict::Win => 1,
        mossa_game::Verdict::Draw => 0,
        mossa_game::Verdict::Loss => -1,
    }
}

/// A profile that believes anything.
fn any_profile(game: &Arc<dyn AnyGame>, dice: &mut Xoshiro256PlusPlus) -> Profile {
    let mut profile = Profile::new(game.name(), "anybody", &game.themes());
    profile.decisions = dice.random_range(0.0..50.0);
    profile.errors = profile.decisions * dice.random::<f64>();
    let names = ["careless", "ordinary-1", "neutral-2", "diagonal-4", "edge-4", "horizontal-3", "centre-1"];
    let weights = names.map(|name| (name.to_owned(), -10.0 * dice.random::<f64>()));
    profile.suspicion = Suspicion { weights: weights.into() };
    profile
}

/// Checks so many positions: those of games in which random moves, moves of bots and moves of the player mix.
fn check(positions: usize, seed: u64) {
    let game = mossa_engine::open("connect4").unwrap();
    let judge = Arc::new(Judge::new(&*game, Means::Solver, 0).unwrap());
    let suspects = Arc::new(Suspects::of(&game));
    let bots = Bot::all(&game, seed);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let settings = Settings::new(Style::Exploit, Means::Solver);
    let (mut checked, mut lost_ground) = (0, 0);
    while checked < positions {
        let mut player =
            Adaptive::sharing(&game, "anybody", settings.clone(), judge.clone(), suspects.clone())
                .with_profile(any_profile(&game, &mut dice))
                .unwrap();
        let mut position = game.clone().start();
        while position.result().is_none() && checked < positions {
            let chosen = player.choose(&*position).unwrap();
            let before = theory(&*position);
            let mut after = position.boxed_clone();
            after.play(&chosen.text).unwrap();
            assert_eq!(
                -theory(&*after),
                before,
                "{} by {} ({:?})",
                position.text(),
                chosen.text,
                chosen.reason
            );
            checked += 1;
            let moves = position.moves();
            let text = match dice.random_range(0..4) {
                0 => chosen.text,
                1 => bots[dice.random_range(0..bots.len())].choose(&*position).unwrap(),
                _ => moves[dice.random_range(0..moves.len())].text.clone(),
            };
            lost_ground += usize::from(text != *moves[0].text);
            position.play(&text).unwrap();
        }
    }
    assert!(lost_ground > 0, "games differ");
}

#[test]
fn nothing_is_given_away() {
    check(150, 1);
}

#[test]
#[ignore = "minutes: ten thousand positions"]
fn nothing_is_given_away_in_ten_thousand_positions() {
    check(10_000, 2);
}
