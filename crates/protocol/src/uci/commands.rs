//! What the lines of an interface mean.

use std::time::Duration;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    /// A position, `None` for the beginning, and the moves after it.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// Counts positions: not of the protocol, but of every engine.
    Perft(u32),
    /// Shows the board.
    Display,
    /// Shows the terms of the evaluation.
    Eval,
    /// Does fixed work.
    Bench,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    /// Only these moves, if any are given.
    pub(super) search_moves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    /// What is left on the clocks of white and black, and what a move adds.
    pub(super) time: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// A mate in so many moves is looked for.
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<Duration>,
    /// Words that should have been numbers, with the words before them.
    pub(super) unreadable: Vec<String>,
}

impl Go {
    /// Whether nothing but `stop` ends the search.
    pub(super) fn is_endless(&self) -> bool {
        let limited = self.time.iter().any(Option::is_some)
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some();
        self.infinite || !limited
    }
}

/// The words that `go` knows; a list of moves ends at the next of them.
const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// The command of a line; `None` if it is none. Words before a command that nobody knows are passed over, as the protocol
/// wants it.
pub(super) fn read(line: &str) -> Option<Command> {
    let words: Vec<&str> = line.split_whitespace().collect();
    (0..words.len()).find_map(|begin| command(words[begin], &words[begin + 1..]))
}

fn command(name: &str, rest: &[&str]) -> Option<Command> {
    Some(match name {
        "uci" => Command::Uci,
        "debug" => Command::Debug(rest.first() != Some(&"off")),
        "isready" => Command::IsReady,
        "setoption" => set_option(rest)?,
        "ucinewgame" => Command::NewGame,
        "position" => position(rest)?,
        "go" if rest.first() == Some(&"perft") => Command::Perft(plies(rest.get(1))?),
        "go" => Command::Go(Box::new(go(rest))),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "perft" => Command::Perft(plies(rest.first())?),
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench,
        _ => return None,
    })
}

/// `name Move Overhead value 30`: both may contain blanks, the value may be missing.
fn set_option(words: &[&str]) -> Option<Command> {
    let words = words.strip_prefix(&["name"])?;
    let end = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let value = words.get(end + 1..).unwrap_or_default();
    Some(Command::SetOption { name: words[..end].join(" "), value: value.join(" ") })
}

fn position(words: &[&str]) -> Option<Command> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or_default().iter().map(|text| (*text).to_owned()).collect();
    let fen = match words[..end].split_first()? {
        (&"startpos", []) => None,
        (&"fen", fen) => Some(fen.join(" ")),
        _ => return None,
    };
    Some(Command::Position { fen, moves })
}

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        // What follows a word that has no number behind it is read on its own.
        let value = rest.as_slice().first();
        let wants_number = !matches!(*word, "searchmoves" | "ponder" | "infinite");
        if wants_number && GO_WORDS.contains(word) && number(value).is_none() {
            go.unreadable.push(value.map_or_else(|| (*word).to_owned(), |value| format!("{word} {value}")));
            continue;
        }
        let count = || number(value).map(|count| u32::try_from(count.max(1)).unwrap_or(u32::MAX));
        // Clocks may be overdrawn.
        let millis = || number(value).map(|millis| Duration::from_millis(millis.max(0).unsigned_abs()));
        match *word {
            "searchmoves" => {
                let moves = rest.as_slice().iter().take_while(|word| !GO_WORDS.contains(word));
                go.search_moves = moves.map(|text| (*text).to_owned()).collect();
            }
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.time[0] = millis(),
            "btime" => go.time[1] = millis(),
            "winc" => go.increment[0] = millis().unwrap_or_default(),
            "binc" => go.increment[1] = millis().unwrap_or_default(),
            // Some interfaces say 0 where there is no such number.
            "movestogo" => go.moves_to_go = count().filter(|_| number(value) > Some(0)),
            "depth" => go.depth = count(),
            "nodes" => go.nodes = number(value).map(|nodes| nodes.max(1).unsigned_abs()),
            "mate" => go.mate = count(),
            "movetime" => go.move_time = millis(),
            _ => {}
        }
    }
    go
}

