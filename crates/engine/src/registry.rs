//! The games by name: the only place that knows which games there are.

use std::sync::{Arc, LazyLock};

use mossa_game::{Family, FamilyInfo, InputError, InputKind};

use crate::any::AnyGame;
use crate::erased::Eraser;

impl Registry {
    /// The games of mossa, in the order in which people are offered them. A new game is one more line.
    pub fn builtin() -> Registry {
        Registry::empty()
            .with(mossa_chess::ChessFamily)
            .with(mossa_connect4::Connect4Family)
            .with(mossa_mnk::MnkFamily)
            .with(mossa_chinese_checkers::ChineseCheckersFamily)
            .with(mossa_dipole::DipoleFamily)
            .with(mossa_mnk::Swap2Family)
    }
}

static BUILTIN: LazyLock<Registry> = LazyLock::new(Registry::builtin);

/// What there is to know about every game of mossa.
pub fn families() -> Vec<FamilyInfo> {
    BUILTIN.families()
}

/// Opens a game of mossa: see [`Registry::open`].
pub fn open(name: &str) -> Result<Arc<dyn AnyGame>, InputError> {
    BUILTIN.open(name)
}

/// The games of mossa for which `holds` is true: see [`Registry::names_where`].
pub fn names_where(holds: impl Fn(&dyn AnyGame) -> bool) -> Vec<&'static str> {
    BUILTIN.names_where(holds)
}

/// A family without its type: [`Family::open`] is generic and so cannot be called through `dyn`.
trait Register: Send + Sync {
    fn info(&self) -> FamilyInfo;
    fn open(&self, options: &str) -> Result<Arc<dyn AnyGame>, InputError>;
}

impl<F: Family> Register for F {
    fn info(&self) -> FamilyInfo {
        Family::info(self)
    }

    fn open(&self, options: &str) -> Result<Arc<dyn AnyGame>, InputError> {
        Family::open(self, options, Eraser { info: Family::info(self), catalog: self.catalog() })
    }
}

/// Games by name.
#[derive(Default)]
pub struct Registry {
    families: Vec<Box<dyn Register>>,
}

impl Registry {
    /// A registry without games.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// With one more game.
    pub fn with(mut self, family: impl Family) -> Registry {
        self.families.push(Box::new(family));
        self
    }

    /// What there is to know about every game.
    pub fn families(&self) -> Vec<FamilyInfo> {
        self.families.iter().map(|family| family.info()).collect()
    }

    /// All names that can stand in front of the colon: those of the games, then those of presets.
    pub fn names(&self) -> Vec<&'static str> {
        let infos = self.families();
        let presets = infos.iter().flat_map(|info| info.presets.iter().map(|(preset, _)| *preset));
        infos.iter().map(|info| info.name).chain(presets).collect()
    }

    /// The names of the games for which `holds` is true with their usual options.
    pub fn names_where(&self, holds: impl Fn(&dyn AnyGame) -> bool) -> Vec<&'static str> {
        let all = self.families.iter().map(|family| (family.info().name, family.open("")));
        all.filter(|(_, game)| game.as_ref().is_ok_and(|game| holds(&**game))).map(|(name, _)| name).collect()
    }

    /// Opens `<game>[:<options>]`. A preset stands for its game and options; options that follow it are added to them,
    /// or take their places.
    pub fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, InputError> {
        let (game, options) = split_name(name);
        let (family, preset) = self.find(game).ok_or_else(|| self.unknown(game))?;
        match (preset, options) {
            ("", options) => family.open(options),
            (preset, "") => family.open(preset),
            (preset, options) => family.open(&with_preset(preset, options)),
        }
    }

    /// The family called `game` or with a preset of that name, and the options of the preset.
    fn find(&self, game: &str) -> Option<(&dyn Register, &'static str)> {
        self.families.iter().find_map(|family| {
            let info = family.info();
            if info.name == game {
                return Some((&**family, ""));
            }
            let (_, options) = info.presets.into_iter().find(|(preset, _)| *preset == game)?;
            Some((&**family, options))
        })
    }

    fn unknown(&self, game: &str) -> InputError {
        let names = self.names();
        let problem = match nearest(game, &names) {
            Some(name) => format!("unknown game `{game}`, did you mean `{name}`?"),
            None => format!("unknown game `{game}`"),
        };
        InputError::new(InputKind::Game, problem, format!("one of: {}", names.join(", ")))
    }
}

