//! Which players sit down together, and in which seats.

use super::Seating;

/// Players who sit down together, in the order of seats. A player may have several seats.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Group(Vec<usize>);

impl Group {
    pub(super) fn new(seats: Vec<usize>) -> Group {
        Group(seats)
    }

    pub(super) fn players(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied()
    }

    /// Everybody in every seat: all rotations that differ. With more than two seats it matters who moves after whom,
    /// so every second round goes the other way round.
    pub(super) fn seatings(&self, round: usize) -> Vec<Seating> {
        let mut seats = self.0.clone();
        if seats.len() > 2 && round % 2 == 1 {
            seats.reverse();
        }
        let mut seatings = Vec::with_capacity(seats.len());
        for _ in 0..seats.len() {
            let seating = Seating(seats.clone());
            if !seatings.contains(&seating) {
                seatings.push(seating);
            }
            seats.rotate_left(1);
        }
        seatings
    }
}

/// All groups of `players` for so many seats: each set of players, if there are enough. Otherwise all take part, and
/// have as many seats as each other, or one more: all ways to give away the seats that are left over.
pub(super) fn all(players: &[usize], seats: usize) -> Vec<Group> {
    if players.is_empty() {
        return Vec::new();
    }
    if players.len() >= seats {
        return combinations(players, seats).into_iter().map(Group).collect();
    }
    if let [one, other] = players {
        return mixes(*one, *other, seats);
    }
    let (each, more) = (seats / players.len(), seats % players.len());
    let in_turn = |lucky: Vec<usize>| Group([players.repeat(each), lucky].concat());
    combinations(players, more).into_iter().map(in_turn).collect()
}

/// All ways in which two can share the seats evenly (one of them may have one more), but for rotations. Who sits beside
/// whom matters, and so every order counts as often as every other.
fn mixes(one: usize, other: usize, seats: usize) -> Vec<Group> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    // Each number is a way to give away the seats: one bit for each.
    for bits in 0..1_u32 << seats {
        let mut group: Vec<usize> =
            (0..seats).map(|seat| if bits >> seat & 1 == 0 { one } else { other }).collect();
        let uneven = (2 * bits.count_ones()).abs_diff(seats as u32) > 1;
        let known = (0..seats).any(|_| {
            group.rotate_left(1);
            found.contains(&group)
        });
        if !uneven && !known {
            found.push(group);
        }
    }
    found.into_iter().map(Group).collect()
}

/// How many groups [`all`] gives.
pub(super) fn count(players: usize, seats: usize) -> u64 {
    if players == 2 && seats > 2 {
        return mixes(0, 1, seats).len() as u64;
    }
    let chosen = if players >= seats { seats } else { seats % players.max(1) };
    (0..chosen as u64).fold(1, |count: u64, i| count.saturating_mul(players as u64 - i) / (i + 1))
}

/// All ways to choose `count` of `items`, in the order of the first that differs.
fn combinations(items: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in items.iter().enumerate() {
        for mut rest in combinations(&items[index + 1..], count - 1) {
            rest.insert(0, *first);
            all.push(rest);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(players: usize, seats: usize) -> Vec<Vec<usize>> {
        let players: Vec<usize> = (0..players).collect();
        all(&players, seats).into_iter().map(|group| group.0).collect()
    }

    #[test]
    fn groups_are_the_ones_that_people_would_list() {
        assert_eq!(listed(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(listed(3, 3), [[0, 1, 2]]);
        assert_eq!(listed(4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(listed(2, 3), [[1, 0, 0], [1, 1, 0]]);
        assert_eq!(listed(2, 4), [[1, 1, 0, 0], [1, 0, 1, 0]]);
        assert_eq!(listed(4, 6).len(), 6);
        assert_eq!(listed(1, 3), [[0, 0, 0]]);
        assert!(listed(0, 3).is_empty());
        for (players, seats) in (1..9).flat_map(|players| (2..7).map(move |seats| (players, seats))) {
            assert_eq!(count(players, seats), listed(players, seats).len() as u64, "{players} {seats}");
        }
        assert_eq!(count(64, 6), 74_974_368);
    }

    #[test]
    fn two_meet_in_every_even_mix_equally_often() {
        // As many as there are ways to choose the seats of one of them.
        for (seats, ways) in [(2, 2), (3, 3 + 3), (4, 6), (5, 10 + 10), (6, 20)] {
            let mut all: Vec<Seating> =
                self::all(&[0, 1], seats).iter().flat_map(|group| group.seatings(0)).collect();
            let firsts = all.iter().filter(|seating| seating.0[0] == 0).count();
            assert_eq!((all.len(), firsts), (ways, ways / 2), "{seats} seats");
            assert!(all.iter().all(|seating| seating.0.contains(&0) && seating.0.contains(&1)));
            all.sort();
            all.dedup();
            assert_eq!(all.len(), ways, "no seating comes twice");
        }
    }

    #[test]
    fn everybody_gets_every_seat() {
        let seatings = |group: &[usize], round| {
            let seatings = Group(group.to_vec()).seatings(round);
            seatings.into_iter().map(|seating| seating.0).collect::<Vec<_>>()
        };
        assert_eq!(seatings(&[4, 7], 0), [[4, 7], [7, 4]]);
        assert_eq!(seatings(&[4, 7], 1), [[4, 7], [7, 4]]);
        assert_eq!(seatings(&[0, 1, 2], 0), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!(seatings(&[0, 1, 2], 1), [[2, 1, 0], [1, 0, 2], [0, 2, 1]]);
        assert_eq!(seatings(&[0, 1, 0, 1], 0), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(seatings(&[0, 1, 0], 0).len(), 3);
        assert_eq!(seatings(&[5, 5, 5], 0), [[5, 5, 5]]);
    }
}
