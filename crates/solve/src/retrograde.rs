//! The analysis.
//!
//! All finished games are lost in 0 plies. Whoever can move to a state that is lost in d wins in d + 1; whoever can move only
//! to states that are won, the last of them in d, has lost in d + 1. So values are found in layers, each from the one
//! before. A state counts down its moves as their states turn out to be won; what is left at the end is drawn.
//!
//! Threads share the work of a layer. They may find the same value of a state at the same time, never different ones.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use mossa_game::Halt;

use crate::space::{Space, State};
use crate::table::{ILLEGAL, MOST_PLIES, Table, UNKNOWN};

/// How far the analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The layer: all states are looked at once before the first, numbered 0, and once in each.
    pub layer: u32,
    /// States that have a value, illegal ones included.
    pub decided: u64,
    /// All states.
    pub states: u64,
}

/// Why there is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// It was told to stop.
    Stopped,
    /// There is not so much memory.
    Memory {
        /// How much it needs.
        bytes: u64,
    },
    /// A state has more than 255 moves, or a way of more than 252 plies to the end.
    TooLarge,
}

/// How many bytes the analysis of so many states needs: a value and a counter each.
pub const fn bytes_needed(states: u64) -> u64 {
    states.saturating_mul(2)
}

/// How many states a thread takes at a time: much more work than taking them, and little enough to be stopped soon.
const CHUNK: u64 = 1 << 10;

/// Solves all states.
pub fn solve<S: Space>(
    space: &S,
    threads: usize,
    watch: &(dyn Fn(Progress) + Sync),
    halt: Halt<'_>,
) -> Result<Table, Unsolved> {
    let states = space.states();
    let memory = Unsolved::Memory { bytes: bytes_needed(states) };
    let bytes = || zeroed(states).ok_or(memory);
    let work = Work { space, values: bytes()?, moves_left: bytes()?, threads: threads.max(1), halt };
    let mut decided = work.judge_all()?;
    for layer in 0..MOST_PLIES {
        watch(Progress { layer: layer.into(), decided, states });
        let found = work.layer(layer)?;
        if found == 0 {
            return Ok(Table::new(work.values.into_iter().map(AtomicU8::into_inner).collect()));
        }
        decided += found;
    }
    Err(Unsolved::TooLarge)
}

fn zeroed(states: u64) -> Option<Vec<AtomicU8>> {
    let count = usize::try_from(states).ok()?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).ok()?;
    bytes.resize_with(count, || AtomicU8::new(0));
    Some(bytes)
}

struct Work<'a, S> {
    space: &'a S,
    values: Vec<AtomicU8>,
    /// How many moves of an open state are not known to lose.
    moves_left: Vec<AtomicU8>,
    threads: usize,
    halt: Halt<'a>,
}

