//! Exact values through the facade: of games with a solver of their own, and of all others.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_conformance::toy::NimFamily;
use mossa_engine::{
    AnyPosition, Level, Means, Perfect, Registry, Session, Sitter, Skill, SolutionReport, SolveOrder,
};
use mossa_game::{InputKind, Player, Strength, Verdict};
use mossa_search::{Limits, StopSignal};

fn registry() -> Registry {
    Registry::builtin().with(NimFamily)
}

fn at(game: &str, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = registry().open(game).unwrap().start();
    moves.split_whitespace().for_each(|m| drop(position.play(m).unwrap()));
    position
}

fn solved(position: &dyn AnyPosition, order: &SolveOrder) -> SolutionReport {
    position.solve(order, &StopSignal::new()).unwrap().unwrap()
}

/// Plain minimax over the facade: who wins for the player to move, and when.
fn brute(position: &dyn AnyPosition) -> (Verdict, Option<u32>) {
    if let Some(outcome) = position.result() {
        let verdict = outcome.verdict(position.to_move());
        return (verdict, (verdict != Verdict::Draw).then_some(0));
    }
    let after = position.moves().into_iter().map(|m| brute_move(position, &m.text));
    // A faster win is better, a slower loss is better.
    let rank = |(verdict, plies): &(Verdict, Option<u32>)| match verdict {
        Verdict::Win => 1000 - plies.unwrap() as i32,
        Verdict::Draw => 0,
        Verdict::Loss => plies.unwrap() as i32 - 1000,
    };
    after.max_by_key(rank).unwrap()
}

fn brute_move(position: &dyn AnyPosition, text: &str) -> (Verdict, Option<u32>) {
    let mut after = position.boxed_clone();
    after.play(text).unwrap();
    let (verdict, plies) = brute(&*after);
    let verdict = match verdict {
        Verdict::Win => Verdict::Loss,
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss => Verdict::Win,
    };
    (verdict, plies.map(|plies| plies + 1))
}

/// The line must lead to the promised end.
fn assert_line(position: &dyn AnyPosition, found: &SolutionReport) {
    let mut after = position.boxed_clone();
    found.line.iter().for_each(|m| drop(after.play(m).unwrap()));
    let ending = after.result().map(|outcome| outcome.verdict(position.to_move()));
    assert_eq!(ending, Some(found.value.outcome), "{} {found:?}", position.text());
    if let Some(plies) = found.value.plies {
        assert_eq!(found.line.len(), plies as usize, "{} {found:?}", position.text());
    }
    assert_eq!(found.best.as_ref(), found.line.first());
}

#[test]
fn every_game_of_two_is_solved_as_plain_minimax_does_it() {
    for (game, moves) in [
        ("mnk:3,3,3", "b2 a1"),
        ("mnk:3,3,3", "a1 b1 c3"),
        ("mnk:3,3,3", "b2 a1 b3 a2"),
        ("mnk:3,3,3", "b2 b1 a1 c3"),
        ("mnk:4,3,3", "a1 b2 c3 a4 c1"),
        ("mnk:2,2,2", ""),
        ("mnk:3,4,3,rule=exact", "a1 b2 c3 d1"),
        ("nim:2.3.4", "a1"),
    ] {
        let position = at(game, moves);
        let found = solved(&*position, &SolveOrder::default());
        assert_eq!((found.value.outcome, found.value.plies), brute(&*position), "{game} {moves}");
        let texts: Vec<String> = position.moves().into_iter().map(|m| m.text).collect();
        assert_eq!(found.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>(), texts);
        for m in &found.moves {
            assert_eq!(
                (m.value.outcome, m.value.plies),
                brute_move(&*position, &m.text),
                "{game} {}",
                m.text
            );
        }
        assert_line(&*position, &found);
        let weak = solved(&*position, &SolveOrder { strength: Strength::Weak, ..SolveOrder::default() });
        assert_eq!((weak.value.outcome, weak.value.plies), (found.value.outcome, None));
        for (m, strong) in weak.moves.iter().zip(&found.moves) {
            assert_eq!((m.value.outcome, m.value.plies), (strong.value.outcome, None), "{game} {}", m.text);
        }
        let best = found.moves.iter().find(|m| Some(&m.text) == weak.best.as_ref()).unwrap();
        assert_eq!(
            best.value.outcome, found.value.outcome,
            "a weak line begins with a move that keeps the value"
        );
    }
}

