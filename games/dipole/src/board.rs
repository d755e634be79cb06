//! What all positions of a board share: where stacks can go, and the numbers of which keys are made.

use mossa_game::Player;

use crate::cells::{CellIndex, Cells};
use crate::direction::Direction;

/// The most pieces that a stack can have: those of a player on the large board.
pub const MOST_HEIGHT: usize = 20;

/// Where a move of some pieces ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On this cell.
    Cell(CellIndex),
    /// Beyond the edge.
    Off,
    /// On a light cell, where or beyond which no stack may stand.
    Light,
}

/// Steps from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    /// How many; 0 if no move leads there.
    steps: u8,
    direction: Direction,
}

/// What a player's stack of some height can do from a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// Cells ahead that it, or a part of it, reaches.
    pub ahead: Cells,
    /// How many there are.
    pub room: u8,
    /// How many moves lead off the board.
    pub exits: u8,
    /// How many cells it controls as the students' report counts them: those ahead and to both sides.
    pub controlled: u8,
    /// How many steps take all its pieces off the board one by one.
    pub steps: u8,
}

impl Reach {
    /// One piece more can move, in `direction`, and arrives at `landing`.
    fn extend(&mut self, player: Player, direction: Direction, landing: Landing) {
        let forward = Direction::FORWARD[player.index()].contains(&direction);
        let sideways = matches!(direction, Direction::E | Direction::W);
        match landing {
            Landing::Cell(to) => {
                self.controlled += u8::from(forward || sideways);
                if forward {
                    self.room += 1;
                    self.ahead = self.ahead.with(Cells::of(to));
                }
            }
            Landing::Off => self.exits += u8::from(forward),
            Landing::Light => {}
        }
    }
}

/// The tables of a board with `CELLS` dark cells: 32 of 8x8, 50 of 10x10.
pub struct Board<const CELLS: usize> {
    side: usize,
    /// By cell, direction and number of pieces.
    landings: Box<[[[Landing; MOST_HEIGHT + 1]; 8]; CELLS]>,
    ways: Box<[[Way; CELLS]; CELLS]>,
    /// By cell, height and player.
    reach: Box<[[[Reach; 2]; MOST_HEIGHT + 1]; CELLS]>,
    /// The cells in all directions that a stack of some height reaches, by cell and height.
    around: Box<[[Cells; MOST_HEIGHT + 1]; CELLS]>,
    /// The least number of pieces that leave the board from a cell in a direction.
    first_exit: [[u8; 8]; CELLS],
    /// A random number for each stack; none for height 0.
    stack_keys: Box<[[[u64; MOST_HEIGHT + 1]; CELLS]; 2]>,
    /// The number for Black's turn.
    turn_key: u64,
}

impl<const CELLS: usize> Board<CELLS> {
    /// Computes the tables.
    pub fn new() -> Board<CELLS> {
        let side = (2 * CELLS).isqrt();
        let mut random = SplitMix(0x4D6F_7373_6144_6970);
        let mut stack_keys = Box::new([[[0; MOST_HEIGHT + 1]; CELLS]; 2]);
        for key in stack_keys.iter_mut().flatten().flat_map(|heights| &mut heights[1..]) {
            *key = random.next();
        }
        let nowhere = Way { steps: 0, direction: Direction::N };
        let mut board = Board {
            side,
            landings: Box::new([[[Landing::Light; MOST_HEIGHT + 1]; 8]; CELLS]),
            ways: Box::new([[nowhere; CELLS]; CELLS]),
            reach: Box::new([[[Reach::default(); 2]; MOST_HEIGHT + 1]; CELLS]),
            around: Box::new([[Cells::NONE; MOST_HEIGHT + 1]; CELLS]),
            first_exit: [[0; 8]; CELLS],
            stack_keys,
            turn_key: random.next(),
        };
        board.cells().for_each(|cell| board.fill(cell));
        board
    }

