//! Memory for large tables that threads share: what the searches of all games and the solvers of some stand on.

mod pages;
mod room;
mod slots;

pub use pages::prefer_huge;
pub use slots::Slots;