/// A number with or without a sign. One that is too large is as large as can be, and what stands behind a point does not
/// matter: a limit that somebody wanted must not get lost.
fn number(word: Option<&&str>) -> Option<i64> {
    let whole = word?.split('.').next()?;
    let digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let most = if whole.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(whole.parse().unwrap_or(most))
}

/// How deep to count.
fn plies(word: Option<&&str>) -> Option<u32> {
    number(word).map(|plies| u32::try_from(plies.max(0)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Go {
        match read(line) {
            Some(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn options_have_names_and_values_with_blanks() {
        let set = |name: &str, value: &str| {
            Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(read("setoption name Move Overhead value 30"), set("Move Overhead", "30"));
        assert_eq!(read("setoption name BookFile value a folder/b.bin"), set("BookFile", "a folder/b.bin"));
        assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(read("setoption Hash 3"), None);
    }

    #[test]
    fn positions_have_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|text| (*text).to_owned()).collect();
            Some(Command::Position { fen: fen.map(str::to_owned), moves })
        };
        assert_eq!(read("position startpos"), position(None, &[]));
        assert_eq!(read("  position   startpos moves e2e4 e7e5"), position(None, &["e2e4", "e7e5"]));
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        assert_eq!(read(&format!("position fen {fen} moves a1a2")), position(Some(fen), &["a1a2"]));
        assert_eq!(read("position"), None);
        assert_eq!(read("position somewhere"), None);
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let go =
            go_of("go btime 1000 wtime -5 winc 10 movestogo 7 searchmoves e2e4 d2d4 depth 3 nodes 9 mate 2");
        assert_eq!(go.time, [Some(Duration::ZERO), Some(Duration::from_secs(1))]);
        assert_eq!(go.increment, [Duration::from_millis(10), Duration::ZERO]);
        assert_eq!((go.moves_to_go, go.depth, go.nodes, go.mate), (Some(7), Some(3), Some(9), Some(2)));
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert!(!go.is_endless());
        assert!(go_of("go").is_endless() && go_of("go infinite depth 4").is_endless());
        assert!(go_of("go ponder").is_endless() && !go_of("go ponder wtime 1 btime 1").is_endless());
        assert!(!go_of("go movetime 5").is_endless());
        let nothing = go_of("go depth depth nodes x wtime");
        assert_eq!(nothing.unreadable, ["depth depth", "depth nodes", "nodes x", "wtime"]);
        assert_eq!(nothing, Go { unreadable: nothing.unreadable.clone(), ..Go::default() });
    }

    #[test]
    fn limits_that_are_too_large_or_too_small_stay_limits() {
        let huge = "99999999999999999999";
        let go =
            go_of(&format!("go depth 4294967296 nodes {huge} mate {huge} movetime {huge} wtime -{huge}"));
        assert_eq!((go.depth, go.mate), (Some(u32::MAX), Some(u32::MAX)));
        assert_eq!(go.nodes, Some(i64::MAX as u64));
        assert_eq!(go.move_time, Some(Duration::from_millis(i64::MAX as u64)));
        assert_eq!(go.time[0], Some(Duration::ZERO));
        let go = go_of("go depth -1 nodes 0 btime 60000.5 movestogo 0");
        assert_eq!((go.depth, go.nodes, go.moves_to_go), (Some(1), Some(1), None));
        assert_eq!(go.time[1], Some(Duration::from_secs(60)));
        assert_eq!(read(&format!("go perft {huge}")), Some(Command::Perft(u32::MAX)));
    }

    #[test]
    fn what_nobody_knows_is_passed_over() {
        assert_eq!(read("joho isready now"), Some(Command::IsReady));
        assert_eq!(read(""), None);
        assert_eq!(read("xyzzy"), None);
        assert_eq!(read("debug off"), Some(Command::Debug(false)));
        assert_eq!(read("go perft 5"), Some(Command::Perft(5)));
        assert_eq!(read("go perft"), None);
    }
}
