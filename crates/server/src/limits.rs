//! How much one client may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::app::App;
use crate::problem::Problem;

/// How many expensive requests a client may make at once, and how many more each second.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// More each second.
    pub per_second: f64,
}

impl Default for Rate {
    fn default() -> Rate {
        Rate { burst: 100.0, per_second: 10.0 }
    }
}

/// Above so many clients those that have all their allowance are forgotten.
const MANY: usize = 10_000;

/// What every client has left.
pub(crate) struct Rates {
    rate: Rate,
    left: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Rates {
    pub(crate) fn new(rate: Rate) -> Rates {
        Rates { rate, left: Mutex::default() }
    }

    /// Takes one from the allowance of a client; the seconds to wait if nothing is left.
    fn take(&self, client: IpAddr, now: Instant) -> Result<(), u32> {
        let Rate { burst, per_second } = self.rate;
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let grown = |(had, since): (f64, Instant)| {
            (had + now.saturating_duration_since(since).as_secs_f64() * per_second).min(burst)
        };
        if left.len() > MANY {
            left.retain(|_, entry| grown(*entry) < burst);
        }
        let has = left.get(&client).map_or(burst, |entry| grown(*entry));
        let enough = has >= 1.0;
        left.insert(client, (if enough { has - 1.0 } else { has }, now));
        if enough { Ok(()) } else { Err(((1.0 - has) / per_second).ceil().max(1.0) as u32) }
    }
}

/// How many streams every client has open.
pub(crate) struct Streams {
    most: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

impl Streams {
    /// Lets each client have so many at once.
    pub(crate) fn new(most: usize) -> Arc<Streams> {
        Arc::new(Streams { most, open: Mutex::default() })
    }

    /// One more stream of a client; nothing if it has too many.
    fn enter(self: &Arc<Streams>, client: IpAddr) -> Option<Listener> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.get(&client).copied().unwrap_or(0);
        if count >= self.most {
            return None;
        }
        open.insert(client, count + 1);
        Some(Listener { streams: Arc::clone(self), client })
    }
}

/// A stream of a client, as long as it is open.
pub(crate) struct Listener {
    streams: Arc<Streams>,
    client: IpAddr,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        match open.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(open.remove(&self.client)),
        }
    }
}

/// After how many seconds somebody may look whether a stream has ended.
const STREAM_PATIENCE: u32 = 5;

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    /// Refuses an expensive request of somebody who has made too many.
    pub(crate) fn pays(self, app: &App) -> Result<(), Problem> {
        app.rates.take(self.0, Instant::now()).map_err(|seconds| {
            Problem::too_much("too many requests", seconds).hint(format!("try again in {seconds} s"))
        })
    }

    /// Refuses a stream of somebody who listens to too many. What it gives must live as long as the stream.
    pub(crate) fn listens(self, app: &App) -> Result<Listener, Problem> {
        app.streams.enter(self.0).ok_or_else(|| {
            let detail = format!("more than {} streams at once", app.streams.most);
            Problem::too_much(detail, STREAM_PATIENCE).hint("close a stream first")
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Self::Rejection> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Client(address.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(address)| address.ip())))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_allowance_is_used_up_and_grows_again() {
        let rates = Rates::new(Rate { burst: 2.0, per_second: 1.0 });
        let (client, other) = (IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V4(Ipv4Addr::BROADCAST));
        let now = Instant::now();
        assert_eq!([rates.take(client, now), rates.take(client, now)], [Ok(()), Ok(())]);
        assert_eq!(rates.take(client, now), Err(1));
        assert_eq!(rates.take(other, now), Ok(()));
        assert_eq!(rates.take(client, now + Duration::from_secs(1)), Ok(()));
    }

    #[test]
    fn a_stream_that_ends_makes_room_for_another() {
        let streams = Streams::new(2);
        let (client, other) = (IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V4(Ipv4Addr::BROADCAST));
        let (first, second) = (streams.enter(client), streams.enter(client));
        assert!(first.is_some() && second.is_some() && streams.enter(client).is_none());
        assert!(streams.enter(other).is_some());
        drop(first);
        let third = streams.enter(client);
        assert!(third.is_some() && streams.enter(client).is_none());
        drop((second, third));
        assert!(streams.open.lock().unwrap().is_empty(), "nobody is remembered who listens no more");
    }
}
