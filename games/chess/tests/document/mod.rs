//! The board of the thesis "Dalla alfa alla beta" (G. Pagano, Salerno 2022, chapter 2), in its own layout: a board of
//! 10x12 squares with a frame, lists of pieces beside it, bit boards for pawns, rights to castle in four bits, and a
//! history that is taken back move by move. Slow and obvious: moves are tried, and taken back if they leave the king in
//! check. The thesis stops before the generation of moves; that part is written here in its spirit.
#![allow(dead_code)]

mod generate;
mod make;

pub(crate) const BRD_SQ_NUM: usize = 120;
pub(crate) const MAX_GAME_MOVES: usize = 2048;
pub(crate) const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(crate) const EMPTY: usize = 0;
pub(crate) const WP: usize = 1;
pub(crate) const WN: usize = 2;
pub(crate) const WB: usize = 3;
pub(crate) const WR: usize = 4;
pub(crate) const WQ: usize = 5;
pub(crate) const WK: usize = 6;
pub(crate) const BP: usize = 7;
pub(crate) const BN: usize = 8;
pub(crate) const BB: usize = 9;
pub(crate) const BR: usize = 10;
pub(crate) const BQ: usize = 11;
pub(crate) const BK: usize = 12;

pub(crate) const WHITE: usize = 0;
pub(crate) const BLACK: usize = 1;
pub(crate) const BOTH: usize = 2;

/// The enumeration goes on after H8 = 98.
pub(crate) const NO_SQ: usize = 99;
pub(crate) const OFFBOARD: usize = 100;

pub(crate) const WKCA: u8 = 1;
pub(crate) const WQCA: u8 = 2;
pub(crate) const BKCA: u8 = 4;
pub(crate) const BQCA: u8 = 8;

pub(crate) const PIECE_CHAR: &[u8; 13] = b".PNBRQKpnbrqk";
pub(crate) const PIECE_BIG: [bool; 13] =
    [false, false, true, true, true, true, true, false, true, true, true, true, true];
pub(crate) const PIECE_MAJ: [bool; 13] =
    [false, false, false, false, true, true, true, false, false, false, true, true, true];
pub(crate) const PIECE_MIN: [bool; 13] =
    [false, false, true, true, false, false, false, false, true, true, false, false, false];
pub(crate) const PIECE_VAL: [i32; 13] = [0, 100, 325, 325, 500, 975, 50_000, 100, 325, 325, 500, 975, 50_000];
pub(crate) const PIECE_COL: [usize; 13] =
    [BOTH, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, BLACK, BLACK, BLACK, BLACK, BLACK, BLACK];

/// FR2SQ of the thesis.
pub(crate) const fn square_120(file: usize, rank: usize) -> usize {
    21 + file + rank * 10
}

/// The number from 0 to 63 of a square of the inner board.
pub(crate) const fn square_64(square: usize) -> usize {
    (square / 10 - 2) * 8 + square % 10 - 1
}

pub(crate) fn square_name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 10 - 1) as u8) as char, square / 10 - 1)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) captured: usize,
    pub(crate) promoted: usize,
    pub(crate) en_passant: bool,
    pub(crate) castling: bool,
}

impl Move {
    /// As UCI writes it, castling by where the king goes.
    pub(crate) fn text(&self) -> String {
        let letter = (self.promoted != EMPTY).then(|| PIECE_CHAR[self.promoted].to_ascii_lowercase() as char);
        format!(
            "{}{}{}",
            square_name(self.from),
            square_name(self.to),
            letter.map_or(String::new(), String::from)
        )
    }
}

/// S_Undo of the thesis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Undo {
    pub(crate) m: Move,
    pub(crate) castle_perm: u8,
    pub(crate) en_pas: usize,
    pub(crate) fifty_move: u32,
    pub(crate) pos_key: u64,
}

/// S_Board of the thesis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) pieces: [usize; BRD_SQ_NUM],
    pub(crate) pawn: [u64; 3],
    pub(crate) king_square: [usize; 2],
    pub(crate) side: usize,
    pub(crate) en_pas: usize,
    pub(crate) fifty_move: u32,
    pub(crate) his_ply: usize,
    pub(crate) castle_perm: u8,
    pub(crate) pos_key: u64,
    pub(crate) pce_num: [usize; 13],
    pub(crate) big_pce: [u32; 2],
    pub(crate) maj_pce: [u32; 2],
    pub(crate) min_pce: [u32; 2],
    pub(crate) material: [i32; 2],
    pub(crate) history: Vec<Undo>,
    pub(crate) p_list: [[usize; 10]; 13],
}

impl Board {
    /// ResetBoard.
    pub(crate) fn reset() -> Board {
        let mut pieces = [OFFBOARD; BRD_SQ_NUM];
        for rank in 0..8 {
            for file in 0..8 {
                pieces[square_120(file, rank)] = EMPTY;
            }
        }
        Board {
            pieces,
            pawn: [0; 3],
            king_square: [NO_SQ; 2],
            side: BOTH,
            en_pas: NO_SQ,
            fifty_move: 0,
            his_ply: 0,
            castle_perm: 0,
            pos_key: 0,
            pce_num: [0; 13],
            big_pce: [0; 2],
            maj_pce: [0; 2],
            min_pce: [0; 2],
            material: [0; 2],
            history: Vec::new(),
            p_list: [[NO_SQ; 10]; 13],
        }
    }

