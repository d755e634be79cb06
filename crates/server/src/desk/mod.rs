//! Positions without a game on the server: what they are, what they are worth, and how they are written.
//!
//! | module | what it does |
//! |---|---|
//! | [`place`] | reads which position is meant |
//! | [`shown`] | tells what a person sees of a position |
//! | [`worth`] | tells what a value means |
//! | [`catalogue`] | tells which games there are |
//! | [`setup`] | writes boards that were set up by hand as positions |
//! | [`exact`] | explains and solves |
//! | [`exchange`] | reads and writes games as texts |

pub(crate) mod catalogue;
pub(crate) mod exact;
pub(crate) mod exchange;
pub(crate) mod place;
pub(crate) mod setup;
pub(crate) mod shown;
pub(crate) mod worth;
