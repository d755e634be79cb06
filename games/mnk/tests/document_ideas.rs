//! The document's ideas for later: lines that lack one stone, and openings computed beforehand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod document_players;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use document_players::{Variant, board, found, variants};
use mossa_game::{
    Evaluate, Game, Notation, Playable, Player, SolveRequest, Solver, Strength, Symmetric, Symmetry, Tactics,
    Value, Verdict,
};
use mossa_mnk::document::openings::SHIPPED;
use mossa_mnk::document::{Documented, LineScore, Openings, Scoring};
use mossa_mnk::proof::numbers::NumberTable;
use mossa_mnk::proof::pairing::Rows;
use mossa_mnk::proof::search::{Prover, Question};
use mossa_mnk::solver::ProofSolver;
use mossa_mnk::{Mark, Mnk, Position, Rule};
use mossa_search::{Feature, Limits, Request, StopSignal, Table, alphabeta, reference::exhaust};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

fn player(name: &str) -> Variant {
    variants().into_iter().find(|variant| variant.name == name).unwrap()
}

fn forced(game: &Mnk<1>) -> Documented<'_, 1> {
    Documented::new(game, Scoring::Tens).looking_for_urgent()
}

fn after(game: &Mnk<1>, position: &Position<1>, m: Mark) -> Position<1> {
    let mut after = position.clone();
    game.play(&mut after, m);
    after
}

