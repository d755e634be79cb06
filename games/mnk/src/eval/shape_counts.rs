//! The shapes that stones on empty cells could make, with weights learned from games.

use mossa_game::{Player, Term, Value};

use crate::shapes::{Kind, Shape, Shapes};

/// What it is worth that a stone could make a shape, for each cell and direction: to the player who is to move, and to the
/// other one. Hundredths of the logarithm of the odds to win, from 19 228 quiet positions of 600 games at 2000 nodes a move
/// (`examples/learn_shapes.rs`); open fours, which quiet positions do not have, are a guess.
const SHAPES: [(Shape, &str, [i32; 2]); 5] = [
    (Shape::OpenTwo, "shape-open-two", [4, 3]),
    (Shape::Three, "shape-three", [10, 9]),
    (Shape::OpenThree, "shape-open-three", [24, 13]),
    (Shape::Four, "shape-four", [34, 34]),
    (Shape::OpenFour, "shape-open-four", [400, 100]),
];

/// The same for cells where two shapes meet.
const MEETINGS: [(Kind, &str, [i32; 2]); 2] =
    [(Kind::FourThree, "shape-four-three", [350, 50]), (Kind::TwoThrees, "shape-two-threes", [75, 0])];

fn terms_of<const W: usize>(shapes: &Shapes<W>, player: usize, moves: bool) -> impl Iterator<Item = i32> {
    let which = usize::from(!moves);
    let single = SHAPES
        .iter()
        .map(move |(shape, _, weights)| i32::from(shapes.count(player, *shape)) * weights[which]);
    let meeting = MEETINGS
        .iter()
        .map(move |(kind, _, weights)| shapes.set(player, *kind).len() as i32 * weights[which]);
    single.chain(meeting)
}

/// The value for the player to move.
#[inline]
pub(super) fn value<const W: usize>(shapes: &Shapes<W>, mover: Player) -> Value {
    let points = |player: Player| -> i32 { terms_of(shapes, player.index(), player == mover).sum() };
    Value::guess(points(mover) - points(mover.opponent()))
}

/// The same in parts.
pub(super) fn terms<const W: usize>(shapes: &Shapes<W>, mover: Player) -> Vec<Term> {
    let names = SHAPES.iter().map(|(_, name, _)| *name).chain(MEETINGS.iter().map(|(_, name, _)| *name));
    let points = [0, 1].map(|player| terms_of(shapes, player, player == mover.index()).collect::<Vec<i32>>());
    let term =
        |(number, name): (usize, &str)| Term::new(name, points.iter().map(|points| points[number]).collect());
    names.enumerate().map(term).collect()
}
