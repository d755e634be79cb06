//! A game without rhyme or reason: every position has random moves, a random evaluation, random noise, and passing
//! leads somewhere else entirely. Everything that a search guesses here is wrong as often as right.

use mossa_game::{Evaluate, Flow, Game, Move, MoveSink, Outcome, Player, Symmetric, Tactics, Term, Value};

/// The random game of a seed.
pub(crate) struct Wild {
    pub(crate) seed: u64,
    /// The game is over after so many plies, or sooner.
    pub(crate) plies: u32,
    /// The most moves of a position.
    pub(crate) most_moves: u64,
    /// Whether the search is told when the game ends.
    pub(crate) tells_end: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    path: u64,
    ply: u32,
    to_move: Player,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Branch(u32);

impl Move for Branch {
    fn pack(self) -> u32 {
        self.0
    }
    fn unpack(bits: u32) -> Branch {
        Branch(bits)
    }
}

/// SplitMix64's finaliser: every bit depends on every other.
fn mix(a: u64, b: u64) -> u64 {
    let z = a.wrapping_add(b.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Wild {
    /// A random number from 0 to `below` - 1 that belongs to the position and the question.
    fn chance(&self, place: &Place, question: u64, below: u64) -> u64 {
        mix(mix(self.key(place), self.seed), question) % below
    }
}

impl Game for Wild {
    type Position = Place;
    type Move = Branch;
    type Undo = Place;

    fn start(&self) -> Place {
        Place { path: self.seed, ply: 0, to_move: Player::FIRST }
    }
    fn to_move(&self, place: &Place) -> Player {
        place.to_move
    }
    fn outcome(&self, place: &Place) -> Option<Outcome> {
        // Some games are long and fair; in others most moves lose, or draw, at once, so that many in a row do.
        let (short, draws, wins) = [(2, 1, 1), (2, 10, 1), (8, 4, 4)][self.seed as usize % 3];
        let ends = place.ply >= self.plies || (place.ply > 1 && self.chance(place, 1, short) == 0);
        ends.then(|| match self.chance(place, 2, 12) {
            roll if roll < draws => Outcome::draw(2),
            roll if roll < draws + wins => Outcome::win(place.to_move.opponent(), 2),
            _ => Outcome::win(place.to_move, 2),
        })
    }
    fn moves(&self, place: &Place, sink: &mut impl MoveSink<Branch>) -> Flow {
        if self.outcome(place).is_some() {
            return Flow::Continue(());
        }
        (0..1 + self.chance(place, 3, self.most_moves) as u32).try_for_each(|m| sink.push(Branch(m)))
    }
    fn most_moves(&self) -> usize {
        self.most_moves as usize
    }
    fn play(&self, place: &mut Place, m: Branch) -> Place {
        let next = Place {
            path: mix(place.path, m.0.into()),
            ply: place.ply + 1,
            to_move: place.to_move.opponent(),
        };
        std::mem::replace(place, next)
    }
    fn undo(&self, place: &mut Place, _: Branch, undo: Place) {
        *place = undo;
    }
    fn key(&self, place: &Place) -> u64 {
        mix(place.path, u64::from(place.ply) * 2 + place.to_move.index() as u64)
    }
    fn recomputed_key(&self, place: &Place) -> u64 {
        self.key(place)
    }
}

impl Symmetric for Wild {}

impl Tactics for Wild {
    type Node = ();

    const QUIESCENCE: bool = true;
    const NULL_MOVE: bool = true;
    const REVERSE_FUTILITY: bool = true;
    const LATE_MOVE_PRUNING: bool = true;
    const SINGULAR_EXTENSIONS: bool = true;
    const ASSESSMENT: bool = true;
    const EXCHANGES: bool = true;
    const CORRECTIONS: usize = 2;
    const ANSWERS_ALL: bool = true;
    const MARGIN: i32 = 10;

    fn node(&self, _: &Place) {}
    fn plies_left(&self, place: &Place) -> Option<u32> {
        self.tells_end.then(|| self.plies - place.ply)
    }
    fn is_quiet(&self, place: &Place, (): &()) -> bool {
        self.chance(place, 4, 4) > 0
    }
    fn is_noisy(&self, place: &Place, (): &(), m: Branch) -> bool {
        self.chance(place, 5 + u64::from(m.0), 5) == 0
    }
    fn noisy_moves(&self, place: &Place, (): &(), sink: &mut impl MoveSink<Branch>) -> Flow {
        let quiet = self.is_quiet(place, &());
        self.legal_moves(place)
            .into_iter()
            .filter(|m| !quiet || self.is_noisy(place, &(), *m))
            .try_for_each(|m| sink.push(m))
    }
    fn order(&self, place: &Place, (): &(), m: Branch) -> i32 {
        self.chance(place, 40 + u64::from(m.0), 1000) as i32
    }
    fn extends(&self, place: &Place, (): &(), m: Branch) -> bool {
        self.chance(place, 80 + u64::from(m.0), 10) == 0
    }
    fn order_again(&self, place: &Place, m: Branch, score: i32) -> i32 {
        if score > 500 && self.chance(place, 120 + u64::from(m.0), 4) == 0 { score - 2000 } else { score }
    }
    fn is_forcing(&self, place: &Place, m: Branch) -> bool {
        self.chance(place, 160 + u64::from(m.0), 8) == 0
    }
    fn exchange_reaches(&self, place: &Place, m: Branch, least: i32) -> bool {
        self.gain(place, m) >= least + self.chance(place, 200 + u64::from(m.0), 40) as i32
    }
    fn gain(&self, place: &Place, m: Branch) -> i32 {
        self.chance(place, 240 + u64::from(m.0), 100) as i32 - 50
    }
    fn correction_key(&self, place: &Place, which: usize) -> u64 {
        self.chance(place, 280 + which as u64, 10)
    }
    fn may_pass(&self, place: &Place) -> bool {
        self.chance(place, 290, 8) > 0
    }
    fn history_slots(&self) -> usize {
        self.most_moves as usize
    }
    fn history_slot(&self, _: &Place, m: Branch) -> usize {
        m.0 as usize
    }
    fn pass(&self, place: &mut Place) {
        place.to_move = place.to_move.opponent();
    }
    fn undo_pass(&self, place: &mut Place) {
        place.to_move = place.to_move.opponent();
    }
}

pub(crate) struct Whim;

impl Evaluate<Wild> for Whim {
    type State = ();

    fn fresh(&self, _: &Wild, _: &Place) {}
    fn value(&self, game: &Wild, place: &Place, (): &()) -> Value {
        Value::guess(game.chance(place, 120, 101) as i32 - 50)
    }
    fn explain(&self, _: &Wild, _: &Place) -> Vec<Term> {
        Vec::new()
    }
}
