//! The board as people see it: stacks on dark cells, and buttons around the board for pieces that leave it.
//!
//! ```text
//!       NW               N                NE      where White's pieces leave
//!         A     ·  ·  ·  ·
//!         ...
//!         H     ·  ·  ·  ·
//!       SW               S                SE      where Black's pieces leave
//!       1-8     ○ ○ ○ ○ ○ ○ ○ ○                   how many
//!       9-12    ○ ○ ○ ○
//! ```
//!
//! A move is entered by touching its stack and the cell where it ends. To leave the board: the stack, the button of the
//! direction, the button of the number. To pass: the button straight ahead.

use mossa_game::{Cell, CellId, Effect, Entry, Fact, Layout, Player, Shape, Sprite, View};

use crate::board::Landing;
use crate::cells::CellIndex;
use crate::direction::Direction;
use crate::notation::{Naming, row_letter};
use crate::position::Position;
use crate::rules::{Dipole, Step};

fn stack(owner: Player, height: u8) -> Sprite {
    let glyph = if owner == Player::FIRST { 'w' } else { 'b' };
    Sprite { owner: Some(owner), glyph, kind: "stack", height }
}

fn on_board(cell: CellIndex) -> CellId {
    CellId(cell.0.into())
}

/// The directions that have a button, in the order of their buttons.
fn exit_directions() -> impl Iterator<Item = Direction> {
    Direction::FORWARD.into_iter().flatten()
}

impl<const CELLS: usize> Dipole<CELLS> {
    fn cell(&self, cell: CellIndex) -> Cell {
        let (row, column) = self.board().place(cell);
        Cell {
            id: on_board(cell),
            x: column as f32,
            y: row as f32,
            shape: Shape::Dark,
            label: Naming::Course.cell(self.board(), cell),
        }
    }

    /// The button for leaving in a direction: at a corner of the board, or at the middle of an edge.
    fn exit_button(&self, direction: Direction) -> CellId {
        let number = exit_directions().position(|other| other == direction).unwrap_or(0);
        CellId((CELLS + number) as u16)
    }

    fn exit_cell(&self, direction: Direction) -> Cell {
        let (down, right) = direction.step();
        let middle = (self.board().side() as f32 - 1.0) / 2.0;
        let beside = |step: i32| middle + step as f32 * (middle + 1.0);
        Cell {
            id: self.exit_button(direction),
            x: beside(right),
            y: beside(down),
            shape: Shape::Button,
            label: direction.name().to_owned(),
        }
    }

    /// The button that says how many pieces leave.
    fn count_button(&self, count: u8) -> CellId {
        CellId((CELLS + exit_directions().count()) as u16 + u16::from(count) - 1)
    }

    fn count_cell(&self, count: u8) -> Cell {
        let (side, place) = (self.board().side(), usize::from(count) - 1);
        Cell {
            id: self.count_button(count),
            x: (place % side) as f32,
            y: (side + 1 + place / side) as f32,
            shape: Shape::Button,
            label: count.to_string(),
        }
    }

    /// The names of the rows of buttons: the numbers from the first to the last.
    fn count_rows(&self) -> impl Iterator<Item = (f32, String)> {
        let (side, most) = (self.board().side(), usize::from(Self::pieces()));
        let name = move |first: usize| format!("{}-{}", first + 1, (first + side).min(most));
        (0..most).step_by(side).zip(side + 1..).map(move |(first, y)| (y as f32, name(first)))
    }
}

impl<const CELLS: usize> View for Dipole<CELLS> {
    fn layout(&self) -> Layout {
        let side = self.board().side();
        let cells = self.board().cells().map(|cell| self.cell(cell));
        let exits = exit_directions().map(|direction| self.exit_cell(direction));
        let counts = (1..=Self::pieces()).map(|count| self.count_cell(count));
        let rows = (0..side).map(|row| (row as f32, row_letter(row).to_string()));
        Layout {
            cells: cells.chain(exits).chain(counts).collect(),
            columns: (0..side).map(|column| (column as f32, (column + 1).to_string())).collect(),
            rows: rows.chain(self.count_rows()).collect(),
            entry: Entry::Path,
        }
    }

    fn sprites(&self, position: &Position<CELLS>) -> Vec<(CellId, Sprite)> {
        let stacks = |owner| {
            position.stacks(owner).map(move |cell| (on_board(cell), stack(owner, position.height(cell))))
        };
        stacks(Player::FIRST).chain(stacks(Player::SECOND)).collect()
    }

    fn gesture(&self, position: &Position<CELLS>, m: Step) -> Vec<CellId> {
        if m.is_pass() {
            return vec![self.exit_button(Direction::FORWARD[position.to_move().index()][0])];
        }
        match self.board().landing(m.from, m.direction, m.count.into()) {
            Landing::Cell(to) => vec![on_board(m.from), on_board(to)],
            _ => vec![on_board(m.from), self.exit_button(m.direction), self.count_button(m.count)],
        }
    }

    /// How many pieces each player has, and how many moves until pieces are counted.
    fn facts(&self, position: &Position<CELLS>) -> Vec<Fact> {
        let fact = |key, [white, black]: [u16; 2]| Fact {
            key,
            values: vec![("white", white.to_string()), ("black", black.to_string())],
        };
        let seats = [Player::FIRST, Player::SECOND];
        let pieces = fact("fact-pieces", seats.map(|player| position.pieces(player).into()));
        // Of an odd number of plies whoever is to move has one more.
        let moves = |plies: u16| {
            seats.map(|player| if player == position.to_move() { plies.div_ceil(2) } else { plies / 2 })
        };
        let left = position.plies_left().map(|plies| fact("fact-moves", moves(plies)));
        std::iter::once(pieces).chain(left).collect()
    }

    /// Behind a direction comes the number of pieces.
    fn question(&self, touched: &[CellId]) -> Option<&'static str> {
        let leaves = |last: &CellId| exit_directions().any(|direction| self.exit_button(direction) == *last);
        touched.last().filter(|last| leaves(last)).map(|_| "question-count")
    }

    /// A stack that moves as a whole keeps its identity; pieces that leave some behind become a new stack, unless they
    /// join one.
    fn effects(&self, position: &Position<CELLS>, m: Step) -> Vec<Effect> {
        if m.is_pass() {
            return Vec::new();
        }
        let (me, from) = (position.to_move(), on_board(m.from));
        let rest = position.height(m.from) - m.count;
        let shrink = || Effect::Change { cell: from, sprite: stack(me, rest) };
        let Landing::Cell(to) = self.board().landing(m.from, m.direction, m.count.into()) else {
            return vec![if rest == 0 { Effect::Remove { cell: from } } else { shrink() }];
        };
        let (cell, owner, there) = (on_board(to), position.owner(to), position.height(to));
        let joined = stack(me, if owner == Some(me) { there + m.count } else { m.count });
        let mut effects = Vec::new();
        if owner.is_some() && (rest == 0 || owner != Some(me)) {
            effects.push(Effect::Remove { cell });
        }
        if rest == 0 {
            effects.push(Effect::Travel { path: vec![from, cell] });
        } else {
            effects.push(shrink());
        }
        match (rest, owner == Some(me)) {
            (0, false) => {}
            (_, true) => effects.push(Effect::Change { cell, sprite: joined }),
            (_, false) => effects.push(Effect::Put { cell, sprite: joined }),
        }
        effects
    }
}
