//! What shapes tell at a glance: two fours that cannot be stopped, what can be done against them, and which cells matter.

use mossa_game::{Flow, MoveSink};

use crate::board::CellIndex;
use crate::cells::Cells;
use crate::position::Position;
use crate::renju;
use crate::rules::{Mark, Mnk};
use crate::shapes::{Kind, Shapes};
use crate::tactics::Threat;

impl<const W: usize> Mnk<W> {
    /// What is about to happen where nobody can complete a row at once.
    pub(crate) fn soon(&self, position: &Position<W>, shapes: &Shapes<W>) -> Threat {
        let (me, you) = (position.to_move().index(), position.to_move().opponent().index());
        let allowed = |cell: &CellIndex| self.forbidden(position, *cell).is_none();
        if let Some(cell) = cells(shapes.set(me, Kind::TwoFours)).find(allowed) {
            return Threat::WinSoon(cell);
        }
        if self.attacks(position, shapes, you).next().is_none() {
            return Threat::None;
        }
        if self.defences(position, shapes).iter().next().is_some() || self.any_move(position).is_none() {
            return Threat::Defend;
        }
        Threat::LostSoon
    }

    /// The cells on which `player` could make two fours.
    fn attacks<'a>(
        &'a self,
        position: &'a Position<W>,
        shapes: &'a Shapes<W>,
        player: usize,
    ) -> impl Iterator<Item = CellIndex> + 'a {
        // Of renju's players the first is the one to whom cells are forbidden.
        let restricted = self.board().rule == crate::board::Rule::Renju && player == 0;
        cells(shapes.set(player, Kind::TwoFours))
            .filter(move |cell| !restricted || renju::forbidden(self.board(), position, *cell).is_none())
    }

    /// What the player to move can do against two fours: a four, which the opponent must answer first, or a stone in the
    /// way of all of them. Everything else loses in four plies.
    pub(crate) fn defences(&self, position: &Position<W>, shapes: &Shapes<W>) -> Cells<W> {
        let (me, you) = (position.to_move().index(), position.to_move().opponent().index());
        let Some(grid) = &self.board().grid else { return Cells::EMPTY };
        let blocking = self
            .attacks(position, shapes, you)
            .map(|cell| shapes.defences(grid, you, cell.index()))
            .reduce(|all, some| all.among(&some));
        let mut defences = blocking.unwrap_or(Cells::EMPTY).with(shapes.set(me, Kind::Four));
        if self.is_restricted(position) {
            for cell in defences.iter() {
                if self.forbidden(position, CellIndex(cell as u16)).is_some() {
                    defences.remove(cell);
                }
            }
        }
        defences
    }

    /// The empty cells near stones, and those where somebody would make an open three or a four; on the empty board
    /// those in the middle.
    pub(crate) fn relevant(&self, position: &Position<W>, shapes: &Shapes<W>) -> Cells<W> {
        let mut cells = Cells::EMPTY;
        for player in 0..2 {
            for stone in position.stones(player).iter() {
                cells = cells.with(&self.near[stone]);
            }
            cells = cells.with(shapes.set(player, Kind::Four)).with(shapes.set(player, Kind::Three));
        }
        if cells.is_empty() {
            let board = self.board();
            cells = self.near[board.rows / 2 * board.columns + board.columns / 2];
        }
        cells.among(&self.empty_cells(position))
    }

    /// Lists those of `cells` that are allowed.
    #[inline]
    pub(crate) fn push_allowed(
        &self,
        position: &Position<W>,
        cells: &Cells<W>,
        sink: &mut impl MoveSink<Mark>,
    ) -> Flow {
        let restricted = self.is_restricted(position);
        for (word, &bits) in cells.words().iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let cell = CellIndex((word * 64 + bits.trailing_zeros() as usize) as u16);
                bits &= bits - 1;
                if !restricted || self.forbidden(position, cell).is_none() {
                    sink.push(Mark::new(cell))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// How promising a cell looks: what it makes for the player to move, and what it takes from the opponent.
    #[inline]
    pub(crate) fn promise(&self, position: &Position<W>, shapes: &Shapes<W>, cell: CellIndex) -> i32 {
        let (me, you) = (position.to_move().index(), position.to_move().opponent().index());
        let (mine, yours) = (shapes.tally(me, cell.index()), shapes.tally(you, cell.index()));
        let both = |kind: Kind, worth: i32| {
            if shapes.set(me, kind).contains(cell.index()) { worth } else { 0 }
        };
        PROMISE_UNIT
            * (2 * mine.worth() + yours.worth() + both(Kind::FourThree, 3000) + both(Kind::TwoThrees, 800))
    }
}

/// What one of worth counts in ordering.
const PROMISE_UNIT: i32 = 6;

fn cells<const W: usize>(set: &Cells<W>) -> impl Iterator<Item = CellIndex> + use<W> {
    set.iter().map(|cell| CellIndex(cell as u16))
}
