//! From stones back to an order in which they may have been played.
//!
//! The colours of a column are a word that must be read from below. An order of play interleaves the words of all
//! columns so that colours alternate. Wins are no obstacle: a part of a position without four in a row has none
//! either, and where the last stone has won, it is set aside before the rest is ordered.

use std::collections::HashSet;

use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::{Column, Connect4};

/// How many dead ends are looked at before the search gives up. Positions of random games on 7x6, 9x7 and 12x9 had none,
/// and 170 at most on a board of 2x30. A position beyond this is written as a board, whether there is an order or not.
const MOST_DEAD_ENDS: usize = 20_000;

impl<G: Geometry> Connect4<G> {
    /// Whether an order of play is known that leads to the position.
    pub(crate) fn can_arise(&self, position: &Position<G::Word>) -> bool {
        self.order_of_play(position).is_some()
    }

    /// Columns in an order in which two players in turn could have filled them; always the same for a position.
    /// `None` if there is no such order, or none was found within a fixed number of steps.
    pub(super) fn order_of_play(&self, position: &Position<G::Word>) -> Option<Vec<Column>> {
        let ordered = |rest: &Position<G::Word>| {
            let mut search = Search::new(self, rest);
            search.go_on(G::Word::ZERO).then_some(search.played)
        };
        if !self.is_won(position) {
            return ordered(position);
        }
        self.last_stones(position).find_map(|(column, cell)| {
            let rest = Position::from_bits(position.opponent() ^ cell, position.occupied() ^ cell);
            Some(ordered(&rest)?.into_iter().chain([column]).collect())
        })
    }

    /// The stones on top of columns without which nobody has four in a row, with their columns: those that may have been
    /// the last. Asked where the player who is not to move has won.
    pub(super) fn last_stones(
        &self,
        position: &Position<G::Word>,
    ) -> impl Iterator<Item = (Column, G::Word)> + use<G> {
        let geometry = self.geometry();
        let (occupied, opponent) = (position.occupied(), position.opponent());
        (0..geometry.width()).filter_map(move |column| {
            let cells = occupied & geometry.column(column);
            // The stones below the top are those with a stone above them.
            let top = cells & !(cells >> 1);
            let is_theirs = !(top & opponent).is_empty();
            (is_theirs && !geometry.has_four(opponent & !top)).then_some((Column(column as u8), top))
        })
    }
}

/// A search over how far each column has been filled.
struct Search<'a, G: Geometry> {
    game: &'a Connect4<G>,
    /// The stones of both players when all is played.
    stones: [G::Word; 2],
    occupied: G::Word,
    /// Fillings from which the rest cannot be played.
    dead: HashSet<G::Word>,
    played: Vec<Column>,
}

impl<'a, G: Geometry> Search<'a, G> {
    fn new(game: &'a Connect4<G>, position: &Position<G::Word>) -> Search<'a, G> {
        let (stones, occupied) = (position.stones(), position.occupied());
        Search { game, stones, occupied, dead: HashSet::new(), played: Vec::new() }
    }

    /// Whether the rest can be played once `filled` cells have their stones; then `played` says how.
    fn go_on(&mut self, filled: G::Word) -> bool {
        if filled == self.occupied {
            return true;
        }
        if self.dead.len() >= MOST_DEAD_ENDS || self.dead.contains(&filled) {
            return false;
        }
        let mine = self.stones[self.played.len() % 2];
        for (column, cell) in self.next_stones(filled, mine) {
            self.played.push(column);
            if self.go_on(filled | cell) {
                return true;
            }
            self.played.pop();
        }
        self.dead.insert(filled);
        false
    }

    /// The columns whose next stone belongs to `mine`, those with the most stones to come first: whoever leaves one
    /// column for the end must have colours that alternate in it.
    fn next_stones(&self, filled: G::Word, mine: G::Word) -> Vec<(Column, G::Word)> {
        let geometry = self.game.geometry();
        let mut found: Vec<(u32, Column, G::Word)> = Vec::new();
        for column in 0..geometry.width() {
            let cells = geometry.column(column);
            let next = geometry.playable(filled) & cells & mine;
            if !next.is_empty() {
                let to_come = (self.occupied & !filled & cells).count();
                found.push((to_come, Column(column as u8), next));
            }
        }
        found.sort_by_key(|(to_come, column, _)| (std::cmp::Reverse(*to_come), *column));
        found.into_iter().map(|(_, column, cell)| (column, cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Any;
    use mossa_game::Game;

    /// The most dead ends among all positions of random games.
    fn most_dead_ends(width: u32, height: u32) -> usize {
        let game = Connect4::new(Any::<u128>::new(width, height).unwrap());
        // A small generator of numbers will do (Knuth's MMIX constants).
        let mut state: u64 = 1;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut most = 0;
        for _ in 0..100 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let mut search = Search::new(&game, &position);
                assert!(search.go_on(0), "{position:?}");
                most = most.max(search.dead.len());
                let moves = game.legal_moves(&position);
                game.play(&mut position, moves[random(moves.len())]);
            }
        }
        most
    }

    #[test]
    fn positions_of_games_have_few_dead_ends() {
        for (width, height) in [(7, 6), (4, 4), (9, 7), (12, 9), (2, 30), (35, 2)] {
            let most = most_dead_ends(width, height);
            assert!(most < MOST_DEAD_ENDS / 100, "{width}x{height}: {most}");
        }
    }
}
