//! Shapes say what stones really make, and what follows from them is certain.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_game::{Game, Player, Tactics};
use mossa_mnk::shapes::Kind;
use mossa_mnk::tactics::Threat;
use mossa_mnk::{CellIndex, Mark, Mnk, Position, Rule};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

const RULES: [Rule; 3] = [Rule::OrMore, Rule::Exactly, Rule::Renju];

/// An undecided position after so many random stones, most of them in one corner, so that rows arise.
fn crowded<const W: usize>(game: &Mnk<W>, random: &mut Random, stones: usize) -> Position<W> {
    let board = game.board();
    loop {
        let mut position = game.start();
        for _ in 0..stones {
            let near =
                |m: &Mark| m.cell().index() % board.columns < 7 && m.cell().index() / board.columns < 7;
            let moves: Vec<Mark> = game.legal_moves(&position).into_iter().filter(near).collect();
            let Some(m) = moves.choose(random) else { break };
            game.play(&mut position, *m);
        }
        if game.result(&position).is_none() {
            return position;
        }
    }
}

/// The position with one more stone of `player`, whoever is to move; renju's prohibitions do not count.
fn with_stone<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    cell: usize,
    player: usize,
) -> Position<W> {
    let stones = (0..2).flat_map(|p| position.stones(p).iter().map(move |cell| (CellIndex(cell as u16), p)));
    let more = [(CellIndex(cell as u16), player)];
    Position::from_stones(game.board(), stones.chain(more), position.to_move())
}

/// The cells where `player` would complete a row, found by putting a stone on each.
fn completing<const W: usize>(game: &Mnk<W>, position: &Position<W>, player: usize) -> Vec<usize> {
    let wins = |cell: &usize| {
        with_stone(game, position, *cell, player).winner() == Some([Player::FIRST, Player::SECOND][player])
    };
    game.empty_cells(position).iter().filter(wins).collect()
}

#[test]
fn rows_and_fours_are_what_stones_make() {
    let mut random = Random::seed_from_u64(1);
    for rule in RULES {
        let game = Mnk::<2>::new(9, 10, 5, rule).unwrap();
        let mut fours = 0;
        for _ in 0..6 {
            let position = crowded(&game, &mut random, 26);
            for player in 0..2 {
                let shapes = position.shapes().unwrap();
                let rows = completing(&game, &position, player);
                assert_eq!(shapes.set(player, Kind::Row).iter().collect::<Vec<_>>(), rows, "{position:?}");
                if !rows.is_empty() {
                    continue;
                }
                for cell in game.empty_cells(&position).iter() {
                    let after = with_stone(&game, &position, cell, player);
                    let gaps = completing(&game, &after, player).len();
                    assert_eq!(
                        shapes.set(player, Kind::Four).contains(cell),
                        gaps > 0,
                        "{cell} of {position:?}"
                    );
                    assert_eq!(
                        shapes.set(player, Kind::TwoFours).contains(cell),
                        gaps > 1,
                        "{cell} of {position:?}"
                    );
                    fours += usize::from(gaps > 0);
                }
            }
        }
        assert!(fours > 20, "only {fours} fours");
    }
}

#[test]
fn what_is_kept_is_what_is_found_from_nothing() {
    let mut random = Random::seed_from_u64(2);
    for rule in RULES {
        let game = Mnk::<7>::new(15, 15, 5, rule).unwrap();
        let mut position = game.start();
        let mut played = Vec::new();
        for _ in 0..300 {
            let back =
                game.result(&position).is_some() || (!played.is_empty() && random.random_range(0..3) == 0);
            if back {
                let m = played.pop().unwrap();
                game.undo(&mut position, m, ());
            } else {
                let m = *game.legal_moves(&position).choose(&mut random).unwrap();
                game.play(&mut position, m);
                played.push(m);
            }
            let stones =
                (0..2).flat_map(|p| position.stones(p).iter().map(move |c| (CellIndex(c as u16), p)));
            let fresh = Position::<7>::from_stones(game.board(), stones, position.to_move());
            assert_eq!(position.shapes(), fresh.shapes());
            let mut copy = game.start();
            copy.clone_from(&position);
            assert_eq!(copy, position);
        }
    }
}

/// All that the contract promises of certain knowledge is compared with plain minimax, on small boards.
#[test]
fn what_follows_from_shapes_is_certain() {
    for rule in [Rule::OrMore, Rule::Exactly] {
        for (rows, columns, k) in [(4, 4, 3), (5, 5, 4), (4, 6, 4), (5, 3, 2)] {
            let game = Mnk::<2>::with_shapes(rows, columns, k, rule).unwrap();
            mossa_conformance::check(&game);
        }
    }
    mossa_conformance::check(&Mnk::<2>::with_shapes(5, 6, 5, Rule::Renju).unwrap());
}

/// On a large board: who can make two fours wins, and who can do nothing against them loses, whatever is tried.
#[test]
fn two_fours_win_and_defences_are_complete() {
    let mut random = Random::seed_from_u64(3);
    for rule in RULES {
        let game = Mnk::<2>::new(9, 9, 5, rule).unwrap();
        let mut seen = [0; 3];
        while seen.iter().any(|count| *count < 20) {
            let mut position = crowded(&game, &mut random, 18);
            match game.node(&position) {
                Threat::WinSoon(cell) => {
                    seen[0] += 1;
                    game.play(&mut position, Mark::new(cell));
                    for answer in game.legal_moves(&position) {
                        game.play(&mut position, answer);
                        assert!(matches!(game.node(&position), Threat::Win(_)), "{position:?}");
                        game.undo(&mut position, answer, ());
                    }
                }
                Threat::Defend => {
                    seen[1] += 1;
                    let mut candidates = Vec::new();
                    let _ = game.candidates(&position, &Threat::Defend, &mut candidates);
                    for m in game.legal_moves(&position).into_iter().filter(|m| !candidates.contains(m)) {
                        assert_loses_soon(&game, &position, m);
                    }
                }
                Threat::LostSoon => {
                    seen[2] += 1;
                    game.legal_moves(&position)
                        .into_iter()
                        .for_each(|m| assert_loses_soon(&game, &position, m));
                }
                _ => {}
            }
        }
    }
}

fn assert_loses_soon<const W: usize>(game: &Mnk<W>, position: &Position<W>, m: Mark) {
    let mut after = position.clone();
    game.play(&mut after, m);
    let text = |position: &Position<W>| mossa_game::Notation::position_text(game, position);
    assert!(
        matches!(game.node(&after), Threat::WinSoon(_)),
        "{m:?} in {}: {:?}",
        text(position),
        game.node(&after)
    );
}
