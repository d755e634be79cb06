//! Leagues: who meets whom, what it counts, and programs that misbehave.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use mossa_protocol::dipole::entrant::Entrant;
use mossa_protocol::dipole::{
    Ending, League, LeagueGame, LeagueRun, LeagueSettings, ServerSettings, Side, Standing, standings,
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
    let LeagueRun { games, failure } = league.run(&StopSignal::new(), &mut |_| {});
    assert!(failure.is_none(), "{failure:?}");
    let standings = standings(&league.names(), &games);
    (games, standings)
}

/// The same, for leagues that might not end.
fn ended(settings: LeagueSettings) -> (Vec<LeagueGame>, Vec<Standing>) {
    let (done, end) = channel();
    std::thread::spawn(move || done.send(played(settings)));
    end.recv_timeout(Duration::from_secs(60)).expect("the league does not end")
}

/// A folder that is not there.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mossa-league-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn everybody_meets_everybody_at_home_and_away() {
    let league = League::new(league(&["random", "level:1", "x=level:2"], 2)).unwrap();
    assert_eq!(league.names(), ["random", "level:1", "x"]);
    let seats: Vec<[usize; 2]> = league.pairings().map(|pairing| pairing.seats).collect();
    let round = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
    assert_eq!((seats.len(), seats), (league.games(), [round, round].concat()));
}

/// Neither a place for each game nor a thread for each of so many is asked for.
#[test]
fn a_league_without_measure_begins_and_ends() {
    let stop = StopSignal::new();
    let endless = League::new(league(&["a=random", "b=random"], usize::MAX)).unwrap();
    assert_eq!(endless.games(), usize::MAX);
    let run = endless.run(&stop, &mut |_| stop.stop());
    assert!((1..10).contains(&run.games.len()) && run.failure.is_none());
    let crowded = LeagueSettings { concurrency: usize::MAX, ..league(&["a=random", "b=random"], 1) };
    assert_eq!(ended(crowded).0.len(), 2);
}

/// White connects and crashes while Black is still getting ready: that is White's loss.
#[test]
#[cfg(unix)]
fn who_crashes_before_the_opponent_came_has_lost() {
    let crashing = "crashing=bash -c 'exec 3<>/dev/tcp/{host}/{port}; read -r line <&3; exit 1'";
    let slow = "slow=line:sh -c 'sleep 0.5; echo ready; cat'";
    let began = Instant::now();
    let (games, standings) = ended(league(&[crashing, slow], 1));
    let [at_home, away] = &games[..] else { panic!("{games:?}") };
    assert_eq!(at_home.report.ending, Ending::Absent { side: Side::White });
    assert_eq!(at_home.remarks[0].as_deref(), Some("ended with exit status: 1"));
    assert_eq!(away.report.winner(), Some(Side::White), "{away:?}");
    assert_eq!((standings[0].name.as_str(), standings[0].points, standings[1].faults), ("slow", 6, 2));
    assert!(began.elapsed() < Duration::from_secs(20), "its end was not noticed");
}

/// A program may look whether the server is there before it comes to stay.
#[test]
#[cfg(unix)]
fn who_tries_the_door_first_keeps_the_seat() {
    let door = "/dev/tcp/{host}/{port}";
    let probing = format!(
        "probing=bash -c 'exec 3<>{door}; read -r line <&3; exec 3>&-; sleep 0.2; exec 3<>{door}; \
        while read -r line; do [ $line = YOUR_TURN ] && break; done <&3; \
        echo MOVE H5,N,12 >&3; echo MOVE A4,S,12 >&3; cat <&3'"
    );
    let (games, standings) = ended(league(&[&probing, "random"], 1));
    let [at_home, _] = &games[..] else { panic!("{games:?}") };
    assert_eq!((&at_home.report.ending, at_home.report.moves.len()), (&Ending::Rules, 1), "{at_home:?}");
    assert_eq!((standings[0].name.as_str(), standings[0].points), ("random", 6));
}

/// A player of ours that is ready when its game is over does not wait for it.
#[test]
#[cfg(unix)]
fn a_player_that_comes_too_late_is_not_waited_for() {
    let slow = "slow=line:sh -c 'sleep 3; echo ready; cat'";
    let mut settings = league(&[slow, "random"], 1);
    settings.server.patience = Some(Duration::from_millis(1500));
    let (games, _) = ended(settings);
    assert_eq!((&games[0].report.ending, games.len()), (&Ending::Absent { side: Side::White }, 2));
    // That it was told to stop is no fault of its own.
    assert!(games.iter().all(|game| game.remarks == [None, None]), "{games:?}");
}

