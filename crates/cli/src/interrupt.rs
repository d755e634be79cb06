//! Ctrl-C asks a search to stop and still gets its result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mossa_search::StopSignal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// How often the flag is looked at: a person does not notice less than this.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// What ends a program from outside: Ctrl-C, `kill`, a terminal that is closed.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// The first Ctrl-C (or another of these signals) gives `stop`, the second ends the program at once, with what a shell
/// reports for that: 128 + the number of the signal.
pub(crate) fn stops(stop: &StopSignal) -> std::io::Result<()> {
    let pressed = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        // In this order, so that the first press does not see itself.
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&pressed))?;
        signal_hook::flag::register(signal, Arc::clone(&pressed))?;
    }
    let stop = stop.clone();
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        while !pressed.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK_EVERY);
        }
        stop.stop();
    })?;
    Ok(())
}
