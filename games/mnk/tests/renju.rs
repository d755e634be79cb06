//! Renju: the forbidden moves against drawn boards and against a slow reading of the definitions; the rule in games.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "renju/drawn.rs"]
mod drawn;
mod obvious;

use drawn::{Drawn, drawn};
use mossa_game::{
    Family, Game, Host, Notation, Outcome, Playable, Player, Symmetric, Symmetry, Tactics, Verdict,
};
use mossa_mnk::renju::{Forbidden, forbidden};
use mossa_mnk::tactics::Threat;
use mossa_mnk::{CellIndex, Mark, Mnk, MnkFamily, Position, Rule};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

/// A board full of stones drawn by lot: of 100 cells, so many are black and white.
fn random_position(game: &Mnk<7>, random: &mut Random, black: u32, white: u32) -> Position<7> {
    let stones: Vec<(CellIndex, usize)> = (0..game.board().cells() as u16)
        .filter_map(|cell| {
            let lot = random.random_range(0..100);
            let owner = if lot < black { 0 } else { 1 };
            (lot < black + white).then_some((CellIndex(cell), owner))
        })
        .collect();
    Position::from_stones(game.board(), stones.into_iter(), Player::FIRST)
}

/// The definitions, read word by word, agree on every cell of boards of every density; so do all symmetries.
#[test]
fn the_definitions_read_slowly_say_the_same() {
    let mut random = Random::seed_from_u64(31);
    let mut seen = [0; 3];
    for (m, n) in [(15, 15), (9, 11), (6, 6), (5, 19), (19, 19)] {
        let game = Mnk::<7>::new(m, n, 5, Rule::Renju).unwrap();
        for round in 0..120 {
            let (black, white) = (10 + round % 7 * 6, round % 4 * 7);
            let position = random_position(&game, &mut random, black, white);
            let image = Symmetry(random.random_range(0..game.symmetries()) as u8);
            let mirrored = game.map_position(image, &position);
            for cell in game.empty_cells(&position).iter() {
                let cell = CellIndex(cell as u16);
                let found = forbidden(game.board(), &position, cell);
                let text = game.position_text(&position);
                assert_eq!(found, obvious::forbidden(&game, &position, cell), "{cell:?} of {text}");
                let there = game.map_move(image, Mark::new(cell)).cell();
                assert_eq!(forbidden(game.board(), &mirrored, there), found, "{image:?} {cell:?} of {text}");
                if let Some(why) = found {
                    seen[why as usize] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|times| *times > 300), "{seen:?}");
}

#[test]
fn drawn_boards_are_judged_as_the_rules_say() {
    let cases = drawn();
    assert!(cases.len() >= 25);
    for Drawn { name, board, asked, expected } in cases {
        let game = Mnk::<7>::new(board.len(), board[0].len(), 5, Rule::Renju).unwrap();
        let stones = board.iter().flatten().enumerate().filter_map(|(cell, c)| {
            let owner = match c {
                'X' => 0,
                'O' => 1,
                _ => return None,
            };
            Some((CellIndex(cell as u16), owner))
        });
        let position = Position::from_stones(game.board(), stones, Player::FIRST);
        assert_eq!(forbidden(game.board(), &position, asked), expected, "{name}");
        assert_eq!(obvious::forbidden(&game, &position, asked), expected, "{name}, read slowly");
        let m = Mark::new(asked);
        assert_eq!(game.is_legal(&position, m), expected.is_none(), "{name}");
        assert_eq!(game.legal_moves(&position).contains(&m), expected.is_none(), "{name}");
        // What is forbidden to Black is nothing to White.
        let mut turned = position.clone();
        game.pass(&mut turned);
        assert!(game.is_legal(&turned, m), "{name}");
        assert_eq!(game.count_moves(&turned), u64::from(position.empty_cells()), "{name}");
    }
}

fn board(m: usize, n: usize) -> Mnk<7> {
    Mnk::new(m, n, 5, Rule::Renju).unwrap()
}

fn at(game: &Mnk<7>, text: &str) -> Position<7> {
    game.parse_position(text).unwrap()
}

/// Plays a move that is written down.
fn after(game: &Mnk<7>, position: &str, text: &str) -> Position<7> {
    let mut position = at(game, position);
    let m = game.parse_move(&position, text).unwrap();
    game.try_play(&mut position, m).unwrap();
    position
}

#[test]
fn black_wins_with_exactly_five_and_white_with_six_too() {
    let game = board(2, 9);
    assert_eq!(after(&game, "xx1xx4/9 x", "c2").winner(), Some(Player::FIRST));
    assert_eq!(after(&game, "oo1oo4/9 o", "c2").winner(), Some(Player::SECOND));
    assert_eq!(after(&game, "ooo1oo3/9 o", "d2").winner(), Some(Player::SECOND));
    let six = at(&game, "xxx1xx3/9 x");
    assert!(!game.is_legal(&six, Mark::new(CellIndex(3))));
    // A set-up row of six wins nothing.
    assert_eq!(at(&game, "xxxxxx3/9 o").winner(), None);
    assert_eq!(at(&game, "oooooo3/9 x").winner(), Some(Player::SECOND));
}

#[test]
fn a_forbidden_move_is_refused_with_the_reason() {
    let game = board(1, 9);
    let refused = |position: &str, m: &str| game.parse_move(&at(&game, position), m).unwrap_err().to_string();
    let error = refused("xxx1xx3 x", "d1");
    assert!(error.contains("cell `d1` is forbidden: overline"), "{error}");
    assert!(error.contains("expected an empty cell from a1 to i1 that is not forbidden"), "{error}");
    assert!(refused("x1x1x1x2 x", "d1").contains("forbidden: double four"));
    assert!(game.parse_move(&at(&game, "xxx1xx3 o"), "d1").is_ok());
}

#[test]
fn who_must_block_on_a_forbidden_cell_has_lost() {
    let game = board(7, 9);
    // White will complete a row on d5, where Black would make six in a column.
    let cell = CellIndex(21);
    let lost = at(&game, "3x5/3x5/ooo1o4/3x5/3x5/3x5/9 x");
    assert_eq!(forbidden(game.board(), &lost, cell), Some(Forbidden::Overline));
    assert_eq!(game.node(&lost), Threat::Lost);
    assert_eq!(game.proven(&lost, &Threat::Lost), Some((Verdict::Loss, 2)));
    // With one stone less it is a five, and Black has won instead.
    let won = at(&game, "3x5/3x5/ooo1o4/3x5/3x5/9/9 x");
    assert_eq!(game.node(&won), Threat::Win(cell));
    // With two less it blocks.
    let blocked = at(&game, "3x5/3x5/ooo1o4/3x5/9/9/9 x");
    assert_eq!(game.node(&blocked), Threat::Block(cell));
}

#[test]
fn black_without_an_allowed_move_has_drawn() {
    // White threatens nothing, and the only empty cell would make six.
    let game = board(1, 6);
    let stuck = at(&game, "xxx1xx x");
    assert_eq!(game.outcome(&stuck), None);
    assert_eq!(game.result(&stuck), Some(Outcome::draw(2)));
    assert_eq!(game.count_moves(&stuck), 0);
    // White threatens to complete a row on that very cell, and still nobody wins.
    let game = board(6, 6);
    let stuck = at(&game, "xoxoxo/oxxoxo/oo1ooo/xoxxox/xxxoxo/oxxoxx x");
    assert_eq!(game.empty_cells(&stuck).iter().collect::<Vec<_>>(), [14]);
    assert_eq!(forbidden(game.board(), &stuck, CellIndex(14)), Some(Forbidden::Overline));
    assert_eq!(game.result(&stuck), Some(Outcome::draw(2)));
    assert_eq!(game.node(&stuck), Threat::None);
    // White, to move, takes it and wins with six.
    let won = after(&game, "xoxoxo/oxxoxo/oo1ooo/xoxxox/xxxoxo/oxxoxx o", "c4");
    assert_eq!(won.winner(), Some(Player::SECOND));
}

#[test]
fn renju_is_about_five_in_a_row() {
    struct Text;
    impl Host for Text {
        type Output = String;
        fn host<G: Playable>(self, game: G) -> String {
            game.options_text()
        }
    }
    let open = |options: &str| MnkFamily.open(options, Text);
    assert_eq!(open("15,15,5,rule=renju").unwrap(), "15,15,5,rule=renju");
    let presets = MnkFamily.info().presets;
    let renju = presets.iter().find(|(name, _)| *name == "renju").unwrap();
    assert_eq!(open(renju.1).unwrap(), "15,15,5,rule=renju");
    for options in ["rule=renju", "15,15,6,rule=renju", "m=9,n=9,k=4,rule=renju"] {
        let error = open(options).unwrap_err().to_string();
        assert!(error.contains("renju with k = ") && error.contains("mnk:15,15,5,rule=renju"), "{error}");
    }
    assert!(Mnk::<7>::new(15, 15, 6, Rule::Renju).is_none());
}

/// On boards of stones nothing takes long, however many threes lead to others.
#[test]
fn threes_that_lead_to_threes_do_not_grow_without_bounds() {
    let game = Mnk::<157>::new(100, 100, 5, Rule::Renju).unwrap();
    let mut random = Random::seed_from_u64(33);
    for black in [15, 20, 25, 30, 35, 40] {
        let stones = (0..10_000).filter(|_| random.random_range(0..100) < black);
        let stones: Vec<_> = stones.map(|cell| (CellIndex(cell), 0)).collect();
        let position = Position::<157>::from_stones(game.board(), stones.into_iter(), Player::FIRST);
        let cells = game.empty_cells(&position).iter().map(|cell| CellIndex(cell as u16));
        assert!(cells.filter(|cell| forbidden(game.board(), &position, *cell).is_some()).count() > 100);
    }
}
