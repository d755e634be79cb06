//! Games in the manner of chess's PGN, without knowing the game: the words that are moves.
//!
//! Whether a word is a legal move is for the game to say, and so is what a number in front of it means: in some games
//! a move is a number.

pub(super) use mossa_game::pgn::BadLine;
pub(super) use mossa_game::pgn::words::{bare_move, is_move_number};
use mossa_game::pgn::words::{is_glyph, is_result};
use mossa_game::pgn::{Token, Tokens};

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

    /// Whether a tag called `name` begins another game: the one that came first, or another position, has come again.
    fn ends_at(&self, name: &str, value: &str) -> bool {
        let first = self.tags.first().is_some_and(|(tag, _)| *tag == name);
        first || (name == "FEN" && self.tag(name).is_some_and(|before| before != value))
    }

    /// The line of the first tag or word.
    fn begins(&mut self, line: usize) {
        if self.line == 0 {
            self.line = line;
        }
    }
}

/// Reads the games of a text one after the other.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    tokens: Tokens<'a>,
    failed: bool,
}

impl<'a> Iterator for Reader<'a> {
    type Item = Result<PgnGame<'a>, BadLine>;

    /// The next game that has tags or moves. After an error there is none.
    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            match self.game() {
                Ok(game) if game.line == 0 => return None,
                Ok(game) if game.tags.is_empty() && game.moves.is_empty() => {}
                Ok(game) => return Some(Ok(game)),
                Err(bad) => {
                    self.failed = true;
                    return Some(Err(bad));
                }
            }
        }
        None
    }
}

impl<'a> Reader<'a> {
    /// Reads a text whose first line has the number `line`.
    pub(super) fn new(text: &'a str, line: usize) -> Reader<'a> {
        Reader { tokens: Tokens::resume(text, 0, line), failed: false }
    }

    /// Everything up to a result or to the tags of the next game. It has no line if there is nothing.
    fn game(&mut self) -> Result<PgnGame<'a>, BadLine> {
        let mut game = PgnGame::default();
        loop {
            let before = self.tokens;
            let Some(token) = self.tokens.next().transpose()? else { return Ok(game) };
            let line = self.tokens.token_line();
            match token {
                Token::Comment(_) => continue,
                Token::Tag { name, value } => {
                    if !game.moves.is_empty() || game.ends_at(name, &value) {
                        self.tokens = before; // the next game's
                        return Ok(game);
                    }
                    // Some files say a thing twice: the first time counts.
                    if game.tag(name).is_none() {
                        game.tags.push((name, value.into_owned()));
                    }
                }
                Token::Open => self.tokens.skip_variation()?,
                Token::Close => return Err(self.tokens.bad("`)` without a beginning", "a move")),
                Token::Word(text) if is_result(text) => {
                    game.begins(line);
                    return Ok(game);
                }
                Token::Word(text) if !is_move_number(text) && !is_glyph(text) => {
                    game.moves.push(Word { text, line });
                }
                Token::Word(_) => {}
            }
            game.begins(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<PgnGame<'_>> {
        Reader::new(text, 1).collect::<Result<_, _>>().unwrap()
    }

    fn words(game: &PgnGame<'_>) -> String {
        game.moves.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_tag_that_comes_twice_does_not_begin_another_game() {
        let games =
            read("[Event \"a\"]\n[FEN \"x\"]\n[Note \"1\"]\n[Note \"2\"]\n\ne4 *\n\n[Event \"b\"]\n\nd4 *\n");
        assert_eq!(games.iter().map(words).collect::<Vec<_>>(), ["e4", "d4"]);
        assert_eq!((games[0].tag("FEN"), games[0].tag("Note")), (Some("x"), Some("1")));
        // The one that came first does: the game before had no moves.
        assert_eq!(read("[Event \"a\"]\n[Note \"1\"]\n[Event \"b\"]\n\ne4 *").len(), 2);
        // So does another position.
        let games = read("[Note \"1\"]\n[FEN \"x\"]\n\n[FEN \"y\"]\n[Note \"1\"]\n");
        assert_eq!(games.iter().map(|game| game.tag("FEN")).collect::<Vec<_>>(), [Some("x"), Some("y")]);
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
            let mut reader = Reader::new(text, 1);
            let bad = reader.find_map(Result::err).unwrap();
            assert!(bad.line == line && bad.error.problem.starts_with(problem), "{text}: {bad:?}");
            assert!(reader.next().is_none(), "no game after an error");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in "[a-c1.\\[\\](){};%$*\" \n\r\\\\é]{0,60}") {
            for (count, game) in Reader::new(&text, 1).enumerate() {
                proptest::prop_assert!(count < text.len(), "it never ends");
                if let Ok(game) = game {
                    proptest::prop_assert!(!game.tags.is_empty() || !game.moves.is_empty());
                    proptest::prop_assert!(game.moves.iter().all(|word| !word.text.is_empty()));
                }
            }
        }
    }
}
