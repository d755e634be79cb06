//! What undecided positions are worth, and why.

use serde::Serialize;

use crate::outcome::{Outcome, Verdict};
use crate::player::{MAX_PLAYERS, Player};
use crate::rules::Game;
use crate::value::{Assessment, Value};

/// An evaluation of `G`, with an incremental state of its own (sums, accumulators of a network, nothing).
///
/// The searcher keeps one state beside its position and tells it of every move.
pub trait Evaluate<G: Game>: Send + Sync {
    /// What is carried from move to move.
    type State: Clone + Send;

    /// The state for `position`, computed from nothing.
    fn fresh(&self, game: &G, position: &G::Position) -> Self::State;

    /// Called before `m` is played on `before`.
    #[inline]
    fn play(&self, _game: &G, _before: &G::Position, _m: G::Move, _state: &mut Self::State) {}

    /// Called after `m` was taken back, with `before` as it was in [`play`](Evaluate::play).
    #[inline]
    fn undo(&self, _game: &G, _before: &G::Position, _m: G::Move, _state: &mut Self::State) {}

    /// The value for the player to move, in a game of two: a [`Value::guess`].
    fn value(&self, game: &G, position: &G::Position, state: &Self::State) -> Value;

    /// Each player's share of what there is to win. The default suits games of two.
    fn shares(&self, game: &G, position: &G::Position, state: &Self::State) -> Shares {
        let value = self.value(game, position, state);
        Shares::of_two(game.to_move(position), value)
    }

    /// The named parts of the evaluation. For two players their weighted differences add up to the value.
    fn explain(&self, game: &G, position: &G::Position) -> Vec<Term>;
}

/// One named part of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// The name, also the key of its translation.
    pub name: String,
    /// What each player gets for it, in the order of seats.
    pub points: Vec<i32>,
}

/// What all players together can win. Divisible by every number of players from 1 to
/// [`MAX_PLAYERS`], so that ties split it evenly.
pub const SHARE_TOTAL: i32 = 60_000;

/// One value for each player, none negative, together at most [`SHARE_TOTAL`]: what pruning in MaxN relies on.
///
/// ```text
///  0 ........ 3000 | 3000 ....... 57000 | 57000 ....... 60000
///  lost, soon later|   guesses, ties    | won later,  won now
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares([i32; MAX_PLAYERS]);

impl Shares {
    /// Guesses stay this far from certain wins and losses: the longest distance of a proven result.
    pub const MARGIN: i32 = Value::MOST_PLIES as i32;

    /// Guessed shares in proportion to `weights` (not negative), one for each player.
    pub fn guess(weights: &[i64]) -> Shares {
        let players = weights.len().max(1) as i64;
        let sum: i64 = weights.iter().map(|w| w.max(&0)).sum();
        let least = i64::from(Self::MARGIN);
        let free = i64::from(SHARE_TOTAL) - players * least;
        let mut shares = [0; MAX_PLAYERS];
        for (share, weight) in shares.iter_mut().zip(weights) {
            let part = if sum > 0 { free * weight.max(&0) / sum } else { free / players };
            *share = (least + part) as i32;
        }
        Shares(shares)
    }

    /// The shares of two players from the value for `mover`.
    pub fn of_two(mover: Player, value: Value) -> Shares {
        const HALF: i32 = SHARE_TOTAL / 2;
        if let Some(plies) = value.plies() {
            let winner = if value.is_win() { mover } else { mover.opponent() };
            return Shares::of_outcome(&Outcome::win(winner, 2), plies);
        }
        let most = HALF - Self::MARGIN;
        let tilt = value.raw().clamp(-most, most);
        let mut shares = [0; MAX_PLAYERS];
        shares[mover.index()] = HALF + tilt;
        shares[mover.opponent().index()] = HALF - tilt;
        Shares(shares)
    }

    /// The shares when the game ends with `outcome` in `plies`. Those in first place split the total; with a
    /// single winner, part of it wanders to the others with every ply, so that winning sooner and losing later are better.
    pub fn of_outcome(outcome: &Outcome, plies: u32) -> Shares {
        let players = outcome.players();
        let mut shares = [0; MAX_PLAYERS];
        match outcome.winner() {
            Some(winner) => {
                let plies = plies.min(Value::MOST_PLIES) as i32;
                shares[..players].fill(plies / (players as i32 - 1));
                shares[winner.index()] = SHARE_TOTAL - plies;
            }
            None => {
                let first = outcome.places().iter().filter(|&&place| place == 1).count() as i32;
                for (share, _) in shares.iter_mut().zip(outcome.places()).filter(|(_, place)| **place == 1) {
                    *share = SHARE_TOTAL / first;
                }
            }
        }
        Shares(shares)
    }

    /// The share of `player`.
    #[inline]
    pub const fn of(&self, player: Player) -> i32 {
        self.0[player.index()]
    }

    /// What to tell `player`: certain wins and losses as such, everything else as the distance from an even share.
    pub fn assessment(&self, player: Player, players: usize) -> Assessment {
        let won = |share: &i32| *share > SHARE_TOTAL - Self::MARGIN;
        match self.as_slice(players).iter().position(won) {
            Some(winner) => {
                let outcome = if winner == player.index() { Verdict::Win } else { Verdict::Loss };
                Assessment::Proven { outcome, plies: Some((SHARE_TOTAL - self.0[winner]) as u32) }
            }
            None => Assessment::Guess { score: self.of(player) - SHARE_TOTAL / players as i32 },
        }
    }

    /// The shares of the first `players`.
    pub fn as_slice(&self, players: usize) -> &[i32] {
        &self.0[..players]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_exceed_the_total() {
        let outcomes = [vec![1, 2, 2], vec![1, 1, 1], vec![2, 1, 1, 3], vec![1, 2], vec![6, 5, 4, 3, 2, 1]];
        for places in outcomes {
            let outcome = Outcome::from_places(&places).unwrap();
            for plies in [0, 1, 7, 3000, 100_000] {
                let shares = Shares::of_outcome(&outcome, plies);
                assert!(shares.0.iter().all(|share| *share >= 0));
                assert!(shares.0.iter().sum::<i32>() <= SHARE_TOTAL, "{places:?} {plies}");
            }
        }
        assert!(Shares::guess(&[5, 0, 3, 1]).0.iter().sum::<i32>() <= SHARE_TOTAL);
        assert_eq!(Shares::guess(&[0, 0, 0]).of(Player::new(2)), SHARE_TOTAL / 3);
    }

    #[test]
    fn sooner_wins_and_later_losses_are_worth_more() {
        let win = Outcome::win(Player::SECOND, 3);
        let (soon, late) = (Shares::of_outcome(&win, 2), Shares::of_outcome(&win, 8));
        assert!(soon.of(Player::SECOND) > late.of(Player::SECOND));
        assert!(soon.of(Player::FIRST) < late.of(Player::FIRST));
    }

    #[test]
    fn two_player_values_keep_their_order() {
        let values = [
            Value::loss_in(2),
            Value::loss_in(8),
            Value::guess(-50),
            Value::DRAW,
            Value::guess(9),
            Value::win_in(5),
            Value::win_in(1),
        ];
        let shares = values.map(|v| Shares::of_two(Player::SECOND, v).of(Player::SECOND));
        assert!(shares.is_sorted_by(|a, b| a < b), "{shares:?}");
    }
}
