//! The problems of `tests/data/vcf.jsonl`: 15x15 renju, the side to move wins by continuous fours.

use mossa_game::{Notation, Player};
use mossa_mnk::{CellIndex, Mark, Mnk, Position};

pub(crate) struct Problem {
    pub(crate) number: usize,
    pub(crate) position: Position<7>,
    /// A solution.
    pub(crate) line: Vec<Mark>,
}

/// All problems.
pub(crate) fn problems(game: &Mnk<7>) -> Vec<Problem> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/vcf.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().enumerate().map(|(number, line)| read(game, number, line)).collect()
}

fn read(game: &Mnk<7>, number: usize, line: &str) -> Problem {
    let start = Position::empty(game.board());
    let cells = |names: &str| -> Vec<CellIndex> {
        let names = names.split(',').map(|name| name.trim().trim_matches('"'));
        names.map(|name| game.parse_move(&start, name).unwrap().cell()).collect()
    };
    let stones = |colour: &str| cells(between(line, &format!("\"{colour}\": ["), "]"));
    let black = stones("black").into_iter().map(|cell| (cell, 0));
    let white = stones("white").into_iter().map(|cell| (cell, 1));
    let to_move = match between(line, "\"side\": \"", "\"") {
        "black" => Player::FIRST,
        "white" => Player::SECOND,
        other => panic!("problem {number}: side {other}"),
    };
    let position = Position::from_stones(game.board(), black.chain(white), to_move);
    let line = cells(between(line, "\"verified_line\": \"", "\""));
    Problem { number, position, line: line.into_iter().map(Mark::new).collect() }
}

/// What stands between two marks.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    text.split_once(before).and_then(|(_, rest)| rest.split_once(after)).map(|(found, _)| found).unwrap()
}
