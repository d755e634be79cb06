//! What a benchmark found, as plain data.

use std::sync::Arc;

use mossa_engine::AnyGame;
use serde::{Deserialize, Serialize};

use super::{GameRow, Plan, Series};
use crate::player::Style;
use crate::profile::GameResult;
use crate::stats::{Estimate, bootstrap_mean, wilson};

/// What a benchmark found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BenchmarkReport {
    /// The game, by its full name.
    pub game: String,
    /// Against whom.
    pub opponent: String,
    /// The style of the adaptive player.
    pub style: Style,
    /// Where all randomness began.
    pub seed: u64,
    /// With adaptation.
    pub on: Arm,
    /// Without.
    pub off: Arm,
    /// The difference, game by game.
    pub difference: Compared,
}

/// One arm.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Arm {
    /// Games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The rate of wins, with Wilson's interval.
    pub win_rate: Estimate,
    /// The mean score, with a bootstrap over sessions.
    pub score: Option<Estimate>,
    /// Own moves in games that were won, with a bootstrap over sessions.
    pub moves_to_win: Option<Estimate>,
    /// Own moves in all.
    pub moves: u64,
    /// Moves that gave away a result, where that is known.
    pub gave_away: u64,
    /// What was learned, game by game.
    pub over_time: Vec<Point>,
    /// All games, by session.
    pub series: Series,
}

/// What all sessions together show after so many games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// After so many games.
    pub games: usize,
    /// The mean score of that game.
    pub score: f64,
    /// For each theme: in which part of the sessions it is named.
    pub named: Vec<(String, f64)>,
    /// For each theme: the mean ratio to what is ordinary.
    pub ratios: Vec<(String, f64)>,
}

/// On less off, game by game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Compared {
    /// The difference of scores.
    pub score: Option<Estimate>,
    /// The difference of own moves in games that both arms won: less is faster.
    pub moves_to_win: Option<Estimate>,
}

impl BenchmarkReport {
    pub(super) fn new(game: &Arc<dyn AnyGame>, plan: &Plan, on: Series, off: Series) -> BenchmarkReport {
        BenchmarkReport {
            game: game.name().to_owned(),
            opponent: plan.opponent.name().to_owned(),
            style: plan.settings.style,
            seed: plan.seed,
            difference: Compared::new(&on, &off, plan.seed),
            on: Arm::new(on, plan.seed),
            off: Arm::new(off, plan.seed),
        }
    }
}

impl Arm {
    /// The summary of a series.
    pub fn new(series: Series, seed: u64) -> Arm {
        let rows = || series.sessions.iter().flat_map(|session| &session.games);
        let count = |result: GameResult| rows().filter(|row| row.result == result).count() as u64;
        let games = rows().count() as u64;
        let wins = count(GameResult::Win);
        let by_session = |of: &dyn Fn(&GameRow) -> Option<f64>| -> Vec<Vec<f64>> {
            series.sessions.iter().map(|session| session.games.iter().filter_map(of).collect()).collect()
        };
        let score = bootstrap_mean(&by_session(&|row| Some(row.result.score())), seed);
        let moves_to_win = bootstrap_mean(&by_session(&moves_of_win), seed);
        Arm {
            games,
            wins,
            draws: count(GameResult::Draw),
            losses: count(GameResult::Loss),
            win_rate: wilson(wins, games),
            score,
            moves_to_win,
            moves: rows().map(|row| u64::from(row.own_moves)).sum(),
            gave_away: rows().map(|row| u64::from(row.gave_away)).sum(),
            over_time: over_time(&series),
            series,
        }
    }
}

fn moves_of_win(row: &GameRow) -> Option<f64> {
    (row.result == GameResult::Win).then(|| f64::from(row.own_moves))
}

fn over_time(series: &Series) -> Vec<Point> {
    let games = series.sessions.iter().map(|session| session.games.len()).max().unwrap_or(0);
    let themes = series.sessions.first().map(|session| session.profile.themes.clone()).unwrap_or_default();
    let point = |game: usize| {
        let there = || series.sessions.iter().filter(move |session| session.games.len() > game);
        let part = |sum: f64| sum / there().count().max(1) as f64;
        let named = |theme: &str| {
            there().filter(|session| session.named[game].iter().any(|name| name == theme)).count()
        };
        Point {
            games: game + 1,
            score: part(there().map(|session| session.games[game].result.score()).sum()),
            named: themes.iter().map(|t| (t.theme.clone(), part(named(&t.theme) as f64))).collect(),
            ratios: themes
                .iter()
                .enumerate()
                .map(|(index, t)| {
                    (t.theme.clone(), part(there().map(|session| session.ratios[game][index]).sum()))
                })
                .collect(),
        }
    };
    (0..games).map(point).collect()
}

impl Compared {
    fn new(on: &Series, off: &Series, seed: u64) -> Compared {
        let pairs = |of: &dyn Fn(&GameRow, &GameRow) -> Option<f64>| -> Vec<Vec<f64>> {
            let sessions = on.sessions.iter().zip(&off.sessions);
            sessions
                .map(|(a, b)| a.games.iter().zip(&b.games).filter_map(|(a, b)| of(a, b)).collect())
                .collect()
        };
        let scores = pairs(&|a, b| Some(a.result.score() - b.result.score()));
        let moves = pairs(&|a, b| Some(moves_of_win(a)? - moves_of_win(b)?));
        Compared { score: bootstrap_mean(&scores, seed), moves_to_win: bootstrap_mean(&moves, seed) }
    }
}
