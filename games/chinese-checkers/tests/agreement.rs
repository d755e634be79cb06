//! A second implementation, from the rules alone and as plain as can be, counts as many positions as the bitboards do: one
//! ply further than the published counts go.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod drawn;
mod layers;

use drawn::{Drawn, Rules};
use mossa_chinese_checkers::{ChineseCheckers, Profile};
use mossa_game::{Game, Notation, Perft, perft};
use serde_json::Value;

/// How many positions are expanded in every run.
const FEW: u64 = 2_000;

/// Compares the counts of both kinds, ways of playing on and different positions, with the published ones and, one ply
/// further, with those of the bitboards; not beyond plies with more than `most` positions.
fn one_ply_more<const W: usize>(
    (players, pieces): (usize, usize),
    profile: Profile,
    (walks, unique): (&[u64], &[u64]),
    most: u64,
) {
    let game = ChineseCheckers::<W>::new(players, pieces, profile, None).unwrap();
    let name = game.options_text();
    let rules = Rules::named(profile.name().unwrap());
    let mut layer = Drawn::new(players, pieces, rules).layer();
    let deepest = walks.len().max(unique.len());
    for plies in 0..=deepest {
        let ways = layer.ways();
        if let Some(expected) = plies.checked_sub(1).and_then(|at| walks.get(at)) {
            assert_eq!(ways, *expected, "{name}: {plies} plies, played one by one");
        }
        if let Some(expected) = unique.get(plies) {
            assert_eq!(layer.len() as u64, *expected, "{name}: different positions after {plies} plies");
        }
        if plies == unique.len() {
            assert_eq!(layer.len(), different(&game, plies), "{name}: one ply more, {plies}");
        }
        if plies == walks.len() {
            let found = perft(&game, &mut game.start(), plies as u32 + 1, Perft::default());
            assert_eq!(found, layer.moves(), "{name}: one ply more than {plies}");
        }
        if plies == deepest || layer.len() as u64 > most {
            return;
        }
        layer = layer.next();
    }
}

/// How many different positions the bitboards reach in so many plies.
fn different<const W: usize>(game: &ChineseCheckers<W>, plies: usize) -> usize {
    let mut last = vec![game.start()];
    for _ in 0..plies {
        last = layers::next(game, &last);
    }
    last.len()
}

fn compare(most: u64) {
    let all: Value = serde_json::from_str(include_str!("data/perft.json")).unwrap();
    let numbers = |value: &Value| -> Vec<u64> {
        value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
    };
    let vectors = all["vectors"].as_array().unwrap();
    assert!(vectors.len() > 30);
    for vector in vectors {
        let number = |name: &str| vector[name].as_u64().unwrap() as usize;
        let size = (number("players"), number("pieces"));
        let profile = Profile::named(vector["rules"].as_str().unwrap()).unwrap();
        let published = (&*numbers(&vector["perft"]), &*numbers(&vector["unique"]));
        if size.1 <= 3 {
            one_ply_more::<1>(size, profile, published, most);
        } else {
            one_ply_more::<2>(size, profile, published, most);
        }
    }
}

#[test]
fn two_implementations_agree() {
    compare(FEW);
}

#[test]
#[ignore = "takes some minutes; part of scripts/prove"]
fn two_implementations_agree_one_ply_beyond_the_published_counts() {
    compare(u64::MAX);
}
