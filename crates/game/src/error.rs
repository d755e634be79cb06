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
/// It prints on one short line, whatever the input was, so that it can be shown as it is.
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
    /// An error about `kind`; both texts are kept to one short line.
    pub fn new(kind: InputKind, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError { kind, problem: one_line(&problem.into()), expected: one_line(&expected.into()) }
    }
}

/// The most characters of a text: room for the longest list of names that an error offers, the techniques of the
/// search. Files of megabytes that were meant to be a position are told by their beginning.
const MOST_CHARACTERS: usize = 300;

/// `text` without what would break the promise of one line or play tricks on a terminal, and cut to its beginning.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    let mut length = 0;
    for c in text.chars() {
        let before = line.len();
        if is_unsafe(c) {
            line.extend(c.escape_debug());
        } else {
            line.push(c);
        }
        length += line[before..].chars().count();
        if length > MOST_CHARACTERS {
            line.truncate(before);
            line.push('\u{2026}');
            break;
        }
    }
    line
}

/// Control characters, the separators of lines and paragraphs, and what turns the direction of writing (Unicode's
/// `Bidi_Control`).
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(problem: &str) -> String {
        InputError::new(InputKind::Move, problem, "x").problem
    }

    #[test]
    fn nothing_breaks_the_line_or_turns_it_round() {
        assert_eq!(shown("a\nb\u{1b}[2J"), "a\\nb\\u{1b}[2J");
        for c in ('\0'..='\u{9f}').chain('\u{200e}'..='\u{2069}').chain(['\u{61c}']).filter(|c| is_unsafe(*c))
        {
            let text = shown(&format!("a{c}b"));
            assert!(!text.contains(c) && text.starts_with("a\\") && text.ends_with('b'), "{text}");
        }
        let fine = "caf\u{e9} \u{265f} \"quoted\" back\\slash \u{5d0}";
        assert_eq!(shown(fine), fine, "everything else stays as it is");
    }

    #[test]
    fn long_texts_are_cut() {
        let short = "\u{e9}".repeat(MOST_CHARACTERS);
        assert_eq!(shown(&short), short);
        for part in ["a", "\u{e9}", "\u{1f600}", "\n", "\u{202e}"] {
            let text = shown(&part.repeat(5_000_000));
            assert!(text.chars().count() <= MOST_CHARACTERS + 1 && text.ends_with('\u{2026}'), "{text}");
            let error = InputError::new(InputKind::Move, "x", part.repeat(1000));
            assert!(error.to_string().chars().count() < MOST_CHARACTERS + 20);
        }
        assert_eq!(
            shown(&shown(&"\n".repeat(1000))),
            shown(&"\n".repeat(1000)),
            "told again it stays the same"
        );
    }
}
