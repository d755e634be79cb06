//! The value of a position by plain search: what tables are checked against.
//!
//! It knows the rules and nothing else: no table, no index, no layers. Each position is searched to one ply after the
//! other until somebody has won; what was found is remembered.

use std::collections::HashMap;

use mossa_game::{Game, Halt, Player, Verdict};

use crate::position::Position;
use crate::rules::Dipole;

/// When so much is remembered, all threads together, the half of it is forgotten: some 200 MB. A position of six or seven
/// pieces needs as much; with half of it a search took a quarter longer.
pub(super) const MOST_KNOWN: usize = 4_000_000;

/// So many positions are searched between two looks at the memory and at whoever may stop the work: milliseconds.
const LOOK_EVERY: u32 = 4096;

/// What is known about a position.
#[derive(Clone, Copy)]
enum Known {
    /// Who wins and in how many plies.
    Value(Verdict, u32),
    /// Nobody within so many plies.
    NotWithin(u32),
}

impl Known {
    /// How many plies it took to find out.
    fn plies(self) -> u32 {
        match self {
            Known::Value(_, plies) | Known::NotWithin(plies) => plies,
        }
    }
}

/// A search with what it remembers.
pub(super) struct Forward<'a, const CELLS: usize> {
    game: &'a Dipole<CELLS>,
    known: HashMap<u64, Known>,
    /// How much is remembered at most, within what is searched between two looks.
    most_known: usize,
    halt: Halt<'a>,
    /// Positions until the next look.
    until_look: u32,
    halted: bool,
}

impl<'a, const CELLS: usize> Forward<'a, CELLS> {
    /// It remembers nothing yet, and never much more than `most_known` positions.
    pub(super) fn new(game: &'a Dipole<CELLS>, most_known: usize, halt: Halt<'a>) -> Forward<'a, CELLS> {
        Forward { game, known: HashMap::new(), most_known, halt, until_look: 0, halted: false }
    }

    /// Who wins a game without a limit of moves, and in how many plies; nothing if it was told to stop.
    pub(super) fn value(&mut self, position: &Position<CELLS>) -> Option<(Verdict, u32)> {
        let stacks = [Player::FIRST, Player::SECOND]
            .into_iter()
            .flat_map(|owner| position.stacks(owner).map(move |cell| (owner, cell, position.height(cell))));
        let mut unlimited = self.game.position(stacks, position.to_move(), Position::<CELLS>::NO_LIMIT);
        // Every game ends. What was stopped found nothing.
        let mut plies = 0;
        while !self.halted {
            plies += 1;
            let found = self.within(&mut unlimited, plies);
            if found.is_some() && !self.halted {
                return found;
            }
        }
        None
    }

    /// Now and then forgets what is too much, and asks whether to stop.
    fn look(&mut self) {
        if self.until_look > 0 {
            self.until_look -= 1;
            return;
        }
        self.until_look = LOOK_EVERY;
        self.halted |= (self.halt)();
        if self.known.len() > self.most_known {
            self.forget();
        }
    }

    /// Forgets at least the half, first what is soonest found again: what few plies were searched for.
    fn forget(&mut self) {
        let mut plies = 0;
        while self.known.len() > self.most_known / 2 {
            plies += 1;
            self.known.retain(|_, known| known.plies() > plies);
        }
    }

    /// Who wins, if somebody does within so many plies, and in how many; nothing of worth once it was told to stop.
    fn within(&mut self, position: &mut Position<CELLS>, plies: u32) -> Option<(Verdict, u32)> {
        match self.known.get(&self.game.key(position)) {
            Some(&Known::Value(verdict, distance)) => {
                return (distance <= plies).then_some((verdict, distance));
            }
            Some(&Known::NotWithin(distance)) if distance >= plies => return None,
            _ if plies == 0 => return None,
            _ => {}
        }
        self.look();
        if self.halted {
            return None;
        }
        let found = self.searched(position, plies);
        if self.halted {
            return None;
        }
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use mossa_game::Notation;

    use super::*;
    use crate::rules::Start;

    /// A position whose search takes more than a few looks.
    fn long(game: &Dipole<32>) -> Position<32> {
        game.parse_position("b1,1,b2,1/4/4/4/4/4/4/3,w2 w").unwrap()
    }

    #[test]
    fn a_search_ends_when_it_is_told_to() {
        let game = Dipole::<32>::new(Start::Course, None);
        let looks = AtomicU32::new(0);
        let halt = || looks.fetch_add(1, Relaxed) == 3;
        let mut forward = Forward::new(&game, MOST_KNOWN, &halt);
        assert_eq!(forward.value(&long(&game)), None);
        assert_eq!(looks.load(Relaxed), 4, "nothing is searched afterwards");
    }

    #[test]
    fn what_is_remembered_is_bounded_and_changes_nothing() {
        let game = Dipole::<32>::new(Start::Course, None);
        let position = long(&game);
        let mut all = Forward::new(&game, usize::MAX, &|| false);
        let value = all.value(&position);
        let most = all.known.len() / 2;
        assert!(value.is_some() && most > 4 * LOOK_EVERY as usize, "{most}");
        let mut some = Forward::new(&game, most, &|| false);
        assert_eq!(some.value(&position), value);
        assert!(some.known.len() <= most + LOOK_EVERY as usize + 1, "{}", some.known.len());
    }
}
