//! The values of all states.

use mossa_game::SpaceCounts;

/// What a state is worth to whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It cannot be.
    Illegal,
    /// A win, and after how many plies.
    Win(u32),
    /// A loss, and after how many plies.
    Loss(u32),
    /// Nobody can force a win.
    Draw,
}

impl Worth {
    /// What whoever moves to a state of this worth has.
    #[must_use]
    pub const fn before(self) -> Worth {
        match self {
            Worth::Win(plies) => Worth::Loss(plies + 1),
            Worth::Loss(plies) => Worth::Win(plies + 1),
            same => same,
        }
    }

    /// The better of two: the sooner win, a draw, the later loss. What cannot be is worse than all.
    #[must_use]
    pub fn better(self, other: Worth) -> Worth {
        if other.rank() > self.rank() { other } else { self }
    }

    /// What is better is greater.
    fn rank(self) -> i64 {
        match self {
            Worth::Win(plies) => (1 << 32) - i64::from(plies),
            Worth::Draw => 0,
            Worth::Loss(plies) => i64::from(plies) - (1 << 32),
            Worth::Illegal => i64::MIN,
        }
    }
}

/// A value in a byte: nothing known or a draw, a distance plus one (losses have even distances), or illegal.
pub(crate) const UNKNOWN: u8 = 0;
pub(crate) const ILLEGAL: u8 = u8::MAX;

/// The values of all states of a space.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    values: Vec<u8>,
}

impl Table {
    pub(crate) fn new(values: Vec<u8>) -> Table {
        Table { values }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.values
    }

    /// How many states it has.
    pub fn states(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value of a state; nothing for a number that no state has.
    #[inline]
    pub fn worth(&self, state: u64) -> Option<Worth> {
        let value = *self.values.get(usize::try_from(state).ok()?)?;
        Some(match value {
            UNKNOWN => Worth::Draw,
            ILLEGAL => Worth::Illegal,
            value if value % 2 == 1 => Worth::Loss(u32::from(value) - 1),
            value => Worth::Win(u32::from(value) - 1),
        })
    }

    /// How many states have which value.
    pub fn statistics(&self) -> Statistics {
        let mut counts = [0u64; 256];
        self.values.iter().for_each(|value| counts[usize::from(*value)] += 1);
        let longest = (1..usize::from(ILLEGAL)).rev().find(|value| counts[*value] > 0).unwrap_or(0);
        Statistics {
            states: self.values.len() as u64,
            illegal: counts[usize::from(ILLEGAL)],
            draws: counts[usize::from(UNKNOWN)],
            by_plies: counts[1..=longest].to_vec(),
        }
    }
}

/// Millions of values say nothing to people.
impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("states", &self.states()).finish_non_exhaustive()
    }
}

/// How many states have which value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// All states.
    pub states: u64,
    /// Those that cannot be.
    pub illegal: u64,
    /// Those that nobody wins.
    pub draws: u64,
    /// Those that are decided after so many plies: losses at even numbers, wins at odd ones.
    pub by_plies: Vec<u64>,
}

impl Statistics {
    /// Wins of whoever is to move.
    pub fn wins(&self) -> u64 {
        self.by_plies.iter().skip(1).step_by(2).sum()
    }

    /// Losses of whoever is to move, finished games included.
    pub fn losses(&self) -> u64 {
        self.by_plies.iter().step_by(2).sum()
    }

    /// How many plies the longest win (`first` 1) or loss (`first` 0) takes; 0 if there is none.
    fn longest(&self, first: usize) -> u32 {
        let plies = self.by_plies.iter().enumerate().skip(first).step_by(2);
        plies.filter(|(_, count)| **count > 0).map(|(plies, _)| plies as u32).max().unwrap_or(0)
    }

    /// How many plies the longest win takes.
    pub fn longest_win(&self) -> u32 {
        self.longest(1)
    }

    /// How many plies the longest loss takes.
    pub fn longest_loss(&self) -> u32 {
        self.longest(0)
    }

    /// The same without the counts of each distance.
    pub fn counts(&self) -> SpaceCounts {
        SpaceCounts {
            states: self.states,
            illegal: self.illegal,
            wins: self.wins(),
            losses: self.losses(),
            draws: self.draws,
            longest_win: self.longest_win(),
            longest_loss: self.longest_loss(),
        }
    }
}
