//! A solver with defects.

use mossa_conformance::toy::Nim;
use mossa_game::{Game, Halt, Solution, SolveRequest, Solved, Solver, Strength, Verdict};

use super::{Broken, Defect, NEVER, Spot, Taken};

/// Nim's solver with the defect of the game.
pub(crate) struct Unreliable(pub(crate) Box<dyn Solver<Nim>>);

impl<const LOSSY: bool> Solver<Broken<LOSSY>> for Unreliable {
    fn solve(
        &self,
        game: &Broken<LOSSY>,
        position: &Spot,
        request: &SolveRequest,
        halt: Halt<'_>,
    ) -> Option<Solution<Taken<LOSSY>>> {
        let mut asked = request.clone();
        asked.moves |= game.has(Defect::SolverMovesUnasked);
        let halt: Halt<'_> = if game.has(Defect::SolverNeverStops) { &|| false } else { halt };
        let found = self.0.solve(&game.nim, &position.nim, &asked, halt)?;
        let mut found = Solution {
            value: found.value,
            moves: found.moves.into_iter().map(|(m, solved)| (Taken(m), solved)).collect(),
            line: found.line.into_iter().map(Taken).collect(),
            nodes: found.nodes,
        };
        if request.strength == Strength::Weak {
            self.spoil_weak(game, position, &mut found);
            return Some(found);
        }
        self.spoil(game, position, &mut found)
    }

    fn is_quick(&self) -> bool {
        self.0.is_quick()
    }
}

impl Unreliable {
    fn spoil<const LOSSY: bool>(
        &self,
        game: &Broken<LOSSY>,
        position: &Spot,
        found: &mut Solution<Taken<LOSSY>>,
    ) -> Option<Solution<Taken<LOSSY>>> {
        match game.defect {
            Defect::SolverGivesUp => return None,
            Defect::SolverValueWrong => found.value = turned(found.value),
            Defect::SolverPliesWrong => found.value.plies = found.value.plies.map(|plies| plies + 2),
            Defect::SolverMoveWrong => {
                found.moves.iter_mut().take(1).for_each(|(_, value)| *value = turned(*value));
            }
            Defect::SolverMovesReversed => found.moves.reverse(),
            Defect::SolverScoreSign => found.value.score = found.value.score.map(|score| -score),
            Defect::SolverScoreFalls => {
                let fall = |solved: &mut Solved| solved.score = solved.plies.map(|plies| plies as i32);
                found.moves.iter_mut().map(|(_, value)| value).chain([&mut found.value]).for_each(|value| {
                    if value.outcome == Verdict::Win {
                        fall(value);
                    }
                });
            }
            Defect::SolverLineShort => drop(found.line.pop()),
            Defect::SolverLineIllegal => found.line.iter_mut().for_each(|m| *m = Taken(NEVER)),
            Defect::SolverLineSlow => self.dawdle(game, position, found),
            _ => {}
        }
        Some(found.clone())
    }

    /// A line with the right end, which takes longer than promised.
    fn dawdle<const LOSSY: bool>(
        &self,
        game: &Broken<LOSSY>,
        position: &Spot,
        found: &mut Solution<Taken<LOSSY>>,
    ) {
        let mut position = *position;
        let mut line = Vec::new();
        while let Some(first) = game.legal_moves(&position).first() {
            line.push(*first);
            game.play(&mut position, *first);
        }
        if line.len() % 2 == found.line.len() % 2 {
            found.line = line;
        }
    }

    fn spoil_weak<const LOSSY: bool>(
        &self,
        game: &Broken<LOSSY>,
        position: &Spot,
        found: &mut Solution<Taken<LOSSY>>,
    ) {
        match game.defect {
            Defect::SolverWeakWrong => found.value = turned(found.value),
            Defect::SolverWeakMoveWrong => {
                found.moves.iter_mut().take(1).for_each(|(_, value)| *value = turned(*value));
            }
            Defect::SolverWeakLineLoses => {
                found.line = game.legal_moves(position).into_iter().rev().take(1).collect();
            }
            _ => {}
        }
    }
}

/// The opposite.
fn turned(solved: Solved) -> Solved {
    let outcome = if solved.outcome == Verdict::Win { Verdict::Loss } else { Verdict::Win };
    Solved { outcome, score: solved.score.map(|score| -score), ..solved }
}
