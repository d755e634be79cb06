//! The opening with three or five stones and a choice of colours.
//!
//! ```text
//! the first to sit down puts black, white, black
//!   └─> the second: takes black ("SWAP"), or is white and moves,
//!                   or puts white and black ─> the first: takes black ("SWAP"), or is white and moves
//! ```
//!
//! Whoever chooses takes the better colour, so whoever puts stones puts them as evenly as possible. After three stones,
//! both colours of an even position are worth the same; then putting two more is better than it seems: the other side may
//! know its opening, but not ours.

use std::time::{Duration, Instant};

use mossa_arena::players::gomocup::{Cell, Terms};

use super::candidates;

/// What somebody makes of a position: worth for whoever moves, and the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opinion {
    pub(super) value: i64,
    pub(super) best: Cell,
}

/// Who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mover {
    Black,
    White,
}

/// Somebody who knows what positions are worth.
pub(super) trait Judge {
    /// Stones are black and white in turn. `None` if the position cannot be, or the judge is told to stop.
    fn judge(&mut self, stones: &[Cell], mover: Mover, time: Duration) -> Option<Opinion>;
}

/// What to do after some stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// Take black.
    Swap,
    /// Be white and move there.
    Stay(Cell),
    /// Put two more, and let the other side choose.
    Put(Vec<Cell>),
}

/// An even position is worth less to whoever moves than this part of a move. The value of a move is the mean of what the
/// same stones are worth to either colour if it moves.
const EVEN: i64 = 8;
/// A candidate is not worth a look that is shorter.
const SHORTEST_LOOK: Duration = Duration::from_millis(2);
/// How many candidates there are for one that is looked at again, for longer.
const SIEVE: usize = 4;

/// Three stones that are as even as can be found in `time`.
pub(super) fn open(terms: &Terms, judge: &mut dyn Judge, time: Duration) -> Option<Vec<Cell>> {
    most_even(candidates::openings(terms), &[], judge, time)
}

/// What to do after three stones.
pub(super) fn after_three(
    terms: &Terms,
    stones: &[Cell],
    judge: &mut dyn Judge,
    time: Duration,
) -> Option<Choice> {
    let white = judge.judge(stones, Mover::White, time / 4)?;
    let black = judge.judge(stones, Mover::Black, time / 4)?;
    let tempo = white.value.saturating_add(black.value) / 2;
    if white.value.saturating_abs() < tempo / EVEN
        && let Some(pair) = most_even(candidates::pairs(terms, stones), stones, judge, time / 2)
    {
        return Some(Choice::Put(pair));
    }
    if white.value < 0 {
        return Some(Choice::Swap);
    }
    stay(stones, white, judge, time / 2)
}

/// What to do after five.
pub(super) fn after_five(stones: &[Cell], judge: &mut dyn Judge, time: Duration) -> Option<Choice> {
    let white = judge.judge(stones, Mover::White, time / 2)?;
    if white.value < 0 { Some(Choice::Swap) } else { stay(stones, white, judge, time / 2) }
}

/// Moves as white, after another thought.
fn stay(stones: &[Cell], known: Opinion, judge: &mut dyn Judge, time: Duration) -> Option<Choice> {
    let better = judge.judge(stones, Mover::White, time).unwrap_or(known);
    Some(Choice::Stay(better.best))
}

