//! The evaluation made by hand: named terms, weighed between middlegame and endgame.
//!
//! Every weight is a pair of points in one table (`weights`), which the tuner of [`crate::train`] writes. What is counted
//! is written once: for the search it is added up at once, for people and for the tuner weight by weight.
//!
//! | module | what it holds |
//! |---|---|
//! | [`score`] | points of the middlegame and the endgame in one number |
//! | [`layout`] | which weights there are, in groups with names |
//! | `weights` | their values, written by the tuner |
//! | `tally` | where counts go: added up, or kept |
//! | `sums` | material and placement, kept from move to move |
//! | `spans` | sets of squares before, behind and beside others |
//! | `board` | who attacks what |
//! | `imbalance` | pairs of pieces; lone kings |
//! | `officers` | mobility, outposts, files, trapped pieces |
//! | `pawns`, `pawn_cache`, `passed` | the structure of pawns, remembered; passed pawns |
//! | `king` | shelter and danger |
//! | `threats`, `space` | pieces under attack; room |
//! | `scaling` | endgames that are hard to win |
//! | `value_cache` | values of whole positions, remembered |
//! | `explain` | the terms as people see them |
//! | `weighted` | the same with weights for themes, for weak players |

mod board;
mod explain;
mod imbalance;
mod king;
pub mod layout;
mod officers;
mod passed;
mod pawn_cache;
mod pawns;
mod scaling;
pub mod score;
mod space;
mod spans;
mod sums;
mod tally;
mod threats;
mod value_cache;
mod weighted;
mod weights;

use mossa_game::{Evaluate, Term, Value};

pub(crate) use explain::counts;
pub(crate) use scaling::{FULL_SCALE, scale};
pub use score::{FULL_PHASE, Score};
pub use sums::Sums;
pub(crate) use tally::weight;
pub(crate) use weighted::{BRAIN, WeightedTerms};

use crate::bitboard::Bitboard;
use crate::moves::ChessMove;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Chess;
use crate::slides::{self, Slides, Work};
use board::Board;
use tally::{Tally, Total};

/// All terms but material and placement.
#[inline(always)]
fn count<S: Slides>(tally: &mut impl Tally, slides: S, position: &Position) {
    let mut board = Board::new(position);
    let pawns = [board.side(Color::White).pawns, board.side(Color::Black).pawns];
    let passed = tally.pawns(position.pawn_key(), pawns);
    officers::count(tally, slides, &mut board, Color::White);
    officers::count(tally, slides, &mut board, Color::Black);
    // One call after the other, so that each is compiled for its colour.
    others(tally, slides, &board, Color::White, passed & pawns[0]);
    others(tally, slides, &board, Color::Black, passed & pawns[1]);
    tally.add(position.to_move(), layout::TURN.one(), 1);
}

/// What needs the attacks of both sides.
#[inline(always)]
fn others<S: Slides>(tally: &mut impl Tally, slides: S, board: &Board<'_>, us: Color, passed: Bitboard) {
    imbalance::count(tally, board, us);
    passed::count(tally, board, us, passed);
    king::count(tally, slides, board, us);
    threats::count(tally, slides, board, us);
    space::count(tally, board, us);
}

/// White's value when everything is counted.
struct Everything<'p>(&'p Position, &'p Sums);

impl Work for Everything<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> i32 {
        let Everything(position, sums) = self;
        let mut total = Total { sides: sums.sides };
        count(&mut total, slides, position);
        let (full, lost) = blended(position, total.sides, sums.phase());
        full + lost
    }
}

/// What White's sum is worth more than Black's, and what is lost of it in endgames that are hard to win.
#[inline(always)]
fn blended(position: &Position, sides: [Score; 2], phase: i32) -> (i32, i32) {
    let full = sides[0].at(phase) - sides[1].at(phase);
    let end = sides[0].end() - sides[1].end();
    let strong = if end >= 0 { Color::White } else { Color::Black };
    let missing = FULL_SCALE - scale(position, strong);
    (full, -(end * missing * (FULL_PHASE - phase) / (FULL_SCALE * FULL_PHASE)))
}

/// All terms, weighed by the phase of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tapered;

impl Evaluate<Chess> for Tapered {
    type State = Sums;

    fn fresh(&self, _: &Chess, position: &Position) -> Sums {
        Sums::of(position)
    }

    #[inline]
    fn play(&self, _: &Chess, before: &Position, m: ChessMove, sums: &mut Sums) {
        sums.play(before, m);
    }

    #[inline]
    fn undo(&self, _: &Chess, before: &Position, m: ChessMove, sums: &mut Sums) {
        sums.undo(before, m);
    }

    fn value(&self, _: &Chess, position: &Position, sums: &Sums) -> Value {
        let value = value_cache::value(position.key(), || slides::run(Everything(position, sums)));
        Value::guess(if position.to_move() == Color::White { value } else { -value })
    }

    fn explain(&self, _: &Chess, position: &Position) -> Vec<Term> {
        explain::terms(position)
    }
}
