//! Stones on the board: two words of bits, nothing else.
//!
//! The pair is the document's: P, the stones of the player to move, and M, all stones. Whose turn it is follows from
//! the number of stones, and who has won from their places, so nothing else must be carried along.

use mossa_game::Player;

use crate::geometry::Word;

/// A position, for a board whose size is known elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position<W> {
    mover: W,
    occupied: W,
}

impl<W: Word> Position<W> {
    /// The empty board.
    pub const EMPTY: Position<W> = Position { mover: W::ZERO, occupied: W::ZERO };

    /// The position in which `occupied` cells have stones, those of `mover` belonging to whoever is to move. The
    /// caller vouches for it: stones rest on stones, and both players have as many, or the first one more.
    #[inline]
    pub const fn from_bits(mover: W, occupied: W) -> Position<W> {
        Position { mover, occupied }
    }

    /// The stones of the player to move: the document's P.
    #[inline]
    pub const fn mover(&self) -> W {
        self.mover
    }

    /// All stones: the document's M.
    #[inline]
    pub const fn occupied(&self) -> W {
        self.occupied
    }

    /// The stones of the player who is not to move.
    #[inline]
    pub fn opponent(&self) -> W {
        self.mover ^ self.occupied
    }

    /// How many stones there are.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.occupied.count()
    }

    /// Whose turn it is: the first player's when both have as many stones.
    #[inline]
    pub fn to_move(&self) -> Player {
        if self.plies() & 1 == 0 { Player::FIRST } else { Player::SECOND }
    }

    /// The stones of the first and of the second player.
    #[inline]
    pub fn stones(&self) -> [W; 2] {
        let both = [self.mover, self.opponent()];
        if self.to_move() == Player::FIRST { both } else { [both[1], both[0]] }
    }

    /// The position after the player to move has put a stone on `cell`, which is empty.
    #[inline]
    #[must_use]
    pub fn after(&self, cell: W) -> Position<W> {
        Position { mover: self.opponent(), occupied: self.occupied | cell }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_take_turns_and_keep_their_stones() {
        let empty = Position::<u64>::EMPTY;
        assert_eq!((empty.to_move(), empty.plies(), empty.stones()), (Player::FIRST, 0, [0, 0]));
        let one = empty.after(0b1);
        assert_eq!((one.to_move(), one.mover(), one.opponent()), (Player::SECOND, 0, 0b1));
        let two = one.after(0b10);
        assert_eq!((two.to_move(), two.stones()), (Player::FIRST, [0b1, 0b10]));
        assert_eq!(two.after(0b100).stones(), [0b101, 0b10]);
        assert_eq!(Position::from_bits(0b1, 0b11), two);
    }

    #[test]
    fn a_position_is_as_small_as_its_two_words() {
        assert_eq!((size_of::<Position<u64>>(), size_of::<Position<u128>>()), (16, 32));
    }
}
