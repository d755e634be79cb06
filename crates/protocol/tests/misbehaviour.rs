//! Players who do what they should not: what they get, what their opponents get, and that the server lives on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use mossa_protocol::dipole::{Ending, Server, ServerEvent, ServerSettings, Side};
use mossa_search::StopSignal;
use support::{Hosted, Raw, settings};

const TO_SINNER: &str = "YOUR_TURN\nMESSAGE You have sent an invalid move\nDEFEAT\n";
const TO_OTHER: &str = "MESSAGE Your opponent has sent an invalid move\nVICTORY\n";

/// White sends `bytes` and loses for this reason; both are told.
fn loses(bytes: &[u8], reason: &str) {
    let hosted = Hosted::new(settings());
    let (mut white, mut black) = hosted.players();
    white.send(bytes);
    assert_eq!(white.rest(), TO_SINNER, "{reason}");
    assert_eq!(black.rest(), TO_OTHER, "{reason}");
    let report = hosted.report();
    let Ending::Invalid { side: Side::White, reason: told } = &report.ending else { panic!("{report:?}") };
    assert!(told.contains(reason), "{told}");
    assert_eq!(report.winner(), Some(Side::Black));
}

#[test]
fn garbage_loses() {
    loses(b"hello\n", "unknown message `hello`");
    loses(b"\n", "unknown message ``");
    loses(b"MOVE\n", "unreadable move");
    loses(b"MOVE e1-f2\n", "unreadable move");
    loses(b"MOVE H5,NE,1 please\n", "unreadable move");
    loses(b"\xff\xfe\n", "not UTF-8");
    loses(b"MOVE H5,NE,1\xff\n", "not UTF-8");
    loses(b"\0\0\0\n", "unknown message");
}

#[test]
fn illegal_moves_lose() {
    loses(b"MOVE A4,S,1\n", "Black's");
    loses(b"MOVE H5,N,1\n", "light cell");
    loses(b"MOVE H5,S,2\n", "must not leave the board");
    loses(b"MOVE H5,N,14\n", "14 pieces");
    loses(b"MOVE Z9,N,2\n", "no cell");
}

#[test]
fn a_pass_loses_while_there_is_a_move_even_if_it_is_a_capture() {
    loses(b"MOVE H5,NE,0\n", "must not pass");
    let only_a_capture = "4/4/1,b1,b2,1/2,w1,1/4/4/4/4 w 20";
    let hosted = Hosted::new(ServerSettings { position: Some(only_a_capture.to_owned()), ..settings() });
    let (mut white, mut black) = hosted.players();
    white.send("MOVE D5,N,0\n");
    assert_eq!(white.rest(), TO_SINNER);
    assert_eq!(black.rest(), TO_OTHER);
    assert_eq!(hosted.report().winner(), Some(Side::Black));
}

#[test]
fn long_lines_lose_at_once_and_are_not_kept() {
    loses(&[b'x'; 3000], "more than 1024");
    let mut move_and_blanks = b"MOVE H5,NE,1".to_vec();
    move_and_blanks.resize(2000, b' ');
    move_and_blanks.push(b'\n');
    loses(&move_and_blanks, "more than 1024");
}

/// Eight megabytes of nonsense, more than the system takes without a reader: it is held up, and still hears the result.
#[test]
fn a_flood_loses_and_hears_of_it() {
    let hosted = Hosted::new(settings());
    let (mut white, mut black) = hosted.players();
    let mut flood = white.stream().try_clone().unwrap();
    let flooding = thread::spawn(move || {
        // The server may close the connection before all of it was sent.
        let _ = flood.write_all(&b"spam ".repeat(8 << 20 >> 2));
    });
    assert_eq!(white.hear(3).join("\n") + "\n", TO_SINNER);
    assert_eq!(black.rest(), TO_OTHER);
    drop(white);
    flooding.join().unwrap();
    assert_eq!(hosted.report().winner(), Some(Side::Black));
}

/// Lines that come before their turn wait for it: the first is a move, the second is no legal one any more.
#[test]
fn what_is_sent_out_of_turn_is_read_at_the_turn() {
    let hosted = Hosted::new(settings());
    let (mut white, mut black) = hosted.players();
    black.send("MOVE A4,SE,1\nMOVE A4,SE,12\n");
    white.send("MOVE H5,NE,1\nMOVE H5,NE,2\n");
    let to_white = "YOUR_TURN\nVALID_MOVE\nOPPONENT_MOVE A4,SE,1\nYOUR_TURN\nVALID_MOVE\n";
    assert_eq!(white.rest(), format!("{to_white}{TO_OTHER}"));
    let to_black = "OPPONENT_MOVE H5,NE,1\nYOUR_TURN\nVALID_MOVE\nOPPONENT_MOVE H5,NE,2\n";
    assert_eq!(black.rest(), format!("{to_black}{TO_SINNER}"));
    assert_eq!(hosted.report().moves.len(), 3);
}

fn quick() -> ServerSettings {
    ServerSettings { time: Duration::from_millis(60), ..settings() }
}

