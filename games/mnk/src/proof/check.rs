//! A checker that replays a strategy without trusting the search.
//!
//! It has its own board, its own rows, and its own test of every argument; all it takes from the search is advice on what
//! to play, and advice that is bad makes the check fail. It looks at every answer of the opponent.
//!
//! Two arguments spare it positions:
//! - A position that was checked before, or its image under a symmetry of the board, is not checked again.
//! - A cell in no row that is still open for anybody changes nothing, and one's own stone more never hurts: an opponent
//!   who plays there does no better than with any other move. (Only where longer rows win, too.)

use std::collections::HashSet;

use mossa_game::{Halt, Player};

use super::hopeless::Hopeless;
use super::strategy::{Advice, Adviser};
use crate::board::{Board, CellIndex, Rule};
use crate::position::Position;

/// What the strategy is said to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The player whose row is in question.
    pub attacker: Player,
    /// Whether the attacker gets it.
    pub wins: bool,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The strategy does what it is said to do; so many different positions were looked at.
    Sound {
        /// How many.
        positions: u64,
    },
    /// It does not, in this position.
    Flawed {
        /// The stones, row by row: `x`, `o` or `.`.
        board: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// The check was stopped.
    Stopped,
}

/// Why a check ends early.
enum End {
    Flaw(&'static str),
    Stopped,
}

/// Nobody's cell.
const EMPTY: u8 = 2;

/// How many positions lie between two looks at the clock.
const PATIENCE: usize = 256;

struct Checker<'a, A, const W: usize> {
    board: &'a Board,
    claim: Claim,
    adviser: A,
    halt: Halt<'a>,
    cells: Vec<u8>,
    to_move: u8,
    rows: Vec<Row>,
    symmetries: Vec<Vec<usize>>,
    checked: HashSet<Box<[u8]>>,
}

/// Checks that `adviser` fulfils `claim` from `position` on, whatever the opponent does.
pub fn check<const W: usize>(
    board: &Board,
    position: &Position<W>,
    claim: Claim,
    adviser: impl Adviser<W>,
    halt: Halt<'_>,
) -> Checked {
    let owner = |cell| position.owner(CellIndex(cell as u16)).map_or(EMPTY, |player| player.index() as u8);
    let mut checker = Checker {
        board,
        claim,
        adviser,
        halt,
        cells: (0..board.cells()).map(owner).collect(),
        to_move: position.to_move().index() as u8,
        rows: rows(board),
        symmetries: symmetries(board),
        checked: HashSet::new(),
    };
    match checker.node() {
        Ok(()) => Checked::Sound { positions: checker.checked.len() as u64 },
        Err(End::Stopped) => Checked::Stopped,
        Err(End::Flaw(problem)) => Checked::Flawed { board: checker.drawn(), problem },
    }
}

/// k cells in a row, and those before and after them.
struct Row {
    cells: Vec<usize>,
    ends: Vec<usize>,
}

/// All rows of a board.
fn rows(board: &Board) -> Vec<Row> {
    let (height, width, k) = (board.rows as i64, board.columns as i64, board.k as i64);
    let cell = |row: i64, column: i64| {
        let inside = (0..height).contains(&row) && (0..width).contains(&column);
        inside.then_some((row * width + column) as usize)
    };
    let mut rows = Vec::new();
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let at = |i: i64| cell(row + i * down, column + i * right);
            if let Some(cells) = (0..k).map(at).collect() {
                rows.push(Row { cells, ends: [at(-1), at(k)].into_iter().flatten().collect() });
            }
        }
    }
    rows
}

/// Where each symmetry of the board takes each cell.
fn symmetries(board: &Board) -> Vec<Vec<usize>> {
    let (height, width) = (board.rows, board.columns);
    let place = |cell: usize| (cell / width, cell % width);
    let mut maps = vec![(0..height * width).collect::<Vec<usize>>()];
    maps.push((0..height * width).map(|cell| (height - 1 - place(cell).0) * width + place(cell).1).collect());
    let mirror: Vec<usize> =
        (0..height * width).map(|cell| place(cell).0 * width + width - 1 - place(cell).1).collect();
    let with_mirror: Vec<Vec<usize>> =
        maps.iter().map(|map| map.iter().map(|cell| mirror[*cell]).collect()).collect();
    maps.extend(with_mirror);
    if height == width {
        let turned: Vec<Vec<usize>> = maps
            .iter()
            .map(|map| (0..height * width).map(|cell| map[place(cell).1 * width + place(cell).0]).collect())
            .collect();
        maps.extend(turned);
    }
    maps
}

