//! The analysis.
//!
//! All finished games are lost in 0 plies. Whoever can move to a state that is lost in d wins in d + 1; whoever can move only
//! to states that are won, the last of them in d, has lost in d + 1. So values are found in layers, each from the one
//! before. A state counts down its moves as their states turn out to be won; what is left at the end is drawn.
//!
//! A state has one byte while it is worked on. Decided in d plies it is d + 1, as in the finished table; open with m moves
//! that are not known to lose it is 255 - m. Both have room as long as d and m together are at most 253.
//!
//! Where moves leave the space, what the best of them brings is known beforehand. Such a state waits aside, by the number of
//! plies after which that move decides it, and is looked at when that layer is found.
//!
//! Threads share the rows of a layer. They may find the same value of a state at the same time, never different ones.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use mossa_game::Halt;

use crate::exits::Exits;
use crate::journal::{Journal, Unfinished};
use crate::memory;
use crate::queue::Queue;
use crate::space::{Space, State};
use crate::table::{ILLEGAL, Table, UNKNOWN};

/// How far the analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The layer: how many plies it is from the end.
    pub layer: u32,
    /// States that were looked at: all of them, before the first layer begins.
    pub seen: u64,
    /// States that have a value, illegal ones included.
    pub decided: u64,
    /// All states.
    pub states: u64,
}

/// What is asked.
#[derive(Clone, Copy)]
pub struct Order<'a> {
    /// How many threads work.
    pub threads: usize,
    /// How many bytes may be taken; `None` for as many as there are.
    pub bytes: Option<u64>,
    /// Where finished layers are kept, so that work that was broken off can be taken up again.
    pub journal: Option<Journal<'a>>,
    /// Hears of progress, from one thread.
    pub watch: &'a (dyn Fn(Progress) + Sync),
    /// Stops the work.
    pub halt: Halt<'a>,
}

impl Order<'_> {
    /// So many threads, nobody who watches, and nobody who stops it.
    pub fn quiet(threads: usize) -> Order<'static> {
        Order { threads, bytes: None, journal: None, watch: &|_| {}, halt: &|| false }
    }
}

/// Why there is no table.
#[derive(Debug)]
pub enum Unsolved {
    /// It was told to stop.
    Stopped,
    /// It needs more memory than there is, or than was allowed.
    Memory {
        /// How much it needs.
        bytes: u64,
        /// How much there is; nothing if nobody knows.
        there: Option<u64>,
    },
    /// The moves of a state and the plies of a way to the end are more than 253 together.
    TooLarge,
    /// The journal cannot be read or written, or is not about this space.
    Journal(mossa_game::BookError),
}

/// How many bytes the analysis of so many rows and columns needs: one for the value of each state, and a bit in each of
/// two queues.
pub const fn bytes_needed(rows: u64, columns: u64) -> u64 {
    rows.saturating_mul(columns).saturating_add(Queue::bytes(rows, columns).saturating_mul(2))
}

/// Says whether there is so much memory, and whether so much is allowed.
pub fn check_memory(bytes: u64, allowed: Option<u64>) -> Result<(), Unsolved> {
    let there = [allowed, memory::available()].into_iter().flatten().min();
    if there.is_some_and(|there| bytes > there) { Err(Unsolved::Memory { bytes, there }) } else { Ok(()) }
}

/// How many states a thread takes at a time, at least: much more work than taking them.
const CHUNK: u64 = 1 << 10;

/// Progress is told this often: people see it move, and it costs nothing.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Solves all states.
pub fn solve<S: Space>(space: &S, order: &Order<'_>) -> Result<Table, Unsolved> {
    let (rows, columns) = (space.rows(), space.columns());
    let bytes = bytes_needed(rows, columns);
    check_memory(bytes, order.bytes)?;
    let none = Unsolved::Memory { bytes, there: None };
    let queues = Queue::new(rows, columns).zip(Queue::new(rows, columns));
    let (Some(values), Some((now, next))) = (zeroed(space.states()), queues) else { return Err(none) };
    let work = Work {
        space,
        values,
        now,
        next,
        exits: Exits::default(),
        threads: order.threads.max(1),
        watch: order.watch,
        halt: order.halt,
    };
    work.run(order.journal.as_ref())
}

fn zeroed(states: u64) -> Option<Vec<AtomicU8>> {
    let count = usize::try_from(states).ok()?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).ok()?;
    bytes.resize_with(count, || AtomicU8::new(UNKNOWN));
    Some(bytes)
}

/// Where the analysis is between two layers.
#[derive(Clone, Copy)]
struct Stage {
    /// What waits in the queue is decided after so many plies.
    plies: u8,
    /// The most moves that any state has.
    most_moves: u8,
    /// States with a value.
    decided: u64,
}

