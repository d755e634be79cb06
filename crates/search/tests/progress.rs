//! A game that a clock draws if nobody makes progress. Keys do not know the clock, so a table that were trusted blindly would
//! promise wins that come too late, and draws where there is still time.

#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "other tests use the rest")]
mod random_tree;

use std::collections::HashMap;

use mossa_game::{
    Assessment, Evaluate, Flow, Game, Move, MoveSink, Outcome, Player, Symmetric, Tactics, Term, Value,
    Verdict,
};
use mossa_search::{Limits, LineValue, Request, StopSignal, Table, alphabeta};
use random_tree::mix;

/// So many places are on a floor, one behind the other. Nothing leads up again.
const PLACES: u64 = 42;
const FLOORS: u64 = 2;
/// Below the last floor: whoever is to move has lost.
const CELLAR: u64 = PLACES * FLOORS;

/// A house of a seed: floors with stairs down at their ends, and doors that lead anywhere on the same floor.
struct House {
    seed: u64,
    /// After so many plies without stairs the game is drawn.
    patience: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Stand {
    place: u64,
    to_move: Player,
    clock: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Way(u32);

impl Move for Way {
    fn pack(self) -> u32 {
        self.0
    }
    fn unpack(bits: u32) -> Way {
        Way(bits)
    }
}

impl House {
    fn chance(&self, stand: &Stand, question: u64, below: u64) -> u64 {
        mix(mix(mix(self.seed) ^ stand.place) ^ (question * 2 + stand.to_move.index() as u64)) % below
    }

    /// Where a way leads, and whether it is a stair. The first goes on, the second is a door.
    fn target(&self, stand: &Stand, way: Way) -> (u64, bool) {
        let floor = stand.place / PLACES;
        if way.0 == 0 {
            return (stand.place + 1, stand.place % PLACES + 1 == PLACES);
        }
        (floor * PLACES + self.chance(stand, 1, PLACES), false)
    }

    /// The value by plain minimax that knows the clock.
    fn truth(&self, stand: Stand, known: &mut HashMap<Stand, Value>) -> Value {
        if let Some(value) = known.get(&stand) {
            return *value;
        }
        let value = match self.outcome(&stand) {
            Some(outcome) => Value::proven(outcome.verdict(stand.to_move), 0),
            None => {
                let values = self.legal_moves(&stand).into_iter().map(|way| {
                    let mut next = stand;
                    self.play(&mut next, way);
                    -self.truth(next, known).delayed(1)
                });
                values.max().unwrap()
            }
        };
        known.insert(stand, value);
        value
    }
}

impl Game for House {
    type Position = Stand;
    type Move = Way;
    type Undo = Stand;

    fn start(&self) -> Stand {
        Stand { place: 0, to_move: Player::FIRST, clock: 0 }
    }
    fn to_move(&self, stand: &Stand) -> Player {
        stand.to_move
    }
    fn outcome(&self, stand: &Stand) -> Option<Outcome> {
        if stand.place == CELLAR {
            return Some(Outcome::win(stand.to_move.opponent(), 2));
        }
        (stand.clock >= self.patience).then(|| Outcome::draw(2))
    }
    fn moves(&self, stand: &Stand, sink: &mut impl MoveSink<Way>) -> Flow {
        if self.outcome(stand).is_some() {
            return Flow::Continue(());
        }
        (0..1 + u32::from(self.chance(stand, 0, 4) == 0)).try_for_each(|way| sink.push(Way(way)))
    }
    fn most_moves(&self) -> usize {
        2
    }
    fn play(&self, stand: &mut Stand, way: Way) -> Stand {
        let (place, stair) = self.target(stand, way);
        let clock = if stair { 0 } else { stand.clock + 1 };
        std::mem::replace(stand, Stand { place, to_move: stand.to_move.opponent(), clock })
    }
    fn undo(&self, stand: &mut Stand, _: Way, undo: Stand) {
        *stand = undo;
    }
    fn key(&self, stand: &Stand) -> u64 {
        mix(stand.place * 2 + stand.to_move.index() as u64)
    }
    fn recomputed_key(&self, stand: &Stand) -> u64 {
        self.key(stand)
    }
}

impl Symmetric for House {}

impl Tactics for House {
    type Node = ();

    fn node(&self, _: &Stand) {}
    fn plies_to_draw(&self, stand: &Stand) -> Option<u32> {
        Some(self.patience.saturating_sub(stand.clock))
    }
}

struct Mood;

impl Evaluate<House> for Mood {
    type State = ();

    fn fresh(&self, _: &House, _: &Stand) {}
    fn value(&self, game: &House, stand: &Stand, (): &()) -> Value {
        Value::guess(game.chance(stand, 2, 101) as i32 - 50)
    }
    fn explain(&self, _: &House, _: &Stand) -> Vec<Term> {
        Vec::new()
    }
}

/// What is certain of a position, asked with a table that knows others.
fn certain(house: &House, stand: &Stand, depth: u32, table: &Table) -> Option<(Verdict, Value, bool)> {
    let request = Request::new(Limits { depth: Some(depth), ..Limits::default() });
    let report = alphabeta::search(house, &Mood, stand, &request, table, &StopSignal::new(), &mut |_| {});
    let LineValue::Mover { value, exhausted } = report.lines.first()?.value else { return None };
    match value.assessment(exhausted) {
        Assessment::Proven { outcome, .. } => Some((outcome, value, exhausted)),
        _ => None,
    }
}

/// One table for positions that differ in nothing but the clock, asked in any order.
#[test]
fn what_the_table_remembers_holds_for_every_clock() {
    // [win, draw, loss] that were told, and how many wins came too late for the clock of another position.
    let (mut told, mut too_late) = ([0; 3], 0);
    for seed in 0..100 {
        let house = House { seed, patience: 44 };
        let (table, mut known) = (Table::with_buckets(1 << 12), HashMap::new());
        for i in 0..60 {
            let roll = mix(seed << 32 | i);
            // Many questions far from the stairs with a clock that has just begun: there the table asks whether it is in time.
            let far = roll >> 17 & 3 > 0;
            let place = if far { CELLAR - PLACES + roll % 12 } else { roll % CELLAR };
            let to_move = if roll >> 16 & 1 == 0 { Player::FIRST } else { Player::FIRST.opponent() };
            let clock = (roll >> 20) as u32 % if far { 16 } else { house.patience };
            let stand = Stand { place, to_move, clock };
            let truth = house.truth(stand, &mut known);
            let fresh = house.truth(Stand { clock: 0, ..stand }, &mut known);
            too_late += u32::from(fresh.is_decided() && !truth.is_decided());
            let depth = 4 + (roll >> 40) as u32 % 80;
            let Some((outcome, value, exhausted)) = certain(&house, &stand, depth, &table) else { continue };
            let about = format!("seed {seed}, question {i}, {stand:?}, depth {depth}: {value}, not {truth}");
            assert!(!exhausted || value == truth, "exhausted {about}");
            match outcome {
                Verdict::Draw => assert_eq!(truth, Value::DRAW, "{about}"),
                Verdict::Win => assert!(truth.is_win() && value <= truth, "{about}"),
                Verdict::Loss => assert!(truth.is_loss() && value >= truth, "{about}"),
            }
            told[outcome as usize] += 1;
        }
    }
    assert!(told.iter().all(|told| *told > 50) && too_late > 50, "{told:?}, {too_late}");
}
