//! Game records: who played which game, move by move, with times and values.
//!
//! Two forms hold the same: JSON for programs, and a text for people, in the manner of chess's PGN:
//!
//! ```text
//! [Game "mnk:3,3,3"]
//! [Player1 "Ada"]
//! [Player2 "mossa level 3"]
//! [Result "1-0"]
//!
//! 1. b2 {time 1200} a2 {time 15; value loss in 4}
//! 2. a1 c3 {remark a mistake} ...
//! ```

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::error::{InputError, InputKind};
use crate::outcome::Outcome;
use crate::pgn;
use crate::value::Assessment;

/// Who sat in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat {
    /// A person's name, or an engine's with its settings.
    pub name: String,
}

/// A move as it was played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordedMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// How long the player thought, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub millis: Option<u64>,
    /// What the player, or an analysis, made of the position before the move, for whoever moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Assessment>,
    /// How deep the search was that found the value, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// A remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A game from its first move to its result.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game with its options, as everywhere: `mnk:3,3,3`.
    pub game: String,
    /// Who played, in the order of seats.
    pub players: Vec<Seat>,
    /// Where the game began, if not in the usual position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Further facts, such as date, event or seed, in their order. Names are letters and digits, each once; `Game`,
    /// `Start`, `Result` and `Player1` and so on are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How it ended; `None` while it goes on.
    #[serde(default)]
    pub result: Option<Outcome>,
}

impl GameRecord {
    /// Whether this is the record of a game, such as can be written and read back: it names its game, tags are
    /// called as they may be, moves are words, and the result is one of as many as played.
    pub fn validate(&self) -> Result<(), InputError> {
        if self.game.trim().is_empty() {
            return Err(bad("record without a game", "a line such as [Game \"mnk:3,3,3\"]"));
        }
        let mut seen = BTreeSet::new();
        for (name, _) in &self.tags {
            if !is_name(name) || is_reserved(name) {
                let expected = "letters and digits, and not Game, Start, Result or Player1 and so on";
                return Err(bad(format!("a tag called \"{name}\""), expected));
            }
            if !seen.insert(name) {
                return Err(given_twice(name));
            }
        }
        if let Some(m) = self.moves.iter().find(|m| !is_word(&m.text)) {
            let expected = "a word without blanks and braces, and not the number of a move";
            return Err(bad(format!("a move written \"{}\"", m.text), expected));
        }
        let seats = self.players.len();
        match self.result {
            Some(result) if seats > 0 && result.players() != seats => {
                let problem = format!("the result {result} of {} players", result.players());
                Err(bad(problem, format!("one of {seats}, as many as have seats")))
            }
            _ => Ok(()),
        }
    }

    /// Reads a record from JSON.
    pub fn from_json(json: &str) -> Result<GameRecord, InputError> {
        let record: GameRecord = serde_json::from_str(json)
            .map_err(|error| bad(format!("unreadable record: {error}"), "a game record in JSON"))?;
        record.validate()?;
        Ok(record)
    }

    /// The record as text. Reading it back gives the same record; one that is not [valid](GameRecord::validate) is
    /// refused.
    pub fn to_text(&self) -> Result<String, InputError> {
        self.validate()?;
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| text += &pgn::tag(name, value);
        tag("Game", &self.game);
        for (seat, player) in self.players.iter().enumerate() {
            tag(&format!("Player{}", seat + 1), &player.name);
        }
        if let Some(start) = &self.start {
            tag("Start", start);
        }
        tag("Result", &self.result.map_or("*".to_owned(), |outcome| outcome.to_string()));
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        text.push('\n');
        for (round, moves) in self.moves.chunks(self.players.len().max(1)).enumerate() {
            text += &format!("{}.", round + 1);
            moves.iter().for_each(|m| text += &format!(" {}{}", m.text, note(m)));
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads a record from its text.
    pub fn from_text(text: &str) -> Result<GameRecord, InputError> {
        let mut record = GameRecord::default();
        let mut body = text;
        let mut seen = BTreeSet::new();
        while let Some(rest) = body.trim_start().strip_prefix('[') {
            let (name, value, after) = read_tag(rest)?;
            if !seen.insert(name) {
                return Err(given_twice(name));
            }
            record.take_tag(name, value)?;
            body = after;
        }
        record.moves = read_moves(body)?;
        record.validate()?;
        Ok(record)
    }

    fn take_tag(&mut self, name: &str, value: String) -> Result<(), InputError> {
        match name {
            "Game" => self.game = value,
            "Start" => self.start = Some(value),
            "Result" if value == "*" => self.result = None,
            "Result" => self.result = Some(value.parse()?),
            _ if is_reserved(name) => {
                let seat = self.players.len() + 1;
                if name != format!("Player{seat}") {
                    return Err(bad(format!("[{name}] out of order"), "Player1, Player2 and so on"));
                }
                self.players.push(Seat { name: value });
            }
            _ => self.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }
}

fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Record, problem, expected)
}

fn given_twice(name: &str) -> InputError {
    bad(format!("[{name}] given twice"), "each tag once")
}

/// Whether a tag may be called so.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(char::is_alphanumeric)
}

