//! Words, comments and variations become moves.

use mossa_game::pgn::{BadLine, words};
use mossa_game::{InputError, InputKind};

use super::game::{Line, Played, Step};
use super::read::Detail;
use crate::moves::ChessMove;
use crate::position::Position;
use crate::{san, uci};

/// Variations inside of variations, at most so deep: more than any author writes, and few enough that a hostile text
/// cannot exhaust the stack of whoever goes through them.
const DEEPEST: usize = 100;

/// A line that is being read.
struct Open {
    line: Line,
    /// After its moves.
    position: Position,
    /// Before its last move: where a variation begins.
    before: Position,
    /// The line of the text on which it begins.
    begins: usize,
}

impl Open {
    fn new(position: Position, begins: usize) -> Open {
        Open { line: Line::default(), position, before: position, begins }
    }
}

/// Builds the tree of a game from its words.
pub(super) struct Movetext {
    detail: Detail,
    current: Open,
    /// The lines around the current one, the main line first.
    outer: Vec<Open>,
}

impl Movetext {
    pub(super) fn new(start: Position, detail: Detail) -> Movetext {
        Movetext { detail, current: Open::new(start, 0), outer: Vec::new() }
    }

    pub(super) fn is_main_line(&self) -> bool {
        self.outer.is_empty()
    }

    /// The whole main line.
    pub(super) fn finish(self) -> Result<Line, BadLine> {
        if self.is_main_line() {
            return Ok(self.current.line);
        }
        let error = bad("a variation without an end", "a closing ) after it");
        Err(BadLine { line: self.current.begins, error })
    }

    /// A word that is no result.
    pub(super) fn word(&mut self, word: &str) -> Result<(), InputError> {
        let word = words::without_number(word);
        if let Some(number) = word.strip_prefix('$') {
            return self.glyph(number);
        }
        let (word, glyph) = word.split_once('$').map_or((word, None), |(word, glyph)| (word, Some(glyph)));
        let bare = word.trim_end_matches(['!', '?']);
        let marks = &word[bare.len()..];
        // Signs of check may stand alone, and so may a remark on a capture.
        if !bare.is_empty() && !bare.bytes().all(|byte| matches!(byte, b'+' | b'#')) && bare != "e.p." {
            self.step(bare)?;
        }
        if !marks.is_empty() {
            let number = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|known| *known == marks);
            self.add_glyph(number.map(|index| index as u8 + 1));
        }
        glyph.map_or(Ok(()), |number| self.glyph(number))
    }

    fn glyph(&mut self, number: &str) -> Result<(), InputError> {
        let value = number.parse().map_err(|_| bad(format!("the glyph `${number}`"), "$0 to $255"))?;
        self.add_glyph(Some(value));
        Ok(())
    }

    fn add_glyph(&mut self, number: Option<u8>) {
        if self.detail == Detail::All
            && let (Some(number), Some(last)) = (number, self.current.line.moves.last_mut())
        {
            last.note_mut().glyphs.push(number);
        }
    }

    fn step(&mut self, text: &str) -> Result<(), InputError> {
        let position = &self.current.position;
        let step = if matches!(text, "--" | "Z0" | "z0" | "@@@@" | "0000" | "null") {
            if self.is_main_line() || position.checkers().has_any() {
                return Err(bad(
                    format!("`{text}`, which is no move"),
                    "a move: only variations may pass, and not in check",
                ));
            }
            Step::Pass
        } else {
            Step::Move(read_move(position, text)?)
        };
        self.current.before = self.current.position;
        step.play(&mut self.current.position);
        self.current.line.moves.push(Played { step, note: None });
        Ok(())
    }

    /// A comment, which belongs to the move before it.
    pub(super) fn comment(&mut self, text: &str) {
        if self.detail != Detail::All || text.trim().is_empty() {
            return;
        }
        let line = &mut self.current.line;
        let place = match line.moves.last_mut() {
            Some(last) => &mut last.note_mut().comment,
            None => &mut line.comment,
        };
        let all = place.get_or_insert_default();
        for word in text.split_whitespace() {
            if !all.is_empty() {
                all.push(' ');
            }
            all.push_str(word);
        }
    }

    /// A variation begins on a line of the text: another way to play instead of the last move.
    pub(super) fn open(&mut self, line: usize) -> Result<(), InputError> {
        if self.current.line.moves.is_empty() {
            return Err(bad("a variation before the first move", "a move"));
        }
        if self.outer.len() >= DEEPEST {
            return Err(bad("too many variations inside of each other", format!("at most {DEEPEST}")));
        }
        let inner = Open::new(self.current.before, line);
        self.outer.push(std::mem::replace(&mut self.current, inner));
        Ok(())
    }

    /// The current variation ends. One without moves and comments is dropped.
    pub(super) fn close(&mut self) -> Result<(), InputError> {
        let Some(outer) = self.outer.pop() else { return Err(bad("`)` without a beginning", "a move")) };
        let Open { line, .. } = std::mem::replace(&mut self.current, outer);
        if line != Line::default()
            && let Some(last) = self.current.line.moves.last_mut()
        {
            last.note_mut().variations.push(line);
        }
        Ok(())
    }
}

/// Standard algebraic notation, or what UCI writes.
fn read_move(position: &Position, text: &str) -> Result<ChessMove, InputError> {
    san::read(position, text).or_else(|error| uci::read(position, text).ok_or(error))
}

fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Record, problem, expected)
}
