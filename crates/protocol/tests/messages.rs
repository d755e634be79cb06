//! The lines of the protocol, as they are written and read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_protocol::dipole::client::check_address;
use mossa_protocol::dipole::{Action, ClientMessage, ServerMessage, Side, game_called};
use proptest::prelude::*;

fn action(text: &str) -> Action {
    text.parse().unwrap()
}

#[test]
fn every_message_of_the_server_has_its_line() {
    let cases = [
        (ServerMessage::Welcome(Side::White), "WELCOME White"),
        (ServerMessage::Welcome(Side::Black), "WELCOME Black"),
        (ServerMessage::Message("All players connected".to_owned()), "MESSAGE All players connected"),
        (ServerMessage::YourTurn, "YOUR_TURN"),
        (ServerMessage::ValidMove, "VALID_MOVE"),
        (ServerMessage::IllegalMove, "ILLEGAL_MOVE"),
        (ServerMessage::Timeout, "TIMEOUT"),
        (ServerMessage::OpponentMove(action("H5,NE,1")), "OPPONENT_MOVE H5,NE,1"),
        (ServerMessage::Victory, "VICTORY"),
        (ServerMessage::Defeat, "DEFEAT"),
        (ServerMessage::Tie, "TIE"),
    ];
    for (message, line) in cases {
        assert_eq!(message.to_string(), line);
        assert_eq!(line.parse::<ServerMessage>().unwrap(), message);
        assert_eq!(format!(" {line} \r").parse::<ServerMessage>().unwrap(), message);
    }
    for line in ["", "WELCOME", "WELCOME Green", "OPPONENT_MOVE", "OPPONENT_MOVE H5", "HELLO", "VICTORYX"] {
        assert!(line.parse::<ServerMessage>().is_err(), "{line}");
    }
}

#[test]
fn moves_are_read_generously_and_written_strictly() {
    for line in ["MOVE H5,NE,1", "move h5,ne,1", "  MoVe \t H5 , Ne , 1 \r", "MOVE H5,NE,01"] {
        let read: ClientMessage = line.parse().unwrap();
        assert_eq!(read.to_string(), "MOVE H5,NE,1", "{line}");
    }
    let unreadable = [
        "",
        "MOVE",
        "MOVE ",
        "MOVEH5,NE,1",
        "H5,NE,1",
        "MOVE H5,NE",
        "MOVE H5,NE,1,",
        "MOVE H5,NE,-1",
        "MOVE H5,NE,+1",
        "MOVE H5,NE,1.0",
        "MOVE H5,NE,100",
        "MOVE H5,NNE,1",
        "MOVE H0,NE,1",
        "MOVE 55,NE,1",
        "MOVE H,NE,1",
        "MOVE \u{e8}5,NE,1",
        "MOVE H\u{665},NE,1",
        "MOVE e1-f2",
        "MOVE pass",
        "QUIT",
    ];
    for line in unreadable {
        assert!(line.parse::<ClientMessage>().is_err(), "{line}");
    }
    let error = "MOVE H5 NE 1".parse::<ClientMessage>().unwrap_err().to_string();
    assert_eq!(
        error,
        "unreadable move `H5 NE 1`; expected cell, direction and number of pieces, such as H5,NE,1"
    );
}

proptest! {
    /// Whatever is read is written so that it is read again.
    #[test]
    fn lines_survive_a_round_trip(row in "[a-zA-Z]", column in 1u8..=99, direction in 0usize..8, count in 0u8..=99) {
        let names = ["n", "NE", "e", "Se", "S", "sw", "W", "NW"];
        let text = format!("{row}{column},{},{count}", names[direction]);
        let read = action(&text);
        prop_assert_eq!(read.to_string(), text.to_uppercase());
        prop_assert_eq!(read.is_pass(), count == 0);
        prop_assert_eq!(action(&read.to_string()), read);
    }

    #[test]
    fn nothing_that_is_read_panics(line in "\\PC*", words in "(MOVE|OPPONENT_MOVE|WELCOME) \\PC{0,20}") {
        for line in [line, words] {
            let _ = line.parse::<ServerMessage>();
            let _ = line.parse::<ClientMessage>();
        }
    }
}

#[test]
fn addresses_that_cannot_be_are_refused() {
    let refused = |text: &str| check_address(text).err().map(|error| error.to_string());
    for fine in ["localhost", "localhost:8901", "::1", "[::1]:8901", "10.0.0.1:65535"] {
        assert_eq!(refused(fine), None);
    }
    for text in ["", ":8901", "two words", "localhost:80 81"] {
        assert_eq!(refused(text).unwrap(), format!("no address `{text}`; expected HOST or HOST:PORT"));
    }
    for port in ["99999", "0", "-1", "port", ""] {
        let expected = format!("bad port `{port}` in `localhost:{port}`; expected a port from 1 to 65535");
        assert_eq!(refused(&format!("localhost:{port}")).unwrap(), expected);
    }
}

/// The limit and the start are one word each: they bring no other options.
#[test]
fn a_game_has_the_options_that_were_asked_for() {
    assert_eq!(game_called("steere", "none").unwrap().name(), "dipole:start=steere,limit=none");
    assert!(game_called("course", "60,size=10").is_err());
    assert!(game_called("course,size=10", "60").is_err());
    assert!(game_called("course", "0").is_err());
}
