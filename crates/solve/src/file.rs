//! Tables as files.
//!
//! ```text
//! magic (8) | length of the name (2) | name | kind (1) | plies (1) | most moves (1) | decided (8) | states (8)
//!     | illegal (8) | draws (8) | distances (1) | states of each distance (8 each) | checksum of all before (8)
//!     | the bytes of all states, compressed (Zstandard, with its own checksum)
//! ```
//!
//! Numbers have their lowest byte first. The name says which game under which rules it is about. A finished table and a
//! journal of unfinished work differ in kind. Files are written under another name, then renamed: one that has its name is
//! complete.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use mossa_game::{BookError, InputError, InputKind};

use crate::table::{Statistics, Table};

const MAGIC: &[u8; 8] = b"mossaRT1";

/// How hard the compressor tries: the usual level. Others were not measured.
const LEVEL: i32 = 3;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A finished table.
    Table,
    /// What is known after some layers.
    Unfinished {
        /// What was found last is decided after so many plies.
        plies: u8,
        /// The most moves that a state has.
        most_moves: u8,
        /// How many states have a value.
        decided: u64,
    },
}

/// What the beginning of a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub(crate) kind: Kind,
    pub(crate) statistics: Statistics,
}

/// What a file is called in errors.
fn bad(path: &Path, what: &str) -> BookError {
    let problem = format!("{} is no table of this game: {what}", path.display());
    let expected = "a file as mossa wrote it: delete this one and build again";
    InputError::new(InputKind::Setting, problem, expected).into()
}

fn failed(path: &Path, error: io::Error) -> BookError {
    BookError::Io(path.display().to_string(), error)
}

/// Writes a table of the game called `name`, and gives how many bytes the file has.
pub fn write(path: &Path, name: &str, table: &Table) -> Result<u64, BookError> {
    let head = Head { kind: Kind::Table, statistics: table.statistics() };
    write_all(path, name, &head, std::iter::once(table.bytes()))
}

/// The table of the game called `name`, every byte of it checked; nothing if there is no file.
pub fn read(path: &Path, name: &str, states: u64) -> Result<Option<Table>, BookError> {
    let Some((head, file)) = open(path, name)? else { return Ok(None) };
    if head.kind != Kind::Table {
        return Err(bad(path, "it is not finished"));
    }
    if head.statistics.states != states {
        return Err(bad(path, "it has another number of positions"));
    }
    let mut values = Vec::new();
    let room = usize::try_from(states).ok().and_then(|states| values.try_reserve_exact(states).ok());
    room.ok_or_else(|| failed(path, io::ErrorKind::OutOfMemory.into()))?;
    read_all(path, file, states, |part| values.extend_from_slice(part))?;
    let table = Table::new(values);
    if table.statistics() != head.statistics {
        return Err(bad(path, "its contents are damaged"));
    }
    Ok(Some(table))
}

/// What the beginning of a finished table says, and how many bytes the file has; nothing if there is no file.
pub fn statistics(path: &Path, name: &str) -> Result<Option<(Statistics, u64)>, BookError> {
    let Some((head, file)) = open(path, name)? else { return Ok(None) };
    let bytes = file.get_ref().metadata().map_err(|error| failed(path, error))?.len();
    match head.kind {
        Kind::Table => Ok(Some((head.statistics, bytes))),
        Kind::Unfinished { .. } => Err(bad(path, "it is not finished")),
    }
}

/// Writes a file whose contents come in parts.
pub(crate) fn write_all<P: AsRef<[u8]>>(
    path: &Path,
    name: &str,
    head: &Head,
    parts: impl Iterator<Item = P>,
) -> Result<u64, BookError> {
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = || {
        let mut file = BufWriter::new(File::create(&temporary)?);
        file.write_all(&head.to_bytes(name))?;
        let mut compressed = zstd::Encoder::new(file, LEVEL)?;
        compressed.include_checksum(true)?;
        for part in parts {
            compressed.write_all(part.as_ref())?;
        }
        let file = compressed.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        // Otherwise the new name could reach the disk before the contents do.
        file.sync_all()?;
        let bytes = file.metadata()?.len();
        fs::rename(&temporary, path)?;
        Ok(bytes)
    };
    written().map_err(|error| {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        failed(path, error)
    })
}

/// The beginning of a file, and the file behind it; nothing if there is none.
pub(crate) fn open(path: &Path, name: &str) -> Result<Option<(Head, BufReader<File>)>, BookError> {
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(path, error)),
    };
    match Head::read(&mut file, name) {
        Ok(Ok(head)) => Ok(Some((head, file))),
        Ok(Err(what)) => Err(bad(path, what)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(bad(path, "it is too short")),
        Err(error) => Err(failed(path, error)),
    }
}

