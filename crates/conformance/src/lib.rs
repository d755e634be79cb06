//! What every game must satisfy.
