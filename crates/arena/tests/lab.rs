//! The laboratory, on real searches.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod liar;

use std::sync::Arc;
use std::time::Duration;

use liar::Liar;
use mossa_arena::lab::exploration::{Exploration, Step, Way};
use mossa_arena::lab::ladder::{all_but_one, heeded, parse, steps};
use mossa_arena::lab::table::Agreement;
use mossa_arena::lab::{Experiment, FeatureSet, LabRow, LabTable, Progress, Search, Subject};
use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnyGame, AnyPosition, Method, Registry, open};
use mossa_search::{Feature, Features, StopSignal};

fn position(game: Arc<dyn AnyGame>, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = game.start();
    moves.split_whitespace().for_each(|text| drop(position.play(text).unwrap()));
    position
}

fn subject(name: &str, moves: &str, depth: Option<u32>) -> Subject {
    Subject::new(position(open(name).unwrap(), moves), depth).unwrap()
}

fn experiment(subjects: Vec<Subject>, sets: Vec<FeatureSet>) -> Experiment {
    Experiment { title: "test".to_owned(), subjects, sets, search: Search::default() }
}

fn run(experiment: &Experiment) -> LabTable {
    experiment.run(&StopSignal::new(), &mut |_| {}).unwrap()
}

/// Minimax, every step, and everything but one.
fn whole_ladder() -> Vec<FeatureSet> {
    let mut sets = vec![FeatureSet::minimax()];
    sets.extend(steps(Features::ALL));
    sets.extend(all_but_one(Features::ALL));
    sets
}

#[test]
fn exact_techniques_agree_on_the_value_and_save_nodes() {
    let cases = [("mnk:4,4,3", "", 4), ("mnk:3,3,3", "b2", 6), ("mnk:5,5,4", "c3 b2", 3)];
    let subjects = cases.map(|(name, moves, depth)| subject(name, moves, Some(depth)));
    let table = run(&experiment(subjects.into(), whole_ladder()));
    assert_eq!(table.rows.len(), 1 + Feature::ALL.len() + all_but_one(Features::ALL).len());
    assert_eq!((table.rows.len(), table.each.len()), (table.planned, 3 * table.planned));
    assert_eq!(table.disagreements, []);
    let exact: Vec<&LabRow> = table.rows.iter().filter(|row| row.exact).collect();
    assert_eq!(exact.len(), 1 + Features::ALL.exact().iter().count(), "up to mate distance");
    assert!(table.rows.iter().all(|row| row.agrees && row.finished && row.values.len() == 3));
    assert!(table.rows.iter().all(|row| row.comparable == row.exact));
    assert!(table.rows[0].ratio.is_none() && table.rows[1].ratio.unwrap() < 0.5, "alpha-beta saves most");
}

#[test]
fn rows_are_the_sums_of_their_positions() {
    let subjects = vec![subject("mnk:3,3,3", "", Some(5)), subject("mnk:4,4,3", "b2", Some(3))];
    let table = run(&experiment(subjects, parse("minimax;alphabeta;all").unwrap()));
    for (row, each) in table.rows.iter().zip(table.each.chunks(2)) {
        let sum = |count: fn(&LabRow) -> u64| each.iter().map(count).sum::<u64>();
        assert!(each.iter().all(|one| one.name == row.name) && each[1].position == Some(1));
        assert_eq!((row.nodes, row.terminal), (sum(|one| one.nodes), sum(|one| one.terminal)));
        assert_eq!((row.cutoffs, row.evaluations), (sum(|one| one.cutoffs), sum(|one| one.evaluations)));
        assert_eq!((row.stores, row.hits), (sum(|one| one.stores), sum(|one| one.hits)));
        assert_eq!(row.values, [&each[0].values[..], &each[1].values[..]].concat());
        assert_eq!(row.depth, each[0].depth.min(each[1].depth));
    }
    let [minimax, alphabeta, all] = &table.rows[..] else { panic!("three rows") };
    assert_eq!((minimax.cutoffs, minimax.stores, minimax.mean_depth), (0, 0, 4.0));
    assert_eq!(alphabeta.ratio, Some(alphabeta.nodes as f64 / minimax.nodes as f64));
    assert_eq!(all.ratio, Some(all.nodes as f64 / alphabeta.nodes as f64));
    assert_eq!(table.nodes(), table.rows.iter().map(|row| row.nodes).sum::<u64>());
}

