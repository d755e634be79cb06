//! The fewest moves home alone, against a program that nobody here wrote, and races against solved games.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_chinese_checkers::holes::Holes;
use mossa_chinese_checkers::race::{Race, Solo, passed};
use mossa_chinese_checkers::space::Positions;
use mossa_chinese_checkers::{ChineseCheckers, Hole, Position, Profile, Progress, Setup};
use mossa_game::{Evaluate, Game, MAX_PLAYERS, Player};
use mossa_solve::Worth;
use serde_json::Value;

fn check<const W: usize>(expected: &Value) {
    let pieces = expected["pieces"].as_u64().unwrap() as usize;
    let profile = Profile::named(expected["rules"].as_str().unwrap()).unwrap();
    let game = ChineseCheckers::<W>::with(&Setup::star(2, pieces, profile).unwrap()).unwrap();
    let solo = Solo::new(game.board(), u64::MAX).unwrap();
    let levels: Vec<u64> =
        expected["levels"].as_array().unwrap().iter().map(|level| level.as_u64().unwrap()).collect();
    assert_eq!(solo.levels(), levels, "{expected}");
    assert_eq!(Some(solo.placements()), expected["subsets"].as_u64());
    let start = game.start();
    for player in [Player::FIRST, Player::SECOND] {
        let moves = solo.moves(start.pieces(player), player).map(u64::from);
        assert_eq!(moves, expected["min_moves"].as_u64(), "{expected}");
        let arrived = solo.moves(&game.board().rights(player).goal, player);
        assert_eq!(arrived, Some(0), "{expected}");
    }
}

fn check_with(pieces: &[u64]) -> usize {
    let all =
        include_str!("data/solo.jsonl").lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let chosen = all.filter(|expected| pieces.contains(&expected["pieces"].as_u64().unwrap()));
    chosen.map(|expected| if pieces == [6] { check::<2>(&expected) } else { check::<1>(&expected) }).count()
}

#[test]
fn one_and_three_pieces_come_home_in_as_many_moves_as_others_found() {
    assert_eq!(check_with(&[1, 3]), 10);
}

#[test]
#[ignore = "takes two minutes; part of scripts/prove"]
fn six_pieces_come_home_in_as_many_moves_as_others_found() {
    assert_eq!(check_with(&[6]), 4);
}

#[test]
fn too_many_placements_are_refused() {
    let game = ChineseCheckers::<2>::with(&Setup::star(2, 6, Profile::SPECIAL).unwrap()).unwrap();
    assert!(Solo::new(game.board(), 13_983_815).is_none());
    let large = ChineseCheckers::<2>::with(&Setup::star(2, 10, Profile::SPECIAL).unwrap()).unwrap();
    assert!(Solo::new(large.board(), u64::MAX).is_none(), "81 cells are more than a word has bits");
}

/// Three pieces by the rules of the default: whoever is ahead wins all races with an empty row between the armies, and
/// nearly all others; with two empty rows the game lasts as long as the race. So it is a good guess; but it is no proof,
/// because pieces may go back and meet.
#[test]
fn races_are_won_by_whoever_needs_fewer_moves() {
    let game = ChineseCheckers::<1>::with(&Setup::star(2, 3, Profile::SPECIAL).unwrap()).unwrap();
    let solo = Solo::new(game.board(), 10_000).unwrap();
    let positions = Positions::new(&game).unwrap();
    let table = mossa_solve::solve(&positions, &mossa_solve::Order::quiet(2)).unwrap();
    // For each number of rows from one army to the other: races, those that the other one wins, those that last otherwise.
    let mut counts = [[0; 3]; 5];
    for number in 0..table.states() {
        let position = positions.position(&game, number);
        if game.outcome(&position).is_some() || !passed(game.board(), &position) {
            continue;
        }
        let race = Race::between(&solo, &position).unwrap();
        let row = |hole: Option<Hole>| game.board().place(hole.unwrap()).0;
        let rows = row(position.pieces(Player::SECOND).first()) - row(position.pieces(Player::FIRST).last());
        let (won, plies) = match table.worth(number).unwrap() {
            Worth::Win(plies) => (true, plies),
            Worth::Loss(plies) => (false, plies),
            other => panic!("{other:?}"),
        };
        let expected = if race.lead() > 0 { 2 * race.mine - 1 } else { 2 * race.yours };
        counts[rows][0] += 1;
        counts[rows][1] += u32::from(won != (race.lead() > 0));
        counts[rows][2] += u32::from(plies != expected);
    }
    assert_eq!(counts, [[0; 3], [86_532, 212, 2702], [22_730, 0, 94], [3800, 0, 0], [361, 0, 0]]);
}

