//! Whole games over TCP, byte by byte and between two of our clients.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mossa_arena::players::PlayerSpec;
use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{Outcome, Player, Verdict};
use mossa_protocol::dipole::{Client, ClientEvent, Ended, Ending, ServerSettings, Side};
use mossa_protocol::thinker::{ArenaThinker, FullStrength, Thinker};
use mossa_protocol::timing::Timed;
use mossa_search::StopSignal;
use support::{Hosted, Raw, dipole, settings};

/// Everything that both players of a short game receive, byte by byte.
#[test]
fn a_short_game_goes_as_the_protocol_says() {
    let hosted = Hosted::new(settings());
    let mut white = Raw::connect(hosted.address);
    white.hear(1);
    let mut black = Raw::connect(hosted.address);
    // Sent before they are asked for, the moves wait for their turns.
    white.send("MOVE H5,NE,1\n");
    black.send("  move a4 , sw , 3 \r\n");
    white.send("MOVE H5,N,2\nMOVE F5,NW,2\n");
    black.send("MOVE A4,S,8\n");
    let to_white = "MESSAGE Group 0, please wait for the opponent\nMESSAGE All players connected\n\
        YOUR_TURN\nVALID_MOVE\nOPPONENT_MOVE A4,SW,3\nYOUR_TURN\nVALID_MOVE\nOPPONENT_MOVE A4,S,8\n\
        YOUR_TURN\nVALID_MOVE\n";
    let to_black = "WELCOME Black\nMESSAGE Group 1, please wait for the opponent\n\
        MESSAGE All players connected\nOPPONENT_MOVE H5,NE,1\nYOUR_TURN\nVALID_MOVE\n\
        OPPONENT_MOVE H5,N,2\nYOUR_TURN\nVALID_MOVE\nOPPONENT_MOVE F5,NW,2\nYOUR_TURN\n";
    assert_eq!(white.hear(10).join("\n") + "\n", to_white);
    assert_eq!(black.hear(11).join("\n") + "\n", to_black);
    black.send("MOVE D1,S,2\n");
    assert_eq!(black.hear(1), ["VALID_MOVE"]);
    assert_eq!(white.hear(2), ["OPPONENT_MOVE D1,S,2", "YOUR_TURN"]);
    white.send("MOVE H5,N,8\n");
    assert_eq!(white.hear(1), ["VALID_MOVE"]);
    assert_eq!(black.hear(2), ["OPPONENT_MOVE H5,N,8", "YOUR_TURN"]);
    white.finish();
    black.send("MOVE H5,N,1\n");
    assert_eq!(black.rest(), "MESSAGE You have sent an invalid move\nDEFEAT\n");
    assert_eq!(white.rest(), "MESSAGE Your opponent has sent an invalid move\nVICTORY\n");
    let report = hosted.report();
    assert_eq!(report.moves.len(), 7);
    assert_eq!(report.winner(), Some(Side::White));
}

#[test]
fn the_board_decides_who_has_won() {
    let hosted = Hosted::new(settings());
    let (mut white, mut black) = hosted.players();
    white.send("MOVE H5,N,12\n");
    assert_eq!(white.rest(), "YOUR_TURN\nVALID_MOVE\nDEFEAT\n");
    assert_eq!(black.rest(), "OPPONENT_MOVE H5,N,12\nVICTORY\n");
    let report = hosted.report();
    assert_eq!((report.ending.clone(), report.winner()), (Ending::Rules, Some(Side::Black)));
    let record = report.record();
    assert_eq!(record.result, Some(Outcome::win(Player::SECOND, 2)));
    assert_eq!(record.moves[0].text, "H5,N,12");
    assert!(record.to_text().unwrap().contains("[Ending \"White has no pieces left\"]"));
    assert_eq!(
        (report.to_string().as_str(), report.pieces),
        ("Black wins, White has no pieces left", [0, 12])
    );
}

