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

    /// Whether it sees the game with the eyes of whoever was to move where the state was computed from nothing: then it
    /// may value what that player has otherwise than what the opponent has.
    const ONE_SIDED: bool = false;

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
    /// The same in each phase of the game, in evaluations that weigh between phases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhasePoints>,
}

/// What a term counts in one phase of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PhasePoints {
    /// The name of the phase, also the key of its translation.
    pub name: String,
    /// What each player would get if the game were in this phase alone.
    pub points: Vec<i32>,
}

impl Term {
    /// A term that is the same in all phases.
    pub fn new(name: impl Into<String>, points: Vec<i32>) -> Term {
        Term { name: name.into(), points, phases: Vec::new() }
    }
}

/// What all players together can win. Divisible by every number of players from 1 to
/// [`MAX_PLAYERS`], so that ties split it evenly.
pub const SHARE_TOTAL: i32 = 60_000;

/// One value for each player, none negative, together at most [`SHARE_TOTAL`]: what pruning in MaxN relies on.
///
/// ```text
///  0 ......... 3000 | 3001 ..... 56999 | 57000 ...... 60000
///  lost now   later |  guesses, ties   | won later  won now
/// ```
///
/// Only the first place counts: who is second and who is last lose alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares([i32; MAX_PLAYERS]);

impl Shares {
    /// What a winner may lose by winning late: the longest distance of a proven result of two players. Guesses stay
    /// further away than this from both ends.
    pub const MARGIN: i32 = Value::MOST_PLIES as i32;

    /// The least that a guess gives to anybody.
    const LEAST_GUESS: i32 = Self::MARGIN + 1;

    /// Guessed shares in proportion to `weights` (not negative), one for each player.
    pub fn guess(weights: &[i64]) -> Shares {
        let players = weights.len().max(1) as i64;
        let sum: i64 = weights.iter().map(|w| w.max(&0)).sum();
        let least = i64::from(Self::LEAST_GUESS);
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
        let most = HALF - Self::LEAST_GUESS;
        let tilt = value.raw().clamp(-most, most);
        let mut shares = [0; MAX_PLAYERS];
        shares[mover.index()] = HALF + tilt;
        shares[mover.opponent().index()] = HALF - tilt;
        Shares(shares)
    }

