//! What went wrong, as RFC 9457 has it: `application/problem+json`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mossa_game::{InputError, InputKind};
use mossa_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// A few words.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// What was wrong.
    pub detail: String,
    /// What is expected instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// After how many seconds to try again.
    #[serde(skip)]
    pub retry_after: Option<u32>,
}

impl Problem {
    /// A problem with a status and a title.
    pub fn new(status: StatusCode, title: &'static str, detail: impl Into<String>) -> Problem {
        let (kind, status) = ("about:blank", status.as_u16());
        Problem { kind, title, status, detail: detail.into(), hint: None, retry_after: None }
    }

    /// The same with what is expected.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

    /// The request cannot be read.
    pub fn malformed(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "Malformed request", detail)
    }

    /// A value cannot be used.
    pub fn bad_value(detail: impl Into<String>, hint: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "Bad value", detail).hint(hint)
    }

    /// There is no such thing.
    pub fn unknown(what: &str, id: impl std::fmt::Display) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "Not found", format!("no {what} `{}`", short(&id.to_string())))
    }

    /// It does not fit to what is there now.
    pub fn conflict(detail: impl Into<String>, hint: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, "Conflict", detail).hint(hint)
    }

    /// There is more to do than there is room for.
    pub fn full(detail: impl Into<String>) -> Problem {
        let mut problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "Queue full", detail);
        problem.retry_after = Some(5);
        problem.hint("try again in a few seconds")
    }

    /// A client asks for more than its share; `seconds` say when to come back.
    pub fn too_much(detail: impl Into<String>, seconds: u32) -> Problem {
        let mut problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests", detail);
        problem.retry_after = Some(seconds);
        problem
    }

    /// Something broke that should not.
    pub fn broken(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "Something broke", detail)
    }
}

/// The beginning of what somebody wrote, to be told back.
fn short(text: &str) -> String {
    text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.retry_after;
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<InputError> for Problem {
    fn from(error: InputError) -> Problem {
        let title = match error.kind {
            InputKind::Game => "Unknown game",
            InputKind::Options => "Bad options",
            InputKind::Position => "Bad position",
            InputKind::Move => "Bad move",
            InputKind::Record => "Bad record",
            InputKind::Setting => "Bad value",
        };
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, title, error.problem).hint(error.expected)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Input(error) => error.into(),
            StoreError::Busy { .. } => Problem::full(error.to_string()),
            StoreError::Missing { .. } => Problem::new(StatusCode::NOT_FOUND, "Not found", error.to_string()),
            other => Problem::broken(other.to_string()),
        }
    }
}
