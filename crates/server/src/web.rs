//! The page: files that are part of the program.

mod inline;

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::security;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// The file at a path. Only what was built in can be found, whatever the path says.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Problem::unknown("such address", uri.path()).into_response();
    }
    let path =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    let Some(sent) = read(&path) else {
        return Problem::unknown("file", path).into_response();
    };
    let tag = tag(&sent.data);
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        (StatusCode::OK, sent.data).into_response()
    };
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(policy) = sent.policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(&path)));
    // The files change with the program alone, which a browser cannot know: it asks each time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// What is sent for a file.
struct Sent {
    data: Cow<'static, [u8]>,
    /// Instead of the policy of all answers: a page must allow what was written into it.
    policy: Option<HeaderValue>,
}

fn read(path: &str) -> Option<Sent> {
    let data = Files::get(path)?.data;
    if !path.ends_with(".html") {
        return Some(Sent { data, policy: None });
    }
    let text = |path: &str| String::from_utf8(Files::get(path)?.data.into_owned()).ok();
    let page = inline::compose(&String::from_utf8_lossy(&data), &text);
    let policy = HeaderValue::from_str(&security::policy_for(&page.styles, &page.scripts)).ok();
    Some(Sent { data: page.html.into_bytes().into(), policy })
}

/// Names the contents of a file. It is weak: the same contents may be compressed.
fn tag(data: &[u8]) -> String {
    let digits: String = Sha256::digest(data).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