    /// The shares when the game ends with `outcome` in `plies`. Those in first place split the total. A single winner
    /// pays one to each of the others for every ply, so that winning sooner and losing later are better. More
    /// plies than [`MARGIN`](Shares::MARGIN) pays for (3000 with two players, 600 with six) count as so many.
    pub fn of_outcome(outcome: &Outcome, plies: u32) -> Shares {
        let players = outcome.players();
        let mut shares = [0; MAX_PLAYERS];
        match outcome.winner() {
            Some(winner) => {
                shares[..players].fill(Self::payable(plies, players));
                shares[winner.index()] = Self::of_winner(plies, players);
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

    /// What the only winner of `players` gets in `plies`: nobody can get more than that so late.
    #[inline]
    pub const fn of_winner(plies: u32, players: usize) -> i32 {
        SHARE_TOTAL - Self::payable(plies, players) * (players as i32 - 1)
    }

    /// What each loser gets after `plies`.
    const fn payable(plies: u32, players: usize) -> i32 {
        let most = Self::MARGIN as u32 / (players as u32 - 1);
        (if plies < most { plies } else { most }) as i32
    }

    /// The share of `player`.
    #[inline]
    pub const fn of(&self, player: Player) -> i32 {
        self.0[player.index()]
    }

    /// The same, but `player` gets `share`, and the others what is left, in proportion.
    #[must_use]
    pub fn with_share(mut self, player: Player, share: i32, players: usize) -> Shares {
        let others = i64::from(self.as_slice(players).iter().sum::<i32>() - self.of(player)).max(1);
        let left = i64::from(SHARE_TOTAL - share);
        for (other, old) in self.0[..players].iter_mut().enumerate() {
            *old = if other == player.index() { share } else { (i64::from(*old) * left / others) as i32 };
        }
        self
    }

    /// What to tell `player`: the result, if the search that found these shares `exhausted` all that matters and
    /// guessed nothing; otherwise the distance from an even share, however much it looks like a result.
    pub fn assessment(&self, player: Player, players: usize, exhausted: bool) -> Assessment {
        let share = self.of(player);
        if !exhausted {
            return Assessment::Guess { score: share - SHARE_TOTAL / players as i32 };
        }
        let won = |share: &&i32| **share >= SHARE_TOTAL - Self::MARGIN;
        let plies = self.as_slice(players).iter().find(won).map(|share| {
            // What the winner paid to all others together.
            (SHARE_TOTAL - share) as u32 / (players as u32 - 1)
        });
        let outcome = match plies {
            Some(_) if share >= SHARE_TOTAL - Self::MARGIN => Verdict::Win,
            None if share > 0 => Verdict::Draw,
            _ => Verdict::Loss,
        };
        Assessment::Proven { outcome, plies }
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
    fn what_somebody_else_does_not_get_is_shared_in_proportion() {
        let player = Player::new;
        let shares = Shares([30_000, 20_000, 10_000, 0, 0, 0]).with_share(player(0), 15_000, 3);
        assert_eq!(shares, Shares([15_000, 30_000, 15_000, 0, 0, 0]));
        assert_eq!(shares.with_share(player(0), 30_000, 3), Shares([30_000, 20_000, 10_000, 0, 0, 0]));
        let nothing = Shares([SHARE_TOTAL, 0, 0, 0, 0, 0]).with_share(player(0), 5, 3);
        assert_eq!(nothing, Shares([5, 0, 0, 0, 0, 0]));
    }

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
    fn every_ply_makes_a_win_worth_less_and_a_loss_worth_more() {
        for players in 2..=MAX_PLAYERS {
            let win = Outcome::win(Player::SECOND, players);
            let last = Shares::MARGIN as u32 / (players as u32 - 1);
            for plies in 0..last {
                let (soon, late) = (Shares::of_outcome(&win, plies), Shares::of_outcome(&win, plies + 1));
                assert!(soon.of(Player::SECOND) > late.of(Player::SECOND), "{players} {plies}");
                assert!(soon.of(Player::FIRST) < late.of(Player::FIRST), "{players} {plies}");
            }
            assert_eq!(Shares::of_outcome(&win, last), Shares::of_outcome(&win, u32::MAX));
        }
    }

    #[test]
    fn results_and_distances_are_told_as_they_were_put_in() {
        for players in 2..=MAX_PLAYERS {
            let last = Shares::MARGIN as u32 / (players as u32 - 1);
            for plies in [0, 1, 2, 7, last - 1, last] {
                let shares = Shares::of_outcome(&Outcome::win(Player::SECOND, players), plies);
                for player in Player::all(players) {
                    let outcome = if player == Player::SECOND { Verdict::Win } else { Verdict::Loss };
                    let told = shares.assessment(player, players, true);
                    assert_eq!(told, Assessment::Proven { outcome, plies: Some(plies) }, "{players}");
                    let unsure = shares.assessment(player, players, false);
                    assert!(matches!(unsure, Assessment::Guess { .. }), "nothing is certain: {unsure}");
                }
            }
        }
        let tie = Shares::of_outcome(&Outcome::from_places(&[1, 2, 1]).unwrap(), 4);
        let told = Player::all(3).map(|player| tie.assessment(player, 3, true).to_string());
        assert_eq!(told.collect::<Vec<_>>(), ["draw", "loss", "draw"]);
        assert_eq!(tie.assessment(Player::FIRST, 3, false), Assessment::Guess { score: 10_000 });
    }

    #[test]
    fn no_guess_is_as_much_as_a_late_win_or_as_little_as_a_late_loss() {
        for players in 2..=MAX_PLAYERS {
            let mut weights = vec![0; players];
            weights[0] = 1_000_000;
            let guess = Shares::guess(&weights);
            let latest = Shares::of_outcome(&Outcome::win(Player::FIRST, players), u32::MAX);
            assert!(guess.of(Player::FIRST) < latest.of(Player::FIRST), "{players}");
            assert!(guess.of(Player::SECOND) > latest.of(Player::SECOND), "{players}");
        }
        let share = |value| Shares::of_two(Player::FIRST, value).of(Player::FIRST);
        let latest = Value::win_in(u32::MAX);
        assert!(share(Value::BEST_GUESS) < share(latest) && share(-Value::BEST_GUESS) > share(-latest));
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
