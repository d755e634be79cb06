//! What a request gives: a body of JSON, a language, a token. Refusals are problems.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use mossa_game::Language;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::problem::Problem;

/// A body of JSON; none is the same as `{}`.
pub(crate) struct Given<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Given<T>, Problem> {
        let is_json = is_json(request.headers());
        let body = Bytes::from_request(request, state).await.map_err(|rejection| {
            let title = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                "Too large"
            } else {
                "Malformed request"
            };
            Problem::new(rejection.status(), title, rejection.body_text())
        })?;
        if body.is_empty() {
            return read(b"{}");
        }
        if !is_json {
            // Pages of other people can send plain text here without being asked; JSON they cannot.
            let problem =
                Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Not JSON", "a body that is not JSON");
            return Err(problem.hint("Content-Type: application/json"));
        }
        read(&body)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<Given<T>, Problem> {
    serde_json::from_slice(body).map(Given).map_err(|error| match error.classify() {
        Category::Data => Problem::bad_value(error.to_string(), "see /api/v1/openapi.json"),
        _ => Problem::malformed(format!("unreadable JSON: {error}")),
    })
}

/// What stands behind the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(query)| Asked(query)).map_err(|rejection| Problem::malformed(rejection.body_text()))
    }
}

/// A part of the path.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Problem> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(path)| Named(path)).map_err(|rejection| Problem::malformed(rejection.body_text()))
    }
}

/// The language of whoever asks: `?lang=it`, or what the browser prefers.
#[derive(Clone, Copy)]
pub(crate) struct Lang(pub(crate) Language);

impl<S: Send + Sync> FromRequestParts<S> for Lang {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Lang, Self::Rejection> {
        let query = parts.uri.query().unwrap_or_default().split('&');
        let asked = query.filter_map(|pair| pair.strip_prefix("lang=")).find_map(Language::from_code);
        let accepted = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let accepted = accepted.unwrap_or_default().split(',').map(str::trim).find_map(Language::from_code);
        Ok(Lang(asked.or(accepted).unwrap_or_default()))
    }
}

/// The token of whoever asks, if one is given.
pub(crate) struct Bearer(pub(crate) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Bearer, Self::Rejection> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = value.and_then(|value| value.split_once(' '));
        let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        Ok(Bearer(token.map(|(_, token)| token.trim().to_owned())))
    }
}
