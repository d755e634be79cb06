//! A player who makes any legal move.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};

/// All legal moves are equally likely.
pub struct RandomPlayer {
    dice: Xoshiro256PlusPlus,
}

impl Default for RandomPlayer {
    fn default() -> RandomPlayer {
        RandomPlayer { dice: Xoshiro256PlusPlus::seed_from_u64(0) }
    }
}

impl Contestant for RandomPlayer {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.dice = Xoshiro256PlusPlus::seed_from_u64(game.seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        if turn.stop.is_stopped() {
            return Err(Fault::Stopped);
        }
        let moves = turn.position.moves();
        if moves.is_empty() {
            return Err(Fault::Refused("found no move".to_owned()));
        }
        let text = moves[self.dice.random_range(0..moves.len())].text.clone();
        Ok(Answer::Move(Choice { text, ..Choice::default() }))
    }
}
