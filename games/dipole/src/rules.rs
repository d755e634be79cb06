//! The rules, as the contract asks for them.

use std::sync::OnceLock;

use mossa_game::{Flow, Game, Move, MoveSink, Outcome, Player, Turns};

use crate::board::{Board, Landing};
use crate::cells::{CellIndex, Cells};
use crate::direction::Direction;
use crate::position::{Position, Prospects};
use crate::tables::Loaded;

/// Where the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// As the course of the University of Calabria has it: stacks face each other point-symmetrically.
    #[default]
    Course,
    /// As M. Steere drew it in 2007: White one dark cell further left.
    Steere,
}

/// Dipole with its options chosen.
#[derive(Debug)]
pub struct Dipole<const CELLS: usize> {
    board: Board<CELLS>,
    begin: Start,
    /// After so many moves of each player pieces are counted.
    limit: Option<u16>,
    /// Endgame tables that somebody had loaded, beside the small ones that are always there.
    loaded: OnceLock<Loaded>,
}

/// Which of the exits with the same number of pieces are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exits {
    /// One in each direction that leads off the board.
    All,
    /// One in all.
    One,
}

/// A move: some pieces of a stack go in a direction as far as they are many. No pieces: a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where the stack is.
    pub from: CellIndex,
    /// Where its pieces go.
    pub direction: Direction,
    /// How many of them go, and how far.
    pub count: u8,
}

impl Step {
    /// What a player does who has no move.
    pub const PASS: Step = Step { from: CellIndex(0), direction: Direction::N, count: 0 };

    /// Whether it is [`Step::PASS`].
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.count == 0
    }
}

/// ```text
///  bit 13       9 8     6 5        0
///     |  count   |  dir  |   from   |
/// ```
impl Move for Step {
    #[inline]
    fn pack(self) -> u32 {
        u32::from(self.from.0) | (self.direction as u32) << 6 | u32::from(self.count) << 9
    }

    #[inline]
    fn unpack(bits: u32) -> Step {
        Step {
            from: CellIndex((bits & 63) as u8),
            direction: Direction::from_number(bits >> 6),
            count: (bits >> 9 & 31) as u8,
        }
    }
}

impl<const CELLS: usize> Dipole<CELLS> {
    /// The game; `limit` is how many moves each player has until pieces are counted.
    pub fn new(begin: Start, limit: Option<u16>) -> Dipole<CELLS> {
        Dipole { board: Board::new(), begin, limit, loaded: OnceLock::new() }
    }

    /// Endgame tables that were loaded.
    #[inline]
    pub(crate) fn loaded(&self) -> &OnceLock<Loaded> {
        &self.loaded
    }

    /// The tables of the board.
    #[inline]
    pub fn board(&self) -> &Board<CELLS> {
        &self.board
    }

    /// Where the game begins.
    pub fn begin(&self) -> Start {
        self.begin
    }

    /// After how many moves of each player pieces are counted.
    pub fn limit(&self) -> Option<u16> {
        self.limit
    }

    /// How many pieces each player has at the beginning: 12, or 20 on the large board.
    pub const fn pieces() -> u8 {
        if CELLS == 32 { 12 } else { 20 }
    }

    /// After how many plies pieces are counted; [`Position::NO_LIMIT`] if never.
    pub(crate) fn plies(&self) -> u16 {
        self.limit.map_or(Position::<CELLS>::NO_LIMIT, |moves| 2 * moves)
    }

    /// The keys of a position and of its half turn, found from nothing.
    fn found_keys(&self, position: &Position<CELLS>) -> [u64; 2] {
        let blacks = if position.to_move == Player::FIRST { [0, 1] } else { [1, 0] };
        let mut keys = blacks.map(|black| (black * self.board.turn_key()) ^ left_key(position.left));
        for owner in Player::all(2) {
            for cell in position.stacks(owner) {
                let height = position.height(cell);
                keys[0] ^= self.board.stack_key(owner.index(), cell, height);
                keys[1] ^= self.board.stack_key(owner.opponent().index(), self.board.turned(cell), height);
            }
        }
        keys
    }

    /// The position with these stacks: owner, cell, height. Later stacks replace earlier ones on the same cell.
    pub fn position(
        &self,
        stacks: impl IntoIterator<Item = (Player, CellIndex, u8)>,
        to_move: Player,
        left: u16,
    ) -> Position<CELLS> {
        let mut position = Position {
            heights: [0; CELLS],
            stacks: [Cells::NONE; 2],
            keys: [0; 2],
            pieces: [0; 2],
            prospects: [Prospects::default(); 2],
            left,
            to_move,
        };
        for (owner, cell, height) in stacks {
            if let Some(former) = position.owner(cell) {
                self.set(&mut position, former, cell, 0);
            }
            self.set(&mut position, owner, cell, height);
        }
        position.keys = self.found_keys(&position);
        position
    }

