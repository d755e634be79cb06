//! How far everybody's pieces have to go.

use mossa_game::{Evaluate, Game, MAX_PLAYERS, Player, Shares, Term, Value};

use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};

/// Steps of all pieces to the tip of the goal, compared with the others'.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distance;

/// What one step is worth: a whole game of ten pieces, some 120 steps, stays well inside the range of guesses.
const STEP: i32 = 20;

/// What the last one weighs, in steps: being a step ahead of the last is worth a sixteenth of what the last one has.
const SHARE_OF_STEP: i64 = 16;

/// The steps that each player's pieces have to go.
type Steps = [i32; MAX_PLAYERS];

impl<const W: usize> Evaluate<ChineseCheckers<W>> for Distance {
    type State = Steps;

    fn fresh(&self, game: &ChineseCheckers<W>, position: &Position<W>) -> Steps {
        let board = game.board();
        let mut steps = [0; MAX_PLAYERS];
        for player in Player::all(board.players) {
            let pieces = position.pieces(player).iter();
            steps[player.index()] = pieces.map(|hole| board.distance(hole, player)).sum();
        }
        steps
    }

    #[inline]
    fn play(&self, game: &ChineseCheckers<W>, before: &Position<W>, walk: Walk, steps: &mut Steps) {
        if !walk.is_pass() {
            let player = before.to_move();
            let distance = |hole| game.board().distance(hole, player);
            steps[player.index()] += distance(walk.to) - distance(walk.from);
        }
    }

    #[inline]
    fn undo(&self, game: &ChineseCheckers<W>, before: &Position<W>, walk: Walk, steps: &mut Steps) {
        if !walk.is_pass() {
            let player = before.to_move();
            let distance = |hole| game.board().distance(hole, player);
            steps[player.index()] -= distance(walk.to) - distance(walk.from);
        }
    }

    #[inline]
    fn value(&self, _: &ChineseCheckers<W>, position: &Position<W>, steps: &Steps) -> Value {
        let (me, you) = (position.to_move(), position.to_move().next(2));
        Value::guess(STEP * (steps[you.index()] - steps[me.index()]))
    }

    fn shares(&self, game: &ChineseCheckers<W>, position: &Position<W>, steps: &Steps) -> Shares {
        let players = game.board().players;
        if players == 2 {
            return Shares::of_two(game.to_move(position), self.value(game, position, steps));
        }
        let most = steps[..players].iter().copied().max().unwrap_or(0);
        let weights = std::array::from_fn::<i64, MAX_PLAYERS, _>(|player| {
            SHARE_OF_STEP + i64::from(most - steps[player])
        });
        Shares::guess(&weights[..players])
    }

    fn explain(&self, game: &ChineseCheckers<W>, position: &Position<W>) -> Vec<Term> {
        let steps = self.fresh(game, position);
        let points = steps[..game.board().players].iter().map(|steps| -STEP * steps).collect();
        vec![Term { name: "steps-to-go".to_owned(), points }]
    }
}
