//! Fixed work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_conformance::toy::NimFamily;
use mossa_engine::{Registry, bench};
use mossa_search::{Features, StopSignal};

#[test]
fn the_signature_is_the_same_every_time() {
    let registry = Registry::empty().with(NimFamily);
    let run = || {
        let mut seen = 0;
        let result =
            bench(&registry, &[], Features::ALL, &StopSignal::new(), &mut |row| seen += row.nodes).unwrap();
        assert_eq!((seen, result.rows.len()), (result.signature, 2));
        result
    };
    let (first, second) = (run(), run());
    assert!(first.signature > 0 && first.nps > 0);
    assert_eq!(first.signature, second.signature);
    let minimax =
        bench(&registry, &["nim:5.6.7,most=3"], Features::NONE, &StopSignal::new(), &mut |_| {}).unwrap();
    assert!(minimax.rows.len() == 1 && minimax.rows[0].game == "nim:5.6.7,most=3");
    assert!(minimax.signature > first.rows[1].nodes, "minimax visits more");
}
