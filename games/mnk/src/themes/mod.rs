//! The ways in which people go wrong at (m,n,k)-games.
//!
//! The names are those of five in a row, for every k: a *four* lacks one stone, an *open three* lacks two and can become a
//! four that is completed in two ways.
//!
//! | theme | a move bears it if its stone |
//! |---|---|
//! | `horizontal`, `vertical`, `rising`, `falling` | completes a row in that direction, or prevents it; stops an open three; makes a four or an open three, or takes the cell with which the opponent would make a four |
//! | `diagonal` | does any of this in either diagonal |
//! | `four` | completes a row, prevents it, or makes a four |
//! | `open-three` | stops an open three, makes one, or makes of one a four that is completed in two ways |
//! | `split` | completes or stops a row by its gap |
//! | `fork` | makes fours or open threes in two directions at once, or takes the cell with which the opponent would |
//! | `edge`, `centre` | is near the border, or in the middle |
//!
//! A move that does several of these bears the theme in the most urgent role. Open threes are looked at for k of 4 and more:
//! with fewer a single stone would be one. Cells that renju forbids are not considered in what may come later.

mod row;
#[cfg(test)]
mod tests;

use mossa_game::{Mark as ThemeMark, Role, ThemeInfo, Themes};

use self::row::{Place, Row};
use crate::board::{Board, CellIndex, DIRECTIONS};
use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// The themes. How often ordinary players miss what can be seen is a guess, the same for all but fours, which most see: what
/// is learned of players takes its place.
const THEMES: [ThemeInfo; 11] = [
    ThemeInfo::sight("horizontal", 30),
    ThemeInfo::sight("vertical", 30),
    ThemeInfo::sight("falling", 30),
    ThemeInfo::sight("rising", 30),
    ThemeInfo::sight("diagonal", 30),
    ThemeInfo::sight("four", 15),
    ThemeInfo::sight("open-three", 30),
    ThemeInfo::sight("split", 30),
    ThemeInfo::sight("fork", 30),
    ThemeInfo::habit("edge"),
    ThemeInfo::habit("centre"),
];

const DIAGONAL: usize = 4;
const FOUR: usize = 5;
const OPEN_THREE: usize = 6;
const SPLIT: usize = 7;
const FORK: usize = 8;
const EDGE: usize = 9;
const CENTRE: usize = 10;

/// The name of a direction's theme; directions are numbered as in [`DIRECTIONS`].
pub(crate) const fn name_of(direction: usize) -> &'static str {
    THEMES[direction].name
}

/// Whether a direction is a diagonal.
pub(crate) const fn is_diagonal(direction: usize) -> bool {
    direction >= 2
}

impl<const W: usize> Themes for Mnk<W> {
    fn themes(&self) -> Vec<ThemeInfo> {
        THEMES.to_vec()
    }

    fn marks(&self, position: &Position<W>, m: Mark) -> Vec<ThemeMark> {
        let board = self.board();
        let seen: [Seen; 4] =
            std::array::from_fn(|direction| Seen::new(board, position, m.cell(), direction));
        let best = |role: fn(&Seen) -> Option<Role>| seen.iter().filter_map(role).min();
        let directed = seen.iter().enumerate().map(|(direction, seen)| (direction, seen.role()));
        let diagonal = seen.iter().skip(2).filter_map(Seen::role).min();
        let habit = |follows: bool| follows.then_some(Role::Habit);
        let others = [
            (DIAGONAL, diagonal),
            (FOUR, best(Seen::of_fours)),
            (OPEN_THREE, best(Seen::of_open_threes)),
            (SPLIT, best(Seen::of_gaps)),
            (FORK, fork(board.k, &seen)),
            (EDGE, habit(board.is_at_edge(m.cell()))),
            (CENTRE, habit(board.is_central(m.cell()))),
        ];
        let marks = directed.chain(others);
        marks.filter_map(|(theme, role)| Some(ThemeMark::new(theme, role?))).collect()
    }
}

/// A stone that completes a row is no fork, whatever else it does.
fn fork(k: usize, seen: &[Seen; 4]) -> Option<Role> {
    let in_two = |threatens: fn(&Seen) -> bool| seen.iter().filter(|seen| threatens(seen)).count() >= 2;
    if k < LEAST_FORKED || seen.iter().any(|seen| seen.wins) {
        return None;
    }
    if in_two(|seen| seen.their_four || seen.their_open) {
        return Some(Role::Block);
    }
    in_two(|seen| seen.four || seen.open).then_some(Role::Idea)
}

/// With two in a row every stone threatens in all directions.
const LEAST_FORKED: usize = 3;
/// With three in a row every stone would be an open three.
const LEAST_OPEN: usize = 4;

/// What a stone does in one direction.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    /// Completes a row.
    wins: bool,
    /// The opponent's stone there would.
    blocks: bool,
    /// The opponent has an open three, and none after this.
    stops_open: bool,
    /// Makes a cell that completes a row.
    four: bool,
    /// Makes two of them.
    open_four: bool,
    /// Makes an open three.
    open: bool,
    /// What the opponent's stone there would make.
    their_four: bool,
    their_open: bool,
    /// Whose stones are on both sides.
    gap: bool,
    their_gap: bool,
}

