//! Live streams: a log of events that any number of listeners read at their own speed.
//!
//! Nobody is sent anything: a listener reads what it has not seen whenever its connection takes more. So a slow one holds up
//! nobody, and one that comes back goes on behind the last event that it saw.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::watch;

/// So many events are kept, unless somebody wants fewer.
const KEPT: usize = 2000;

/// How often a comment keeps an idle connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// An event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    pub(crate) id: u64,
    pub(crate) name: &'static str,
    pub(crate) data: String,
}

#[derive(Default)]
struct Pages {
    events: VecDeque<Arc<Told>>,
    last: u64,
    ended: bool,
}

/// Events with numbers from 1.
pub(crate) struct Log {
    pages: Mutex<Pages>,
    news: watch::Sender<()>,
    kept: usize,
}

impl Default for Log {
    fn default() -> Log {
        Log::keeping(KEPT)
    }
}

impl Log {
    /// A log that keeps the last so many events.
    pub(crate) fn keeping(kept: usize) -> Log {
        Log { pages: Mutex::default(), news: watch::Sender::new(()), kept }
    }

    fn pages(&self) -> std::sync::MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes an event, unless the log has ended.
    pub(crate) fn push(&self, name: &'static str, data: &impl Serialize) {
        let data = serde_json::to_string(data).unwrap_or_default();
        let mut pages = self.pages();
        if pages.ended {
            return;
        }
        pages.last += 1;
        let told = Told { id: pages.last, name, data };
        pages.events.push_back(Arc::new(told));
        if pages.events.len() > self.kept {
            pages.events.pop_front();
        }
        drop(pages);
        self.news.send_replace(());
    }

    /// Writes the last event.
    pub(crate) fn end(&self, name: &'static str, data: &impl Serialize) {
        self.push(name, data);
        self.pages().ended = true;
        self.news.send_replace(());
    }

    /// Whether the last event is written.
    pub(crate) fn has_ended(&self) -> bool {
        self.pages().ended
    }

    /// The events behind number `id`, and whether there will be more.
    fn after(&self, id: u64) -> (VecDeque<Arc<Told>>, bool) {
        let pages = self.pages();
        let new = pages.events.iter().filter(|told| told.id > id).cloned().collect();
        (new, pages.ended)
    }
}

/// Something that tells what happens to it.
pub(crate) trait Logged: Send + Sync + 'static {
    /// What it tells.
    fn log(&self) -> &Log;
}

/// The number of the last event that a listener saw before; 0 if it is new.
pub(crate) fn last_event_id(headers: &HeaderMap) -> u64 {
    let id = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    id.and_then(|id| id.trim().parse().ok()).unwrap_or(0)
}

struct Reading<L, G> {
    log: Arc<L>,
    last: u64,
    pending: VecDeque<Arc<Told>>,
    news: watch::Receiver<()>,
    closing: watch::Receiver<bool>,
    _guard: G,
}

/// The events of a log behind number `last`, until it ends or the server closes. `guard` lives as long as the stream.
pub(crate) fn events<L, G>(
    log: Arc<L>,
    last: u64,
    closing: watch::Receiver<bool>,
    guard: G,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>>
where
    L: Logged,
    G: Send + 'static,
{
    let news = log.log().news.subscribe();
    let reading = Reading { log, last, pending: VecDeque::new(), news, closing, _guard: guard };
    let stream = unfold(reading, |mut reading| async move {
        loop {
            if let Some(told) = reading.pending.pop_front() {
                reading.last = told.id;
                let event = Event::default().id(told.id.to_string()).event(told.name).data(&told.data);
                return Some((Ok(event), reading));
            }
            reading.news.mark_unchanged();
            let (new, ended) = reading.log.log().after(reading.last);
            if !new.is_empty() {
                reading.pending = new;
                continue;
            }
            if ended || !wait(&mut reading.news, &mut reading.closing).await {
                return None;
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}

/// Waits for news; false if the server closes instead.
pub(crate) async fn wait(news: &mut watch::Receiver<()>, closing: &mut watch::Receiver<bool>) -> bool {
    if *closing.borrow() {
        return false;
    }
    tokio::select! {
        changed = news.changed() => changed.is_ok(),
        _ = closing.changed() => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_that_comes_back_gets_what_it_missed() {
        let log = Log::default();
        (1..=3).for_each(|number| log.push("line", &number));
        let (missed, ended) = log.after(1);
        assert_eq!(missed.iter().map(|told| told.data.as_str()).collect::<Vec<_>>(), ["2", "3"]);
        assert!(!ended);
        log.end("done", &"x");
        log.push("line", &4);
        assert_eq!(log.after(3).0.len(), 1);
        assert!(log.has_ended());
    }
}
