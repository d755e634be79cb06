//! What was acknowledged is there after a restart.

use mossa_store::Location;
use serde_json::json;

use crate::support::Api;

#[test]
fn a_server_that_is_gone_without_a_word_keeps_every_acknowledged_move() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("mossa.db"));
    let runtime =
        || tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (mut id, mut token) = (String::new(), String::new());
    for (round, text) in ["b2", "a1", "c3"].into_iter().enumerate() {
        let runtime = runtime();
        runtime.block_on(async {
            let api = Api::at(location.clone()).await;
            if round == 0 {
                let seats = json!([{"kind": "human"}, {"kind": "human"}]);
                let created =
                    api.post("/tables", &json!({"game": "mnk:4,4,4", "seats": seats})).await.expect(201);
                id = created["id"].as_str().unwrap().to_owned();
                token = created["token"].as_str().unwrap().to_owned();
            }
            let given = json!({"move": text, "ply": round});
            let table = api.act(&format!("/tables/{id}/moves"), &token, &given).await.expect(200);
            assert_eq!(table["position"]["history"].as_array().unwrap().len(), round + 1);
        });
        // Everything of the server is dropped where it stands.
        runtime.shutdown_background();
    }
    runtime().block_on(async {
        let api = Api::at(location.clone()).await;
        let table = api.get(&format!("/tables/{id}")).await.expect(200);
        assert_eq!(table["position"]["history"], json!(["b2", "a1", "c3"]));
        assert_eq!(table["state"], json!("running"));
        let list = api.get("/tables?state=running").await.expect(200);
        assert_eq!((&list[0]["id"], &list[0]["plies"]), (&json!(id), &json!(3)));
        api.stop().await;
    });
}

#[test]
fn an_engine_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("mossa.db"));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let api = Api::at(location.clone()).await;
        let seats = json!([{"kind": "level", "level": 1}, {"kind": "level", "level": 1}]);
        let created = api.post("/tables", &json!({"game": "mnk:3,3,3", "seats": seats})).await.expect(201);
        assert!(created["token"].is_null());
        let id = created["id"].as_str().unwrap().to_owned();
        api.stop().await;
        let api = Api::at(location.clone()).await;
        let mut watching = api.listen(&format!("/tables/{id}/events"), None).await;
        let mut table = watching.next().await.unwrap().data;
        while table["state"] != json!("over") {
            table = watching.until("change").await.data;
        }
        assert_eq!(table["result"]["reason"], json!("normal"));
        api.stop().await;
    });
}

#[test]
fn a_game_that_ended_just_before_the_server_did_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("mossa.db"));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let api = Api::at(location.clone()).await;
        let seats = json!([{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Ben"}]);
        let created = api.post("/tables", &json!({"game": "mnk:3,3,3", "seats": seats})).await.expect(201);
        let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
        for (ply, text) in ["a1", "a2", "b1", "b2", "c1"].into_iter().enumerate() {
            let given = json!({"move": text, "ply": ply});
            api.act(&format!("/tables/{id}/moves"), token, &given).await.expect(200);
        }
        while api.get("/players/Ada").await.expect(200)["games"] != json!(1) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        api.stop().await;
        // As if the server had ended between the last move and the record.
        let store = mossa_store::Store::open(&location).await.unwrap();
        let games = store.games(&mossa_store::GameFilter::default()).await.unwrap();
        let lost = mossa_store::TableId::random().unwrap();
        let mut table = store.table(id.parse().unwrap()).await.unwrap().unwrap();
        let moves = store.table_moves(table.id).await.unwrap();
        (table.id, table.version) = (lost, 1);
        store.create_table(&table).await.unwrap();
        table.version = 2;
        let change = mossa_store::TableChange { table, kept: 0, cut: false, added: moves };
        store.change_tables(&[change]).await.unwrap().remove(0).unwrap();
        store.close().await;
        let api = Api::at(location.clone()).await;
        while api.get("/players/Ada").await.expect(200)["games"] != json!(2) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        api.stop().await;
        let store = mossa_store::Store::open(&location).await.unwrap();
        let found = store.game(lost.into()).await.unwrap().unwrap();
        assert_eq!(found.record, games[0].record);
    });
}
