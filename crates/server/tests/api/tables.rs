//! Games on the server.

use serde_json::{Value, json};

use crate::support::{Api, PATIENCE};

/// The games of which one is played to its end, each with a short form.
const GAMES: [&str; 5] = ["mnk:3,3,3", "connect4", "dipole", "chinese-checkers:players=2,pieces=1", "chess"];

/// So many plies are enough to see that a long game goes on.
const ENOUGH: usize = 40;

/// Waits until it is the turn of somebody with this token, or the game is over.
async fn my_turn(api: &Api, id: &str, token: &str) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let table = look(api, id, token).await;
        if table["can"]["move"] == json!(true) || table["state"] == json!("over") {
            return table;
        }
        assert!(begun.elapsed() < PATIENCE, "the engine does not move: {table}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn look(api: &Api, id: &str, token: &str) -> Value {
    let client = reqwest::Client::new();
    let request = client.get(api.url(&format!("/tables/{id}"))).bearer_auth(token);
    request.send().await.unwrap().json().await.unwrap()
}

async fn against_level_1(game: &str) {
    let api = Api::start().await;
    let seats = json!([{"kind": "human", "name": "Ada"}, {"kind": "level", "level": 1}]);
    let created = api.post("/tables", &json!({"game": game, "seats": seats})).await.expect(201);
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    assert!(id.len() >= 16 && token.len() >= 32 && created["seats"] == json!([0]));
    loop {
        let table = my_turn(&api, id, token).await;
        let plies = table["position"]["history"].as_array().unwrap().len();
        if table["state"] == json!("over") || plies >= ENOUGH {
            break;
        }
        let moves = table["position"]["moves"].as_array().unwrap();
        let chosen = moves[plies * 7 % moves.len()]["text"].clone();
        let path = format!("/tables/{id}/moves");
        let stale = api.act(&path, token, &json!({"move": chosen, "ply": plies + 1})).await;
        assert_eq!(stale.expect(409)["title"], json!("Conflict"));
        api.act(&path, token, &json!({"move": chosen, "ply": plies})).await.expect(200);
    }
    let table = look(&api, id, token).await;
    if table["state"] == json!("running") {
        let table = api.act(&format!("/tables/{id}/resign"), token, &json!({})).await.expect(200);
        assert_eq!(table["result"]["reason"], json!("resignation"));
        assert_eq!(table["result"]["winners"], json!([1]));
    }
    let table = look(&api, id, token).await;
    assert!(table["state"] == json!("over") && table["result"]["text"].is_string());
    let record = api.get(&format!("/tables/{id}/record")).await;
    assert!(record.body.as_str().unwrap().contains("[Player1 \"Ada\"]"), "{record:?}");
    let over = api.act(&format!("/tables/{id}/moves"), token, &json!({"move": "x", "ply": 0})).await;
    assert_eq!(over.status, 409);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_each_kind_is_played_against_level_1() {
    for game in GAMES {
        against_level_1(game).await;
    }
}

/// Two people at tic-tac-toe: the table, and the tokens of both.
async fn two_people(api: &Api) -> (String, [String; 2]) {
    let seats = json!([{"kind": "human", "name": "Ada"}, {"kind": "open"}]);
    let given =
        json!({"game": "mnk:3,3,3", "seats": seats, "clock": {"base_ms": 60000, "increment_ms": 1000}});
    let created = api.post("/tables", &given).await.expect(201);
    let id = created["id"].as_str().unwrap().to_owned();
    assert_eq!(created["table"]["state"], json!("waiting"));
    let ada = created["token"].as_str().unwrap().to_owned();
    let early = api.act(&format!("/tables/{id}/moves"), &ada, &json!({"move": "b2", "ply": 0})).await;
    assert_eq!(early.status, 409);
    let joined = api.post(&format!("/tables/{id}/join"), &json!({"name": "Ben"})).await.expect(200);
    assert_eq!(joined["seat"], json!(1));
    let again = api.post(&format!("/tables/{id}/join"), &json!({"name": "Eve"})).await;
    assert_eq!(again.status, 409);
    (id, [ada, joined["token"].as_str().unwrap().to_owned()])
}

async fn play(api: &Api, id: &str, token: &str, text: &str, ply: usize) -> Value {
    api.act(&format!("/tables/{id}/moves"), token, &json!({"move": text, "ply": ply})).await.expect(200)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_and_a_third_one_watches() {
    let api = Api::start().await;
    let (id, [ada, ben]) = two_people(&api).await;
    let path = format!("/tables/{id}/events");
    let mut watching = api.listen(&path, None).await;
    let first = watching.next().await.unwrap();
    assert!(first.name == "table" && first.data["seats"][1]["name"] == json!("Ben"), "{first:?}");
    play(&api, &id, &ada, "b2", 0).await;
    let told = watching.until("move").await;
    assert_eq!(
        (&told.data["move"], &told.data["player"], &told.data["ply"]),
        (&json!("b2"), &json!(0), &json!(0))
    );
    assert!(told.data["effects"][0]["put"].is_object() && told.data["clock"]["running"] == json!(1));
    drop(watching);
    // Whoever was away gets what was missed, in order.
    play(&api, &id, &ben, "a1", 1).await;
    play(&api, &id, &ada, "a2", 2).await;
    let mut watching = api.listen(&path, told.id.as_deref()).await;
    let missed = [watching.next().await.unwrap(), watching.next().await.unwrap()];
    assert_eq!(missed.clone().map(|told| told.name), ["move", "move"]);
    assert_eq!(missed.map(|told| told.data["move"].clone()), [json!("a1"), json!("a2")]);
    // Whoever was away for too long, or on another server, gets the table.
    let mut other = api.listen(&path, Some("100000")).await;
    assert_eq!(other.next().await.unwrap().name, "table");
    let table = api.act(&format!("/tables/{id}/draw"), &ben, &json!({"answer": "offer"})).await.expect(200);
    assert_eq!(table["draw_offer"], json!(1));
    assert_eq!(watching.until("change").await.data["draw_offer"], json!(1));
    let table = api.act(&format!("/tables/{id}/draw"), &ada, &json!({"answer": "accept"})).await.expect(200);
    assert_eq!(table["result"], json!({"text": "1/2-1/2", "winners": [], "reason": "agreement"}));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_who_has_a_seat_may_act_and_only_in_turn() {
    let api = Api::start().await;
    let (id, [ada, ben]) = two_people(&api).await;
    let path = format!("/tables/{id}/moves");
    let given = json!({"move": "b2", "ply": 0});
    assert_eq!(api.post(&path, &given).await.status, 401);
    assert_eq!(api.act(&path, "nonsense", &given).await.status, 401);
    assert_eq!(api.act(&path, &ben, &given).await.status, 409);
    let illegal = api.act(&path, &ada, &json!({"move": "z9", "ply": 0})).await.expect(422);
    assert!(illegal["title"] == json!("Bad move") && illegal["hint"].is_string(), "{illegal}");
    assert_eq!(api.act(&format!("/tables/{id}/hint"), &ada, &json!({})).await.status, 403);
    play(&api, &id, &ada, "b2", 0).await;
    // Against people taking back is asked for.
    let table = api.act(&format!("/tables/{id}/undo"), &ada, &json!({})).await.expect(200);
    assert_eq!((&table["undo_offer"], &table["position"]["history"]), (&json!(0), &json!(["b2"])));
    let table = api.act(&format!("/tables/{id}/undo"), &ben, &json!({"answer": "accept"})).await.expect(200);
    assert_eq!(table["position"]["history"], json!([]));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_an_engine_moves_are_taken_back_and_hints_are_given() {
    let api = Api::start().await;
    let seats = json!([{"kind": "human"}, {"kind": "perfect"}]);
    let created = api.post("/tables", &json!({"game": "connect4", "seats": seats})).await.expect(201);
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let hint = api.act(&format!("/tables/{id}/hint"), token, &json!({})).await.expect(200);
    assert!(hint["move"].is_string() && hint["gesture"].is_array() && hint["value"]["chance"].is_number());
    play(&api, id, token, "4", 0).await;
    let table = my_turn(&api, id, token).await;
    assert_eq!(table["position"]["history"].as_array().unwrap().len(), 2);
    let table = api.act(&format!("/tables/{id}/undo"), token, &json!({})).await.expect(200);
    assert_eq!(table["position"]["history"], json!([]));
    assert_eq!(api.act(&format!("/tables/{id}/undo"), token, &json!({})).await.status, 409);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_no_time_left_loses() {
    let api = Api::start().await;
    let seats = json!([{"kind": "human"}, {"kind": "human"}]);
    let given = json!({"game": "mnk:3,3,3", "seats": seats, "clock": {"base_ms": 1000}});
    let created = api.post("/tables", &given).await.expect(201);
    let id = created["id"].as_str().unwrap();
    let mut watching = api.listen(&format!("/tables/{id}/events"), None).await;
    let told = watching.until("change").await;
    assert_eq!(told.data["result"], json!({"text": "0-1", "winners": [1], "reason": "time"}));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_plays_an_engine_sees_at_once_what_a_position_is_worth() {
    let api = Api::start().await;
    let games = api.get("/games").await.expect(200);
    let bots = &games.as_array().unwrap().iter().find(|game| game["name"] == json!("mnk")).unwrap()["bots"];
    let seats = json!([{"kind": "human"}, {"kind": "bot", "name": bots[0]["name"]}]);
    let created = api.post("/tables", &json!({"game": "mnk:9,9,5", "seats": seats})).await.expect(201);
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let mut watching = api.listen(&format!("/tables/{id}/events"), None).await;
    watching.until("table").await;
    play(&api, id, token, "e5", 0).await;
    // A bot says nothing of values, but the positions after both moves get one.
    let mut plies = Vec::new();
    while plies.last() != Some(&2) {
        let told = watching.until("evaluation").await.data;
        assert!(told["value"]["chance"].is_number() && told["people"].is_string(), "{told}");
        assert!(!told["line"].as_array().unwrap().is_empty(), "{told}");
        plies.push(told["ply"].as_u64().unwrap());
    }
    assert!(plies.is_sorted(), "{plies:?}");
    let table = look(&api, id, token).await;
    assert_eq!(table["evaluation"]["ply"], json!(2));
    // People who play each other are not helped.
    let (id, [ada, _]) = two_people(&api).await;
    play(&api, &id, &ada, "b2", 0).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(look(&api, &id, &ada).await["evaluation"], Value::Null);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_watchers_see_every_move_in_order() {
    let api = Api::start().await;
    let seats = json!([{"kind": "human"}, {"kind": "human"}]);
    let created = api.post("/tables", &json!({"game": "mnk:7,7,7", "seats": seats})).await.expect(201);
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let path = format!("/tables/{id}/events");
    let mut watching = Vec::new();
    for _ in 0..20 {
        let mut one = api.listen(&path, None).await;
        one.until("table").await;
        watching.push(one);
    }
    let cells: Vec<String> =
        (1..=7).flat_map(|row| "abcdefg".chars().map(move |c| format!("{c}{row}"))).collect();
    let played = &cells[..30];
    for (ply, text) in played.iter().enumerate() {
        play(&api, id, token, text, ply).await;
    }
    // They read only now: every move is written again as it was then.
    for mut one in watching {
        for (ply, text) in played.iter().enumerate() {
            let told = one.next().await.unwrap();
            assert_eq!((told.name.as_str(), &told.data["move"]), ("move", &json!(text)));
            assert_eq!(told.data["position"]["history"].as_array().unwrap().len(), ply + 1);
            assert_eq!(told.data["position"]["to_move"], json!((ply + 1) % 2));
        }
    }
    api.stop().await;
}