impl<A: Adviser<W>, const W: usize> Checker<'_, A, W> {
    /// Checks the position and all that can come of it.
    fn node(&mut self) -> Result<(), End> {
        let name = self.name();
        if self.checked.contains(&name) {
            return Ok(());
        }
        if self.checked.len().is_multiple_of(PATIENCE) && (self.halt)() {
            return Err(End::Stopped);
        }
        if self.cells.iter().all(|owner| *owner != EMPTY) {
            return if self.claim.wins {
                Err(End::Flaw("the board is full and nobody has won"))
            } else {
                Ok(())
            };
        }
        if self.strategist() == self.to_move {
            self.follow_advice()?;
        } else {
            self.try_all_answers()?;
        }
        self.checked.insert(name);
        Ok(())
    }

    /// Whose strategy it is.
    fn strategist(&self) -> u8 {
        let attacker = self.claim.attacker.index() as u8;
        if self.claim.wins { attacker } else { 1 - attacker }
    }

    fn follow_advice(&mut self) -> Result<(), End> {
        let me = self.to_move;
        let wins = |cell: usize| self.cells[cell] == EMPTY && self.completes(cell, me);
        if (0..self.cells.len()).any(wins) {
            return Ok(());
        }
        match self.ask() {
            Some(Advice::Mark(cell)) => {
                let cell = cell.index();
                if self.cells.get(cell) != Some(&EMPTY) {
                    return Err(End::Flaw("a move that is not legal"));
                }
                self.with_stone(cell, Self::node)
            }
            Some(Advice::Hopeless(argument)) => self.check_argument(&argument),
            None => Err(if (self.halt)() { End::Stopped } else { End::Flaw("no advice") }),
        }
    }

    fn try_all_answers(&mut self) -> Result<(), End> {
        // A strategy that only holds may show here already that there is nothing left to hold against.
        if !self.claim.wins
            && let Some(Advice::Hopeless(argument)) = self.ask()
            && self.check_argument(&argument).is_ok()
        {
            return Ok(());
        }
        let answers: Vec<usize> =
            (0..self.cells.len()).filter(|cell| self.cells[*cell] == EMPTY && self.matters(*cell)).collect();
        if answers.is_empty() && self.claim.wins {
            return Err(End::Flaw("nobody can win any more"));
        }
        for cell in answers {
            if self.completes(cell, self.to_move) {
                return Err(End::Flaw("the opponent wins"));
            }
            self.with_stone(cell, Self::node)?;
        }
        Ok(())
    }

    /// Does something with a stone of the player to move on `cell`; a flaw leaves the board as it is.
    fn with_stone(
        &mut self,
        cell: usize,
        then: impl FnOnce(&mut Self) -> Result<(), End>,
    ) -> Result<(), End> {
        self.cells[cell] = self.to_move;
        self.to_move = 1 - self.to_move;
        then(self)?;
        self.to_move = 1 - self.to_move;
        self.cells[cell] = EMPTY;
        Ok(())
    }

    fn ask(&mut self) -> Option<Advice> {
        let stones = self.cells.iter().enumerate().filter(|(_, owner)| **owner != EMPTY);
        let stones = stones.map(|(cell, owner)| (CellIndex(cell as u16), usize::from(*owner)));
        let to_move = if self.to_move == 0 { Player::FIRST } else { Player::SECOND };
        let position = Position::from_stones(self.board, stones, to_move);
        self.adviser.advise(&position)
    }

    /// Whether a stone of `player` on `cell` makes a row that wins.
    fn completes(&self, cell: usize, player: u8) -> bool {
        let has = |other: &usize| *other == cell || self.cells[*other] == player;
        let longer_wins = self.board.rule == Rule::OrMore;
        self.rows.iter().any(|row| {
            row.cells.contains(&cell)
                && row.cells.iter().all(has)
                && (longer_wins || !row.ends.iter().any(has))
        })
    }

    /// Whether a cell is in a row that is open for anybody.
    fn matters(&self, cell: usize) -> bool {
        let open = |row: &Row| [0, 1].into_iter().any(|player| self.is_open(row, player));
        self.board.rule != Rule::OrMore || self.rows.iter().any(|row| row.cells.contains(&cell) && open(row))
    }

    fn is_open(&self, row: &Row, player: u8) -> bool {
        row.cells.iter().all(|cell| self.cells[*cell] != 1 - player)
    }

    fn check_argument(&self, argument: &Hopeless) -> Result<(), End> {
        if self.claim.wins {
            return Err(End::Flaw("an argument against winning, where a win is claimed"));
        }
        let attacker = self.claim.attacker.index() as u8;
        let mut open = self.rows.iter().filter(|row| self.is_open(row, attacker));
        let missing = |row: &Row| row.cells.iter().filter(|cell| self.cells[**cell] == EMPTY).count();
        let attacks = self.to_move == attacker;
        let holds = match argument {
            Hopeless::NoLine => {
                let empty = self.cells.iter().filter(|owner| **owner == EMPTY).count();
                let stones = (empty + usize::from(attacks)) / 2;
                open.all(|row| missing(row) > stones)
            }
            Hopeless::Potential => {
                // In units of 2^-k, exactly.
                let sum: u128 = open.map(|row| 1u128 << (self.board.k - missing(row))).sum();
                let limit = 1u128 << self.board.k;
                sum < if attacks { limit / 2 } else { limit }
            }
            Hopeless::Paired(pairs) => {
                let mut cells: Vec<usize> = pairs.iter().flatten().map(|cell| cell.index()).collect();
                let holds_pair =
                    |row: &Row| pairs.iter().any(|pair| pair.iter().all(|c| row.cells.contains(&c.index())));
                let covered = open.all(holds_pair);
                cells.sort_unstable();
                let disjoint = cells.windows(2).all(|two| two[0] != two[1]);
                covered && disjoint && cells.iter().all(|cell| self.cells.get(*cell) == Some(&EMPTY))
            }
        };
        if holds { Ok(()) } else { Err(End::Flaw("an argument that does not hold")) }
    }

    /// The position under all symmetries: the least of their descriptions.
    fn name(&self) -> Box<[u8]> {
        let seen = |map: &Vec<usize>| -> Vec<u8> {
            let cells: Vec<u8> = map.iter().map(|cell| self.cells[*cell]).collect();
            // Five cells of three kinds fit a byte.
            let packed = cells.chunks(5).map(|five| five.iter().fold(0, |byte, owner| byte * 3 + owner));
            packed.chain([self.to_move]).collect()
        };
        self.symmetries.iter().map(seen).min().unwrap_or_default().into_boxed_slice()
    }

    fn drawn(&self) -> String {
        let letters = self.cells.chunks(self.board.columns).map(|row| -> String {
            row.iter().map(|owner| [b'x', b'o', b'.'][usize::from(*owner)] as char).collect()
        });
        letters.collect::<Vec<_>>().join("/")
    }
}
