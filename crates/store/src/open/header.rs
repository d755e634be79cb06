//! What the first bytes of a file say, before SQLite sees it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a file is, as far as its first bytes tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Header {
    /// Nothing yet.
    Empty,
    /// A database of SQLite with pages of so many bytes.
    Sqlite { page: u64 },
    /// Something else.
    Other,
}

/// How every database of SQLite begins (<https://sqlite.org/fileformat.html>, 1.3.1); the header has 100 bytes.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;

/// Whether the file at `path` ends within a page, and no log holds that page: SQLite would take what is missing for
/// zeros.
pub(super) fn is_cut_off(path: &Path, page: u64) -> std::io::Result<bool> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let logged = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    Ok(!logged && std::fs::metadata(path)?.len() % page != 0)
}

/// Looks at the beginning of the file at `path`.
pub(super) fn read(path: &Path) -> std::io::Result<Header> {
    let mut bytes = Vec::new();
    File::open(path)?.take(HEADER_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(match bytes.len() {
        0 => Header::Empty,
        HEADER_BYTES if bytes.starts_with(MAGIC) => match u16::from_be_bytes([bytes[16], bytes[17]]) {
            1 => Header::Sqlite { page: 1 << 16 },
            page if page.is_power_of_two() && page >= 512 => Header::Sqlite { page: page.into() },
            _ => Header::Other,
        },
        _ => Header::Other,
    })
}
