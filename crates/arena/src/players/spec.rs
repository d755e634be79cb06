//! A player described on one line.
//!
//! ```text
//! KIND                         mossa
//! KIND:SETTING,SETTING         alphabeta:-table,+pvs,time=100
//! KIND,SETTING,SETTING         alphabeta,-table,+pvs,time=100
//! KIND[SETTING,SETTING]:REST   line[time=100,name=bot]:python3 examples/bot.py
//! ```
//!
//! | kind | who it is | players | settings |
//! |---|---|---|---|
//! | `mossa` | the strongest search for the game, with everything | any | limits, `threads`, `table`, techniques |
//! | `alphabeta` | alpha-beta with everything | two | the same |
//! | `minimax` | no technique at all; deepening, if time or nodes are limited | two | limits, `threads`, `table` |
//! | `maxn` | everybody for himself | any | as `mossa` |
//! | `paranoid` | all against the player | any | as `mossa` |
//! | `bestreply` | all against the player, only the best of them answers | any | as `mossa` |
//! | `mcts` | Monte-Carlo tree search | any | limits, `threads`, `table` |
//! | `level:3` | a level of play, 1 to 8 | any | only 8: limits, `threads`, `table` |
//! | `perfect` | the moves of the solver that the game brings, see [`perfect`](super::perfect) | two | limits, `threads`, `table` |
//! | `random` | any legal move | any | |
//! | `document`, `document:VARIANT` | a player that the game brings; `mnk-document` that of one game | two | limits, `threads`, `table` |
//! | `line:COMMAND` | another program, by the line protocol; its settings stand in brackets | any | limits, `threads` |
//! | `gomocup:COMMAND` | another program, by the Gomocup protocol, in five in a row | two | `time`, `tc`, `threads`, `memory`, `folder` |
//! | `uci:COMMAND` | another program, by the Universal Chess Interface, in chess | two | limits, `threads`, `table`, `option.NAME` |
//!
//! Everybody can have a `name`. What settings mean is told in [`settings`](super::settings).
//!
//! Techniques: `alphabeta,-table,+ordering` is the search with everything, but without its table and with ordering.
//! `alphabeta,table,ordering` has only alpha-beta, deepening, the table and ordering.
//!
//! A command is words separated by blanks; a word with blanks stands in "double" or 'single' quotes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use mossa_engine::registry::nearest;
use mossa_engine::{AnyGame, Level, Method, Perfect};
use mossa_game::{BrainInfo, BrainVariant, InputError, InputKind};
use serde::{Deserialize, Serialize};

use super::gomocup::{GomocupPlayer, Provisions};
use super::levels::LevelPlayer;
use super::line::LinePlayer;
use super::perfect::PerfectPlayer;
use super::program::{Protocol, command_words};
use super::random::RandomPlayer;
use super::searching::{Searching, Thinking};
use super::settings::{Accepted, DEFAULT_MEGABYTES, Settings, name_from};
use super::uci::{Equipment, UciPlayer};
use crate::budget::Budget;
use crate::contestant::Contestant;

/// A player described on one line: see the head of this module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    kind: Kind,
    settings: Settings,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Search(Search),
    Level(Level),
    Perfect,
    Random,
    /// A player that a game brings.
    Brain {
        family: Option<String>,
        /// The standard one if it is not named.
        variant: Option<String>,
    },
    /// Another program.
    Program {
        protocol: Protocol,
        command: String,
        words: Vec<String>,
    },
}

/// Our own searches by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Search {
    Mossa,
    AlphaBeta,
    Minimax,
    MaxN,
    Paranoid,
    BestReply,
    Mcts,
}

const SEARCHES: [(&str, Search, Method); 7] = [
    ("mossa", Search::Mossa, Method::Auto),
    ("alphabeta", Search::AlphaBeta, Method::AlphaBeta),
    ("minimax", Search::Minimax, Method::AlphaBeta),
    ("maxn", Search::MaxN, Method::MaxN),
    ("paranoid", Search::Paranoid, Method::Paranoid),
    ("bestreply", Search::BestReply, Method::BestReply),
    ("mcts", Search::Mcts, Method::Mcts),
];

impl Search {
    fn row(self) -> (&'static str, Search, Method) {
        // Every search stands in the table, at its own number.
        SEARCHES[self as usize]
    }

    fn two_players_only(self) -> bool {
        matches!(self, Search::AlphaBeta | Search::Minimax)
    }
}

const DOCUMENT: &str = "document";
const OTHER_KINDS: [&str; 7] = ["level", "perfect", "random", DOCUMENT, "line", "gomocup", "uci"];

