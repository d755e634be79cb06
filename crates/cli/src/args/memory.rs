//! Arguments of commands that remember.

use clap::Args;
use mossa_adapt::Style;
use mossa_game::InputError;

/// Where what is remembered is kept.
#[derive(Args, Debug, Default)]
pub(crate) struct MemoryArgs {
    /// Remember in this database: a file, or postgres://user@host/database. Otherwise MOSSA_DB decides, or it is mossa.db in
    /// the user's data directory.
    #[arg(long, value_name = "URL_OR_FILE")]
    pub(crate) db: Option<String>,
}

/// Reads a style; the error is what was expected, as arguments tell it.
pub(super) fn style(text: &str) -> Result<Style, String> {
    text.parse().map_err(|error: InputError| error.expected)
}
