//! What a black stone makes in one row.

/// Cells on either side of the stone that matter: a five reaches four cells further, and the cell beyond it decides
/// whether it is longer.
pub(super) const REACH: usize = 5;

/// The stone and [`REACH`] cells on either side of it in one direction, a bit for each cell; the stone is bit
/// [`REACH`]. Cells that are neither black nor empty are white, or beyond the edge, which is the same to Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) black: u16,
    pub(super) empty: u16,
}

impl Row {
    /// The stone alone between cells that are of no use.
    pub(super) const STONE: Row = Row { black: 1 << REACH, empty: 0 };

    /// How many stones stand in a row without a gap, the stone in question among them; more than six count as six or
    /// more, but perhaps not all.
    #[inline]
    pub(super) fn length(self) -> u32 {
        let above = (self.black >> (REACH + 1)).trailing_ones();
        let below = (self.black << (u16::BITS as usize - REACH)).leading_ones();
        above + 1 + below
    }

    /// How many fours the stone is part of. The two ways to complete a straight four are one and the same four; other
    /// fours differ in their stones.
    #[inline]
    pub(super) fn fours(self) -> u32 {
        let (mut fours, mut last) = (0, 0);
        for start in 1..=REACH {
            let five = 0b1_1111 << start;
            let ends = 1 << (start - 1) | 1 << (start + 5);
            let stones = self.black & five;
            let completes =
                stones.count_ones() == 4 && (self.empty & five).count_ones() == 1 && self.black & ends == 0;
            // The same stones lie in two neighbouring places at most.
            if completes && stones != last {
                fours += 1;
                last = stones;
            }
        }
        fours
    }

    /// The cells that would make a straight four of three stones, the stone in question among them: none, one or two.
    ///
    /// There is at most one three in a row: the cells beyond the ends of its straight four must be empty, and those
    /// after them not black, which leaves no stones for another.
    #[inline]
    pub(super) fn straight_four_cells(self) -> u16 {
        let mut cells = 0;
        for start in 2..=REACH {
            let four = 0b1111 << start;
            let ends = 1 << (start - 1) | 1 << (start + 4);
            let beyond = 1 << (start - 2) | 1 << (start + 5);
            let gap = self.empty & four;
            if (self.black & four).count_ones() == 3
                && gap != 0
                && self.empty & ends == ends
                && self.black & beyond == 0
            {
                cells |= gap;
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `*` is the stone in question; what is not drawn is white.
    fn row(drawn: &str) -> Row {
        let centre = drawn.find('*').unwrap();
        let mut row = Row { black: 0, empty: 0 };
        for (i, c) in drawn.chars().enumerate() {
            let Some(bit) = (i + REACH).checked_sub(centre).filter(|bit| *bit <= 2 * REACH) else { continue };
            match c {
                '*' | 'X' => row.black |= 1 << bit,
                '.' => row.empty |= 1 << bit,
                _ => {}
            }
        }
        row
    }

    #[test]
    fn lengths_are_counted_to_both_sides() {
        for (drawn, length) in
            [("*", 1), ("X*", 2), ("*X", 2), ("XX*XX", 5), ("X.*XXXX", 5), ("XXXXX*", 6), ("XXXXX*XXXXX", 11)]
        {
            assert_eq!(row(drawn).length(), length, "{drawn}");
        }
    }

    #[test]
    fn fours_are_told_apart_by_their_stones() {
        for (drawn, fours) in [
            (".XX*X.", 1),
            ("OXX*X.", 1),
            ("OXX*XO", 0),
            ("XX.*X", 1),
            ("X.X*X.X", 2),
            ("XX.*X.XX", 2),
            ("XXX.*.XXX", 2),
            ("X.XX*X.X", 0),
            ("X.XX*X..", 1),
            ("XX*..", 0),
            ("XX*XX", 0),
        ] {
            assert_eq!(row(drawn).fours(), fours, "{drawn}");
        }
    }

    #[test]
    fn threes_become_straight_fours_in_one_or_two_places() {
        for (drawn, places) in [
            ("..XX*..", 2),
            (".XX*..", 1),
            (".XX*.", 0),
            (".X.X*.", 1),
            (".X*.X.", 1),
            ("OX.X*.", 0),
            (".X..X*.", 0),
            ("X..X*X..X", 0),
            ("X..X*X...", 1),
            (".XX*X.", 0),
        ] {
            assert_eq!(row(drawn).straight_four_cells().count_ones(), places, "{drawn}");
        }
    }
}
