//! Requests that set a table up, and look at it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use mossa_game::{InputError, InputKind};
use mossa_store::{StoredTable, TableId, TableState, UnixMillis};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::desk::exchange::{Format, write};
use crate::desk::place::{Walk, refuse_finished};
use crate::given::{Asked, Bearer, Given, Lang, Named};
use crate::limits::Client;
use crate::problem::Problem;
use crate::tables::clock::{Clock, ClockSetup};
use crate::tables::events::{Watcher, events};
use crate::tables::find;
use crate::tables::seats::{self, Seat, Setup, clean_name};
use crate::tables::table::{Sitting, Table, describe};
use crate::tables::terms::Terms;
use crate::tables::token::{self, TokenHash};
use crate::tables::view::TableView;

/// A table to be set up.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TableGiven {
    /// The game with its options.
    #[schema(example = "mnk:3,3,3")]
    pub(crate) game: String,
    /// Who sits in each seat.
    #[schema(example = json!([{ "kind": "human", "name": "Ada" }, { "kind": "level", "level": 1 }]))]
    pub(crate) seats: Vec<Setup>,
    /// The clocks, if there shall be any.
    #[serde(default)]
    pub(crate) clock: Option<ClockSetup>,
    /// Where it begins, if not in the usual position.
    #[serde(default)]
    pub(crate) position: Option<String>,
}

/// A new table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableCreated {
    /// Which one.
    pub(crate) id: String,
    /// The token of whoever created it; nothing if they have no seat.
    pub(crate) token: Option<String>,
    /// Their seats.
    pub(crate) seats: Vec<usize>,
    /// The table.
    pub(crate) table: TableView,
}

/// Sets up a table
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = TableGiven,
    responses((status = 201, body = TableCreated), (status = 429, body = Problem)))]
pub(crate) async fn create(
    State(app): State<App>,
    Lang(language): Lang,
    client: Client,
    Given(given): Given<TableGiven>,
) -> Result<(StatusCode, Json<TableCreated>), Problem> {
    client.pays(&app)?;
    if !app.tables.has_room() {
        return Err(Problem::full("too many games are being played"));
    }
    let secret = token::random()?;
    let seed = token::seed()?;
    let (shelf, hash) = (app.clone(), TokenHash::of(&secret));
    let work = move || set_up(&shelf, &given, seed, &hash);
    let table = app.quick(work).await??;
    let created = tokio::spawn(async move {
        let mut sitting = table.lock().await;
        let stored = table.stored(&sitting.terms, sitting.version)?;
        app.store.create_table(&stored).await?;
        sitting.updated = stored.updated;
        let table = app.tables.add(Arc::clone(&table));
        table.carry_on(&app, &mut sitting);
        let seats = sitting.terms.seats_of(Some(&TokenHash::of(&secret)));
        let token = (!seats.is_empty()).then_some(secret);
        let view = table.compute(|| TableView::of(&table, &sitting, token.as_deref(), language));
        Ok::<_, Problem>(TableCreated { id: table.id.to_string(), token, seats, table: view })
    });
    let created = created.await.map_err(|_| Problem::broken("the table broke"))??;
    Ok((StatusCode::CREATED, Json(created)))
}

fn set_up(app: &App, given: &TableGiven, seed: u64, hash: &TokenHash) -> Result<Arc<Table>, Problem> {
    let game = app.games.open(&given.game)?;
    seats::check(&given.seats, &*game)?;
    given.clock.iter().try_for_each(ClockSetup::check)?;
    let walk = Walk::begin(&game, given.position.as_deref())?;
    refuse_finished(walk.position())?;
    let seat = |setup: &Setup| {
        let name = match setup {
            Setup::Human { name } => clean_name(name.as_deref())?,
            _ => None,
        };
        let holder = matches!(setup, Setup::Human { .. }).then(|| hash.clone());
        Ok::<_, InputError>(Seat { setup: setup.clone(), name, holder })
    };
    let mut terms = Terms {
        start: walk.unusual_start(),
        seats: given.seats.iter().map(seat).collect::<Result<_, _>>()?,
        clock: given.clock.map(|setup| Clock::new(setup, game.players())),
        ending: None,
        draw_offer: None,
        undo_offer: None,
        seed,
        text: String::new(),
        plies: 0,
    };
    describe(&mut terms, &walk);
    let id = TableId::random()?;
    let sitting = Sitting::new(walk, terms, 1, UnixMillis::now());
    Ok(Arc::new(Table::new(id, game, sitting)))
}

/// Which tables.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// `waiting`, `running` or `over`; all if nothing is said.
    #[serde(default)]
    state: Option<String>,
    /// The newest so many; at most 100.
    #[serde(default)]
    limit: Option<u64>,
    /// Only these, separated by commas.
    #[serde(default)]
    mine: Option<String>,
}

/// A table in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableSummary {
    /// Which one.
    pub(crate) id: String,
    /// The game with its options.
    pub(crate) game: String,
    /// What people call the game.
    pub(crate) title: String,
    /// Who plays.
    pub(crate) players: Vec<String>,
    /// How far it has come.
    pub(crate) state: &'static str,
    /// How it ended.
    pub(crate) result: Option<String>,
    /// How many plies were played.
    pub(crate) plies: usize,
    /// When it changed last, in milliseconds since 1970.
    pub(crate) updated: i64,
    /// The position.
    pub(crate) text: String,
}

