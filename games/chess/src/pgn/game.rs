//! A game with everything that PGN can say about it.

use std::fmt;

use crate::fen::Variant;
use crate::moves::ChessMove;
use crate::position::Position;
use crate::start::StartNumber;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: it goes on, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result that is written `text`.
    pub fn from_text(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// A game. What the tags `Result`, `FEN`, `SetUp` and `Variant` say is in fields of its own, and in no tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// All other tags in their order.
    pub tags: Vec<(String, String)>,
    /// Chess or Chess960.
    pub variant: Variant,
    /// The position in which it begins.
    pub start: Position,
    /// Its moves.
    pub line: Line,
    /// How it ended.
    pub result: GameResult,
}

impl Default for Game {
    fn default() -> Game {
        Game {
            tags: Vec::new(),
            variant: Variant::Chess,
            start: StartNumber::CHESS.position(),
            line: Line::default(),
            result: GameResult::Unknown,
        }
    }
}

impl Game {
    /// What the tag called `name` says.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Whether a tag called `name` begins another game: the one that came first, or another position, has come again.
    pub(super) fn ends_at(&self, name: &str, value: &str) -> bool {
        let first = self.tags.first().is_some_and(|(tag, _)| tag == name);
        first || (name == "FEN" && self.tag(name).is_some_and(|before| before != value))
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = ChessMove> {
        self.line.moves.iter().filter_map(|played| match played.step {
            Step::Move(m) => Some(m),
            Step::Pass => None,
        })
    }

    /// The position after the main line.
    pub fn end(&self) -> Position {
        let mut position = self.start;
        self.moves().for_each(|m| position.play(m));
        position
    }
}

/// Moves one after the other: the main line, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// A comment before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<Played>,
}

/// What somebody does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move.
    Move(ChessMove),
    /// Nothing, so that a variation can show a threat; never in the main line.
    Pass,
}

impl Step {
    /// Does it in a position where it is legal.
    pub fn play(self, position: &mut Position) {
        match self {
            Step::Move(m) => position.play(m),
            Step::Pass => {
                position.number = position.number.saturating_add(position.to_move() as u16);
                position.pass();
            }
        }
    }
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub step: Step,
    /// What is said about it. Most moves of most games have nothing, so it is kept elsewhere.
    pub note: Option<Box<Note>>,
}

/// What is said about a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// Numbers of glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// A comment behind the move.
    pub comment: Option<String>,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

impl Played {
    /// A move without a note.
    pub fn new(m: ChessMove) -> Played {
        Played { step: Step::Move(m), note: None }
    }

    /// Its comment.
    pub fn comment(&self) -> Option<&str> {
        self.note.as_ref()?.comment.as_deref()
    }

    /// Its glyphs.
    pub fn glyphs(&self) -> &[u8] {
        self.note.as_ref().map_or(&[], |note| &note.glyphs)
    }

    /// What could have been played instead.
    pub fn variations(&self) -> &[Line] {
        self.note.as_ref().map_or(&[], |note| &note.variations)
    }

    /// The note, made if there is none yet.
    pub fn note_mut(&mut self) -> &mut Note {
        self.note.get_or_insert_default()
    }
}