#[test]
fn pieces_are_counted_at_the_limit() {
    let game = mossa_protocol::dipole::game_called("steere", "1").unwrap();
    let hosted = Hosted::new(ServerSettings { game, ..settings() });
    let (mut white, mut black) = hosted.players();
    white.send("MOVE H3,NE,1\n");
    black.send("MOVE A4,SE,1\n");
    assert_eq!(white.rest(), "YOUR_TURN\nVALID_MOVE\nOPPONENT_MOVE A4,SE,1\nTIE\n");
    assert_eq!(black.rest(), "OPPONENT_MOVE H3,NE,1\nYOUR_TURN\nVALID_MOVE\nTIE\n");
    let report = hosted.report();
    assert_eq!(
        (report.result, report.game.as_str()),
        (Some(Outcome::draw(2)), "dipole:start=steere,limit=1")
    );
    assert_eq!((report.to_string().as_str(), report.pieces), ("tie 12:12, pieces counted", [12, 12]));
}

#[test]
fn what_was_counted_is_told() {
    let game = mossa_protocol::dipole::game_called("course", "1").unwrap();
    let hosted = Hosted::new(ServerSettings { game, ..settings() });
    let (mut white, mut black) = hosted.players();
    white.send("MOVE H5,N,8\n");
    black.send("MOVE A4,SE,1\n");
    assert!(white.rest().ends_with("DEFEAT\n") && black.rest().ends_with("VICTORY\n"));
    let report = hosted.report();
    assert_eq!(report.to_string(), "Black wins 12:4, pieces counted");
    assert!(report.record().to_text().unwrap().contains("[Ending \"12:4, pieces counted\"]"));
    let json = serde_json::to_string(&report).unwrap();
    assert!(json.contains("\"pieces\":[4,12],\"ending\":{\"by\":\"rules\"}"), "{json}");
}

/// The same person as a client.
fn play(
    address: SocketAddr,
    side: Side,
    thinker: Box<dyn Thinker>,
    position: Box<dyn AnyPosition>,
    millis: u64,
) -> (Ended, Vec<ClientEvent>) {
    let game: Arc<dyn AnyGame> = position.game();
    let stop = StopSignal::new();
    let mut timed = Timed::start(thinker, &game, side.player(), &stop).unwrap();
    let client = Client::connect(&address.to_string(), Duration::from_secs(5)).unwrap();
    let mut events = Vec::new();
    let mut watch = |event: &ClientEvent| events.push(event.clone());
    let ended = client.play(position, &mut timed, Duration::from_millis(millis), &stop, &mut watch);
    (ended.unwrap(), events)
}

fn arena(spec: &str, millis: u64, seed: u64) -> Box<dyn Thinker> {
    Box::new(ArenaThinker::new(PlayerSpec::parse(spec).unwrap(), Duration::from_millis(millis), seed))
}

/// Two of our clients at one server: both must agree with it about everything.
fn meet(white: Box<dyn Thinker>, black: Box<dyn Thinker>, settings: ServerSettings, millis: u64) -> usize {
    let begin = |settings: &ServerSettings| {
        let game = settings.game.clone();
        settings
            .position
            .as_ref()
            .map_or_else(|| game.clone().start(), |text| game.clone().position(text).unwrap())
    };
    let positions = [begin(&settings), begin(&settings)];
    let hosted = Hosted::new(settings);
    let address = hosted.address;
    let [at_white, at_black] = positions;
    let (white, black) = thread::scope(|scope| {
        let white = scope.spawn(move || play(address, Side::White, white, at_white, millis));
        // First come is White.
        assert_eq!(hosted.seated(), Side::White);
        let black = scope.spawn(move || play(address, Side::Black, black, at_black, millis));
        (white.join().unwrap(), black.join().unwrap())
    });
    let report = hosted.report();
    assert_eq!(report.ending, Ending::Rules, "{report:?}");
    let verdict = |side: Side| report.result.unwrap().verdict(side.player());
    assert_eq!(white.0, Ended { verdict: verdict(Side::White), timed_out: false });
    assert_eq!(black.0, Ended { verdict: verdict(Side::Black), timed_out: false });
    for (side, events) in [(Side::White, &white.1), (Side::Black, &black.1)] {
        assert_eq!(events[0], ClientEvent::Welcome { side });
        let moves = events.iter().filter_map(|event| match event {
            ClientEvent::Moved(own) => Some(own.action),
            ClientEvent::OpponentMoved { action } => Some(*action),
            _ => None,
        });
        assert!(moves.eq(report.moves.iter().map(|made| made.action)), "{side} saw other moves");
    }
    report.moves.len()
}

