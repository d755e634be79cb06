//! Texts that nobody would write: positions, moves and records of all games.

use serde_json::{Value, json};

use crate::support::Api;

/// The games, each with boards of another size than the usual one.
const GAMES: [&str; 8] = [
    "mnk:3,3,3",
    "mnk:15,15,5,rule=renju",
    "swap2",
    "connect4",
    "dipole",
    "chinese-checkers:players=3",
    "chess",
    "chess:960",
];

/// A small generator: the same texts every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// The text with some of its characters gone, doubled, swapped or replaced.
    fn spoilt(&mut self, text: &str) -> String {
        const STRANGE: [char; 16] = [
            '0',
            '9',
            '/',
            ' ',
            '-',
            'x',
            'K',
            'q',
            '\u{0}',
            'é',
            '\u{1f600}',
            '[',
            '"',
            '\n',
            '+',
            '\u{202e}',
        ];
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            let place = self.below(characters.len() + 1);
            match self.below(5) {
                0 if place < characters.len() => drop(characters.remove(place)),
                1 if place < characters.len() => characters.insert(place, characters[place]),
                2 if place + 1 < characters.len() => characters.swap(place, place + 1),
                3 => characters.truncate(place),
                _ => characters.insert(place, STRANGE[self.below(STRANGE.len())]),
            }
        }
        characters.into_iter().collect()
    }
}

async fn ask(api: &Api, path: &str, body: &Value) {
    let answer = api.post(path, body).await;
    assert!(matches!(answer.status, 200 | 201 | 202 | 422), "{path} {body}: {answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spoilt_texts_are_refused_or_read() {
    let api = Api::start().await;
    let mut dice = Dice(1);
    for game in GAMES {
        let board = api.get(&format!("/board?game={}", game.replace(',', "%2C"))).await.expect(200);
        let position = board["position"]["text"].as_str().unwrap().to_owned();
        let moves: Vec<&str> = board["position"]["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["text"].as_str().unwrap())
            .collect();
        for round in 0..60 {
            let spoilt = json!({
                "game": if round % 10 == 0 { dice.spoilt(game) } else { game.to_owned() },
                "position": dice.spoilt(&position),
                "moves": if round % 2 == 0 { json!([dice.one(&moves), dice.one(&moves)]) } else { Value::Null },
            });
            ask(&api, "/position", &spoilt).await;
            let legal = dice.one(&moves);
            let text = dice.spoilt(legal);
            ask(&api, "/position", &json!({"game": game, "moves": [text]})).await;
            let line = format!("{} {} {}", dice.one(&moves), dice.one(&moves), dice.one(&moves));
            ask(&api, "/position", &json!({"game": game, "moves": dice.spoilt(&line)})).await;
            ask(&api, "/import", &json!({"game": game, "text": dice.spoilt(&line)})).await;
            let sheet =
                format!("[Game \"{game}\"]\n[FEN \"{position}\"]\n\n1. {line} {{a remark}} (1. {line}) *");
            ask(&api, "/import", &json!({"text": dice.spoilt(&sheet)})).await;
            if round % 10 == 0 {
                let place = json!({"game": game, "position": dice.spoilt(&position), "time_ms": 10});
                ask(&api, "/explain", &place).await;
                ask(&api, "/solve", &place).await;
            }
        }
    }
    assert_eq!(api.get("/health").await.status, 200);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spoilt_moves_leave_a_table_as_it_was() {
    let api = Api::start().await;
    let mut dice = Dice(2);
    for game in GAMES {
        let players = if game.contains("players=3") { 3 } else { 2 };
        let seats: Vec<Value> = (0..players).map(|_| json!({"kind": "human"})).collect();
        let created = api.post("/tables", &json!({"game": game, "seats": seats})).await.expect(201);
        let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
        let mut played = 0;
        let mut table = created["table"].clone();
        for _ in 0..30 {
            let Some(legal) = table["position"]["moves"].as_array().filter(|moves| !moves.is_empty()) else {
                break;
            };
            let text = legal[dice.below(legal.len())]["text"].as_str().unwrap().to_owned();
            let given = json!({"move": dice.spoilt(&text), "ply": played});
            let answer = api.act(&format!("/tables/{id}/moves"), token, &given).await;
            assert!(matches!(answer.status, 200 | 409 | 422), "{given}: {answer:?}");
            played += usize::from(answer.status == 200);
            table = api.get(&format!("/tables/{id}")).await.expect(200);
            assert_eq!(table["position"]["history"].as_array().unwrap().len(), played);
        }
    }
    api.stop().await;
}
