//! Brains behind the facade: found by name, searched with, and explained.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use mossa_engine::{AnalysisRequest, AnyPosition, LineAssessment, Method, families, open};
use mossa_game::{Assessment, Verdict};
use mossa_search::{Limits, StopSignal, Table};

fn request(brain: &str, features: &str, depth: u32) -> AnalysisRequest {
    AnalysisRequest {
        method: Method::Auto,
        limits: Limits::depth(depth),
        lines: 1,
        threads: 1,
        features: features.parse().unwrap(),
        brain: Some(brain.to_owned()),
        seed: 1,
        table: Arc::new(Table::new(1)),
        details: false,
        only: Vec::new(),
        win_within: None,
    }
}

fn at(game: &str, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = open(game).unwrap().start();
    moves.split_whitespace().for_each(|m| drop(position.play(m).unwrap()));
    position
}

#[test]
fn every_variant_of_every_game_plays_a_legal_move() {
    let mut played = 0;
    for info in families() {
        for variant in info.brains.iter().flat_map(|brain| &brain.variants) {
            let game = open(info.name).unwrap();
            assert!(game.has_brain(variant.brain), "{}", variant.name);
            let mut position = game.start();
            let analysis = position.analyse(
                &request(variant.brain, variant.features, 2),
                &StopSignal::new(),
                &mut |_| {},
            );
            assert_eq!(analysis.depth, 2, "{}", variant.name);
            position.play(analysis.best().unwrap()).unwrap();
            played += 1;
        }
    }
    assert!(played >= 8);
}

#[test]
fn names_are_checked_before_and_an_unknown_brain_finds_nothing() {
    let position = at("mnk:3,3,3", "");
    assert!(!position.game().has_brain("mnk-document") && !position.game().has_brain(""));
    let analysis = position.analyse(&request("nobody", "all", 2), &StopSignal::new(), &mut |_| {});
    assert!(analysis.lines.is_empty() && analysis.nodes == 0);
    assert!(position.explain_as("nobody").is_none());
}

/// Four in a row threaten. The default player knows that only one cell answers; the document's does not know at depth 1.
#[test]
fn a_brain_thinks_in_its_own_way() {
    let position = at("mnk:5,5,4", "a1 e5 b1 e4 c1");
    let mut request = request("document-tens", "all", 1);
    let theirs = position.analyse(&request, &StopSignal::new(), &mut |_| {});
    request.brain = None;
    request.table = Arc::new(Table::new(1));
    let ours = position.analyse(&request, &StopSignal::new(), &mut |_| {});
    assert_eq!(ours.best(), Some("d1"));
    assert_ne!(theirs.lines[0].value, ours.lines[0].value);
    assert!(matches!(theirs.lines[0].value, LineAssessment::Mover(Assessment::Guess { .. })));
    assert_ne!(position.explain_as("document-tens").unwrap(), position.explain());
}

#[test]
fn a_move_is_made_even_where_the_brain_calls_the_game_over() {
    // Four in a row do not fit: the rules let the board be filled, the document sees a draw at once.
    let mut position = at("mnk:3,3,4", "");
    let draw = LineAssessment::Mover(Assessment::Proven { outcome: Verdict::Draw, plies: None });
    let request = AnalysisRequest { lines: 2, ..request("document-linear", "alphabeta,deepening", 3) };
    while position.result().is_none() {
        let analysis = position.analyse(&request, &StopSignal::new(), &mut |_| {});
        assert_eq!(analysis.lines.len(), position.moves().len().min(2));
        assert!(analysis.lines.iter().all(|line| line.value == draw));
        assert_eq!(analysis.nodes, 0);
        position.play(analysis.best().unwrap()).unwrap();
    }
    assert_eq!(position.history().len(), 9);
}