/// Of `candidates`, which follow `stones`, the one after which white's move is worth least to either side. All are looked
/// at for a moment, the best quarter of them for four times as long, and so on. On large boards a look takes longer than it
/// should: when the time is over, the best of those that were looked at last must do.
fn most_even(
    mut candidates: Vec<Vec<Cell>>,
    stones: &[Cell],
    judge: &mut dyn Judge,
    time: Duration,
) -> Option<Vec<Cell>> {
    let began = Instant::now();
    // Each round has a quarter of the candidates of the one before and takes as long.
    let rounds = candidates.len().max(1).ilog(SIEVE) + 1;
    let round = time / rounds;
    let affordable = round.as_micros() / SHORTEST_LOOK.as_micros();
    candidates.truncate(usize::try_from(affordable).unwrap_or(usize::MAX).max(1));
    while candidates.len() > 1 {
        let look = round / u32::try_from(candidates.len()).unwrap_or(u32::MAX);
        let mut judged = Vec::new();
        for candidate in candidates {
            if began.elapsed() >= time && !judged.is_empty() {
                break;
            }
            let all = [stones, &candidate].concat();
            if let Some(opinion) = judge.judge(&all, Mover::White, look) {
                judged.push((opinion.value.saturating_abs(), candidate));
            }
        }
        judged.sort_by_key(|(unevenness, _)| *unevenness);
        judged.truncate(judged.len().div_ceil(SIEVE));
        candidates = judged.into_iter().map(|(_, candidate)| candidate).collect();
    }
    candidates.pop()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_arena::players::gomocup::Rule;

    const TERMS: Terms = Terms { width: 15, height: 15, rule: Rule::Exact };
    const TIME: Duration = Duration::from_secs(10);

    /// Values positions by a function of their stones, and counts what it is asked.
    struct Fake<F> {
        value: F,
        asked: usize,
        taken: Duration,
    }

    impl<F: Fn(&[Cell], Mover) -> Option<i64>> Judge for Fake<F> {
        fn judge(&mut self, stones: &[Cell], mover: Mover, time: Duration) -> Option<Opinion> {
            self.asked += 1;
            self.taken += time;
            let best = Cell { x: stones.len(), y: 14 };
            (self.value)(stones, mover).map(|value| Opinion { value, best })
        }
    }

    fn fake<F: Fn(&[Cell], Mover) -> Option<i64>>(value: F) -> Fake<F> {
        Fake { value, asked: 0, taken: Duration::ZERO }
    }

    fn three() -> Vec<Cell> {
        [(7, 7), (8, 7), (9, 9)].map(|(x, y)| Cell { x, y }).to_vec()
    }

    #[test]
    fn the_better_colour_is_chosen() {
        for (white, choice) in [
            (500, Choice::Stay(Cell { x: 3, y: 14 })),
            (13, Choice::Stay(Cell { x: 3, y: 14 })),
            (-13, Choice::Swap),
            (-1_000_000, Choice::Swap),
        ] {
            // The move is worth 100 to either: even would be less than 12.
            let mut judge = fake(|_, mover| Some(if mover == Mover::White { white } else { 200 - white }));
            assert_eq!(after_three(&TERMS, &three(), &mut judge, TIME), Some(choice), "{white}");
            assert!(judge.taken <= TIME);
        }
    }

    #[test]
    fn an_even_opening_gets_two_more_stones() {
        for white in [0, 11, -11] {
            let pairs = candidates::pairs(&TERMS, &three());
            let most_even = pairs[77].clone();
            let mut judge = fake(|stones: &[Cell], mover| {
                Some(match (stones.len(), mover) {
                    (3, Mover::White) => white,
                    (3, Mover::Black) => 200 - white,
                    _ if stones[3..] == most_even => -1,
                    _ => 50 + stones[3].x as i64,
                })
            });
            let choice = after_three(&TERMS, &three(), &mut judge, TIME);
            assert_eq!(choice, Some(Choice::Put(most_even.clone())), "{white}");
            assert!(judge.taken <= TIME && judge.asked > pairs.len());
        }
    }

    #[test]
    fn after_five_stones_the_better_colour_is_left() {
        let five: Vec<Cell> = (0..5).map(|x| Cell { x, y: 2 * x }).collect();
        for (white, choice) in [(0, Choice::Stay(Cell { x: 5, y: 14 })), (-1, Choice::Swap)] {
            let mut judge = fake(|_, _| Some(white));
            assert_eq!(after_five(&five, &mut judge, TIME), Some(choice));
        }
    }

    #[test]
    fn the_most_even_opening_is_found_with_much_time_and_some_with_little() {
        let openings = candidates::openings(&TERMS);
        for index in [0, openings.len() / 2, openings.len() - 1] {
            let wanted = openings[index].clone();
            let mut judge = fake(|stones: &[Cell], _| Some(if stones == wanted { 3 } else { -4 }));
            assert_eq!(open(&TERMS, &mut judge, TIME), Some(wanted.clone()));
            assert!(judge.taken <= TIME);
        }
        for millis in [0, 1, 20] {
            let mut judge = fake(|_, _| Some(7));
            let time = Duration::from_millis(millis);
            assert!(open(&TERMS, &mut judge, time).is_some_and(|stones| openings.contains(&stones)));
            assert!(judge.taken <= time);
        }
    }

    /// As on a board of 100 x 100, where the position alone takes longer than a look.
    #[test]
    fn a_judge_that_takes_longer_than_it_may_is_not_asked_for_all() {
        let time = Duration::from_millis(30);
        let mut judge = fake(|_, _| {
            std::thread::sleep(Duration::from_millis(10));
            Some(7)
        });
        let began = Instant::now();
        assert!(open(&TERMS, &mut judge, time).is_some());
        // One look in each round after the time is over.
        assert!(judge.asked < 10, "asked {} times, {:?}", judge.asked, began.elapsed());
    }

    #[test]
    fn a_judge_that_stops_is_not_asked_for_ever() {
        let mut judge = fake(|_, _| None);
        assert_eq!(open(&TERMS, &mut judge, TIME), None);
        assert_eq!(after_three(&TERMS, &three(), &mut judge, TIME), None);
        assert!(judge.asked < 300);
    }
}
