//! Deterministic search for two to six players.
//!
//! | module | what it assumes of the others | what its values are |
//! |---|---|---|
//! | [`maxn`] | each wants the most for itself | one share for each player |
//! | [`paranoid`] | all are allied against the player to move | one value, a win is certain |
//! | [`best_reply`] | only one of them moves, the one who hurts most | one value, a guess |
//!
//! For two players the three are the same: plain minimax.
//!
//! MaxN sees best who profits from what but prunes little. Paranoid prunes as
//! alpha-beta does, but plays timidly once it believes that everybody conspires.
//! Best-Reply Search looks furthest ahead, at the price of lines that cannot occur.

pub mod best_reply;
mod deepening;
pub mod maxn;
pub mod memory;
mod ordering;
pub mod paranoid;
pub(crate) mod walk;

use mossa_game::{Evaluate, Game, Player, SHARE_TOTAL, Shares, Symmetric, Tactics, Turns, Value, Verdict};

use crate::clock::StopSignal;
use crate::report::{LineValue, Report, Request};
use crate::table::Table;

/// The deepest iteration. No tree of three players or more is searched nearly as deep; the buffers for it take a few
/// megabytes at most (Chinese Checkers for six, whose moves are in one list: 6 MB).
pub const MOST_DEPTH: u32 = 128;

/// A way to search for more than two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// [`maxn`].
    MaxN,
    /// [`paranoid`].
    Paranoid,
    /// [`best_reply`].
    BestReply,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 3] = [Method::MaxN, Method::Paranoid, Method::BestReply];

    /// The name people write.
    pub const fn name(self) -> &'static str {
        match self {
            Method::MaxN => "maxn",
            Method::Paranoid => "paranoid",
            Method::BestReply => "brs",
        }
    }

    /// The method that people call `name`.
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Searches `position` for the player to move by `method`. All use the table; only
/// [`Method::Paranoid`] uses threads.
#[expect(clippy::too_many_arguments, reason = "those of the two-player search, and the method")]
pub fn search<G: Tactics + Symmetric + Turns, E: Evaluate<G>>(
    method: Method,
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    table: &Table,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    match method {
        Method::MaxN => maxn::search(game, evaluator, position, request, table, stop, on_report),
        Method::Paranoid => paranoid::search(game, evaluator, position, request, table, stop, on_report),
        Method::BestReply => best_reply::search(game, evaluator, position, request, table, stop, on_report),
    }
}

/// What `shares` say about the game to `player`, as a value in the range of guesses. An even share is 0,
/// the value of a draw; a larger share never gives a smaller value.
#[inline]
pub fn guess_from_shares(shares: &Shares, player: Player, players: usize) -> Value {
    let even = SHARE_TOTAL / players as i32;
    let difference = i64::from(shares.of(player) - even);
    // What is above an even share is never less than what is below it, so one scale fits both.
    let scaled = difference * i64::from(Value::BEST_GUESS.raw()) / i64::from(SHARE_TOTAL - even);
    Value::guess(scaled as i32)
}

/// The share behind a guess: what [`guess_from_shares`] makes `value` of.
pub fn share_of_guess(value: Value, players: usize) -> i32 {
    let even = SHARE_TOTAL / players as i32;
    let scale = i64::from(Value::BEST_GUESS.raw());
    let scaled = i64::from(value.raw()) * i64::from(SHARE_TOTAL - even);
    // Rounded away from zero, since the other way is rounded towards it.
    let difference = (scaled.abs() + scale - 1) / scale * scaled.signum();
    even + difference.clamp(-i64::from(even), i64::from(SHARE_TOTAL - even)) as i32
}

/// The evaluation of an undecided position for `root`, whoever is to move.
#[inline]
pub(crate) fn guess_for<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    state: &E::State,
    root: Player,
) -> Value {
    if game.players() > 2 {
        return guess_from_shares(&evaluator.shares(game, position, state), root, game.players());
    }
    let value = evaluator.value(game, position, state);
    if game.to_move(position) == root { value } else { -value }
}

