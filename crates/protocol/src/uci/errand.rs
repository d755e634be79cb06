//! Work without a clock, on a thread of its own: counting, and fixed work.

use std::io;
use std::thread::{self, JoinHandle};

use mossa_search::StopSignal;

/// Work that is under way, and all that was ordered after it: one is done after the other.
pub(super) struct Errand {
    stop: StopSignal,
    thread: JoinHandle<io::Result<()>>,
}

impl Errand {
    /// Does `work` as soon as what is under way is done.
    pub(super) fn begin(
        before: Option<Errand>,
        work: impl FnOnce(&StopSignal) -> io::Result<()> + Send + 'static,
    ) -> io::Result<Errand> {
        let stop = before.as_ref().map_or_else(StopSignal::new, |before| before.stop.clone());
        let signal = stop.clone();
        let both = move || {
            before.map_or(Ok(()), Errand::wait)?;
            work(&signal)
        };
        let thread = thread::Builder::new().name("uci errand".to_owned()).spawn(both)?;
        Ok(Errand { stop, thread })
    }

    /// Ends it, and all that was to come after.
    pub(super) fn end(self) -> io::Result<()> {
        self.stop.stop();
        self.wait()
    }

    /// Whether all is done.
    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits until all is done.
    pub(super) fn wait(self) -> io::Result<()> {
        self.thread.join().unwrap_or_else(|_| Err(io::Error::other("the work ended unexpectedly")))
    }
}
