//! Moves as people write them, and why one is refused.
//!
//! | text | meaning |
//! |---|---|
//! | `H5,NE,1` | cell (row letter, column number), direction, number of pieces |
//! | `H5,N,0`, `pass` | a pass: any stack of the player, any direction |
//! | `e1-f2`, `e1+g3`, `e1xg3` | cells as in chess: any move on the board, one to an own stack, a capture |
//! | `e1-off:3`, `e1-off` | pieces leave the board; without a number, if only one number can |
//!
//! Both ways to name cells look alike. Commas tell the first, the signs `-`, `+` and `x` the second. Capitals do not
//! matter.

use mossa_game::{Game, InputError, InputKind, Player};

use super::names::{self, Naming, Refusal};
use crate::board::Landing;
use crate::cells::CellIndex;
use crate::direction::Direction;
use crate::position::Position;
use crate::rules::{Dipole, Step};

/// What follows the sign where pieces leave the board.
const OFF: &str = "off";

const PASS: &str = "pass";

/// The sign between the cells of any move.
const MOVE: char = '-';

/// The sign between the cells of a move to an own stack.
const MERGE: char = '+';

/// The sign between the cells of a capture.
const CAPTURE: char = 'x';

impl<const CELLS: usize> Dipole<CELLS> {
    pub(super) fn read_move(&self, position: &Position<CELLS>, text: &str) -> Result<Step, InputError> {
        let error = |problem: String, expected: String| InputError::new(InputKind::Move, problem, expected);
        if self.outcome(position).is_some() {
            return Err(error(format!("no move `{}`: the game is over", text.trim()), "no move".to_owned()));
        }
        let lower = text.trim().to_ascii_lowercase();
        let sign = lower.char_indices().find(|(at, c)| *at > 0 && [MOVE, MERGE, CAPTURE].contains(c));
        let (read, naming) = match sign {
            _ if lower == PASS => (self.pass(position).map_err(Refusal::from), Naming::Course),
            _ if lower.contains(',') => (self.read_course_form(position, &lower), Naming::Course),
            Some((at, sign)) => {
                let (from, to) = (lower[..at].trim(), lower[at + sign.len_utf8()..].trim());
                (self.read_chess_form(position, from, sign, to), Naming::Chess)
            }
            None => (Err(format!("unreadable move `{}`", text.trim()).into()), Naming::Course),
        };
        read.map_err(|Refusal { problem, expected }| {
            error(problem, self.expected_move(position, naming, expected))
        })
    }

    /// What would be right: `better` if a reader could say it, otherwise an example in the style that was tried.
    fn expected_move(&self, position: &Position<CELLS>, naming: Naming, better: Option<String>) -> String {
        if self.must_pass(position) {
            return format!("`{PASS}`, the only choice here");
        }
        let first = self.legal_moves(position).first().copied();
        let example = || {
            let text = first.map(|m| match naming {
                Naming::Course => self.written(position, m),
                Naming::Chess => self.chess_text(position, m),
            });
            let form = match naming {
                Naming::Course => "cell, direction and number of pieces",
                Naming::Chess => "a cell, a sign and where the move ends",
            };
            format!("{form}, such as `{}`", text.unwrap_or_default())
        };
        better.unwrap_or_else(example)
    }

    /// A legal move, not a pass, in the style of chess.
    fn chess_text(&self, position: &Position<CELLS>, m: Step) -> String {
        let from = Naming::Chess.cell(self.board(), m.from);
        match self.board().landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) => {
                let (sign, _) = sign_of(position, to);
                format!("{from}{sign}{}", Naming::Chess.cell(self.board(), to))
            }
            _ => format!("{from}{MOVE}{OFF}:{}", m.count),
        }
    }

    fn pass(&self, position: &Position<CELLS>) -> Result<Step, String> {
        match self.must_pass(position) {
            true => Ok(Step::PASS),
            false => Err(format!("{} can move and must not pass", names::player(position.to_move()))),
        }
    }

    /// `h5,ne,1`
    fn read_course_form(&self, position: &Position<CELLS>, text: &str) -> Result<Step, Refusal> {
        let mut parts = text.split(',').map(str::trim);
        let (Some(cell), Some(direction), Some(count), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(format!("unreadable move `{text}`").into());
        };
        let from = Naming::Course.read(self.board(), &cell.to_ascii_uppercase())?;
        let direction = names::direction(direction)?;
        let count = names::number(count).ok_or_else(|| Refusal {
            problem: format!("no number of pieces: `{count}`"),
            expected: self.own_stack(position, from, Naming::Course).ok().map(|most| format!("1 to {most}")),
        })?;
        Ok(self.checked(position, from, direction, count, Naming::Course)?)
    }

    /// `e1-f2`, `e1+g3`, `e1xg3`, `e1-off:3`
    fn read_chess_form(
        &self,
        position: &Position<CELLS>,
        from: &str,
        sign: char,
        to: &str,
    ) -> Result<Step, Refusal> {
        let start = Naming::Chess.read(self.board(), from)?;
        if let Some(count) = to.strip_prefix(OFF) {
            if sign != MOVE {
                return Err(format!("pieces leave with `{from}{MOVE}{OFF}`").into());
            }
            return Ok(self.read_exit(position, start, count)?);
        }
        let target = Naming::Chess.read(self.board(), to)?;
        let count = self.board().distance(start, target);
        if count == 0 {
            self.own_stack(position, start, Naming::Chess)?;
            return Err(format!("no straight or diagonal way leads from {from} to {to}").into());
        }
        let direction = self.board().direction(start, target);
        let m = self.checked(position, start, direction, count.into(), Naming::Chess)?;
        let (right, meaning) = sign_of(position, target);
        if sign != MOVE && sign != right {
            return Err(format!("this move {meaning}: it is written `{from}{right}{to}`").into());
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

/// The sign between the cells of a move to `target`, and what it means.
fn sign_of<const CELLS: usize>(position: &Position<CELLS>, target: CellIndex) -> (char, &'static str) {
    match position.owner(target) {
        None => (MOVE, "goes to an empty cell"),
        Some(owner) if owner == position.to_move() => (MERGE, "joins a stack"),
        Some(_) => (CAPTURE, "captures"),
    }
}

/// The texts of a list of moves: blanks separate them, but not beside a comma, a sign or a colon, so that `H5, NE, 3` is
/// one move.
pub(super) fn split(text: &str) -> Vec<&str> {
    let joins = |c: char| [',', ':', MOVE, MERGE].contains(&c);
    let mut moves: Vec<&str> = Vec::new();
    let mut start = 0;
    for word in text.split_whitespace() {
        // The word lies in `text`.
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let end = at + word.len();
        match moves.last_mut() {
            Some(last) if last.ends_with(joins) || word.starts_with(joins) => *last = &text[start..end],
            _ => {
                start = at;
                moves.push(word);
            }
        }
    }
    moves
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
