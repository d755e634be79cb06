//! The 960 arrangements of Chess960, by their usual numbers.

use crate::bitboard::Bitboard;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::square::Square;

/// The number of an arrangement: 0 to 959, as R. Scharnagl counts them. 518 is that of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartNumber(u16);

/// Where two knights stand among five free squares.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl StartNumber {
    /// The arrangement of chess.
    pub const CHESS: StartNumber = StartNumber(518);
    /// How many there are.
    pub const COUNT: u16 = 960;

    /// The arrangement with this number.
    pub fn new(number: u16) -> Option<StartNumber> {
        (number < Self::COUNT).then_some(StartNumber(number))
    }

    /// Its number.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The pieces of the first rank, from the a-file on.
    ///
    /// The number tells in turn: the light bishop's square (4 ways), the dark bishop's (4), the queen's among the six
    /// that remain, the knights' among five; a rook, the king and a rook take the last three in this order.
    pub fn pieces(self) -> [Kind; 8] {
        let mut rank = [None; 8];
        let number = usize::from(self.0);
        let (number, light) = (number / 4, number % 4);
        rank[2 * light + 1] = Some(Kind::Bishop);
        let (number, dark) = (number / 4, number % 4);
        rank[2 * dark] = Some(Kind::Bishop);
        let (knights, queen) = (number / 6, number % 6);
        place(&mut rank, queen, Kind::Queen);
        // The second first, so that the first does not change how free squares are counted.
        let (first, second) = KNIGHTS[knights % KNIGHTS.len()];
        place(&mut rank, second, Kind::Knight);
        place(&mut rank, first, Kind::Knight);
        for kind in [Kind::Rook, Kind::King, Kind::Rook] {
            place(&mut rank, 0, kind);
        }
        rank.map(|kind| kind.unwrap_or(Kind::Rook))
    }

    /// The position in which a game with this arrangement begins.
    pub fn position(self) -> Position {
        let mut position = Position::empty();
        for (file, kind) in (0..).zip(self.pieces()) {
            for color in Color::BOTH {
                let home = Square::at(file, color.home_rank());
                position.put(Code::new(color, kind), home);
                position.put(Code::new(color, Kind::Pawn), home.offset(color.forward()));
            }
        }
        position.change_castling(position.kind(Kind::Rook) & Bitboard::ENDS);
        position
    }
}

/// Puts a piece on the free square number `nth`.
fn place(rank: &mut [Option<Kind>; 8], nth: usize, kind: Kind) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *free = Some(kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(number: u16) -> String {
        StartNumber::new(number).unwrap().pieces().iter().map(|kind| kind.letter()).collect()
    }

    #[test]
    fn known_numbers() {
        assert_eq!(letters(518), "RNBQKBNR");
        assert_eq!(letters(0), "BBQNNRKR");
        assert_eq!(letters(959), "RKRNNQBB");
        assert_eq!(StartNumber::new(960), None);
    }

    #[test]
    fn all_960_differ_and_obey_the_rule() {
        let all: std::collections::HashSet<String> = (0..960).map(letters).collect();
        assert_eq!(all.len(), 960);
        for rank in all {
            let find = |letter| rank.find(letter).unwrap();
            let last = |letter| rank.rfind(letter).unwrap();
            assert!(find('R') < find('K') && find('K') < last('R'), "{rank}");
            assert_ne!(find('B') % 2, last('B') % 2, "{rank}");
        }
    }
}