/// Hands over the bytes of all states, and makes sure that there are exactly so many.
pub(crate) fn read_all(
    path: &Path,
    file: BufReader<File>,
    states: u64,
    mut part: impl FnMut(&[u8]),
) -> Result<(), BookError> {
    let damaged = |_: io::Error| bad(path, "its contents are damaged");
    let mut plain = zstd::Decoder::with_buffer(file).map_err(damaged)?;
    let mut buffer = vec![0; 1 << 17];
    let mut left = states;
    loop {
        let count = plain.read(&mut buffer).map_err(damaged)?;
        if count == 0 {
            break;
        }
        left = left.checked_sub(count as u64).ok_or_else(|| bad(path, "it is too long"))?;
        part(&buffer[..count]);
    }
    if left == 0 { Ok(()) } else { Err(bad(path, "it is too short")) }
}

impl Head {
    fn to_bytes(&self, name: &str) -> Vec<u8> {
        let name = &name.as_bytes()[..name.len().min(usize::from(u16::MAX))];
        let mut bytes = MAGIC.to_vec();
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name);
        let (kind, plies, most_moves, decided) = match self.kind {
            Kind::Table => (0, 0, 0, 0),
            Kind::Unfinished { plies, most_moves, decided } => (1, plies, most_moves, decided),
        };
        bytes.extend([kind, plies, most_moves]);
        let Statistics { states, illegal, draws, by_plies } = &self.statistics;
        [decided, *states, *illegal, *draws].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.push(by_plies.len() as u8);
        by_plies.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The beginning, or what is wrong with it.
    fn read(file: &mut impl Read, name: &str) -> io::Result<Result<Head, &'static str>> {
        let mut told = Told { file, bytes: Vec::new() };
        if told.next(MAGIC.len())? != MAGIC {
            return Ok(Err("it begins differently"));
        }
        let length = told.number(2)? as usize;
        let named = told.next(length)? == name.as_bytes();
        let (kind, plies, most_moves) = (told.number(1)?, told.number(1)? as u8, told.number(1)? as u8);
        let (decided, states, illegal, draws) =
            (told.number(8)?, told.number(8)?, told.number(8)?, told.number(8)?);
        let distances = told.number(1)?;
        let by_plies = (0..distances).map(|_| told.number(8)).collect::<io::Result<Vec<u64>>>()?;
        let sum = checksum(&told.bytes);
        if told.number(8)? != sum {
            return Ok(Err("its beginning is damaged"));
        }
        if !named {
            return Ok(Err("it is about another game"));
        }
        let kind = match kind {
            0 => Kind::Table,
            _ => Kind::Unfinished { plies, most_moves, decided },
        };
        Ok(Ok(Head { kind, statistics: Statistics { states, illegal, draws, by_plies } }))
    }
}

/// The beginning of a file, as far as it was read.
struct Told<'a, R> {
    file: &'a mut R,
    bytes: Vec<u8>,
}

impl<R: Read> Told<'_, R> {
    fn next(&mut self, count: usize) -> io::Result<&[u8]> {
        let first = self.bytes.len();
        self.bytes.resize(first + count, 0);
        self.file.read_exact(&mut self.bytes[first..])?;
        Ok(&self.bytes[first..])
    }

    fn number(&mut self, count: usize) -> io::Result<u64> {
        let mut number = [0; 8];
        number[..count].copy_from_slice(self.next(count)?);
        Ok(u64::from_le_bytes(number))
    }
}

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo): enough against damage.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(error: BookError) -> String {
        error.to_string()
    }

    #[test]
    fn tables_come_back_and_damage_is_told() {
        let folder = std::env::temp_dir().join(format!("mossa-retrograde-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.table");
        let values: Vec<u8> = (0..300_000u32).map(|state| (state.wrapping_mul(state) >> 7) as u8).collect();
        let table = Table::new(values);
        assert!(read(&path, "game", 300_000).unwrap().is_none());
        let bytes = write(&path, "game", &table).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
        assert_eq!(read(&path, "game", 300_000).unwrap(), Some(table.clone()));
        assert_eq!(statistics(&path, "game").unwrap(), Some((table.statistics(), bytes)));
        let other = told(read(&path, "another", 300_000).unwrap_err());
        assert!(other.contains("about another game") && other.contains("build again"), "{other}");
        assert!(told(read(&path, "game", 300_001).unwrap_err()).contains("another number of positions"));
        let good = fs::read(&path).unwrap();
        for at in (0..good.len()).step_by(good.len() / 97) {
            let mut damaged = good.clone();
            damaged[at] ^= 16;
            fs::write(&path, &damaged).unwrap();
            assert!(read(&path, "game", 300_000).is_err(), "byte {at}");
        }
        for length in [0, 5, 30, good.len() / 2, good.len() - 1] {
            fs::write(&path, &good[..length]).unwrap();
            assert!(read(&path, "game", 300_000).is_err(), "length {length}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
