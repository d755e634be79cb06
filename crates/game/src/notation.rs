//! How moves and positions are written.

use crate::error::InputError;
use crate::rules::Game;

/// Text for moves and positions, and back.
///
/// What is written can be read again and gives the same: `parse_move(p, move_text(p, m)) == m`, and
/// likewise for positions. Reading refuses everything that is not legal with an error that explains.
pub trait Notation: Game {
    /// The options of this game as they stand behind the colon of its name, in one canonical form:
    /// `3,3,3` in `mnk:3,3,3`; empty for a game that needs none.
    fn options_text(&self) -> String;

    /// The legal move `m`, in a few characters without spaces.
    fn move_text(&self, position: &Self::Position, m: Self::Move) -> String;

    /// The legal move that `text` means.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, InputError>;

    /// The texts of the single moves in a list of moves as people type it: separated by blanks, unless the game has
    /// another custom. Lists of [`move_text`](Notation::move_text)s with blanks between them are read by every game.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }

    /// The legal move `m` as people who know the game write it among themselves, if that differs from
    /// [`move_text`](Notation::move_text). Reading understands it, too.
    fn people_move(&self, position: &Self::Position, m: Self::Move) -> String {
        self.move_text(position, m)
    }

    /// A line of legal moves from `position` on, as people write it: moves with blanks between them, unless the game has
    /// another custom. [`split_moves`](Notation::split_moves) takes it apart again.
    fn people_line(&self, position: &Self::Position, moves: &[Self::Move]) -> String {
        let mut position = position.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            texts.push(self.people_move(&position, m));
            self.play(&mut position, m);
        }
        texts.join(" ")
    }

    /// The position on one line.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The position that `text` describes, completely validated: whatever works with positions may rely on it.
    fn parse_position(&self, text: &str) -> Result<Self::Position, InputError>;
}
