//! The document's ladder: its players agree where they finish, and each step saves work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod document_players;

use std::collections::HashMap;

use document_players::{Variant, board, found, variants};
use mossa_game::{Evaluate, Game, Playable, Symmetric, Tactics, Value};
use mossa_mnk::document::{Documented, LineScore, Scoring};
use mossa_mnk::{Mark, Mnk, Position};
use mossa_search::{
    Feature, Features, Limits, Report, Request, StopSignal, Table, alphabeta, reference::exhaust,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

fn search<G, E>(
    game: &G,
    evaluator: &E,
    position: &Position<1>,
    features: Features,
    limits: Limits,
) -> Report<Mark>
where
    G: Tactics + Symmetric + Game<Position = Position<1>, Move = Mark>,
    E: Evaluate<G>,
{
    let request = Request { features, ..Request::new(limits) };
    alphabeta::search(game, evaluator, position, &request, &Table::new(16), &StopSignal::new(), &mut |_| {})
}

/// A position with `empty` empty cells, reached by random moves, that the document does not call over.
fn random_position(game: &Mnk<1>, random: &mut Random, empty: u16) -> Position<1> {
    let documented = Documented::new(game, Scoring::Tens);
    loop {
        let mut position = game.start();
        while position.empty_cells() > empty && documented.result(&position).is_none() {
            let moves = game.legal_moves(&position);
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
        if documented.result(&position).is_none() {
            return position;
        }
    }
}

/// All of them search to the end, plain negamax, too.
#[test]
fn all_players_find_the_value_of_plain_minimax_to_the_end() {
    let mut random = Random::seed_from_u64(31);
    let mut decided = 0;
    for (game, empty) in [(board(4, 4, 4), 7), (board(5, 4, 4), 7), (board(4, 4, 3), 6), (board(3, 3, 3), 7)]
    {
        for _ in 0..12 {
            let position = random_position(&game, &mut random, empty);
            let value = exhaust(&game, &mut position.clone());
            decided += u32::from(value.is_decided());
            for player in variants() {
                let report = player.think(&game, &position, Limits::depth(empty.into()));
                assert_eq!(found(&report), (value, true), "{} {position:?}", player.name);
            }
        }
    }
    assert!(decided > 10, "{decided}");
}

/// How many nodes each player may visit where not all can finish.
const PATIENCE: u64 = 50_000;

/// Where only some finish, these agree with each other and with the default player.
#[test]
fn players_that_finish_agree_with_each_other() {
    let mut random = Random::seed_from_u64(32);
    let mut finished = HashMap::new();
    for (game, empty) in [(board(4, 4, 4), 10), (board(5, 4, 4), 10), (board(4, 4, 4), 12)] {
        for _ in 0..4 {
            let position = random_position(&game, &mut random, empty);
            let judge = search(&game, &game.evaluator(), &position, Features::ALL, Limits::default());
            let (value, exhausted) = found(&judge);
            assert!(exhausted);
            for player in variants() {
                let report = player.think(&game, &position, Limits::nodes(PATIENCE));
                let (theirs, exhausted) = found(&report);
                if exhausted {
                    *finished.entry(player.name).or_insert(0) += 1;
                    assert_eq!(theirs, value, "{} {position:?}", player.name);
                }
            }
        }
    }
    // Whoever cuts off finishes often enough to be compared.
    let times = |player: &Variant| finished.get(player.name).copied().unwrap_or(0);
    let cutting = variants().into_iter().filter(|player| player.features.has(Feature::AlphaBeta));
    assert!(cutting.map(|player| times(&player)).all(|times| times >= 2), "{finished:?}");
}

/// How many nodes plain negamax visits to `depth`: one for each way to play at most so many plies, games that are over
/// not continued.
///
/// Counting one by one would take as long as the search. A position has as many ways to go on as any other that is the
/// same but for a turn, a mirror or the order of moves, so each is counted once and remembered by its canonical key;
/// the number of its stones says how many plies are left.
fn nodes_of_negamax<G>(game: &G, position: &mut G::Position, depth: u32, known: &mut HashMap<u64, u64>) -> u64
where
    G: Symmetric,
{
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return 1 + game.count_moves(position);
    }
    let key = game.canonical_key(position).0;
    if let Some(nodes) = known.get(&key) {
        return *nodes;
    }
    let mut nodes = 1;
    for m in game.legal_moves(position) {
        let undo = game.play(position, m);
        nodes += nodes_of_negamax(game, position, depth - 1, known);
        game.undo(position, m, undo);
    }
    known.insert(key, nodes);
    nodes
}

fn plain<G: Symmetric>(game: &G, depth: u32) -> u64 {
    nodes_of_negamax(game, &mut game.start(), depth, &mut HashMap::new())
}

#[test]
fn the_nodes_of_negamax_are_those_that_a_search_counts() {
    for (sizes, depths) in [((3, 3, 3), 1..=9), ((4, 3, 3), 1..=6), ((4, 4, 4), 1..=4), ((5, 5, 4), 1..=4)] {
        let game = board(sizes.0, sizes.1, sizes.2);
        let documented = Documented::new(&game, Scoring::Linear);
        for depth in depths {
            let (start, limits) = (game.start(), Limits::depth(depth));
            let report = search(&game, &game.evaluator(), &start, Features::NONE, limits);
            assert_eq!(report.statistics.nodes, plain(&game, depth), "{sizes:?} at depth {depth}");
            let report = search(&documented, &LineScore, &start, Features::NONE, limits);
            assert_eq!(report.statistics.nodes, plain(&documented, depth), "{sizes:?} at depth {depth}");
        }
    }
}

/// The same for depth 8 and four in a row, by a formula. Nothing ends before ply 7, where the first player's four stones
/// may be a line: any of the lines, in any of 4! orders, with three stones of the second player elsewhere. Nor is
/// a game dead by then: the second player's three stones cannot stand in all rows.
fn negamax_at_depth_8(game: &Mnk<1>) -> u64 {
    let cells = game.board().cells() as u64;
    let ways = |from: u64, plies: u64| (0..plies).map(|i| from - i).product::<u64>();
    let won = game.board().lines.len() as u64 * 24 * ways(cells - 4, 3);
    (0..=8).map(|plies| ways(cells, plies)).sum::<u64>() - won * (cells - 7)
}

#[test]
fn the_nodes_of_negamax_at_depth_8_are_those_of_the_formula() {
    let (small, large) = (board(4, 4, 4), board(5, 5, 4));
    assert_eq!(plain(&small, 8), negamax_at_depth_8(&small));
    assert_eq!(plain(&Documented::new(&small, Scoring::Linear), 8), negamax_at_depth_8(&small));
    assert_eq!(plain(&large, 8), negamax_at_depth_8(&large));
}

/// Everything on means at least so many times fewer nodes.
const SAVING: u64 = 100;

#[test]
fn with_everything_on_the_search_visits_a_hundredth_of_the_nodes_of_negamax() {
    for (m, n) in [(4, 4), (5, 5)] {
        let game = board(m, n, 4);
        let report = search(&game, &game.evaluator(), &game.start(), Features::ALL, Limits::depth(8));
        let (all, negamax) = (report.statistics.nodes, negamax_at_depth_8(&game));
        println!("{m},{n},4: negamax {negamax}, all {all}, ratio {}", negamax / all);
        assert_eq!(report.depth, 8);
        assert!(all * SAVING <= negamax, "{m},{n},4: {all} of {negamax}");
    }
}

/// The document's own techniques and those that find the same value faster, without knowledge and guesses.
#[test]
fn all_that_is_exact_lets_the_document_visit_a_hundredth_of_the_nodes_of_negamax() {
    for (m, n) in [(4, 4), (5, 5)] {
        let game = board(m, n, 4);
        let documented = Documented::new(&game, Scoring::Tens);
        let exact = Features::ALL.exact();
        let report = search(&documented, &LineScore, &game.start(), exact, Limits::depth(8));
        let (nodes, negamax) = (report.statistics.nodes, negamax_at_depth_8(&game));
        println!("{m},{n},4: negamax {negamax}, all that is exact {nodes}, ratio {}", negamax / nodes);
        assert_eq!(report.depth, 8);
        assert!(nodes * SAVING <= negamax, "{m},{n},4: {nodes} of {negamax}");
    }
}

/// Each player at depth 8 against plain negamax at the same depth. The two that are plain negamax themselves are
/// counted, not run.
#[test]
#[ignore = "takes minutes; part of scripts/prove"]
fn what_each_player_saves_at_depth_8() {
    for (m, n) in [(4, 4), (5, 5)] {
        let game = board(m, n, 4);
        let negamax = negamax_at_depth_8(&game);
        println!("{m},{n},4: negamax {negamax}");
        let mut values: Vec<(Value, Variant)> = Vec::new();
        for player in variants().into_iter().filter(|player| !player.name.ends_with("negamax")) {
            let report = player.think(&game, &game.start(), Limits::depth(8));
            let nodes = report.statistics.nodes;
            println!("  {:22}{nodes:>12} {:>10.1}", player.name, negamax as f64 / nodes as f64);
            assert!(nodes < negamax);
            values.push((found(&report).0, player));
        }
        // Those that neither know nor guess find the value of minimax.
        let exact: Vec<_> =
            values.iter().filter(|(_, player)| player.features == player.features.exact()).collect();
        assert!(exact.iter().all(|(value, _)| *value == exact[0].0), "{values:?}");
    }
}
