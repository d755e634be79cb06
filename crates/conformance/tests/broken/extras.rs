//! Symmetry, tactics and evaluation with defects.

use mossa_conformance::toy::LastStone;
use mossa_game::{
    BrainVisitor, Evaluate, Flow, Game, Mark, MoveSink, Playable, Player, Role, Shares, Solver, Symmetric,
    Symmetry, Tactics, Term, ThemeInfo, Themes, Turns, Value, Verdict,
};

use super::solver::Unreliable;
use super::text::push_all;
use super::{Broken, Defect, NEVER, Spot, Taken, Wrapping};

impl<const LOSSY: bool> Symmetric for Broken<LOSSY> {
    fn symmetries(&self) -> usize {
        self.nim.symmetries()
    }

    fn canonical_key(&self, position: &Spot) -> (u64, Symmetry) {
        let mirrored = self.key(&self.map_position(Symmetry(1), position));
        let key = self.key(position);
        match self.defect {
            Defect::CanonicalKeyWrong => (key, Symmetry::IDENTITY),
            Defect::CanonicalSymmetryWrong => (key.min(mirrored), Symmetry::IDENTITY),
            _ if mirrored < key => (mirrored, Symmetry(1)),
            _ => (key, Symmetry::IDENTITY),
        }
    }

    fn map_move(&self, symmetry: Symmetry, m: Taken<LOSSY>) -> Taken<LOSSY> {
        if self.has(Defect::MapMoveWrong) { m } else { Taken(self.nim.map_move(symmetry, m.0)) }
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        if self.has(Defect::InverseWrong) { Symmetry::IDENTITY } else { symmetry }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Spot) -> Spot {
        if self.has(Defect::MapPositionWrong) {
            return *position;
        }
        Spot { nim: self.nim.map_position(symmetry, &position.nim), ..*position }
    }
}

impl<const LOSSY: bool> Tactics for Broken<LOSSY> {
    type Node = ();
    /// Nim does not gain from it, but the suite must see passes.
    const NULL_MOVE: bool = true;

    fn node(&self, _: &Spot) {}

    fn proven(&self, position: &Spot, (): &()) -> Option<(Verdict, u32)> {
        let proven = self.nim.proven(&position.nim, &());
        match self.defect {
            Defect::ProvenWrong => proven.or(Some((Verdict::Draw, 0))),
            Defect::ProvenDistanceWrong => proven.map(|(verdict, plies)| (verdict, plies + 2)),
            _ => proven,
        }
    }

    fn bounds(&self, _: &Spot, (): &()) -> (Value, Value) {
        let most = if self.has(Defect::BoundsWrong) { Value::BEST_GUESS } else { Value::win_in(1) };
        (Value::MIN, most)
    }

    fn plies_left(&self, position: &Spot) -> Option<u32> {
        let left = self.nim.plies_left(&position.nim);
        if self.has(Defect::PliesLeftTooFew) { left.map(|left| left.div_ceil(2)) } else { left }
    }

    fn candidates(&self, position: &Spot, (): &(), sink: &mut impl MoveSink<Taken<LOSSY>>) -> Flow {
        match self.defect {
            Defect::CandidateIllegal => sink.push(Taken(NEVER)),
            Defect::NoCandidates => Flow::Continue(()),
            Defect::BestCandidateMissing => {
                push_all(self.nim.legal_moves(&position.nim).into_iter().take(1), sink)
            }
            _ => self.nim.candidates(&position.nim, &(), &mut Wrapping(sink)),
        }
    }

    /// Passes would reveal a key without a side; here, comparing positions has to.
    fn is_quiet(&self, _: &Spot, (): &()) -> bool {
        !self.has(Defect::KeyForgetsSide)
    }

    fn noisy_moves(&self, _: &Spot, (): &(), sink: &mut impl MoveSink<Taken<LOSSY>>) -> Flow {
        if self.has(Defect::NoisyIllegal) { sink.push(Taken(NEVER)) } else { Flow::Continue(()) }
    }

    fn order(&self, position: &Spot, (): &(), m: Taken<LOSSY>) -> i32 {
        self.nim.order(&position.nim, &(), m.0) * if self.has(Defect::OrderOutOfRange) { 1001 } else { 1 }
    }

    fn history_slots(&self) -> usize {
        if self.has(Defect::SlotOutOfRange) { 10 } else { self.nim.history_slots() }
    }

    fn history_slot(&self, position: &Spot, m: Taken<LOSSY>) -> usize {
        self.nim.history_slot(&position.nim, m.0)
    }

