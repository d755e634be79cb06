//! Openings from a file: EPD, games in the manner of PGN, or one opening on each line.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::pgn::{Block, Blocks};
use mossa_game::{InputError, InputKind};

use super::Opening;
use super::pgn::{self, BadLine, PgnGame, Reader};

/// How openings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A position on each line, with operations behind it that nobody reads here.
    Epd,
    /// Whole games with tags, comments and variations; mossa's own records are such games.
    Pgn,
    /// A position or moves on each line; `#` begins a comment.
    Lines,
}

impl Format {
    /// The format by the ending of the file's name; if that says nothing, by what is in it: games begin with a tag.
    pub fn of(path: &Path, text: &str) -> Format {
        let text = without_mark(text);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("epd") => Format::Epd,
            Some("pgn") => Format::Pgn,
            _ => {
                let first = text.lines().map(without_comment).find(|line| !line.is_empty());
                let is_tag = |line: &str| line.starts_with('[') && line.contains('"');
                if first.is_some_and(is_tag) { Format::Pgn } else { Format::Lines }
            }
        }
    }
}

/// The openings of a file, each position once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// In the order of the file; never empty.
    pub openings: Vec<Opening>,
    /// How many were left out because they led to the same position as an earlier one.
    pub duplicates: usize,
    /// How many were left out because the game is over after them.
    pub finished: usize,
    /// How many were left out because they cannot be read.
    pub unreadable: usize,
    /// Why, for the first of them, with the game and the line.
    pub problems: Vec<InputError>,
}

/// Of so many openings that cannot be read it is told why; a file of another kind would fill screens.
const TOLD: usize = 10;

impl Openings {
    /// Reads a file of openings for `game`, each of them up to `plies` moves. Those that cannot be read are left out; an
    /// error if none is left. Texts are UTF-8; a game that is not is taken for Latin-1.
    pub fn from_file(
        path: &Path,
        game: &Arc<dyn AnyGame>,
        plies: Option<usize>,
    ) -> Result<Openings, InputError> {
        let setting =
            |problem: String, expected: &str| InputError::new(InputKind::Setting, problem, expected);
        let bytes = std::fs::read(path).map_err(|error| {
            setting(format!("cannot read `{}`: {error}", path.display()), "a file of openings")
        })?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let error = match std::str::from_utf8(&bytes) {
            Ok(text) => return Openings::from_text(text, &name, Format::of(path, text), game, plies),
            Err(error) => error,
        };
        if Format::of(path, &String::from_utf8_lossy(&bytes)) == Format::Pgn {
            let mut collector = Collector::new(&name, game, plies);
            collector.games(&bytes);
            return collector.finish();
        }
        let valid = &bytes[..error.valid_up_to()];
        let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
        Err(setting(format!("{name}, line {line}: not UTF-8"), "a text file in UTF-8"))
    }

    /// Reads openings for `game` from a text, each of them up to `plies` moves; errors call it `name`. Those that cannot
    /// be read are left out; an error if none is left.
    pub fn from_text(
        text: &str,
        name: &str,
        format: Format,
        game: &Arc<dyn AnyGame>,
        plies: Option<usize>,
    ) -> Result<Openings, InputError> {
        let text = without_mark(text);
        let mut collector = Collector::new(name, game, plies);
        match format {
            Format::Epd => collector.lines(text, Collector::epd),
            Format::Pgn => collector.games(text.as_bytes()),
            Format::Lines => collector.lines(text, Collector::position_or_moves),
        }
        collector.finish()
    }

