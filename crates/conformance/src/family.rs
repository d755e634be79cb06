//! Families: names, options and texts.

use mossa_game::family::BenchPosition;
use mossa_game::{BrainInfo, Catalog, Evaluate, Family, Host, InputError, InputKind, Language, Playable};

use crate::brain::{HasBrain, check_brain};
use crate::check::{Checked, explains, require, same};
use crate::exact::try_solver;
use crate::suite::Suite;

/// Checks the family itself, and the whole [`Suite`] for each of `options`; panics with what is wrong.
#[track_caller]
pub fn check_family(family: &impl Family, options: &[&str]) {
    let problem = try_family(family, options).err();
    assert!(problem.is_none(), "{}", problem.unwrap_or_default());
}

/// What is wrong with the family or with one of its games for `options`, if anything.
pub fn try_family(family: &impl Family, options: &[&str]) -> Result<(), String> {
    let named = |problem: String| format!("{}: {problem}", family.info().name);
    described(family).map_err(named)?;
    bad_options_are_refused(family).map_err(named)?;
    bench_positions_exist(family).map_err(named)?;
    let untranslated = family.catalog();
    let untranslated = untranslated.untranslated();
    require(untranslated.is_empty(), || format!("texts in only one language: {untranslated:?}"))
        .map_err(named)?;
    let info = family.info();
    let presets = info.presets.iter().map(|(_, options)| *options);
    for options in ["", "  "].into_iter().chain(presets).chain(options.iter().copied()) {
        options_round_trip(family, options).map_err(named)?;
    }
    brains_exist(family, options).map_err(named)?;
    bots_exist(family, options).map_err(named)?;
    options.iter().try_for_each(|options| {
        let others = info.bots.iter().filter_map(|bot| bot.brain).chain(info.weighted_brain).collect();
        let suite = RunSuite(family.catalog(), info.brains.clone(), others);
        family.open(options, suite).map_err(|e| e.to_string())?
    })
}

fn described(family: &impl Family) -> Checked {
    let info = family.info();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    require(!info.name.is_empty() && info.name.chars().all(plain), || {
        format!("the name is {:?}, expected small letters, digits and hyphens", info.name)
    })?;
    let texts = [info.title, info.summary, info.move_notation, info.position_notation];
    let options =
        info.options.iter().flat_map(|option| [option.name, option.accepts, option.default, option.meaning]);
    require(texts.into_iter().chain(options).all(|text| !text.is_empty()), || {
        "info() has empty texts".to_owned()
    })
}

/// An option that does not exist, values that no option means, and an option given twice.
fn bad_options_are_refused(family: &impl Family) -> Checked {
    const NONSENSE: &str = "no-such-value";
    let info = family.info();
    let mut bad = vec!["no-such-option=1".to_owned(), NONSENSE.to_owned(), "\0".to_owned(), "é".to_owned()];
    for option in &info.options {
        bad.push(format!("{}={NONSENSE}", option.name));
        bad.push(format!("{}=", option.name));
        bad.push(format!("{0}={1},{0}={1}", option.name, option.default));
    }
    for text in bad {
        match family.open(&text, OptionsText) {
            Ok(options) => return Err(format!("options {text:?} are accepted, as if they were {options:?}")),
            Err(error) => explains(&error, InputKind::Options, &text)?,
        }
    }
    Ok(())
}

fn bench_positions_exist(family: &impl Family) -> Checked {
    for bench in family.info().bench {
        let moves = bench.moves;
        let played = family.open(bench.options, Bench(bench)).map_err(|error| error.to_string());
        played.and_then(|played| played).map_err(|problem| format!("bench position `{moves}`: {problem}"))?;
    }
    Ok(())
}

/// Each brain of each variant is there for the game without options, for a preset or for one of `options`.
fn brains_exist(family: &impl Family, options: &[&str]) -> Checked {
    let info = family.info();
    let presets = info.presets.iter().map(|(_, options)| *options);
    let options: Vec<&str> = std::iter::once("").chain(presets).chain(options.iter().copied()).collect();
    for brain in &info.brains {
        for (number, variant) in brain.variants.iter().enumerate() {
            let whole = format!("{}:{}", brain.name, variant.name);
            let texts = [brain.name, brain.summary, variant.name, variant.features, variant.summary];
            require(texts.iter().all(|text| !text.is_empty()), || format!("{whole} has empty texts"))?;
            let twice = brain.variants[..number].iter().any(|other| other.name == variant.name);
            require(!twice, || format!("two variants are called {whole}"))?;
            let found =
                options.iter().any(|options| family.open(options, HasBrain(variant.brain)) == Ok(true));
            require(found, || format!("no brain `{}`, which {whole} needs", variant.brain))?;
        }
    }
    Ok(())
}

