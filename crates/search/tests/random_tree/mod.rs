//! A game that is a random tree, for two to six players: everything that can happen to a search happens in it.
//!
//! Moves, results, guesses and turns are drawn from a hash of the moves so far. Results include shared first
//! places, some positions have no moves, some players move twice in a row, and guesses are coarse so that ties
//! are frequent.

use mossa_game::{
    Evaluate, Flow, Game, Move, MoveSink, Outcome, Player, Shares, Symmetric, Tactics, Term, Turns, Value,
};

#[derive(Debug)]
pub(crate) struct RandomTree {
    pub(crate) players: usize,
    pub(crate) seed: u64,
    /// The game is over after so many plies.
    pub(crate) height: u8,
    /// The most moves of a position.
    pub(crate) width: u8,
    /// Whether games may end before that, by a result or for lack of moves.
    pub(crate) ends_early: bool,
    /// Whether a player may move twice in a row.
    pub(crate) irregular: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    path: u64,
    ply: u8,
    mover: Player,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Branch(pub(crate) u8);

impl Move for Branch {
    fn pack(self) -> u32 {
        u32::from(self.0)
    }
    fn unpack(bits: u32) -> Branch {
        Branch(bits as u8)
    }
}

/// The finaliser of SplitMix64.
pub(crate) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl RandomTree {
    fn draw(&self, place: &Place, purpose: u64, below: u64) -> u64 {
        mix(place.path ^ mix(purpose)) % below
    }

    /// Any set of players in first place.
    fn result_of(&self, place: &Place) -> Outcome {
        let all = (1 << self.players) - 1;
        let mut first = 1 + self.draw(place, 1, all);
        if self.draw(place, 2, 3) > 0 {
            first = 1 << self.draw(place, 3, self.players as u64);
        }
        let places: Vec<u8> =
            (0..self.players).map(|seat| if first >> seat & 1 == 1 { 1 } else { 2 }).collect();
        // Without anybody in second place, everybody is in the first.
        Outcome::from_places(&places).unwrap_or(Outcome::draw(self.players))
    }
}

impl Game for RandomTree {
    type Position = Place;
    type Move = Branch;
    type Undo = Place;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Place {
        Place { path: mix(self.seed), ply: 0, mover: Player::FIRST }
    }

    fn to_move(&self, place: &Place) -> Player {
        place.mover
    }

    fn outcome(&self, place: &Place) -> Option<Outcome> {
        let over =
            place.ply == self.height || self.ends_early && place.ply > 0 && self.draw(place, 4, 8) == 0;
        over.then(|| self.result_of(place))
    }

    fn without_moves(&self, place: &Place) -> Outcome {
        self.result_of(place)
    }

    fn moves(&self, place: &Place, sink: &mut impl MoveSink<Branch>) -> Flow {
        if self.outcome(place).is_some() {
            return Flow::Continue(());
        }
        let stuck = self.draw(place, 5 + 100 * place.mover.index() as u64, 12) == 0;
        let none = self.ends_early && place.ply > 0 && stuck;
        let count = if none { 0 } else { 1 + self.draw(place, 6, u64::from(self.width)) as u8 };
        // Players have different moves, so that a search that mixes them up is found out.
        let offset = self.width * place.mover.index() as u8;
        (0..count).try_for_each(|branch| sink.push(Branch(offset + branch)))
    }

    fn most_moves(&self) -> usize {
        usize::from(self.width)
    }

    fn play(&self, place: &mut Place, m: Branch) -> Place {
        let before = *place;
        place.path = mix(place.path ^ mix(u64::from(m.0) + 1000));
        place.ply += 1;
        if !self.irregular || self.draw(place, 7, 4) > 0 {
            place.mover = place.mover.next(self.players);
        }
        before
    }

    fn undo(&self, place: &mut Place, _: Branch, before: Place) {
        *place = before;
    }

    fn key(&self, place: &Place) -> u64 {
        mix(place.path ^ mix(place.mover.index() as u64))
    }

    fn recomputed_key(&self, place: &Place) -> u64 {
        self.key(place)
    }
}

impl Turns for RandomTree {
    fn hand_turn(&self, place: &mut Place, player: Player) {
        assert!(self.outcome(place).is_none(), "nobody has a turn after the end");
        place.mover = player;
    }
}

impl Symmetric for RandomTree {}

impl Tactics for RandomTree {
    type Node = ();
    const LATE_MOVE_REDUCTIONS: bool = false;
    const ALTERNATES: bool = false;

    fn node(&self, _: &Place) {}

    fn order(&self, place: &Place, (): &(), m: Branch) -> i32 {
        (mix(place.path ^ u64::from(m.0)) % 3) as i32
    }

    fn history_slots(&self) -> usize {
        256
    }

    fn history_slot(&self, _: &Place, m: Branch) -> usize {
        usize::from(m.0)
    }
}

/// Coarse guesses; the state is the number of plies, to see that it is kept.
pub(crate) struct Coarse;

impl Evaluate<RandomTree> for Coarse {
    type State = u32;

    fn fresh(&self, _: &RandomTree, place: &Place) -> u32 {
        u32::from(place.ply)
    }

    fn play(&self, _: &RandomTree, _: &Place, _: Branch, state: &mut u32) {
        *state += 1;
    }

    fn undo(&self, _: &RandomTree, _: &Place, _: Branch, state: &mut u32) {
        *state -= 1;
    }

    fn value(&self, game: &RandomTree, place: &Place, state: &u32) -> Value {
        assert_eq!(*state, u32::from(place.ply), "the state belongs to another position");
        Value::guess(game.draw(place, 8, 9) as i32 - 4)
    }

    fn shares(&self, game: &RandomTree, place: &Place, state: &u32) -> Shares {
        if game.players == 2 {
            return Shares::of_two(place.mover, self.value(game, place, state));
        }
        assert_eq!(*state, u32::from(place.ply), "the state belongs to another position");
        let weights: Vec<i64> =
            (0..game.players as u64).map(|seat| game.draw(place, 20 + seat, 3) as i64).collect();
        Shares::guess(&weights)
    }

    fn explain(&self, _: &RandomTree, _: &Place) -> Vec<Term> {
        Vec::new()
    }
}
