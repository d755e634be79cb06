//! What MaxN remembers of positions, where it is asked to.
//!
//! A vector is kept only if it is the position's own at that depth: nodes that were left because the player before will not
//! go there are not. It is used for the same position with the same player to move at the same depth, in the same search, so that
//! the value is what it would be without memory. (What equal shares lead to depends on the player at the root.)

use std::collections::HashMap;

use mossa_game::{Player, Shares};

/// About what an entry takes, with the room that the map leaves free.
const BYTES_PER_ENTRY: usize = 96;

/// The vectors of positions by key and depth.
#[derive(Debug)]
pub struct Memory {
    entries: HashMap<(u64, u32), Entry>,
    most: usize,
    players: usize,
}

/// What is known of a position at a depth.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// As if the position were the root.
    shares: Shares,
    /// Whether anything below it was evaluated.
    guessed: bool,
}

impl Memory {
    /// Nothing yet, for a game of so many; it never takes much more than `bytes`.
    pub fn new(players: usize, bytes: usize) -> Memory {
        Memory { entries: HashMap::new(), most: bytes / BYTES_PER_ENTRY, players }
    }

    /// The vector of a position that was met at `ply`, and whether anything in it was guessed.
    pub(super) fn recall(&self, key: u64, depth: u32, ply: u32) -> Option<(Shares, bool)> {
        let entry = self.entries.get(&(key, depth))?;
        Some((shifted(&entry.shares, self.players, ply as i32), entry.guessed))
    }

    /// Keeps a vector; whether there was room for it.
    pub(super) fn remember(
        &mut self,
        key: u64,
        depth: u32,
        ply: u32,
        shares: &Shares,
        guessed: bool,
    ) -> bool {
        let room = self.entries.len() < self.most;
        if room {
            let shares = shifted(shares, self.players, -(ply as i32));
            self.entries.insert((key, depth), Entry { shares, guessed });
        }
        room
    }
}

/// The same result so many plies later: see [`Shares::of_outcome`].
fn shifted(shares: &Shares, players: usize, plies: i32) -> Shares {
    let won = |player: &Player| shares.of(*player) >= Shares::of_winner(u32::MAX, players);
    match Player::all(players).find(won) {
        Some(winner) => {
            let paid = (Shares::of_winner(0, players) - shares.of(winner)) / (players as i32 - 1);
            let outcome = mossa_game::Outcome::win(winner, players);
            Shares::of_outcome(&outcome, paid.saturating_add(plies).unsigned_abs())
        }
        None => *shares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_game::Outcome;

    #[test]
    fn results_come_as_late_as_the_position_is_met() {
        let won = |plies| Shares::of_outcome(&Outcome::win(Player::new(1), 3), plies);
        let mut memory = Memory::new(3, 10_000);
        assert!(memory.remember(7, 4, 5, &won(8), true));
        assert_eq!(memory.recall(7, 4, 9), Some((won(12), true)));
        assert_eq!(memory.recall(7, 3, 9), None);
        let even = Shares::of_outcome(&Outcome::draw(3), 0);
        assert!(memory.remember(8, 4, 5, &even, false));
        assert_eq!(memory.recall(8, 4, 1), Some((even, false)));
    }

    #[test]
    fn it_does_not_grow_beyond_its_size() {
        let even = Shares::of_outcome(&Outcome::draw(3), 0);
        let mut memory = Memory::new(3, 2 * BYTES_PER_ENTRY);
        let kept: Vec<bool> = (0..4).map(|key| memory.remember(key, 1, 0, &even, false)).collect();
        assert_eq!(kept, [true, true, false, false]);
    }
}