impl Seen {
    fn new<const W: usize>(board: &Board, position: &Position<W>, cell: CellIndex, direction: usize) -> Seen {
        let me = position.to_move().index();
        let [mine, yours] = furthest(board, position, cell, direction, me);
        let mut seen = Seen::default();
        if mine + 3 >= board.k {
            let row = row_of(board, position, cell, direction, me);
            let (before, after) = (row.winning(), row.taken().winning());
            // A stone that completes a row takes one of the cells that do.
            seen.wins = row.wins();
            seen.four = !seen.wins && after > before;
            seen.open_four = seen.four && after > before + 1;
            seen.open = board.k >= LEAST_OPEN && !seen.wins && row.makes_open();
            seen.gap = row.is_gap();
        }
        if yours + 3 >= board.k {
            let row = row_of(board, position, cell, direction, 1 - me);
            seen.blocks = row.wins();
            seen.their_four = !seen.blocks && row.taken().winning() > row.winning();
            seen.their_gap = row.is_gap();
            if board.k >= LEAST_OPEN {
                seen.stops_open = row.is_open() && !row.lost().is_open();
                seen.their_open = !seen.blocks && row.makes_open();
            }
        }
        seen
    }

    fn role(&self) -> Option<Role> {
        let urgent = self.of_fours().filter(|role| *role != Role::Idea).or(self.of_open_threes());
        urgent.or((self.four || self.their_four).then_some(Role::Idea))
    }

    fn of_fours(&self) -> Option<Role> {
        match (self.wins, self.blocks) {
            (true, _) => Some(Role::Win),
            (false, true) => Some(Role::Block),
            (false, false) => self.four.then_some(Role::Idea),
        }
    }

    fn of_open_threes(&self) -> Option<Role> {
        match self.stops_open {
            true => Some(Role::Block),
            false => (self.open || self.open_four).then_some(Role::Idea),
        }
    }

    fn of_gaps(&self) -> Option<Role> {
        match (self.gap && self.wins, self.their_gap && (self.blocks || self.stops_open)) {
            (true, _) => Some(Role::Win),
            (false, stops) => stops.then_some(Role::Block),
        }
    }
}

/// The most stones that `me` and the other one have in a line through `cell` that is open for them: with few there is
/// nothing to see.
fn furthest<const W: usize>(
    board: &Board,
    position: &Position<W>,
    cell: CellIndex,
    direction: usize,
    me: usize,
) -> [usize; 2] {
    let lines = board.lines_through(cell).iter().map(|line| usize::from(*line));
    let mut most = [0; 2];
    for line in lines.filter(|line| board.k == 1 || board.direction_of(*line) == direction) {
        let counts = position.counts(line);
        let (mine, yours) = (usize::from(counts[me]), usize::from(counts[1 - me]));
        if yours == 0 {
            most[0] = most[0].max(mine);
        }
        if mine == 0 {
            most[1] = most[1].max(yours);
        }
    }
    most
}

/// The cells around `cell` as `player` sees them, as far as a row can matter that another row through the cell makes.
fn row_of<const W: usize>(
    board: &Board,
    position: &Position<W>,
    cell: CellIndex,
    direction: usize,
    player: usize,
) -> Row {
    let reach = 2 * board.k as isize;
    let place = |cell: CellIndex| match position.owner(cell) {
        None => Place::Free,
        Some(owner) if owner.index() == player => Place::Own,
        Some(_) => Place::Closed,
    };
    let beside = |steps: isize| board.beside(cell, direction, steps).map(place);
    let before: Vec<Place> = (1..=reach).map_while(|steps| beside(-steps)).collect();
    let behind = (1..=reach).map_while(beside);
    let at = before.len();
    let places = before.into_iter().rev().chain([Place::Free]).chain(behind).collect();
    Row::new(places, at, board.k, board.rule.wants_exactly_k(player))
}

impl Board {
    /// The direction of a line, as a number of [`DIRECTIONS`]; that of a single cell is the first.
    pub(crate) fn direction_of(&self, line: usize) -> usize {
        let line = &self.lines[line];
        let last = line.first.index() + (self.k - 1) * usize::from(line.step);
        let column = |cell: usize| cell % self.columns;
        let (first, row) = (line.first.index(), |cell: usize| cell / self.columns);
        match (row(last) != row(first), column(last).cmp(&column(first))) {
            (false, _) => 0,
            (true, std::cmp::Ordering::Equal) => 1,
            (true, std::cmp::Ordering::Greater) => 2,
            (true, std::cmp::Ordering::Less) => 3,
        }
    }

    /// The cell so many steps away, if the board has it.
    fn beside(&self, cell: CellIndex, direction: usize, steps: isize) -> Option<CellIndex> {
        let (down, right) = DIRECTIONS[direction];
        let row = (cell.index() / self.columns).checked_add_signed(steps * down)?;
        let column = (cell.index() % self.columns).checked_add_signed(steps * right)?;
        let inside = row < self.rows && column < self.columns;
        inside.then(|| CellIndex((row * self.columns + column) as u16))
    }

    /// Whether a cell is in the outer fifth of rows or columns on either side, or in the outermost one. Sides of one or two
    /// cells have no inside.
    pub(crate) fn is_at_edge(&self, cell: CellIndex) -> bool {
        let near = |at: usize, side: usize| side >= 3 && at.min(side - 1 - at) < (side / 5).max(1);
        near(cell.index() / self.columns, self.rows) || near(cell.index() % self.columns, self.columns)
    }

    /// Whether a cell is in the middle third of rows and of columns.
    pub(crate) fn is_central(&self, cell: CellIndex) -> bool {
        let middle = |at: usize, side: usize| side < 3 || 3 * at.min(side - 1 - at) + 2 >= side;
        middle(cell.index() / self.columns, self.rows) && middle(cell.index() % self.columns, self.columns)
    }
}
