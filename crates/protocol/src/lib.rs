//! Protocols by which mossa plays with programs of other people.
//!
//! | module | what it is |
//! |---|---|
//! | [`dipole`] | the TCP game of Dipole: server, client, league |

pub mod dipole;
