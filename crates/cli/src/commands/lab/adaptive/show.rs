//! What a benchmark found, as text and for programs.

use std::cmp::Ordering;

use mossa_adapt::benchmark::{Arm, Compared, Point};
use mossa_adapt::stats::Estimate;
use mossa_adapt::{BenchmarkReport, Style};
use mossa_engine::AnyGame;
use mossa_game::Language;
use serde::{Deserialize, Serialize};

use crate::args::LabArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::texts;

/// A benchmark without its single games: what is printed for programs and kept in the database.
#[derive(Serialize, Deserialize)]
pub(super) struct Summary {
    pub(super) game: String,
    pub(super) opponent: String,
    pub(super) style: Style,
    pub(super) seed: u64,
    pub(super) on: Side,
    pub(super) off: Side,
    pub(super) difference: Compared,
}

/// One arm without its single games.
#[derive(Serialize, Deserialize)]
pub(super) struct Side {
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) win_rate: Estimate,
    pub(super) score: Option<Estimate>,
    pub(super) moves_to_win: Option<Estimate>,
    pub(super) moves: u64,
    pub(super) gave_away: u64,
    pub(super) over_time: Vec<Point>,
}

impl Side {
    fn new(arm: &Arm) -> Side {
        Side {
            games: arm.games,
            wins: arm.wins,
            draws: arm.draws,
            losses: arm.losses,
            win_rate: arm.win_rate,
            score: arm.score,
            moves_to_win: arm.moves_to_win,
            moves: arm.moves,
            gave_away: arm.gave_away,
            over_time: arm.over_time.clone(),
        }
    }
}

impl Summary {
    pub(super) fn new(report: &BenchmarkReport) -> Summary {
        Summary {
            game: report.game.clone(),
            opponent: report.opponent.clone(),
            style: report.style,
            seed: report.seed,
            on: Side::new(&report.on),
            off: Side::new(&report.off),
            difference: report.difference.clone(),
        }
    }
}

/// `0.654 [0.610, 0.698]`, or a dash.
pub(super) fn told(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |e| format!("{:.3} [{:.3}, {:.3}]", e.value, e.low, e.high))
}

/// After so many games the profile is told.
const TOLD_AFTER: [usize; 6] = [1, 2, 5, 10, 20, 50];

/// Prints one benchmark.
pub(super) fn print(
    report: &BenchmarkReport,
    game: &dyn AnyGame,
    args: &LabArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    if args.output.json {
        return output.json(&Summary::new(report));
    }
    output.line(format!(
        "{} against {}, style {}, {} sessions of {} games, seed {}",
        report.game,
        report.opponent,
        report.style,
        report.on.series.sessions.len(),
        report.on.over_time.len(),
        report.seed
    ))?;
    output.line(format!(
        "  {:<10} {:>15} {:>22} {:>22} {:>25} {:>10}",
        "adaptation", "+ = -", "win rate", "score", "moves to win", "gave away"
    ))?;
    for (name, arm) in [("on", &report.on), ("off", &report.off)] {
        output.line(format!(
            "  {name:<10} {:>15} {:>22} {:>22} {:>25} {:>10}",
            format!("{} {} {}", arm.wins, arm.draws, arm.losses),
            told(Some(arm.win_rate)),
            told(arm.score),
            told(arm.moves_to_win),
            format!("{}/{}", arm.gave_away, arm.moves)
        ))?;
    }
    let (score, moves) = (report.difference.score, report.difference.moves_to_win);
    output.line(format!("  difference: score {}, moves to win {}", told(score), told(moves)))?;
    output.line(format!("  {}", verdict(score)))?;
    let language = texts::language(args.output.lang);
    over_time(&report.on.over_time, game, language).iter().try_for_each(|line| output.line(line))?;
    output.line("")?;
    Ok(output.flush()?)
}

/// What the difference of scores shows: more, less, or nothing.
pub(super) fn effect(score: Option<Estimate>) -> Ordering {
    match score {
        Some(score) if score.low > 0.0 => Ordering::Greater,
        Some(score) if score.high < 0.0 => Ordering::Less,
        _ => Ordering::Equal,
    }
}

fn verdict(score: Option<Estimate>) -> &'static str {
    match effect(score) {
        Ordering::Greater => "the adaptation scores more: the interval lies above 0",
        Ordering::Less => "the adaptation scores less: the interval lies below 0",
        Ordering::Equal => "no difference is shown: the interval holds 0",
    }
}

/// What the profile says after some games, in the mean of the sessions.
fn over_time(points: &[Point], game: &dyn AnyGame, language: Language) -> Vec<String> {
    let last = points.len();
    let told = points.iter().filter(|point| TOLD_AFTER.contains(&point.games) || point.games == last);
    let line = |point: &Point| {
        let mut themes: Vec<&(String, f64)> = point.ratios.iter().collect();
        themes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let named = |theme: &str| {
            let part = point.named.iter().find(|named| named.0 == theme).map_or(0.0, |named| named.1);
            if part > 0.0 { format!(", named in {:.0}%", 100.0 * part) } else { String::new() }
        };
        let most = themes.iter().take(3).map(|(theme, ratio)| {
            let title = game.catalog().find(language, &format!("theme-{theme}")).unwrap_or(theme);
            format!("{title} {ratio:.2}{}", named(theme))
        });
        format!("  after {:>3}: {}", point.games, most.collect::<Vec<_>>().join("; "))
    };
    let heading = "  what is misjudged most, as a multiple of ordinary players:".to_owned();
    let lines: Vec<String> = told.filter(|point| !point.ratios.is_empty()).map(line).collect();
    if lines.is_empty() { lines } else { std::iter::once(heading).chain(lines).collect() }
}
