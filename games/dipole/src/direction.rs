//! The eight directions.

/// A direction; north is the first row, which is Black's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// North: towards Black's side.
    N,
    /// North-east.
    NE,
    /// East: to the right.
    E,
    /// South-east.
    SE,
    /// South: towards White's side.
    S,
    /// South-west.
    SW,
    /// West.
    W,
    /// North-west.
    NW,
}

impl Direction {
    /// All of them, clockwise.
    pub const ALL: [Direction; 8] = [
        Direction::N,
        Direction::NE,
        Direction::E,
        Direction::SE,
        Direction::S,
        Direction::SW,
        Direction::W,
        Direction::NW,
    ];

    /// The three in which White's stacks go forward, then Black's: straight on, then to the right and to the left as
    /// one sees the board from White's side.
    pub const FORWARD: [[Direction; 3]; 2] =
        [[Direction::N, Direction::NE, Direction::NW], [Direction::S, Direction::SE, Direction::SW]];

    /// The direction with this number, counted clockwise from north; numbers beyond the eighth begin again.
    #[inline]
    pub const fn from_number(number: u32) -> Direction {
        Direction::ALL[(number % 8) as usize]
    }

    /// By how many rows and columns a step goes down and to the right.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::N => (-1, 0),
            Direction::NE => (-1, 1),
            Direction::E => (0, 1),
            Direction::SE => (1, 1),
            Direction::S => (1, 0),
            Direction::SW => (1, -1),
            Direction::W => (0, -1),
            Direction::NW => (-1, -1),
        }
    }

    /// Whether a step stays on cells of the same colour.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        (self as u8) % 2 == 1
    }

    /// The direction that leads back: also what a half turn of the board makes of this one.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::from_number(self as u32 + 4)
    }

    /// As it is written: `NE`.
    pub const fn name(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_steps_and_opposites_agree() {
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(direction as usize, number);
            let ((down, right), (up, left)) = (direction.step(), direction.opposite().step());
            assert_eq!((down, right), (-up, -left));
            assert_eq!(direction.is_diagonal(), down != 0 && right != 0);
        }
        assert_eq!(
            Direction::FORWARD[0].map(Direction::opposite),
            [Direction::S, Direction::SW, Direction::SE]
        );
    }
}
