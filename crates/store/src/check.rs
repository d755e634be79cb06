//! Texts and numbers that both databases can keep.

use mossa_game::{InputError, InputKind};

/// The most characters of a name: long enough for an engine with its settings.
const LONGEST_NAME: usize = 400;

/// The most bytes of a key in the book. PostgreSQL's indexes take entries up to a third of a page, 2704 bytes; three of
/// these and an id stay below that.
const LONGEST_KEY: usize = 800;

pub(crate) fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

/// A name of a person or a thing: something to read, on one line, and not different by blanks that nobody sees.
pub(crate) fn name(what: &str, text: &str) -> Result<(), InputError> {
    let fits = text.chars().count() <= LONGEST_NAME && !text.chars().any(char::is_control);
    if !fits || text.is_empty() || text.trim() != text {
        let problem = format!("\"{text}\" as {what}");
        let expected = format!("1 to {LONGEST_NAME} characters on one line, without blanks at the ends");
        return Err(bad(problem, expected));
    }
    Ok(())
}

/// Any text: PostgreSQL keeps all but the zero byte.
pub(crate) fn text(what: &str, text: &str) -> Result<(), InputError> {
    if text.contains('\0') { Err(bad(format!("{what} with a zero byte"), "text")) } else { Ok(()) }
}

/// A part of a key in the book.
pub(crate) fn key(what: &str, text: &str) -> Result<(), InputError> {
    if text.is_empty() || text.len() > LONGEST_KEY || text.contains('\0') {
        let problem = format!("{what} of {} bytes in the book: \"{text}\"", text.len());
        return Err(bad(problem, format!("1 to {LONGEST_KEY} bytes of text")));
    }
    Ok(())
}

/// A count as the databases have it.
pub(crate) fn count(what: &str, number: u64) -> Result<i64, InputError> {
    i64::try_from(number).map_err(|_| bad(format!("{number} as {what}"), "less than 2^63"))
}
