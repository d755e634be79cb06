//! The search of a students' report on Chinese Checkers, as far as its tables can be found again.
//!
//! The report explores, for each opening move of the first of two players, all that can follow within a number of turns:
//! its model *Base* has alpha-beta and nothing else. [`Base`] finds the same results and counts, digit by digit. The
//! report's other models are not repeated: `RULES.md` says why.
//!
//! | module | what it holds |
//! |---|---|
//! | `ground` | the board, and moves in the report's order |
//! | `search` | the search with the report's counts |
//! | `repeated` | the same for the laboratory |

mod ground;
mod repeated;
mod search;

use mossa_game::Halt;

use crate::board::Hole;
use crate::holes::Holes;
use crate::shape::{Place, Shape};
use ground::Ground;
pub use repeated::NAME;
pub(crate) use repeated::repeated;
pub use search::Counts;
use search::Search;

/// The report's model *Base* for two players on a star.
#[derive(Debug)]
pub struct Base<const W: usize> {
    ground: Ground<W>,
}

/// What the report says about an opening move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explored {
    /// 1 if the first player wins within the limit, -1 if the second does, 0 if neither.
    pub score: i32,
    /// What its program counted.
    pub counts: Counts,
}

/// An opening move: which of the first player's pieces, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    piece: usize,
    to: Hole,
}

impl<const W: usize> Base<W> {
    /// The model on the star with so many pieces; `None` if `W` words do not hold it, or if the report has no such star.
    pub fn new(pieces: usize) -> Option<Base<W>> {
        let shape = Shape::star(pieces).filter(|_| pieces <= search::MOST_PIECES)?;
        Some(Base { ground: Ground::new(shape)? })
    }

    /// The pieces of both players at the start, in the order in which a scan row by row finds them.
    fn pieces(&self) -> [Vec<Hole>; 2] {
        self.ground.homes.map(|home| home.iter().collect())
    }

    /// The opening moves in the report's order.
    pub fn openings(&self) -> Vec<Opening> {
        let [first, second] = self.pieces();
        let occupied = Holes::of(first.iter().chain(&second).copied());
        let mut openings = Vec::new();
        for (piece, from) in first.into_iter().enumerate() {
            let mut reached = Vec::new();
            self.ground.list(from, &occupied, &mut reached);
            openings.extend(reached.into_iter().map(|to| Opening { piece, to }));
        }
        openings
    }

    /// Where an opening move begins and ends.
    pub fn holes(&self, opening: Opening) -> (Hole, Hole) {
        (self.pieces()[0][opening.piece], opening.to)
    }

    /// The same as rows and columns, which the report writes.
    pub fn places(&self, opening: Opening) -> (Place, Place) {
        let (from, to) = self.holes(opening);
        (self.ground.places[from.index()], self.ground.places[to.index()])
    }

    /// Explores what follows an opening move within `turns` turns; `None` if `halt` ended it first.
    pub fn explore(&self, opening: Opening, turns: u32, halt: Halt<'_>) -> Option<Explored> {
        let [mut first, second] = self.pieces();
        first[opening.piece] = opening.to;
        self.explore_from([&first, &second], 1, turns, halt)
    }

    /// Explores what follows any position with player `side` (0 or 1) to move. The pieces are listed in the order in which
    /// they are moved. `None` if there are too many, or if `halt` ended it first.
    pub fn explore_from(
        &self,
        pieces: [&[Hole]; 2],
        side: usize,
        turns: u32,
        halt: Halt<'_>,
    ) -> Option<Explored> {
        let mut search = Search::new(&self.ground, pieces, halt)?;
        let score = search.run(side, turns)?;
        Some(Explored { score, counts: search.counts })
    }
}
