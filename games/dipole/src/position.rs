//! Stacks on the board.

use mossa_game::Player;

use crate::cells::{CellIndex, Cells};

/// What the stacks of a player can do, added up: kept along because the evaluation asks in every position, and a move
/// changes two stacks or three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prospects {
    /// How many steps take all pieces off the board one by one.
    pub steps: u16,
    /// How many cells ahead the stacks, or parts of them, reach.
    pub room: u16,
}

/// A position, for a board with `CELLS` dark cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const CELLS: usize> {
    /// How high the stack on each cell is, whoever owns it.
    pub(crate) heights: [u8; CELLS],
    /// Where White's and Black's stacks are.
    pub(crate) stacks: [Cells; 2],
    /// The key of the position, and that of its image under a half turn that exchanges the players.
    pub(crate) keys: [u64; 2],
    /// How many pieces White and Black have.
    pub(crate) pieces: [u8; 2],
    /// What all stacks of White and of Black can do together.
    pub(crate) prospects: [Prospects; 2],
    /// How many plies remain until pieces are counted; [`Position::NO_LIMIT`] if they never are.
    pub(crate) left: u16,
    pub(crate) to_move: Player,
}

impl<const CELLS: usize> Position<CELLS> {
    /// In place of the number of plies in a game that has no such end.
    pub const NO_LIMIT: u16 = u16::MAX;

    /// Whose turn it is.
    #[inline]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Where `player` has stacks.
    #[inline]
    pub const fn stacks(&self, player: Player) -> Cells {
        self.stacks[player.index()]
    }

    /// How high the stack on `cell` is, 0 if there is none.
    #[inline]
    pub const fn height(&self, cell: CellIndex) -> u8 {
        self.heights[cell.index()]
    }

    /// How many pieces `player` has.
    #[inline]
    pub const fn pieces(&self, player: Player) -> u8 {
        self.pieces[player.index()]
    }

    /// What all stacks of `player` can do together.
    #[inline]
    pub const fn prospects(&self, player: Player) -> Prospects {
        self.prospects[player.index()]
    }

    /// Whose stack is on `cell`.
    pub const fn owner(&self, cell: CellIndex) -> Option<Player> {
        if self.stacks[0].contains(cell) {
            Some(Player::FIRST)
        } else if self.stacks[1].contains(cell) {
            Some(Player::SECOND)
        } else {
            None
        }
    }

    /// How many plies remain until pieces are counted.
    #[inline]
    pub const fn plies_left(&self) -> Option<u16> {
        if self.left == Self::NO_LIMIT { None } else { Some(self.left) }
    }
}
