//! The only symmetry of the board: left and right.

use mossa_game::{Symmetric, Symmetry};

use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::{Column, Connect4, spread};

/// The symmetry that exchanges left and right.
pub const MIRROR: Symmetry = Symmetry(1);

impl<G: Geometry> Connect4<G> {
    /// The [code](Connect4::code) of the mirrored position: the columns in the opposite order, each with the bit
    /// above its stones.
    #[inline]
    pub fn mirrored_code(&self, code: G::Word) -> G::Word {
        let geometry = self.geometry();
        let step = geometry.height() + 1;
        // One column with its sentinel. It may be all of the word, so the highest bit is added last.
        let half = G::Word::ONE << geometry.height();
        let column = half.minus(G::Word::ONE) | half;
        let mut mirrored = G::Word::ZERO;
        for from in 0..geometry.width() {
            let bits = (code >> (from * step)) & column;
            mirrored |= bits << ((geometry.width() - 1 - from) * step);
        }
        mirrored
    }
}

impl<G: Geometry> Symmetric for Connect4<G> {
    fn symmetries(&self) -> usize {
        2
    }

    /// The position with the smaller code stands for both.
    #[inline]
    fn canonical_key(&self, position: &Position<G::Word>) -> (u64, Symmetry) {
        let code = self.code(position);
        let mirrored = self.mirrored_code(code);
        if mirrored < code { (spread(mirrored), MIRROR) } else { (spread(code), Symmetry::IDENTITY) }
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, m: Column) -> Column {
        if symmetry == MIRROR { Column((self.geometry().width() - 1) as u8 - m.0) } else { m }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<G::Word>) -> Position<G::Word> {
        if symmetry != MIRROR {
            return *position;
        }
        let geometry = self.geometry();
        Position::from_bits(geometry.mirrored(position.mover()), geometry.mirrored(position.occupied()))
    }
}