impl Kind {
    /// The kind with what belongs to it, as it can be read again, without settings.
    fn head(&self) -> (String, Option<&str>) {
        match self {
            Kind::Search(search) => (search.row().0.to_owned(), None),
            Kind::Level(level) => (format!("level:{level}"), None),
            Kind::Perfect => ("perfect".to_owned(), None),
            Kind::Random => ("random".to_owned(), None),
            Kind::Brain { family, variant } => {
                let family = family.as_ref().map_or_else(String::new, |family| format!("{family}-"));
                let variant = variant.as_ref().map_or_else(String::new, |variant| format!(":{variant}"));
                (format!("{family}{DOCUMENT}{variant}"), None)
            }
            Kind::Program { protocol, command, .. } => (protocol.name().to_owned(), Some(command)),
        }
    }

    fn accepted(&self) -> Accepted {
        let all = Accepted::SEARCH;
        match self {
            Kind::Search(Search::Minimax | Search::Mcts) => Accepted { switches: false, ..all },
            Kind::Search(_) => all,
            Kind::Level(level) if *level < Level::FULL => Accepted::NAME,
            Kind::Random => Accepted::NAME,
            Kind::Level(_) | Kind::Perfect | Kind::Brain { .. } => Accepted { switches: false, ..all },
            Kind::Program { protocol: Protocol::Line, .. } => {
                Accepted { table: false, switches: false, ..all }
            }
            Kind::Program { protocol: Protocol::Gomocup, .. } => {
                Accepted { time: true, threads: true, provisions: true, ..Accepted::NAME }
            }
            Kind::Program { protocol: Protocol::Uci, .. } => {
                Accepted { switches: false, options: true, ..all }
            }
        }
    }
}

impl PlayerSpec {
    /// Reads a player from its line.
    pub fn parse(text: &str) -> Result<PlayerSpec, InputError> {
        if text.contains(char::is_control) {
            return Err(error("a player with control characters", "plain text on one line"));
        }
        let text = text.trim();
        let (name, rest) = text.split_at(text.find(['[', ':', ',']).unwrap_or(text.len()));
        let name = name.trim();
        let (brackets, rest) = split_brackets(rest)?;
        let tail = match rest.strip_prefix(':').or_else(|| rest.strip_prefix(',')) {
            Some(tail) => Some(tail.trim()),
            None if rest.is_empty() => None,
            None => {
                return Err(error(format!("`{rest}` behind the settings of {name}"), "a colon before it"));
            }
        };
        if let Some(protocol) = Protocol::called(name) {
            let command = tail.unwrap_or_default().to_owned();
            let words = command_words(&command).map_err(|_| protocol.no_command(&command))?;
            return PlayerSpec::with_settings(Kind::Program { protocol, command, words }, brackets, None);
        }
        let (argument, items) = match (takes_argument(name), tail) {
            // The standard variant of a document need not be named: `mnk-document:time=5`.
            (true, Some(tail)) if document_of(name).is_some() && starts_with_setting(tail) => {
                ("", Some(tail))
            }
            (true, Some(tail)) => match tail.split_once(',') {
                Some((argument, items)) => (argument.trim(), Some(items)),
                None => (tail, None),
            },
            (_, tail) => ("", tail),
        };
        PlayerSpec::with_settings(kind_called(name, argument)?, brackets, items)
    }

    fn with_settings(
        kind: Kind,
        brackets: Option<&str>,
        items: Option<&str>,
    ) -> Result<PlayerSpec, InputError> {
        let mut settings = Settings::default();
        let (head, accepted) = (kind.head().0, kind.accepted());
        for item in [brackets, items].into_iter().flatten().flat_map(|list| list.split(',')) {
            settings.take(&head, accepted, item.trim())?;
        }
        Ok(PlayerSpec { kind, settings })
    }

    /// The line that means this player.
    pub fn text(&self) -> String {
        self.to_string()
    }

    /// What the player is called: the name it was given, or its description.
    pub fn name(&self) -> String {
        self.settings.name.clone().unwrap_or_else(|| {
            let (head, command) = self.kind.head();
            let items = self.settings.items().join(" ");
            let name = name_from(&format!("{} {items}", command.unwrap_or(&head)));
            // A command of nothing but commas leaves nothing.
            if name.is_empty() { head } else { name }
        })
    }

    /// How much the player may think; possibly without limit.
    pub fn budget(&self) -> Budget {
        self.settings.budget
    }

    /// How many threads the player uses. Of another program, what its settings say.
    pub fn threads(&self) -> usize {
        self.settings.threads.unwrap_or(1)
    }

    /// Whether the same seed gives the same moves on every machine. Nobody can say that of another program.
    pub fn is_repeatable(&self) -> bool {
        let other = matches!(self.kind, Kind::Program { .. });
        !other && self.threads() == 1 && self.settings.budget.time.is_none()
    }