    /// The cells of enemy stacks that the stack on `from` can capture: near enough for its height, and not higher than
    /// they are far.
    #[inline]
    pub fn captures(&self, position: &Position<CELLS>, from: CellIndex, enemy: Cells) -> Cells {
        let near = self.board.around(from, position.height(from)).among(enemy);
        let mut captures = near;
        for cell in near {
            if position.height(cell) > self.board.distance(from, cell) {
                captures = captures.without(Cells::of(cell));
            }
        }
        captures
    }

    /// The move that leads from one cell to another: asked only if there is one.
    #[inline]
    pub fn step_to(&self, from: CellIndex, to: CellIndex) -> Step {
        Step { from, direction: self.board.direction(from, to), count: self.board.distance(from, to) }
    }

    /// Hands over the moves of the player to move, stack by stack: captures, moves on the board, exits; a pass if there
    /// are none. Exits of as many pieces in different directions lead to the same position: `exits` says whether all of
    /// them count, or one is enough.
    #[inline]
    pub(crate) fn steps(
        &self,
        position: &Position<CELLS>,
        exits: Exits,
        sink: &mut impl MoveSink<Step>,
    ) -> Flow {
        let (me, you) = (position.to_move, position.to_move.opponent());
        let (mine, yours) = (position.stacks(me), position.stacks(you));
        let mut stuck = true;
        for from in mine {
            let height = position.height(from);
            let captures = self.captures(position, from, yours);
            let reach = self.board.reach(me, from, height);
            for to in captures.with(reach.ahead.without(yours)) {
                stuck = false;
                sink.push(self.step_to(from, to))?;
            }
            if reach.exits > 0 {
                stuck = false;
                self.leaving(me, from, height, exits, sink)?;
            }
        }
        if stuck { sink.push(Step::PASS) } else { Flow::Continue(()) }
    }

