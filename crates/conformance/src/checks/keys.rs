//! Keys stand for positions.

use std::collections::hash_map::Entry;

use mossa_game::Playable;

use crate::check::{Checked, Step, require, same};

pub(super) fn recomputed<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let (key, recomputed) = (step.game.key(step.position), step.game.recomputed_key(step.position));
    same(|| "key()".to_owned(), key, recomputed)?;
    step.after_each(|m, after| {
        require(step.game.key(after) != key, || {
            format!("{m:?} does not change the key, though it ends a turn")
        })
    })
}

/// The same text has the same key and different texts have different keys, over all positions seen.
pub(super) fn identifies<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    remember(step, step.position)?;
    let mut position = step.position.clone();
    for &m in step.sample {
        let undo = step.game.play(&mut position, m);
        remember(step, &position)?;
        step.game.undo(&mut position, m, undo);
    }
    Ok(())
}

fn remember<G: Playable>(step: &mut Step<'_, G>, position: &G::Position) -> Checked {
    let text = (step.seen.identity)(&step.game.position_text(position));
    let key = step.game.key(position);
    match step.seen.text_of.entry(key) {
        Entry::Occupied(seen) => {
            require(*seen.get() == text, || {
                format!("`{text}` and `{}` have the same key {key:#x}", seen.get())
            })?;
        }
        Entry::Vacant(vacant) => drop(vacant.insert(text.clone())),
    }
    let seen = *step.seen.key_of.entry(text.clone()).or_insert(key);
    require(seen == key, || format!("`{text}` has two keys, {seen:#x} and {key:#x}"))
}
