//! What part of its time a move may take.

use std::time::Duration;

use crate::limits::TimeControl;

/// Without a stated number of moves, a game is planned to last this many more.
/// Most games of every kind here are decided within 40 moves of a player.
const MOVES_PLANNED: u32 = 30;

/// What is kept on the clock of a game for the moments in which the machine stands still. A virtual one on a crowded host lets
/// every program wait, whatever its priority: 100 ms once in some minutes, and 250 ms were seen in games. With 100 ms kept, 7 of
/// 80 games of 1 s + 0.01 s were lost on time in a bad quarter of an hour. More would cost more than it saves (ADR 22): whoever
/// plays such games on such a machine, and must lose none on time, says so by a larger overhead.
const RESERVE: Duration = Duration::from_millis(300);

/// Whoever has nothing but the reserve, and no increment, takes this part of it for a move, 2 ms at most: enough for a few
/// plies, and too little to run the clock down.
const PART_OF_RESERVE: u32 = 150;

/// What a move takes at least, whatever the plan says. As long as half of the reserve is there beside what is lost on the way,
/// half of the increment may be used: the rest fills it again.
fn least(remaining: Duration, increment: Duration, overhead: Duration) -> Duration {
    let moment = remaining.min(RESERVE) / PART_OF_RESERVE;
    let spare = remaining.saturating_sub(overhead);
    if spare > RESERVE / 2 { moment.max((increment / 2).min(spare / 10)) } else { moment }
}

/// What of a time for one move is kept for noticing its end and for the answer: 2 %, and not less than a thread may have to
/// wait for its turn (but at most a tenth).
fn kept_per_move(time: Duration) -> Duration {
    /// A time slice of a busy processor.
    const TURN: Duration = Duration::from_millis(5);
    (time / 50).max(TURN.min(time / 10))
}

