//! Which techniques of the search are on, as an argument.

use mossa_search::Features;

/// Reads what [`Features`] reads; the error is what was expected, as arguments tell it.
pub(crate) fn parse(text: &str) -> Result<Features, String> {
    text.parse().map_err(|error: mossa_game::InputError| error.expected)
}
