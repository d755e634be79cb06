//! The rules, as the contract asks for them.

use std::sync::OnceLock;

use mossa_game::{Flow, Game, Move, MoveSink, Outcome, Player, Turns};

use crate::board::{Board, Hole};
use crate::holes::Holes;
use crate::position::Position;
use crate::profile::Profile;
use crate::race::{MOST_PLACEMENTS, Solo};
use crate::setup::Setup;
use crate::tables::Loaded;
use crate::worth::Weights;

/// Chinese Checkers on a board of up to 64 `W` holes.
#[derive(Debug)]
pub struct ChineseCheckers<const W: usize> {
    board: Board<W>,
    /// The table of all positions, if somebody had it loaded.
    loaded: OnceLock<Loaded>,
    /// The fewest moves home alone, once somebody asked for them, where there are not too many placements.
    solo: OnceLock<Option<Solo>>,
}

impl<const W: usize> ChineseCheckers<W> {
    /// The game on a star for two, three, four or six players with 1, 3, 6, 10 or 15 pieces each; `None` for other numbers,
    /// or if `W` words do not hold the star. After `plies` plies it is drawn.
    pub fn new(
        players: usize,
        pieces: usize,
        profile: Profile,
        plies: Option<u16>,
    ) -> Option<ChineseCheckers<W>> {
        ChineseCheckers::with(&Setup { plies, ..Setup::star(players, pieces, profile)? })
    }

    /// The game that is set up so; `None` if so many cannot sit around the board, or if `W` words do not hold it.
    pub fn with(setup: &Setup) -> Option<ChineseCheckers<W>> {
        ChineseCheckers::weighing(setup, Weights::PLAYED)
    }

    /// The table of all positions that was loaded.
    #[inline]
    pub(crate) fn loaded(&self) -> &OnceLock<Loaded> {
        &self.loaded
    }

    /// The same with an evaluation of other weights.
    pub fn weighing(setup: &Setup, weights: Weights) -> Option<ChineseCheckers<W>> {
        let board = Board::weighing(setup, weights)?;
        Some(ChineseCheckers { board, loaded: OnceLock::new(), solo: OnceLock::new() })
    }

    /// The fewest moves home alone, where there are not too many placements. They are counted when this is asked first;
    /// whoever asks meanwhile waits.
    #[inline]
    pub fn solo(&self) -> Option<&Solo> {
        self.solo.get_or_init(|| Solo::near_goal(&self.board, MOST_PLACEMENTS)).as_ref()
    }

    /// The tables of the board.
    #[inline]
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// Whether `player` has arrived.
    #[inline]
    pub fn has_won(&self, position: &Position<W>, player: Player) -> bool {
        self.board.has_won(position.pieces(player), position.occupied(), player)
    }

    /// Whoever has arrived. A move fills one hole of one goal, so that is one at most.
    #[inline]
    pub fn winner(&self, position: &Position<W>) -> Option<Player> {
        // Most likely who has just moved.
        let mut player = position.to_move().previous(self.board.players);
        for _ in 0..self.board.players {
            if self.has_won(position, player) {
                return Some(player);
            }
            player = player.next(self.board.players);
        }
        None
    }

    /// Where the mover's piece on `from` may go.
    #[inline]
    fn destinations(&self, position: &Position<W>, from: Hole) -> Holes<W> {
        self.board.destinations(position.occupied(), position.to_move(), from)
    }

    /// Whether `player` could move a piece.
    fn can_move(&self, position: &Position<W>, player: Player) -> bool {
        let mut pieces = position.pieces(player).iter();
        pieces.any(|from| !self.board.destinations(position.occupied(), player, from).is_empty())
    }

    /// Whether nobody can move a piece any more: the game is drawn, because passing would go on for ever.
    #[cold]
    fn is_stuck(&self, position: &Position<W>) -> bool {
        !Player::all(self.board.players).any(|player| self.can_move(position, player))
    }
}

/// A move: a piece goes from a hole to another, or, where no piece can, nothing does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    /// Where the piece was.
    pub from: Hole,
    /// Where it goes.
    pub to: Hole,
}

impl Walk {
    /// Nothing moves.
    pub const PASS: Walk = Walk { from: Hole::NONE, to: Hole::NONE };

    /// Whether nothing moves.
    #[inline]
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }
}

impl Move for Walk {
    #[inline]
    fn pack(self) -> u32 {
        u32::from(self.from.0) << 8 | u32::from(self.to.0)
    }

    #[inline]
    fn unpack(bits: u32) -> Walk {
        Walk { from: Hole((bits >> 8) as u8), to: Hole(bits as u8) }
    }
}

impl<const W: usize> Turns for ChineseCheckers<W> {
    #[inline]
    fn hand_turn(&self, position: &mut Position<W>, player: Player) {
        position.hand_turn(&self.board, player);
    }
}

impl<const W: usize> Game for ChineseCheckers<W> {
    type Position = Position<W>;
    type Move = Walk;
    /// The move says all there is to say.
    type Undo = ();

    const MAY_REPEAT: bool = true;

    fn repetitions(&self) -> Option<u32> {
        self.board.repetitions.map(u32::from)
    }

    fn players(&self) -> usize {
        self.board.players
    }

    fn start(&self) -> Position<W> {
        Position::start(&self.board)
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        let players = self.board.players;
        if let Some(winner) = self.winner(position) {
            return Some(Outcome::win(winner, players));
        }
        (self.board.plies.is_some() && position.plies_left() == 0).then(|| Outcome::draw(players))
    }

    #[inline]
    fn moves(&self, position: &Position<W>, sink: &mut impl MoveSink<Walk>) -> Flow {
        if self.outcome(position).is_some() {
            return Flow::Continue(());
        }
        let mut any = false;
        for from in position.pieces(position.to_move()).iter() {
            for to in self.destinations(position, from).iter() {
                any = true;
                sink.push(Walk { from, to })?;
            }
        }
        if any || self.is_stuck(position) { Flow::Continue(()) } else { sink.push(Walk::PASS) }
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        if self.outcome(position).is_some() {
            return 0;
        }
        let pieces = position.pieces(position.to_move()).iter();
        let moves = pieces.map(|from| self.destinations(position, from).len() as u64).sum::<u64>();
        if moves == 0 { u64::from(!self.is_stuck(position)) } else { moves }
    }

    #[inline]
    fn is_legal(&self, position: &Position<W>, walk: Walk) -> bool {
        if self.outcome(position).is_some() {
            return false;
        }
        if walk.is_pass() {
            return !self.can_move(position, position.to_move()) && !self.is_stuck(position);
        }
        let holes = self.board.holes();
        walk.from.index() < holes
            && walk.to.index() < holes
            && position.pieces(position.to_move()).contains(walk.from)
            && self.destinations(position, walk.from).contains(walk.to)
    }

    /// Every piece can go to every other hole at most.
    fn most_moves(&self) -> usize {
        self.board.pieces * (self.board.holes() - self.board.pieces)
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, walk: Walk) {
        position.play(&self.board, walk.from, walk.to);
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, walk: Walk, (): ()) {
        position.undo(&self.board, walk.from, walk.to);
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        position.key(&self.board)
    }

    fn recomputed_key(&self, position: &Position<W>) -> u64 {
        position.recomputed_key(&self.board)
    }
}
