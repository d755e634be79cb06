//! What profiles say about players whose weaknesses are known.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_adapt::benchmark::{self, Openings, OpponentName, Series};
use mossa_adapt::{Means, Plan, Profile, Settings, Style};

/// Sessions of so many games from random openings.
fn sessions(opponent: OpponentName, sessions: usize, games: usize) -> Series {
    let game = mossa_engine::open("connect4").unwrap();
    let mut settings = Settings::new(Style::Exploit, Means::Solver);
    settings.book = None;
    // Who the opponent is shows soon; how far we look ahead makes no difference to that.
    settings.horizon.answers = 1;
    let plan = Plan {
        opponent,
        settings,
        openings: Openings::Random { plies: 4 },
        sessions,
        games,
        seed: 7,
        threads: 2,
    };
    benchmark::series(&game, &plan, &|_| {}).unwrap()
}

fn bot(name: &str) -> OpponentName {
    OpponentName::Bot(name.to_owned())
}

/// In which part of the sessions one of `themes` leads the named weaknesses at the end.
fn named(series: &Series, themes: &[&str]) -> f64 {
    let found = series.sessions.iter().filter(|session| {
        let first = session.named.last().and_then(|named| named.first());
        first.is_some_and(|first| themes.contains(&first.as_str()))
    });
    found.count() as f64 / series.sessions.len() as f64
}

fn alarms(series: &Series) -> f64 {
    let wrong = series.sessions.iter().filter(|session| session.named.iter().any(|named| !named.is_empty()));
    wrong.count() as f64 / series.sessions.len() as f64
}

const DIAGONALS: [&str; 3] = ["diagonal", "rising", "falling"];

#[test]
fn weaknesses_are_named() {
    assert_eq!(named(&sessions(bot("diagonal-blinder"), 2, 8), &DIAGONALS), 1.0);
    assert_eq!(named(&sessions(bot("edge-runner"), 2, 8), &["edge"]), 1.0);
    assert_eq!(alarms(&sessions(OpponentName::Perfect, 1, 10)), 0.0);
}

/// Ten games are enough to name a weakness.
#[test]
#[ignore = "minutes: 200 sessions for each player"]
fn weaknesses_are_named_in_95_of_100_sessions() {
    let diagonal = named(&sessions(bot("diagonal-blinder"), 200, 10), &DIAGONALS);
    println!("diagonal {diagonal}");
    let edge = named(&sessions(bot("edge-runner"), 200, 10), &["edge"]);
    println!("edge {edge}");
    assert!(diagonal >= 0.95 && edge >= 0.95);
}

/// In twenty games nothing is named that is not there.
#[test]
#[ignore = "many minutes: 200 sessions against the solver"]
fn a_perfect_player_has_no_weakness_in_95_of_100_sessions() {
    let false_alarms = alarms(&sessions(OpponentName::Perfect, 200, 20));
    println!("false alarms {false_alarms}");
    assert!(false_alarms < 0.05);
}

#[test]
fn profiles_are_kept_exported_and_reset() {
    let game = mossa_engine::open("connect4").unwrap();
    let series = sessions(bot("casual-novice"), 1, 10);
    let profile = &series.sessions[0].profile;
    assert!(profile.games == 10 && profile.decisions > 20.0, "{profile:?}");
    let text = serde_json::to_string(profile).unwrap();
    let mut read: Profile = serde_json::from_str(&text).unwrap();
    assert_eq!(&read, profile);
    let named = |profile: &Profile| profile.weaknesses().iter().map(|b| b.theme.clone()).collect::<Vec<_>>();
    assert_eq!(named(&read), named(profile));
    assert_eq!(read.suspicion.likely()[0].0, profile.suspicion.likely()[0].0);
    read.check(game.name(), &game.themes()).unwrap();
    assert!(read.check("mnk:3,3,3", &game.themes()).is_err());
    let before = read.decisions;
    read.rest(mossa_adapt::profile::HALF_LIFE_DAYS);
    assert!((read.decisions - before / 2.0).abs() < 1e-9);
    read.reset(&game.themes());
    assert!(read.games == 0 && read.decisions == 0.0 && read.opponent == "casual-novice");
}
