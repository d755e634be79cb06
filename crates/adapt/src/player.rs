//! The player that adapts.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, InputKind, ThemeInfo};
use serde::{Deserialize, Serialize};

use crate::book::{self, BookMemory, BookPlace, BookSettings, MemoryBook};
use crate::classic::look_classic;
use crate::evidence::decide;
use crate::exploit::{Exploiter, Horizon, by_search};
use crate::judge::{Judge, Means};
use crate::profile::{GameResult, Profile};
use crate::suspects::Suspects;

/// How the player adapts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// As a students' report does: the weights of the evaluation follow the profile.
    Classic,
    /// Nothing is given away; the rest is what this opponent is most likely to answer wrongly.
    Exploit,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 2] = [Style::Classic, Style::Exploit];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Classic => "classic",
            Style::Exploit => "exploit",
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Style {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Style, InputError> {
        Style::ALL.into_iter().find(|style| style.name() == text.trim()).ok_or_else(|| {
            InputError::new(InputKind::Setting, format!("no style `{text}`"), "classic or exploit")
        })
    }
}

/// How to play.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The style.
    pub style: Style,
    /// What moves are judged by: the player's own candidates and the opponent's decisions.
    pub means: Means,
    /// What a value that is no result may fall short of the best, in points of the evaluation.
    pub tolerance: i32,
    /// How deep the classic style searches.
    pub depth: u32,
    /// How far the exploiting style looks.
    pub horizon: Horizon,
    /// The book that learns, if there shall be one.
    pub book: Option<BookSettings>,
    /// Whether to adapt at all. Without it the player is the control: the same safe moves in the order of a plain search, or
    /// the same search with weights that never change. The profile is kept all the same.
    pub adapts: bool,
}

impl Settings {
    /// The usual settings of a style, judged by `means`.
    pub fn new(style: Style, means: Means) -> Settings {
        let book = match style {
            Style::Classic => BookSettings::default(),
            Style::Exploit => BookSettings { exploration: 0.25, prior_visits: 2.0, fallback: 0.0, plies: 12 },
        };
        Settings {
            style,
            means,
            tolerance: DEFAULT_TOLERANCE,
            depth: DEFAULT_DEPTH,
            horizon: Horizon::default(),
            book: Some(book),
            adapts: true,
        }
    }

    /// The same without adaptation: the control.
    #[must_use]
    pub fn control(&self) -> Settings {
        Settings { adapts: false, book: None, ..self.clone() }
    }
}

/// The report's depth.
pub const DEFAULT_DEPTH: u32 = 4;
/// What a move may fall short of the best where no result is known, in points: a quarter of a unit of log odds in games
/// whose evaluation counts a hundred to the unit.
pub const DEFAULT_TOLERANCE: i32 = 25;

/// More than this is expected of moves that are proven to win: what slow wins cost is less.
const CERTAIN: f64 = 0.95;

/// Why a move was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// There was no other, or nothing else was safe.
    Forced,
    /// The book chose it.
    Book,
    /// The opponent model chose it.
    Model,
    /// The search chose it.
    Search,
}

/// A move of the player.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub text: String,
    /// Why.
    pub reason: Reason,
    /// The expected score against this opponent, if the model was asked.
    pub expected: Option<f64>,
}

/// What a player knew at some moment of a game: see [`Adaptive::moment`].
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    profile: Profile,
    played: usize,
}

/// A player that adapts to one opponent.
pub struct Adaptive {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    themes: Vec<ThemeInfo>,
    judge: Arc<Judge>,
    suspects: Arc<Suspects>,
    profile: Profile,
    book: Box<dyn BookMemory>,
    /// What the book has to be told when the game is over.
    played: Vec<(BookPlace, String)>,
}

impl Adaptive {
    /// A player of `game` against `opponent`, of whom nothing is known yet.
    pub fn new(game: &Arc<dyn AnyGame>, opponent: &str, settings: Settings) -> Result<Adaptive, InputError> {
        let judge = Arc::new(Judge::new(&**game, settings.means, settings.tolerance)?);
        Ok(Adaptive::sharing(game, opponent, settings, judge, Arc::new(Suspects::of(game))))
    }

    /// The same with a judge and suspects that other players of the same game use, too.
    pub fn sharing(
        game: &Arc<dyn AnyGame>,
        opponent: &str,
        settings: Settings,
        judge: Arc<Judge>,
        suspects: Arc<Suspects>,
    ) -> Adaptive {
        let themes = game.themes();
        Adaptive {
            profile: Profile::new(game.name(), opponent, &themes),
            game: game.clone(),
            settings,
            themes,
            judge,
            suspects,
            book: Box::new(MemoryBook::default()),
            played: Vec::new(),
        }
    }

    /// Takes over what is known of the opponent.
    pub fn with_profile(mut self, profile: Profile) -> Result<Adaptive, InputError> {
        profile.check(self.game.name(), &self.themes)?;
        self.profile = profile;
        Ok(self)
    }

