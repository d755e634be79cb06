//! What the value of a position should be, as files say it.

use mossa_engine::SolutionReport;
use mossa_game::{Assessment, Strength, Verdict};

/// What the value of a position should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// The game's own score.
    Score(i32),
    /// Who wins, and when, if that is said.
    Result(Verdict, Option<u32>),
}

impl Expected {
    /// Reads `-2`, `win`, `draw`, `loss`, `win in 5`.
    pub(super) fn read(text: &str) -> Option<Expected> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.join(" ").parse().ok()? {
            Assessment::Guess { score } => Some(Expected::Score(score)),
            Assessment::Proven { outcome, plies } => Some(Expected::Result(outcome, plies)),
        }
    }

    /// Whether `found` is as expected. A weak solution, and the result of a finished game, have no more than a sign.
    pub(super) fn is_met(self, found: &SolutionReport, strength: Strength, over: bool) -> bool {
        let exact = strength == Strength::Strong && !over;
        match self {
            Expected::Score(score) if exact => found.value.score == Some(score),
            Expected::Score(score) => sign(found.value.outcome) == score.signum(),
            Expected::Result(outcome, plies) => {
                let fits = !exact || plies.is_none() || plies == found.value.plies;
                outcome == found.value.outcome && fits
            }
        }
    }
}

fn sign(outcome: Verdict) -> i32 {
    match outcome {
        Verdict::Win => 1,
        Verdict::Draw => 0,
        Verdict::Loss => -1,
    }
}

/// As it can be read again.
impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Expected::Score(score) => write!(f, "{score}"),
            Expected::Result(outcome, plies) => Assessment::Proven { outcome, plies }.fmt(f),
        }
    }
}

/// A line without its comment, and its parts: the position, and what is expected, if anything is.
///
/// Both may consist of several words. The longest end that can be an expectation is offered first, then shorter ones,
/// then none; it is for the caller to say which beginning is a position.
pub(super) fn readings(line: &str) -> Vec<(&str, Option<Expected>)> {
    let line = without_comment(line);
    let mut readings = Vec::new();
    let starts = line.char_indices().filter(|(at, c)| {
        !c.is_whitespace() && line[..*at].chars().next_back().is_some_and(char::is_whitespace)
    });
    for (at, _) in starts {
        if let Some(expected) = Expected::read(&line[at..]) {
            readings.push((line[..at].trim(), Some(expected)));
        }
    }
    readings.push((line, None));
    readings
}

/// Comments begin with `#`, at the beginning of a line or behind a blank: a position may contain one otherwise.
fn without_comment(line: &str) -> &str {
    let begins = |(at, c): &(usize, char)| {
        *c == '#' && line[..*at].chars().next_back().is_none_or(char::is_whitespace)
    };
    let end = line.char_indices().find(begins).map_or(line.len(), |(at, _)| at);
    line[..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_game::Solved;

    #[test]
    fn lines_are_read_from_their_end() {
        let win = Expected::Result(Verdict::Win, Some(5));
        assert_eq!(readings("44 -2"), [("44", Some(Expected::Score(-2))), ("44 -2", None)]);
        assert_eq!(readings(" 3/3/3 x  win in 5 # easy")[..1], [("3/3/3 x", Some(win))]);
        assert_eq!(readings("3/3/3 x"), [("3/3/3 x", None)]);
        assert_eq!(readings("a#b draw")[0], ("a#b", Some(Expected::Result(Verdict::Draw, None))));
        for empty in ["", "  ", "# only a comment", "\t#"] {
            assert_eq!(readings(empty), [("", None)]);
        }
        for text in ["2", "-2", "0", "win", "draw", "loss", "win in 5", "loss in 4"] {
            assert_eq!(Expected::read(text).unwrap().to_string(), text);
        }
        for text in ["", "won", "win in", "win in x", "1.5", "x"] {
            assert_eq!(Expected::read(text), None, "{text}");
        }
    }

    #[test]
    fn expectations_are_compared_as_far_as_the_answer_goes() {
        let report = |outcome, plies, score| SolutionReport {
            value: Solved { outcome, plies, score },
            best: None,
            moves: Vec::new(),
            unsolved: 0,
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            counts: None,
            checked: None,
        };
        let met = |text: &str, found: &SolutionReport, strength| {
            Expected::read(text).unwrap().is_met(found, strength, false)
        };
        let strong = report(Verdict::Win, Some(5), Some(3));
        for (text, expected) in
            [("3", true), ("2", false), ("-3", false), ("win", true), ("win in 5", true), ("win in 3", false)]
        {
            assert_eq!(met(text, &strong, Strength::Strong), expected, "{text}");
        }
        let weak = report(Verdict::Loss, None, None);
        for (text, expected) in
            [("-7", true), ("7", false), ("0", false), ("loss in 4", true), ("draw", false)]
        {
            assert_eq!(met(text, &weak, Strength::Weak), expected, "{text}");
        }
        assert!(!met("-7", &weak, Strength::Strong), "a score is expected, and none was found");
        let over = report(Verdict::Loss, Some(0), None);
        assert!(Expected::Score(-18).is_met(&over, Strength::Strong, true));
    }
}
