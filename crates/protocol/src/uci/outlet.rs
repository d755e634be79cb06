//! Where answers go.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Where answers go, from whichever thread.
#[derive(Clone)]
pub(super) struct Outlet(Arc<Mutex<Inner>>);

struct Inner {
    to: Box<dyn Write + Send>,
    /// When something was told last.
    told: Instant,
}

impl Outlet {
    pub(super) fn new(to: impl Write + Send + 'static) -> Outlet {
        Outlet(Arc::new(Mutex::new(Inner { to: Box::new(to), told: Instant::now() })))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes lines together, and at once.
    pub(super) fn say(&self, lines: &[String]) -> io::Result<()> {
        let mut inner = self.lock();
        lines.iter().try_for_each(|line| writeln!(inner.to, "{line}"))?;
        inner.told = Instant::now();
        inner.to.flush()
    }

    /// How long nothing was told.
    pub(super) fn silence(&self) -> Duration {
        self.lock().told.elapsed()
    }
}
