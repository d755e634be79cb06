//! What protects the people who use the page.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// Everything comes from the server itself, and nothing is written into the page.
const STRICT: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
                      object-src 'none'";
/// The page that shows the API writes styles into itself, and draws small pictures.
const OF_DOCS: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                       base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// Refuses what other pages send, and adds the headers that browsers obey.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let docs = request.uri().path().starts_with("/api/docs");
    let mut response = if is_foreign(&request) {
        let problem = Problem::new(StatusCode::FORBIDDEN, "Forbidden", "a request of another page");
        problem.hint("ask from the page of this server").into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let policy = HeaderValue::from_static(if docs { OF_DOCS } else { STRICT });
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(opener, HeaderValue::from_static("same-origin"));
    response
}

/// Whether a page of somebody else wants to change something.
fn is_foreign(request: &Request) -> bool {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return false;
    }
    let text = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_none_or(|(_, from)| from != host),
        _ => false,
    }
}
