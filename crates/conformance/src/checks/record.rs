//! A recorded game can be read and replayed.

use mossa_game::{GameRecord, Outcome, Playable, RecordedMove, Seat};

use crate::check::{Checked, same};

/// The record of a game with `moves`, as text and as JSON, must lead to `last` and `outcome` again.
pub(crate) fn replays<G: Playable>(
    game: &G,
    moves: &[String],
    last: &G::Position,
    outcome: Option<Outcome>,
) -> Checked {
    let list = moves.join(" ");
    same(
        || "the moves of a list with blanks".to_owned(),
        game.split_moves(&list),
        moves.iter().map(String::as_str).collect(),
    )?;
    let recorded = |text: &String| RecordedMove { text: text.clone(), ..RecordedMove::default() };
    let record = GameRecord {
        game: format!("game:{}", game.options_text()),
        players: (1..=game.players()).map(|seat| Seat { name: format!("random {seat}") }).collect(),
        moves: moves.iter().map(recorded).collect(),
        result: outcome,
        ..GameRecord::default()
    };
    let text = record.to_text().and_then(|text| GameRecord::from_text(&text));
    let text = text.map_err(|error| format!("the record: {error}"))?;
    let json = serde_json::to_string(&record).map_err(|error| format!("the record as JSON: {error}"))?;
    let json = GameRecord::from_json(&json).map_err(|error| format!("the record as JSON: {error}"))?;
    for (form, read) in [("text", text), ("JSON", json)] {
        same(|| format!("the record read from {form}"), &read, &record)?;
        let (position, result) = replay(game, &read)?;
        same(|| format!("the last position of the record as {form}"), &position, last)?;
        same(|| format!("the result of the record as {form}"), result, read.result)?;
    }
    Ok(())
}

fn replay<G: Playable>(game: &G, record: &GameRecord) -> Result<(G::Position, Option<Outcome>), String> {
    let mut position = game.start();
    for RecordedMove { text, .. } in &record.moves {
        let m = game.parse_move(&position, text).map_err(|error| format!("recorded move {text}: {error}"))?;
        game.try_play(&mut position, m).map_err(|error| format!("recorded move {text}: {error}"))?;
    }
    let result = game.result(&position);
    Ok((position, result))
}
