//! Stones on the board, and what every stone changes about the lines.
//!
//! For every line the position knows how many stones each player has in it.
//! A line without stones of the opponent is *open*; `open[c][p]` counts the
//! lines that are open for player p and hold c of p's stones. A stone changes
//! the at most 4k lines through its cell and nothing else, so everything is
//! kept up to date in O(k), and the questions that matter cost O(1):
//! - p has won: `open[k][p] > 0` (where exactly k are wanted, the ends of the new lines are looked at, too);
//! - p threatens to win at once: `open[k-1][p] > 0`;
//! - p cannot win any more: no line is open for p.

use mossa_game::Player;

use crate::board::{Board, CellIndex, Keys, MOST_SYMMETRIES};
use crate::cells::Cells;
use crate::shapes::Shapes;

/// A position on a board of up to 64 `W` cells.
#[derive(PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    stones: [Cells<W>; 2],
    /// The hash as seen through each symmetry of the board; the first is the plain one.
    keys: Keys,
    /// For each line each player's stones in it.
    counts: Box<[[u8; 2]]>,
    /// For each number of stones: how many lines hold so many of a player's and none of the opponent's.
    open: Box<[[u16; 2]]>,
    /// How many lines are open for each player.
    alive: [u16; 2],
    empty: u16,
    to_move: Player,
    winner: Option<Player>,
    /// On boards where they help.
    shapes: Option<Box<Shapes<W>>>,
}

impl<const W: usize> Clone for Position<W> {
    fn clone(&self) -> Position<W> {
        let (counts, open, shapes) = (self.counts.clone(), self.open.clone(), self.shapes.clone());
        Position { counts, open, shapes, ..*self }
    }

    /// Allocates nothing: simulations start from copies of one position, thousands of times a second.
    fn clone_from(&mut self, source: &Position<W>) {
        let Position { stones, keys, counts, open, alive, empty, to_move, winner, shapes } = source;
        self.counts.clone_from(counts);
        self.shapes.clone_from(shapes);
        self.open.clone_from(open);
        (self.stones, self.keys, self.alive) = (*stones, *keys, *alive);
        (self.empty, self.to_move, self.winner) = (*empty, *to_move, *winner);
    }
}

impl<const W: usize> Position<W> {
    /// The empty board, with the first player to move.
    pub fn empty(board: &Board) -> Position<W> {
        let lines = board.lines.len() as u16;
        let mut open = vec![[0; 2]; board.k + 1].into_boxed_slice();
        open[0] = [lines; 2];
        Position {
            stones: [Cells::EMPTY; 2],
            keys: [0; MOST_SYMMETRIES],
            counts: vec![[0; 2]; board.lines.len()].into_boxed_slice(),
            open,
            alive: [lines; 2],
            empty: board.cells() as u16,
            to_move: Player::FIRST,
            winner: None,
            shapes: board.grid.as_ref().map(|grid| Box::new(Shapes::new(grid))),
        }
    }

