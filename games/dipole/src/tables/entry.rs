//! What a table says about a position, in one byte.
//!
//! A loss in n plies is n, a win in n plies 255 - n: what is better for the player to move is greater. So the best move
//! is the one after which the opponent's byte is least, and a win or loss follows from this byte alone.

use mossa_game::Verdict;

/// The value of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry(u8);

impl Entry {
    /// Not computed yet.
    pub(super) const UNKNOWN: Entry = Entry(0);
    /// The opponent has just lost his last piece.
    pub(super) const WON: Entry = Entry(255);
    /// The fastest win: the last stack of the opponent is captured.
    pub(super) const WIN_IN_ONE: Entry = Entry(254);
    /// Distances beyond this do not fit.
    pub(super) const MOST_PLIES: u8 = 126;

    /// The entry with this byte.
    #[inline]
    pub(super) const fn from_byte(byte: u8) -> Entry {
        Entry(byte)
    }

    /// Its byte.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// Who wins and after how many plies; nothing if it is not known.
    #[inline]
    pub(super) const fn value(self) -> Option<(Verdict, u8)> {
        match self.0 {
            0 => None,
            1..=127 => Some((Verdict::Loss, self.0)),
            _ => Some((Verdict::Win, 255 - self.0)),
        }
    }

    /// What the player has who moves to a position with this entry of the opponent; unknown if it cannot be said.
    #[inline]
    #[must_use]
    pub(super) const fn before(self) -> Entry {
        match self.value() {
            Some((Verdict::Loss, plies)) if plies < Entry::MOST_PLIES => Entry(254 - plies),
            Some((Verdict::Win, plies)) if plies < Entry::MOST_PLIES => Entry(1 + plies),
            _ => Entry::UNKNOWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_ordered_by_what_is_better() {
        let values: Vec<_> = (1..=255).filter_map(|byte| Entry::from_byte(byte).value()).collect();
        let rank = |(verdict, plies): &(Verdict, u8)| match verdict {
            Verdict::Win => 1000 - i32::from(*plies),
            _ => i32::from(*plies) - 1000,
        };
        assert!(values.is_sorted_by_key(rank) && values.len() == 255);
    }

    #[test]
    fn a_move_turns_losses_into_wins_one_ply_later() {
        for plies in 1..Entry::MOST_PLIES {
            let (lost, won) = (Entry::from_byte(plies), Entry::from_byte(255 - plies));
            assert_eq!(lost.before().value(), Some((Verdict::Win, plies + 1)));
            assert_eq!(won.before().value(), Some((Verdict::Loss, plies + 1)));
        }
        assert_eq!(Entry::WON.before().value(), Some((Verdict::Loss, 1)));
        assert_eq!(Entry::WIN_IN_ONE.value(), Some((Verdict::Win, 1)));
        // Nothing is made up beyond what fits.
        for byte in [0, Entry::MOST_PLIES, 255 - Entry::MOST_PLIES] {
            assert_eq!(Entry::from_byte(byte).before(), Entry::UNKNOWN);
        }
    }
}