    /// Hands over the moves that lead off the board.
    #[inline]
    fn leaving(
        &self,
        me: Player,
        from: CellIndex,
        height: u8,
        exits: Exits,
        sink: &mut impl MoveSink<Step>,
    ) -> Flow {
        match exits {
            Exits::All => {
                for direction in Direction::FORWARD[me.index()] {
                    for count in self.board.exit_counts(from, direction, height) {
                        sink.push(Step { from, direction, count })?;
                    }
                }
            }
            // The shorter diagonal leads off the board first, and with any number of pieces from there on.
            Exits::One => {
                let direction = self.board.shortest_exit(me, from);
                for count in self.board.exit_counts(from, direction, height) {
                    sink.push(Step { from, direction, count })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// How many moves there are but the pass.
    #[inline]
    fn count_steps(&self, position: &Position<CELLS>) -> u64 {
        let (me, you) = (position.to_move, position.to_move.opponent());
        let (mine, yours) = (position.stacks(me), position.stacks(you));
        let of_stack = |from| {
            let height = position.height(from);
            let reach = self.board.reach(me, from, height);
            self.captures(position, from, yours).count()
                + reach.ahead.without(yours).count()
                + u32::from(reach.exits)
        };
        mine.map(|from| u64::from(of_stack(from))).sum()
    }

    /// Puts a stack of `player` on `cell`, which nobody else has, or takes it away.
    #[inline]
    fn set(&self, position: &mut Position<CELLS>, player: Player, cell: CellIndex, height: u8) {
        let before = position.heights[cell.index()];
        let owner = player.index();
        position.heights[cell.index()] = height;
        position.pieces[owner] = position.pieces[owner] + height - before;
        let (stacks, at) = (position.stacks[owner], Cells::of(cell));
        position.stacks[owner] = if height == 0 { stacks.without(at) } else { stacks.with(at) };
        let board = &self.board;
        let (old, new) = (board.reach(player, cell, before), board.reach(player, cell, height));
        let prospects = &mut position.prospects[owner];
        prospects.steps = prospects.steps + u16::from(new.steps) - u16::from(old.steps);
        prospects.room = prospects.room + u16::from(new.room) - u16::from(old.room);
        position.keys[0] ^= board.stack_key(owner, cell, before) ^ board.stack_key(owner, cell, height);
        let (owner, cell) = (1 - owner, board.turned(cell));
        position.keys[1] ^= board.stack_key(owner, cell, before) ^ board.stack_key(owner, cell, height);
    }
}

/// The part of a key that says how many plies are left. An odd factor, so that no two numbers are confused.
#[inline]
fn left_key(left: u16) -> u64 {
    u64::from(left).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Two players: nobody ever sits out.
impl<const CELLS: usize> Turns for Dipole<CELLS> {}

impl<const CELLS: usize> Game for Dipole<CELLS> {
    type Position = Position<CELLS>;
    type Move = Step;
    /// The position before: a move changes three cells at most, but one copy is less than finding them again.
    type Undo = Position<CELLS>;

    fn start(&self) -> Position<CELLS> {
        let board = &self.board;
        // The third dark cell of the last row: H5, on the large board J5.
        let white = CellIndex((CELLS - board.side() / 2) as u8 + 2);
        let black = board.turned(white);
        let white = match self.begin {
            Start::Course => white,
            Start::Steere => CellIndex(white.0 - 1),
        };
        let height = Self::pieces();
        self.position(
            [(Player::FIRST, white, height), (Player::SECOND, black, height)],
            Player::FIRST,
            self.plies(),
        )
    }

    #[inline]
    fn to_move(&self, position: &Position<CELLS>) -> Player {
        position.to_move
    }

    /// Who has no pieces has lost, however they left; when time is over, who has more has won.
    #[inline]
    fn outcome(&self, position: &Position<CELLS>) -> Option<Outcome> {
        let [white, black] = position.pieces;
        if white != 0 && black != 0 && position.left != 0 {
            return None;
        }
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(Player::FIRST, 2),
            std::cmp::Ordering::Less => Outcome::win(Player::SECOND, 2),
            std::cmp::Ordering::Equal => Outcome::draw(2),
        })
    }

    #[inline]
    fn moves(&self, position: &Position<CELLS>, sink: &mut impl MoveSink<Step>) -> Flow {
        if self.outcome(position).is_some() {
            return Flow::Continue(());
        }
        self.steps(position, Exits::All, sink)
    }

    #[inline]
    fn count_moves(&self, position: &Position<CELLS>) -> u64 {
        if self.outcome(position).is_some() {
            return 0;
        }
        self.count_steps(position).max(1)
    }

    #[inline]
    fn is_legal(&self, position: &Position<CELLS>, m: Step) -> bool {
        if self.outcome(position).is_some() {
            return false;
        }
        if m.is_pass() {
            return m == Step::PASS && self.must_pass(position);
        }
        let (me, you) = (position.to_move, position.to_move.opponent());
        if m.from.index() >= CELLS
            || !position.stacks(me).contains(m.from)
            || m.count > position.height(m.from)
        {
            return false;
        }
        let forward = Direction::FORWARD[me.index()].contains(&m.direction);
        match self.board.landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) if position.stacks(you).contains(to) => position.height(to) <= m.count,
            Landing::Cell(_) | Landing::Off => forward,
            Landing::Light => false,
        }
    }

    /// For each stack at most as many as it has pieces in each of three directions, and captures of each enemy stack: no
    /// more than with all pieces single and every enemy within reach, which is generous.
    fn most_moves(&self) -> usize {
        let pieces = usize::from(Self::pieces());
        3 * pieces + pieces * pieces
    }

    #[inline]
    fn play(&self, position: &mut Position<CELLS>, m: Step) -> Position<CELLS> {
        let before = *position;
        let me = position.to_move;
        if !m.is_pass() {
            self.set(position, me, m.from, before.height(m.from) - m.count);
            if let Landing::Cell(to) = self.board.landing(m.from, m.direction, m.count.into()) {
                let mut there = before.height(to);
                if before.stacks(me.opponent()).contains(to) {
                    self.set(position, me.opponent(), to, 0);
                    there = 0;
                }
                self.set(position, me, to, there + m.count);
            }
        }
        position.to_move = me.opponent();
        let mut change = self.board.turn_key();
        if position.left != Position::<CELLS>::NO_LIMIT {
            position.left -= 1;
            change ^= left_key(position.left) ^ left_key(before.left);
        }
        position.keys = position.keys.map(|key| key ^ change);
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position<CELLS>, _: Step, before: Position<CELLS>) {
        *position = before;
    }

    #[inline]
    fn key(&self, position: &Position<CELLS>) -> u64 {
        position.keys[0]
    }

    fn recomputed_key(&self, position: &Position<CELLS>) -> u64 {
        self.found_keys(position)[0]
    }
}

impl<const CELLS: usize> Dipole<CELLS> {
    /// Whether the player to move, whose game is not over, has no move.
    ///
    /// Both players at once never do, so that passes do not follow each other and every game ends. Suppose they did, and
    /// look at any white stack. To the north-east of it there must be a black stack of two pieces at least, or White
    /// could go there, capture, or leave the board. South-east of that one there must be a white stack of two at least,
    /// for the same reason; and so on, two columns further to the right each time, until one of them stands in the last
    /// column and can leave the board.
    #[inline]
    pub fn must_pass(&self, position: &Position<CELLS>) -> bool {
        let (me, you) = (position.to_move, position.to_move.opponent());
        let yours = position.stacks(you);
        position.stacks(me).all(|from| {
            let height = position.height(from);
            let reach = self.board.reach(me, from, height);
            reach.ahead.without(yours).is_empty()
                && reach.exits == 0
                && self.captures(position, from, yours).is_empty()
        })
    }
}
