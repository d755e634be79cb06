//! Sees when the machine stands still.
//!
//! A virtual machine may lose a processor to others for a tenth of a second, and on a crowded one every thread waits for its
//! turn. Whoever has 70 ms for a move loses on time then, whatever it does. So a proof about time needs to know when that
//! happened: threads that sleep for 2 ms at a time, one bound to each processor, note when they wake too late.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const BEAT: Duration = Duration::from_millis(2);
/// What a player at 50 ms with 20 ms of grace cannot be expected to make good.
const STALL: Duration = Duration::from_millis(20);

#[derive(Default)]
pub(crate) struct Metronome {
    stalls: Arc<Mutex<Vec<(Instant, Duration)>>>,
    over: Arc<AtomicBool>,
}

impl Metronome {
    pub(crate) fn start() -> Metronome {
        let metronome = Metronome::default();
        for processor in 0..thread::available_parallelism().map_or(1, usize::from) {
            let (stalls, over) = (Arc::clone(&metronome.stalls), Arc::clone(&metronome.over));
            thread::spawn(move || {
                bind(processor);
                while !over.load(Ordering::Relaxed) {
                    let due = Instant::now() + BEAT;
                    thread::sleep(BEAT);
                    let late = Instant::now().saturating_duration_since(due);
                    if late >= STALL {
                        stalls.lock().unwrap().push((Instant::now(), late));
                    }
                }
            });
        }
        metronome
    }

    /// How long the machine stood still at most in the last `time`.
    pub(crate) fn worst_within(&self, time: Duration) -> Option<Duration> {
        let stalls = self.stalls.lock().unwrap();
        stalls.iter().filter(|(at, _)| at.elapsed() <= time).map(|(_, late)| *late).max()
    }

    pub(crate) fn count(&self) -> usize {
        self.stalls.lock().unwrap().len()
    }
}

impl Drop for Metronome {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// Binds this thread to a processor, where the system has a program for it.
fn bind(processor: usize) {
    let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
    let id = thread.file_name().map(Path::new).unwrap_or(Path::new("0"));
    let mut taskset = Command::new("taskset");
    taskset.args(["-cp", &processor.to_string()]).arg(id);
    let _ = taskset.stdout(Stdio::null()).stderr(Stdio::null()).status();
}
