//! Moves as people write them, and why one is refused.
//!
//! | text | meaning |
//! |---|---|
//! | `H5,NE,1` | cell (row letter, column number), direction, number of pieces |
//! | `H5,N,0`, `pass` | a pass: any stack of the player, any direction |
//! | `e1-f2`, `e1+g3`, `e1xg3` | cells as in chess: a move to an empty cell, to an own stack, a capture |
//! | `e1-off:3`, `e1-off` | pieces leave the board; without a number, if only one number can |
//!
//! Both ways to name cells look alike. Commas tell the first, the signs `-`, `+` and `x` the second. Capitals do not
//! matter.

use mossa_game::{Game, InputError, InputKind, Player};

use super::names::{self, Naming};
use crate::board::Landing;
use crate::cells::CellIndex;
use crate::direction::Direction;
use crate::position::Position;
use crate::rules::{Dipole, Step};

/// What follows the sign where pieces leave the board.
const OFF: &str = "off";

const PASS: &str = "pass";

/// The sign between the cells of a move to an own stack.
const MERGE: char = '+';

impl<const CELLS: usize> Dipole<CELLS> {
    pub(super) fn read_move(&self, position: &Position<CELLS>, text: &str) -> Result<Step, InputError> {
        let error = |problem: String, expected: String| InputError::new(InputKind::Move, problem, expected);
        if self.outcome(position).is_some() {
            return Err(error(format!("no move `{}`: the game is over", text.trim()), "no move".to_owned()));
        }
        let lower = text.trim().to_ascii_lowercase();
        let read = if lower == PASS {
            self.pass(position)
        } else if lower.contains(',') {
            self.read_course_form(position, &lower)
        } else if let Some(at) = lower.find(['-', MERGE, 'x']) {
            let sign = lower[at..].chars().next().unwrap_or('-');
            self.read_chess_form(position, lower[..at].trim(), sign, lower[at + 1..].trim())
        } else {
            Err(format!("unreadable move `{}`", text.trim()))
        };
        read.map_err(|problem| error(problem, self.expected_move(position)))
    }

    fn expected_move(&self, position: &Position<CELLS>) -> String {
        if self.must_pass(position) {
            return format!("`{PASS}`, the only choice here");
        }
        let example = self.legal_moves(position).first().map(|m| self.written(position, *m));
        format!("cell, direction and number of pieces, such as `{}`", example.unwrap_or_default())
    }

    fn pass(&self, position: &Position<CELLS>) -> Result<Step, String> {
        match self.must_pass(position) {
            true => Ok(Step::PASS),
            false => Err(format!("{} can move and must not pass", names::player(position.to_move()))),
        }
    }

    /// `h5,ne,1`
    fn read_course_form(&self, position: &Position<CELLS>, text: &str) -> Result<Step, String> {
        let mut parts = text.split(',').map(str::trim);
        let (Some(cell), Some(direction), Some(count), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(format!("unreadable move `{text}`"));
        };
        let from = Naming::Course.read(self.board(), &cell.to_ascii_uppercase())?;
        let direction = names::direction(direction).ok_or_else(|| format!("no direction `{direction}`"))?;
        let count = names::number(count).ok_or_else(|| format!("no number of pieces: `{count}`"))?;
        self.checked(position, from, direction, count, Naming::Course)
    }

    /// `e1-f2`, `e1+g3`, `e1xg3`, `e1-off:3`
    fn read_chess_form(
        &self,
        position: &Position<CELLS>,
        from: &str,
        sign: char,
        to: &str,
    ) -> Result<Step, String> {
        let start = Naming::Chess.read(self.board(), from)?;
        if let Some(count) = to.strip_prefix(OFF) {
            let sign_fits =
                if sign == '-' { Ok(()) } else { Err(format!("pieces leave with `{from}-{OFF}`")) };
            return sign_fits.and_then(|()| self.read_exit(position, start, count));
        }
        let target = Naming::Chess.read(self.board(), to)?;
        let count = self.board().distance(start, target);
        if count == 0 {
            self.own_stack(position, start, Naming::Chess)?;
            return Err(format!("no straight or diagonal way leads from {from} to {to}"));
        }
        let direction = self.board().direction(start, target);
        let m = self.checked(position, start, direction, count.into(), Naming::Chess)?;
        let (right, meaning) = match position.owner(target) {
            None => ('-', "goes to an empty cell"),
            Some(owner) if owner == position.to_move() => (MERGE, "joins a stack"),
            Some(_) => ('x', "captures"),
        };
        if sign != right {
            return Err(format!("this move {meaning}: it is written `{from}{right}{to}`"));
        }
        Ok(m)
    }