impl<S: Space> Work<'_, S> {
    /// Finds out what every state is, and gives how many are not open.
    fn judge_all(&self) -> Result<u64, Unsolved> {
        let (decided, too_many) = (AtomicU64::new(0), AtomicU64::new(0));
        self.in_chunks(|states| {
            let mut closed = 0;
            for state in states {
                let value = match self.space.judge(state) {
                    State::Illegal => ILLEGAL,
                    State::Lost => 1,
                    State::Open { moves } => {
                        let moves = u8::try_from(moves).unwrap_or_else(|_| {
                            too_many.fetch_add(1, Relaxed);
                            u8::MAX
                        });
                        self.moves_left[state as usize].store(moves, Relaxed);
                        continue;
                    }
                };
                self.values[state as usize].store(value, Relaxed);
                closed += 1;
            }
            decided.fetch_add(closed, Relaxed);
        })?;
        if too_many.into_inner() > 0 { Err(Unsolved::TooLarge) } else { Ok(decided.into_inner()) }
    }

    /// Goes back from all states that are decided after `plies`, and gives how many were found to be decided one later.
    fn layer(&self, plies: u8) -> Result<u64, Unsolved> {
        let found = AtomicU64::new(0);
        self.in_chunks(|states| {
            let mut new = 0;
            for state in states {
                if self.values[state as usize].load(Relaxed) == plies + 1 {
                    new += if plies.is_multiple_of(2) {
                        self.from_loss(state, plies)
                    } else {
                        self.from_win(state, plies)
                    };
                }
            }
            found.fetch_add(new, Relaxed);
        })?;
        Ok(found.into_inner())
    }

    /// Whoever can move to a lost state wins.
    fn from_loss(&self, state: u64, plies: u8) -> u64 {
        let mut found = 0;
        self.space.predecessors(state, |before| found += u64::from(self.decide(before, plies)));
        found
    }

    /// Whoever can move only to won states loses.
    fn from_win(&self, state: u64, plies: u8) -> u64 {
        let mut found = 0;
        self.space.predecessors(state, |before| {
            if self.values[before as usize].load(Relaxed) != UNKNOWN {
                return;
            }
            let left = self.moves_left[before as usize].fetch_sub(1, Relaxed);
            debug_assert!(left > 0, "state {before} has more successors than moves");
            if left == 1 {
                found += u64::from(self.decide(before, plies));
            }
        });
        found
    }

    /// Gives an undecided state the value of one ply more, and whether it was undecided.
    fn decide(&self, state: u64, plies: u8) -> bool {
        self.values[state as usize].compare_exchange(UNKNOWN, plies + 2, Relaxed, Relaxed).is_ok()
    }

    /// Has the threads do `work` on all states.
    fn in_chunks(&self, work: impl Fn(Range<u64>) + Sync) -> Result<(), Unsolved> {
        let (next, states) = (AtomicU64::new(0), self.space.states());
        let run = || {
            while !(self.halt)() {
                let first = next.fetch_add(CHUNK, Relaxed);
                if first >= states {
                    return true;
                }
                work(first..(first + CHUNK).min(states));
            }
            false
        };
        let finished = std::thread::scope(|scope| {
            // Without as many threads as were wished for, those there are do the work.
            let others: Vec<_> = (1..self.threads)
                .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, run).ok())
                .collect();
            let own = run();
            // A space that panics does so here, too.
            others
                .into_iter()
                .fold(own, |all, other| all & other.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        if finished { Ok(()) } else { Err(Unsolved::Stopped) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Worth;

    /// Take one, two or three from a heap; whoever takes the last has won. And a few states of another kind: one that
    /// cannot be, and two that lead to each other and nowhere else.
    struct Heap {
        most: u64,
    }

    impl Space for Heap {
        fn states(&self) -> u64 {
            self.most + 4
        }

        fn judge(&self, state: u64) -> State {
            match state {
                0 => State::Lost,
                state if state <= self.most => State::Open { moves: state.min(3) as u32 },
                state if state == self.most + 1 => State::Illegal,
                _ => State::Open { moves: 1 },
            }
        }

        fn predecessors(&self, state: u64, found: impl FnMut(u64)) {
            let before = match state {
                state if state <= self.most => state + 1..(state + 4).min(self.most + 1),
                state if state == self.most + 2 => self.most + 3..self.most + 4,
                state if state == self.most + 3 => self.most + 2..self.most + 3,
                _ => 0..0,
            };
            before.for_each(found);
        }
    }

    #[test]
    fn heaps_are_solved_as_everybody_knows() {
        for (most, threads) in [(1, 1), (20, 1), (400, 2), (400, 3)] {
            let table = solve(&Heap { most }, threads, &|_| {}, &|| false).unwrap();
            for heap in 0..=most {
                let rounds = heap as u32 / 4;
                let expected =
                    if heap % 4 == 0 { Worth::Loss(2 * rounds) } else { Worth::Win(2 * rounds + 1) };
                assert_eq!(table.worth(heap), Some(expected), "{heap}");
            }
            assert_eq!(table.worth(most + 1), Some(Worth::Illegal));
            assert_eq!([most + 2, most + 3].map(|state| table.worth(state)), [Some(Worth::Draw); 2]);
            assert_eq!(table.worth(most + 4), None);
            let statistics = table.statistics();
            assert_eq!((statistics.states, statistics.illegal, statistics.draws), (most + 4, 1, 2));
            assert_eq!(statistics.wins() + statistics.losses(), most + 1);
            assert_eq!(statistics.losses(), most / 4 + 1);
        }
    }

    #[test]
    fn what_cannot_be_solved_says_why() {
        let stopped = solve(&Heap { most: 40 }, 2, &|_| {}, &|| true);
        assert_eq!(stopped, Err(Unsolved::Stopped));
        // The longest distance that can be followed is 252, the loss of a heap of 504.
        for (most, fits) in [(504, true), (505, false), (600, false)] {
            let solved = solve(&Heap { most }, 1, &|_| {}, &|| false);
            assert_eq!(solved.err(), (!fits).then_some(Unsolved::TooLarge), "{most}");
        }
        let too_many = solve(&Heap { most: u64::MAX / 2 }, 1, &|_| {}, &|| false);
        assert!(matches!(too_many, Err(Unsolved::Memory { .. })));
    }
}
