//! What a check gets to see, and what it says.

use std::collections::HashMap;

use mossa_game::{InputError, InputKind, Layout, Playable};

use crate::random::Random;

/// Nothing, or what differed.
pub(crate) type Checked = Result<(), String>;

/// A promise of the contract that shows in a single position.
pub(crate) type Check<G> = fn(&mut Step<'_, G>) -> Checked;

/// A position of a random game.
pub(crate) struct Step<'a, G: Playable> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    /// All legal moves.
    pub(crate) moves: &'a [G::Move],
    /// Some of them, for checks that take their time.
    pub(crate) sample: &'a [G::Move],
    pub(crate) over: bool,
    pub(crate) evaluator: &'a G::Evaluator,
    pub(crate) layout: &'a Layout,
    pub(crate) seen: &'a mut Seen<G>,
    pub(crate) random: &'a mut Random,
}

/// What earlier positions and games have shown.
pub(crate) struct Seen<G: Playable> {
    /// What a position text says about everything that the rules look at.
    pub(crate) identity: fn(&str) -> String,
    pub(crate) key_of: HashMap<String, u64>,
    pub(crate) text_of: HashMap<u64, String>,
    /// Moves of other positions, with their texts there.
    pub(crate) moves: Vec<(G::Move, String)>,
}

impl<G: Playable> Seen<G> {
    pub(crate) fn new(identity: fn(&str) -> String) -> Seen<G> {
        Seen { identity, key_of: HashMap::new(), text_of: HashMap::new(), moves: Vec::new() }
    }

    /// Remembers a move; of many, some.
    pub(crate) fn remember(&mut self, m: G::Move, text: String, random: &mut Random) {
        const ENOUGH: usize = 256;
        if self.moves.len() < ENOUGH {
            self.moves.push((m, text));
        } else {
            self.moves[random.below(ENOUGH)] = (m, text);
        }
    }
}

impl<G: Playable> Step<'_, G> {
    /// Plays each move of the sample on a copy and shows `each` the position after it.
    pub(crate) fn after_each(&self, mut each: impl FnMut(G::Move, &G::Position) -> Checked) -> Checked {
        let mut position = self.position.clone();
        for &m in self.sample {
            let undo = self.game.play(&mut position, m);
            each(m, &position)?;
            self.game.undo(&mut position, m, undo);
        }
        Ok(())
    }

    /// A move as people write it.
    pub(crate) fn text(&self, m: G::Move) -> String {
        self.game.move_text(self.position, m)
    }
}

/// Fails with what differs unless `found` is `expected`.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: impl FnOnce() -> String,
    found: T,
    expected: T,
) -> Checked {
    if found == expected { Ok(()) } else { Err(format!("{}: {found:?}, expected {expected:?}", what())) }
}

/// Fails with `problem` unless `holds`.
pub(crate) fn require(holds: bool, problem: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(problem()) }
}

/// An error must say what was wrong and what was expected, on one line.
pub(crate) fn explains(error: &InputError, kind: InputKind, text: &str) -> Checked {
    let complete = [&error.problem, &error.expected].iter().all(|part| !part.trim().is_empty());
    let one_line = !error.to_string().chars().any(char::is_control);
    require(complete && one_line && error.kind == kind, || {
        format!(
            "refusing {text:?} gave the poor error {error:?}, expected kind {kind:?} and two texts on one line"
        )
    })
}
