//! Arguments of the program's side of the line protocol.

use clap::Args;

/// `mossa bot`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa bot
  mossa bot level:3
  mossa bot alphabeta,-table,depth=6

It reads lines and answers with lines, as docs/line-protocol.md explains, until its input
ends. Another arena starts it; in mossa's own it lets an older build play:
  mossa match mossa \"line[name=old]:./mossa-old bot\" --game gomoku --time 100")]
pub(crate) struct BotArgs {
    /// Who plays. Without a limit of its own it takes those of the arena, or a second.
    #[arg(default_value = "mossa", allow_hyphen_values = true)]
    pub(crate) player: String,
}
