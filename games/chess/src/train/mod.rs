//! Weights of the evaluation from the results of games: logistic regression, as P. Österlund did for Texel (2014).
//!
//! A position's value is linear in the weights: each counts a known number of times. A logistic curve makes an expected
//! result of the value, and the tuner bends the weights until the squared error of all positions is least.
//!
//! | module | what it holds |
//! |---|---|
//! | [`samples`] | positions with results, read from EPD, as counts of weights |
//! | [`model`] | values, errors and gradients |
//! | [`tuner`] | the fit of the curve, epochs of Adam, validation |
//! | [`chances`] | what points mean in results |
//! | [`source`] | weights as Rust source |
//! | [`tuning`] | the tuner as the rest of mossa knows it |

pub mod chances;
pub mod model;
pub mod samples;
pub mod source;
pub mod tuner;
pub mod tuning;

pub use model::{Curve, Weights};
pub use samples::Samples;
pub use tuner::{Epoch, Options, Tuner};
pub use tuning::ChessTuning;
