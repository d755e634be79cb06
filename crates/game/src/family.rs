//! How games are called, and how their options are chosen.

use serde::{Serialize, Serializer};

use crate::bot::BotInfo;
use crate::brain::{BrainInfo, BrainVisitor};
use crate::catalog::Catalog;
use crate::chances::Chances;
use crate::error::{InputError, InputKind};
use crate::evaluate::Evaluate;
use crate::move_book::MoveBooks;
use crate::notation::Notation;
use crate::record::GameRecord;
use crate::reproduce::Reproduction;
use crate::solve::{ExactBook, Solver};
use crate::suite::{self, Problem};
use crate::symmetry::Symmetric;
use crate::tables::EndgameTables;
use crate::tactics::Tactics;
use crate::themes::Themes;
use crate::tuning::Tuning;
use crate::turns::Turns;
use crate::view::View;

/// Everything a game must be for the rest of mossa to play, analyse and show it.
pub trait Playable: Notation + View + Symmetric + Tactics + Turns + Themes + 'static {
    /// The evaluation that plays unless somebody asks for another.
    type Evaluator: Evaluate<Self> + 'static
    where
        Self: Sized;

    /// The evaluation that plays unless somebody asks for another.
    fn evaluator(&self) -> Self::Evaluator
    where
        Self: Sized;

    /// Hands the brain called `name` to `visitor`; `None` if there is no such brain. The names are those in the
    /// variants of [`FamilyInfo::brains`]. What a brain calls a result must be the game's own result with perfect
    /// play; everything else may differ.
    fn with_brain<V: BrainVisitor<Self>>(&self, _name: &str, _visitor: V) -> Option<V::Output>
    where
        Self: Sized,
    {
        None
    }

    /// The game's own exact solver, with a table of about `table_bytes`; `None` if it has none.
    fn solver(&self, _table_bytes: usize) -> Option<Box<dyn Solver<Self>>>
    where
        Self: Sized,
    {
        None
    }

    /// The game's books of exact values; `None` if it has none.
    fn exact_book(&self) -> Option<&dyn ExactBook> {
        None
    }

    /// The game's books of opening moves; `None` if it has none.
    fn move_books(&self) -> Option<&dyn MoveBooks> {
        None
    }

    /// A game as text for other programs: in the form that they exchange games in, or else as our own record.
    fn exchange_text(&self, record: &GameRecord) -> Result<String, InputError> {
        record.to_text()
    }

    /// The game's endgame tables; `None` if it has none.
    fn endgame_tables(&self) -> Option<&dyn EndgameTables> {
        None
    }

    /// What a value of `score` points for the player to move means in results between players who know the game; `None`
    /// if nobody has measured that.
    fn chances(&self, _position: &Self::Position, _score: i32) -> Option<Chances> {
        None
    }

    /// The evaluations of the game that learn from results; `None` if none does.
    fn tuning(&self) -> Option<&dyn Tuning> {
        None
    }

    /// What a line of a test suite asks: in the game's own form, or in [the one](crate::suite) that every game understands.
    /// A line `position ; bm move` is a problem in any form.
    fn problem(&self, line: &str) -> Result<Problem<Self::Position, Self::Move>, InputError> {
        suite::read_line(self, line)
    }

    /// The search of a publication that is called `name`, if it can be repeated with these options. Experiments of the
    /// laboratory ask for it.
    fn reproduction(&self, _name: &str) -> Option<Box<dyn Reproduction>> {
        None
    }

    /// Computes what is computed once, if that takes long. Called before a clock runs; what is needed and was not
    /// prepared is computed when it is first asked for.
    fn prepare(&self) {}
}

/// A game before its options are chosen: one line in the registry makes it known everywhere.
pub trait Family: Send + Sync + 'static {
    /// What people are told about the game.
    fn info(&self) -> FamilyInfo;

    /// The texts of the game: names of players, evaluation terms, themes.
    fn catalog(&self) -> Catalog;

    /// Builds the game that `options` describe (the text behind the colon, possibly empty) and hands it to
    /// `host`. The detour lets a family choose among several types, such as boards of different word widths.
    fn open<H: Host>(&self, options: &str, host: H) -> Result<H::Output, InputError>;
}

/// Takes a game whose type is known only to its family.
pub trait Host {
    /// What the host makes of it.
    type Output;

    /// Takes the game.
    fn host<G: Playable>(self, game: G) -> Self::Output;
}