/// The options of a preset and those of a user, which win. A value without a name does not say which of the preset's
/// it is meant for: then the user's stand alone.
fn with_preset(preset: &str, options: &str) -> String {
    fn name(part: &str) -> Option<&str> {
        part.split_once('=').map(|(name, _)| name.trim())
    }
    if options.split(',').any(|part| name(part).is_none()) {
        return options.to_owned();
    }
    let replaced = |part: &&str| options.split(',').any(|own| name(own) == name(part));
    let kept = preset.split(',').filter(|part| !replaced(part));
    kept.chain([options]).collect::<Vec<_>>().join(",")
}

/// The name of the game and its options, which may be empty.
pub(crate) fn split_name(name: &str) -> (&str, &str) {
    let (game, options) = name.split_once(':').unwrap_or((name, ""));
    (game.trim(), options.trim())
}

/// The name that is most like `text`, if any is: at most a third of its letters (and at least one) may be wrong.
pub fn nearest<'a>(text: &str, names: &[&'a str]) -> Option<&'a str> {
    let text = text.to_lowercase();
    let (distance, name) = names.iter().map(|name| (edit_distance(&text, name), *name)).min()?;
    let tolerated = (name.chars().count() / 3).max(1);
    (distance <= tolerated).then_some(name)
}

/// The least number of letters to insert, delete or replace to turn `a` into `b` (Levenshtein 1965).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances_are_the_textbook_ones() {
        let cases =
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("mnk", "mnk", 0)];
        for (a, b, distance) in cases {
            assert_eq!(edit_distance(a, b), distance, "{a} {b}");
            assert_eq!(edit_distance(b, a), distance, "{b} {a}");
        }
    }

    #[test]
    fn the_nearest_name_must_be_near() {
        let names = ["chess", "connect4", "mnk"];
        assert_eq!(nearest("Ches", &names), Some("chess"));
        assert_eq!(nearest("conect-4", &names), Some("connect4"));
        assert_eq!(nearest("mmk", &names), Some("mnk"));
        assert_eq!(nearest("go", &names), None);
        assert_eq!(nearest("chess", &[]), None);
    }

    #[test]
    fn names_split_at_the_first_colon() {
        assert_eq!(split_name("mnk"), ("mnk", ""));
        assert_eq!(split_name(" mnk: 3,3,3 "), ("mnk", "3,3,3"));
        assert_eq!(split_name("a:b:c"), ("a", "b:c"));
    }

    #[test]
    fn options_of_a_user_take_the_place_of_those_of_a_preset() {
        assert_eq!(with_preset("m=15,n=15,k=5", " n = 9"), "m=15,k=5, n = 9");
        assert_eq!(with_preset("m=15,n=15,k=5", "rule=exact"), "m=15,n=15,k=5,rule=exact");
        assert_eq!(with_preset("m=15,n=15,k=5", "9,9,5"), "9,9,5");
        assert_eq!(
            with_preset("limit=none", "limit=1,limit=2"),
            "limit=1,limit=2",
            "twice is for the game to refuse"
        );
        let named = |name: &str| open(name).map(|game| game.name().to_owned()).map_err(|error| error.problem);
        assert_eq!(named("steere:limit=10"), Ok("dipole:start=steere,limit=10".to_owned()));
        assert_eq!(named("gomoku:k=4"), Ok("mnk:15,15,4".to_owned()));
        assert_eq!(named("gomoku:9,9,5"), Ok("mnk:9,9,5".to_owned()));
        assert_eq!(named("four-in-a-row:width=8"), Ok("connect4:8x6".to_owned()));
        assert_eq!(named("steere:limit=1,limit=2"), Err("dipole: option `limit` given twice".to_owned()));
    }

    #[test]
    fn a_registry_without_games_opens_nothing() {
        let error = Registry::empty().open("mnk").err().unwrap();
        assert_eq!(error.kind, InputKind::Game);
    }
}
