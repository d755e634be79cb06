//! What a search asks in every node.

use std::collections::HashSet;

use mossa_game::{Playable, Player};

use crate::check::{Checked, Step, require, same};

pub(super) fn alternation<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let game = step.game;
    if !G::ALTERNATES || game.players() != 2 {
        return Ok(());
    }
    let next = game.to_move(step.position).opponent();
    step.after_each(|m, after| same(|| format!("who moves after {m:?}"), game.to_move(after), next))
}

pub(super) fn passing<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    if !G::NULL_MOVE || step.game.players() != 2 || step.over {
        return Ok(());
    }
    let (game, mut position) = (step.game, step.position.clone());
    // What is going on in such positions (a check in chess) may forbid passing, and no search passes in them.
    if !game.is_quiet(&position, &game.node(&position)) {
        return Ok(());
    }
    game.pass(&mut position);
    let (key, recomputed) = (game.key(&position), game.recomputed_key(&position));
    require(game.to_move(&position) != game.to_move(step.position), || "a pass keeps the turn".to_owned())?;
    require(key != game.key(step.position), || "a pass keeps the key".to_owned())?;
    same(|| "the key after a pass".to_owned(), key, recomputed)?;
    game.undo_pass(&mut position);
    same(|| "the position after a pass and its undo".to_owned(), &position, step.position)
}

/// Asked only of games for more than two: see [`mossa_game::Turns`].
pub(super) fn handing<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let (game, mover) = (step.game, step.game.to_move(step.position));
    if game.players() == 2 || step.over {
        return Ok(());
    }
    for player in Player::all(game.players()).filter(|player| *player != mover) {
        let mut position = step.position.clone();
        game.hand_turn(&mut position, player);
        same(|| format!("who moves after the turn was handed to {player}"), game.to_move(&position), player)?;
        let (key, recomputed) = (game.key(&position), game.recomputed_key(&position));
        require(key != game.key(step.position), || "handing the turn on keeps the key".to_owned())?;
        same(|| "the key after handing the turn on".to_owned(), key, recomputed)?;
        game.hand_turn(&mut position, mover);
        same(|| "the position after handing the turn on and back".to_owned(), &position, step.position)?;
    }
    Ok(())
}

pub(super) fn move_lists<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    if step.over {
        return Ok(());
    }
    let (game, position, node) = (step.game, step.position, step.game.node(step.position));
    let (mut candidates, mut noisy) = (Vec::new(), Vec::new());
    let _ = game.candidates(position, &node, &mut candidates);
    let _ = game.noisy_moves(position, &node, &mut noisy);
    require(!candidates.is_empty(), || "there are moves, but no candidates".to_owned())?;
    let legal: HashSet<G::Move> = step.moves.iter().copied().collect();
    if G::FIRST_STAGE.is_some() && game.is_quiet(position, &node) {
        let mut staged = noisy.clone();
        let _ = game.other_moves(position, &node, &mut staged);
        let (all, kinds) = (staged.len(), staged.into_iter().collect::<HashSet<_>>());
        require(all == kinds.len() && kinds == legal, || {
            "noisy_moves and other_moves together are not the legal moves, each once".to_owned()
        })?;
    }
    for (what, list) in [("candidates", candidates), ("noisy_moves", noisy)] {
        let mut seen = HashSet::new();
        for m in list {
            require(legal.contains(&m), || format!("{what} lists {m:?}, which is not legal"))?;
            require(seen.insert(m), || format!("{what} lists {m:?} twice"))?;
        }
    }
    Ok(())
}

pub(super) fn ranges<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    const ORDER: i32 = 100_000;
    let (game, position, node) = (step.game, step.position, step.game.node(step.position));
    let slots = game.history_slots();
    for &m in step.moves {
        let (order, slot) = (game.order(position, &node, m), game.history_slot(position, m));
        require((-ORDER..=ORDER).contains(&order), || format!("order of {m:?} is {order}, out of range"))?;
        require(slot < slots, || format!("history_slot of {m:?} is {slot}, but there are {slots}"))?;
        // Any answer will do, as long as there is one.
        let _ = (game.is_noisy(position, &node, m), game.extends(position, &node, m));
    }
    Ok(())
}
