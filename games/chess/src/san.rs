//! Moves as people write them: `e4`, `Nf3`, `Rad1`, `exd5`, `O-O`, `e8=Q+`, `Qh7#`.

use mossa_game::moves::MoveSink;
use mossa_game::{Flow, InputError, InputKind};

use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::{Square, file_letter};

/// The legal move `m` in standard algebraic notation, with marks for check and mate.
pub fn write(position: &Position, m: ChessMove) -> String {
    let mut text = body(position, m);
    let mut after = *position;
    after.play(m);
    if after.checkers().has_any() {
        text.push(if after.can_move() { '+' } else { '#' });
    }
    text
}

fn body(position: &Position, m: ChessMove) -> String {
    if m.is_castling() {
        return if m.to() > m.from() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let kind = position.code(m.from()).kind();
    let takes = if position.captured(m).is_some() { "x" } else { "" };
    if kind == Kind::Pawn {
        let from = if takes.is_empty() { String::new() } else { file_letter(m.from().file()).to_string() };
        let becomes = m.promotes_to().map_or_else(String::new, |kind| format!("={}", kind.letter()));
        return format!("{from}{takes}{}{becomes}", m.to());
    }
    format!("{}{}{takes}{}", kind.letter(), origin(position, m, kind), m.to())
}

/// As much of where the piece comes from as tells it from others of its kind: nothing, its file, its rank, or both.
fn origin(position: &Position, m: ChessMove, kind: Kind) -> String {
    let rivals = matching(position, |other| {
        other.to() == m.to()
            && other.from() != m.from()
            && !other.is_castling()
            && position.code(other.from()).kind() == kind
    });
    let (file, rank) = (m.from().file(), m.from().rank());
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.from().file() != file) {
        file_letter(file).to_string()
    } else if rivals.iter().all(|rival| rival.from().rank() != rank) {
        (rank + 1).to_string()
    } else {
        m.from().to_string()
    }
}

/// Keeps the moves that fit.
struct Matching<F> {
    fits: F,
    moves: Vec<ChessMove>,
}

impl<F: Fn(ChessMove) -> bool> MoveSink<ChessMove> for Matching<F> {
    fn push(&mut self, m: ChessMove) -> Flow {
        if (self.fits)(m) {
            self.moves.push(m);
        }
        Flow::Continue(())
    }
}

fn matching(position: &Position, fits: impl Fn(ChessMove) -> bool) -> Vec<ChessMove> {
    let mut found = Matching { fits, moves: Vec::new() };
    let _ = position.moves(&mut found);
    found.moves
}

/// What a text says about a move.
#[derive(Default)]
struct Said {
    kind: Option<Kind>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Option<Square>,
    becomes: Option<Kind>,
}

impl Said {
    fn fits(&self, position: &Position, m: ChessMove) -> bool {
        !m.is_castling()
            && self.to == Some(m.to())
            && position.code(m.from()).kind() == self.kind.unwrap_or(Kind::Pawn)
            && self.file.is_none_or(|file| file == m.from().file())
            && self.rank.is_none_or(|rank| rank == m.from().rank())
            && m.promotes_to() == self.becomes
    }
}

/// The legal move that `text` means. Marks for check, mate and comments may be left out or be wrong, more may be said
/// about the origin than needed (`Ng1-f3`), and castling may be written with zeros.
pub fn read(position: &Position, text: &str) -> Result<ChessMove, InputError> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let found = match bare {
        "O-O" | "0-0" | "o-o" => matching(position, |m| m.is_castling() && m.to() > m.from()),
        "O-O-O" | "0-0-0" | "o-o-o" => matching(position, |m| m.is_castling() && m.to() < m.from()),
        _ => {
            let said = split(bare).ok_or_else(|| unreadable(text))?;
            matching(position, |m| said.fits(position, m))
        }
    };
    match found.as_slice() {
        [m] => Ok(*m),
        [] => Err(illegal(position, text)),
        several => {
            let names: Vec<String> = several.iter().map(|m| write(position, *m)).collect();
            Err(error(format!("`{text}` can mean several moves"), names.join(" or ")))
        }
    }
}

/// Reads from the end, where the target is.
fn split(text: &str) -> Option<Said> {
    let mut said = Said::default();
    let mut rest = text.strip_suffix("e.p.").unwrap_or(text);
    rest = rest.strip_suffix(')').unwrap_or(rest);
    if let Some(kind) = rest.chars().last().and_then(Kind::from_letter).filter(|kind| *kind != Kind::Pawn) {
        said.becomes = Some(kind);
        rest = &rest[..rest.len() - 1];
        rest = rest.strip_suffix(['=', '/', '(']).unwrap_or(rest);
    }
    let at = rest.len().checked_sub(2)?;
    said.to = Some(Square::from_text(rest.get(at..)?)?);
    rest = rest.get(..at)?;
    rest = rest.strip_suffix(['x', ':', '-']).unwrap_or(rest);
    if let Some(digit @ '1'..='8') = rest.chars().last() {
        said.rank = Some(digit as u8 - b'1');
        rest = &rest[..rest.len() - 1];
    }
    if let Some(letter @ 'a'..='h') = rest.chars().last() {
        said.file = Some(letter as u8 - b'a');
        rest = &rest[..rest.len() - 1];
    }
    let mut left = rest.chars();
    if let Some(letter) = left.next() {
        said.kind = Some(Kind::from_letter(letter)?);
    }
    left.next().is_none().then_some(said)
}

fn error(problem: String, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Move, problem, expected)
}

fn unreadable(text: &str) -> InputError {
    error(format!("unreadable move `{text}`"), "something like e2e4, e7e8q, e4, Nf3, exd5, O-O or e8=Q")
}

/// An error that names some moves that are legal.
pub(crate) fn illegal(position: &Position, text: &str) -> InputError {
    const SHOWN: usize = 8;
    let legal = matching(position, |_| true);
    let names: Vec<String> = legal.iter().take(SHOWN).map(|m| write(position, *m)).collect();
    let expected = match legal.len() {
        0 => "no move: the game is over".to_owned(),
        count if count <= SHOWN => format!("one of {}", names.join(", ")),
        count => format!("one of {count} moves: {}...", names.join(", ")),
    };
    error(format!("`{text}` is not legal here"), expected)
}
