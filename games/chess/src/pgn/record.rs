//! Records of played games as PGN.

use std::time::Duration;

use mossa_game::{Assessment, Game as _, GameRecord, InputError, Notation, RecordedMove, Verdict};

use super::annotations::{Annotations, Eval};
use super::game::{Game, GameResult, Played};
use crate::piece::Color;
use crate::rules::Chess;

/// The game that `record` tells of, with values, depths and times in comments. The first player is White.
pub fn from_record(chess: &Chess, record: &GameRecord) -> Result<Game, InputError> {
    let start = record.start.as_ref().map(|text| chess.parse_position(text)).transpose()?;
    let mut game = Game {
        tags: tags(record),
        variant: chess.variant(),
        start: start.unwrap_or_else(|| chess.start()),
        result: result(record),
        ..Game::default()
    };
    let mut position = game.start;
    for recorded in &record.moves {
        let m = chess.parse_move(&position, &recorded.text)?;
        let mut played = Played::new(m);
        let comment = annotations(recorded, position.to_move()).for_engines(position.to_move());
        if !comment.is_empty() {
            played.note_mut().comment = Some(comment);
        }
        game.line.moves.push(played);
        position.play(m);
    }
    Ok(game)
}

/// The record's own tags, but for those that a game of chess tells elsewhere, and the players.
fn tags(record: &GameRecord) -> Vec<(String, String)> {
    let taken = |name: &str| matches!(name, "White" | "Black" | "Result" | "FEN" | "SetUp" | "Variant");
    let mut tags: Vec<_> = record.tags.iter().filter(|(name, _)| !taken(name)).cloned().collect();
    for (name, seat) in ["White", "Black"].into_iter().zip(&record.players) {
        tags.push((name.to_owned(), seat.name.clone()));
    }
    tags
}

fn result(record: &GameRecord) -> GameResult {
    match record.result.map(|outcome| outcome.verdict(Color::White.player())) {
        Some(Verdict::Win) => GameResult::WhiteWins,
        Some(Verdict::Loss) => GameResult::BlackWins,
        Some(Verdict::Draw) => GameResult::Draw,
        None => GameResult::Unknown,
    }
}

fn annotations(recorded: &RecordedMove, mover: Color) -> Annotations {
    // Values are the mover's, and so is what `seen_by` turns round.
    let eval = recorded.value.map(|value| eval(value).seen_by(mover));
    Annotations {
        clock: None,
        elapsed: recorded.millis.map(Duration::from_millis),
        eval,
        depth: recorded.depth,
        text: recorded.remark.clone().unwrap_or_default(),
    }
}

/// A value for the mover. A proven result without a distance is told as a value beyond all others.
fn eval(value: Assessment) -> Eval {
    const WON: i32 = 10_000;
    let moves = |plies: u32| i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX);
    match value {
        Assessment::Guess { score } => Eval::Centipawns(score),
        Assessment::Proven { outcome: Verdict::Win, plies: Some(plies) } => Eval::Mate(moves(plies).max(1)),
        Assessment::Proven { outcome: Verdict::Loss, plies: Some(plies) } => Eval::Mate(-moves(plies).max(1)),
        Assessment::Proven { outcome: Verdict::Win, plies: None } => Eval::Centipawns(WON),
        Assessment::Proven { outcome: Verdict::Loss, plies: None } => Eval::Centipawns(-WON),
        Assessment::Proven { outcome: Verdict::Draw, .. } => Eval::Centipawns(0),
    }
}
