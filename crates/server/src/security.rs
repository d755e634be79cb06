//! What protects the people who use the page.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// Everything comes from the server itself, and nothing is written into the page but what [`policy_for`] adds.
const STRICT: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
                      object-src 'none'";
/// The page that shows the API writes styles into itself, and draws small pictures.
const OF_DOCS: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                       base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// The policy of a page with styles and scripts of these hashes written into it.
pub(crate) fn policy_for(styles: &[String], scripts: &[String]) -> String {
    let allowed = |kind: &str, hashes: &[String]| match hashes {
        [] => String::new(),
        _ => format!("; {kind} 'self' {}", hashes.join(" ")),
    };
    format!("{STRICT}{}{}", allowed("style-src", styles), allowed("script-src", scripts))
}

/// Under which names the server may be asked.
///
/// A page of somebody else may have its own name lead to this machine, and would then be the server's own page for a browser. So
/// a server that only this machine can reach answers to names of this machine, and to those that it was told.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// Whether only this machine can reach the server.
    pub(crate) local: bool,
    /// Further names, without ports.
    pub(crate) names: Vec<String>,
}

impl Hosts {
    fn are_meant_by(&self, request: &Request) -> bool {
        let Some(host) = text(request, header::HOST).filter(|_| self.local) else { return true };
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        bare.eq_ignore_ascii_case("localhost")
            || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Refuses what other pages send, and adds the headers that browsers obey.
pub(crate) async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let docs = request.uri().path().starts_with("/api/docs");
    let mut response = if !hosts.are_meant_by(&request) {
        let detail = "a request for another server";
        let problem = Problem::new(StatusCode::MISDIRECTED_REQUEST, "Misdirected request", detail);
        problem.hint("ask 127.0.0.1, or start the server with --host NAME").into_response()
    } else if is_foreign(&request) {
        let problem = Problem::new(StatusCode::FORBIDDEN, "Forbidden", "a request of another page");
        problem.hint("ask from the page of this server").into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let policy = HeaderValue::from_static(if docs { OF_DOCS } else { STRICT });
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(opener, HeaderValue::from_static("same-origin"));
    response
}

fn text(request: &Request, name: HeaderName) -> Option<&str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}

/// Whether a page of somebody else wants to change something.
fn is_foreign(request: &Request) -> bool {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return false;
    }
    match (text(request, header::ORIGIN), text(request, header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_none_or(|(_, from)| from != host),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_local_server_answers_to_names_of_this_machine_and_to_its_own() {
        let hosts = Hosts { local: true, names: vec!["games.example".to_owned()] };
        let meant = |hosts: &Hosts, host: &str| {
            hosts.are_meant_by(&Request::builder().header("host", host).body(Body::empty()).unwrap())
        };
        for host in
            ["127.0.0.1:7070", "localhost", "LocalHost:80", "[::1]:7070", "127.0.0.1", "games.example:443"]
        {
            assert!(meant(&hosts, host), "{host}");
        }
        for host in ["evil.example:7070", "192.168.1.2", "localhost.evil.example", "127.0.0.1.evil.example:1"]
        {
            assert!(!meant(&hosts, host), "{host}");
        }
        assert!(meant(&Hosts { local: false, names: Vec::new() }, "evil.example"));
    }
}
