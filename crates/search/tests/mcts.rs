//! Monte-Carlo tree search: proofs against exhaustive search, repeatability, limits and strength.

#![allow(clippy::unwrap_used)]

mod random_tree;

use std::time::{Duration, Instant};

use mossa_conformance::toy::{LastStone, Nim};
use mossa_game::{Evaluate, Game, Outcome, Player, Shares, Tactics, Value, Verdict};
use mossa_search::mcts::{self, Leaf, Options};
use mossa_search::{Limits, LineValue, Report, Request, StopSignal, TimeControl};
use random_tree::{Coarse, RandomTree, mix};

const PLAYOUTS: Options = Options {
    exploration: std::f64::consts::SQRT_2,
    first_play_urgency: None,
    history: 0.0,
    guided: false,
    leaf: Leaf::Playout { most_plies: 100 },
    capacity: 1 << 16,
};

fn evaluating() -> Options {
    Options { capacity: 1 << 16, ..Options::default() }
}

fn search<G: Tactics, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    options: &Options,
    request: &Request,
) -> Report<G::Move> {
    mcts::search(game, evaluator, position, options, request, &StopSignal::new(), &mut |_| {})
}

/// Who is first when everybody plays by the order of proofs: the result and the best for each move.
fn exhaust<G: Game>(game: &G, position: &G::Position, root: Player) -> Outcome {
    if let Some(outcome) = game.result(position) {
        return outcome;
    }
    let mover = game.to_move(position);
    let results = game.legal_moves(position).into_iter().map(|m| {
        let mut child = position.clone();
        game.play(&mut child, m);
        exhaust(game, &child, root)
    });
    results.max_by_key(|outcome| wish(outcome, mover, root)).unwrap()
}

/// How much `mover` likes an outcome.
fn wish(outcome: &Outcome, mover: Player, root: Player) -> (i32, i32, i32) {
    let shares = Shares::of_outcome(outcome, 0);
    let first = outcome.places().iter().enumerate().map(|(seat, place)| i32::from(*place == 1) << seat);
    (shares.of(mover), -shares.of(root), -first.sum::<i32>())
}

/// Whether a reported value says that the game ends as `outcome`, proven.
fn says(value: LineValue, outcome: &Outcome, root: Player) -> bool {
    match value {
        LineValue::Mover { value, exhausted } => {
            let verdict = outcome.verdict(root);
            exhausted
                && match verdict {
                    Verdict::Win => value.is_win(),
                    Verdict::Draw => value == Value::DRAW,
                    Verdict::Loss => value.is_loss(),
                }
        }
        LineValue::Each { shares, exhausted } => {
            let plies = (0..=200).find(|plies| shares == Shares::of_outcome(outcome, *plies));
            exhausted && plies.is_some()
        }
    }
}

fn assert_proves<G: Tactics, E: Evaluate<G>>(game: &G, evaluator: &E, position: &G::Position) {
    let root = game.to_move(position);
    let expected = exhaust(game, position, root);
    for options in
        [evaluating(), PLAYOUTS, Options { first_play_urgency: Some(mcts::Urgency::Fixed(0.6)), ..PLAYOUTS }]
    {
        let request = Request::new(Limits::nodes(200_000));
        let report = search(game, evaluator, position, &options, &request);
        assert!(report.statistics.nodes < 200_000, "proven before the limit");
        assert!(says(report.lines[0].value, &expected, root), "{expected} {:?}", report.lines[0]);
        let mut child = position.clone();
        game.try_play(&mut child, report.best().unwrap()).unwrap();
        let after = exhaust(game, &child, root);
        assert_eq!(wish(&after, root, root), wish(&expected, root, root), "the move keeps the result");
    }
}

#[test]
fn random_nim_is_proven_as_exhaustive_search_says() {
    for players in 2..=4 {
        for seed in 0..60u64 {
            let random = |i: u64| mix(seed * 10 + i);
            let heaps: Vec<u8> = (0..1 + random(0) % 3).map(|i| 1 + (random(1 + i) % 3) as u8).collect();
            let most = (random(8) % 2 == 0).then_some(2);
            let nim = Nim::new(&heaps, players, most).unwrap();
            assert_proves(&nim, &LastStone, &nim.start());
        }
    }
}

