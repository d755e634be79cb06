//! What the store promises, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Database, entry, record, update};
use mossa_game::Player;
use mossa_store::*;
use serde_json::json;

on_both!(
    a_game_comes_back_as_it_was,
    a_game_is_stored_once,
    everything_of_a_game_or_nothing,
    games_are_filtered,
    what_is_not_there_is_named,
    books_add_up,
    books_travel,
    a_wrong_line_imports_nothing,
    opponents_are_found_or_added,
    profiles_have_a_history,
    nobody_overwrites_a_profile,
    runs_begin_and_end,
    results_are_added_up,
    an_opponent_is_exported_and_erased,
    bad_texts_are_refused,
    many_tasks_count_right,
    tables_keep_their_moves,
    tables_change_together_and_answer_alone,
    finished_tables_are_recorded_or_found,
);

async fn a_game_comes_back_as_it_was(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap();
    let mut game =
        entry(record("mnk:3,3,3", ["Ada", "mössa \u{1f600}"], &["b2", "a1"], Some(Player::FIRST)), 7);
    game.record.moves[1].remark = Some("a \"remark\"\nwith \0 and '; DROP TABLE games".to_owned());
    game.record.tags.push(("Event".to_owned(), "test".to_owned()));
    game.opponents = vec![Some(ada.id), None];
    assert_eq!(store.record_game(&game, &[], &[]).await.unwrap(), Recorded::Stored);
    store.close().await;

    let store = database.open().await;
    assert_eq!(store.game(game.id).await.unwrap(), Some(game.clone()));
    assert_eq!(store.games(&GameFilter::default()).await.unwrap(), [game]);
    assert_eq!(store.game(GameId::from_bits(1)).await.unwrap(), None);
    store.verify().await.unwrap();
}

async fn a_game_is_stored_once(database: &Database) {
    let store = database.open().await;
    let game = entry(record("connect4", ["A", "B"], &["4"], None), 1);
    let book = [update(Scope::Shared, "", "4", 1, 0.5)];
    assert!(store.record_game(&game, &book, &[]).await.is_err(), "an empty position is none");
    let book = [update(Scope::Shared, "start", "4", 1, 0.5)];
    assert_eq!(store.record_game(&game, &book, &[]).await.unwrap(), Recorded::Stored);
    assert_eq!(store.record_game(&game, &book, &[]).await.unwrap(), Recorded::AlreadyThere);
    let moves = store.book_moves(Scope::Shared, "connect4", "start").await.unwrap();
    assert_eq!(moves, [MoveStatistics { text: "4".into(), visits: 1, score: 0.5 }]);
    let other = GameEntry { record: record("connect4", ["A", "B"], &["5"], None), ..game.clone() };
    assert!(
        matches!(store.record_game(&other, &book, &[]).await, Err(StoreError::GameTaken(id)) if id == game.id)
    );
    assert_eq!(store.count_games(&GameFilter::default()).await.unwrap(), 1);
}

async fn everything_of_a_game_or_nothing(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap().id;
    let game = entry(record("connect4", ["A", "B"], &["4"], None), 1);
    let book = [update(Scope::Opponent(ada), "start", "4", 1, 0.5)];
    let mut profile = NewProfile {
        opponent: ada,
        family: "connect4".into(),
        based_on: 3,
        taken: UnixMillis(5),
        profile: Some(json!({"sees": 0.25})),
    };
    let refused = store.record_game(&game, &book, std::slice::from_ref(&profile)).await;
    assert!(matches!(refused, Err(StoreError::ProfileMoved { based_on: 3, .. })), "{refused:?}");
    assert_eq!(store.game(game.id).await.unwrap(), None);
    assert!(store.book_moves(Scope::Opponent(ada), "connect4", "start").await.unwrap().is_empty());

    profile.based_on = 0;
    store.record_game(&game, &book, &[profile.clone()]).await.unwrap();
    assert_eq!(store.record_game(&game, &book, &[profile]).await.unwrap(), Recorded::AlreadyThere);
    assert_eq!(store.book_moves(Scope::Opponent(ada), "connect4", "start").await.unwrap()[0].visits, 1);
    assert_eq!(store.profile_history(ada, "connect4").await.unwrap().len(), 1);
}

