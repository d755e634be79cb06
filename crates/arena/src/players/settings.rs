//! The settings of a player: what stands behind its kind, or in brackets.
//!
//! | setting | what it means |
//! |---|---|
//! | `time=100` | so many milliseconds for each move |
//! | `tc=10+0.1` | a clock for the game: seconds, and seconds that each move adds; `40/60+0.5` for each 40 moves |
//! | `nodes=1000` | so many positions in each move |
//! | `depth=6` | so many plies in each move |
//! | `threads=2` | so many threads, 1 if not given |
//! | `table=64` | so many megabytes to remember positions, 16 if not given |
//! | `memory=350` | so many megabytes altogether, as another program is told; 350 if not given |
//! | `folder=/tmp/brains` | where another program may keep files from game to game; nowhere if not given |
//! | `option.UCI_Elo=2000` | an option of another program, by the name that it tells itself; `option.Clear Hash=` for a button |
//! | `-pvs`, `+pvs` | everything, without or with this technique |
//! | `pvs`, `none`, `all`, `exact` | only what is listed, or what the word means, as [`Features`] reads it |
//! | `name=Ada` | what the player is called |

use mossa_game::{InputError, InputKind};
use mossa_search::{Feature, Features};

use crate::budget::{Budget, TimeRule};

/// More threads than this no machine here has; each costs memory.
const MOST_THREADS: u64 = 256;
/// A terabyte, in megabytes: more is a slip of the finger.
const MOST_MEGABYTES: u64 = 1 << 20;
/// A day, in milliseconds: more is a slip of the finger.
const MOST_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// Room for a million positions: more than a game at arena speed visits twice, and little beside many other games.
pub(super) const DEFAULT_MEGABYTES: usize = 16;
/// A name is a column of tables.
const LONGEST_NAME: usize = 100;

/// What stands before the name of an option of another program.
const OPTION: &str = "option.";

/// What was set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Settings {
    pub(super) budget: Budget,
    pub(super) threads: Option<usize>,
    pub(super) megabytes: Option<usize>,
    /// All the memory of another program, in megabytes.
    pub(super) memory: Option<u64>,
    pub(super) folder: Option<String>,
    /// Options of another program, by name and value.
    pub(super) options: Vec<(String, String)>,
    /// Changes of techniques as they were written.
    pub(super) switches: Vec<String>,
    pub(super) name: Option<String>,
}

/// Which settings a kind of player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Accepted {
    /// Limits of time.
    pub(super) time: bool,
    /// Limits of nodes and depth.
    pub(super) work: bool,
    pub(super) threads: bool,
    pub(super) table: bool,
    /// Memory and a folder.
    pub(super) provisions: bool,
    /// Options of a program's own.
    pub(super) options: bool,
    pub(super) switches: bool,
}

impl Accepted {
    /// Only a name.
    pub(super) const NAME: Accepted = Accepted {
        time: false,
        work: false,
        threads: false,
        table: false,
        provisions: false,
        options: false,
        switches: false,
    };
    /// What our own searches have.
    pub(super) const SEARCH: Accepted =
        Accepted { time: true, work: true, threads: true, table: true, switches: true, ..Accepted::NAME };

    fn words(self) -> String {
        let time = self.time.then_some("time=MS, tc=10+0.1");
        let work = self.work.then_some("nodes=N, depth=N");
        let threads = self.threads.then_some("threads=N");
        let table = self.table.then_some("table=MB");
        let provisions = self.provisions.then_some("memory=MB, folder=DIR");
        let options = self.options.then_some("option.NAME=VALUE");
        let switches = self.switches.then_some("techniques such as -table or +pvs");
        let words: Vec<&str> =
            [time, work, threads, table, provisions, options, switches].into_iter().flatten().collect();
        if words.is_empty() {
            "only name=TEXT".to_owned()
        } else {
            format!("{}, name=TEXT", words.join(", "))
        }
    }
}

