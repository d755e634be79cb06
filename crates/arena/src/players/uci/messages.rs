//! The lines of a turn, and what a program says of its search.

use std::fmt::Write;
use std::time::Duration;

use mossa_game::{Assessment, Player, Verdict};
use mossa_search::{Limits, TimeControl};

use crate::contestant::Choice;

/// The option of programs that play Chess960.
pub(super) const CHESS960: &str = "UCI_Chess960";

/// What a program is given before it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::players) struct Equipment {
    /// Megabytes to remember positions, if anything is to be said of them.
    pub(in crate::players) megabytes: Option<usize>,
    /// Threads, if anything is to be said of them.
    pub(in crate::players) threads: Option<usize>,
    /// Options of its own, by name and value.
    pub(in crate::players) options: Vec<(String, String)>,
}

impl Equipment {
    /// All of it as options.
    pub(super) fn options(&self) -> Vec<(String, String)> {
        let number = |name: &str, n: Option<usize>| n.map(|n| (name.to_owned(), n.to_string()));
        let usual = [number("Hash", self.megabytes), number("Threads", self.threads)];
        usual.into_iter().flatten().chain(self.options.iter().cloned()).collect()
    }
}

/// `setoption name Hash value 64`; a button has no value.
pub(super) fn option_line(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}\n")
    } else {
        format!("setoption name {name} value {value}\n")
    }
}

/// The name in `option name Move Overhead type spin ...`.
pub(super) fn option_name(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim().to_owned())
}

/// `position fen ... moves e2e4 e7e5`.
pub(super) fn position_line(start: Option<&str>, moves: &[String]) -> String {
    let mut text = match start {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_owned(),
    };
    if !moves.is_empty() {
        text += " moves ";
        text += &moves.join(" ");
    }
    text + "\n"
}

/// `go wtime 5000 btime 4900 winc 50 binc 50`, `go movetime 100`, `go nodes 1000`. What a move adds to the other's clock is
/// not known here; most often both have the same.
pub(super) fn go_line(limits: &Limits, clocks: &[Option<Duration>], to_move: Player) -> String {
    let mut text = "go".to_owned();
    match limits.time {
        TimeControl::Unlimited => {}
        TimeControl::PerMove(time) => text += &format!(" movetime {}", time.as_millis().max(1)),
        TimeControl::PerGame { remaining, increment, moves_to_go, .. } => {
            for (seat, colour) in ['w', 'b'].into_iter().enumerate() {
                let own = seat == to_move.index();
                let left = if own { Some(remaining) } else { clocks.get(seat).copied().flatten() };
                let left = left.unwrap_or(remaining).as_millis().max(1);
                // Writing to a string never fails.
                let _ = write!(text, " {colour}time {left} {colour}inc {}", increment.as_millis());
            }
            if let Some(moves) = moves_to_go {
                let _ = write!(text, " movestogo {moves}");
            }
        }
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    if text == "go" { "go infinite\n".to_owned() } else { text + "\n" }
}

/// Adds what `info ...` tells to what is `known`. Whatever cannot be read tells nothing: programs say many things.
pub(super) fn read_info(text: &str, known: &mut Choice) {
    let mut told = Choice::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            // The rest is for people, or moves.
            "string" | "pv" | "refutation" | "currline" => break,
            // Only the first line is about the move that will be made.
            "multipv" if words.next() != Some("1") => return,
            "depth" => told.depth = words.next().and_then(|n| n.parse().ok()),
            "nodes" => told.nodes = words.next().and_then(|n| n.parse().ok()),
            "score" => told.value = score(words.next(), words.next()),
            // The value lies beyond a window of the search, nobody knows where.
            "lowerbound" | "upperbound" => told.value = None,
            _ => {}
        }
    }
    // The depth of a line without a value is that of a search that has only begun.
    if told.value.is_some() {
        known.value = told.value;
        known.depth = told.depth.or(known.depth);
    }
    known.nodes = told.nodes.or(known.nodes);
}

