//! The lines behind BOARD and SWAP2BOARD, up to DONE.

use std::time::Instant;

use mossa_arena::players::gomocup::Cell;

use super::board::Side;
use super::commands::shown;

/// What the lines are gathered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Board,
    Swap2,
}

/// Lines that are being gathered.
#[derive(Debug)]
pub(super) struct Gathering {
    pub(super) purpose: Purpose,
    /// The line that began it.
    pub(super) number: u64,
    /// When it was read: the clock runs since then.
    pub(super) began: Instant,
    stones: Vec<(Cell, Side)>,
    /// What was wrong first.
    problem: Option<String>,
}

impl Gathering {
    pub(super) fn new(purpose: Purpose, number: u64, began: Instant) -> Gathering {
        Gathering { purpose, number, began, stones: Vec::new(), problem: None }
    }

    /// Takes one more line; whether it was the last.
    pub(super) fn take(&mut self, line: &str) -> bool {
        if line.trim().eq_ignore_ascii_case("DONE") {
            return true;
        }
        let read = match self.purpose {
            Purpose::Board => stone(line),
            // Whose stones these are is still open.
            Purpose::Swap2 => {
                line.parse().map(|cell| (cell, Side::Ours)).map_err(|_| "X,Y or DONE".to_owned())
            }
        };
        match read {
            Ok(stone) => self.stones.push(stone),
            Err(expected) => {
                self.problem.get_or_insert_with(|| format!("{}; expected {expected}", shown(line)));
            }
        }
        false
    }

    /// The stones, or what was wrong with them.
    pub(super) fn stones(self) -> Result<Vec<(Cell, Side)>, String> {
        self.problem.map_or(Ok(self.stones), Err)
    }
}

/// A stone of a board, or what was expected.
fn stone(line: &str) -> Result<(Cell, Side), String> {
    let read = || {
        let (cell, field) = line.rsplit_once(',')?;
        Some((cell.parse::<Cell>().ok()?, field.trim()))
    };
    match read() {
        Some((cell, "1")) => Ok((cell, Side::Ours)),
        Some((cell, "2")) => Ok((cell, Side::Theirs)),
        Some((_, "3")) => Err("only stones of the game: mossa does not play on after a win".to_owned()),
        _ => Err("X,Y,1 or X,Y,2 or DONE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(purpose: Purpose, lines: &[&str]) -> Result<Vec<(Cell, Side)>, String> {
        let mut gathering = Gathering::new(purpose, 1, Instant::now());
        let (last, others) = lines.split_last().unwrap();
        assert!(others.iter().all(|line| !gathering.take(line)));
        assert!(gathering.take(last));
        gathering.stones()
    }

    #[test]
    fn stones_are_gathered_until_done() {
        let (a, b) = (Cell { x: 10, y: 11 }, Cell { x: 9, y: 3 });
        let lines = ["10,11,1", " 9, 3, 2 ", "done"];
        assert_eq!(gathered(Purpose::Board, &lines), Ok(vec![(a, Side::Ours), (b, Side::Theirs)]));
        assert_eq!(gathered(Purpose::Board, &["DONE"]), Ok(vec![]));
        assert_eq!(gathered(Purpose::Swap2, &["10,11", "DONE"]), Ok(vec![(a, Side::Ours)]));
    }

    #[test]
    fn the_first_mistake_is_told() {
        let lines = ["1,1,1", "1,2", "x", "DONE"];
        assert_eq!(gathered(Purpose::Board, &lines).unwrap_err(), "`1,2`; expected X,Y,1 or X,Y,2 or DONE");
        let error = gathered(Purpose::Board, &["1,1,3", "DONE"]).unwrap_err();
        assert!(error.starts_with("`1,1,3`; expected only stones of the game"), "{error}");
        assert_eq!(
            gathered(Purpose::Swap2, &["1,1,1", "DONE"]).unwrap_err(),
            "`1,1,1`; expected X,Y or DONE"
        );
    }
}
