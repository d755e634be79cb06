//! A table as somebody sees it.

use mossa_engine::AnyPosition;
use mossa_game::Language;
use mossa_store::TableState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::desk::shown::{Board, Ended, Shown};
use crate::desk::worth::Worth;
use crate::tables::clock::ShownClock;
use crate::tables::seats::{Seat, Setup};
use crate::tables::table::{Sitting, Table};
use crate::tables::terms::Ending;
use crate::tables::token::TokenHash;

/// A table as somebody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TableView {
    /// Which one.
    pub(crate) id: String,
    /// The number of changes.
    pub(crate) version: u64,
    /// The game with its options.
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Board,
    /// Who sits there.
    pub(crate) seats: Vec<SeatView>,
    /// The position.
    pub(crate) position: Shown,
    /// `waiting`, `running` or `over`.
    pub(crate) state: &'static str,
    /// How it ended, if it did.
    pub(crate) result: Option<Ended>,
    /// The clocks.
    pub(crate) clock: Option<ShownClock>,
    /// The seat that offers a draw.
    pub(crate) draw_offer: Option<usize>,
    /// The seat that asks to take back.
    pub(crate) undo_offer: Option<usize>,
    /// What an engine last made of a position.
    pub(crate) evaluation: Option<Evaluation>,
    /// What whoever looks may do.
    pub(crate) can: Can,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct SeatView {
    /// `human`, `open`, `level`, `perfect`, `bot` or `adaptive`.
    pub(crate) kind: &'static str,
    /// What whoever sits here is called.
    pub(crate) name: String,
    /// Whether somebody sits here.
    pub(crate) taken: bool,
    /// Whether that is whoever looks.
    pub(crate) yours: bool,
    /// The level of an engine.
    pub(crate) level: Option<u8>,
    /// Whether an engine thinks here.
    pub(crate) thinking: bool,
}

/// What an engine made of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Evaluation {
    /// After how many plies.
    pub(crate) ply: usize,
    /// The value for whoever was to move then.
    pub(crate) value: Worth,
    /// How it expects the game to go on.
    pub(crate) line: Vec<String>,
    /// The same as people write it.
    pub(crate) people: String,
}

impl Evaluation {
    /// What was found in `position`, which there is after `ply` plies.
    pub(crate) fn new(ply: usize, value: Worth, line: Vec<String>, position: &dyn AnyPosition) -> Evaluation {
        Evaluation { ply, value, people: position.people_line(&line), line }
    }
}

/// What whoever looks may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Can {
    /// Move.
    #[serde(rename = "move")]
    pub(crate) play: bool,
    /// Take back, or ask to.
    pub(crate) undo: bool,
    /// Give up.
    pub(crate) resign: bool,
    /// Offer a draw, or answer an offer.
    pub(crate) draw: bool,
    /// Ask what to do.
    pub(crate) hint: bool,
}

impl TableView {
    /// What whoever has `token` sees.
    pub(crate) fn of(table: &Table, sitting: &Sitting, token: Option<&str>, language: Language) -> TableView {
        let terms = &sitting.terms;
        let mine = terms.seats_of(token.map(TokenHash::of).as_ref());
        let seats = terms.seats.iter().enumerate();
        let thinking = sitting.thinking.as_ref().map(|(seat, _)| *seat);
        let catalog = table.game.catalog();
        let seat = |(index, seat): (usize, &Seat)| SeatView {
            kind: if seat.setup == Setup::Open && seat.is_taken() { "human" } else { seat.setup.kind() },
            name: seat.shown_name(index, catalog, language),
            taken: seat.is_taken(),
            yours: mine.contains(&index),
            level: if let Setup::Level { level } = seat.setup { Some(level) } else { None },
            thinking: thinking == Some(index),
        };
        TableView {
            id: table.id.to_string(),
            version: sitting.version,
            game: table.game.name().to_owned(),
            board: Board::of(&*table.game, language),
            seats: seats.map(seat).collect(),
            position: Shown::of(&sitting.walk, language),
            state: sitting.state().as_str(),
            result: terms.ending.as_ref().map(Ending::shown),
            clock: terms.clock.as_ref().map(|clock| clock.shown(sitting.running(), sitting.since)),
            draw_offer: terms.draw_offer,
            undo_offer: terms.undo_offer,
            evaluation: sitting.evaluation.clone(),
            can: can(sitting, &mine, table.game.players()),
        }
    }
}

fn can(sitting: &Sitting, mine: &[usize], players: usize) -> Can {
    let runs = sitting.state() == TableState::Running && !mine.is_empty();
    let turn = runs && mine.contains(&sitting.to_move());
    // Hints are for those who play against engines, or alone.
    let alone = !sitting.terms.has_others(mine);
    Can {
        play: turn,
        undo: runs && sitting.walk.plies() > 0,
        resign: runs,
        draw: runs && players == 2 && mine.len() < players,
        hint: turn && alone,
    }
}
