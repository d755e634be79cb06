//! A connection to the server, and what of its answers matters to bots.

use std::net::SocketAddr;

use reqwest::{Client, Method, RequestBuilder};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use crate::Failure;

/// One connection that stays open, as a browser or a bot would have.
pub(crate) struct Api {
    client: Client,
    base: String,
}

/// A table as far as a bot looks at it.
#[derive(Deserialize)]
pub(crate) struct Table {
    pub(crate) state: String,
    pub(crate) position: Position,
}

/// A position as far as a bot looks at it.
#[derive(Deserialize)]
pub(crate) struct Position {
    pub(crate) to_move: usize,
    pub(crate) moves: Vec<Legal>,
    history: Vec<IgnoredAny>,
}

/// A legal move.
#[derive(Deserialize)]
pub(crate) struct Legal {
    pub(crate) text: String,
}

#[derive(Deserialize)]
struct Created {
    id: String,
    token: String,
}

#[derive(Deserialize)]
struct Joined {
    token: String,
}

impl Table {
    /// Whether there are moves to come.
    pub(crate) fn is_running(&self) -> bool {
        self.state == "running"
    }

    /// How many plies were played.
    pub(crate) fn plies(&self) -> usize {
        self.position.history.len()
    }
}

/// A table with seats for both bots.
pub(crate) struct Seated {
    pub(crate) id: String,
    pub(crate) tokens: [String; 2],
    pub(crate) table: Table,
}

impl Api {
    /// A connection, which is made when it is needed.
    pub(crate) fn new(address: SocketAddr) -> Result<Api, Failure> {
        let client = Client::builder().pool_max_idle_per_host(1).pool_idle_timeout(None).build()?;
        Ok(Api { client, base: format!("http://{address}/api/v1") })
    }

    /// Sets up a table for two bots.
    pub(crate) async fn seat_two(&self, game: &str) -> Result<Seated, Failure> {
        let seats = json!([{ "kind": "human", "name": "bot A" }, { "kind": "open" }]);
        let created: Created = self.post("/tables", None, &json!({ "game": game, "seats": seats })).await?;
        let path = format!("/tables/{}", created.id);
        let joined: Joined = self.post(&format!("{path}/join"), None, &json!({ "name": "bot B" })).await?;
        let table = read(&answer(self.request(Method::GET, &path)).await?)?;
        Ok(Seated { id: created.id, tokens: [created.token, joined.token], table })
    }

    /// Plays a move; gives the answer as it came.
    pub(crate) async fn play(
        &self,
        id: &str,
        token: &str,
        text: &str,
        ply: usize,
    ) -> Result<Vec<u8>, Failure> {
        let request = self.request(Method::POST, &format!("/tables/{id}/moves")).bearer_auth(token);
        answer(request.json(&json!({ "move": text, "ply": ply }))).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<T, Failure> {
        let mut request = self.request(Method::POST, path).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        read(&answer(request).await?)
    }
}

/// The body of an answer, which must be one of success.
async fn answer(request: RequestBuilder) -> Result<Vec<u8>, Failure> {
    let response = request.send().await?;
    let (status, url) = (response.status(), response.url().path().to_owned());
    let body = response.bytes().await?;
    if status.is_success() {
        Ok(body.into())
    } else {
        Err(format!("{url}: {status} {}", String::from_utf8_lossy(&body)).into())
    }
}

/// Reads what an answer says.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    Ok(serde_json::from_slice(body)?)
}
