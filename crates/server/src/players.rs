//! What is known of people: their games, profiles and openings; and the book of everybody.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mossa_adapt::Profile;
use mossa_adapt::belief::Belief;
use mossa_engine::AnyGame;
use mossa_game::{Language, Player, Verdict};
use mossa_store::{GameEntry, GameFilter, Opponent, OpponentFile, OpponentKind, Scope, UnixMillis};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::desk::place::{Moves, Place, Walk};
use crate::given::{Asked, Lang, Named};
use crate::problem::Problem;
use crate::tables::seats::clean_name;

/// The newest so many games are looked at.
const GAMES: u64 = 1000;
/// So many plies are an opening here.
const OPENING: usize = 4;
/// So many openings are told.
const OPENINGS: usize = 12;

/// All that is told of somebody.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerInfo {
    /// What they are called.
    pub(crate) name: String,
    /// How many games are stored.
    pub(crate) games: u64,
    /// How they went, by game and opponent.
    pub(crate) by_level: Vec<Record>,
    /// What is believed of them, by game.
    pub(crate) profiles: Vec<ProfileInfo>,
    /// What they play.
    pub(crate) openings: Vec<OpeningInfo>,
}

/// How games went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct Record {
    /// The game with its options.
    pub(crate) game: String,
    /// Against whom.
    pub(crate) opponent: String,
    /// Won.
    pub(crate) wins: u64,
    /// Drawn.
    pub(crate) draws: u64,
    /// Lost.
    pub(crate) losses: u64,
}

/// What is believed of somebody in a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileInfo {
    /// The game with its options.
    pub(crate) game: String,
    /// How many games it is made of.
    pub(crate) games: u32,
    /// What is believed of each theme.
    pub(crate) themes: Vec<ThemeBelief>,
    /// How that came about.
    pub(crate) history: Vec<ProfileMoment>,
}

/// What is believed of a theme.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThemeBelief {
    /// Its name.
    pub(crate) name: String,
    /// What people read.
    pub(crate) text: String,
    /// How often it is missed, in the mean of what is believed.
    pub(crate) mean: f64,
    /// The lower end of an interval that holds it with 90 %.
    pub(crate) low: f64,
    /// The upper end.
    pub(crate) high: f64,
    /// How often ordinary players miss it.
    pub(crate) ordinary: f64,
    /// The mean as a multiple of that.
    pub(crate) ratio: f64,
    /// Whether it is a weakness.
    pub(crate) named: bool,
}

/// A profile as it once was.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileMoment {
    /// When, in milliseconds since 1970.
    pub(crate) taken: i64,
    /// The mean of each theme.
    pub(crate) means: Vec<f64>,
}

/// An opening that somebody plays.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpeningInfo {
    /// The game with its options.
    pub(crate) game: String,
    /// The first moves.
    pub(crate) moves: Vec<String>,
    /// The same as people write them.
    pub(crate) people: String,
    /// How often.
    pub(crate) games: u64,
    /// With what results, 0 to 1 in the mean.
    pub(crate) score: f64,
}

async fn find(app: &App, name: &str) -> Result<Opponent, Problem> {
    let found = app.store.find_opponent(OpponentKind::Human, name).await?;
    found.ok_or_else(|| Problem::unknown("player", name))
}

/// What is known of somebody
#[utoipa::path(get, path = "/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = PlayerInfo), (status = 422, body = Problem)))]
pub(crate) async fn look(
    State(app): State<App>,
    Lang(language): Lang,
    Named(name): Named<String>,
) -> Result<Json<PlayerInfo>, Problem> {
    let name = clean_name(Some(&name))?.ok_or_else(|| Problem::bad_value("an empty name", "a name"))?;
    let Some(person) = app.store.find_opponent(OpponentKind::Human, &name).await? else {
        // Whoever has not finished a game yet is nobody unknown: there is just nothing to tell.
        let (by_level, profiles, openings) = (Vec::new(), Vec::new(), Vec::new());
        return Ok(Json(PlayerInfo { name, games: 0, by_level, profiles, openings }));
    };
    let filter = GameFilter { opponent: Some(person.id), ..GameFilter::default() };
    let games = app.store.count_games(&filter).await?;
    let newest = app.store.games(&GameFilter { limit: Some(GAMES), ..filter }).await?;
    let file = app.store.profiles_of(person.id).await?;
    let shelf = app.clone();
    let work = move || {
        let open = |name: &str| shelf.games.open(name).ok();
        PlayerInfo {
            by_level: records(&newest, &person),
            profiles: profiles(&file, &open, language),
            openings: openings(&newest, &person, &open),
            name: person.name,
            games,
        }
    };
    app.quick(work).await.map(Json)
}

