//! What the lines of a manager mean.
//!
//! Managers write commands in capitals; small letters are as good. Whoever gets a line wrong is told what is expected.

use std::time::Duration;

use mossa_arena::players::gomocup::Cell;

/// What a manager wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// `START`, `RECTSTART`: a new board.
    Start { width: usize, height: usize },
    /// `RESTART`: the same board, empty.
    Restart,
    /// `BEGIN`: open the game.
    Begin,
    /// `TURN`: the opponent has moved, now it is our turn.
    Turn(Cell),
    /// `PLAY`: we move there.
    Play(Cell),
    /// `TAKEBACK`: that stone is taken away.
    TakeBack(Cell),
    /// `BOARD`: stones follow.
    Board,
    /// `SWAP2BOARD`: the stones of an opening follow.
    Swap2Board,
    /// `INFO`.
    Info(Info),
    /// `ABOUT`: who are you?
    About,
    /// `END`: leave.
    End,
}

/// What a manager tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Info {
    /// The most time for a move; none means that we should move at once.
    TimeoutTurn(Duration),
    /// The time for the game, if it is limited.
    TimeoutMatch(Option<Duration>),
    /// What is left of it, if it is limited.
    TimeLeft(Option<Duration>),
    /// The most memory in bytes, if it is limited.
    MaxMemory(Option<u64>),
    /// The rules, one for each bit.
    Rule(u32),
    /// How many threads to use: not in the protocol, but usual.
    Threads(usize),
    /// Something that we do not need (`game_type`, `evaluate`, `folder`), do not know, or cannot read.
    Nothing,
}

/// Why a line cannot be obeyed, as it is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    /// The command is not known.
    Unknown(String),
    /// The command is known, but what stands behind it is wrong.
    Bad(String),
}

/// What `time_left` says if the time is not limited: the largest number of 32 bits with a sign.
const ENDLESS: i64 = i32::MAX as i64;
/// As many threads as the command line accepts.
const MOST_THREADS: usize = 256;

/// The command of a line; `None` if the line is empty.
pub(super) fn read(line: &str) -> Result<Option<Command>, Mistake> {
    let (word, rest) = split(line);
    let cell = |command: fn(Cell) -> Command| {
        rest.parse().map(command).map_err(|_| bad(line, "two numbers X,Y behind the command"))
    };
    Ok(Some(match word.as_str() {
        "" => return Ok(None),
        "START" => {
            let side = rest.parse().map_err(|_| bad(line, "a number, such as START 20"))?;
            Command::Start { width: side, height: side }
        }
        "RECTSTART" => {
            let sides: Cell = rest.parse().map_err(|_| bad(line, "two numbers, such as RECTSTART 20,15"))?;
            Command::Start { width: sides.x, height: sides.y }
        }
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => cell(Command::Turn)?,
        "PLAY" => cell(Command::Play)?,
        "TAKEBACK" => cell(Command::TakeBack)?,
        "BOARD" => Command::Board,
        "SWAP2BOARD" => Command::Swap2Board,
        "INFO" => Command::Info(info(rest)),
        "ABOUT" => Command::About,
        "END" => Command::End,
        _ => return Err(Mistake::Unknown(format!("command {}", shown(line)))),
    }))
}

/// Whether after this line nobody wants the answers to earlier ones.
pub(super) fn breaks_off(line: &str) -> bool {
    matches!(split(line).0.as_str(), "START" | "RECTSTART" | "RESTART" | "BOARD" | "SWAP2BOARD" | "END")
}

/// Whether no line comes after this one.
pub(super) fn is_farewell(line: &str) -> bool {
    split(line).0 == "END"
}

/// The first word in capitals, and the rest.
fn split(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_uppercase(), rest.trim())
}

fn info(text: &str) -> Info {
    let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    let number = value.parse::<i64>().ok();
    let millis = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
    let known = match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => number.filter(|n| *n >= 0).map(|n| Info::TimeoutTurn(millis(n))),
        "timeout_match" => {
            number.filter(|n| *n >= 0).map(|n| Info::TimeoutMatch((n > 0).then_some(millis(n))))
        }
        // It is negative when the time is over.
        "time_left" => number.map(|n| Info::TimeLeft((n < ENDLESS).then_some(millis(n)))),
        "max_memory" => value.parse().ok().map(|n: u64| Info::MaxMemory((n > 0).then_some(n))),
        "rule" => value.parse().ok().map(Info::Rule),
        "thread_num" => value.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n)).map(Info::Threads),
        _ => None,
    };
    known.unwrap_or(Info::Nothing)
}

