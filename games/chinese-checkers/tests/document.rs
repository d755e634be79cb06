//! The search of the students' report: its published figures, and a plain search with the same counts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod plain;

use mossa_chinese_checkers::document::{Base, Explored};
use mossa_chinese_checkers::shape::Place;
use mossa_chinese_checkers::{ChineseCheckers, Hole, Profile, Shape};
use mossa_game::Game;
use plain::Plain;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

/// The published figures, as the experiment of the laboratory has them: one step for each board.
fn published() -> Vec<Value> {
    let preset: Value = serde_json::from_str(include_str!("../lab/chinese-checkers-document.json")).unwrap();
    preset["steps"].as_array().unwrap().clone()
}

/// Finds the figures of one step again.
fn check<const W: usize>(step: &Value, pieces: usize) {
    let base = Base::<W>::new(pieces).unwrap();
    let turns = step["turns"].as_u64().unwrap() as u32;
    let openings = base.openings();
    let figure = |name: &str, number: usize| step["published"][name][number].as_u64().unwrap();
    assert_eq!(step["published"]["nodes"].as_array().unwrap().len(), openings.len());
    for (number, opening) in openings.into_iter().enumerate() {
        let Explored { score, counts } = base.explore(opening, turns, &|| false).unwrap();
        let found = (counts.nodes, counts.finals, counts.cutoffs);
        let expected = (figure("nodes", number), figure("finals", number), figure("cutoffs", number));
        assert_eq!(found, expected, "{pieces} pieces, opening {}", number + 1);
        let result = step["published"]["results"][number].as_str().unwrap();
        assert_eq!(["loss", "draw", "win"][(score + 1) as usize], result);
    }
}

#[test]
fn the_tables_of_three_and_ten_pieces_are_found_again() {
    let steps = published();
    check::<1>(&steps[1], 3);
    check::<2>(&steps[2], 10);
}

#[test]
#[ignore = "half a milliard of nodes: some seconds"]
fn the_table_of_one_piece_is_found_again() {
    check::<1>(&published()[0], 1);
}

#[test]
fn the_openings_are_those_of_the_report() {
    let places = |base: &Base<1>| base.openings().into_iter().map(|o| base.places(o)).collect::<Vec<_>>();
    assert_eq!(places(&Base::new(1).unwrap()), [((4, 3), (3, 2)), ((4, 3), (3, 4))]);
    let three = [
        ((7, 5), (6, 4)),
        ((7, 5), (6, 6)),
        ((7, 7), (6, 6)),
        ((7, 7), (6, 8)),
        ((8, 6), (6, 4)),
        ((8, 6), (6, 8)),
    ];
    assert_eq!(places(&Base::new(3).unwrap()), three);
    assert!(Base::<1>::new(10).is_none() && Base::<3>::new(15).is_none() && Base::<1>::new(2).is_none());
}

/// Both searches of a position.
fn compare<const W: usize>(base: &Base<W>, shape: Shape, pieces: &[Vec<Place>; 2], side: usize, turns: u32) {
    let places = shape.places();
    let hole = |place: &Place| Hole(places.binary_search(place).unwrap() as u8);
    let holes = [0, 1].map(|side: usize| pieces[side].iter().map(hole).collect::<Vec<Hole>>());
    let mut plain = Plain::new(shape, pieces.clone());
    let score = plain.search(side, i32::MIN, i32::MAX, turns);
    let found = base.explore_from([&holes[0], &holes[1]], side, turns, &|| false).unwrap();
    let expected = Explored { score, counts: plain.counts };
    assert_eq!(found, expected, "{pieces:?}, side {side}, {turns} turns");
}

#[test]
fn after_openings_everything_is_counted_as_the_plain_search_does() {
    fn from_start<const W: usize>(pieces: usize, most: u32) {
        let (base, shape) = (Base::<W>::new(pieces).unwrap(), Shape::star(pieces).unwrap());
        for turns in 1..=most {
            for (piece, to) in Plain::start(shape).moves(0) {
                let mut position = Plain::start(shape);
                position.play(0, piece, to);
                compare(&base, shape, &position.pieces, 1, turns);
            }
        }
    }
    from_start::<1>(1, 13);
    from_start::<1>(3, 6);
    from_start::<2>(6, 4);
    from_start::<2>(10, 4);
}

