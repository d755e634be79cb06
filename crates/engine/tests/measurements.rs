//! Fixed work and ablations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_conformance::toy::NimFamily;
use mossa_engine::{AblationRequest, Registry, ablation, bench, open};
use mossa_game::{Assessment, Verdict};
use mossa_search::{Features, StopSignal};

#[test]
fn the_signature_is_the_same_every_time() {
    let registry = Registry::empty().with(NimFamily);
    let run = || {
        let mut seen = 0;
        let result = bench(&registry, &[], Features::ALL, &mut |row| seen += row.nodes).unwrap();
        assert_eq!((seen, result.rows.len()), (result.signature, 2));
        result
    };
    let (first, second) = (run(), run());
    assert!(first.signature > 0 && first.nps > 0);
    assert_eq!(first.signature, second.signature);
    let minimax = bench(&registry, &["nim:5.6.7,most=3"], Features::NONE, &mut |_| {}).unwrap();
    assert!(minimax.rows.len() == 1 && minimax.rows[0].game == "nim:5.6.7,most=3");
    assert!(minimax.signature > first.rows[1].nodes, "minimax visits more");
}

/// The number of a value: whether a draw is proven may differ between searches of equal value.
fn number(value: Assessment) -> i64 {
    match value {
        Assessment::Proven { outcome: Verdict::Draw, .. } => 0,
        Assessment::Proven { outcome, plies } => {
            let distance = 1_000_000 - i64::from(plies.unwrap_or(0));
            if outcome == Verdict::Win { distance } else { -distance }
        }
        Assessment::Guess { score } => i64::from(score),
    }
}

#[test]
fn exact_techniques_agree_on_the_value_and_save_nodes() {
    for (name, moves, depth) in [("mnk:4,4,3", "", 4), ("mnk:3,3,3", "b2", 6), ("mnk:5,5,4", "c3 b2", 3)] {
        let mut position = open(name).unwrap().start();
        moves.split_whitespace().for_each(|m| drop(position.play(m).unwrap()));
        let request = AblationRequest { depth, minimax: true, all_but: true };
        let mut seen = 0;
        let rows = ablation(&*position, &request, &StopSignal::new(), &mut |_| seen += 1);
        assert_eq!((seen, rows.len()), (rows.len(), 1 + 20 + 19));
        assert_eq!((rows[0].name.as_str(), rows[1].name.as_str()), ("minimax", "alphabeta"));
        assert_eq!((rows[2].name.as_str(), rows[21].name.as_str()), ("+deepening", "all but deepening"));
        let value = number(rows[0].value.unwrap());
        for row in rows.iter().filter(|row| row.exact) {
            assert_eq!(number(row.value.unwrap()), value, "{name} {}", row.name);
        }
        assert_eq!(rows.iter().filter(|row| row.exact).count(), 12, "up to mate distance");
        assert!(rows[1].nodes < rows[0].nodes / 2, "{name}: alpha-beta saves more than half of the nodes");
        assert!(rows[0].ratio.is_none() && rows[1].ratio.unwrap() < 0.5);
    }
}

#[test]
fn a_stopped_ablation_ends() {
    let stop = StopSignal::new();
    let position = open("mnk:15,15,5").unwrap().start();
    let request = AblationRequest { depth: 30, minimax: true, all_but: true };
    stop.stop();
    assert!(ablation(&*position, &request, &stop, &mut |_| {}).is_empty());
}
