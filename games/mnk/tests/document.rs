//! The players of the document: what they see, how they order moves, what they find.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod document_players;

use document_players::{Variant, board, found, variants};
use mossa_game::{BrainVisitor, Evaluate, Game, Notation, Outcome, Playable, Symmetric, Tactics, Value};
use mossa_mnk::document::{Documented, LineScore, Scoring};
use mossa_mnk::{CellIndex, Mark, Mnk, Position, Rule};
use mossa_search::{Feature, Features, Limits, reference::minimax};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

const SCORINGS: [Scoring; 2] = [Scoring::Linear, Scoring::Tens];

fn at(game: &Mnk<1>, text: &str) -> Position<1> {
    game.parse_position(text).unwrap()
}

fn value(game: &Documented<'_, 1>, position: &Position<1>) -> Value {
    LineScore.value(game, position, &())
}

/// The stones of both players in the line through `cells`.
fn in_line(game: &Mnk<1>, position: &Position<1>, cells: [u16; 3]) -> [u8; 2] {
    let through = |line: &usize| game.board().cells_of(*line).eq(cells.map(CellIndex));
    position.counts((0..game.board().lines.len()).find(through).unwrap())
}

/// Figures 1 and 2: two X in the top row and one in the middle row; O has all of the falling diagonal.
#[test]
fn the_worked_example_is_counted_as_in_the_document() {
    let game = board(3, 3, 3);
    let position = at(&game, "oxx/xo1/2o x");
    let counted = |cells| in_line(&game, &position, cells);
    assert_eq!([[0, 1, 2], [3, 4, 5], [6, 7, 8]].map(counted), [[2, 1], [1, 1], [0, 1]], "rows");
    assert_eq!([[0, 3, 6], [1, 4, 7], [2, 5, 8]].map(counted), [[1, 1], [1, 1], [1, 1]], "columns");
    assert_eq!(counted([2, 4, 6]), [1, 1], "from below left to above right");
    assert_eq!(counted([0, 4, 8]), [0, 3], "from above left to below right");
    let loss = Some(Outcome::win(mossa_game::Player::SECOND, 2));
    assert!(SCORINGS.iter().all(|s| Documented::new(&game, *s).outcome(&position) == loss));
}

#[test]
fn open_lines_count_their_stones_or_tens_of_them() {
    let game = board(3, 3, 3);
    let position = at(&game, "xx1/x2/2o o");
    let by = |scoring| value(&Documented::new(&game, scoring), &position).raw();
    // X: top row 2, left column 2, middle column 1, middle row 1, rising diagonal 0. O: bottom row 1, right column 1.
    assert_eq!(by(Scoring::Linear), 2 - (2 + 2 + 1 + 1));
    assert_eq!(by(Scoring::Tens), 2 - (10 + 10 + 1 + 1));
    // For the other player the same with the other sign.
    let turned = at(&game, "xx1/x2/2o x");
    assert_eq!(value(&Documented::new(&game, Scoring::Tens), &turned).raw(), 20);
}

#[test]
fn states_come_before_scores() {
    let game = board(4, 4, 4);
    let mut seen = [0; 3];
    let mut random = Random::seed_from_u64(5);
    for scoring in SCORINGS {
        let documented = Documented::new(&game, scoring);
        for _ in 0..2000 {
            let mut position = game.start();
            while documented.result(&position).is_none() {
                let me = position.to_move().index();
                let found = value(&documented, &position).raw();
                let (band, expected) = match (position.alive(me) > 0, position.alive(1 - me) > 0) {
                    (true, false) => (0, 14_499..=28_999),
                    (true, true) => (1, -14_498..=14_498),
                    (false, true) => (2, -28_999..=-14_499),
                    (false, false) => panic!("a draw is over"),
                };
                assert!(expected.contains(&found), "{found} {position:?}");
                seen[band] += 1;
                let moves = game.legal_moves(&position);
                game.play(&mut position, moves[random.random_range(0..moves.len())]);
            }
        }
    }
    assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
}

#[test]
fn a_position_without_open_lines_is_drawn_at_once() {
    let game = board(4, 4, 4);
    let documented = Documented::new(&game, Scoring::Tens);
    let mut random = Random::seed_from_u64(6);
    let mut early = 0;
    for _ in 0..1000 {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let dead = position.alive(0) == 0 && position.alive(1) == 0;
            let lines = 0..game.board().lines.len();
            assert_eq!(dead, lines.map(|line| position.counts(line)).all(|[x, o]| x > 0 && o > 0));
            assert_eq!(documented.outcome(&position), dead.then(|| Outcome::draw(2)));
            let moves = game.legal_moves(&position);
            let seen = if dead { Vec::new() } else { moves.clone() };
            assert_eq!(documented.legal_moves(&position), seen);
            assert_eq!(documented.count_moves(&position), seen.len() as u64);
            assert_eq!(documented.is_legal(&position, moves[0]), !dead);
            early += u32::from(dead);
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
        assert_eq!(documented.outcome(&position), game.outcome(&position));
    }
    assert!(early > 500, "{early}");
}

