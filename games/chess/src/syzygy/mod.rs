//! Syzygy tables by Ronald de Man: who wins (WDL), and how many plies to the next capture or move of a pawn (DTZ), for
//! positions with up to seven men. The files are read by the crate `pyrrhic-rs`.
//!
//! | module | what it holds |
//! |---|---|
//! | `files` | the files of some folders |
//! | `adapter` | where pieces reach, for the crate that reads them |
//! | `ranking` | moves in the order of what tables say |
//!
//! The crate keeps its tables in one place of the program. So all games share [`Tables`], and while they are in use no
//! others can be opened. It takes every table for present and forgets all it knows of one when a file is missing; so it
//! is asked only for those that are.

mod adapter;
mod files;
mod ranking;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use mossa_game::{InputError, InputKind};
use pyrrhic_rs::{DtzProbeValue, TBError, TableBases, WdlProbeResult};

use self::adapter::Attacks;
use self::files::Files;
pub use self::ranking::RootMove;
use crate::moves::ChessMove;
use crate::piece::{Color, Kind};
use crate::position::Position;

/// What a position is worth to the side to move, right after a capture or a move of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, if there were no rule of fifty moves: a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, if there were no rule of fifty moves: a draw.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    fn of(result: WdlProbeResult) -> Wdl {
        match result {
            WdlProbeResult::Loss => Wdl::Loss,
            WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
            WdlProbeResult::Draw => Wdl::Draw,
            WdlProbeResult::CursedWin => Wdl::CursedWin,
            WdlProbeResult::Win => Wdl::Win,
        }
    }
}

/// The tables of some folders.
pub struct Tables {
    handle: TableBases<Attacks>,
    files: Files,
    /// The crate answers one question about distances at a time.
    asking: Mutex<()>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").field("files", &self.files).finish_non_exhaustive()
    }
}

/// Whether a folder has such tables.
pub(crate) fn are_in(folder: &Path) -> bool {
    Files::are_in(folder)
}

/// What is open at present.
static OPEN: Mutex<Weak<Tables>> = Mutex::new(Weak::new());

impl Tables {
    /// Opens the tables of one or more folders with `:` or `;` between them. Those that are open already are shared.
    pub fn open(folders: &str) -> Result<Arc<Tables>, InputError> {
        let files = Files::of(folders)?;
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = open.upgrade() {
            return if tables.files == files { Ok(tables) } else { Err(busy(&tables.files)) };
        }
        let handle = TableBases::new(files.path()).map_err(|error| match error {
            TBError::AlreadyInitialized | TBError::NotSingleton => busy(&files),
            TBError::BadPath | TBError::InitFailed | TBError::ProbeFailed => {
                let problem = format!("the Syzygy tables in {folders} cannot be opened");
                InputError::new(InputKind::Setting, problem, "folders with files .rtbw and .rtbz")
            }
        })?;
        let tables = Arc::new(Tables { handle, files, asking: Mutex::new(()) });
        *open = Arc::downgrade(&tables);
        Ok(tables)
    }

    /// The most men, kings included, for which there is a table.
    pub fn men(&self) -> u32 {
        self.files.men()
    }

    /// Up to how many men every position is known.
    pub fn complete(&self) -> u32 {
        self.files.complete()
    }

    /// How large the files are.
    pub fn bytes(&self) -> u64 {
        self.files.bytes()
    }

    /// How many tables there are that say who wins.
    pub fn count(&self) -> usize {
        self.files.count()
    }

    /// What a position is worth if the clock of fifty moves begins with it; nothing if no table has it.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        if position.occupied().len() == 2 {
            return Some(Wdl::Draw);
        }
        if position.castling().has_any() || !self.files.have_wdl(position) {
            return None;
        }
        let kind = |kind: Kind| position.kind(kind).0;
        let result = self.handle.probe_wdl(
            position.color(Color::White).0,
            position.color(Color::Black).0,
            kind(Kind::King),
            kind(Kind::Queen),
            kind(Kind::Rook),
            kind(Kind::Bishop),
            kind(Kind::Knight),
            kind(Kind::Pawn),
            passed(position),
            position.to_move() == Color::White,
        );
        result.ok().map(Wdl::of)
    }

    /// All legal moves, the best first by their ranks, which heed the clock of fifty moves; nothing if no table has the
    /// position or the game is over. See [`RootMove::rank`].
    pub fn root_moves(&self, position: &Position) -> Option<Vec<RootMove>> {
        if position.castling().has_any() || !self.files.have_dtz(position) {
            return None;
        }
        let kind = |kind: Kind| position.kind(kind).0;
        let asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        let result = self.handle.probe_root(
            position.color(Color::White).0,
            position.color(Color::Black).0,
            kind(Kind::King),
            kind(Kind::Queen),
            kind(Kind::Rook),
            kind(Kind::Bishop),
            kind(Kind::Knight),
            kind(Kind::Pawn),
            position.clock().into(),
            passed(position),
            position.to_move() == Color::White,
        );
        drop(asking);
        let result = result.ok()?;
        let told = result.moves[..result.num_moves].iter().filter_map(|told| match told {
            DtzProbeValue::DtzResult(told) => Some(told),
            _ => None,
        });
        let moves: Vec<RootMove> = told.map(|told| RootMove::new(position, told)).collect::<Option<_>>()?;
        // All or nothing: a move that is missing might be the best.
        (!moves.is_empty() && moves.len() as u32 == position.count_moves()).then(|| ranking::sorted(moves))
    }

    /// The moves with the highest rank; nothing if no table has the position.
    pub fn best_moves(&self, position: &Position) -> Option<Vec<ChessMove>> {
        let moves = self.root_moves(position)?;
        let best = moves.first()?.rank;
        Some(moves.iter().take_while(|m| m.rank == best).map(|m| m.m).collect())
    }
}

/// The square of en passant as the crate wants it: 0 if there is none.
fn passed(position: &Position) -> u32 {
    position.en_passant().map_or(0, |square| square.number().into())
}

fn busy(files: &Files) -> InputError {
    let problem = format!("other Syzygy tables are in use: {}", files.path());
    InputError::new(InputKind::Setting, problem, "the same folders for all games of a program")
}
