//! Files of tables as memory.
//!
//! Tables of seven pieces take nearly a gigabyte, of which a search touches little. Mapped, they are there at once, the
//! system keeps what is used, and programs that run at the same time share it. Mapping a file is what the module needs
//! `unsafe` for.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Mmap, MmapOptions};

/// A part of a file as bytes that never change.
#[derive(Debug)]
pub(super) struct Mapping(Mmap);

impl Mapping {
    /// The `len` bytes of `file` from `offset`; an error if the file is shorter.
    pub(super) fn new(file: &File, offset: u64, len: usize) -> io::Result<Mapping> {
        let end = offset.checked_add(len as u64).ok_or(io::ErrorKind::InvalidInput)?;
        if file.metadata()?.len() < end {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // SAFETY: the mapping is read-only and lies within the file, as was looked at. No references into it are given
        // out but shared ones that live as long as `self`. What remains is that nobody writes to the file or cuts it
        // off while it is mapped. Mossa does not: tables are written under another name and put in place by renaming,
        // and files are deleted, never emptied; both leave a mapped file as it is. Other programs cannot be kept from
        // it, so the user must: who changes a table in place while mossa uses it breaks the promise that shared bytes
        // do not change and may get any answer, and who cuts it off ends the program with SIGBUS where the missing
        // part is read. `mossa table --help` says so.
        let map = unsafe { MmapOptions::new().offset(offset).len(len).map(file) }?;
        // A wish: probes touch random places, and reading around them would be in vain.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        Ok(Mapping(map))
    }
}

impl Deref for Mapping {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_file_is_mapped_and_no_more_than_there_is() {
        let path = std::env::temp_dir().join(format!("mossa-mapping-{}", std::process::id()));
        std::fs::write(&path, b"headbytes").unwrap();
        let file = File::open(&path).unwrap();
        assert_eq!(&*Mapping::new(&file, 4, 5).unwrap(), b"bytes");
        assert!(Mapping::new(&file, 4, 6).is_err() && Mapping::new(&file, u64::MAX, 2).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
