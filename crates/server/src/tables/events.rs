//! What happens at a table, for those who watch it.
//!
//! Moves and changes have the version of the table as their number. A watcher that comes back names the last one that it
//! saw, and gets the moves since; if those are not kept any more, it gets the whole table.
//!
//! A move is written as text when the first watcher asks for it, and for the last few moves the text is kept for the others:
//! a table that nobody watches costs nothing here, and long logs of large boards stay small.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
use crate::limits::Listener;
use crate::stream::wait;
use crate::tables::clock::ShownClock;
use crate::tables::table::{Sitting, Table};
use crate::tables::view::{Evaluation, TableView};

/// So many events are kept for those who come back.
const KEPT: usize = 256;

/// The texts of so many events are kept for those who watch.
const KEPT_TEXTS: usize = 8;

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

/// The text of a move in each language.
#[derive(Clone)]
struct Texts {
    english: Arc<str>,
    italian: Arc<str>,
}

/// A move as the log keeps it: everything but the position, which the table has.
struct Played {
    ply: usize,
    text: String,
    people: String,
    player: usize,
    effects: Vec<Effect>,
    clock: Option<ShownClock>,
    texts: Mutex<Option<Texts>>,
}

impl Played {
    fn texts(&self) -> MutexGuard<'_, Option<Texts>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the move as it was told when the table had this version; nothing if it has been taken back since.
    fn write(&self, sitting: &Sitting, version: u64) -> Option<Texts> {
        if sitting.walk.position().history().get(self.ply) != Some(&self.text) {
            return None;
        }
        let earlier = (sitting.walk.plies() > self.ply + 1).then(|| sitting.walk.after(self.ply + 1));
        let walk = earlier.as_ref().unwrap_or(&sitting.walk);
        let english = MoveEvent {
            version,
            ply: self.ply,
            text: self.text.clone(),
            people: self.people.clone(),
            player: self.player,
            effects: self.effects.clone(),
            position: Shown::of(walk, Language::English),
            clock: self.clock.clone(),
        };
        let facts = facts(walk.position(), Language::Italian);
        let english_text = json(&english);
        let italian = if facts == english.position.facts {
            Arc::clone(&english_text)
        } else {
            json(&MoveEvent { position: english.position.with_facts(facts), ..english })
        };
        Some(Texts { english: english_text, italian })
    }
}

