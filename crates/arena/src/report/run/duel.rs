//! A match of two players.

use super::super::charts::{
    Column, Columns, Dot, Dots, Line, Reference, Stack, columns, dots, line, stacked,
};
use super::super::markup::Markup;
use super::super::numbers::{NOTHING, share};
use super::super::page::{Section, definitions, paragraph};
use super::super::svg::About;
use super::{HALF, Run};
use crate::summary::{Duel, SprtState, Tally};

/// What a pair of games can bring.
const PAIR_POINTS: [&str; 5] = ["0", "½", "1", "1½", "2"];

/// All that is said of the match.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let duel = run.summary.duel.as_ref()?;
    let (first, second) = run.pair()?;
    let tally = Tally { wins: duel.wins, draws: duel.draws, losses: duel.losses };
    if tally.games() == 0 {
        return None;
    }
    let names = [("one", &Markup::name(&first.name)), ("other", &Markup::name(&second.name))];
    let mut parts = vec![
        paragraph(&run.texts.markup("duel.seen-by", &names)),
        figures(run, duel, &tally),
        results(run, &first.name, tally),
    ];
    parts.extend(difference(run, duel));
    parts.extend(pentanomial(run, duel));
    parts.extend(duel.sprt.as_ref().map(|test| sprt(run, test)));
    Some(Section::new("duel", run.texts.get("duel.heading"), &parts))
}

fn figures(run: &Run<'_>, duel: &Duel, tally: &Tally) -> Markup {
    let Run { texts, numbers, .. } = run;
    let text = |text: Option<String>| Markup::text(text.as_deref().unwrap_or(NOTHING));
    let games = tally.games() as f64;
    let draws = duel.draws as f64 / games;
    definitions(
        "figures",
        &[
            (texts.get("duel.results"), Markup::text(&numbers.tally(tally))),
            (texts.get("result.score"), text(share(tally).map(|share| numbers.percent(share, 1)))),
            ("Elo", text(duel.elo.map(|elo| numbers.elo(elo, duel.error)))),
            (texts.get("duel.nelo"), text(duel.nelo.map(|nelo| numbers.elo(nelo, duel.nelo_error)))),
            (texts.get("duel.los"), text(duel.los.map(|los| numbers.probability(los)))),
            (texts.get("duel.draw-share"), Markup::text(&numbers.percent(draws, 1))),
        ],
    )
}

fn results(run: &Run<'_>, name: &str, tally: Tally) -> Markup {
    let about = About {
        id: "duel-results".to_owned(),
        title: run.texts.with("duel.results-title", &[("name", name)]),
        description: run.numbers.tally(&tally),
    };
    stacked(&about, &[Stack { label: name.to_owned(), tally }], HALF, run.texts)
}

/// The difference with its error, on both scales.
fn difference(run: &Run<'_>, duel: &Duel) -> Option<Markup> {
    let scales = [("Elo", duel.elo, duel.error), (run.texts.get("duel.nelo"), duel.nelo, duel.nelo_error)];
    let dot = |(label, value, error): (&str, Option<f64>, Option<f64>)| {
        let value = value.filter(|value| value.is_finite())?;
        Some(Dot { label: label.to_owned(), value, error, text: run.numbers.elo(value, error) })
    };
    let rows: Vec<_> = scales.into_iter().filter_map(dot).collect();
    if rows.is_empty() {
        return None;
    }
    let told: Vec<_> = rows.iter().map(|dot| format!("{}: {}", dot.label, dot.text)).collect();
    let about = About {
        id: "duel-difference".to_owned(),
        title: run.texts.get("duel.difference-title").to_owned(),
        description: told.join("; "),
    };
    let axis_title = run.texts.get("duel.difference-title");
    Some(dots(&Dots { about, dots: &rows, axis_title, numbers: run.numbers }))
}

fn pentanomial(run: &Run<'_>, duel: &Duel) -> Option<Markup> {
    let pairs: u64 = duel.pentanomial.iter().sum();
    if pairs == 0 {
        return None;
    }
    let bins: Vec<_> = PAIR_POINTS
        .into_iter()
        .zip(duel.pentanomial)
        .map(|(label, count)| Column { label: label.to_owned(), count })
        .collect();
    let told: Vec<_> =
        bins.iter().map(|bin| format!("{}: {}", bin.label, run.numbers.count(bin.count))).collect();
    let about = About {
        id: "duel-pairs".to_owned(),
        title: run.texts.get("duel.pairs-title").to_owned(),
        description: told.join("; "),
    };
    let heading = Markup::text(&run.texts.counted("duel.pairs", pairs));
    let chart = columns(&Columns {
        about,
        columns: &bins,
        mark: None,
        across: run.texts.get("duel.pairs-axis"),
        up: run.texts.get("duel.pairs-up"),
        numbers: run.numbers,
    });
    Some(Markup::joined(&[paragraph(&heading), chart], ""))
}

/// The sequential test: what it asks, where it stands, and how it came there.
fn sprt(run: &Run<'_>, test: &SprtState) -> Markup {
    let Run { texts, numbers, .. } = run;
    let heading = Markup::raw(format!("<h3>{}</h3>\n", Markup::text(texts.get("sprt.heading"))));
    let state = match test.accepted.as_deref() {
        Some("H1") => "sprt.accepted-better",
        Some(_) => "sprt.accepted-equal",
        None => "sprt.running",
    };
    let elos = [test.elo0, test.elo1].map(|elo| numbers.signed(elo, 1));
    let bounds = [test.lower, test.upper].map(|bound| numbers.signed(bound, 2));
    let box_ = definitions(
        "figures",
        &[
            (texts.get("sprt.state"), Markup::text(texts.get(state))),
            ("LLR", Markup::text(&numbers.signed(test.llr, 2))),
            (texts.get("sprt.bounds"), Markup::text(&format!("{} … {}", bounds[0], bounds[1]))),
            (texts.get("sprt.elos"), Markup::text(&format!("{} / {}", elos[0], elos[1]))),
            (texts.get("sprt.model"), Markup::text(&texts.word("scale", &test.model))),
            ("α", Markup::text(&numbers.percent(test.alpha, 1))),
            ("β", Markup::text(&numbers.percent(test.beta, 1))),
        ],
    );
    Markup::joined(&[heading, box_, curve(run, test, &bounds)], "")
}

fn curve(run: &Run<'_>, test: &SprtState, bounds: &[String; 2]) -> Markup {
    if test.curve.is_empty() {
        return Markup::default();
    }
    let texts = run.texts;
    let values: Vec<_> = std::iter::once(0.0).chain(test.curve.iter().copied()).collect();
    let [lower, upper] = bounds;
    let llr = run.numbers.signed(test.llr, 2);
    let pairs = run.numbers.count(test.curve.len() as u64);
    let told = [("pairs", pairs.as_str()), ("llr", &llr), ("lower", lower), ("upper", upper)];
    let about = About {
        id: "sprt-curve".to_owned(),
        title: texts.get("sprt.curve-title").to_owned(),
        description: texts.with("sprt.curve-told", &told),
    };
    let references = [
        Reference { value: test.upper, label: texts.with("sprt.upper", &[("bound", upper)]) },
        Reference { value: test.lower, label: texts.with("sprt.lower", &[("bound", lower)]) },
    ];
    line(&Line {
        about,
        values: &values,
        references: &references,
        across: texts.get("sprt.curve-across"),
        up: "LLR",
        numbers: run.numbers,
    })
}