/// A position of a random game that goes on for the document, with about `stones` stones.
fn random_position(game: &Mnk<1>, random: &mut Random, stones: usize) -> Position<1> {
    let mut position = game.start();
    for _ in 0..stones {
        let moves = game.legal_moves(&position);
        let next = after(game, &position, moves[random.random_range(0..moves.len())]);
        if forced(game).result(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}

fn wins_at_once(game: &Mnk<1>, position: &Position<1>) -> bool {
    let wins = |m: Mark| game.outcome(&after(game, position, m)).is_some_and(|o| o.winner().is_some());
    game.outcome(position).is_none() && game.legal_moves(position).into_iter().any(wins)
}

/// Minimax whose leaves look one ply further for wins and two for losses, by trying the moves.
fn far_sighted(
    game: &Documented<'_, 1>,
    rules: &Mnk<1>,
    position: &Position<1>,
    ply: u32,
    depth: u32,
) -> Value {
    if let Some(outcome) = game.outcome(position) {
        return Value::proven(outcome.verdict(position.to_move()), ply);
    }
    let children: Vec<Position<1>> =
        game.legal_moves(position).into_iter().map(|m| after(rules, position, m)).collect();
    if depth > 0 {
        let values = children.iter().map(|child| -far_sighted(game, rules, child, ply + 1, depth - 1));
        return values.max().unwrap();
    }
    if wins_at_once(rules, position) {
        return Value::win_in(ply + 1);
    }
    if children.iter().all(|child| wins_at_once(rules, child)) {
        return Value::loss_in(ply + 2);
    }
    LineScore.value(game, position, &())
}

#[test]
fn a_search_that_looks_for_k_minus_one_sees_what_lies_just_beyond_its_leaves() {
    let games = [(3, 3, 3), (4, 3, 3), (4, 4, 3), (5, 5, 4), (3, 4, 4)].map(|(m, n, k)| board(m, n, k));
    let mut random = Random::seed_from_u64(21);
    let (mut decided, mut guessed) = (0, 0);
    for round in 0..300 {
        let game = &games[round % games.len()];
        let stones = random.random_range(0..game.most_moves() - 1);
        let position = random_position(game, &mut random, stones);
        let depth = random.random_range(1..=if position.empty_cells() > 9 { 2 } else { 4 });
        let value = found(&player("forced").think(game, &position, Limits::depth(depth))).0;
        assert_eq!(value, far_sighted(&forced(game), game, &position, 0, depth), "{depth} {position:?}");
        if value.is_decided() { decided += 1 } else { guessed += 1 }
    }
    assert!(decided > 50 && guessed > 50, "{decided} {guessed}");
}

/// What the lines say is the truth, under every rule: a result is that of perfect play, with its distance, and the
/// only move to be looked at is as good as any.
#[test]
fn what_k_minus_one_forces_is_true() {
    let boards = [
        (4, 3, 3, Rule::OrMore),
        (4, 4, 3, Rule::OrMore),
        (4, 4, 3, Rule::Exactly),
        (5, 4, 4, Rule::OrMore),
        (2, 6, 2, Rule::Exactly),
        (1, 5, 1, Rule::OrMore),
        (5, 7, 5, Rule::Renju),
    ];
    let games = boards.map(|(m, n, k, rule)| Mnk::<1>::new(m, n, k, rule).unwrap());
    let mut random = Random::seed_from_u64(22);
    let (mut proven, mut single) = (0, 0);
    for round in 0..2100 {
        let game = &games[round % games.len()];
        let stones = game.most_moves().saturating_sub(random.random_range(2..7));
        let mut position = random_position(game, &mut random, stones);
        if position.empty_cells() > 6 {
            continue;
        }
        let documented = forced(game);
        let seen = documented.node(&position);
        let value = exhaust(game, &mut position);
        if let Some((verdict, plies)) = documented.proven(&position, &seen) {
            proven += 1;
            assert_eq!(Value::proven(verdict, plies), value, "{position:?}");
        }
        let mut candidates = Vec::new();
        let _ = documented.candidates(&position, &seen, &mut candidates);
        single += u32::from(candidates.len() == 1 && game.count_moves(&position) > 1);
        let best = candidates.iter().map(|m| {
            assert!(game.is_legal(&position, *m), "{m:?} {position:?}");
            (-exhaust(game, &mut after(game, &position, *m))).delayed(1)
        });
        assert_eq!(best.max(), Some(value), "{position:?}");
    }
    assert!(proven > 100 && single > 100, "{proven} {single}");
}

#[test]
fn a_line_that_lacks_one_stone_is_completed_and_otherwise_blocked() {
    let game = board(5, 5, 4);
    let best = |name: &str, text: &str| {
        let position = game.parse_position(text).unwrap();
        let report = player(name).think(&game, &position, Limits::depth(1));
        (game.move_text(&position, report.best().unwrap()), report.statistics.nodes)
    };
    // Both lack one stone: X wins at d1, and O would at d4.
    assert_eq!(best("forced", "5/ooo2/5/5/xxx2 x"), ("d1".to_owned(), 2));
    // X has nothing of the kind, and must take d4.
    let blocks = "5/ooo2/5/2x2/xx3 x";
    assert_eq!(best("forced", blocks), ("d4".to_owned(), 2));
    // The report's own player looks at all 19 empty cells.
    assert_eq!(best("moveorder", blocks).1, 1 + 19);
}

/// Without the switch, and for the report's own brain, nothing is forced.
#[test]
fn only_the_new_brains_know_what_is_urgent() {
    let game = board(5, 5, 4);
    let position = game.parse_position("5/ooo2/5/2x2/xx3 x").unwrap();
    let nodes = |variant: Variant| variant.think(&game, &position, Limits::depth(2)).statistics.nodes;
    let (old, new) = (player("moveorder"), player("forced"));
    let knowing = Variant { features: old.features.with(Feature::Knowledge), ..old };
    assert_eq!(nodes(knowing), nodes(old));
    assert_eq!(nodes(Variant { features: old.features, ..new }), nodes(old));
    assert!(nodes(new) < nodes(old));
}

/// The boards that the file names, with their values.
fn boards_of_the_file() -> Vec<(Mnk<1>, Verdict)> {
    let headings = SHIPPED.lines().filter_map(|line| line.strip_prefix("board "));
    headings
        .map(|heading| {
            let (sizes, value) = heading.split_once(' ').unwrap();
            let sizes: Vec<usize> = sizes.split(',').map(|size| size.parse().unwrap()).collect();
            let value = match value {
                "win" => Verdict::Win,
                "draw" => Verdict::Draw,
                other => panic!("{other}"),
            };
            (board(sizes[0], sizes[1], sizes[2]), value)
        })
        .collect()
}

/// How many lines the file has about a board.
fn lines_about(game: &Mnk<1>) -> usize {
    let heading = format!("board {} ", game.options_text());
    let section = SHIPPED.lines().skip_while(|line| !line.starts_with(&heading)).skip(1);
    section.take_while(|line| !line.is_empty()).count()
}

/// All positions that the openings of a board may know: before the first move, after it, and after an answer to the
/// first move of the file. Symmetric ones occur as often as there are.
fn opening_positions(game: &Mnk<1>, openings: &Openings) -> Vec<Position<1>> {
    let children = |position: &Position<1>| -> Vec<Position<1>> {
        game.legal_moves(position).into_iter().map(|m| after(game, position, m)).collect()
    };
    let start = game.start();
    let first = after(game, &start, openings.answer(game, &start).unwrap());
    [start.clone()].into_iter().chain(children(&start)).chain(children(&first)).collect()
}

/// On drawn boards every first move has its answer. On boards that the first player wins, the file knows that player's
/// first two moves; answers to first moves that win slowly may be missing.
#[test]
fn the_file_is_read_and_knows_how_to_go_on() {
    let boards = boards_of_the_file();
    assert_eq!(boards.len(), 22);
    for (game, value) in &boards {
        let openings = Openings::read(game, SHIPPED).unwrap();
        let (cells, name, won) = (game.board().cells(), game.options_text(), *value == Verdict::Win);
        let known: Vec<bool> = opening_positions(game, &openings)
            .iter()
            .map(|position| openings.answer(game, position).is_some())
            .collect();
        let (first, second) = known.split_at(1 + cells);
        assert!(first.iter().filter(|known| **known).count() > if won { cells / 2 } else { cells }, "{name}");
        assert!(second.iter().all(|known| *known == won), "{name}");
    }
}

/// Checks every answer of the openings: the positions before and after it shall `agree`. Gives their number.
fn check_answers(game: &Mnk<1>, agree: impl Fn(&Position<1>, &Position<1>) -> bool) -> usize {
    let openings = Openings::shipped(game);
    let mut seen = HashSet::new();
    for position in opening_positions(game, &openings) {
        let Some(answer) = openings.answer(game, &position) else { continue };
        if seen.insert(game.canonical_key(&position).0) {
            let next = after(game, &position, answer);
            assert!(agree(&position, &next), "{answer:?} {position:?}");
        }
    }
    seen.len()
}

/// A judge of positions: proofs say who wins, and the search how soon.
struct Judge<'a> {
    game: &'a Mnk<1>,
    solver: ProofSolver<1>,
    table: Table,
}

impl Judge<'_> {
    fn new(game: &Mnk<1>) -> Judge<'_> {
        Judge { game, solver: ProofSolver::new(game, 64 << 20).unwrap(), table: Table::new(64) }
    }

    fn verdict(&self, position: &Position<1>) -> Verdict {
        let request =
            SolveRequest { strength: Strength::Weak, moves: false, line: false, ..Default::default() };
        self.solver.solve(self.game, position, &request, &|| false).unwrap().value.outcome
    }

    /// The value to the player to move.
    fn value(&self, position: &Position<1>) -> Value {
        let verdict = self.verdict(position);
        if verdict == Verdict::Draw {
            return Value::DRAW;
        }
        let (request, stop, evaluator) = (Request::default(), StopSignal::new(), self.game.evaluator());
        let report =
            alphabeta::search(self.game, &evaluator, position, &request, &self.table, &stop, &mut |_| {});
        let (value, exhausted) = found(&report);
        assert!(exhausted, "{position:?}");
        assert_eq!(Value::proven(verdict, value.plies().unwrap()), value, "{position:?}");
        value
    }
}

