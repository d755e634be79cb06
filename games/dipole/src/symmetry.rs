//! A half turn of the board that exchanges the players: the only symmetry that Dipole has.
//!
//! Quarter turns and mirrors at a line between rows or columns map dark cells to light ones, and mirrors at a diagonal map
//! forward to sideways. Stacks go forward only, so a half turn must exchange White and Black, and whose turn it is with
//! them.

use mossa_game::{Player, Symmetric, Symmetry};

use crate::position::Position;
use crate::rules::{Dipole, Step};

/// The half turn.
const TURN: Symmetry = Symmetry(1);

impl<const CELLS: usize> Symmetric for Dipole<CELLS> {
    fn symmetries(&self) -> usize {
        2
    }

    /// The position in which it is White's turn.
    ///
    /// A position and its image differ in whose turn it is, so a game meets both only if somebody passed or moved
    /// more often; but tables of solved positions need only one of them.
    #[inline]
    fn canonical_key(&self, position: &Position<CELLS>) -> (u64, Symmetry) {
        let leading = if position.to_move() == Player::FIRST { Symmetry::IDENTITY } else { TURN };
        (position.keys[usize::from(leading.0)], leading)
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, m: Step) -> Step {
        if symmetry == Symmetry::IDENTITY || m.is_pass() {
            return m;
        }
        Step { from: self.board().turned(m.from), direction: m.direction.opposite(), count: m.count }
    }

    fn map_player(&self, symmetry: Symmetry, player: Player) -> Player {
        if symmetry == Symmetry::IDENTITY { player } else { player.opponent() }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<CELLS>) -> Position<CELLS> {
        if symmetry == Symmetry::IDENTITY {
            return *position;
        }
        let stacks = [Player::FIRST, Player::SECOND].into_iter().flat_map(|owner| {
            let turned = move |cell| (owner.opponent(), self.board().turned(cell), position.height(cell));
            position.stacks(owner).map(turned)
        });
        self.position(stacks, position.to_move().opponent(), position.left)
    }
}
