//! A text in the manner of PGN, split into its parts.

use std::borrow::Cow;

use crate::error::{InputError, InputKind};

/// A part of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]`.
    Tag {
        /// How the tag is called.
        name: &'a str,
        /// What it says, without the signs that protect quotes.
        value: Cow<'a, str>,
    },
    /// What stands between blanks and signs: a move, a number, a glyph, a result.
    Word(&'a str),
    /// What stands between braces, or behind a semicolon up to the end of its line.
    Comment(&'a str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

/// Something is wrong on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: InputError,
}

/// Reads the parts of a text one after the other. A copy remembers a place to go on from.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    token_line: usize,
}

impl<'a> Tokens<'a> {
    /// The parts of `text`, whose first line is number 1.
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens::resume(text, 0, 1)
    }

    /// The parts from the byte `at` of `text` on, which is on line number `line`. (From the next character on, if a
    /// character does not begin there.)
    pub fn resume(text: &'a str, at: usize, line: usize) -> Tokens<'a> {
        let at = (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        Tokens { text, at, line, token_line: line }
    }

    /// How many bytes were read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number of the line up to which was read.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The number of the line on which the last part begins.
    pub fn token_line(&self) -> usize {
        self.token_line
    }

    /// An error about the last part.
    pub fn bad(&self, problem: impl Into<String>, expected: impl Into<String>) -> BadLine {
        BadLine { line: self.token_line, error: InputError::new(InputKind::Record, problem, expected) }
    }

    /// Reads on until the variation that has just been opened is closed.
    pub fn skip_variation(&mut self) -> Result<(), BadLine> {
        let opened = *self;
        let mut depth = 1usize;
        while depth > 0 {
            match self.next() {
                Some(Ok(Token::Open)) => depth += 1,
                Some(Ok(Token::Close)) => depth -= 1,
                Some(Ok(_)) => {}
                Some(Err(bad)) => return Err(bad),
                None => return Err(opened.bad("a variation without an end", "a closing ) after it")),
            }
        }
        Ok(())
    }

    fn bytes(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Passes `length` bytes, which end between characters.
    fn pass(&mut self, length: usize) -> &'a str {
        let passed = &self.text[self.at..self.at + length];
        self.at += length;
        passed
    }

    fn pass_line(&mut self) -> &'a str {
        let rest = self.bytes();
        self.pass(rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()))
    }

    /// Passes blanks, line ends and escaped lines.
    fn skip_blanks(&mut self) {
        loop {
            match self.bytes().first() {
                Some(b'\n') => self.line += 1,
                Some(b' ' | b'\r' | b'\t' | 0x0b | 0x0c | 0) => {}
                Some(b'%') if self.begins_line() => {
                    self.pass_line();
                    continue;
                }
                Some(byte) if !byte.is_ascii() => match self.wide_blank() {
                    Some(length) => {
                        self.pass(length);
                        continue;
                    }
                    None => return,
                },
                _ => return,
            }
            self.at += 1;
        }
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// The length of a blank beyond ASCII, or of the mark that some editors put in front of a text.
    fn wide_blank(&self) -> Option<usize> {
        let next = self.text[self.at..].chars().next()?;
        (next.is_whitespace() || next == '\u{feff}').then_some(next.len_utf8())
    }

    fn comment(&mut self) -> Result<Token<'a>, BadLine> {
        let Some(length) = self.bytes().iter().position(|byte| *byte == b'}') else {
            return Err(self.bad("a comment without an end", "a closing } after the comment"));
        };
        let inside = &self.pass(length + 1)[1..length];
        self.line += inside.bytes().filter(|byte| *byte == b'\n').count();
        Ok(Token::Comment(inside))
    }

    /// Everything up to the next blank or sign. The first character belongs to it, whatever it is.
    fn word(&mut self) -> Token<'a> {
        let rest = self.bytes();
        let ends = |byte: &u8| *byte <= b' ' || matches!(byte, b'{' | b'}' | b'(' | b')' | b';');
        let length = rest.iter().skip(1).position(ends).map_or(rest.len(), |end| end + 1);
        let word = &self.text[self.at..self.at + length];
        // Blanks beyond ASCII are rare, and so are words with other characters.
        let length = match word.is_ascii() {
            true => length,
            false => {
                let mut characters = word.char_indices().skip(1);
                characters.find(|(_, c)| c.is_whitespace()).map_or(length, |(end, _)| end)
            }
        };
        Token::Word(self.pass(length))
    }

    /// Reads `[Name "value"]`, which must stand on one line.
    fn tag(&mut self) -> Result<Token<'a>, BadLine> {
        let before = *self;
        let line = self.pass_line();
        match read_tag(line) {
            Some((name, value, length)) => {
                self.at = before.at + length;
                Ok(Token::Tag { name, value })
            }
            None => Err(self.bad(format!("unreadable tag {}", line.trim_end()), "[Name \"value\"]")),
        }
    }
}

