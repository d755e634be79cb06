//! The rules, as the contract asks for them.

use mossa_game::{
    Flow, Game, Mark as ThemeMark, Move, MoveSink, Outcome, Player, Symmetric, Symmetry, ThemeInfo, Themes,
    Turns,
};

use super::position::{Position, Stage};
use crate::board::Rule;
use crate::renju::FIVE;
use crate::rules::{Mark, Mnk};

/// Five in a row with the opening swap2, on a board of up to 64 `W` cells.
#[derive(Debug)]
pub struct Swap2<const W: usize> {
    pub(super) inner: Mnk<W>,
}

impl<const W: usize> Swap2<W> {
    /// The shortest side of a board: the opening must leave something to play for.
    pub const LEAST_SIDE: usize = FIVE;

    /// The game on `rows` x `columns`, or `None` if the board is too small or too large.
    pub fn new(rows: usize, columns: usize, rule: Rule) -> Option<Swap2<W>> {
        let inner = Mnk::new(rows, columns, FIVE, rule)?;
        (rows.min(columns) >= Self::LEAST_SIDE).then_some(Swap2 { inner })
    }

    /// The game once colours are chosen.
    pub fn inner(&self) -> &Mnk<W> {
        &self.inner
    }

    /// A part of the key: how far the opening is, and who has O.
    #[inline]
    fn stage_key(position: &Position<W>) -> u64 {
        let owner = u64::from(position.owner_of_o == Player::FIRST);
        // Odd multiples of 2^64 / golden ratio: their bits have nothing to do with one another, nor with random keys.
        (2 * (2 * position.stage as u64 + owner) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A stone of the colour whose turn it is.
    Put(Mark),
    /// Takes X.
    Swap,
    /// Puts two more stones with the next moves.
    More,
}

/// Above the numbers of all cells.
const SWAP: u32 = 1 << 16;
const MORE: u32 = SWAP + 1;

impl Move for Step {
    #[inline]
    fn pack(self) -> u32 {
        match self {
            Step::Put(mark) => mark.pack(),
            Step::Swap => SWAP,
            Step::More => MORE,
        }
    }

    #[inline]
    fn unpack(bits: u32) -> Step {
        match bits {
            SWAP => Step::Swap,
            MORE => Step::More,
            cell => Step::Put(Mark::unpack(cell)),
        }
    }
}

/// Hands on marks as stones that are put.
pub(super) struct Puts<'a, S>(pub(super) &'a mut S);

impl<S: MoveSink<Step>> MoveSink<Mark> for Puts<'_, S> {
    #[inline]
    fn push(&mut self, mark: Mark) -> Flow {
        self.0.push(Step::Put(mark))
    }
}

/// What is changed beside the stones.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    stage: Stage,
    owner_of_o: Player,
}

/// Two players: nobody ever sits out.
impl<const W: usize> Turns for Swap2<W> {}

/// Those of the game inside, once colours are chosen: before, stones are an offer, and nobody's.
impl<const W: usize> Themes for Swap2<W> {
    fn themes(&self) -> Vec<ThemeInfo> {
        self.inner.themes()
    }

    fn marks(&self, position: &Position<W>, step: Step) -> Vec<ThemeMark> {
        match step {
            Step::Put(mark) if position.stage == Stage::Game => self.inner.marks(&position.stones, mark),
            _ => Vec::new(),
        }
    }
}

impl<const W: usize> Game for Swap2<W> {
    type Position = Position<W>;
    type Move = Step;
    type Undo = Before;

    fn start(&self) -> Position<W> {
        Position { stones: self.inner.start(), stage: Stage::Three, owner_of_o: Player::SECOND }
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        match position.stones.winner() {
            Some(colour) => Some(Outcome::win(position.owner_of(colour), 2)),
            None => (position.stones.empty_cells() == 0).then(|| Outcome::draw(2)),
        }
    }

    /// What needs no stone comes first.
    #[inline]
    fn moves(&self, position: &Position<W>, sink: &mut impl MoveSink<Step>) -> Flow {
        if position.stage.is_choice() {
            sink.push(Step::Swap)?;
        }
        if position.stage == Stage::Choice {
            sink.push(Step::More)?;
        }
        self.inner.moves(&position.stones, &mut Puts(sink))
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        let others = u64::from(position.stage.is_choice()) + u64::from(position.stage == Stage::Choice);
        others + self.inner.count_moves(&position.stones)
    }

    #[inline]
    fn is_legal(&self, position: &Position<W>, step: Step) -> bool {
        match step {
            Step::Put(mark) => self.inner.is_legal(&position.stones, mark),
            Step::Swap => position.stage.is_choice(),
            Step::More => position.stage == Stage::Choice,
        }
    }

    fn most_moves(&self) -> usize {
        self.inner.most_moves()
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, step: Step) -> Before {
        let before = Before { stage: position.stage, owner_of_o: position.owner_of_o };
        let chooser = position.to_move();
        match step {
            Step::Put(mark) => {
                if before.stage.is_choice() {
                    position.owner_of_o = chooser;
                }
                self.inner.play(&mut position.stones, mark);
                let stones = self.inner.board().cells() - usize::from(position.stones.empty_cells());
                position.stage = before.stage.after_stone(stones);
            }
            Step::Swap => {
                position.owner_of_o = chooser.opponent();
                position.stage = Stage::Game;
            }
            Step::More => position.stage = Stage::Pair,
        }
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, step: Step, before: Before) {
        if let Step::Put(mark) = step {
            self.inner.undo(&mut position.stones, mark, ());
        }
        position.stage = before.stage;
        position.owner_of_o = before.owner_of_o;
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        self.inner.key(&position.stones) ^ Self::stage_key(position)
    }

    fn recomputed_key(&self, position: &Position<W>) -> u64 {
        self.inner.recomputed_key(&position.stones) ^ Self::stage_key(position)
    }
}

/// Those of the board: the opening is the same wherever the stones are.
impl<const W: usize> Symmetric for Swap2<W> {
    fn symmetries(&self) -> usize {
        self.inner.symmetries()
    }

    #[inline]
    fn canonical_key(&self, position: &Position<W>) -> (u64, Symmetry) {
        let (key, symmetry) = self.inner.canonical_key(&position.stones);
        (key ^ Self::stage_key(position), symmetry)
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, step: Step) -> Step {
        match step {
            Step::Put(mark) => Step::Put(self.inner.map_move(symmetry, mark)),
            other => other,
        }
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.inner.inverse(symmetry)
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<W>) -> Position<W> {
        Position { stones: self.inner.map_position(symmetry, &position.stones), ..position.clone() }
    }
}
