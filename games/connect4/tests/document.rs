//! The engine of the document: what it sees, which columns it tries first, what it finds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_connect4::document::{Documented, PatternScore};
use mossa_connect4::geometry::{Any, Geometry, Standard};
use mossa_connect4::{Column, Connect4, Connect4Family, Position};
use mossa_game::{BrainVisitor, Evaluate, Family, Game, Notation, Playable, Symmetric, Tactics, Value};
use mossa_search::{
    Features, Limits, LineValue, Report, Request, StopSignal, Table, alphabeta, reference::minimax,
};

fn standard() -> Connect4<Standard> {
    Connect4::new(Standard::default())
}

fn at(text: &str) -> Position<u64> {
    standard().parse_position(text).unwrap()
}

/// The points of each term, by name.
fn terms(text: &str) -> Vec<(String, Vec<i32>)> {
    let game = standard();
    let terms = PatternScore.explain(&Documented::new(&game), &at(text));
    terms.into_iter().map(|term| (term.name, term.points)).collect()
}

fn points(text: &str, name: &str) -> Vec<i32> {
    terms(text).into_iter().find(|(term, _)| term == name).unwrap().1
}

/// x has three stones in the lowest row with both ends empty; o has two above them and one at the edge.
#[test]
fn patterns_are_counted_as_drawn() {
    let open = "7/7/7/7/2oo3/2xxx1o x";
    assert_eq!(points(open, "threats-immediate"), [200, 0], "both ends are playable");
    assert_eq!(points(open, "threats-next"), [0, 0]);
    assert_eq!(points(open, "open-threes"), [40, 0]);
    assert_eq!(points(open, "split-threes"), [0, 0]);
    // Of the two pairs of x the left one has two free cells on its left, the right one a single one on its right.
    assert_eq!(points(open, "alive-pairs"), [10, 10]);
    assert_eq!(points(open, "centre"), [(2 + 3 + 2) * 3, (2 + 3) * 3]);
    let split = "7/7/7/7/oo5/xx1x1o1 x";
    assert_eq!(points(split, "split-threes"), [30, 0]);
    assert_eq!(points(split, "threats-immediate"), [100, 0]);
    // The winning cell of x lies above the playable one.
    let next = "7/7/7/7/xx1x3/oo1oxox o";
    assert_eq!(points(next, "threats-next"), [50, 0]);
    assert_eq!(points(next, "threats-immediate"), [0, 100]);
}

#[test]
fn columns_are_tried_from_the_middle() {
    let order = |width: u32| {
        let game = Connect4::new(Any::<u64>::new(width, 4).unwrap());
        let documented = Documented::new(&game);
        let mut columns: Vec<u8> = (0..width as u8).collect();
        columns.sort_by_key(|column| -documented.order(&game.start(), &(), Column(*column)));
        columns
    };
    assert_eq!(order(7), [3, 2, 4, 1, 5, 0, 6]);
    assert_eq!(order(8), [3, 4, 2, 5, 1, 6, 0, 7]);
    assert_eq!(order(1), [0]);
}

/// The techniques of all players, by name.
fn variants() -> Vec<(&'static str, &'static str, Features)> {
    let brains = Connect4Family.info().brains;
    let variants = brains.iter().flat_map(|brain| &brain.variants);
    variants.map(|v| (v.name, v.brain, v.features.parse().unwrap())).collect()
}

struct Think<'a, G: Geometry> {
    position: &'a Position<G::Word>,
    features: Features,
    depth: u32,
}

impl<G: Geometry> BrainVisitor<Connect4<G>> for Think<'_, G> {
    /// What the search found, and what plain minimax finds over the same brain.
    type Output = (Report<Column>, Value);

    fn visit<H, E>(self, game: &H, evaluator: &E) -> Self::Output
    where
        H: Tactics + Symmetric + Game<Position = Position<G::Word>, Move = Column>,
        E: Evaluate<H>,
    {
        let request = Request { features: self.features, ..Request::new(Limits::depth(self.depth)) };
        let (table, stop) = (Table::new(4), StopSignal::new());
        let report = alphabeta::search(game, evaluator, self.position, &request, &table, &stop, &mut |_| {});
        (report, minimax(game, evaluator, &mut self.position.clone(), self.depth))
    }
}

#[test]
fn every_player_finds_the_value_of_plain_minimax() {
    let texts = ["start", "44", "4453", "44444222655", "332445221", "1122", "1223344", "7766544332"];
    for text in texts {
        let (game, position) = (standard(), at(text));
        for (name, brain, features) in variants() {
            let think = Think::<Standard> { position: &position, features, depth: 4 };
            let (report, expected) = game.with_brain(brain, think).unwrap();
            let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two players") };
            assert_eq!(value, expected, "{name} {text}");
        }
    }
}

#[test]
fn each_technique_needs_fewer_nodes_than_the_one_before() {
    let (game, position) = (standard(), at("start"));
    let nodes = |depth| -> Vec<u64> {
        let of = |(_, brain, features)| {
            let think = Think::<Standard> { position: &position, features, depth };
            game.with_brain(brain, think).unwrap().0.statistics.nodes
        };
        variants().into_iter().take(4).map(of).collect()
    };
    let six = nodes(6);
    assert_eq!(six[0], (0..=6).map(|ply| 7_u64.pow(ply)).sum::<u64>(), "minimax sees every position");
    assert!(six.windows(2).all(|pair| pair[1] < pair[0]), "{six:?}");
    // The report's program visited 214 nodes to depth 4; the order of magnitude is the same.
    let four = nodes(4);
    assert!((100..1000).contains(&four[3]), "{four:?}");
}

#[test]
fn faster_wins_are_preferred() {
    // x wins at once in column 4, and in three plies elsewhere.
    let (game, position) = (standard(), at("112233"));
    for (name, brain, features) in variants() {
        let think = Think::<Standard> { position: &position, features, depth: 5 };
        let (report, _) = game.with_brain(brain, think).unwrap();
        assert_eq!(report.best().map(Column::index), Some(3), "{name}");
    }
    assert!(
        standard()
            .with_brain(
                "another",
                Think::<Standard> { position: &position, features: Features::ALL, depth: 1 }
            )
            .is_none()
    );
}
