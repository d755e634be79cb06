//! Which positions came before, where repetitions count.

use mossa_game::Tactics;

/// The keys of the game before the search began, and of the line that is searched.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// How many of them are of the game.
    played: usize,
    /// How often a position comes until the game is drawn; `None` where nobody counts.
    limit: Option<u32>,
}

impl Path {
    pub(crate) fn new<G: Tactics>(game: &G, history: &[u64]) -> Path {
        let limit = if G::MAY_REPEAT { game.repetitions() } else { None };
        Path {
            keys: if limit.is_some() { history.to_vec() } else { Vec::new() },
            played: history.len(),
            limit,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        if self.limit.is_some() {
            self.keys.push(key);
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.keys.pop();
    }

    /// Forgets the line, and keeps the game before it.
    pub(crate) fn restart(&mut self) {
        self.keys.truncate(self.played);
    }

    /// Whether a position counts as drawn because it was there before. Once is enough on the line that is searched: who
    /// came back to it once can do so again.
    #[inline]
    pub(crate) fn is_repeated<G: Tactics>(&self, game: &G, position: &G::Position) -> bool {
        let Some(limit) = self.limit else { return false };
        let key = game.key(position);
        let reach = game.reversible_plies(position) as usize;
        let mut times = 1;
        for (back, _) in self.keys.iter().rev().enumerate().take(reach).filter(|(_, known)| **known == key) {
            times += 1;
            let searched = self.keys.len() - 1 - back >= self.played;
            if searched || times >= limit {
                return true;
            }
        }
        false
    }
}
