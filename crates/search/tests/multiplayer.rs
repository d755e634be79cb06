//! MaxN, Paranoid and Best-Reply Search against searches that are too simple to be wrong.

#![allow(clippy::unwrap_used, clippy::panic)]

mod plain;
mod random_tree;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use mossa_conformance::toy::{LastStone, Nim};
use mossa_game::{
    Assessment, Evaluate, Game, Player, SHARE_TOTAL, Shares, Symmetric, Tactics, Turns, Value, Verdict,
};
use mossa_search::multiplayer::maxn::{self, Pruning};
use mossa_search::multiplayer::paranoid::{Paranoid, ParanoidEvaluator};
use mossa_search::multiplayer::{self, Method, best_reply};
use mossa_search::{Feature, Features, Limits, LineValue, Report, Request, StopSignal, Table};
use plain::{plain_best_reply, plain_maxn, plain_paranoid};
use random_tree::{Coarse, RandomTree};

/// Hands a game of each kind, with an evaluation and a position, to a check.
trait Check {
    fn check<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
        &self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
    );
}

/// Runs `check` on `trees` random trees for each number of players, and on some Nim.
fn on_many(trees: u64, check: &impl Check) {
    for players in 2..=6 {
        for seed in 0..trees {
            let (height, width) = (3 + (seed % 5) as u8, 2 + (seed % 3) as u8);
            let tree = RandomTree {
                players,
                seed,
                height,
                width,
                ends_early: seed % 7 > 0,
                irregular: seed % 4 == 3,
            };
            for depth in 1..=u32::from(height) {
                check.check(&tree, &Coarse, &tree.start(), depth);
            }
        }
        for (heaps, most) in
            [(vec![2, 3], None), (vec![1, 2, 3], None), (vec![4, 3], Some(2)), (vec![7], Some(3))]
        {
            let nim = Nim::new(&heaps, players, most).unwrap();
            (1..=7).for_each(|depth| check.check(&nim, &LastStone, &nim.start(), depth));
            let mut position = nim.start();
            nim.play(&mut position, nim.legal_moves(&nim.start())[0]);
            (1..=6).for_each(|depth| check.check(&nim, &LastStone, &position, depth));
        }
    }
}

fn limited(depth: u32) -> Request {
    Request::new(Limits::depth(depth))
}

fn shares_or_value(shares: &Shares, mover: Player, players: usize) -> LineValue {
    if players > 2 {
        return LineValue::Each { shares: *shares, exhausted: false };
    }
    let decided = shares.as_slice(2).iter().any(|share| *share >= SHARE_TOTAL - Shares::MARGIN);
    let value = match shares.assessment(mover, 2, decided) {
        Assessment::Proven { outcome, plies } => Value::proven(outcome, plies.unwrap()),
        Assessment::Guess { score } => Value::guess(score),
    };
    LineValue::Mover { value, exhausted: false }
}

fn same_value(a: LineValue, b: LineValue) -> bool {
    match (a, b) {
        (LineValue::Mover { value: a, .. }, LineValue::Mover { value: b, .. }) => a == b,
        (LineValue::Each { shares: a, .. }, LineValue::Each { shares: b, .. }) => a == b,
        _ => false,
    }
}

/// All lines can be played.
fn assert_playable<G: Game>(game: &G, position: &G::Position, report: &Report<G::Move>) {
    for line in &report.lines {
        assert!(!line.moves.is_empty());
        let mut position = position.clone();
        for m in &line.moves {
            game.try_play(&mut position, *m).unwrap();
        }
    }
}

struct MaxNIsPlain;

impl Check for MaxNIsPlain {
    fn check<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
        &self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
    ) {
        let root = game.to_move(position);
        let (shares, m) = plain_maxn(game, evaluator, position, depth, 0, root);
        let expected = shares_or_value(&shares, root, game.players());
        for pruning in [
            Pruning::NONE,
            Pruning::ALL,
            Pruning { immediate: true, ..Pruning::NONE },
            Pruning { shallow: true, ..Pruning::NONE },
        ] {
            for features in [Features::ALL, Features::ALL.without(Feature::Deepening)] {
                let request = Request { features, ..limited(depth) };
                let report = maxn::search_with(
                    pruning,
                    game,
                    evaluator,
                    position,
                    &request,
                    &Table::new(1),
                    &StopSignal::new(),
                    &mut |_| {},
                );
                assert!(same_value(report.lines[0].value, expected), "{pruning:?} {report:?} {expected:?}");
                if report.depth == depth {
                    assert_eq!(report.best(), m, "{pruning:?} {features:?}");
                }
                let mut child = position.clone();
                game.try_play(&mut child, report.best().unwrap()).unwrap();
                let (after, _) = plain_maxn(game, evaluator, &child, depth - 1, 1, root);
                assert_eq!(after, shares, "{pruning:?} {features:?}");
                assert_playable(game, position, &report);
            }
        }
    }
}

