//! What tables say about the positions of games.

use mossa_game::{RankedMove, Value, Verdict};
use mossa_solve::Worth;

use super::loaded::Loaded;
use crate::moves::ChessMove;
use crate::position::Position;
use crate::rules::{Chess, DRAWN_CLOCK};
use crate::syzygy::{RootMove, Wdl};

/// What is known about a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endgame {
    /// The result and after how many plies it comes; 0 for a draw.
    Certain(Verdict, u32),
    /// It is worth so much at least, and so much at most.
    Between(Value, Value),
}

/// A win whose distance nobody knows is worth at least this: more than any other guess.
const SOME_WIN: Value = Value::BEST_GUESS;

impl Chess {
    /// What tables know about a position; nothing if none are loaded or none has it. Our own tables are asked first,
    /// because they know distances.
    ///
    /// A mate that comes before the clock of fifty moves runs out is certain: the winner's moves bring it nearer with each
    /// ply, and captures and moves of pawns only give more time. If the clock may come first, whoever would win without it
    /// has at least a draw. Draws are draws whatever the clock says. Repetitions of earlier positions are not looked at.
    #[inline]
    pub fn endgame(&self, position: &Position) -> Option<Endgame> {
        let loaded = self.loaded().get()?;
        if position.occupied().len() > loaded.most_men() { None } else { loaded.look_up(position) }
    }

    /// All moves by the distances of Syzygy tables, which lead to a win although the tree knows only that there is one;
    /// nothing if no such table has the position, or one of ours does.
    pub fn ranked_by_distance(&self, position: &Position) -> Option<Vec<RankedMove<ChessMove>>> {
        let loaded = self.loaded().get()?;
        if position.occupied().len() > loaded.most_men() || loaded.worth(position).is_some() {
            return None;
        }
        let moves = loaded.syzygy()?.root_moves(position)?;
        Some(moves.iter().map(|m| ranked(position, m)).collect())
    }
}

/// A move with what its result means to a search. What the clock may turn into a draw is left to the search.
fn ranked(position: &Position, told: &RootMove) -> RankedMove<ChessMove> {
    let in_time = told.dtz + u32::from(position.clock()) < u32::from(DRAWN_CLOCK);
    let (least, most) = match told.wdl {
        Wdl::Win => (SOME_WIN, Value::MAX),
        Wdl::Loss if in_time => (Value::MIN, -SOME_WIN),
        _ => (Value::MIN, Value::MAX),
    };
    RankedMove { m: told.m, rank: told.rank, least, most }
}

impl Loaded {
    fn look_up(&self, position: &Position) -> Option<Endgame> {
        match self.worth(position) {
            Some(worth) => of_worth(position, worth),
            None => self.syzygy()?.wdl(position).map(|wdl| of_wdl(position, wdl)),
        }
    }
}

fn of_worth(position: &Position, worth: Worth) -> Option<Endgame> {
    let in_time = |plies: u32| plies + u32::from(position.clock()) <= u32::from(DRAWN_CLOCK);
    Some(match worth {
        Worth::Draw => Endgame::Certain(Verdict::Draw, 0),
        Worth::Win(plies) if in_time(plies) => Endgame::Certain(Verdict::Win, plies),
        Worth::Loss(plies) if in_time(plies) => Endgame::Certain(Verdict::Loss, plies),
        Worth::Win(plies) => Endgame::Between(Value::DRAW, Value::win_in(plies)),
        Worth::Loss(plies) => Endgame::Between(Value::loss_in(plies), Value::DRAW),
        Worth::Illegal => return None,
    })
}

/// These tables count from the last capture or move of a pawn: later, a win may come too late.
fn of_wdl(position: &Position, wdl: Wdl) -> Endgame {
    let least = if position.clock() == 0 { SOME_WIN } else { Value::DRAW };
    match wdl {
        Wdl::Win => Endgame::Between(least, Value::MAX),
        Wdl::Loss => Endgame::Between(Value::MIN, -least),
        Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Endgame::Certain(Verdict::Draw, 0),
    }
}
