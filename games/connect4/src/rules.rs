//! The rules, as the contract asks for them.

use mossa_game::{Flow, Game, Move, MoveSink, Outcome, Player, Turns};

use crate::geometry::{Geometry, Word};
use crate::mixing::mixed;
use crate::position::Position;

/// Connect 4 on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4<G> {
    geometry: G,
}

impl<G: Geometry> Connect4<G> {
    /// The game on a board of this size.
    #[inline]
    pub const fn new(geometry: G) -> Connect4<G> {
        Connect4 { geometry }
    }

    /// The size of the board and its masks.
    #[inline]
    pub const fn geometry(&self) -> G {
        self.geometry
    }

    /// Whether the player who is not to move has four in a row: whether the last stone has won.
    #[inline]
    pub fn is_won(&self, position: &Position<G::Word>) -> bool {
        self.geometry.has_four(position.opponent())
    }

    /// How many cells are empty.
    #[inline]
    pub fn empty_cells(&self, position: &Position<G::Word>) -> u32 {
        self.geometry.cells() - position.plies()
    }

    /// The cell where a stone in `column` comes to rest: one bit, or none if the column is full.
    #[inline]
    pub fn landing(&self, position: &Position<G::Word>, column: Column) -> G::Word {
        self.geometry.playable(position.occupied()) & self.geometry.column(column.index())
    }

    /// All of the position in one word, injectively: in each column the bits of the player to move's stones with a
    /// one on top of them, because adding one to the mask of a column carries to the first cell above its stones.
    #[inline]
    pub fn code(&self, position: &Position<G::Word>) -> G::Word {
        position.mover().plus(position.occupied()).plus(self.geometry.bottom())
    }
}

/// A move: the column into which the stone is dropped, from 0 on the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

impl Column {
    /// The number of the column, from 0.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

impl Move for Column {
    #[inline]
    fn pack(self) -> u32 {
        self.0.into()
    }

    #[inline]
    fn unpack(bits: u32) -> Column {
        Column(bits as u8)
    }
}

/// Two players: nobody ever sits out.
impl<G: Geometry> Turns for Connect4<G> {}

impl<G: Geometry> Game for Connect4<G> {
    type Position = Position<G::Word>;
    type Move = Column;
    /// The position before: two words, less than it would take to find the stone again.
    type Undo = Position<G::Word>;

    fn start(&self) -> Position<G::Word> {
        Position::EMPTY
    }

    #[inline]
    fn to_move(&self, position: &Position<G::Word>) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position<G::Word>) -> Option<Outcome> {
        if self.is_won(position) {
            return Some(Outcome::win(position.to_move().opponent(), 2));
        }
        (position.occupied() == self.geometry.full()).then(|| Outcome::draw(2))
    }

    #[inline]
    fn moves(&self, position: &Position<G::Word>, sink: &mut impl MoveSink<Column>) -> Flow {
        if self.is_won(position) {
            return Flow::Continue(());
        }
        self.columns_of(self.geometry.playable(position.occupied()), sink)
    }

    #[inline]
    fn count_moves(&self, position: &Position<G::Word>) -> u64 {
        if self.is_won(position) {
            return 0;
        }
        // Mostly no column is full, and not every processor counts bits by one instruction.
        let full = position.occupied() & self.geometry.top();
        u64::from(self.geometry.width() - if full.is_empty() { 0 } else { full.count() })
    }

    #[inline]
    fn is_legal(&self, position: &Position<G::Word>, m: Column) -> bool {
        m.index() < self.geometry.width() && !self.landing(position, m).is_empty() && !self.is_won(position)
    }

    fn most_moves(&self) -> usize {
        self.geometry.width() as usize
    }

    #[inline]
    fn play(&self, position: &mut Position<G::Word>, m: Column) -> Position<G::Word> {
        let before = *position;
        *position = before.after(self.landing(&before, m));
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position<G::Word>, _: Column, before: Position<G::Word>) {
        *position = before;
    }

    #[inline]
    fn key(&self, position: &Position<G::Word>) -> u64 {
        spread(self.code(position))
    }

    /// Nothing is carried along that could be wrong.
    fn recomputed_key(&self, position: &Position<G::Word>) -> u64 {
        self.key(position)
    }
}

impl<G: Geometry> Connect4<G> {
    /// Hands the columns of `cells`, at most one in each column, to `sink`, from left to right.
    #[inline]
    pub(crate) fn columns_of(&self, cells: G::Word, sink: &mut impl MoveSink<Column>) -> Flow {
        for column in 0..self.geometry.width() {
            if !(cells & self.geometry.column(column)).is_empty() {
                sink.push(Column(column as u8))?;
            }
        }
        Flow::Continue(())
    }
}

/// A word as a key whose bits all depend on all of its own. For words of 64 bits no two have the same key, because
/// every step can be undone; the upper half of a wider word is spread first and then mixed with the lower half.
#[inline]
pub(crate) fn spread<W: Word>(code: W) -> u64 {
    let wide = code.wide();
    let (low, high) = (wide as u64, (wide >> 64) as u64);
    if W::BITS <= 64 { mixed(low) } else { mixed(low ^ mixed(high)) }
}
