//! Who plays on which board by which rules: what the options choose.

use crate::profile::Profile;
use crate::shape::Shape;

/// A game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board, which also says how many pieces everybody has.
    pub shape: Shape,
    /// How many play: two, three, four or six; two on a rhombus.
    pub players: usize,
    /// What moves are allowed, and who has won.
    pub profile: Profile,
    /// After so many plies the game is drawn, if ever.
    pub plies: Option<u16>,
    /// When a position comes for this time the game is drawn, if ever.
    pub repetitions: Option<u8>,
}

impl Setup {
    /// A star for so many players with so many pieces, where nothing but a win ends the game; `None` if there is no such
    /// star.
    pub fn star(players: usize, pieces: usize, profile: Profile) -> Option<Setup> {
        Some(Setup { shape: Shape::star(pieces)?, players, profile, plies: None, repetitions: None })
    }

    /// The points where the players sit, in the order of their turns, which is clockwise; `None` if so many cannot sit
    /// around this board.
    pub fn seats(&self) -> Option<&'static [u8]> {
        match (self.shape, self.players) {
            (_, 2) => Some(&[0, 1]),
            (Shape::Rhombus { .. }, _) => None,
            (_, 3) => Some(&[0, 2, 3]),
            (_, 4) => Some(&[0, 2, 1, 4]),
            (_, 6) => Some(&[0, 5, 2, 1, 3, 4]),
            _ => None,
        }
    }
}
