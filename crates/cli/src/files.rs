//! Files that are never half-written, and never found to be unwritable only after long work.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use crate::failure::Failure;

/// How the files of a kind begin: only such a file is replaced by another.
pub(crate) const HTML: &str = "<!DOCTYPE html>";

/// How a tag begins that every game of a run has: a file with games of somebody else is not replaced.
const OUR_EVENT: &str = "[Event \"mossa ";

/// Refuses a path where nothing can be written, or where something else would be lost, before any work is done for it:
/// what is there already must begin as `kind` says.
pub(crate) fn check_writable(path: &Path, kind: &str) -> Result<(), Failure> {
    check(path, || begins(path, kind))
}

/// The same for the games of a run: what is there already must be such games, and no others.
pub(crate) fn check_writable_games(path: &Path) -> Result<(), Failure> {
    check(path, || holds_only_our_games(path).unwrap_or(false))
}

fn check(path: &Path, is_of_kind: impl Fn() -> bool) -> Result<(), Failure> {
    let refused = |reason: String, expected: &str| {
        Err(Failure::setting(format!("cannot write {}: {reason}", path.display()), expected))
    };
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => return refused("it is not a plain file".to_owned(), "another name"),
        Ok(there) if there.len() > 0 && !is_of_kind() => {
            return refused("another file is there".to_owned(), "a new name, or a file of the same kind");
        }
        _ => {}
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let tried = path.file_name().ok_or_else(|| io::ErrorKind::InvalidFilename.into());
    match tried.and_then(|_| probe(folder)) {
        Ok(()) => Ok(()),
        Err(error) => refused(error.to_string(), "a file in a folder that exists"),
    }
}

/// Refuses files of which one would replace the other.
pub(crate) fn check_different(paths: &[&Path]) -> Result<(), Failure> {
    // A file that is not there yet has a folder, which may be reached in several ways.
    let real = |path: &Path| {
        let path = std::path::absolute(path)?;
        let in_folder = || Some(fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
        io::Result::Ok(fs::canonicalize(&path).ok().or_else(in_folder).unwrap_or(path))
    };
    let mut seen = Vec::new();
    for path in paths {
        let path = real(path)?;
        if seen.contains(&path) {
            let problem = format!("two things cannot both be written to {}", path.display());
            return Err(Failure::setting(problem, "a name for each"));
        }
        seen.push(path);
    }
    Ok(())
}

/// Makes a folder, if it is not there, and refuses one in which nothing can be written.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    let refused = |reason: String| {
        let problem = format!("cannot write in {}: {reason}", folder.display());
        Failure::setting(problem, "a folder that can be written")
    };
    if folder.exists() && !folder.is_dir() {
        return Err(refused("it is no folder".to_owned()));
    }
    fs::create_dir_all(folder).map_err(|error| refused(error.to_string()))?;
    probe(folder).map_err(|error| refused(error.to_string()))
}

/// Tries to write in a folder, and leaves nothing there.
fn probe(folder: &Path) -> io::Result<()> {
    let probe = folder.join(format!(".mossa-{}.tmp", std::process::id()));
    File::create(&probe)?;
    // It was empty, and nobody else has its name.
    let _ = fs::remove_file(&probe);
    Ok(())
}

fn begins(path: &Path, kind: &str) -> bool {
    let mut beginning = vec![0; kind.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && beginning == kind.as_bytes()
}

fn holds_only_our_games(path: &Path) -> io::Result<bool> {
    let mut ours = false;
    for line in BufReader::new(File::open(path)?).split(b'\n') {
        let line = line?;
        let is_ours = line.starts_with(OUR_EVENT.as_bytes());
        if line.starts_with(b"[Event ") && !is_ours {
            return Ok(false);
        }
        ours |= is_ours;
    }
    Ok(ours)
}

/// The whole text of a file with one position on each line, or of standard input for `-`.
pub(crate) fn positions_text(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = match path == Path::new("-") {
        true => io::stdin().read_to_string(&mut text).map(drop),
        false => fs::read_to_string(path).map(|read| text = read),
    };
    match read {
        Ok(()) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            let problem = format!("{} is not text", path.display());
            Err(Failure::setting(problem, "one position on each line"))
        }
        Err(error) => {
            let problem = format!("cannot read {}: {error}", path.display());
            Err(Failure::setting(problem, "a file with one position on each line"))
        }
    }
}

/// Writes a new file beside `path` and puts it in its place: whoever reads sees the old or the new, never a part.
pub(crate) fn atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_replaced_but_a_file_of_the_same_kind() {
        let folder = std::env::temp_dir().join(format!("mossa-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (page, notes, link) = (folder.join("page.html"), folder.join("notes"), folder.join("link"));
        assert!(check_writable(&page, HTML).is_ok());
        fs::write(&page, format!("{HTML}old")).unwrap();
        fs::write(&notes, "mine").unwrap();
        assert!(check_writable(&page, HTML).is_ok() && check_writable(&notes, HTML).is_err());
        assert!(
            check_writable(&folder, HTML).is_err() && check_writable(&folder.join("no/page"), HTML).is_err()
        );
        assert!(check_writable(Path::new("/dev/null"), HTML).is_err());
        let (theirs, ours) = (folder.join("theirs.pgn"), folder.join("ours.pgn"));
        fs::write(&theirs, "[Event \"Linares\"]\n\n1. e4 *\n").unwrap();
        fs::write(&ours, "[Event \"mossa match: a - b\"]\n\n1. e4 *\n").unwrap();
        assert!(check_writable_games(&theirs).is_err() && check_writable_games(&ours).is_ok());
        assert!(check_different(&[&page, &ours, &folder.join("new")]).is_ok());
        assert!(check_different(&[&page, &folder.join("./page.html")]).is_err());
        fs::create_dir(folder.join("inner")).unwrap();
        assert!(check_different(&[&folder.join("new"), &folder.join("inner/../new")]).is_err());
        let both = [fs::read(&ours).unwrap(), fs::read(&theirs).unwrap()].concat();
        fs::write(&ours, both).unwrap();
        assert!(check_writable_games(&ours).is_err(), "somebody else's game is in it");
        std::os::unix::fs::symlink(&page, &link).unwrap();
        atomically(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&page).unwrap(), b"new");
        fs::remove_dir_all(folder).unwrap();
    }
}
