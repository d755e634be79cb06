//! The lines: how both sides write and read them.
//!
//! Reading is more generous than writing: words may be in small letters, and blanks around them do not matter.

use std::fmt;
use std::str::FromStr;

use mossa_game::{InputError, InputKind, Player};
use serde::{Serialize, Serializer};

/// Whose pieces somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Side {
    /// Moves first, from the last row upwards.
    White,
    /// Moves second, from the first row downwards.
    Black,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The side of a seat.
    pub fn of(player: Player) -> Side {
        if player == Player::FIRST { Side::White } else { Side::Black }
    }

    /// The seat of the side.
    pub fn player(self) -> Player {
        match self {
            Side::White => Player::FIRST,
            Side::Black => Player::SECOND,
        }
    }

    /// The other side.
    pub fn opponent(self) -> Side {
        Side::of(self.player().opponent())
    }

    /// Its place in a list of both.
    pub fn index(self) -> usize {
        self.player().index()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// The directions of a move; N points to the first row.
const DIRECTIONS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// What a player does, as the protocol writes it: `H5,NE,1`. Whether it is legal is for the rules to say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// A capital letter.
    row: u8,
    column: u8,
    /// An index into [`DIRECTIONS`].
    direction: u8,
    count: u8,
}

impl Action {
    /// Whether nothing is moved.
    pub fn is_pass(self) -> bool {
        self.count == 0
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = DIRECTIONS[usize::from(self.direction)];
        write!(f, "{}{},{direction},{}", char::from(self.row), self.column, self.count)
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Action {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Action, InputError> {
        read_action(text).ok_or_else(|| {
            let expected = "cell, direction and number of pieces, such as H5,NE,1";
            InputError::new(InputKind::Move, format!("unreadable move `{}`", text.trim()), expected)
        })
    }
}

fn read_action(text: &str) -> Option<Action> {
    let mut parts = text.split(',').map(str::trim);
    let (cell, direction, count) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let row = cell.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let column = number(&cell[1..]).filter(|column| *column > 0)?;
    let direction = DIRECTIONS.iter().position(|name| name.eq_ignore_ascii_case(direction))?;
    let count = number(count)?;
    Some(Action { row: row.to_ascii_uppercase(), column, direction: direction as u8, count })
}

/// A number of one or two digits: no board has more columns, no stack more pieces.
fn number(text: &str) -> Option<u8> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// What a server says to whom it takes the game away for a move, behind `MESSAGE`.
pub const INVALID_MOVE: &str = "You have sent an invalid move";

/// What the server says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerMessage {
    /// The player has a seat.
    Welcome(Side),
    /// Something for people to read.
    Message(String),
    /// The player is to move; its clock runs.
    YourTurn,
    /// The move that was sent is accepted.
    ValidMove,
    /// The move that was sent is not. The course's server has other words for it.
    IllegalMove,
    /// No move came in time.
    Timeout,
    /// What the opponent did.
    OpponentMove(Action),
    /// The game is over: won.
    Victory,
    /// The game is over: lost.
    Defeat,
    /// The game is over: neither.
    Tie,
}

impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerMessage::Welcome(side) => write!(f, "WELCOME {side}"),
            ServerMessage::Message(text) => write!(f, "MESSAGE {text}"),
            ServerMessage::YourTurn => f.write_str("YOUR_TURN"),
            ServerMessage::ValidMove => f.write_str("VALID_MOVE"),
            ServerMessage::IllegalMove => f.write_str("ILLEGAL_MOVE"),
            ServerMessage::Timeout => f.write_str("TIMEOUT"),
            ServerMessage::OpponentMove(action) => write!(f, "OPPONENT_MOVE {action}"),
            ServerMessage::Victory => f.write_str("VICTORY"),
            ServerMessage::Defeat => f.write_str("DEFEAT"),
            ServerMessage::Tie => f.write_str("TIE"),
        }
    }
}

impl FromStr for ServerMessage {
    type Err = InputError;

    fn from_str(line: &str) -> Result<ServerMessage, InputError> {
        let unknown = || {
            let expected = "a message of the server, such as YOUR_TURN";
            InputError::new(InputKind::Record, format!("unknown message `{}`", line.trim()), expected)
        };
        let (word, rest) = word_and_rest(line);
        Ok(match word.to_ascii_uppercase().as_str() {
            "WELCOME" => {
                let named = |side: &Side| rest.eq_ignore_ascii_case(&side.to_string());
                ServerMessage::Welcome(Side::BOTH.into_iter().find(named).ok_or_else(unknown)?)
            }
            "MESSAGE" => ServerMessage::Message(rest.to_owned()),
            "YOUR_TURN" => ServerMessage::YourTurn,
            "VALID_MOVE" => ServerMessage::ValidMove,
            "ILLEGAL_MOVE" => ServerMessage::IllegalMove,
            "TIMEOUT" => ServerMessage::Timeout,
            "OPPONENT_MOVE" => ServerMessage::OpponentMove(rest.parse()?),
            "VICTORY" => ServerMessage::Victory,
            "DEFEAT" => ServerMessage::Defeat,
            "TIE" => ServerMessage::Tie,
            _ => return Err(unknown()),
        })
    }
}

/// What a player says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientMessage {
    /// What it does with its turn.
    Move(Action),
}

impl fmt::Display for ClientMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClientMessage::Move(action) = self;
        write!(f, "MOVE {action}")
    }
}

impl FromStr for ClientMessage {
    type Err = InputError;

    fn from_str(line: &str) -> Result<ClientMessage, InputError> {
        let (word, rest) = word_and_rest(line);
        if !word.eq_ignore_ascii_case("MOVE") {
            let problem = format!("unknown message `{}`", line.trim());
            return Err(InputError::new(InputKind::Move, problem, "a move, such as MOVE H5,NE,1"));
        }
        rest.parse().map(ClientMessage::Move)
    }
}

fn word_and_rest(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
    (word, rest.trim())
}
