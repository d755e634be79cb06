//! A table as a file.
//!
//! ```text
//! magic (8) | cells (1) | white (1) | black (1) | longest (1) | 0 (4) | entries (8) | wins (8)
//!     | checksum of the entries (8) | checksum of all before (8) | a byte for each entry
//! ```
//!
//! Numbers have their lowest byte first.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use mossa_game::{BookError, InputError, InputKind, TableInfo, Verdict};

use super::entry::Entry;
use super::index::Index;
use super::mapping::Mapping;
use super::shelf::{Bytes, Table};

const MAGIC: &[u8; 8] = b"mossaDT1";
const HEAD: usize = 48;

/// How the name of a file ends that is being written, behind the number of the process that writes it.
const UNFINISHED: &str = ".tmp";

/// Which table of which board: dark cells, White's and Black's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Which {
    pub(super) cells: usize,
    pub(super) white: usize,
    pub(super) black: usize,
}

/// What the beginning of a file says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Head {
    which: Which,
    longest: u8,
    entries: u64,
    wins: u64,
    checksum: u64,
}

impl Which {
    /// `dipole-8x8-3-4.table`
    pub(super) fn path(self, folder: &Path) -> PathBuf {
        let side = (2 * self.cells).isqrt();
        folder.join(format!("dipole-{side}x{side}-{}-{}.table", self.white, self.black))
    }

    /// The numbers of its positions.
    pub(super) fn index(self) -> Index {
        Index::new(self.cells, self.white, self.black)
    }

    /// Writes a table under another name, then renames it: a file that has its name is complete.
    pub(super) fn write(self, folder: &Path, table: &Table) -> Result<TableInfo, BookError> {
        let path = self.path(folder);
        let temporary = path.with_extension(format!("{}{UNFINISHED}", std::process::id()));
        let head = Head::of(self, table.bytes());
        let written = || {
            let mut file = File::create(&temporary)?;
            // It says that somebody is at work here; where files cannot be locked nobody removes any.
            let _ = file.try_lock();
            file.write_all(&head.to_bytes())?;
            file.write_all(table.bytes())?;
            // Otherwise the new name could reach the disk before the contents do.
            file.sync_all()?;
            fs::rename(&temporary, &path)
        };
        written().map_err(|error| {
            // The first error is the one to tell.
            let _ = fs::remove_file(&temporary);
            BookError::Io(path.display().to_string(), error)
        })?;
        Ok(head.info())
    }

    /// Removes what builds that were killed have left of this table: files that no living process has locked. One that
    /// cannot be removed does no harm.
    pub(super) fn remove_leftovers(self, folder: &Path) {
        let path = self.path(folder);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned() + ".";
        let Ok(files) = fs::read_dir(folder) else { return };
        for file in files.filter_map(Result::ok) {
            let name = file.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix(&stem)?.strip_suffix(UNFINISHED));
            let ours = process.is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()));
            if ours && File::open(file.path()).is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(file.path());
            }
        }
    }

    /// What the file of this table says about itself; nothing if there is none. Its size is checked.
    pub(super) fn info(self, folder: &Path) -> Result<Option<TableInfo>, BookError> {
        Ok(self.open(folder)?.map(|(_, head)| head.info()))
    }

    /// The table, mapped; nothing if there is no file.
    pub(super) fn map(self, folder: &Path) -> Result<Option<Table>, BookError> {
        let Some((file, head)) = self.open(folder)? else { return Ok(None) };
        let mapping = Mapping::new(&file, HEAD as u64, head.entries as usize)
            .map_err(|error| self.io(folder, error))?;
        Ok(Table::new(self.index(), Bytes::Mapped(mapping)))
    }

    /// The table with every byte checked; nothing if there is no file.
    pub(super) fn read(self, folder: &Path) -> Result<Option<Table>, BookError> {
        let Some((mut file, head)) = self.open(folder)? else { return Ok(None) };
        let mut bytes = Vec::with_capacity(head.entries as usize);
        file.read_to_end(&mut bytes).map_err(|error| self.io(folder, error))?;
        if Head::of(self, &bytes) != head {
            return Err(self.bad(folder, "its entries are damaged"));
        }
        Ok(Table::new(self.index(), Bytes::Owned(bytes)))
    }

    /// The file behind its beginning, and what that says.
    fn open(self, folder: &Path) -> Result<Option<(File, Head)>, BookError> {
        let mut file = match File::open(self.path(folder)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.io(folder, error)),
        };
        let length = file.metadata().map_err(|error| self.io(folder, error))?.len();
        let mut bytes = [0; HEAD];
        if let Err(error) = file.read_exact(&mut bytes) {
            return Err(match error.kind() {
                io::ErrorKind::UnexpectedEof => self.bad(folder, "it is too short"),
                _ => self.io(folder, error),
            });
        }
        let head = Head::from_bytes(&bytes).map_err(|what| self.bad(folder, what))?;
        if head.which != self || head.entries != self.index().entries() {
            return Err(self.bad(folder, "it is another table than its name says"));
        }
        if length != HEAD as u64 + head.entries {
            return Err(self.bad(folder, "it is not as long as it says"));
        }
        Ok(Some((file, head)))
    }

    fn bad(self, folder: &Path, what: &str) -> BookError {
        let problem = format!("{} is no endgame table: {what}", self.path(folder).display());
        let expected = "a file as `mossa table build` wrote it: delete this one and build again";
        InputError::new(InputKind::Setting, problem, expected).into()
    }

    fn io(self, folder: &Path, error: io::Error) -> BookError {
        BookError::Io(self.path(folder).display().to_string(), error)
    }
}

