//! The lines of the protocol: how both sides write and read them.

use std::fmt::Write;
use std::time::Duration;

use mossa_engine::AnyPosition;
use mossa_game::{MAX_PLAYERS, Player};
use mossa_search::{Limits, TimeControl};

use crate::contestant::{Choice, NewGame, Turn};
use crate::players::program::split_word;

/// The version that is spoken here.
pub(super) const VERSION: &str = "1";
/// The first line of the manager, before the version.
pub(super) const HELLO: &str = "mossa-line";
/// The position in which a game begins.
pub(super) const START: &str = "start";
/// Between a position and the moves from there.
const MOVES: &str = "moves";

/// `game mnk:3,3,3 2 1 42`: the game, how many play, which seat, and the seed.
pub(super) fn game_line(new: &NewGame<'_>) -> String {
    format!("game {} {} {} {}\n", new.game.name(), new.game.players(), new.seat, new.seed)
}

/// What stands behind `game`.
pub(super) struct GameLine<'a> {
    pub(super) name: &'a str,
    pub(super) players: usize,
    pub(super) seat: Player,
    pub(super) seed: u64,
}

/// Reads what stands behind `game`.
pub(super) fn read_game(text: &str) -> Option<GameLine<'_>> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let players = words.next()?.parse().ok().filter(|n| (2..=MAX_PLAYERS).contains(n))?;
    let seat: usize = words.next()?.parse().ok().filter(|n| (1..=players).contains(n))?;
    let seed = words.next()?.parse().ok()?;
    Some(GameLine { name, players, seat: Player::new(seat - 1), seed })
}

/// All that a program is told when it is its turn, as one text.
pub(super) fn turn_lines(turn: &Turn<'_>) -> String {
    let mut text = position_line(turn.start, turn.position);
    text += &clock_line(turn.clocks);
    text += "legal";
    for legal in turn.position.moves() {
        text.push(' ');
        text += &legal.text;
    }
    text.push('\n');
    text += &go_line(&turn.limits);
    text
}

fn position_line(start: Option<&str>, position: &dyn AnyPosition) -> String {
    let mut text = format!("position {} {MOVES}", start.unwrap_or(START));
    for m in position.history() {
        text.push(' ');
        text += m;
    }
    text.push('\n');
    text
}

/// The position behind `position`, and the moves from there.
pub(super) fn read_position(text: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    let mut at = 0;
    for word in text.split(' ') {
        if word == MOVES && at > 0 {
            let moves = text[at + MOVES.len()..].split_whitespace();
            return Some((text[..at].trim(), moves));
        }
        at += word.len() + 1;
    }
    None
}

/// `clock 1:59000 2:60000`, or nothing if nobody has a clock.
fn clock_line(clocks: &[Option<Duration>]) -> String {
    let mut text = String::new();
    for (seat, clock) in clocks.iter().enumerate() {
        if let Some(left) = clock {
            // Writing to a string never fails.
            let _ = write!(text, " {}:{}", seat + 1, left.as_millis());
        }
    }
    if text.is_empty() { text } else { format!("clock{text}\n") }
}

/// What is left on the clocks of `players`.
pub(super) fn read_clocks(text: &str, players: usize) -> Option<Vec<Option<Duration>>> {
    let mut clocks = vec![None; players];
    for word in text.split_whitespace() {
        let (seat, left) = word.split_once(':')?;
        let seat = seat.parse::<usize>().ok()?.checked_sub(1)?;
        *clocks.get_mut(seat)? = Some(Duration::from_millis(left.parse().ok()?));
    }
    Some(clocks)
}

/// `go time 100`, `go clock 59000 inc 100 togo 12 nodes 1000`, `go depth 5`, or `go` alone.
fn go_line(limits: &Limits) -> String {
    let time = match limits.time {
        TimeControl::Unlimited => String::new(),
        TimeControl::PerMove(time) => format!(" time {}", time.as_millis()),
        TimeControl::PerGame { remaining, increment, moves_to_go, .. } => {
            let togo = moves_to_go.map_or(String::new(), |moves| format!(" togo {moves}"));
            format!(" clock {} inc {}{togo}", remaining.as_millis(), increment.as_millis())
        }
    };
    let nodes = limits.nodes.map_or(String::new(), |nodes| format!(" nodes {nodes}"));
    let depth = limits.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
    format!("go{time}{nodes}{depth}\n")
}

/// What may pass between the manager's clock and the program's: two pipes and two programs that must wake up.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Reads what stands behind `go`; words that are not known are left out together with what follows them.
pub(super) fn read_go(text: &str) -> Option<Limits> {
    let mut limits = Limits::default();
    let (mut clock, mut inc, mut togo) = (None, Duration::ZERO, None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next()?;
        let number = || value.parse::<u64>().ok();
        match word {
            "time" => limits.time = TimeControl::PerMove(Duration::from_millis(number()?)),
            "clock" => clock = Some(Duration::from_millis(number()?)),
            "inc" => inc = Duration::from_millis(number()?),
            "togo" => togo = Some(value.parse().ok()?),
            "nodes" => limits.nodes = Some(number()?),
            "depth" => limits.depth = Some(value.parse().ok()?),
            _ => {}
        }
    }
    if let Some(remaining) = clock {
        limits.time =
            TimeControl::PerGame { remaining, increment: inc, moves_to_go: togo, overhead: OVERHEAD };
    }
    Some(limits)
}

