//! A new book from games.

use std::collections::HashMap;

use super::entry::{Entry, encode};
use super::key::key_after;
use crate::moves::ChessMove;
use crate::pgn::{Game, GameResult};
use crate::piece::Color;

/// What happened after a move.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    games: u32,
    /// 2 for a win of the mover, 1 for a draw or a game without a result, as Polyglot counts.
    points: u32,
}

/// Gathers moves from games.
#[derive(Clone, Debug)]
pub struct Maker {
    plies: usize,
    least_games: u32,
    tallies: HashMap<(u64, u16), Tally>,
    games: u64,
}

impl Maker {
    /// For the first `plies` moves of games, as far as they were played in at least `least_games` of them.
    pub fn new(plies: usize, least_games: u32) -> Maker {
        Maker { plies, least_games, tallies: HashMap::new(), games: 0 }
    }

    /// How many games were added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        let mut position = game.start;
        let mut last = None;
        for m in game.moves().take(self.plies) {
            self.count(key_after(&position, last), m, points(game.result, position.to_move()));
            position.play(m);
            last = Some(m);
        }
        self.games += 1;
    }

    fn count(&mut self, key: u64, m: ChessMove, points: u32) {
        let tally = self.tallies.entry((key, encode(m))).or_default();
        tally.games = tally.games.saturating_add(1);
        tally.points = tally.points.saturating_add(points);
    }

    /// The entries, sorted by key, then the heaviest first. Moves that were played too seldom, and those that never brought
    /// anything, are left out.
    pub fn entries(&self) -> Vec<Entry> {
        let wanted = |tally: &Tally| tally.games >= self.least_games && tally.points > 0;
        let mut all: Vec<(u64, u16, u32)> = (self.tallies.iter())
            .filter(|(_, tally)| wanted(tally))
            .map(|((key, bits), tally)| (*key, *bits, tally.points))
            .collect();
        all.sort_unstable_by_key(|(key, bits, points)| (*key, std::cmp::Reverse(*points), *bits));
        all.chunk_by(|a, b| a.0 == b.0).flat_map(entries_of_position).collect()
    }

    /// The book as bytes; nothing if it would be empty.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let entries = self.entries();
        (!entries.is_empty()).then(|| entries.into_iter().flat_map(Entry::to_bytes).collect())
    }
}

/// Entries for the moves of a position, the heaviest of which is first. Where points exceed 16 bits, all weights of the
/// position shrink alike, so that they keep their proportions as far as possible.
fn entries_of_position(moves: &[(u64, u16, u32)]) -> impl Iterator<Item = Entry> {
    let heaviest = moves.first().map_or(0, |(_, _, points)| *points).max(u16::MAX.into());
    moves.iter().map(move |(key, bits, points)| {
        let scaled = u64::from(*points) * u64::from(u16::MAX) / u64::from(heaviest);
        Entry { key: *key, bits: *bits, weight: (scaled as u16).max(1), learned: 0 }
    })
}

fn points(result: GameResult, mover: Color) -> u32 {
    match (result, mover) {
        (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
        (GameResult::Draw | GameResult::Unknown, _) => 1,
        _ => 0,
    }
}
