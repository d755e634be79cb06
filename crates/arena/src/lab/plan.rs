//! Techniques as players: who is to meet whom, before anybody sits down.

use mossa_engine::Method;
use mossa_game::{InputError, InputKind, Verdict};
use serde::{Deserialize, Serialize};

use super::ladder::FeatureSet;
use super::subjects::Open;
use crate::budget::Budget;
use crate::players::PlayerSpec;
use crate::stats::points::PointSystem;

/// A tournament of the laboratory: all that a run of the arena needs to know.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentPlan {
    /// What people call it.
    pub title: String,
    /// The players; pairs mean them by their number here.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom.
    pub pairs: Vec<(usize, usize)>,
    /// The boards, by their full names.
    pub boards: Vec<String>,
    /// For each board what it is worth to who moves first, if that is known.
    pub values: Vec<Option<Verdict>>,
    /// How often a pair meets on each board, every time with both seatings.
    pub encounters_per_board: usize,
    /// What wins and draws are worth.
    pub points: PointSystem,
    /// How much each player may think.
    pub budget: Budget,
    /// What others measured.
    pub published: Vec<Published>,
    /// Where that comes from.
    pub source: String,
}

impl TournamentPlan {
    /// The same on other boards. What others measured does not compare with that.
    pub fn on_boards(mut self, boards: &[String], open: Open<'_>) -> Result<TournamentPlan, InputError> {
        let name = |board: &String| Ok(open(board)?.name().to_owned());
        let old = self.boards.iter().map(name).collect::<Result<Vec<_>, InputError>>()?;
        let new = boards.iter().map(name).collect::<Result<Vec<_>, InputError>>()?;
        let value = |board: &String| self.values[old.iter().position(|known| known == board)?];
        self.values = new.iter().map(value).collect();
        if new != old {
            self.published.clear();
        }
        self.boards = new;
        Ok(self)
    }

    /// The same with another number of games on each board. What others measured does not compare with that.
    pub fn with_games(mut self, games: usize) -> Result<TournamentPlan, InputError> {
        let encounters = encounters(games)?;
        if encounters != self.encounters_per_board {
            self.published.clear();
        }
        self.encounters_per_board = encounters;
        Ok(self)
    }
}

/// The points of a pair as somebody published them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Published {
    /// The players, by their number in the plan.
    pub pair: (usize, usize),
    /// What each of them got.
    pub points: (f64, f64),
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Each step meets the step before it.
    #[default]
    Ladder,
    /// Everybody meets everybody.
    RoundRobin,
}

impl Pairing {
    /// The pairs among so many players. The later step comes first: it is the one that should be stronger.
    pub fn pairs(self, players: usize) -> Vec<(usize, usize)> {
        match self {
            Pairing::Ladder => (1..players).map(|step| (step, step - 1)).collect(),
            Pairing::RoundRobin => (1..players).flat_map(|a| (0..a).map(move |b| (a, b))).collect(),
        }
    }
}

/// A search with the techniques of `set`, as a player.
pub fn player(set: &FeatureSet, method: Method) -> Result<PlayerSpec, InputError> {
    let kind = match method {
        Method::Auto => "mossa",
        Method::AlphaBeta => "alphabeta",
        Method::MaxN => "maxn",
        Method::Paranoid => "paranoid",
        Method::BestReply => "bestreply",
        Method::Mcts => "mcts",
    };
    let features = set.features.iter().map(|feature| format!(",{}", feature.name()));
    // Commas and brackets would end the name in the line.
    let name = set.name.replace([',', '[', ']'], " ");
    PlayerSpec::parse(&format!("{kind}:none{},name={name}", features.collect::<String>()))
}

/// Reads `time=100`, `tc=10+0.1`, `nodes=1000` or `depth=6`, or several of them, as players have them.
pub fn parse_budget(text: &str) -> Result<Budget, InputError> {
    let budget = PlayerSpec::parse(&format!("minimax:{text}")).map(|player| player.budget());
    let bad = |problem: String| {
        InputError::new(InputKind::Setting, problem, "time=MS, tc=10+0.1, nodes=N or depth=N")
    };
    let budget = budget.map_err(|error| bad(format!("unreadable budget `{text}`: {}", error.problem)))?;
    if budget.is_unlimited() { Err(bad(format!("`{text}` limits nothing"))) } else { Ok(budget) }
}

/// Half as many encounters as games: each is played with both seatings.
pub fn encounters(games: usize) -> Result<usize, InputError> {
    if games == 0 || !games.is_multiple_of(2) {
        let problem = format!("{games} games on each board");
        return Err(InputError::new(
            InputKind::Setting,
            problem,
            "an even number, so that both begin as often",
        ));
    }
    Ok(games / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::ladder;

    #[test]
    fn steps_meet_the_one_before_or_all() {
        assert_eq!(Pairing::Ladder.pairs(4), [(1, 0), (2, 1), (3, 2)]);
        assert_eq!(Pairing::RoundRobin.pairs(3), [(1, 0), (2, 0), (2, 1)]);
        assert!(Pairing::Ladder.pairs(1).is_empty() && Pairing::Ladder.pairs(0).is_empty());
    }

    #[test]
    fn sets_become_players_with_just_these_techniques() {
        let sets = ladder::parse("minimax;alphabeta,table;-pvs").unwrap();
        let one = player(&sets[1], Method::AlphaBeta).unwrap();
        assert_eq!(one.text(), "alphabeta:none,alphabeta,table,name=alphabeta table");
        for set in &sets {
            for method in [Method::Auto, Method::AlphaBeta, Method::MaxN, Method::Paranoid, Method::BestReply]
            {
                assert!(player(set, method).is_ok());
            }
        }
    }

    #[test]
    fn budgets_are_read_as_players_have_them() {
        let both = Budget { nodes: Some(1000), depth: Some(4), time: None };
        assert_eq!(parse_budget("nodes=1000,depth=4"), Ok(both));
        for bad in ["", "time", "time=0", "name=x", "table=4", "speed=3"] {
            assert!(parse_budget(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn other_boards_and_games_are_not_what_was_published() {
        let plan = TournamentPlan {
            title: String::new(),
            players: Vec::new(),
            pairs: vec![(0, 1)],
            boards: vec!["mnk:3,3,3".to_owned(), "mnk:4,4,3".to_owned()],
            values: vec![Some(Verdict::Draw), Some(Verdict::Win)],
            encounters_per_board: 2,
            points: PointSystem::FOOTBALL,
            budget: Budget::default(),
            published: vec![Published { pair: (0, 1), points: (3.0, 4.0) }],
            source: String::new(),
        };
        let boards = |boards: &[&str]| {
            let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
            plan.clone().on_boards(&boards, &mossa_engine::open).unwrap()
        };
        assert_eq!(boards(&["tic-tac-toe", "mnk:4,4,3"]), plan, "other names of the same");
        let other = boards(&["mnk:5,5,4", "mnk:4,4,3"]);
        assert_eq!((other.values, other.published.len()), (vec![None, Some(Verdict::Win)], 0));
        assert_eq!(plan.clone().with_games(4), Ok(plan.clone()));
        assert!(plan.clone().with_games(6).unwrap().published.is_empty() && plan.with_games(5).is_err());
    }

    #[test]
    fn both_begin_as_often() {
        assert_eq!((encounters(4), encounters(2)), (Ok(2), Ok(1)));
        assert!(encounters(3).is_err() && encounters(0).is_err());
    }
}
