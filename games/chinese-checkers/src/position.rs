//! Where everybody's pieces are.

use mossa_game::{MAX_PLAYERS, Player};

use crate::board::{Board, Hole, Keys};
use crate::holes::Holes;

/// All that changes from move to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    pieces: [Holes<W>; MAX_PLAYERS],
    occupied: Holes<W>,
    to_move: Player,
    /// How many plies there are until the game is drawn; 0 where there is no such limit.
    plies_left: u16,
    /// The keys of pieces and turn under all symmetries.
    keys: Keys,
}

impl<const W: usize> Position<W> {
    /// The beginning.
    pub fn start(board: &Board<W>) -> Position<W> {
        let mut pieces = [Holes::EMPTY; MAX_PLAYERS];
        Player::all(board.players).for_each(|player| pieces[player.index()] = board.rights(player).home);
        Position::new(board, pieces, Player::FIRST, board.plies.unwrap_or(0))
    }

    /// Such pieces, which must not share holes.
    pub fn new(
        board: &Board<W>,
        pieces: [Holes<W>; MAX_PLAYERS],
        to_move: Player,
        plies_left: u16,
    ) -> Position<W> {
        let occupied = pieces.iter().fold(Holes::EMPTY, |all, some| all.with(some));
        let mut position = Position { pieces, occupied, to_move, plies_left, keys: [0; 6] };
        position.keys = position.fresh_keys(board);
        position
    }

    fn fresh_keys(&self, board: &Board<W>) -> Keys {
        let mut keys = board.turn_keys[self.to_move.index()];
        for player in Player::all(board.players) {
            for hole in self.pieces(player).iter() {
                toggle(&mut keys, board.piece_keys(hole, player));
            }
        }
        keys
    }

    /// The pieces of a player.
    #[inline]
    pub fn pieces(&self, player: Player) -> &Holes<W> {
        &self.pieces[player.index()]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> &Holes<W> {
        &self.occupied
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// How many plies there are until the game is drawn; 0 where there is no such limit.
    #[inline]
    pub fn plies_left(&self) -> u16 {
        self.plies_left
    }

    /// Whose piece is in a hole.
    pub fn owner(&self, hole: Hole) -> Option<Player> {
        (0..MAX_PLAYERS).map(Player::new).find(|player| self.pieces(*player).contains(hole))
    }

    /// The keys of pieces and turn under all symmetries, and what the plies that are left add to each.
    #[inline]
    pub(crate) fn keys(&self, board: &Board<W>) -> (&Keys, u64) {
        (&self.keys, board.plies_key.wrapping_mul(self.plies_left.into()))
    }

    /// The first of them, of everything the rules look at.
    #[inline]
    pub(crate) fn key(&self, board: &Board<W>) -> u64 {
        let (keys, plies) = self.keys(board);
        keys[0] ^ plies
    }

    pub(crate) fn recomputed_key(&self, board: &Board<W>) -> u64 {
        self.fresh_keys(board)[0] ^ board.plies_key.wrapping_mul(self.plies_left.into())
    }

    /// Moves a piece of the player to move, or passes, and ends the turn.
    #[inline]
    pub(crate) fn play(&mut self, board: &Board<W>, from: Hole, to: Hole) {
        let player = self.to_move;
        self.carry(board, player, from, to);
        self.to_move = player.next(board.players);
        self.plies_left = self.plies_left.saturating_sub(1);
    }

    /// Takes back what [`play`](Position::play) did.
    #[inline]
    pub(crate) fn undo(&mut self, board: &Board<W>, from: Hole, to: Hole) {
        let player = self.to_move.previous(board.players);
        self.carry(board, player, from, to);
        self.to_move = player;
        self.plies_left += u16::from(board.plies.is_some());
    }

    /// Carries a piece of `player` between two holes, whichever it is in, and turns the keys between this player's turn
    /// and the next one's. No piece if the holes are the same.
    #[inline]
    fn carry(&mut self, board: &Board<W>, player: Player, from: Hole, to: Hole) {
        let turn = &board.next_turn_keys[player.index()];
        if from == to {
            return toggle(&mut self.keys, turn);
        }
        let (old, new) = (board.piece_keys(from, player), board.piece_keys(to, player));
        for (i, key) in self.keys.iter_mut().enumerate() {
            *key ^= turn[i] ^ old[i] ^ new[i];
        }
        let pieces = &mut self.pieces[player.index()];
        for hole in [from, to] {
            pieces.toggle(hole);
            self.occupied.toggle(hole);
        }
    }

    /// Makes it the turn of `player`.
    #[inline]
    pub(crate) fn hand_turn(&mut self, board: &Board<W>, player: Player) {
        toggle(&mut self.keys, &board.turn_keys[self.to_move.index()]);
        toggle(&mut self.keys, &board.turn_keys[player.index()]);
        self.to_move = player;
    }
}

#[inline]
fn toggle(keys: &mut Keys, others: &Keys) {
    for (key, other) in keys.iter_mut().zip(others) {
        *key ^= other;
    }
}
