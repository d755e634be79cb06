//! A line of EPD and its parts.

use std::fmt;
use std::ops::RangeInclusive;

use mossa_game::{InputError, InputKind};

use crate::fen::{self, Variant};
use crate::position::Position;

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position. The operations `hmvc` and `fmvn`, if there are any, are its clock and the number of its move.
    pub position: Position,
    /// How castling is meant and written.
    pub variant: Variant,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// Something said about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What is said, such as `bm` for the best moves.
    pub code: String,
    /// With which content.
    pub operands: Vec<Operand>,
}

/// A part of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A word: a move, a number.
    Word(String),
    /// A text, which stands in quotes.
    Text(String),
}

impl Operand {
    /// What it says.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Text(text) => text,
        }
    }
}

impl Operation {
    /// An operation whose operand is a text.
    pub fn text(code: &str, text: &str) -> Operation {
        Operation { code: code.to_owned(), operands: vec![Operand::Text(text.to_owned())] }
    }

    /// An operation with words as operands.
    pub fn words(code: &str, words: impl IntoIterator<Item = String>) -> Operation {
        Operation { code: code.to_owned(), operands: words.into_iter().map(Operand::Word).collect() }
    }
}

pub(super) fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Position, problem, expected)
}

impl Epd {
    /// A position about which nothing is said.
    pub fn new(position: Position, variant: Variant) -> Epd {
        Epd { position, variant, operations: Vec::new() }
    }

    /// Reads a line.
    pub fn read(text: &str, variant: Variant) -> Result<Epd, InputError> {
        let (fields, rest) = split_fields(text);
        let mut position = fen::read(fields, variant)?;
        let operations = read_operations(rest)?;
        let number = |code: &str, range: RangeInclusive<u16>| {
            let Some(operation) = operations.iter().find(|operation| operation.code == code) else {
                return Ok(None);
            };
            let text = operation.operands.first().map_or("", Operand::as_str);
            let value = fen::digits(text).filter(|value| range.contains(value));
            let expected = || format!("a number from {} to {}", range.start(), range.end());
            value.map(Some).ok_or_else(|| bad(format!("{code} `{text}`"), expected()))
        };
        let clock = number("hmvc", 0..=Position::MOST_CLOCK.into())?;
        let move_number = number("fmvn", 1..=fen::MOST_NUMBER)?;
        if clock.is_some() || move_number.is_some() {
            // Read again, because what else there is must go with them.
            let clock = clock.unwrap_or(position.clock().into());
            let move_number = move_number.unwrap_or(position.number());
            let four: Vec<&str> = fields.split_whitespace().take(4).collect();
            position = fen::read(&format!("{} {clock} {move_number}", four.join(" ")), variant)?;
        }
        Ok(Epd { position, variant, operations })
    }

    /// The first operation with this code.
    pub fn operation(&self, code: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.code == code)
    }
}

/// The part of `text` that is a position, and the rest. Four fields, and two numbers if they follow.
fn split_fields(text: &str) -> (&str, &str) {
    let mut ends = words(text).map(|(_, end)| end);
    let Some(four) = ends.nth(3) else { return (text.trim_end_matches([';', ' ']), "") };
    // In some lists the semicolon follows at once.
    if let Some(fields) = text[..four].strip_suffix(';') {
        return (fields, &text[four - 1..]);
    }
    let numbers = words(&text[four..]).take(2);
    let is_number = |(start, end): (usize, usize)| {
        let word = text[four + start..four + end].trim_end_matches(';');
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let six = words(&text[four..]).nth(1).map(|(_, end)| four + end);
    match six {
        Some(six) if numbers.filter(|word| is_number(*word)).count() == 2 => {
            let fields = text[..six].trim_end_matches(';');
            (fields, &text[fields.len()..])
        }
        _ => text.split_at(four),
    }
}

/// Where the words of a text begin and end.
fn words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let begin = at + rest.find(|c: char| !c.is_whitespace())?;
        let length = text[begin..].find(char::is_whitespace).unwrap_or(text.len() - begin);
        at = begin + length;
        Some((begin, at))
    })
}

fn read_operations(text: &str) -> Result<Vec<Operation>, InputError> {
    let mut operations = Vec::new();
    let mut operands = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        match first {
            ';' => {
                operations.extend(operation(std::mem::take(&mut operands)));
                rest = &rest[1..];
            }
            '"' => {
                let (text, after) = rest[1..]
                    .split_once('"')
                    .ok_or_else(|| bad(format!("a text without an end: {rest}"), "a closing quote"))?;
                operands.push(Operand::Text(text.to_owned()));
                rest = after;
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || c == ';' || c == '"';
                let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                operands.push(Operand::Word(word.to_owned()));
                rest = after;
            }
        }
        rest = rest.trim_start();
    }
    operations.extend(operation(operands));
    Ok(operations)
}

/// The first is the code.
fn operation(mut operands: Vec<Operand>) -> Option<Operation> {
    if operands.is_empty() {
        return None;
    }
    let (Operand::Word(code) | Operand::Text(code)) = operands.remove(0);
    Some(Operation { code, operands })
}

/// The line as it should be written. Quotes in texts become apostrophes, and words that are none become texts.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = fen::write(&self.position, self.variant);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        for Operation { code, operands } in &self.operations {
            write!(f, " {code}")?;
            for operand in operands {
                let text = operand.as_str();
                let plain =
                    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == ';' || c == '"');
                match operand {
                    Operand::Word(_) if plain => write!(f, " {text}")?,
                    _ => write!(f, " \"{}\"", text.replace('"', "'"))?,
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}
