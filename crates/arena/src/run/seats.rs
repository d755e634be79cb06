//! The players of one worker, kept from game to game: a program is not started anew for each.

use std::sync::Arc;

use mossa_engine::AnyGame;
use mossa_game::Outcome;

use crate::contestant::{Answer, Contestant, Fault, NewGame, Turn};
use crate::players::PlayerSpec;

/// Somebody who sits, or who could not be made to.
struct Seated {
    player: usize,
    board: usize,
    contestant: Box<dyn Contestant>,
}

/// The players who sit at a worker's table.
#[derive(Default)]
pub(super) struct Seats {
    seated: Vec<Seated>,
}

impl Seats {
    /// One contestant for each seat, in their order. Those who sat here before and are not wanted go home.
    pub(super) fn take(
        &mut self,
        specs: &[PlayerSpec],
        seats: &[usize],
        board: usize,
        game: &Arc<dyn AnyGame>,
    ) -> Vec<Box<dyn Contestant>> {
        let wanted = seats.iter().map(|&player| {
            let known = self.seated.iter().position(|s| s.player == player && s.board == board);
            match known {
                Some(index) => self.seated.swap_remove(index).contestant,
                None => specs[player].seat(game).unwrap_or_else(|error| {
                    Box::new(Absent(format!("{} (expected {})", error.problem, error.expected)))
                }),
            }
        });
        let contestants = wanted.collect();
        self.seated.clear();
        contestants
    }

    /// Keeps those for the next game who have not committed a fault.
    pub(super) fn keep(
        &mut self,
        seats: &[usize],
        board: usize,
        contestants: Vec<Box<dyn Contestant>>,
        faulty: Option<usize>,
    ) {
        let all = seats.iter().zip(contestants).enumerate();
        let sound = all.filter(|(seat, _)| Some(*seat) != faulty);
        self.seated.extend(sound.map(|(_, (&player, contestant))| Seated { player, board, contestant }));
    }
}

/// Stands for somebody who cannot be seated: a program that cannot be started any more.
struct Absent(String);

impl Contestant for Absent {
    fn begin(&mut self, _: &NewGame<'_>) -> Result<(), Fault> {
        Err(Fault::Crashed(self.0.clone()))
    }

    fn choose(&mut self, _: &Turn<'_>) -> Result<Answer, Fault> {
        Err(Fault::Crashed(self.0.clone()))
    }

    fn finish(&mut self, _: &Outcome) {}
}
