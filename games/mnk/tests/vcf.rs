//! Wins by continuous fours: problems with known solutions, boards small enough to try everything, drawn positions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "vcf/problems.rs"]
mod problems;
#[path = "vcf/replay.rs"]
mod replay;

use std::time::{Duration, Instant};

use mossa_game::{Game, Notation, Playable, Player, Value};
use mossa_mnk::vcf::{Answer, FourSearch};
use mossa_mnk::{CellIndex, Mnk, Position, Rule};
use mossa_search::{Features, Limits, LineValue, Request, StopSignal, Table, alphabeta};
use problems::{Problem, problems};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use replay::{replay, wins_by_fours};

type Random = Xoshiro256PlusPlus;

fn renju() -> Mnk<7> {
    Mnk::new(15, 15, 5, Rule::Renju).unwrap()
}

fn answer<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> Answer {
    FourSearch::new(game, 1 << 12, &|| false).search(position, u64::MAX)
}

/// Other people's solutions are wins by these rules, so no move in them is forbidden by mistake, and no answer allowed.
#[test]
fn recorded_solutions_are_wins() {
    let game = renju();
    let problems = problems(&game);
    assert_eq!(problems.len(), 1079);
    for Problem { number, position, line } in problems {
        replay(&game, &position, &line, false).unwrap_or_else(|flaw| panic!("problem {number}: {flaw}"));
    }
}

#[test]
fn one_of_each_eighteen_problems_is_solved() {
    // The hardest of all problems takes about 65 000 positions.
    const NODES: u64 = 200_000;
    let game = renju();
    for Problem { number, position, .. } in problems(&game).into_iter().step_by(18) {
        let mut search = FourSearch::new(&game, 1 << 16, &|| false);
        let Answer::Wins(line) = search.search(&position, NODES) else { panic!("problem {number} is open") };
        replay(&game, &position, &line, true).unwrap_or_else(|flaw| panic!("problem {number}: {flaw}"));
    }
}

/// At most one second for each, nearly all solved, and nothing claimed that is not so.
#[test]
#[ignore = "measures time; run it alone"]
fn all_problems_are_solved_in_time() {
    let game = renju();
    let (mut times, mut nodes, mut most) = (Vec::new(), 0, 0);
    let problems = problems(&game);
    for Problem { number, position, .. } in &problems {
        let start = Instant::now();
        let late = || start.elapsed() >= Duration::from_secs(1);
        let mut search = FourSearch::new(&game, 1 << 16, &late);
        let found = search.search(position, u64::MAX);
        let time = start.elapsed();
        nodes += search.nodes();
        most = most.max(search.nodes());
        if let Answer::Wins(line) = found {
            replay(&game, position, &line, true).unwrap_or_else(|flaw| panic!("problem {number}: {flaw}"));
            times.push(time);
        }
    }
    times.sort_unstable();
    let solved = times.len();
    let (total, worst): (Duration, _) = (times.iter().sum(), times[solved - 1]);
    println!(
        "{solved} of {} solved; median {:?}, 99 % {:?}, worst {worst:?}; {:.0} positions a second, at most {most}",
        problems.len(),
        times[solved / 2],
        times[solved * 99 / 100],
        nodes as f64 / total.as_secs_f64(),
    );
    assert!(solved * 100 >= problems.len() * 98 && worst < Duration::from_millis(1200));
}

/// A position that is not over, with stones wherever they fall: of 100 cells so many for each player.
fn random_position(game: &Mnk<1>, random: &mut Random, percent: u32) -> Position<1> {
    loop {
        let mut stones = Vec::new();
        for cell in 0..game.board().cells() as u16 {
            let lot = random.random_range(0..100);
            if lot < 2 * percent {
                stones.push((CellIndex(cell), (lot % 2) as usize));
            }
        }
        let to_move = if random.random() { Player::FIRST } else { Player::SECOND };
        let position = Position::from_stones(game.board(), stones.into_iter(), to_move);
        if game.result(&position).is_none() {
            return position;
        }
    }
}

