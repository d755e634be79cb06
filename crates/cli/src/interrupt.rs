//! Ctrl-C asks a search to stop and still gets its result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mossa_search::StopSignal;
use signal_hook::consts::SIGINT;

/// How often the flag is looked at: a person does not notice less than this.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// What a shell reports for a program that Ctrl-C ended: 128 + the number of the signal.
const EXIT_INTERRUPTED: i32 = 128 + SIGINT;

/// The first Ctrl-C gives `stop`, the second ends the program at once.
pub(crate) fn stops(stop: &StopSignal) -> std::io::Result<()> {
    let pressed = Arc::new(AtomicBool::new(false));
    // In this order, so that the first press does not see itself.
    signal_hook::flag::register_conditional_shutdown(SIGINT, EXIT_INTERRUPTED, Arc::clone(&pressed))?;
    signal_hook::flag::register(SIGINT, Arc::clone(&pressed))?;
    let stop = stop.clone();
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        while !pressed.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK_EVERY);
        }
        stop.stop();
    })?;
    Ok(())
}
