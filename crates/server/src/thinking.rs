//! Threads of the system for whatever thinks: the asynchronous runtime never does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use mossa_engine::{AnalysisRequest, Means};
use mossa_search::{Limits, StopSignal, Table};
use tokio::sync::oneshot;

use crate::problem::Problem;

/// What a solver remembers, in megabytes.
pub(crate) const SOLVER_MEGABYTES: usize = 32;

/// A search with one thread and a table of so many megabytes.
pub(crate) fn request(limits: Limits, lines: usize, megabytes: usize) -> AnalysisRequest {
    means(0, limits, megabytes).request(lines)
}

/// What a player may use for a move.
pub(crate) fn means(seed: u64, limits: Limits, megabytes: usize) -> Means {
    Means { seed, limits, threads: 1, table: Arc::new(Table::new(megabytes)) }
}

/// How many cores there are.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads, and a bounded number of jobs that wait for them.
pub(crate) struct Pool {
    jobs: SyncSender<Job>,
    closing: StopSignal,
}

/// Stops a job when nobody waits for it any more.
struct StopOnDrop(StopSignal);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// So many threads, and room for so many jobs that wait.
    pub(crate) fn new(name: &str, threads: usize, waiting: usize) -> std::io::Result<Pool> {
        let (jobs, queue) = sync_channel::<Job>(waiting);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new().name(name.to_owned()).spawn(move || work(&queue))?;
        }
        Ok(Pool { jobs, closing: StopSignal::new() })
    }

    /// Has a thread do `work`, and waits for what it gives. If whoever waits goes away, the work is told to stop; if there
    /// is no room, it is refused.
    pub(crate) async fn ask<T, F>(&self, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce(&StopSignal) -> T + Send + 'static,
    {
        let (answer, wait) = oneshot::channel();
        let stop = StopOnDrop(self.closing.for_part());
        let signal = stop.0.clone();
        let job: Job = Box::new(move || {
            if !answer.is_closed() {
                // Whoever asked may be gone by now.
                let _ = answer.send(work(&signal));
            }
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Problem::full("too much is being thought about"),
            TrySendError::Disconnected(_) => Problem::broken("nobody thinks any more"),
        })?;
        let answer = wait.await.map_err(|_| Problem::broken("the thinker broke down"));
        drop(stop);
        answer
    }

    /// Tells everything that is under way to stop.
    pub(crate) fn close(&self) {
        self.closing.stop();
    }
}

fn work(queue: &Mutex<Receiver<Job>>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // Whoever waits for a job that broke down sees that its answer never comes; the thread goes on.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}
