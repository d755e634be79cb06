//! Games from a stream, one after the other.

use std::io::BufRead;

use mossa_game::pgn::{BadLine, Block, Blocks, Token, Tokens, words};
use mossa_game::{InputError, InputKind};
use thiserror::Error;

use super::game::{Game, GameResult};
use super::movetext::Movetext;
use super::start;

/// How much of a game is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Everything.
    #[default]
    All,
    /// Tags and the moves of the main line; comments, glyphs and variations are passed over unread.
    Moves,
}

/// Why a game could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game}, line {line}: {error}")]
pub struct PgnError {
    /// Which game, from 1.
    pub game: u64,
    /// The line on which something is wrong, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub error: InputError,
}

/// Reads games. After an error it goes on with the next game; after an error of the stream there is none.
#[derive(Debug)]
pub struct Reader<R> {
    blocks: Blocks<R>,
    detail: Detail,
    block: Block,
    /// How far the block has been read, in bytes and lines.
    at: usize,
    line: usize,
    games: u64,
    bytes: u64,
    broken: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads all that `input` says.
    pub fn new(input: R) -> Reader<R> {
        Reader::with_detail(input, Detail::All)
    }

    /// Reads as much as `detail` says.
    pub fn with_detail(input: R, detail: Detail) -> Reader<R> {
        let blocks = Blocks::new(input);
        Reader { blocks, detail, block: Block::default(), at: 0, line: 1, games: 0, bytes: 0, broken: false }
    }

    /// How many games were read, those with errors included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many bytes of text were read.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the stream could not be read on.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    fn stream_error(&mut self, error: &std::io::Error) -> PgnError {
        self.broken = true;
        let error = InputError::new(InputKind::Record, format!("cannot read on: {error}"), "a text");
        PgnError { game: self.games + 1, line: self.line, error }
    }

    /// What is left of the block, if it holds a game.
    fn next_in_block(&mut self) -> Option<Result<Game, PgnError>> {
        while self.at < self.block.text.len() {
            let mut tokens = Tokens::resume(&self.block.text, self.at, self.line);
            let read = GameReader::new(self.detail).read(&mut tokens);
            (self.at, self.line) = (tokens.at(), tokens.line());
            if let Some(read) = read.transpose() {
                self.games += 1;
                let game = self.games;
                return Some(read.map_err(|BadLine { line, error }| PgnError { game, line, error }));
            }
        }
        None
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.next_in_block() {
                return Some(game);
            }
            if self.broken {
                return None;
            }
            match self.blocks.next_block() {
                Ok(Some(block)) => {
                    self.bytes += block.text.len() as u64;
                    (self.at, self.line) = (0, block.line);
                    self.block = block;
                }
                Ok(None) => return None,
                Err(error) => return Some(Err(self.stream_error(&error))),
            }
        }
    }
}

/// Reads one game.
struct GameReader {
    detail: Detail,
    game: Game,
    /// Whether there were tags.
    tagged: bool,
    /// Comments before the first word.
    comment: String,
    /// Built when the first word after the tags is met.
    moves: Option<Movetext>,
    /// A word was met: tags that follow are the next game's.
    begun: bool,
    ended: bool,
    /// The first error: what follows is only passed over to find where the game ends.
    failed: Option<BadLine>,
    /// Inside how many variations, once something went wrong.
    depth: usize,
}

impl GameReader {
    fn new(detail: Detail) -> GameReader {
        GameReader {
            detail,
            game: Game::default(),
            tagged: false,
            comment: String::new(),
            moves: None,
            begun: false,
            ended: false,
            failed: None,
            depth: 0,
        }
    }

    /// Everything up to a result or to the tags of the next game; nothing if there are neither tags nor moves.
    fn read(mut self, tokens: &mut Tokens<'_>) -> Result<Option<Game>, BadLine> {
        while !self.ended {
            let before = *tokens;
            let read = match tokens.next() {
                None => break,
                Some(Ok(Token::Tag { name, value })) => {
                    if self.begun || self.game.ends_at(name, &value) {
                        *tokens = before; // the next game's
                        break;
                    }
                    self.tagged = true;
                    // Some files say a thing twice: the first time counts.
                    if self.game.tag(name).is_none() {
                        self.game.tags.push((name.to_owned(), value.into_owned()));
                    }
                    Ok(())
                }
                Some(Ok(Token::Comment(text))) => {
                    self.comment(text);
                    Ok(())
                }
                Some(Ok(token)) => self.token(&token, tokens),
                Some(Err(bad)) => Err(bad),
            };
            if let Err(bad) = read {
                self.failed.get_or_insert(bad);
            }
        }
        self.finish(tokens)
    }

    fn comment(&mut self, text: &str) {
        match &mut self.moves {
            _ if self.detail != Detail::All => {}
            Some(moves) => moves.comment(text),
            None => {
                self.comment.push(' ');
                self.comment.push_str(text);
            }
        }
    }

    fn token(&mut self, token: &Token<'_>, tokens: &mut Tokens<'_>) -> Result<(), BadLine> {
        self.begun = true;
        if self.failed.is_some() {
            self.pass_over(token);
            return Ok(());
        }
        let line = tokens.token_line();
        let read = match token {
            Token::Word(word) => self.word(word),
            Token::Open if self.detail == Detail::Moves => return tokens.skip_variation(),
            Token::Open => self.moves().and_then(|moves| moves.open(line)),
            Token::Close => self.moves().and_then(Movetext::close),
            Token::Comment(_) | Token::Tag { .. } => Ok(()),
        };
        read.map_err(|error| BadLine { line, error })
    }

    fn word(&mut self, word: &str) -> Result<(), InputError> {
        let moves = self.moves()?;
        if words::is_move_number(word) {
            return Ok(());
        }
        // Results begin like this, and of moves only castling with zeros and passing do.
        if matches!(word.as_bytes().first(), Some(b'0' | b'1' | b'*' | 0x80..))
            && let Some(result) = GameResult::from_text(word)
        {
            if moves.is_main_line() {
                self.game.result = result;
                self.ended = true;
            }
            return Ok(());
        }
        // A number without a dot.
        if word != "0000" && word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        moves.word(word)
    }

    /// The moves so far; the tags are complete now.
    fn moves(&mut self) -> Result<&mut Movetext, InputError> {
        if self.moves.is_none() {
            start::take_tags(&mut self.game)?;
        }
        Ok(self.moves.get_or_insert_with(|| {
            let mut moves = Movetext::new(self.game.start, self.detail);
            moves.comment(&self.comment);
            moves
        }))
    }

    /// Looks for the end of a game that cannot be read.
    fn pass_over(&mut self, token: &Token<'_>) {
        match token {
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Word(word) if self.depth == 0 => self.ended = words::is_result(word),
            _ => {}
        }
    }

    fn finish(mut self, tokens: &Tokens<'_>) -> Result<Option<Game>, BadLine> {
        if let Some(bad) = self.failed {
            return Err(bad);
        }
        if !self.tagged && !self.begun {
            return Ok(None);
        }
        self.moves().map_err(|error| BadLine { line: tokens.token_line(), error })?;
        if let Some(moves) = self.moves.take() {
            self.game.line = moves.finish()?;
        }
        let said = self.tagged || !self.game.line.moves.is_empty();
        Ok(said.then_some(self.game))
    }
}
