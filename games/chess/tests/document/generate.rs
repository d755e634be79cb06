//! Moves on the board of 10x12.

use super::*;

const KNIGHT: [isize; 8] = [-21, -19, -12, -8, 8, 12, 19, 21];
const STRAIGHT: [isize; 4] = [-10, -1, 1, 10];
const DIAGONAL: [isize; 4] = [-11, -9, 9, 11];

fn go(square: usize, by: isize) -> usize {
    square.checked_add_signed(by).unwrap()
}

impl Board {
    fn at(&self, square: usize, by: isize) -> usize {
        self.pieces[go(square, by)]
    }

    /// The first piece in a direction, OFFBOARD if there is none.
    fn seen(&self, mut square: usize, by: isize) -> usize {
        loop {
            square = go(square, by);
            if self.pieces[square] != EMPTY {
                return self.pieces[square];
            }
        }
    }

    /// Whether a piece of `side` attacks `square`.
    pub(crate) fn sq_attacked(&self, square: usize, side: usize) -> bool {
        let [pawn, knight, bishop, rook, queen, king] = Self::of(side);
        let behind = if side == WHITE { [-11, -9] } else { [9, 11] };
        let slides = |directions: [isize; 4], piece| {
            directions.iter().any(|by| [piece, queen].contains(&self.seen(square, *by)))
        };
        behind.iter().any(|by| self.at(square, *by) == pawn)
            || KNIGHT.iter().any(|by| self.at(square, *by) == knight)
            || STRAIGHT.iter().chain(&DIAGONAL).any(|by| self.at(square, *by) == king)
            || slides(STRAIGHT, rook)
            || slides(DIAGONAL, bishop)
    }

    /// The pieces of a side: pawn to king.
    pub(crate) fn of(side: usize) -> [usize; 6] {
        if side == WHITE { [WP, WN, WB, WR, WQ, WK] } else { [BP, BN, BB, BR, BQ, BK] }
    }

    fn is_enemy(&self, piece: usize) -> bool {
        (WP..=BK).contains(&piece) && PIECE_COL[piece] != self.side
    }

    /// All moves, some of which may leave the king in check.
    pub(crate) fn generate(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for piece in Self::of(self.side) {
            for &from in &self.p_list[piece][..self.pce_num[piece]] {
                match piece {
                    WP | BP => self.pawn_moves(from, &mut moves),
                    WN | BN => self.steps(from, &KNIGHT, false, &mut moves),
                    WB | BB => self.steps(from, &DIAGONAL, true, &mut moves),
                    WR | BR => self.steps(from, &STRAIGHT, true, &mut moves),
                    _ => {
                        let slides = piece == WQ || piece == BQ;
                        self.steps(from, &STRAIGHT, slides, &mut moves);
                        self.steps(from, &DIAGONAL, slides, &mut moves);
                    }
                }
            }
        }
        self.castling_moves(&mut moves);
        moves
    }

    fn plain(&self, from: usize, to: usize) -> Move {
        Move { from, to, captured: self.pieces[to], promoted: EMPTY, en_passant: false, castling: false }
    }

    fn steps(&self, from: usize, directions: &[isize], slides: bool, moves: &mut Vec<Move>) {
        for &by in directions {
            let mut to = go(from, by);
            while self.pieces[to] == EMPTY || self.is_enemy(self.pieces[to]) {
                moves.push(self.plain(from, to));
                if !slides || self.pieces[to] != EMPTY {
                    break;
                }
                to = go(to, by);
            }
        }
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let (ahead, second, last) = if self.side == WHITE { (10, 3, 9) } else { (-10, 8, 2) };
        let mut push = |m: Move| {
            if m.to / 10 == last {
                let [_, others @ .., _] = Self::of(self.side);
                moves.extend(others.map(|promoted| Move { promoted, ..m }));
            } else {
                moves.push(m);
            }
        };
        if self.at(from, ahead) == EMPTY {
            push(self.plain(from, go(from, ahead)));
            if from / 10 == second && self.at(from, 2 * ahead) == EMPTY {
                push(self.plain(from, go(from, 2 * ahead)));
            }
        }
        for by in [ahead - 1, ahead + 1] {
            let to = go(from, by);
            if self.is_enemy(self.pieces[to]) {
                push(self.plain(from, to));
            } else if to == self.en_pas && self.pieces[to] == EMPTY {
                // NO_SQ is the number of a square in the frame, to the right of h8.
                push(Move { en_passant: true, ..self.plain(from, to) });
            }
        }
    }

    /// The rights say that king and rook have not moved; the rest is looked at here.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let home = if self.side == WHITE { 21 } else { 91 };
        let (king_side, queen_side) = if self.side == WHITE { (WKCA, WQCA) } else { (BKCA, BQCA) };
        let empty = |files: &[usize]| files.iter().all(|file| self.pieces[home + file] == EMPTY);
        let safe = |files: &[usize]| files.iter().all(|file| !self.sq_attacked(home + file, self.side ^ 1));
        let castle = |to| Move { castling: true, ..self.plain(home + 4, home + to) };
        if self.castle_perm & king_side != 0 && empty(&[5, 6]) && safe(&[4, 5, 6]) {
            moves.push(castle(6));
        }
        if self.castle_perm & queen_side != 0 && empty(&[1, 2, 3]) && safe(&[2, 3, 4]) {
            moves.push(castle(2));
        }
    }

    /// The moves that do not leave the king in check: each is tried and taken back.
    pub(crate) fn legal(&mut self) -> Vec<Move> {
        let mut legal = Vec::new();
        for m in self.generate() {
            if self.make_move(m) {
                self.take_move();
                legal.push(m);
            }
        }
        legal
    }
}
