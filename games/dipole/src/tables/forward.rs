//! The value of a position by plain search: what tables are checked against.
//!
//! It knows the rules and nothing else: no table, no index, no layers. Each position is searched to one ply after the
//! other until somebody has won; what was found is remembered.

use std::collections::HashMap;

use mossa_game::{Game, Halt, Player, Verdict};

use crate::position::Position;
use crate::rules::Dipole;

/// What is remembered is forgotten when it is so much: some 100 MB.
const MOST_KNOWN: usize = 2_000_000;

/// What is known about a position.
#[derive(Clone, Copy)]
enum Known {
    /// Who wins and in how many plies.
    Value(Verdict, u32),
    /// Nobody within so many plies.
    NotWithin(u32),
}

/// A search with what it remembers.
pub(super) struct Forward<'a, const CELLS: usize> {
    game: &'a Dipole<CELLS>,
    known: HashMap<u64, Known>,
}

impl<'a, const CELLS: usize> Forward<'a, CELLS> {
    /// It remembers nothing yet.
    pub(super) fn new(game: &'a Dipole<CELLS>) -> Forward<'a, CELLS> {
        Forward { game, known: HashMap::new() }
    }

    /// Who wins a game without a limit of moves, and in how many plies; nothing if it was told to stop.
    pub(super) fn value(&mut self, position: &Position<CELLS>, halt: Halt<'_>) -> Option<(Verdict, u32)> {
        let stacks = [Player::FIRST, Player::SECOND]
            .into_iter()
            .flat_map(|owner| position.stacks(owner).map(move |cell| (owner, cell, position.height(cell))));
        let mut unlimited = self.game.position(stacks, position.to_move(), Position::<CELLS>::NO_LIMIT);
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        // Every game ends.
        (1..).take_while(|_| !halt()).find_map(|plies| self.within(&mut unlimited, plies))
    }

    /// Who wins, if somebody does within so many plies, and in how many.
    fn within(&mut self, position: &mut Position<CELLS>, plies: u32) -> Option<(Verdict, u32)> {
        match self.known.get(&self.game.key(position)) {
            Some(&Known::Value(verdict, distance)) => {
                return (distance <= plies).then_some((verdict, distance));
            }
            Some(&Known::NotWithin(distance)) if distance >= plies => return None,
            _ if plies == 0 => return None,
            _ => {}
        }
        let found = self.searched(position, plies);
        let known =
            found.map_or(Known::NotWithin(plies), |(verdict, distance)| Known::Value(verdict, distance));
        self.known.insert(self.game.key(position), known);
        found
    }

    /// The soonest win; the latest loss if all moves lose.
    fn searched(&mut self, position: &mut Position<CELLS>, plies: u32) -> Option<(Verdict, u32)> {
        let me = self.game.to_move(position);
        let mut win = None;
        let mut loss = Some(0);
        for m in self.game.legal_moves(position) {
            // A win counts only if it is sooner than the one that was found.
            let left = win.unwrap_or(plies + 1) - 1;
            if left == 0 {
                break;
            }
            let undo = self.game.play(position, m);
            let after = match self.game.outcome(position) {
                Some(outcome) => Some((outcome.verdict(me.opponent()), 0)),
                None => self.within(position, left - 1),
            };
            self.game.undo(position, m, undo);
            match after {
                Some((Verdict::Loss, distance)) => win = Some(distance + 1),
                Some((_, distance)) => loss = loss.map(|latest: u32| latest.max(distance + 1)),
                None => loss = None,
            }
        }
        match (win, loss) {
            (Some(distance), _) => Some((Verdict::Win, distance)),
            (None, Some(distance)) => Some((Verdict::Loss, distance)),
            (None, None) => None,
        }
    }
}
