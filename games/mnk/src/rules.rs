//! The rules, as the contract asks for them.

use mossa_game::{Flow, Game, Move, MoveSink, Outcome, Player, Turns};

use crate::board::{Board, CellIndex, Rule};
use crate::cells::Cells;
use crate::position::Position;
use crate::renju::{self, Forbidden};
use crate::shapes::Grid;

/// An (m,n,k)-game on a board of up to 64 `W` cells.
#[derive(Debug)]
pub struct Mnk<const W: usize> {
    board: Board,
    cells: Cells<W>,
    /// For each cell those that are near, where positions keep shapes.
    pub(crate) near: Vec<Cells<W>>,
}

impl<const W: usize> Mnk<W> {
    /// The most cells that fit.
    pub const MOST_CELLS: usize = 64 * W;

    /// A game on `rows` x `columns` with `k` in a row, or `None` if the board does not fit:
    /// no side, nor `k`, may be 0 or above [`Board::MOST_SIDE`], and `W` words must hold all cells. Renju is about
    /// five in a row.
    pub fn new(rows: usize, columns: usize, k: usize, rule: Rule) -> Option<Mnk<W>> {
        let sizes_fit = [rows, columns, k].into_iter().all(|size| (1..=Board::MOST_SIDE).contains(&size));
        let rule_fits = rule != Rule::Renju || k == renju::FIVE;
        (sizes_fit && rule_fits && rows * columns <= Self::MOST_CELLS)
            .then(|| Mnk::on(Board::new(rows, columns, k, rule)))
    }

    /// The same, with positions that keep [shapes](crate::shapes) on a board of any size, for two to five in a row and
    /// two words or more.
    pub fn with_shapes(rows: usize, columns: usize, k: usize, rule: Rule) -> Option<Mnk<W>> {
        let mut board = Mnk::<W>::new(rows, columns, k, rule)?.board;
        board.grid = Some(Grid::new(rows, columns, k, rule)?);
        Some(Mnk::on(board))
    }

    fn on(board: Board) -> Mnk<W> {
        let (rows, columns) = (board.rows, board.columns);
        let near = |cell: usize| {
            let mut near = Cells::EMPTY;
            let is_near = |other: &usize| {
                (other / columns).abs_diff(cell / columns) <= NEAR
                    && (other % columns).abs_diff(cell % columns) <= NEAR
            };
            (0..rows * columns).filter(is_near).for_each(|other| near.insert(other));
            near
        };
        let near = if board.grid.is_some() { (0..rows * columns).map(near).collect() } else { Vec::new() };
        Mnk { board, cells: Cells::first(rows * columns), near }
    }

    /// The tables of the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty_cells(&self, position: &Position<W>) -> Cells<W> {
        self.cells.without(position.stones(0), position.stones(1))
    }

    /// Whether cells may be forbidden to the player to move.
    #[inline]
    pub(crate) fn is_restricted(&self, position: &Position<W>) -> bool {
        self.board.rule == Rule::Renju && position.to_move() == Player::FIRST
    }

    /// Why the player to move must not take `cell`, though it is empty.
    #[inline]
    pub fn forbidden(&self, position: &Position<W>, cell: CellIndex) -> Option<Forbidden> {
        if self.is_restricted(position) { renju::forbidden(&self.board, position, cell) } else { None }
    }

    /// Any legal move, if there is one.
    pub(crate) fn any_move(&self, position: &Position<W>) -> Option<Mark> {
        let mut any = AnyMove(None);
        let _ = self.moves(position, &mut any);
        any.0
    }

    /// Apart from [`Game::moves`], which all other rules go through without a question for each cell.
    #[cold]
    fn allowed_moves(&self, position: &Position<W>, sink: &mut impl MoveSink<Mark>) -> Flow {
        for cell in self.empty_cells(position).iter() {
            let cell = CellIndex(cell as u16);
            if renju::forbidden(&self.board, position, cell).is_none() {
                sink.push(Mark(cell))?;
            }
        }
        Flow::Continue(())
    }
}

/// How far a cell may be from another to be near it.
const NEAR: usize = 2;

/// Keeps the first move, and wants no more.
struct AnyMove(Option<Mark>);

impl MoveSink<Mark> for AnyMove {
    fn push(&mut self, m: Mark) -> Flow {
        self.0 = Some(m);
        Flow::Break(())
    }
}

/// A move: the cell that is marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark(CellIndex);

impl Mark {
    /// Marks `cell`.
    #[inline]
    pub const fn new(cell: CellIndex) -> Mark {
        Mark(cell)
    }

    /// The cell.
    #[inline]
    pub const fn cell(self) -> CellIndex {
        self.0
    }
}

impl Move for Mark {
    #[inline]
    fn pack(self) -> u32 {
        self.0.0.into()
    }

    #[inline]
    fn unpack(bits: u32) -> Mark {
        Mark(CellIndex(bits as u16))
    }
}

/// Two players: nobody ever sits out.
impl<const W: usize> Turns for Mnk<W> {}

impl<const W: usize> Game for Mnk<W> {
    type Position = Position<W>;
    type Move = Mark;
    /// The cell and the player say all there is to say.
    type Undo = ();

    fn start(&self) -> Position<W> {
        Position::empty(&self.board)
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        match position.winner() {
            Some(winner) => Some(Outcome::win(winner, 2)),
            None => (position.empty_cells() == 0).then(|| Outcome::draw(2)),
        }
    }

    #[inline]
    fn moves(&self, position: &Position<W>, sink: &mut impl MoveSink<Mark>) -> Flow {
        if position.winner().is_some() {
            return Flow::Continue(());
        }
        if self.is_restricted(position) {
            return self.allowed_moves(position, sink);
        }
        for (word, &bits) in self.empty_cells(position).words().iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let cell = CellIndex((word * 64 + bits.trailing_zeros() as usize) as u16);
                bits &= bits - 1;
                sink.push(Mark(cell))?;
            }
        }
        Flow::Continue(())
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        if position.winner().is_some() {
            return 0;
        }
        let empty = u64::from(position.empty_cells());
        if !self.is_restricted(position) {
            return empty;
        }
        let cells = self.empty_cells(position).iter().map(|cell| CellIndex(cell as u16));
        empty - cells.filter(|cell| renju::forbidden(&self.board, position, *cell).is_some()).count() as u64
    }

    #[inline]
    fn is_legal(&self, position: &Position<W>, m: Mark) -> bool {
        let cell = m.cell().index();
        position.winner().is_none()
            && cell < self.board.cells()
            && !position.stones(0).contains(cell)
            && !position.stones(1).contains(cell)
            && self.forbidden(position, m.cell()).is_none()
    }

    fn most_moves(&self) -> usize {
        self.board.cells()
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, m: Mark) {
        position.play(&self.board, m.cell());
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, m: Mark, (): ()) {
        position.undo(&self.board, m.cell());
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        position.keys()[0]
    }

    fn recomputed_key(&self, position: &Position<W>) -> u64 {
        let stones = |player: usize| {
            let keys = move |cell| self.board.stone_keys(CellIndex(cell as u16), player)[0];
            position.stones(player).iter().map(keys).fold(0, |all, key| all ^ key)
        };
        let turn = if position.to_move() == Player::SECOND { self.board.turn_key } else { 0 };
        stones(0) ^ stones(1) ^ turn
    }
}
