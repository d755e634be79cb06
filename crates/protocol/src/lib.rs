//! Protocols by which mossa plays with programs of other people.
//!
//! | module | what it is |
//! |---|---|
//! | [`dipole`] | the TCP game of Dipole: server, client, league |
//! | [`gomocup`] | the program's side of the Gomocup protocol, for managers of five in a row |
//! | [`thinker`] | who finds the moves of our players |
//! | [`timing`] | a thinker that always answers in time |
//! | [`uci`] | the program's side of the Universal Chess Interface |

pub mod dipole;
pub mod gomocup;
pub mod thinker;
pub mod timing;
pub mod uci;
