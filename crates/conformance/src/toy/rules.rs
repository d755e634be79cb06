//! The rules of Nim.

use mossa_game::{Flow, Game, InputError, InputKind, MAX_PLAYERS, MoveSink, Outcome, Player, Turns};

use super::position::{MAX_HEAPS, MAX_STONES, Position, Take};

/// Nim with its options chosen.
#[derive(Clone, Debug)]
pub struct Nim {
    pub(super) start: Vec<u8>,
    pub(super) players: usize,
    /// How many stones may be taken at once: all of a heap, unless an option says less.
    pub(super) most: u8,
    keys: Keys,
}

impl Nim {
    /// Nim with one to eight `heaps` of 1 to 15 stones, for 2 to 6 `players`, who may take at most `most` stones at once.
    pub fn new(heaps: &[u8], players: usize, most: Option<u8>) -> Result<Nim, InputError> {
        let most = most.unwrap_or(MAX_STONES);
        let bad =
            |problem: String, expected: &str| Err(InputError::new(InputKind::Options, problem, expected));
        if !(1..=MAX_HEAPS).contains(&heaps.len()) {
            return bad(format!("nim: {} heaps", heaps.len()), "1 to 8 heaps");
        }
        if let Some(heap) = heaps.iter().find(|heap| !(1..=MAX_STONES).contains(heap)) {
            return bad(format!("nim: a heap of {heap}"), "heaps of 1 to 15 stones");
        }
        if !(2..=MAX_PLAYERS).contains(&players) {
            return bad(format!("nim: players={players}"), "2 to 6");
        }
        if !(1..=MAX_STONES).contains(&most) {
            return bad(format!("nim: most={most}"), "1 to 15");
        }
        Ok(Nim { start: heaps.to_vec(), players, most, keys: Keys::new() })
    }

    /// The position with these heaps; its key is computed here.
    pub(super) fn position(&self, heaps: [u8; MAX_HEAPS], mover: Player) -> Position {
        Position { heaps, mover, key: self.keys.of(&heaps, mover) }
    }

    /// No heap is ever higher than the highest at the start.
    pub(super) fn highest(&self) -> u8 {
        self.start.iter().copied().max().unwrap_or(0)
    }

    /// Hands the moves of `heap` to `sink`.
    pub(super) fn takes(&self, position: &Position, heap: usize, sink: &mut impl MoveSink<Take>) -> Flow {
        let most = position.heaps[heap].min(self.most);
        (1..=most).try_for_each(|stones| sink.push(Take { heap: heap as u8, stones }))
    }

    fn change_heap(&self, position: &mut Position, heap: usize, stones: u8) {
        let keys = &self.keys.heaps[heap];
        position.key ^= keys[position.heaps[heap] as usize] ^ keys[stones as usize];
        position.heaps[heap] = stones;
    }

    fn change_mover(&self, position: &mut Position, mover: Player) {
        position.key ^= self.keys.mover[position.mover.index()] ^ self.keys.mover[mover.index()];
        position.mover = mover;
    }

    fn previous(&self, player: Player) -> Player {
        Player::new((player.index() + self.players - 1) % self.players)
    }
}

impl Game for Nim {
    type Position = Position;
    type Move = Take;
    type Undo = ();

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Position {
        let mut heaps = [0; MAX_HEAPS];
        heaps[..self.start.len()].copy_from_slice(&self.start);
        self.position(heaps, Player::FIRST)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    /// Without stones, whoever moved last took the last of them.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let empty = position.heaps == [0; MAX_HEAPS];
        empty.then(|| Outcome::win(self.previous(position.mover), self.players))
    }

    fn moves(&self, position: &Position, sink: &mut impl MoveSink<Take>) -> Flow {
        (0..self.start.len()).try_for_each(|heap| self.takes(position, heap, sink))
    }

    fn most_moves(&self) -> usize {
        self.start.len() * usize::from(self.highest().min(self.most))
    }

    fn play(&self, position: &mut Position, m: Take) {
        let heap = m.heap as usize;
        self.change_heap(position, heap, position.heaps[heap] - m.stones);
        self.change_mover(position, position.mover.next(self.players));
    }

    fn undo(&self, position: &mut Position, m: Take, (): ()) {
        let heap = m.heap as usize;
        self.change_heap(position, heap, position.heaps[heap] + m.stones);
        self.change_mover(position, self.previous(position.mover));
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn recomputed_key(&self, position: &Position) -> u64 {
        self.keys.of(&position.heaps, position.mover)
    }
}

impl Turns for Nim {
    fn hand_turn(&self, position: &mut Position, player: Player) {
        self.change_mover(position, player);
    }
}

/// Zobrist's random numbers: one for each height of each heap and for each player to move. A key is their exclusive or.
#[derive(Clone, Debug)]
struct Keys {
    heaps: [[u64; MAX_STONES as usize + 1]; MAX_HEAPS],
    mover: [u64; MAX_PLAYERS],
}

impl Keys {
    fn new() -> Keys {
        let mut random = SplitMix64(0x6d6f_7373_612d_6e69); // "mossa-ni"; any seed does
        Keys {
            heaps: std::array::from_fn(|_| std::array::from_fn(|_| random.next())),
            mover: std::array::from_fn(|_| random.next()),
        }
    }

    fn of(&self, heaps: &[u8; MAX_HEAPS], mover: Player) -> u64 {
        let heaps = heaps.iter().zip(&self.heaps).map(|(&stones, keys)| keys[stones as usize]);
        heaps.fold(self.mover[mover.index()], |key, heap| key ^ heap)
    }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
