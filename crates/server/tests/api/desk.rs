//! Positions, texts and the catalogue.

use serde_json::json;

use crate::support::Api;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_boards_and_positions_are_shown() {
    let api = Api::start().await;
    assert_eq!(api.get("/health").await.expect(200)["status"], json!("ok"));
    let games = api.get("/games").await.expect(200);
    let names: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    for name in ["mnk", "connect4", "dipole", "chinese-checkers", "chess"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for game in games.as_array().unwrap() {
        let board = api.get(&format!("/board?game={}", game["default"].as_str().unwrap())).await.expect(200);
        assert_eq!(board["game"], game["default"]);
        assert!(!board["layout"]["cells"].as_array().unwrap().is_empty());
        assert!(!board["position"]["moves"].as_array().unwrap().is_empty());
    }
    let place = json!({"game": "chess", "moves": "1. e4 e5 2. Nf3"});
    let position = api.post("/position", &place).await.expect(200);
    assert_eq!(position["history"], json!(["e2e4", "e7e5", "g1f3"]));
    assert_eq!(position["people_history"], json!(["e4", "e5", "Nf3"]));
    assert_eq!(position["effects"].as_array().unwrap().len(), 3);
    assert!(position["to_move"] == json!(1) && position["result"].is_null());
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_are_solved_and_explained() {
    let api = Api::start().await;
    let solved = api.post("/solve", &json!({"game": "mnk:3,3,3", "time_ms": 30000})).await.expect(200);
    assert!(solved["exact"] == json!(true) && solved["value"]["outcome"] == json!("draw"), "{solved}");
    assert_eq!(solved["value"]["chance"], json!(0.5));
    assert_eq!(solved["moves"].as_array().unwrap().len(), 9);
    let explained = api.post("/explain", &json!({"game": "chess", "moves": ["e4"]})).await.expect(200);
    assert!(!explained["terms"].as_array().unwrap().is_empty() && explained["threat"]["move"].is_string());
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_are_read_and_written() {
    let api = Api::start().await;
    let pgn = "[White \"A\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 1-0";
    let read = api.post("/import", &json!({"text": pgn})).await.expect(200);
    assert!(read["game"] == json!("chess") && read["moves"] == json!(["e2e4", "e7e5", "g1f3"]), "{read}");
    assert!(read["comments"][0] == json!("good") && read["tags"]["White"] == json!("A"), "{read}");
    let given = json!({"game": "mnk:3,3,3", "moves": ["b2", "a1"], "players": ["Ada", "Ben"]});
    let written = api.post("/export", &given).await.expect(200);
    let read = api.post("/import", &json!({"text": written["text"]})).await.expect(200);
    assert_eq!((&read["game"], &read["moves"]), (&json!("mnk:3,3,3"), &json!(["b2", "a1"])));
    api.stop().await;
}
