//! Which symmetries Dipole has: all that a board can have are tried, with the slow rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
mod slow;

use std::collections::BTreeSet;

use mossa_dipole::{Dipole, Start};
use mossa_game::{Notation, Symmetric, Symmetry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use slow::{DIRECTIONS, Place, Stacks, Turn, is_dark, opponent, step};

/// Quarter turns, a mirror before them or not, and whether the players are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Image {
    quarters: u32,
    mirrored: bool,
    exchanged: bool,
}

impl Image {
    fn all() -> impl Iterator<Item = Image> {
        (0..16).map(|n| Image { quarters: n % 4, mirrored: n & 4 != 0, exchanged: n & 8 != 0 })
    }

    /// What becomes of a vector; cells are vectors from the middle of the board, in halves of a cell.
    fn vector(self, (down, right): Place) -> Place {
        let start = if self.mirrored { (down, -right) } else { (down, right) };
        (0..self.quarters).fold(start, |(down, right), _| (right, -down))
    }

    fn place(self, side: i32, (row, column): Place) -> Place {
        let (down, right) = self.vector((2 * row - side + 1, 2 * column - side + 1));
        ((down + side - 1) / 2, (right + side - 1) / 2)
    }

    fn player(self, player: char) -> char {
        if self.exchanged { opponent(player) } else { player }
    }

    fn stacks(self, stacks: &Stacks) -> Stacks {
        let at = stacks.at.iter().map(|(place, (owner, height))| {
            (self.place(stacks.side, *place), (self.player(*owner), *height))
        });
        Stacks { at: at.collect(), mover: self.player(stacks.mover), ..stacks.clone() }
    }

    fn turn(self, side: i32, turn: Turn) -> Turn {
        let (from, direction, count) = turn?;
        let towards = self.vector(step(direction));
        let (direction, _) = DIRECTIONS.into_iter().find(|(_, step)| *step == towards)?;
        Some((self.place(side, from), direction, count))
    }

    /// Whether dark cells stay dark, and the moves of the image are the images of the moves.
    fn keeps(self, position: &Stacks) -> bool {
        let dark = position.at.keys().all(|place| is_dark(self.place(position.side, *place)));
        let turns: BTreeSet<Turn> =
            position.turns().into_iter().map(|turn| self.turn(position.side, turn)).collect();
        dark && self.stacks(position).turns().into_iter().collect::<BTreeSet<_>>() == turns
    }
}

/// Positions of random games in which few pieces move at once.
fn positions() -> Vec<Stacks> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut all = Vec::new();
    for _ in 0..10 {
        let mut position = Stacks::course();
        while !position.is_over() {
            let turns = position.turns();
            let few: Vec<_> = turns.iter().filter(|turn| turn.is_none_or(|(.., count)| count <= 3)).collect();
            let turn = if few.is_empty() { turns[0] } else { *few[random.random_range(0..few.len())] };
            all.push(position.clone());
            position = position.after(turn);
        }
    }
    all
}

const HALF_TURN: Image = Image { quarters: 2, mirrored: false, exchanged: true };

#[test]
fn only_the_half_turn_that_exchanges_the_players_keeps_the_rules() {
    let positions = positions();
    let kept: Vec<Image> =
        Image::all().filter(|image| positions.iter().all(|position| image.keeps(position))).collect();
    let identity = Image { quarters: 0, mirrored: false, exchanged: false };
    assert_eq!(kept, [identity, HALF_TURN]);
    let game = Dipole::<32>::new(Start::Course, Some(60));
    assert_eq!(game.symmetries(), kept.len());
}

#[test]
fn it_is_the_one_that_the_game_knows() {
    let game = Dipole::<32>::new(Start::Course, Some(60));
    for position in positions() {
        let read = game.parse_position(&position.drawn()).unwrap();
        let mapped = game.map_position(Symmetry(1), &read);
        assert_eq!(game.position_text(&mapped), HALF_TURN.stacks(&position).drawn());
        assert_eq!(game.canonical_key(&mapped).0, game.canonical_key(&read).0);
    }
}