type Open<'a> = &'a dyn Fn(&str) -> Option<std::sync::Arc<dyn AnyGame>>;

/// The seats of somebody in a game.
fn seats<'g>(entry: &'g GameEntry, person: &'g Opponent) -> impl Iterator<Item = usize> + 'g {
    let mine = |known: &Option<mossa_store::OpponentId>| *known == Some(person.id);
    entry.opponents.iter().enumerate().filter(move |(_, known)| mine(known)).map(|(seat, _)| seat)
}

fn verdict(entry: &GameEntry, seat: usize) -> Option<Verdict> {
    entry.record.result.map(|outcome| outcome.verdict(Player::new(seat)))
}

fn records(games: &[GameEntry], person: &Opponent) -> Vec<Record> {
    let mut sums: BTreeMap<(String, String), Record> = BTreeMap::new();
    for entry in games {
        for seat in seats(entry, person) {
            let others = entry.record.players.iter().enumerate().filter(|(other, _)| *other != seat);
            let names: Vec<&str> = others.map(|(_, player)| player.name.as_str()).collect();
            let key = (entry.record.game.clone(), names.join(", "));
            let (game, opponent) = key.clone();
            let sum = sums.entry(key).or_insert(Record { game, opponent, ..Record::default() });
            match verdict(entry, seat) {
                Some(Verdict::Win) => sum.wins += 1,
                Some(Verdict::Draw) => sum.draws += 1,
                Some(Verdict::Loss) => sum.losses += 1,
                None => {}
            }
        }
    }
    sums.into_values().collect()
}

fn openings(games: &[GameEntry], person: &Opponent, open: Open<'_>) -> Vec<OpeningInfo> {
    let mut sums: BTreeMap<(String, Vec<String>), (u64, f64)> = BTreeMap::new();
    for entry in games.iter().filter(|entry| entry.record.start.is_none()) {
        for seat in seats(entry, person) {
            let moves = entry.record.moves.iter().take(OPENING).map(|m| m.text.clone()).collect();
            let (count, score) = sums.entry((entry.record.game.clone(), moves)).or_default();
            *count += 1;
            *score += match verdict(entry, seat) {
                Some(Verdict::Win) => 1.0,
                Some(Verdict::Loss) => 0.0,
                Some(Verdict::Draw) | None => 0.5,
            };
        }
    }
    let mut all: Vec<_> = sums.into_iter().collect();
    all.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let told = |((game, moves), (count, score)): ((String, Vec<String>), (u64, f64))| {
        let people = open(&game).map(|game| game.start().people_line(&moves));
        let people = people.unwrap_or_else(|| moves.join(" "));
        OpeningInfo { game, moves, people, games: count, score: score / count as f64 }
    };
    all.into_iter().take(OPENINGS).map(told).collect()
}

fn profiles(stored: &[mossa_store::Profile], open: Open<'_>, language: Language) -> Vec<ProfileInfo> {
    let mut histories: BTreeMap<&str, Vec<(i64, Profile)>> = BTreeMap::new();
    for version in stored {
        let history = histories.entry(&version.family).or_default();
        match version.profile.clone().and_then(|value| serde_json::from_value::<Profile>(value).ok()) {
            Some(profile) => history.push((version.taken.0, profile)),
            // Forgotten on request: what was before is not told.
            None => history.clear(),
        }
    }
    let told = |(name, history): (&str, Vec<(i64, Profile)>)| {
        let (game, (_, current)) = (open(name)?, history.last()?);
        let theme = |belief: &Belief| {
            let (low, high) = belief.interval();
            ThemeBelief {
                name: belief.theme.clone(),
                text: game.catalog().text(language, &format!("theme-{}", belief.theme)).to_owned(),
                mean: belief.mean(),
                low,
                high,
                ordinary: belief.ordinary(),
                ratio: belief.ratio(),
                named: belief.named,
            }
        };
        let moment = |(taken, profile): &(i64, Profile)| ProfileMoment {
            taken: *taken,
            means: profile.themes.iter().map(Belief::mean).collect(),
        };
        Some(ProfileInfo {
            game: name.to_owned(),
            games: current.games,
            themes: current.themes.iter().map(theme).collect(),
            history: history.iter().map(moment).collect(),
        })
    };
    histories.into_iter().filter_map(told).collect()
}

