//! Legal moves by cozy-chess, which others wrote.

use cozy_chess::Board;
use cozy_chess::util::display_uci_move;

/// The legal moves of a position as UCI writes them. Where the FEN names the files of rooks that may castle, it is one of
/// Chess960, and castling is written as there.
pub(crate) fn legal_moves(fen: &str) -> Vec<String> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let chess960 = fields[2].chars().any(|right| !"KQkq-".contains(right));
    // How long nobody has captured or moved a pawn changes no legal move, and cozy-chess counts to 100 only.
    fields[4] = "0";
    let board = Board::from_fen(&fields.join(" "), chess960).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut moves = Vec::new();
    board.generate_moves(|batch| {
        for m in batch {
            moves.push(if chess960 { m.to_string() } else { display_uci_move(&board, m).to_string() });
        }
        false
    });
    moves
}