/// What was found out about a row.
struct Judged {
    /// States that are decided or illegal.
    closed: u64,
    most_moves: u32,
    /// States that moves out of the space decide, and after how many plies.
    exits: Vec<(u32, u64)>,
}

struct Work<'a, S> {
    space: &'a S,
    values: Vec<AtomicU8>,
    /// The states of the layer, and those that are found from them.
    now: Queue,
    next: Queue,
    /// What moves out of the space decide.
    exits: Exits,
    threads: usize,
    watch: &'a (dyn Fn(Progress) + Sync),
    halt: Halt<'a>,
}

impl<S: Space> Work<'_, S> {
    fn run(mut self, journal: Option<&Journal<'_>>) -> Result<Table, Unsolved> {
        let mut stage = match journal.map(|journal| self.taken_up(journal)).transpose()?.flatten() {
            Some(stage) => stage,
            None => self.judge_all()?,
        };
        let mut saved = Instant::now();
        loop {
            // A distance of one ply more must not look like an open state.
            let room = 254 - stage.most_moves;
            let found = self.layer(&stage)? + self.leave(&stage);
            if found == 0 && !self.exits.any_after(stage.plies + 1) {
                break;
            }
            if stage.plies + 2 > room {
                return Err(Unsolved::TooLarge);
            }
            stage = Stage { plies: stage.plies + 1, decided: stage.decided + found, ..stage };
            std::mem::swap(&mut self.now, &mut self.next);
            if let Some(journal) = journal.filter(|journal| saved.elapsed() >= journal.every) {
                self.keep(journal, &stage)?;
                saved = Instant::now();
            }
        }
        Ok(self.finished(&stage))
    }

    /// The table: what is still open is drawn.
    fn finished(self, stage: &Stage) -> Table {
        let first_open = 255 - stage.most_moves;
        let told = |value: u8| if value >= first_open && value != ILLEGAL { UNKNOWN } else { value };
        Table::new(self.values.into_iter().map(|value| told(value.into_inner())).collect())
    }

    /// Finds out what every state is.
    fn judge_all(&mut self) -> Result<Stage, Unsolved> {
        let (decided, seen, most) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(1));
        let states = self.space.states();
        let exits = Mutex::new(Exits::default());
        let tell = || {
            let (seen, decided) = (seen.load(Relaxed), decided.load(Relaxed));
            (self.watch)(Progress { layer: 0, seen, decided, states });
        };
        self.in_rows(&tell, |row| {
            let judged = self.judge_row(row);
            decided.fetch_add(judged.closed, Relaxed);
            seen.fetch_add(self.space.columns(), Relaxed);
            most.fetch_max(judged.most_moves.into(), Relaxed);
            if S::LEAVES {
                exits.lock().unwrap_or_else(PoisonError::into_inner).add(judged.exits);
            }
        })?;
        self.exits = exits.into_inner().unwrap_or_else(PoisonError::into_inner);
        // With more moves not even a game of one ply has room.
        let most_moves = u8::try_from(most.into_inner()).ok().filter(|most| *most <= 252);
        let most_moves = most_moves.ok_or(Unsolved::TooLarge)?;
        if self.exits.latest() > u32::from(253 - most_moves) {
            return Err(Unsolved::TooLarge);
        }
        Ok(Stage { plies: 0, most_moves, decided: decided.into_inner() })
    }

    /// Finds out what the states of a row are.
    fn judge_row(&self, row: u64) -> Judged {
        let mut state = row * self.space.columns();
        let mut judged = Judged { closed: 0, most_moves: 1, exits: Vec::new() };
        self.space.judge(row, |told| {
            let value = match told {
                State::Illegal => ILLEGAL,
                State::Lost => {
                    self.now.insert(self.space.waits(state));
                    1
                }
                // Open for ever: no move counts it down.
                State::Drawn => ILLEGAL - 1,
                State::Open { moves } | State::Leaving { moves, .. } => {
                    judged.most_moves = judged.most_moves.max(moves);
                    255 - u8::try_from(moves).unwrap_or(u8::MAX)
                }
            };
            if let State::Leaving { plies, .. } = told {
                judged.exits.push((plies, state));
            }
            judged.closed += u64::from(matches!(told, State::Illegal | State::Lost));
            self.values[state as usize].store(value, Relaxed);
            state += 1;
        });
        judged
    }

    /// Looks at all states that a move out of the space decides one ply later than the layer, and gives how many of them
    /// were not decided yet.
    fn leave(&self, stage: &Stage) -> u64 {
        let (first_open, value) = (255 - stage.most_moves, stage.plies.saturating_add(2));
        let mut found = 0;
        for &state in self.exits.after(stage.plies + 1) {
            let new = if stage.plies.is_multiple_of(2) {
                self.is_won(state, first_open, value)
            } else {
                self.is_lost(state, first_open, value)
            };
            if new {
                self.next.insert(self.space.waits(state));
                found += 1;
            }
        }
        found
    }

    /// Goes back from all states that are decided after so many plies, and gives how many were found to be decided one
    /// later.
    fn layer(&self, stage: &Stage) -> Result<u64, Unsolved> {
        let found = AtomicU64::new(0);
        let states = self.space.states();
        let tell = || {
            let decided = stage.decided + found.load(Relaxed);
            (self.watch)(Progress { layer: stage.plies.into(), seen: states, decided, states });
        };
        tell();
        let (first_open, value) = (255 - stage.most_moves, stage.plies.saturating_add(2));
        self.in_rows(&tell, |row| {
            let mut waiting = self.now.take(row).peekable();
            if waiting.peek().is_none() {
                return;
            }
            let mut new = 0;
            let mut decide = |state: u64| {
                self.next.insert(self.space.waits(state));
                new += 1;
            };
            if stage.plies.is_multiple_of(2) {
                self.space.predecessors(row, waiting, |before| {
                    if self.is_won(before, first_open, value) {
                        decide(before);
                    }
                });
            } else {
                self.space.predecessors(row, waiting, |before| {
                    if self.is_lost(before, first_open, value) {
                        decide(before);
                    }
                });
            }
            found.fetch_add(new, Relaxed);
        })?;
        Ok(found.into_inner())
    }

    /// Whoever can move to a lost state wins. Whether that is new.
    #[inline]
    fn is_won(&self, state: u64, first_open: u8, value: u8) -> bool {
        let place = &self.values[state as usize];
        let is_open = |byte: u8| byte >= first_open && byte != ILLEGAL;
        // A plain look first: most are decided already.
        is_open(place.load(Relaxed)) && is_open(place.swap(value, Relaxed))
    }

    /// Whoever can move only to won states loses. Whether this was the last move.
    #[inline]
    fn is_lost(&self, state: u64, first_open: u8, value: u8) -> bool {
        let place = &self.values[state as usize];
        let byte = place.load(Relaxed);
        if byte < first_open || byte == ILLEGAL {
            return false;
        }
        let last = place.fetch_add(1, Relaxed) == ILLEGAL - 1;
        if last {
            place.store(value, Relaxed);
        }
        last
    }

    /// Has the threads do `work` on all rows. This thread tells now and then how far they are.
    fn in_rows(&self, tell: &dyn Fn(), work: impl Fn(u64) + Sync) -> Result<(), Unsolved> {
        let (next, rows) = (AtomicU64::new(0), self.space.rows());
        let chunk = CHUNK.div_ceil(self.space.columns().max(1));
        let stopped = AtomicBool::new(false);
        let run = |tell: Option<&dyn Fn()>| {
            let mut told = Instant::now();
            loop {
                if stopped.load(Relaxed) || (self.halt)() {
                    return stopped.store(true, Relaxed);
                }
                let first = next.fetch_add(chunk, Relaxed);
                if first >= rows {
                    return;
                }
                (first..(first + chunk).min(rows)).for_each(&work);
                if let Some(tell) = tell.filter(|_| told.elapsed() >= TELL_EVERY) {
                    told = Instant::now();
                    tell();
                }
            }
        };
        std::thread::scope(|scope| {
            // Without as many threads as were wished for, those there are do the work.
            let others: Vec<_> = (1..self.threads)
                .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, || run(None)).ok())
                .collect();
            run(Some(tell));
            // A space that panics does so here, too.
            others.into_iter().for_each(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        });
        if stopped.into_inner() { Err(Unsolved::Stopped) } else { Ok(()) }
    }

    /// Writes down what is known between two layers.
    fn keep(&self, journal: &Journal<'_>, stage: &Stage) -> Result<(), Unsolved> {
        let Stage { plies, most_moves, decided } = *stage;
        let kept = Unfinished { plies, most_moves, decided, states: self.space.states() };
        journal.write(&kept, &self.values).map_err(Unsolved::Journal)
    }

    /// Takes up what was written down; nothing if nothing was.
    fn taken_up(&mut self, journal: &Journal<'_>) -> Result<Option<Stage>, Unsolved> {
        if S::LEAVES && journal.path.exists() {
            // What moves out of the space decide is not in the file. The values are replaced at once.
            self.judge_all()?;
            (0..self.space.rows()).for_each(|row| self.now.take(row).for_each(drop));
        }
        let kept = journal.read(&self.values).map_err(Unsolved::Journal)?;
        let Some(Unfinished { plies, most_moves, decided, .. }) = kept else { return Ok(None) };
        let columns = self.space.columns();
        self.in_rows(&|| {}, |row| {
            for state in row * columns..(row + 1) * columns {
                if self.values[state as usize].load(Relaxed) == plies + 1 {
                    self.now.insert(self.space.waits(state));
                }
            }
        })?;
        Ok(Some(Stage { plies, most_moves, decided }))
    }
}

#[cfg(test)]
mod tests;
