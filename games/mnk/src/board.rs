//! What all positions of one (m,n,k)-game share.

use crate::shapes::Grid;
use crate::symmetry::{Transform, order};

/// The number of a cell, row by row from the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellIndex(pub u16);

impl CellIndex {
    /// The cell as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// When a row of stones wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rule {
    /// With k stones or more.
    #[default]
    OrMore,
    /// With exactly k stones; longer rows do not count.
    Exactly,
    /// Renju, with k = 5: the first player wins with exactly five stones, and some cells are
    /// [forbidden](crate::renju) to this player; the second wins with five or more.
    Renju,
}

impl Rule {
    /// The rules by the words that options have for them.
    pub(crate) const WORDS: [(&'static str, Rule); 3] =
        [("more", Rule::OrMore), ("exact", Rule::Exactly), ("renju", Rule::Renju)];

    /// How options name it, behind the sizes: nothing for the usual rule.
    pub(crate) fn option_text(self) -> String {
        let named = Self::WORDS.iter().find(|(_, rule)| *rule == self && self != Rule::default());
        named.map(|(word, _)| format!(",rule={word}")).unwrap_or_default()
    }

    /// Whether rows of more than k stones win nothing for `player`.
    #[inline]
    pub fn wants_exactly_k(self, player: usize) -> bool {
        match self {
            Rule::OrMore => false,
            Rule::Exactly => true,
            Rule::Renju => player == 0,
        }
    }
}

/// k cells in a row, column or diagonal: one of the places where a game can be won.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its first cell.
    pub first: CellIndex,
    /// From one cell to the next.
    pub step: u16,
    /// The cell before the first in the same direction, if the board has it.
    pub before: Option<CellIndex>,
    /// The cell after the last.
    pub after: Option<CellIndex>,
}

/// Right, down, down right, down left: (rows, columns).
pub(crate) const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The most symmetries a board can have; positions carry a key for each.
pub const MOST_SYMMETRIES: usize = 8;

/// One key for each symmetry: what a stone on the mapped cell adds to the hash.
pub type Keys = [u64; MOST_SYMMETRIES];

/// The tables of one board.
#[derive(Debug)]
pub struct Board {
    /// m.
    pub rows: usize,
    /// n.
    pub columns: usize,
    /// k.
    pub k: usize,
    /// When a row wins.
    pub rule: Rule,
    /// All lines.
    pub lines: Vec<Line>,
    /// The numbers of the lines through all cells, cell after cell.
    line_numbers: Vec<u16>,
    /// Where the lines of a cell begin in `line_numbers`; one more than there are cells.
    line_starts: Vec<u32>,
    /// For each cell and player the keys of a stone.
    stone_keys: Vec<[Keys; 2]>,
    /// The key of the second player being to move.
    pub turn_key: u64,
    /// What shapes need to know, on boards where positions keep them.
    pub(crate) grid: Option<Grid>,
}

impl Board {
    /// The most rows, and the most columns.
    pub const MOST_SIDE: usize = 100;

    /// The tables for `rows` x `columns` with `k` in a row; all at least 1 and at most [`Board::MOST_SIDE`].
    pub fn new(rows: usize, columns: usize, k: usize, rule: Rule) -> Board {
        let lines = lines(rows, columns, k, rule);
        let (line_numbers, line_starts) = lines_by_cell(rows * columns, k, &lines);
        // Any fixed seed will do, but different games shall have different keys.
        let sizes = [rows, columns, k, rule as usize];
        let mut random = SplitMix(sizes.iter().fold(0, |seed, size| seed << 8 | *size as u64));
        let plain: Vec<[u64; 2]> = (0..rows * columns).map(|_| [random.next(), random.next()]).collect();
        let stone_keys = (0..rows * columns)
            .map(|cell| {
                [0, 1].map(|player| {
                    let mut keys = [0; MOST_SYMMETRIES];
                    for (s, key) in keys.iter_mut().enumerate().take(order(rows, columns)) {
                        *key = plain[Transform::new(s).map(rows, columns, cell)][player];
                    }
                    keys
                })
            })
            .collect();
        Board {
            rows,
            columns,
            k,
            rule,
            lines,
            line_numbers,
            line_starts,
            stone_keys,
            turn_key: random.next(),
            grid: Grid::where_it_helps(rows, columns, k, rule),
        }
    }

