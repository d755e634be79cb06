//! Patterns found by shifts are those that a slow look at every cell finds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_connect4::geometry::{Any, Geometry, Standard, Word};
use mossa_connect4::threats::{Direction, Side, rows_of_first_player, stones_in_fours};
use mossa_connect4::{Connect4, Position};
use mossa_game::Game;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a cell holds, as the player sees it whose patterns are sought; outside the board there are walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    Mine,
    Empty,
    Other,
}

/// A board as rows and columns of cells, and nothing clever.
struct Slow {
    width: i32,
    height: i32,
    cells: Vec<Seen>,
}

const STEPS: [(Direction, (i32, i32)); 4] = [
    (Direction::Vertical, (0, 1)),
    (Direction::Horizontal, (1, 0)),
    (Direction::Falling, (1, -1)),
    (Direction::Rising, (1, 1)),
];

impl Slow {
    fn new<G: Geometry>(geometry: G, mine: G::Word, occupied: G::Word) -> Slow {
        let (width, height) = (geometry.width(), geometry.height());
        let seen = |index: u32| {
            let cell = geometry.cell(index % width, index / width);
            match ((mine & cell).is_empty(), (occupied & cell).is_empty()) {
                (false, _) => Seen::Mine,
                (true, true) => Seen::Empty,
                (true, false) => Seen::Other,
            }
        };
        let cells = (0..width * height).map(seen).collect();
        Slow { width: width as i32, height: height as i32, cells }
    }

    fn at(&self, (column, row): (i32, i32)) -> Seen {
        let inside = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        if inside { self.cells[(row * self.width + column) as usize] } else { Seen::Other }
    }

    /// Whether the cells from `(column, row)` on, `offset` steps away, look like `picture`.
    fn looks(&self, place: (i32, i32), step: (i32, i32), offset: i32, picture: &str) -> bool {
        picture.chars().zip(offset..).all(|(c, i)| {
            let wanted = if c == 'X' { Seen::Mine } else { Seen::Empty };
            self.at((place.0 + i * step.0, place.1 + i * step.1)) == wanted
        })
    }

    /// The cells for which `holds`, as bits.
    fn cells<G: Geometry>(&self, geometry: G, holds: impl Fn((i32, i32)) -> bool) -> G::Word {
        let mut found = G::Word::ZERO;
        for (column, row) in (0..self.width).flat_map(|column| (0..self.height).map(move |row| (column, row)))
        {
            if holds((column, row)) {
                found |= geometry.cell(column as u32, row as u32);
            }
        }
        found
    }

    fn is_playable(&self, (column, row): (i32, i32)) -> bool {
        self.at((column, row)) == Seen::Empty && (row == 0 || self.at((column, row - 1)) != Seen::Empty)
    }

    fn wins_at(&self, place: (i32, i32), step: (i32, i32)) -> bool {
        // The picture of four with its gap on this place, which may be the first to the fourth of them.
        [(0, ".XXX"), (-1, "X.XX"), (-2, "XX.X"), (-3, "XXX.")]
            .iter()
            .any(|(offset, picture)| self.looks(place, step, *offset, picture))
    }
}

