//! Positions shown, explained and solved.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use mossa_engine::{AnyPosition, SolutionReport, SolveOrder, assessment};
use mossa_game::EndgameTables;
use mossa_search::{Limits, StopSignal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::desk::place::{Place, Walk, refuse_finished};
use crate::desk::shown::Shown;
use crate::desk::worth::Worth;
use crate::given::{Given, Lang};
use crate::limits::Client;
use crate::problem::Problem;
use crate::thinking;

/// A position
#[utoipa::path(post, path = "/position", tag = "positions", request_body = Place,
    responses((status = 200, body = Shown)))]
pub(crate) async fn position(
    State(app): State<App>,
    Lang(language): Lang,
    Given(place): Given<Place>,
) -> Result<Json<Shown>, Problem> {
    let shelf = app.clone();
    let work = move || {
        let game = shelf.games.open(&place.game)?;
        Ok::<_, Problem>(Shown::of(&Walk::to(&game, &place)?, language))
    };
    app.quick(work).await?.map(Json)
}

/// Why a position is valued as it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Explanation {
    /// The named parts of the evaluation.
    pub(crate) terms: Vec<TermText>,
    /// What a point means.
    pub(crate) unit: Option<String>,
    /// What the player to move would do.
    pub(crate) threat: Option<Threat>,
}

/// A part of the evaluation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TermText {
    /// Its name.
    pub(crate) name: String,
    /// What people read.
    pub(crate) text: String,
    /// What each player gets for it.
    pub(crate) values: Vec<i32>,
}

/// What somebody is up to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Threat {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The same as people write it.
    pub(crate) people: String,
    /// What it is worth.
    pub(crate) value: Worth,
    /// How it may go on.
    pub(crate) line: Vec<String>,
}

/// What a short search looks at before an explanation.
const EXPLAINED_NODES: u64 = 30_000;

/// Why a position is valued as it is
#[utoipa::path(post, path = "/explain", tag = "positions", request_body = Place,
    responses((status = 200, body = Explanation), (status = 429, body = Problem)))]
pub(crate) async fn explain(
    State(app): State<App>,
    Lang(language): Lang,
    client: Client,
    Given(place): Given<Place>,
) -> Result<Json<Explanation>, Problem> {
    client.pays(&app)?;
    let shelf = app.clone();
    let work = move |stop: &StopSignal| {
        let game = shelf.games.open(&place.game)?;
        let walk = Walk::to(&game, &place)?;
        let (position, catalog) = (walk.position(), game.catalog());
        let terms = position.explain().into_iter().map(|term| TermText {
            text: catalog.text(language, &term.name).to_owned(),
            name: term.name,
            values: term.points,
        });
        let unit = catalog.find(language, "evaluation-unit").map(str::to_owned);
        Ok::<_, Problem>(Explanation { terms: terms.collect(), unit, threat: threat(position, stop) })
    };
    app.errands.ask(work).await?.map(Json)
}

fn threat(position: &dyn AnyPosition, stop: &StopSignal) -> Option<Threat> {
    if position.result().is_some() {
        return None;
    }
    let request = thinking::request(Limits::nodes(EXPLAINED_NODES), 1, 4);
    let analysis = position.analyse(&request, stop, &mut |_| {});
    let line = analysis.lines.into_iter().next()?;
    let text = line.moves.first()?.clone();
    let value = Worth::of_line(&line.value, position);
    Some(Threat { people: position.people_move(&text), text, value, line: line.moves })
}

/// A position to be solved.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SolveGiven {
    /// Which one.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// When to give up; at most 30 000.
    #[serde(default)]
    pub(crate) time_ms: Option<u64>,
}

/// What a position is worth with perfect play.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SolveAnswer {
    /// Whether there is an answer.
    pub(crate) exact: bool,
    /// The value for the player to move.
    pub(crate) value: Option<Worth>,
    /// The game's own score, if it has one.
    pub(crate) score: Option<i32>,
    /// A best move.
    pub(crate) best: Option<String>,
    /// Moves with their values, but those that are too far from the end of the game.
    pub(crate) moves: Vec<SolvedMove>,
    /// Who knew it: `tables`, `solver` or `search`.
    pub(crate) source: &'static str,
}

/// A move with its value for whoever makes it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The same as people write it.
    pub(crate) people: String,
    /// Its value.
    pub(crate) value: Worth,
    /// The game's own score, if it has one.
    pub(crate) score: Option<i32>,
}

/// How long solving may take if nobody says, and at most.
const USUAL_TIME: u64 = 2000;
const MOST_TIME: u64 = 30_000;

/// What a position is worth with perfect play
#[utoipa::path(post, path = "/solve", tag = "positions", request_body = SolveGiven,
    responses((status = 200, body = SolveAnswer), (status = 429, body = Problem)))]
pub(crate) async fn solve(
    State(app): State<App>,
    client: Client,
    Given(given): Given<SolveGiven>,
) -> Result<Json<SolveAnswer>, Problem> {
    client.pays(&app)?;
    let shelf = app.clone();
    let work = move |stop: &StopSignal| {
        let game = shelf.games.open(&given.place.game)?;
        let walk = Walk::to(&game, &given.place)?;
        let position = walk.position();
        refuse_finished(position)?;
        let time = Duration::from_millis(given.time_ms.unwrap_or(USUAL_TIME).min(MOST_TIME));
        let megabytes = Some(thinking::SOLVER_MEGABYTES);
        let order = SolveOrder { time: Some(time), megabytes, ..SolveOrder::default() };
        let source = source(position);
        Ok::<_, Problem>(match position.solve(&order, stop)? {
            Some(report) => solved(&report, position, source),
            None => {
                SolveAnswer { exact: false, value: None, score: None, best: None, moves: Vec::new(), source }
            }
        })
    };
    app.errands.ask(work).await?.map(Json)
}

/// Who knows what a position is worth: tables that have all positions with so few pieces, a solver, or else a search.
fn source(position: &dyn AnyPosition) -> &'static str {
    let game = position.game();
    let pieces: u32 = position.scene().pieces.iter().map(|piece| u32::from(piece.sprite.height)).sum();
    let known = game.endgame_tables().map_or(0, EndgameTables::known_pieces);
    match (pieces <= known, game.has_solver()) {
        (true, _) => "tables",
        (false, true) => "solver",
        (false, false) => "search",
    }
}

fn solved(report: &SolutionReport, position: &dyn AnyPosition, source: &'static str) -> SolveAnswer {
    let moves = report.moves.iter().map(|m| SolvedMove {
        text: m.text.clone(),
        people: position.people_move(&m.text),
        value: Worth::of(&assessment(&m.value), position),
        score: m.value.score,
    });
    SolveAnswer {
        exact: true,
        value: Some(Worth::of(&assessment(&report.value), position)),
        score: report.value.score,
        best: report.best.clone().or_else(|| report.ranked().first().map(|m| m.text.clone())),
        moves: moves.collect(),
        source,
    }
}