/// `info depth 7 nodes 1234 value win in 5`, or nothing if nothing is known.
pub(super) fn info_line(choice: &Choice) -> String {
    let depth = choice.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
    let nodes = choice.nodes.map_or(String::new(), |nodes| format!(" nodes {nodes}"));
    let value = choice.value.map_or(String::new(), |value| format!(" value {value}"));
    let facts = depth + &nodes + &value;
    if facts.is_empty() { facts } else { format!("info{facts}\n") }
}

/// Adds what stands behind `info` to what is known; `None` if it cannot be read. Words that are not known are left out
/// together with what follows them. A value goes to the end of the line.
pub(super) fn read_info(text: &str, known: &mut Choice) -> Option<()> {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, behind) = split_word(rest);
        if word == "value" {
            known.value = Some(behind.parse().ok()?);
            return Some(());
        }
        let (value, behind) = split_word(behind);
        match word {
            "depth" => known.depth = Some(value.parse().ok()?),
            "nodes" => known.nodes = Some(value.parse().ok()?),
            _ if value.is_empty() => return None,
            _ => {}
        }
        rest = behind;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_game::{Assessment, Verdict};
    use proptest::prelude::*;

    #[test]
    fn limits_are_written_and_read() {
        let ms = Duration::from_millis;
        let clock = |togo| TimeControl::PerGame {
            remaining: ms(59_000),
            increment: ms(100),
            moves_to_go: togo,
            overhead: OVERHEAD,
        };
        let cases = [
            (Limits::default(), "go\n"),
            (Limits::per_move(ms(100)), "go time 100\n"),
            (Limits { nodes: Some(7), depth: Some(3), ..Limits::default() }, "go nodes 7 depth 3\n"),
            (Limits { time: clock(None), ..Limits::default() }, "go clock 59000 inc 100\n"),
            (
                Limits { time: clock(Some(12)), ..Limits::nodes(9) },
                "go clock 59000 inc 100 togo 12 nodes 9\n",
            ),
        ];
        for (limits, text) in cases {
            assert_eq!(go_line(&limits), text);
            assert_eq!(read_go(&text[2..]), Some(limits));
        }
        assert_eq!(read_go("ponder 5 depth 3"), Some(Limits::depth(3)), "the protocol may grow");
        for bad in ["time", "time x", "depth -1", "togo 4294967296"] {
            assert_eq!(read_go(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_are_written_and_read() {
        let win = Assessment::Proven { outcome: Verdict::Win, plies: Some(5) };
        for value in [win, Assessment::Guess { score: -12 }] {
            let choice =
                Choice { value: Some(value), depth: Some(7), nodes: Some(1234), ..Choice::default() };
            let mut read = Choice::default();
            assert_eq!(read_info(&info_line(&choice)[4..], &mut read), Some(()));
            assert_eq!(read, choice);
        }
        let mut choice = Choice::default();
        assert_eq!(read_info("time 5 depth 3", &mut choice), Some(()), "the protocol may grow");
        assert_eq!((choice.depth, info_line(&Choice::default()).as_str()), (Some(3), ""));
        for bad in ["depth", "depth x", "nodes -1", "value", "value good", "time"] {
            assert_eq!(read_info(bad, &mut Choice::default()), None, "{bad}");
        }
    }

    #[test]
    fn positions_may_contain_blanks() {
        let read = |text| read_position(text).map(|(start, moves)| (start, moves.collect::<Vec<_>>()));
        assert_eq!(read("start moves"), Some(("start", vec![])));
        assert_eq!(read("3/1x1/3 o moves a1 b2"), Some(("3/1x1/3 o", vec!["a1", "b2"])));
        assert_eq!(read("start a1"), None);
        assert_eq!(read("moves a1"), None);
    }

    #[test]
    fn clocks_are_written_and_read() {
        let clocks = [Some(Duration::from_millis(59_000)), None, Some(Duration::ZERO)];
        assert_eq!(clock_line(&clocks), "clock 1:59000 3:0\n");
        assert_eq!(read_clocks("1:59000 3:0", 3).as_deref(), Some(&clocks[..]));
        assert_eq!(clock_line(&[None, None]), "");
        for bad in ["0:1", "4:1", "1", "1:x"] {
            assert_eq!(read_clocks(bad, 3), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn nothing_that_is_read_panics(text in "\\PC*") {
            let _ = (read_go(&text), read_info(&text, &mut Choice::default()), read_clocks(&text, 3));
            let _ = (read_game(&text).is_some(), read_position(&text).is_some());
        }

        #[test]
        fn words_in_any_order_do_not_panic(
            words in prop::collection::vec("moves|start|depth|nodes|value|time|clock|win in|1:2|7", 0..9)
        ) {
            let text = words.join(" ");
            let _ = (read_go(&text), read_info(&text, &mut Choice::default()), read_clocks(&text, 3));
            let _ = (read_game(&text).is_some(), read_position(&text).is_some());
        }
    }
}
