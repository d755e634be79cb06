//! Nim with a defect of choice.

mod extras;
mod solver;
mod text;

pub(crate) use extras::BRAINS;

use std::sync::atomic::{AtomicUsize, Ordering};

use mossa_conformance::toy::{self, Nim, Take};
use mossa_game::{Flow, Game, IllegalMove, Move, MoveSink, Notation, Outcome, Player};

/// What is wrong. The names say it; `None` is Nim as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Defect {
    None,
    ListsTwice,
    FewerThanMost,
    OrderChanges,
    CountsWrong,
    NeverStops,
    DeniesListed,
    AllowsUnlisted,
    TriesAnything,
    MovesWhenDecided,
    UndoForgets,
    KeyDrifts,
    KeyForgetsSide,
    KeyForgetsHeap,
    KeyStaysPut,
    MoveTextAmbiguous,
    MoveTextWithSpace,
    MoveTextLikeNumber,
    SplitLosesMoves,
    ParseSwapsMoves,
    ParseAcceptsIllegal,
    ParseMovePanics,
    MoveErrorEmpty,
    PositionTextForgetsSide,
    ParsePositionUnchecked,
    ParsePositionPanics,
    PositionErrorWrongKind,
    InverseWrong,
    MapMoveWrong,
    MapPositionWrong,
    CanonicalKeyWrong,
    CanonicalSymmetryWrong,
    ValueAsymmetric,
    MoverStays,
    PassKeepsTurn,
    UndoPassForgets,
    CandidateIllegal,
    NoCandidates,
    NoisyIllegal,
    OrderOutOfRange,
    SlotOutOfRange,
    ProvenWrong,
    ProvenDistanceWrong,
    BoundsWrong,
    BestCandidateMissing,
    PliesLeftTooFew,
    EvaluationDrifts,
    EvaluationUndoForgets,
    EvaluationTires,
    EvaluationClaimsProof,
    ExplanationIncomplete,
    GestureShared,
    GestureEmpty,
    CellsMisnumbered,
    MarkedNowhere,
    EffectsIncomplete,
    PieceNowhere,
    TurnKept,
    MarkWithoutTheme,
    MarkTwice,
    HabitInAnotherRole,
    WinMarkedWrongly,
    ThemeNamedTwice,
    SolverNeverStops,
    SolverGivesUp,
    SolverValueWrong,
    SolverPliesWrong,
    SolverMoveWrong,
    SolverMovesReversed,
    SolverMovesUnasked,
    SolverScoreSign,
    SolverScoreFalls,
    SolverLineShort,
    SolverLineIllegal,
    SolverLineSlow,
    SolverWeakWrong,
    SolverWeakMoveWrong,
    SolverWeakLineLoses,
}

/// Nim with a defect. The heaps differ, so that a reversal is seen, and are large enough for passes to matter.
pub(crate) struct Broken<const LOSSY: bool> {
    pub(crate) nim: Nim,
    pub(crate) defect: Defect,
    asked: AtomicUsize,
}

impl<const LOSSY: bool> Broken<LOSSY> {
    pub(crate) fn new(defect: Defect) -> Self {
        Broken { nim: Nim::new(&[2, 3, 4], 2, Option::None).unwrap(), defect, asked: AtomicUsize::new(0) }
    }

    /// The same for three players.
    pub(crate) fn for_three(defect: Defect) -> Self {
        Broken { nim: Nim::new(&[2, 3, 4], 3, Option::None).unwrap(), ..Broken::new(defect) }
    }

    pub(crate) fn has(&self, defect: Defect) -> bool {
        self.defect == defect
    }

    /// The same heaps with the other player to move.
    pub(crate) fn turned(&self, position: &toy::Position) -> toy::Position {
        let text = self.nim.position_text(position);
        let (heaps, _) = text.split_once(' ').unwrap();
        let other = self.nim.to_move(position).opponent();
        self.nim.parse_position(&format!("{heaps} {other}")).unwrap()
    }
}

/// A position of Nim, and a number that defects make wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) nim: toy::Position,
    pub(crate) drift: u64,
}

/// A move of Nim; if it is lossy, packing forgets a bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Taken<const LOSSY: bool>(pub(crate) Take);

impl<const LOSSY: bool> Move for Taken<LOSSY> {
    fn pack(self) -> u32 {
        self.0.pack() & if LOSSY { !1 } else { !0 }
    }

    fn unpack(bits: u32) -> Self {
        Taken(Take::unpack(bits))
    }
}

/// Takes moves of Nim for a sink of ours.
pub(crate) struct Wrapping<'a, S, const LOSSY: bool>(pub(crate) &'a mut S);

