//! Memory for large tables that threads share: what the searches of all games and the solvers of some stand on.

mod slots;

pub use slots::Slots;
