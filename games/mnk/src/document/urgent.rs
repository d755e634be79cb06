//! The report's first idea for later: look at the lines that lack one stone.

use mossa_game::{Game, Verdict};

use crate::board::CellIndex;
use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// What the lines with k-1 stones of one player and none of the other ask of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgent {
    /// Nothing: there are none, or the search must see what they mean.
    Nothing,
    /// To complete a line of one's own, which wins.
    Complete(CellIndex),
    /// To take the last cell of the opponent's: everything else loses.
    Block(CellIndex),
    /// More than can be done: the opponent lacks two different cells.
    Lost,
}

impl Urgent {
    /// What is urgent in a position without a winner. Two counters say at once whether there is such a line at all.
    #[inline]
    pub(crate) fn of<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> Urgent {
        let (me, you) = (position.to_move().index(), position.to_move().opponent().index());
        let almost = game.board().k - 1;
        if position.open(me, almost) > 0
            && let (Some(cell), _) = game.winning_cells(position, me)
        {
            return Urgent::Complete(cell);
        }
        if position.open(you, almost) == 0 {
            return Urgent::Nothing;
        }
        match game.winning_cells(position, you) {
            (Some(cell), None) if game.is_legal(position, Mark::new(cell)) => Urgent::Block(cell),
            // Whoever is restricted may have no move at all, and then the game is drawn.
            (Some(_), Some(_)) if !game.is_restricted(position) => Urgent::Lost,
            _ => Urgent::Nothing,
        }
    }

    /// The only move that needs to be looked at.
    #[inline]
    pub(crate) fn only_move(self) -> Option<Mark> {
        match self {
            Urgent::Complete(cell) | Urgent::Block(cell) => Some(Mark::new(cell)),
            Urgent::Nothing | Urgent::Lost => None,
        }
    }

    /// How the game ends for the player to move, and after how many plies, where that is certain.
    #[inline]
    pub(crate) fn verdict(self) -> Option<(Verdict, u32)> {
        match self {
            Urgent::Complete(_) => Some((Verdict::Win, 1)),
            Urgent::Lost => Some((Verdict::Loss, 2)),
            Urgent::Nothing | Urgent::Block(_) => None,
        }
    }
}