/// `cp 13`, `mate 3`, `mate -2`. A mate counts moves, we count plies.
fn score(kind: Option<&str>, number: Option<&str>) -> Option<Assessment> {
    let number: i32 = number?.parse().ok()?;
    let plies = number.unsigned_abs().saturating_mul(2);
    match kind? {
        "cp" => Some(Assessment::Guess { score: number }),
        "mate" if number > 0 => Some(Assessment::Proven { outcome: Verdict::Win, plies: Some(plies - 1) }),
        "mate" => Some(Assessment::Proven { outcome: Verdict::Loss, plies: Some(plies) }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lines: &[&str]) -> Choice {
        let mut choice = Choice::default();
        lines.iter().for_each(|line| read_info(line, &mut choice));
        choice
    }

    #[test]
    fn positions_are_told_with_their_moves() {
        let moves = ["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(position_line(None, &[]), "position startpos\n");
        assert_eq!(position_line(None, &moves), "position startpos moves e2e4 e7e5\n");
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        assert_eq!(position_line(Some(fen), &moves), format!("position fen {fen} moves e2e4 e7e5\n"));
    }

    #[test]
    fn limits_are_told_in_milliseconds() {
        let ms = Duration::from_millis;
        let white = Player::FIRST;
        assert_eq!(go_line(&Limits::per_move(ms(100)), &[], white), "go movetime 100\n");
        assert_eq!(go_line(&Limits::nodes(5), &[], white), "go nodes 5\n");
        assert_eq!(go_line(&Limits::default(), &[], white), "go infinite\n");
        let time = TimeControl::PerGame {
            remaining: ms(4000),
            increment: ms(50),
            moves_to_go: Some(7),
            overhead: ms(5),
        };
        let limits = Limits { time, ..Limits::default() };
        let clocks = [Some(ms(9000)), Some(ms(4000))];
        let black = "go wtime 9000 winc 50 btime 4000 binc 50 movestogo 7\n";
        assert_eq!(go_line(&limits, &clocks, Player::SECOND), black);
        let alone = "go wtime 4000 winc 50 btime 4000 binc 50 movestogo 7\n";
        assert_eq!(go_line(&limits, &[Some(ms(4000)), None], white), alone);
    }

    #[test]
    fn options_have_names_with_blanks_and_perhaps_values() {
        assert_eq!(option_line("Hash", "64"), "setoption name Hash value 64\n");
        assert_eq!(option_line("Clear Hash", ""), "setoption name Clear Hash\n");
        let name = option_name("option name Move Overhead type spin default 10 min 0 max 5000");
        assert_eq!(name.as_deref(), Some("Move Overhead"));
        assert_eq!(option_name("id name Somebody"), None);
        let own = vec![("UCI_Elo".to_owned(), "2850".to_owned())];
        let equipment = Equipment { megabytes: Some(64), threads: None, options: own };
        let names: Vec<String> = equipment.options().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Hash", "UCI_Elo"]);
    }

    #[test]
    fn searches_tell_values_depths_and_nodes() {
        let choice = known(&["depth 9 seldepth 12 score cp -31 nodes 5000 pv e2e4 depth 3"]);
        assert_eq!(choice.value, Some(Assessment::Guess { score: -31 }));
        assert_eq!((choice.depth, choice.nodes), (Some(9), Some(5000)));
        let win = Some(Assessment::Proven { outcome: Verdict::Win, plies: Some(5) });
        assert_eq!(known(&["depth 9 score mate 3"]).value, win);
        let loss = Some(Assessment::Proven { outcome: Verdict::Loss, plies: Some(4) });
        assert_eq!(known(&["depth 9 score mate -2"]).value, loss);
    }

    #[test]
    fn other_lines_bounds_and_beginnings_do_not_change_the_value() {
        let first = "depth 9 multipv 1 score cp 20 nodes 10";
        let later = [
            first,
            "depth 9 multipv 2 score cp -5 nodes 12",
            "depth 10 currmove e2e4 currmovenumber 1",
            "depth 10 score cp 90 lowerbound nodes 99",
            "string score cp 1000",
            "score cp",
            "depth x score y z",
        ];
        let choice = known(&later);
        assert_eq!(choice.value, Some(Assessment::Guess { score: 20 }));
        assert_eq!((choice.depth, choice.nodes), (Some(9), Some(99)));
    }
}
