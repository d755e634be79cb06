//! Options, moves and positions as text.

use mossa_game::{Game, InputError, InputKind, Notation};

use crate::fen::{self, Variant};
use crate::moves::ChessMove;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Chess;
use crate::start::StartNumber;
use crate::{san, uci};

impl Notation for Chess {
    fn options_text(&self) -> String {
        match (self.variant(), self.start_number()) {
            (Variant::Chess, _) => String::new(),
            (Variant::Chess960, StartNumber::CHESS) => "960".to_owned(),
            (Variant::Chess960, start) => format!("960,start={}", start.get()),
        }
    }

    /// As UCI writes it.
    fn move_text(&self, _: &Position, m: ChessMove) -> String {
        uci::write(m, self.variant())
    }

    /// UCI or standard algebraic notation.
    fn parse_move(&self, position: &Position, text: &str) -> Result<ChessMove, InputError> {
        let text = text.trim();
        if position.is_drawn_by_rule() {
            let problem = format!("`{text}` after the end of the game");
            return Err(InputError::new(InputKind::Move, problem, "no move: the game is drawn"));
        }
        if uci::looks_like(text) {
            return uci::read(position, text).ok_or_else(|| san::illegal(position, text));
        }
        san::read(position, text)
    }

    /// Moves with blanks between them; numbers such as `12.` or `12...` are left out.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let without_number = |word: &'t str| {
            let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
        };
        text.split_whitespace().map(without_number).filter(|word| !word.is_empty()).collect()
    }

    /// Standard algebraic notation.
    fn people_move(&self, position: &Position, m: ChessMove) -> String {
        san::write(position, m)
    }

    /// Standard algebraic notation with numbers: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3` if Black begins.
    fn people_line(&self, position: &Position, moves: &[ChessMove]) -> String {
        let mut position = *position;
        let mut words = Vec::with_capacity(2 * moves.len());
        for (index, &m) in moves.iter().enumerate() {
            match position.to_move() {
                Color::White => words.push(format!("{}.", position.number())),
                Color::Black if index == 0 => words.push(format!("{}...", position.number())),
                Color::Black => {}
            }
            words.push(san::write(&position, m));
            position.play(m);
        }
        words.join(" ")
    }

    /// FEN, with the files of rooks for castling in Chess960.
    fn position_text(&self, position: &Position) -> String {
        fen::write(position, self.variant())
    }

    /// FEN, or `start`.
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        match text.trim() {
            "start" | "startpos" => Ok(self.start()),
            text => fen::read(text, self.variant()),
        }
    }
}