    /// Whether another program plays: whoever describes such a player chooses what is run.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program { .. })
    }

    /// Whether limits mean anything to the player: levels below 8 and random moves have none.
    pub fn takes_budget(&self) -> bool {
        self.kind.accepted().time
    }

    /// With this budget, if the player takes one and has none of its own. Its name does not change.
    pub fn with_default_budget(mut self, budget: Budget) -> PlayerSpec {
        if self.takes_budget() && self.settings.budget.is_unlimited() && !budget.is_unlimited() {
            self.settings.name = Some(self.name());
            self.settings.budget = budget;
        }
        self
    }

    /// Sits down at a board of `game`.
    pub fn seat(&self, game: &Arc<dyn AnyGame>) -> Result<Box<dyn Contestant>, InputError> {
        if let Kind::Brain { family, variant } = &self.kind {
            // Whoever mistypes a name need not hear of limits.
            self.brain(family.as_deref(), variant.as_deref(), game)?;
        }
        // Nobody can say that of another program, and a solver comes to an end.
        let line = matches!(self.kind, Kind::Program { protocol: Protocol::Line, .. });
        let finite = line || self.kind == Kind::Perfect;
        if self.takes_budget() && self.budget().is_unlimited() && !finite {
            let problem = format!("{} would think for ever", self.name());
            let work = if self.kind.accepted().work { ", nodes=N or depth=N" } else { "" };
            return Err(error(problem, format!("a limit: time=MS, tc=10+0.1{work}")));
        }
        let other = self.budget().nodes.is_some() || self.budget().depth.is_some();
        if self.takes_budget() && other && !self.kind.accepted().work {
            let problem = format!("{} knows no limits of nodes or depth", self.name());
            return Err(error(problem, "a limit of time: time=MS or tc=10+0.1"));
        }
        self.seat_by_turns(game)
    }

    /// Sits down at a board where each turn brings its limits.
    pub(super) fn seat_by_turns(&self, game: &Arc<dyn AnyGame>) -> Result<Box<dyn Contestant>, InputError> {
        Ok(match &self.kind {
            Kind::Search(search) => Box::new(self.searching(*search, game)?),
            Kind::Brain { family, variant } => {
                Box::new(self.brain(family.as_deref(), variant.as_deref(), game)?)
            }
            Kind::Level(level) => {
                Box::new(LevelPlayer::new(*level, self.budget(), self.threads(), self.megabytes()))
            }
            Kind::Perfect => {
                let perfect = Perfect::new(&**game, self.settings.megabytes)?;
                Box::new(PerfectPlayer::new(perfect, self.budget(), self.threads()))
            }
            Kind::Random => Box::new(RandomPlayer::default()),
            Kind::Program { protocol: Protocol::Line, words, .. } => Box::new(LinePlayer::start(words)?),
            Kind::Program { protocol: Protocol::Gomocup, words, .. } => {
                Box::new(GomocupPlayer::start(words, game, self.provisions())?)
            }
            Kind::Program { protocol: Protocol::Uci, words, .. } => {
                Box::new(UciPlayer::start(words, game, self.equipment())?)
            }
        })
    }

    fn megabytes(&self) -> usize {
        self.settings.megabytes.unwrap_or(DEFAULT_MEGABYTES)
    }

    fn provisions(&self) -> Provisions {
        Provisions {
            megabytes: self.settings.memory,
            threads: self.settings.threads,
            folder: self.settings.folder.clone(),
        }
    }

    fn equipment(&self) -> Equipment {
        Equipment {
            megabytes: self.settings.megabytes,
            threads: self.settings.threads,
            options: self.settings.options.clone(),
        }
    }

    fn searching(&self, search: Search, game: &Arc<dyn AnyGame>) -> Result<Searching, InputError> {
        let (name, _, method) = search.row();
        if search.two_players_only() {
            for_two(name, game)?;
        }
        let thinking = match search {
            Search::Minimax => Thinking::Minimax,
            _ => Thinking::With(self.settings.features()?),
        };
        Ok(Searching::new(method, thinking, self.budget(), self.threads(), self.megabytes()))
    }

    /// Finds the player among those that the game brings.
    fn brain(
        &self,
        family: Option<&str>,
        variant: Option<&str>,
        game: &Arc<dyn AnyGame>,
    ) -> Result<Searching, InputError> {
        let info = game.info();
        let wanted = format!("{}-{DOCUMENT}", family.unwrap_or(info.name));
        let mut usable = Vec::new();
        for brain in &info.brains {
            usable.extend(brain.variants.iter().filter(|v| game.has_brain(v.brain)).map(|v| (brain, v)));
        }
        let called = |brain: &BrainInfo, v: &BrainVariant| {
            brain.name == wanted && v.name == variant.unwrap_or(brain.standard)
        };
        let Some((_, found)) = usable.iter().find(|(brain, v)| called(brain, v)) else {
            let names: Vec<String> =
                usable.iter().map(|(brain, v)| format!("{}:{}", brain.name, v.name)).collect();
            let expected =
                if names.is_empty() { "another kind of player".to_owned() } else { names.join(", ") };
            let wanted = variant.map_or_else(|| wanted.clone(), |variant| format!("{wanted}:{variant}"));
            return Err(error(format!("{} has no player `{wanted}`", game.name()), expected));
        };
        for_two(&wanted, game)?;
        let thinking = Thinking::With(found.features.parse()?);
        let mut budget = self.budget();
        budget.depth = budget.depth.into_iter().chain(found.depth).min();
        let searching = Searching::new(Method::AlphaBeta, thinking, budget, self.threads(), self.megabytes());
        Ok(searching.with_brain(found.brain))
    }
}