    fn pass(&self, position: &mut Spot) {
        if !self.has(Defect::PassKeepsTurn) {
            position.nim = self.turned(&position.nim);
        }
    }

    fn undo_pass(&self, position: &mut Spot) {
        if !self.has(Defect::PassKeepsTurn) && !self.has(Defect::UndoPassForgets) {
            position.nim = self.turned(&position.nim);
        }
    }
}

/// The state also counts the plies it was carried along, in steps of this.
const PLY: u32 = 1 << 16;

/// What Nim's evaluation says, with a defect.
pub(crate) struct Doubtful;

impl<const LOSSY: bool> Evaluate<Broken<LOSSY>> for Doubtful {
    type State = u32;

    fn fresh(&self, game: &Broken<LOSSY>, position: &Spot) -> u32 {
        LastStone.fresh(&game.nim, &position.nim)
    }

    fn play(&self, game: &Broken<LOSSY>, before: &Spot, m: Taken<LOSSY>, state: &mut u32) {
        *state += PLY;
        if !game.has(Defect::EvaluationDrifts) {
            LastStone.play(&game.nim, &before.nim, m.0, state);
        }
    }

    fn undo(&self, game: &Broken<LOSSY>, before: &Spot, m: Taken<LOSSY>, state: &mut u32) {
        *state -= PLY;
        if !game.has(Defect::EvaluationDrifts) && !game.has(Defect::EvaluationUndoForgets) {
            LastStone.undo(&game.nim, &before.nim, m.0, state);
        }
    }

    fn value(&self, game: &Broken<LOSSY>, position: &Spot, state: &u32) -> Value {
        let value = LastStone.value(&game.nim, &position.nim, &(state % PLY));
        match game.defect {
            Defect::ValueAsymmetric => value.shifted(i32::from(position.nim.heaps()[0])),
            Defect::EvaluationTires if *state >= 2 * PLY => value.shifted(1),
            Defect::EvaluationClaimsProof => Value::win_in(5),
            _ => value,
        }
    }

    fn shares(&self, game: &Broken<LOSSY>, position: &Spot, state: &u32) -> Shares {
        LastStone.shares(&game.nim, &position.nim, &(state % PLY))
    }

    fn explain(&self, game: &Broken<LOSSY>, position: &Spot) -> Vec<Term> {
        let mut terms = LastStone.explain(&game.nim, &position.nim);
        if game.has(Defect::ExplanationIncomplete) {
            terms.clear();
        }
        terms
    }
}

impl<const LOSSY: bool> Turns for Broken<LOSSY> {
    fn hand_turn(&self, position: &mut Spot, player: Player) {
        if !self.has(Defect::TurnKept) {
            self.nim.hand_turn(&mut position.nim, player);
        }
    }
}

impl<const LOSSY: bool> Themes for Broken<LOSSY> {
    fn themes(&self) -> Vec<ThemeInfo> {
        let mut themes = self.nim.themes();
        if self.has(Defect::ThemeNamedTwice) {
            themes.push(themes[0]);
        }
        themes
    }

    fn marks(&self, position: &Spot, m: Taken<LOSSY>) -> Vec<Mark> {
        let mut marks = self.nim.marks(&position.nim, m.0);
        match self.defect {
            Defect::MarkWithoutTheme => marks.push(Mark::new(2, Role::Idea)),
            Defect::MarkTwice => marks.extend(marks.first().copied()),
            Defect::HabitInAnotherRole => marks.iter_mut().for_each(|mark| mark.role = Role::Idea),
            Defect::WinMarkedWrongly => marks = vec![Mark::new(0, Role::Win)],
            _ => {}
        }
        marks
    }
}

impl<const LOSSY: bool> Playable for Broken<LOSSY> {
    type Evaluator = Doubtful;

    fn evaluator(&self) -> Doubtful {
        Doubtful
    }

    /// Brains are called by their defects.
    fn with_brain<V: BrainVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        let (_, defect) = BRAINS.into_iter().find(|(brain, _)| *brain == name)?;
        Some(visitor.visit(&Self::new(defect), &Doubtful))
    }

    fn solver(&self, table_bytes: usize) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(Unreliable(self.nim.solver(table_bytes)?)))
    }
}

/// What may be wrong with a brain of a game that is sound itself.
pub(crate) const BRAINS: [(&str, Defect); 6] = [
    ("sound", Defect::None),
    ("early", Defect::MovesWhenDecided),
    ("drifts", Defect::EvaluationDrifts),
    ("forgets", Defect::EvaluationUndoForgets),
    ("claims", Defect::EvaluationClaimsProof),
    ("hides", Defect::ExplanationIncomplete),
];
