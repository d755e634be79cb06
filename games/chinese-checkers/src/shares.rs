//! What everybody can expect where more than two play: how far all pieces have to go, as shares.
//!
//! A hole costs a player
//! - the steps from there to the tip of its goal,
//! - a little more than in proportion, so that no piece is left behind: stragglers find nothing to hop over,
//! - and its distance from the line between home and goal, since chains run along the middle.
//!
//! Shares are as likely as wins: `e^(-cost / 160)` for each, in proportion. So a lead counts more the closer the race is, and
//! it is the leading opponents whose moves hurt. Matches chose the constants; `docs/adr/0020-many-players.md` tells which.

use mossa_game::{MAX_PLAYERS, Shares};

use crate::shape::{Place, Shape};

/// What a step costs: fine enough for the other terms.
const STEP: i32 = 16;
/// The square of the steps, in tenths of a unit.
const STRAGGLING: i32 = 3;
/// What one step away from the middle line costs.
const ASIDE: i32 = 8;

/// Being so much behind divides the chances by e: ten steps.
const PER_E: i64 = 160;
/// Beyond this a lead makes no difference any more: a factor of 360 000.
const MOST_BEHIND: usize = 2048;
/// `e^(-behind / PER_E)` in units of 2^-40, by repeated multiplication with 1 - 1 / `PER_E`.
const CHANCES: [i64; MOST_BEHIND] = {
    let mut chances = [1_i64 << 40; MOST_BEHIND];
    let mut behind = 1;
    while behind < MOST_BEHIND {
        chances[behind] = chances[behind - 1] / PER_E * (PER_E - 1);
        behind += 1;
    }
    chances
};

/// What each player has to pay for where its pieces are.
pub(crate) type Costs = [i32; MAX_PLAYERS];

/// What a piece costs at `place` whose goal has its tip at `tip`.
pub(crate) fn cost(shape: Shape, place: Place, tip: Place) -> i32 {
    let steps = shape.distance(place, tip) as i32;
    STEP * steps + STRAGGLING * steps * steps / 10 + ASIDE * half_steps_aside(shape, place, tip) / 2
}

/// How far a place is from the line between the centre and `tip`, in half steps.
///
/// A step to the right is two columns; a row is as high as the square root of three halves of a step. With these
/// lengths the area between both vectors is a multiple of their determinant, and the tips of all points of a star are
/// equally far from the centre, as far as that below: so the determinant by the number of rows to that.
fn half_steps_aside(shape: Shape, place: Place, tip: Place) -> i32 {
    let (row, column) = (shape.rows() as i32 / 2, shape.columns() as i32 / 2);
    let from_centre = |place: Place| (place.0 as i32 - row, place.1 as i32 - column);
    let ((down, right), (tip_down, tip_right)) = (from_centre(place), from_centre(tip));
    (right * tip_down - down * tip_right).abs() / row.max(1)
}

/// The shares of `players` players with such costs.
#[inline]
pub(crate) fn shares(costs: &Costs, players: usize) -> Shares {
    let least = costs[..players].iter().copied().min().unwrap_or(0);
    let weights: [i64; MAX_PLAYERS] =
        std::array::from_fn(|player| CHANCES[((costs[player] - least).max(0) as usize).min(MOST_BEHIND - 1)]);
    Shares::guess(&weights[..players])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Point;
    use mossa_game::Player;

    #[test]
    fn whoever_is_ahead_has_more_and_equals_have_the_same() {
        let found = shares(&[500, 300, 300, 9000, 0, 0], 4);
        let [a, b, c, d] = [0, 1, 2, 3].map(|player| found.of(Player::new(player)));
        assert!(b == c && b > a && a > d, "{found:?}");
        assert_eq!(shares(&[7; 6], 6), shares(&[0; 6], 6));
    }

    #[test]
    fn every_point_of_the_star_costs_the_same_on_its_own_way() {
        let shape = Shape::star(10).unwrap();
        let sorted = |point: Point| {
            let mut costs: Vec<i32> =
                shape.places().into_iter().map(|place| cost(shape, place, shape.tip(point))).collect();
            costs.sort_unstable();
            costs
        };
        for point in Point::ALL {
            assert_eq!(sorted(point), sorted(Point::ALL[0]), "{point:?}");
        }
    }

    #[test]
    fn the_middle_is_better_than_the_side_and_stragglers_weigh_more() {
        let shape = Shape::star(10).unwrap();
        let tip = shape.tip(Point::ALL[1]);
        let centre = (shape.rows() / 2, shape.columns() / 2);
        let beside = (centre.0, centre.1 + 4);
        assert_eq!(shape.distance(centre, tip), shape.distance(beside, tip));
        assert_eq!(half_steps_aside(shape, beside, tip), 4);
        assert!(cost(shape, beside, tip) > cost(shape, centre, tip));
        let down = |rows: usize| cost(shape, (rows, centre.1), tip);
        assert!(down(16) - down(14) > down(4) - down(2));
    }
}