/// Whether tags of this name tell what has a place of its own in the record.
fn is_reserved(name: &str) -> bool {
    let seat = name.strip_prefix("Player").filter(|seat| !seat.is_empty());
    matches!(name, "Game" | "Start" | "Result") || seat.is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}

/// Whether `word` is the number in front of a round, or only its dot.
fn is_round(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(is_number)
}

/// Whether a move written so is still the same move when it is read.
fn is_word(text: &str) -> bool {
    let breaks = |c: char| c.is_whitespace() || c.is_control() || c == '{' || c == '}';
    !text.is_empty() && !text.contains(breaks) && !is_round(text)
}

/// What is known of a move beyond itself: ` {time 1200; value +3; remark ...}`, or nothing.
fn note(m: &RecordedMove) -> String {
    let time = m.millis.map(|millis| format!("time {millis}"));
    let value = m.value.map(|value| format!("value {value}"));
    // Braces would end the note, and backslashes protect them.
    let remark = m.remark.as_ref().map(|remark| {
        let remark = remark.replace('\\', "\\\\").replace('{', "\\(").replace('}', "\\)");
        format!("remark {}", remark.replace('\n', "\\n").replace('\r', "\\r"))
    });
    let depth = m.depth.map(|depth| format!("depth {depth}"));
    let facts: Vec<String> = [time, value, depth, remark].into_iter().flatten().collect();
    if facts.is_empty() { String::new() } else { format!(" {{{}}}", facts.join("; ")) }
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('(') => '{',
                Some(')') => '}',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}

