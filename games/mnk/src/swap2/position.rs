//! Stones, how far the opening is, and who has which colour.

use mossa_game::Player;

use crate::position::Position as Stones;

/// How far the opening is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The first player puts X, O and X.
    Three,
    /// The second player takes X, takes O with a move, or puts two more stones.
    Choice,
    /// The second player puts O and X.
    Pair,
    /// The first player takes X, or takes O with a move.
    LastChoice,
    /// Colours are chosen.
    Game,
}

impl Stage {
    /// All stages, in their order.
    pub const ALL: [Stage; 5] = [Stage::Three, Stage::Choice, Stage::Pair, Stage::LastChoice, Stage::Game];

    /// Whether somebody may take X.
    pub fn is_choice(self) -> bool {
        matches!(self, Stage::Choice | Stage::LastChoice)
    }

    /// The next stage after a stone was put, which is the stone with this number.
    pub(super) fn after_stone(self, stones: usize) -> Stage {
        match (self, stones) {
            (Stage::Three, 3..) => Stage::Choice,
            (Stage::Pair, 5..) => Stage::LastChoice,
            (Stage::Choice | Stage::LastChoice, _) => Stage::Game,
            (same, _) => same,
        }
    }

    /// How many stones of X and of O there may be.
    pub(super) fn allows(self, stones: [usize; 2]) -> bool {
        match self {
            Stage::Three => matches!(stones, [0, 0] | [1, 0] | [1, 1]),
            Stage::Choice => stones == [2, 1],
            Stage::Pair => matches!(stones, [2, 1] | [2, 2]),
            Stage::LastChoice => stones == [3, 2],
            Stage::Game => true,
        }
    }
}

/// All that changes from move to move.
#[derive(PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    pub(super) stones: Stones<W>,
    pub(super) stage: Stage,
    /// Who has O; the second player as long as nobody has chosen.
    pub(super) owner_of_o: Player,
}

impl<const W: usize> Clone for Position<W> {
    fn clone(&self) -> Position<W> {
        Position { stones: self.stones.clone(), ..*self }
    }

    /// Uses the memory that is there, as the stones do.
    fn clone_from(&mut self, other: &Position<W>) {
        self.stones.clone_from(&other.stones);
        self.stage = other.stage;
        self.owner_of_o = other.owner_of_o;
    }
}

impl<const W: usize> Position<W> {
    /// The stones. Whose turn it is there is the colour of the next stone.
    #[inline]
    pub fn stones(&self) -> &Stones<W> {
        &self.stones
    }

    /// How far the opening is.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Which of the two has the colour of `stone`: X is the first, O the second.
    #[inline]
    pub fn owner_of(&self, colour: Player) -> Player {
        if colour == Player::SECOND { self.owner_of_o } else { self.owner_of_o.opponent() }
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Player {
        match self.stage {
            Stage::Three | Stage::LastChoice => Player::FIRST,
            Stage::Choice | Stage::Pair => Player::SECOND,
            Stage::Game => self.owner_of(self.stones.to_move()),
        }
    }
}
