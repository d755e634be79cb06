//! The same fixed-depth search, generic or written by hand: `yardstick generic 7`, `yardstick hand 7`.
//! `scripts/yardstick` counts the instructions of both.

use mossa_game::Playable;
use mossa_mnk::{Mnk, Rule};
use mossa_search::{Limits, LineValue, Request, StopSignal, Table, alphabeta};

#[path = "../tests/yardstick/hand.rs"]
mod hand;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let which = arguments.get(1).map_or("generic", String::as_str);
    let depth: u32 = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(6);
    let Some(game) = Mnk::<1>::new(5, 5, 4, Rule::OrMore) else { return };
    let table = Table::new(16);
    let (value, statistics) = match which {
        "hand" => {
            let mut hand = hand::Hand::new(&game, &table);
            (hand.deepen(depth as i32), hand.statistics)
        }
        _ => {
            let request = Request { features: hand::features(), ..Request::new(Limits::depth(depth)) };
            let stop = StopSignal::new();
            let report = alphabeta::search(
                &game,
                &game.evaluator(),
                &mossa_game::Game::start(&game),
                &request,
                &table,
                &stop,
                &mut |_| {},
            );
            match report.lines[0].value {
                LineValue::Mover { value, .. } => (value, report.statistics),
                LineValue::Each { .. } => return,
            }
        }
    };
    println!("{which} value {value} {statistics:?}");
}