impl Head {
    fn of(which: Which, bytes: &[u8]) -> Head {
        let mut head =
            Head { which, longest: 0, entries: bytes.len() as u64, wins: 0, checksum: checksum(bytes) };
        for (verdict, plies) in bytes.iter().filter_map(|byte| Entry::from_byte(*byte).value()) {
            head.wins += u64::from(verdict == Verdict::Win);
            head.longest = head.longest.max(plies);
        }
        head
    }

    fn to_bytes(self) -> Vec<u8> {
        let Which { cells, white, black } = self.which;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([cells as u8, white as u8, black as u8, self.longest, 0, 0, 0, 0]);
        [self.entries, self.wins, self.checksum].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; HEAD]) -> Result<Head, &'static str> {
        if !bytes.starts_with(MAGIC) {
            return Err("it begins differently");
        }
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(number)
        };
        if number(HEAD - 8) != checksum(&bytes[..HEAD - 8]) {
            return Err("its beginning is damaged");
        }
        let which = Which { cells: bytes[8].into(), white: bytes[9].into(), black: bytes[10].into() };
        Ok(Head { which, longest: bytes[11], entries: number(16), wins: number(24), checksum: number(32) })
    }

    fn info(&self) -> TableInfo {
        TableInfo {
            name: None,
            pieces: [self.which.white as u32, self.which.black as u32],
            positions: self.entries,
            wins: self.wins,
            // There are no draws.
            losses: self.entries.saturating_sub(self.wins),
            longest: self.longest.into(),
        }
    }
}

/// FNV-1a over words of eight bytes, with a shift so that high bits reach low ones: enough against damage, and fast
/// enough for a gigabyte.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3);
        sum ^= sum >> 29;
    }
    sum ^ bytes.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_are_written_and_read() {
        let which = Which { cells: 50, white: 2, black: 1 };
        let head = Head::of(which, &[1, 254, 250, 100, 155]);
        assert_eq!((head.wins, head.longest, head.entries), (3, 100, 5));
        let bytes: [u8; HEAD] = head.to_bytes().try_into().unwrap();
        assert_eq!(Head::from_bytes(&bytes), Ok(head));
        for at in 0..HEAD {
            let mut damaged = bytes;
            damaged[at] ^= 4;
            assert!(Head::from_bytes(&damaged).is_err(), "byte {at}");
        }
        assert_eq!(which.path(Path::new("a")), Path::new("a/dipole-10x10-2-1.table"));
    }

    #[test]
    fn what_a_killed_build_left_is_removed_and_what_another_writes_is_not() {
        let folder = std::env::temp_dir().join(format!("mossa-leftovers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let names = ["1-2.77.tmp", "1-2.78.tmp", "1-2.x.tmp", "1-20.77.tmp", "2-1.77.tmp", "1-2.table"];
        let paths = names.map(|name| folder.join(format!("dipole-8x8-{name}")));
        paths.iter().for_each(|path| fs::write(path, b"part").unwrap());
        let written = File::open(&paths[1]).unwrap();
        written.try_lock().unwrap();
        Which { cells: 32, white: 1, black: 2 }.remove_leftovers(&folder);
        assert_eq!(paths.map(|path| path.exists()), [false, true, true, true, true, true]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn checksums_tell_bytes_and_lengths_apart() {
        let sums = [&b""[..], b"\0", b"\0\0", b"\x01", b"12345678", b"12345679", b"123456780"].map(checksum);
        assert!((1..sums.len()).all(|i| !sums[..i].contains(&sums[i])), "{sums:?}");
    }
}
