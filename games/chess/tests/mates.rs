//! The prover of mates: it finds what suites say, and never claims what a slow, obvious search refutes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{legal, random_game};
use mossa_chess::mate::{MateMemory, MateSearch, Mated};
use mossa_chess::{Chess, Position};
use mossa_game::{Game, Notation};

/// More than any of these positions needs.
const POSITIONS: u64 = 3_000_000;

fn read(text: &str) -> Position {
    Chess::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn mate(position: &Position, within: u8, positions: u64) -> Option<Mated> {
    MateSearch::new(positions, &[], &|| false).search(position, Some(within))
}

/// Whether the side to move mates in `moves` moves: all moves of both sides, nothing remembered, nothing left out.
fn mates_slowly(position: &Position, moves: u32) -> bool {
    moves > 0
        && !position.is_drawn_by_rule()
        && legal(position).into_iter().any(|m| {
            let mut after = *position;
            after.play(m);
            after.is_mate() || (moves > 1 && is_mated_slowly(&after, moves - 1))
        })
}

fn is_mated_slowly(position: &Position, moves: u32) -> bool {
    let answers = legal(position);
    !position.is_drawn_by_rule()
        && !answers.is_empty()
        && answers.into_iter().all(|m| {
            let mut after = *position;
            after.play(m);
            mates_slowly(&after, moves)
        })
}

/// The positions of a suite with their moves to mate.
fn suite(text: &str) -> impl Iterator<Item = (Position, u8)> + '_ {
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let board: Vec<&str> = line.split_whitespace().take(4).collect();
        let moves = line.split("+M").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
        (read(&format!("{} 0 1", board.join(" "))), moves.parse().unwrap())
    })
}

const SUITES: [&str; 4] = [
    include_str!("data/mate_in_2.epd"),
    include_str!("data/mate_in_3.epd"),
    include_str!("data/mate_in_4.epd"),
    include_str!("data/mate_in_5.epd"),
];

/// The line is legal and ends with mate, and after its first move every answer is mated in a move less.
fn check_claim(position: &Position, mated: &Mated) {
    let text = Chess::default().position_text(position);
    let mut end = *position;
    for m in &mated.line {
        assert!(end.is_legal(*m) && !end.is_drawn_by_rule(), "{text}: {:?}", mated.line);
        end.play(*m);
    }
    assert!(end.is_mate(), "{text}: {:?}", mated.line);
    assert!(mated.line.len() < 2 * usize::from(mated.moves), "{text}");
    let mut after = *position;
    after.play(mated.line[0]);
    for answer in legal(&after) {
        let mut next = after;
        next.play(answer);
        let again = mate(&next, mated.moves - 1, POSITIONS);
        assert!(again.is_some(), "{text}: {} refutes it", Chess::default().move_text(&after, answer));
    }
}

#[test]
fn mates_of_suites_are_found_and_hold() {
    for (text, step) in SUITES.into_iter().zip([40, 60, 100, 150]) {
        for (position, moves) in suite(text).step_by(step) {
            let name = Chess::default().position_text(&position);
            let found =
                mate(&position, moves, POSITIONS).unwrap_or_else(|| panic!("{name}: no mate in {moves}"));
            assert_eq!(found.moves, moves, "{name}");
            check_claim(&position, &found);
        }
    }
}

#[test]
fn a_slow_search_agrees() {
    for (position, moves) in suite(SUITES[0]).step_by(40) {
        assert!(mates_slowly(&position, moves.into()) && !mates_slowly(&position, u32::from(moves) - 1));
    }
    let (mut mates, mut none) = (0, 0);
    for seed in 0..60 {
        let game = common::game(seed);
        random_game(&game, seed, 300, |position, _| {
            if position.key() % 8 != 0 || position.is_drawn_by_rule() {
                return;
            }
            for moves in 1..=2 {
                let found = mate(position, moves, POSITIONS).map(|mated| mated.moves);
                let slowly = (1..=moves).find(|moves| mates_slowly(position, (*moves).into()));
                assert_eq!(found, slowly, "{} in {moves}", game.position_text(position));
                *(if found.is_some() { &mut mates } else { &mut none }) += 1;
            }
        });
    }
    assert!(mates > 20 && none > 500, "{mates} {none}");
}

/// With three moves the search by numbers has its say, which shorter mates do without. Few pieces, so that a slow search can
/// follow; the clock of fifty moves sometimes comes first.
#[test]
fn a_slow_search_agrees_in_three_moves() {
    let (mut mates, mut none) = (0, 0);
    for (index, (position, moves)) in suite(SUITES[1]).enumerate() {
        if position.occupied().len() > 9 {
            continue;
        }
        assert_eq!(mate(&position, moves, POSITIONS).map(|mated| mated.moves), Some(moves));
        let text = Chess::default().position_text(&position);
        let board: Vec<&str> = text.split_whitespace().take(4).collect();
        let late = read(&format!("{} {} 90", board.join(" "), 94 + index % 6));
        let found = mate(&late, 3, POSITIONS).map(|mated| mated.moves);
        let slowly = (1..=3).find(|moves| mates_slowly(&late, (*moves).into()));
        assert_eq!(found, slowly, "{}", Chess::default().position_text(&late));
        *(if found.is_some() { &mut mates } else { &mut none }) += 1;
    }
    assert!(mates > 5 && none > 5, "{mates} {none}");
}

