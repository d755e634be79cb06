use super::*;
use crate::table::Worth;
use std::sync::atomic::AtomicU32;

/// Take one, two or three from a heap; whoever takes the last has won. And a few states of another kind: one that
/// cannot be, and two that lead to each other and nowhere else. They wait in the opposite order.
struct Heap {
    most: u64,
}

impl Heap {
    fn judge_one(&self, state: u64) -> State {
        match state {
            0 => State::Lost,
            state if state <= self.most => State::Open { moves: state.min(3) as u32 },
            state if state == self.most + 1 => State::Illegal,
            _ => State::Open { moves: 1 },
        }
    }
}

impl Space for Heap {
    fn rows(&self) -> u64 {
        (self.most + 4) / 2
    }

    fn columns(&self) -> u64 {
        2
    }

    fn judge(&self, row: u64, told: impl FnMut(State)) {
        [2 * row, 2 * row + 1].map(|state| self.judge_one(state)).into_iter().for_each(told);
    }

    fn waits(&self, state: u64) -> (u64, u64) {
        let place = self.states() - 1 - state;
        (place / 2, place % 2)
    }

    fn predecessors(&self, row: u64, columns: impl Iterator<Item = u64>, mut found: impl FnMut(u64)) {
        for column in columns {
            let state = self.states() - 1 - (2 * row + column);
            let before = match state {
                state if state <= self.most => state + 1..(state + 4).min(self.most + 1),
                state if state == self.most + 2 => self.most + 3..self.most + 4,
                state if state == self.most + 3 => self.most + 2..self.most + 3,
                _ => 0..0,
            };
            before.for_each(&mut found);
        }
    }
}

#[test]
fn heaps_are_solved_as_everybody_knows() {
    for (most, threads) in [(2, 1), (20, 1), (400, 2), (400, 3)] {
        let table = solve(&Heap { most }, &Order::quiet(threads)).unwrap();
        for heap in 0..=most {
            let rounds = heap as u32 / 4;
            let expected = if heap % 4 == 0 { Worth::Loss(2 * rounds) } else { Worth::Win(2 * rounds + 1) };
            assert_eq!(table.worth(heap), Some(expected), "{heap}");
        }
        assert_eq!(table.worth(most + 1), Some(Worth::Illegal));
        assert_eq!([most + 2, most + 3].map(|state| table.worth(state)), [Some(Worth::Draw); 2]);
        assert_eq!(table.worth(most + 4), None);
        let counts = table.statistics().counts();
        assert_eq!((counts.states, counts.illegal, counts.draws), (most + 4, 1, 2));
        assert_eq!((counts.wins + counts.losses, counts.losses), (most + 1, most / 4 + 1));
        assert_eq!(counts.longest_loss, 2 * (most as u32 / 4));
    }
}

#[test]
fn what_cannot_be_solved_says_why() {
    let stopped = solve(&Heap { most: 40 }, &Order { halt: &|| true, ..Order::quiet(2) });
    assert!(matches!(stopped, Err(Unsolved::Stopped)));
    // Of three moves and the plies to the end 253 may come together: the loss of a heap of 500 in 250.
    for (most, fits) in [(500, true), (502, false), (600, false)] {
        let solved = solve(&Heap { most }, &Order::quiet(1));
        assert_eq!(solved.is_ok(), fits, "{most}");
        assert!(fits || matches!(solved, Err(Unsolved::TooLarge)), "{most}");
    }
    let too_many = solve(&Heap { most: u64::MAX / 2 }, &Order::quiet(1));
    assert!(matches!(too_many, Err(Unsolved::Memory { .. })));
    let heap = Heap { most: 4000 };
    let needed = bytes_needed(heap.rows(), heap.columns());
    assert_eq!(needed, 4004 + 2 * 2002 * 8);
    let refused = solve(&heap, &Order { bytes: Some(needed - 1), ..Order::quiet(1) });
    assert!(matches!(refused, Err(Unsolved::Memory { bytes, there: Some(there) }) if bytes == there + 1));
}

