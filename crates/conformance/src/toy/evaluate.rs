//! What an undecided position of Nim is worth.

use mossa_game::{Evaluate, Game, Player, Shares, Term, Value};

use super::position::{Position, Take};
use super::rules::Nim;

/// Guesses that everybody takes as much as possible, and looks who gets the last stone then.
///
/// Experts know better, at least for two players. A search has something to find out this way.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastStone;

/// What the guess counts for one turn before the end, doubled.
const POINTS: i32 = 1000;

/// The state is the number of turns that are left if everybody takes as much as possible.
impl Evaluate<Nim> for LastStone {
    type State = u32;

    fn fresh(&self, game: &Nim, position: &Position) -> u32 {
        position.heaps().iter().map(|&heap| turns(game, heap)).sum()
    }

    fn play(&self, game: &Nim, before: &Position, m: Take, state: &mut u32) {
        let heap = before.heaps()[usize::from(m.heap)];
        *state = *state + turns(game, heap - m.stones) - turns(game, heap);
    }

    fn undo(&self, game: &Nim, before: &Position, m: Take, state: &mut u32) {
        let heap = before.heaps()[usize::from(m.heap)];
        *state = *state + turns(game, heap) - turns(game, heap - m.stones);
    }

    fn value(&self, game: &Nim, position: &Position, state: &u32) -> Value {
        let points = points(*state);
        let mover = game.to_move(position);
        Value::guess(if last_to_take(game, mover, *state) == mover { points } else { -points })
    }

    fn shares(&self, game: &Nim, position: &Position, state: &u32) -> Shares {
        let mut weights = vec![i64::from(POINTS); game.players()];
        weights[last_to_take(game, game.to_move(position), *state).index()] += i64::from(points(*state));
        Shares::guess(&weights)
    }

    fn explain(&self, game: &Nim, position: &Position) -> Vec<Term> {
        let turns = self.fresh(game, position);
        let mut each = vec![0; game.players()];
        each[last_to_take(game, game.to_move(position), turns).index()] = points(turns);
        vec![Term::new("last-stone", each)]
    }
}

/// How often a heap is taken from if everybody takes as much as possible.
fn turns(game: &Nim, heap: u8) -> u32 {
    u32::from(heap.div_ceil(game.most))
}

/// The more turns somebody has to change the course of things, the less the guess is worth.
fn points(turns: u32) -> i32 {
    POINTS / (1 + turns as i32)
}

/// Who makes the last of `turns`, if `mover` makes the first. Without turns left, whoever moved before.
fn last_to_take(game: &Nim, mover: Player, turns: u32) -> Player {
    let players = game.players();
    Player::new((mover.index() + turns as usize + players - 1) % players)
}
