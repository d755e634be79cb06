//! What all positions of a game share: holes and their neighbours, seats, hashing keys.

use mossa_game::{MAX_PLAYERS, Player};

use crate::holes::Holes;
use crate::hops::Bmi2;
use crate::profile::{Goal, Lock, Profile};
use crate::rules::Walk;
use crate::setup::Setup;
use crate::shape::{DIRECTIONS, Place, Point, Shape};
use crate::shares::{Costs, cost};
use crate::symmetry::Turn;
use crate::worth::{Weights, Worth, Worths};

/// A hole, by number: row by row from above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(pub u8);

impl Hole {
    /// No hole: beyond the edge.
    pub const NONE: Hole = Hole(u8::MAX);

    /// The number, as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a player's pieces may do, as sets of holes.
#[derive(Clone, Copy, Debug)]
pub struct Rights<const W: usize> {
    /// Where they begin.
    pub home: Holes<W>,
    /// Where they go.
    pub goal: Holes<W>,
    /// Where a move may end, as far as that does not depend on where it began.
    pub rest: Holes<W>,
    /// Where a chain may land on its way.
    pub landing: Holes<W>,
    /// Where a hop may land at all: on its way or at its end.
    ground: Holes<W>,
}

/// The neighbours of a hole, and where hops over them land.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// The next hole in each direction.
    pub next: [Hole; 6],
    /// The one behind it.
    pub behind: [Hole; 6],
}

/// What a piece of one player may do in one hole, forth or back, as sets of holes. On the star of ten pieces it fills a
/// cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Reach<const W: usize> {
    /// The neighbours.
    pub near: Holes<W>,
    /// The hops that may begin here, or go on.
    pub hops: Hops<W>,
    /// Where a move that begins here may end.
    pub ends: Holes<W>,
}

/// Hops from a hole, over its neighbours to the holes right behind them. Holes are numbered row by row, and directions that
/// lead to an earlier neighbour lead to an earlier landing: the first of `over` belongs to the first of `landings`, the
/// second to the second, and so on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hops<const W: usize> {
    /// The neighbours, over which a hop goes if there are pieces.
    pub over: Holes<W>,
    /// The holes behind them.
    pub landings: Holes<W>,
}

/// What all positions of a game share.
#[derive(Debug)]
pub struct Board<const W: usize> {
    /// The geometry.
    pub shape: Shape,
    /// How many play.
    pub players: usize,
    /// How many pieces each has.
    pub pieces: usize,
    /// The rules.
    pub profile: Profile,
    /// After so many plies the game is drawn, if ever.
    pub plies: Option<u16>,
    /// When a position comes for this time the game is drawn, if ever.
    pub repetitions: Option<u8>,
    pub(crate) places: Vec<Place>,
    pub(crate) ways: Vec<Ways>,
    pub(crate) rights: [Rights<W>; MAX_PLAYERS],
    /// For each player and hole, where pieces may go from there.
    pub(crate) forth: [Vec<Reach<W>>; MAX_PLAYERS],
    /// For each player and hole, where pieces may have come from.
    pub(crate) back: [Vec<Reach<W>>; MAX_PLAYERS],
    /// The processor's own way to find hops, if it has one.
    pub(crate) bmi2: Option<Bmi2>,
    /// For each player and hole, how many steps there are to the tip of the goal.
    pub(crate) distances: Vec<[u8; MAX_PLAYERS]>,
    /// For each hole and player, what a piece is worth there.
    worths: Worths,
    /// Where the players sit.
    seats: [Point; MAX_PLAYERS],
    /// What the evaluation of two players weighs.
    pub(crate) weights: Weights,
    /// For each player and hole, the holes that are not much worse; where more than two play, not further from the goal.
    pub(crate) onward: [Vec<Holes<W>>; MAX_PLAYERS],
    /// For each player and hole, what a piece there costs where more than two play.
    pub(crate) costs: Vec<Costs>,
    /// The symmetries, the identity first.
    pub(crate) turns: Vec<Turn>,
    /// For each hole and player the key of a piece there, under each symmetry.
    piece_keys: Vec<[Keys; MAX_PLAYERS]>,
    /// For each player the key of the turn, under each symmetry.
    pub(crate) turn_keys: [Keys; MAX_PLAYERS],
    /// For each player the keys of the own turn and the next one's together.
    pub(crate) next_turn_keys: [Keys; MAX_PLAYERS],
    /// The key of a number of plies that are left, to be multiplied with it.
    pub(crate) plies_key: u64,
}

/// One key for each symmetry: a star has six at most that respect the order of turns.
pub type Keys = [u64; 6];

impl<const W: usize> Board<W> {
    /// The board of a game, if so many can sit around it, and `W` words hold it.
    pub fn new(setup: &Setup) -> Option<Board<W>> {
        Board::weighing(setup, Weights::PLAYED)
    }

