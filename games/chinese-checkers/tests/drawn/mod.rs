//! The rules without bitboards or tables: places of a drawn star, sets of them, and who is where. Nothing is shared with
//! the program.

use std::collections::HashMap;
use std::rc::Rc;

/// A row and a column; in a row every second column is a hole.
type Place = (i32, i32);

/// Something for every place of the matrix, which has a rim of two beyond the largest star for hops that lead out of it.
#[derive(Clone)]
struct Matrix<T>([[T; 32]; 24]);

const RIM: i32 = 2;

impl<T: Copy> Matrix<T> {
    fn at(&self, (row, column): Place) -> T {
        self.0[(row + RIM) as usize][(column + RIM) as usize]
    }

    fn set(&mut self, (row, column): Place, value: T) {
        self.0[(row + RIM) as usize][(column + RIM) as usize] = value;
    }
}

const NEIGHBOURS: [Place; 6] = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The rules by name.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    fill: bool,
    /// Pieces in their goal stay there, those that left home stay away: at the ends of a move.
    locked: bool,
    /// And at every landing.
    locked_landings: bool,
    foreign_rest: bool,
    foreign_transit: bool,
}

impl Rules {
    pub(crate) fn named(name: &str) -> Rules {
        let rules = |fill, locked, locked_landings, foreign_rest, foreign_transit| Rules {
            fill,
            locked,
            locked_landings,
            foreign_rest,
            foreign_transit,
        };
        match name {
            "free" => rules(false, false, false, true, true),
            "free-fill" => rules(true, false, false, true, true),
            "special" => rules(true, true, false, false, true),
            "special-landing" => rules(true, true, true, false, true),
            "special-notransit" => rules(true, true, true, false, false),
            "special-allown" => rules(false, true, false, false, true),
            "diamond-fill" => rules(true, false, false, false, false),
            "diamond-allown" => rules(false, false, false, false, false),
            _ => panic!("unknown rules {name}"),
        }
    }
}

/// A star with its players.
pub(crate) struct Drawn {
    rules: Rules,
    /// In which point of the star each hole is, from 1 to 6, 0 for none; nothing where no hole is.
    points: Matrix<Option<u8>>,
    /// All holes, row by row.
    holes: Vec<Place>,
    /// The points of the players in the order of their turns.
    seats: Vec<u8>,
}

/// Everybody's pieces, player by player, each in order.
type Pieces = Vec<Vec<Place>>;

fn opposite(point: u8) -> u8 {
    [0, 2, 1, 5, 6, 3, 4][usize::from(point)]
}

impl Drawn {
    pub(crate) fn new(players: usize, pieces: usize, rules: Rules) -> Drawn {
        let arm = (1..).find(|arm| arm * (arm + 1) / 2 == pieces as i32).unwrap();
        let seats = match players {
            2 => vec![1, 2],
            3 => vec![1, 3, 4],
            4 => vec![1, 3, 2, 5],
            6 => vec![1, 6, 3, 2, 4, 5],
            _ => panic!("{players} players"),
        };
        let mut points = Matrix([[None; 32]; 24]);
        let mut holes_there = Vec::new();
        // Rows from the upper tip to the middle, each with its reflection below.
        for row in 0..=2 * arm {
            let (holes, aside) = if row < arm { (row + 1, 0) } else { (4 * arm + 1 - row, 2 * arm - row) };
            for hole in 0..holes {
                let column = 3 * arm - (holes - 1) + 2 * hole;
                let (above, below) = match () {
                    () if row < arm => (2, 1),
                    () if hole < aside => (3, 6),
                    () if hole >= holes - aside => (4, 5),
                    () => (0, 0),
                };
                for (place, point) in [((4 * arm - row, column), below), ((row, column), above)] {
                    points.set(place, Some(point));
                    holes_there.push(place);
                }
            }
        }
        holes_there.sort_unstable();
        holes_there.dedup();
        Drawn { rules, points, holes: holes_there, seats }
    }

    fn point(&self, place: Place) -> u8 {
        self.points.at(place).unwrap()
    }

    /// Whether this player's piece may go from one hole to another, as far as locks are concerned.
    fn unlocked(&self, seat: u8, from: Place, to: Place) -> bool {
        let (from, to) = (self.point(from), self.point(to));
        let leaves_goal = from == opposite(seat) && to != opposite(seat);
        let returns_home = from != seat && to == seat;
        !leaves_goal && !returns_home
    }

    fn is_foreign(&self, seat: u8, place: Place) -> bool {
        let point = self.point(place);
        point != 0 && point != seat && point != opposite(seat)
    }