    /// A position from its stones; nobody needs to have placed them in turn. Wins are found wherever they are.
    pub fn from_stones(
        board: &Board,
        stones: impl Iterator<Item = (CellIndex, usize)>,
        to_move: Player,
    ) -> Position<W> {
        let mut position = Position::empty(board);
        stones.for_each(|(cell, player)| position.put(board, cell, player));
        position.winner = [Player::FIRST, Player::SECOND].into_iter().find(|player| {
            (0..board.lines.len()).any(|line| position.is_won_line(board, line, player.index()))
        });
        if to_move != Player::FIRST {
            position.turn(board);
        }
        position
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Who has won.
    #[inline]
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The stones of a player.
    #[inline]
    pub fn stones(&self, player: usize) -> &Cells<W> {
        &self.stones[player]
    }

    /// How many cells are empty.
    #[inline]
    pub fn empty_cells(&self) -> u16 {
        self.empty
    }

    /// The hash as seen through each symmetry.
    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// How many stones each player has in a line.
    #[inline]
    pub fn counts(&self, line: usize) -> [u8; 2] {
        self.counts[line]
    }

    /// The counts of all lines.
    #[inline]
    pub fn all_counts(&self) -> &[[u8; 2]] {
        &self.counts
    }

    /// How many lines hold `stones` of `player` and none of the opponent.
    #[inline]
    pub fn open(&self, player: usize, stones: usize) -> u16 {
        self.open[stones][player]
    }

    /// How many lines are open for `player`.
    #[inline]
    pub fn alive(&self, player: usize) -> u16 {
        self.alive[player]
    }

    /// What a stone on each cell would make, on boards where this is kept.
    #[inline]
    pub fn shapes(&self) -> Option<&Shapes<W>> {
        // Boards of one word are too small for shapes; nobody shall have to ask.
        if W > 1 { self.shapes.as_deref() } else { None }
    }

    /// Who has a stone on `cell`.
    #[inline]
    pub fn owner(&self, cell: CellIndex) -> Option<Player> {
        [Player::FIRST, Player::SECOND].into_iter().find(|p| self.stones[p.index()].contains(cell.index()))
    }

    /// The player to move marks `cell`; the turn passes.
    #[inline]
    pub(crate) fn play(&mut self, board: &Board, cell: CellIndex) {
        let player = self.to_move;
        self.put(board, cell, player.index());
        self.winner = self.completed(board, cell, player.index()).then_some(player);
        self.turn(board);
    }

    /// Takes back [`Position::play`].
    #[inline]
    pub(crate) fn undo(&mut self, board: &Board, cell: CellIndex) {
        self.turn(board);
        self.winner = None;
        self.lift(board, cell, self.to_move.index());
    }

    /// Passes the turn.
    #[inline]
    pub(crate) fn turn(&mut self, board: &Board) {
        self.to_move = self.to_move.opponent();
        self.keys.iter_mut().for_each(|key| *key ^= board.turn_key);
    }

    #[inline]
    fn put(&mut self, board: &Board, cell: CellIndex, me: usize) {
        let you = 1 - me;
        if W > 1
            && let (Some(shapes), Some(grid)) = (&mut self.shapes, &board.grid)
        {
            let [first, second] = &self.stones;
            shapes.put(grid, cell.index(), me, |other| first.contains(other) || second.contains(other));
        }
        self.stones[me].insert(cell.index());
        self.empty -= 1;
        self.toggle(board, cell, me);
        for &line in board.lines_through(cell) {
            let count = &mut self.counts[line as usize];
            let (mine, yours) = (count[me] as usize, count[you] as usize);
            count[me] += 1;
            if yours == 0 {
                self.open[mine][me] -= 1;
                self.open[mine + 1][me] += 1;
            }
            if mine == 0 {
                self.open[yours][you] -= 1;
                self.alive[you] -= 1;
            }
        }
    }

    #[inline]
    fn lift(&mut self, board: &Board, cell: CellIndex, me: usize) {
        let you = 1 - me;
        self.stones[me].remove(cell.index());
        if W > 1
            && let (Some(shapes), Some(grid)) = (&mut self.shapes, &board.grid)
        {
            let [first, second] = &self.stones;
            shapes.lift(grid, cell.index(), me, |other| first.contains(other) || second.contains(other));
        }
        self.empty += 1;
        self.toggle(board, cell, me);
        for &line in board.lines_through(cell) {
            let count = &mut self.counts[line as usize];
            count[me] -= 1;
            let (mine, yours) = (count[me] as usize, count[you] as usize);
            if yours == 0 {
                self.open[mine][me] += 1;
                self.open[mine + 1][me] -= 1;
            }
            if mine == 0 {
                self.open[yours][you] += 1;
                self.alive[you] += 1;
            }
        }
    }

    #[inline]
    fn toggle(&mut self, board: &Board, cell: CellIndex, player: usize) {
        let stone = board.stone_keys(cell, player);
        self.keys.iter_mut().zip(stone).for_each(|(key, stone)| *key ^= stone);
    }

    /// Whether the stone just put on `cell` completes a row that wins.
    #[inline]
    fn completed(&self, board: &Board, cell: CellIndex, player: usize) -> bool {
        self.open[board.k][player] > 0
            && (!board.rule.wants_exactly_k(player)
                || board
                    .lines_through(cell)
                    .iter()
                    .any(|&line| self.is_won_line(board, line as usize, player)))
    }

    /// Whether a line is full of a player's stones and, where the rule asks for it, not part of a longer row.
    pub fn is_won_line(&self, board: &Board, line: usize, player: usize) -> bool {
        self.counts[line][player] as usize == board.k && self.ends_allow_win(board, line, player)
    }

    /// Whether a full line would win: always, or where exactly k are wanted only if the row does not go on at either
    /// end.
    #[inline]
    pub(crate) fn ends_allow_win(&self, board: &Board, line: usize, player: usize) -> bool {
        let goes_on =
            |end: Option<CellIndex>| end.is_some_and(|cell| self.stones[player].contains(cell.index()));
        !board.rule.wants_exactly_k(player)
            || !(goes_on(board.lines[line].before) || goes_on(board.lines[line].after))
    }
}
