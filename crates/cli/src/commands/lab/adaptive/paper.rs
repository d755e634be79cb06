//! The report of a benchmark: one HTML file with tables and plots.

use std::cmp::Ordering;
use std::sync::Arc;

use mossa_adapt::BenchmarkReport;
use mossa_adapt::benchmark::{Arm, Point};
use mossa_adapt::stats::Estimate;
use mossa_arena::report::Facts;
use mossa_arena::report::sheets::{self, Curve, Interval, Intervals, Sheet};
use mossa_engine::AnyGame;

use super::show::{effect, told};
use crate::args::LabArgs;
use crate::texts::{self, Texts};

/// The whole file.
pub(super) fn html(reports: &[BenchmarkReport], game: &Arc<dyn AnyGame>, args: &LabArgs) -> String {
    let language = texts::language(args.output.lang);
    let texts = Texts::new(language);
    let paper = Paper { game: &**game, texts: &texts, language };
    let facts = Facts {
        title: texts.with("adapt.title", &[("game", game.name())]),
        seed: args.tournament.seed,
        version: env!("CARGO_PKG_VERSION"),
        ..Facts::default()
    };
    let headline: Vec<String> = reports
        .iter()
        .map(|report| format!("{}: {}", report.opponent, verdict_words(report, &texts)))
        .collect();
    let sheets: Vec<Sheet> = reports.iter().map(|report| paper.sheet(report)).collect();
    sheets::html(&sheets, &headline, &facts, language)
}

fn verdict_words(report: &BenchmarkReport, texts: &Texts) -> String {
    let key = match effect(report.difference.score) {
        Ordering::Greater => "adapt.more",
        Ordering::Less => "adapt.less",
        Ordering::Equal => "adapt.same",
    };
    texts.with(key, &[("difference", &told(report.difference.score))])
}

struct Paper<'a> {
    game: &'a dyn AnyGame,
    texts: &'a Texts,
    language: mossa_game::Language,
}

impl Paper<'_> {
    fn sheet(&self, report: &BenchmarkReport) -> Sheet {
        let texts = self.texts;
        let arms = [(texts.get("adapt.on"), &report.on), (texts.get("adapt.off"), &report.off)];
        let columns =
            ["adapt.arm", "adapt.results", "adapt.win-rate", "adapt.score", "adapt.moves", "adapt.gave"];
        let interval = |(name, arm): &(&str, &Arm)| Interval {
            label: (*name).to_owned(),
            low: arm.win_rate.low,
            high: arm.win_rate.high,
            text: format!("{:.3}", arm.win_rate.value),
        };
        let mut curves: Vec<Curve> =
            arms.iter().map(|(name, arm)| self.scores(name, &arm.over_time)).collect();
        curves.extend(self.strongest(&report.on.over_time));
        Sheet {
            heading: texts
                .with("adapt.against", &[("name", &report.opponent), ("style", report.style.name())]),
            words: vec![
                verdict_words(report, texts),
                texts.with("adapt.faster", &[("difference", &told(report.difference.moves_to_win))]),
            ],
            caption: texts.get("adapt.caption").to_owned(),
            columns: columns.iter().map(|key| texts.get(key).to_owned()).collect(),
            rows: arms.iter().map(|(name, arm)| row(name, arm)).collect(),
            intervals: Some(Intervals {
                title: texts.get("adapt.win-rate").to_owned(),
                axis: texts.get("adapt.win-rate").to_owned(),
                rows: arms.iter().map(interval).collect(),
            }),
            curves,
        }
    }

    /// The mean score of each game of a session.
    fn scores(&self, arm: &str, points: &[Point]) -> Curve {
        let texts = self.texts;
        let title = texts.with("adapt.score-over-time", &[("arm", arm)]);
        Curve {
            description: title.clone(),
            title,
            across: texts.get("adapt.games").to_owned(),
            up: texts.get("adapt.score").to_owned(),
            values: points.iter().map(|point| point.score).collect(),
            reference: Some((0.5, "0.5".to_owned())),
        }
    }

    /// The theme that is misjudged most at the end, over time.
    fn strongest(&self, points: &[Point]) -> Option<Curve> {
        let last = points.last()?;
        let ratio = |at: usize| last.ratios.get(at).map_or(0.0, |ratio| ratio.1);
        let at = (0..last.ratios.len()).max_by(|a, b| ratio(*a).total_cmp(&ratio(*b)))?;
        let (theme, _) = last.ratios.get(at)?;
        let name = self.game.catalog().find(self.language, &format!("theme-{theme}")).unwrap_or(theme);
        let title = self.texts.with("adapt.ratio-over-time", &[("theme", name)]);
        let values = points.iter().filter_map(|point| point.ratios.get(at));
        Some(Curve {
            description: title.clone(),
            title,
            across: self.texts.get("adapt.games").to_owned(),
            up: self.texts.get("adapt.ratio").to_owned(),
            values: values.map(|ratio| ratio.1).collect(),
            reference: Some((1.0, self.texts.get("adapt.ordinary").to_owned())),
        })
    }
}

fn row(name: &str, arm: &Arm) -> Vec<String> {
    let maybe = |estimate: Option<Estimate>| told(estimate);
    vec![
        name.to_owned(),
        format!("{} / {} / {}", arm.wins, arm.draws, arm.losses),
        told(Some(arm.win_rate)),
        maybe(arm.score),
        maybe(arm.moves_to_win),
        format!("{} / {}", arm.gave_away, arm.moves),
    ]
}