async fn games_are_filtered(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap().id;
    let run = NewRun {
        id: RunId::random().unwrap(),
        kind: "match".into(),
        game: "mnk".into(),
        settings: json!({}),
        begun: UnixMillis(0),
    };
    store.begin_run(&run).await.unwrap();
    for (index, game) in ["mnk:3,3,3", "mnk:4,4,3", "connect4", "mnk:3,3,3"].into_iter().enumerate() {
        let mut entry = entry(record(game, ["A", "B"], &["a1"], None), index as i64 * 10);
        entry.run = (index % 2 == 0).then_some(run.id);
        entry.opponents = if index == 1 { vec![None, Some(ada)] } else { Vec::new() };
        store.record_game(&entry, &[], &[]).await.unwrap();
    }
    let times = async |filter: GameFilter| {
        let games = store.games(&filter).await.unwrap();
        let counted = store.count_games(&GameFilter { limit: None, ..filter.clone() }).await.unwrap();
        assert!(filter.limit.is_some() || counted == games.len() as u64, "{filter:?}");
        games.iter().map(|game| game.played.0).collect::<Vec<_>>()
    };
    let all = GameFilter::default();
    assert_eq!(times(all.clone()).await, [30, 20, 10, 0]);
    assert_eq!(times(GameFilter { game: Some("mnk:3,3,3".into()), ..all.clone() }).await, [30, 0]);
    assert_eq!(times(GameFilter { family: Some("mnk".into()), ..all.clone() }).await, [30, 10, 0]);
    assert_eq!(times(GameFilter { opponent: Some(ada), ..all.clone() }).await, [10]);
    assert_eq!(times(GameFilter { run: Some(run.id), ..all.clone() }).await, [20, 0]);
    assert_eq!(times(GameFilter { since: Some(UnixMillis(10)), ..all.clone() }).await, [30, 20, 10]);
    assert_eq!(times(GameFilter { before: Some(UnixMillis(10)), ..all.clone() }).await, [0]);
    assert_eq!(times(GameFilter { limit: Some(2), ..all.clone() }).await, [30, 20]);
    assert_eq!(times(GameFilter { limit: Some(0), ..all }).await, [0i64; 0]);
}

async fn what_is_not_there_is_named(database: &Database) {
    let store = database.open().await;
    let nobody = OpponentId::from_bits(5);
    let mut game = entry(record("connect4", ["A", "B"], &["4"], None), 1);
    game.opponents = vec![Some(nobody)];
    let named = |error: StoreError, what: &str| {
        let text = error.to_string();
        assert!(text.starts_with(&format!("no {what} 0000")), "{text}");
    };
    named(store.record_game(&game, &[], &[]).await.unwrap_err(), "opponent");
    game.opponents.clear();
    game.run = Some(RunId::from_bits(5));
    named(store.record_game(&game, &[], &[]).await.unwrap_err(), "run");
    named(store.end_run(RunId::from_bits(5), UnixMillis(1), &json!(null)).await.unwrap_err(), "run");
    let book = [update(Scope::Opponent(nobody), "start", "4", 1, 0.5)];
    named(store.add_to_book(&book).await.unwrap_err(), "opponent");
    named(store.rename_opponent(nobody, "X").await.unwrap_err(), "opponent");
    named(store.erase_opponent(nobody).await.unwrap_err(), "opponent");
    named(store.export_opponent(nobody).await.unwrap_err(), "opponent");
    named(store.reset_profile(nobody, "connect4").await.unwrap_err(), "opponent");
    assert_eq!(store.count_games(&GameFilter::default()).await.unwrap(), 0);
}

