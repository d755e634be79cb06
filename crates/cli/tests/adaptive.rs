//! The opponent that adapts as others meet it: it plays, remembers, and forgets on request.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program with a database and some input.
fn mossa(args: &[&str], db: &Path, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(args)
        .env("MOSSA_DB", db)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who refuses the arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A database of this test's own that is not there yet.
fn database(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("mossa.db")
}

/// All cells one after another: whatever is taken is refused, so every game of tic-tac-toe comes to its end.
const ALL_CELLS: &str = "a1\nb1\nc1\na2\nc2\na3\nb3\nc3\nb2\na1\nb1\nc1\na2\nc2\na3\nb3\nc3\n";
const PLAY: [&str; 9] =
    ["play", "mnk:3,3,3", "--style", "exploit", "--name", "Ada", "--side", "2", "--plain"];

#[test]
fn a_game_is_remembered_shown_handed_over_and_erased() {
    let db = database("adaptive-whole");
    let played = mossa(&PLAY, &db, ALL_CELLS);
    assert!(played.status.success(), "{}", text(&played));
    assert!(text(&played).contains("Remembered: your games here are 1 now."), "{}", text(&played));
    let listed = text(&mossa(&["profile", "list"], &db, ""));
    assert!(listed.starts_with("Ada  human  1 game, 1 profile, last "), "{listed}");
    let shown = text(&mossa(&["profile", "show", "--name", "Ada"], &db, ""));
    assert!(shown.starts_with("Ada at mnk:3,3,3: 1 game\n"), "{shown}");
    // mossa began, so its first move is in the book.
    let book = mossa(&["book", "show", "mnk:3,3,3", "--json"], &db, "");
    let rows: Vec<Value> = text(&book).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(book.status.success() && rows[0]["visits"] == 1, "{rows:?}");
    let exported = mossa(&["profile", "export", "--name", "Ada"], &db, "");
    let erased = text(&mossa(&["profile", "erase", "--name", "Ada"], &db, ""));
    assert!(erased.starts_with("erased Ada: 1 game, 1 profile, "), "{erased}");
    assert_eq!(mossa(&["profile", "show", "--name", "Ada"], &db, "").status.code(), Some(2));
    let taken = mossa(&["profile", "import", "-", "--name", "Eva"], &db, &text(&exported));
    assert!(text(&taken).starts_with("took over Eva: 1 game, 1 profile, "), "{}", text(&taken));
    let again = mossa(&["profile", "import", "-", "--name", "Eva"], &db, &text(&exported));
    assert_eq!(again.status.code(), Some(2), "{}", text(&again));
}

#[test]
fn a_game_that_is_left_keeps_what_it_showed_and_nothing_else() {
    let db = database("adaptive-left");
    let first = PLAY.map(|word| if word == "2" { "1" } else { word });
    mossa(&first, &db, "quit\n");
    let listed = text(&mossa(&["profile", "list"], &db, ""));
    assert!(listed.starts_with("Ada  human  0 games, 0 profiles"), "nothing was seen: {listed}");
    mossa(&first, &db, "a1\nquit\n");
    let listed = text(&mossa(&["profile", "list"], &db, ""));
    assert!(listed.starts_with("Ada  human  0 games, 1 profile"), "{listed}");
    assert_eq!(mossa(&["book", "show", "mnk:3,3,3"], &db, "").status.code(), Some(1));
    mossa(&first, &db, "a1\nundo\nquit\n");
    let listed = text(&mossa(&["profile", "list"], &db, ""));
    assert!(listed.contains(" 1 profile"), "what is taken back is forgotten: {listed}");
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    let db = database("adaptive-refused");
    std::fs::write(&db, "my diary").unwrap();
    for args in [&["profile", "list"][..], &PLAY, &["lab", "--preset", "adaptive", "--history"]] {
        let refused = mossa(args, &db, "");
        assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
        assert_eq!(text(&refused).lines().count(), 1, "{}", text(&refused));
    }
    assert_eq!(std::fs::read(&db).unwrap(), b"my diary");
}

#[test]
fn the_benchmark_keeps_its_runs() {
    let db = database("adaptive-lab");
    let report = db.with_file_name("report.html");
    let args = ["lab", "--preset", "adaptive", "connect4:6x5", "--games", "4", "--depth", "2", "--report"];
    let args: Vec<&str> = args.into_iter().chain([report.to_str().unwrap()]).collect();
    let run = mossa(&args, &db, "");
    assert!(run.status.success() && text(&run).contains("difference: score "), "{}", text(&run));
    assert!(std::fs::read_to_string(&report).unwrap().matches("<svg").count() >= 3);
    let history = text(&mossa(&["lab", "--preset", "adaptive", "--history"], &db, ""));
    assert!(history.contains("1 run: win rate on "), "{history}");
}
