//! Where rooks and bishops reach: from tables, with PEXT where the processor has it, and by magic multiplication
//! everywhere else. What asks for it is compiled for both; the choice is made once, when the program starts. A third way,
//! by subtraction, fills the tables and serves where a choice would cost more than it brings.

mod lines;
mod magic;
#[cfg(target_arch = "x86_64")]
mod pext;
mod tables;

pub(crate) use lines::Lines;
pub(crate) use magic::Magic;

use crate::bitboard::Bitboard;
use crate::square::Square;

/// A way to find where sliding pieces reach.
pub(crate) trait Slides: Copy {
    /// Where a rook on `from` reaches: up to the first piece in each direction, and onto it.
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard;

    /// Where a bishop on `from` reaches.
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard;

    /// Does more work in the same way, as a function of its own: work within work does not choose again.
    fn go_on<W: Work>(self, work: W) -> W::Output;
}

/// Work that asks where sliding pieces reach.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it. Implementations are `#[inline(always)]`, so that they are compiled for the processor at hand.
    fn run<S: Slides>(self, slides: S) -> Self::Output;
}

/// Does `work` in the way that is fastest on this machine.
#[inline]
pub(crate) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(pext) = pext::Pext::available() {
        return pext.go_on(work);
    }
    Magic.go_on(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks until something is in the way.
    fn walked(from: Square, occupied: Bitboard, directions: [(i8, i8); 4]) -> Bitboard {
        let mut reached = Bitboard::NONE;
        for (right, up) in directions {
            let (mut file, mut rank) = (from.file() as i8 + right, from.rank() as i8 + up);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let square = Square::at(file as u8, rank as u8);
                reached |= Bitboard::of(square);
                if occupied.has(square) {
                    break;
                }
                (file, rank) = (file + right, rank + up);
            }
        }
        reached
    }

    struct Compare(Square, Bitboard);

    impl Work for Compare {
        type Output = (Bitboard, Bitboard);

        #[inline(always)]
        fn run<S: Slides>(self, slides: S) -> Self::Output {
            (slides.rook(self.0, self.1), slides.bishop(self.0, self.1))
        }
    }

    #[test]
    fn all_ways_agree_with_walking() {
        let mut random = 1u64;
        for round in 0..20_000 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let sparse = if round % 2 == 0 { random.rotate_left(21) } else { !0 };
            let (from, occupied) = (Square::new((round % 64) as u8), Bitboard(random & sparse));
            let rook = walked(from, occupied, [(0, 1), (1, 0), (0, -1), (-1, 0)]);
            let bishop = walked(from, occupied, [(1, 1), (1, -1), (-1, -1), (-1, 1)]);
            assert_eq!((Lines.rook(from, occupied), Lines.bishop(from, occupied)), (rook, bishop));
            assert_eq!((Magic.rook(from, occupied), Magic.bishop(from, occupied)), (rook, bishop));
            assert_eq!(run(Compare(from, occupied)), (rook, bishop));
        }
    }
}
