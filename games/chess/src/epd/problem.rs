//! Lines of test suites.

use mossa_game::InputError;
use mossa_game::suite::{self, Problem, Wanted};

use super::line::{Epd, bad};
use super::meanings::{Points, read_move};
use crate::moves::ChessMove;
use crate::position::Position;
use crate::rules::Chess;

/// Moves with what they are worth.
type Worth = Vec<(ChessMove, u32)>;

/// What a line of EPD asks: `bm`, `am`, `dm` or a mate in `ce`, and points as the Strategic Test Suite has them.
pub(crate) fn read(game: &Chess, line: &str) -> Result<Problem<Position, ChessMove>, InputError> {
    let epd = Epd::read(line, game.variant())?;
    let wanted = Wanted {
        best: epd.best_moves()?,
        avoid: epd.moves_to_avoid()?,
        win_in: mate(&epd)?.map(plies),
        points: points(&epd)?,
    };
    if wanted.is_empty() {
        return Err(suite::nothing_to_find(
            "an operation such as `bm Nf3;`, `am Nf3;`, `dm 3;` or points in c8 and c9",
        ));
    }
    Ok(Problem { name: epd.id().map(str::to_owned), position: epd.position, wanted })
}

/// In how many moves the side to move mates, if the line says so.
fn mate(epd: &Epd) -> Result<Option<u32>, InputError> {
    if let Some(moves) = epd.number("dm")? {
        // A position knows no more moves than this.
        let fits = u32::try_from(moves).ok().filter(|moves| (1..=u32::from(u16::MAX)).contains(moves));
        let expected = || format!("a number of moves from 1 to {}", u16::MAX);
        return fits.map(Some).ok_or_else(|| bad(format!("dm `{moves}`"), expected()));
    }
    Ok(match epd.value()? {
        Some(Points::Mate(moves)) => u32::try_from(moves).ok().filter(|moves| *moves > 0),
        _ => None,
    })
}

/// The mating side makes one move more than the other.
fn plies(moves: u32) -> u32 {
    2 * moves - 1
}

/// Numbers in `c8` for the moves in `c9`, or both in `c0`.
fn points(epd: &Epd) -> Result<Worth, InputError> {
    let (Some(numbers), Some(moves)) = (epd.text("c8"), epd.text("c9")) else {
        return Ok(epd.text("c0").and_then(|text| listed(epd, text)).unwrap_or_default());
    };
    let numbers: Vec<&str> = numbers.split_whitespace().collect();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    if numbers.len() != moves.len() {
        let problem = format!("{} numbers in c8 for {} moves in c9", numbers.len(), moves.len());
        return Err(bad(problem, "a number for each move"));
    }
    let worth = |(number, text): (&str, &str)| {
        let number = number.parse().map_err(|_| bad(format!("c8 `{number}`"), "numbers of points"))?;
        Ok((read_move(&epd.position, text)?, number))
    };
    numbers.into_iter().zip(moves).map(worth).collect()
}

/// `Bxe5=10, f4=3`. Anything else is a comment.
fn listed(epd: &Epd, text: &str) -> Option<Worth> {
    let worth = |part: &str| {
        let (text, number) = part.trim().rsplit_once('=')?;
        Some((read_move(&epd.position, text.trim()).ok()?, number.trim().parse().ok()?))
    };
    text.split(',').map(worth).collect()
}