#[test]
fn random_trees_with_ties_are_proven_as_exhaustive_search_says() {
    for players in 2..=6 {
        for seed in 0..60 {
            let irregular = seed % 2 == 1;
            let tree = RandomTree { players, seed, height: 5, width: 3, ends_early: true, irregular };
            assert_proves(&tree, &Coarse, &tree.start());
        }
    }
}

/// A game too long to be proven.
fn endless(players: usize) -> RandomTree {
    RandomTree { players, seed: 9, height: 200, width: 8, ends_early: false, irregular: false }
}

#[test]
fn the_same_seed_and_limit_give_the_same_answer_and_limits_are_exact() {
    for players in [2, 3, 6] {
        let tree = endless(players);
        for nodes in [1, 2, 255, 256, 1000, 4321] {
            let request = Request { seed: 7, lines: 4, ..Request::new(Limits::nodes(nodes)) };
            let run = |seed| {
                let request = Request { seed, ..request.clone() };
                search(&tree, &Coarse, &tree.start(), &PLAYOUTS, &request)
            };
            let (one, two) = (run(7), run(7));
            assert_eq!(one.statistics.nodes, nodes);
            assert_eq!((&one.lines, one.statistics), (&two.lines, two.statistics));
            if nodes == 4321 {
                assert_ne!(one.lines, run(8).lines, "the seed matters");
            }
        }
    }
}

/// Whatever is told for certain before the root is proven is true, and the first line is not among it unless it wins.
#[test]
fn nothing_is_told_for_certain_too_early() {
    let mut certain = 0;
    for players in 2..=4 {
        for seed in 0..40 {
            let tree = RandomTree { players, seed, height: 5, width: 4, ends_early: true, irregular: false };
            let (start, root) = (tree.start(), Player::FIRST);
            let expected = exhaust(&tree, &start, root);
            for nodes in [3, 7, 15, 30, 60, 120] {
                let request = Request { lines: 4, ..Request::new(Limits::nodes(nodes)) };
                let report = search(&tree, &Coarse, &start, &evaluating(), &request);
                for (rank, line) in report.lines.iter().enumerate() {
                    let (LineValue::Mover { exhausted, .. } | LineValue::Each { exhausted, .. }) = line.value;
                    if !exhausted {
                        continue;
                    }
                    certain += 1;
                    let mut child = start;
                    tree.play(&mut child, line.moves[0]);
                    let truth = if rank == 0 { expected } else { exhaust(&tree, &child, root) };
                    assert!(says(line.value, &truth, root), "{players} {seed} {nodes}: {truth} {line:?}");
                }
            }
        }
    }
    assert!(certain > 500, "some things are certain: {certain}");
}

#[test]
fn a_full_tree_is_searched_on() {
    for options in [Options { capacity: 1, ..evaluating() }, Options { capacity: 100, ..PLAYOUTS }] {
        let tree = endless(3);
        let report = search(&tree, &Coarse, &tree.start(), &options, &Request::new(Limits::nodes(3000)));
        assert_eq!(report.statistics.nodes, 3000);
        assert!(report.best().is_some());
        // Nothing but the tree's size can end this one.
        let report = search(&tree, &Coarse, &tree.start(), &options, &Request::new(Limits::depth(50)));
        assert!(report.statistics.nodes < 3000);
    }
}

#[test]
fn a_depth_limit_is_the_mean_depth() {
    let tree = endless(2);
    let report = search(&tree, &Coarse, &tree.start(), &PLAYOUTS, &Request::new(Limits::depth(3)));
    assert_eq!(report.depth, 3);
    assert!(report.selective_depth >= 3);
}