const SMALL: [(usize, usize, usize, Rule); 9] = [
    (6, 6, 4, Rule::OrMore),
    (7, 7, 4, Rule::OrMore),
    (6, 6, 4, Rule::Exactly),
    (7, 6, 4, Rule::Exactly),
    (5, 5, 3, Rule::Exactly),
    (8, 8, 5, Rule::OrMore),
    (8, 8, 5, Rule::Exactly),
    (7, 8, 5, Rule::Renju),
    (8, 8, 5, Rule::Renju),
];

/// Three stones are as many as can be tried with all their answers.
#[test]
fn wins_with_three_stones_are_found_and_nothing_else_is_claimed() {
    let mut random = Random::seed_from_u64(41);
    let (mut short, mut long, mut none) = (0, 0, 0);
    for round in 0..2700 {
        let (m, n, k, rule) = SMALL[round % SMALL.len()];
        let game = Mnk::<1>::new(m, n, k, rule).unwrap();
        let percent = random.random_range(14..34);
        let position = random_position(&game, &mut random, percent);
        let text = game.position_text(&position);
        let expected = wins_by_fours(&game, &position, 3);
        match answer(&game, &position) {
            Answer::Wins(line) => {
                replay(&game, &position, &line, true).unwrap_or_else(|flaw| panic!("{flaw}"));
                *if expected { &mut short } else { &mut long } += 1;
            }
            Answer::NoWin => {
                assert!(!expected, "{m},{n},{k} {rule:?}: {text} is won");
                none += 1;
            }
            Answer::Unknown => panic!("nothing stops the search"),
        }
    }
    assert!(short > 500 && long > 20 && none > 500, "{short} {long} {none}");
}

/// The ordinary search, without anything that guesses, sees the same wins.
#[test]
fn claims_are_confirmed_by_the_ordinary_search() {
    let mut random = Random::seed_from_u64(42);
    let mut confirmed = 0;
    for round in 0..1800 {
        let (m, n, k, rule) = SMALL[round % SMALL.len()];
        let game = Mnk::<1>::new(m, n, k, rule).unwrap();
        let percent = random.random_range(20..38);
        let position = random_position(&game, &mut random, percent);
        let Answer::Wins(line) = answer(&game, &position) else { continue };
        let plies = line.len() as u32;
        // Deeper ones take the ordinary search too long.
        if !(3..=9).contains(&plies) {
            continue;
        }
        let request = Request { features: Features::ALL.exact(), ..Request::new(Limits::depth(plies)) };
        let (table, stop) = (Table::new(4), StopSignal::new());
        let report =
            alphabeta::search(&game, &game.evaluator(), &position, &request, &table, &stop, &mut |_| {});
        let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two players") };
        let text = game.position_text(&position);
        assert!(value >= Value::win_in(plies), "{value}, not a win in {plies}: {m},{n},{k} {rule:?} {text}");
        confirmed += 1;
    }
    assert!(confirmed > 100, "{confirmed}");
}

/// What is found in a position, as the moves are written.
fn found(m: usize, n: usize, rule: Rule, text: &str) -> Option<String> {
    let game = Mnk::<7>::new(m, n, 5, rule).unwrap();
    let position = game.parse_position(text).unwrap();
    match answer(&game, &position) {
        Answer::Wins(line) => {
            replay(&game, &position, &line, true).unwrap();
            let moves = line.iter().map(|m| game.move_text(&position, *m));
            Some(moves.collect::<Vec<_>>().join(" "))
        }
        Answer::NoWin => None,
        Answer::Unknown => panic!("nothing stops the search"),
    }
}

#[test]
fn who_cannot_block_on_a_forbidden_cell_is_lost() {
    // Black would make six on d5.
    let text = "3x5/3x5/oo2o4/3x5/3x5/3x5/9 o";
    assert_eq!(found(7, 9, Rule::Renju, text).unwrap(), "c5 a7 d5");
    assert_eq!(found(7, 9, Rule::OrMore, text), None);
}

