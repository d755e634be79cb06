//! One search, from `go` to `bestmove`.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mossa_engine::{Analysis, AnalysisRequest, AnyPosition};
use mossa_search::{News, StopSignal};

use super::info;
use super::outlet::Outlet;

/// How often a search that has found all there is looks whether its answer is wanted now.
pub(super) const WAIT: Duration = Duration::from_millis(1);

/// What a search is told beside its request.
pub(super) struct Task {
    pub(super) position: Box<dyn AnyPosition>,
    pub(super) request: AnalysisRequest,
    /// Ends as soon as a mate in so many moves is found.
    pub(super) mate: Option<u32>,
    pub(super) waits: Waits,
    /// The chances of each result are told.
    pub(super) chances: bool,
}

/// What an answer waits for when it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waits {
    /// Nothing.
    No,
    /// `stop`.
    ForStop,
    /// `ponderhit`, before which the clock stands still, or `stop`.
    ForPonderHit,
}

/// A search that is under way.
pub(super) struct Thinking {
    stop: StopSignal,
    /// Nobody wants the answer any more.
    silent: Arc<AtomicBool>,
    waits: Waits,
    thread: JoinHandle<io::Result<()>>,
}

impl Thinking {
    /// Begins.
    pub(super) fn begin(task: Task, outlet: &Outlet) -> io::Result<Thinking> {
        let waits = task.waits;
        let stop = if waits == Waits::ForPonderHit { StopSignal::holding() } else { StopSignal::new() };
        let silent = Arc::<AtomicBool>::default();
        let (signal, quiet, outlet) = (stop.clone(), Arc::clone(&silent), outlet.clone());
        let work = move || think(&task, &signal, &quiet, &outlet);
        let thread = thread::Builder::new().name("uci search".to_owned()).spawn(work)?;
        Ok(Thinking { stop, silent, waits, thread })
    }

    /// Whether only a command ends it.
    pub(super) fn is_held(&self) -> bool {
        self.waits == Waits::ForStop || self.stop.is_holding()
    }

    /// The move that it ponders on was played: its clock runs from now on.
    pub(super) fn ponder_hit(&self) {
        self.stop.release();
    }

    /// Has it answer now, and waits for that.
    pub(super) fn answer(self) -> io::Result<()> {
        self.stop.stop();
        self.wait()
    }

    /// Ends it without an answer.
    pub(super) fn abandon(self) -> io::Result<()> {
        self.silent.store(true, Relaxed);
        self.answer()
    }

    /// Whether it has answered.
    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits until it has answered by itself.
    fn wait(self) -> io::Result<()> {
        self.thread.join().unwrap_or_else(|_| Err(io::Error::other("the search ended unexpectedly")))
    }
}

fn think(task: &Task, stop: &StopSignal, silent: &AtomicBool, outlet: &Outlet) -> io::Result<()> {
    let mut told = Ok(());
    // The search may end sooner than the waiting for a command does.
    let enough = stop.for_part();
    let mut tell = |analysis: &Analysis| {
        if told.is_ok() && !silent.load(Relaxed) {
            told = outlet.say(&info::lines(analysis, task));
        }
        // Nobody reads any more, or what was asked for is found.
        let whole = analysis.news == News::Iteration;
        let found =
            whole && task.mate.zip(info::mate_in(analysis)).is_some_and(|(wanted, found)| found <= wanted);
        if told.is_err() || found {
            enough.stop();
        }
    };
    let analysis = task.position.analyse(&task.request, &enough, &mut tell);
    told?;
    if analysis.lines.is_empty() && !silent.load(Relaxed) {
        outlet.say(&[info::of_end(&*task.position)])?;
    }
    while (task.waits == Waits::ForStop || stop.is_holding()) && !stop.is_stopped() {
        thread::sleep(WAIT);
    }
    if silent.load(Relaxed) {
        return Ok(());
    }
    let mut lines = Vec::new();
    if let Some(wanted) = task.mate
        && info::mate_in(&analysis).is_none_or(|found| found > wanted)
    {
        lines.push(format!("info string no mate in {wanted} found"));
    }
    lines.push(best_move(&*task.position, &analysis));
    outlet.say(&lines)
}

/// `bestmove e2e4 ponder e7e5`. A game that is over has no move, which is written as 0000.
fn best_move(position: &dyn AnyPosition, analysis: &Analysis) -> String {
    let Some(line) = analysis.lines.first().filter(|line| !line.moves.is_empty()) else {
        let any = position.moves().into_iter().next();
        return format!("bestmove {}", any.map_or("0000".to_owned(), |first| first.text));
    };
    match line.moves.as_slice() {
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
        moves => format!("bestmove {}", moves.join(" ")),
    }
}