#[derive(Clone)]
enum What {
    Move(Arc<Played>),
    Change,
    Passing { name: &'static str, data: Arc<str> },
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

/// What comes behind an entry.
enum Next {
    Entry(Entry),
    /// It is not kept any more.
    Lost,
    Nothing,
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
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, version: u64, what: What) {
        let mut pages = self.pages();
        pages.last += 1;
        let number = pages.last;
        pages.entries.push_back(Entry { number, version, what });
        while pages.entries.len() > KEPT {
            pages.entries.pop_front();
        }
        let old = pages.entries.len().checked_sub(KEPT_TEXTS + 1);
        if let Some(What::Move(played)) = old.and_then(|old| pages.entries.get(old)).map(|entry| &entry.what)
        {
            *played.texts() = None;
        }
        drop(pages);
        self.news.send_replace(());
    }

    /// Whether anybody watches.
    pub(crate) fn is_heard(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// A move was made, and the table is as it is now.
    pub(crate) fn played(&self, sitting: &Sitting, info: &MoveInfo, people: String, seat: usize) {
        let played = Played {
            ply: sitting.walk.plies().saturating_sub(1),
            text: info.text.clone(),
            people,
            player: seat,
            effects: info.effects.clone(),
            clock: sitting.terms.clock.as_ref().map(|clock| clock.shown(sitting.running(), sitting.since)),
            texts: Mutex::new(None),
        };
        self.push(sitting.version, What::Move(Arc::new(played)));
    }

    /// Anything else changed.
    pub(crate) fn changed(&self, version: u64) {
        self.push(version, What::Change);
    }

    /// An engine has valued a position.
    pub(crate) fn evaluation(&self, version: u64, found: &Evaluation) {
        self.push(version, What::Passing { name: "evaluation", data: json(found) });
    }

    /// An engine thinks.
    pub(crate) fn thinking(&self, version: u64, seat: usize) {
        let data = json(&serde_json::json!({ "seat": seat }));
        self.push(version, What::Passing { name: "thinking", data });
    }

    /// The entry behind a number.
    fn next(&self, number: u64) -> Next {
        let pages = self.pages();
        let Some(first) = pages.entries.front().map(|entry| entry.number) else { return Next::Nothing };
        // Numbers have no gaps.
        match (number + 1).checked_sub(first) {
            None => Next::Lost,
            Some(index) => match usize::try_from(index).ok().and_then(|index| pages.entries.get(index)) {
                Some(entry) => Next::Entry(entry.clone()),
                None => Next::Nothing,
            },
        }
    }

    /// The number of the last entry.
    fn last(&self) -> u64 {
        self.pages().last
    }

    /// The number behind which somebody goes on who has seen `version`; nothing if too much is lost.
    fn number_of(&self, version: u64, current: u64) -> Option<u64> {
        let pages = self.pages();
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
    /// The stream counts as long as there is somebody who watches.
    pub(crate) _listener: Listener,
}

struct Watching {
    watcher: Watcher,
    news: watch::Receiver<()>,
    /// The last entry that was read.
    number: u64,
    /// The last version that was told.
    version: u64,
    begun: bool,
}

impl Watching {
    /// Tells the whole table.
    async fn tell_table(&mut self, name: &'static str) -> Event {
        let table = Arc::clone(&self.watcher.table);
        let sitting = table.lock().await;
        // Entries are written by whoever has the table, so these two belong together.
        self.number = table.log.last();
        self.version = sitting.version;
        let (token, language) = (self.watcher.token.as_deref(), self.watcher.language);
        let text = table.compute(|| json(&TableView::of(&table, &sitting, token, language)));
        event(name, Some(self.version), &text)
    }

    /// Tells a move, or the whole table if the move is gone.
    async fn tell_move(&mut self, played: &Played, version: u64) -> Event {
        let known = played.texts().clone();
        let texts = match known {
            Some(texts) => Some(texts),
            None => {
                let table = Arc::clone(&self.watcher.table);
                let sitting = table.lock().await;
                // Another watcher may have written it while this one waited for the table.
                let known = played.texts().clone();
                let texts = known.or_else(|| table.compute(|| played.write(&sitting, version)));
                (*played.texts()).clone_from(&texts);
                texts
            }
        };
        let Some(texts) = texts else { return self.tell_table("table").await };
        self.version = version;
        let italian = self.watcher.language == Language::Italian;
        event("move", Some(version), if italian { &texts.italian } else { &texts.english })
    }

    /// Goes on where the watcher was, or begins anew with the table.
    async fn begin(&mut self) -> Option<Event> {
        if let Some(last) = self.watcher.last {
            let current = self.watcher.table.lock().await.version;
            if let Some(number) = self.watcher.table.log.number_of(last, current) {
                (self.number, self.version) = (number, last);
                return None;
            }
        }
        Some(self.tell_table("table").await)
    }

    /// The next event, if there is one by now.
    async fn read(&mut self) -> Option<Event> {
        if !self.begun {
            self.begun = true;
            if let Some(first) = self.begin().await {
                return Some(first);
            }
        }
        loop {
            let entry = match self.watcher.table.log.next(self.number) {
                Next::Entry(entry) => entry,
                Next::Lost => return Some(self.tell_table("table").await),
                Next::Nothing => return None,
            };
            self.number = entry.number;
            match entry.what {
                What::Move(_) if entry.version <= self.version => {}
                What::Change if entry.version < self.version => {}
                What::Move(played) => return Some(self.tell_move(&played, entry.version).await),
                What::Change => return Some(self.tell_table("change").await),
                What::Passing { name, data } => return Some(event(name, None, &data)),
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
    let watching = Watching { watcher, news, number: 0, version: 0, begun: false };
    let stream = unfold(watching, |mut watching| async move {
        loop {
            watching.news.mark_unchanged();
            if let Some(event) = watching.read().await {
                return Some((Ok(event), watching));
            }
            if !wait(&mut watching.news, &mut watching.watcher.closing).await {
                return None;
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}