async fn books_add_up(database: &Database) {
    let store = database.open().await;
    let shared = Scope::Shared;
    let once = [
        update(shared, "p", "a", 1, 1.0),
        update(shared, "p", "b", 3, 1.5),
        update(shared, "p", "a", 1, 0.0), // the same row twice in one go
        update(shared, "q", "a", 10, 0.0),
    ];
    store.add_to_book(&once).await.unwrap();
    store.add_to_book(&once).await.unwrap();
    let statistics = |text: &str, visits, score| MoveStatistics { text: text.into(), visits, score };
    let moves = store.book_moves(shared, "connect4", "p").await.unwrap();
    assert_eq!(moves, [statistics("b", 6, 3.0), statistics("a", 4, 2.0)]);
    assert!(store.book_moves(shared, "connect4:8x7", "p").await.unwrap().is_empty());
    let most = store.book_most_visited(shared, "connect4", 2).await.unwrap();
    let most: Vec<_> = most.iter().map(|row| (row.key.position.as_str(), row.visits)).collect();
    assert_eq!(most, [("q", 20), ("p", 6)]);

    let limit = (1 << 53) - 1;
    for bad in [
        update(shared, "p", "a", 1, 1.5),
        update(shared, "p", "a", 1, f64::NAN),
        update(shared, "p", "a", 1, -1.0),
    ] {
        assert!(matches!(store.add_to_book(&[bad]).await, Err(StoreError::Input(_))));
    }
    assert!(
        store.add_to_book(&[update(shared, "p", "a", limit, 1.0)]).await.is_err(),
        "more than can be counted"
    );
    assert!(store.add_to_book(&[update(shared, &"x".repeat(801), "a", 1, 1.0)]).await.is_err());
    let long = "\u{10348}".repeat(200);
    store.add_to_book(&[update(shared, &long, &long, 1, 1.0)]).await.unwrap();
    assert_eq!(store.book_moves(shared, "connect4", "p").await.unwrap(), moves);
}

async fn books_travel(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap().id;
    let many = (0..2500).map(|n| update(Scope::Shared, &format!("position {n}"), "a", n + 1, n as f64 / 3.0));
    let mut many: Vec<_> = many.collect();
    many.push(update(Scope::Opponent(ada), "p", "\"\\", 2, 0.1 + 0.2));
    store.add_to_book(&many).await.unwrap();
    let mut text = Vec::new();
    assert_eq!(store.export_book(None, &mut text).await.unwrap(), 2501);
    let mut own = Vec::new();
    assert_eq!(store.export_book(Some(Scope::Opponent(ada)), &mut own).await.unwrap(), 1);
    let line: serde_json::Value = serde_json::from_slice(&own).unwrap();
    assert_eq!(line["scope"], ada.to_string());
    assert_eq!(line["score"], 0.1 + 0.2);

    assert_eq!(store.import_book(&mut text.as_slice()).await.unwrap(), 2501);
    let moves = store.book_moves(Scope::Shared, "connect4", "position 7").await.unwrap();
    assert_eq!(moves, [MoveStatistics { text: "a".into(), visits: 16, score: 14.0 / 3.0 }]);
    let mut again = Vec::new();
    assert_eq!(store.export_book(None, &mut again).await.unwrap(), 2501);
    assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 2501);
}

async fn a_wrong_line_imports_nothing(database: &Database) {
    let store = database.open().await;
    let good = "{\"game\":\"connect4\",\"position\":\"p\",\"move\":\"a\",\"visits\":1,\"score\":1}\n";
    for bad in [
        "{}\n",
        "nonsense",
        "{\"game\":\"connect4\",\"position\":\"p\",\"move\":\"a\",\"visits\":1,\"score\":2}",
    ] {
        let text = good.repeat(1500) + bad;
        let error = store.import_book(&mut text.as_bytes()).await.unwrap_err().to_string();
        assert!(error.contains("line 1501 of the book"), "{error}");
        assert!(store.book_moves(Scope::Shared, "connect4", "p").await.unwrap().is_empty());
    }
    store.import_book(&mut good.as_bytes()).await.unwrap();
    assert_eq!(store.book_moves(Scope::Shared, "connect4", "p").await.unwrap()[0].visits, 1);
}