#[test]
fn silence_and_half_a_line_lose_on_time() {
    for said in ["", "MOVE H5,NE,1"] {
        let hosted = Hosted::new(quick());
        let (mut white, mut black) = hosted.players();
        let began = Instant::now();
        white.send(said);
        assert_eq!(white.rest(), "YOUR_TURN\nTIMEOUT\nDEFEAT\n");
        assert!(began.elapsed() > Duration::from_millis(60), "not before the time is over");
        assert_eq!(black.rest(), "MESSAGE Opponent timeout\nVICTORY\n");
        assert_eq!(hosted.report().ending, Ending::Timeout { side: Side::White });
    }
}

#[test]
fn a_move_that_comes_within_the_grace_is_in_time() {
    let hosted = Hosted::new(ServerSettings { grace: Duration::from_secs(20), ..quick() });
    let (mut white, black) = hosted.players();
    assert_eq!(white.hear(1), ["YOUR_TURN"]);
    thread::sleep(Duration::from_millis(120));
    white.send("MOVE H5,NE,1\n");
    assert_eq!(white.hear(1), ["VALID_MOVE"]);
    hosted.stop.stop();
    assert!(white.rest().ends_with("MESSAGE The server was stopped\n"));
    drop(black);
    let report = hosted.report();
    assert_eq!((report.ending, report.result), (Ending::Stopped, None));
    assert!(report.moves[0].millis >= 120);
}

#[test]
fn who_closes_in_the_game_loses_at_its_turn() {
    let hosted = Hosted::new(settings());
    let (mut white, black) = hosted.players();
    black.close();
    white.send("MOVE H5,NE,1\n");
    assert_eq!(white.rest(), format!("YOUR_TURN\nVALID_MOVE\n{TO_OTHER}"));
    assert_eq!(
        hosted.report().ending,
        Ending::Invalid { side: Side::Black, reason: "the connection is closed".to_owned() }
    );
}

#[test]
fn who_stops_sending_in_a_line_loses_and_hears_of_it() {
    let hosted = Hosted::new(settings());
    let (mut white, mut black) = hosted.players();
    white.send("MOVE H5,N");
    white.finish();
    assert_eq!(white.rest(), TO_SINNER);
    assert_eq!(black.rest(), TO_OTHER);
}

#[test]
fn who_closes_in_the_warm_up_loses_at_its_turn() {
    let hosted = Hosted::new(ServerSettings { warm_up: Duration::from_millis(100), ..settings() });
    let (white, mut black) = hosted.players();
    white.close();
    assert_eq!(black.rest(), TO_OTHER);
    assert_eq!(hosted.report().winner(), Some(Side::Black));
}

#[test]
fn who_leaves_before_the_opponent_came_frees_the_seat() {
    let hosted = Hosted::new(settings());
    for _ in 0..3 {
        let mut early = Raw::connect(hosted.address);
        assert_eq!(early.hear(1), ["WELCOME White"]);
        early.close();
        thread::sleep(Duration::from_millis(100));
    }
    let (mut white, mut black) = hosted.players();
    white.send("MOVE H5,N,12\n");
    assert!(white.rest().ends_with("DEFEAT\n") && black.rest().ends_with("VICTORY\n"));
    assert_eq!(hosted.report().ending, Ending::Rules);
}

/// What White sent before it left hides nothing.
#[test]
fn who_leaves_after_a_line_frees_the_seat() {
    let hosted = Hosted::new(settings());
    let mut early = Raw::connect(hosted.address);
    assert_eq!(early.hear(1), ["WELCOME White"]);
    early.send("MOVE H5,NE,1\nMOVE");
    early.close();
    thread::sleep(Duration::from_millis(100));
    let (white, black) = hosted.players();
    hosted.stop.stop();
    drop((white, black));
    assert_eq!(hosted.report().moves.len(), 0);
}

/// Lines that come while White waits for Black are not lost.
#[test]
fn what_is_sent_before_the_opponent_came_is_read_at_the_turn() {
    let hosted = Hosted::new(settings());
    let mut white = Raw::connect(hosted.address);
    white.send("MOVE H5,N,12\n");
    thread::sleep(Duration::from_millis(50));
    let mut black = Raw::connect(hosted.address);
    assert!(white.rest().ends_with("VALID_MOVE\nDEFEAT\n") && black.rest().ends_with("VICTORY\n"));
}

/// Somebody who comes and leaves again and again does not put off the end of the patience.
#[test]
fn who_comes_and_leaves_is_not_waited_for_longer() {
    let patience = Some(Duration::from_millis(300));
    let hosted = Hosted::new(ServerSettings { patience, ..settings() });
    let address = hosted.address;
    let restless = thread::spawn(move || {
        // Until the server is gone.
        while let Ok(stream) = std::net::TcpStream::connect(address) {
            thread::sleep(Duration::from_millis(20));
            drop(stream);
            thread::sleep(Duration::from_millis(40));
        }
    });
    let began = Instant::now();
    // White, unless it sat there when the time of Black was over.
    assert!(matches!(hosted.report().ending, Ending::Absent { .. }));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    restless.join().unwrap();
}