#[test]
fn maxn_with_any_pruning_finds_the_vector_and_the_move_of_plain_maxn() {
    on_many(150, &MaxNIsPlain);
}

#[test]
fn pruning_saves_work() {
    let tree = RandomTree { players: 3, seed: 5, height: 8, width: 5, ends_early: true, irregular: false };
    let nodes = |pruning| {
        let (stop, table) = (StopSignal::new(), Table::new(1));
        let request = limited(8);
        maxn::search_with(pruning, &tree, &Coarse, &tree.start(), &request, &table, &stop, &mut |_| {})
            .statistics
            .nodes
    };
    let all = nodes(Pruning::ALL);
    assert!(all < nodes(Pruning { immediate: true, shallow: false }));
    assert!(all < nodes(Pruning { immediate: false, shallow: true }));
    assert!(nodes(Pruning { immediate: true, shallow: false }) < nodes(Pruning::NONE));
}

/// The first lines of a search for several are those of searches that may not choose the better ones.
struct SeveralLines;

impl Check for SeveralLines {
    fn check<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
        &self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
    ) {
        let root = game.to_move(position);
        let mut values: Vec<i32> = game
            .legal_moves(position)
            .into_iter()
            .map(|m| {
                let mut child = position.clone();
                game.play(&mut child, m);
                plain_maxn(game, evaluator, &child, depth - 1, 1, root).0.of(root)
            })
            .collect();
        values.sort_by_key(|share| std::cmp::Reverse(*share));
        let request = Request { lines: 3, ..limited(depth) };
        let report = maxn::search(
            game,
            evaluator,
            position,
            &request,
            &Table::new(1),
            &StopSignal::new(),
            &mut |_| {},
        );
        assert_eq!(report.lines.len(), values.len().min(3));
        assert_playable(game, position, &report);
        for (line, share) in report.lines.iter().zip(&values) {
            if let LineValue::Each { shares, .. } = line.value {
                assert_eq!(shares.of(root), *share);
            }
        }
        let firsts: HashSet<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), report.lines.len());
    }
}

#[test]
fn several_lines_are_the_best_ones() {
    on_many(40, &SeveralLines);
}

struct ParanoidIsPlain;

impl Check for ParanoidIsPlain {
    fn check<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
        &self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
    ) {
        let root = game.to_move(position);
        let expected = plain_paranoid(game, evaluator, position, depth, 0, root);
        let view = Paranoid::new(game, root);
        let by_wrapper = mossa_search::reference::minimax(
            &view,
            &ParanoidEvaluator(evaluator),
            &mut position.clone(),
            depth,
        );
        assert_eq!(by_wrapper, expected);
        let request = Request { features: Features::ALL.exact(), ..limited(depth) };
        let table = Table::with_buckets(64);
        let stop = StopSignal::new();
        let mut reports = 0;
        let report = multiplayer::search(
            Method::Paranoid,
            game,
            evaluator,
            position,
            &request,
            &table,
            &stop,
            &mut |_| reports += 1,
        );
        let LineValue::Mover { value, exhausted } = report.lines[0].value else { panic!("two sides") };
        assert!(reports > 0);
        assert_playable(game, position, &report);
        if game.players() == 2 || expected.is_win() || !expected.is_decided() {
            assert_eq!(value, expected);
        } else {
            assert!(!value.is_decided() && !exhausted && value < guess_floor(), "a coalition proves nothing");
        }
    }
}

/// Below all that the evaluations here guess.
fn guess_floor() -> Value {
    Value::guess(-28_000)
}

#[test]
fn paranoid_is_minimax_against_the_coalition() {
    on_many(60, &ParanoidIsPlain);
}