async fn opponents_are_found_or_added(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap();
    assert_eq!(store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap(), ada);
    let engine = store.find_or_add_opponent(OpponentKind::Engine, "Ada").await.unwrap();
    assert_ne!(engine.id, ada.id);
    let bob = store.find_or_add_opponent(OpponentKind::Human, "Bob").await.unwrap();
    let taken = store.rename_opponent(bob.id, "Ada").await.unwrap_err();
    assert_eq!(taken.to_string(), "another human is called \"Ada\"");
    store.rename_opponent(bob.id, "Zoë").await.unwrap();
    assert_eq!(store.opponent(bob.id).await.unwrap().unwrap().name, "Zoë");
    assert_eq!(store.find_opponent(OpponentKind::Human, "Bob").await.unwrap(), None);

    let mut game = entry(record("connect4", ["Ada", "Ada"], &["4"], None), 42);
    game.opponents = vec![Some(ada.id), Some(ada.id)];
    store.record_game(&game, &[], &[]).await.unwrap();
    store.reset_profile(ada.id, "connect4").await.unwrap();
    let list = store.opponents().await.unwrap();
    let list: Vec<_> = list
        .iter()
        .map(|o| (o.opponent.kind, o.opponent.name.as_str(), o.games, o.profiles, o.last_played))
        .collect();
    assert_eq!(
        list,
        [
            (OpponentKind::Engine, "Ada", 0, 0, None),
            (OpponentKind::Human, "Ada", 1, 1, Some(UnixMillis(42))),
            (OpponentKind::Human, "Zoë", 0, 0, None),
        ]
    );
}

