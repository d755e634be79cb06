//! What a front end draws, and how a person enters a move.

use std::collections::{HashMap, HashSet};

use mossa_game::{CellId, Effect, Layout, Playable, Scene, Sprite};

use crate::check::{Checked, Step, require, same};

pub(super) fn usable<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    cells(step.layout)?;
    let marked = step.game.marked(step.position);
    exist(step.layout, "marked()", &marked)?;
    let mut gestures = HashMap::new();
    for &m in step.moves {
        let gesture = step.game.gesture(step.position, m);
        require(!gesture.is_empty(), || format!("the gesture of {m:?} is empty"))?;
        exist(step.layout, "a gesture", &gesture)?;
        if let Some(other) = gestures.insert(gesture, m) {
            return Err(format!("{m:?} and {other:?} have the same gesture"));
        }
    }
    Ok(())
}

fn cells(layout: &Layout) -> Checked {
    let mut places = HashSet::new();
    for (index, cell) in layout.cells.iter().enumerate() {
        same(|| format!("the number of the cell at index {index}"), usize::from(cell.id.0), index)?;
        require(cell.x.is_finite() && cell.y.is_finite(), || format!("cell {index} is nowhere"))?;
        let place = (cell.x.to_bits(), cell.y.to_bits());
        require(places.insert(place), || format!("cell {index} lies on another one"))?;
    }
    Ok(())
}

fn exist(layout: &Layout, what: &str, cells: &[CellId]) -> Checked {
    match cells.iter().find(|cell| usize::from(cell.0) >= layout.cells.len()) {
        Some(cell) => Err(format!("{what} names {cell:?}, but there are {} cells", layout.cells.len())),
        None => Ok(()),
    }
}

pub(super) fn effects<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let scene = Scene::new(sprites(step, step.position)?);
    step.after_each(|m, after| {
        let effects = step.game.effects(step.position, m);
        for effect in &effects {
            exist(step.layout, "an effect", &touched(effect))?;
            if let Effect::Travel { path } = effect {
                require(path.len() >= 2, || {
                    format!("a piece travels along {path:?}, expected two cells or more")
                })?;
            }
        }
        let mut scene = scene.clone();
        scene.apply(&effects);
        same(|| format!("the pieces after the effects of {m:?}"), scene.sprites(), sprites(step, after)?)
    })
}

/// The pieces ordered by cell; a stack is one piece, so no cell has two.
fn sprites<G: Playable>(step: &Step<'_, G>, position: &G::Position) -> Result<Vec<(CellId, Sprite)>, String> {
    let mut sprites = step.game.sprites(position);
    sprites.sort_by_key(|(cell, _)| *cell);
    let cells: Vec<CellId> = sprites.iter().map(|(cell, _)| *cell).collect();
    exist(step.layout, "a piece", &cells)?;
    match cells.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{:?} has two pieces", pair[0])),
        None => Ok(sprites),
    }
}

fn touched(effect: &Effect) -> Vec<CellId> {
    match effect {
        Effect::Put { cell, .. } | Effect::Remove { cell } | Effect::Change { cell, .. } => vec![*cell],
        Effect::Travel { path } => path.clone(),
    }
}