    fn fill(&mut self, from: CellIndex) {
        let at = from.index();
        for direction in Direction::ALL {
            for count in 1..=MOST_HEIGHT {
                self.landings[at][direction as usize][count] = self.found_landing(from, direction, count);
            }
            let leaves =
                (1..=MOST_HEIGHT).find(|count| self.landing(from, direction, *count) == Landing::Off);
            self.first_exit[at][direction as usize] = leaves.unwrap_or(MOST_HEIGHT) as u8;
        }
        for height in 1..=MOST_HEIGHT {
            self.reach[at][height] = self.reach[at][height - 1];
            self.around[at][height] = self.around[at][height - 1];
            for player in Player::all(2) {
                self.reach[at][height][player.index()].steps += self.rows_ahead(player, from) + 1;
            }
            for direction in Direction::ALL {
                let landing = self.landing(from, direction, height);
                for player in Player::all(2) {
                    self.reach[at][height][player.index()].extend(player, direction, landing);
                }
                if let Landing::Cell(to) = landing {
                    self.ways[at][to.index()] = Way { steps: height as u8, direction };
                    self.around[at][height] = self.around[at][height].with(Cells::of(to));
                }
            }
        }
    }

    /// How many rows and columns there are.
    #[inline]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// All dark cells.
    #[inline]
    pub fn cells(&self) -> Cells {
        Cells(u64::MAX >> (64 - CELLS))
    }

    /// The row of a cell from above, and its column from the left, from 0.
    #[inline]
    pub const fn place(&self, cell: CellIndex) -> (usize, usize) {
        let half = self.side / 2;
        let row = cell.index() / half;
        (row, 2 * (cell.index() % half) + (row + 1) % 2)
    }

    /// The dark cell in this row and column, if it is one.
    pub const fn cell_at(&self, row: usize, column: usize) -> Option<CellIndex> {
        if row >= self.side || column >= self.side || (row + column).is_multiple_of(2) {
            return None;
        }
        Some(CellIndex((row * (self.side / 2) + column / 2) as u8))
    }

    /// The cell that a half turn of the board makes of `cell`.
    #[inline]
    pub const fn turned(&self, cell: CellIndex) -> CellIndex {
        CellIndex((CELLS - 1 - cell.index()) as u8)
    }

    /// Where `count` pieces that go in `direction` arrive.
    #[inline]
    pub fn landing(&self, from: CellIndex, direction: Direction, count: usize) -> Landing {
        self.landings[from.index()][direction as usize][count]
    }

    fn found_landing(&self, from: CellIndex, direction: Direction, count: usize) -> Landing {
        if count % 2 == 1 && !direction.is_diagonal() {
            return Landing::Light;
        }
        let ((row, column), (down, right)) = (self.place(from), direction.step());
        let row = row as i64 + i64::from(down) * count as i64;
        let column = column as i64 + i64::from(right) * count as i64;
        match (usize::try_from(row), usize::try_from(column)) {
            (Ok(row), Ok(column)) => self.cell_at(row, column).map_or(Landing::Off, Landing::Cell),
            _ => Landing::Off,
        }
    }

    /// How many steps lead from one cell to another, 0 if none do.
    #[inline]
    pub fn distance(&self, from: CellIndex, to: CellIndex) -> u8 {
        self.ways[from.index()][to.index()].steps
    }

    /// The direction in which `to` lies, if [`distance`](Board::distance) is not 0.
    #[inline]
    pub fn direction(&self, from: CellIndex, to: CellIndex) -> Direction {
        self.ways[from.index()][to.index()].direction
    }

    /// What a stack of `player` can do.
    #[inline]
    pub fn reach(&self, player: Player, from: CellIndex, height: u8) -> &Reach {
        &self.reach[from.index()][height as usize][player.index()]
    }

    /// The cells in all directions that a stack with this height reaches, or a part of it.
    #[inline]
    pub fn around(&self, from: CellIndex, height: u8) -> Cells {
        self.around[from.index()][height as usize]
    }

    /// All cells that a stack of any height could reach.
    #[inline]
    pub fn in_line(&self, from: CellIndex) -> Cells {
        self.around[from.index()][MOST_HEIGHT]
    }

