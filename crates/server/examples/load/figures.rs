//! What came of it.

use std::fmt::{self, Display};
use std::time::Duration;

use serde::Serialize;

use crate::bots::Played;
use crate::options::Options;
use crate::server::Usage;
use crate::spectators::Seen;

/// So many of the problems are told.
const TOLD: usize = 10;

/// What came of it, as it is printed.
#[derive(Serialize)]
pub(crate) struct Figures {
    games: usize,
    seconds: f64,
    moves: usize,
    moves_per_second: f64,
    finished: usize,
    errors: usize,
    p50_ms: f64,
    p90_ms: f64,
    p99_ms: f64,
    max_ms: f64,
    limit_ms: f64,
    spectators: usize,
    watched_moves: usize,
    spectators_that_saw_all_in_order: usize,
    server_cpu_seconds: f64,
    server_peak_mb: u64,
    client_cpu_seconds: f64,
    problems: Vec<String>,
}

impl Figures {
    /// What came of playing, and of watching so many moves; `used` is what the server used up, and this program.
    pub(crate) fn new(
        options: &Options,
        played: &[Played],
        watched_moves: usize,
        seen: Seen,
        used: [Usage; 2],
    ) -> Figures {
        let mut times: Vec<Duration> =
            played.iter().flat_map(|played| played.times.iter().copied()).collect();
        times.sort_unstable();
        let errors: Vec<String> = played.iter().filter_map(|played| played.error.clone()).collect();
        let [server, client] = used;
        Figures {
            games: options.games,
            seconds: options.seconds,
            moves: times.len(),
            moves_per_second: tenths(times.len() as f64 / options.seconds),
            finished: played.iter().map(|played| played.finished).sum(),
            errors: errors.len(),
            p50_ms: at(&times, 0.5),
            p90_ms: at(&times, 0.9),
            p99_ms: at(&times, 0.99),
            max_ms: at(&times, 1.0),
            limit_ms: options.limit,
            spectators: options.spectators,
            watched_moves,
            spectators_that_saw_all_in_order: seen.all,
            server_cpu_seconds: server.seconds,
            server_peak_mb: server.peak_mb,
            client_cpu_seconds: client.seconds,
            problems: errors.into_iter().chain(seen.problems).take(TOLD).collect(),
        }
    }

    /// Whether all is as it should be.
    pub(crate) fn are_good(&self) -> bool {
        let watched = self.watched_moves > 0 && self.spectators_that_saw_all_in_order == self.spectators;
        self.errors == 0 && self.moves > 0 && self.p99_ms < self.limit_ms && watched
    }
}

impl Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string_pretty(self).map_err(|_| fmt::Error)?)
    }
}

/// The time, in milliseconds, within which this share of all was answered.
fn at(times: &[Duration], share: f64) -> f64 {
    let index = ((share * times.len() as f64) as usize).min(times.len().saturating_sub(1));
    times.get(index).map_or(0.0, |time| tenths(1000.0 * time.as_secs_f64()))
}

fn tenths(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}
