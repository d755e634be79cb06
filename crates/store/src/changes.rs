//! Changes of many tables in few statements. Each statement goes to the thread of a connection, or to another machine, and
//! back: on a busy machine that takes longer than what the statement does.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use serde_json::Value;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use crate::check;
use crate::error::StoreError;
use crate::ids::TableId;
use crate::tables::TableChange;

/// How many rows go to the database together: as large a part as there is. Few statements are soon prepared.
const BATCHES: [usize; 4] = [64, 16, 4, 1];

/// Parameters of a row, in both statements.
const WIDTH: usize = 5;

/// The statements that change tables, for [`BATCHES`]. Both databases call the columns of values by their numbers.
static UPDATES: LazyLock<[Arc<str>; 4]> = LazyLock::new(|| {
    BATCHES.map(|count| {
        let sql = format!(
            "UPDATE tables SET state = new.column2, version = new.column3, updated = new.column4, \
             document = new.column5 FROM (VALUES {}) AS new \
             WHERE tables.id = new.column1 AND tables.version = new.column3 - 1 RETURNING id",
            rows(count)
        );
        sql.into()
    })
});

/// The statements that add moves, for [`BATCHES`].
static INSERTS: LazyLock<[Arc<str>; 4]> = LazyLock::new(|| {
    BATCHES.map(|count| {
        let sql = "INSERT INTO table_moves (table_id, ply, move, millis, value) VALUES";
        format!("{sql} {}", rows(count)).into()
    })
});

/// Rows of parameters.
fn rows(count: usize) -> String {
    let row = |first: usize| {
        let parameters: Vec<String> = (1..=WIDTH).map(|number| format!("${}", first + number)).collect();
        format!("({})", parameters.join(", "))
    };
    (0..count).map(|number| row(WIDTH * number)).collect::<Vec<_>>().join(", ")
}

/// Writes changes in their order; gives for each whether its table was at the version before, and is changed.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    changes: &[&TableChange],
) -> Result<Vec<bool>, StoreError> {
    let mut written = Vec::with_capacity(changes.len());
    let mut rest = changes;
    while !rest.is_empty() {
        let (different, after) = rest.split_at(different(rest));
        let changed = update(connection, different).await?;
        let is_changed = |change: &&&TableChange| changed.contains(&change.table.id);
        let kept: Vec<&TableChange> = different.iter().filter(is_changed).copied().collect();
        cut(connection, &kept).await?;
        insert(connection, &kept).await?;
        written.extend(different.iter().map(|change| is_changed(&change)));
        rest = after;
    }
    Ok(written)
}

/// How many changes there are before one is about the same table as another: a statement changes a row once.
fn different(changes: &[&TableChange]) -> usize {
    let mut known = HashSet::new();
    changes.iter().take_while(|change| known.insert(change.table.id)).count()
}

/// Changes tables, each at most once; gives those that were at the version before.
async fn update(
    connection: &mut AnyConnection,
    changes: &[&TableChange],
) -> Result<HashSet<TableId>, StoreError> {
    let mut changed = HashSet::with_capacity(changes.len());
    for (sql, batch) in batches(&UPDATES, changes) {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for TableChange { table, .. } in batch {
            query = query.bind(table.id.to_string()).bind(table.state.as_str());
            query = query.bind(check::count("a version", table.version)?).bind(table.updated.0);
            query = query.bind(table.document.to_string());
        }
        for row in query.fetch_all(&mut *connection).await? {
            changed.insert(row.try_get::<String, _>(0)?.parse()?);
        }
    }
    Ok(changed)
}

/// Removes the moves that do not stay.
async fn cut(connection: &mut AnyConnection, changes: &[&TableChange]) -> Result<(), StoreError> {
    for TableChange { table, kept, .. } in changes.iter().filter(|change| change.cut) {
        let gone = sqlx::query("DELETE FROM table_moves WHERE table_id = $1 AND ply >= $2");
        gone.bind(table.id.to_string()).bind(*kept as i64).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Adds moves behind those that stay.
async fn insert(connection: &mut AnyConnection, changes: &[&TableChange]) -> Result<(), StoreError> {
    let mut moves = Vec::with_capacity(changes.len());
    for TableChange { table, kept, added, .. } in changes {
        moves.extend(added.iter().enumerate().map(|(index, added)| (table.id, kept + index, added)));
    }
    for (sql, batch) in batches(&INSERTS, &moves) {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (id, ply, added) in batch {
            let millis = added.millis.map(|millis| check::count("a time", millis)).transpose()?;
            query = query.bind(id.to_string()).bind(*ply as i64).bind(added.text.as_str()).bind(millis);
            query = query.bind(added.value.as_ref().map(Value::to_string));
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Parts of `all`, as large as there are statements for, each with its statement.
fn batches<'a, T>(statements: &[Arc<str>; 4], all: &'a [T]) -> Vec<(Arc<str>, &'a [T])> {
    let (mut parts, mut rest) = (Vec::new(), all);
    for (size, sql) in BATCHES.into_iter().zip(statements) {
        while let Some((batch, after)) = rest.split_at_checked(size) {
            parts.push((Arc::clone(sql), batch));
            rest = after;
        }
    }
    parts
}
