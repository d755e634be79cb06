//! The openings that are weighed for Swap2.
//!
//! Three stones near the middle are a won game for black: two stones and a free board are worth more than white's move. At
//! an edge the rows of black's stones are cut short, and the nearer the edge the better for white. So between the middle
//! and the edge there are openings that are even, and which they are the search has to say.

use mossa_arena::players::gomocup::{Cell, Terms};

/// How far from an edge the first stone may be; openings beyond are better for black.
const FARTHEST: usize = 3;
/// Where white's stone stands, seen from black's first: beside it, aslant, and a little off.
const WHITE: [(isize, isize); 4] = [(1, 0), (1, 1), (2, 1), (0, 2)];
/// Where black's second stone stands, seen from the first, as near as to connect and as far as to be alone.
const BLACK: [(isize, isize); 6] = [(-1, 1), (3, 0), (-2, 2), (2, 3), (-4, 0), (5, 1)];

/// How many pairs of further stones are weighed: as many as the openings, about.
const MOST_PAIRS: usize = 128;
/// How far from the other stones a further one may be: from there it still has to do with them.
const NEAR: usize = 3;

/// Openings of three stones: black, white, black. Neighbours in the list differ much, so that the first few are a choice.
pub(super) fn openings(terms: &Terms) -> Vec<Vec<Cell>> {
    let mut found = Vec::new();
    for black in BLACK {
        for white in WHITE {
            for depth in 0..=FARTHEST {
                // In the middle of an edge, and where two of them meet.
                for first in [Cell { x: terms.width / 2, y: depth }, Cell { x: depth, y: depth }] {
                    let stones = [Some(first), moved(terms, first, white), moved(terms, first, black)];
                    let stones: Option<Vec<Cell>> = stones.into_iter().collect();
                    found.extend(stones.filter(|stones| all_different(stones) && terms.has(first)));
                }
            }
        }
    }
    found
}

/// Pairs of a white and a black stone that can follow the three of an opening.
pub(super) fn pairs(terms: &Terms, stones: &[Cell]) -> Vec<Vec<Cell>> {
    let near = |cell: Cell| {
        stones.iter().any(|stone| cell.x.abs_diff(stone.x).max(cell.y.abs_diff(stone.y)) <= NEAR)
    };
    let cells = (0..terms.height).flat_map(|y| (0..terms.width).map(move |x| Cell { x, y }));
    let free: Vec<Cell> = cells.filter(|cell| near(*cell) && !stones.contains(cell)).collect();
    let all = free.iter().flat_map(|white| free.iter().map(move |black| (*white, *black)));
    let different: Vec<(Cell, Cell)> = all.filter(|(white, black)| white != black).collect();
    // Evenly from all of them, whatever their number is.
    let step = different.len().div_ceil(MOST_PAIRS).max(1);
    different.into_iter().step_by(step).map(|(white, black)| vec![white, black]).collect()
}

fn moved(terms: &Terms, cell: Cell, by: (isize, isize)) -> Option<Cell> {
    let cell = Cell { x: cell.x.checked_add_signed(by.0)?, y: cell.y.checked_add_signed(by.1)? };
    terms.has(cell).then_some(cell)
}

fn all_different(cells: &[Cell]) -> bool {
    cells.iter().enumerate().all(|(index, cell)| !cells[..index].contains(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_arena::players::gomocup::Rule;

    #[test]
    fn openings_are_on_the_board_whatever_its_size() {
        for (width, height) in [(5, 5), (15, 15), (20, 20), (5, 30), (100, 6)] {
            let terms = Terms { width, height, rule: Rule::Exact };
            let openings = openings(&terms);
            assert!(openings.len() >= 20, "{width}x{height}: {}", openings.len());
            for stones in &openings {
                assert!(
                    stones.len() == 3 && all_different(stones) && stones.iter().all(|cell| terms.has(*cell))
                );
                let pairs = pairs(&terms, stones);
                assert!((20..=MOST_PAIRS).contains(&pairs.len()), "{width}x{height}: {}", pairs.len());
                for pair in pairs {
                    let five = [&stones[..], &pair].concat();
                    assert!(
                        pair.len() == 2 && all_different(&five) && five.iter().all(|cell| terms.has(*cell))
                    );
                }
            }
        }
    }
}
