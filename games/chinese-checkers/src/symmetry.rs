//! Mirrors and turns of the board that keep who moves after whom.

use mossa_game::{Player, Symmetric, Symmetry};

use crate::board::{Hole, Keys};
use crate::holes::Holes;
use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};
use crate::shape::{Place, Point, Shape};

/// One symmetry: where every hole comes, and whose part every player gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub(crate) holes: Vec<Hole>,
    pub(crate) players: Vec<Player>,
    /// The symmetry that takes it back.
    inverse: Symmetry,
}

impl Turn {
    /// All symmetries of a board with these seats, the identity first. With two players mirrors are among them; with more a
    /// mirror would turn the order of moves around.
    pub(crate) fn all(shape: Shape, seats: &[u8], places: &[Place]) -> Vec<Turn> {
        let all = [false, true].into_iter().flat_map(|mirrored| (0..6).map(move |sixths| (mirrored, sixths)));
        let mut turns: Vec<Turn> =
            all.filter_map(|(mirrored, sixths)| Turn::new(shape, seats, places, mirrored, sixths)).collect();
        let inverses: Vec<usize> = turns
            .iter()
            .map(|turn| turns.iter().position(|other| turn.is_undone_by(other)).unwrap_or(0))
            .collect();
        turns.iter_mut().zip(inverses).for_each(|(turn, inverse)| turn.inverse = Symmetry(inverse as u8));
        turns
    }

    fn is_undone_by(&self, other: &Turn) -> bool {
        self.holes.iter().enumerate().all(|(hole, there)| other.holes[there.index()].index() == hole)
    }

    fn new(shape: Shape, seats: &[u8], places: &[Place], mirrored: bool, sixths: usize) -> Option<Turn> {
        let there = |place: Place| shape.turned(place, mirrored, sixths);
        let holes = places
            .iter()
            .map(|place| places.binary_search(&there(*place)?).ok().map(|hole| Hole(hole as u8)))
            .collect::<Option<Vec<Hole>>>()?;
        let players = seats
            .iter()
            .map(|seat| {
                let point = shape.point(there(shape.tip(Point(*seat)))?)?;
                seats.iter().position(|other| *other == point.0).map(Player::new)
            })
            .collect::<Option<Vec<Player>>>()?;
        // The pieces of a rhombus need not be the same from both sides: then its mirror image is another board.
        let keeps_points = |place: &Place| {
            let seat = shape.point(*place).and_then(|point| seats.iter().position(|seat| *seat == point.0));
            let wanted = seat.map(|seat| seats[players[seat].index()]);
            wanted.is_none()
                || there(*place).and_then(|place| shape.point(place)).map(|point| point.0) == wanted
        };
        if !places.iter().all(keeps_points) {
            return None;
        }
        let count = players.len();
        let in_order = (0..count).all(|player| players[(player + 1) % count] == players[player].next(count));
        // Unused seats belong to nobody and stay where they are.
        let unused = (count..mossa_game::MAX_PLAYERS).map(Player::new);
        let players = players.into_iter().chain(unused).collect();
        in_order.then_some(Turn { holes, players, inverse: Symmetry::IDENTITY })
    }
}

impl<const W: usize> Symmetric for ChineseCheckers<W> {
    fn symmetries(&self) -> usize {
        self.board().turns.len()
    }

    #[inline]
    fn canonical_key(&self, position: &Position<W>) -> (u64, Symmetry) {
        let (keys, plies): (&Keys, u64) = position.keys(self.board());
        let (mut least, mut symmetry) = (keys[0], 0);
        for (number, key) in keys[..self.symmetries()].iter().enumerate() {
            if *key < least {
                (least, symmetry) = (*key, number);
            }
        }
        (least ^ plies, Symmetry(symmetry as u8))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, walk: Walk) -> Walk {
        let turn = &self.board().turns[usize::from(symmetry.0)];
        // A move that a table gives back for another position with the same key may be none at all.
        let there = |hole: Hole| turn.holes.get(hole.index()).copied().unwrap_or(hole);
        Walk { from: there(walk.from), to: there(walk.to) }
    }

    #[inline]
    fn map_player(&self, symmetry: Symmetry, player: Player) -> Player {
        self.board().turns[usize::from(symmetry.0)].players[player.index()]
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.board().turns[usize::from(symmetry.0)].inverse
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<W>) -> Position<W> {
        let board = self.board();
        let turn = &board.turns[usize::from(symmetry.0)];
        let mut pieces = [Holes::EMPTY; mossa_game::MAX_PLAYERS];
        for player in Player::all(board.players) {
            let there = position.pieces(player).iter().map(|hole| turn.holes[hole.index()]);
            pieces[turn.players[player.index()].index()] = Holes::of(there);
        }
        let to_move = turn.players[position.to_move().index()];
        Position::new(board, pieces, to_move, position.plies_left())
    }
}
