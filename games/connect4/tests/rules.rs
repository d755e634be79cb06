//! The rules against a slow, obvious implementation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod slow;

use mossa_connect4::geometry::{Any, Geometry, Standard};
use mossa_connect4::{Column, Connect4};
use mossa_game::{Game, IllegalMove, Notation, Outcome, Perft, Player, View, perft};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use slow::Grid;

fn compare_games<G: Geometry>(geometry: G, games: u64) {
    let game = Connect4::new(geometry);
    let (mut won, mut drawn) = (0, 0);
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut grid = Grid::new(geometry.width() as usize, geometry.height() as usize);
        let mut position = game.start();
        loop {
            let moves: Vec<usize> = game.legal_moves(&position).iter().map(|m| m.index() as usize).collect();
            assert_eq!(moves, grid.moves(), "{}", grid.drawn());
            assert_eq!(game.count_moves(&position), moves.len() as u64);
            for column in 0..u8::MAX {
                let legal = moves.contains(&usize::from(column));
                assert_eq!(game.is_legal(&position, Column(column)), legal, "{column} {}", grid.drawn());
            }
            let outcome = match grid.winner() {
                Some('x') => Some(Outcome::win(Player::FIRST, 2)),
                Some(_) => Some(Outcome::win(Player::SECOND, 2)),
                None => moves.is_empty().then(|| Outcome::draw(2)),
            };
            assert_eq!(game.outcome(&position), outcome, "{}", grid.drawn());
            assert_eq!(game.marked(&position).is_empty(), grid.winner().is_none());
            assert_eq!(
                (position.plies() as usize, game.is_won(&position)),
                (grid.stones, grid.winner().is_some())
            );
            // The board as the slow game draws it is the same position.
            assert_eq!(game.parse_position(&grid.drawn()).unwrap(), position, "{}", grid.drawn());
            if let Some(outcome) = outcome {
                won += u32::from(outcome.winner().is_some());
                drawn += u32::from(outcome.winner().is_none());
                break;
            }
            let column = moves[random.random_range(0..moves.len())];
            grid.play(column);
            game.play(&mut position, Column(column as u8));
        }
    }
    assert!(won > 0 || geometry.width() < 4 && geometry.height() < 4, "{won} won, {drawn} drawn");
}

#[test]
fn games_go_as_on_a_plain_grid() {
    compare_games(Standard::default(), 200);
    for (width, height) in [(8, 7), (4, 4), (3, 5), (9, 5), (2, 2)] {
        compare_games(Any::<u64>::new(width, height).unwrap(), 40);
    }
    for (width, height) in [(9, 7), (12, 9), (4, 30), (35, 2)] {
        compare_games(Any::<u128>::new(width, height).unwrap(), 10);
    }
}

#[test]
fn positions_are_counted_as_on_a_plain_grid() {
    let sizes =
        [(7, 6, 5), (4, 4, 8), (5, 4, 6), (4, 5, 7), (2, 6, 11), (6, 1, 6), (8, 7, 4), (3, 3, 9), (1, 9, 9)];
    for (width, height, depth) in sizes {
        let narrow = Connect4::new(Any::<u64>::new(width, height).unwrap());
        let wide = Connect4::new(Any::<u128>::new(width, height).unwrap());
        let grid = Grid::new(width as usize, height as usize);
        for (depth, ended) in (0..=depth).flat_map(|depth| [(depth, false), (depth, true)]) {
            let expected = grid.perft(depth, ended);
            for play_last in [false, true] {
                let how = Perft { ended, play_last };
                let found = perft(&narrow, &mut narrow.start(), depth, how);
                assert_eq!(found, expected, "{width}x{height} depth {depth} {how:?}");
                assert_eq!(perft(&wide, &mut wide.start(), depth, how), expected, "{width}x{height} {depth}");
            }
        }
    }
}

/// Where the standard board is also a board of any size, or of two words, everything but the key is the same.
#[test]
fn boards_of_all_kinds_agree() {
    let standard = Connect4::new(Standard::default());
    let any = Connect4::new(Any::<u64>::new(7, 6).unwrap());
    let wide = Connect4::new(Any::<u128>::new(7, 6).unwrap());
    for text in ["start", "4453", "44444222655", "1122334", "777777666666"] {
        let (a, b, c) = (
            standard.parse_position(text).unwrap(),
            any.parse_position(text).unwrap(),
            wide.parse_position(text).unwrap(),
        );
        assert_eq!(a, b);
        assert_eq!((u128::from(a.mover()), u128::from(a.occupied())), (c.mover(), c.occupied()));
        assert_eq!(standard.key(&a), any.key(&b));
        let texts = [standard.position_text(&a), any.position_text(&b), wide.position_text(&c)];
        assert!(texts.iter().all(|other| *other == texts[0]), "{texts:?}");
    }
}

#[test]
fn moves_that_are_not_allowed_are_refused() {
    let game = Connect4::new(Standard::default());
    let mut full = game.parse_position("444444").unwrap();
    assert_eq!(game.try_play(&mut full, Column(3)), Err(IllegalMove::NotAllowed));
    assert_eq!(game.try_play(&mut full, Column(7)), Err(IllegalMove::NotAllowed));
    assert!(game.try_play(&mut full, Column(2)).is_ok());
    let mut won = game.parse_position("1122334").unwrap();
    assert_eq!(game.outcome(&won), Some(Outcome::win(Player::FIRST, 2)));
    assert_eq!(game.try_play(&mut won, Column(4)), Err(IllegalMove::GameOver));
}

#[test]
fn boards_that_no_word_holds_do_not_exist() {
    assert!(Any::<u64>::new(8, 7).is_some() && Any::<u64>::new(9, 7).is_none());
    assert!(Any::<u128>::new(16, 7).is_some() && Any::<u128>::new(17, 7).is_none());
    // Three steps along a diagonal must be shorter than the word.
    assert!(Any::<u64>::new(3, 19).is_some() && Any::<u64>::new(3, 20).is_none());
    assert!(Any::<u128>::new(3, 40).is_some() && Any::<u128>::new(3, 41).is_none());
    assert!(Any::<u64>::new(0, 5).is_none() && Any::<u64>::new(5, 0).is_none());
    assert!(Any::<u64>::new(u32::MAX, 2).is_none() && Any::<u64>::new(1, u32::MAX).is_none());
}

/// The winning rows, drawn where people see them: ids count from above left.
#[test]
fn all_stones_of_a_four_are_marked() {
    let game = Connect4::new(Standard::default());
    let marked = |text: &str| -> Vec<u16> {
        let mut ids: Vec<u16> =
            game.marked(&game.parse_position(text).unwrap()).into_iter().map(|cell| cell.0).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(marked("112233"), [0u16; 0]);
    assert_eq!(marked("1122334"), [35, 36, 37, 38]);
    assert_eq!(marked("1212121"), [14, 21, 28, 35]);
    // Five in a row, and two fours that share a stone.
    assert_eq!(marked("112255443"), [35, 36, 37, 38, 39]);
    let shared = "......./......./......x/.....xo/....xoo/xxxxooo";
    assert_eq!(marked(shared), [20, 26, 32, 35, 36, 37, 38]);
}