    /// Where a piece goes by chains of hops: depth first, hole by hole.
    fn hop(&self, seat: u8, taken: &Matrix<bool>, from: Place, reached: &mut Vec<Place>) {
        for (down, right) in NEIGHBOURS {
            let over = (from.0 + down, from.1 + right);
            let landing = (over.0 + down, over.1 + right);
            let allowed = taken.at(over)
                && self.is_free(taken, landing)
                && (!self.rules.locked_landings || self.unlocked(seat, from, landing))
                && (self.rules.foreign_transit || !self.is_foreign(seat, landing));
            if allowed && !reached.contains(&landing) {
                reached.push(landing);
                self.hop(seat, taken, landing, reached);
            }
        }
    }

    fn is_free(&self, taken: &Matrix<bool>, place: Place) -> bool {
        self.points.at(place).is_some() && !taken.at(place)
    }

    fn destinations(&self, player: usize, taken: &mut Matrix<bool>, from: Place) -> Vec<Place> {
        let seat = self.seats[player];
        taken.set(from, false);
        let mut reached = vec![from];
        self.hop(seat, taken, from, &mut reached);
        for (down, right) in NEIGHBOURS {
            let next = (from.0 + down, from.1 + right);
            if self.is_free(taken, next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
        taken.set(from, true);
        let allowed = |to: &Place| {
            *to != from
                && (!self.rules.locked || self.unlocked(seat, from, *to))
                && (self.rules.foreign_rest || !self.is_foreign(seat, *to))
        };
        reached.into_iter().filter(allowed).collect()
    }

    fn has_won(&self, player: usize, pieces: &Pieces) -> bool {
        let goal = opposite(self.seats[player]);
        let inside = |pieces: &[Place]| pieces.iter().filter(|place| self.point(**place) == goal).count();
        let own = inside(&pieces[player]);
        if self.rules.fill {
            own > 0 && pieces.iter().map(|pieces| inside(pieces)).sum::<usize>() == pieces[player].len()
        } else {
            own == pieces[player].len()
        }
    }

    /// All positions after a move of `player`; the same one if nothing can move but somebody else can.
    fn successors(&self, player: usize, pieces: &Pieces) -> Vec<Pieces> {
        if (0..self.seats.len()).any(|player| self.has_won(player, pieces)) {
            return Vec::new();
        }
        let mut taken = Matrix([[false; 32]; 24]);
        pieces.iter().flatten().for_each(|place| taken.set(*place, true));
        let mut after = Vec::new();
        for (number, from) in pieces[player].iter().enumerate() {
            for to in self.destinations(player, &mut taken, *from) {
                let mut moved = pieces.clone();
                moved[player][number] = to;
                moved[player].sort_unstable();
                after.push(moved);
            }
        }
        let mut moves = |player: usize| {
            pieces[player].iter().any(|from| !self.destinations(player, &mut taken, *from).is_empty())
        };
        if after.is_empty() && (0..self.seats.len()).any(&mut moves) {
            after.push(pieces.clone());
        }
        after
    }

    /// The start alone.
    pub(crate) fn layer(self) -> Layer {
        let home = |seat: &u8| {
            self.holes.iter().copied().filter(|place| self.point(*place) == *seat).collect::<Vec<_>>()
        };
        let start: Pieces = self.seats.iter().map(home).collect();
        Layer { positions: HashMap::from([(packed(&start), 1)]), drawn: Rc::new(self), player: 0 }
    }
}

/// All positions after some plies, with the number of ways to each.
pub(crate) struct Layer {
    drawn: Rc<Drawn>,
    player: usize,
    /// Packed, since there are millions.
    positions: HashMap<Box<[u8]>, u64>,
}

/// The places of all pieces, two numbers each.
fn packed(pieces: &Pieces) -> Box<[u8]> {
    pieces.iter().flatten().flat_map(|(row, column)| [*row as u8, *column as u8]).collect()
}

impl Layer {
    fn unpacked(&self, packed: &[u8]) -> Pieces {
        let each = packed.len() / 2 / self.drawn.seats.len();
        let places: Vec<Place> =
            packed.chunks(2).map(|place| (i32::from(place[0]), i32::from(place[1]))).collect();
        places.chunks(each).map(<[Place]>::to_vec).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// How many ways of playing lead here.
    pub(crate) fn ways(&self) -> u64 {
        self.positions.values().sum()
    }

    /// How many ways there are with one move more.
    pub(crate) fn moves(&self) -> u64 {
        let successors = |position: &[u8]| self.drawn.successors(self.player, &self.unpacked(position)).len();
        self.positions.iter().map(|(position, ways)| ways * successors(position) as u64).sum()
    }

    /// All positions one ply later.
    pub(crate) fn next(&self) -> Layer {
        let mut positions = HashMap::new();
        for (position, ways) in &self.positions {
            for after in self.drawn.successors(self.player, &self.unpacked(position)) {
                *positions.entry(packed(&after)).or_insert(0) += ways;
            }
        }
        let player = (self.player + 1) % self.drawn.seats.len();
        Layer { drawn: Rc::clone(&self.drawn), player, positions }
    }
}