/// What to report for a line that is worth `shares`: to the mover in games of two, to each otherwise.
pub(crate) fn line_value(shares: &Shares, mover: Player, players: usize, exhausted: bool) -> LineValue {
    if players > 2 {
        return LineValue::Each { shares: *shares, exhausted };
    }
    LineValue::Mover { value: value_of_two(shares, mover), exhausted }
}

/// The inverse of [`Shares::of_two`], where that did not have to cut off an extreme guess.
fn value_of_two(shares: &Shares, mover: Player) -> Value {
    let won_in = |share: i32| SHARE_TOTAL - share;
    let (own, other) = (shares.of(mover), shares.of(mover.opponent()));
    if won_in(own) <= Shares::MARGIN {
        Value::proven(Verdict::Win, won_in(own) as u32)
    } else if won_in(other) <= Shares::MARGIN {
        Value::proven(Verdict::Loss, won_in(other) as u32)
    } else {
        Value::guess(own - SHARE_TOTAL / 2)
    }
}

/// A result that is not certain, since it holds only under an assumption about the others or since not all moves were
/// tried, told as the strongest guess instead.
/// Faster wins stay better than slower ones, and slower losses better than faster ones.
pub(crate) fn as_guess(value: Value) -> Value {
    match value.plies() {
        Some(plies) if value.is_win() => Value::guess(Value::BEST_GUESS.raw() - plies as i32),
        Some(plies) => Value::guess(plies as i32 - Value::BEST_GUESS.raw()),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_shares_never_give_smaller_values_and_even_ones_give_zero() {
        for players in 2..=6 {
            let shares = |own: i64| {
                let mut weights = vec![1; players];
                weights[0] = own;
                Shares::guess(&weights)
            };
            let values: Vec<Value> =
                (0..200).map(|own| guess_from_shares(&shares(own), Player::FIRST, players)).collect();
            assert!(values.is_sorted() && values[0] < values[1] && values[1] < values[199]);
            assert_eq!(values[1], Value::DRAW);
            assert!(values.iter().all(|value| !value.is_decided()));
        }
    }

    #[test]
    fn shares_and_guesses_are_told_as_each_other() {
        for players in 3..=6 {
            let even = SHARE_TOTAL / players as i32;
            for share in (0..SHARE_TOTAL).step_by(97) {
                let shares =
                    Shares::of_two(Player::FIRST, Value::DRAW).with_share(Player::FIRST, share, players);
                let value = guess_from_shares(&shares, Player::FIRST, players);
                assert!((share_of_guess(value, players) - share).abs() <= 2, "{share} of {players}");
            }
            assert_eq!(share_of_guess(Value::DRAW, players), even);
            assert_eq!(share_of_guess(Value::BEST_GUESS, players), SHARE_TOTAL);
            assert_eq!(share_of_guess(-Value::BEST_GUESS, players), 0);
        }
    }

    #[test]
    fn values_of_two_survive_the_way_through_shares() {
        let proven =
            [Value::win_in(1), Value::loss_in(12), Value::win_in(u32::MAX), Value::loss_in(u32::MAX)];
        let extreme = SHARE_TOTAL / 2 - Shares::MARGIN - 1;
        let guesses = [0, 77, -9, extreme, -extreme].map(Value::guess);
        for value in proven.into_iter().chain(guesses) {
            for mover in Player::all(2) {
                assert_eq!(value_of_two(&Shares::of_two(mover, value), mover), value);
            }
        }
    }

    #[test]
    fn assumed_results_become_guesses_in_the_same_order() {
        let values =
            [Value::loss_in(2), Value::loss_in(5), Value::guess(3), Value::win_in(9), Value::win_in(4)];
        assert!(values.map(as_guess).is_sorted_by(|a, b| a < b));
        assert!(values.map(as_guess).iter().all(|value| !value.is_decided()));
    }

    #[test]
    fn methods_are_found_by_name() {
        for method in Method::ALL {
            assert_eq!(Method::from_name(method.name()), Some(method));
        }
    }
}
