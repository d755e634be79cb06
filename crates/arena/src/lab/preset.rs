//! Experiments that games bring, as JSON: tournaments with published results, positions to search, trees to explore.

use std::collections::BTreeMap;

use mossa_engine::registry::nearest;
use mossa_game::{FamilyInfo, InputError, InputKind, Language, Verdict};
use mossa_search::Features;
use serde::{Deserialize, Serialize};

use super::exploration::ExplorationPlan;
use super::exploration::preset::RawExploration;
use super::ladder::{self, FeatureSet};
use super::measure::{Experiment, Search};
use super::plan::{Published, TournamentPlan, encounters, parse_budget};
use super::score::check_points;
use super::subjects::{self, Open};
use crate::players::PlayerSpec;

/// An experiment that can be repeated by its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Preset {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: Titles,
    /// What is done.
    pub kind: PresetKind,
}

/// A title in all languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Titles {
    en: String,
    it: String,
}

impl Titles {
    /// The title in `language`.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Italian => &self.it,
        }
    }
}

/// What an experiment does.
#[derive(Clone, PartialEq, Debug)]
pub enum PresetKind {
    /// Players meet.
    Tournament(TournamentPlan),
    /// Positions are searched.
    Positions(PositionsPlan),
    /// The tree behind each first move is explored.
    Exploration(ExplorationPlan),
}

/// Positions to search with several sets of techniques.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionsPlan {
    /// The game.
    pub game: String,
    /// Its positions, or moves from the start.
    pub positions: Vec<String>,
    /// How deep.
    pub depth: u32,
    /// The sets.
    pub sets: Vec<FeatureSet>,
    /// What the searches think with, if not with the game's default.
    pub brain: Option<String>,
    /// Where it comes from.
    pub source: String,
}

impl PositionsPlan {
    /// The experiment, ready to run.
    pub fn experiment(&self, title: &str, open: Open<'_>) -> Result<Experiment, InputError> {
        let game = open(&self.game)?;
        let mut subjects = subjects::from_texts(&self.positions, "positions", &game)?;
        subjects.iter_mut().for_each(|subject| subject.depth = Some(self.depth));
        let search = Search { brain: self.brain.clone(), ..Search::default() };
        Ok(Experiment { title: title.to_owned(), subjects, sets: self.sets.clone(), search })
    }
}

/// All presets of `families`, in their order, with the name of their family. They are data: a mistake in one is told by
/// its name.
pub fn all(families: &[FamilyInfo], open: Open<'_>) -> Result<Vec<(&'static str, Preset)>, InputError> {
    let texts = families.iter().flat_map(|info| info.experiments.iter().map(|text| (info.name, *text)));
    texts.map(|(family, (name, json))| Ok((family, parse(name, json, open)?))).collect()
}

