//! The geometry of boards.
//!
//! A star of order n has six points of n(n+1)/2 holes around a hexagon. A rhombus of side m has m x m holes; its sharp
//! corners are above and below, and two players sit there. Places are rows and columns counted from 0 at the upper left;
//! neighbours in a row are two columns apart, so that the rows between have their columns:
//!
//! ```text
//! star, order 1      0 1 2 3 4 5 6                                    rhombus, side 3   0 1 2 3 4
//!                 0        2             the numbers of the points:                  0      2
//!                 1  3   *   *   4       1 below, 2 above, 3 upper left,             1    *   *
//!                 2    *   *   *         4 upper right, 5 lower right,               2  *   *   *
//!                 3  6   *   *   5       6 lower left                                3    *   *
//!                 4        1                                                         4      1
//! ```

/// A place: row and column.
pub type Place = (usize, usize);

/// The six directions as steps of row and column: left, right, up-left, up-right, down-left, down-right.
pub const DIRECTIONS: [(i32, i32); 6] = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A point of the star, by the number that the course gives it, less one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point(pub u8);

impl Point {
    /// All points: below, above, upper left, upper right, lower right, lower left.
    pub const ALL: [Point; 6] = [Point(0), Point(1), Point(2), Point(3), Point(4), Point(5)];

    /// The point on the other side.
    pub const fn opposite(self) -> Point {
        Point([1, 0, 4, 5, 2, 3][self.0 as usize])
    }

    /// The points clockwise, from the one below.
    pub const CLOCKWISE: [Point; 6] = [Point(0), Point(5), Point(2), Point(1), Point(3), Point(4)];
}

/// The outline of a board, and where its points are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A star whose points are triangles of `order` rows.
    Star {
        /// How many rows a point has.
        order: u8,
    },
    /// A rhombus with players in its sharp corners.
    Rhombus {
        /// How many holes a side has.
        side: u8,
        /// How many pieces each of the two players has.
        pieces: u8,
    },
}

impl Shape {
    /// The largest order of stars that is played.
    pub const MOST_ORDER: usize = 5;

    /// The sides of rhombi: from the smallest on which anybody can move to the largest whose holes three words hold.
    pub const SIDES: std::ops::RangeInclusive<usize> = 2..=13;

    /// The star whose points have `pieces` holes each, if there is one.
    pub fn star(pieces: usize) -> Option<Shape> {
        let order = (1..=Self::MOST_ORDER).find(|order| order * (order + 1) / 2 == pieces)?;
        Some(Shape::Star { order: order as u8 })
    }

    /// The rhombus of this side on which each of two players has so many pieces: at most as many as there are holes
    /// below the middle row.
    pub fn rhombus(side: usize, pieces: usize) -> Option<Shape> {
        let fits = Self::SIDES.contains(&side) && (1..=Self::most_pieces(side)).contains(&pieces);
        fits.then_some(Shape::Rhombus { side: side as u8, pieces: pieces as u8 })
    }

    /// How many pieces each player can have on a rhombus of this side.
    pub const fn most_pieces(side: usize) -> usize {
        side * (side - 1) / 2
    }

    /// How many pieces each player has.
    pub fn pieces(self) -> usize {
        match self {
            Shape::Star { order } => usize::from(order) * (usize::from(order) + 1) / 2,
            Shape::Rhombus { pieces, .. } => pieces.into(),
        }
    }

    /// How many rows it has.
    pub fn rows(self) -> usize {
        match self {
            Shape::Star { order } => 4 * usize::from(order) + 1,
            Shape::Rhombus { side, .. } => 2 * usize::from(side) - 1,
        }
    }

    /// How many columns it has.
    pub fn columns(self) -> usize {
        match self {
            Shape::Star { order } => 6 * usize::from(order) + 1,
            Shape::Rhombus { .. } => self.rows(),
        }
    }

