//! One error type for everything a person or a program may get wrong.

use thiserror::Error;

/// What the unusable input was meant to be; front ends map it to exit codes, HTTP statuses or translations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// The name of a game.
    Game,
    /// An option of a game.
    Options,
    /// A position.
    Position,
    /// A move.
    Move,
    /// A game record.
    Record,
    /// A limit or setting of a search.
    Setting,
}

/// Input that cannot be used: what was wrong, and what was expected instead.
///
/// It prints on one line, so that it can be shown as it is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{problem}; expected {expected}")]
pub struct InputError {
    /// What the input was meant to be.
    pub kind: InputKind,
    /// What is wrong with it.
    pub problem: String,
    /// What would have been right.
    pub expected: String,
}

impl InputError {
    /// An error about `kind`; both texts are kept to one line.
    pub fn new(kind: InputKind, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError { kind, problem: one_line(problem.into()), expected: one_line(expected.into()) }
    }
}

/// Control characters would break the promise of one line, and could play tricks on a terminal.
fn one_line(text: String) -> String {
    if text.chars().any(char::is_control) { text.escape_debug().to_string() } else { text }
}