#[test]
fn full_strength_plays_a_whole_game() {
    let strong = || Box::new(FullStrength::new(1, 4).unwrap());
    let plies = meet(strong(), strong(), settings(), 20);
    assert!(plies > 10, "{plies}");
}

fn games_without_an_error(games: u64) {
    let players = ["level:1", "level:3", "random", "mossa"];
    for game in 0..games {
        let player = |number: u64| players[(number % 4) as usize];
        let white = arena(player(game), 5, game);
        let black = arena(player(game / 4 + game), 5, 1000 + game);
        meet(white, black, settings(), 12);
    }
}

#[test]
fn our_clients_play_twenty_games_without_an_error() {
    games_without_an_error(20);
}

#[test]
#[ignore = "half a minute"]
fn our_clients_play_a_hundred_games_without_an_error() {
    games_without_an_error(100);
}

/// White's piece on D5 can neither capture one of the higher stacks before it nor go round them.
const PASS_ONLY: &str = "4/4/1,b2,b2,1/2,w1,1/4/4/4/4 w 20";

#[test]
fn passes_are_sent_where_nothing_else_can_be_done() {
    let position = dipole().position(PASS_ONLY).unwrap();
    assert_eq!(position.moves().into_iter().map(|m| m.text).collect::<Vec<_>>(), ["D5,N,0"]);
    let settings = ServerSettings { position: Some(PASS_ONLY.to_owned()), ..settings() };
    meet(arena("random", 5, 1), arena("random", 5, 2), settings, 12);
}

#[test]
fn a_pass_may_name_any_direction_but_only_an_own_stack() {
    for (pass, fine) in [("D5,SW,0", true), ("d5,n,0", true), ("C4,S,0", false), ("H5,N,0", false)] {
        let hosted = Hosted::new(ServerSettings { position: Some(PASS_ONLY.to_owned()), ..settings() });
        let (mut white, mut black) = hosted.players();
        assert_eq!(white.hear(1), ["YOUR_TURN"]);
        white.send(format!("MOVE {pass}\n"));
        if fine {
            assert_eq!(white.hear(1), ["VALID_MOVE"]);
            assert_eq!(
                black.hear(2),
                [format!("OPPONENT_MOVE {}", pass.to_uppercase()), "YOUR_TURN".to_owned()]
            );
            hosted.stop.stop();
        } else {
            assert_eq!(white.rest(), "MESSAGE You have sent an invalid move\nDEFEAT\n");
        }
        drop((white, black));
        hosted.report();
    }
}

#[test]
fn a_win_is_a_win_for_the_client() {
    let hosted = Hosted::new(settings());
    let address = hosted.address;
    let ours =
        thread::spawn(move || play(address, Side::White, arena("level:2", 50, 1), dipole().start(), 50));
    assert_eq!(hosted.seated(), Side::White);
    let mut black = Raw::connect(address);
    black.send("MOVE A4,S,12\n");
    assert!(black.rest().ends_with("VALID_MOVE\nDEFEAT\n"));
    assert_eq!(ours.join().unwrap().0.verdict, Verdict::Win);
    assert_eq!(hosted.report().winner(), Some(Side::White));
}
