//! Boards that were set up by hand, as positions.
//!
//! | module | what it is |
//! |---|---|
//! | [`form`] | the form of a board on one line |
//! | [`writing`] | how a game writes positions, learned from the game itself |

mod form;
mod writing;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use mossa_engine::AnyGame;
use mossa_game::{CellId, InputError, InputKind, Sprite};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use self::writing::Writing;

use self::writing::Placed;
use crate::app::App;
use crate::given::Given;
use crate::problem::Problem;

/// A board that was set up.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SetupGiven {
    /// The game with its options.
    #[schema(example = "mnk:3,3,3")]
    pub(crate) game: String,
    /// What stands where.
    #[serde(default)]
    pub(crate) pieces: Vec<PlacedPiece>,
    /// Whose turn it is, from 0.
    #[serde(default)]
    pub(crate) to_move: usize,
    /// The position that was changed, if one was: what it says beside pieces and turn stays, as far as it fits.
    #[serde(default)]
    pub(crate) before: Option<String>,
}

/// A piece on a cell.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PlacedPiece {
    /// The number of the cell.
    pub(crate) cell: u16,
    /// The piece.
    pub(crate) sprite: Look,
}

/// A piece, as the palette of the board has it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Look {
    /// Its kind.
    #[schema(example = "stone")]
    pub(crate) kind: String,
    /// The character for it.
    #[schema(example = "X")]
    pub(crate) glyph: char,
    /// How high a stack it is.
    #[serde(default = "single")]
    pub(crate) height: u8,
}

fn single() -> u8 {
    1
}

/// The position of a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SetupAnswer {
    /// The game with its options.
    pub(crate) game: String,
    /// The position on one line.
    pub(crate) text: String,
}

/// The position of a board that was set up
#[utoipa::path(post, path = "/setup", tag = "positions", request_body = SetupGiven,
    responses((status = 200, body = SetupAnswer)))]
pub(crate) async fn setup(
    State(app): State<App>,
    Given(given): Given<SetupGiven>,
) -> Result<Json<SetupAnswer>, Problem> {
    let shelf = app.clone();
    let work = move || {
        let game = shelf.games.open(&given.game)?;
        Ok::<_, InputError>(SetupAnswer { text: text_of(&game, &given)?, game: game.name().to_owned() })
    };
    Ok(Json(app.quick(work).await??))
}

fn text_of(game: &Arc<dyn AnyGame>, given: &SetupGiven) -> Result<String, InputError> {
    let writing = Writing::of(game).ok_or_else(|| {
        refusal("boards of this game cannot be set up".to_owned(), game.info().position_notation)
    })?;
    if given.to_move >= game.players() {
        let expected = format!("a player from 0 to {}", game.players() - 1);
        return Err(refusal(format!("player {} to move", given.to_move), expected));
    }
    let start = Arc::clone(game).start();
    let before = match given.before.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => Arc::clone(game).position(text)?.text(),
        None => start.text(),
    };
    writing.text(&placed(&writing, &given.pieces)?, given.to_move, &before)
}

/// The pieces, each of a kind that there is and on a cell of its own.
fn placed(writing: &Writing, pieces: &[PlacedPiece]) -> Result<Placed, InputError> {
    let mut placed: Placed = Vec::new();
    for PlacedPiece { cell, sprite: look } in pieces {
        let id = CellId(*cell);
        if !writing.names(id) {
            return Err(refusal(format!("a piece on cell {cell}"), "cells on which pieces can stand"));
        }
        if placed.iter().any(|(taken, _)| *taken == id) {
            return Err(refusal(format!("two pieces on cell {cell}"), "one on each"));
        }
        placed.push((id, sprite(writing.palette(), look)?));
    }
    Ok(placed)
}

fn sprite(palette: &[Sprite], look: &Look) -> Result<Sprite, InputError> {
    let known = palette.iter().find(|sprite| sprite.kind == look.kind && sprite.glyph == look.glyph);
    let known = known.ok_or_else(|| {
        let kinds: Vec<String> = palette.iter().map(|one| format!("{} {}", one.kind, one.glyph)).collect();
        let kind: String = look.kind.chars().take(40).collect();
        refusal(format!("no piece {kind} {}", look.glyph), format!("one of: {}", kinds.join(", ")))
    })?;
    Ok(Sprite { height: look.height, ..known.clone() })
}

fn refusal(problem: String, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Position, problem, expected)
}

#[cfg(test)]
mod tests {
    use mossa_game::Player;

    use super::*;

    /// Every position of a game that plays its middle moves is written from its pieces alone, and read as the same.
    #[test]
    fn every_game_reads_what_is_set_up() {
        for info in mossa_engine::families() {
            let game = mossa_engine::open(info.name).unwrap();
            let writing = Writing::of(&game).unwrap_or_else(|| panic!("{}", info.name));
            let mut position = Arc::clone(&game).start();
            for _ in 0..12 {
                let moves = position.moves();
                let Some(middle) = moves.get(moves.len() / 2) else { break };
                position.play(&middle.text).unwrap();
                let (pieces, seat) = (position.scene().sprites(), position.to_move());
                let text = writing.text(&pieces, seat.index(), &position.text()).unwrap();
                let read = Arc::clone(&game).position(&text).unwrap();
                assert_eq!((read.scene().sprites(), read.to_move()), (pieces, seat), "{text}");
            }
            assert!(
                writing.palette().len() >= Player::all(game.players()).count(),
                "{:?}",
                writing.palette()
            );
        }
    }
}
