//! What is believed of somebody in a game, as gauges.

use mossa_adapt::belief::Belief;
use mossa_engine::AnyGame;
use mossa_game::{Language, ThemeKind};
use mossa_store::{Opponent, UnixMillis};
use serde::Serialize;

use crate::words;

/// All that is told of a profile.
#[derive(Serialize)]
pub(super) struct Told {
    opponent: String,
    game: String,
    games: u32,
    error_rate: f64,
    decisions: f64,
    threat_underestimation: f64,
    themes: Vec<Gauge>,
    weaknesses: Vec<String>,
    /// What kind of player it may be, the likeliest first.
    likely: Vec<(String, f64)>,
    history: Vec<Moment>,
}

/// A theme.
#[derive(Serialize)]
struct Gauge {
    theme: String,
    title: String,
    kind: ThemeKind,
    mean: f64,
    low: f64,
    high: f64,
    evidence: f64,
    ordinary: f64,
    ratio: f64,
    bias: f64,
    named: bool,
}

/// What was believed at some time.
#[derive(Serialize)]
struct Moment {
    version: u64,
    taken: UnixMillis,
    games: u32,
    error_rate: f64,
    ratios: Vec<f64>,
}

/// So many of the likeliest kinds of players are told.
const LIKELY: usize = 3;

/// How a theme is called in the reader's language.
pub(crate) fn title(game: &dyn AnyGame, theme: &str, language: Language) -> String {
    game.catalog().find(language, &format!("theme-{theme}")).unwrap_or(theme).to_owned()
}

impl Told {
    pub(super) fn new(
        person: &Opponent,
        game: &dyn AnyGame,
        profile: &mossa_adapt::Profile,
        history: &[&mossa_store::Profile],
        language: Language,
    ) -> Told {
        let gauge = |belief: &Belief| {
            let (low, high) = belief.interval();
            Gauge {
                title: title(game, &belief.theme, language),
                theme: belief.theme.clone(),
                kind: belief.kind,
                mean: belief.mean(),
                low,
                high,
                evidence: belief.events(),
                ordinary: belief.ordinary(),
                ratio: belief.ratio(),
                bias: belief.bias,
                named: belief.named,
            }
        };
        Told {
            opponent: person.name.clone(),
            game: game.name().to_owned(),
            games: profile.games,
            error_rate: profile.error_rate(),
            decisions: profile.decisions,
            threat_underestimation: profile.threat_underestimation,
            themes: profile.themes.iter().map(gauge).collect(),
            weaknesses: profile.weaknesses().iter().map(|belief| belief.theme.clone()).collect(),
            likely: profile
                .suspicion
                .likely()
                .into_iter()
                .take(LIKELY)
                .map(|(n, p)| (n.to_owned(), p))
                .collect(),
            history: history.iter().filter_map(|stored| moment(stored)).collect(),
        }
    }

    /// For people.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!(
                "{} at {}: {}",
                self.opponent,
                self.game,
                words::counted(self.games.into(), "game", "games")
            ),
            format!(
                "errs in {:.0}% of decisions that matter ({:.1} seen); underestimates threats {:.2} (1 is neutral)",
                100.0 * self.error_rate,
                self.decisions,
                self.threat_underestimation
            ),
        ];
        if self.themes.is_empty() {
            lines.push("this game names no themes".to_owned());
        } else {
            lines.extend(self.table());
        }
        let named: Vec<&str> = self.themes.iter().filter(|t| t.named).map(|t| t.title.as_str()).collect();
        lines.push(match named.is_empty() {
            true => "no weakness has a name yet".to_owned(),
            false => format!("weaknesses: {}", named.join("; ")),
        });
        lines
    }

    fn table(&self) -> Vec<String> {
        let width = self.themes.iter().map(|theme| theme.title.chars().count()).max().unwrap_or(0).max(5);
        let head = format!(
            "{:<width$} {:>7} {:>16} {:>8} {:>6}  history",
            "theme", "misses", "90 %", "evidence", "ratio"
        );
        let row = |(index, theme): (usize, &Gauge)| {
            let over_time = self.history.iter().filter_map(|moment| moment.ratios.get(index).copied());
            let interval = format!("[{:.1}%, {:.1}%]", 100.0 * theme.low, 100.0 * theme.high);
            let mark = if theme.named { " *" } else { "" };
            format!(
                "{:<width$} {:>6.1}% {interval:>16} {:>8.1} {:>6.2}  {}{mark}",
                theme.title,
                100.0 * theme.mean,
                theme.evidence,
                theme.ratio,
                sparkline(over_time)
            )
        };
        std::iter::once(head).chain(self.themes.iter().enumerate().map(row)).collect()
    }
}

fn moment(stored: &mossa_store::Profile) -> Option<Moment> {
    let profile: mossa_adapt::Profile = serde_json::from_value(stored.profile.clone()?).ok()?;
    Some(Moment {
        version: stored.version,
        taken: stored.taken,
        games: profile.games,
        error_rate: profile.error_rate(),
        ratios: profile.themes.iter().map(Belief::ratio).collect(),
    })
}

/// The newest so many values are drawn.
const NEWEST: usize = 24;

/// Ratios as bars of eight heights: half of the height is what is ordinary, the whole is twice that or more.
fn sparkline(values: impl Iterator<Item = f64>) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let all: Vec<f64> = values.collect();
    let newest = all.iter().skip(all.len().saturating_sub(NEWEST));
    newest.map(|ratio| BARS[((ratio / 2.0 * 8.0).floor().clamp(0.0, 7.0)) as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_what_is_ordinary_in_the_middle() {
        assert_eq!(sparkline([0.0, 0.5, 1.0, 1.5, 2.0, 9.0].into_iter()), "▁▃▅▇██");
        assert_eq!(sparkline((0..100).map(f64::from)).chars().count(), NEWEST);
        assert_eq!(sparkline(std::iter::empty()), "");
    }

    #[test]
    fn gauges_speak_the_readers_language() {
        let game = mossa_engine::open("connect4").unwrap();
        let profile = mossa_adapt::Profile::new("connect4", "Ada", &game.themes());
        let memory = crate::memory::Memory::open(Some(":memory:")).unwrap();
        let person = memory
            .db()
            .wait(memory.db().find_or_add_opponent(mossa_store::OpponentKind::Human, "Ada"))
            .unwrap();
        let lines = |language| Told::new(&person, &*game, &profile, &[], language).lines().join("\n");
        assert!(lines(Language::English).contains("\nrows "), "{}", lines(Language::English));
        assert!(lines(Language::Italian).contains("\nrighe "), "{}", lines(Language::Italian));
        assert!(lines(Language::English).ends_with("no weakness has a name yet"));
    }
}