/// All that is stored of somebody
#[utoipa::path(get, path = "/players/{name}/export", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = Object), (status = 422, body = Problem)))]
pub(crate) async fn export(
    State(app): State<App>,
    Named(name): Named<String>,
) -> Result<Json<OpponentFile>, Problem> {
    let person = find(&app, &name).await?;
    Ok(Json(app.store.export_opponent(person.id).await?))
}

/// Forgets somebody with all their finished games; a game that is being played is finished first
#[utoipa::path(delete, path = "/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 204), (status = 422, body = Problem)))]
pub(crate) async fn erase(State(app): State<App>, Named(name): Named<String>) -> Result<StatusCode, Problem> {
    let person = find(&app, &name).await?;
    app.store.erase_opponent(person.id).await?;
    // Finished tables are gone from the store; those in memory follow.
    app.tables.tidy(UnixMillis::now());
    Ok(StatusCode::NO_CONTENT)
}

/// Forgets what is believed of somebody in a game
#[utoipa::path(delete, path = "/players/{name}/profiles/{family}", tag = "players",
    params(("name" = String, Path), ("family" = String, Path)),
    responses((status = 204), (status = 422, body = Problem)))]
pub(crate) async fn reset(
    State(app): State<App>,
    Named((name, family)): Named<(String, String)>,
) -> Result<StatusCode, Problem> {
    let person = find(&app, &name).await?;
    let known = app.store.profiles_of(person.id).await?;
    // A profile is one of a game with its options; a family means all of them.
    let mut games: Vec<String> = known.into_iter().map(|profile| profile.family).collect();
    games.dedup();
    games.retain(|game| *game == family || game.split(':').next() == Some(&family));
    if games.is_empty() {
        return Err(Problem::unknown("profile", family));
    }
    for game in games {
        app.store.reset_profile(person.id, &game).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Where the book is opened.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BookQuery {
    /// The game with its options.
    #[param(example = "mnk:3,3,3")]
    game: String,
    /// The moves so far, as people type them.
    #[serde(default)]
    moves: Option<String>,
}

/// What was played in a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookPage {
    /// The moves, the most played first.
    pub(crate) moves: Vec<BookMove>,
    /// How often all of them were played.
    pub(crate) total: u64,
}

/// A move that was played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The same as people write it.
    pub(crate) people: String,
    /// How often it was played.
    pub(crate) visits: u64,
    /// With what results for whoever played it, 0 to 1 in the mean.
    pub(crate) score: f64,
}

/// What was played in a position
#[utoipa::path(get, path = "/book", tag = "players", params(BookQuery),
    responses((status = 200, body = BookPage)))]
pub(crate) async fn book(
    State(app): State<App>,
    Asked(query): Asked<BookQuery>,
) -> Result<Json<BookPage>, Problem> {
    let shelf = app.clone();
    let work = move || {
        let game = shelf.games.open(&query.game)?;
        let place = Place { game: query.game, position: None, moves: query.moves.map(Moves::Text) };
        let walk = Walk::to(&game, &place)?;
        let (position, canonical) = (walk.position(), walk.position().canonical());
        let legal: Vec<(String, String)> =
            position.moves().into_iter().map(|m| (position.people_move(&m.text), m.text)).collect();
        Ok::<_, Problem>((game.name().to_owned(), canonical, legal))
    };
    let (game, canonical, legal) = app.quick(work).await??;
    let rows =
        app.store.book_moves(Scope::Shared, &game, &mossa_learner::position_name(canonical.key)).await?;
    let told = |row: &mossa_store::MoveStatistics| {
        // Of moves that are the same but for a symmetry the first one is told.
        let index = canonical.moves.iter().position(|name| *name == row.text)?;
        let (people, text) = legal.get(index)?.clone();
        Some(BookMove { text, people, visits: row.visits, score: row.score / row.visits.max(1) as f64 })
    };
    let moves: Vec<BookMove> = rows.iter().filter_map(told).collect();
    Ok(Json(BookPage { total: moves.iter().map(|m| m.visits).sum(), moves }))
}

/// The routes of players and the book.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(look, erase))
        .routes(routes!(export))
        .routes(routes!(reset))
        .routes(routes!(book))
}
