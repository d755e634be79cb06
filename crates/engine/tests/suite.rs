//! Test suites: what lines ask, and how searches do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use mossa_engine::{AnalysisRequest, Attempt, Method, SuiteProblem, open};
use mossa_game::Assessment;
use mossa_search::{Features, Limits, StopSignal, Table};

fn problem(game: &str, line: &str) -> SuiteProblem {
    open(game).unwrap().problem(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn refused(game: &str, line: &str) -> String {
    open(game).unwrap().problem(line).err().unwrap_or_else(|| panic!("{line} is accepted")).to_string()
}

fn request(depth: u32) -> AnalysisRequest {
    AnalysisRequest {
        method: Method::Auto,
        limits: Limits::depth(depth),
        lines: 1,
        threads: 1,
        features: Features::default(),
        brain: None,
        seed: 0,
        table: Arc::new(Table::new(1)),
        details: false,
        only: Vec::new(),
        win_within: None,
    }
}

fn attempt(game: &str, line: &str, depth: u32) -> Attempt {
    problem(game, line).attempt(&request(depth), &StopSignal::new())
}

#[test]
fn every_game_understands_the_plain_form() {
    let asked = problem("mnk:3,3,3", "3/1x1/3 o ; bm a1 C3; am b1 ;; id \"the centre\" ; points a1=10 b3=2");
    assert_eq!(asked.name.as_deref(), Some("the centre"));
    assert_eq!(asked.position.text(), "3/1x1/3 o");
    assert_eq!((asked.wanted.best, asked.wanted.avoid), (vec!["a1".into(), "c3".into()], vec!["b1".into()]));
    assert_eq!(asked.wanted.points, [("a1".to_owned(), 10), ("b3".to_owned(), 2)]);
    assert_eq!(problem("mnk:3,3,3", "1x1/ox1/o2 x ; win 1").wanted.win_in, Some(1));
    assert_eq!(problem("connect4", "44 ; bm 4").wanted.best, ["4"]);
}

#[test]
fn lines_that_ask_nothing_are_refused() {
    let cases = [
        ("3/1x1/3 o", "nothing to find; expected `bm MOVES`"),
        ("3/1x1/3 o ; id x", "nothing to find"),
        ("3/1x1/3 o ; bm", "`bm`; expected moves behind bm"),
        ("3/1x1/3 o ; bm b2", "cell `b2` is taken"),
        ("3/1x1/3 o ; mb a1", "`mb a1`; expected `bm MOVES`"),
        ("3/1x1/3 o ; win soon", "`win soon`; expected a number of plies"),
        ("3/1x1/3 o ; win 0", "`win 0`; expected a number of plies"),
        ("3/1x1/3 o ; points a1", "`points a1`; expected moves with points"),
        ("xxx/oo1/3 o ; win 3", "the game is over in xxx/oo1/3 o"),
        ("nonsense ; bm a1", "expected"),
    ];
    for (line, expected) in cases {
        let told = refused("mnk:3,3,3", line);
        assert!(told.contains(expected), "{line}: {told}");
    }
}

#[test]
fn a_solution_is_told_with_the_moment_since_when_it_stayed() {
    let solved = attempt("mnk:3,3,3", "1x1/ox1/o2 x ; bm b1", 9);
    assert!(solved.solved && !solved.false_win && solved.played.as_deref() == Some("b1"), "{solved:?}");
    let since = solved.since.unwrap();
    assert!(since.nodes <= solved.whole.nodes && since.depth <= solved.whole.depth, "{solved:?}");
    let missed = attempt("mnk:3,3,3", "1x1/ox1/o2 x ; bm c3", 9);
    assert!(!missed.solved && missed.since.is_none() && missed.played.as_deref() == Some("b1"), "{missed:?}");
    // Nothing that was seen at a small depth counts if the search changed its mind.
    let shallow = attempt("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - am Kf2", 1);
    assert!(shallow.solved, "{shallow:?}");
}

#[test]
fn wins_have_to_be_proven_and_not_quicker_than_they_can_be() {
    let board = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    let found = attempt("chess", &format!("{board} dm 1; bm Kf1;"), 4);
    assert!(found.solved && !found.false_win, "a win decides, whichever move leads to it: {found:?}");
    let quicker = attempt("chess", &format!("{board} dm 2;"), 4);
    assert!(!quicker.solved && quicker.false_win, "{quicker:?}");
    let guessed = attempt("chess", "4k3/8/8/8/8/8/8/4K2R w - - dm 2;", 1);
    assert!(!guessed.solved && matches!(guessed.value, Some(Assessment::Guess { .. })), "{guessed:?}");
}

#[test]
fn points_are_those_of_the_move() {
    let line = "4k3/8/8/3q4/4P3/8/8/4K3 w - - c8 \"2 10\"; c9 \"e1f2 e4d5\";";
    let found = attempt("chess", line, 4);
    assert!(found.solved && found.points == 10, "{found:?}");
    let line = "4k3/8/8/3q4/4P3/8/8/4K3 w - - c8 \"10 3\"; c9 \"e1f2 e4d5\";";
    let found = attempt("chess", line, 4);
    assert!(!found.solved && found.points == 3, "{found:?}");
}

#[test]
fn games_for_many_have_suites_too() {
    let game = "chinese-checkers:players=3,pieces=1";
    let start = open(game).unwrap().start();
    let best = start.analyse(&request(3), &StopSignal::new(), &mut |_| {}).best().unwrap().to_owned();
    let found = attempt(game, &format!("{} ; bm {best}", start.text()), 3);
    assert!(found.solved, "{found:?}");
}
