//! The rules against a slow, obvious implementation that looks at the whole board.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mossa_game::{Game, Notation, Outcome, Player};
use mossa_mnk::{CellIndex, Mnk, Position, Rule};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const RULES: [Rule; 3] = [Rule::OrMore, Rule::Exactly, Rule::Renju];

/// The longest rows are found by walking from every stone in every direction.
fn obvious_winner(game: &Mnk<7>, position: &Position<7>) -> Option<Player> {
    let (rows, columns, k) = (game.board().rows as isize, game.board().columns as isize, game.board().k);
    let owner = |row: isize, column: isize| {
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then(|| position.owner(CellIndex((row * columns + column) as u16))).flatten()
    };
    for row in 0..rows {
        for column in 0..columns {
            let Some(player) = owner(row, column) else { continue };
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                if owner(row - down, column - right) == Some(player) {
                    continue;
                }
                let length =
                    (0..).take_while(|i| owner(row + i * down, column + i * right) == Some(player)).count();
                let wins = match game.board().rule {
                    Rule::OrMore => length >= k,
                    Rule::Exactly => length == k,
                    Rule::Renju => length == k || (length > k && player == Player::SECOND),
                };
                if wins {
                    return Some(player);
                }
            }
        }
    }
    None
}

#[test]
fn winners_are_those_of_the_obvious_rules() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20);
    for (m, n, k) in [
        (3, 3, 3),
        (4, 7, 3),
        (6, 6, 4),
        (9, 9, 4),
        (19, 19, 5),
        (1, 9, 2),
        (5, 5, 1),
        (12, 3, 3),
        (7, 7, 5),
        (10, 9, 5),
    ] {
        for rule in RULES {
            // Renju is about five in a row.
            let Some(game) = Mnk::<7>::new(m, n, k, rule) else { continue };
            for _ in 0..60 {
                let mut position = game.start();
                while game.result(&position).is_none() {
                    assert_eq!(obvious_winner(&game, &position), None);
                    let moves = game.legal_moves(&position);
                    game.play(&mut position, moves[random.random_range(0..moves.len())]);
                }
                let expected = obvious_winner(&game, &position)
                    .map_or(Outcome::draw(2), |winner| Outcome::win(winner, 2));
                assert_eq!(game.result(&position), Some(expected), "{}", game.position_text(&position));
            }
        }
    }
}

#[test]
fn an_overline_wins_only_where_longer_rows_count() {
    for (rule, winner) in [(Rule::OrMore, Some(Player::FIRST)), (Rule::Exactly, None)] {
        let game = Mnk::<1>::new(1, 8, 3, rule).unwrap();
        let mut position = game.parse_position("xx1x1o1o x").unwrap();
        let m = game.parse_move(&position, "c1").unwrap();
        game.play(&mut position, m);
        assert_eq!(position.winner(), winner);
    }
}

#[test]
fn set_up_positions_are_won_by_the_obvious_rules() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    for (m, n, k) in [(2, 2, 1), (3, 3, 2), (4, 5, 3), (8, 8, 5)] {
        for rule in RULES {
            let Some(game) = Mnk::<7>::new(m, n, k, rule) else { continue };
            for _ in 0..300 {
                let stones: Vec<(CellIndex, usize)> = (0..(m * n) as u16)
                    .filter_map(|cell| {
                        let owner = random.random_range(0..if k < 5 { 4 } else { 2 });
                        (owner < 2).then_some((CellIndex(cell), owner))
                    })
                    .collect();
                let position = Position::from_stones(game.board(), stones.into_iter(), Player::FIRST);
                let found = position.winner().is_some();
                assert_eq!(
                    found,
                    obvious_winner(&game, &position).is_some(),
                    "{}",
                    game.position_text(&position)
                );
            }
        }
    }
}

#[test]
fn the_side_to_move_is_part_of_the_key() {
    let game = Mnk::<1>::new(3, 3, 3, Rule::OrMore).unwrap();
    let key = |text: &str| game.key(&game.parse_position(text).unwrap());
    assert_ne!(key("x2/1o1/3 x"), key("x2/1o1/3 o"));
}