    /// ParseFen, for texts that are right.
    pub(crate) fn parse_fen(fen: &str) -> Board {
        let mut board = Board::reset();
        let fields: Vec<&str> = fen.split(' ').collect();
        for (row, text) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                } else {
                    let piece = PIECE_CHAR.iter().position(|c| *c == letter).unwrap();
                    board.pieces[square_120(file, 7 - row)] = piece;
                    file += 1;
                }
            }
        }
        board.side = if fields[1] == "w" { WHITE } else { BLACK };
        for (letter, bit) in [('K', WKCA), ('Q', WQCA), ('k', BKCA), ('q', BQCA)] {
            board.castle_perm |= if fields[2].contains(letter) { bit } else { 0 };
        }
        if let [file, rank] = fields[3].as_bytes() {
            board.en_pas = square_120(usize::from(file - b'a'), usize::from(rank - b'1'));
        }
        board.fifty_move = fields[4].parse().unwrap();
        board.update_lists_material();
        board.pos_key = board.generate_pos_key();
        board
    }

    /// UpdateListsMaterial.
    pub(crate) fn update_lists_material(&mut self) {
        for square in 0..BRD_SQ_NUM {
            let piece = self.pieces[square];
            if piece != OFFBOARD && piece != EMPTY {
                self.count_piece(piece, square);
            }
        }
    }

    pub(crate) fn count_piece(&mut self, piece: usize, square: usize) {
        let color = PIECE_COL[piece];
        self.big_pce[color] += u32::from(PIECE_BIG[piece]);
        self.maj_pce[color] += u32::from(PIECE_MAJ[piece]);
        self.min_pce[color] += u32::from(PIECE_MIN[piece]);
        self.material[color] += PIECE_VAL[piece];
        self.p_list[piece][self.pce_num[piece]] = square;
        self.pce_num[piece] += 1;
        if piece == WK || piece == BK {
            self.king_square[color] = square;
        }
        if piece == WP || piece == BP {
            self.pawn[color] |= 1 << square_64(square);
            self.pawn[BOTH] |= 1 << square_64(square);
        }
    }

    /// CheckBoard: everything that is kept beside the squares must say what the squares say.
    pub(crate) fn check_board(&self) {
        let mut fresh = Board::reset();
        fresh.pieces = self.pieces;
        fresh.update_lists_material();
        assert_eq!(
            (fresh.pawn, fresh.king_square, fresh.pce_num),
            (self.pawn, self.king_square, self.pce_num)
        );
        assert_eq!((fresh.big_pce, fresh.maj_pce), (self.big_pce, self.maj_pce));
        assert_eq!((fresh.min_pce, fresh.material), (self.min_pce, self.material));
        for piece in WP..=BK {
            let sorted = |board: &Board| {
                let mut list = board.p_list[piece][..board.pce_num[piece]].to_vec();
                list.sort_unstable();
                list
            };
            assert_eq!(sorted(&fresh), sorted(self));
        }
        assert_eq!(self.generate_pos_key(), self.pos_key);
    }

    /// GeneratePosKey: any mixture that is the same for the same content will do.
    pub(crate) fn generate_pos_key(&self) -> u64 {
        let mut key = self.side_key() ^ self.state_key();
        for square in 0..BRD_SQ_NUM {
            if (WP..=BK).contains(&self.pieces[square]) {
                key ^= piece_key(self.pieces[square], square);
            }
        }
        key
    }

    pub(crate) fn side_key(&self) -> u64 {
        if self.side == WHITE { mixed(1) } else { 0 }
    }

    pub(crate) fn state_key(&self) -> u64 {
        mixed(2000 + self.en_pas as u64) ^ mixed(3000 + u64::from(self.castle_perm))
    }

    /// Pieces, side, castling and the square behind a pawn that moved two squares, and the clock.
    pub(crate) fn fen_fields(&self) -> [String; 5] {
        let rank = |rank: usize| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..8 {
                match self.pieces[square_120(file, rank)] {
                    EMPTY => empty += 1,
                    piece => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(PIECE_CHAR[piece] as char);
                    }
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        let rights = [('K', WKCA), ('Q', WQCA), ('k', BKCA), ('q', BQCA)];
        let castling: String =
            rights.iter().filter(|(_, bit)| self.castle_perm & bit != 0).map(|(letter, _)| letter).collect();
        [
            ranks.join("/"),
            if self.side == WHITE { "w" } else { "b" }.to_owned(),
            if castling.is_empty() { "-".to_owned() } else { castling },
            if self.en_pas == NO_SQ { "-".to_owned() } else { square_name(self.en_pas) },
            self.fifty_move.to_string(),
        ]
    }
}

pub(crate) fn piece_key(piece: usize, square: usize) -> u64 {
    mixed((piece * BRD_SQ_NUM + square) as u64 + 10_000)
}

/// A number that looks random.
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678_9abc_def1);
    for _ in 0..3 {
        z = (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    z ^ (z >> 32)
}
