//! Positions that come again, where the rules look at them.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use mossa_engine::{AnalysisRequest, AnyPosition, Means, open};
use mossa_search::{Limits, StopSignal};

/// Both go forth and back so often.
fn wander(position: &mut dyn AnyPosition, times: usize) {
    for _ in 0..times {
        for step in ["d1-c2", "d5-c4", "c2-d1", "c4-d5"] {
            position.play(step).unwrap();
        }
    }
}

#[test]
fn a_game_is_drawn_when_a_position_comes_for_the_last_time() {
    for (rule, rounds) in [("2", 1), ("3", 2)] {
        let game = open(&format!("chinese-checkers:pieces=1,rules=free,repetition={rule}")).unwrap();
        let mut position = game.start();
        wander(&mut *position, rounds - 1);
        assert_eq!(position.result(), None, "{rule}");
        wander(&mut *position, 1);
        assert!(position.result().unwrap().winner().is_none(), "{rule}");
        assert!(position.moves().is_empty());
        let refused = position.play("d1-c2").unwrap_err().to_string();
        assert!(refused.contains("the game is over"), "{refused}");
        let request = AnalysisRequest {
            limits: Limits { depth: Some(3), ..Limits::default() },
            ..Means::new(1).request(1)
        };
        let analysis = position.analyse(&request, &StopSignal::new(), &mut |_| {});
        assert_eq!(analysis.best(), None);
        assert!(position.undo() && position.result().is_none() && !position.moves().is_empty());
    }
}

#[test]
fn without_the_rule_positions_may_come_as_often_as_they_like() {
    let game = open("chinese-checkers:pieces=1,rules=free").unwrap();
    let mut position = Arc::clone(&game).start();
    wander(&mut *position, 5);
    assert_eq!(position.result(), None);
}