    fn not_empty(mut self, name: &str) -> Result<Openings, InputError> {
        if !self.openings.is_empty() {
            return Ok(self);
        }
        if self.unreadable > 0 {
            let first = self.problems.swap_remove(0);
            return Err(match self.unreadable {
                1 => first,
                count => {
                    let problem = format!("none of {count} openings can be read; {}", first.problem);
                    InputError::new(first.kind, problem, first.expected)
                }
            });
        }
        let (problem, expected) = match self.finished {
            0 => (format!("no openings in {name}"), "at least one"),
            count => {
                let problem = format!("the game is over after each of the {count} openings in {name}");
                (problem, "openings after which it goes on, perhaps with fewer plies")
            }
        };
        Err(InputError::new(InputKind::Setting, problem, expected))
    }
}

/// The text without the mark that some editors put in front of UTF-8.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A line of a list without its comment and the blanks around it.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    let comment = line.find(|c: char| {
        let begins = c == '#' && before.is_whitespace();
        before = c;
        begins
    });
    line[..comment.unwrap_or(line.len())].trim()
}

/// The most words of a position. Those of chess have 6; the limit is for lines of megabytes.
const MOST_WORDS: usize = 64;

/// The text of the position in which an opening begins, and the position that it leads to.
type Reached = (String, Box<dyn AnyPosition>);

/// Collects what is different and goes on.
struct Collector<'a> {
    /// What errors call the text.
    name: &'a str,
    game: &'a Arc<dyn AnyGame>,
    usual_start: String,
    plies: usize,
    seen: HashSet<u64>,
    found: Openings,
}

impl<'a> Collector<'a> {
    fn new(name: &'a str, game: &'a Arc<dyn AnyGame>, plies: Option<usize>) -> Collector<'a> {
        let (usual_start, plies) = (game.clone().start().text(), plies.unwrap_or(usize::MAX));
        Collector { name, game, usual_start, plies, seen: HashSet::new(), found: Openings::default() }
    }

    fn finish(self) -> Result<Openings, InputError> {
        self.found.not_empty(self.name)
    }

    /// What was read, or why it is left out.
    fn take(&mut self, read: Result<Reached, InputError>, place: impl FnOnce() -> String) {
        match read {
            Ok((start, position)) => self.add(start, &*position),
            Err(error) => {
                self.found.unreadable += 1;
                if self.found.problems.len() < TOLD {
                    let problem = format!("{}, {}: {}", self.name, place(), error.problem);
                    self.found.problems.push(InputError::new(error.kind, problem, error.expected));
                }
            }
        }
    }

    /// One more opening, which began in the position `start`.
    fn add(&mut self, start: String, position: &dyn AnyPosition) {
        if position.result().is_some() {
            self.found.finished += 1;
        } else if !self.seen.insert(position.key()) {
            self.found.duplicates += 1;
        } else {
            let start = (start != self.usual_start).then_some(start);
            self.found.openings.push(Opening {
                start,
                moves: position.history().to_vec(),
                ..Opening::default()
            });
        }
    }

    /// Reads an opening on each line.
    fn lines(&mut self, text: &str, read: fn(&Self, &str) -> Result<Reached, InputError>) {
        for (index, line) in text.lines().enumerate() {
            let line = without_comment(line);
            if !line.is_empty() {
                let reached = read(self, line);
                self.take(reached, || format!("line {}", index + 1));
            }
        }
    }

    /// The most words in front of the line that are a position.
    fn epd(&self, line: &str) -> Result<Reached, InputError> {
        let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
        for count in (1..=words.len()).rev() {
            let text = words[..count].join(" ");
            if let Ok(position) = self.game.clone().position(text.trim_end_matches(';')) {
                return Ok((position.text(), position));
            }
        }
        let expected = format!("{}, then operations", self.game.info().position_notation);
        let problem = format!("no position in front of \"{}\"", brief(line));
        Err(InputError::new(InputKind::Position, problem, expected))
    }

    fn position_or_moves(&self, line: &str) -> Result<Reached, InputError> {
        let no_position = match self.game.clone().position(line) {
            Ok(position) => return Ok((position.text(), position)),
            Err(error) => error,
        };
        let mut position = self.game.clone().start();
        let words = line.split_whitespace().filter(|word| !pgn::is_move_number(word));
        for word in words.take(self.plies) {
            play_word(&mut *position, word).map_err(|no_move| self.neither(&no_position, &no_move))?;
        }
        Ok((self.usual_start.clone(), position))
    }

    fn neither(&self, no_position: &InputError, no_move: &InputError) -> InputError {
        let (position, moves) = (brief(&no_position.problem), brief(&no_move.problem));
        let info = self.game.info();
        InputError::new(
            InputKind::Position,
            format!("neither a position ({position}) nor moves ({moves})"),
            format!("a position ({}) or moves ({})", info.position_notation, info.move_notation),
        )
    }

    /// Reads games. What is wrong in one of them does not reach beyond the tags of the next.
    fn games(&mut self, text: &[u8]) {
        let mut blocks = Blocks::new(text);
        let mut number = 0;
        // Reading from memory never fails.
        while let Ok(Some(Block { text, line })) = blocks.next_block() {
            for game in Reader::new(&text, line) {
                number += 1;
                let read = game.and_then(|game| self.replay(&game));
                let line = read.as_ref().err().map_or(0, |bad| bad.line);
                self.take(read.map_err(|bad| bad.error), || format!("game {number}, line {line}"));
            }
        }
    }

    /// Plays the first moves of a game, and gives the text of the position before them.
    fn replay(&self, game: &PgnGame<'_>) -> Result<Reached, BadLine> {
        let at = |line: usize| move |error| BadLine { line, error };
        self.check_name(game).map_err(at(game.line))?;
        let mut position = match game.tag("FEN").or_else(|| game.tag("Start")) {
            Some(start) => self.game.clone().position(start).map_err(at(game.line))?,
            None => self.game.clone().start(),
        };
        let start = position.text();
        for word in game.moves.iter().take(self.plies) {
            play_word(&mut *position, word.text).map_err(at(word.line))?;
        }
        Ok((start, position))
    }

    /// A record that says which of our games it is must be of this one; other people's tags may say what they like.
    fn check_name(&self, game: &PgnGame<'_>) -> Result<(), InputError> {
        let Some(name) = game.tag("Game").filter(|name| *name != self.game.name()) else { return Ok(()) };
        match mossa_engine::open(name) {
            Ok(other) if other.name() != self.game.name() => {
                let problem = format!("a game of {}", other.name());
                Err(InputError::new(InputKind::Record, problem, format!("games of {}", self.game.name())))
            }
            _ => Ok(()),
        }
    }
}

