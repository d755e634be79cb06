//! A suite that never fails proves nothing: each defect that is built into Nim here must be caught, by the check that is meant for it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod broken;

use broken::{BRAINS, Broken, Defect, Defect::*};
use mossa_conformance::toy::NimFamily;
use mossa_conformance::{Suite, try_family, try_solver};
use mossa_game::{BrainInfo, BrainVariant, Catalog, Family, FamilyInfo, Host, InputError, InputKind};

/// The check that catches `defect`, with the whole report.
fn caught<const LOSSY: bool>(defect: Defect) -> (&'static str, String) {
    let game = Broken::<LOSSY>::new(defect);
    match Suite::new(&game).games(60).seed(3).verify() {
        Ok(()) => ("nothing", String::new()),
        Err(violation) => (violation.check, violation.to_string()),
    }
}

#[test]
fn without_a_defect_nothing_is_caught() {
    assert_eq!(caught::<false>(None), ("nothing", String::new()));
}

#[test]
fn each_defect_is_caught_by_the_check_that_is_meant_for_it() {
    // Panics are part of what is tested; their messages would only hide real ones.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let results: Vec<_> =
        EXPECTED.iter().map(|(defect, check)| (*defect, *check, caught::<false>(*defect))).collect();
    std::panic::set_hook(hook);
    let wrong: Vec<_> = results.iter().filter(|(_, expected, (found, _))| expected != found).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn moves_that_do_not_survive_packing_are_caught() {
    assert_eq!(caught::<true>(None).0, "moves survive packing");
}

#[test]
fn a_turn_that_cannot_be_handed_on_is_caught() {
    let check = |defect| {
        let game = Broken::<false>::for_three(defect);
        Suite::new(&game).games(10).verify().err().map_or("nothing", |violation| violation.check)
    };
    assert_eq!(check(None), "nothing");
    assert_eq!(check(TurnKept), "the turn can be handed to anybody and back");
}

#[test]
fn reports_say_all_that_is_needed_to_see_it_again() {
    let (_, report) = caught::<false>(KeyDrifts);
    for part in ["broken promise", "options", "seed     3", "moves", "problem", "recomputed"] {
        assert!(report.contains(part), "{part} in {report}");
    }
}

/// Nim, which is sound, with one brain.
struct Thinking(&'static str);

impl Family for Thinking {
    fn info(&self) -> FamilyInfo {
        let variant = BrainVariant {
            name: "one",
            brain: self.0,
            features: "all",
            depth: Option::None,
            summary: "One.",
        };
        let brain =
            BrainInfo { name: "brains", summary: "Brains.", variants: vec![variant], standard: "one" };
        FamilyInfo { brains: vec![brain], bench: Vec::new(), presets: Vec::new(), ..NimFamily.info() }
    }

    fn catalog(&self) -> Catalog {
        NimFamily.catalog()
    }

    fn open<H: Host>(&self, options: &str, host: H) -> Result<H::Output, InputError> {
        // The options of this game are its heaps, always the same.
        if !["", "2.3.4"].contains(&options.trim()) {
            return Err(InputError::new(InputKind::Options, format!("nim: `{options}`"), "no options"));
        }
        Ok(host.host(Broken::<false>::new(None)))
    }
}

#[test]
fn each_defect_of_a_brain_is_caught() {
    let problem = |brain| try_family(&Thinking(brain), &[""]).err().unwrap_or_default();
    assert_eq!(problem("sound"), "");
    let expected = [
        ("early", "the brain's result"),
        ("drifts", "the state that was carried along"),
        ("forgets", "the state that was carried along"),
        ("claims", "which only a proof may say"),
        ("hides", "against value()"),
        ("nobody", "no brain `nobody`, which brains:one needs"),
    ];
    for (brain, part) in expected {
        let problem = problem(brain);
        assert!(problem.contains(part), "{brain}: {problem}");
    }
    assert_eq!(BRAINS.len(), expected.len(), "all brains but the sound one, and nobody's");
}

#[test]
fn each_defect_of_a_solver_is_caught() {
    let problem = |defect| try_solver(&Broken::<false>::new(defect)).err().unwrap_or_default();
    assert_eq!(problem(None), "");
    let expected = [
        (SolverNeverStops, "although it was told to stop"),
        (SolverGivesUp, "although nobody stopped it"),
        (SolverValueWrong, "the value: "),
        (SolverPliesWrong, "the value: "),
        (SolverMoveWrong, "the moves with their values"),
        (SolverMovesReversed, "the moves with their values"),
        (SolverMovesUnasked, "the moves for"),
        (SolverScoreSign, "the sign of the score"),
        (SolverScoreFalls, "is better than"),
        (SolverLineShort, "the end of the line"),
        (SolverLineIllegal, "has the illegal"),
        (SolverLineSlow, "the plies of the line"),
        (SolverWeakWrong, "the weak value: "),
        (SolverWeakMoveWrong, "the weak value of"),
        (SolverWeakLineLoses, "the first move of the weak line"),
    ];
    for (defect, part) in expected {
        let problem = problem(defect);
        assert!(problem.contains(part), "{defect:?}: {problem}");
    }
    let family = try_family(&Unsound, &[""]).unwrap_err();
    assert!(family.contains("the solver at"), "a family is checked, too: {family}");
}

/// Nim with a solver that is wrong.
struct Unsound;

impl Family for Unsound {
    fn info(&self) -> FamilyInfo {
        FamilyInfo { brains: Vec::new(), ..Thinking("sound").info() }
    }

    fn catalog(&self) -> Catalog {
        NimFamily.catalog()
    }

    fn open<H: Host>(&self, options: &str, host: H) -> Result<H::Output, InputError> {
        Thinking("sound").open(options, OptionsOnly)?;
        Ok(host.host(Broken::<false>::new(SolverPliesWrong)))
    }
}

/// Looks at the options and nothing else.
struct OptionsOnly;

impl Host for OptionsOnly {
    type Output = ();

    fn host<G: mossa_game::Playable>(self, _: G) {}
}

const EXPECTED: &[(Defect, &str)] = &[
    (ListsTwice, "each legal move is listed once"),
    (FewerThanMost, "each legal move is listed once"),
    (OrderChanges, "moves are listed in the same order"),
    (CountsWrong, "moves are counted as they are listed"),
    (NeverStops, "a generator stops when it is told to"),
    (DeniesListed, "listed moves are accepted"),
    (AllowsUnlisted, "unlisted moves are refused"),
    (TriesAnything, "unlisted moves are refused"),
    (MovesWhenDecided, "decided positions have no moves"),
    (UndoForgets, "undo restores every bit"),
    (KeyDrifts, "undo restores every bit"),
    (KeyForgetsSide, "the key tells positions apart"),
    (KeyForgetsHeap, "the key tells positions apart"),
    (KeyStaysPut, "the key equals the recomputed key"),
    (MoveTextAmbiguous, "moves survive being written"),
    (MoveTextWithSpace, "moves survive being written"),
    (ParseSwapsMoves, "moves survive being written"),
    (ParseAcceptsIllegal, "parse_move gives legal moves or explains"),
    (ParseMovePanics, "parse_move gives legal moves or explains"),
    (MoveErrorEmpty, "parse_move gives legal moves or explains"),
    (PositionTextForgetsSide, "positions survive being written"),
    (ParsePositionUnchecked, "parse_position gives valid positions or explains"),
    (ParsePositionPanics, "parse_position gives valid positions or explains"),
    (PositionErrorWrongKind, "parse_position gives valid positions or explains"),
    (InverseWrong, "symmetries form a group"),
    (MapMoveWrong, "symmetric positions have symmetric moves"),
    (MapPositionWrong, "symmetric positions have symmetric moves"),
    (CanonicalKeyWrong, "symmetric positions have one canonical key"),
    (CanonicalSymmetryWrong, "symmetric positions have one canonical key"),
    (ValueAsymmetric, "symmetric positions are worth the same"),
    (MoverStays, "players alternate where the game says so"),
    (PassKeepsTurn, "passing changes side and key and can be taken back"),
    (UndoPassForgets, "passing changes side and key and can be taken back"),
    (ThemeNamedTwice, "themes are told apart"),
    (MarkWithoutTheme, "moves bear the game's themes"),
    (MarkTwice, "moves bear the game's themes"),
    (HabitInAnotherRole, "moves bear the game's themes"),
    (WinMarkedWrongly, "moves bear the game's themes"),
    (CandidateIllegal, "candidates and noisy moves are legal"),
    (NoCandidates, "candidates and noisy moves are legal"),
    (NoisyIllegal, "candidates and noisy moves are legal"),
    (OrderOutOfRange, "ordering and history stay in range"),
    (SlotOutOfRange, "ordering and history stay in range"),
    (ProvenWrong, "what the game claims to know is true"),
    (ProvenDistanceWrong, "what the game claims to know is true"),
    (BoundsWrong, "what the game claims to know is true"),
    (BestCandidateMissing, "what the game claims to know is true"),
    (PliesLeftTooFew, "what the game claims to know is true"),
    (EvaluationDrifts, "the evaluation's state follows each move"),
    (EvaluationUndoForgets, "the evaluation's state follows each move"),
    (EvaluationTires, "the evaluation's state follows the game"),
    (EvaluationClaimsProof, "evaluations are guesses"),
    (ExplanationIncomplete, "the evaluation explains itself"),
    (GestureShared, "the board and its gestures are usable"),
    (GestureEmpty, "the board and its gestures are usable"),
    (CellsMisnumbered, "the board and its gestures are usable"),
    (MarkedNowhere, "the board and its gestures are usable"),
    (EffectsIncomplete, "effects lead to the next scene"),
    (PieceNowhere, "effects lead to the next scene"),
    (MoveTextLikeNumber, "records replay"),
    (SplitLosesMoves, "records replay"),
];
