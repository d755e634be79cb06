//! What a game must answer.

/// What a state is before anything is known about its successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It cannot be: for example, whoever is to move has won already.
    Illegal,
    /// Whoever is to move has lost.
    Lost,
    /// Nobody can win any more: for example, whoever is to move has no move and has not lost.
    Drawn,
    /// The game goes on, with so many moves: at least one. A move that leaves the space for something drawn counts.
    Open {
        /// How many.
        moves: u32,
    },
    /// The game goes on, and of the moves that leave the space the best one decides it: whoever is to move wins after an
    /// odd number of plies, or loses after an even one. Such a space says so with [`Space::LEAVES`].
    Leaving {
        /// How many moves stay in the space, and one more for all that leave it.
        moves: u32,
        /// After how many plies the best of those that leave ends the game: the soonest win, or the latest loss.
        plies: u32,
    },
}

/// The states of a finite game for two, in rows of equal length. Every state is seen by whoever is to move, and every move
/// hands the turn to the other.
///
/// A state has two places: one in the table of values, by its number (row by row), and one in the queue in which it waits
/// until its predecessors are looked for. They may be the same. They should differ if that brings the predecessors of
/// what waits in one row to few rows of the table: memory is fast where one works near what one has just touched.
pub trait Space: Sync {
    /// Whether there are states that are [`Leaving`](State::Leaving).
    const LEAVES: bool = false;

    /// How many rows there are, in the table and in the queue.
    fn rows(&self) -> u64;

    /// How many states a row has.
    fn columns(&self) -> u64;

    /// Tells what the states of a row of the table are, from the first to the last. Every row is asked for once before
    /// [`predecessors`](Space::predecessors) are.
    fn judge(&self, row: u64, told: impl FnMut(State));

    /// The row and the column in which a state waits in the queue.
    fn waits(&self, state: u64) -> (u64, u64) {
        (state / self.columns(), state % self.columns())
    }

    /// Hands over every open state that has a move to one of those that wait in these columns of a row of the queue, once
    /// for each such move: together as often as [`judge`](Space::judge) counts moves that lead to states which are not
    /// illegal. States that are not open may be handed over, too; they are not looked at.
    fn predecessors(&self, row: u64, columns: impl Iterator<Item = u64>, found: impl FnMut(u64));

    /// How many states there are.
    fn states(&self) -> u64 {
        self.rows().saturating_mul(self.columns())
    }
}