fn compare<G: Geometry>(geometry: G, side: &Side<G>, occupied: G::Word, found: &mut [u64; 7]) {
    let slow = Slow::new(geometry, side.stones(), occupied);
    for (direction, step) in STEPS {
        let starts = |pictures: &[(i32, &str)]| {
            slow.cells(geometry, |place| {
                pictures.iter().any(|(offset, p)| slow.looks(place, step, *offset, p))
            })
        };
        let winning = slow.cells(geometry, |place| slow.wins_at(place, step));
        assert_eq!(side.winning_in(direction), winning, "{direction:?}");
        assert_eq!(side.open_threes(direction), starts(&[(-1, ".XXX.")]), "{direction:?}");
        assert_eq!(side.split_threes(direction), starts(&[(0, "XX.X"), (0, "X.XX")]), "{direction:?}");
        let pairs = [(0, "XX.."), (-1, ".XX."), (-2, "..XX")];
        assert_eq!(side.alive_pairs(direction), starts(&pairs), "{direction:?}");
    }
    let wins = |place: (i32, i32)| STEPS.iter().any(|(_, step)| slow.wins_at(place, *step));
    let playable = |place| slow.is_playable(place);
    let immediate = slow.cells(geometry, |place| wins(place) && playable(place));
    let future =
        slow.cells(geometry, |(column, row)| wins((column, row)) && row > 0 && playable((column, row - 1)));
    assert_eq!(side.winning_cells(), slow.cells(geometry, wins));
    assert_eq!((side.immediate(), side.future()), (immediate, future));
    let in_four = |(column, row): (i32, i32)| {
        STEPS.iter().any(|(_, step)| (-3..=0).any(|offset| slow.looks((column, row), *step, offset, "XXXX")))
    };
    assert_eq!(stones_in_fours(geometry, side.stones()), slow.cells(geometry, in_four));
    let open = |(column, row): (i32, i32), step: (i32, i32)| {
        (0..4).all(|i| slow.at((column + i * step.0, row + i * step.1)) != Seen::Other)
    };
    for (direction, step) in STEPS {
        let lines = slow.cells(geometry, |place| open(place, step));
        assert_eq!(side.open_lines(direction), lines, "{direction:?}");
    }
    let can_win = !slow.cells(geometry, |place| STEPS.iter().any(|(_, step)| open(place, *step))).is_empty();
    assert_eq!(side.can_win(), can_win);
    let counts = [
        side.winning_cells().count(),
        side.immediate().count(),
        side.future().count(),
        side.count(Side::open_threes),
        side.count(Side::split_threes),
        side.count(Side::alive_pairs),
        u32::from(!can_win),
    ];
    found.iter_mut().zip(counts).for_each(|(sum, count)| *sum += u64::from(count));
}

/// Compares all positions of random games, the last one included; gives how many of each pattern there were.
fn random_games<G: Geometry>(geometry: G, games: u32) -> [u64; 7] {
    let game = Connect4::new(geometry);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(u64::from(geometry.cells()));
    let mut found = [0; 7];
    for _ in 0..games {
        let mut position: Position<G::Word> = game.start();
        loop {
            for side in Side::both(geometry, &position) {
                compare(geometry, &side, position.occupied(), &mut found);
            }
            let [first, second] = Side::both(geometry, &position);
            let turned = position.plies() % 2 == 1;
            assert_eq!(Side::mover(geometry, &position), if turned { second } else { first });
            assert_eq!(Side::opponent(geometry, &position), if turned { first } else { second });
            let moves = game.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
    }
    found
}

#[test]
fn on_the_standard_board() {
    let found = random_games(Standard::default(), 300);
    assert!(found[..6].iter().all(|count| *count > 100) && found[6] > 0, "{found:?}");
}

#[test]
fn on_other_boards_of_one_word() {
    for (width, height) in [(8, 7), (4, 4), (5, 9), (9, 5), (3, 7), (2, 2), (1, 9), (12, 1), (3, 19)] {
        let found = random_games(Any::<u64>::new(width, height).unwrap(), 30);
        // In a single column colours alternate.
        assert!(width == 1 || width.max(height) < 4 || found[0] > 0, "{width}x{height} {found:?}");
    }
}

#[test]
fn on_boards_of_two_words() {
    for (width, height) in [(9, 7), (11, 10), (16, 7), (35, 2), (3, 35), (7, 6)] {
        let found = random_games(Any::<u128>::new(width, height).unwrap(), 15);
        assert!(found[0] > 0, "{width}x{height} {found:?}");
    }
}

/// Whoever is to move when only one column is left gets its lowest empty cell, and so on.
#[test]
fn rows_belong_to_whom_they_fall_in_the_last_column() {
    for (width, height) in [(7, 6), (8, 7), (7, 7), (6, 5), (4, 4), (5, 1)] {
        let geometry = Any::<u64>::new(width, height).unwrap();
        let firsts = rows_of_first_player(geometry);
        for row in 0..height {
            let before = (width - 1) * height + row;
            let is_firsts = !(firsts & geometry.cell(0, row)).is_empty();
            assert_eq!(is_firsts, before % 2 == 0, "row {row} of {width}x{height}");
        }
        assert_eq!(firsts & !geometry.full(), 0);
    }
}