#[test]
fn in_crowded_and_almost_won_positions_too() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for pieces in [1, 3, 6] {
        let (base, shape) = (Base::<2>::new(pieces).unwrap(), Shape::star(pieces).unwrap());
        let point = |wanted: u8| {
            let places = shape.places().into_iter();
            places.filter(|p| shape.point(*p).is_some_and(|p| p.0 == wanted)).collect::<Vec<_>>()
        };
        for round in 0..400 {
            // Everybody's pieces are anywhere, or in the goal but for one or two, or in a corner at the side.
            let mut taken: Vec<Place> = Vec::new();
            let lists = [1, 0].map(|goal: u8| {
                let near = [point(goal), shape.places(), point(2 + (round % 4) as u8)];
                let mut list: Vec<Place> = Vec::new();
                while list.len() < pieces {
                    let from =
                        &near[if random.random_range(0..4) > 0 { 0 } else { random.random_range(0..3) }];
                    let place = from[random.random_range(0..from.len())];
                    if taken.contains(&place) {
                        let all = shape.places();
                        let any = all[random.random_range(0..all.len())];
                        if !taken.contains(&any) && random.random_range(0..3) == 0 {
                            taken.push(any);
                            list.push(any);
                        }
                    } else {
                        taken.push(place);
                        list.push(place);
                    }
                }
                list
            });
            // Both searches may only look at whoever moved last.
            if Plain::new(shape, lists.clone()).winner().is_some() {
                continue;
            }
            for turns in 0..=3 {
                compare(&base, shape, &lists, round % 2, turns);
            }
        }
    }
}

#[test]
fn who_cannot_move_passes_as_in_the_report() {
    // One piece in a tip, with walls beside it and behind them. Nobody gets there in a game with as many pieces each.
    let shape = Shape::star(3).unwrap();
    let base = Base::<1>::new(3).unwrap();
    let tip = (2, 0);
    let walls = [(2, 2), (3, 1), (2, 4), (4, 2)];
    for extra in [vec![], vec![(6, 6)], vec![(6, 4), (7, 5), (5, 5)]] {
        let first: Vec<Place> = walls.iter().chain(&extra).copied().collect();
        let lists = [first, vec![tip]];
        assert!(Plain::new(shape, lists.clone()).moves(1).is_empty());
        for turns in 1..=4 {
            compare(&base, shape, &lists, 1, turns);
            compare(&base, shape, &lists, 0, turns);
            let exchanged = [lists[1].clone(), lists[0].clone()];
            compare(&base, shape, &exchanged, 0, turns);
            compare(&base, shape, &exchanged, 1, turns);
        }
    }
}

#[test]
fn marks_on_steps_lose_no_move() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let game = ChineseCheckers::<2>::new(2, 10, Profile::FREE, None).unwrap();
    let shape = Shape::star(10).unwrap();
    let places = shape.places();
    let mut position = game.start();
    let mut plain = Plain::start(shape);
    for ply in 0..400 {
        let mut legal = game.legal_moves(&position);
        let mut listed: Vec<(Place, Place)> =
            plain.moves(ply % 2).into_iter().map(|(piece, to)| (plain.pieces[ply % 2][piece], to)).collect();
        legal.sort_by_key(|walk| (walk.from, walk.to));
        listed.sort_unstable();
        let same = legal.iter().map(|walk| (places[walk.from.index()], places[walk.to.index()]));
        assert!(same.eq(listed.iter().copied()), "ply {ply}");
        let walk = legal[random.random_range(0..legal.len())];
        let from = places[walk.from.index()];
        let piece = plain.pieces[ply % 2].iter().position(|place| *place == from).unwrap();
        plain.play(ply % 2, piece, places[walk.to.index()]);
        game.play(&mut position, walk);
        if game.outcome(&position).is_some() {
            break;
        }
    }
}

#[test]
fn it_gives_up_when_told() {
    let base = Base::<1>::new(3).unwrap();
    assert_eq!(base.explore(base.openings()[0], 12, &|| true), None);
}
