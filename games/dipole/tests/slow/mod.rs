//! Dipole as one would write it on the first afternoon: a map from cells to stacks, and loops. Slow, and obvious.

use std::collections::{BTreeMap, HashMap};

/// Row from above and column from the left, from 0.
pub(crate) type Place = (i32, i32);

/// The names of the directions, and their steps down and to the right.
pub(crate) const DIRECTIONS: [(&str, Place); 8] = [
    ("N", (-1, 0)),
    ("NE", (-1, 1)),
    ("E", (0, 1)),
    ("SE", (1, 1)),
    ("S", (1, 0)),
    ("SW", (1, -1)),
    ("W", (0, -1)),
    ("NW", (-1, -1)),
];

/// A move; `None` is a pass.
pub(crate) type Turn = Option<(Place, &'static str, i32)>;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stacks {
    pub(crate) side: i32,
    /// Who has how many pieces there: `w` or `b`.
    pub(crate) at: BTreeMap<Place, (char, i32)>,
    pub(crate) mover: char,
    /// Plies until pieces are counted.
    pub(crate) left: Option<i32>,
}

pub(crate) fn opponent(player: char) -> char {
    if player == 'w' { 'b' } else { 'w' }
}

pub(crate) fn is_dark((row, column): Place) -> bool {
    (row + column) % 2 != 0
}

pub(crate) fn step(direction: &str) -> Place {
    DIRECTIONS.iter().find(|(name, _)| *name == direction).expect("a direction").1
}

pub(crate) fn name((row, column): Place) -> String {
    format!("{}{}", char::from(b'A' + row as u8), column + 1)
}

pub(crate) fn place(name: &str) -> Place {
    (i32::from(name.as_bytes()[0] - b'A'), name[1..].parse::<i32>().expect("a number") - 1)
}

/// As the course writes moves; a pass without its cell, which any stack of the player may be.
pub(crate) fn written(turn: Turn) -> String {
    turn.map_or("pass".to_owned(), |(from, direction, count)| format!("{},{direction},{count}", name(from)))
}

impl Stacks {
    pub(crate) fn new(side: i32, white: &str, black: &str, limit: Option<i32>) -> Stacks {
        let pieces = if side == 8 { 12 } else { 20 };
        let at = BTreeMap::from([(place(white), ('w', pieces)), (place(black), ('b', pieces))]);
        Stacks { side, at, mover: 'w', left: limit.map(|moves| 2 * moves) }
    }

    /// The course's start.
    pub(crate) fn course() -> Stacks {
        Stacks::new(8, "H5", "A4", Some(60))
    }

    pub(crate) fn pieces(&self, player: char) -> i32 {
        self.at.values().filter(|(owner, _)| *owner == player).map(|(_, height)| height).sum()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.pieces('w') == 0 || self.pieces('b') == 0 || self.left == Some(0)
    }

    /// `w`, `b`, or `=` for a draw, once the game is over.
    pub(crate) fn winner(&self) -> Option<char> {
        let more = self.pieces('w') - self.pieces('b');
        self.is_over().then_some(match more {
            1.. => 'w',
            0 => '=',
            _ => 'b',
        })
    }

    fn is_on_board(&self, (row, column): Place) -> bool {
        (0..self.side).contains(&row) && (0..self.side).contains(&column)
    }

    fn is_legal(&self, from: Place, (down, right): Place, count: i32) -> bool {
        let Some((owner, height)) = self.at.get(&from) else { return false };
        if *owner != self.mover || count < 1 || count > *height {
            return false;
        }
        let to = (from.0 + down * count, from.1 + right * count);
        let forward = if self.mover == 'w' { down < 0 } else { down > 0 };
        if !is_dark(to) {
            return false;
        }
        if !self.is_on_board(to) {
            return forward;
        }
        match self.at.get(&to) {
            Some((owner, height)) if *owner != self.mover => *height <= count,
            _ => forward,
        }
    }

    /// What the player to move can do.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        if self.is_over() {
            return Vec::new();
        }
        let mut turns = Vec::new();
        for (from, (_, height)) in self.at.iter().filter(|(_, (owner, _))| *owner == self.mover) {
            for (direction, steps) in DIRECTIONS {
                for count in (1..=*height).filter(|count| self.is_legal(*from, steps, *count)) {
                    turns.push(Some((*from, direction, count)));
                }
            }
        }
        if turns.is_empty() { vec![None] } else { turns }
    }

    pub(crate) fn after(&self, turn: Turn) -> Stacks {
        let mut next = self.clone();
        next.mover = opponent(self.mover);
        next.left = self.left.map(|plies| plies - 1);
        let Some((from, direction, count)) = turn else { return next };
        let rest = self.at[&from].1 - count;
        next.at.remove(&from);
        if rest > 0 {
            next.at.insert(from, (self.mover, rest));
        }
        let (down, right) = step(direction);
        let to = (from.0 + down * count, from.1 + right * count);
        if self.is_on_board(to) {
            let own = self.at.get(&to).filter(|(owner, _)| *owner == self.mover);
            next.at.insert(to, (self.mover, count + own.map_or(0, |(_, height)| *height)));
        }
        next
    }

    /// Positions after exactly `depth` plies; with `ended`, games that ended earlier count once. Different ways often
    /// lead to the same position, so `known` keeps what was counted; the last ply is not played.
    pub(crate) fn perft(&self, depth: u32, ended: bool, known: &mut HashMap<(Stacks, u32), u64>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns();
        if turns.is_empty() {
            return u64::from(ended);
        }
        if depth == 1 {
            return turns.len() as u64;
        }
        let place = (self.clone(), depth);
        if let Some(count) = known.get(&place) {
            return *count;
        }
        let count = turns.into_iter().map(|turn| self.after(turn).perft(depth - 1, ended, known)).sum();
        known.insert(place, count);
        count
    }

    /// The position as it is written on one line.
    pub(crate) fn drawn(&self) -> String {
        let row = |row: i32| {
            let mut cells: Vec<String> = Vec::new();
            for column in (0..self.side).filter(|column| is_dark((row, *column))) {
                match (self.at.get(&(row, column)), cells.last().and_then(|last| last.parse::<u32>().ok())) {
                    (Some((owner, height)), _) => cells.push(format!("{owner}{height}")),
                    (None, None) => cells.push("1".to_owned()),
                    (None, Some(empty)) => *cells.last_mut().expect("it has one") = (empty + 1).to_string(),
                }
            }
            cells.join(",")
        };
        let rows: Vec<String> = (0..self.side).map(row).collect();
        let left = self.left.map(|plies| format!(" {plies}")).unwrap_or_default();
        format!("{} {}{left}", rows.join("/"), self.mover)
    }
}
