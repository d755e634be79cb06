//! What happens at a table, for those who watch it.
//!
//! Moves and changes have the version of the table as their number. A watcher that comes back names the last one that it
//! saw, and gets the moves since; if those are not kept any more, it gets the whole table.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use mossa_engine::MoveInfo;
use mossa_game::{Effect, Language};
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::desk::shown::{Shown, facts};
use crate::desk::worth::Worth;
use crate::stream::wait;
use crate::tables::clock::ShownClock;
use crate::tables::table::{Sitting, Table};
use crate::tables::view::TableView;

/// So many events are kept for those who come back, and so many bytes of them: large boards have large positions.
const KEPT: usize = 32;
const KEPT_BYTES: usize = 4 << 20;

const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// A move that was made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveEvent {
    /// The version of the table since.
    pub(crate) version: u64,
    /// How many plies were played before it.
    pub(crate) ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The same as people write it.
    pub(crate) people: String,
    /// Whose it was.
    pub(crate) player: usize,
    /// What it changed on the board.
    #[schema(value_type = Vec<Object>)]
    pub(crate) effects: Vec<Effect>,
    /// The position since.
    pub(crate) position: Shown,
    /// The clocks since.
    pub(crate) clock: Option<ShownClock>,
}

#[derive(Clone)]
enum What {
    Move { english: Arc<str>, italian: Arc<str> },
    Change,
    Passing { name: &'static str, data: Arc<str> },
}

impl What {
    fn bytes(&self) -> usize {
        match self {
            What::Move { english, italian } => english.len() + italian.len(),
            What::Change => 0,
            What::Passing { data, .. } => data.len(),
        }
    }
}

#[derive(Clone)]
struct Entry {
    number: u64,
    version: u64,
    what: What,
}

#[derive(Default)]
struct Pages {
    entries: VecDeque<Entry>,
    last: u64,
}

/// The log of a table.
pub(crate) struct TableLog {
    pages: Mutex<Pages>,
    news: watch::Sender<()>,
}

impl Default for TableLog {
    fn default() -> TableLog {
        TableLog { pages: Mutex::default(), news: watch::Sender::new(()) }
    }
}

fn json(data: &impl Serialize) -> Arc<str> {
    serde_json::to_string(data).unwrap_or_default().into()
}

impl TableLog {
    fn push(&self, version: u64, what: What) {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.last += 1;
        let number = pages.last;
        pages.entries.push_back(Entry { number, version, what });
        let mut bytes: usize = pages.entries.iter().map(|entry| entry.what.bytes()).sum();
        while pages.entries.len() > KEPT || (bytes > KEPT_BYTES && pages.entries.len() > 1) {
            bytes -= pages.entries.pop_front().map_or(0, |entry| entry.what.bytes());
        }
        drop(pages);
        self.news.send_replace(());
    }

    /// A move was made, and the table is as it is now.
    pub(crate) fn played(&self, sitting: &Sitting, info: &MoveInfo, people: String, seat: usize) {
        let position = sitting.walk.position();
        let english = MoveEvent {
            version: sitting.version,
            ply: sitting.walk.plies().saturating_sub(1),
            text: info.text.clone(),
            people,
            player: seat,
            effects: info.effects.clone(),
            position: Shown::of(&sitting.walk, Language::English),
            clock: sitting.terms.clock.as_ref().map(|clock| clock.shown(sitting.running(), sitting.since)),
        };
        let facts = facts(position, Language::Italian);
        let italian = if facts == english.position.facts {
            None
        } else {
            Some(MoveEvent { position: english.position.with_facts(facts), ..english.clone() })
        };
        let english = json(&english);
        let italian = italian.map_or_else(|| Arc::clone(&english), |italian| json(&italian));
        self.push(sitting.version, What::Move { english, italian });
    }

    /// Anything else changed.
    pub(crate) fn changed(&self, version: u64) {
        self.push(version, What::Change);
    }

    /// An engine has valued the position after `ply` plies.
    pub(crate) fn evaluation(&self, version: u64, ply: usize, value: &Worth) {
        let data = json(&serde_json::json!({ "ply": ply, "value": value }));
        self.push(version, What::Passing { name: "evaluation", data });
    }