/// Lists tables
#[utoipa::path(get, path = "/tables", tag = "tables", params(ListQuery),
    responses((status = 200, body = Vec<TableSummary>)))]
pub(crate) async fn list(
    State(app): State<App>,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<Vec<TableSummary>>, Problem> {
    let state: Option<TableState> = query.state.as_deref().map(str::parse).transpose()?;
    let limit = query.limit.unwrap_or(20).min(100);
    let stored = match &query.mine {
        None => app.store.tables(state, limit).await?,
        Some(mine) => {
            let ids = mine.split(',').filter_map(|id| id.trim().parse::<TableId>().ok());
            let mut found = Vec::new();
            for id in ids.take(100) {
                let table = app.store.table(id).await?;
                found.extend(table.filter(|table| state.is_none_or(|state| table.state == state)));
            }
            found.sort_by_key(|table| std::cmp::Reverse(table.updated));
            found.truncate(usize::try_from(limit).unwrap_or(100));
            found
        }
    };
    Ok(Json(stored.into_iter().filter_map(summary).collect()))
}

fn summary(stored: StoredTable) -> Option<TableSummary> {
    let terms: Terms = serde_json::from_value(stored.document).ok()?;
    let family = stored.game.split(':').next().unwrap_or_default();
    let info = mossa_engine::families().into_iter().find(|info| info.name == family);
    Some(TableSummary {
        id: stored.id.to_string(),
        title: info.map_or(family, |info| info.title).to_owned(),
        players: terms.names(),
        state: stored.state.as_str(),
        result: terms.ending.map(|ending| ending.outcome.to_string()),
        plies: terms.plies,
        updated: stored.updated.0,
        text: terms.text,
        game: stored.game,
    })
}

/// A table
#[utoipa::path(get, path = "/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableView)))]
pub(crate) async fn look(
    State(app): State<App>,
    Lang(language): Lang,
    Bearer(token): Bearer,
    Named(id): Named<String>,
) -> Result<Json<TableView>, Problem> {
    let table = find(&app, &id).await?;
    let sitting = table.lock().await;
    Ok(Json(table.compute(|| TableView::of(&table, &sitting, token.as_deref(), language))))
}

/// Who comes.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct JoinGiven {
    /// What they are called.
    #[serde(default)]
    pub(crate) name: Option<String>,
}

/// A seat that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Joined {
    /// The token to move for it.
    pub(crate) token: String,
    /// Which one.
    pub(crate) seat: usize,
}

/// Takes the first open seat
#[utoipa::path(post, path = "/tables/{id}/join", tag = "tables", params(("id" = String, Path)),
    request_body = JoinGiven, responses((status = 200, body = Joined), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn join(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Given(given): Given<JoinGiven>,
) -> Result<Json<Joined>, Problem> {
    client.pays(&app)?;
    let table = find(&app, &id).await?;
    let name = clean_name(given.name.as_deref())?;
    let token = token::random()?;
    let joined = tokio::spawn(async move {
        let mut guard = table.lock().await;
        let sitting = &mut *guard;
        let open = sitting.terms.seats.iter().position(|seat| !seat.is_taken());
        let Some(seat) = open.filter(|_| sitting.terms.ending.is_none()) else {
            return Err(Problem::conflict("no seat is open", "a table that waits for somebody"));
        };
        let mut terms = sitting.terms.clone();
        terms.seats[seat].name = name;
        terms.seats[seat].holder = Some(TokenHash::of(&token));
        table.agree(&app, sitting, terms).await?;
        Ok(Joined { token, seat })
    });
    joined.await.map_err(|_| Problem::broken("the table broke"))?.map(Json)
}

/// What happens at a table: server-sent events
#[utoipa::path(get, path = "/tables/{id}/events", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, description = "table, move, change, evaluation and thinking", body = String,
        content_type = "text/event-stream"), (status = 429, body = Problem)))]
pub(crate) async fn watch(
    State(app): State<App>,
    Lang(language): Lang,
    Bearer(token): Bearer,
    client: Client,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let table = find(&app, &id).await?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let last = last.and_then(|id| id.trim().parse().ok());
    let (closing, listener) = (app.closing.subscribe(), client.listens(&app)?);
    Ok(events(Watcher { table, token, language, last, closing, _listener: listener }))
}

/// How to write the record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// `record`, `pgn` or `json`.
    #[serde(default)]
    format: Option<String>,
}

/// The record of a table
#[utoipa::path(get, path = "/tables/{id}/record", tag = "tables", params(("id" = String, Path), RecordQuery),
    responses((status = 200, description = "The record", content((String = "text/plain"), (serde_json::Value = "application/json")))))]
pub(crate) async fn record(
    State(app): State<App>,
    Named(id): Named<String>,
    Asked(query): Asked<RecordQuery>,
) -> Result<impl IntoResponse, Problem> {
    let format = match query.format.as_deref() {
        None | Some("record") => Format::Record,
        Some("pgn") => Format::Pgn,
        Some("json") => Format::Json,
        Some(other) => {
            let problem = format!("no format `{other}`");
            return Err(InputError::new(InputKind::Setting, problem, "record, pgn or json").into());
        }
    };
    let table = find(&app, &id).await?;
    let record = table.lock().await.record();
    let written = app.quick(move || write(&*table.game, &record, format)).await??;
    let disposition = format!("inline; filename=\"{}\"", written.filename);
    let kind = if format == Format::Json { "application/json" } else { "text/plain; charset=utf-8" };
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, written.text))
}
