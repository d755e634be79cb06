//! Arguments of `mossa profile`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Lang;
use super::memory::MemoryArgs;

/// `mossa profile`.
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = false,
    after_help = "\
Examples:
  mossa profile list
  mossa profile show --name Ada --game connect4
  mossa profile export --name Ada > ada.json
  mossa profile import ada.json
  mossa profile reset --name Ada --game connect4
  mossa profile erase --name Ada

What is known of somebody comes from games played with `mossa play GAME --style exploit`."
)]
pub(crate) struct ProfileArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: ProfileCommand,
}

/// What can be done with profiles.
#[derive(Subcommand, Debug)]
pub(crate) enum ProfileCommand {
    /// List everybody who is known.
    List(ProfileListArgs),
    /// Show what is believed of somebody: gauges, named weaknesses, and how that changed.
    Show(ProfileShowArgs),
    /// Print all that is known of somebody as JSON.
    Export(ProfileExportArgs),
    /// Take over what `mossa profile export` printed.
    Import(ProfileImportArgs),
    /// Forget what is believed of somebody; their games and the history stay.
    Reset(ProfileResetArgs),
    /// Erase all that is known of somebody: games, profiles, and the book of their own.
    Erase(ProfileEraseArgs),
}

/// `mossa profile list`.
#[derive(Args, Debug)]
pub(crate) struct ProfileListArgs {
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// JSON: one object for each, {"id", "kind", "name", "created", "games", "profiles", "last_played"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa profile show`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each theme of the game is a gauge: how often the player misses it, with the interval that holds
the true rate with 90 %; how many decisions say so (older ones count less); and how many times as
often as ordinary players. A weakness has a name if more than that is nearly certain. The last
column is the ratio after each game, the newest at the right.

The exit code is 1 if nothing is known of the player.")]
pub(crate) struct ProfileShowArgs {
    /// Who; otherwise the user's name.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Only this game, with options behind a colon; all that they played if none is given.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// The language of themes; otherwise MOSSA_LANG, LC_ALL or LANG decide.
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// JSON: one object for each game.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa profile export`.
#[derive(Args, Debug)]
pub(crate) struct ProfileExportArgs {
    /// Who; otherwise the user's name.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Only this game, with options behind a colon.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// JSON, as it always is.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa profile import`.
#[derive(Args, Debug)]
pub(crate) struct ProfileImportArgs {
    /// What `mossa profile export` printed; `-` is standard input.
    pub(crate) file: PathBuf,
    /// Take it over for somebody of this name.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// JSON: {"name", "profiles", "games", "book"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa profile reset`.
#[derive(Args, Debug)]
pub(crate) struct ProfileResetArgs {
    /// Who.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    /// Only in this game, with options behind a colon.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// JSON: {"name", "reset"} with the games.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa profile erase`.
#[derive(Args, Debug)]
pub(crate) struct ProfileEraseArgs {
    /// Who.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// JSON: {"name", "games", "profiles", "book"}.
    #[arg(long)]
    pub(crate) json: bool,
}
