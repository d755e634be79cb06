//! A stream of games, split into texts that hold one game each.

use std::io::{self, BufRead};

/// The text of a game, or of several that stand on one line without tags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// The text, whatever its encoding was.
    pub text: String,
    /// The number of its first line, from 1.
    pub line: usize,
}

/// Splits a stream where a game has ended or the tags of the next begin. One game is in memory at a time.
///
/// Texts are UTF-8. A game that is not is taken for Latin-1, in which every text is valid.
#[derive(Debug)]
pub struct Blocks<R> {
    input: R,
    /// The line that was read last: the first of the next block.
    line: Vec<u8>,
    number: usize,
    block: Vec<u8>,
    state: State,
}

/// How far a game has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    /// Some line holds moves.
    moves: bool,
    comment: bool,
    depth: usize,
    /// The last line with moves ends with a result.
    ended: bool,
}

impl State {
    /// Whether `line` begins another game. Somebody forgot to close a comment if an event is named in it.
    fn is_left_by(self, line: &[u8]) -> bool {
        let tag = line.first() == Some(&b'[') && line.get(1).is_some_and(u8::is_ascii_alphabetic);
        match self.comment {
            true => line.starts_with(b"[Event \""),
            false => (self.moves && tag) || (self.ended && !line.trim_ascii().is_empty()),
        }
    }

    fn follow(&mut self, line: &[u8]) {
        let trimmed = line.trim_ascii();
        if !self.comment && (trimmed.is_empty() || matches!(line[0], b'%' | b'[')) {
            return;
        }
        self.moves = true;
        for byte in trimmed {
            match (self.comment, byte) {
                (true, b'}') => self.comment = false,
                (true, _) => {}
                (false, b'{') => self.comment = true,
                (false, b';') => return,
                (false, b'(') => self.depth += 1,
                (false, b')') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        self.ended = !self.comment && self.depth == 0 && ends_with_result(trimmed);
    }
}

fn ends_with_result(line: &[u8]) -> bool {
    ["1-0", "0-1", "1/2-1/2", "*"].iter().any(|result| {
        let before = line.strip_suffix(result.as_bytes());
        before.is_some_and(|before| before.last().is_none_or(|byte| b" \t)}".contains(byte)))
    })
}

impl<R: BufRead> Blocks<R> {
    /// Splits what `input` gives.
    pub fn new(input: R) -> Blocks<R> {
        Blocks { input, line: Vec::new(), number: 0, block: Vec::new(), state: State::default() }
    }

    /// The next block; `None` at the end of the stream.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        self.block.clear();
        self.state = State::default();
        // A line is left over from the time before, unless this is the first.
        let first = if self.line.is_empty() { self.number + 1 } else { self.number };
        if !self.line.is_empty() {
            self.state.follow(&self.line);
            self.block.append(&mut self.line);
        }
        while self.input.read_until(b'\n', &mut self.line)? > 0 {
            self.number += 1;
            if self.state.is_left_by(&self.line) {
                break;
            }
            self.state.follow(&self.line);
            self.block.append(&mut self.line);
        }
        let text = decoded(&self.block);
        Ok((!self.block.is_empty()).then_some(Block { text, line: first }))
    }
}

/// The text in UTF-8, or in Latin-1, whose characters have the first 256 numbers of Unicode.
fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8]) -> Vec<(usize, String)> {
        let mut blocks = Blocks::new(text);
        let mut found = Vec::new();
        while let Some(block) = blocks.next_block().unwrap() {
            found.push((block.line, block.text));
        }
        found
    }

    fn owned(expected: &[(usize, &str)]) -> Vec<(usize, String)> {
        expected.iter().map(|(line, text)| (*line, (*text).to_owned())).collect()
    }

    #[test]
    fn games_are_told_apart_by_tags_and_results() {
        let text =
            "[A \"1\"]\n[B \"2\"]\n\ne4 1-0\n\n[A \"2\"]\n\ne4\n[A \"3\"]\n*\n\nd4 *\ne4 (c4 1-0\n) *\n";
        let expected = [
            (1, "[A \"1\"]\n[B \"2\"]\n\ne4 1-0\n\n"),
            (6, "[A \"2\"]\n\ne4\n"),
            (9, "[A \"3\"]\n*\n\n"),
            (12, "d4 *\n"),
            (13, "e4 (c4 1-0\n) *\n"),
        ];
        assert_eq!(blocks(text.as_bytes()), owned(&expected));
        assert!(blocks(b"").is_empty());
    }

    #[test]
    fn comments_hide_what_looks_like_a_game() {
        let text = "e4 {\n[A \"x\"]\n 1-0\n} e5 ; {\n[A \"1\"]\r\n{open\n\n[Event \"x\"]\n";
        let expected =
            [(1, "e4 {\n[A \"x\"]\n 1-0\n} e5 ; {\n"), (5, "[A \"1\"]\r\n{open\n\n"), (8, "[Event \"x\"]\n")];
        assert_eq!(blocks(text.as_bytes()), owned(&expected));
    }

    #[test]
    fn what_is_not_utf_8_is_latin_1_game_by_game() {
        let found = blocks(b"[A \"M\xfcller\"]\n*\n[A \"M\xc3\xbcller\"]\n*");
        assert_eq!(found, owned(&[(1, "[A \"Müller\"]\n*\n"), (3, "[A \"Müller\"]\n*")]));
    }
}
