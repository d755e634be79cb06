//! A game that mossa does not have becomes known everywhere by one more line in the registry.

use std::sync::Arc;

use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnalysisRequest, Level, LineAssessment, Means, Method, Registry, Session, Sitter, bench};
use mossa_game::{Assessment, Outcome, Perft, Player, Verdict};
use mossa_search::{Features, Limits, StopSignal, Table};

fn registry() -> Registry {
    Registry::builtin().with(NimFamily) // the one line
}

fn request(method: Method, limits: Limits) -> AnalysisRequest {
    let table = Arc::new(Table::new(1));
    let features = Features::ALL;
    AnalysisRequest {
        method,
        limits,
        lines: 1,
        threads: 1,
        features,
        brain: None,
        seed: 7,
        table,
        details: false,
        only: Vec::new(),
        win_within: None,
    }
}

#[test]
fn it_is_listed_and_opened_by_name_options_and_preset() {
    let registry = registry();
    assert_eq!(registry.families().last().unwrap().name, "nim");
    assert!(registry.names().contains(&"nim") && registry.names().contains(&"marienbad"));
    for (asked, canonical) in [
        ("nim", "nim"),
        ("nim:3.4.5", "nim"),
        ("nim:2.2,players=3", "nim:2.2,players=3"),
        ("marienbad", "nim:1.3.5.7"),
        ("marienbad:most=2", "nim:1.3.5.7,most=2"),
    ] {
        let game = registry.open(asked).unwrap();
        assert_eq!(game.name(), canonical);
        assert_eq!(registry.open(canonical).unwrap().name(), canonical);
    }
}

#[test]
fn it_is_played_from_the_first_move_to_the_last() {
    let game = registry().open("nim:1.2").unwrap();
    let mut position = game.clone().start();
    assert_eq!((game.players(), position.to_move()), (2, Player::FIRST));
    assert_eq!(position.moves().len(), 3);
    for text in ["b1", "a1", "b1"] {
        assert_eq!(position.result(), None);
        position.play(text).unwrap();
    }
    assert_eq!(position.result(), Some(Outcome::win(Player::FIRST, 2)));
    assert_eq!(position.history(), ["b1", "a1", "b1"]);
    assert!(position.moves().is_empty());
    assert!(position.scene().pieces.is_empty(), "all stones are taken");
}

#[test]
fn its_positions_are_counted() {
    let position = registry().open("nim:1.2").unwrap().start();
    let mut divided = Vec::new();
    let nodes = position
        .perft(2, Perft::default(), &StopSignal::new(), &mut |m, nodes| divided.push((m.to_owned(), nodes)));
    // 1.2 -> 0.2, 1.1, 1.0 -> 2 + 2 + 1
    assert_eq!(nodes, Some(5));
    divided.sort();
    let expected = [("a1", 2), ("b1", 2), ("b2", 1)].map(|(m, nodes)| (m.to_owned(), nodes));
    assert_eq!(divided, expected);
}

#[test]
fn it_is_analysed_as_theory_says_and_explained() {
    // Bouton 1901: the player to move wins unless the xor of the heaps is 0.
    for heaps in ["1.2", "1.2.3", "3.4.5", "2.2", "1.4.5", "4.5.6"] {
        let position = registry().open(&format!("nim:{heaps}")).unwrap().start();
        let xor = heaps.split('.').map(|heap| heap.parse::<u8>().unwrap()).fold(0, |xor, heap| xor ^ heap);
        let wins = if xor == 0 { Verdict::Loss } else { Verdict::Win };
        let request = request(Method::Auto, Limits::default());
        let mut reports = 0;
        let analysis = position.analyse(&request, &StopSignal::new(), &mut |_| reports += 1);
        let LineAssessment::Mover(Assessment::Proven { outcome, plies: Some(plies) }) =
            analysis.lines[0].value
        else {
            panic!("{heaps} is not proven: {analysis:?}");
        };
        assert_eq!(outcome, wins, "{heaps}");
        assert!(plies as usize >= analysis.lines[0].moves.len() && reports > 0);
        let terms = position.explain();
        assert!(!terms.is_empty() && terms.iter().all(|term| term.points.len() == 2));
    }
}

#[test]
fn every_method_answers_for_two_and_for_three() {
    for name in ["nim:2.3", "nim:1.2.2,players=3"] {
        let position = registry().open(name).unwrap().start();
        let players = position.game().players();
        for method in
            [Method::Auto, Method::AlphaBeta, Method::MaxN, Method::Paranoid, Method::BestReply, Method::Mcts]
        {
            let limits = Limits { depth: Some(8), nodes: Some(5_000), ..Limits::default() };
            let analysis = position.analyse(&request(method, limits), &StopSignal::new(), &mut |_| {});
            let line = &analysis.lines[0];
            let mut replay = position.boxed_clone();
            line.moves.iter().for_each(|m| assert_eq!(&replay.play(m).unwrap().text, m));
            // Paranoid knows only what the player to move gets.
            let for_one = players == 2 || method == Method::Paranoid;
            match &line.value {
                LineAssessment::Mover(_) => assert!(for_one, "{name} {method:?}"),
                LineAssessment::Each(values) => assert!(!for_one && values.len() == players, "{method:?}"),
            }
        }
    }
}

#[test]
fn it_has_levels_sessions_and_fixed_work() {
    let registry = registry();
    let position = registry.open("nim:2.3,players=3").unwrap().start();
    let sitters = vec![
        Sitter::Engine(Level::EASIEST.into()),
        Sitter::Human("Ada".to_owned()),
        Sitter::Engine(Level::new(5).unwrap().into()),
    ];
    let mut session = Session::new(position, sitters, Means::new(3)).unwrap();
    while session.result().is_none() {
        if session.engine_move(&StopSignal::new()).unwrap().is_none() {
            let text = session.position().moves()[0].text.clone();
            session.play(&text).unwrap();
        }
    }
    let record = session.record();
    assert_eq!(record.players.len(), 3);
    assert!(record.result.is_some());

    let result = bench(&registry, &["nim"], Features::ALL, &StopSignal::new(), &mut |_| {}).unwrap();
    assert_eq!(result.rows.len(), 2);
}
