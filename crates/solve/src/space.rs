//! What a game must answer.

/// What a state is before anything is known about its successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It cannot be: for example, whoever is to move has won already.
    Illegal,
    /// Whoever is to move has lost.
    Lost,
    /// The game goes on, with so many moves: at least one.
    Open {
        /// How many.
        moves: u32,
    },
}

/// The states of a finite game for two, by number. Every state is seen by whoever is to move, and every move hands the turn
/// to the other.
pub trait Space: Sync {
    /// How many there are. Their numbers are 0 to one less.
    fn states(&self) -> u64;

    /// What a state is. Every state is asked about once before [`predecessors`](Space::predecessors) are.
    fn judge(&self, state: u64) -> State;

    /// Hands over every open state that has a move to this one, once for each such move: together as often as
    /// [`judge`](Space::judge) counts moves that lead to states which are not illegal.
    fn predecessors(&self, state: u64, found: impl FnMut(u64));
}
