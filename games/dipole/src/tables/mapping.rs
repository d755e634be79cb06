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
        // SAFETY: the mapping is read-only and lies within the file, as was looked at. What remains is that nobody may
        // write to the file or cut it off while it is mapped. Tables are written under another name and put in place
        // by renaming, which leaves mapped files as they are, and mossa never opens a finished one for writing. No
        // references into the mapping are given out but shared ones that live as long as `self`, and any byte is a
        // valid value: who damages a table from outside gets wrong bytes, as with a damaged file.
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