    /// The same with an evaluation of other weights.
    pub fn weighing(setup: &Setup, weights: Weights) -> Option<Board<W>> {
        let Setup { shape, players, profile, plies, repetitions } = *setup;
        let seats = setup.seats()?;
        let places = shape.places();
        if places.len() > 64 * W {
            return None;
        }
        let hole_at = |row: i32, column: i32| {
            let place = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
            places.binary_search(&place).ok().map(|index| Hole(index as u8))
        };
        let way = |place: &Place, steps: i32| {
            DIRECTIONS.map(|(down, right)| {
                hole_at(place.0 as i32 + steps * down, place.1 as i32 + steps * right).unwrap_or(Hole::NONE)
            })
        };
        let ways: Vec<Ways> =
            places.iter().map(|place| Ways { next: way(place, 1), behind: way(place, 2) }).collect();
        // Nobody sits in the seats behind the last player; their rights are those of the first.
        let point = |player: usize| Point(seats[if player < players { player } else { 0 }]);
        let rights: [Rights<W>; MAX_PLAYERS] =
            std::array::from_fn(|player| rights(shape, &places, point(player), &profile));
        let forth = rights.each_ref().map(|rights| forth(&ways, rights, &profile));
        let back = rights.each_ref().map(|rights| back(&ways, rights, &profile));
        let seats_of_players = std::array::from_fn(point);
        let worths: Worths = places
            .iter()
            .map(|place| seats_of_players.map(|seat| Worth::new(shape, *place, seat, &weights).sum()))
            .collect();
        let distance =
            |place: &Place, player: usize| shape.distance(*place, shape.tip(point(player).opposite()));
        let onward = std::array::from_fn(|player| {
            let steps = |hole: Hole| -(distance(&places[hole.index()], player) as i32);
            let worth = |hole: Hole| worths[hole.index()][player];
            if players == 2 {
                onward(ways.len(), worth, weights.backward)
            } else {
                onward(ways.len(), steps, 0)
            }
        });
        let distances =
            places.iter().map(|place| std::array::from_fn(|player| distance(place, player) as u8)).collect();
        let costs = places.iter().map(|place| {
            std::array::from_fn(|player| cost(shape, *place, shape.tip(point(player).opposite())))
        });
        let costs = costs.collect();
        let turns = Turn::all(shape, seats, &places);
        let mut random = SplitMix(0x4D6F_7373_6143_6865);
        let base: Vec<[u64; MAX_PLAYERS]> =
            places.iter().map(|_| std::array::from_fn(|_| random.next())).collect();
        let base_turns: [u64; MAX_PLAYERS] = std::array::from_fn(|_| random.next());
        let under = |of: &dyn Fn(&Turn) -> u64| -> Keys {
            std::array::from_fn(|symmetry| turns.get(symmetry).map_or(0, of))
        };
        let piece_keys = (0..places.len())
            .map(|hole| {
                std::array::from_fn(|player| {
                    under(&|turn| base[turn.holes[hole].index()][turn.players[player].index()])
                })
            })
            .collect();
        let turn_keys: [Keys; MAX_PLAYERS] =
            std::array::from_fn(|player| under(&|turn: &Turn| base_turns[turn.players[player].index()]));
        let next_turn_keys = std::array::from_fn(|player| {
            std::array::from_fn(|key| turn_keys[player][key] ^ turn_keys[(player + 1) % players][key])
        });
        Some(Board {
            shape,
            players,
            pieces: shape.pieces(),
            profile,
            plies,
            repetitions,
            ways,
            rights,
            forth,
            back,
            bmi2: Bmi2::available(),
            distances,
            worths,
            seats: seats_of_players,
            weights,
            onward,
            costs,
            piece_keys,
            turn_keys,
            next_turn_keys,
            plies_key: random.next() | 1,
            turns,
            places,
        })
    }

    /// How many holes there are.
    #[inline]
    pub fn holes(&self) -> usize {
        self.places.len()
    }

    /// The row and the column of a hole.
    pub fn place(&self, hole: Hole) -> Place {
        self.places[hole.index()]
    }

    /// The hole at a place, if there is one.
    pub fn hole(&self, place: Place) -> Option<Hole> {
        self.places.binary_search(&place).ok().map(|index| Hole(index as u8))
    }

    /// What the pieces of `player` may do.
    #[inline]
    pub fn rights(&self, player: Player) -> &Rights<W> {
        &self.rights[player.index()]
    }

    /// Whether `player` with these pieces has won.
    #[inline]
    pub fn has_won(&self, pieces: &Holes<W>, occupied: &Holes<W>, player: Player) -> bool {
        let goal = &self.rights(player).goal;
        match self.profile.goal {
            Goal::All => pieces.is_within(goal),
            Goal::Fill => goal.is_within(occupied) && pieces.meets(goal),
        }
    }

    /// How many steps it is from a hole to the tip of a player's goal.
    #[inline]
    pub fn distance(&self, hole: Hole, player: Player) -> i32 {
        self.distances[hole.index()][player.index()].into()
    }

