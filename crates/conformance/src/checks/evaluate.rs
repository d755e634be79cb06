//! Evaluations are guesses that follow the moves.

use mossa_game::{Evaluate, Game, Playable, Player, SHARE_TOTAL, Value};

use crate::check::{Checked, Step, require, same};

/// `state`, made where `eyes` was to move and then carried along, must be worth what a fresh one is.
pub(crate) fn like_fresh<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    state: &E::State,
    eyes: Player,
) -> Checked {
    if E::ONE_SIDED && game.to_move(position) != eyes {
        return Ok(());
    }
    let fresh = evaluator.fresh(game, position);
    if game.players() == 2 {
        let (found, expected) =
            (evaluator.value(game, position, state), evaluator.value(game, position, &fresh));
        same(|| "value() with the state that was carried along".to_owned(), found, expected)?;
    }
    let (found, expected) =
        (evaluator.shares(game, position, state), evaluator.shares(game, position, &fresh));
    same(|| "shares() with the state that was carried along".to_owned(), found, expected)
}

pub(super) fn incremental<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let (game, evaluator) = (step.game, step.evaluator);
    let mut state = evaluator.fresh(game, step.position);
    let eyes = game.to_move(step.position);
    let mut position = step.position.clone();
    for &m in step.sample {
        evaluator.play(game, step.position, m, &mut state);
        let undo = game.play(&mut position, m);
        // What is over is not evaluated.
        if game.result(&position).is_none() {
            like_fresh(game, evaluator, &position, &state, eyes)
                .map_err(|problem| format!("after {m:?}: {problem}"))?;
        }
        game.undo(&mut position, m, undo);
        evaluator.undo(game, step.position, m, &mut state);
        like_fresh(game, evaluator, step.position, &state, eyes)
            .map_err(|problem| format!("after {m:?} and its undo: {problem}"))?;
    }
    Ok(())
}

pub(super) fn guesses<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    if step.over { Ok(()) } else { only_guesses(step.game, step.evaluator, step.position) }
}

/// Values of undecided positions claim no result, and shares are what there is to share.
pub(crate) fn only_guesses<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
) -> Checked {
    let players = game.players();
    let state = evaluator.fresh(game, position);
    if players == 2 {
        let value = evaluator.value(game, position, &state);
        require(!value.is_decided(), || format!("value() is {value}, which only a proof may say"))?;
    }
    let shares = evaluator.shares(game, position, &state);
    let sum: i32 = shares.as_slice(players).iter().sum();
    require(shares.as_slice(players).iter().all(|share| *share >= 0) && sum <= SHARE_TOTAL, || {
        format!("shares() are {shares:?}, expected none negative, and together at most {SHARE_TOTAL}")
    })
}

pub(super) fn explained<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    if step.over { Ok(()) } else { adds_up(step.game, step.evaluator, step.position) }
}

/// One number for each player; for two, their differences add up to the value (unless that was too large for a guess).
pub(crate) fn adds_up<G: Game, E: Evaluate<G>>(game: &G, evaluator: &E, position: &G::Position) -> Checked {
    let players = game.players();
    let terms = evaluator.explain(game, position);
    for term in &terms {
        same(|| format!("the numbers of term {}", term.name), term.points.len(), players)?;
    }
    if players == 2 {
        let points = |player: Player| terms.iter().map(|term| term.points[player.index()]).sum::<i32>();
        let mover = game.to_move(position);
        let sum = Value::guess(points(mover) - points(mover.opponent()));
        let value = evaluator.value(game, position, &evaluator.fresh(game, position));
        same(|| format!("the sum of {terms:?} for player {mover}, against value()"), sum, value)?;
    }
    Ok(())
}
