//! The store for programs that are not asynchronous.

use std::future::Future;
use std::ops::Deref;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::error::StoreError;
use crate::location::Location;
use crate::store::Store;

/// A [`Store`] with a runtime of its own: `db.wait(db.opponents())`.
///
/// It is for the command line. Inside an asynchronous runtime it must not be used, and says so with
/// [`StoreError::WouldBlock`].
#[derive(Debug)]
pub struct BlockingStore {
    store: Store,
    /// Taken when it is dropped.
    runtime: Option<Runtime>,
}

impl BlockingStore {
    /// Opens the database at `location`, as [`Store::open`] does.
    pub fn open(location: &Location) -> Result<BlockingStore, StoreError> {
        if Handle::try_current().is_ok() {
            return Err(StoreError::WouldBlock);
        }
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|source| StoreError::File { doing: "starting the store", source })?;
        let store = runtime.block_on(Store::open(location))?;
        Ok(BlockingStore { store, runtime: Some(runtime) })
    }

    /// Waits for a method of the store.
    pub fn wait<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        match &self.runtime {
            Some(runtime) if Handle::try_current().is_err() => runtime.block_on(work),
            _ => Err(StoreError::WouldBlock),
        }
    }
}

impl Deref for BlockingStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl Drop for BlockingStore {
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        if Handle::try_current().is_err() {
            runtime.block_on(self.store.close());
        }
        // Dropping it would block, which is a panic inside another runtime.
        runtime.shutdown_background();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_refuses_to_block_a_runtime() {
        let location = Location::parse(":memory:").unwrap();
        let outside = BlockingStore::open(&location).unwrap();
        assert!(outside.wait(outside.opponents()).unwrap().is_empty());
        let runtime = Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            assert!(matches!(BlockingStore::open(&location), Err(StoreError::WouldBlock)));
            assert!(matches!(outside.wait(outside.opponents()), Err(StoreError::WouldBlock)));
            drop(outside);
        });
    }
}
