//! Changes of tables on their way to the store: those that come while a commit waits for the disk share the next one.

use std::slice;

use mossa_store::{Store, StoreError, TableChange};
use tokio::sync::{mpsc, oneshot};

/// So many changes may wait; whoever comes then waits to wait.
const ROOM: usize = 4096;

/// So many changes share a commit, so that the first of them does not wait for too many others.
const TOGETHER: usize = 128;

struct Waiting {
    change: TableChange,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes changes of tables, in the order in which they come.
pub(crate) struct Writer {
    queue: mpsc::Sender<Waiting>,
}

impl Writer {
    /// A writer for `store`, on a task of its own that ends with the writer.
    pub(crate) fn new(store: Store) -> Writer {
        let (queue, mut waiting) = mpsc::channel(ROOM);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(TOGETHER);
            while waiting.recv_many(&mut batch, TOGETHER).await > 0 {
                commit(&store, std::mem::take(&mut batch)).await;
            }
        });
        Writer { queue }
    }

    /// Stores a change; when this returns, it is on disk, or nothing of it is.
    pub(crate) async fn store(&self, change: TableChange) -> Result<(), StoreError> {
        let gone = || StoreError::Database { why: "nobody writes any more".to_owned() };
        let (answer, answered) = oneshot::channel();
        self.queue.send(Waiting { change, answer }).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

async fn commit(store: &Store, batch: Vec<Waiting>) {
    let (changes, waiting): (Vec<_>, Vec<_>) =
        batch.into_iter().map(|waiting| (waiting.change, waiting.answer)).unzip();
    let answers = match store.change_tables(&changes).await {
        Ok(answers) => answers,
        Err(error) if changes.len() == 1 => vec![Err(error)],
        // One may spoil it for all, so each tries again alone.
        Err(_) => {
            let mut answers = Vec::with_capacity(changes.len());
            for change in &changes {
                let alone = store.change_tables(slice::from_ref(change)).await;
                answers
                    .push(alone.and_then(|answers| answers.into_iter().collect::<Result<(), StoreError>>()));
            }
            answers
        }
    };
    for (waiting, answer) in waiting.into_iter().zip(answers) {
        // Whoever asked may be gone with the server.
        let _ = waiting.send(answer);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mossa_store::{Location, StoredTable, TableId, TableMove, TableState, UnixMillis};

    use super::*;

    fn table(id: TableId, version: u64) -> StoredTable {
        let (game, document) = ("mnk:3,3,3".to_owned(), serde_json::json!({}));
        StoredTable { id, game, state: TableState::Running, version, updated: UnixMillis(0), document }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn many_changes_at_once_are_all_stored_and_answered() {
        let store = Store::open(&Location::parse(":memory:").unwrap()).await.unwrap();
        let writer = Arc::new(Writer::new(store.clone()));
        let ids: Vec<TableId> = (0..300).map(TableId::from_bits).collect();
        for id in &ids {
            store.create_table(&table(*id, 1)).await.unwrap();
        }
        let tasks = ids.iter().map(|id| {
            let (writer, id) = (Arc::clone(&writer), *id);
            tokio::spawn(async move {
                for ply in 0..3 {
                    let added = vec![TableMove { text: ply.to_string(), millis: None, value: None }];
                    let change =
                        TableChange { table: table(id, ply as u64 + 2), kept: ply, cut: false, added };
                    writer.store(change).await.unwrap();
                }
                // A version that was there already.
                let late = TableChange { table: table(id, 3), kept: 0, cut: true, added: Vec::new() };
                assert!(matches!(writer.store(late).await, Err(StoreError::TableMoved { .. })));
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        for id in ids {
            let moves = store.table_moves(id).await.unwrap();
            assert_eq!(moves.iter().map(|m| m.text.as_str()).collect::<Vec<_>>(), ["0", "1", "2"]);
        }
    }
}
