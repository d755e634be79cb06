//! Games as text: the form in which programs exchange them.

use mossa_game::pgn::{Wrapped, tag};
use mossa_game::{InputError, InputKind};

use super::game::{Game, Line, Played, Step};
use crate::fen::{self, Variant};
use crate::piece::Color;
use crate::position::Position;
use crate::san;
use crate::start::StartNumber;

/// The longest line that PGN allows in what programs exchange is shorter than 80 characters.
const LINE: usize = 79;

/// The tags that every game has, in this order, and what they say if nobody knows. The result stands behind them.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Tags whose content has a place of its own in a game.
const TAKEN: [&str; 4] = ["Result", "FEN", "SetUp", "Variant"];

/// The game as text, with an empty line at its end. A game whose moves are not legal, or with tags that could not be
/// read again, is refused.
pub fn write(game: &Game) -> Result<String, InputError> {
    let mut text = tags(game)?;
    text.push('\n');
    let mut words = Wrapped::new(LINE);
    line(&mut words, game.start, &game.line)?;
    words.word(&game.result.to_string());
    text.push_str(&words.finish());
    text.push('\n');
    Ok(text)
}

fn tags(game: &Game) -> Result<String, InputError> {
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        text.push_str(&tag(name, game.tag(name).unwrap_or(unknown)));
    }
    text.push_str(&tag("Result", &game.result.to_string()));
    if game.variant == Variant::Chess960 {
        text.push_str(&tag("Variant", "Chess960"));
    }
    if game.start != StartNumber::CHESS.position() || game.variant == Variant::Chess960 {
        text.push_str(&tag("SetUp", "1"));
        text.push_str(&tag("FEN", &fen::write(&game.start, game.variant)));
    }
    for (index, (name, value)) in game.tags.iter().enumerate() {
        let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let twice = game.tags[..index].iter().any(|(earlier, _)| earlier == name);
        if !plain || twice || TAKEN.contains(&name.as_str()) {
            let expected = "letters and digits, each once, and not what the game tells elsewhere";
            return Err(bad(format!("a tag called \"{name}\""), expected));
        }
        if ROSTER.iter().all(|(usual, _)| usual != name) {
            text.push_str(&tag(name, value));
        }
    }
    Ok(text)
}

fn line(words: &mut Wrapped, start: Position, line: &Line) -> Result<(), InputError> {
    if let Some(text) = &line.comment {
        comment(words, text);
    }
    let mut position = start;
    // Black's moves have numbers only where something stands between them and White's.
    let mut numbered = true;
    for played in &line.moves {
        step(words, &position, played.step, numbered)?;
        numbered = note(words, &position, played)?;
        played.step.play(&mut position);
    }
    Ok(())
}

fn step(words: &mut Wrapped, position: &Position, step: Step, numbered: bool) -> Result<(), InputError> {
    match position.to_move() {
        Color::White => words.word(&format!("{}.", position.number())),
        Color::Black if numbered => words.word(&format!("{}...", position.number())),
        Color::Black => {}
    }
    match step {
        Step::Pass if position.checkers().has_any() => return Err(bad("passing in check", "a move")),
        Step::Pass => words.word("--"),
        Step::Move(m) if position.is_legal(m) => words.word(&san::write(position, m)),
        Step::Move(m) => return Err(san::illegal(position, &m.to_string())),
    }
    Ok(())
}

/// What is said about a move; whether that is more than glyphs.
fn note(words: &mut Wrapped, before: &Position, played: &Played) -> Result<bool, InputError> {
    for glyph in played.glyphs() {
        words.word(&format!("${glyph}"));
    }
    if let Some(text) = played.comment() {
        comment(words, text);
    }
    for variation in played.variations() {
        words.before('(');
        line(words, *before, variation)?;
        words.behind(')');
    }
    Ok(played.comment().is_some() || !played.variations().is_empty())
}

/// In braces, unless it has one of them.
fn comment(words: &mut Wrapped, text: &str) {
    let text = text.trim();
    match text.contains('}') {
        _ if text.is_empty() => {}
        true => words.line_comment(&text.split_whitespace().collect::<Vec<_>>().join(" ")),
        false => words.comment(text),
    }
}

fn bad(problem: impl Into<String>, expected: &str) -> InputError {
    InputError::new(InputKind::Record, problem, expected)
}