/// The preset called `name`.
pub fn find(families: &[FamilyInfo], name: &str, open: Open<'_>) -> Result<Preset, InputError> {
    let known: Vec<(&str, &str)> =
        families.iter().flat_map(|info| info.experiments.iter().copied()).collect();
    if let Some((name, json)) = known.iter().find(|(known, _)| *known == name) {
        return parse(name, json, open);
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let problem = match nearest(name, &names) {
        Some(meant) => format!("unknown preset `{name}`, did you mean `{meant}`?"),
        None => format!("unknown preset `{name}`"),
    };
    let expected = if names.is_empty() { "none: no game brings any".to_owned() } else { names.join(", ") };
    Err(bad(problem, expected))
}

/// Reads the preset called `name` from its text, and checks that it can be carried out.
pub fn parse(name: &str, json: &str, open: Open<'_>) -> Result<Preset, InputError> {
    let in_preset = |error: InputError| bad(format!("preset `{name}`: {}", error.problem), error.expected);
    let raw: Raw = serde_json::from_str(json)
        .map_err(|error| in_preset(bad(error.to_string(), "the JSON of an experiment")))?;
    let preset = match raw {
        Raw::Tournament(raw) => raw.checked(open),
        Raw::Positions(raw) => raw.checked(open),
        Raw::Exploration(raw) => raw.checked(open),
    };
    let preset = preset.map_err(in_preset)?;
    if preset.name != name {
        return Err(in_preset(bad(format!("it calls itself `{}`", preset.name), "one name")));
    }
    Ok(preset)
}

fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Raw {
    Tournament(RawTournament),
    Positions(RawPositions),
    Exploration(RawExploration),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTournament {
    name: String,
    title: Titles,
    boards: Vec<String>,
    #[serde(default)]
    values: BTreeMap<String, Verdict>,
    games_per_board: usize,
    points: String,
    budget: String,
    players: Vec<String>,
    pairings: Vec<(String, String)>,
    #[serde(default)]
    published: Vec<RawPublished>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPublished {
    pair: (String, String),
    points: (f64, f64),
}

impl RawTournament {
    fn checked(self, open: Open<'_>) -> Result<Preset, InputError> {
        check_boards(&self.boards, open)?;
        if let Some(board) = self.values.keys().find(|board| !self.boards.contains(board)) {
            return Err(bad(format!("a value for `{board}`"), "values of boards that are played on"));
        }
        let players =
            self.players.iter().map(|player| player.parse()).collect::<Result<Vec<PlayerSpec>, _>>()?;
        if self.pairings.is_empty() {
            return Err(bad("no pairings", "at least one"));
        }
        let pairs = self.pairings.iter().map(|pair| self.pair(pair)).collect::<Result<Vec<_>, _>>()?;
        let published = |one: &RawPublished| {
            let pair = self.pair(&one.pair)?;
            let known = pairs.contains(&pair) && one.points.0 >= 0.0 && one.points.1 >= 0.0;
            let problem = || bad(format!("points of {} - {}", one.pair.0, one.pair.1), "points of a pairing");
            known.then_some(Published { pair, points: one.points }).ok_or_else(problem)
        };
        let points = self.points.parse()?;
        check_points(&points)?;
        let plan = TournamentPlan {
            title: self.title.en.clone(),
            published: self.published.iter().map(published).collect::<Result<Vec<_>, _>>()?,
            pairs,
            values: self.boards.iter().map(|board| self.values.get(board).copied()).collect(),
            encounters_per_board: encounters(self.games_per_board)?,
            points,
            budget: parse_budget(&self.budget)?,
            players,
            boards: self.boards,
            source: self.source,
        };
        Ok(Preset { name: self.name, title: self.title, kind: PresetKind::Tournament(plan) })
    }

    fn pair(&self, (a, b): &(String, String)) -> Result<(usize, usize), InputError> {
        let number = |name: &String| {
            let number = self.players.iter().position(|player| player == name);
            number.ok_or_else(|| bad(format!("`{name}` in a pair"), "one of the preset's players"))
        };
        let pair = (number(a)?, number(b)?);
        if pair.0 == pair.1 {
            return Err(bad(format!("`{a}` against itself"), "two players"));
        }
        Ok(pair)
    }
}

fn check_boards(boards: &[String], open: Open<'_>) -> Result<(), InputError> {
    if boards.is_empty() {
        return Err(bad("no boards", "at least one"));
    }
    for (index, board) in boards.iter().enumerate() {
        let game = open(board)?;
        if game.players() != 2 {
            return Err(bad(format!("`{board}` is a game for {}", game.players()), "games for two"));
        }
        if boards[..index].contains(board) {
            return Err(bad(format!("`{board}` is given twice"), "it once"));
        }
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPositions {
    name: String,
    title: Titles,
    game: String,
    positions: Vec<String>,
    depth: u32,
    #[serde(default)]
    sets: Vec<String>,
    #[serde(default)]
    brain: Option<String>,
    #[serde(default)]
    source: String,
}

impl RawPositions {
    fn checked(self, open: Open<'_>) -> Result<Preset, InputError> {
        if self.depth == 0 {
            return Err(bad("depth 0", "at least 1"));
        }
        let mut sets = self.sets.iter().map(|set| ladder::parse_one(set)).collect::<Result<Vec<_>, _>>()?;
        if sets.is_empty() {
            sets = ladder::steps(Features::ALL);
        }
        let plan = PositionsPlan {
            game: self.game,
            positions: self.positions,
            depth: self.depth,
            sets,
            brain: self.brain,
            source: self.source,
        };
        // All that can be wrong with it comes to light here, before anybody asks for it.
        plan.experiment(&self.title.en, open)?.check()?;
        Ok(Preset { name: self.name, title: self.title, kind: PresetKind::Positions(plan) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_engine::open;

    const TOURNAMENT: &str = r#"{
        "kind": "tournament", "name": "small", "title": {"en": "A few games", "it": "Poche partite"},
        "boards": ["mnk:3,3,3", "mnk:4,4,3"], "values": {"mnk:3,3,3": "draw"}, "games_per_board": 4,
        "points": "3/1/0", "budget": "nodes=100", "players": ["minimax", "alphabeta:-pvs"],
        "pairings": [["minimax", "alphabeta:-pvs"]],
        "published": [{"pair": ["minimax", "alphabeta:-pvs"], "points": [5, 12.5]}], "source": "a book"
    }"#;
    const POSITIONS: &str = r#"{
        "kind": "positions", "name": "two", "title": {"en": "Two positions", "it": "Due posizioni"},
        "game": "mnk:3,3,3", "positions": ["3/1x1/3 o", "a1 b2"], "depth": 3, "sets": ["minimax", "all"]
    }"#;

    fn family(experiments: Vec<(&'static str, &'static str)>) -> FamilyInfo {
        FamilyInfo { name: "mnk", experiments, ..FamilyInfo::default() }
    }

    #[test]
    fn tournaments_are_read() {
        let families = [family(vec![("small", TOURNAMENT), ("two", POSITIONS)])];
        assert_eq!(all(&families, &open).unwrap().len(), 2);
        let preset = find(&families, "small", &open).unwrap();
        assert_eq!(preset.title.text(Language::Italian), "Poche partite");
        let PresetKind::Tournament(plan) = preset.kind else { panic!("a tournament") };
        assert_eq!((plan.pairs, plan.encounters_per_board), (vec![(0, 1)], 2));
        assert_eq!(plan.values, [Some(Verdict::Draw), None]);
        assert_eq!(plan.published, [Published { pair: (0, 1), points: (5.0, 12.5) }]);
    }

    #[test]
    fn positions_are_read() {
        let preset = parse("two", POSITIONS, &open).unwrap();
        let PresetKind::Positions(plan) = preset.kind else { panic!("positions") };
        let work = plan.experiment("x", &open).unwrap();
        assert_eq!((work.subjects.len(), work.sets.len()), (2, 2));
        assert!(work.subjects.iter().all(|subject| subject.depth == Some(3)));
    }

    #[test]
    fn every_mistake_is_told() {
        let told = |name: &str, json: &str, old: &str, new: &str| {
            assert!(json.contains(old), "{old}");
            parse(name, &json.replacen(old, new, 1), &open).unwrap_err().problem
        };
        let tournament = |old, new| told("small", TOURNAMENT, old, new);
        for (old, new, problem) in [
            ("\"mnk:4,4,3\"]", "\"mnk:3,3,3\"]", "`mnk:3,3,3` is given twice"),
            ("[\"mnk:3,3,3\", \"mnk:4,4,3\"]", "[]", "no boards"),
            ("\"mnk:4,4,3\"]", "\"draughts:9\"]", "unknown game `draughts`"),
            ("{\"mnk:3,3,3\"", "{\"mnk:5,5,5\"", "a value for `mnk:5,5,5`"),
            ("\"draw\"", "\"lost\"", "unknown variant `lost`"),
            (": 4,", ": 3,", "3 games on each board"),
            ("3/1/0", "3/x/0", "3/x/0"),
            ("3/1/0", "2/3/1", "depend on the seat"),
            ("nodes=100", "nodes=0", "unreadable budget `nodes=0`"),
            (
                "[\"minimax\", \"alphabeta:-pvs\"],",
                "[\"maximin\", \"alphabeta:-pvs\"],",
                "unknown player `maximin`",
            ),
            ("[[\"minimax\"", "[[\"mossa\"", "`mossa` in a pair"),
            ("[[\"minimax\"", "[[\"alphabeta:-pvs\"", "`alphabeta:-pvs` against itself"),
            (
                "\"pair\": [\"minimax\", \"alphabeta:-pvs\"]",
                "\"pair\": [\"alphabeta:-pvs\", \"minimax\"]",
                "points of",
            ),
            ("[5,", "[-5,", "points of minimax - alphabeta:-pvs"),
            ("\"source\"", "\"origin\"", "unknown field `origin`"),
            ("\"name\": \"small\"", "\"name\": \"large\"", "it calls itself `large`"),
            ("\"tournament\"", "\"league\"", "unknown variant `league`"),
        ] {
            let found = tournament(old, new);
            assert!(found.starts_with("preset `small`: ") && found.contains(problem), "{found}");
        }
        let positions = |old, new| told("two", POSITIONS, old, new);
        for (old, new, problem) in [
            ("a1 b2", "a1 a1", "positions, line 2"),
            ("a1 b2", "b2", "1 of 2 positions"),
            ("\"depth\": 3", "\"depth\": 0", "depth 0"),
            ("\"minimax\"", "\"tabel\"", "unknown technique `tabel`"),
            ("\"depth\": 3,", "\"depth\": 3, \"brain\": \"x\",", "has no brain `x`"),
        ] {
            let found = positions(old, new);
            assert!(found.starts_with("preset `two`: ") && found.contains(problem), "{found}");
        }
    }

    #[test]
    fn unknown_presets_are_told_with_the_known() {
        let families = [family(vec![("small", TOURNAMENT)])];
        let error = find(&families, "smal", &open).unwrap_err().to_string();
        assert_eq!(error, "unknown preset `smal`, did you mean `small`?; expected small");
        assert!(find(&[], "small", &open).unwrap_err().to_string().contains("none: no game brings any"));
    }

    #[test]
    fn the_presets_of_all_games_can_be_carried_out() {
        all(&mossa_engine::families(), &open).unwrap();
    }
}