/// Checks that every answer is the best there is: wins the quickest, losses the slowest.
fn check_distances(judge: &Judge<'_>) -> usize {
    check_answers(judge.game, |before, after| judge.value(before) == (-judge.value(after)).delayed(1))
}

/// Checks that every answer keeps who wins.
fn check_verdicts(judge: &Judge<'_>) -> usize {
    let value = |position: &Position<1>| Value::proven(judge.verdict(position), 0);
    check_answers(judge.game, |before, after| value(before) == -value(after))
}

/// Checks all lines about some boards on which that is quick.
fn check_boards(names: &[&str], check: impl Fn(&Judge<'_>) -> usize) {
    let mut boards = boards_of_the_file();
    boards.retain(|(game, _)| names.contains(&game.options_text().as_str()));
    assert_eq!(boards.len(), names.len());
    for (game, value) in &boards {
        let judge = Judge::new(game);
        assert_eq!(judge.verdict(&game.start()), *value, "{}", game.options_text());
        assert_eq!(check(&judge), lines_about(game), "{}", game.options_text());
    }
}

#[test]
fn the_moves_of_the_file_are_best_on_small_boards() {
    let quick = ["3,3,3", "4,3,3", "4,4,3", "4,4,4", "5,4,4", "5,5,4", "6,4,4"];
    check_boards(&quick, check_distances);
}

#[test]
fn the_moves_of_the_file_keep_who_wins_on_larger_boards() {
    let quick = ["5,5,5", "6,6,5", "6,6,6", "7,5,5", "7,7,6", "7,7,7"];
    check_boards(&quick, check_verdicts);
}

/// On every board: whoever wins still does, and who does not lose still does not; nobody gains by a move of their own.
/// The second player never wins a board that the first does not, whatever the first move is: without that stone the
/// second would be the first, and a stone more never hurts whoever has it. So that is not asked.
#[test]
#[ignore = "takes minutes; part of scripts/prove"]
fn every_move_of_the_file_keeps_who_wins() {
    for (game, value) in boards_of_the_file() {
        let (rows, table) = (Rows::new(game.board()), NumberTable::new(2 << 30).unwrap());
        let won = value == Verdict::Win;
        let wins = |attacker, position: &Position<1>| {
            let question = Question { game: &game, rows: &rows, table: &table, attacker, halt: &|| false };
            (won || attacker == Player::FIRST)
                && Prover::new(question, &AtomicBool::new(false), 0).attacker_wins(position).unwrap()
        };
        assert_eq!(wins(Player::FIRST, &game.start()), won, "{}", game.options_text());
        let checked = check_answers(&game, |before, after| {
            let me = before.to_move();
            match [Player::FIRST, Player::SECOND].into_iter().find(|player| wins(*player, before)) {
                Some(winner) => winner != me || wins(me, after),
                None => !wins(me.opponent(), after),
            }
        });
        assert_eq!(checked, lines_about(&game), "{}", game.options_text());
        println!("{}: {checked} answers", game.options_text());
    }
}

#[test]
fn turned_and_mirrored_boards_get_turned_and_mirrored_answers() {
    for (game, _) in boards_of_the_file() {
        let openings = Openings::shipped(&game);
        for position in opening_positions(&game, &openings) {
            let Some(answer) = openings.answer(&game, &position) else { continue };
            let expected = game.canonical_key(&after(&game, &position, answer)).0;
            for symmetry in (0..game.symmetries()).map(|s| Symmetry(s as u8)) {
                let image = game.map_position(symmetry, &position);
                let turned = openings.answer(&game, &image).unwrap();
                assert_eq!(game.canonical_key(&after(&game, &image, turned)).0, expected, "{symmetry:?}");
            }
        }
    }
}

#[test]
fn the_player_with_openings_has_one_move_where_the_file_knows_it() {
    for (game, _) in boards_of_the_file() {
        let openings = Openings::shipped(&game);
        let documented = forced(&game).with_openings(openings.clone());
        for position in opening_positions(&game, &openings) {
            let mut candidates = Vec::new();
            let _ = documented.candidates(&position, &documented.node(&position), &mut candidates);
            match openings.answer(&game, &position) {
                Some(answer) => assert_eq!(candidates, [answer]),
                None => assert!(candidates.len() > 1),
            }
        }
        let best = player("openings").think(&game, &game.start(), Limits::depth(1)).best();
        assert_eq!(best, openings.answer(&game, &game.start()));
    }
}
