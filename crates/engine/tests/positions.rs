//! Positions behind the facade: history, undo, identities of pieces, analyses.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnalysisRequest, AnyPosition, LineAssessment, Method, Registry};
use mossa_game::{Assessment, Perft, Scene, Verdict};
use mossa_search::{Features, Limits, StopSignal, Table};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const GAMES: [&str; 6] = ["mnk:3,3,3", "mnk:4,3,3", "mnk:15,15,5", "nim", "nim:2.3.4,players=4", "marienbad"];

fn start(name: &str) -> Box<dyn AnyPosition> {
    Registry::builtin().with(NimFamily).open(name).unwrap().start()
}

fn walk(
    position: &mut dyn AnyPosition,
    dice: &mut Xoshiro256PlusPlus,
    mut before: impl FnMut(&dyn AnyPosition),
) {
    for _ in 0..40 {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        before(position);
        let chosen = &moves[dice.random_range(0..moves.len())];
        assert_eq!(&position.play(&chosen.text).unwrap(), chosen, "what was listed is what was played");
    }
}

#[test]
fn undo_restores_everything_down_to_the_identities_of_pieces() {
    for (seed, name) in GAMES.into_iter().enumerate() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
        let mut position = start(name);
        let mut seen: Vec<(String, u64, Scene)> = Vec::new();
        walk(&mut *position, &mut dice, |p| seen.push((p.text(), p.key(), p.scene().clone())));
        let copy = position.boxed_clone();
        assert_eq!(position.history().len(), seen.len());
        while let Some((text, key, scene)) = seen.pop() {
            assert!(position.undo());
            assert_eq!((position.text(), position.key()), (text, key));
            assert_eq!(position.scene(), &scene);
            assert_eq!(position.history().len(), seen.len());
        }
        assert!(!position.undo(), "nothing is left to take back");
        // The copy has a history of its own.
        let history = copy.history().to_vec();
        history.iter().for_each(|m| drop(position.play(m).unwrap()));
        assert_eq!((position.text(), position.scene()), (copy.text(), copy.scene()));
    }
}

#[test]
fn scenes_always_show_the_position() {
    for (seed, name) in GAMES.into_iter().enumerate() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(100 + seed as u64);
        let mut position = start(name);
        let game = position.game();
        walk(&mut *position, &mut dice, |p| {
            let fresh = game.clone().position(&p.text()).unwrap();
            assert_eq!(p.scene().sprites(), fresh.scene().sprites(), "{name} {}", p.text());
            let mut ids: Vec<u32> = p.scene().pieces.iter().map(|piece| piece.id).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), p.scene().pieces.len(), "identities are unique");
        });
    }
}

fn request(limits: Limits, lines: usize) -> AnalysisRequest {
    let table = Arc::new(Table::new(1));
    AnalysisRequest {
        method: Method::Auto,
        limits,
        lines,
        threads: 1,
        features: Features::ALL,
        brain: None,
        seed: 1,
        table,
        details: false,
        only: Vec::new(),
        win_within: None,
    }
}

#[test]
fn the_lines_of_an_analysis_can_be_played_and_begin_differently() {
    for (seed, name) in GAMES.into_iter().enumerate() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(200 + seed as u64);
        let mut position = start(name);
        let mut checked = 0;
        walk(&mut *position, &mut dice, |p| {
            checked += 1;
            if checked % 4 != 1 {
                return;
            }
            let limits = Limits { depth: Some(4), nodes: Some(20_000), ..Limits::default() };
            let analysis = p.analyse(&request(limits, 3), &StopSignal::new(), &mut |_| {});
            assert!(!analysis.lines.is_empty(), "{name} {}", p.text());
            let mut firsts = Vec::new();
            for line in &analysis.lines {
                let mut replay = p.boxed_clone();
                line.moves.iter().for_each(|m| assert_eq!(&replay.play(m).unwrap().text, m));
                firsts.push(line.moves[0].clone());
            }
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), analysis.lines.len(), "{name} {}", p.text());
        });
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_a_fork_wins() {
    let game = start("mnk:3,3,3").game();
    let value = |text: &str| {
        let position = game.clone().position(text).unwrap();
        let request = request(Limits::default(), 1);
        position.analyse(&request, &StopSignal::new(), &mut |_| {}).lines[0].value.clone()
    };
    let draw = Assessment::Proven { outcome: Verdict::Draw, plies: None };
    assert_eq!(value(&start("mnk:3,3,3").text()), LineAssessment::Mover(draw));
    let mut position = start("mnk:3,3,3");
    ["a1", "b1"].iter().for_each(|m| drop(position.play(m).unwrap()));
    let won = value(&position.text());
    assert_eq!(won, LineAssessment::Mover(Assessment::Proven { outcome: Verdict::Win, plies: Some(5) }));
}

#[test]
fn a_finished_game_has_an_analysis_without_lines() {
    let mut position = start("mnk:3,3,3");
    ["a1", "a2", "b1", "b2", "c1"].iter().for_each(|m| drop(position.play(m).unwrap()));
    let analysis = position.analyse(&request(Limits::default(), 1), &StopSignal::new(), &mut |_| {});
    assert!(analysis.lines.is_empty() && analysis.best().is_none());
}

#[test]
fn counts_and_their_parts_agree() {
    let position = start("mnk:3,3,3");
    for (how, nodes) in [(Perft::default(), 127_872), (Perft { ended: true, ..Perft::default() }, 255_168)] {
        let (mut parts, mut sum) = (0, 0);
        let total = position.perft(9, how, &StopSignal::new(), &mut |_, nodes| {
            parts += 1;
            sum += nodes;
        });
        assert_eq!((total, sum, parts), (Some(nodes), nodes, 9));
    }
    let (mut parts, stop) = (0, StopSignal::new());
    assert_eq!(position.perft(0, Perft::default(), &stop, &mut |_, _| parts += 1), Some(1));
    stop.stop();
    assert_eq!(position.perft(9, Perft::default(), &stop, &mut |_, _| parts += 1), None, "it was stopped");
    assert_eq!(parts, 0);
}

/// Published counts go on where nobody has the material for a mate, and after fifty moves; mates and stalemates alone end a
/// game.
#[test]
fn published_counts_of_chess_go_on_where_a_draw_is_claimed() {
    let counted = |fen: &str, depth: u32, how: Perft| {
        let position = Registry::builtin().open("chess").unwrap().position(fen).unwrap();
        let mut sum = 0;
        let total = position.perft(depth, how, &StopSignal::new(), &mut |_, nodes| sum += nodes);
        assert_eq!(total, Some(sum), "{fen}");
        sum
    };
    let (exactly, ended) = (Perft::default(), Perft { ended: true, ..Perft::default() });
    let (rook, bare) = ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/4k3/8/8/8/4K3 w - - 100 90");
    assert_eq!(counted(rook, 5, exactly), 133_987);
    assert_eq!(counted(bare, 1, exactly), 5);
    // Nobody is ever mated, so that nothing ends earlier.
    assert_eq!(counted(bare, 4, exactly), counted(bare, 4, ended));
    // Black is mated by three of White's first moves at once: R a8, and both promotions of the pawn that give check.
    let mates = "6k1/4Pppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    assert_eq!(counted(mates, 2, ended), counted(mates, 2, exactly) + 3);
}
