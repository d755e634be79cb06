//! The definitions of renju, read word by word and without any haste.

use mossa_game::Player;
use mossa_mnk::renju::Forbidden;
use mossa_mnk::{CellIndex, Mnk, Position};

/// A board of letters: `X` black, `O` white, `.` empty.
#[derive(Clone)]
struct Letters {
    rows: Vec<Vec<char>>,
}

/// Row and column.
type Place = (isize, isize);

const DIRECTIONS: [Place; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

fn walk((row, column): Place, (down, right): Place, steps: isize) -> Place {
    (row + steps * down, column + steps * right)
}

impl Letters {
    /// White, too, beyond the edge.
    fn at(&self, (row, column): Place) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let cell = row.and_then(|row| usize::try_from(column).ok().and_then(|column| row.get(column)));
        cell.copied().unwrap_or('O')
    }

    fn with_black(&self, place: Place) -> Letters {
        let mut board = self.clone();
        board.rows[place.0 as usize][place.1 as usize] = 'X';
        board
    }

    /// The places of the unbroken row through a black stone.
    fn unbroken(&self, place: Place, direction: Place) -> Vec<Place> {
        let mut start = place;
        while self.at(walk(start, direction, -1)) == 'X' {
            start = walk(start, direction, -1);
        }
        (0..).map(|i| walk(start, direction, i)).take_while(|place| self.at(*place) == 'X').collect()
    }

    /// Whether a stone on an empty place makes an unbroken row of exactly five with `stones` among them.
    fn attains_five(&self, place: Place, direction: Place, stones: &[Place]) -> bool {
        let row = self.with_black(place).unbroken(place, direction);
        row.len() == 5 && stones.iter().all(|stone| row.contains(stone))
    }

    fn empty_near(&self, place: Place, direction: Place) -> Vec<Place> {
        let near = (-4..=4).map(|i| walk(place, direction, i));
        near.filter(|place| self.at(*place) == '.').collect()
    }

    /// The fours that the stone on `place` belongs to, as the sets of their stones.
    fn fours(&self, place: Place, direction: Place) -> Vec<Vec<Place>> {
        let mut fours = Vec::new();
        for gap in self.empty_near(place, direction) {
            if self.attains_five(gap, direction, &[place]) {
                let mut row = self.with_black(gap).unbroken(gap, direction);
                row.retain(|stone| *stone != gap);
                if !fours.contains(&row) {
                    fours.push(row);
                }
            }
        }
        fours
    }

    /// Whether the stone on `place` is part of an unbroken four that can become five in two ways.
    fn is_straight_four(&self, place: Place, direction: Place, with: Place) -> bool {
        let row = self.unbroken(place, direction);
        let ways = self.empty_near(place, direction).into_iter();
        row.len() == 4
            && row.contains(&with)
            && ways.filter(|gap| self.attains_five(*gap, direction, &row)).count() == 2
    }

    fn makes_five(&self, place: Place) -> bool {
        DIRECTIONS.iter().any(|direction| self.attains_five(place, *direction, &[place]))
    }

    /// Why Black must not take an empty place.
    fn forbidden(&self, place: Place) -> Option<Forbidden> {
        if self.makes_five(place) {
            return None;
        }
        let after = self.with_black(place);
        if DIRECTIONS.iter().any(|direction| after.unbroken(place, *direction).len() >= 6) {
            return Some(Forbidden::Overline);
        }
        if DIRECTIONS.iter().map(|direction| after.fours(place, *direction).len()).sum::<usize>() >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        let threes = DIRECTIONS.iter().filter(|direction| after.has_three(place, **direction));
        (threes.count() >= 2).then_some(Forbidden::DoubleThree)
    }

    /// Whether one more stone, which is allowed and makes no five, makes a straight four with the stone on `place`.
    fn has_three(&self, place: Place, direction: Place) -> bool {
        self.empty_near(place, direction).into_iter().any(|gap| {
            self.with_black(gap).is_straight_four(gap, direction, place)
                && !self.makes_five(gap)
                && self.forbidden(gap).is_none()
        })
    }
}

/// Why Black must not take `cell`.
pub(crate) fn forbidden<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    cell: CellIndex,
) -> Option<Forbidden> {
    let columns = game.board().columns;
    let letter = |cell: usize| match position.owner(CellIndex(cell as u16)) {
        Some(Player::FIRST) => 'X',
        Some(_) => 'O',
        None => '.',
    };
    let rows =
        (0..game.board().rows).map(|row| (0..columns).map(|column| letter(row * columns + column)).collect());
    let board = Letters { rows: rows.collect() };
    board.forbidden(((cell.index() / columns) as isize, (cell.index() % columns) as isize))
}
