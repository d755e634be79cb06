//! Any game's board in characters, from its layout and scene alone.

pub(crate) mod placement;
pub(crate) mod text;

pub(crate) use placement::Placement;
