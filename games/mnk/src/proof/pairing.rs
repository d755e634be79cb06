//! Pairing strategies: pairs of empty cells, no cell in two of them, such that each open line holds a pair.
//!
//! Whenever the attacker takes a cell of a pair, the defender takes the other, and so has a stone in every line in the
//! end. Lines of one row overlap, and a pair that lies in several of them serves them all: so lines are gathered into
//! groups first, each with the cells that its lines share. That every group gets two cells of its own is a question of
//! bipartite matching: paths that improve a partial matching are followed until there are none (H. Kuhn's method).

use arrayvec::ArrayVec;

use crate::board::{Board, CellIndex};
use crate::cells::Cells;
use crate::position::Position;

/// Pairs of empty cells.
pub type Pairing = Vec<[CellIndex; 2]>;

/// Boards with more cells have no pairs looked for.
const MOST_CELLS: usize = 400;
/// Each group needs two cells.
const MOST_GROUPS: usize = MOST_CELLS / 2;

/// The lines of a board, row by row.
#[derive(Debug)]
pub struct Rows<const W: usize> {
    /// For each row, column and diagonal that is long enough: its lines from one end to the other, and their cells.
    rows: Vec<Vec<(usize, Cells<W>)>>,
    cells: Cells<W>,
}

impl<const W: usize> Rows<W> {
    /// Those of `board`.
    pub fn new(board: &Board) -> Rows<W> {
        let cells_of = |line| {
            let mut cells = Cells::EMPTY;
            board.cells_of(line).for_each(|cell| cells.insert(cell.index()));
            cells
        };
        let mut rows: Vec<Vec<(usize, Cells<W>)>> = Vec::new();
        for line in 0..board.lines.len() {
            let step = board.lines[line].step;
            // A line goes on where the one before it, a step back, left off.
            let follows = |row: &Vec<(usize, Cells<W>)>| {
                row.last().is_some_and(|(last, _)| {
                    let last = &board.lines[*last];
                    last.step == step && board.lines[line].before == Some(last.first)
                })
            };
            match rows.iter().position(follows) {
                Some(row) => rows[row].push((line, cells_of(line))),
                None => rows.push(vec![(line, cells_of(line))]),
            }
        }
        Rows { rows, cells: Cells::first(board.cells()) }
    }

    /// The cells shared by each group of lines that are open for `attacker`; `None` if there is a line with fewer than
    /// two empty cells, or too many groups for pairs.
    fn groups(&self, position: &Position<W>, attacker: usize) -> Option<ArrayVec<Cells<W>, MOST_GROUPS>> {
        let empty = self.cells.without(position.stones(0), position.stones(1));
        let most = usize::from(position.empty_cells()) / 2;
        let mut groups = ArrayVec::new();
        for row in &self.rows {
            let mut group: Option<Cells<W>> = None;
            for (line, cells) in row {
                if position.counts(*line)[1 - attacker] != 0 {
                    continue;
                }
                let cells = cells.among(&empty);
                let shared = group.map_or(cells, |group| group.among(&cells));
                if shared.len() >= 2 {
                    group = Some(shared);
                    continue;
                }
                if cells.len() < 2 {
                    return None;
                }
                if let Some(full) = group.replace(cells) {
                    groups.try_push(full).ok()?;
                }
            }
            if let Some(group) = group {
                groups.try_push(group).ok()?;
            }
            if groups.len() > most {
                return None;
            }
        }
        Some(groups)
    }

    /// Pairs such that each line that is open for `attacker` holds one, if they are found.
    pub fn pairing(&self, position: &Position<W>, attacker: usize) -> Option<Pairing> {
        if self.cells.len() > MOST_CELLS {
            return None;
        }
        let groups = self.groups(position, attacker)?;
        let mut matching =
            Matching { groups: &groups, owner: [FREE; MOST_CELLS], visited: [0; MOST_CELLS], round: 0 };
        for group in 0..groups.len() as u16 {
            for _ in 0..2 {
                matching.round += 1;
                if !matching.extend(group) {
                    return None;
                }
            }
        }
        Some(matching.pairs())
    }
}

/// Nobody's.
const FREE: u16 = u16::MAX;

struct Matching<'a, const W: usize> {
    groups: &'a [Cells<W>],
    /// Which group has the cell.
    owner: [u16; MOST_CELLS],
    /// In which round a cell was visited.
    visited: [u16; MOST_CELLS],
    round: u16,
}

impl<const W: usize> Matching<'_, W> {
    /// Gives one more cell to a group, perhaps one that another group can replace.
    fn extend(&mut self, group: u16) -> bool {
        for cell in self.groups[usize::from(group)].iter() {
            if self.visited[cell] == self.round || self.owner[cell] == group {
                continue;
            }
            self.visited[cell] = self.round;
            let owner = self.owner[cell];
            if owner == FREE || self.extend(owner) {
                self.owner[cell] = group;
                return true;
            }
        }
        false
    }

    fn pairs(&self) -> Pairing {
        let mut pairs = Vec::with_capacity(self.groups.len());
        for (group, cells) in self.groups.iter().enumerate() {
            let mut own = cells.iter().filter(|cell| usize::from(self.owner[*cell]) == group);
            if let (Some(a), Some(b)) = (own.next(), own.next()) {
                pairs.push([a, b].map(|cell| CellIndex(cell as u16)));
            }
        }
        pairs
    }
}
