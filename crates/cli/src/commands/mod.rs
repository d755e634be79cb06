//! One module per command.

pub(crate) mod ablation;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod games;
pub(crate) mod man;
pub(crate) mod overview;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod screenshot;