    /// What follows `off`: nothing, or `:3`.
    fn read_exit(&self, position: &Position<CELLS>, from: CellIndex, count: &str) -> Result<Step, String> {
        let height = self.own_stack(position, from, Naming::Chess)?;
        let forward = Direction::FORWARD[position.to_move().index()];
        let leaves = |direction, count| self.board().landing(from, direction, count) == Landing::Off;
        let mut counts: Vec<usize> = (1..=height).collect();
        counts.retain(|count| forward.iter().any(|direction| leaves(*direction, *count)));
        let name = Naming::Chess.cell(self.board(), from);
        let wanted = match count.trim().strip_prefix(':') {
            Some(number) => {
                Some(names::number(number.trim()).ok_or_else(|| format!("no number of pieces: `{number}`"))?)
            }
            None if count.trim().is_empty() => None,
            None => return Err(format!("unreadable `{OFF}{count}`, not `{OFF}` or `{OFF}:{height}`")),
        };
        let count = match (wanted, &counts[..]) {
            (_, []) => return Err(format!("no pieces can leave the board from {name}")),
            (Some(count), counts) if counts.contains(&count) => count,
            (Some(count), counts) => {
                let can = listed(counts);
                return Err(format!(
                    "{} cannot leave the board from {name}, but {can} can",
                    names::pieces(count)
                ));
            }
            (None, [count]) => *count,
            (None, counts) => {
                return Err(format!(
                    "from {name} {} pieces can leave the board: say how many",
                    listed(counts)
                ));
            }
        };
        let direction = forward.into_iter().find(|direction| leaves(*direction, count));
        let direction = direction.ok_or_else(|| format!("no pieces can leave the board from {name}"))?;
        Ok(Step { from, direction, count: count as u8 })
    }

    /// How high the stack on `cell` is, if it belongs to the player to move.
    fn own_stack(
        &self,
        position: &Position<CELLS>,
        cell: CellIndex,
        naming: Naming,
    ) -> Result<usize, String> {
        let name = naming.cell(self.board(), cell);
        match position.owner(cell) {
            None => Err(format!("no stack on {name}")),
            Some(owner) if owner != position.to_move() => {
                Err(format!("the stack on {name} is {}'s", names::player(owner)))
            }
            Some(_) => Ok(position.height(cell).into()),
        }
    }

    /// The move, if it is legal; otherwise why not.
    fn checked(
        &self,
        position: &Position<CELLS>,
        from: CellIndex,
        direction: Direction,
        count: usize,
        naming: Naming,
    ) -> Result<Step, String> {
        let me = position.to_move();
        let height = self.own_stack(position, from, naming)?;
        if count == 0 {
            return self.pass(position);
        }
        let (start, come) = (naming.cell(self.board(), from), names::pieces(count));
        if count > height {
            return Err(format!("{come} cannot leave {start}: the stack has {height}"));
        }
        let forward = Direction::FORWARD[me.index()].contains(&direction);
        match self.board().landing(from, direction, count) {
            Landing::Light => Err(format!(
                "{come} going {} would end on a light cell: straight moves need an even number",
                direction.name()
            )),
            Landing::Off if !forward => Err(format!(
                "{} must not leave the board to the {}: {}",
                come,
                direction.name(),
                forward_only(me)
            )),
            Landing::Cell(to) if position.owner(to) == Some(me.opponent()) => {
                let there = position.height(to);
                if usize::from(there) > count {
                    let target = naming.cell(self.board(), to);
                    return Err(format!("{come} cannot capture the stack on {target}, which has {there}"));
                }
                Ok(Step { from, direction, count: count as u8 })
            }
            Landing::Cell(to) if !forward => {
                let target = naming.cell(self.board(), to);
                Err(format!("nothing to capture on {target}: without capture {}", forward_only(me)))
            }
            Landing::Cell(_) | Landing::Off => Ok(Step { from, direction, count: count as u8 }),
        }
    }
}

fn forward_only(player: Player) -> String {
    let [straight, right, left] = Direction::FORWARD[player.index()].map(Direction::name);
    format!("{} goes {straight}, {right} or {left}", names::player(player))
}

/// `4, 6 or 8`
fn listed(counts: &[usize]) -> String {
    let texts: Vec<String> = counts.iter().map(usize::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}
