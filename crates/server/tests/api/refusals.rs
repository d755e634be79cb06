//! What is wrong is told, and nothing breaks.

use mossa_server::{Rate, Settings};
use mossa_store::Location;
use serde_json::json;

use crate::support::Api;

const POSTS: [&str; 12] = [
    "/position",
    "/explain",
    "/solve",
    "/import",
    "/export",
    "/report",
    "/analyses",
    "/tables",
    "/runs",
    "/tables/00000000000000000000000000000000/moves",
    "/tables/00000000000000000000000000000000/join",
    "/tables/x/undo",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_are_problems() {
    let api = Api::start().await;
    let cases = [
        (api.post("/position", &json!({"game": "chees"})).await, 422),
        (api.post("/position", &json!({"game": "chess", "position": "x"})).await, 422),
        (api.post("/position", &json!({"game": "chess", "moves": ["e5"]})).await, 422),
        (api.post("/position", &json!([])).await, 422),
        (api.get("/board").await, 400),
        (api.get("/tables/x").await, 404),
        (api.get("/reports/x").await, 404),
        (api.get("/nothing").await, 404),
        (api.post("/tables", &json!({"game": "chess", "seats": []})).await, 422),
        (api.post("/position", &json!({"game": "x".repeat(300 << 10)})).await, 413),
    ];
    for (answer, status) in cases {
        assert_eq!(answer.status, status, "{answer:?}");
        assert_eq!(answer.kind, "application/problem+json", "{answer:?}");
        assert_eq!(answer.body["status"], json!(status));
        assert!(answer.body["detail"].is_string() && answer.body["title"].is_string());
    }
    let unread = api.send("/position", "{".to_owned()).await;
    assert_eq!(unread.status(), 400);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_sent_nothing_breaks() {
    let api = Api::start().await;
    let values = [
        "null",
        "0",
        "-1",
        "1e99",
        "\"\"",
        "\"\\u0000\"",
        "[]",
        "{}",
        "[[]]",
        "true",
        "\"chess\"",
        "\"mnk:3,3,3\"",
        "\"mnk:100,100,5\"",
        "[\"e4\"]",
        "18446744073709551616",
        "{\"kind\":\"level\",\"level\":9}",
        "[{\"kind\":\"human\"},{\"kind\":\"bot\",\"name\":\"x\"}]",
        "\"\u{202e}\u{1f600}\"",
    ];
    let keys = [
        "game", "position", "moves", "seats", "clock", "text", "lines", "time_ms", "depth", "players",
        "kind", "ply",
    ];
    // A small generator of odd numbers: the same bodies every time.
    let mut seed: u64 = 7;
    let mut dice = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    for round in 0..240 {
        let mut fields: Vec<String> = vec!["\"time_ms\":5".to_owned(), "\"nodes\":100".to_owned()];
        if dice(2) == 0 {
            fields.push("\"game\":\"mnk:3,3,3\"".to_owned());
        }
        let mut used = vec!["time_ms", "game"];
        for _ in 0..dice(4) {
            let key = keys[dice(keys.len())];
            if !used.contains(&key) {
                used.push(key);
                fields.push(format!("\"{key}\":{}", values[dice(values.len())]));
            }
        }
        let mut body = format!("{{{}}}", fields.join(","));
        if dice(8) == 0 {
            let mut cut = dice(body.len());
            while !body.is_char_boundary(cut) {
                cut -= 1;
            }
            body.truncate(cut);
        }
        let path = POSTS[round % POSTS.len()];
        let status = api.send(path, body.clone()).await.status().as_u16();
        assert!(status < 500 || status == 503, "{path} {body}: {status}");
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_too_much_is_told_when_to_come_back() {
    let rate = Rate { burst: 2.0, per_second: 0.01 };
    let location = Location::parse(":memory:").unwrap();
    let api = Api::with(Settings { rate, ..Settings::local(location) }).await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let response = api.send("/solve", "{\"game\":\"nothing\"}".to_owned()).await;
        statuses.push((response.status().as_u16(), response.headers().contains_key("retry-after")));
    }
    assert_eq!(statuses, [(422, false), (422, false), (429, true)]);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_protect_those_who_read_them() {
    let api = Api::start().await;
    let client = reqwest::Client::new();
    let page = client.get(format!("http://{}/", api.address)).send().await.unwrap();
    assert_eq!(page.status(), 200);
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    // What the page has written into it is allowed by its hash alone.
    assert!(
        policy.contains("; style-src 'self' 'sha256-") && policy.contains("; script-src 'self' 'sha256-"),
        "{policy}"
    );
    assert_eq!(page.headers()["x-content-type-options"], "nosniff");
    let outside = client.get(format!("http://{}/..%2f..%2fCargo.toml", api.address)).send().await.unwrap();
    assert_eq!(outside.status(), 404);
    let foreign = client.post(api.url("/position")).header("origin", "http://evil.example");
    assert_eq!(foreign.json(&json!({"game": "chess"})).send().await.unwrap().status(), 403);
    let misled = client.get(api.url("/health")).header("host", "evil.example");
    assert_eq!(misled.send().await.unwrap().status(), 421);
    let other = client.put(api.url("/health")).send().await.unwrap();
    assert_eq!(
        (other.status().as_u16(), &other.headers()["content-type"]),
        (405, &"application/problem+json".parse().unwrap())
    );
    assert!(other.headers().contains_key("allow"));
    let script = client.get(format!("http://{}/js/main.js", api.address)).header("accept-encoding", "gzip");
    let script = script.send().await.unwrap();
    assert_eq!(script.headers()["content-encoding"], "gzip");
    let known = client
        .get(format!("http://{}/js/main.js", api.address))
        .header("if-none-match", &script.headers()["etag"]);
    assert_eq!(known.send().await.unwrap().status(), 304);
    let description = api.get("/openapi.json").await.expect(200);
    for path in ["/api/v1/tables/{id}/moves", "/api/v1/analyses", "/api/v1/players/{name}"] {
        assert!(description["paths"][path].is_object(), "{path}");
    }
    let docs = client.get(format!("http://{}/api/docs/", api.address)).send().await.unwrap();
    assert_eq!(docs.status(), 200);
    api.stop().await;
}