/// The time after which no iteration begins, and the time after which the search is broken off.
pub(crate) fn allotment(time: &TimeControl) -> (Option<Duration>, Option<Duration>) {
    match *time {
        TimeControl::Unlimited => (None, None),
        // All that is not kept may be used. An iteration that is broken off still improves the move, so there is no
        // softer limit.
        TimeControl::PerMove(time) => {
            let time = time - kept_per_move(time);
            (Some(time), Some(time))
        }
        TimeControl::PerGame { remaining, increment, moves_to_go, overhead } => {
            // What is planned with: whatever happens, the rest is still there.
            let moves = moves_to_go.unwrap_or(MOVES_PLANNED).max(1);
            // Before new time comes, the reserve need not last.
            let reserve = if moves == 1 { RESERVE.min(remaining / 2) } else { RESERVE };
            let left = remaining.saturating_sub(overhead.max(reserve));
            let least = least(remaining, increment, overhead);
            let share = (left / moves).saturating_add(increment - increment / 4);
            // Begin no iteration after most of the share, let none run beyond four shares, and never use more than half
            // of what is left. Many moves are found sooner than usual, so that this is about the share on average.
            let most = if moves == 1 { left - left / 20 } else { left / 2 };
            let soft = (share / 5 * 4).min(most).max(least);
            (Some(soft), Some(share.saturating_mul(4).min(most).max(least)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_clock_is_never_run_down() {
        for remaining in [1, 10, 100, 1_000, 60_000] {
            let mut left = Duration::from_millis(remaining);
            for _ in 0..200 {
                let time = TimeControl::PerGame {
                    remaining: left,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                    overhead: Duration::ZERO,
                };
                let (soft, hard) = allotment(&time);
                assert!(soft <= hard);
                left = left.checked_sub(hard.unwrap()).expect("even the hard limit leaves time");
            }
        }
    }

    /// A player who always takes all that a search may take, on a machine that stands still for so long at every so-manieth
    /// move of 300.
    fn is_in_time(
        mut left: Duration,
        increment: Duration,
        stall: Duration,
        stall_every: u32,
        overhead: Duration,
    ) -> bool {
        for number in 1..=300 {
            let time = TimeControl::PerGame { remaining: left, increment, moves_to_go: None, overhead };
            let used = allotment(&time).1.unwrap() + Duration::from_micros(300);
            let stall = if number % stall_every == 0 { stall } else { Duration::ZERO };
            match left.checked_sub(used + stall) {
                Some(rest) => left = rest + increment,
                None => return false,
            }
        }
        true
    }

    #[test]
    fn stalls_of_a_quarter_of_a_second_lose_no_bullet_game() {
        let ms = Duration::from_millis;
        // Once in a while, although every search takes the most it may.
        assert!(is_in_time(ms(1000), ms(10), ms(250), 50, ms(10)));
        assert!(is_in_time(ms(1000), ms(10), ms(100), 20, ms(10)));
        assert!(is_in_time(ms(2000), ms(20), ms(250), 25, ms(10)));
        assert!(is_in_time(ms(5000), ms(50), ms(250), 10, ms(10)));
    }

    /// What an operator on a machine that stands still for long says.
    #[test]
    fn with_a_large_overhead_long_stalls_lose_no_bullet_game() {
        let ms = Duration::from_millis;
        assert!(!is_in_time(ms(1000), ms(10), ms(600), 100, ms(10)), "too long for what is kept usually");
        assert!(is_in_time(ms(1000), ms(10), ms(600), 100, ms(700)));
        assert!(is_in_time(ms(1000), ms(10), ms(300), 50, ms(700)));
        assert!(is_in_time(ms(5000), ms(50), ms(600), 20, ms(700)));
    }

    #[test]
    fn a_touched_reserve_is_filled_again() {
        let ms = Duration::from_millis;
        let mut left = ms(200);
        for _ in 0..40 {
            let time = TimeControl::PerGame {
                remaining: left,
                increment: ms(10),
                moves_to_go: None,
                overhead: ms(10),
            };
            let used = allotment(&time).1.unwrap();
            assert!(used >= ms(5), "half of the increment is for thinking");
            left = left - used + ms(10);
        }
        assert!(left > RESERVE, "{left:?}");
    }

    #[test]
    fn the_reserve_is_touched_only_for_moments() {
        let ms = Duration::from_millis;
        for (remaining, increment, overhead) in [(100, 0, 10), (80, 10, 10), (500, 0, 600), (3, 1000, 0)] {
            let time = TimeControl::PerGame {
                remaining: ms(remaining),
                increment: ms(increment),
                moves_to_go: None,
                overhead: ms(overhead),
            };
            let (soft, hard) = allotment(&time);
            assert!(soft > Some(Duration::ZERO), "a few plies are searched with {remaining} ms");
            assert!(hard <= Some(ms(2)), "{remaining} ms: {hard:?}");
        }
        for moves_to_go in [None, Some(1), Some(2), Some(40)] {
            let time = TimeControl::PerGame {
                remaining: ms(1000),
                increment: ms(10),
                moves_to_go,
                overhead: ms(10),
            };
            let (_, hard) = allotment(&time);
            assert!(hard <= Some(ms(700)), "{moves_to_go:?}: {hard:?}");
        }
    }

    #[test]
    fn what_is_lost_on_the_way_is_never_used() {
        let ms = Duration::from_millis;
        for (remaining, increment, overhead) in [(1050, 1000, 1000), (160, 50, 150), (500, 100, 600)] {
            let time = TimeControl::PerGame {
                remaining: ms(remaining),
                increment: ms(increment),
                moves_to_go: None,
                overhead: ms(overhead),
            };
            let hard = allotment(&time).1.unwrap();
            let left = ms(remaining).saturating_sub(ms(overhead)).max(ms(2));
            assert!(hard <= left, "{remaining} ms with {overhead} lost: {hard:?}");
        }
    }

    #[test]
    fn a_short_time_for_the_last_move_of_a_control_is_used() {
        let ms = Duration::from_millis;
        let time = TimeControl::PerGame {
            remaining: ms(250),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
            overhead: ms(10),
        };
        let hard = allotment(&time).1.unwrap();
        assert!(hard > ms(100) && hard < ms(150), "{hard:?}");
    }

    /// With minutes on the clock the reserve is nothing: the share is a thirtieth as ever.
    #[test]
    fn long_games_are_planned_as_if_there_were_no_reserve() {
        for (remaining, less) in [(5_000, 0.06), (60_000, 0.006), (600_000, 0.0006)] {
            let time = TimeControl::PerGame {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(50),
                moves_to_go: None,
                overhead: Duration::from_millis(10),
            };
            let share = remaining as f64 / 30.0 + 37.5;
            let soft = allotment(&time).0.unwrap().as_secs_f64() * 1000.0;
            assert!(soft > 0.8 * share * (1.0 - less) && soft < 0.8 * share, "{remaining}: {soft}");
        }
    }

    #[test]
    fn times_for_a_move_leave_time_to_answer() {
        for (time, most) in [(0, 0), (10, 9), (50, 45), (100, 95), (1_000, 980), (60_000, 58_800)] {
            let (soft, hard) = allotment(&TimeControl::PerMove(Duration::from_millis(time)));
            assert_eq!((soft, hard), (hard, Some(Duration::from_millis(most))), "{time}");
        }
    }

    #[test]
    fn no_time_is_too_long_or_too_short() {
        for remaining in [Duration::ZERO, Duration::MAX] {
            for increment in [Duration::ZERO, Duration::MAX] {
                for (moves_to_go, overhead) in
                    [(Some(0), Duration::MAX), (Some(1), Duration::ZERO), (None, Duration::ZERO)]
                {
                    let time = TimeControl::PerGame { remaining, increment, moves_to_go, overhead };
                    let (soft, hard) = allotment(&time);
                    assert!(soft <= hard && hard <= Some(remaining));
                }
            }
        }
    }

    #[test]
    fn the_last_move_of_a_control_may_use_what_is_left() {
        let time = TimeControl::PerGame {
            remaining: Duration::from_secs(10),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
            overhead: Duration::from_millis(100),
        };
        let (_, hard) = allotment(&time);
        assert!(hard > Some(Duration::from_secs(9)) && hard < Some(Duration::from_secs(10)));
    }
}
