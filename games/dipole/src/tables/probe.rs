//! Positions of games in tables.

use std::sync::LazyLock;

use mossa_game::{Halt, Player, Verdict};

use super::build::fill;
use super::placement::{Placement, backwards};
use super::shelf::Shelf;
use crate::board::Board;
use crate::position::Position;
use crate::rules::Dipole;

/// Tables that a game uses beside those that are always there.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(super) shelf: Shelf,
    /// Up to how many pieces of both players they are complete.
    pub(super) pieces: usize,
}

/// Small tables, computed once by whoever asks first: some 600 000 positions with up to 4 pieces on 8x8, some 120 000
/// with up to 3 on 10x10.
static SMALL_8: LazyLock<Shelf> = LazyLock::new(|| small::<32>(SMALL_PIECES_8));
static SMALL_10: LazyLock<Shelf> = LazyLock::new(|| small::<50>(SMALL_PIECES_10));

/// With 5 pieces it would take a second.
const SMALL_PIECES_8: usize = 4;
/// With 4 pieces it would take a third of a second.
const SMALL_PIECES_10: usize = 3;

fn small<const CELLS: usize>(pieces: usize) -> Shelf {
    let (board, mut shelf) = (Board::<CELLS>::new(), Shelf::default());
    let never: Halt<'_> = &|| false;
    for (white, black) in pairs(pieces) {
        // Nobody stops it, and no win takes longer than an entry can say; otherwise nothing would be known.
        let Ok(tables) = fill(&board, &shelf, [white, black], 1, &|_| {}, never) else { break };
        for (table, (white, black)) in tables.into_iter().zip([(white, black), (black, white)]) {
            shelf.add(white, black, table);
        }
    }
    shelf
}

/// White's and Black's numbers of pieces, up to so many together, in the order in which tables are made. The tables in
/// which they are exchanged are made with them.
pub(super) fn pairs(pieces: usize) -> impl Iterator<Item = (usize, usize)> {
    (2..=pieces).flat_map(|total| (1..=total / 2).map(move |white| (white, total - white)))
}

impl<const CELLS: usize> Dipole<CELLS> {
    /// The small tables of this board, computed if nobody has done so.
    pub(super) fn small_tables() -> &'static Shelf {
        LazyLock::force(if CELLS == 32 { &SMALL_8 } else { &SMALL_10 })
    }

    /// Computes what is computed once.
    pub(crate) fn prepare_endgames(&self) {
        Self::small_tables();
    }

    const fn small_pieces() -> usize {
        if CELLS == 32 { SMALL_PIECES_8 } else { SMALL_PIECES_10 }
    }

    /// Up to how many pieces of both players the value is known.
    #[inline]
    pub(super) fn covered(&self) -> usize {
        let loaded = self.loaded().get().map_or(0, |loaded| loaded.pieces);
        loaded.max(Self::small_pieces())
    }

    /// Who wins for the player to move, and in how many plies, in a game without a limit of moves; nothing if no table
    /// has the position.
    #[inline]
    pub fn endgame(&self, position: &Position<CELLS>) -> Option<(Verdict, u32)> {
        let pieces = usize::from(position.pieces[0]) + usize::from(position.pieces[1]);
        if pieces > self.covered() { None } else { self.looked_up(position, pieces) }
    }

    fn looked_up(&self, position: &Position<CELLS>, pieces: usize) -> Option<(Verdict, u32)> {
        let shelf = match self.loaded().get() {
            Some(loaded) if pieces <= loaded.pieces => &loaded.shelf,
            _ => Self::small_tables(),
        };
        let (me, you) = (position.to_move(), position.to_move().opponent());
        let table = shelf.table(position.pieces(me).into(), position.pieces(you).into())?;
        let stacks = |player| {
            let height = |cell| position.height(cell).into();
            position.stacks(player).map(move |cell| (u32::from(cell.0), height(cell)))
        };
        let entry = match me {
            Player::FIRST => table.entry(Placement::new(stacks(me)), stacks(you)),
            // Turned, so that the player to move is White; then the last cell comes first.
            _ => {
                let white = Placement::new(Self::turned_stacks(position, me));
                table.entry(white, Self::turned_stacks(position, you))
            }
        };
        entry.value().map(|(verdict, plies)| (verdict, plies.into()))
    }

    fn turned_stacks(position: &Position<CELLS>, player: Player) -> impl Iterator<Item = (u32, u32)> {
        let stacks = backwards(position.stacks(player).0, &position.heights);
        stacks.map(|(cell, height)| (CELLS as u32 - 1 - cell, height))
    }

    /// The position of a table in which White and Black have these stacks and White is to move, without a limit.
    pub(super) fn of_table(&self, white: Placement, black: Placement) -> Position<CELLS> {
        let owned = |player, placement: Placement| {
            let stacks = placement.stacks();
            stacks.map(move |(cell, height)| (player, crate::cells::CellIndex(cell as u8), height as u8))
        };
        let stacks = owned(Player::FIRST, white).chain(owned(Player::SECOND, black));
        self.position(stacks, Player::FIRST, Position::<CELLS>::NO_LIMIT)
    }
}
