//! Moves as people write them: `e4`, `Nf3`, `Rad1`, `exd5`, `O-O`, `e8=Q+`, `Qh7#`.

mod arrivals;
mod read;
mod write;

use mossa_game::moves::MoveSink;
use mossa_game::{Flow, InputError, InputKind};

pub use read::read;
pub use write::write;

use crate::moves::ChessMove;
use crate::position::Position;

/// Keeps all moves.
struct All(Vec<ChessMove>);

impl MoveSink<ChessMove> for All {
    fn push(&mut self, m: ChessMove) -> Flow {
        self.0.push(m);
        Flow::Continue(())
    }
}

fn error(problem: String, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Move, problem, expected)
}

/// An error that names some moves that are legal.
pub(crate) fn illegal(position: &Position, text: &str) -> InputError {
    const SHOWN: usize = 8;
    let mut legal = All(Vec::new());
    let _ = position.moves(&mut legal);
    let legal = legal.0;
    let names: Vec<String> = legal.iter().take(SHOWN).map(|m| write(position, *m)).collect();
    let expected = match legal.len() {
        0 => "no move: the game is over".to_owned(),
        count if count <= SHOWN => format!("one of {}", names.join(", ")),
        count => format!("one of {count} moves: {}...", names.join(", ")),
    };
    error(format!("`{text}` is not legal here"), expected)
}
