//! A reader of games in the manner of chess's PGN that knows no game: it finds the words that are moves.
//!
//! ```text
//! [FEN "..."]                              tags; the game's beginning is in FEN or Start
//! % a line that nobody reads
//! 1. e4 {a comment} e5 ; another one
//! 2.Nf3 $1 (2. f4 exf4 (2... d5)) Nc6 1-0  numbers, glyphs, variations, a result
//! ```
//!
//! Whether a word is a legal move is for the game to say, and so is what a number in front of it means: in some games
//! a move is a number.

use mossa_game::{InputError, InputKind};

/// A word of a game, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// A game as the text has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PgnGame<'a> {
    /// The line on which it begins.
    pub(super) line: usize,
    /// The tags, with what they say.
    pub(super) tags: Vec<(&'a str, String)>,
    /// The words that should be moves; those of variations are left out.
    pub(super) moves: Vec<Word<'a>>,
}

impl PgnGame<'_> {
    /// What the tag called `name` says.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value.as_str())
    }
}

/// Something is wrong on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BadLine {
    pub(super) line: usize,
    pub(super) error: InputError,
}

/// Reads the games of a text one after the other.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Iterator for Reader<'a> {
    type Item = Result<PgnGame<'a>, BadLine>;

    /// The next game. After an error there is none.
    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game().transpose()?;
        if game.is_err() {
            self.at = self.text.len();
        }
        Some(game)
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, line: 1 }
    }

    /// The next game that has tags or moves.
    fn game(&mut self) -> Result<Option<PgnGame<'a>>, BadLine> {
        loop {
            self.skip_unread()?;
            if self.peek().is_none() {
                return Ok(None);
            }
            let game = self.game_or_result()?;
            if !game.tags.is_empty() || !game.moves.is_empty() {
                return Ok(Some(game));
            }
        }
    }

    /// Everything up to a result or to the tags of the next game.
    fn game_or_result(&mut self) -> Result<PgnGame<'a>, BadLine> {
        let mut game = PgnGame { line: self.line, ..PgnGame::default() };
        while let Some(next) = self.peek() {
            match next {
                '[' => {
                    let before = *self;
                    let (name, value) = self.tag()?;
                    if !game.moves.is_empty() || game.tag(name).is_some() {
                        *self = before; // the next game's
                        break;
                    }
                    game.tags.push((name, value));
                }
                '(' => self.skip_variation()?,
                ')' | '}' => return Err(self.bad(format!("`{next}` without a beginning"), "a move")),
                _ => {
                    let word = self.word();
                    if is_result(word.text) {
                        break;
                    }
                    if !is_move_number(word.text) && !is_glyph(word.text) {
                        game.moves.push(word);
                    }
                }
            }
            self.skip_unread()?;
        }
        Ok(game)
    }

    fn bad(&self, problem: impl Into<String>, expected: &str) -> BadLine {
        BadLine { line: self.line, error: InputError::new(InputKind::Record, problem, expected) }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on by `bytes`.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
        passed
    }

    fn pass_line(&mut self) {
        let rest = self.rest();
        self.pass(rest.find('\n').unwrap_or(rest.len()));
    }

    /// Passes blanks, comments and escaped lines.
    fn skip_unread(&mut self) -> Result<(), BadLine> {
        loop {
            let rest = self.rest();
            self.pass(rest.len() - rest.trim_start().len());
            let begins_line = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            match self.peek() {
                Some('{') => {
                    let end = self.rest().find('}').ok_or_else(|| {
                        self.bad("a comment without an end", "a closing } after the comment")
                    })?;
                    self.pass(end + 1);
                }
                Some(';') => self.pass_line(),
                Some('%') if begins_line => self.pass_line(),
                _ => return Ok(()),
            }
        }
    }

    /// Passes a variation with those inside of it.
    fn skip_variation(&mut self) -> Result<(), BadLine> {
        let beginning = *self;
        let mut depth = 0usize;
        loop {
            match self.peek() {
                Some('(') => {
                    depth += 1;
                    self.pass(1);
                }
                Some(')') => {
                    depth -= 1;
                    self.pass(1);
                    if depth == 0 {
                        return Ok(());
                    }
                }
                Some('}') => return Err(self.bad("`}` without a beginning", "a move")),
                Some(_) => drop(self.word()),
                None => {
                    return Err(
                        beginning.bad("a variation without an end", "a closing ) after the variation")
                    );
                }
            }
            self.skip_unread()?;
        }
    }

    /// Everything up to the next blank or sign. The first character belongs to it, whatever it is.
    fn word(&mut self) -> Word<'a> {
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';');
        let rest = self.rest();
        let first = self.peek().map_or(0, char::len_utf8);
        let length = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        let line = self.line;
        Word { text: self.pass(length), line }
    }

    /// Reads `[Name "value"]`, which must stand on one line.
    fn tag(&mut self) -> Result<(&'a str, String), BadLine> {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let (name, value, length) =
            read_tag(line).ok_or_else(|| self.bad(format!("unreadable tag {line}"), "[Name \"value\"]"))?;
        self.pass(length);
        Ok((name, value))
    }
}