/// Reads `Name "value"]` and gives what follows.
fn read_tag(text: &str) -> Result<(&str, String, &str), InputError> {
    let broken = || {
        let line = text.lines().next().unwrap_or_default();
        bad(format!("unreadable tag \"[{line}\""), "[Name \"value\"]")
    };
    let (name, rest) = text.split_once(" \"").ok_or_else(broken)?;
    let mut escaped = false;
    let end = rest.find(|c| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    let end = end.ok_or_else(broken)?;
    let after = rest[end + 1..].strip_prefix(']').ok_or_else(broken)?;
    if !is_name(name) {
        return Err(broken());
    }
    Ok((name, unescape(&rest[..end]), after))
}

fn read_moves(body: &str) -> Result<Vec<RecordedMove>, InputError> {
    let mut moves: Vec<RecordedMove> = Vec::new();
    let mut rest = body.trim_start();
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('{') {
            let (facts, after) =
                inside.split_once('}').ok_or_else(|| bad("note without an end", "a closing }"))?;
            let last = moves.last_mut().ok_or_else(|| bad("note before the first move", "a move"))?;
            read_note(facts, last)?;
            rest = after.trim_start();
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if !is_round(word) {
            moves.push(RecordedMove { text: word.to_owned(), ..RecordedMove::default() });
        }
        rest = after.trim_start();
    }
    Ok(moves)
}

fn read_note(mut facts: &str, m: &mut RecordedMove) -> Result<(), InputError> {
    while !facts.is_empty() {
        // A remark may contain anything, so it is last and takes the rest.
        if let Some(remark) = facts.strip_prefix("remark ") {
            m.remark = Some(unescape(remark));
            return Ok(());
        }
        let (fact, rest) = facts.split_once("; ").unwrap_or((facts, ""));
        match fact.split_once(' ') {
            Some(("time", millis)) => {
                let expected = "a number of milliseconds";
                m.millis =
                    Some(millis.parse().map_err(|_| bad(format!("unreadable time \"{millis}\""), expected))?);
            }
            Some(("value", value)) => m.value = Some(value.parse()?),
            Some(("depth", depth)) => {
                let unreadable = |_| bad(format!("unreadable depth \"{depth}\""), "a number of plies");
                m.depth = Some(depth.parse().map_err(unreadable)?);
            }
            _ => return Err(bad(format!("unknown note \"{fact}\""), "time, value, depth or remark")),
        }
        facts = rest;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use proptest::prelude::*;

    fn any_move() -> impl Strategy<Value = RecordedMove> {
        let value = prop_oneof![
            (0u32..99).prop_map(|n| Value::win_in(n).assessment(false)),
            (-99i32..99).prop_map(|score| Assessment::Guess { score }),
            Just(Value::DRAW.assessment(true)),
        ];
        let text = "[a-z0-9,:=+#x-]{1,8}";
        (
            text,
            proptest::option::of(any::<u64>()),
            proptest::option::of(value),
            proptest::option::of(any::<u32>()),
            proptest::option::of(".{1,12}"),
        )
            .prop_map(|(text, millis, value, depth, remark)| RecordedMove {
                text,
                millis,
                value,
                depth,
                remark,
            })
    }

    /// Texts that are likely to be taken for something else.
    fn odd_text() -> impl Strategy<Value = String> {
        let odd =
            ["", " ", "Game", "Start", "Result", "Player1", "Player3", "Player01", "12.", ".", "1.a", "{x}"];
        let odder =
            ["a b", "}", "a\nb", "x\u{a0}", "a\"b", "x]", "[Game", "\\", "*", "1-0", "Seed", "\u{663}"];
        prop_oneof![
            any::<String>(),
            "[A-Za-z0-9]{0,7}",
            proptest::sample::select([odd, odder].concat()).prop_map(str::to_owned)
        ]
    }

    fn odd_move() -> impl Strategy<Value = RecordedMove> {
        (odd_text(), proptest::option::of(odd_text())).prop_map(|(text, remark)| RecordedMove {
            text,
            remark,
            ..RecordedMove::default()
        })
    }

    fn any_result() -> impl Strategy<Value = Option<Outcome>> {
        let places = prop_oneof![Just(vec![1, 2, 2]), Just(vec![2, 1]), Just(vec![1, 1, 1, 1])];
        proptest::option::of(places)
            .prop_map(|places| places.and_then(|places| Outcome::from_places(&places)))
    }

    fn named(names: Vec<String>) -> Vec<Seat> {
        names.into_iter().map(|name| Seat { name }).collect()
    }

    proptest! {
        #[test]
        fn records_round_trip_as_text_and_json(
            game in "[a-z]{1,8}(:[a-z0-9,=]{1,9})?",
            names in proptest::collection::vec(any::<String>(), 0..6),
            start in proptest::option::of(any::<String>()),
            tags in proptest::collection::btree_map("Tag[A-Za-z]{1,5}", any::<String>(), 0..3),
            moves in proptest::collection::vec(any_move(), 0..12),
            drawn in any::<bool>(),
        ) {
            let players = named(names);
            let result = Outcome::from_places(&vec![1; players.len()]).filter(|_| drawn);
            let tags = tags.into_iter().collect();
            let record = GameRecord { game, players, start, tags, moves, result };
            prop_assert_eq!(&GameRecord::from_text(&record.to_text().unwrap()).unwrap(), &record);
            let json = serde_json::to_string(&record).unwrap();
            prop_assert_eq!(&GameRecord::from_json(&json).unwrap(), &record);
        }

        #[test]
        fn whatever_is_in_a_record_is_refused_or_comes_back(
            game in odd_text(),
            names in proptest::collection::vec(odd_text(), 0..4),
            start in proptest::option::of(odd_text()),
            tags in proptest::collection::vec((odd_text(), odd_text()), 0..3),
            moves in proptest::collection::vec(odd_move(), 0..4),
            result in any_result(),
        ) {
            let record = GameRecord { game, players: named(names), start, tags, moves, result };
            let json = serde_json::to_string(&record).unwrap();
            let read = GameRecord::from_json(&json);
            match record.to_text() {
                Ok(text) => {
                    prop_assert_eq!(&GameRecord::from_text(&text).unwrap(), &record);
                    prop_assert_eq!(&read.unwrap(), &record);
                }
                Err(error) => prop_assert_eq!(read.unwrap_err(), error),
            }
        }

        #[test]
        fn reading_never_panics_and_what_was_read_can_be_written(text in any::<String>()) {
            for text in [format!("[Game \"x\"]\n{text}"), text] {
                if let Ok(record) = GameRecord::from_text(&text) {
                    prop_assert_eq!(&GameRecord::from_text(&record.to_text().unwrap()).unwrap(), &record);
                }
                let _ = GameRecord::from_json(&text);
            }
        }
    }

    #[test]
    fn what_could_not_be_read_back_is_not_written() {
        let good = GameRecord { game: "mnk".to_owned(), ..GameRecord::default() };
        let tagged = |names: &[&str]| {
            let tags = names.iter().map(|name| ((*name).to_owned(), "x".to_owned())).collect();
            GameRecord { tags, ..good.clone() }
        };
        let moved = |text: &str| {
            let moves = vec![RecordedMove { text: text.to_owned(), ..RecordedMove::default() }];
            GameRecord { moves, ..good.clone() }
        };
        let seated = |seats: usize| {
            let players = named(vec!["x".to_owned(); seats]);
            GameRecord { players, result: "1-0".parse().ok(), ..good.clone() }
        };
        for name in ["", "Game", "Start", "Result", "Player1", "Player3", "Player007", "a b", "a\"", "a\n"] {
            let error = tagged(&[name]).to_text().unwrap_err();
            assert!(error.problem.starts_with("a tag called"), "{name}: {error}");
        }
        assert_eq!(tagged(&["Seed", "Seed"]).to_text().unwrap_err().problem, "[Seed] given twice");
        assert!(tagged(&["Seed", "seed", "Player", "PlayerX", "Round2"]).to_text().is_ok());
        for text in ["", " ", "a b", "{", "a}", "a\u{7}", "12.", ".", "a\u{2003}b"] {
            let error = moved(text).to_text().unwrap_err();
            assert!(error.problem.starts_with("a move written"), "{text}: {error}");
        }
        assert!(["12", "1.a", "...", "O-O"].iter().all(|text| moved(text).to_text().is_ok()));
        assert!(GameRecord::default().to_text().is_err() && seated(3).to_text().is_err());
        assert!(seated(2).to_text().is_ok() && seated(0).to_text().is_ok());
    }

    #[test]
    fn broken_records_say_what_is_wrong() {
        let cases = [
            ("", "record without a game"),
            ("[Game \" \"]", "record without a game"),
            ("[Game mnk]", "unreadable tag"),
            ("[Game \"mnk\"]\n[Game \"mnk\"]", "[Game] given twice"),
            ("[Game \"mnk\"]\n[Event \"x\"]\n[Event \"x\"]", "[Event] given twice"),
            ("[Game \"mnk\"]\n[Player2 \"x\"]", "[Player2] out of order"),
            ("[Game \"mnk\"]\n[Player1 \"x\"]\n[Result \"1-0\"]", "of 2 players"),
            ("[Game \"mnk\"]\n[Result \"2-0\"]", "unreadable result"),
            ("[Game \"mnk\"]\n\n1. a1 {time soon}", "unreadable time"),
            ("[Game \"mnk\"]\n\n1. a1 {depth -1}", "unreadable depth"),
            ("[Game \"mnk\"]\n\n1. a1 {colour red}", "unknown note"),
            ("[Game \"mnk\"]\n\n1. a1 {time 3", "note without an end"),
            ("[Game \"mnk\"]\n\n{time 3}", "note before the first move"),
        ];
        for (text, problem) in cases {
            let error = GameRecord::from_text(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
        for json in ["", "{}", "[1]", "{\"game\": \"\", \"players\": [], \"moves\": []}"] {
            let error = GameRecord::from_json(json).unwrap_err();
            assert!(error.kind == InputKind::Record && error.problem.contains("record"), "{error}");
        }
    }
}