/// What Nim knows about two players would be wrong about more.
#[test]
fn paranoid_with_every_technique_proves_exactly_the_wins() {
    let mut wins = 0;
    for players in 3..=6 {
        for heaps in [[1, 1, 2], [2, 2, 1], [3, 1, 1], [1, 2, 3], [2, 2, 2], [1, 1, 1], [3, 3, 1], [1, 1, 4]]
        {
            let nim = Nim::new(&heaps, players, Some(3)).unwrap();
            let start = nim.start();
            let truth = plain_paranoid(&nim, &LastStone, &start, 10, 0, Player::FIRST);
            let (table, stop) = (Table::with_buckets(64), StopSignal::new());
            let (method, request) = (Method::Paranoid, limited(12));
            let report =
                multiplayer::search(method, &nim, &LastStone, &start, &request, &table, &stop, &mut |_| {});
            let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two sides") };
            assert_eq!(value.is_win(), truth.is_win(), "{heaps:?} {players} {value} {truth}");
            assert!(!value.is_loss());
            wins += u32::from(truth.is_win());
        }
    }
    assert!(wins > 0);
}

#[test]
fn paranoid_players_share_a_table_without_confusion() {
    for seed in 0..50 {
        let tree = RandomTree { players: 3, seed, height: 7, width: 3, ends_early: true, irregular: false };
        let table = Table::with_buckets(256);
        let mut position = tree.start();
        while tree.result(&position).is_none() {
            let root = tree.to_move(&position);
            let request = Request { features: Features::ALL.exact(), ..limited(4) };
            let stop = StopSignal::new();
            let search = |table: &Table| {
                let method = Method::Paranoid;
                multiplayer::search(method, &tree, &Coarse, &position, &request, table, &stop, &mut |_| {})
            };
            assert!(same_value(
                search(&table).lines[0].value,
                search(&Table::with_buckets(1)).lines[0].value
            ));
            assert_eq!(tree.to_move(&position), root);
            let m = tree.legal_moves(&position)[0];
            tree.play(&mut position, m);
        }
    }
}

#[test]
fn two_sides_of_a_game_of_three_end_as_the_player_sees_it() {
    for seed in 0..200 {
        let tree = RandomTree { players: 3, seed, height: 6, width: 3, ends_early: true, irregular: true };
        for root in Player::all(3) {
            let view = Paranoid::new(&tree, root);
            let mut position = tree.start();
            while tree.result(&position).is_none() {
                assert_eq!(view.to_move(&position) == Player::FIRST, tree.to_move(&position) == root);
                assert_eq!(view.key(&position), view.recomputed_key(&position));
                let m = *tree.legal_moves(&position).last().unwrap();
                tree.play(&mut position, m);
            }
            let (inner, outer) = (tree.result(&position).unwrap(), view.result(&position).unwrap());
            assert_eq!(outer.players(), 2);
            assert_eq!(outer.verdict(Player::FIRST), inner.verdict(root));
            let other = if inner.verdict(root) == Verdict::Win { Verdict::Loss } else { Verdict::Win };
            if inner.verdict(root) != Verdict::Draw {
                assert_eq!(outer.verdict(Player::SECOND), other);
            }
        }
    }
}

struct BestReplyIsPlain;

impl Check for BestReplyIsPlain {
    fn check<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
        &self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        depth: u32,
    ) {
        let root = game.to_move(position);
        let expected = plain_best_reply(game, evaluator, position, (depth, 0), true, root);
        if game.players() == 2 {
            assert_eq!(expected, plain_paranoid(game, evaluator, position, depth, 0, root));
        }
        // What the table holds may be known from a deeper search, and late moves are searched less deep: both better,
        // but not the same.
        let exact = Features::ALL.without(Feature::Table).without(Feature::LateMoveReductions);
        for features in
            [exact, Features::NONE, exact.without(Feature::AlphaBeta), exact.without(Feature::Pvs)]
        {
            let request = Request { features, ..limited(depth) };
            let (stop, table) = (StopSignal::new(), Table::new(1));
            let report = best_reply::search(game, evaluator, position, &request, &table, &stop, &mut |_| {});
            let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two sides") };
            assert_playable(game, position, &report);
            if game.players() == 2 || !expected.is_decided() || expected == Value::win_in(1) {
                assert_eq!(value, expected, "{features:?}");
            } else {
                assert!(!value.is_decided(), "some sat out, so nothing is proven");
                let nearest = Value::BEST_GUESS.raw() - expected.plies().unwrap() as i32;
                assert_eq!(value.raw(), if expected.is_win() { nearest } else { -nearest });
            }
        }
    }
}

