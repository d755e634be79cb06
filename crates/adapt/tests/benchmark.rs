//! What the adaptive player achieves against the bots of Connect 4.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use mossa_adapt::benchmark::{self, Openings, OpponentName};
use mossa_adapt::{BenchmarkReport, Means, Plan, Settings, Style};
use mossa_engine::AnyGame;

/// The bots of the report.
const REPORTED: [&str; 3] = ["casual-novice", "diagonal-blinder", "edge-runner"];

fn connect4() -> Arc<dyn AnyGame> {
    mossa_engine::open("connect4").unwrap()
}

fn plan(opponent: &str, style: Style, means: Means, sessions: usize, games: usize) -> Plan {
    let opponent = match opponent {
        "perfect" => OpponentName::Perfect,
        bot => OpponentName::Bot(bot.to_owned()),
    };
    Plan {
        opponent,
        settings: Settings::new(style, means),
        openings: Openings::Start,
        sessions,
        games,
        seed: 20_260_213,
        threads: 2,
    }
}

fn run(plan: &Plan) -> BenchmarkReport {
    benchmark::run(&connect4(), plan, &|_, _| {}).unwrap()
}

#[test]
fn reports_depend_on_the_seed_alone() {
    let plan = plan("casual-novice", Style::Exploit, Means::Solver, 2, 4);
    let alone = Plan { threads: 1, ..plan.clone() };
    let found = run(&plan);
    assert_eq!(found, run(&alone));
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<BenchmarkReport>(&text).unwrap().on.wins, found.on.wins);
    let other = run(&Plan { seed: 1, ..plan });
    assert_ne!(other.on.series, found.on.series);
}

#[test]
fn a_bot_that_is_not_there_is_refused() {
    let plan = plan("grandmaster", Style::Exploit, Means::Solver, 1, 1);
    let error = benchmark::run(&connect4(), &plan, &|_, _| {}).unwrap_err().to_string();
    assert!(error.contains("no bot `grandmaster`") && error.contains("edge-runner"), "{error}");
}

/// With both sides perfect, each opening gives both arms what it is worth.
#[test]
fn against_perfect_play_both_arms_get_what_theory_says() {
    let plan = Plan {
        openings: Openings::Random { plies: 8 },
        ..plan("perfect", Style::Exploit, Means::Solver, 3, 8)
    };
    let found = run(&plan);
    assert_eq!((found.on.gave_away, found.off.gave_away), (0, 0));
    for (on, off) in found.on.series.sessions.iter().zip(&found.off.series.sessions) {
        let results =
            |session: &benchmark::Session| session.games.iter().map(|row| row.result).collect::<Vec<_>>();
        assert_eq!(results(on), results(off));
    }
}

#[test]
fn with_exact_play_bots_are_beaten_and_nothing_is_given_away() {
    for bot in REPORTED {
        let found = run(&plan(bot, Style::Exploit, Means::Solver, 2, 10));
        assert!(found.on.wins >= 18 && found.on.gave_away == 0, "{bot}: {} wins", found.on.wins);
    }
}

/// At least 99 % of 2000 games, sides alternating.
#[test]
#[ignore = "many minutes: 2000 games against each bot"]
fn with_exact_play_bots_are_beaten_in_99_of_100_games() {
    for bot in REPORTED.into_iter().chain(["human-novice"]) {
        let found = run(&plan(bot, Style::Exploit, Means::Solver, 10, 200));
        println!("{bot}: {:?} control {:?}", found.on.win_rate, found.off.win_rate);
        assert!(found.on.win_rate.value >= 0.99 && found.on.gave_away == 0, "{bot}: {:?}", found.on.win_rate);
    }
}

/// The report's own figures, at its own depth, are left behind with 95 % confidence.
#[test]
#[ignore = "many minutes: 2000 games against each bot in each style"]
fn at_depth_four_the_figures_of_the_report_are_left_behind() {
    for (bot, reported) in REPORTED.into_iter().zip([0.80, 0.65, 0.80]) {
        for style in Style::ALL {
            let found = run(&plan(bot, style, Means::Depth(4), 10, 200));
            println!("{bot} {style}: {:?} control {:?}", found.on.win_rate, found.off.win_rate);
            assert!(found.on.win_rate.is_above(reported), "{bot} {style}: {:?}", found.on.win_rate);
        }
    }
}

/// From openings that both sides get, the model scores more than the same player without it, or wins faster at the same
/// score.
#[test]
#[ignore = "many minutes: paired games against each bot"]
fn the_model_beats_its_control() {
    for bot in REPORTED.into_iter().chain(["human-novice"]) {
        let mut plan = Plan {
            openings: Openings::Balanced { plies: 8 },
            ..plan(bot, Style::Exploit, Means::Solver, 20, 20)
        };
        // The model alone: the control has no book either.
        plan.settings.book = None;
        let found = run(&plan);
        println!("{bot}: {:?} on {:?} off {:?}", found.difference, found.on.score, found.off.score);
        let score = found.difference.score.unwrap();
        let faster = found.difference.moves_to_win.is_some_and(|moves| moves.high < 0.0);
        assert!(score.is_above(0.0) || (score.high >= 0.0 && faster), "{bot}: {:?}", found.difference);
        assert_eq!((found.on.gave_away, found.off.gave_away), (0, 0));
    }
}