/// The name and the value of the tag in front of `line`, and its length.
fn read_tag(line: &str) -> Option<(&str, String, usize)> {
    let (name, after_name) = line.strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let mut value = String::new();
    let mut chars = after_name.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => value.push(match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                other => other,
            }),
            other => value.push(other),
        }
    }
    let after = chars.as_str().trim_start().strip_prefix(']')?;
    Some((name, value, line.len() - after.len()))
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// Whether `word` is a number in front of a move: `12.`, `12...`, or only the dots.
pub(super) fn is_move_number(word: &str) -> bool {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    !dots.is_empty() && dots.chars().all(|c| c == '.')
}

/// Whether `word` is a remark such as `$14`.
fn is_glyph(word: &str) -> bool {
    let number = word.strip_prefix('$');
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

/// `word` without a number in front of it and marks such as `!?` behind it.
pub(super) fn bare_move(word: &str) -> &str {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = if dots.starts_with('.') { dots.trim_start_matches('.') } else { word };
    bare.trim_end_matches(['!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<PgnGame<'_>> {
        Reader::new(text).collect::<Result<_, _>>().unwrap()
    }

    fn words(game: &PgnGame<'_>) -> String {
        game.moves.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_the_moves_of_the_main_line_are_left() {
        let cases = [
            ("1. e4 e5 2. Nf3 Nc6 1-0", "e4 e5 Nf3 Nc6"),
            ("1.e4 e5 2.Nf3", "1.e4 e5 2.Nf3"),
            ("1. e4 {a (comment} e5{b}; ) rest of the line\n2. Nf3", "e4 e5 Nf3"),
            ("e4(e3 (e2)e1 {)} ; )\n ) e5", "e4 e5"),
            ("% escaped ( {\ne4 %no\n%x", "e4 %no"),
            ("12... e4! $1 $140 ... e5?! $x *", "e4! e5?! $x"),
            ("1. a1\r\n2. b2\r\n", "a1 b2"),
            ("4 3 3 1,2", "4 3 3 1,2"),
        ];
        for (text, expected) in cases {
            let games = read(text);
            assert_eq!(games.iter().map(words).collect::<Vec<_>>(), [expected], "{text}");
        }
        for text in ["", "  \n{nothing} ; at all\n% here\n"] {
            assert!(read(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn games_are_told_apart_by_results_and_tags() {
        let text = "[White \"A \\\"B\\\" \\\\\"]\n[FEN \"x y\"] [SetUp \"1\"]\n\n1. e4 1/2-1/2\n\ne5 * * d4\n\n\
                    [White \"C\"]\n\n[White \"D\"]\n*\n[White \"E\"]\nc4\n";
        let games = read(text);
        let told: Vec<_> = games.iter().map(|g| (g.tag("White").unwrap_or("-"), words(g), g.line)).collect();
        let expected = [
            ("A \"B\" \\", "e4", 1),
            ("-", "e5", 6),
            ("-", "d4", 6),
            ("C", "", 8),
            ("D", "", 10),
            ("E", "c4", 12),
        ];
        assert_eq!(told, expected.map(|(white, moves, line)| (white, moves.to_owned(), line)));
        assert_eq!((games[0].tag("FEN"), games[0].tag("SetUp")), (Some("x y"), Some("1")));
        assert_eq!(games[5].moves[0].line, 13);
    }

    #[test]
    fn broken_texts_say_where() {
        let cases = [
            ("e4\n{no end\n\n", 2, "a comment without an end"),
            ("e4\n(e5 (e6)\n\ne7", 2, "a variation without an end"),
            ("e4\n\ne5)", 3, "`)` without a beginning"),
            ("e4 }", 1, "`}` without a beginning"),
            ("e4 (e5 })", 1, "`}` without a beginning"),
            ("\n[FEN x]\n", 2, "unreadable tag [FEN x]"),
            ("[FEN \"x\n\"]", 1, "unreadable tag [FEN \"x"),
            ("[\"x\"]", 1, "unreadable tag"),
        ];
        for (text, line, problem) in cases {
            let mut reader = Reader::new(text);
            let bad = reader.find_map(Result::err).unwrap();
            assert!(bad.line == line && bad.error.problem.starts_with(problem), "{text}: {bad:?}");
            assert!(reader.next().is_none(), "no game after an error");
        }
    }

    #[test]
    fn numbers_and_marks_come_off() {
        let cases = [
            ("12.Nf3", "Nf3"),
            ("12...Nf6!?", "Nf6"),
            ("...e5", "e5"),
            ("4", "4"),
            ("a.b", "a.b"),
            ("12.", ""),
        ];
        for (word, bare) in cases {
            assert_eq!(bare_move(word), bare, "{word}");
        }
        assert!(["12.", "3...", "..."].into_iter().all(is_move_number));
        assert!(!["12", "1.a", "a.", ""].into_iter().any(is_move_number));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in "[a-c1.\\[\\](){};%$*\" \n\r\\\\é]{0,60}") {
            for (count, game) in Reader::new(&text).enumerate() {
                proptest::prop_assert!(count < text.len(), "it never ends");
                if let Ok(game) = game {
                    proptest::prop_assert!(!game.tags.is_empty() || !game.moves.is_empty());
                    proptest::prop_assert!(game.moves.iter().all(|word| !word.text.is_empty()));
                }
            }
        }
    }
}
