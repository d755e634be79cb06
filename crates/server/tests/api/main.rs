//! The API over real HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analyses;
mod desk;
mod people;
mod refusals;
mod restart;
mod support;
mod tables;