    /// How many cells there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The numbers of the lines through `cell`: at most 4k of them.
    #[inline]
    pub fn lines_through(&self, cell: CellIndex) -> &[u16] {
        let (from, to) = (self.line_starts[cell.index()], self.line_starts[cell.index() + 1]);
        &self.line_numbers[from as usize..to as usize]
    }

    /// The cells of a line.
    #[inline]
    pub fn cells_of(&self, line: usize) -> impl Iterator<Item = CellIndex> + use<> {
        let Line { first, step, .. } = self.lines[line];
        (0..self.k as u16).map(move |i| CellIndex(first.0 + i * step))
    }

    /// What a stone adds to the keys.
    #[inline]
    pub fn stone_keys(&self, cell: CellIndex, player: usize) -> &Keys {
        &self.stone_keys[cell.index()][player]
    }
}

fn lines(rows: usize, columns: usize, k: usize, rule: Rule) -> Vec<Line> {
    // One stone is the same row in every direction, but it is a row of exactly one only where it has no neighbour.
    let same = k == 1 && rule == Rule::OrMore;
    let directions = if same { &DIRECTIONS[..1] } else { &DIRECTIONS[..] };
    let cell = |row: isize, column: isize| {
        let inside = (0..rows as isize).contains(&row) && (0..columns as isize).contains(&column);
        inside.then(|| CellIndex((row as usize * columns + column as usize) as u16))
    };
    let mut lines = Vec::new();
    for (down, right) in directions {
        for start in 0..rows * columns {
            let (row, column) = ((start / columns) as isize, (start % columns) as isize);
            let at = |i: isize| cell(row + i * down, column + i * right);
            let last = k as isize - 1;
            if let (Some(first), Some(_)) = (at(0), at(last)) {
                let step = (down * columns as isize + right) as u16;
                lines.push(Line { first, step, before: at(-1), after: at(last + 1) });
            }
        }
    }
    lines
}

fn lines_by_cell(cells: usize, k: usize, lines: &[Line]) -> (Vec<u16>, Vec<u32>) {
    let mut by_cell = vec![Vec::new(); cells];
    for (number, line) in lines.iter().enumerate() {
        for i in 0..k as u16 {
            by_cell[(line.first.0 + i * line.step) as usize].push(number as u16);
        }
    }
    let mut starts = vec![0];
    for numbers in &by_cell {
        starts.push(starts[starts.len() - 1] + numbers.len() as u32);
    }
    (by_cell.concat(), starts)
}

/// SplitMix64 (Steele, Lea and Flood 2014): well mixed 64-bit numbers, the same on every machine.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_by_the_formula() {
        // Rows, columns and both diagonals, as the document's matrices: m(n-k+1) + n(m-k+1) + 2(m-k+1)(n-k+1).
        for (m, n, k) in [(3, 3, 3), (5, 5, 4), (4, 7, 4), (19, 19, 5), (6, 5, 4), (3, 8, 4)] {
            let along = |side: usize| (side + 1).saturating_sub(k);
            let expected = m * along(n) + n * along(m) + 2 * along(m) * along(n);
            let board = Board::new(m, n, k, Rule::OrMore);
            assert_eq!(board.lines.len(), expected, "{m},{n},{k}");
            assert!((0..m * n).all(|c| board.lines_through(CellIndex(c as u16)).len() <= 4 * k));
        }
        assert_eq!(Board::new(3, 4, 1, Rule::OrMore).lines.len(), 12);
        assert_eq!(Board::new(3, 3, 4, Rule::OrMore).lines.len(), 0);
    }

    #[test]
    fn lines_stay_on_the_board_and_know_their_ends() {
        let board = Board::new(4, 6, 3, Rule::Exactly);
        for (number, line) in board.lines.iter().enumerate() {
            let cells: Vec<usize> = board.cells_of(number).map(CellIndex::index).collect();
            let place = |cell: usize| ((cell / 6) as isize, (cell % 6) as isize);
            let step = |a, b| (place(b).0 - place(a).0, place(b).1 - place(a).1);
            let direction = step(cells[0], cells[1]);
            assert!(cells.windows(2).all(|pair| step(pair[0], pair[1]) == direction));
            if let Some(before) = line.before {
                assert_eq!(step(before.index(), cells[0]), direction);
            }
            if let Some(after) = line.after {
                assert_eq!(step(cells[2], after.index()), direction);
            }
        }
    }
}
