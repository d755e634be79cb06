//! Who stands where.

use super::super::charts::{Dot, Dots, dots};
use super::super::markup::{Markup, escape};
use super::super::numbers::{decimals_of, share};
use super::super::page::{Section, paragraph};
use super::super::svg::About;
use super::super::table::{Cell, Kind, Table};
use super::Run;
use crate::summary::Standing;

/// The table of the players.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let texts = run.texts;
    if run.summary.players.is_empty() {
        return None;
    }
    let mut table = Table::new(texts.get("standings.caption"));
    table.column(Kind::Number, texts.get("standings.place"));
    table.column(Kind::Head, texts.get("standings.player"));
    for key in ["standings.points", "standings.games"] {
        table.column(Kind::Number, texts.get(key));
    }
    for (sign, key) in [("+", "result.wins"), ("=", "result.draws"), ("−", "result.losses")] {
        table.column_with_tip(Kind::Number, sign, texts.get(key));
    }
    table.column(Kind::Number, texts.get("result.score"));
    table.column_with_tip(Kind::Number, texts.get("standings.rating"), texts.get("standings.rating-tip"));
    let rest = ["standings.depth", "standings.speed", "standings.time", "standings.forfeits"];
    for key in rest {
        table.column(Kind::Number, texts.get(key));
    }
    let decimals = decimals_of(run.summary.players.iter().map(|player| player.points));
    for player in run.standings() {
        table.row(row(run, player, decimals));
    }
    Some(Section::new("standings", texts.get("standings.heading"), &[table.finish()]))
}

fn row(run: &Run<'_>, player: &Standing, decimals: usize) -> Vec<Cell> {
    let numbers = run.numbers;
    let tally = &player.tally;
    let count = |count: u64| Cell::text(numbers.count(count));
    let moves = f64::from(player.effort.moves);
    let per_move = (moves > 0.0).then(|| numbers.duration(player.effort.micros as f64 / 1e6 / moves));
    vec![
        Cell::text(player.place.to_string()),
        who(player),
        Cell::text(numbers.fixed(player.points, decimals)),
        count(tally.games()),
        count(tally.wins),
        count(tally.draws),
        count(tally.losses),
        Cell::maybe(share(tally).map(|share| numbers.percent(share, 1))),
        Cell::maybe(player.rating.as_ref().map(|rating| numbers.rating(rating))),
        Cell::maybe(player.depth.map(|depth| numbers.fixed(depth, 1))),
        Cell::maybe(player.speed.map(|speed| numbers.compact(speed))),
        Cell::maybe(per_move),
        faults(run, player),
    ]
}

/// The name, and below it how the player was described, if that says more.
fn who(player: &Standing) -> Cell {
    let name = Markup::name(&player.name);
    if player.spec.is_empty() || player.spec == player.name {
        return Cell::of(name);
    }
    Cell::of(Markup::raw(format!("{name}<small>{}</small>", escape(&player.spec))))
}

fn faults(run: &Run<'_>, player: &Standing) -> Cell {
    let all = run.numbers.count(player.forfeits);
    if player.time_forfeits == 0 {
        return Cell::text(all);
    }
    let on_time = run.numbers.count(player.time_forfeits);
    let on_time = Markup::text(&run.texts.with("standings.on-time", &[("n", &on_time)]));
    Cell::of(Markup::raw(format!("{}<small>{on_time}</small>", Markup::text(&all))))
}

/// The picture of the ratings. A match of two has a better one of its own.
pub(super) fn ratings(run: &Run<'_>) -> Option<Section> {
    let texts = run.texts;
    let mut rated: Vec<_> = run.standings().filter_map(|player| Some((player, player.rating?))).collect();
    if rated.len() < 2 || run.pair().is_some() {
        return None;
    }
    rated.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
    let rows: Vec<_> = rated
        .iter()
        .map(|(player, rating)| Dot {
            label: player.name.clone(),
            value: rating.elo,
            error: Some(rating.error),
            text: run.numbers.rating(rating),
        })
        .collect();
    let told: Vec<_> = rows.iter().map(|dot| format!("{}: {}", dot.label, dot.text)).collect();
    let about = About {
        id: "ratings-chart".to_owned(),
        title: texts.get("ratings.title").to_owned(),
        description: told.join("; "),
    };
    let chart = dots(&Dots { about, dots: &rows, axis_title: "Elo", numbers: run.numbers });
    let note = paragraph(&Markup::text(texts.get("ratings.note")));
    Some(Section::new("ratings", texts.get("ratings.heading"), &[note, chart]))
}
