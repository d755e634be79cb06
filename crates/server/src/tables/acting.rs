//! Requests of those who play.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mossa_game::{CellId, Language};
use serde::{Deserialize, Serialize};
use tokio::sync::MutexGuard;
use utoipa::ToSchema;

use crate::app::App;
use crate::desk::worth::Worth;
use crate::given::{Bearer, Given, Lang, Named};
use crate::limits::Client;
use crate::problem::Problem;
use crate::tables::seats::Setup;
use crate::tables::table::{Mover, Sitting, Table};
use crate::tables::terms::{Ending, Reason};
use crate::tables::view::TableView;
use crate::tables::{engine, find};

/// What came of a change: the table as whoever made it sees it.
type Changed = Result<Json<TableView>, Problem>;

/// Who asks for a change: somebody with a token, or without one, who reads a language.
struct Asker {
    token: Option<String>,
    language: Language,
}

/// Does something to a table, to its end even if whoever asked goes away, and shows the table then. `work` gets the table and
/// the token of whoever asked.
async fn change<F, W>(app: &App, id: &str, asker: Asker, work: F) -> Changed
where
    F: FnOnce(Arc<Table>, Option<String>) -> W + Send + 'static,
    W: Future<Output = Result<(), Problem>> + Send + 'static,
{
    let table = find(app, id).await?;
    let Asker { token, language } = asker;
    let changed = tokio::spawn(async move {
        work(Arc::clone(&table), token.clone()).await?;
        let sitting = table.lock().await;
        Ok(Json(table.compute(|| TableView::of(&table, &sitting, token.as_deref(), language))))
    });
    changed.await.map_err(|_| Problem::broken("the table broke"))?
}

/// The table for oneself alone, and the seats of whoever has the token; only while a game is played.
async fn seated<'t>(
    table: &'t Table,
    token: Option<&str>,
) -> Result<(MutexGuard<'t, Sitting>, Vec<usize>), Problem> {
    let sitting = table.lock().await;
    let mine = sitting.seats_of(token)?;
    sitting.must_run()?;
    Ok((sitting, mine))
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MoveGiven {
    /// In any notation of the game.
    #[schema(example = "b2")]
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// How many plies were played before.
    #[serde(default)]
    pub(crate) ply: Option<usize>,
}

/// Plays a move
#[utoipa::path(post, path = "/tables/{id}/moves", tag = "tables", params(("id" = String, Path)),
    request_body = MoveGiven, responses((status = 200, body = TableView), (status = 401, body = Problem),
        (status = 409, body = Problem)))]
pub(crate) async fn play(
    State(app): State<App>,
    Lang(language): Lang,
    Bearer(token): Bearer,
    Named(id): Named<String>,
    Given(given): Given<MoveGiven>,
) -> Changed {
    let shared = app.clone();
    let work = move |table: Arc<Table>, token| async move {
        table.play(&shared, &given.text, Mover::Person { token, ply: given.ply }).await
    };
    change(&app, &id, Asker { token, language }, work).await
}

/// An answer to what somebody offers, or an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    /// I offer.
    Offer,
    /// Yes.
    Accept,
    /// No.
    Decline,
}

/// An answer, or nothing.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct AnswerGiven {
    /// The answer.
    #[serde(default)]
    pub(crate) answer: Option<Answer>,
}

/// Takes back, or asks to
#[utoipa::path(post, path = "/tables/{id}/undo", tag = "tables", params(("id" = String, Path)),
    request_body = AnswerGiven, responses((status = 200, body = TableView), (status = 401, body = Problem),
        (status = 409, body = Problem)))]
pub(crate) async fn undo(
    State(app): State<App>,
    Lang(language): Lang,
    Bearer(token): Bearer,
    Named(id): Named<String>,
    Given(given): Given<AnswerGiven>,
) -> Changed {
    let shared = app.clone();
    let work = move |table: Arc<Table>, token: Option<String>| async move {
        let (mut guard, mine) = seated(&table, token.as_deref()).await?;
        let sitting = &mut *guard;
        let mut terms = sitting.terms.clone();
        let offered = terms.undo_offer.filter(|seat| !mine.contains(seat));
        match (given.answer, offered) {
            (Some(Answer::Accept), Some(seat)) => return table.take_back(&shared, sitting, &[seat]).await,
            (Some(Answer::Decline), Some(_)) => terms.undo_offer = None,
            (Some(Answer::Accept | Answer::Decline), None) => return Err(nothing_offered()),
            (None | Some(Answer::Offer), _) if !terms.has_others(&mine) => {
                return table.take_back(&shared, sitting, &mine).await;
            }
            (None | Some(Answer::Offer), _) if sitting.walk.plies() == 0 => {
                return Err(Problem::conflict("no move to take back", "a game in which you have moved"));
            }
            (None | Some(Answer::Offer), _) => terms.undo_offer = mine.first().copied(),
        }
        table.agree(&shared, sitting, terms).await
    };
    change(&app, &id, Asker { token, language }, work).await
}

