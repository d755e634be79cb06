//! What a run comes down to, in a sentence or two.

use super::super::markup::Markup;
use super::Run;
use crate::summary::{Duel, Standing};

/// More names than these are counted, not listed.
const MOST_NAMES: usize = 3;

/// The result in one sentence, and what belongs to it.
pub(super) fn sentences(run: &Run<'_>) -> Vec<Markup> {
    let summary = run.summary;
    if summary.games == 0 {
        return vec![Markup::text(run.texts.get("headline.none"))];
    }
    let main = match (&summary.duel, run.pair()) {
        (Some(duel), Some((first, second))) => of_match(run, duel, first, second),
        _ => of_tournament(run),
    };
    let mut sentences: Vec<_> = main.into_iter().collect();
    if summary.games < summary.planned {
        let [games, planned] = [summary.games, summary.planned].map(|count| run.numbers.count(count));
        let text = run.texts.with("headline.unfinished", &[("games", &games), ("planned", &planned)]);
        sentences.push(Markup::text(&text));
    }
    sentences
}

/// What a match says of its players. With a sequential test the test is the judge: it was chosen before the games,
/// and intervals looked at after every game would find differences where there are none.
fn of_match(run: &Run<'_>, duel: &Duel, first: &Standing, second: &Standing) -> Option<Markup> {
    let (key, seen_by_first) = match &duel.sprt {
        Some(test) => (test_verdict(test.accepted.as_deref()), true),
        None => verdict(duel),
    };
    let (one, other) = if seen_by_first { (first, second) } else { (second, first) };
    let figures = Markup::text(&figures(run, duel, seen_by_first));
    let [one, other] = [one, other].map(|player| Markup::name(&player.name));
    Some(run.texts.markup(key, &[("one", &one), ("other", &other), ("figures", &figures)]))
}

fn test_verdict(accepted: Option<&str>) -> &'static str {
    match accepted {
        Some("H1") => "headline.passed",
        Some(_) => "headline.failed",
        None => "headline.running",
    }
}

/// What can be said, and whether it is said of the first player: a difference is shown if the 95 % interval does
/// not hold 0.
fn verdict(duel: &Duel) -> (&'static str, bool) {
    match (duel.elo, duel.error) {
        (Some(elo), Some(error)) if error > 0.0 && elo.abs() > error => ("headline.stronger", elo > 0.0),
        (Some(_), Some(error)) if error > 0.0 => ("headline.even", true),
        // All drawn, or as much won as lost: the error may be unknown, but there is no difference to show.
        (Some(0.0), _) => ("headline.even", true),
        _ if duel.draws == 0 && duel.losses == 0 => ("headline.swept", true),
        _ if duel.draws == 0 && duel.wins == 0 => ("headline.swept", false),
        _ => ("headline.few", true),
    }
}

/// `+35 ± 12 Elo, LOS 99.8 %, 412 games`: as much of it as is known.
fn figures(run: &Run<'_>, duel: &Duel, seen_by_first: bool) -> String {
    let side = if seen_by_first { 1.0 } else { -1.0 };
    let elo = duel.elo.map(|elo| format!("{} Elo", run.numbers.elo(elo * side, duel.error)));
    let los = duel.los.map(|los| {
        let los = if seen_by_first { los } else { 1.0 - los };
        format!("LOS {}", run.numbers.probability(los))
    });
    let games = run.texts.counted("count.games", duel.wins + duel.draws + duel.losses);
    [elo, los, Some(games)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Who won, and who follows.
fn of_tournament(run: &Run<'_>) -> Option<Markup> {
    let best = run.standings().next()?;
    let (leaders, others): (Vec<_>, Vec<_>) = run.standings().partition(|player| player.place == best.place);
    let points = |player: &Standing| Markup::text(&run.numbers.plain(player.points));
    let names = names(run, &leaders);
    let key = if leaders.len() == 1 { "headline.winner" } else { "headline.shared" };
    let games = Markup::text(&run.texts.counted("count.games", run.summary.games));
    let first = run.texts.markup(key, &[("names", &names), ("points", &points(best)), ("games", &games)]);
    let follows = others.first().map(|next| {
        let values = [("name", &Markup::name(&next.name)), ("points", &points(next))];
        run.texts.markup("headline.follows", &values)
    });
    Some(Markup::joined(&[Some(first), follows].into_iter().flatten().collect::<Vec<_>>(), " "))
}

fn names(run: &Run<'_>, players: &[&Standing]) -> Markup {
    let mut names: Vec<_> =
        players.iter().take(MOST_NAMES).map(|player| Markup::name(&player.name)).collect();
    let others = players.len().saturating_sub(MOST_NAMES) as u64;
    if others > 0 {
        names.push(Markup::text(&run.texts.counted("count.others", others)));
    }
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => {
            run.texts.markup("list.and", &[("names", &Markup::joined(before, ", ")), ("last", last)])
        }
        _ => Markup::joined(&names, ""),
    }
}
