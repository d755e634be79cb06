//! The report's second idea for later: moves of the opening that were computed beforehand, in a small text file.
//!
//! ```text
//! # A remark.
//! board 4,3,3 win
//! b2
//! a1 b2
//! b2 a1 c3
//! ```
//!
//! Under the name of a board, each line is a game from the start whose last move is the best answer to those before
//! it. Turned and mirrored boards need no lines of their own.

use std::collections::HashMap;

use mossa_game::{Game, InputError, InputKind, Notation, Symmetric};

use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// The file that comes with the program; `examples/openings.rs` computes it.
pub const SHIPPED: &str = include_str!("../../lab/openings.txt");

/// What stands before the name of a board.
const HEADING: &str = "board ";

/// The best moves of one board's opening.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// For the canonical key of each position the move, as it is on the board that the key stands for.
    answers: HashMap<u64, Mark>,
    /// How many stones there are at most in such a position.
    most_stones: usize,
}

impl Openings {
    /// Those of `game` in the file that comes with the program; none for boards that it does not name.
    pub fn shipped<const W: usize>(game: &Mnk<W>) -> Openings {
        // Tests read all of the file. Without openings the player searches from the first move on.
        Openings::read(game, SHIPPED).unwrap_or_default()
    }

    /// Those of `game` in `text`; lines about other boards are passed over.
    pub fn read<const W: usize>(game: &Mnk<W>, text: &str) -> Result<Openings, InputError> {
        let name = game.options_text();
        let mut openings = Openings::default();
        let mut ours = false;
        for (index, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(board) = line.strip_prefix(HEADING) {
                ours = board.split_whitespace().next() == Some(&name);
            } else if ours {
                openings.learn(game, line).map_err(|error| {
                    let problem = format!("openings of {name}, line {}: {}", index + 1, error.problem);
                    InputError::new(error.kind, problem, error.expected)
                })?;
            }
        }
        Ok(openings)
    }

    /// Takes one line: the moves so far, and the answer.
    fn learn<const W: usize>(&mut self, game: &Mnk<W>, line: &str) -> Result<(), InputError> {
        let mut position = game.start();
        let mut moves = line.split_whitespace().peekable();
        while let Some(text) = moves.next() {
            let m = game.parse_move(&position, text)?;
            if moves.peek().is_some() {
                game.play(&mut position, m);
                continue;
            }
            let (key, symmetry) = game.canonical_key(&position);
            if self.answers.insert(key, game.map_move(symmetry, m)).is_some() {
                let problem = format!("a second answer to the position before `{text}`");
                return Err(InputError::new(InputKind::Record, problem, "one answer to each position"));
            }
            self.most_stones = self.most_stones.max(stones(game, &position));
        }
        Ok(())
    }

    /// The best move, if the position, or one that is turned or mirrored, is known.
    pub fn answer<const W: usize>(&self, game: &Mnk<W>, position: &Position<W>) -> Option<Mark> {
        if stones(game, position) > self.most_stones || self.answers.is_empty() {
            return None;
        }
        let (key, symmetry) = game.canonical_key(position);
        let answer = game.map_move(game.inverse(symmetry), *self.answers.get(&key)?);
        // Keys of different positions may coincide.
        game.is_legal(position, answer).then_some(answer)
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }
}

fn stones<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> usize {
    game.board().cells() - usize::from(position.empty_cells())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rule;

    fn board(m: usize, n: usize, k: usize, rule: Rule) -> Mnk<1> {
        Mnk::new(m, n, k, rule).unwrap()
    }

    const TEXT: &str = "# a remark\nboard 4,3,3 win\nb2\n\nboard 3,3,3 draw\nb2\n a1 b2 \nb2 a1 c3\n";

    #[test]
    fn a_board_learns_its_own_lines() {
        let game = board(3, 3, 3, Rule::OrMore);
        let openings = Openings::read(&game, TEXT).unwrap();
        assert_eq!((openings.len(), openings.most_stones), (3, 2));
        let answer = |moves: &str| {
            let mut position = game.start();
            moves.split_whitespace().for_each(|m| {
                let m = game.parse_move(&position, m).unwrap();
                game.play(&mut position, m);
            });
            openings.answer(&game, &position).map(|m| game.move_text(&position, m))
        };
        assert_eq!(answer("").as_deref(), Some("b2"));
        // Each corner is the corner, turned.
        assert!(["a1", "a3", "c1", "c3"].map(answer).iter().all(|m| m.as_deref() == Some("b2")));
        assert_eq!(answer("b2 c1").as_deref(), Some("a3"));
        assert!(["b1", "a1 b2", "b2 b1", "b2 a1 c3"].iter().all(|moves| answer(moves).is_none()));
    }

    #[test]
    fn other_boards_and_other_rules_learn_nothing() {
        assert_eq!(Openings::read(&board(4, 3, 3, Rule::OrMore), TEXT).unwrap().len(), 1);
        for game in
            [board(3, 4, 3, Rule::OrMore), board(3, 3, 3, Rule::Exactly), board(3, 3, 2, Rule::OrMore)]
        {
            let openings = Openings::read(&game, TEXT).unwrap();
            assert!(openings.is_empty() && openings.answer(&game, &game.start()).is_none());
        }
    }

    #[test]
    fn bad_lines_are_told_with_their_number() {
        let game = board(3, 3, 3, Rule::OrMore);
        for (line, told) in [
            ("b4", "line 3: no cell `b4`"),
            ("a1 a1", "line 3: cell `a1` is taken"),
            ("a1 b1 a2 b2 a3 c3", "line 3: no move `c3`: the game is over"),
            ("c3", "line 3: a second answer to the position before `c3`"),
        ] {
            let error = Openings::read(&game, &format!("board 3,3,3\nb2\n{line}\n")).unwrap_err();
            assert!(error.problem.ends_with(told), "{error}");
        }
    }
}
