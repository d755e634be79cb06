//! Symmetric positions are the same but for a turn or a mirror.

use std::collections::HashSet;

use mossa_game::{Evaluate, Outcome, Playable, Player, Symmetry};

use crate::check::{Checked, Step, require, same};

/// All symmetries but the identity, with the image of the position.
fn images<'a, G: Playable>(step: &'a Step<'_, G>) -> impl Iterator<Item = (Symmetry, G::Position)> + 'a {
    let all = (1..step.game.symmetries()).map(|number| Symmetry(number as u8));
    all.map(|symmetry| (symmetry, step.game.map_position(symmetry, step.position)))
}

pub(super) fn group<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let (game, count) = (step.game, step.game.symmetries());
    require((1..=256).contains(&count), || format!("{count} symmetries, expected 1 to 256"))?;
    let identity = game.map_position(Symmetry::IDENTITY, step.position);
    same(|| "the position mapped by the identity".to_owned(), &identity, step.position)?;
    for (symmetry, image) in images(step) {
        let inverse = game.inverse(symmetry);
        require(usize::from(inverse.0) < count, || format!("the inverse of {symmetry:?} is {inverse:?}"))?;
        let back = game.map_position(inverse, &image);
        same(|| format!("the position mapped by {symmetry:?} and its inverse"), &back, step.position)?;
        for &m in step.moves {
            let back = game.map_move(inverse, game.map_move(symmetry, m));
            same(|| format!("{m:?} mapped by {symmetry:?} and its inverse"), back, m)?;
        }
    }
    step.moves.iter().try_for_each(|&m| {
        same(|| "a move mapped by the identity".to_owned(), game.map_move(Symmetry::IDENTITY, m), m)
    })
}

pub(super) fn moves<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let game = step.game;
    for (symmetry, image) in images(step) {
        let (found, expected) = (game.result(&image), game.result(step.position));
        same(|| format!("whether it is over under {symmetry:?}"), found.is_some(), expected.is_some())?;
        for player in Player::all(game.players()) {
            let place = |outcome: &Option<Outcome>, player: Player| {
                outcome.as_ref().and_then(|outcome| outcome.places().get(player.index()).copied())
            };
            let there = place(&found, game.map_player(symmetry, player));
            same(|| format!("result() for {player:?} under {symmetry:?}"), there, place(&expected, player))?;
        }
        let mover = game.map_player(symmetry, game.to_move(step.position));
        same(|| format!("to_move() under {symmetry:?}"), game.to_move(&image), mover)?;
        let expected: HashSet<G::Move> = step.moves.iter().map(|&m| game.map_move(symmetry, m)).collect();
        let found: HashSet<G::Move> = game.legal_moves(&image).into_iter().collect();
        require(found == expected, || {
            let (extra, missing) = (found.difference(&expected), expected.difference(&found));
            format!(
                "{symmetry:?} gives other moves: extra {:?}, missing {:?}",
                extra.collect::<Vec<_>>(),
                missing.collect::<Vec<_>>()
            )
        })?;
        step.after_each(|m, after| {
            let mut image = image.clone();
            game.play(&mut image, game.map_move(symmetry, m));
            let expected = game.map_position(symmetry, after);
            same(|| format!("{m:?} played under {symmetry:?} against mapped by it"), image, expected)
        })?;
    }
    Ok(())
}

pub(super) fn canonical<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let game = step.game;
    let (key, leading) = game.canonical_key(step.position);
    let there = game.key(&game.map_position(leading, step.position));
    same(|| format!("the key where {leading:?} leads, against canonical_key()"), there, key)?;
    for (symmetry, image) in images(step) {
        let recomputed = game.recomputed_key(&image);
        same(|| format!("key() under {symmetry:?}"), game.key(&image), recomputed)?;
        same(|| format!("canonical_key() under {symmetry:?}"), game.canonical_key(&image).0, key)?;
    }
    // `play` keeps whatever canonical keys are made of, so they are compared after moves, too.
    step.after_each(|m, after| {
        let (key, leading) = game.canonical_key(after);
        let there = game.recomputed_key(&game.map_position(leading, after));
        same(|| format!("after {m:?}, the key where {leading:?} leads, against canonical_key()"), there, key)
    })
}

pub(super) fn values<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    if step.over {
        return Ok(());
    }
    let (game, evaluator) = (step.game, step.evaluator);
    let shares = |position: &G::Position| evaluator.shares(game, position, &evaluator.fresh(game, position));
    let value = |position: &G::Position| {
        (game.players() == 2).then(|| evaluator.value(game, position, &evaluator.fresh(game, position)))
    };
    for (symmetry, image) in images(step) {
        same(|| format!("value() under {symmetry:?}"), value(&image), value(step.position))?;
        let (found, expected) = (shares(&image), shares(step.position));
        for player in Player::all(game.players()) {
            let there = found.of(game.map_player(symmetry, player));
            same(|| format!("shares() for {player:?} under {symmetry:?}"), there, expected.of(player))?;
        }
    }
    Ok(())
}
