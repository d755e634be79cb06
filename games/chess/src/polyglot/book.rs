//! Reading books, looking positions up, choosing moves.

use std::path::Path;

use mossa_game::{InputError, InputKind};
use rand::{Rng, RngExt as _};

use super::entry::{BYTES, Entry};
use super::key::keys;
use crate::moves::ChessMove;
use crate::position::Position;

/// A book in memory, 16 bytes for each entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    entries: Vec<Entry>,
}

fn bad(problem: String, expected: &str) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

impl Book {
    /// Reads the book in a file. One that is cut off, or not sorted, is refused.
    pub fn open(path: impl AsRef<Path>) -> Result<Book, InputError> {
        let path = path.as_ref();
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|error| {
            bad(format!("cannot read {name}: {error}"), "a book in the format of Polyglot")
        })?;
        Book::from_bytes(&bytes).map_err(|error| {
            InputError::new(error.kind, format!("{name}: {}", error.problem), error.expected)
        })
    }

    /// The book in these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, InputError> {
        let (chunks, rest) = bytes.as_chunks::<BYTES>();
        if !rest.is_empty() {
            let problem = format!("{} bytes, {} more than whole entries", bytes.len(), rest.len());
            return Err(bad(problem, "entries of 16 bytes: the book is cut off, or is none"));
        }
        if chunks.is_empty() {
            return Err(bad("no entries".to_owned(), "a book with at least one entry of 16 bytes"));
        }
        let entries: Vec<Entry> = chunks.iter().map(|chunk| Entry::from_bytes(*chunk)).collect();
        if let Some(place) = entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            let problem = format!("entry {} has a smaller key than the one before it", place + 2);
            return Err(bad(problem, "entries sorted by key: the book is damaged, or is none"));
        }
        Ok(Book { entries })
    }

    /// All entries, sorted by key.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entries of a position.
    pub fn entries_of(&self, position: &Position) -> impl Iterator<Item = &Entry> {
        keys(position).flat_map(move |key| {
            let begin = self.entries.partition_point(|entry| entry.key < key);
            let count = self.entries[begin..].partition_point(|entry| entry.key == key);
            &self.entries[begin..begin + count]
        })
    }

    /// The moves of a position with their weights, the heaviest first. What is not legal there, because two positions have
    /// one key or because a book is wrong, is left out.
    pub fn moves(&self, position: &Position) -> Vec<(ChessMove, u16)> {
        let mut moves: Vec<(ChessMove, u16)> = Vec::new();
        for entry in self.entries_of(position) {
            let Some(m) = entry.movement(position) else { continue };
            match moves.iter_mut().find(|(known, _)| *known == m) {
                Some((_, weight)) => *weight = weight.saturating_add(entry.weight),
                None => moves.push((m, entry.weight)),
            }
        }
        moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        moves
    }

    /// A move to play: the heaviest, or one by chance, each as often as its weight says. Moves without weight are never
    /// chosen.
    pub fn choose(&self, position: &Position, random: &mut impl Rng, best: bool) -> Option<ChessMove> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        if best {
            return moves.first().map(|(m, _)| *m);
        }
        let mut left = random.random_range(0..total);
        for (m, weight) in moves {
            match left.checked_sub(weight.into()) {
                Some(rest) => left = rest,
                None => return Some(m),
            }
        }
        None
    }
}
