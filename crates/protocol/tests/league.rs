//! Leagues: who meets whom, what it counts, and programs that misbehave.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::time::Duration;

use mossa_protocol::dipole::entrant::Entrant;
use mossa_protocol::dipole::{
    Ending, League, LeagueGame, LeagueSettings, ServerSettings, Side, Standing, standings,
};
use mossa_search::StopSignal;
use support::settings;

fn league(entrants: &[&str], rounds: usize) -> LeagueSettings {
    LeagueSettings {
        entrants: entrants.iter().map(|text| Entrant::parse(text).unwrap()).collect(),
        rounds,
        server: ServerSettings { patience: Some(Duration::from_secs(20)), ..settings() },
        concurrency: 2,
        logs: None,
        seed: 7,
    }
}

fn played(settings: LeagueSettings) -> (Vec<LeagueGame>, Vec<Standing>) {
    let league = League::new(settings).unwrap();
    let games = league.run(&StopSignal::new(), &mut |_| {}).unwrap();
    let standings = standings(&league.names(), &games);
    (games, standings)
}

#[test]
fn everybody_meets_everybody_at_home_and_away() {
    let league = League::new(league(&["random", "level:1", "x=level:2"], 2)).unwrap();
    assert_eq!(league.names(), ["random", "level:1", "x"]);
    let seats: Vec<[usize; 2]> = league.pairings().into_iter().map(|pairing| pairing.seats).collect();
    let round = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
    assert_eq!(seats, [round, round].concat());
}

#[test]
fn points_are_three_and_one() {
    let (games, standings) = played(league(&["a=random", "b=level:3"], 3));
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game.report.ending == Ending::Rules), "{games:?}");
    let sum = |count: fn(&Standing) -> u32| standings.iter().map(count).sum::<u32>();
    assert_eq!((sum(|s| s.won), sum(Standing::played)), (sum(|s| s.lost), 12));
    for standing in &standings {
        assert_eq!(standing.points, 3 * standing.won + standing.tied);
    }
    assert_eq!(standings[0].name, "b", "{standings:?}");
    for game in &games {
        assert_eq!(game.report.groups, game.seats.map(|seat| ["a", "b"][seat].to_owned()));
    }
}

/// A program that connects and says nothing useful, one that ends at once, and one that never ends.
#[test]
#[cfg(unix)]
fn programs_that_misbehave_lose_and_are_ended() {
    let chatter = "chatter=bash -c 'exec 3<>/dev/tcp/{host}/{port}; echo nonsense >&3; cat <&3'";
    let absent = "absent=sh -c 'sleep 1000 # {port}'";
    let mut settings = league(&["random", chatter], 1);
    let logs = std::env::temp_dir().join(format!("mossa-league-{}", std::process::id()));
    settings.logs = Some(logs.clone());
    let (games, standings) = played(settings);
    assert_eq!(games.len(), 2);
    for (game, side) in games.iter().zip([Side::Black, Side::White]) {
        assert!(matches!(&game.report.ending, Ending::Invalid { side: at, .. } if *at == side), "{game:?}");
    }
    assert_eq!((standings[0].points, standings[1].faults), (6, 2));
    let log = std::fs::read_to_string(logs.join("game-001.log")).unwrap();
    assert!(log.contains("< Black nonsense") && log.contains("> Black DEFEAT"), "{log}");
    assert!(log.contains("[Player2 \"chatter\"]") && log.contains("# White wins, Black sent no valid move"));
    let heard = std::fs::read_to_string(logs.join("game-001-black.out")).unwrap();
    assert!(heard.starts_with("WELCOME Black\n") && heard.ends_with("DEFEAT\n"), "{heard}");
    std::fs::remove_dir_all(logs).unwrap();

    let mut settings = league(&["random", absent], 1);
    settings.server.patience = Some(Duration::from_millis(1500));
    let (games, _) = played(settings);
    assert!(games.iter().all(|game| matches!(game.report.ending, Ending::Absent { .. })), "{games:?}");
}

#[test]
fn a_stopped_league_ends() {
    let stop = StopSignal::new();
    let league = League::new(league(&["a=random", "b=random"], 1000)).unwrap();
    let games = league.run(&stop, &mut |game| {
        if game.number >= 3 {
            stop.stop();
        }
    });
    assert!((3..10).contains(&games.unwrap().len()));
}

#[test]
fn players_that_cannot_be_are_refused() {
    let wrong = |text: &str| Entrant::parse(text).unwrap_err().to_string();
    assert!(wrong("nobody").contains("NAME=COMMAND {host} {port}"), "{}", wrong("nobody"));
    assert!(wrong("java -jar P.jar {port}").starts_with("a program without a name"));
    assert!(wrong("x=cmd 'a {port}").contains("quotes closed"));
    assert_eq!(Entrant::parse("mossa:time=30,name=me").unwrap().name(), "me");
    let refused = |entrants: &[&str]| League::new(league(entrants, 1)).err().unwrap().to_string();
    assert_eq!(refused(&["random"]), "a league of 1 players; expected two or more");
    assert!(refused(&["random", "random"]).starts_with("two players are called `random`"));
    let missing = league(&["random", "x=/no/such/program {port}"], 1);
    let error = League::new(missing).unwrap().run(&StopSignal::new(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("cannot start `/no/such/program`"), "{error}");
}
