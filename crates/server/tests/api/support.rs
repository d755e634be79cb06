//! A server to ask, and streams to read.

use std::net::SocketAddr;
use std::time::Duration;

use mossa_server::{Rate, Server, Settings};
use mossa_store::Location;
use reqwest::{Client, Method, Response};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Longer than anything here takes, even on a machine that has other things to do.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A server that listens at a free port, with a memory of its own.
pub(crate) struct Api {
    pub(crate) address: SocketAddr,
    client: Client,
    /// What the server says of itself.
    description: Value,
    end: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

/// What a server answers.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) kind: String,
    pub(crate) body: Value,
}

impl Answer {
    /// The body of an answer that must have this status.
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }
}

impl Api {
    pub(crate) async fn start() -> Api {
        Api::at(Location::parse(":memory:").unwrap()).await
    }

    pub(crate) async fn at(location: Location) -> Api {
        let rate = Rate { burst: 1e6, per_second: 1e6 };
        Api::with(Settings { rate, ..Settings::local(location) }).await
    }

    pub(crate) async fn with(settings: Settings) -> Api {
        let server = Server::open(&settings).await.unwrap();
        let address = server.address();
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let end = async {
                let _ = ended.await;
            };
            server.serve(end).await.unwrap();
        });
        let client = Client::new();
        let description = client.get(format!("http://{address}/api/v1/openapi.json")).send().await.unwrap();
        let description = description.json().await.unwrap();
        Api { address, client, description, end: Some(end), task: Some(task) }
    }

    /// Asserts that an answer is one that the description of the API knows.
    fn must_be_described(&self, method: &str, path: &str, answer: &Response) {
        let path = format!("/api/v1{}", path.split('?').next().unwrap());
        let fits = |template: &str| {
            template.split('/').count() == path.split('/').count()
                && template
                    .split('/')
                    .zip(path.split('/'))
                    .all(|(name, part)| name == part || name.starts_with('{'))
        };
        let operations = self.description["paths"].as_object().unwrap();
        let Some((_, item)) = operations.iter().find(|(template, _)| fits(template)) else { return };
        let described = &item[method.to_lowercase()]["responses"][answer.status().as_str()];
        assert!(described.is_object(), "{method} {path} answers {}, which is not described", answer.status());
        if let Some(kind) = answer.headers().get("content-type") {
            let kind = kind.to_str().unwrap().split(';').next().unwrap();
            assert!(described["content"][kind].is_object(), "{method} {path} answers {kind}");
        }
    }

    /// Ends the server as Ctrl-C does.
    pub(crate) async fn stop(mut self) {
        drop(self.end.take());
        self.task.take().unwrap().await.unwrap();
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/api/v1{path}", self.address)
    }

    async fn ask(&self, method: Method, path: &str, token: Option<&str>, body: Option<&Value>) -> Answer {
        let name = method.to_string();
        let mut request = self.client.request(method, self.url(path)).timeout(PATIENCE);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        self.must_be_described(&name, path, &response);
        let status = response.status().as_u16();
        let kind = response.headers().get("content-type").map_or("", |kind| kind.to_str().unwrap());
        let kind = kind.to_owned();
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Answer { status, kind, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None, None).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, None, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask(Method::POST, path, None, Some(body)).await
    }

    pub(crate) async fn act(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.ask(Method::POST, path, Some(token), Some(body)).await
    }

    /// Sends bytes that need not be JSON.
    pub(crate) async fn send(&self, path: &str, body: String) -> Response {
        let request = self.client.post(self.url(path)).timeout(PATIENCE);
        let response = request.header("content-type", "application/json").body(body).send().await.unwrap();
        self.must_be_described("POST", path, &response);
        response
    }

    /// Whether a stream is told; it is left at once.
    pub(crate) async fn can_listen(&self, path: &str) -> bool {
        self.client.get(self.url(path)).send().await.unwrap().status() == 200
    }

    /// Listens to a stream, behind an event if one is given.
    pub(crate) async fn listen(&self, path: &str, last: Option<&str>) -> Events {
        let mut request = self.client.get(self.url(path));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        Events { response, text: Vec::new() }
    }
}

/// An event of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// A stream of events.
pub(crate) struct Events {
    response: Response,
    text: Vec<u8>,
}

impl Events {
    /// The next event; nothing at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Told> {
        loop {
            while let Some(end) = self.text.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = self.text.drain(..end + 2).collect();
                let block = String::from_utf8(block).unwrap();
                let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
                if let Some(data) = field("data:") {
                    return Some(Told {
                        id: field("id:").map(|id| id.trim().to_owned()),
                        name: field("event:").unwrap_or_default().trim().to_owned(),
                        data: serde_json::from_str(data.trim()).unwrap(),
                    });
                }
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await.expect("an event");
            self.text.extend_from_slice(&chunk.ok()??);
        }
    }

    /// The next event with this name.
    pub(crate) async fn until(&mut self, name: &str) -> Told {
        loop {
            let told = self.next().await.expect("the stream goes on");
            if told.name == name {
                return told;
            }
        }
    }
}