impl Settings {
    /// One more setting for a player of `kind`.
    pub(super) fn take(&mut self, kind: &str, accepted: Accepted, item: &str) -> Result<(), InputError> {
        let unknown = || error(format!("{kind} has no setting `{item}`"), accepted.words());
        let Some((key, value)) = item.split_once('=') else {
            return match accepted.switches && !item.is_empty() {
                true => self.take_switch(item),
                false => Err(unknown()),
            };
        };
        let (key, value) = (key.trim(), value.trim());
        if let Some(name) = key.strip_prefix(OPTION).filter(|_| accepted.options) {
            return self.take_option(name, value);
        }
        let known = match key {
            "time" | "tc" => accepted.time,
            "nodes" | "depth" => accepted.work,
            "memory" | "folder" => accepted.provisions,
            "threads" => accepted.threads,
            "table" => accepted.table,
            name => name == "name",
        };
        if !known {
            return Err(unknown());
        }
        self.set(key, value)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        let twice = match key {
            "time" | "tc" => self.budget.time.is_some(),
            "nodes" => self.budget.nodes.is_some(),
            "depth" => self.budget.depth.is_some(),
            "threads" => self.threads.is_some(),
            "table" => self.megabytes.is_some(),
            "memory" => self.memory.is_some(),
            "folder" => self.folder.is_some(),
            _ => self.name.is_some(),
        };
        if twice {
            let what = if matches!(key, "time" | "tc") { "time" } else { key };
            return Err(error(format!("{what} is given twice"), "it once"));
        }
        match key {
            "time" => self.budget.time = Some(TimeRule::PerMove(number(key, value, MOST_MILLIS)?)),
            "tc" => self.budget.time = Some(TimeRule::parse(value)?),
            "nodes" => self.budget.nodes = Some(number(key, value, u64::MAX)?),
            "depth" => self.budget.depth = Some(number(key, value, u32::MAX.into())? as u32),
            "threads" => self.threads = Some(number(key, value, MOST_THREADS)? as usize),
            "table" => self.megabytes = Some(number(key, value, MOST_MEGABYTES)? as usize),
            "memory" => self.memory = Some(number(key, value, MOST_MEGABYTES)?),
            "folder" if value.is_empty() => return Err(error("a folder without a name", "folder=DIR")),
            "folder" => self.folder = Some(value.to_owned()),
            _ => self.name = Some(checked_name(value)?),
        }
        Ok(())
    }

    fn take_option(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        if name.is_empty() {
            return Err(error("an option without a name", "option.NAME=VALUE"));
        }
        if self.options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
            return Err(error(format!("option {name} is given twice"), "it once"));
        }
        self.options.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn take_switch(&mut self, item: &str) -> Result<(), InputError> {
        self.switches.push(item.to_owned());
        self.features().map(drop)
    }

    /// The techniques: everything, changed by switches with signs; or, if the list begins with a name, plain
    /// alpha-beta with deepening and what is listed.
    pub(super) fn features(&self) -> Result<Features, InputError> {
        let mut features = Features::ALL;
        for (index, switch) in self.switches.iter().enumerate() {
            features = match (index, switch.as_str()) {
                (0, "all" | "none" | "exact") => switch.parse()?,
                (0, name) if !name.starts_with(['+', '-']) => {
                    Features::NONE.with(Feature::AlphaBeta).with(Feature::Deepening).changed(name)?
                }
                (_, change) => features.changed(change)?,
            };
        }
        Ok(features)
    }

    /// All settings but the name, as they can be read again.
    pub(super) fn items(&self) -> Vec<String> {
        let time = self.budget.time.map(time_text);
        let nodes = self.budget.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.budget.depth.map(|depth| format!("depth={depth}"));
        let threads = self.threads.map(|threads| format!("threads={threads}"));
        let table = self.megabytes.map(|megabytes| format!("table={megabytes}"));
        let memory = self.memory.map(|megabytes| format!("memory={megabytes}"));
        let folder = self.folder.as_ref().map(|folder| format!("folder={folder}"));
        let others = [time, nodes, depth, threads, table, memory, folder].into_iter().flatten();
        let options = self.options.iter().map(|(name, value)| format!("{OPTION}{name}={value}"));
        self.switches.iter().cloned().chain(others).chain(options).collect()
    }
}

fn error(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

fn number(key: &str, value: &str, most: u64) -> Result<u64, InputError> {
    value.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| {
        let most = if most == u64::MAX { "2^64 - 1".to_owned() } else { most.to_string() };
        error(format!("{key}={value} cannot be"), format!("a whole number from 1 to {most}"))
    })
}

/// What would end a name in a list of settings.
const SEPARATORS: [char; 3] = [',', '[', ']'];

fn checked_name(name: &str) -> Result<String, InputError> {
    let fine = !name.is_empty()
        && name.chars().count() <= LONGEST_NAME
        && !name.contains(|c: char| c.is_control() || SEPARATORS.contains(&c));
    let expected = || format!("1 to {LONGEST_NAME} characters, none of them , [ ]");
    fine.then(|| name.to_owned())
        .ok_or_else(|| error(format!("no player can be called `{name}`"), expected()))
}

/// `text` as a name that [`Settings`] accept.
pub(super) fn name_from(text: &str) -> String {
    let blank = |c: char| if c.is_control() || SEPARATORS.contains(&c) { ' ' } else { c };
    let plain: String = text.chars().map(blank).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    name.trim_end().to_owned()
}

fn time_text(rule: TimeRule) -> String {
    let seconds = |ms: u64| ms as f64 / 1000.0;
    match rule {
        TimeRule::PerMove(ms) => format!("time={ms}"),
        TimeRule::PerGame { base, increment, moves } => {
            let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
            format!("tc={moves}{}+{}", seconds(base), seconds(increment))
        }
    }
}