/// Each port has its seat, whoever comes and leaves in which order.
#[test]
fn with_separate_ports_nobody_gets_the_seat_of_somebody_else() {
    let server = Server::with_separate_ports(std::net::Ipv4Addr::LOCALHOST.into()).unwrap();
    let [to_white, to_black] = server.addresses().unwrap();
    let hosting = thread::spawn(move || {
        let patience = Some(Duration::from_millis(1500));
        let settings = ServerSettings { patience, ..settings() };
        server.host(&settings, &StopSignal::new(), &mut |_| {}).unwrap()
    });
    let mut first = Raw::connect(to_white);
    assert_eq!(first.hear(1), ["WELCOME White"]);
    first.close();
    thread::sleep(Duration::from_millis(100));
    let mut black = Raw::connect(to_black);
    assert_eq!(black.hear(1), ["WELCOME Black"]);
    assert!(black.rest().ends_with("MESSAGE Your opponent did not come\nVICTORY\n"));
    let report = hosting.join().unwrap();
    assert_eq!((report.winner(), report.ending), (Some(Side::Black), Ending::Absent { side: Side::White }));
}

#[test]
fn a_server_that_is_stopped_in_the_warm_up_begins_no_game() {
    let hosted = Hosted::new(ServerSettings { warm_up: Duration::MAX, ..settings() });
    let (mut white, mut black) = hosted.players();
    white.send("MOVE H5,NE,1\n");
    thread::sleep(Duration::from_millis(50));
    hosted.stop.stop();
    assert_eq!(white.rest(), "MESSAGE The server was stopped\n");
    assert_eq!(black.rest(), "MESSAGE The server was stopped\n");
    let report = hosted.report();
    assert_eq!((report.ending, report.moves.len()), (Ending::Stopped, 0));
}

#[test]
fn a_time_without_end_is_no_trouble() {
    let hosted = Hosted::new(ServerSettings { time: Duration::MAX, grace: Duration::MAX, ..settings() });
    let (mut white, mut black) = hosted.players();
    white.send("MOVE H5,N,12\n");
    assert!(white.rest().ends_with("DEFEAT\n") && black.rest().ends_with("VICTORY\n"));
}

#[test]
fn who_does_not_come_loses() {
    let patience = Some(Duration::from_millis(50));
    let hosted = Hosted::new(ServerSettings { patience, ..settings() });
    assert_eq!(hosted.report().ending, Ending::Absent { side: Side::White });
    let hosted = Hosted::new(ServerSettings { patience: Some(Duration::from_millis(500)), ..settings() });
    let mut white = Raw::connect(hosted.address);
    assert!(white.rest().ends_with("MESSAGE Your opponent did not come\nVICTORY\n"));
    assert_eq!(hosted.report().ending, Ending::Absent { side: Side::Black });
}

/// Neither player ever reads; the game is played to its end, and the server does not wait for them for long. What it
/// writes fits into the buffers of the system: those of who has none left are tested with `Wire`.
#[test]
fn who_never_reads_does_not_hold_up_the_server() {
    let hosted = Hosted::new(settings());
    let (mut white, mut black) = (Raw::connect(hosted.address), Raw::connect(hosted.address));
    for _ in 0..20 {
        // A flood of later moves, too: nobody waits for it to be read.
        white.send("MOVE H5,NE,1\n");
        black.send("MOVE A4,SE,1\n");
    }
    let began = Instant::now();
    let report = hosted.report();
    assert!(began.elapsed() < Duration::from_secs(10));
    assert!(report.result.is_some());
}

/// One server, many games: whatever happened in one, the next begins as it should. Who connects early waits.
#[test]
fn the_server_lives_on() {
    let server = Server::bind("127.0.0.1:0").unwrap();
    let address = server.address().unwrap();
    let hosting = thread::spawn(move || {
        let mut seen = Vec::new();
        let mut watch = |event: &ServerEvent| seen.push(event.clone());
        let endings: Vec<Ending> = (0..4)
            .map(|_| server.host(&settings(), &StopSignal::new(), &mut watch).unwrap().ending)
            .collect();
        (endings, seen)
    });
    for bytes in [&b"garbage\n"[..], b"", b"MOVE H5,N,12\n", b"\xff\n"] {
        let mut white = Raw::connect(address);
        assert_eq!(white.hear(2), ["WELCOME White", "MESSAGE Group 0, please wait for the opponent"]);
        let mut black = Raw::connect(address);
        // Who leaves before would free the seat.
        assert_eq!(black.hear(1), ["WELCOME Black"]);
        white.send(bytes);
        white.finish();
        assert!(black.rest().ends_with("VICTORY\n"));
        assert!(white.rest().ends_with("DEFEAT\n"));
    }
    let (endings, seen) = hosting.join().unwrap();
    assert_eq!(endings.iter().filter(|ending| **ending == Ending::Rules).count(), 1);
    let connected = seen.iter().filter(|event| matches!(event, ServerEvent::Connected { .. })).count();
    assert_eq!(connected, 8);
    assert!(seen.contains(&ServerEvent::Received { side: Side::White, line: "garbage".to_owned() }));
}