/// Each bot has a name of its own, texts and sensible numbers, and what it names is there for some options.
fn bots_exist(family: &impl Family, options: &[&str]) -> Checked {
    let info = family.info();
    let presets = info.presets.iter().map(|(_, options)| *options);
    let options: Vec<&str> = std::iter::once("").chain(presets).chain(options.iter().copied()).collect();
    let weighted = info.weighted_brain.iter().copied();
    for brain in weighted.chain(info.bots.iter().filter_map(|bot| bot.brain)) {
        let found = options.iter().any(|options| family.open(options, HasBrain(brain)) == Ok(true));
        require(found, || format!("no brain `{brain}`, which an opponent that adapts or a bot needs"))?;
    }
    for (number, bot) in info.bots.iter().enumerate() {
        require(![bot.name, bot.summary].contains(&""), || {
            format!("the bot {:?} has empty texts", bot.name)
        })?;
        let twice = info.bots[..number].iter().any(|other| other.name == bot.name);
        require(!twice, || format!("two bots are called {}", bot.name))?;
        let percents = [bot.noise_percent, bot.careless_percent].into_iter();
        let themes = || bot.blind.iter().chain(&bot.overlooks);
        let percents = percents.chain(themes().map(|(_, percent)| *percent));
        require(bot.depth > 0 && percents.into_iter().all(|percent| percent <= 100), || {
            format!("{} looks no ply ahead or has more than 100 percent of something", bot.name)
        })?;
        for (theme, _) in themes() {
            let found = options.iter().any(|options| family.open(options, HasTheme(theme)) == Ok(true));
            require(found, || format!("no theme `{theme}`, which {} does not see", bot.name))?;
        }
        text_exists(&format!("bot-{}", bot.name), &family.catalog())?;
    }
    Ok(())
}

/// Whether a game has a theme.
struct HasTheme<'a>(&'a str);

impl Host for HasTheme<'_> {
    type Output = bool;

    fn host<G: Playable>(self, game: G) -> bool {
        game.themes().iter().any(|theme| theme.name == self.0)
    }
}

fn options_round_trip(family: &impl Family, options: &str) -> Checked {
    let text = opened(family, options)?;
    same(|| format!("options {options:?}, written and read again"), opened(family, &text)?, text)
}

fn opened(family: &impl Family, options: &str) -> Result<String, String> {
    family.open(options, OptionsText).map_err(|error: InputError| format!("options {options:?}: {error}"))
}

struct OptionsText;

impl Host for OptionsText {
    type Output = String;

    fn host<G: Playable>(self, game: G) -> String {
        game.options_text()
    }
}

/// A bench position is there if its moves can be played and leave something to search.
struct Bench(BenchPosition);

impl Host for Bench {
    type Output = Checked;

    fn host<G: Playable>(self, game: G) -> Checked {
        let mut position = game.start();
        for text in game.split_moves(self.0.moves) {
            let m = game.parse_move(&position, text).map_err(|error| error.to_string())?;
            game.try_play(&mut position, m).map_err(|error| format!("{text}: {error}"))?;
        }
        require(game.result(&position).is_none(), || "the game is over there".to_owned())?;
        require(self.0.depth > 0, || "depth 0".to_owned())
    }
}

/// Texts, brains of players, and those of bots and of opponents that adapt.
struct RunSuite(Catalog, Vec<BrainInfo>, Vec<&'static str>);

impl Host for RunSuite {
    type Output = Result<(), String>;

    fn host<G: Playable>(self, game: G) -> Result<(), String> {
        texts_exist(&game, &self.0)?;
        Suite::new(&game).verify().map_err(|violation| violation.to_string())?;
        let mut names: Vec<_> = self.1.iter().flat_map(|info| &info.variants).map(|v| v.brain).collect();
        names.extend(self.2);
        names.sort_unstable();
        names.dedup();
        names.into_iter().try_for_each(|name| check_brain(&game, name, &self.0))?;
        try_solver(&game)
    }
}

/// The names of evaluation terms, of kinds of pieces and of facts are keys of texts.
fn texts_exist<G: Playable>(game: &G, catalog: &Catalog) -> Checked {
    let start = game.start();
    let terms = game.evaluator().explain(game, &start).into_iter().map(|term| term.name);
    let kinds = game.sprites(&start).into_iter().map(|(_, sprite)| sprite.kind.to_owned());
    let facts = game.facts(&start).into_iter().map(|fact| fact.key.to_owned());
    let themes = game.themes().into_iter().map(|theme| format!("theme-{}", theme.name));
    terms.chain(kinds).chain(facts).chain(themes).try_for_each(|key| text_exists(&key, catalog))
}

pub(crate) fn text_exists(key: &str, catalog: &Catalog) -> Checked {
    // A key without a text stands for itself in both languages.
    let missing = [Language::English, Language::Italian].iter().all(|l| catalog.text(*l, key) == key);
    require(!missing, || format!("no text for `{key}`"))
}
