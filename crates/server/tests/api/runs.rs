//! Matches, tournaments, the laboratory, and reports: what is asked for once is there after a restart.

use mossa_store::Location;
use serde_json::{Value, json};

use crate::support::Api;

/// Waits until a run is over.
async fn over(api: &Api, id: &str) -> Value {
    let mut watching = api.listen(&format!("/runs/{id}/events"), None).await;
    loop {
        let told = watching.until("run").await.data;
        if !matches!(told["state"].as_str().unwrap(), "queued" | "running") {
            return told;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("mossa.db"));
    let api = Api::at(location.clone()).await;
    let refused = json!({"kind": "match", "game": "chess", "players": ["uci:/bin/true", "random"]});
    assert_eq!(api.post("/runs", &refused).await.status, 422);
    let given = json!({"kind": "match", "game": "mnk:3,3,3", "players": ["level:2", "random"], "games": 4});
    let id = api.post("/runs", &given).await.expect(201)["id"].as_str().unwrap().to_owned();
    let told = over(&api, &id).await;
    assert_eq!((&told["state"], &told["done"]), (&json!("done"), &told["games"]), "{told}");
    assert_eq!(told["standings"].as_array().unwrap().len(), 2);
    api.stop().await;
    let api = Api::at(location).await;
    assert_eq!(api.get(&format!("/runs/{id}")).await.expect(200), told);
    assert_eq!(api.get("/runs").await.expect(200), json!([told]));
    assert_eq!(over(&api, &id).await, told);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_was_under_way_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("mossa.db"));
    let api = Api::at(location.clone()).await;
    let given =
        json!({"kind": "match", "game": "mnk:9,9,5", "players": ["mossa:nodes=3000", "random"], "games": 40});
    let id = api.post("/runs", &given).await.expect(201)["id"].as_str().unwrap().to_owned();
    let mut watching = api.listen(&format!("/runs/{id}/events"), None).await;
    let mut done = 0;
    while done < 2 {
        done = watching.until("run").await.data["done"].as_u64().unwrap();
    }
    api.stop().await;
    // The server before may have the journal in hand a little longer than its address.
    let journal = std::fs::File::open(std::env::temp_dir().join(format!("mossa-run-{id}.jsonl"))).ok();
    // (On a machine that stood still, the run may be over already.)
    journal.iter().for_each(|journal| journal.lock().unwrap());
    let api = Api::at(location).await;
    let leaving = tokio::task::spawn_blocking(move || {
        std::thread::sleep(std::time::Duration::from_millis(300));
        drop(journal);
    });
    let told = over(&api, &id).await;
    assert_eq!((&told["state"], &told["done"]), (&json!("done"), &told["games"]), "{told}");
    leaving.await.unwrap();
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_laboratory_compares_techniques() {
    let api = Api::start().await;
    let given =
        json!({"kind": "lab", "game": "mnk:3,3,3", "depth": 4, "sets": "minimax;alphabeta;alphabeta,table"});
    let id = api.post("/runs", &given).await.expect(201)["id"].as_str().unwrap().to_owned();
    let told = over(&api, &id).await;
    assert_eq!(
        (&told["state"], &told["done"], &told["games"]),
        (&json!("done"), &json!(3), &json!(3)),
        "{told}"
    );
    let rows = told["lab"]["rows"].as_array().unwrap();
    let nodes: Vec<u64> = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.len() == 3 && nodes[0] > nodes[1] && nodes[1] > nodes[2], "{nodes:?}");
    assert_eq!(rows[0]["values"], rows[2]["values"]);
    for bad in [json!({"sets": "tabel"}), json!({"depth": 0}), json!({"nodes": 0}), json!({"game": "x"})] {
        let mut given = given.clone();
        given.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
        assert_eq!(api.post("/runs", &given).await.status, 422, "{given}");
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_is_kept_and_made_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("mossa.db"));
    let api = Api::at(location.clone()).await;
    let moves = ["b2", "a1", "a2", "c2", "c3", "b3"];
    let given = json!({"game": "mnk:3,3,3", "moves": moves, "nodes": 1000});
    let first = api.post("/report?lang=it", &given).await.expect(202)["id"].as_str().unwrap().to_owned();
    let state = async |api: &Api, id: &str| api.get(&format!("/reports/{id}")).await.expect(200);
    let mut told = state(&api, &first).await;
    while told["state"] != json!("done") {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        told = state(&api, &first).await;
    }
    assert_eq!(told["report"]["plies"].as_array().unwrap().len(), moves.len(), "{told}");
    // This one is not made any more.
    let given = json!({"game": "mnk:15,15,5", "moves": ["h8", "h9", "i8", "i9"], "nodes": 500_000});
    let second = api.post("/report", &given).await.expect(202)["id"].as_str().unwrap().to_owned();
    api.stop().await;
    let api = Api::at(location).await;
    assert_eq!(state(&api, &first).await, told);
    while state(&api, &second).await["state"] != json!("done") {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(api.get("/runs").await.expect(200), json!([]), "reports are no runs for the arena");
    assert_eq!(api.get(&format!("/reports/{}", "0".repeat(32))).await.status, 404);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_for_too_many_runs_is_told_so() {
    let api = Api::start().await;
    let given = json!({"kind": "lab", "game": "mnk:15,15,5"});
    let mut ids = Vec::new();
    let refused = loop {
        let answer = api.post("/runs", &given).await;
        if answer.status != 201 {
            break answer;
        }
        ids.push(answer.body["id"].as_str().unwrap().to_owned());
        assert!(ids.len() < 100, "as many as one likes");
    };
    // It is the doing of whoever asks, and not a fault of the server.
    assert_eq!(
        (refused.status, refused.kind.as_str()),
        (429, "application/problem+json"),
        "{}",
        refused.body
    );
    assert!(ids.len() >= 16, "{}", ids.len());
    for id in ids.iter().rev() {
        assert_eq!(api.delete(&format!("/runs/{id}")).await.status, 204);
    }
    // Those that waited are over without waiting for their turn, and there is room again.
    for id in &ids[1..] {
        assert_eq!(api.get(&format!("/runs/{id}")).await.expect(200)["state"], json!("stopped"));
    }
    assert_eq!(api.post("/runs", &given).await.status, 201);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_that_is_refused_leaves_nothing_to_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("mossa.db"));
    let api = Api::at(location.clone()).await;
    let given = json!({"game": "mnk:15,15,5", "moves": ["h8", "g9", "i9", "g7"], "nodes": 500_000});
    let mut wanted = 0;
    let refused = loop {
        let answer = api.post("/report", &given).await;
        if answer.status != 202 {
            break answer;
        }
        wanted += 1;
        assert!(wanted < 200, "as many as one likes");
    };
    assert_eq!(refused.status, 429, "{}", refused.body);
    api.stop().await;
    let store = mossa_store::Store::open(&location).await.unwrap();
    let runs = store.runs(Some("report"), 500).await.unwrap();
    // Those that were accepted are made when somebody asks for them again.
    assert_eq!(runs.len(), wanted);
    store.close().await;
}
