//! Arguments of `mossa train`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::{any_u64, positive_u32, positive_usize};

/// `mossa train`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa train chess --eval terms --data quiet.epd --out weights.rs
  xz -dc quiet.epd.xz | mossa train chess --eval terms --data - --seed 2 --epochs 10

Each line of the data is a position with the result of its game; for chess EPD such as
  r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - c9 \"1/2-1/2\";
The weights that the program plays with are where the search for better ones begins. What is
written is Rust source: put in the place of games/chess/src/eval/weights.rs, it plays after the
next build. One position in ten, which the seed chooses, is held out: of all epochs the one with
the least error there is written. The same data, seed and epochs give the same weights. Ctrl-C
ends the work after an epoch, and the best so far is written.")]
pub(crate) struct TrainArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    /// Which of its evaluations learns; its only one if not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// A file of positions with results, or - for the standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) data: PathBuf,
    /// Where the weights go; to the standard output if not given.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How often all positions are seen.
    #[arg(long, value_name = "N", value_parser = positive_u32)]
    pub(crate) epochs: Option<u32>,
    /// Learn from the first so many positions only.
    #[arg(long, value_name = "N", value_parser = positive_usize)]
    pub(crate) positions: Option<usize>,
    /// Where all randomness begins.
    #[arg(long, value_name = "S", default_value = "1", value_parser = any_u64)]
    pub(crate) seed: u64,
    /// JSON: one object for each step, {"stage", ...}, last {"positions", "stopped", "epoch", "training", "validation", "out",
    /// "seconds"}; needs --out.
    #[arg(long, requires = "out")]
    pub(crate) json: bool,
}
