//! The search written by hand and the generic one are the same search.
#![allow(clippy::unwrap_used)]

use mossa_game::{Game, Playable};
use mossa_mnk::{Mnk, Rule};
use mossa_search::{Limits, LineValue, Request, StopSignal, Table, alphabeta};

#[path = "yardstick/hand.rs"]
mod hand;

#[test]
fn both_visit_the_same_nodes() {
    for (m, n, k, depth) in [(3, 3, 3, 9), (4, 4, 3, 8), (5, 5, 4, 6), (4, 6, 4, 6)] {
        let game = Mnk::<1>::new(m, n, k, Rule::OrMore).unwrap();
        let table = Table::new(16);
        let request = Request { features: hand::features(), ..Request::new(Limits::depth(depth)) };
        let stop = StopSignal::new();
        let report =
            alphabeta::search(&game, &game.evaluator(), &game.start(), &request, &table, &stop, &mut |_| {});
        let table = Table::new(16);
        let mut by_hand = hand::Hand::new(&game, &table);
        let value = by_hand.deepen(depth as i32);
        assert!(matches!(report.lines[0].value, LineValue::Mover { value: v, .. } if v == value));
        assert_eq!(report.statistics, by_hand.statistics, "{m},{n},{k}");
    }
}
