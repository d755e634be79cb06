//! Positions, texts and the catalogue.

use mossa_game::TableOrder;
use mossa_server::{Server, Settings};
use mossa_store::Location;
use serde_json::{Value, json};

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_tell_their_formats_and_a_game_to_look_at() {
    let api = Api::start().await;
    let games = api.get("/games").await.expect(200);
    assert_eq!(games[0]["name"], json!("chess"));
    for game in games.as_array().unwrap() {
        let sample = api.post("/position", &game["sample"]).await.expect(200);
        assert!(sample["history"].as_array().unwrap().len() > 4, "{game}");
        let formats = game["formats"]["export"].as_array().unwrap();
        let customary = if game["name"] == json!("chess") { "pgn" } else { "record" };
        assert_eq!(formats[0]["name"], json!(customary));
        for format in formats {
            let given = json!({"game": game["default"], "format": format["name"]});
            let written = api.post("/export", &given).await.expect(200);
            let ending = format["ending"].as_str().unwrap();
            assert!(written["filename"].as_str().unwrap().ends_with(ending), "{written}");
            let known = json!({"game": game["default"], "text": written["text"]});
            assert_eq!(api.post("/import", &known).await.expect(200)["game"], game["default"]);
        }
        for format in ["record", "json", "pgn", "position", "moves"] {
            assert!(game["formats"]["import"].as_array().unwrap().contains(&json!(format)));
        }
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_that_are_set_up_become_positions() {
    let api = Api::start().await;
    for game in api.get("/games").await.expect(200).as_array().unwrap() {
        // Whatever stands on the board in the middle of a game can be set up.
        let sample = api.post("/position", &game["sample"]).await.expect(200);
        let half = sample["history"].as_array().unwrap().len() / 2;
        let moves = &sample["history"].as_array().unwrap()[..half];
        let place = json!({"game": game["sample"]["game"], "moves": moves});
        let middle = api.post("/position", &place).await.expect(200);
        let board = json!({"game": middle["game"], "pieces": middle["scene"]["pieces"], "to_move": middle["to_move"]});
        let text = api.post("/setup", &board).await.expect(200)["text"].clone();
        let read = json!({"game": middle["game"], "position": text});
        let read = api.post("/position", &read).await.expect(200);
        assert_eq!((&read["to_move"], sprites(&read)), (&middle["to_move"], sprites(&middle)), "{text}");
        let url = format!("/board?game={}", game["default"].as_str().unwrap());
        assert!(api.get(&url).await.expect(200)["palette"].as_array().unwrap().len() >= 2, "{url}");
    }
    api.stop().await;
}

/// What stands where, whoever it belongs to.
fn sprites(position: &Value) -> Vec<(i64, String, i64)> {
    let pieces = position["scene"]["pieces"].as_array().unwrap().iter();
    let told = pieces.map(|piece| {
        let sprite = &piece["sprite"];
        let name = format!("{} {}", sprite["kind"], sprite["glyph"]);
        (piece["cell"].as_i64().unwrap(), name, sprite["height"].as_i64().unwrap())
    });
    let mut told: Vec<_> = told.collect();
    told.sort();
    told
}

/// Kings at home, rooks on some corners, and what else is wanted.
fn with_kings(rooks: &[u16], more: &[(u16, &str, &str)]) -> Vec<Value> {
    let piece = |cell, kind, glyph| json!({"cell": cell, "sprite": {"kind": kind, "glyph": glyph}});
    let mut pieces = vec![piece(4, "king", "♔"), piece(60, "king", "♚")];
    pieces.extend(rooks.iter().map(|cell| piece(*cell, "rook", if *cell < 32 { "♖" } else { "♜" })));
    pieces.extend(more.iter().map(|(cell, kind, glyph)| piece(*cell, *kind, *glyph)));
    pieces
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_position_says_beside_its_pieces_stays_as_far_as_it_fits() {
    let api = Api::start().await;
    let cases = [
        (vec![0, 7, 56, 63], None, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        (vec![7, 56], None, "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"),
        (vec![], None, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (vec![0, 7], Some("r3k2r/8/8/8/8/8/8/R3K2R b Qk - 30 40"), "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"),
    ];
    for (rooks, before, expected) in cases {
        let given = json!({"game": "chess", "pieces": with_kings(&rooks, &[]), "before": before});
        assert_eq!(api.post("/setup", &given).await.expect(200)["text"], json!(expected));
    }
    let stack = |cell: u16, glyph: &str, height: u8| json!({"cell": cell, "sprite": {"kind": "stack", "glyph": glyph, "height": height}});
    let board = api.get("/board?game=dipole").await.expect(200);
    let cells: Vec<i64> = board["position"]["scene"]["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| piece["cell"].as_i64().unwrap())
        .collect();
    let pieces = [stack(cells[0] as u16, "w", 1), stack(cells[1] as u16, "b", 11)];
    let given = json!({"game": "dipole", "pieces": pieces, "to_move": 1});
    let text = api.post("/setup", &given).await.expect(200)["text"].clone();
    assert!(text.as_str().unwrap().contains("b11") && text.as_str().unwrap().contains("w1"), "{text}");
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_that_are_no_positions_are_refused_with_the_reason_of_the_game() {
    let api = Api::start().await;
    let cases = [
        (with_kings(&[], &[(5, "king", "♔")]), 0, "White has 2 kings"),
        (with_kings(&[], &[(4, "rook", "♖")]), 0, "two pieces on cell 4"),
        (with_kings(&[], &[(70, "rook", "♖")]), 0, "a piece on cell 70"),
        (with_kings(&[], &[(8, "dragon", "D")]), 0, "no piece dragon D"),
        (with_kings(&[], &[(0, "pawn", "♙")]), 0, "a pawn on a1"),
        (with_kings(&[], &[]), 2, "player 2 to move"),
    ];
    for (pieces, to_move, reason) in cases {
        let given = json!({"game": "chess", "pieces": pieces, "to_move": to_move});
        let problem = api.post("/setup", &given).await.expect(422);
        assert_eq!(problem["detail"], json!(reason));
        assert!(problem["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{problem}");
    }
    let stone = json!({"cell": 3, "sprite": {"kind": "stone", "glyph": "X"}});
    let problem =
        api.post("/setup", &json!({"game": "connect4", "pieces": [stone], "to_move": 1})).await.expect(422);
    assert!(problem["detail"].as_str().unwrap().contains("lies on nothing"), "{problem}");
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn endgame_tables_that_the_server_was_given_are_asked() {
    let folder = tempfile::tempdir().unwrap();
    let game = mossa_engine::open("chess").unwrap();
    let order = TableOrder { pieces: 3, names: &[], threads: 1, folder: folder.path() };
    game.endgame_tables().unwrap().build(&order, &|_| {}, &|| false).unwrap();
    let location = Location::parse(":memory:").unwrap();
    let api =
        Api::with(Settings { tables: vec![folder.path().to_owned()], ..Settings::local(location) }).await;
    let given = json!({"game": "chess", "position": "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "time_ms": 20000});
    let solved = api.post("/solve", &given).await.expect(200);
    assert_eq!(
        (&solved["value"]["outcome"], &solved["value"]["plies"]),
        (&json!("win"), &json!(17)),
        "{solved}"
    );
    assert_eq!(solved["source"], json!("tables"));
    let games = api.get("/games").await.expect(200);
    assert_eq!((&games[0]["name"], &games[0]["table_pieces"]), (&json!("chess"), &json!(3)));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_is_not_there_is_refused() {
    let location = Location::parse(":memory:").unwrap();
    let settings = Settings { tables: vec!["/no/such/folder".into()], ..Settings::local(location) };
    let refusal = Server::open(&settings).await.err().unwrap().to_string();
    assert!(refusal.contains("no folder /no/such/folder"), "{refusal}");
}
