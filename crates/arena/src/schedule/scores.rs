//! Results so far, as far as a schedule wants to know them.

use std::collections::BTreeMap;

use mossa_game::{Outcome, Player, Verdict};

/// Points of finished games by encounter. In which order games are told does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scores {
    /// The half points of every player in every encounter.
    encounters: BTreeMap<u64, BTreeMap<usize, u64>>,
}

impl Scores {
    /// Nothing is played yet.
    pub fn new() -> Scores {
        Scores::default()
    }

    /// A finished game of an encounter: who sat in which seat, and what came of it.
    pub fn add(&mut self, encounter: u64, seats: &[usize], outcome: &Outcome) {
        let points = self.encounters.entry(encounter).or_default();
        for (player, seat) in seats.iter().zip(Player::all(outcome.players())) {
            *points.entry(*player).or_default() += match outcome.verdict(seat) {
                Verdict::Win => 2,
                Verdict::Draw => 1,
                Verdict::Loss => 0,
            };
        }
    }

    /// What two-seat encounters before a round mean for each player, if each round has so many of them. Who was in
    /// none of a round had a bye, which is worth so many half points.
    pub(super) fn table(&self, players: usize, round: usize, in_a_round: u64, bye: u64) -> Table {
        let mut table = Table {
            half_points: vec![0; players],
            byes: vec![0; players],
            met: vec![vec![0; players]; players],
        };
        for past in 0..round as u64 {
            let numbers = past * in_a_round..(past + 1) * in_a_round;
            let mut present = vec![false; players];
            let mut met = vec![vec![false; players]; players];
            for points in self.encounters.range(numbers).map(|(_, points)| points) {
                let known = || points.iter().filter(|(player, _)| **player < players);
                for (&player, &half_points) in known() {
                    present[player] = true;
                    table.half_points[player] += half_points;
                    known()
                        .filter(|(other, _)| **other != player)
                        .for_each(|(&other, _)| met[player][other] = true);
                }
            }
            for player in (0..players).filter(|player| !present[*player]) {
                table.byes[player] += 1;
                table.half_points[player] += bye;
            }
            for (a, b) in (0..players).flat_map(|a| (0..players).map(move |b| (a, b))) {
                table.met[a][b] += u32::from(met[a][b]);
            }
        }
        table
    }
}

/// What the rounds so far mean for each player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) half_points: Vec<u64>,
    pub(super) byes: Vec<u32>,
    /// In how many rounds two players met.
    pub(super) met: Vec<Vec<u32>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_counts_points_meetings_and_byes_of_earlier_rounds_only() {
        let mut scores = Scores::new();
        let (win, draw) = (Outcome::win(Player::FIRST, 2), Outcome::draw(2));
        // Three players, one encounter a round.
        scores.add(0, &[0, 1], &win);
        scores.add(0, &[1, 0], &draw);
        scores.add(1, &[2, 0], &win);
        scores.add(1, &[0, 2], &win);
        scores.add(2, &[1, 2], &win);
        let table = scores.table(3, 2, 1, 4);
        assert_eq!(table.half_points, [3 + 2, 1 + 4, 4 + 2]);
        assert_eq!(table.byes, [0, 1, 1]);
        assert_eq!(table.met, [[0, 1, 1], [1, 0, 0], [1, 0, 0]]);
        assert_eq!(scores.table(3, 0, 1, 4), Scores::new().table(3, 0, 1, 4));
        assert_eq!(scores.table(3, 3, 1, 4).met[1], [1, 0, 1]);
    }
}
