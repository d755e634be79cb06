//! Games as texts: read and written.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use mossa_engine::AnyGame;
use mossa_game::pgn::{Token, Tokens, words};
use mossa_game::{GameRecord, InputError, InputKind, RecordedMove, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::desk::place::{Moves, Place, Walk};
use crate::given::Given;
use crate::problem::Problem;

/// A text to be read.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ImportGiven {
    /// The game, if that is known.
    #[serde(default)]
    pub(crate) game: Option<String>,
    /// A record, a game in the manner of PGN, a position or moves.
    #[schema(example = "1. e4 e5")]
    pub(crate) text: String,
}

/// What a text says.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct Imported {
    /// The game with its options.
    pub(crate) game: String,
    /// Where it begins, if not in the usual position.
    pub(crate) position: Option<String>,
    /// The moves.
    pub(crate) moves: Vec<String>,
    /// Further facts.
    pub(crate) tags: BTreeMap<String, String>,
    /// What is said about each move, if anything is.
    pub(crate) comments: Vec<Option<String>>,
}

/// Reads a game
#[utoipa::path(post, path = "/import", tag = "positions", request_body = ImportGiven,
    responses((status = 200, body = Imported)))]
pub(crate) async fn import(
    State(app): State<App>,
    Given(given): Given<ImportGiven>,
) -> Result<Json<Imported>, Problem> {
    let shelf = app.clone();
    let work = move || read(&given, &|name| shelf.games.open(name));
    Ok(Json(app.quick(work).await??))
}

type Open<'a> = &'a dyn Fn(&str) -> Result<Arc<dyn AnyGame>, InputError>;

fn read(given: &ImportGiven, open: Open<'_>) -> Result<Imported, InputError> {
    let text = given.text.trim();
    if text.starts_with('{') {
        return from_record(&GameRecord::from_json(text)?, open);
    }
    if let Ok(record) = GameRecord::from_text(text) {
        return from_record(&record, open);
    }
    let sheet = Sheet::read(text)?;
    let candidates = match (given.game.as_ref(), sheet.tags.get("Game")) {
        (Some(name), _) | (None, Some(name)) => vec![open(name)?],
        (None, None) => mossa_engine::families().iter().filter_map(|info| open(info.name).ok()).collect(),
    };
    let mut read: Vec<_> = candidates.iter().map(|game| sheet.played(game, text)).collect();
    if read.len() == 1 {
        return read.remove(0);
    }
    let mut fitting: Vec<Imported> = read.into_iter().flatten().collect();
    if fitting.len() == 1 {
        return Ok(fitting.remove(0));
    }
    let names: Vec<&str> = fitting.iter().map(|imported| imported.game.as_str()).collect();
    Err(match names.as_slice() {
        [] => InputError::new(InputKind::Record, "a text that is no game", "a record, a position or moves"),
        names => {
            let problem = format!("a text that may be of {}", names.join(" or of "));
            InputError::new(InputKind::Record, problem, "which game it is of")
        }
    })
}

fn from_record(record: &GameRecord, open: Open<'_>) -> Result<Imported, InputError> {
    let game = open(&record.game)?;
    let mut walk = Walk::begin(&game, record.start.as_deref())?;
    walk.follow(record.moves.iter().map(|m| m.text.as_str()))?;
    let players = record.players.iter().enumerate();
    let mut tags: BTreeMap<String, String> =
        players.map(|(seat, player)| (format!("Player{}", seat + 1), player.name.clone())).collect();
    tags.extend(record.tags.iter().cloned());
    tags.extend(record.result.map(|result| ("Result".to_owned(), result.to_string())));
    let comments = record.moves.iter().map(|m| m.remark.clone()).collect();
    Ok(imported(&game, &walk, tags, comments))
}

fn imported(
    game: &Arc<dyn AnyGame>,
    walk: &Walk,
    tags: BTreeMap<String, String>,
    mut comments: Vec<Option<String>>,
) -> Imported {
    let moves = walk.position().history().to_vec();
    comments.resize(moves.len(), None);
    Imported { game: game.name().to_owned(), position: walk.unusual_start(), moves, tags, comments }
}

/// A text in the manner of PGN, without its variations.
#[derive(Default)]
struct Sheet {
    tags: BTreeMap<String, String>,
    words: Vec<String>,
    /// What is said behind so many words.
    comments: BTreeMap<usize, String>,
}

impl Sheet {
    fn read(text: &str) -> Result<Sheet, InputError> {
        let mut sheet = Sheet::default();
        let mut tokens = Tokens::new(text);
        while let Some(token) = tokens.next() {
            match token.map_err(|bad| bad.error)? {
                Token::Tag { name, value } if sheet.words.is_empty() => {
                    sheet.tags.insert(name.to_owned(), value.into_owned());
                }
                // The next game begins.
                Token::Tag { .. } => break,
                Token::Comment(text) => {
                    sheet.comments.entry(sheet.words.len()).or_default().push_str(text.trim());
                }
                Token::Open => tokens.skip_variation().map_err(|bad| bad.error)?,
                Token::Close => {}
                Token::Word(word) if words::is_result(word) => {
                    sheet.tags.entry("Result".to_owned()).or_insert_with(|| word.to_owned());
                    break;
                }
                Token::Word(word) if words::is_glyph(word) || words::is_move_number(word) => {}
                Token::Word(word) => sheet.words.push(words::bare_move(word).to_owned()),
            }
        }
        Ok(sheet)
    }

