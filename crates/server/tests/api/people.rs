//! Players and the book.

use serde_json::{Value, json};

use crate::support::Api;

/// Plays a game against the opponent that adapts, always the first legal move.
async fn one_game(api: &Api, name: &str) -> Value {
    let seats = json!([{"kind": "human", "name": name}, {"kind": "adaptive", "style": "exploit"}]);
    let created = api.post("/tables", &json!({"game": "mnk:3,3,3", "seats": seats})).await.expect(201);
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let mut watching = api.listen(&format!("/tables/{id}/events"), None).await;
    let mut position = watching.next().await.unwrap().data["position"].clone();
    loop {
        if position["result"].is_object() {
            return position["result"].clone();
        }
        if position["to_move"] == json!(0) {
            let ply = position["history"].as_array().unwrap().len();
            let given = json!({"move": position["moves"][0]["text"], "ply": ply});
            api.act(&format!("/tables/{id}/moves"), token, &given).await.expect(200);
        }
        position = watching.until("move").await.data["position"].clone();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_opponent_that_adapts_remembers_a_player_until_told_to_forget() {
    let api = Api::start().await;
    let nothing = json!({"name": "Ada", "games": 0, "by_level": [], "profiles": [], "openings": []});
    assert_eq!(api.get("/players/Ada").await.expect(200), nothing);
    assert_eq!(api.get("/players/Ada/export").await.status, 404);
    assert_eq!(api.get("/players/A%00").await.status, 422);
    one_game(&api, "Ada").await;
    let player = loop {
        let player = api.get("/players/Ada").await;
        if player.body["games"] == json!(1) {
            break player.body;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!(player["by_level"][0]["opponent"], json!("mossa exploit"), "{player}");
    assert_eq!(player["profiles"][0]["games"], json!(1), "{player}");
    assert!(player["openings"][0]["people"].is_string());
    let book = api.get("/book?game=mnk:3,3,3").await.expect(200);
    assert_eq!(book["total"], json!(1), "{book}");
    assert_eq!(api.get("/players/Ada/export").await.status, 200);
    assert_eq!(api.delete("/players/Ada/profiles/mnk").await.status, 204);
    assert_eq!(api.get("/players/Ada").await.expect(200)["profiles"], json!([]));
    assert_eq!(api.delete("/players/Ada").await.status, 204);
    assert_eq!(api.get("/players/Ada").await.expect(200), nothing);
    assert_eq!(api.delete("/players/Ada").await.status, 404);
    assert_eq!(api.get("/tables").await.expect(200), json!([]), "the table is gone with the game");
    api.stop().await;
}