    /// The numbers of pieces of a stack that can leave the board in a direction.
    #[inline]
    pub fn exit_counts(
        &self,
        from: CellIndex,
        direction: Direction,
        height: u8,
    ) -> impl Iterator<Item = u8> + use<CELLS> {
        let step = if direction.is_diagonal() { 1 } else { 2 };
        (self.first_exit[from.index()][direction as usize]..=height).step_by(step)
    }

    /// How many rows lie ahead of `cell` on `player`'s way.
    pub fn rows_ahead(&self, player: Player, cell: CellIndex) -> u8 {
        let row = self.place(cell).0;
        (if player == Player::FIRST { row } else { self.side - 1 - row }) as u8
    }

    /// The diagonal on which `player`'s pieces leave the board soonest.
    #[inline]
    pub fn shortest_exit(&self, player: Player, from: CellIndex) -> Direction {
        let [_, right, left] = Direction::FORWARD[player.index()];
        let first = &self.first_exit[from.index()];
        if first[left as usize] < first[right as usize] { left } else { right }
    }

    /// The number of a stack in the keys of positions.
    #[inline]
    pub(crate) fn stack_key(&self, player: usize, cell: CellIndex, height: u8) -> u64 {
        self.stack_keys[player][cell.index()][height as usize]
    }

    /// The number that keys have in them when it is Black's turn.
    #[inline]
    pub(crate) const fn turn_key(&self) -> u64 {
        self.turn_key
    }
}

impl<const CELLS: usize> Default for Board<CELLS> {
    fn default() -> Board<CELLS> {
        Board::new()
    }
}

impl<const CELLS: usize> std::fmt::Debug for Board<CELLS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({0}x{0})", self.side)
    }
}

/// Steele, Lea and Flood's generator (2014): keys must be the same on every machine and in every version.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(board: &Board<32>, name: &str) -> CellIndex {
        let bytes = name.as_bytes();
        board.cell_at((bytes[0] - b'A').into(), (bytes[1] - b'1').into()).unwrap()
    }

    #[test]
    fn cells_are_numbered_along_rows() {
        let board = Board::<32>::new();
        assert_eq!(board.side(), 8);
        assert_eq!(["A2", "A8", "B1", "H1", "H7"].map(|name| cell(&board, name).0), [0, 3, 4, 28, 31]);
        assert_eq!(board.cell_at(0, 0), None);
        let large = Board::<50>::new();
        assert_eq!((large.side(), large.cells().count()), (10, 50));
        for cell in large.cells() {
            let (row, column) = large.place(cell);
            assert_eq!(large.cell_at(row, column), Some(cell));
            let (turned_row, turned_column) = large.place(large.turned(cell));
            assert_eq!((row + turned_row, column + turned_column), (9, 9));
        }
    }

    /// The first moves that the course's sheet lists: N 2, 4, ..., 12; NE 1 to 12; NW 1 to 12.
    #[test]
    fn a_stack_of_twelve_can_go_thirty_ways() {
        let board = Board::<32>::new();
        let start = cell(&board, "H5");
        let reach = board.reach(Player::FIRST, start, 12);
        assert_eq!(
            (reach.ahead.count(), u32::from(reach.room)),
            (u32::from(reach.room), reach.ahead.count())
        );
        assert_eq!(reach.ahead.count(), u32::from(reach.room));
        assert_eq!(reach.room + reach.exits, 30);
        assert_eq!(board.exit_counts(start, Direction::N, 12).collect::<Vec<_>>(), [8, 10, 12]);
        assert_eq!(
            board.exit_counts(start, Direction::NE, 12).collect::<Vec<_>>(),
            [4, 5, 6, 7, 8, 9, 10, 11, 12]
        );
        assert_eq!(board.exit_counts(start, Direction::NE, 3).count(), 0);
        let (far, near) = (cell(&board, "D1"), cell(&board, "C6"));
        assert_eq!((board.distance(start, far), board.direction(start, far)), (4, Direction::NW));
        assert_eq!(board.distance(start, near), 0);
    }
}
