//! One module per command.

pub(crate) mod ablation;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod bot;
pub(crate) mod completions;
pub(crate) mod dipole;
pub(crate) mod elo;
pub(crate) mod games;
pub(crate) mod gomocup;
pub(crate) mod lab;
mod learned;
pub(crate) mod man;
pub(crate) mod matches;
mod move_book;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod profile;
pub(crate) mod screenshot;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod sprt;
pub(crate) mod suite;
pub(crate) mod table;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod uci;
