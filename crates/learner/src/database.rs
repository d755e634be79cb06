//! A database that is waited for, and what it knows of people.

use std::sync::Arc;

use mossa_adapt::Profile;
use mossa_engine::AnyGame;
use mossa_store::{BlockingStore, Opponent, Store, StoreError, UnixMillis};

/// A database that a thread may wait for. Clones are the same.
pub trait Database: Clone + Send + 'static {
    /// The store.
    fn store(&self) -> &Store;

    /// Waits for a method of the store.
    fn wait<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError>;
}

impl Database for Arc<BlockingStore> {
    fn store(&self) -> &Store {
        self
    }

    fn wait<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        BlockingStore::wait(self, work)
    }
}

/// What is known of somebody in a game, faded by the time that went by, and the version that it has. A profile of other themes
/// than the game has now counts as none.
pub fn profile(
    database: &impl Database,
    opponent: &Opponent,
    game: &dyn AnyGame,
) -> Result<(Option<Profile>, u64), StoreError> {
    let Some(stored) = database.wait(database.store().current_profile(opponent.id, game.name()))? else {
        return Ok((None, 0));
    };
    let read = stored.profile.and_then(|value| serde_json::from_value(value).ok());
    let fits = |profile: &Profile| profile.check(game.name(), &game.themes()).is_ok();
    let faded = read.filter(fits).map(|mut profile: Profile| {
        profile.rest(days_since(stored.taken));
        profile
    });
    Ok((faded, stored.version))
}

fn days_since(moment: UnixMillis) -> f64 {
    const MILLIS_OF_A_DAY: f64 = 86_400_000.0;
    UnixMillis::now().0.saturating_sub(moment.0).max(0) as f64 / MILLIS_OF_A_DAY
}