/// After an error it goes on behind what was wrong; a comment without an end takes the rest.
impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, BadLine>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        self.token_line = self.line;
        let next = *self.bytes().first()?;
        let token = match next {
            b'{' => self.comment(),
            b';' => Ok(Token::Comment(&self.pass_line()[1..])),
            b'[' => self.tag(),
            b'(' => {
                self.at += 1;
                Ok(Token::Open)
            }
            b')' => {
                self.at += 1;
                Ok(Token::Close)
            }
            b'}' => {
                self.at += 1;
                Err(self.bad("`}` without a beginning", "a move"))
            }
            _ => Ok(self.word()),
        };
        if token.is_err() && next == b'{' {
            self.at = self.text.len();
        }
        Some(token)
    }
}

/// The name and the value of the tag in front of `line`, and its length.
fn read_tag(line: &str) -> Option<(&str, Cow<'_, str>, usize)> {
    let (name, after_name) = line.strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let end = after_name.find(['"', '\\'])?;
    let (value, after) = match after_name.as_bytes()[end] {
        b'"' => (Cow::Borrowed(&after_name[..end]), &after_name[end + 1..]),
        _ => read_escaped(after_name)?,
    };
    let after = after.trim_start().strip_prefix(']')?;
    Some((name, value, line.len() - after.len()))
}

/// A value with signs that protect others, and what follows its closing quote.
fn read_escaped(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut value = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return Some((Cow::Owned(value), chars.as_str())),
            '\\' => value.push(match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                other => other,
            }),
            other => value.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(text: &str) -> Vec<String> {
        let tell = |token| match token {
            Ok(Token::Tag { name, value }) => format!("{name}={value}"),
            Ok(Token::Word(word)) => word.to_owned(),
            Ok(Token::Comment(text)) => format!("<{text}>"),
            Ok(Token::Open) => "(".to_owned(),
            Ok(Token::Close) => ")".to_owned(),
            Err(BadLine { line, error }) => format!("line {line}: {}", error.problem),
        };
        Tokens::new(text).map(tell).collect()
    }

    #[test]
    fn parts_are_told_apart() {
        let cases: &[(&str, &[&str])] = &[
            ("1. e4 e5 1-0", &["1.", "e4", "e5", "1-0"]),
            ("e4{a (comment}e5;rest )\r\nNf3", &["e4", "<a (comment>", "e5", "<rest )\r>", "Nf3"]),
            ("e4(e3 (e2)e1)\te5", &["e4", "(", "e3", "(", "e2", ")", "e1", ")", "e5"]),
            ("% escaped ( {\ne4 %no\n%x", &["e4", "%no"]),
            (
                "[A \"x \\\"y\\\" \\\\\"] [B_1 \"\"]\n\u{a0}é4\u{2003}\0d4",
                &["A=x \"y\" \\", "B_1=", "é4", "d4"],
            ),
            ("\u{feff}[A\t\"b\" ]", &["A=b"]),
        ];
        for (text, expected) in cases {
            assert_eq!(told(text), *expected, "{text}");
        }
    }

    #[test]
    fn errors_name_the_line_and_reading_goes_on() {
        assert_eq!(told("e4\n}\ne5"), ["e4", "line 2: `}` without a beginning", "e5"]);
        assert_eq!(told("\n[FEN x]\ne5"), ["line 2: unreadable tag [FEN x]", "e5"]);
        assert_eq!(told("[FEN \"x\n\"]"), ["line 1: unreadable tag [FEN \"x", "\"]"]);
        assert_eq!(told("[\"x\"]"), ["line 1: unreadable tag [\"x\"]"]);
        assert_eq!(told("e4\n{no end\n\ne5"), ["e4", "line 2: a comment without an end"]);
    }

    #[test]
    fn variations_are_skipped_to_their_end() {
        let mut tokens = Tokens::new("(a (b) {)} c) d\n(e");
        assert_eq!(tokens.next(), Some(Ok(Token::Open)));
        assert_eq!(tokens.skip_variation(), Ok(()));
        assert_eq!(tokens.next(), Some(Ok(Token::Word("d"))));
        assert_eq!(tokens.next(), Some(Ok(Token::Open)));
        let bad = tokens.skip_variation().unwrap_err();
        assert_eq!((bad.line, bad.error.problem.as_str()), (2, "a variation without an end"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in "[a-c1.\\[\\](){};%$*\" \n\r\\\\é\u{a0}]{0,60}") {
            let mut tokens = Tokens::new(&text);
            let count = tokens.by_ref().take(text.len() + 1).count();
            prop_assert!(count <= text.len(), "it never ends");
            let lines = text.matches('\n').count() + 1;
            prop_assert!(tokens.line() <= lines && tokens.at() == text.len());
        }
    }
}
