//! Those who watch one game, on a thread of their own.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use reqwest::{Client, Response};
use serde::Deserialize;
use tokio::sync::watch;

use crate::Failure;
use crate::api::read;

/// Nothing comes any more if nothing came for so long after the last move.
const PATIENCE: Duration = Duration::from_secs(5);

/// A move, or the whole table, as far as a spectator looks at it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
struct Told {
    version: u64,
    ply: Option<usize>,
    #[serde(rename = "move")]
    text: Option<String>,
}

/// What one spectator was told, or what went wrong.
type Saw = Result<Vec<Told>, Failure>;

/// How many spectators are content.
#[derive(Default)]
pub(crate) struct Seen {
    /// So many saw every move in order.
    pub(crate) all: usize,
    /// What went wrong for the others.
    pub(crate) problems: Vec<String>,
}

/// Spectators of a game.
pub(crate) struct Spectators {
    /// How many moves there are to see, once that is known.
    played: watch::Sender<Option<usize>>,
    thread: JoinHandle<Result<Vec<Saw>, Failure>>,
}

impl Spectators {
    /// So many come to see a table; all of them see it when this returns.
    pub(crate) fn come(server: SocketAddr, table: String, count: usize) -> Result<Spectators, Failure> {
        let url = format!("http://{server}/api/v1/tables/{table}/events");
        let played = watch::Sender::new(None);
        let (arrived, arrivals) = mpsc::channel();
        let told = played.clone();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let come = |_| tokio::spawn(spectate(url.clone(), arrived.clone(), told.subscribe()));
                let tasks: Vec<_> = (0..count).map(come).collect();
                drop(arrived);
                let mut seen = Vec::with_capacity(count);
                for task in tasks {
                    seen.push(task.await?);
                }
                Ok(seen)
            })
        });
        // If one fails to come, the others still do, and it is told at the end.
        let came = arrivals.iter().take(count).count();
        if came == 0 && count > 0 {
            return Err("no spectator could come".into());
        }
        Ok(Spectators { played, thread })
    }

    /// They leave when they have seen all these moves, or nothing comes any more.
    pub(crate) fn leave(self, moves: &[String]) -> Result<Seen, Failure> {
        self.played.send_replace(Some(moves.len()));
        let saw = self.thread.join().map_err(|_| "the spectators panicked")??;
        let mut seen = Seen::default();
        for one in saw {
            match one.and_then(|told| compare(&told, moves)) {
                Ok(()) => seen.all += 1,
                Err(failure) => seen.problems.push(format!("spectator: {failure}")),
            }
        }
        Ok(seen)
    }
}

/// Compares what was told, the table first, with what was played.
fn compare(told: &[Told], moves: &[String]) -> Result<(), Failure> {
    let first = told.first().ok_or("saw nothing")?;
    if told.len() != moves.len() + 1 {
        return Err(format!("saw {} of {} moves", told.len() - 1, moves.len()).into());
    }
    for (ply, (told, text)) in told[1..].iter().zip(moves).enumerate() {
        let version = first.version + ply as u64 + 1;
        let expected = Told { version, ply: Some(ply), text: Some(text.clone()) };
        if *told != expected {
            return Err(format!("saw {told:?}, not {expected:?}").into());
        }
    }
    Ok(())
}

/// Watches until all moves were seen; gives the table as it was first, and the moves.
async fn spectate(url: String, arrived: mpsc::Sender<()>, mut played: watch::Receiver<Option<usize>>) -> Saw {
    let mut stream =
        Stream { response: Client::new().get(url).send().await?.error_for_status()?, text: Vec::new() };
    let mut seen = Vec::new();
    loop {
        let played_now = *played.borrow();
        if played_now.is_some_and(|played| seen.len() > played) {
            return Ok(seen);
        }
        let came = tokio::select! {
            came = stream.fill() => came?,
            _ = played.changed(), if played_now.is_none() => true,
            () = tokio::time::sleep(PATIENCE), if played_now.is_some() => false,
        };
        while let Some(told) = stream.next()? {
            if seen.is_empty() {
                // Whoever waits for this may have given up.
                let _ = arrived.send(());
            }
            seen.push(told);
        }
        if !came {
            return Ok(seen);
        }
    }
}

/// A stream of events.
struct Stream {
    response: Response,
    text: Vec<u8>,
}

impl Stream {
    /// Waits for more; false at the end.
    async fn fill(&mut self) -> Result<bool, Failure> {
        let Some(chunk) = self.response.chunk().await? else { return Ok(false) };
        self.text.extend_from_slice(&chunk);
        Ok(true)
    }

    /// The next move, or table, that is there as a whole.
    fn next(&mut self) -> Result<Option<Told>, Failure> {
        while let Some(end) = self.text.windows(2).position(|pair| pair == b"\n\n") {
            let block: Vec<u8> = self.text.drain(..end + 2).collect();
            let field = |name: &[u8]| {
                let mut lines = block.split(|byte| *byte == b'\n');
                lines.find_map(|line| line.strip_prefix(name)).map(<[u8]>::trim_ascii)
            };
            if matches!(field(b"event:"), Some(b"move" | b"table")) {
                return Ok(Some(read(field(b"data:").unwrap_or_default())?));
            }
        }
        Ok(None)
    }
}
