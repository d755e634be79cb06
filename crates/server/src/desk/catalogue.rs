//! Which games there are, and what their boards look like.

use axum::Json;
use axum::extract::State;
use mossa_engine::AnyGame;
use mossa_game::{EndgameTables, FamilyInfo, Language, MAX_PLAYERS, Sprite};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::desk::exchange::Formats;
use crate::desk::place::Walk;
use crate::desk::setup::Writing;
use crate::desk::shown::{Board, Shown};
use crate::given::{Asked, Lang};
use crate::problem::Problem;

/// A game before its options are chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameInfo {
    /// The name in front of the colon.
    pub(crate) name: &'static str,
    /// The name that people use.
    pub(crate) title: String,
    /// One sentence on what it is.
    pub(crate) summary: String,
    /// Its options.
    pub(crate) options: Vec<OptionText>,
    /// Short names for often used options, and what they stand for.
    pub(crate) presets: Vec<(&'static str, &'static str)>,
    /// The full name with the usual options.
    pub(crate) default: String,
    /// How many can play.
    pub(crate) players: Vec<usize>,
    /// Whether it brings a solver for perfect play.
    pub(crate) solver: bool,
    /// Whether that answers at once.
    pub(crate) quick_solver: bool,
    /// Endgame tables know every position with at most so many pieces; 0 if there are none.
    pub(crate) table_pieces: u32,
    /// Weak players to train with.
    pub(crate) bots: Vec<NamedText>,
    /// Whether the opponent that adapts plays it.
    pub(crate) adaptive: bool,
    /// The ways in which people go wrong.
    pub(crate) themes: Vec<NamedText>,
    /// How moves are written.
    pub(crate) move_notation: String,
    /// How positions are written.
    pub(crate) position_notation: &'static str,
    /// The texts in which games leave and come.
    pub(crate) formats: Formats,
    /// A game to look at.
    pub(crate) sample: Sample,
}

/// An option of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OptionText {
    /// Its name.
    pub(crate) name: &'static str,
    /// What may be given.
    pub(crate) accepts: &'static str,
    /// What holds if nothing is given.
    pub(crate) default: &'static str,
    /// What it means.
    pub(crate) meaning: &'static str,
}

/// A name and what people read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NamedText {
    /// The name.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
}

/// A game to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Sample {
    /// The game with its options.
    pub(crate) game: String,
    /// The moves from its usual beginning.
    pub(crate) moves: Vec<String>,
}

impl Sample {
    /// The one of a family; an empty game if nobody has chosen one.
    fn of(info: &FamilyInfo, game: &dyn AnyGame) -> Sample {
        let (game, moves) = info.sample.unwrap_or((game.name(), ""));
        Sample { game: game.to_owned(), moves: moves.split_whitespace().map(str::to_owned).collect() }
    }
}

/// The games, in the order in which they are offered
#[utoipa::path(get, path = "/games", tag = "catalogue", responses((status = 200, body = Vec<GameInfo>)))]
pub(crate) async fn games(
    State(app): State<App>,
    Lang(language): Lang,
) -> Result<Json<Vec<GameInfo>>, Problem> {
    let shelf = app.clone();
    let told = move || {
        mossa_engine::families()
            .into_iter()
            .map(|info| shelf.games.open(info.name).map(|game| told(&info, &*game, language)))
            .collect()
    };
    let games: Result<Vec<GameInfo>, mossa_game::InputError> = app.quick(told).await?;
    Ok(Json(games?))
}

fn told(info: &FamilyInfo, game: &dyn AnyGame, language: Language) -> GameInfo {
    let catalog = game.catalog();
    let text = |key: &str, otherwise: &str| catalog.find(language, key).unwrap_or(otherwise).to_owned();
    let named = |prefix: &str, name: &str, otherwise: &str| NamedText {
        name: name.to_owned(),
        text: text(&format!("{prefix}-{name}"), otherwise),
    };
    let options = info.options.iter().map(|option| OptionText {
        name: option.name,
        accepts: option.accepts,
        default: option.default,
        meaning: option.meaning,
    });
    GameInfo {
        name: info.name,
        title: text("title", info.title),
        summary: text("summary", info.summary),
        options: options.collect(),
        presets: info.presets.clone(),
        default: game.name().to_owned(),
        players: players(info, game),
        solver: game.has_solver(),
        quick_solver: game.has_quick_solver(),
        table_pieces: game.endgame_tables().map_or(0, EndgameTables::known_pieces),
        bots: info.bots.iter().map(|bot| named("bot", bot.name, bot.summary)).collect(),
        adaptive: game.players() == 2,
        themes: game.themes().iter().map(|theme| named("theme", theme.name, theme.name)).collect(),
        move_notation: text("move-notation", info.move_notation),
        position_notation: info.position_notation,
        formats: Formats::of(game),
        sample: Sample::of(info, game),
    }
}

/// How many can play: those for whom a game with an option of that name opens.
fn players(info: &FamilyInfo, game: &dyn AnyGame) -> Vec<usize> {
    if !info.options.iter().any(|option| option.name == "players") {
        return vec![game.players()];
    }
    let opens = |players: &usize| mossa_engine::open(&format!("{}:players={players}", info.name)).is_ok();
    (2..=MAX_PLAYERS).filter(opens).collect()
}

/// Which game's board.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BoardQuery {
    /// The game with its options.
    #[param(example = "mnk:3,3,3")]
    game: String,
}

/// A board with its first position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoardAnswer {
    /// The board.
    #[serde(flatten)]
    pub(crate) board: Board,
    /// The position in which a game begins.
    pub(crate) position: Shown,
    /// One piece of each kind, to set up boards with; nothing if boards of this game cannot be set up.
    #[schema(value_type = Option<Vec<Object>>)]
    pub(crate) palette: Option<Vec<Sprite>>,
}

/// The board of a game
#[utoipa::path(get, path = "/board", tag = "catalogue", params(BoardQuery),
    responses((status = 200, body = BoardAnswer)))]
pub(crate) async fn board(
    State(app): State<App>,
    Lang(language): Lang,
    Asked(query): Asked<BoardQuery>,
) -> Result<Json<BoardAnswer>, Problem> {
    let shelf = app.clone();
    let work = move || {
        let game = shelf.games.open(&query.game)?;
        let walk = Walk::begin(&game, None)?;
        Ok::<_, Problem>(BoardAnswer {
            board: Board::of(&*game, language),
            position: Shown::of(&walk, language),
            palette: Writing::of(&game).map(|writing| writing.palette().to_vec()),
        })
    };
    app.quick(work).await?.map(Json)
}
