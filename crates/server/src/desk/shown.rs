//! What a person sees of a position.

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{CellId, Effect, Language, Layout, Outcome, Piece, Player};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use crate::desk::place::Walk;

/// A position as a person sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Shown {
    /// The game with its options.
    pub(crate) game: String,
    /// The position on one line.
    pub(crate) text: String,
    /// Whose turn it is, from 0.
    pub(crate) to_move: usize,
    /// How it ended, if it did.
    pub(crate) result: Option<Ended>,
    /// The legal moves.
    pub(crate) moves: Vec<LegalMove>,
    /// The pieces.
    pub(crate) scene: Pieces,
    /// Cells worth marking.
    #[schema(value_type = Vec<u16>)]
    pub(crate) marked: Vec<CellId>,
    /// What to tell beside the board.
    pub(crate) facts: Vec<String>,
    /// The moves played.
    pub(crate) history: Vec<String>,
    /// The same as people write them.
    pub(crate) people_history: Vec<String>,
    /// What each of them changed on the board.
    #[schema(value_type = Vec<Vec<Object>>)]
    pub(crate) effects: Vec<Vec<Effect>>,
    /// Where it began.
    pub(crate) start: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Ended {
    /// `1-0`.
    pub(crate) text: String,
    /// The seats that won, from 0; none if it is a draw.
    pub(crate) winners: Vec<usize>,
    /// Why, if that is known: `normal`, `time`, `resignation`, `agreement`, `abandoned`.
    pub(crate) reason: Option<&'static str>,
}

impl Ended {
    /// What `outcome` says.
    pub(crate) fn new(outcome: &Outcome, reason: Option<&'static str>) -> Ended {
        let winners = outcome.winner().map(Player::index).into_iter().collect();
        Ended { text: outcome.to_string(), winners, reason }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LegalMove {
    /// In the game's notation.
    pub(crate) text: String,
    /// As people write it.
    pub(crate) people: String,
    /// The cells to touch.
    #[schema(value_type = Vec<u16>)]
    pub(crate) gesture: Vec<CellId>,
    /// What it changes on the board.
    #[schema(value_type = Vec<Object>)]
    pub(crate) effects: Vec<Effect>,
}

/// The pieces on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Pieces {
    /// Each with an identity that survives moves.
    #[schema(value_type = Vec<Object>)]
    pub(crate) pieces: Vec<Piece>,
}

impl Shown {
    /// The end of a walk.
    pub(crate) fn of(walk: &Walk, language: Language) -> Shown {
        let position = walk.position();
        let legal = position.moves().into_iter().map(|m| LegalMove {
            people: position.people_move(&m.text),
            text: m.text,
            gesture: m.gesture,
            effects: m.effects,
        });
        Shown {
            game: position.game().name().to_owned(),
            text: position.text(),
            to_move: position.to_move().index(),
            result: position.result().map(|outcome| Ended::new(&outcome, None)),
            moves: legal.collect(),
            scene: Pieces { pieces: position.scene().pieces.clone() },
            marked: position.marked(),
            facts: facts(position, language),
            history: position.history().to_vec(),
            people_history: position.people_history(),
            effects: walk.effects().to_vec(),
            start: walk.start().to_owned(),
        }
    }

    /// The same in another language: only the facts are in one.
    pub(crate) fn with_facts(&self, facts: Vec<String>) -> Shown {
        Shown { facts, ..self.clone() }
    }
}

/// What to tell beside the board.
pub(crate) fn facts(position: &dyn AnyPosition, language: Language) -> Vec<String> {
    let game = position.game();
    let told = |fact: mossa_game::Fact| {
        let values: Vec<(&str, &str)> =
            fact.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        game.catalog().format(language, fact.key, &values)
    };
    position.facts().into_iter().map(told).collect()
}

/// A board without pieces.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Board {
    /// The game with its options.
    pub(crate) game: String,
    /// Its name in front of the colon.
    pub(crate) family: String,
    /// What people call it.
    pub(crate) title: String,
    /// How many play.
    pub(crate) players: usize,
    /// What they are called.
    pub(crate) player_names: Vec<String>,
    /// The cells.
    #[schema(value_type = Object)]
    pub(crate) layout: Layout,
    /// The texts of the game.
    pub(crate) texts: BTreeMap<String, String>,
}

impl Board {
    /// The board of a game.
    pub(crate) fn of(game: &dyn AnyGame, language: Language) -> Board {
        let (info, catalog) = (game.info(), game.catalog());
        let called = |seat: Player| {
            catalog.seat(language, seat).map_or_else(|| format!("player {seat}"), str::to_owned)
        };
        Board {
            game: game.name().to_owned(),
            family: info.name.to_owned(),
            title: catalog.find(language, "title").unwrap_or(info.title).to_owned(),
            players: game.players(),
            player_names: Player::all(game.players()).map(called).collect(),
            layout: game.layout(),
            texts: catalog.texts(language),
        }
    }
}