#[test]
fn work_that_was_broken_off_is_taken_up() {
    let folder = std::env::temp_dir().join(format!("mossa-retrograde-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("heap.part");
    let journal = Journal { path: &path, name: "heap", every: Duration::ZERO };
    let heap = Heap { most: 60 };
    let whole = solve(&heap, &Order::quiet(1)).unwrap();
    for stop_at in [0, 1, 2, 17] {
        let (layer, seen) = (AtomicU32::new(0), AtomicU32::new(u32::MAX));
        let watch = |progress: Progress| layer.store(progress.layer, Relaxed);
        let halt = || layer.load(Relaxed) >= stop_at && stop_at > 0;
        let order = Order { journal: Some(journal), watch: &watch, halt: &halt, ..Order::quiet(2) };
        let stopped = solve(&heap, &order);
        assert_eq!(stopped.is_err(), stop_at > 0);
        // It goes on where it was, and finds the same.
        let first = |progress: Progress| {
            seen.fetch_min(progress.layer, Relaxed);
        };
        let again = Order { journal: Some(journal), watch: &first, ..Order::quiet(2) };
        assert_eq!(solve(&heap, &again).unwrap(), whole, "{stop_at}");
        assert!(stop_at == 0 || seen.into_inner() == stop_at, "{stop_at}");
        journal.remove().unwrap();
    }
    // A journal of something else is refused.
    let order = Order { journal: Some(journal), ..Order::quiet(1) };
    solve(&heap, &order).unwrap();
    let another = Journal { name: "another", ..journal };
    let foreign = solve(&heap, &Order { journal: Some(another), ..Order::quiet(1) });
    assert!(matches!(foreign, Err(Unsolved::Journal(_))));
    let larger = solve(&Heap { most: 500 }, &order);
    assert!(matches!(larger, Err(Unsolved::Journal(_))));
    std::fs::remove_dir_all(folder).unwrap();
}

/// The heaps above `low` as a space of its own: taking so many that `low` or fewer are left leaves it. What those are
/// worth is known. The last state can leave for a draw and nowhere else, the one before it has no move and is drawn.
struct Upper {
    low: u64,
    count: u64,
}

impl Upper {
    fn judge_one(&self, state: u64) -> State {
        if state >= self.count {
            return if state == self.count { State::Drawn } else { State::Open { moves: 1 } };
        }
        let heap = self.low + 1 + state;
        let stays = state.min(3) as u32;
        let left = (1..=3).map(|taken| heap - taken).filter(|left| *left <= self.low);
        // A heap of n is lost in n / 2 plies if n is a multiple of 4, else won one ply after the next lower one.
        let plies = |heap: u64| (heap / 4 * 2 + u64::from(!heap.is_multiple_of(4))) as u32;
        let after: Vec<(bool, u32)> = left.map(|left| (left.is_multiple_of(4), plies(left) + 1)).collect();
        let wins = after.iter().filter(|(wins, _)| *wins).map(|(_, plies)| *plies).min();
        let losses = after.iter().map(|(_, plies)| *plies).max();
        match wins.or(losses) {
            Some(plies) => State::Leaving { moves: stays + 1, plies },
            None => State::Open { moves: stays },
        }
    }
}

impl Space for Upper {
    const LEAVES: bool = true;

    fn rows(&self) -> u64 {
        self.count + 2
    }

    fn columns(&self) -> u64 {
        1
    }

    fn judge(&self, row: u64, mut told: impl FnMut(State)) {
        told(self.judge_one(row));
    }

    fn predecessors(&self, row: u64, columns: impl Iterator<Item = u64>, mut found: impl FnMut(u64)) {
        columns.for_each(|_| (row + 1..(row + 4).min(self.count)).for_each(&mut found));
    }
}

#[test]
fn spaces_that_are_left_are_solved_from_what_is_known_outside() {
    let folder = std::env::temp_dir().join(format!("mossa-exits-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("upper.part");
    let journal = Journal { path: &path, name: "upper", every: Duration::ZERO };
    for (low, threads) in [(3, 1), (4, 1), (5, 2), (6, 1), (7, 3), (101, 1)] {
        let upper = Upper { low, count: 90 };
        let table = solve(&upper, &Order::quiet(threads)).unwrap();
        let whole = solve(&Heap { most: low + 90 }, &Order::quiet(1)).unwrap();
        for state in 0..90 {
            assert_eq!(table.worth(state), whole.worth(low + 1 + state), "{low} {state}");
        }
        assert_eq!([90, 91].map(|state| table.worth(state)), [Some(Worth::Draw); 2]);
        // Broken off and taken up, it finds the same.
        let layer = AtomicU32::new(0);
        let watch = |progress: Progress| layer.store(progress.layer, Relaxed);
        let halt = || layer.load(Relaxed) > 7;
        let order = Order { journal: Some(journal), watch: &watch, halt: &halt, ..Order::quiet(threads) };
        assert!(matches!(solve(&upper, &order), Err(Unsolved::Stopped)));
        let again = Order { journal: Some(journal), ..Order::quiet(threads) };
        assert_eq!(solve(&upper, &again).unwrap(), table, "{low}");
        journal.remove().unwrap();
    }
    // Some value does not fit into the byte beside the moves.
    let far = solve(&Upper { low: 504, count: 1 }, &Order::quiet(1));
    assert!(matches!(far, Err(Unsolved::TooLarge)));
    std::fs::remove_dir_all(folder).unwrap();
}