async fn profiles_have_a_history(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap().id;
    assert_eq!(store.current_profile(ada, "connect4").await.unwrap(), None);
    for (based_on, sees) in [0.5, 0.25, 0.125].into_iter().enumerate() {
        let profile = Some(json!({"sees": sees}));
        let (based_on, taken) = (based_on as u64, UnixMillis(based_on as i64));
        let new = NewProfile { opponent: ada, family: "connect4".into(), based_on, taken, profile };
        assert_eq!(store.append_profile(&new).await.unwrap(), based_on + 1);
    }
    let current = store.current_profile(ada, "connect4").await.unwrap().unwrap();
    assert_eq!((current.version, current.profile), (3, Some(json!({"sees": 0.125}))));
    assert_eq!(store.current_profile(ada, "mnk").await.unwrap(), None);
    assert_eq!(store.reset_profile(ada, "connect4").await.unwrap(), 4);
    let history = store.profile_history(ada, "connect4").await.unwrap();
    assert_eq!(history.iter().map(|profile| profile.version).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(history[1].profile, Some(json!({"sees": 0.25})));
    assert_eq!(store.current_profile(ada, "connect4").await.unwrap().unwrap().profile, None);
}

async fn nobody_overwrites_a_profile(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap().id;
    let new = |based_on| NewProfile {
        opponent: ada,
        family: "mnk".into(),
        based_on,
        taken: UnixMillis(0),
        profile: Some(json!([based_on])),
    };
    let (first, second) = (new(0), new(0));
    let both = futures_util::future::join(store.append_profile(&first), store.append_profile(&second)).await;
    assert_eq!(usize::from(both.0.is_ok()) + usize::from(both.1.is_ok()), 1, "{both:?}");
    for wrong in [0, 2, 17] {
        let moved = store.append_profile(&new(wrong)).await;
        assert!(matches!(moved, Err(StoreError::ProfileMoved { .. })), "{moved:?}");
    }
    assert_eq!(store.append_profile(&new(1)).await.unwrap(), 2);
}

async fn runs_begin_and_end(database: &Database) {
    let store = database.open().await;
    let new = |kind: &str, begun| NewRun {
        id: RunId::random().unwrap(),
        kind: kind.into(),
        game: "connect4".into(),
        settings: json!({"games": 100}),
        begun: UnixMillis(begun),
    };
    let (first, second) = (new("match", 1), new("tournament", 2));
    for run in [&first, &second, &first] {
        store.begin_run(run).await.unwrap();
    }
    let runs = store.runs(None, 10).await.unwrap();
    assert_eq!(runs.iter().map(|run| run.new.id).collect::<Vec<_>>(), [second.id, first.id]);
    store.end_run(first.id, UnixMillis(9), &json!({"elo": 3.5})).await.unwrap();
    let ended = Run { new: first.clone(), ended: Some(UnixMillis(9)), summary: Some(json!({"elo": 3.5})) };
    assert_eq!(store.run(first.id).await.unwrap(), Some(ended.clone()));
    assert_eq!(store.runs(Some("match"), 10).await.unwrap(), [ended]);
    assert_eq!(store.runs(None, 1).await.unwrap()[0].new, second);
    assert_eq!(store.run(RunId::from_bits(3)).await.unwrap(), None);
}

async fn results_are_added_up(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap().id;
    let bob = store.find_or_add_opponent(OpponentKind::Bot, "Bob").await.unwrap().id;
    let run = NewRun {
        id: RunId::random().unwrap(),
        kind: "match".into(),
        game: "connect4".into(),
        settings: json!(null),
        begun: UnixMillis(0),
    };
    store.begin_run(&run).await.unwrap();
    let results = [Some(Player::FIRST), Some(Player::SECOND), None, Some(Player::SECOND)];
    for (index, winner) in results.into_iter().enumerate() {
        let moves = vec!["4"; index + 1];
        let mut game = entry(record("connect4", ["Ada", "Bob"], &moves, winner), index as i64);
        game.opponents = vec![Some(ada), Some(bob)];
        game.run = (index > 0).then_some(run.id);
        store.record_game(&game, &[], &[]).await.unwrap();
    }
    let mut open = entry(record("connect4", ["Ada", "X"], &[], None), 9);
    open.record.result = None;
    open.opponents = vec![Some(ada)];
    store.record_game(&open, &[], &[]).await.unwrap();

    let tally = |games, wins, draws, losses, mean_plies| Tally { games, wins, draws, losses, mean_plies };
    let all = GameFilter::default();
    let by_opponent = store.results_by_opponent(&all).await.unwrap();
    assert_eq!(
        by_opponent,
        [
            OpponentResults { opponent: ada, name: "Ada".into(), tally: tally(5, 1, 1, 2, 2.0) },
            OpponentResults { opponent: bob, name: "Bob".into(), tally: tally(4, 2, 1, 1, 2.5) },
        ]
    );
    let recent =
        GameFilter { since: Some(UnixMillis(2)), opponent: Some(bob), limit: Some(1), ..all.clone() };
    let recent = store.results_by_opponent(&recent).await.unwrap();
    assert_eq!(recent[0].tally, tally(2, 0, 1, 1, 3.5));
    let by_run = store.results_by_run(&all).await.unwrap();
    let by_run: Vec<_> = by_run.iter().map(|r| (r.run, r.player.as_str(), r.tally)).collect();
    assert_eq!(by_run, [(run.id, "Ada", tally(3, 0, 1, 2, 3.0)), (run.id, "Bob", tally(3, 2, 1, 0, 3.0))]);
}

async fn an_opponent_is_exported_and_erased(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada Secretname").await.unwrap();
    let bob = store.find_or_add_opponent(OpponentKind::Human, "Bob").await.unwrap();
    let mut games = Vec::new();
    for (played, opponent) in [ada.id, bob.id, ada.id].into_iter().enumerate() {
        let mut game =
            entry(record("connect4", ["Somebody Secretname", "mossa"], &["4"], None), played as i64);
        game.opponents = vec![Some(opponent), None];
        let own = update(Scope::Opponent(opponent), "start", "4", 1, 0.5);
        let shared = update(Scope::Shared, "start", "4", 1, 0.5);
        let profile = NewProfile {
            opponent,
            family: "connect4".into(),
            based_on: played as u64 / 2,
            taken: UnixMillis(played as i64),
            profile: Some(json!({"note": "Secretname"})),
        };
        store.record_game(&game, &[own, shared], &[profile]).await.unwrap();
        games.push(game);
    }
    let file = store.export_opponent(ada.id).await.unwrap();
    assert_eq!(file.opponent, ada);
    assert_eq!(file.games, [games[2].clone(), games[0].clone()]);
    assert_eq!(file.profiles.len(), 2);
    assert_eq!(file.book, [update(Scope::Opponent(ada.id), "start", "4", 2, 1.0)]);
    let text = serde_json::to_string(&file).unwrap();
    assert_eq!(serde_json::from_str::<OpponentFile>(&text).unwrap(), file);

    let erased = store.erase_opponent(ada.id).await.unwrap();
    assert_eq!(erased, Erased { games: 2, profiles: 2, book: 1 });
    assert_eq!(store.opponent(ada.id).await.unwrap(), None);
    assert_eq!(store.games(&GameFilter::default()).await.unwrap(), [games[1].clone()]);
    assert_eq!(store.book_moves(Scope::Shared, "connect4", "start").await.unwrap()[0].visits, 3);
    assert_eq!(store.export_opponent(bob.id).await.unwrap().book[0].visits, 1);
    store.verify().await.unwrap();
    store.erase_opponent(bob.id).await.unwrap();
    store.close().await;
    if database.path().exists() {
        let bytes = std::fs::read(database.path()).unwrap();
        let found = bytes.windows(10).any(|window| window == b"Secretname");
        assert!(!found, "what was erased is still in the file");
    }
}

async fn bad_texts_are_refused(database: &Database) {
    let store = database.open().await;
    for name in ["", "  ", " Ada", "two\nlines", "zero\0", &"x".repeat(401)] {
        let refused = store.find_or_add_opponent(OpponentKind::Human, name).await;
        assert!(matches!(refused, Err(StoreError::Input(_))), "{refused:?}");
    }
    let mut game = entry(record("connect4", ["A\0", "B"], &["4"], None), 1);
    assert!(matches!(store.record_game(&game, &[], &[]).await, Err(StoreError::Input(_))));
    game.record = record("connect4", ["A", "B"], &["4"], None);
    game.opponents = vec![None; 3];
    assert!(matches!(store.record_game(&game, &[], &[]).await, Err(StoreError::Input(_))));
    let filter = GameFilter { game: Some("\0".into()), ..GameFilter::default() };
    assert!(matches!(store.games(&filter).await, Err(StoreError::Input(_))));
    assert!(store.opponents().await.unwrap().is_empty());
}

/// Tasks that add to the same rows in different orders, and two stores on one database.
async fn many_tasks_count_right(database: &Database) {
    let stores = [database.open().await, database.open().await];
    let mut tasks = Vec::new();
    for task in 0..20u64 {
        let store = stores[task as usize % 2].clone();
        tasks.push(tokio::spawn(async move {
            let who = store.find_or_add_opponent(OpponentKind::Bot, "the same").await.unwrap();
            for round in 0..5 {
                let mut rows: Vec<_> = (0..8)
                    .map(|row| update(Scope::Shared, &format!("p{row}"), "a", 1, f64::from(round % 2)))
                    .collect();
                rows.rotate_left(task as usize % 8);
                let mut game = entry(record("connect4", ["A", "B"], &["4"], None), 1);
                game.opponents = vec![Some(who.id), None];
                store.record_game(&game, &rows, &[]).await.unwrap();
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(stores[0].count_games(&GameFilter::default()).await.unwrap(), 100);
    assert_eq!(stores[0].opponents().await.unwrap().len(), 1);
    for row in 0..8 {
        let moves = stores[1].book_moves(Scope::Shared, "connect4", &format!("p{row}")).await.unwrap();
        assert_eq!(moves, [MoveStatistics { text: "a".into(), visits: 100, score: 40.0 }]);
    }
}

/// A table in a version, with nothing in particular.
fn table(id: TableId, version: u64, state: TableState) -> StoredTable {
    StoredTable {
        id,
        game: "mnk:3,3,3".to_owned(),
        state,
        version,
        updated: UnixMillis(version as i64),
        document: json!({ "version": version }),
    }
}

fn played(text: &str) -> TableMove {
    TableMove { text: text.to_owned(), millis: Some(7), value: Some(json!({ "score": 3 })) }
}

/// A change that keeps some moves and adds others.
fn change(table: StoredTable, kept: usize, cut: bool, added: &[&str]) -> TableChange {
    TableChange { table, kept, cut, added: added.iter().map(|text| played(text)).collect() }
}

async fn tables_keep_their_moves(database: &Database) {
    let store = database.open().await;
    let id = TableId::random().unwrap();
    let at = |version, state| table(id, version, state);
    let one = async |change: TableChange| store.change_tables(&[change]).await.unwrap().remove(0);
    store.create_table(&at(1, TableState::Running)).await.unwrap();
    one(change(at(2, TableState::Running), 0, false, &["b2"])).await.unwrap();
    one(change(at(3, TableState::Running), 1, false, &["a1", "c3"])).await.unwrap();
    // Somebody who has not seen the last change changes nothing.
    let late = one(change(at(3, TableState::Over), 0, true, &[])).await;
    assert!(matches!(late, Err(StoreError::TableMoved { based_on: 2, .. })), "{late:?}");
    assert_eq!(store.table_moves(id).await.unwrap(), ["b2", "a1", "c3"].map(played));
    one(change(at(4, TableState::Over), 1, true, &[])).await.unwrap();
    store.close().await;

    let store = database.open().await;
    assert_eq!(store.table(id).await.unwrap(), Some(at(4, TableState::Over)));
    assert_eq!(store.table_moves(id).await.unwrap(), [played("b2")]);
    assert_eq!(store.tables(Some(TableState::Running), 9).await.unwrap(), []);
    assert_eq!(store.tables(None, 9).await.unwrap(), [at(4, TableState::Over)]);
    assert_eq!(store.table(TableId::from_bits(1)).await.unwrap(), None);
}

async fn tables_change_together_and_answer_alone(database: &Database) {
    let store = database.open().await;
    let [ada, bob, eve] = [(); 3].map(|()| TableId::random().unwrap());
    for id in [ada, bob, eve] {
        store.create_table(&table(id, 1, TableState::Running)).await.unwrap();
    }
    let running = |id, version| table(id, version, TableState::Running);
    let answers = store
        .change_tables(&[
            change(running(ada, 2), 0, false, &["b2"]),
            // Two versions ahead, and a move that no database keeps.
            change(running(bob, 3), 0, false, &["a1"]),
            change(running(eve, 2), 0, false, &["a\0"]),
            // The next one of the same table.
            change(running(ada, 3), 1, false, &["c3"]),
        ])
        .await
        .unwrap();
    assert!(
        matches!(
            answers.as_slice(),
            [Ok(()), Err(StoreError::TableMoved { .. }), Err(StoreError::Input(_)), Ok(())]
        ),
        "{answers:?}"
    );
    assert_eq!(store.table_moves(ada).await.unwrap(), ["b2", "c3"].map(played));
    for id in [bob, eve] {
        assert_eq!(store.table(id).await.unwrap(), Some(running(id, 1)));
        assert_eq!(store.table_moves(id).await.unwrap(), []);
    }
}

async fn finished_tables_are_recorded_or_found(database: &Database) {
    let store = database.open().await;
    let ada = store.find_or_add_opponent(OpponentKind::Human, "Ada").await.unwrap().id;
    let [over, unmoved, running] = [(); 3].map(|()| TableId::random().unwrap());
    for id in [over, unmoved, running] {
        store.create_table(&table(id, 1, TableState::Running)).await.unwrap();
    }
    let changes = [
        change(table(over, 2, TableState::Over), 0, false, &["b2"]),
        change(table(unmoved, 2, TableState::Over), 0, false, &[]),
        change(table(running, 2, TableState::Running), 0, false, &["b2"]),
    ];
    assert!(store.change_tables(&changes).await.unwrap().iter().all(Result::is_ok));
    assert_eq!(store.unrecorded_tables(9).await.unwrap(), [table(over, 2, TableState::Over)]);
    let mut game = entry(record("mnk:3,3,3", ["Ada", "B"], &["b2"], None), 7);
    (game.id, game.opponents) = (over.into(), vec![Some(ada)]);
    store.record_game(&game, &[], &[]).await.unwrap();
    assert_eq!(store.unrecorded_tables(9).await.unwrap(), []);
    // Whoever is erased leaves no table behind that would be recorded again.
    store.erase_opponent(ada).await.unwrap();
    assert_eq!(store.table(over).await.unwrap(), None);
    assert_eq!(store.table_moves(over).await.unwrap(), []);
    assert_eq!(store.unrecorded_tables(9).await.unwrap(), []);
    assert!(store.table(running).await.unwrap().is_some());
}