#[test]
fn what_misses_something_is_compared_with_everything() {
    let mut sets = steps(Features::ALL);
    sets.extend(all_but_one(Features::ALL));
    let table = run(&experiment(vec![subject("mnk:4,4,3", "", Some(4))], sets));
    let everything = table.rows[Feature::ALL.len() - 1].nodes as f64;
    for row in &table.rows[Feature::ALL.len()..] {
        assert_eq!(row.ratio, Some(row.nodes as f64 / everything), "{}", row.name);
    }
}

#[test]
fn a_search_that_finds_something_else_is_noticed() {
    let honest = position(open("mnk:4,4,3").unwrap(), "");
    let lying = Box::new(Liar { honest, about: Feature::Table });
    let subjects = vec![subject("mnk:3,3,3", "", Some(4)), Subject::new(lying, Some(3)).unwrap()];
    let table = run(&experiment(subjects, parse("minimax;alphabeta;alphabeta,table;all").unwrap()));
    assert_eq!(table.rows.iter().map(|row| row.agrees).collect::<Vec<_>>(), [true, true, false, true]);
    assert_eq!(table.disagreements.len(), 1, "who guesses may find something else");
    let wrong = &table.disagreements[0];
    assert_eq!((wrong.position, wrong.second.as_str()), (1, "alphabeta,table"));
    assert_eq!((wrong.first.as_str(), wrong.reason), ("minimax", Agreement::Exact));
    assert!(table.each.iter().all(|one| one.agrees != (one.position == Some(1) && one.name == wrong.second)));
}

#[test]
fn an_exploration_that_finds_something_else_is_noticed() {
    let honest = position(open("chinese-checkers:pieces=1").unwrap(), "");
    let root: Box<dyn AnyPosition> = Box::new(Liar { honest, about: Feature::Table });
    let step = |set: &str| Step {
        name: set.to_owned(),
        root: root.boxed_clone(),
        turns: 7,
        way: Way::Search { method: Method::Auto, set: parse(set).unwrap().remove(0) },
        published: Vec::new(),
    };
    let steps = ["minimax", "alphabeta", "alphabeta,table", "alphabeta,ordering"].map(step).into();
    let work = Exploration { title: String::new(), steps, nodes: None, time: None, table: 1 };
    let tables = work.run(&StopSignal::new(), &mut |_| {}).unwrap();
    let agree: Vec<bool> = tables.iter().map(|table| table.total.agrees).collect();
    assert_eq!(agree, [true, true, false, true]);
}

#[test]
fn memory_changes_nothing_that_maxn_finds() {
    for (board, turns) in [
        ("chinese-checkers:players=3,pieces=1", 12),
        ("chinese-checkers:players=4,pieces=1,rules=free", 10),
        ("chinese-checkers:players=6,pieces=1", 14),
    ] {
        let steps =
            ["minimax", "alphabeta", "alphabeta,table", "table", "alphabeta,ordering,deepening,table"];
        let step = |set: &str| Step {
            name: set.to_owned(),
            root: open(board).unwrap().start(),
            turns,
            way: Way::Search { method: Method::MaxN, set: parse(set).unwrap().remove(0) },
            published: Vec::new(),
        };
        // Plain MaxN visits too much of the free board.
        let steps = steps[usize::from(board.contains("free"))..].iter().map(|set| step(set)).collect();
        let work = Exploration { title: String::new(), steps, nodes: None, time: None, table: 64 };
        let tables = work.run(&StopSignal::new(), &mut |_| {}).unwrap();
        for table in &tables {
            assert!(table.complete && table.total.finished && table.total.agrees, "{board} {}", table.name);
            assert!(table.total.hits == 0 || table.name.contains("table"), "{board} {}", table.name);
        }
        assert!(tables.iter().any(|table| table.total.hits > 0), "{board}");
    }
}

