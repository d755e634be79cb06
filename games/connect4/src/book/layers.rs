//! The positions of a layer, and what the layer below says about them.

use mossa_game::{BookError, Halt, InputError, InputKind};

use crate::geometry::{Geometry, Word};
use crate::solver::{Scale, key};

/// A position, as the stones of the player to move and all stones.
pub(super) type Bits<W> = (W, W);

/// The least score of a position with so many stones: the opponent wins with the next stone but one.
pub fn least_score(cells: u32, stones: u32) -> i32 {
    -Scale::new(cells).win(stones, 1)
}

/// How many bits the scores of a layer take, counted from the least: nobody wins at once.
pub(super) fn score_bits(cells: u32, stones: u32) -> u32 {
    let range = Scale::new(cells).win(stones, 2) - least_score(cells, stones) + 1;
    (range.max(2) as u32).next_power_of_two().ilog2()
}

/// The most moves that lead to a layer: with 16 bytes each they take some 3 GB. On the usual board this allows 13 plies.
const MOST_POSITIONS: usize = 200_000_000;

/// All positions after 0, 1, ..., `plies` plies that are not over, one of each pair of mirror images, in the order of
/// their keys. Those in which the player to move can win at once are among them.
pub fn positions<G: Geometry>(
    board: G,
    plies: u32,
    halt: Halt<'_>,
) -> Result<Vec<Vec<Bits<G::Word>>>, BookError> {
    let mut layers = vec![vec![(G::Word::ZERO, G::Word::ZERO)]];
    for ply in 0..plies as usize {
        let mut next = Vec::with_capacity(4 * layers[ply].len());
        for (done, &(mover, occupied)) in layers[ply].iter().enumerate() {
            if done % 0x1_0000 == 0 && halt() {
                return Err(BookError::Stopped);
            }
            if next.len() > MOST_POSITIONS {
                let problem = format!("more than {MOST_POSITIONS} positions within {plies} plies");
                return Err(
                    InputError::new(InputKind::Setting, problem, "fewer plies, or a smaller board").into()
                );
            }
            let mut moves = board.playable(occupied);
            while !moves.is_empty() {
                let cell = moves.only_lowest();
                moves = moves.without_lowest();
                if !board.has_four(mover | cell) {
                    next.push(lesser(board, (mover ^ occupied, occupied | cell)));
                }
            }
        }
        next.sort_unstable_by_key(|&(mover, occupied)| key(mover, occupied));
        next.dedup();
        layers.push(next);
    }
    Ok(layers)
}

/// Whether the player to move cannot win at once: such positions are in the book.
pub(super) fn is_stored<G: Geometry>(board: G, (mover, occupied): Bits<G::Word>) -> bool {
    (board.completing(mover) & board.playable(occupied)).is_empty()
}

/// The scores of a layer, from those of all positions one ply later (in the order of [`positions`]); `None` if one of
/// these is missing.
pub(super) fn one_ply_earlier<G: Geometry>(
    board: G,
    layer: &[Bits<G::Word>],
    later: &[Bits<G::Word>],
    scores: &[i8],
) -> Option<Vec<i8>> {
    let scale = Scale::new(board.cells());
    let score = |&(mover, occupied): &Bits<G::Word>| {
        let stones = occupied.count();
        let mut moves = board.playable(occupied);
        let mut best = i32::MIN;
        while !moves.is_empty() {
            let cell = moves.only_lowest();
            moves = moves.without_lowest();
            if board.has_four(mover | cell) {
                return Some(scale.win(stones, 0) as i8);
            }
            let (theirs, all) = lesser(board, (mover ^ occupied, occupied | cell));
            // Every move leads to a position of the next layer.
            let place = key(theirs, all);
            let at = later.binary_search_by_key(&place, |&(mover, occupied)| key(mover, occupied)).ok()?;
            best = best.max(-i32::from(scores[at]));
        }
        // A full board is a draw.
        Some(if best == i32::MIN { 0 } else { best as i8 })
    };
    layer.iter().map(score).collect()
}

/// The lesser of a position and its mirror image.
fn lesser<G: Geometry>(board: G, (mover, occupied): Bits<G::Word>) -> Bits<G::Word> {
    let mirrored = (board.mirrored(mover), board.mirrored(occupied));
    if key(mirrored.0, mirrored.1) < key(mover, occupied) { mirrored } else { (mover, occupied) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Standard;

    #[test]
    fn the_known_numbers_of_positions() {
        let board = Standard::default();
        let layers = positions(board, 8, &|| false).unwrap();
        // All positions, those and their mirror images, as sequence A212693 of the OEIS has them; nobody wins so early.
        let all = |layer: &Vec<Bits<u64>>| {
            let symmetric =
                layer.iter().filter(|at| (board.mirrored(at.0), board.mirrored(at.1)) == **at).count();
            2 * layer.len() - symmetric
        };
        let counts: Vec<usize> = layers.iter().take(7).map(all).collect();
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16_422]);
        // The positions of the well-known data set of J. Tromp: eight plies, nobody has won, no next move is forced.
        let open = layers[8].iter().filter(|&&(mover, occupied)| {
            let threats = board.completing(mover) | board.completing(mover ^ occupied);
            threats & board.playable(occupied) == 0
        });
        assert_eq!(open.count(), 67_557);
    }
}
