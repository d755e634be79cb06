//! What each pair of a laboratory's tournament got, beside what others measured.

use std::fmt;

use mossa_game::{InputError, InputKind, Verdict};
use serde::Serialize;

use super::plan::TournamentPlan;
use crate::stats::points::PointSystem;
use crate::summary::{Summary, Tally};

/// What a pair of players got.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairScore {
    /// The first of them.
    pub first: String,
    /// The second.
    pub second: String,
    /// Seen by the first.
    pub tally: Tally,
    /// The points of both.
    pub points: (f64, f64),
    /// The points that somebody published.
    pub published: Option<(f64, f64)>,
    /// The same on each board.
    pub boards: Vec<BoardScore>,
}

/// What a pair got on one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardScore {
    /// The board.
    pub board: String,
    /// What it is worth to who moves first, if that is known.
    pub value: Option<Verdict>,
    /// Seen by the first of the pair.
    pub tally: Tally,
    /// The points of both.
    pub points: (f64, f64),
}

/// What every pair of `plan` got.
pub fn pair_scores(plan: &TournamentPlan, summary: &Summary) -> Vec<PairScore> {
    plan.pairs.iter().map(|&pair| pair_score(plan, pair, summary)).collect()
}

fn pair_score(plan: &TournamentPlan, (a, b): (usize, usize), summary: &Summary) -> PairScore {
    let name = |player: usize| summary.players.get(player).map_or_else(String::new, |one| one.name.clone());
    let cell = |table: &[Vec<Tally>]| table.get(a).and_then(|row| row.get(b)).copied().unwrap_or_default();
    let tally = cell(&summary.crosstable);
    let on_board = |(index, board): (usize, &String)| {
        // With one board there is nothing to tell apart, and no table by boards.
        let tally = summary.by_board.get(index).map_or(tally, |table| cell(table));
        let value = plan.values.get(index).copied().flatten();
        BoardScore { board: board.clone(), value, tally, points: points(&plan.points, &tally) }
    };
    PairScore {
        first: name(a),
        second: name(b),
        tally,
        points: points(&plan.points, &tally),
        published: plan.published.iter().find(|known| known.pair == (a, b)).map(|known| known.points),
        boards: plan.boards.iter().enumerate().map(on_board).collect(),
    }
}

/// The points of both players of a tally.
fn points(system: &PointSystem, tally: &Tally) -> (f64, f64) {
    let [win, draw, loss] = worth(system);
    let sum = |wins: u64, losses: u64| win * wins as f64 + draw * tally.draws as f64 + loss * losses as f64;
    (sum(tally.wins, tally.losses), sum(tally.losses, tally.wins))
}

fn worth(system: &PointSystem) -> [f64; 3] {
    [[1, 2], [1, 1], [2, 1]].map(|places| system.award(&places, 0, false))
}

/// Refuses systems in which a win is worth more from one seat, or by a fault: results of pairs do not tell those apart.
pub fn check_points(system: &PointSystem) -> Result<(), InputError> {
    let win = worth(system)[0];
    if system.award(&[2, 1], 1, false) == win && system.award(&[1, 2], 0, true) == win {
        return Ok(());
    }
    let problem = format!("points {system} depend on the seat");
    Err(InputError::new(InputKind::Setting, problem, "win/draw/loss, such as 3/1/0"))
}

/// `a 89 - 98 b (published 87 - 99)`.
impl fmt::Display for PairScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} - {} {}", self.first, self.points.0, self.points.1, self.second)?;
        match self.published {
            Some((a, b)) => write!(f, " (published {a} - {b})"),
            None => Ok(()),
        }
    }
}

/// `mnk:3,3,3 (draw) 4 - 4`.
impl fmt::Display for BoardScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.map_or_else(String::new, |value| format!(" ({value})"));
        write!(f, "{}{value} {} - {}", self.board, self.points.0, self.points.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::lab::plan::Published;
    use crate::summary::{Length, Standing};

    fn standing(name: &str) -> Standing {
        Standing {
            name: name.to_owned(),
            spec: name.to_owned(),
            place: 1,
            tally: Tally::default(),
            points: 0.0,
            byes: 0,
            rating: None,
            forfeits: 0,
            time_forfeits: 0,
            wins: None,
            by_seat: Vec::new(),
            effort: crate::played::Effort::default(),
            depth: None,
            speed: None,
        }
    }

    fn table(wins: u64, draws: u64, losses: u64) -> Vec<Vec<Tally>> {
        let tally = Tally { wins, draws, losses };
        let other = Tally { wins: losses, draws, losses: wins };
        vec![vec![Tally::default(), tally], vec![other, Tally::default()]]
    }

    fn summary(by_board: Vec<Vec<Vec<Tally>>>) -> Summary {
        Summary {
            kind: "explicit".to_owned(),
            boards: Vec::new(),
            games: 7,
            planned: 7,
            seconds: 0.0,
            players: vec![standing("a"), standing("b")],
            crosstable: table(2, 4, 1),
            by_board,
            duel: None,
            openings: Vec::new(),
            by_seat: Vec::new(),
            length: Length::default(),
            endings: Vec::new(),
            forfeits: Vec::new(),
        }
    }

    fn plan(boards: &[&str]) -> TournamentPlan {
        TournamentPlan {
            title: String::new(),
            players: Vec::new(),
            pairs: vec![(1, 0), (0, 1)],
            boards: boards.iter().map(ToString::to_string).collect(),
            values: vec![Some(Verdict::Draw), None],
            encounters_per_board: 1,
            points: PointSystem::FOOTBALL,
            budget: Budget::default(),
            published: vec![Published { pair: (0, 1), points: (12.0, 5.5) }],
            source: String::new(),
        }
    }

    #[test]
    fn pairs_are_told_as_in_a_document() {
        let by_board = vec![table(2, 0, 0), table(0, 4, 1)];
        let scores = pair_scores(&plan(&["small", "large"]), &summary(by_board));
        assert_eq!(scores[0].to_string(), "b 7 - 10 a");
        assert_eq!(scores[1].to_string(), "a 10 - 7 b (published 12 - 5.5)");
        let boards: Vec<String> = scores[1].boards.iter().map(ToString::to_string).collect();
        assert_eq!(boards, ["small (draw) 6 - 0", "large 4 - 7"]);
    }

    #[test]
    fn a_single_board_has_all_games() {
        let scores = pair_scores(&plan(&["small"]), &summary(Vec::new()));
        assert_eq!(scores[1].boards[0].to_string(), "small (draw) 10 - 7");
    }

    #[test]
    fn points_must_not_depend_on_the_seat() {
        assert!(check_points(&PointSystem::FOOTBALL).is_ok() && check_points(&PointSystem::CHESS).is_ok());
        assert!(check_points(&PointSystem::COURSE).is_err());
    }
}
