//! A player for any game, type-erased.
