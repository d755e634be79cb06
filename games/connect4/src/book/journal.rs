//! Finished parts of a book in the making, so that work goes on where it was broken off.
//!
//! One line of text says what is being made. Then come records, in the order in which they were finished:
//! number of the part (4 bytes) | its scores (1 byte each) | checksum (8). A record that was cut off, or that
//! does not fit, ends the journal: it and what follows is written again.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::file::checksum;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// It is about something else: the line it begins with.
    Other(String),
    /// It cannot be read or written.
    Io(io::Error),
}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> JournalError {
        JournalError::Io(error)
    }
}

impl Journal {
    /// Opens the journal of the work called `title`, or begins it. `length` says how many scores a part has, or `None`
    /// if there is no such part, and `fits` whether these can be its scores; `found` gets those that are finished.
    pub fn open(
        path: &Path,
        title: &str,
        length: impl Fn(u32) -> Option<usize>,
        fits: impl Fn(u32, &[i8]) -> bool,
        mut found: impl FnMut(u32, &[i8]),
    ) -> Result<Journal, JournalError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = format!("{title}\n").into_bytes();
        let mut good = head.len();
        if bytes.starts_with(&head) {
            while let Some((number, scores, bytes)) = record(&bytes[good..], &length)
                && fits(number, &scores)
            {
                found(number, &scores);
                good += bytes;
            }
        } else if head.starts_with(&bytes) {
            // New, or broken off within the first line.
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head)?;
        } else {
            let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            return Err(JournalError::Other(
                String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned(),
            ));
        }
        file.set_len(good as u64)?;
        file.seek(SeekFrom::Start(good as u64))?;
        Ok(Journal { file })
    }

    /// Adds a finished part.
    pub fn add(&mut self, number: u32, scores: &[i8]) -> io::Result<()> {
        let mut bytes = number.to_le_bytes().to_vec();
        bytes.extend(scores.iter().map(|score| *score as u8));
        bytes.extend(checksum(&bytes).to_le_bytes());
        self.file.write_all(&bytes)
    }
}

/// The record at the beginning of `bytes`, with its length.
fn record(bytes: &[u8], length: impl Fn(u32) -> Option<usize>) -> Option<(u32, Vec<i8>, usize)> {
    let number = u32::from_le_bytes(*bytes.first_chunk()?);
    let end = 4 + length(number)?;
    let content = bytes.get(..end)?;
    let sum: [u8; 8] = bytes.get(end..end + 8)?.try_into().ok()?;
    if checksum(content) != u64::from_le_bytes(sum) {
        return None;
    }
    Some((number, content[4..].iter().map(|byte| *byte as i8).collect(), end + 8))
}
