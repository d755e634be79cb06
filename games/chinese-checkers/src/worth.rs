//! What it is worth to have a piece in a hole.

use mossa_game::MAX_PLAYERS;

use crate::shape::{Place, Point, Shape};

/// The weights of the evaluation for two players, in points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A step towards the tip of the goal.
    pub step: i32,
    /// What the steps of a piece behind count in addition: so many sixteenths of the square of its distance.
    pub straggler: i32,
    /// A column away from the line between both tips.
    pub aside: i32,
    /// A row that the hindmost piece has to go.
    pub hindmost: i32,
    /// The right to move.
    pub turn: i32,
    /// A ply that whoever is ahead arrives earlier, once the armies have passed each other; 0 to count on as before.
    pub race: i32,
    /// How much a move may lose and is still worth a search.
    pub backward: i32,
}

impl Weights {
    /// What plays. Found by matches at 3000 nodes a move: with a straggler of 12 it won 27 of 80 games against 24, with a
    /// hindmost of 10 or 80 it won 40 of 120 and 38 of 100 against 40, with 0 or 5 aside (and a straggler of 12) 31 and 29 of
    /// 80 against 2. Counting pieces left at home, too, made no difference: 48 of 100. These are the best of some 25 short
    /// comparisons, so the gains are probably smaller than they look; the whole was not tested anew.
    ///
    /// With races it won, at 500 nodes, 532 of 1000 games with 3 pieces against the same without, 262 of 400 with 6, and 549
    /// of 1000 with 10.
    pub const PLAYED: Weights =
        Weights { step: 20, straggler: 24, aside: 2, hindmost: 40, turn: 20, race: 40, backward: 40 };
}

/// What one piece is worth in one hole, in the named parts of the evaluation. None is positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Worth {
    pub steps: i32,
    pub straggling: i32,
    pub aside: i32,
}

impl Worth {
    /// Of a piece at a place, for a player who sits at `seat`.
    pub(crate) fn new(shape: Shape, place: Place, seat: Point, weights: &Weights) -> Worth {
        let distance = shape.distance(place, shape.tip(seat.opposite())) as i32;
        Worth {
            steps: -weights.step * distance,
            straggling: -weights.straggler * distance * distance / 16,
            aside: -weights.aside * shape.columns_aside(place, seat) as i32,
        }
    }

    /// All parts together.
    pub(crate) fn sum(&self) -> i32 {
        self.steps + self.straggling + self.aside
    }
}

/// For each hole what a piece of each player is worth there.
pub(crate) type Worths = Vec<[i32; MAX_PLAYERS]>;