    /// What a piece of `player` is worth in a hole.
    #[inline]
    pub(crate) fn worth(&self, hole: Hole, player: Player) -> i32 {
        self.worths[hole.index()][player.index()]
    }

    /// What a move of `player` gains.
    #[inline]
    pub(crate) fn gain(&self, walk: Walk, player: Player) -> i32 {
        self.worth(walk.to, player) - self.worth(walk.from, player)
    }

    /// What a piece of `player` is worth in a hole, part by part.
    pub(crate) fn parts_of_worth(&self, hole: Hole, player: Player) -> Worth {
        Worth::new(self.shape, self.places[hole.index()], self.seats[player.index()], &self.weights)
    }

    /// The keys of a piece under all symmetries.
    #[inline]
    pub(crate) fn piece_keys(&self, hole: Hole, player: Player) -> &Keys {
        &self.piece_keys[hole.index()][player.index()]
    }
}

fn rights<const W: usize>(shape: Shape, places: &[Place], home: Point, profile: &Profile) -> Rights<W> {
    let holes = |wanted: &dyn Fn(Option<Point>) -> bool| {
        let inside = places.iter().enumerate().filter(|(_, place)| wanted(shape.point(**place)));
        Holes::of(inside.map(|(hole, _)| Hole(hole as u8)))
    };
    let own = holes(&|point| point.is_none_or(|point| point == home || point == home.opposite()));
    let all = holes(&|_| true);
    let (rest, landing) = (if profile.rest { all } else { own }, if profile.transit { all } else { own });
    Rights {
        home: holes(&|point| point == Some(home)),
        goal: holes(&|point| point == Some(home.opposite())),
        rest,
        landing,
        ground: rest.with(&landing),
    }
}

/// Where pieces may go from each hole.
fn forth<const W: usize>(ways: &[Ways], rights: &Rights<W>, profile: &Profile) -> Vec<Reach<W>> {
    let lands = |from: Hole, to: Hole| rights.landings(profile, from).contains(to);
    let reach =
        |from: Hole| Reach::new(&ways[from.index()], rights.ends(profile, from), |to| lands(from, to));
    holes(ways.len()).map(reach).collect()
}

/// Where pieces may have come from to each hole.
fn back<const W: usize>(ways: &[Ways], rights: &Rights<W>, profile: &Profile) -> Vec<Reach<W>> {
    let came = |from: Hole, to: Hole| rights.landings(profile, from).contains(to);
    let starts =
        |to: Hole| Holes::of(holes(ways.len()).filter(|from| rights.ends(profile, *from).contains(to)));
    let reach = |to: Hole| Reach::new(&ways[to.index()], starts(to), |from| came(from, to));
    holes(ways.len()).map(reach).collect()
}

/// All of so many holes.
fn holes(count: usize) -> impl Iterator<Item = Hole> {
    (0..count).map(|hole| Hole(hole as u8))
}

impl<const W: usize> Reach<W> {
    fn new(ways: &Ways, ends: Holes<W>, lands: impl Fn(Hole) -> bool) -> Reach<W> {
        let hops = || ways.next.into_iter().zip(ways.behind);
        let allowed = || hops().filter(|(_, landing)| *landing != Hole::NONE && lands(*landing));
        Reach {
            near: Holes::of(ways.next.into_iter().filter(|next| *next != Hole::NONE)),
            hops: Hops {
                over: Holes::of(allowed().map(|(over, _)| over)),
                landings: Holes::of(allowed().map(|(_, landing)| landing)),
            },
            ends,
        }
    }
}

/// For each hole those that are not worse by more than `backward`.
fn onward<const W: usize>(count: usize, worth: impl Fn(Hole) -> i32, backward: i32) -> Vec<Holes<W>> {
    let kept =
        |from: Hole| holes(count).filter(|to| worth(*to) >= worth(from) - backward).collect::<Vec<_>>();
    holes(count).map(|from| Holes::of(kept(from))).collect()
}

impl<const W: usize> Rights<W> {
    /// Where a move that begins on `from` may end.
    #[inline]
    pub fn ends(&self, profile: &Profile, from: Hole) -> Holes<W> {
        self.limited(self.rest, profile.goal_lock != Lock::No, profile.home_lock != Lock::No, from)
    }

    /// Where a chain that is on `from` may land next, be it to hop on or to stay.
    #[inline]
    pub fn landings(&self, profile: &Profile, from: Hole) -> Holes<W> {
        let (goal, home) = (profile.goal_lock == Lock::Landings, profile.home_lock == Lock::Landings);
        self.limited(self.ground, goal, home, from)
    }

    #[inline]
    fn limited(&self, holes: Holes<W>, goal_lock: bool, home_lock: bool, from: Hole) -> Holes<W> {
        let mut holes = holes;
        if goal_lock && self.goal.contains(from) {
            holes = holes.among(&self.goal);
        }
        if home_lock && !self.home.contains(from) {
            holes = holes.without(&self.home);
        }
        holes
    }
}

/// Numbers without a pattern (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
