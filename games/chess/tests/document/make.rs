//! MakeMove and TakeMove, with the history of the thesis.

use super::*;

impl Board {
    fn add_piece(&mut self, square: usize, piece: usize) {
        self.pieces[square] = piece;
        self.count_piece(piece, square);
        self.pos_key ^= piece_key(piece, square);
    }

    fn clear_piece(&mut self, square: usize) {
        let piece = self.pieces[square];
        let color = PIECE_COL[piece];
        self.pieces[square] = EMPTY;
        self.pos_key ^= piece_key(piece, square);
        self.big_pce[color] -= u32::from(PIECE_BIG[piece]);
        self.maj_pce[color] -= u32::from(PIECE_MAJ[piece]);
        self.min_pce[color] -= u32::from(PIECE_MIN[piece]);
        self.material[color] -= PIECE_VAL[piece];
        if piece == WP || piece == BP {
            self.pawn[color] &= !(1 << square_64(square));
            self.pawn[BOTH] &= !(1 << square_64(square));
        }
        let count = self.pce_num[piece];
        let place = self.p_list[piece][..count].iter().position(|other| *other == square).unwrap();
        self.p_list[piece][place] = self.p_list[piece][count - 1];
        self.p_list[piece][count - 1] = NO_SQ;
        self.pce_num[piece] -= 1;
    }

    fn move_piece(&mut self, from: usize, to: usize) {
        let piece = self.pieces[from];
        self.clear_piece(from);
        self.add_piece(to, piece);
    }

    /// Where the rook goes when the king castles to `king`.
    fn rook_way(king: usize) -> (usize, usize) {
        if king % 10 == 7 { (king + 1, king - 1) } else { (king - 2, king + 1) }
    }

    /// The square of the pawn that is captured in passing over `square`.
    fn passed_pawn(&self, square: usize) -> usize {
        if self.side == WHITE { square - 10 } else { square + 10 }
    }

    /// Plays a move; if it leaves the own king in check it is taken back, and the answer is `false`.
    pub(crate) fn make_move(&mut self, m: Move) -> bool {
        assert!(self.history.len() < MAX_GAME_MOVES);
        let (side, piece) = (self.side, self.pieces[m.from]);
        self.history.push(Undo {
            m,
            castle_perm: self.castle_perm,
            en_pas: self.en_pas,
            fifty_move: self.fifty_move,
            pos_key: self.pos_key,
        });
        self.pos_key ^= self.side_key() ^ self.state_key();
        self.fifty_move += 1;
        if m.en_passant {
            self.clear_piece(self.passed_pawn(m.to));
        }
        if m.captured != EMPTY {
            self.clear_piece(m.to);
            self.fifty_move = 0;
        }
        self.move_piece(m.from, m.to);
        if m.castling {
            let (from, to) = Self::rook_way(m.to);
            self.move_piece(from, to);
        }
        self.en_pas = NO_SQ;
        if piece == WP || piece == BP {
            self.fifty_move = 0;
            if m.from.abs_diff(m.to) == 20 {
                self.en_pas = (m.from + m.to) / 2;
            }
        }
        if m.promoted != EMPTY {
            self.clear_piece(m.to);
            self.add_piece(m.to, m.promoted);
        }
        for square in [m.from, m.to] {
            self.castle_perm &= !match square {
                21 => WQCA,
                25 => WKCA | WQCA,
                28 => WKCA,
                91 => BQCA,
                95 => BKCA | BQCA,
                98 => BKCA,
                _ => 0,
            };
        }
        self.side ^= 1;
        self.his_ply += 1;
        self.pos_key ^= self.side_key() ^ self.state_key();
        if self.sq_attacked(self.king_square[side], self.side) {
            self.take_move();
            return false;
        }
        true
    }

    /// Takes back the last move.
    pub(crate) fn take_move(&mut self) {
        let undo = self.history.pop().unwrap();
        let m = undo.m;
        self.side ^= 1;
        self.his_ply -= 1;
        if m.promoted != EMPTY {
            self.clear_piece(m.to);
            self.add_piece(m.to, if self.side == WHITE { WP } else { BP });
        }
        if m.castling {
            let (from, to) = Self::rook_way(m.to);
            self.move_piece(to, from);
        }
        self.move_piece(m.to, m.from);
        if m.captured != EMPTY {
            self.add_piece(m.to, m.captured);
        }
        if m.en_passant {
            self.add_piece(self.passed_pawn(m.to), if self.side == WHITE { BP } else { WP });
        }
        self.castle_perm = undo.castle_perm;
        self.en_pas = undo.en_pas;
        self.fifty_move = undo.fifty_move;
        self.pos_key = undo.pos_key;
    }
}