    /// An engine thinks.
    pub(crate) fn thinking(&self, version: u64, seat: usize) {
        let data = json(&serde_json::json!({ "seat": seat }));
        self.push(version, What::Passing { name: "thinking", data });
    }

    /// The entries behind a number, and whether none between is lost.
    fn after(&self, number: u64) -> (VecDeque<Entry>, bool) {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = pages.entries.front().is_none_or(|first| first.number <= number + 1);
        (pages.entries.iter().filter(|entry| entry.number > number).cloned().collect(), whole)
    }

    /// The number of the last entry.
    fn last(&self) -> u64 {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).last
    }

    /// The number behind which somebody goes on who has seen `version`; nothing if too much is lost.
    fn number_of(&self, version: u64, current: u64) -> Option<u64> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let changes = |entry: &&Entry| !matches!(entry.what, What::Passing { .. });
        // Versions have no gaps: this one must be there, or the next.
        match pages.entries.iter().filter(changes).find(|entry| entry.version >= version) {
            Some(seen) if seen.version == version => Some(seen.number),
            Some(next) if next.version == version + 1 => Some(next.number - 1),
            None if version == current => Some(pages.last),
            _ => None,
        }
    }
}

/// Who watches.
pub(crate) struct Watcher {
    pub(crate) table: Arc<Table>,
    pub(crate) token: Option<String>,
    pub(crate) language: Language,
    /// The last version that was seen before, if any.
    pub(crate) last: Option<u64>,
    pub(crate) closing: watch::Receiver<bool>,
}

struct Watching {
    watcher: Watcher,
    news: watch::Receiver<()>,
    /// The last entry that was read.
    number: u64,
    /// The last version that was told.
    version: u64,
    begun: bool,
    pending: VecDeque<Event>,
}

impl Watching {
    /// Tells the whole table.
    async fn tell_table(&mut self, name: &'static str) {
        let table = Arc::clone(&self.watcher.table);
        let sitting = table.lock().await;
        // Entries are written by whoever has the table, so these two belong together.
        self.number = table.log.last();
        self.version = sitting.version;
        let view = TableView::of(&table, &sitting, self.watcher.token.as_deref(), self.watcher.language);
        drop(sitting);
        self.pending.push_back(event(name, Some(self.version), &json(&view)));
    }

    /// Goes on where the watcher was, or begins anew.
    async fn begin(&mut self) {
        self.begun = true;
        if let Some(last) = self.watcher.last {
            let current = self.watcher.table.lock().await.version;
            if let Some(number) = self.watcher.table.log.number_of(last, current) {
                (self.number, self.version) = (number, last);
                return;
            }
        }
        self.tell_table("table").await;
    }

    /// Reads what is new.
    async fn read(&mut self) {
        let (entries, whole) = self.watcher.table.log.after(self.number);
        if !whole {
            return self.tell_table("table").await;
        }
        for entry in entries {
            if entry.number <= self.number {
                continue;
            }
            self.number = entry.number;
            match entry.what {
                What::Move { .. } | What::Change if entry.version < self.version => {}
                What::Move { .. } if entry.version == self.version => {}
                What::Move { english, italian } => {
                    let data = if self.watcher.language == Language::Italian { italian } else { english };
                    self.version = entry.version;
                    self.pending.push_back(event("move", Some(entry.version), &data));
                }
                What::Change => self.tell_table("change").await,
                What::Passing { name, data } => self.pending.push_back(event(name, None, &data)),
            }
        }
    }
}

fn event(name: &'static str, id: Option<u64>, data: &str) -> Event {
    let event = Event::default().event(name).data(data);
    match id {
        Some(id) => event.id(id.to_string()),
        None => event,
    }
}

/// What a watcher is told, until the server closes.
pub(crate) fn events(watcher: Watcher) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let news = watcher.table.log.news.subscribe();
    let pending = VecDeque::new();
    let watching = Watching { watcher, news, number: 0, version: 0, begun: false, pending };
    let stream = unfold(watching, |mut watching| async move {
        loop {
            if let Some(event) = watching.pending.pop_front() {
                return Some((Ok(event), watching));
            }
            if !watching.begun {
                watching.begin().await;
                continue;
            }
            watching.news.mark_unchanged();
            watching.read().await;
            if watching.pending.is_empty() && !wait(&mut watching.news, &mut watching.watcher.closing).await {
                return None;
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}
