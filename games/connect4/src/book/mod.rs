//! The book: exact scores of all positions with few stones.
//!
//! A book knows every position with as many plies as it was made for, and with 2, 4, ... plies fewer: one step of
//! search reaches the others. Each of these *layers* is a [`function`] from positions to scores that does not store the
//! positions themselves. It answers anything, also what it does not know, so it may only be asked about positions
//! that can arise in a game, are not over, and in which nobody can win at once.

mod file;
pub mod function;
pub mod journal;
mod layers;
mod make;

use crate::geometry::{Geometry, Word};
use crate::mixing::GOLDEN;
use crate::solver::key;
use function::Function;

pub use layers::{least_score, positions};

/// A book of one board.
#[derive(Clone, Debug)]
pub struct Book {
    width: u32,
    height: u32,
    plies: u32,
    /// The layer of n plies, if there is one, is number n.
    layers: Vec<Option<Function>>,
}

impl Book {
    /// Up to how many plies it knows positions.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many positions it stores.
    pub fn positions(&self) -> u64 {
        self.layers.iter().flatten().map(|layer| layer.len() as u64).sum()
    }

    /// Whether it was made for this board.
    pub fn is_for<G: Geometry>(&self, board: G) -> bool {
        (self.width, self.height) == (board.width(), board.height())
    }

    /// The score of a position that can arise, in which the player to move cannot win at once; `None` if the book
    /// has no layer with so many stones.
    #[inline]
    pub fn score<G: Geometry>(&self, board: G, mover: G::Word, occupied: G::Word) -> Option<i32> {
        let stones = occupied.count();
        if stones > self.plies {
            return None;
        }
        let layer = self.layers.get(stones as usize)?.as_ref()?;
        Some(layer.get(hash(canonical(board, mover, occupied))) as i32 + least_score(board.cells(), stones))
    }

    /// The book that comes with the program, for the usual board.
    pub fn shipped() -> Option<&'static Book> {
        static SHIPPED: std::sync::LazyLock<Option<Book>> =
            std::sync::LazyLock::new(|| Book::from_bytes(include_bytes!("../../book/7x6.book")).ok());
        SHIPPED.as_ref()
    }
}

/// How many bytes the shipped book takes.
pub const SHIPPED_BYTES: u64 = include_bytes!("../../book/7x6.book").len() as u64;

/// The lesser of the keys of a position and its mirror image.
#[inline]
pub fn canonical<G: Geometry>(board: G, mover: G::Word, occupied: G::Word) -> G::Word {
    key(mover, occupied).min(key(board.mirrored(mover), board.mirrored(occupied)))
}

/// The key as a layer takes it. On boards of up to 64 bits different keys stay different.
#[inline]
pub fn hash<W: Word>(key: W) -> u64 {
    let wide = key.wide();
    (wide as u64) ^ ((wide >> 64) as u64).wrapping_mul(GOLDEN)
}