#[test]
fn the_stop_signal_and_the_clock_are_obeyed() {
    for options in [evaluating(), Options { leaf: Leaf::Playout { most_plies: 1_000_000 }, ..PLAYOUTS }] {
        let tree = endless(4);
        let stop = StopSignal::new();
        let (report, late) = std::thread::scope(|scope| {
            let request = Request::default();
            let (tree, stop, options) = (&tree, &stop, &options);
            let search = scope.spawn(move || {
                mcts::search(tree, &Coarse, &tree.start(), options, &request, stop, &mut |_| {})
            });
            std::thread::sleep(Duration::from_millis(60));
            let given = Instant::now();
            stop.stop();
            (search.join().unwrap(), given.elapsed())
        });
        assert!(report.best().is_some());
        assert!(late < Duration::from_millis(50), "stopped only after {late:?}");
        let begun = Instant::now();
        let request = Request::new(Limits::per_move(Duration::from_millis(40)));
        search(&tree, &Coarse, &tree.start(), &options, &request);
        assert!(begun.elapsed() < Duration::from_millis(120));
    }
    // A thirtieth of a game's time, not the four shares after which an iteration would be broken off.
    let time = TimeControl::PerGame {
        remaining: Duration::from_secs(3),
        increment: Duration::ZERO,
        moves_to_go: None,
        overhead: Duration::ZERO,
    };
    let tree = endless(2);
    let request = Request::new(Limits { time, ..Limits::default() });
    let report = search(&tree, &Coarse, &tree.start(), &PLAYOUTS, &request);
    assert!(report.elapsed < Duration::from_millis(150), "{:?}", report.elapsed);
    let stopped = StopSignal::new();
    stopped.stop();
    let request = Request::default();
    let report = mcts::search(&tree, &Coarse, &tree.start(), &PLAYOUTS, &request, &stopped, &mut |_| {});
    assert_eq!((report.statistics.nodes, report.lines.len()), (0, 1), "there is always a move");
}

#[test]
fn reports_come_as_simulations_double_and_lines_can_be_played() {
    let tree = endless(3);
    let mut counts = Vec::new();
    let request = Request { lines: 5, ..Request::new(Limits::nodes(3000)) };
    let start = tree.start();
    let report = mcts::search(&tree, &Coarse, &start, &PLAYOUTS, &request, &StopSignal::new(), &mut |r| {
        counts.push(r.statistics.nodes);
    });
    for doubled in [256, 512, 1024, 2048, 3000] {
        assert!(counts.contains(&doubled), "{counts:?}");
    }
    assert_eq!(report.lines.len(), tree.legal_moves(&start).len().min(5));
    for line in &report.lines {
        let mut position = start;
        line.moves.iter().for_each(|m| {
            tree.try_play(&mut position, *m).unwrap();
        });
    }
}

#[test]
fn a_finished_game_gives_an_empty_report() {
    let nim = Nim::new(&[1], 3, None).unwrap();
    let mut position = nim.start();
    let m = nim.legal_moves(&position)[0];
    nim.play(&mut position, m);
    assert!(search(&nim, &LastStone, &position, &PLAYOUTS, &Request::default()).lines.is_empty());
}

/// Plays one game; the searching player sits at `seat`, all others move at random. Who wins.
fn play_against_random(nim: &Nim, seat: Player, options: &Options, seed: u64) -> Player {
    let mut position = nim.start();
    let mut random = mix(seed);
    loop {
        if let Some(outcome) = nim.result(&position) {
            return outcome.winner().unwrap();
        }
        let m = if nim.to_move(&position) == seat {
            let request = Request { seed, ..Request::new(Limits::nodes(300)) };
            search(nim, &LastStone, &position, options, &request).best().unwrap()
        } else {
            let moves = nim.legal_moves(&position);
            random = mix(random);
            moves[(random % moves.len() as u64) as usize]
        };
        nim.play(&mut position, m);
    }
}

/// For two players the best that can be had is all of the games; for three it is 75 %, by expectimax against two
/// who play at random, since either of them may hand the game to the other. An equal share is 50 % and 33 %.
#[test]
fn it_beats_random_play_by_a_wide_margin() {
    for (players, games) in [(2, 100), (3, 300)] {
        for options in [evaluating(), PLAYOUTS] {
            let nim = Nim::new(&[5, 6, 7, 4], players, Some(4)).unwrap();
            let won = |game: u64| {
                let seat = Player::new(game as usize % players);
                play_against_random(&nim, seat, &options, game) == seat
            };
            let wins = (0..games).filter(|game| won(*game)).count() as f64;
            let chance = 1.0 / players as f64;
            let deviation = (games as f64 * chance * (1.0 - chance)).sqrt();
            let least = games as f64 * chance + 4.0 * deviation;
            assert!(wins > least, "{wins} of {games} with {players} players, {options:?}");
            assert!(players > 2 || wins >= 90.0, "{wins} of {games}, {options:?}");
        }
    }
}
