//! What the usual operations mean.

use mossa_game::InputError;

use super::line::{Epd, Operand, Operation, bad};
use crate::moves::ChessMove;
use crate::position::Position;
use crate::{san, uci};

/// The operation `ce`: what the position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if the side to move is mated.
    Mate(i32),
}

/// The standard writes a mate in n plies as so many points less.
const MATE_POINTS: i32 = 32_767;
/// Values beyond this one are mates.
const LEAST_MATE: i32 = MATE_POINTS - 1000;

impl Epd {
    /// The best moves (`bm`); none if nothing is said about them.
    pub fn best_moves(&self) -> Result<Vec<ChessMove>, InputError> {
        self.moves("bm")
    }

    /// Moves to avoid (`am`).
    pub fn moves_to_avoid(&self) -> Result<Vec<ChessMove>, InputError> {
        self.moves("am")
    }

    /// The operands of an operation as moves in this position. A published suite says `bm bm`, which is meant once.
    pub fn moves(&self, code: &str) -> Result<Vec<ChessMove>, InputError> {
        let texts = self.operands(code).iter().map(Operand::as_str).filter(|text| *text != code);
        texts.map(|text| read_move(&self.position, text)).collect()
    }

    /// The predicted variation (`pv`): each move in the position after the one before.
    pub fn variation(&self) -> Result<Vec<ChessMove>, InputError> {
        let mut position = self.position;
        let mut play = |operand: &Operand| {
            let m = read_move(&position, operand.as_str())?;
            position.play(m);
            Ok(m)
        };
        self.operands("pv").iter().map(&mut play).collect()
    }

    /// The value (`ce`) in points, or in moves to mate: `ce 31`, `ce 32765`, `ce +M2`.
    pub fn value(&self) -> Result<Option<Points>, InputError> {
        let Some(text) = self.operands("ce").first().map(Operand::as_str) else { return Ok(None) };
        let wrong = || bad(format!("the value `{text}`"), "points such as 31, or a mate such as +M2");
        let (sign, unsigned) = match text.as_bytes().first() {
            Some(b'-') => (-1, &text[1..]),
            Some(b'+') => (1, &text[1..]),
            _ => (1, text),
        };
        let (mate, digits) = unsigned.strip_prefix('M').map_or((false, unsigned), |digits| (true, digits));
        let number: i32 = digits.parse().ok().filter(|number| *number >= 0).ok_or_else(wrong)?;
        Ok(Some(match number {
            moves if mate => Points::Mate(sign * moves),
            points if points > LEAST_MATE => Points::Mate(sign * ((MATE_POINTS - points).max(0) + 1) / 2),
            points => Points::Centipawns(sign * points),
        }))
    }

    /// A number such as the depth (`acd`), the nodes (`acn`), the seconds (`acs`) of an analysis, or the moves to mate
    /// (`dm`).
    pub fn number(&self, code: &str) -> Result<Option<u64>, InputError> {
        let Some(text) = self.operands(code).first().map(Operand::as_str) else { return Ok(None) };
        let wrong = |_| bad(format!("{code} `{text}`"), "a number");
        text.parse().map(Some).map_err(wrong)
    }

    /// What the position is called (`id`).
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// The first operand of an operation, such as a comment `c0` to `c9`.
    pub fn text(&self, code: &str) -> Option<&str> {
        self.operands(code).first().map(Operand::as_str)
    }

    fn operands(&self, code: &str) -> &[Operand] {
        self.operation(code).map_or(&[], |operation| &operation.operands)
    }

    /// Says that these moves are best, in standard algebraic notation.
    pub fn with_best_moves(mut self, moves: &[ChessMove]) -> Epd {
        let position = self.position;
        let words = moves.iter().map(|m| san::write(&position, *m));
        self.operations.push(Operation::words("bm", words));
        self
    }

    /// Says something in words.
    pub fn with_text(mut self, code: &str, text: &str) -> Epd {
        self.operations.push(Operation::text(code, text));
        self
    }
}

pub(super) fn read_move(position: &Position, text: &str) -> Result<ChessMove, InputError> {
    san::read(position, text).or_else(|error| uci::read(position, text).ok_or(error))
}
