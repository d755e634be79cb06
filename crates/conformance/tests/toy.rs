//! Nim keeps every promise of the contract.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_conformance::toy::{Nim, NimFamily};
use mossa_conformance::{
    Suite, check, check_book, check_family, check_solver, perft_file, perft_text, playthrough,
    render_playthrough,
};
use mossa_game::{Game, Notation, Playable, SolveRequest, Tactics, Verdict};

#[test]
fn nim_conforms_for_every_number_of_players() {
    for players in 2..=6 {
        check(&Nim::new(&[3, 4, 5], players, None).unwrap());
    }
}

#[test]
fn nim_conforms_with_limits_and_with_odd_heaps() {
    for (heaps, most) in
        [(&[1][..], None), (&[15, 1], Some(3)), (&[2; 8], Some(1)), (&[15; 8], None), (&[2, 2, 2], None)]
    {
        Suite::new(&Nim::new(heaps, 2, most).unwrap()).games(20).plies(60).seed(99).run();
    }
}

#[test]
fn the_family_conforms() {
    check_family(&NimFamily, &["", "1.2.3,players=3,most=2", "players=6", "most=1", "1.3.5.7", "heaps=2.2"]);
}

#[test]
fn positions_are_counted_right() {
    perft_file(&NimFamily, "tests/nim.perft");
}

#[test]
fn playthroughs_stay_the_same() {
    playthrough(&NimFamily, "", 1, "tests/playthroughs/two.txt");
    playthrough(&NimFamily, "2.1.2,players=3,most=1", 2, "tests/playthroughs/three.txt");
}

#[test]
fn wrong_perft_files_say_which_line_is_wrong() {
    let cases = [
        ("start ; D1 13", "nim.perft:1: 12 positions at depth 1, expected 13"),
        ("# nothing", "no counts"),
        ("start", "no counts, expected something like"),
        ("\n\nstart ; D1 many", "nim.perft:3: unreadable count \"D1 many\""),
        ("start ; 1 9", "unreadable count"),
        ("9.9.9 1 ; D1 27", "unusable heaps \"9.9.9\""),
        ("options players=9\nstart ; D1 12", "nim.perft:2: nim: players=9; expected 2 to 6"),
    ];
    for (text, expected) in cases {
        let problem = perft_text(&NimFamily, "nim.perft", text).unwrap_err();
        assert!(problem.contains(expected), "{text}: {problem}");
    }
    assert_eq!(perft_text(&NimFamily, "nim.perft", "start ; D1 12 ; E1 12").unwrap(), 2);
}

#[test]
fn playthroughs_depend_on_the_seed_alone() {
    let render = |seed| render_playthrough(&NimFamily, "", seed).unwrap();
    assert_eq!(render(5), render(5));
    assert_ne!(render(5), render(6));
}

#[test]
fn bad_options_positions_and_moves_are_explained() {
    let nim = Nim::new(&[3, 4, 5], 2, Some(3)).unwrap();
    let start = nim.start();
    let position = |text| nim.parse_position(text).unwrap_err().to_string();
    assert_eq!(position("3.4 1"), "unusable heaps \"3.4\"; expected 3 numbers from 0 to 5 with dots between");
    assert_eq!(position("3.4.5 3"), "no player \"3\"; expected 1 to 2");
    assert_eq!(
        position("x"),
        "unreadable position \"x\"; expected heaps and the player to move, such as `3.4.5 1`"
    );
    let over = nim.parse_position("0.0.0 1").unwrap();
    assert_eq!(
        nim.parse_move(&over, "a1").unwrap_err().to_string(),
        "illegal move \"a1\"; expected no move: the game is over"
    );
    assert!(
        nim.parse_move(&start, "c4")
            .unwrap_err()
            .to_string()
            .starts_with("illegal move \"c4\"; expected a1, a2")
    );
    assert!(
        Nim::new(&[], 2, None).is_err()
            && Nim::new(&[16], 2, None).is_err()
            && Nim::new(&[0], 2, None).is_err()
    );
    assert!(Nim::new(&[3], 7, None).is_err() && Nim::new(&[3], 2, Some(0)).is_err());
}

#[test]
fn a_last_heap_wins_at_once_if_it_may_be_taken_whole() {
    let nim = Nim::new(&[3, 4], 2, Some(3)).unwrap();
    let proven = |text| nim.proven(&nim.parse_position(text).unwrap(), &());
    assert_eq!(proven("3.0 2"), Some((Verdict::Win, 1)));
    assert_eq!(proven("0.4 2"), None);
    assert_eq!(proven("1.1 2"), None);
}

#[test]
fn the_solver_is_right_with_limits_and_odd_heaps() {
    for (heaps, most) in [(&[1][..], None), (&[15, 1], Some(3)), (&[2; 8], Some(1)), (&[2, 2, 2], Some(2))] {
        check_solver(&Nim::new(heaps, 2, most).unwrap());
    }
    assert!(Nim::new(&[3], 3, None).unwrap().solver(1 << 20).is_none(), "two players only");
    let largest = Nim::new(&[15; 8], 2, None).unwrap();
    let solver = largest.solver(1 << 30).unwrap();
    assert!(!solver.is_quick() && Nim::new(&[15; 4], 2, None).unwrap().solver(0).unwrap().is_quick());
}

#[test]
fn known_values_of_nim() {
    let nim = Nim::new(&[3, 4, 5], 2, None).unwrap();
    let solver = nim.solver(1 << 20).unwrap();
    let solved = |text| {
        let position = nim.parse_position(text).unwrap();
        solver.solve(&nim, &position, &SolveRequest::default(), &|| false).unwrap()
    };
    // Two equal heaps are lost: whatever is taken from one is taken from the other, one stone at a time.
    let lost = solved("0.4.4 1");
    assert_eq!((lost.value.outcome, lost.value.plies, lost.value.score), (Verdict::Loss, Some(8), Some(-1)));
    let won = solved("0.0.5 1");
    assert_eq!((won.value.outcome, won.value.plies, won.value.score), (Verdict::Win, Some(1), Some(5)));
    assert_eq!(won.moves.len(), 5);
}

#[test]
fn books_can_be_made_broken_off_and_checked() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("books");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let nim = Nim::new(&[2, 3], 2, None).unwrap();
    check_book(nim.exact_book().unwrap(), 2, &folder);
    assert!(Nim::new(&[3], 3, None).unwrap().exact_book().is_none());
}