/// The rook mates only together with the king, who takes a square from the other.
#[test]
fn castling_mates() {
    let position = read("4R3/8/7N/8/8/5k2/7P/4K2R w K - 0 1");
    let mated = mate(&position, 1, POSITIONS).expect("castling mates");
    assert!(mated.moves == 1 && mated.line[0].is_castling(), "{mated:?}");
    assert_eq!(mate(&read("4R3/8/7N/8/8/5k2/7P/4K2R w - - 0 1"), 1, POSITIONS), None);
}

/// Kf7 Kh7 Rh1 takes three plies, and none of them sets the clock back.
#[test]
fn the_clock_of_fifty_moves_counts() {
    let with_clock = |clock: u8| read(&format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 80"));
    assert_eq!(mate(&with_clock(97), 2, POSITIONS).map(|mated| mated.moves), Some(2));
    assert_eq!(mate(&with_clock(98), 4, POSITIONS), None);
    assert!(mates_slowly(&with_clock(97), 2) && !mates_slowly(&with_clock(98), 2));
}

#[test]
fn positions_that_came_twice_are_no_way_to_mate() {
    let position = read("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let keys = legal(&position).into_iter().map(|m| {
        let mut after = position;
        after.play(m);
        Chess::default().key(&after)
    });
    let barred: Vec<u64> = keys.collect();
    assert!(mate(&position, 4, POSITIONS).is_some());
    assert_eq!(MateSearch::new(POSITIONS, &barred, &|| false).search(&position, Some(4)), None);
}

/// Positions in which a mate seems to be there, and what is wrong with it: stalemate, a capture of the attacker, a capture
/// in passing, a defender that steps between.
#[test]
fn what_looks_like_mate_is_not_claimed() {
    for (text, moves) in [
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 1),
        ("6rk/6pp/8/8/8/8/8/K6R w - - 0 1", 2),
        ("k7/8/8/8/8/8/8/K1B5 w - - 0 1", 5),
        ("4k2r/8/4K3/8/8/8/8/R7 b k - 0 1", 2),
    ] {
        let position = read(text);
        let found = mate(&position, moves, POSITIONS).map(|mated| mated.moves);
        let slowly = (1..=moves.min(2)).find(|moves| mates_slowly(&position, (*moves).into()));
        assert_eq!(found, slowly, "{text}");
    }
}

#[test]
fn a_halt_ends_it_without_a_claim() {
    let (position, moves) = suite(SUITES[3]).next().unwrap();
    assert_eq!(MateSearch::new(POSITIONS, &[], &|| true).search(&position, Some(moves)), None);
    assert_eq!(mate(&position, moves, 10), None);
}

/// A search that is asked again and again for a little goes on where it was.
#[test]
fn nothing_is_lost_between_questions() {
    for (position, moves) in suite(SUITES[2]).step_by(100) {
        let mut at_once = MateSearch::new(POSITIONS, &[], &|| false);
        let wanted = at_once.search(&position, Some(moves)).map(|mated| mated.moves);
        let mut memory: Option<MateMemory> = None;
        let (mut found, mut visited) = (None, 0);
        while found.is_none() {
            let mut search = match memory.take() {
                Some(memory) => MateSearch::resume(memory, 5000, &[], &|| false),
                None => MateSearch::new(5000, &[], &|| false),
            };
            found = search.search(&position, Some(moves)).map(|mated| mated.moves);
            visited += search.nodes();
            assert!(visited < 2 * at_once.nodes() + 20_000, "{}", Chess::default().position_text(&position));
            memory = Some(search.into_memory());
        }
        assert_eq!(found, wanted);
    }
}

/// Most mates that are not found in time seem to be near, and nothing does at the start of a game.
#[test]
fn mates_seem_near_before_they_are_found() {
    let (mut missed, mut near) = (0, 0);
    for (position, _) in suite(SUITES[3]).step_by(30) {
        let mut search = MateSearch::new(20_000, &[], &|| false);
        if search.search(&position, None).is_none() {
            missed += 1;
            near += usize::from(search.seems_near());
        }
    }
    assert!(missed >= 5 && 2 * near > missed, "{near} of {missed}");
    let mut search = MateSearch::new(20_000, &[], &|| false);
    let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(search.search(&start, None).is_none() && !search.seems_near());
}

#[test]
#[ignore = "slow: all mates of the suites"]
fn all_mates_of_the_suites_are_found() {
    for (position, moves) in SUITES.into_iter().flat_map(suite) {
        let name = Chess::default().position_text(&position);
        let mated = mate(&position, moves, POSITIONS).unwrap_or_else(|| panic!("{name}: no mate in {moves}"));
        assert!(mated.moves <= moves, "{name}");
        assert!(mated.moves == moves || mates_slowly(&position, mated.moves.into()), "{name}");
    }
}