fn nothing_offered() -> Problem {
    Problem::conflict("nothing is offered", "an offer of somebody else first")
}

/// Gives up
#[utoipa::path(post, path = "/tables/{id}/resign", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableView), (status = 401, body = Problem),
        (status = 409, body = Problem)))]
pub(crate) async fn resign(
    State(app): State<App>,
    Lang(language): Lang,
    Bearer(token): Bearer,
    Named(id): Named<String>,
) -> Changed {
    let shared = app.clone();
    let work = move |table: Arc<Table>, token: Option<String>| async move {
        let (mut guard, mine) = seated(&table, token.as_deref()).await?;
        let sitting = &mut *guard;
        let turn = sitting.to_move();
        let seat = if mine.contains(&turn) { turn } else { mine[0] };
        let ending = Ending::lost_by(seat, table.game.players(), Reason::Resignation);
        table.end(&shared, sitting, ending).await
    };
    change(&app, &id, Asker { token, language }, work).await
}

/// Offers a draw, or answers an offer
#[utoipa::path(post, path = "/tables/{id}/draw", tag = "tables", params(("id" = String, Path)),
    request_body = AnswerGiven, responses((status = 200, body = TableView), (status = 401, body = Problem),
        (status = 409, body = Problem)))]
pub(crate) async fn draw(
    State(app): State<App>,
    Lang(language): Lang,
    Bearer(token): Bearer,
    Named(id): Named<String>,
    Given(given): Given<AnswerGiven>,
) -> Changed {
    let shared = app.clone();
    let work = move |table: Arc<Table>, token: Option<String>| async move {
        let (mut guard, mine) = seated(&table, token.as_deref()).await?;
        let sitting = &mut *guard;
        let players = table.game.players();
        if players != 2 || mine.len() == players {
            return Err(Problem::bad_value("a draw by agreement", "a game of two, with somebody else"));
        }
        let agreed = Ending::drawn(players, Reason::Agreement);
        let mut terms = sitting.terms.clone();
        let offered = terms.draw_offer.is_some_and(|seat| !mine.contains(&seat));
        match (given.answer.unwrap_or(Answer::Offer), offered) {
            (Answer::Accept | Answer::Offer, true) => return table.end(&shared, sitting, agreed).await,
            (Answer::Decline, true) => terms.draw_offer = None,
            (Answer::Accept | Answer::Decline, false) => return Err(nothing_offered()),
            (Answer::Offer, false) if terms.has_others(&mine) => terms.draw_offer = mine.first().copied(),
            (Answer::Offer, false) if engine_agrees(sitting) => {
                return table.end(&shared, sitting, agreed).await;
            }
            // The engine declines: nothing changes.
            (Answer::Offer, false) => return Ok(()),
        }
        table.agree(&shared, sitting, terms).await
    };
    change(&app, &id, Asker { token, language }, work).await
}

/// So many plies must be played before an engine agrees to a draw.
const EARLIEST_DRAW: usize = 30;

/// An engine agrees to a draw, late enough, if it does not think that it is better.
fn engine_agrees(sitting: &Sitting) -> bool {
    let worse = sitting.evaluation.as_ref().is_some_and(|found| found.value.chance() <= 0.5);
    let adapts = sitting.terms.seats.iter().any(|seat| matches!(seat.setup, Setup::Adaptive { .. }));
    worse && !adapts && sitting.walk.plies() >= EARLIEST_DRAW
}

/// What to do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hint {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The same as people write it.
    pub(crate) people: String,
    /// What it is worth.
    pub(crate) value: Option<Worth>,
    /// The cells to touch.
    #[schema(value_type = Vec<u16>)]
    pub(crate) gesture: Vec<CellId>,
}

/// Asks what to do
#[utoipa::path(post, path = "/tables/{id}/hint", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Hint), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem)))]
pub(crate) async fn hint(
    State(app): State<App>,
    Bearer(token): Bearer,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<Hint>, Problem> {
    client.pays(&app)?;
    let table = find(&app, &id).await?;
    let position = {
        let (sitting, mine) = seated(&table, token.as_deref()).await?;
        if sitting.terms.has_others(&mine) {
            let problem = Problem::new(StatusCode::FORBIDDEN, "Forbidden", "no hints against people");
            return Err(problem.hint("a table with engines"));
        }
        if !mine.contains(&sitting.to_move()) {
            return Err(Problem::conflict("it is not your turn", "wait for your turn"));
        }
        sitting.walk.position().boxed_clone()
    };
    let work = move |stop: &mossa_search::StopSignal| {
        let answer = engine::hint(&*position, stop)?;
        let gesture = position.moves().into_iter().find(|m| m.text == answer.text)?.gesture;
        let people = position.people_move(&answer.text);
        Some(Hint { text: answer.text, people, value: answer.worth, gesture })
    };
    let hint = app.errands.ask(work).await?;
    hint.map(Json).ok_or_else(|| Problem::conflict("nothing to advise", "a game that goes on"))
}
