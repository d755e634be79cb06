//! Files that are never half-written, and never found to be unwritable only after long work.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::failure::Failure;

/// Refuses a path where nothing can be written, before any work is done for it.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    let refused = |reason: String| {
        Err(Failure::setting(
            format!("cannot write {}: {reason}", path.display()),
            "a file in a folder that exists",
        ))
    };
    if path.is_dir() {
        return refused("it is a folder".to_owned());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let probe = folder.join(format!(".mossa-{}.tmp", std::process::id()));
    let tried = path.file_name().ok_or_else(|| io::ErrorKind::InvalidFilename.into());
    match tried.and_then(|_| File::create(&probe)) {
        Ok(_) => {
            // It was empty, and nobody else has its name.
            let _ = fs::remove_file(&probe);
            Ok(())
        }
        Err(error) => refused(error.to_string()),
    }
}

/// Writes a new file beside `path` and puts it in its place: whoever reads sees the old or the new, never a part.
pub(crate) fn atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(hidden);
    let written = write_through(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    // Otherwise the new name could reach the disk before the contents do.
    file.sync_all()
}
