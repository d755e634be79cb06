//! What positions of Nim are worth with perfect play.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use mossa_game::{Game, Halt, Solution, SolveRequest, Solved, Solver, Strength, Verdict};

use super::position::{MAX_HEAPS, Position, Take};
use super::rules::Nim;

/// The heaps in descending order: their order does not matter to who wins, nor does whose turn it is.
type Heaps = [u8; MAX_HEAPS];

/// What one remembered position takes, roughly.
const ENTRY_BYTES: usize = 32;

/// So many heaps of 15 stones have fewer than four thousand different positions.
const QUICK_HEAPS: usize = 4;

/// Tries everything, and remembers what it found. Who wins is known without that (Bouton 1901), but not how soon.
pub struct NimSolver {
    most_entries: usize,
    remembered: Mutex<HashMap<Heaps, u32>>,
    quick: bool,
}

impl NimSolver {
    /// A solver for a game of two, which remembers as much as `table_bytes` hold; `None` for a game of more.
    pub(super) fn new(game: &Nim, table_bytes: usize) -> Option<NimSolver> {
        let quick = game.start.len() <= QUICK_HEAPS;
        let most_entries = table_bytes / ENTRY_BYTES;
        (game.players() == 2).then(|| NimSolver { most_entries, remembered: Mutex::default(), quick })
    }

    /// How many plies are left with best play: an odd number is a win for whoever is to move. The winner hurries, the
    /// loser does not.
    fn plies(&self, most: u8, heaps: Heaps, count: &mut Count<'_>) -> Option<u32> {
        let heaps = sorted(heaps);
        if let Some(&known) = self.lock().get(&heaps) {
            return Some(known);
        }
        count.visit()?;
        let (mut win, mut loss) = (None, 0);
        for (heap, stones) in
            (0..MAX_HEAPS).flat_map(|heap| (1..=heaps[heap].min(most)).map(move |n| (heap, n)))
        {
            let mut after = heaps;
            after[heap] -= stones;
            let plies = self.plies(most, after, count)? + 1;
            if plies % 2 == 1 {
                win = Some(win.map_or(plies, |best: u32| best.min(plies)));
            } else {
                loss = loss.max(plies);
            }
        }
        let plies = win.unwrap_or(loss);
        let mut remembered = self.lock();
        if remembered.len() < self.most_entries {
            remembered.insert(heaps, plies);
        }
        Some(plies)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Heaps, u32>> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn solved(&self, game: &Nim, heaps: Heaps, strength: Strength, count: &mut Count<'_>) -> Option<Solved> {
        Some(match strength {
            Strength::Strong => worth(heaps, self.plies(game.most, heaps, count)?),
            Strength::Weak => {
                let outcome = if is_won(game.most, heaps) { Verdict::Win } else { Verdict::Loss };
                Solved { outcome, plies: None, score: Some(if outcome == Verdict::Win { 1 } else { -1 }) }
            }
        })
    }

    /// Each move with what it is worth to whoever makes it.
    fn each_move(
        &self,
        game: &Nim,
        position: &Position,
        strength: Strength,
        count: &mut Count<'_>,
    ) -> Option<Vec<(Take, Solved)>> {
        let after = |m: Take| {
            let mut heaps = position.heaps;
            heaps[usize::from(m.heap)] -= m.stones;
            let Solved { outcome, plies, score } = self.solved(game, heaps, strength, count)?;
            let outcome = if outcome == Verdict::Win { Verdict::Loss } else { Verdict::Win };
            // The score counts stones, of which the move takes some.
            let score = match plies {
                Some(plies) => worth(position.heaps, plies + 1).score,
                None => score.map(|score| -score),
            };
            Some((m, Solved { outcome, plies: plies.map(|plies| plies + 1), score }))
        };
        game.legal_moves(position).into_iter().map(after).collect()
    }
}

impl Solver<Nim> for NimSolver {
    fn solve(
        &self,
        game: &Nim,
        position: &Position,
        request: &SolveRequest,
        halt: Halt<'_>,
    ) -> Option<Solution<Take>> {
        let mut count = Count { nodes: 0, halt };
        count.visit()?;
        let strength = request.strength;
        let value = self.solved(game, position.heaps, strength, &mut count)?;
        let moves =
            if request.moves { self.each_move(game, position, strength, &mut count)? } else { Vec::new() };
        let mut line = Vec::new();
        let mut here = *position;
        while request.line && game.result(&here).is_none() {
            let all = self.each_move(game, &here, strength, &mut count)?;
            let value = self.solved(game, here.heaps, strength, &mut count)?;
            let best =
                all.iter().find(|(_, found)| (found.outcome, found.plies) == (value.outcome, value.plies));
            let (best, _) = best?;
            line.push(*best);
            if strength == Strength::Weak {
                break;
            }
            game.play(&mut here, *best);
        }
        Some(Solution { value, moves, line, nodes: count.nodes })
    }

    fn is_quick(&self) -> bool {
        self.quick
    }
}

/// A win that takes all stones one by one scores 1, and each ply less one more: Connect 4 is scored like this.
fn worth(heaps: Heaps, plies: u32) -> Solved {
    let stones: u32 = heaps.iter().map(|&heap| u32::from(heap)).sum();
    let score = (stones + 1 - plies) as i32;
    let won = plies % 2 == 1;
    let outcome = if won { Verdict::Win } else { Verdict::Loss };
    Solved { outcome, plies: Some(plies), score: Some(if won { score } else { -score }) }
}

/// Bouton's theorem, for moves that may take at most `most`: a position is lost if the remainders by `most + 1`, written
/// in binary, cancel out.
fn is_won(most: u8, heaps: Heaps) -> bool {
    heaps.iter().fold(0, |sum, heap| sum ^ (heap % (most + 1))) != 0
}

fn sorted(mut heaps: Heaps) -> Heaps {
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    heaps
}

/// Counts positions until it is told to stop.
struct Count<'a> {
    nodes: u64,
    halt: Halt<'a>,
}

impl Count<'_> {
    fn visit(&mut self) -> Option<()> {
        self.nodes += 1;
        (!(self.halt)()).then_some(())
    }
}