/// Plays what a word of a game means. As the word stands, if that is a move: some games' moves look like numbers.
fn play_word(position: &mut dyn AnyPosition, word: &str) -> Result<(), InputError> {
    let bare = pgn::bare_move(word);
    match position.play(word) {
        Err(_) if bare != word && !bare.is_empty() => position.play(bare).map(drop),
        played => played.map(drop),
    }
}

/// The beginning of a text, short enough that two of them fit into an error.
fn brief(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_name_or_content() {
        let of = |name: &str, text: &str| Format::of(Path::new(name), text);
        assert_eq!(of("a.EPD", "[Game \"x\"]"), Format::Epd);
        assert_eq!(of("a.pgn", "e4 e5"), Format::Pgn);
        assert_eq!(of("a.txt", "# games\r\n\r\n[Game \"x\"]"), Format::Pgn);
        assert_eq!(of("a", "\u{feff}[Game \"x\"]"), Format::Pgn);
        assert_eq!(of("a.txt", "[x]"), Format::Lines);
        assert_eq!(of("a.txt", "e4 e5"), Format::Lines);
    }

    #[test]
    fn comments_begin_after_a_blank() {
        let cases = [("# all", ""), ("e4 e5 # rest", "e4 e5"), (" Qh7# e5\t#x", "Qh7# e5"), ("\r", "")];
        for (line, left) in cases {
            assert_eq!(without_comment(line), left);
        }
    }
}
