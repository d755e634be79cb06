//! What the analysis of all positions stands on: moves and their origins, and values that a plain search agrees with.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;

use mossa_chinese_checkers::holes::Holes;
use mossa_chinese_checkers::profile::{Goal, Lock};
use mossa_chinese_checkers::space::Positions;
use mossa_chinese_checkers::{ChineseCheckers, Hole, Position, Profile};
use mossa_game::{Game, MAX_PLAYERS, Notation, Playable, Player, SolveRequest, Verdict};
use mossa_solve::Space;
use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every combination of switches.
fn profiles() -> Vec<Profile> {
    let locks = [Lock::No, Lock::Ends, Lock::Landings];
    let mut all = Vec::new();
    for goal in [Goal::All, Goal::Fill] {
        for goal_lock in locks {
            for home_lock in locks {
                for (rest, transit) in [(true, true), (true, false), (false, true), (false, false)] {
                    all.push(Profile { goal, goal_lock, home_lock, rest, transit });
                }
            }
        }
    }
    all
}

/// Pieces of two players anywhere they may rest.
fn scattered(game: &ChineseCheckers<1>, random: &mut Xoshiro256PlusPlus) -> [Holes<1>; MAX_PLAYERS] {
    let mut free: Vec<Hole> = game.board().rights(Player::FIRST).rest.iter().collect();
    let mut pieces = [Holes::EMPTY; MAX_PLAYERS];
    for own in pieces.iter_mut().take(2) {
        for _ in 0..game.board().pieces {
            own.insert(free.swap_remove(random.random_range(0..free.len())));
        }
    }
    pieces
}

#[test]
fn pieces_come_from_where_they_can_go_from() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = 0;
    for profile in profiles() {
        let game = ChineseCheckers::<1>::new(2, 3, profile, None).unwrap();
        let board = game.board();
        for _ in 0..40 {
            let pieces = scattered(&game, &mut random);
            let occupied = pieces[0].with(&pieces[1]);
            let (player, rest) = (Player::FIRST, board.rights(Player::FIRST).rest);
            for here in pieces[0].iter() {
                for to in board.destinations(&occupied, player, here).iter() {
                    let mut after = occupied;
                    after.toggle(here);
                    after.toggle(to);
                    assert!(
                        board.origins(&after, player, to).contains(here),
                        "{profile:?} {pieces:?} {here:?} {to:?}"
                    );
                    moves += 1;
                }
                for from in board.origins(&occupied, player, here).among(&rest).iter() {
                    let mut before = occupied;
                    before.toggle(here);
                    before.toggle(from);
                    let there = board.destinations(&before, player, from);
                    assert!(there.contains(here), "{profile:?} {pieces:?} {from:?} {here:?}");
                }
            }
        }
    }
    assert!(moves > 10_000);
}

/// Where a chain may end but not go on, it ends.
#[test]
fn rest_and_transit_are_two_things() {
    let hops = |rules: Profile| -> Vec<String> {
        let game = ChineseCheckers::<1>::new(2, 1, rules, None).unwrap();
        let position = game.parse_position("1/4/3/1ba1/1 a").unwrap();
        game.legal_moves(&position).into_iter().map(|walk| game.move_text(&position, walk)).collect()
    };
    let into_the_corner = "e2-a2".to_owned();
    assert!(hops(Profile::FREE).contains(&into_the_corner));
    assert!(hops(Profile { transit: false, ..Profile::FREE }).contains(&into_the_corner));
    assert!(!hops(Profile { rest: false, ..Profile::FREE }).contains(&into_the_corner));
}

#[test]
fn every_position_has_one_number() {
    for (pieces, profile) in [(1, Profile::FREE), (1, Profile::SPECIAL)] {
        let game = ChineseCheckers::<1>::new(2, pieces, profile, None).unwrap();
        let positions = Positions::new(&game).unwrap();
        let mut seen = vec![0; positions.states() as usize];
        for position in all_positions(&game) {
            seen[positions.number(&position).unwrap() as usize] += 1;
        }
        assert!(seen.iter().all(|count| *count == 2), "once with either player to move");
    }
}

/// All positions of a game with one piece each.
fn all_positions(game: &ChineseCheckers<1>) -> Vec<Position<1>> {
    let rest = game.board().rights(Player::FIRST).rest;
    let mut all = Vec::new();
    for first in rest.iter() {
        for second in rest.iter().filter(|second| *second != first) {
            for mover in Player::all(2) {
                let mut pieces = [Holes::EMPTY; MAX_PLAYERS];
                (pieces[0], pieces[1]) = (Holes::of([first]), Holes::of([second]));
                all.push(Position::new(game.board(), pieces, mover, 0));
            }
        }
    }
    all
}

/// By the texts of positions: who wins, and after how many plies.
type Values = HashMap<String, (Verdict, u32)>;

/// Values by looking again and again at all moves of all positions until nothing changes.
fn plain_values(game: &ChineseCheckers<1>, positions: &[Position<1>]) -> Values {
    let mut values = Values::new();
    for position in positions {
        if let Some(outcome) = game.result(position) {
            values.insert(game.position_text(position), (outcome.verdict(position.to_move()), 0));
        }
    }
    for plies in 1.. {
        let mut found = Vec::new();
        for position in
            positions.iter().filter(|position| !values.contains_key(&game.position_text(position)))
        {
            let after: Vec<Option<(Verdict, u32)>> = game
                .legal_moves(position)
                .into_iter()
                .map(|walk| {
                    let mut after = position.clone();
                    game.play(&mut after, walk);
                    values.get(&game.position_text(&after)).copied()
                })
                .collect();
            if after.iter().flatten().any(|(verdict, _)| *verdict == Verdict::Loss) {
                found.push((game.position_text(position), (Verdict::Win, plies)));
            } else if after.iter().all(|value| matches!(value, Some((Verdict::Win, _)))) {
                found.push((game.position_text(position), (Verdict::Loss, plies)));
            }
        }
        if found.is_empty() {
            return values;
        }
        values.extend(found);
    }
    values
}

#[test]
fn the_solver_tells_what_plain_search_finds() {
    for (name, profile) in Profile::NAMED {
        let game = ChineseCheckers::<1>::new(2, 1, profile, None).unwrap();
        let positions = all_positions(&game);
        let values = plain_values(&game, &positions);
        let solver = game.solver(0).unwrap();
        assert!(solver.is_quick());
        let request = SolveRequest { threads: 2, ..SolveRequest::default() };
        assert!(solver.solve(&game, &game.start(), &request, &|| true).is_none(), "it was told to stop");
        let mut checked = 0;
        for position in positions.iter().filter(|position| game.result(position).is_none()) {
            let text = game.position_text(position);
            let solution = solver.solve(&game, position, &request, &|| false).unwrap();
            let found = solution.value.plies.map(|plies| (solution.value.outcome, plies));
            assert_eq!(found, values.get(&text).copied(), "{name} {text}");
            assert_eq!(solution.moves.len(), game.legal_moves(position).len(), "{name} {text}");
            if let Some((_, plies)) = found {
                assert_eq!(solution.line.len() as u32, plies, "{name} {text}");
                let mut end = position.clone();
                solution.line.iter().for_each(|walk| game.try_play(&mut end, *walk).unwrap());
                assert!(game.result(&end).is_some(), "{name} {text}");
            }
            checked += 1;
        }
        assert!(checked > 40, "{name}: {checked}");
    }
}