/// The game counts the moves in half of the board only, which is the same.
#[test]
fn half_of_the_board_is_enough_for_three_pieces() {
    let game = ChineseCheckers::<1>::with(&Setup::star(2, 3, Profile::SPECIAL).unwrap()).unwrap();
    let (half, all) = (game.solo().unwrap(), Solo::new(game.board(), 10_000).unwrap());
    let board = game.board();
    let above: Vec<Hole> =
        board.rights(Player::FIRST).rest.iter().filter(|hole| board.place(*hole).0 <= 4).collect();
    let mut placements = 0;
    for (i, a) in above.iter().enumerate() {
        for (j, b) in above[..i].iter().enumerate() {
            for c in &above[..j] {
                let pieces = Holes::<1>::of([*a, *b, *c]);
                let (short, long) =
                    (all.moves(&pieces, Player::FIRST).unwrap(), half.moves(&pieces, Player::FIRST).unwrap());
                assert_eq!(short, long, "{pieces:?}");
                placements += 1;
            }
        }
    }
    assert_eq!(placements, half.placements());
}

/// Ten pieces are counted in the last six rows, six pieces in half of the board.
#[test]
fn as_many_rows_are_counted_as_there_is_room_for() {
    for (pieces, placements) in [(6, 376_740), (10, 352_716)] {
        let game = ChineseCheckers::<2>::with(&Setup::star(2, pieces, Profile::FREE).unwrap()).unwrap();
        let solo = game.solo().unwrap();
        assert_eq!(solo.placements(), placements);
        assert_eq!(solo.moves(&game.board().rights(Player::SECOND).goal, Player::SECOND), Some(0));
        assert_eq!(solo.moves(&game.board().rights(Player::SECOND).home, Player::SECOND), None);
    }
}

/// The named parts add up to the value, in races, too.
#[test]
fn races_are_explained() {
    let game = ChineseCheckers::<2>::with(&Setup::star(2, 6, Profile::SPECIAL).unwrap()).unwrap();
    let board = game.board();
    let mut pieces = [Holes::EMPTY; MAX_PLAYERS];
    for player in [Player::FIRST, Player::SECOND] {
        pieces[player.index()] = board.rights(player).goal;
    }
    // Each has a piece that waits before the goal; the first one's waits a row further away.
    for (player, from, to) in [(0, (2, 9), (5, 10)), (1, (10, 9), (9, 10))] {
        pieces[player].remove(board.hole(from).unwrap());
        pieces[player].insert(board.hole(to).unwrap());
    }
    let position = Position::new(board, pieces, Player::FIRST, 0);
    let race = Race::of(&game, &position).unwrap();
    assert!(race.yours == 1 && race.mine > 1, "{race:?}");
    let terms = Progress.explain(&game, &position);
    assert_eq!(terms[0].name, "race");
    let sum: i32 = terms.iter().map(|term| term.points[0] - term.points[1]).sum();
    let value = Progress.value(&game, &position, &Progress.fresh(&game, &position));
    assert_eq!(value.raw(), sum);
    assert!(sum < 0);
}
