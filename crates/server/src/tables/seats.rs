//! Who sits at a table.

use mossa_adapt::{Bot, Style};
use mossa_engine::{AnyGame, Level, Perfect};
use mossa_game::{Catalog, InputError, InputKind, Language, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::tables::token::TokenHash;

/// Who takes a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Setup {
    /// Whoever creates the table.
    Human {
        /// What they are called.
        #[serde(default)]
        name: Option<String>,
    },
    /// Whoever comes.
    Open,
    /// The engine at a level.
    Level {
        /// 1 to 8.
        level: u8,
    },
    /// The engine as its solver says.
    Perfect,
    /// A training bot.
    Bot {
        /// Its name.
        name: String,
    },
    /// The opponent that adapts.
    Adaptive {
        /// `exploit` or `classic`.
        #[serde(default)]
        style: Option<String>,
    },
}

/// The longest name of a person.
const LONGEST_NAME: usize = 60;

/// A name without blanks at its ends; nothing if nothing is left.
pub(crate) fn clean_name(name: Option<&str>) -> Result<Option<String>, InputError> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(None) };
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        let expected = format!("up to {LONGEST_NAME} characters on one line");
        return Err(InputError::new(InputKind::Setting, format!("the name \"{name}\""), expected));
    }
    Ok(Some(name.to_owned()))
}

impl Setup {
    /// Refuses what cannot play `game`.
    pub(crate) fn check(&self, game: &dyn AnyGame) -> Result<(), InputError> {
        match self {
            Setup::Human { name } => clean_name(name.as_deref()).map(drop),
            Setup::Open => Ok(()),
            Setup::Level { level } => level.to_string().parse::<Level>().map(drop),
            Setup::Perfect => Perfect::new(game, None).map(drop),
            Setup::Bot { name } => Bot::new(game, name, 0).map(drop),
            Setup::Adaptive { style } => self::style(style.as_deref()).map(drop),
        }
    }

    /// Whether a person sits here, or will.
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, Setup::Human { .. } | Setup::Open)
    }

    /// The word for it.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Setup::Human { .. } => "human",
            Setup::Open => "open",
            Setup::Level { .. } => "level",
            Setup::Perfect => "perfect",
            Setup::Bot { .. } => "bot",
            Setup::Adaptive { .. } => "adaptive",
        }
    }
}

/// The style that a word means; the exploiting one if there is none.
pub(crate) fn style(word: Option<&str>) -> Result<Style, InputError> {
    word.map_or(Ok(Style::Exploit), str::parse)
}

/// A seat as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Seat {
    pub(crate) setup: Setup,
    /// What a person is called.
    pub(crate) name: Option<String>,
    /// Who may move for it.
    pub(crate) holder: Option<TokenHash>,
}

impl Seat {
    /// Whether whoever shall sit here does.
    pub(crate) fn is_taken(&self) -> bool {
        self.setup != Setup::Open || self.holder.is_some()
    }

    /// What whoever sits here is called in records.
    pub(crate) fn recorded_name(&self, seat: usize) -> String {
        match &self.setup {
            Setup::Human { .. } | Setup::Open => {
                self.name.clone().unwrap_or_else(|| format!("player {}", seat + 1))
            }
            Setup::Level { level } => format!("mossa level {level}"),
            Setup::Perfect => "mossa perfect".to_owned(),
            Setup::Bot { name } => format!("bot {name}"),
            Setup::Adaptive { style } => format!("mossa {}", style.as_deref().unwrap_or("exploit")),
        }
    }

    /// What is shown: a bot by its text, everybody else by the recorded name.
    pub(crate) fn shown_name(&self, seat: usize, catalog: &Catalog, language: Language) -> String {
        if self.setup.is_person() && self.name.is_none() {
            let called = catalog.seat(language, Player::new(seat));
            return called.map_or_else(|| self.recorded_name(seat), str::to_owned);
        }
        self.recorded_name(seat)
    }
}

/// Refuses seats that do not fit to `game` or to each other.
pub(crate) fn check(seats: &[Setup], game: &dyn AnyGame) -> Result<(), InputError> {
    let bad = |problem: String, expected: &str| Err(InputError::new(InputKind::Setting, problem, expected));
    if seats.len() != game.players() {
        let expected = format!("{} seats", game.players());
        return bad(format!("{} seats at {}", seats.len(), game.name()), &expected);
    }
    seats.iter().try_for_each(|seat| seat.check(game))?;
    let people = seats.iter().filter(|seat| seat.is_person()).count();
    let adapts = seats.iter().any(|seat| matches!(seat, Setup::Adaptive { .. }));
    if adapts && (game.players() != 2 || people != 1) {
        return bad("an opponent that adapts to nobody".to_owned(), "a game of two with one person");
    }
    Ok(())
}