impl<S: MoveSink<Taken<LOSSY>>, const LOSSY: bool> MoveSink<Take> for Wrapping<'_, S, LOSSY> {
    fn push(&mut self, m: Take) -> Flow {
        self.0.push(Taken(m))
    }
}

/// A move that is never legal.
pub(crate) const NEVER: Take = Take { heap: 0, stones: 0 };

impl<const LOSSY: bool> Game for Broken<LOSSY> {
    type Position = Spot;
    type Move = Taken<LOSSY>;
    type Undo = ();

    fn players(&self) -> usize {
        self.nim.players()
    }

    fn start(&self) -> Spot {
        Spot { nim: self.nim.start(), drift: 0 }
    }

    fn to_move(&self, position: &Spot) -> Player {
        let mover = self.nim.to_move(&position.nim);
        // With an odd number of stones, so that one move in two seems to keep the turn.
        let odd = position.nim.heaps().iter().sum::<u8>() % 2 == 1;
        if self.has(Defect::MoverStays) && odd { mover.opponent() } else { mover }
    }

    fn outcome(&self, position: &Spot) -> Option<Outcome> {
        let early = self.has(Defect::MovesWhenDecided) && position.nim.heaps().iter().sum::<u8>() < 3;
        self.nim.outcome(&position.nim).or(early.then(|| Outcome::draw(2)))
    }

    fn moves(&self, position: &Spot, sink: &mut impl MoveSink<Taken<LOSSY>>) -> Flow {
        let mut moves = self.nim.legal_moves(&position.nim);
        match self.defect {
            Defect::ListsTwice => moves.extend(moves.first().copied()),
            Defect::OrderChanges if self.asked.fetch_add(1, Ordering::Relaxed) % 2 == 1 => moves.reverse(),
            Defect::NeverStops => {
                moves.iter().for_each(|m| {
                    let _ = sink.push(Taken(*m));
                });
                return Flow::Continue(());
            }
            _ => {}
        }
        moves.into_iter().try_for_each(|m| sink.push(Taken(m)))
    }

    fn count_moves(&self, position: &Spot) -> u64 {
        self.nim.count_moves(&position.nim) + u64::from(self.has(Defect::CountsWrong))
    }

    fn is_legal(&self, position: &Spot, m: Taken<LOSSY>) -> bool {
        let legal = self.nim.is_legal(&position.nim, m.0);
        match self.defect {
            Defect::DeniesListed => legal && m.0.stones < 3,
            Defect::AllowsUnlisted => legal || m.0.stones == 0,
            _ => legal,
        }
    }

    fn most_moves(&self) -> usize {
        if self.has(Defect::FewerThanMost) { 8 } else { self.nim.most_moves() }
    }

    fn try_play(&self, position: &mut Spot, m: Taken<LOSSY>) -> Result<(), IllegalMove> {
        if self.has(Defect::TriesAnything) && !self.is_legal(position, m) {
            position.nim = self.turned(&position.nim);
            return Err(if self.result(position).is_some() {
                IllegalMove::GameOver
            } else {
                IllegalMove::NotAllowed
            });
        }
        self.nim.try_play(&mut position.nim, m.0)?;
        position.drift += u64::from(self.has(Defect::KeyDrifts));
        Ok(())
    }

    fn play(&self, position: &mut Spot, m: Taken<LOSSY>) {
        self.nim.play(&mut position.nim, m.0);
        position.drift += u64::from(self.has(Defect::KeyDrifts));
    }

    fn undo(&self, position: &mut Spot, m: Taken<LOSSY>, (): ()) {
        self.nim.undo(&mut position.nim, m.0, ());
        position.drift -= u64::from(self.has(Defect::KeyDrifts));
        position.drift += u64::from(self.has(Defect::UndoForgets));
    }

    fn key(&self, position: &Spot) -> u64 {
        let recomputed = self.recomputed_key(position);
        if self.has(Defect::KeyDrifts) { recomputed ^ position.drift } else { recomputed }
    }

    fn recomputed_key(&self, position: &Spot) -> u64 {
        let heaps = position.nim.heaps().iter();
        match self.defect {
            Defect::KeyForgetsSide => heaps.fold(1, |key, heap| key * 31 + u64::from(*heap)),
            Defect::KeyForgetsHeap => {
                let mover = self.to_move(position).index() as u64;
                heaps.skip(1).fold(mover, |key, heap| key * 31 + u64::from(*heap))
                    ^ u64::from(position.nim.heaps()[0] > 0)
            }
            Defect::KeyStaysPut => 7,
            _ => self.nim.recomputed_key(&position.nim),
        }
    }
}
