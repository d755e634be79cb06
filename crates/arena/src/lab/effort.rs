//! How much plain minimax would have to visit.

use mossa_engine::AnyPosition;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::subjects::Subject;

/// Plain minimax is worth its time if it visits at most this many positions: a few seconds.
pub const MOST_MINIMAX_NODES: f64 = 5e7;

/// Walks down the tree. Their mean differs from the size of the tree by a factor of two or so, where games end early in
/// some lines only; where they do not, by a few hundredths.
const WALKS: u64 = 32;

/// Whether minimax can search all subjects to their depths in a few seconds.
pub fn affords_minimax(subjects: &[Subject]) -> bool {
    total_size(subjects) <= MOST_MINIMAX_NODES
}

/// About how many positions minimax would visit in all subjects. Without a depth, something else ends a search.
pub fn total_size(subjects: &[Subject]) -> f64 {
    let size =
        |subject: &Subject| subject.depth.map_or(0.0, |depth| tree_size(subject.position.as_ref(), depth));
    subjects.iter().map(size).sum()
}

/// About how many positions there are within `depth` plies, `position` itself not counted.
///
/// D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975: on a random
/// way down, the products of the numbers of choices so far are the numbers of positions at each ply, on average.
pub fn tree_size(position: &dyn AnyPosition, depth: u32) -> f64 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
    let walks: f64 = (0..WALKS).map(|_| walk(position, depth, &mut random)).sum();
    walks / WALKS as f64
}

fn walk(position: &dyn AnyPosition, depth: u32, random: &mut Xoshiro256PlusPlus) -> f64 {
    let mut position = position.boxed_clone();
    let (mut size, mut level) = (0.0, 1.0);
    for _ in 0..depth {
        if position.result().is_some() {
            break;
        }
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        level *= moves.len() as f64;
        size += level;
        // A listed move can be played; if not, the walk ends here.
        if position.play(&moves[random.random_range(0..moves.len())].text).is_err() {
            break;
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_estimated() {
        let start = |name| mossa_engine::open(name).unwrap().start();
        assert_eq!(tree_size(start("mnk:4,4,4").as_ref(), 3), 16.0 + 16.0 * 15.0 + 16.0 * 15.0 * 14.0);
        // Tic-tac-toe has 549 946 nodes below its root.
        let estimated = tree_size(start("mnk:3,3,3").as_ref(), 9);
        assert!((400_000.0..700_000.0).contains(&estimated), "{estimated}");
    }

    #[test]
    fn minimax_is_left_out_where_it_takes_too_long() {
        let subject =
            |name: &str, depth| Subject { position: mossa_engine::open(name).unwrap().start(), depth };
        assert!(affords_minimax(&[subject("mnk:3,3,3", Some(9))]));
        assert!(!affords_minimax(&[subject("mnk:5,5,4", Some(8))]));
        assert!(affords_minimax(&[subject("mnk:5,5,4", None)]));
        let half = || subject("mnk:4,4,4", Some(6));
        assert!(
            affords_minimax(&[half(), half()])
                && !affords_minimax(&[
                    half(),
                    half(),
                    half(),
                    half(),
                    half(),
                    half(),
                    half(),
                    half(),
                    half()
                ])
        );
    }
}
