//! The book as JSON lines, to be taken elsewhere.

use std::io::{BufRead, Read, Write};

use futures_util::TryStreamExt;

use crate::book::{self, BookRow, Scope};
use crate::check;
use crate::error::StoreError;
use crate::store::Store;

/// Lines that are added together. The transaction is one for all; this is only what is kept in memory.
const LINES_AT_ONCE: usize = 1000;

/// No line is longer: three keys of 800 bytes, all of them escaped, and the numbers.
const LONGEST_LINE: u64 = 64 << 10;

impl Store {
    /// Writes the book as one JSON object a line, of one moment; of one scope, or all. Gives the number of lines.
    pub async fn export_book(
        &self,
        scope: Option<Scope>,
        output: &mut (dyn Write + Send),
    ) -> Result<u64, StoreError> {
        let sql = "SELECT scope, game, position, move, visits, score FROM book \
                   WHERE $1 IS NULL OR scope = $1 ORDER BY scope, game, position, move";
        let mut connection = self.reading().await?;
        let mut rows = sqlx::query(sql).bind(scope.map(String::from)).fetch(&mut *connection);
        let mut lines = 0;
        while let Some(row) = rows.try_next().await? {
            let line = serde_json::to_string(&book::row(&row)?).map_err(std::io::Error::from);
            line.and_then(|line| writeln!(output, "{line}")).map_err(unwritten)?;
            lines += 1;
        }
        output.flush().map_err(unwritten)?;
        Ok(lines)
    }

    /// Adds what [`export_book`](Store::export_book) wrote to the book: all of it, or nothing if a line is wrong. Gives
    /// the number of lines.
    pub async fn import_book(&self, input: &mut (dyn BufRead + Send)) -> Result<u64, StoreError> {
        let mut writing = self.writing().await?;
        let mut lines = 0;
        loop {
            let rows = read_rows(input, &mut lines)?;
            if rows.is_empty() {
                break;
            }
            book::add(writing.connection(), &book::sums(&rows)?).await?;
        }
        writing.commit().await?;
        Ok(lines)
    }
}

fn unwritten(source: std::io::Error) -> StoreError {
    StoreError::File { doing: "writing the book", source }
}

/// The next rows; `line` counts lines.
fn read_rows(input: &mut (dyn BufRead + Send), line: &mut u64) -> Result<Vec<BookRow>, StoreError> {
    let mut rows = Vec::new();
    while rows.len() < LINES_AT_ONCE {
        let mut text = Vec::new();
        let read = input.take(LONGEST_LINE).read_until(b'\n', &mut text);
        if read.map_err(|source| StoreError::File { doing: "reading the book", source })? == 0 {
            break;
        }
        *line += 1;
        rows.push(read_row(&text, *line)?);
    }
    Ok(rows)
}

fn read_row(text: &[u8], line: u64) -> Result<BookRow, StoreError> {
    let row: BookRow = serde_json::from_slice(text).map_err(|error| {
        let expected = "a JSON object with game, position, move, visits and score";
        check::bad(format!("line {line} of the book: {error}"), expected)
    })?;
    row.validate()
        .map_err(|error| check::bad(format!("line {line} of the book: {}", error.problem), error.expected))?;
    Ok(row)
}