#[test]
fn best_reply_search_is_plain_best_reply_and_alphabeta_for_two() {
    on_many(60, &BestReplyIsPlain);
}

/// With enough depth to see all ends, the table changes how fast a value is found, and nothing else.
#[test]
fn best_reply_search_finds_the_same_with_a_table_of_any_size() {
    for (players, heaps) in [(2, vec![3, 4, 2]), (3, vec![3, 2, 2]), (3, vec![4, 3]), (4, vec![2, 3])] {
        let nim = Nim::new(&heaps, players, None).unwrap();
        let search = |features, buckets| {
            let request = Request { features, ..limited(12) };
            let (stop, table) = (StopSignal::new(), Table::with_buckets(buckets));
            let report =
                best_reply::search(&nim, &LastStone, &nim.start(), &request, &table, &stop, &mut |_| {});
            let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two sides") };
            (value, report.statistics)
        };
        let (without, plain) = search(Features::ALL.without(Feature::Table), 1);
        assert_eq!(plain.table_hits, 0);
        for buckets in [1, 1 << 10] {
            let (with, counted) = search(Features::ALL, buckets);
            assert_eq!(with, without, "{players} {heaps:?}");
            assert!(counted.table_cutoffs > 0);
        }
    }
}

/// A search by `method` of a tree too large to finish.
fn long_search(
    method: Method,
    players: usize,
    request: &Request,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<random_tree::Branch>),
) -> Report<random_tree::Branch> {
    let tree = RandomTree { players, seed: 3, height: 200, width: 12, ends_early: false, irregular: false };
    let table = Table::new(1);
    multiplayer::search(method, &tree, &Coarse, &tree.start(), request, &table, stop, on_report)
}

#[test]
fn node_limits_are_met_exactly_and_repeatably() {
    for method in [Method::MaxN, Method::BestReply] {
        for players in 3..=6 {
            for nodes in [1, 2, 17, 255, 256, 257, 5000, 12_345] {
                let request = Request::new(Limits::nodes(nodes));
                let search = || long_search(method, players, &request, &StopSignal::new(), &mut |_| {});
                let (report, again) = (search(), search());
                assert_eq!(report.statistics.nodes, nodes, "{method:?}");
                assert!(report.best().is_some());
                assert_eq!((report.lines, report.statistics), (again.lines, again.statistics));
            }
        }
    }
}

#[test]
fn searches_stop_at_the_signal_and_in_time() {
    for method in Method::ALL {
        let stop = StopSignal::new();
        let request = Request::default();
        let (report, late) = std::thread::scope(|scope| {
            let search = scope.spawn(|| long_search(method, 3, &request, &stop, &mut |_| {}));
            std::thread::sleep(Duration::from_millis(60));
            let given = Instant::now();
            stop.stop();
            (search.join().unwrap(), given.elapsed())
        });
        assert!(report.best().is_some());
        assert!(late < Duration::from_millis(50), "{method:?} stopped only after {late:?}");
        let begun = Instant::now();
        let request = Request::new(Limits::per_move(Duration::from_millis(40)));
        long_search(method, 4, &request, &StopSignal::new(), &mut |_| {});
        let taken = begun.elapsed();
        assert!(taken < Duration::from_millis(120), "{method:?} took {taken:?}");
    }
}

#[test]
fn every_iteration_is_reported_and_deeper_than_the_one_before() {
    for method in [Method::MaxN, Method::BestReply] {
        let mut depths = Vec::new();
        let request = limited(4);
        let last = long_search(method, 3, &request, &StopSignal::new(), &mut |r| depths.push(r.depth));
        assert_eq!(depths, [1, 2, 3, 4]);
        assert_eq!((last.depth, last.selective_depth), (4, 4));
    }
}

#[test]
fn finished_games_give_empty_reports() {
    let nim = Nim::new(&[1], 3, None).unwrap();
    let mut position = nim.start();
    nim.play(&mut position, nim.legal_moves(&nim.start())[0]);
    for method in [Method::MaxN, Method::BestReply] {
        let request = limited(3);
        let (table, stop) = (Table::with_buckets(1), StopSignal::new());
        let search = |position| {
            multiplayer::search(method, &nim, &LastStone, position, &request, &table, &stop, &mut |_| {})
        };
        assert!(search(&position).lines.is_empty());
        assert_eq!(search(&nim.start()).lines.len(), 1);
    }
}