    /// Keeps the rows of its book there.
    #[must_use]
    pub fn with_book(mut self, book: Box<dyn BookMemory>) -> Adaptive {
        self.book = book;
        self
    }

    /// What is known of the opponent.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Forgets what is known of the opponent. The book stays.
    pub fn reset(&mut self) {
        self.profile.reset(&self.themes);
    }

    /// The move to play; `None` if the game is over.
    pub fn choose(&mut self, position: &dyn AnyPosition) -> Option<Choice> {
        let (moves, reason) = self.ordered(position);
        let first = moves.first()?.clone();
        let chosen = self.booked(position, &moves);
        let (text, expected) = chosen.clone().unwrap_or(first);
        let reason = match (moves.len(), chosen) {
            (1, _) => Reason::Forced,
            (_, Some(_)) => Reason::Book,
            _ => reason,
        };
        Some(Choice { text, reason, expected })
    }

    /// The moves that may be played, best first, with what is expected of them.
    fn ordered(&self, position: &dyn AnyPosition) -> (Vec<(String, Option<f64>)>, Reason) {
        let Settings { style, adapts, depth, tolerance, horizon, .. } = self.settings;
        if position.result().is_some() {
            return (Vec::new(), Reason::Forced);
        }
        match style {
            Style::Classic => {
                let profile = adapts.then_some(&self.profile);
                let judgement = self.judge.judge(position);
                let safe: Vec<String> =
                    judgement.keepers(tolerance).into_iter().map(|m| m.text.clone()).collect();
                let found = look_classic(&*self.game, position, profile, depth, &safe);
                (found.into_iter().map(|m| (m.text, None)).collect(), Reason::Search)
            }
            Style::Exploit if !adapts => {
                let judgement = self.judge.judge(position);
                let found = by_search(position, &judgement, tolerance, horizon.tie_break);
                (found.into_iter().map(|m| (m.text, None)).collect(), Reason::Search)
            }
            Style::Exploit => {
                let exploiter = Exploiter {
                    judge: &self.judge,
                    suspects: &self.suspects,
                    suspicion: &self.profile.suspicion,
                    error_rate: self.profile.error_rate(),
                    horizon,
                };
                let found = exploiter.prospects(position).into_iter();
                (found.map(|p| (p.text, Some(p.expected))).collect(), Reason::Model)
            }
        }
    }

    /// What the book plays among the moves that may be played, and a note for the end of the game.
    fn booked(
        &mut self,
        position: &dyn AnyPosition,
        moves: &[(String, Option<f64>)],
    ) -> Option<(String, Option<f64>)> {
        let settings = self.settings.book?;
        // Where all moves win for certain, there is nothing to find out.
        if moves.first().and_then(|first| first.1).is_some_and(|expected| expected > CERTAIN) {
            return None;
        }
        if position.history().len() >= settings.plies as usize {
            return None;
        }
        let canonical = position.canonical();
        let names: Vec<String> = position.moves().into_iter().map(|m| m.text).collect();
        let called = |text: &str| {
            let index = names.iter().position(|name| name == text)?;
            canonical.moves.get(index).cloned()
        };
        let options: Vec<(String, f64)> = moves
            .iter()
            .filter_map(|(text, expected)| Some((called(text)?, expected.unwrap_or(0.5))))
            .collect();
        let place = BookPlace {
            game: self.game.name().to_owned(),
            opponent: self.profile.opponent.clone(),
            key: canonical.key,
        };
        let chosen = book::choose(&self.book.rows(&place), &options, &settings);
        let index = chosen.unwrap_or(0);
        let (name, _) = options.get(index)?;
        self.played.push((place, name.clone()));
        chosen.and_then(|index| moves.get(index)).cloned()
    }

    /// The opponent has played `played` in the position `before`.
    pub fn saw(&mut self, before: &dyn AnyPosition, played: &str) {
        let judgement = self.judge.judge(before);
        let tolerance = self.judge.tolerance();
        let decision = decide(&self.themes, &before.marks(), &judgement, tolerance, played);
        if self.settings.style == Style::Exploit && self.settings.adapts {
            self.suspects.learn(&self.judge, &mut self.profile.suspicion, before, played);
        }
        self.profile.note(&decision);
    }

    /// What is known now, to come [back](Adaptive::back_to) to if moves are taken back.
    pub fn moment(&self) -> Moment {
        Moment { profile: self.profile.clone(), played: self.played.len() }
    }

    /// Forgets what was learned since a moment of the same game.
    pub fn back_to(&mut self, moment: Moment) {
        self.profile = moment.profile;
        self.played.truncate(moment.played);
    }

    /// The game is over.
    pub fn finish(&mut self, result: GameResult) {
        for (place, text) in std::mem::take(&mut self.played) {
            self.book.add(&place, &text, result.score());
        }
        self.profile.finish(result);
    }
}
