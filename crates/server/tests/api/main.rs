//! The API over real HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analyses;
mod desk;
mod fuzz;
mod people;
mod refusals;
mod restart;
mod runs;
mod streams;
mod support;
mod tables;
