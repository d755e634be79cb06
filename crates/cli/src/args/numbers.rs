//! Numbers that arguments accept, with errors that say which.

use mossa_game::perft;

/// More threads than this no machine here has; each costs memory.
const MOST_THREADS: u64 = 256;
/// A terabyte, in megabytes: more is a slip of the finger.
const MOST_MEGABYTES: u64 = 1 << 20;
/// No book of any game comes near; a game may allow fewer.
const MOST_BOOK_PLIES: u64 = 64;

pub(super) fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let parsed = text.parse().ok().filter(|n| (least..=most).contains(n));
    parsed.ok_or_else(|| match most {
        u64::MAX => format!("a whole number from {least} to 2^64 - 1"),
        _ => format!("a whole number from {least} to {most}"),
    })
}

pub(super) fn positive_u32(text: &str) -> Result<u32, String> {
    number(text, 1, u64::from(u32::MAX)).map(|n| n as u32)
}

/// How deep positions are counted.
pub(super) fn perft_plies(text: &str) -> Result<u32, String> {
    number(text, 1, perft::DEEPEST.into()).map(|n| n as u32)
}

pub(super) fn positive_u64(text: &str) -> Result<u64, String> {
    number(text, 1, u64::MAX)
}

pub(super) fn any_u64(text: &str) -> Result<u64, String> {
    number(text, 0, u64::MAX)
}

/// Which numbers make sense the game says.
pub(super) fn pieces(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a whole number of pieces, 2 or more".to_owned())
}

pub(super) fn positive_usize(text: &str) -> Result<usize, String> {
    number(text, 1, u64::from(u32::MAX)).map(|n| n as usize)
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    number(text, 1, MOST_THREADS).map(|n| n as usize)
}

pub(super) fn megabytes(text: &str) -> Result<usize, String> {
    number(text, 1, MOST_MEGABYTES).map(|n| n as usize)
}

pub(super) fn book_plies(text: &str) -> Result<u32, String> {
    number(text, 0, MOST_BOOK_PLIES).map(|n| n as u32)
}

/// No opening of an experiment is longer.
const MOST_RANDOM_PLIES: u64 = 100;

pub(super) fn random_plies(text: &str) -> Result<u32, String> {
    number(text, 0, MOST_RANDOM_PLIES).map(|n| n as u32)
}

/// Points of an evaluation.
pub(super) fn points(text: &str) -> Result<i32, String> {
    number(text, 0, i32::MAX as u64).map(|n| n as i32)
}

pub(super) fn screen_side(text: &str) -> Result<u16, String> {
    number(text, 10, 500).map(|n| n as u16)
}
