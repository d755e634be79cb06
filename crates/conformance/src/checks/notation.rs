//! What is written can be read again; everything else is refused with an explanation.

use std::collections::HashSet;

use mossa_game::{InputKind, Playable};

use super::undo;
use crate::check::{Checked, Step, explains, require, same};
use crate::random::GARBAGE;

pub(super) fn moves_round_trip<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let mut texts = HashSet::new();
    for &m in step.moves {
        let text = step.text(m);
        let usable = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        require(usable, || format!("{m:?} is written {text:?}, expected some characters without spaces"))?;
        require(texts.insert(text.clone()), || format!("{m:?} and another move are both written {text}"))?;
    }
    for &m in step.sample {
        let text = step.text(m);
        match step.game.parse_move(step.position, &text) {
            Ok(read) => same(|| format!("the move read from {text}"), read, m)?,
            Err(error) => return Err(format!("{text}, a legal move, is refused: {error}")),
        }
    }
    Ok(())
}

/// What people write, alone or in a line, means the same move.
pub(super) fn people_round_trip<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    for &m in step.sample {
        let line = step.game.people_line(step.position, &[m]);
        let in_line = step.game.split_moves(&line);
        require(in_line.len() == 1, || format!("the line {line:?} of one move holds {in_line:?}"))?;
        let alone = step.game.people_move(step.position, m);
        for text in [alone.as_str(), in_line[0]] {
            match step.game.parse_move(step.position, text) {
                Ok(read) => same(|| format!("the move read from {text}"), read, m)?,
                Err(error) => return Err(format!("{text}, as people write {m:?}, is refused: {error}")),
            }
        }
    }
    Ok(())
}

/// Every game understands `position ; bm move`.
pub(super) fn problems<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let Some(&m) = step.sample.first() else { return Ok(()) };
    let line = format!("{} ; bm {}", step.game.position_text(step.position), step.text(m));
    match step.game.problem(&line) {
        Ok(problem) => {
            same(|| format!("the position of `{line}`"), &problem.position, step.position)?;
            same(|| format!("the best moves of `{line}`"), problem.wanted.best, vec![m])
        }
        Err(error) => Err(format!("`{line}` is refused: {error}")),
    }
}

/// Damaged texts of legal moves, texts of moves from other positions, and garbage.
pub(super) fn damaged_moves<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    const EACH: usize = 4;
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..EACH {
        if let Some(m) = step.random.choose(step.sample) {
            let text = step.text(m);
            texts.push(step.random.damage(&text));
        }
        if !step.seen.moves.is_empty() {
            let foreign = &step.seen.moves[step.random.below(step.seen.moves.len())].1;
            texts.push(foreign.clone());
        }
        texts.extend(step.random.choose(GARBAGE).map(str::to_owned));
    }
    for text in texts {
        match step.game.parse_move(step.position, &text) {
            Ok(m) => {
                require(step.moves.contains(&m), || {
                    format!("{text:?} is read as {m:?}, which is not legal")
                })?;
            }
            Err(error) => explains(&error, InputKind::Move, &text)?,
        }
    }
    Ok(())
}

pub(super) fn positions_round_trip<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    round_trip(step.game, step.position)?;
    let text = step.game.position_text(step.position);
    let read = step.game.parse_position(&text).map_err(|error| error.to_string())?;
    require(step.game.legal_moves(&read) == step.moves, || format!("`{text}`, read again, has other moves"))?;
    let (found, expected) = (step.game.result(&read), step.game.result(step.position));
    same(|| format!("the result of `{text}`, read again"), found, expected)
}

fn round_trip<G: Playable>(game: &G, position: &G::Position) -> Checked {
    let text = game.position_text(position);
    require(!text.trim().is_empty() && !text.contains(char::is_control), || {
        format!("a position is written {text:?}, expected one line")
    })?;
    match game.parse_position(&text) {
        Ok(read) => {
            same(|| format!("the position read from `{text}`"), &read, position)?;
            same(|| format!("the key of `{text}`"), game.key(&read), game.key(position))
        }
        Err(error) => Err(format!("`{text}`, which was written here, is refused: {error}")),
    }
}

/// Whatever reading accepts must be as good as a position that was played.
pub(super) fn damaged_positions<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    const DAMAGES: usize = 3;
    let text = step.game.position_text(step.position);
    let mut texts: Vec<String> = (0..DAMAGES).map(|_| step.random.damage(&text)).collect();
    texts.extend(step.random.choose(GARBAGE).map(str::to_owned));
    for text in texts {
        match step.game.parse_position(&text) {
            Err(error) => explains(&error, InputKind::Position, &text)?,
            Ok(position) => {
                let accepted = round_trip(step.game, &position).and_then(|()| valid(step.game, &position));
                accepted.map_err(|problem| format!("{text:?} is accepted as a position, but {problem}"))?;
            }
        }
    }
    Ok(())
}

fn valid<G: Playable>(game: &G, position: &G::Position) -> Checked {
    let (moves, most) = (game.count_moves(position), game.most_moves() as u64);
    require(moves <= most, || format!("has {moves} moves, but most_moves() is {most}"))?;
    let decided = game.outcome(position).is_some();
    require(!decided || moves == 0, || format!("is decided and has {moves} moves"))?;
    let mut moves = game.legal_moves(position);
    moves.truncate(undo::MANY);
    undo::some_moves(game, position, &moves)
}