#[test]
fn budgets_measure_the_depth() {
    let mut work = experiment(vec![subject("mnk:6,6,4", "c3", None)], parse("minimax;all").unwrap());
    work.search.nodes = Some(20_000);
    let table = run(&work);
    assert!(table.rows.iter().all(|row| row.nodes <= 20_000 && row.finished && !row.comparable));
    assert!(0 < table.rows[0].depth && table.rows[0].depth < table.rows[1].depth);
    assert_eq!(table.rows[0].features, ["deepening"]);
    // With a depth beside it, whoever does not reach it did not finish, and need not agree with anybody.
    work.subjects[0].depth = Some(table.rows[0].depth + 1);
    let table = run(&work);
    assert_eq!((table.rows[0].finished, table.rows[0].agrees), (false, true));
    assert_eq!(table.rows[1].ratio, None, "nobody knows how much minimax would have needed");
}

#[test]
fn what_never_ends_is_refused() {
    let mut work = experiment(vec![subject("mnk:6,6,4", "", None)], parse("all").unwrap());
    let refused = |work: &Experiment| work.run(&StopSignal::new(), &mut |_| {}).unwrap_err().to_string();
    assert_eq!(refused(&work), "`mnk:6,6,4` proposes no depth; expected --depth N, --nodes N or --time MS");
    work.search.time = Some(Duration::from_millis(1));
    assert!(work.check().is_ok());
    work.search.brain = Some("nobody".to_owned());
    assert!(refused(&work).starts_with("`mnk:6,6,4` has no brain `nobody`"));
    work.search = Search { table: usize::MAX >> 21, nodes: Some(1), ..Search::default() };
    assert!(refused(&work).starts_with("no memory"));
    work = experiment(Vec::new(), parse("all").unwrap());
    assert!(refused(&work).starts_with("nothing to compare"));
}

#[test]
fn a_stopped_experiment_keeps_what_is_complete() {
    let subjects = || vec![subject("mnk:3,3,3", "", Some(3)), subject("mnk:3,3,3", "b2", Some(3))];
    let work = experiment(subjects(), parse("minimax;alphabeta;all").unwrap());
    let stop = StopSignal::new();
    let mut begun = 0;
    let table = work.run(&stop, &mut |progress| {
        if let Progress::Began { .. } = progress {
            begun += 1;
            if begun == 4 {
                stop.stop();
            }
        }
    });
    let table = table.unwrap();
    assert_eq!((table.rows.len(), table.each.len(), table.planned), (1, 2, 3));
}

/// Nodes of one search; different techniques that are heeded visit different numbers of them.
fn nodes(game: &Arc<dyn AnyGame>, method: Method, depth: Option<u32>, features: Features) -> u64 {
    let set = FeatureSet { features, ..FeatureSet::minimax() };
    let subject = Subject::new(Arc::clone(game).start(), depth).unwrap();
    let mut work = experiment(vec![subject], vec![set]);
    work.search = Search { method, ..Search::default() };
    run(&work).rows[0].nodes
}

#[test]
fn searches_heed_what_the_ladder_says() {
    let game = Registry::empty().with(NimFamily).open("nim:2.3.4,players=3").unwrap();
    for method in [Method::MaxN, Method::BestReply] {
        let few = heeded(method, 3).unwrap();
        let everything = nodes(&game, method, Some(5), few);
        assert_eq!(nodes(&game, method, Some(5), Features::ALL), everything, "{method:?} heeds nothing else");
        // A technique shows its effect in company or alone, wherever that is.
        // Nobody steps back in Nim, and it does not have late moves left out.
        let unused = [Feature::Selection, Feature::LateMovePruning];
        for feature in few.iter().filter(|feature| !unused.contains(feature)) {
            let missing = nodes(&game, method, Some(5), few.without(feature)) != everything;
            let alone = Features::NONE.with(Feature::AlphaBeta);
            let added =
                nodes(&game, method, Some(5), alone) != nodes(&game, method, Some(5), alone.with(feature));
            assert!(missing || added, "{method:?} heeds {}", feature.name());
        }
    }
}