    /// What the sheet says in `game`: moves word by word, or a position, or moves as the game splits them.
    fn played(&self, game: &Arc<dyn AnyGame>, text: &str) -> Result<Imported, InputError> {
        let start = self.tags.get("FEN").or_else(|| self.tags.get("Start")).map(String::as_str);
        let by_words = self.by_words(game, start);
        if by_words.is_ok() || !self.tags.is_empty() {
            return by_words;
        }
        if let Ok(walk) = Walk::begin(game, Some(text)) {
            return Ok(imported(game, &walk, BTreeMap::new(), Vec::new()));
        }
        let place = Place { game: String::new(), position: None, moves: Some(Moves::Text(text.to_owned())) };
        match Walk::to(game, &place) {
            Ok(walk) => Ok(imported(game, &walk, BTreeMap::new(), Vec::new())),
            Err(_) => by_words,
        }
    }

    fn by_words(&self, game: &Arc<dyn AnyGame>, start: Option<&str>) -> Result<Imported, InputError> {
        let mut walk = Walk::begin(game, start)?;
        walk.follow(self.words.iter().map(String::as_str))?;
        let mut comments = vec![None; self.words.len()];
        for (behind, text) in &self.comments {
            if let Some(comment) = behind.checked_sub(1).and_then(|ply| comments.get_mut(ply)) {
                *comment = Some(text.clone());
            }
        }
        Ok(imported(game, &walk, self.tags.clone(), comments))
    }
}

/// A game to be written.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ExportGiven {
    /// The game with its options.
    #[schema(example = "mnk:3,3,3")]
    pub(crate) game: String,
    /// Where it began, if not in the usual position.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// How to write it.
    #[serde(default)]
    pub(crate) format: Format,
    /// Who played.
    #[serde(default)]
    pub(crate) players: Vec<String>,
    /// How it ended, if the board does not show that.
    #[serde(default)]
    pub(crate) result: Option<String>,
}

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// Our own record.
    #[default]
    Record,
    /// As other programs of the game exchange it.
    Pgn,
    /// Our own record in JSON.
    Json,
}

impl Format {
    /// Those in which games like this one are written, the customary one first.
    fn all_of(game: &dyn AnyGame) -> Vec<Format> {
        let pgn = has_exchange_text(game).then_some(Format::Pgn);
        pgn.into_iter().chain([Format::Record, Format::Json]).collect()
    }

    /// How the names of files end.
    fn ending(self) -> &'static str {
        match self {
            Format::Record => "txt",
            Format::Pgn => "pgn",
            Format::Json => "json",
        }
    }
}

/// Whether other programs exchange games like this one in a form that is not our own record: then an empty game differs.
fn has_exchange_text(game: &dyn AnyGame) -> bool {
    let players = (1..=game.players()).map(|seat| Seat { name: format!("player {seat}") });
    let (name, players) = (game.name().to_owned(), players.collect());
    let empty =
        GameRecord { game: name, players, start: None, tags: Vec::new(), moves: Vec::new(), result: None };
    match (game.exchange_text(&empty), empty.to_text()) {
        (Ok(exchanged), Ok(own)) => exchanged != own,
        _ => false,
    }
}

/// The texts in which games leave and come.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Formats {
    /// Those that can be written, the customary one first.
    pub(crate) export: Vec<FormatInfo>,
    /// Those that can be read.
    pub(crate) import: Vec<&'static str>,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct FormatInfo {
    /// Its name.
    pub(crate) name: Format,
    /// How the names of files with it end.
    pub(crate) ending: &'static str,
}

impl Formats {
    /// Those of a game.
    pub(crate) fn of(game: &dyn AnyGame) -> Formats {
        let export = Format::all_of(game).into_iter().map(|name| FormatInfo { name, ending: name.ending() });
        // Texts in the manner of PGN are read with the moves of any game.
        Formats { export: export.collect(), import: vec!["record", "json", "pgn", "position", "moves"] }
    }
}

/// A game as a text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Exported {
    /// The text.
    pub(crate) text: String,
    /// What a file with it may be called.
    pub(crate) filename: String,
}

/// Writes a game
#[utoipa::path(post, path = "/export", tag = "positions", request_body = ExportGiven,
    responses((status = 200, body = Exported)))]
pub(crate) async fn export(
    State(app): State<App>,
    Given(given): Given<ExportGiven>,
) -> Result<Json<Exported>, Problem> {
    let shelf = app.clone();
    let work = move || {
        let game = shelf.games.open(&given.game)?;
        let mut walk = Walk::begin(&game, given.start.as_deref())?;
        walk.follow(given.moves.iter().map(String::as_str))?;
        let told = match given.result.as_deref() {
            None | Some("*") => None,
            Some(text) => Some(text.parse()?),
        };
        let history = walk.position().history().iter();
        let record = GameRecord {
            game: game.name().to_owned(),
            players: given.players.iter().map(|name| Seat { name: name.clone() }).collect(),
            start: walk.unusual_start(),
            tags: Vec::new(),
            moves: history
                .map(|text| RecordedMove { text: text.clone(), ..RecordedMove::default() })
                .collect(),
            result: walk.position().result().or(told),
        };
        write(&*game, &record, given.format)
    };
    Ok(Json(app.quick(work).await??))
}

/// A record in a format.
pub(crate) fn write(game: &dyn AnyGame, record: &GameRecord, format: Format) -> Result<Exported, InputError> {
    // A game that no other programs exchange is told as our own record.
    let format = if format == Format::Pgn && !has_exchange_text(game) { Format::Record } else { format };
    let text = match format {
        Format::Record => record.to_text()?,
        Format::Pgn => game.exchange_text(record)?,
        Format::Json => {
            record.validate()?;
            let json = serde_json::to_string_pretty(record);
            json.map_err(|error| InputError::new(InputKind::Record, error.to_string(), "a game"))?
        }
    };
    Ok(Exported { text, filename: format!("{}.{}", game.info().name, format.ending()) })
}
