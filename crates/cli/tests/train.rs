//! Evaluations that learn, as others meet them: files that are whole, and weights that come again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/tests/data/results.epd");

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The exit code, and what was told on both streams.
fn train(directory: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let all = [&["train", "chess", "--eval", "terms", "--data", DATA, "--epochs", "4"], args].concat();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    let output = command.args(all).current_dir(directory).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_seed_gives_the_same_file_and_the_best_epoch_is_told() {
    let directory = directory("train-seed");
    let (code, _, told) = train(&directory, &["--seed", "5", "--out", "one.rs"]);
    assert_eq!(code, Some(0), "{told}");
    let held_out = |line: &str| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
    let (epochs, last): (Vec<&str>, Vec<&str>) = told.lines().partition(|line| !line.contains("kept"));
    assert_eq!((epochs.len(), last.len()), (5, 1), "{told}");
    assert!(epochs.iter().all(|line| line.contains("error ") && line.contains("held out ")), "{told}");
    let least = epochs.iter().map(|line| held_out(line)).fold(f64::INFINITY, f64::min);
    assert!((held_out(last[0]) - least).abs() < 1e-9, "{told}");
    train(&directory, &["--seed", "5", "--out", "two.rs"]);
    let (_, printed, _) = train(&directory, &["--seed", "5"]);
    let one = fs::read_to_string(directory.join("one.rs")).unwrap();
    assert!(one.starts_with("//! The weights") && one.ends_with("];\n"));
    assert_eq!(fs::read_to_string(directory.join("two.rs")).unwrap(), one);
    assert_eq!(printed, one);
}

#[test]
fn what_is_there_is_replaced_as_a_whole_or_stays() {
    let directory = directory("train-files");
    let files =
        || fs::read_dir(&directory).unwrap().map(|file| file.unwrap().file_name()).collect::<Vec<_>>();
    fs::write(directory.join("notes.txt"), "mine").unwrap();
    let (code, _, told) = train(&directory, &["--out", "notes.txt"]);
    assert!(code == Some(2) && told.contains("another file is there"), "{told}");
    assert_eq!(fs::read_to_string(directory.join("notes.txt")).unwrap(), "mine");
    fs::remove_file(directory.join("notes.txt")).unwrap();
    let old = "//! The weights of yesterday\n";
    fs::write(directory.join("weights.rs"), old).unwrap();
    // What ends with an error leaves the old weights.
    let (code, _, told) = train(&directory, &["--out", "weights.rs", "--positions", "20"]);
    assert!(code == Some(2) && told.contains("at least 100"), "{told}");
    assert_eq!(fs::read_to_string(directory.join("weights.rs")).unwrap(), old);
    let (code, json, told) = train(&directory, &["--out", "weights.rs", "--json"]);
    assert_eq!(code, Some(0), "{told}");
    let last = json.lines().last().unwrap();
    for field in ["\"epoch\":", "\"training\":", "\"validation\":", "\"stopped\":false"] {
        assert!(last.contains(field), "{field}: {last}");
    }
    assert!(fs::read_to_string(directory.join("weights.rs")).unwrap().ends_with("];\n"));
    assert_eq!(files(), ["weights.rs"], "nothing else is left");
}
