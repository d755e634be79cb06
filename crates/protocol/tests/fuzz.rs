//! Random lines never crash either side, and always come to an end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener};
use std::thread;
use std::time::Duration;

use mossa_arena::players::PlayerSpec;
use mossa_game::Player;
use mossa_protocol::dipole::{Client, Ending, ServerSettings};
use mossa_protocol::thinker::ArenaThinker;
use mossa_protocol::timing::Timed;
use mossa_search::StopSignal;
use proptest::prelude::*;
use support::{Hosted, Raw, dipole, settings};

/// A line of a player: right, nearly right, or anything.
fn player_line() -> impl Strategy<Value = Vec<u8>> {
    let moves = ("[A-Ia-i]", 0u8..10, "[NSEWnsew]{0,3}", 0u8..14)
        .prop_map(|(row, column, direction, count)| format!("MOVE {row}{column},{direction},{count}\n"));
    let likely = prop::sample::select(vec![
        "MOVE H5,NE,1\n",
        "MOVE A4,SE,1\n",
        "MOVE H5,N,2\n",
        "MOVE A4,S,2\n",
        "MOVE H5,NW,3\n",
        "MOVE A4,SW,3\n",
    ]);
    prop_oneof![
        5 => likely.prop_map(|line| line.as_bytes().to_vec()),
        1 => moves.prop_map(String::into_bytes),
        1 => "\\PC{0,40}\n".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..60),
    ]
}

/// A line of a server: right, nearly right, or anything.
fn server_line() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "WELCOME White\n",
        "WELCOME Black\n",
        "YOUR_TURN\n",
        "VALID_MOVE\n",
        "ILLEGAL_MOVE\n",
        "TIMEOUT\n",
        "MESSAGE \x1b[2J\n",
        "OPPONENT_MOVE A4,SE,1\n",
        "OPPONENT_MOVE H5,NE,1\n",
        "OPPONENT_MOVE A4,S,0\n",
        "OPPONENT_MOVE ?\n",
        "\n",
    ]);
    let ends = prop::sample::select(vec!["VICTORY\n", "DEFEAT\n", "TIE\n"]);
    prop_oneof![
        10 => known.prop_map(|line| line.as_bytes().to_vec()),
        1 => ends.prop_map(|line| line.as_bytes().to_vec()),
        1 => "\\PC{0,40}\n".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..60),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_lines_of_players_crash_the_server(
        white in prop::collection::vec(player_line(), 0..12),
        black in prop::collection::vec(player_line(), 0..12),
    ) {
        let hosted = Hosted::new(ServerSettings { time: Duration::from_secs(20), ..settings() });
        let (mut first, mut second) = hosted.players();
        first.send(white.concat());
        second.send(black.concat());
        first.finish();
        second.finish();
        let (told_first, told_second) = (first.rest(), second.rest());
        let last = |told: &str| told.lines().last().map(str::to_owned);
        let results = [last(&told_first), last(&told_second)].map(Option::unwrap);
        let fitting = [["VICTORY", "DEFEAT"], ["DEFEAT", "VICTORY"], ["TIE", "TIE"]];
        prop_assert!(fitting.iter().any(|pair| results == *pair), "{results:?}");
        let report = hosted.report();
        let late = matches!(report.ending, Ending::Timeout { .. } | Ending::Absent { .. } | Ending::Stopped);
        prop_assert!(!late, "{report:?}");
    }

    #[test]
    fn no_lines_of_a_server_crash_the_client(lines in prop::collection::vec(server_line(), 0..20)) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let serving = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            // The client may have left already.
            let _ = stream.write_all(&lines.concat());
            let _ = stream.shutdown(Shutdown::Write);
            let mut said = Vec::new();
            let _ = stream.read_to_end(&mut said);
            said
        });
        let (stop, game, time) = (StopSignal::new(), dipole(), Duration::from_millis(4));
        let random = ArenaThinker::new(PlayerSpec::parse("random").unwrap(), time, 1);
        let mut timed = Timed::start(Box::new(random), &game, Player::FIRST, &stop).unwrap();
        let client = Client::connect(&address, Duration::from_secs(5)).unwrap();
        // It ends, whatever it makes of it, and has said nothing but moves.
        let _ = client.play(game.start(), &mut timed, time, &stop, &mut |_| {});
        let said = String::from_utf8(serving.join().unwrap()).unwrap();
        prop_assert!(said.lines().all(|line| line.starts_with("MOVE ")), "{said}");
    }
}

/// What a client makes of messages that the course's server never sends.
#[test]
fn a_refused_move_is_replaced_by_another() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let playing = thread::spawn(move || {
        let (stop, game, time) = (StopSignal::new(), dipole(), Duration::from_millis(50));
        let level = ArenaThinker::new(PlayerSpec::parse("level:3").unwrap(), time, 1);
        let mut timed = Timed::start(Box::new(level), &game, Player::FIRST, &stop).unwrap();
        let client = Client::connect(&address.to_string(), Duration::from_secs(5)).unwrap();
        client.play(game.start(), &mut timed, time, &stop, &mut |_| {}).unwrap()
    });
    let (stream, _) = listener.accept().unwrap();
    let mut server = Raw::over(stream);
    server.send("WELCOME white\nBANNER welcome\nYOUR_TURN\n");
    let first = server.hear(1);
    server.send("ILLEGAL_MOVE\nyour_turn\n");
    let second = server.hear(1);
    assert_ne!(first, second);
    server.send("TIMEOUT\nDEFEAT\n");
    let ended = playing.join().unwrap();
    assert!(ended.timed_out && ended.verdict == mossa_game::Verdict::Loss);
}
