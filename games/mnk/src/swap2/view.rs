//! The board as people see it, with two buttons beside it.

use mossa_game::{Cell, CellId, Effect, Fact, Game, Layout, Player, Shape, Sprite, View};

use super::position::{Position, Stage};
use super::rules::{Step, Swap2};

impl<const W: usize> Swap2<W> {
    /// The button for what puts no stone.
    fn button(&self, number: usize) -> CellId {
        CellId((self.inner.board().cells() + number) as u16)
    }
}

/// A stone of the game inside, where its owner is its colour.
fn owned<const W: usize>(position: &Position<W>, stone: Sprite) -> Sprite {
    let owner = stone.owner.filter(|_| position.stage == Stage::Game);
    Sprite { owner: owner.map(|colour| position.owner_of(colour)), ..stone }
}

/// Stones look like their colours, X and O; nobody owns them until these are chosen.
impl<const W: usize> View for Swap2<W> {
    fn layout(&self) -> Layout {
        let mut layout = self.inner.layout();
        let (rows, columns) = (self.inner.board().rows as f32, self.inner.board().columns as f32);
        // Below the board, one third from either side.
        for (number, label) in ["swap", "more"].into_iter().enumerate() {
            layout.cells.push(Cell {
                id: self.button(number),
                x: (columns * (number + 1) as f32 / 3.0).floor(),
                y: rows + 1.0,
                shape: Shape::Button,
                label: label.to_owned(),
            });
        }
        layout
    }

    fn sprites(&self, position: &Position<W>) -> Vec<(CellId, Sprite)> {
        let sprites = self.inner.sprites(&position.stones).into_iter();
        sprites.map(|(cell, sprite)| (cell, owned(position, sprite))).collect()
    }

    fn gesture(&self, position: &Position<W>, step: Step) -> Vec<CellId> {
        match step {
            Step::Put(mark) => self.inner.gesture(&position.stones, mark),
            Step::Swap => vec![self.button(0)],
            Step::More => vec![self.button(1)],
        }
    }

    /// With the choice of a colour all stones find their owners.
    fn effects(&self, position: &Position<W>, step: Step) -> Vec<Effect> {
        let mut after = position.clone();
        self.play(&mut after, step);
        let put = match step {
            Step::Put(mark) => self.inner.effects(&position.stones, mark),
            Step::Swap | Step::More => Vec::new(),
        };
        let put = put.into_iter().map(|effect| match effect {
            Effect::Put { cell, sprite } => Effect::Put { cell, sprite: owned(&after, sprite) },
            other => other,
        });
        if position.stage == after.stage || after.stage != Stage::Game {
            return put.collect();
        }
        let stones = self.inner.sprites(&position.stones).into_iter();
        let chosen = stones.map(|(cell, sprite)| Effect::Change { cell, sprite: owned(&after, sprite) });
        chosen.chain(put).collect()
    }

    fn marked(&self, position: &Position<W>) -> Vec<CellId> {
        self.inner.marked(&position.stones)
    }

    /// What there is to do in the opening; then who has which colour.
    fn facts(&self, position: &Position<W>) -> Vec<Fact> {
        let colour = |player| if player == Player::FIRST { "X" } else { "O" };
        let next = ("stone", colour(position.stones.to_move()).to_owned());
        let (key, values) = match position.stage {
            Stage::Three => ("swap2-three", vec![next]),
            Stage::Choice => ("swap2-choice", Vec::new()),
            Stage::Pair => ("swap2-pair", vec![next]),
            Stage::LastChoice => ("swap2-last-choice", Vec::new()),
            Stage::Game => {
                let first = position.owner_of_o.opponent();
                let colours = [("first", colour(first)), ("second", colour(first.opponent()))];
                ("swap2-colours", colours.map(|(name, colour)| (name, colour.to_owned())).to_vec())
            }
        };
        vec![Fact { key, values }]
    }
}
