//! Plays a benchmark and prints its figures:
//! `cargo run --release -p mossa-adapt --example measure -- GAME BOT STYLE MEANS OPENING SESSIONS GAMES [SEED]`
//! with MEANS `solver` or a depth, OPENING a number of plies after which it is balanced (0: the start) and BOT a bot's name or `perfect`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_adapt::benchmark::{self, Arm, Openings, OpponentName};
use mossa_adapt::stats::Estimate;
use mossa_adapt::{Means, Plan, Settings};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, bot, style, means, opening, sessions, games, rest @ ..] = &args[..] else {
        panic!("GAME BOT STYLE MEANS OPENING SESSIONS GAMES [SEED]");
    };
    let game = mossa_engine::open(game).expect("a game");
    let means = if means == "solver" { Means::Solver } else { Means::Depth(means.parse().expect("a depth")) };
    let plies: u32 = opening.parse().expect("plies");
    let mut settings = Settings::new(style.parse().expect("a style"), means);
    for setting in rest.iter().skip(1) {
        let (name, value) = setting.split_once('=').expect("name=value");
        match name {
            "answers" => settings.horizon.answers = value.parse().unwrap(),
            "width" => settings.horizon.width = value.parse().unwrap(),
            "positions" => settings.horizon.positions = value.parse().unwrap(),
            "tie" => settings.horizon.tie_break = value.parse().unwrap(),
            "tolerance" => settings.tolerance = value.parse().unwrap(),
            "book" if value == "off" => settings.book = None,
            "book" => settings.book.as_mut().unwrap().plies = value.parse().unwrap(),
            "exploration" => settings.book.as_mut().unwrap().exploration = value.parse().unwrap(),
            _ => panic!("no setting {name}"),
        }
    }
    let plan = Plan {
        opponent: if bot == "perfect" { OpponentName::Perfect } else { OpponentName::Bot(bot.clone()) },
        settings,
        openings: if plies == 0 { Openings::Start } else { Openings::Balanced { plies } },
        sessions: sessions.parse().expect("sessions"),
        games: games.parse().expect("games"),
        seed: rest.first().map_or(1, |seed| seed.parse().expect("a seed")),
        threads: 2,
    };
    let began = std::time::Instant::now();
    let report = benchmark::run(&game, &plan, &|_, _| {}).expect("a benchmark");
    println!("{} {} {}", report.game, report.opponent, report.style);
    print_arm("on", &report.on);
    print_arm("off", &report.off);
    println!(
        "  score {}  moves to win {}",
        told(&report.difference.score),
        told(&report.difference.moves_to_win)
    );
    println!("  {:.1} s", began.elapsed().as_secs_f64());
    let profile = &report.on.series.sessions[0].profile;
    for belief in &profile.themes {
        let (low, high) = belief.interval();
        println!(
            "  {:<11} missed {:6.1} of {:6.1}  mean {:.3} [{low:.3}, {high:.3}]  ordinary {:.3}  bias {:.2} {}",
            belief.theme,
            belief.missed,
            belief.events(),
            belief.mean(),
            belief.ordinary(),
            belief.bias,
            if belief.named { "named" } else { "" }
        );
    }
    println!(
        "  errors {:.1} of {:.1}; {:?}",
        profile.errors,
        profile.decisions,
        profile.suspicion.likely().into_iter().take(4).collect::<Vec<_>>()
    );
    for session in &report.on.series.sessions {
        let likely: Vec<String> = session
            .profile
            .suspicion
            .likely()
            .into_iter()
            .take(4)
            .map(|(n, c)| format!("{n} {c:.3}"))
            .collect();
        println!("  session: {} named {:?}", likely.join(", "), session.named.last().unwrap());
    }
    for after in [5, 10, 20, 50, 100] {
        for (name, arm) in [("on", &report.on), ("off", &report.off)] {
            if let Some(point) = arm.over_time.get(after - 1) {
                let named: Vec<String> =
                    point.named.iter().filter(|n| n.1 > 0.0).map(|n| format!("{} {:.2}", n.0, n.1)).collect();
                println!("  {name} after {after}: {}", named.join(", "));
            }
        }
    }
}

fn print_arm(name: &str, arm: &Arm) {
    let rate = &arm.win_rate;
    let first = |first: bool| {
        let rows: Vec<_> =
            arm.series.sessions.iter().flat_map(|s| &s.games).filter(|r| r.first == first).collect();
        rows.iter().map(|r| r.result.score()).sum::<f64>() / rows.len().max(1) as f64
    };
    println!(
        "  {name:<3} +{} ={} -{}  wins {:.4} [{:.4}, {:.4}]  score {}  first {:.3} second {:.3}  moves to win {}  gave away {}/{}",
        arm.wins,
        arm.draws,
        arm.losses,
        rate.value,
        rate.low,
        rate.high,
        told(&arm.score),
        first(true),
        first(false),
        told(&arm.moves_to_win),
        arm.gave_away,
        arm.moves
    );
}

fn told(estimate: &Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |e| format!("{:.4} [{:.4}, {:.4}]", e.value, e.low, e.high))
}