#[test]
fn who_has_no_move_at_all_is_not_lost() {
    // After b4 or c4 Black has no move that is allowed, which is a draw.
    assert_eq!(found(6, 6, Rule::Renju, "xoxoxo/oxxoxo/o2ooo/xoxxox/xxxoxo/oxxoxx o"), None);
}

#[test]
fn black_may_not_win_with_two_fours() {
    // On e7 a row and a column meet, with room for five at one end each.
    let text = "9/9/oxxx5/4x4/4x4/4x4/4o4/9/9 ";
    let black = format!("{text}x");
    assert_eq!(found(9, 9, Rule::Renju, &black), None);
    let two_fours = |line: String| line.starts_with("e7 ") && line.len() == "e7 e8 f7".len();
    assert!(found(9, 9, Rule::Exactly, &black).is_some_and(two_fours));
    assert!(found(9, 9, Rule::Renju, &swapped(text)).is_some_and(two_fours));
}

/// The same with the colours exchanged, White to move.
fn swapped(text: &str) -> String {
    let other = |c| match c {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    text.chars().map(other).chain(['o']).collect()
}

#[test]
fn a_defender_who_completes_a_row_is_not_overlooked() {
    // X makes two fours on e7, but O has four already: f1 must be taken, and that is no four.
    assert_eq!(found(9, 9, Rule::OrMore, "9/9/oxxx5/4x4/4x4/4x4/4o4/9/xoooo4 x"), None);
    // With three stones above it, it is one; O answers, and then e7 wins.
    let line = found(9, 9, Rule::OrMore, "9/9/oxxx5/4x4/4x4/4xx3/4ox3/5x3/xoooo4 x").unwrap();
    assert!(line.starts_with("f1 f5 "), "{line}");
    // With O's row open at both ends there is no time for anything.
    assert_eq!(found(9, 9, Rule::OrMore, "9/9/oxxx5/4x4/4x4/4x4/4o4/9/1oooo4 x"), None);
}

/// O's answer may be a four, and O's next one a row, unless X takes its cell with a four.
#[test]
fn a_four_that_is_answered_with_a_four_must_be_answered_too() {
    // After e7 and f7 O has four on a diagonal, and X must take e8: no four with one stone below e7.
    assert_eq!(found(9, 9, Rule::OrMore, "9/9/oxxx5/4x1o2/7o1/8o/9/9/9 x"), None);
    // With two it is a straight four.
    let line = found(9, 9, Rule::OrMore, "9/9/oxxx5/4x1o2/4x2o1/8o/9/9/9 x").unwrap();
    assert!(line.starts_with("e7 f7 e8 "), "{line}");
}

#[test]
fn a_search_that_is_stopped_claims_nothing() {
    let game = renju();
    let problems = problems(&game);
    let hardest = problems.iter().max_by_key(|problem| problem.line.len()).unwrap();
    let mut search = FourSearch::new(&game, 1 << 12, &|| false);
    assert_eq!(search.search(&hardest.position, 3), Answer::Unknown);
    assert_eq!(search.nodes(), 3);
    assert_eq!(
        FourSearch::new(&game, 1 << 12, &|| true).search(&hardest.position, u64::MAX),
        Answer::Unknown
    );
    // And what it remembers is no obstacle.
    assert!(matches!(search.search(&hardest.position, u64::MAX), Answer::Wins(_)));
}

/// Failures that were remembered in other positions of the same game are still true.
#[test]
fn a_search_may_go_on_to_other_positions() {
    let mut random = Random::seed_from_u64(43);
    let game = Mnk::<1>::new(7, 7, 4, Rule::OrMore).unwrap();
    let mut search = FourSearch::new(&game, 64, &|| false);
    for _ in 0..200 {
        let mut position = random_position(&game, &mut random, 15);
        while game.result(&position).is_none() {
            let (found, fresh) = (search.search(&position, u64::MAX), answer(&game, &position));
            assert_eq!(matches!(found, Answer::Wins(_)), matches!(fresh, Answer::Wins(_)));
            let moves = game.legal_moves(&position);
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
    }
}