fn bad(line: &str, expected: &str) -> Mistake {
    Mistake::Bad(format!("{}; expected {expected}", shown(line)))
}

/// The line in quotes, short and without anything that a log could stumble over.
pub(super) fn shown(line: &str) -> String {
    /// Enough to recognise a line by.
    const MOST: usize = 40;
    let mut text: String = line.trim().chars().take(MOST).flat_map(char::escape_default).collect();
    if line.trim().chars().nth(MOST).is_some() {
        text += "...";
    }
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_understood() {
        let cell = Cell { x: 3, y: 11 };
        for (line, command) in [
            ("START 15", Command::Start { width: 15, height: 15 }),
            ("start  20 ", Command::Start { width: 20, height: 20 }),
            ("RECTSTART 30,20", Command::Start { width: 30, height: 20 }),
            ("RECTSTART 30 , 20", Command::Start { width: 30, height: 20 }),
            ("RESTART", Command::Restart),
            ("BEGIN", Command::Begin),
            ("Turn 3,11", Command::Turn(cell)),
            ("PLAY 3,11", Command::Play(cell)),
            ("TAKEBACK 3,11", Command::TakeBack(cell)),
            ("BOARD", Command::Board),
            ("SWAP2BOARD", Command::Swap2Board),
            ("ABOUT", Command::About),
            ("end", Command::End),
            ("INFO rule 4", Command::Info(Info::Rule(4))),
        ] {
            assert_eq!(read(line), Ok(Some(command)), "{line}");
        }
        assert_eq!(read("  "), Ok(None));
    }

    #[test]
    fn mistakes_are_told_apart() {
        for line in ["START", "START x", "START -5", "START 5,5", "RECTSTART 5", "TURN", "TURN 3", "TURN a,b"]
        {
            assert!(matches!(read(line), Err(Mistake::Bad(_))), "{line}");
        }
        for line in ["HELLO", "3,4", "3,4,1", "DONE", "STARTED 15", "\u{0}", "\u{1b}[2J"] {
            assert!(matches!(read(line), Err(Mistake::Unknown(_))), "{line}");
        }
        let Err(Mistake::Unknown(text)) = read(&"\u{7}x".repeat(1000)) else { panic!("not unknown") };
        assert!(text.len() < 200 && text.is_ascii() && !text.contains(|c: char| c.is_control()), "{text}");
    }

    #[test]
    fn infos_that_matter_are_read_and_others_are_not() {
        let ms = Duration::from_millis;
        for (text, meaning) in [
            ("timeout_turn 500", Info::TimeoutTurn(ms(500))),
            ("TIMEOUT_TURN 0", Info::TimeoutTurn(ms(0))),
            ("timeout_match 180000", Info::TimeoutMatch(Some(ms(180_000)))),
            ("timeout_match 0", Info::TimeoutMatch(None)),
            ("time_left 900", Info::TimeLeft(Some(ms(900)))),
            ("time_left -20", Info::TimeLeft(Some(ms(0)))),
            ("time_left 2147483647", Info::TimeLeft(None)),
            ("max_memory 83886080", Info::MaxMemory(Some(83_886_080))),
            ("max_memory 0", Info::MaxMemory(None)),
            ("rule 9", Info::Rule(9)),
            ("thread_num 2", Info::Threads(2)),
        ] {
            assert_eq!(info(text), meaning, "{text}");
        }
        for text in [
            "",
            "game_type 2",
            "folder C:\\temp files",
            "evaluate 3,4",
            "tomorrow 5",
            "timeout_turn",
            "timeout_turn x",
            "timeout_turn -1",
            "max_memory -1",
            "rule x",
            "thread_num 0",
        ] {
            assert_eq!(info(text), Info::Nothing, "{text}");
        }
    }

    #[test]
    fn only_new_boards_and_the_end_break_off() {
        for line in ["END", "restart", "START 15", "RECTSTART 5,6", "BOARD", "SWAP2BOARD"] {
            assert!(breaks_off(line), "{line}");
        }
        for line in
            ["TURN 3,4", "INFO timeout_turn 5", "ABOUT", "", "ENDING", "DONE", "3,4,1", "TAKEBACK 3,4"]
        {
            assert!(!breaks_off(line), "{line}");
        }
        assert!(is_farewell(" end ") && !is_farewell("RESTART"));
    }
}