    /// The holes, row by row from above.
    pub fn places(self) -> Vec<Place> {
        let all = (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |column| (row, column)));
        all.filter(|place| self.cube(*place).is_some()).collect()
    }

    /// The row and the column of the centre.
    fn centre(self) -> (i32, i32) {
        (self.rows() as i32 / 2, self.columns() as i32 / 2)
    }

    /// Twice the distances from the centre along three axes, whose sum is 0; `None` if there is no hole. Twice, because
    /// the centre of a rhombus with an even side is between holes.
    ///
    /// A star is what two large triangles cover: one has all three at most n, the other all three at least -n. A rhombus
    /// has no hole further from its centre than its corners.
    pub fn cube(self, (row, column): Place) -> Option<[i32; 3]> {
        let centre = self.centre();
        let (down, right) = (row as i32 - centre.0, column as i32 - centre.1);
        let cube = [right - down, -right - down, 2 * down];
        let inside = match self {
            Shape::Star { order } => {
                let most = 2 * i32::from(order);
                let triangles = cube.iter().all(|c| *c <= most) || cube.iter().all(|c| *c >= -most);
                triangles && (right - down) % 2 == 0
            }
            // As many steps as the middle row is away from the ends, those to the side and those down together.
            Shape::Rhombus { side, .. } => {
                let most = i32::from(side) - 1;
                right.abs() + down.abs() <= most && (right - down - most) % 2 == 0
            }
        };
        inside.then_some(cube)
    }

    /// The place of such distances; `None` if it is between rows.
    fn place(self, [x, _, down]: [i32; 3]) -> Option<Place> {
        let centre = self.centre();
        let (row, column) = (down / 2 + centre.0, x + down / 2 + centre.1);
        if down % 2 != 0 {
            return None;
        }
        Some((usize::try_from(row).ok()?, usize::try_from(column).ok()?))
    }

    /// The point that a hole is in, if it is in one.
    pub fn point(self, place: Place) -> Option<Point> {
        let [x, y, z] = self.cube(place)?;
        match self {
            Shape::Star { order } => {
                let beyond = |c: i32| c > 2 * i32::from(order);
                let points = [beyond(z), beyond(-z), beyond(y), beyond(x), beyond(-y), beyond(-x)];
                points.iter().position(|inside| *inside).map(|point| Point(point as u8))
            }
            Shape::Rhombus { .. } => {
                let turned = (self.rows() - 1 - place.0, self.columns() - 1 - place.1);
                [place, turned].iter().position(|place| self.is_below(*place)).map(|point| Point(point as u8))
            }
        }
    }

    /// Whether a hole of a rhombus is one of the lowest, as many as there are pieces: row by row from the corner, each
    /// from the left.
    fn is_below(self, (row, column): Place) -> bool {
        let up = self.rows() - 1 - row;
        // The row that is so far up has one hole more than the row below it, and begins as many columns to the left.
        let first = (self.columns() / 2).saturating_sub(up);
        up <= self.rows() / 2 && up * (up + 1) / 2 + (column - first) / 2 < self.pieces()
    }

    /// The hole at the tip of a point.
    pub fn tip(self, point: Point) -> Place {
        let (rows, columns) = (self.rows(), self.columns());
        // A star has its points to the side a quarter of its rows from the ends.
        let (middle, quarter) = (columns / 2, rows / 4);
        match point.0 {
            0 => (rows - 1, middle),
            1 => (0, middle),
            2 => (quarter, 0),
            3 => (quarter, columns - 1),
            4 => (3 * quarter, columns - 1),
            _ => (3 * quarter, 0),
        }
    }

    /// How many steps there are between two holes on an empty board.
    pub fn distance(self, a: Place, b: Place) -> usize {
        let (row, column) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        row + column.saturating_sub(row) / 2
    }

    /// How many columns a place is away from the line between the tips of a point and the opposite one, as seen from
    /// there.
    pub fn columns_aside(self, place: Place, point: Point) -> usize {
        // The point below is the first clockwise; turned there, the line is the middle column.
        let clockwise = Point::CLOCKWISE.iter().position(|other| *other == point).unwrap_or(0);
        let turned = self.turned(place, false, (6 - clockwise) % 6).unwrap_or(place);
        turned.1.abs_diff(self.columns() / 2)
    }

    /// Where a place comes when the board is turned clockwise by so many sixths, after it was mirrored left to right.
    pub fn turned(self, place: Place, mirrored: bool, sixths: usize) -> Option<Place> {
        let place = if mirrored { (place.0, self.columns() - 1 - place.1) } else { place };
        let mut cube = self.cube(place)?;
        for _ in 0..sixths {
            // The point below (0, -, +) comes to the lower left (-, 0, +).
            cube = [-cube[2], -cube[0], -cube[1]];
        }
        self.place(cube)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_have_as_many_holes_as_the_literature_says() {
        for (pieces, holes, rows, columns) in
            [(1, 13, 5, 7), (3, 37, 9, 13), (6, 73, 13, 19), (10, 121, 17, 25), (15, 181, 21, 31)]
        {
            let star = Shape::star(pieces).unwrap();
            assert_eq!((star.places().len(), star.rows(), star.columns()), (holes, rows, columns));
            for point in Point::ALL {
                let inside: Vec<Place> =
                    star.places().into_iter().filter(|place| star.point(*place) == Some(point)).collect();
                assert_eq!(inside.len(), pieces, "{point:?}");
                assert!(inside.contains(&star.tip(point)), "{point:?}");
                assert_eq!(star.distance(star.tip(point), star.tip(point.opposite())), rows - 1);
            }
        }
        assert_eq!([0, 2, 4, 21].map(Shape::star), [None; 4]);
    }

    #[test]
    fn rhombi_have_their_pieces_in_the_sharp_corners() {
        for side in Shape::SIDES {
            for pieces in 1..=Shape::most_pieces(side) {
                let rhombus = Shape::rhombus(side, pieces).unwrap();
                let places = rhombus.places();
                assert_eq!((places.len(), rhombus.pieces()), (side * side, pieces));
                let homes = [0, 1].map(|point| {
                    let inside = |place: &&Place| rhombus.point(**place) == Some(Point(point));
                    places.iter().filter(inside).count()
                });
                assert_eq!(homes, [pieces; 2], "side {side}, {pieces} pieces");
                assert!(
                    places.iter().all(|place| rhombus.point(*place).is_none_or(|point| point.0 < 2)),
                    "nobody sits elsewhere"
                );
                for point in [Point(0), Point(1)] {
                    assert_eq!(rhombus.point(rhombus.tip(point)), Some(point));
                }
            }
            assert_eq!(Shape::rhombus(side, Shape::most_pieces(side) + 1), None);
        }
        assert_eq!(Shape::rhombus(14, 3), None);
        // Side 5 is what a star of order 2 has without the points at its sides.
        let (rhombus, star) = (Shape::rhombus(5, 3).unwrap(), Shape::star(3).unwrap());
        let inner = star.places().into_iter().filter(|place| star.point(*place).is_none_or(|p| p.0 < 2));
        let inner: Vec<Place> = inner.map(|(row, column)| (row, column - 2)).collect();
        assert_eq!(rhombus.places(), inner);
        assert!(inner.iter().all(|&(r, c)| rhombus.point((r, c)) == star.point((r, c + 2))));
    }

    #[test]
    fn a_sixth_of_a_turn_takes_each_point_to_the_next() {
        let star = Shape::star(10).unwrap();
        for (index, point) in Point::CLOCKWISE.into_iter().enumerate() {
            let next = Point::CLOCKWISE[(index + 1) % 6];
            let tip = star.turned(star.tip(point), false, 1);
            assert_eq!(tip, Some(star.tip(next)), "{point:?}");
        }
        for place in star.places() {
            assert_eq!(star.turned(place, false, 6), Some(place));
            let mirrored = star.turned(place, true, 0).unwrap();
            assert_eq!(star.turned(mirrored, true, 0), Some(place));
        }
    }
}