#[test]
fn known_boards_have_their_known_values() {
    for (game, outcome, plies) in [
        ("mnk:3,3,3", Verdict::Draw, None),
        ("mnk:4,3,3", Verdict::Win, Some(7)),
        ("mnk:4,4,3", Verdict::Win, Some(5)),
        ("nim:1.2.3", Verdict::Loss, Some(6)),
    ] {
        let position = at(game, "");
        for threads in [1, 2] {
            let found = solved(&*position, &SolveOrder { threads, ..SolveOrder::default() });
            assert_eq!((found.value.outcome, found.value.plies), (outcome, plies), "{game}");
            assert_line(&*position, &found);
        }
        let value = solved(&*position, &SolveOrder::value_only());
        assert_eq!((value.value.outcome, value.moves.len()), (outcome, 0));
    }
}

#[test]
fn programs_get_the_documented_form() {
    let found = solved(&*at("nim:1.2", ""), &SolveOrder::default());
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["outcome"], "win");
    assert_eq!(json["plies"], 3);
    assert_eq!(json["score"], 1);
    assert_eq!(json["best"], "b1");
    assert_eq!(json["line"], serde_json::json!(["b1", "a1", "b1"]));
    let last = serde_json::json!({"move": "b2", "outcome": "loss", "plies": 2, "score": -2});
    assert_eq!(json["moves"][2], last);
    assert!(json["nodes"].is_u64() && json["seconds"].is_f64());
    let drawn = serde_json::to_value(solved(&*at("mnk:3,3,3", ""), &SolveOrder::value_only())).unwrap();
    assert!(drawn["plies"].is_null() && drawn["score"].is_null() && drawn["moves"] == serde_json::json!([]));
}

#[test]
fn a_finished_game_has_its_result() {
    let found = solved(&*at("mnk:3,3,3", "a1 a2 b1 b2 c1"), &SolveOrder::default());
    assert_eq!((found.value.outcome, found.value.plies, found.best), (Verdict::Loss, Some(0), None));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let ask = |game, order: &SolveOrder| at(game, "").solve(order, &StopSignal::new()).unwrap_err();
    let error = ask("nim:players=3", &SolveOrder::default());
    assert_eq!((error.kind, error.problem.contains("3 players")), (InputKind::Game, true), "{error}");
    let greedy = SolveOrder { megabytes: Some(1 << 40), ..SolveOrder::default() };
    for game in ["nim", "mnk:3,3,3"] {
        assert!(ask(game, &greedy).problem.starts_with("no memory for a table"), "{game}");
        let position = at(game, "");
        assert!(position.solve(&greedy, &StopSignal::new()).is_err());
        assert!(
            position.solve(&SolveOrder::default(), &StopSignal::new()).unwrap().is_some(),
            "{game} goes on"
        );
    }
}

#[test]
fn signals_and_time_end_it_and_leave_the_solver_usable() {
    let stopped = StopSignal::new();
    stopped.stop();
    for game in ["nim", "mnk:3,3,3"] {
        let position = at(game, "");
        assert_eq!(position.solve(&SolveOrder::default(), &stopped).unwrap(), None);
        let hasty = SolveOrder { time: Some(Duration::ZERO), ..SolveOrder::default() };
        assert_eq!(position.solve(&hasty, &StopSignal::new()).unwrap(), None);
        assert!(position.solve(&SolveOrder::default(), &StopSignal::new()).unwrap().is_some());
    }
    let large = at("mnk:9,9,5", "");
    let began = Instant::now();
    let order = SolveOrder { time: Some(Duration::from_millis(50)), ..SolveOrder::default() };
    assert_eq!(large.solve(&order, &StopSignal::new()).unwrap(), None);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn a_game_keeps_its_solver() {
    for game in ["nim:5.6.7", "mnk:4,4,3"] {
        let position = at(game, "");
        let nodes = |megabytes| {
            let order = SolveOrder { megabytes, moves: false, ..SolveOrder::default() };
            solved(&*position, &order).nodes
        };
        let first = nodes(Some(1));
        let again = nodes(None);
        assert!(again < first, "{game}: {again} nodes after {first}");
        assert!(nodes(Some(2)) > again, "{game}: another size begins anew");
    }
}

#[test]
fn several_threads_may_ask_at_once() {
    let game = registry().open("nim:5.6.7").unwrap();
    let expected = solved(&*Arc::clone(&game).start(), &SolveOrder::default()).value;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let position = Arc::clone(&game).start();
            scope.spawn(move || assert_eq!(solved(&*position, &SolveOrder::default()).value, expected));
        }
    });
}

