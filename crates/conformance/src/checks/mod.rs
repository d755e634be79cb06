//! The promises of the contract, one small function each.

use mossa_game::Playable;

use crate::check::Check;

pub(crate) mod evaluate;
mod keys;
mod notation;
pub(crate) mod record;
mod rules;
mod symmetry;
mod tactics;
mod themes;
pub(crate) mod truth;
pub(crate) mod undo;
mod view;

/// All checks of single positions, with the names under which they fail.
pub(crate) fn of_positions<G: Playable>() -> [(&'static str, Check<G>); 33] {
    [
        ("decided positions have no moves", rules::decided),
        ("each legal move is listed once", rules::distinct),
        ("moves are listed in the same order", rules::same_order),
        ("moves are counted as they are listed", rules::counted),
        ("a generator stops when it is told to", rules::stops),
        ("listed moves are accepted", rules::accepted),
        ("unlisted moves are refused", rules::refused),
        ("moves survive packing", rules::packing),
        ("undo restores every bit", undo::restores),
        ("the key equals the recomputed key", keys::recomputed),
        ("the key tells positions apart", keys::identifies),
        ("moves survive being written", notation::moves_round_trip),
        ("moves survive being written for people", notation::people_round_trip),
        ("parse_move gives legal moves or explains", notation::damaged_moves),
        ("positions survive being written", notation::positions_round_trip),
        ("parse_position gives valid positions or explains", notation::damaged_positions),
        ("a position with its best move is a problem", notation::problems),
        ("symmetries form a group", symmetry::group),
        ("symmetric positions have symmetric moves", symmetry::moves),
        ("symmetric positions have one canonical key", symmetry::canonical),
        ("symmetric positions are worth the same", symmetry::values),
        ("players alternate where the game says so", tactics::alternation),
        ("passing changes side and key and can be taken back", tactics::passing),
        ("the turn can be handed to anybody and back", tactics::handing),
        ("candidates and noisy moves are legal", tactics::move_lists),
        ("ordering and history stay in range", tactics::ranges),
        ("the evaluation's state follows each move", evaluate::incremental),
        ("evaluations are guesses", evaluate::guesses),
        ("the evaluation explains itself", evaluate::explained),
        ("themes are told apart", themes::distinct),
        ("moves bear the game's themes", themes::marks),
        ("the board and its gestures are usable", view::usable),
        ("effects lead to the next scene", view::effects),
    ]
}
