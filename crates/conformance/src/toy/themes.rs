//! The ways in which people go wrong at Nim.

use mossa_game::{Game, Mark, Role, ThemeInfo, Themes};

use super::position::{Position, Take};
use super::rules::Nim;

/// Taking the last stone, and taking more than one.
impl Themes for Nim {
    fn themes(&self) -> Vec<ThemeInfo> {
        vec![ThemeInfo::sight("last-stone", 5), ThemeInfo::habit("greed")]
    }

    fn marks(&self, position: &Position, m: Take) -> Vec<Mark> {
        let mut after = *position;
        self.play(&mut after, m);
        let last = after.heaps.iter().all(|heap| *heap == 0);
        let last = last.then_some(Mark::new(0, Role::Win));
        let greed = (m.stones > 1).then_some(Mark::new(1, Role::Habit));
        last.into_iter().chain(greed).collect()
    }
}