fn error(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

fn for_two(name: &str, game: &Arc<dyn AnyGame>) -> Result<(), InputError> {
    if game.players() == 2 {
        return Ok(());
    }
    let problem = format!("{name} cannot play {}, a game for {}", game.name(), game.players());
    Err(error(problem, "mossa, maxn, paranoid, bestreply, mcts, a level, random or line"))
}

/// Whether something belongs to the kind, behind the colon.
fn takes_argument(name: &str) -> bool {
    name == "level" || document_of(name).is_some()
}

/// Whether the first item of a list is `key=value`.
fn starts_with_setting(list: &str) -> bool {
    let key = list.split(',').next().and_then(|item| item.split_once('=')).map(|(key, _)| key);
    // A colon before the sign belongs to the name of a variant, though to none that there is.
    key.is_some_and(|key| !key.contains(':'))
}

/// For `mnk-document` the family, for `document` none in particular; `None` for everything else.
fn document_of(name: &str) -> Option<Option<&str>> {
    let family = name.strip_suffix(DOCUMENT)?;
    match family.strip_suffix('-') {
        Some(family) if !family.is_empty() => Some(Some(family)),
        _ => family.is_empty().then_some(None),
    }
}

fn kind_called(name: &str, argument: &str) -> Result<Kind, InputError> {
    if let Some((_, search, _)) = SEARCHES.into_iter().find(|(known, ..)| *known == name) {
        return Ok(Kind::Search(search));
    }
    if let Some(family) = document_of(name) {
        let variant = (!argument.is_empty()).then(|| argument.to_owned());
        return Ok(Kind::Brain { family: family.map(str::to_owned), variant });
    }
    match name {
        "level" => argument.parse().map(Kind::Level),
        "perfect" => Ok(Kind::Perfect),
        "random" => Ok(Kind::Random),
        _ => Err(unknown_kind(name)),
    }
}

fn unknown_kind(name: &str) -> InputError {
    let kinds: Vec<&str> = SEARCHES.into_iter().map(|(known, ..)| known).chain(OTHER_KINDS).collect();
    let problem = match nearest(name, &kinds) {
        Some(kind) => format!("unknown player `{name}`, did you mean `{kind}`?"),
        None => format!("unknown player `{name}`"),
    };
    let searches: Vec<&str> = SEARCHES.into_iter().map(|(known, ..)| known).collect();
    let others =
        "level:1 to level:8, perfect, random, document[:VARIANT], line:COMMAND, gomocup:COMMAND, uci:COMMAND";
    error(problem, format!("one of: {}, {others}", searches.join(", ")))
}

/// The settings in brackets, if there are any, and what comes behind them.
fn split_brackets(text: &str) -> Result<(Option<&str>, &str), InputError> {
    let Some(inside) = text.strip_prefix('[') else { return Ok((None, text)) };
    let (inside, rest) =
        inside.split_once(']').ok_or_else(|| error("a bracket that is never closed", "`]`"))?;
    Ok((Some(inside), rest.trim_start()))
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, command) = self.kind.head();
        let mut items = self.settings.items();
        items.extend(self.settings.name.iter().map(|name| format!("name={name}")));
        let items = items.join(",");
        match command {
            Some(command) if items.is_empty() => write!(f, "{head}:{command}"),
            Some(command) => write!(f, "{head}[{items}]:{command}"),
            None if items.is_empty() => f.write_str(&head),
            // The argument of a kind stands behind its colon already.
            None => write!(f, "{head}{}{items}", if head.contains(':') { ',' } else { ':' }),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<PlayerSpec, InputError> {
        PlayerSpec::parse(text)
    }
}

impl Serialize for PlayerSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlayerSpec {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PlayerSpec, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
