//! Gomoku with the opening swap2: the contract, counts, who gets which colour, and that the search bargains well.

#![allow(clippy::unwrap_used, clippy::panic)]

use mossa_game::{Evaluate, Game, Notation, Outcome, Perft, Player, Value};
use mossa_mnk::swap2::{Bargain, Position, Stage, Step, Swap2};
use mossa_mnk::{Rule, Swap2Family};
use mossa_search::{Limits, LineValue, Request, StopSignal, Table, alphabeta};

/// On the smallest board.
fn game() -> Swap2<1> {
    Swap2::new(5, 5, Rule::OrMore).unwrap()
}

fn played<const W: usize>(game: &Swap2<W>, moves: &str) -> Position<W> {
    let mut position = game.start();
    for text in moves.split_whitespace() {
        let step = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.try_play(&mut position, step).unwrap();
    }
    position
}

fn count(game: &Swap2<1>, position: &Position<1>, depth: u32) -> u64 {
    mossa_game::perft(game, &mut position.clone(), depth, Perft::default())
}

#[test]
fn the_contract_holds() {
    mossa_conformance::check_family(&Swap2Family, &["5,5", "6,7,rule=exact", "9,10", "7,7,rule=renju"]);
}

#[test]
fn games_go_as_recorded() {
    for (options, seed) in [("5,5", 1), ("7,6,rule=exact", 2)] {
        let file = format!("tests/playthroughs/swap2-{}-{seed}.txt", options.replace([',', '='], "-"));
        mossa_conformance::playthrough(&Swap2Family, options, seed, file);
    }
}

/// With n cells: three stones; then a stone, swap or more; and so on. Nobody can win before the ninth stone.
#[test]
fn moves_are_counted_as_the_opening_says() {
    let (game, n) = (game(), 25);
    let three = n * (n - 1) * (n - 2);
    let fourth = n - 3;
    let expected = [
        n,
        n * (n - 1),
        three,
        three * (fourth + 2),
        three * (fourth * (n - 4) + fourth + fourth),
        // The last term is that of the pair, after which a stone or swap follows.
        three * (fourth * (n - 4) * (n - 5) + fourth * (n - 4) + fourth * (n - 4)),
    ];
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(count(&game, &game.start(), depth), expected, "depth {depth}");
    }
    let pair = played(&game, "a1 b1 c1 more d1");
    assert_eq!(count(&game, &pair, 1), 21);
    assert_eq!(count(&game, &pair, 2), 21 * (20 + 1));
}

#[test]
fn everybody_has_the_turns_and_the_colour_that_the_opening_gives() {
    let game = game();
    // For each opening: who moves at every step (and after the last), the stage then, and who has O.
    for (moves, turns, stage, owner_of_o) in [
        ("a1 b1 c1", "1112", Stage::Choice, None),
        ("a1 b1 c1 d1", "11121", Stage::Game, Some(Player::SECOND)),
        ("a1 b1 c1 swap", "11121", Stage::Game, Some(Player::FIRST)),
        ("a1 b1 c1 swap d1", "111212", Stage::Game, Some(Player::FIRST)),
        ("a1 b1 c1 more", "11122", Stage::Pair, None),
        ("a1 b1 c1 more d1 e1", "1112221", Stage::LastChoice, None),
        ("a1 b1 c1 more d1 e1 a2", "11122212", Stage::Game, Some(Player::FIRST)),
        ("a1 b1 c1 more d1 e1 swap", "11122212", Stage::Game, Some(Player::SECOND)),
        ("a1 b1 c1 more d1 e1 swap a2", "111222121", Stage::Game, Some(Player::SECOND)),
    ] {
        let mut position = game.start();
        let mut seen = format!("{}", game.to_move(&position));
        for text in moves.split_whitespace() {
            let step = game.parse_move(&position, text).unwrap();
            game.try_play(&mut position, step).unwrap();
            seen += &format!("{}", game.to_move(&position));
        }
        assert_eq!((seen.as_str(), position.stage()), (turns, stage), "{moves}");
        if let Some(owner) = owner_of_o {
            assert_eq!(position.owner_of(Player::SECOND), owner, "{moves}");
            assert_eq!(position.owner_of(Player::FIRST), owner.opponent(), "{moves}");
        }
        let parse = |text| game.parse_move(&position, text).is_ok();
        assert_eq!(parse("swap"), stage.is_choice(), "{moves}");
        assert_eq!(parse("more"), stage == Stage::Choice, "{moves}");
    }
}

/// Five of X: they belong to whoever took X.
#[test]
fn the_win_is_of_whoever_has_the_colour() {
    let game = game();
    for (moves, winner) in [
        ("a1 a2 b1 b2 c1 c2 d1 d2 e1", Player::FIRST),
        ("a1 a2 b1 swap b2 c1 c2 d1 d2 e1", Player::SECOND),
        ("a1 a2 b1 more b2 c1 c2 d1 d2 e1", Player::SECOND),
        ("a1 a2 b1 more b2 c1 swap c2 d1 d2 e1", Player::FIRST),
        // And five of O to whoever took O.
        ("a2 a1 b2 b1 c2 c1 d3 d1 d2 e1", Player::SECOND),
        ("a2 a1 b2 swap b1 c2 c1 d3 d1 d2 e1", Player::FIRST),
    ] {
        let position = played(&game, moves);
        assert_eq!(game.result(&position), Some(Outcome::win(winner, 2)), "{moves}");
    }
}

fn best(game: &Swap2<7>, moves: &str, nodes: u64) -> (Step, Value, Position<7>) {
    let position = played(game, moves);
    let request = Request { limits: Limits::nodes(nodes), ..Request::default() };
    let (table, stop) = (Table::with_buckets(1 << 14), StopSignal::new());
    let report = alphabeta::search(game, &Bargain, &position, &request, &table, &stop, &mut |_| {});
    let line = &report.lines[0];
    match line.value {
        LineValue::Mover { value, .. } => (line.moves[0], value, position),
        LineValue::Each { .. } => panic!("two players have one value"),
    }
}

/// Stones in the middle against stones in corners.
#[test]
fn the_better_colour_is_taken() {
    let game = Swap2::<7>::new(15, 15, Rule::OrMore).unwrap();
    for (moves, takes_x) in [
        ("h8 a1 i9", true),
        ("a1 h8 o1", false),
        ("h8 a1 o1 more a15 i9", true),
        ("a1 h8 o15 more i8 a15", false),
    ] {
        let (step, value, position) = best(&game, moves, 20_000);
        assert_eq!(step == Step::Swap, takes_x, "{moves}: {step:?}");
        assert!(step != Step::More && value > Value::DRAW, "{moves}: {step:?} {value}");
        let plain = Bargain.value(&game, &position, &());
        assert!(plain > Value::DRAW, "{moves}: who chooses has the better part, not {plain}");
    }
}

/// What is put for others to choose between is more even than most.
#[test]
fn openings_are_put_evenly() {
    let game = Swap2::<7>::new(15, 15, Rule::OrMore).unwrap();
    let mut moves = String::new();
    for _ in 0..3 {
        let (step, _, position) = best(&game, &moves, 60_000);
        moves += &format!("{} ", game.move_text(&position, step));
    }
    let unevenness = |moves: &str| best(&game, moves, 60_000).1;
    let ours = unevenness(&moves);
    for others in ["h8 a1 i9", "h8 h9 i10", "a1 h8 o15"] {
        assert!(ours < unevenness(others), "{moves} is worth {ours} to who chooses, {others} less");
    }
}
