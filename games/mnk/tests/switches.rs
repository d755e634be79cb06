//! Each switch does what it says, and nothing more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::atomic::{AtomicU64, Ordering};

use mossa_game::{Evaluate, Flow, Game, MoveSink, Outcome, Player, Symmetric, Tactics, Term, Value};
use mossa_mnk::{Mark, Mnk, OpenLines, Position, Rule};
use mossa_search::{Features, Limits, Report, Request, StopSignal, Table, alphabeta};

/// An (m,n,k)-game that notes with how many stones on the board it is asked for the order of moves.
struct Asked {
    game: Mnk<1>,
    stones: AtomicU64,
}

impl Asked {
    fn new() -> Asked {
        Asked { game: Mnk::new(4, 4, 4, Rule::OrMore).unwrap(), stones: AtomicU64::new(0) }
    }
}

impl Game for Asked {
    type Position = Position<1>;
    type Move = Mark;
    type Undo = ();

    fn start(&self) -> Position<1> {
        self.game.start()
    }
    fn to_move(&self, position: &Position<1>) -> Player {
        self.game.to_move(position)
    }
    fn outcome(&self, position: &Position<1>) -> Option<Outcome> {
        self.game.outcome(position)
    }
    fn moves(&self, position: &Position<1>, sink: &mut impl MoveSink<Mark>) -> Flow {
        self.game.moves(position, sink)
    }
    fn most_moves(&self) -> usize {
        self.game.most_moves()
    }
    fn play(&self, position: &mut Position<1>, m: Mark) {
        self.game.play(position, m);
    }
    fn undo(&self, position: &mut Position<1>, m: Mark, (): ()) {
        self.game.undo(position, m, ());
    }
    fn key(&self, position: &Position<1>) -> u64 {
        self.game.key(position)
    }
    fn recomputed_key(&self, position: &Position<1>) -> u64 {
        self.game.recomputed_key(position)
    }
}

impl Symmetric for Asked {}

impl Tactics for Asked {
    type Node = ();

    fn node(&self, _: &Position<1>) {}
    fn order(&self, position: &Position<1>, (): &(), m: Mark) -> i32 {
        let stones = self.game.most_moves() as u32 - u32::from(position.empty_cells());
        self.stones.fetch_or(1 << stones, Ordering::Relaxed);
        self.game.order(position, &self.game.node(position), m)
    }
}

struct Lines;

impl Evaluate<Asked> for Lines {
    type State = ();

    fn fresh(&self, _: &Asked, _: &Position<1>) {}
    fn value(&self, game: &Asked, position: &Position<1>, (): &()) -> Value {
        OpenLines.value(&game.game, position, &())
    }
    fn explain(&self, game: &Asked, position: &Position<1>) -> Vec<Term> {
        OpenLines.explain(&game.game, position)
    }
}

/// Searches an empty board of 4 x 4 to depth 5; also gives the plies that were ordered, as bits.
fn search(features: &str) -> (Report<Mark>, u64) {
    let game = Asked::new();
    let features: Features = features.parse().unwrap();
    let request = Request { features, ..Request::new(Limits::depth(5)) };
    let (table, stop) = (Table::new(4), StopSignal::new());
    let report = alphabeta::search(&game, &Lines, &game.start(), &request, &table, &stop, &mut |_| {});
    (report, game.stones.into_inner())
}

#[test]
fn moves_are_ordered_as_far_from_the_root_as_asked() {
    let plies = |features: &str| search(&format!("alphabeta,deepening{features}")).1;
    assert_eq!(plies(""), 0);
    assert_eq!(plies(",order1"), 0b1);
    assert_eq!([plies(",order2"), plies(",order1,order2")], [0b11; 2]);
    assert_eq!([plies(",ordering"), plies(",order"), plies(",order1,order2,ordering")], [0b11111; 3]);
}

#[test]
fn what_covers_a_switch_leaves_it_nothing_to_do() {
    let statistics = |features: &str| search(features).0.statistics;
    assert_eq!(statistics("alphabeta,deepening,order2"), statistics("alphabeta,deepening,order1,order2"));
    assert_eq!(statistics("exact"), statistics("exact,-order1,-order2"));
    assert_eq!(statistics("all"), statistics("all,-order1,-order2"));
}

#[test]
fn stored_bounds_cut_off_only_where_they_may() {
    let cutoffs = |features: &str| {
        let statistics = search(features).0.statistics;
        (statistics.table_cutoffs, statistics.nodes)
    };
    let (with, nodes_with) = cutoffs("alphabeta,deepening,table,bounds");
    let (without, nodes_without) = cutoffs("alphabeta,deepening,table");
    // Most nodes fail high or low, so few values are exact.
    assert!(0 < without && without * 10 < with && nodes_with < nodes_without, "{without} {with}");
    // Without alpha-beta every value is exact.
    assert_eq!(cutoffs("deepening,table"), cutoffs("deepening,table,bounds"));
}
