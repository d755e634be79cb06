//! The pairings of a Swiss tournament.
//!
//! From the top of the table down, everybody gets the best opponent that leaves a pairing for all the others: one with
//! the same points, the upper half of the group against the lower; then the next lower ones. Whether the others can
//! still be paired is known exactly (`matching`), so nobody meets twice as long as that is possible.

use std::cmp::Reverse;

use super::matching::{Graph, maximum_matching};
use super::scores::Table;

/// Who meets whom in a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pairing {
    /// Top of the table first; in each pair, too.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Who sits out, if the number of players is odd.
    pub(super) bye: Option<usize>,
}

/// The next pairing: the same whenever it is asked for.
pub(super) fn pair(table: &Table) -> Pairing {
    let mut order: Vec<usize> = (0..table.half_points.len()).collect();
    order.sort_by_key(|player| (Reverse(table.half_points[*player]), *player));
    let most_met = table.met.iter().flatten().max().copied().unwrap_or(0);
    // At the last of these limits everybody may meet everybody, and there is a pairing.
    for limit in 0..=most_met {
        for bye in byes(table, &order) {
            let rest: Vec<usize> = order.iter().copied().filter(|player| Some(*player) != bye).collect();
            if can_be_paired(table, &rest, limit) {
                return Pairing { pairs: fix(table, rest, limit), bye };
            }
        }
    }
    Pairing::default()
}

/// Who may sit out, the lowest first: those who did so least often. Nobody, if the number of players is even.
fn byes(table: &Table, order: &[usize]) -> Vec<Option<usize>> {
    if order.len().is_multiple_of(2) {
        return vec![None];
    }
    let fewest = table.byes.iter().min().copied().unwrap_or(0);
    order.iter().rev().filter(|player| table.byes[**player] == fewest).map(|player| Some(*player)).collect()
}

/// Whether all of `players` can be paired such that nobody meets somebody for more than the `limit + 1`st time.
fn can_be_paired(table: &Table, players: &[usize], limit: u32) -> bool {
    let may_meet = |a: usize, b: usize| a != b && table.met[a][b] <= limit;
    let row = |a: &usize| players.iter().map(|b| may_meet(*a, *b)).collect();
    let graph: Graph = players.iter().map(row).collect();
    maximum_matching(&graph).iter().all(Option::is_some)
}

/// Pairs `rest`, which can be paired within `limit`.
fn fix(table: &Table, mut rest: Vec<usize>, limit: u32) -> Vec<(usize, usize)> {
    let mut pairs = Vec::with_capacity(rest.len() / 2);
    while let Some((&first, others)) = rest.split_first() {
        let without = |other: usize| -> Vec<usize> {
            others.iter().copied().filter(|player| *player != other).collect()
        };
        let fits = |other: &usize| {
            table.met[first][*other] <= limit && can_be_paired(table, &without(*other), limit)
        };
        let Some(other) = by_preference(table, first, others).into_iter().find(fits) else { break };
        pairs.push((first, other));
        rest = without(other);
    }
    pairs
}

/// The `others`, who are not above `first` in the table, as opponents of `first`, the best one first.
fn by_preference(table: &Table, first: usize, others: &[usize]) -> Vec<usize> {
    let same = |player: &&usize| table.half_points[**player] == table.half_points[first];
    let equals = others.iter().take_while(same).count();
    let (group, lower) = others.split_at(equals);
    // With `first`, who heads the upper half, the group has one more.
    let upper_half = group.len().div_ceil(2);
    let (above, below) = group.split_at(upper_half.saturating_sub(1));
    let mut order: Vec<usize> = below.iter().chain(above.iter().rev()).chain(lower).copied().collect();
    // Where somebody must be met again, better somebody who was met less often.
    order.sort_by_key(|other| table.met[first][*other]);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(half_points: &[u64], met: &[(usize, usize)]) -> Table {
        let size = half_points.len();
        let mut table =
            Table { half_points: half_points.to_vec(), byes: vec![0; size], met: vec![vec![0; size]; size] };
        for &(a, b) in met {
            table.met[a][b] += 1;
            table.met[b][a] += 1;
        }
        table
    }

    #[test]
    fn the_upper_half_of_a_group_meets_the_lower() {
        assert_eq!(pair(&table(&[0; 8], &[])).pairs, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        assert_eq!(pair(&table(&[0; 6], &[])).pairs, [(0, 3), (1, 4), (2, 5)]);
        assert_eq!(pair(&table(&[0; 2], &[])).pairs, [(0, 1)]);
        let groups = table(&[0, 4, 4, 0, 4, 4, 0, 0], &[]);
        assert_eq!(pair(&groups).pairs, [(1, 4), (2, 5), (0, 6), (3, 7)]);
        assert_eq!(pair(&table(&[], &[])), Pairing::default());
    }

    #[test]
    fn who_is_left_over_in_a_group_goes_down() {
        let odd_group = table(&[4, 4, 4, 0, 0, 0], &[]);
        assert_eq!(pair(&odd_group).pairs, [(0, 1), (2, 3), (4, 5)]);
    }

    #[test]
    fn nobody_meets_twice_while_that_is_possible() {
        // 0 would like 1, but then 2 and 3 would meet again.
        let met = [(0, 2), (1, 3), (2, 3)];
        assert_eq!(pair(&table(&[8, 8, 4, 4], &met)).pairs, [(0, 3), (1, 2)]);
        let all = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2), (0, 1), (2, 3)];
        assert_eq!(pair(&table(&[0; 4], &all)).pairs, [(0, 2), (1, 3)], "less often is better");
    }

    #[test]
    fn the_lowest_without_a_bye_sits_out() {
        let mut odd = table(&[4, 2, 0, 0, 2], &[]);
        assert_eq!(pair(&odd).bye, Some(3));
        odd.byes = vec![0, 0, 1, 1, 0];
        assert_eq!(pair(&odd), Pairing { pairs: vec![(0, 1), (2, 3)], bye: Some(4) });
        // Without 4, the others would have to meet again.
        odd.met = table(&[0; 5], &[(0, 1), (0, 2), (0, 3)]).met;
        assert_eq!(pair(&odd), Pairing { pairs: vec![(0, 4), (2, 3)], bye: Some(1) });
    }
}