#[test]
fn games_say_what_they_bring() {
    let open = |name| registry().open(name).unwrap();
    assert!(open("nim").has_solver() && open("nim").has_quick_solver() && open("nim").exact_book().is_some());
    assert!(open("nim:1.1.1.1.1").has_solver() && !open("nim:1.1.1.1.1").has_quick_solver());
    for name in ["nim:players=3", "mnk:3,3,3"] {
        assert!(
            !open(name).has_solver() && !open(name).has_quick_solver() && open(name).exact_book().is_none()
        );
    }
    let names = registry().names_where(|game| game.has_solver());
    assert!(names.contains(&"nim") && !names.contains(&"mnk"), "{names:?}");
}

#[test]
fn the_perfect_player_wins_what_is_won() {
    for (game, time) in [("nim:3.4.5", None), ("nim:1.2.3.4.5", None), ("nim:2.3.4", Some(1))] {
        let perfect = Sitter::Engine(Skill::Perfect);
        let means = Means {
            limits: time.map_or(Limits::default(), |ms| Limits::per_move(Duration::from_secs(ms))),
            ..Means::new(3)
        };
        let sitters = vec![perfect.clone(), Sitter::Engine(Level::new(3).unwrap().into())];
        let mut session = Session::new(at(game, ""), sitters, means.clone()).unwrap();
        while let Some(moved) = session.engine_move(&StopSignal::new()).unwrap() {
            assert!(moved.analysis.best().is_some());
        }
        assert_eq!(session.result().unwrap().winner(), Some(Player::FIRST), "{game}");
        let record = session.record();
        assert_eq!(record.players[0].name, "mossa perfect");
        let resumed = Session::resume(&registry(), &record, means).unwrap();
        assert_eq!(resumed.sitters()[0], perfect);
    }
}

#[test]
fn the_perfect_player_is_refused_where_there_is_no_solver() {
    let sitters = vec![Sitter::Engine(Skill::Perfect), Sitter::Human("Ada".to_owned())];
    let error = Session::new(at("mnk:3,3,3", ""), sitters, Means::new(1)).err().unwrap();
    assert!(error.to_string().contains("no solver"), "{error}");
    let people = vec![Sitter::Human("Ada".to_owned()), Sitter::Human("Bob".to_owned())];
    let mut session = Session::new(at("mnk:3,3,3", ""), people, Means::new(1)).unwrap();
    assert!(session.set_sitter(Player::FIRST, Sitter::Engine(Skill::Perfect)).is_err());
}

#[test]
fn without_time_for_the_solver_the_search_moves() {
    let position = at("nim:5.6.7", "");
    let perfect = Perfect::new(&*position.game(), None).unwrap();
    let means = Means { limits: Limits::per_move(Duration::from_nanos(1)), ..Means::new(1) };
    let (text, analysis) = perfect.choose(&*position, &means, &StopSignal::new()).unwrap();
    assert!(position.moves().iter().any(|m| m.text == text) && analysis.best() == Some(text.as_str()));
    let exact = Means { limits: Limits::nodes(1), ..Means::new(1) };
    let (text, analysis) = perfect.choose(&*position, &exact, &StopSignal::new()).unwrap();
    assert_eq!(text, "a4", "nodes are for the search alone: 5.6.7 is won by leaving 1.6.7 and nothing else");
    assert_eq!(analysis.best(), Some("a4"));
}

#[test]
fn hints_are_exact_where_that_is_quick() {
    let sitters = vec![Sitter::Human("Ada".to_owned()), Sitter::Human("Bob".to_owned())];
    let session = Session::new(at("nim:5.6.7", ""), sitters, Means::new(1)).unwrap();
    let hint = session.hint(&StopSignal::new());
    assert_eq!((hint.best(), hint.depth > 1), (Some("a4"), true));
}
