//! How many streams one client may have.

use std::time::{Duration, Instant};

use mossa_server::Settings;
use mossa_store::Location;
use serde_json::json;

use crate::support::{Api, PATIENCE};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_listens_to_too_much_is_refused_until_a_stream_ends() {
    let location = Location::parse(":memory:").unwrap();
    let api = Api::with(Settings { streams: 2, ..Settings::local(location) }).await;
    let seats = json!([{"kind": "human"}, {"kind": "human"}]);
    let created = api.post("/tables", &json!({"game": "mnk:3,3,3", "seats": seats})).await.expect(201);
    let path = format!("/tables/{}/events", created["id"].as_str().unwrap());
    let (first, mut second) = (api.listen(&path, None).await, api.listen(&path, None).await);
    let refused = api.get(&path).await;
    assert_eq!((refused.status, refused.kind.as_str()), (429, "application/problem+json"));
    assert_eq!(refused.body["detail"], json!("more than 2 streams at once"));
    assert!(refused.body["hint"].is_string(), "{refused:?}");
    // Streams of other kinds count as well.
    let run = json!({"kind": "match", "game": "mnk:3,3,3", "players": ["level:1", "level:1"], "games": 2});
    let run = api.post("/runs", &run).await.expect(201);
    assert_eq!(api.get(&format!("/runs/{}/events", run["id"].as_str().unwrap())).await.status, 429);
    assert_eq!(second.until("table").await.data["id"], created["id"]);
    drop(first);
    // The server notices a moment later that somebody has gone.
    let begun = Instant::now();
    while !api.can_listen(&path).await {
        assert!(begun.elapsed() < PATIENCE, "the place of a stream that ended stays taken");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    api.stop().await;
}
