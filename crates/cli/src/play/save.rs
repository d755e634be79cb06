//! Game records in files that are never half-written.

use std::io;
use std::path::{Path, PathBuf};

use mossa_game::{GameRecord, InputError};

use crate::files::atomically;

/// Writes `record` to `path`: as JSON if it ends in `.json`, as text otherwise. What could not be read back is not
/// written.
pub(crate) fn record(record: &GameRecord, path: &Path) -> io::Result<()> {
    let refused = |error: InputError| io::Error::new(io::ErrorKind::InvalidData, error);
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let text = if is_json {
        record.validate().map_err(refused)?;
        serde_json::to_string_pretty(record)? + "\n"
    } else {
        record.to_text().map_err(refused)?
    };
    atomically(path, text.as_bytes())
}

/// `game.txt` becomes `game-2.txt`, or the first such name that is not used: for the next game.
pub(crate) fn next_name(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    let names = (2u32..).map(|number| path.with_file_name(format!("{stem}-{number}{ending}")));
    let mut free = names.filter(|name| !name.exists());
    free.next().unwrap_or_else(|| path.to_owned())
}

/// The first of `mossa-1.txt`, `mossa-2.txt`... that does not exist in `directory`.
pub(crate) fn unused_name(directory: &Path) -> PathBuf {
    let names = (1u32..).map(|number| PathBuf::from(format!("mossa-{number}.txt")));
    let mut free = names.filter(|name| !directory.join(name).exists());
    free.next().unwrap_or_else(|| PathBuf::from("mossa.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn directory(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("mossa-save-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn records_are_replaced_whole_and_nothing_is_left_over() {
        let directory = directory("whole");
        let path = directory.join("game.txt");
        let mut game = GameRecord { game: "g".to_owned(), ..GameRecord::default() };
        record(&game, &path).unwrap();
        game.tags.push(("Round".to_owned(), "2".to_owned()));
        record(&game, &path).unwrap();
        assert_eq!(GameRecord::from_text(&fs::read_to_string(&path).unwrap()).unwrap(), game);
        record(&game, &directory.join("game.json")).unwrap();
        let json = fs::read_to_string(directory.join("game.json")).unwrap();
        assert_eq!(GameRecord::from_json(&json).unwrap(), game);
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_record_that_could_not_be_read_back_leaves_no_file() {
        let directory = directory("refused");
        let mut game = GameRecord { game: "g".to_owned(), ..GameRecord::default() };
        game.tags.push(("Result".to_owned(), "1-0".to_owned()));
        for name in ["game.txt", "game.json"] {
            let error = record(&game, &directory.join(name)).unwrap_err().to_string();
            assert!(error.contains("a tag called \"Result\"; expected letters"), "{error}");
        }
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let directory = directory("failed");
        // A directory cannot be replaced by a file.
        let path = directory.join("taken");
        fs::create_dir(&path).unwrap();
        assert!(atomically(&path, b"new").is_err());
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        assert!(atomically(&directory.join("no/such/place"), b"new").is_err());
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn unused_names_are_unused() {
        let directory = directory("names");
        assert_eq!(unused_name(&directory), Path::new("mossa-1.txt"));
        fs::write(directory.join("mossa-1.txt"), "").unwrap();
        assert_eq!(unused_name(&directory), Path::new("mossa-2.txt"));
        fs::remove_dir_all(directory).unwrap();
    }
}
