//! The report's search as plainly as can be: a matrix with marks, every node visited.

use mossa_chinese_checkers::Shape;
use mossa_chinese_checkers::document::Counts;
use mossa_chinese_checkers::shape::{DIRECTIONS, Place};

/// What a place of the matrix holds.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Nothing,
    Empty,
    Piece,
    /// On the way of the move that is being looked for.
    Marked,
}

/// A position of two players, with the pieces in the order in which they are moved.
pub(crate) struct Plain {
    cells: Vec<Vec<Cell>>,
    pub(crate) pieces: [Vec<Place>; 2],
    homes: [Vec<Place>; 2],
    pub(crate) counts: Counts,
}

impl Plain {
    pub(crate) fn new(shape: Shape, pieces: [Vec<Place>; 2]) -> Plain {
        let mut cells = vec![vec![Cell::Nothing; shape.columns()]; shape.rows()];
        shape.places().into_iter().for_each(|(row, column)| cells[row][column] = Cell::Empty);
        pieces.iter().flatten().for_each(|&(row, column)| cells[row][column] = Cell::Piece);
        let home = |point: u8| {
            let inside = |place: &Place| shape.point(*place).is_some_and(|p| p.0 == point);
            shape.places().into_iter().filter(inside).collect::<Vec<_>>()
        };
        Plain { cells, pieces, homes: [home(0), home(1)], counts: Counts::default() }
    }

    /// The start, where everybody is at home.
    pub(crate) fn start(shape: Shape) -> Plain {
        let empty = Plain::new(shape, [Vec::new(), Vec::new()]);
        Plain::new(shape, empty.homes)
    }

    fn cell(&self, (row, column): (i32, i32)) -> Cell {
        let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column)) else {
            return Cell::Nothing;
        };
        self.cells.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or(Cell::Nothing)
    }

    fn set(&mut self, (row, column): Place, cell: Cell) {
        self.cells[row][column] = cell;
    }

    /// Where the piece on `from` can go, in the report's order.
    pub(crate) fn reached(&mut self, from: Place) -> Vec<Place> {
        self.set(from, Cell::Marked);
        let mut reached = Vec::new();
        for (down, right) in DIRECTIONS {
            let next = (from.0 as i32 + down, from.1 as i32 + right);
            match self.cell(next) {
                Cell::Empty => {
                    let next = (next.0 as usize, next.1 as usize);
                    self.set(next, Cell::Marked);
                    reached.push(next);
                }
                Cell::Piece => self.hop((next.0 + down, next.1 + right), &mut reached),
                Cell::Nothing | Cell::Marked => {}
            }
        }
        reached.iter().for_each(|place| self.set(*place, Cell::Empty));
        self.set(from, Cell::Piece);
        reached
    }

    fn hop(&mut self, to: (i32, i32), reached: &mut Vec<Place>) {
        if self.cell(to) != Cell::Empty {
            return;
        }
        let place = (to.0 as usize, to.1 as usize);
        self.set(place, Cell::Marked);
        reached.push(place);
        for (down, right) in DIRECTIONS {
            if self.cell((to.0 + down, to.1 + right)) == Cell::Piece {
                self.hop((to.0 + 2 * down, to.1 + 2 * right), reached);
            }
        }
    }

    /// All moves of a player: the number of the piece, and where it goes.
    pub(crate) fn moves(&mut self, side: usize) -> Vec<(usize, Place)> {
        let pieces = self.pieces[side].clone();
        let each = pieces.into_iter().enumerate();
        each.flat_map(|(piece, from)| self.reached(from).into_iter().map(move |to| (piece, to))).collect()
    }

    pub(crate) fn play(&mut self, side: usize, piece: usize, to: Place) -> Place {
        let from = std::mem::replace(&mut self.pieces[side][piece], to);
        self.set(from, Cell::Empty);
        self.set(to, Cell::Piece);
        from
    }

    pub(crate) fn winner(&self) -> Option<usize> {
        (0..2).find(|side| self.pieces[*side].iter().all(|piece| self.homes[1 - side].contains(piece)))
    }

    /// 1 if the first player wins, -1 if the second does, 0 if nobody does within `turns`.
    pub(crate) fn search(&mut self, side: usize, alpha: i32, beta: i32, turns: u32) -> i32 {
        self.counts.nodes += 1;
        if turns == 0 {
            return 0;
        }
        if let Some(winner) = self.winner() {
            self.counts.finals += 1;
            return [1, -1][winner];
        }
        let (mut mover, mut turns) = (side, turns);
        let mut moves = self.moves(side);
        while moves.is_empty() && turns > 0 {
            turns -= 1;
            mover = 1 - side;
            moves = self.moves(mover);
        }
        if turns == 0 {
            return 0;
        }
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = [i32::MIN, i32::MAX][side];
        for (piece, to) in moves {
            let from = self.play(mover, piece, to);
            let score = self.search(1 - mover, alpha, beta, turns - 1);
            self.play(mover, piece, from);
            if side == 0 {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
            if beta <= alpha {
                self.counts.cutoffs += 1;
                break;
            }
        }
        best
    }
}
