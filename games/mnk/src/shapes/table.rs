//! What a stone makes of the cells around it in one direction.

use super::Shape;

/// The shapes of all surroundings of a cell in one direction, for one player.
///
/// The surroundings are the nearest cells on both sides, as many as a row through the cell can reach, and one more
/// where longer rows do not win. Each is empty (0), the player's (1), or out of reach (2): the opponent's, or beyond the
/// edge. They are the digits of the index to base 3:
///
/// ```text
/// place   0   1   2   3       4   5   6   7          (k = 5)
/// cell   -4  -3  -2  -1   *  +1  +2  +3  +4
/// ```
#[derive(Debug)]
pub(crate) struct ShapeTable {
    shapes: Box<[Shape]>,
    reach: usize,
}

/// What the digits of an index mean.
pub(super) const OWN: u16 = 1;
pub(super) const BLOCKED: u16 = 2;

/// Powers of 3, as many as an index has digits at most.
const WEIGHTS: [u16; 2 * ShapeTable::MOST_K] = {
    let mut weights = [1; 2 * ShapeTable::MOST_K];
    let mut place = 1;
    while place < weights.len() {
        weights[place] = 3 * weights[place - 1];
        place += 1;
    }
    weights
};

impl ShapeTable {
    /// The longest rows with a table: their index has 16 bits, also where longer rows do not win.
    pub(crate) const MOST_K: usize = 5;

    /// The table for rows of `k`, or of exactly `k`, from the `reach` nearest cells on each side: at least k-1, or k.
    pub(super) fn new(k: usize, exactly: bool, reach: usize) -> ShapeTable {
        let size = 3usize.pow(2 * reach as u32);
        let mut table = ShapeTable { shapes: vec![Shape::None; size].into_boxed_slice(), reach };
        // One more stone leads to a larger index: those are known when they are asked for.
        for index in (0..size as u16).rev() {
            table.shapes[usize::from(index)] = table.made(index, k, exactly);
        }
        table
    }

    /// What a stone on the cell makes.
    #[inline]
    pub(super) fn shape(&self, index: u16) -> Shape {
        self.shapes[usize::from(index)]
    }

    /// What the cell in `place` adds to an index if it is the player's.
    pub(super) const fn weight(place: usize) -> u16 {
        WEIGHTS[place]
    }

    /// What is in `place`: 0, [`OWN`] or [`BLOCKED`].
    pub(super) fn digit(index: u16, place: usize) -> u16 {
        index / Self::weight(place) % 3
    }

    /// The places where one more stone, after that on the cell, completes a row.
    pub(super) fn completions(&self, index: u16) -> impl Iterator<Item = usize> + '_ {
        let empty = (0..2 * self.reach).filter(move |place| Self::digit(index, *place) == 0);
        empty.filter(move |place| self.shape(index + Self::weight(*place)) == Shape::Row)
    }

    /// A shape is what the best next stone would make, less one step.
    fn made(&self, index: u16, k: usize, exactly: bool) -> Shape {
        let before = (0..self.reach).rev().take_while(|place| Self::digit(index, *place) == OWN).count();
        let after =
            (self.reach..2 * self.reach).take_while(|place| Self::digit(index, *place) == OWN).count();
        let row = before + 1 + after;
        if row == k || (row > k && !exactly) {
            return Shape::Row;
        }
        if row > k {
            return Shape::None;
        }
        let empty = (0..2 * self.reach).filter(|place| Self::digit(index, *place) == 0);
        let (mut best, mut rows) = (Shape::None, 0);
        for next in empty.map(|place| self.shape(index + Self::weight(place))) {
            best = best.max(next);
            rows += usize::from(next == Shape::Row);
        }
        match best {
            Shape::Row if rows > 1 => Shape::OpenFour,
            Shape::Row => Shape::Four,
            Shape::OpenFour => Shape::OpenThree,
            Shape::Four => Shape::Three,
            Shape::OpenThree => Shape::OpenTwo,
            Shape::Three => Shape::Two,
            Shape::OpenTwo => Shape::OpenOne,
            Shape::Two | Shape::OpenOne | Shape::One => Shape::One,
            Shape::None => Shape::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Surroundings as people draw them: `*` is the cell, `x` the player's stone, `o` the opponent's.
    fn index(drawn: &str) -> u16 {
        let digit = |c: char| match c {
            'x' => OWN,
            'o' => BLOCKED,
            _ => 0,
        };
        let around = drawn.chars().filter(|c| *c != '*').enumerate();
        around.map(|(place, c)| digit(c) * ShapeTable::weight(place)).sum()
    }

    #[test]
    fn five_in_a_row_and_all_that_leads_to_it() {
        let table = ShapeTable::new(5, false, 4);
        for (drawn, shape) in [
            ("....*....", Shape::OpenOne),
            ("oooo*....", Shape::One),
            ("ooo.*...o", Shape::One),
            ("ooo.*..oo", Shape::None),
            ("...x*....", Shape::OpenTwo),
            ("..ox*....", Shape::Two),
            (".x..*....", Shape::OpenTwo),
            ("x...*....", Shape::Two),
            ("..xx*....", Shape::OpenThree),
            (".x.x*....", Shape::OpenThree),
            (".oxx*....", Shape::Three),
            ("o.xx*.o..", Shape::Three),
            ("..xx*x...", Shape::OpenFour),
            (".xx.*x...", Shape::Four),
            ("x.xx*.x..", Shape::OpenFour),
            ("xxxx*....", Shape::Row),
            ("..xx*xx.x", Shape::Row),
            (".xxx*xx..", Shape::Row),
        ] {
            assert_eq!(table.shape(index(drawn)), shape, "{drawn}");
        }
        assert_eq!(table.completions(index("..xx*x...")).collect::<Vec<_>>(), [1, 5]);
        assert_eq!(table.completions(index(".xx.*x...")).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn exactly_five_looks_one_cell_further() {
        let table = ShapeTable::new(5, true, 5);
        for (drawn, shape) in [
            (".xxxx*x....", Shape::None),
            (".xxxx*.....", Shape::Row),
            ("xxxxx*.....", Shape::None),
            // A stone on the right end would make six.
            ("..xxx*.x...", Shape::Four),
            ("x..xx*..x..", Shape::Three),
            ("...xx*.....", Shape::OpenThree),
        ] {
            assert_eq!(table.shape(index(drawn)), shape, "{drawn}");
        }
    }
}