/// What people are told about a game. Fields that a game does not need come from `..FamilyInfo::default()`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FamilyInfo {
    /// The name in front of the colon.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// One sentence on what the game is.
    pub summary: &'static str,
    /// Options in their order.
    pub options: Vec<OptionInfo>,
    /// Short names for often used options, each with its name, so that a user's own can take its place:
    /// `("gomoku", "m=15,n=15,k=5")`.
    pub presets: Vec<(&'static str, &'static str)>,
    /// How moves are written, with an example.
    pub move_notation: &'static str,
    /// How positions are written, with an example.
    pub position_notation: &'static str,
    /// Fixed work for measurements: options, position (empty for the start), depth.
    pub bench: Vec<BenchPosition>,
    /// Players beside the default one.
    pub brains: Vec<BrainInfo>,
    /// The brain whose evaluation takes weights for themes ([`BrainWeights`](crate::BrainWeights)); an opponent that adapts
    /// by its evaluation plays with it. Nothing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted_brain: Option<&'static str>,
    /// Weak players with known weaknesses, to train and to measure with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotInfo>,
    /// A game to look at: its name with options, and its moves from the start. Nothing if nobody has chosen one.
    #[serde(skip)]
    pub sample: Option<(&'static str, &'static str)>,
    /// Laboratory presets: name and JSON text.
    #[serde(serialize_with = "names_only")]
    pub experiments: Vec<(&'static str, &'static str)>,
}

/// Who asks for presets by name gets their texts; a list of games needs the names alone.
fn names_only<S: Serializer>(presets: &[(&str, &str)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(presets.iter().map(|(name, _)| name))
}

/// One option of a game.
#[derive(Clone, Debug, Serialize)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What may be given.
    pub accepts: &'static str,
    /// What holds if nothing is given.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// A position that benchmarks search to a fixed depth.
#[derive(Clone, Debug, Serialize)]
pub struct BenchPosition {
    /// The options of the game.
    pub options: &'static str,
    /// Moves from the start.
    pub moves: &'static str,
    /// How deep to search.
    pub depth: u32,
}

/// Options as they were written: values without a name first, then `name=value`.
#[derive(Debug)]
pub struct Options<'a> {
    game: &'static str,
    /// Values without a name, in order.
    pub plain: Vec<&'a str>,
    named: Vec<(&'a str, &'a str)>,
}

impl<'a> Options<'a> {
    /// Splits `text` at commas, with blanks wherever they help to read it; `known` are the names that may be used.
    pub fn parse(game: &'static str, text: &'a str, known: &[OptionInfo]) -> Result<Options<'a>, InputError> {
        let mut options = Options { game, plain: Vec::new(), named: Vec::new() };
        for part in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                options.plain.push(part);
                continue;
            };
            let (name, value) = (name.trim(), value.trim());
            if !known.iter().any(|option| option.name == name) {
                let names: Vec<&str> = known.iter().map(|option| option.name).collect();
                return Err(options.error(format!("unknown option `{name}`"), names.join(", ")));
            }
            if options.named.iter().any(|(seen, _)| *seen == name) {
                return Err(options.error(format!("option `{name}` given twice"), "each option once"));
            }
            options.named.push((name, value));
        }
        Ok(options)
    }

    /// The value given for `name`.
    pub fn named(&self, name: &str) -> Option<&'a str> {
        self.named.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    /// An error about these options.
    pub fn error(&self, problem: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::new(InputKind::Options, format!("{}: {}", self.game, problem.into()), expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [OptionInfo; 2] = [
        OptionInfo { name: "m", accepts: "a number", default: "3", meaning: "columns" },
        OptionInfo { name: "n", accepts: "a number", default: "3", meaning: "rows" },
    ];

    #[test]
    fn blanks_do_not_matter() {
        for text in ["m=5,n=4", "m = 5, n = 4", " n =4 ,m= 5 "] {
            let options = Options::parse("mnk", text, &KNOWN).unwrap();
            assert_eq!((options.named("m"), options.named("n")), (Some("5"), Some("4")), "{text}");
        }
        assert_eq!(Options::parse("mnk", " 3 , 4 ", &KNOWN).unwrap().plain, ["3", "4"]);
        assert!(Options::parse("mnk", "  ", &KNOWN).unwrap().plain.is_empty());
    }

    #[test]
    fn unknown_and_repeated_names_are_refused() {
        let problem = |text| Options::parse("mnk", text, &KNOWN).unwrap_err().problem;
        assert_eq!(problem("k = 5"), "mnk: unknown option `k`");
        assert_eq!(problem("m=5,m =4"), "mnk: option `m` given twice");
    }
}
