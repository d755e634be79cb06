//! Analyses and reports.

use serde_json::json;

use crate::support::Api;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_tells_lines_and_comes_to_an_end() {
    let api = Api::start().await;
    let given =
        json!({"game": "mnk:3,3,3", "moves": ["b2", "a2"], "lines": 2, "time_ms": 60000, "client": "t"});
    let created = api.post("/analyses", &given).await.expect(201);
    let path = format!("/analyses/{}/events", created["id"].as_str().unwrap());
    assert_eq!(created["events"], json!(format!("/api/v1{path}")));
    let mut events = api.listen(&path, None).await;
    let line = events.until("line").await;
    assert_eq!(line.data["lines"].as_array().unwrap().len(), 2);
    let done = events.until("done").await;
    assert_eq!(done.data["reason"], json!("proven"));
    assert!(events.next().await.is_none());
    let last: u64 = done.id.unwrap().parse().unwrap();
    let mut again = api.listen(&path, Some(&(last - 1).to_string())).await;
    assert_eq!(again.next().await.unwrap().name, "done");
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn analyses_are_stopped_and_those_that_wait_know_their_place() {
    let api = Api::start().await;
    let given = json!({"game": "chess", "time_ms": 200000});
    let mut ids = Vec::new();
    // More than any machine runs at once.
    for _ in 0..40 {
        let created = api.post("/analyses", &given).await;
        if created.status == 429 {
            break;
        }
        ids.push(created.expect(201)["id"].as_str().unwrap().to_owned());
    }
    let mut first = api.listen(&format!("/analyses/{}/events", ids[0]), None).await;
    first.until("line").await;
    let mut last = api.listen(&format!("/analyses/{}/events", ids.last().unwrap()), None).await;
    assert!(last.until("queued").await.data["place"].as_u64().unwrap() >= 1);
    for id in &ids {
        assert_eq!(api.delete(&format!("/analyses/{id}")).await.status, 204);
    }
    assert_eq!(first.until("done").await.data["reason"], json!("stopped"));
    assert_eq!(last.until("done").await.data["reason"], json!("stopped"));
    assert_eq!(api.delete("/analyses/nobody").await.status, 404);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_finds_the_blunder() {
    let api = Api::start().await;
    // The second move of O leaves a win to X.
    let given = json!({"game": "mnk:3,3,3", "moves": ["b2", "a1", "a2", "c3", "c2"], "nodes": 5000});
    let created = api.post("/report", &given).await.expect(202);
    let path = format!("/reports/{}", created["id"].as_str().unwrap());
    let report = loop {
        let state = api.get(&path).await.expect(200);
        assert_ne!(state["state"], json!("failed"), "{state}");
        if state["state"] == json!("done") {
            break state["report"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!(report["plies"].as_array().unwrap().len(), 5);
    assert_eq!(report["plies"][3]["class"], json!("blunder"), "{report}");
    assert_eq!(report["graph"][4], json!(1.0));
    api.stop().await;
}
