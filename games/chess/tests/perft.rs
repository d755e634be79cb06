//! Counts of positions that others have published: 126 positions of chess, and 964 of Chess960.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_chess::Position;
use mossa_chess::fen::{self, Variant};

struct Line {
    position: Position,
    counts: Vec<(u32, u64)>,
}

/// Lines such as `FEN D1 20; D2 400;` or `FEN ;D1 20 ;D2 400`.
fn lines(text: &str, variant: Variant) -> Vec<Line> {
    let line = |line: &str| {
        let at = line.find("D1 ").unwrap();
        let count = |text: &str| {
            let (depth, nodes) = text.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().unwrap(), nodes.trim().parse().unwrap()))
        };
        let position = fen::read(line[..at].trim_end_matches([' ', ';']), variant)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        Line { position, counts: line[at..].split(';').filter_map(count).collect() }
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(line).collect()
}

fn chess() -> Vec<Line> {
    lines(include_str!("data/suite126.epd"), Variant::Chess)
}

fn chess960() -> Vec<Line> {
    lines(include_str!("data/fischer960.epd"), Variant::Chess960)
}

/// Counts to the depth `deepest`, as far as there are at most so many positions.
fn check(lines: Vec<Line>, expected: usize, deepest: u32, most: u64) {
    assert_eq!(lines.len(), expected);
    for Line { position, counts } in lines {
        assert_eq!(counts.len(), 6);
        for (depth, nodes) in counts {
            if depth <= deepest && nodes <= most {
                assert_eq!(
                    position.perft(depth),
                    nodes,
                    "{}, depth {depth}",
                    fen::write(&position, Variant::Chess960)
                );
            }
        }
    }
}

#[test]
fn the_suite_of_126() {
    check(chess(), 126, 6, 300_000);
}

#[test]
fn the_suite_of_chess960() {
    check(chess960(), 964, 6, 40_000);
}

#[test]
#[ignore = "slow: 12 814 553 817 positions"]
fn the_suite_of_126_to_depth_6() {
    check(chess(), 126, 6, u64::MAX);
}

#[test]
#[ignore = "slow: 17 667 782 747 positions"]
fn the_suite_of_chess960_to_depth_5() {
    check(chess960(), 964, 5, u64::MAX);
}
