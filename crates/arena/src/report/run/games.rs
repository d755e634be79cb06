//! The games themselves: how long they were, and why they ended.

use super::super::axis::Scale;
use super::super::charts::{Bar, Bars, Column, Columns, bars, columns};
use super::super::markup::Markup;
use super::super::page::{Section, paragraph};
use super::super::svg::About;
use super::super::table::{Cell, Kind, Table};
use super::Run;
use crate::summary::Length;

/// More columns than these would be too thin to be seen.
const MOST_COLUMNS: u64 = 40;
/// So many forfeits are listed.
const MOST_FORFEITS: usize = 200;

/// How long the games were.
pub(super) fn lengths(run: &Run<'_>) -> Option<Section> {
    let length = &run.summary.length;
    let (bins, width, first) = binned(length)?;
    let texts = run.texts;
    let mean = run.numbers.fixed(length.mean, 1);
    let told = texts.with(
        "length.told",
        &[("mean", &mean), ("least", &length.least.to_string()), ("most", &length.most.to_string())],
    );
    let about = About {
        id: "length-chart".to_owned(),
        title: texts.get("length.title").to_owned(),
        description: told.clone(),
    };
    let place = (length.mean - first as f64 + 0.5 * f64::from(u8::from(width == 1))) / width as f64;
    let mark = place.is_finite().then(|| (place, texts.with("length.mean", &[("mean", &mean)])));
    let chart = columns(&Columns {
        about,
        columns: &bins,
        mark,
        across: texts.get("length.across"),
        up: texts.get("length.up"),
        numbers: run.numbers,
    });
    Some(Section::new("length", texts.get("length.heading"), &[paragraph(&Markup::text(&told)), chart]))
}

/// The histogram in columns of equal width, the width, and where the first begins; `None` without games.
fn binned(length: &Length) -> Option<(Vec<Column>, u64, u64)> {
    let counted =
        || length.histogram.iter().filter(|(_, count)| *count > 0).map(|(plies, _)| u64::from(*plies));
    let (least, most) = (counted().min()?, counted().max()?);
    let width = bin_width(most - least + 1);
    let first = least / width * width;
    let count = (most - first) / width + 1;
    let bins = (0..count).map(|bin| {
        let from = first + bin * width;
        let within = |plies: u32| (from..from + width).contains(&u64::from(plies));
        let games = length.histogram.iter().filter(|(plies, _)| within(*plies)).map(|(_, count)| count).sum();
        let label = if width == 1 { from.to_string() } else { format!("{from}–{}", from + width - 1) };
        Column { label, count: games }
    });
    Some((bins.collect(), width, first))
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... with which `range` values need no more than the most columns. (Bins begin
/// at multiples of their width, which may take one more.)
fn bin_width(range: u64) -> u64 {
    let widths = (0..19).flat_map(|power| [1, 2, 5].map(|factor| factor * 10_u64.pow(power)));
    let enough = |width: &u64| range.div_ceil(*width) <= MOST_COLUMNS;
    widths.into_iter().find(enough).unwrap_or(range)
}

/// Why games ended.
pub(super) fn endings(run: &Run<'_>) -> Option<Section> {
    let texts = run.texts;
    let endings: Vec<_> = run.summary.endings.iter().filter(|(_, count)| *count > 0).collect();
    let all: u64 = endings.iter().map(|(_, count)| count).sum();
    if all == 0 {
        return None;
    }
    let rows: Vec<_> = endings
        .iter()
        .map(|(reason, count)| {
            let part = run.numbers.percent(*count as f64 / all as f64, 1);
            Bar {
                label: texts.word("ending", reason),
                value: Some(*count as f64),
                text: format!("{} ({part})", run.numbers.count(*count)),
                alert: reason == "forfeit",
            }
        })
        .collect();
    let told: Vec<_> = rows.iter().map(|bar| format!("{}: {}", bar.label, bar.text)).collect();
    let about = About {
        id: "endings-chart".to_owned(),
        title: texts.get("endings.title").to_owned(),
        description: told.join("; "),
    };
    let format = |value: f64| run.numbers.plain(value);
    let axis_title = texts.get("length.up");
    let chart = bars(&Bars {
        about,
        bars: &rows,
        scale: Scale::Linear,
        base: Some(0.0),
        axis_title,
        format: &format,
    });
    Some(Section::new("endings", texts.get("endings.heading"), &[chart]))
}

/// Games lost by a fault.
pub(super) fn forfeits(run: &Run<'_>) -> Option<Section> {
    let texts = run.texts;
    let rows = &run.summary.forfeits;
    if rows.is_empty() {
        return None;
    }
    let mut table = Table::new(texts.get("forfeits.caption"));
    table.column(Kind::Number, texts.get("forfeits.game"));
    table.column(Kind::Head, texts.get("standings.player"));
    table.column(Kind::Words, texts.get("forfeits.reason"));
    for row in rows.iter().take(MOST_FORFEITS) {
        let number = Cell::text(run.numbers.count(row.game));
        table.row(vec![number, Cell::name(&row.player), Cell::name(&row.reason).class("words")]);
    }
    let mut parts = vec![table.finish()];
    if rows.len() > MOST_FORFEITS {
        let more = texts.counted("forfeits.more", (rows.len() - MOST_FORFEITS) as u64);
        parts.push(paragraph(&Markup::text(&more)));
    }
    Some(Section::new("forfeits", texts.get("forfeits.heading"), &parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(histogram: Vec<(u32, u64)>) -> Length {
        Length { histogram, ..Length::default() }
    }

    #[test]
    fn every_game_is_in_a_column() {
        for step in [1, 3, 17, 1000, 100_000_000] {
            let histogram: Vec<_> = (0..40).map(|at| (5 + at * step, u64::from(at % 4))).collect();
            let games: u64 = histogram.iter().map(|(_, count)| count).sum();
            let (bins, width, first) = binned(&length(histogram)).unwrap();
            assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), games);
            assert!(bins.len() as u64 <= MOST_COLUMNS + 1, "{} columns of {width}", bins.len());
            assert_eq!(first % width, 0);
        }
    }

    #[test]
    fn columns_are_as_narrow_as_they_can_be() {
        assert_eq!([bin_width(1), bin_width(40), bin_width(41), bin_width(300)], [1, 1, 2, 10]);
        assert!(binned(&length(Vec::new())).is_none());
        assert!(binned(&length(vec![(3, 0)])).is_none());
        let (bins, ..) = binned(&length(vec![(7, 2)])).unwrap();
        assert_eq!((bins.len(), bins[0].label.as_str(), bins[0].count), (1, "7", 2));
    }
}