/// The order is the evaluation of the position after the move, found without playing it.
#[test]
fn moves_are_ordered_by_the_position_after_them() {
    let mut random = Random::seed_from_u64(7);
    let (mut wins, mut draws, mut guesses) = (0, 0, 0);
    let rules = [Rule::OrMore, Rule::Exactly, Rule::Renju];
    let sizes = [(3, 3, 3), (4, 4, 3), (4, 5, 4), (2, 6, 2), (7, 7, 5), (8, 8, 8), (1, 5, 1)];
    for ((m, n, k), rule) in sizes.into_iter().flat_map(|size| rules.map(|rule| (size, rule))) {
        // Renju is about five in a row.
        let Some(game) = Mnk::<1>::new(m, n, k, rule) else { continue };
        for round in 0..60 {
            let documented = Documented::new(&game, SCORINGS[round % 2]);
            let mut position = game.start();
            while documented.result(&position).is_none() {
                let node = documented.node(&position);
                let moves = documented.legal_moves(&position);
                for &m in &moves {
                    let order = documented.order(&position, &node, m);
                    game.play(&mut position, m);
                    // A player without an allowed move (renju) has not filled the board; that is for the search to see.
                    let expected = match documented.outcome(&position) {
                        Some(outcome) if outcome.winner().is_some() => (Value::win_in(0), &mut wins),
                        Some(_) => (Value::DRAW, &mut draws),
                        None => (-value(&documented, &position), &mut guesses),
                    };
                    assert_eq!(order, expected.0.raw(), "{m:?} to {position:?}");
                    *expected.1 += 1;
                    game.undo(&mut position, m, ());
                }
                game.play(&mut position, moves[random.random_range(0..moves.len())]);
            }
        }
    }
    assert!(wins > 100 && draws > 100 && guesses > 10_000, "{wins} {draws} {guesses}");
}

/// Plain minimax over the game and the evaluation of a brain.
struct Minimax<'a> {
    position: &'a Position<1>,
    depth: u32,
}

impl BrainVisitor<Mnk<1>> for Minimax<'_> {
    type Output = Value;

    fn visit<H, E>(self, game: &H, evaluator: &E) -> Value
    where
        H: Tactics + Symmetric + Game<Position = Position<1>, Move = Mark>,
        E: Evaluate<H>,
    {
        minimax(game, evaluator, &mut self.position.clone(), self.depth)
    }
}

/// The players of the report itself.
fn eight() -> Vec<Variant> {
    variants().into_iter().take(8).collect()
}

#[test]
fn there_are_eight_players_and_none_of_them_guesses_but_by_depth() {
    let eight = eight();
    for player in &eight {
        assert_eq!(player.features, player.features.exact(), "{}", player.name);
    }
    let sets: Vec<Features> = eight.iter().map(|player| player.features).collect();
    // Only the evaluation tells the first two apart.
    assert!((1..sets.len()).all(|i| (i + 1..sets.len()).all(|j| sets[i] != sets[j])));
    assert_eq!(sets[0], sets[1]);
    assert_ne!(eight[0].brain, eight[1].brain);
}

/// The report's winner, with what its last section wishes for.
#[test]
fn two_more_players_are_the_best_of_the_eight_with_knowledge() {
    let players = variants();
    let names: Vec<&str> = players.iter().skip(8).map(|player| player.name).collect();
    assert_eq!(names, ["forced", "openings"]);
    let best = players.iter().find(|player| player.name == "moveorder").unwrap();
    for player in &players[8..] {
        assert_eq!(player.features, best.features.with(Feature::Knowledge), "{}", player.name);
        assert_ne!(player.brain, best.brain);
    }
}

#[test]
fn every_player_finds_the_value_of_plain_minimax() {
    let games = [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 5, 4), (3, 4, 4)].map(|(m, n, k)| board(m, n, k));
    let mut random = Random::seed_from_u64(8);
    for (round, player) in (0..60).flat_map(|round| eight().into_iter().map(move |player| (round, player))) {
        let game = &games[round % games.len()];
        let stones = random.random_range(0..game.most_moves() - 1);
        let mut position = game.start();
        for _ in 0..stones {
            let moves = game.legal_moves(&position);
            let mut next = position.clone();
            game.play(&mut next, moves[random.random_range(0..moves.len())]);
            if Documented::new(game, Scoring::Tens).result(&next).is_some() {
                break;
            }
            position = next;
        }
        let depth = random.random_range(1..=if position.empty_cells() > 9 { 3 } else { 5 });
        let value = found(&player.think(game, &position, Limits::depth(depth))).0;
        let expected = game.with_brain(player.brain, Minimax { position: &position, depth });
        assert_eq!(Some(value), expected, "{player:?} {position:?}");
    }
}

#[test]
fn every_player_finds_the_known_values_of_small_boards() {
    // Plain negamax visits everything, so no search goes deeper than it must.
    for ((m, n, k), depth, wins) in [((3, 3, 3), 9, false), ((4, 3, 3), 7, true), ((4, 4, 3), 5, true)] {
        let game = board(m, n, k);
        for player in variants() {
            let (value, exhausted) = found(&player.think(&game, &game.start(), Limits::depth(depth)));
            if wins {
                assert_eq!(value, Value::win_in(depth), "{} at {m},{n},{k}", player.name);
            } else {
                assert_eq!((value, exhausted), (Value::DRAW, true), "{} at {m},{n},{k}", player.name);
            }
        }
    }
}