#[test]
#[cfg(unix)]
fn a_player_that_ends_before_it_comes_is_not_waited_for() {
    for gone in ["gone=line:false", "gone=sh -c 'exit 1 # {port}'"] {
        let began = Instant::now();
        let (games, _) = ended(league(&[gone, "random"], 1));
        assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
        for (game, side) in games.iter().zip(Side::BOTH) {
            assert_eq!(game.report.ending, Ending::Absent { side });
            assert!(game.remarks[side.index()].is_some(), "{game:?}");
        }
    }
}

/// Logs that cannot be kept any more end no game.
#[test]
fn a_league_goes_on_without_its_logs() {
    let logs = folder("lost");
    let mut settings = league(&["a=random", "b=random"], 3);
    (settings.logs, settings.concurrency) = (Some(logs.clone()), 1);
    let league = League::new(settings).unwrap();
    let run = league.run(&StopSignal::new(), &mut |_| {
        let _ = std::fs::remove_dir_all(&logs);
    });
    assert!(run.failure.is_none() && run.games.len() == 6, "{run:?}");
    assert!(run.games.iter().any(|game| game.unlogged.is_some()), "{run:?}");
    assert!(run.games.iter().all(|game| game.report.ending == Ending::Rules), "{run:?}");
}

#[test]
fn logs_of_two_leagues_do_not_mix() {
    let logs = folder("mixed");
    let with_logs = || LeagueSettings { logs: Some(logs.clone()), ..league(&["a=random", "b=random"], 1) };
    std::fs::create_dir_all(&logs).unwrap();
    std::fs::write(logs.join("notes.txt"), "something else may be there").unwrap();
    assert_eq!(played(with_logs()).0.len(), 2);
    let again = League::new(with_logs()).unwrap().run(&StopSignal::new(), &mut |_| {});
    assert!(again.games.is_empty());
    let error = again.failure.unwrap().to_string();
    assert!(error.ends_with("has logs of games; expected a new folder, or an empty one"), "{error}");
    std::fs::remove_dir_all(logs).unwrap();
}

/// What was played before somebody could not be started is not lost.
#[test]
#[cfg(unix)]
fn a_failure_keeps_the_games_before_it() {
    let program = folder("program");
    std::fs::create_dir_all(&program).unwrap();
    let script = program.join("script");
    std::fs::write(&script, "#!/bin/sh\nexit 1\n").unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let entrant = format!("vanishing={} {{port}}", script.display());
    let mut settings = league(&["random", &entrant], 100);
    settings.concurrency = 1;
    let league = League::new(settings).unwrap();
    let run = league.run(&StopSignal::new(), &mut |_| {
        let _ = std::fs::remove_file(&script);
    });
    assert!((1..10).contains(&run.games.len()), "{run:?}");
    assert!(run.failure.unwrap().to_string().contains("cannot start"));
    std::fs::remove_dir_all(program).unwrap();
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
    let logs = folder("chatter");
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
    assert!((3..10).contains(&games.games.len()));
}

#[test]
fn players_that_cannot_be_are_refused() {
    let wrong = |text: &str| Entrant::parse(text).unwrap_err().to_string();
    assert!(wrong("nobody").contains("NAME=COMMAND {host} {port}"), "{}", wrong("nobody"));
    assert!(wrong("java -jar P.jar {port}").starts_with("a program without a name"));
    assert!(wrong("x=cmd 'a {port}").contains("quotes closed"));
    assert_eq!(Entrant::parse("mossa:time=30,name=me").unwrap().name(), "me");
    let refused = |entrants: &[&str]| League::new(league(entrants, 1)).err().unwrap().to_string();
    assert_eq!(refused(&["random"]), "a league of 1 player; expected two or more");
    assert!(refused(&["random", "random"]).starts_with("two players are called `random`"));
    let missing = league(&["random", "x=/no/such/program {port}"], 1);
    let error = League::new(missing).unwrap().run(&StopSignal::new(), &mut |_| {}).failure.unwrap();
    assert!(error.to_string().contains("cannot start `/no/such/program`"), "{error}");
}
