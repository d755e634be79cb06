//! A first look at each new position of a table with an engine: whoever watches sees at once what it is worth, before the
//! engine has thought.

use std::sync::Arc;
use std::time::Duration;

use mossa_engine::AnyPosition;
use mossa_search::{Limits, StopSignal, TimeControl};

use crate::app::App;
use crate::desk::worth::Worth;
use crate::tables::table::{Sitting, Table};
use crate::tables::view::Evaluation;
use crate::thinking;

/// How long a look may take: it should be on a screen before anybody wonders.
const LONGEST: Duration = Duration::from_millis(50);
/// How many positions it looks at, at most.
const NODES: u64 = 20_000;
/// What it remembers, in megabytes.
const MEGABYTES: usize = 2;

impl Table {
    /// Has a look at the position, if somebody watches, and at the first one in any case: what a game computes when it is first
    /// searched is there when the first move comes. People who play each other get none.
    pub(crate) fn glance(self: &Arc<Self>, app: &App, sitting: &Sitting) {
        let wanted = sitting.running().is_some() && sitting.terms.is_one_against_engines();
        if !wanted || !(self.log.is_heard() || sitting.walk.plies() == 0) {
            return;
        }
        let (position, turn) = (sitting.walk.position().boxed_clone(), sitting.turn);
        let (app, table, ply) = (app.clone(), Arc::clone(self), sitting.walk.plies());
        tokio::spawn(async move {
            // If there is no room for it, nobody gets a value.
            let Ok(Some(found)) = app.glances.ask(move |stop| look(&*position, ply, stop)).await else {
                return;
            };
            let mut sitting = table.lock().await;
            if sitting.turn == turn {
                table.log.evaluation(sitting.version, &found);
                sitting.evaluation = Some(found);
            }
        });
    }
}

fn look(position: &dyn AnyPosition, ply: usize, stop: &StopSignal) -> Option<Evaluation> {
    let limits = Limits { depth: None, nodes: Some(NODES), time: TimeControl::PerMove(LONGEST) };
    let found = position.analyse(&thinking::request(limits, 1, MEGABYTES), stop, &mut |_| {});
    if stop.is_stopped() {
        return None;
    }
    let line = found.lines.into_iter().next()?;
    Some(Evaluation::new(ply, Worth::of_line(&line.value, position), line.moves, position))
}
