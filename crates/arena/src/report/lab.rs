//! The report of the laboratory: searches of the same positions, compared.

use mossa_game::Language;

use super::axis::Scale;
use super::charts::{Bar, Bars, bars};
use super::markup::{Markup, escape};
use super::numbers::NOTHING;
use super::page::{Facts, Page, Section, foldable, page, paragraph};
use super::svg::About;
use super::table::{Cell, Kind, Table};
use super::texts::Texts;
use crate::lab::table::{Agreement, Disagreement, LabRow, LabTable};

/// One HTML file with all of `tables`.
pub fn html(tables: &[LabTable], facts: &Facts, language: Language) -> String {
    let texts = Texts::new(language);
    let sections = tables.iter().enumerate().flat_map(|(at, table)| sections(at, table, &texts)).collect();
    let nodes = tables.iter().map(|table| table.nodes() as f64).sum();
    let seconds = tables.iter().map(LabTable::seconds).sum();
    let about = vec![
        (texts.get("lab.nodes"), Markup::text(&texts.numbers().compact(nodes))),
        (texts.get("lab.time"), Markup::text(&texts.numbers().duration(seconds))),
    ];
    let kind = texts.get("lab.title").to_owned();
    page(&Page { facts, kind, headline: headline(tables, &texts), about, sections }, &texts)
}

/// Whether everything that must agree does, and whether everything was searched.
fn headline(tables: &[LabTable], texts: &Texts) -> Vec<Markup> {
    let rows: Vec<_> = tables.iter().flat_map(|table| &table.rows).collect();
    if rows.is_empty() {
        return vec![Markup::text(texts.get("lab.none"))];
    }
    let wrong: Vec<_> = rows.iter().filter(|row| !row.agrees).map(|row| Markup::name(&row.name)).collect();
    let count = Markup::text(&texts.counted("count.searches", rows.len() as u64));
    let first = if wrong.is_empty() {
        texts.markup("lab.agree", &[("searches", &count)])
    } else {
        let count = Markup::text(&texts.counted("count.searches", wrong.len() as u64));
        texts.markup("lab.disagree", &[("searches", &count), ("names", &Markup::joined(&wrong, ", "))])
    };
    let broken = rows.iter().filter(|row| !row.finished).count() as u64;
    let missing = tables.iter().map(|table| table.planned.saturating_sub(table.rows.len()) as u64).sum();
    let remarks = [("lab.broken", broken), ("lab.missing", missing)];
    let remarks = remarks.into_iter().filter(|(_, count)| *count > 0);
    let remarks = remarks.map(|(key, count)| Markup::text(&texts.counted(key, count)));
    std::iter::once(first).chain(remarks).collect()
}

/// The sections of one comparison.
fn sections(at: usize, table: &LabTable, texts: &Texts) -> Vec<Section> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let heading = if table.title.trim().is_empty() { texts.get("lab.title") } else { &table.title };
    let mut parts = vec![disagreements(table, texts), overview(table, texts)];
    if table.positions.len() > 1 {
        parts.push(foldable(texts.get("lab.values-caption"), &by_position(table, texts, true)));
        if !table.each.is_empty() {
            parts.push(foldable(texts.get("lab.each-caption"), &by_position(table, texts, false)));
        }
    }
    parts.push(positions(table, texts));
    parts.push(nodes_chart(at, table, texts));
    parts.push(time_chart(at, table, texts));
    parts.extend(ratio_chart(at, table, texts));
    vec![Section::new(&format!("table-{}", at + 1), heading, &parts)]
}

fn disagreements(table: &LabTable, texts: &Texts) -> Markup {
    if table.disagreements.is_empty() {
        return Markup::default();
    }
    let line = |one: &Disagreement| {
        let reason = match one.reason {
            Agreement::Exact => texts.get("lab.both-exact"),
            Agreement::Proven => texts.get("lab.both-proven"),
        };
        let [first, second] = [&one.first, &one.second].map(|name| Markup::name(name));
        let [first_value, second_value] =
            [&one.first_value, &one.second_value].map(|value| Markup::text(value));
        let values = [
            ("position", &Markup::text(&(one.position + 1).to_string())),
            ("first", &first),
            ("second", &second),
            ("first-value", &first_value),
            ("second-value", &second_value),
            ("reason", &Markup::text(reason)),
        ];
        format!("<li class=\"alert\">{}</li>\n", texts.markup("lab.contradiction", &values))
    };
    let lines: String = table.disagreements.iter().map(line).collect();
    Markup::raw(format!("<ul>\n{lines}</ul>\n"))
}

/// All searches with all that was counted.
fn overview(table: &LabTable, texts: &Texts) -> Markup {
    let single = table.positions.len() <= 1;
    let mut out = Table::new(texts.get("lab.caption"));
    out.column(Kind::Head, texts.get("lab.search"));
    out.column(Kind::Words, texts.get("lab.check"));
    if single {
        out.column(Kind::Words, texts.get("lab.value"));
    }
    for key in
        ["lab.nodes", "lab.ratio", "lab.time", "lab.speed", "lab.depth", "lab.branching", "lab.cutoffs"]
    {
        out.column(Kind::Number, texts.get(key));
    }
    for key in ["lab.first-move", "lab.stores", "lab.hits", "lab.terminal"] {
        out.column(Kind::Number, texts.get(key));
    }
    for row in &table.rows {
        let mut cells = vec![Cell::name(&row.name).tip(row.features.join(", ")), check(row, texts)];
        if single {
            cells.push(Cell::text(row.values.first().map_or(NOTHING, String::as_str)));
        }
        cells.extend(measured(row, texts));
        out.row(cells);
    }
    out.finish()
}

fn measured(row: &LabRow, texts: &Texts) -> Vec<Cell> {
    let numbers = texts.numbers();
    let count = |count: u64| Cell::text(numbers.count(count));
    let speed = (row.seconds > 0.0).then(|| numbers.compact(row.nodes as f64 / row.seconds));
    // Positions that were proven early, or left before the end: the mean says more than the least.
    let even = (row.mean_depth - f64::from(row.depth)).abs() < 0.05;
    let depth = if even { row.depth.to_string() } else { numbers.fixed(row.mean_depth, 1) };
    vec![
        count(row.nodes),
        Cell::maybe(row.ratio.map(|ratio| ratio_text(ratio, texts))),
        Cell::text(numbers.duration(row.seconds)),
        Cell::maybe(speed),
        Cell::text(depth),
        Cell::text(numbers.fixed(row.branching, 2)),
        count(row.cutoffs),
        Cell::maybe(row.first_move_share.map(|share| numbers.percent(share, 1))),
        count(row.stores),
        count(row.hits),
        count(row.terminal),
    ]
}

/// What the values of a row are good for.
fn check(row: &LabRow, texts: &Texts) -> Cell {
    let (key, class) = match row {
        LabRow { agrees: false, .. } => ("lab.row-disagrees", "check alert"),
        LabRow { finished: false, .. } => ("lab.row-broken", "check"),
        LabRow { exact: true, .. } => ("lab.row-exact", "check"),
        _ => ("lab.row-guesses", "check"),
    };
    Cell::text(texts.get(key)).class(class)
}

/// Two to three digits, however small.
fn ratio_text(ratio: f64, texts: &Texts) -> String {
    let decimals = match ratio {
        ..0.01 => 5,
        ..1.0 => 3,
        ..100.0 => 2,
        _ => 0,
    };
    texts.numbers().fixed(ratio, decimals)
}

/// Values or nodes of each search in each position.
fn by_position(table: &LabTable, texts: &Texts, values: bool) -> Markup {
    let caption = if values { "lab.values-caption" } else { "lab.each-caption" };
    let mut out = Table::new(texts.get(caption)).class("grid-table");
    out.column(Kind::Head, texts.get("lab.search"));
    for (at, position) in table.positions.iter().enumerate() {
        out.column_with_tip(Kind::Number, &(at + 1).to_string(), position);
    }
    let each = table.each.chunks(table.positions.len().max(1)).chain(std::iter::repeat(&[][..]));
    for (row, each) in table.rows.iter().zip(each) {
        let mut cells = vec![Cell::name(&row.name)];
        cells.extend((0..table.positions.len()).map(|position| {
            if values {
                return value_cell(table, row, position);
            }
            let of = |one: &&LabRow| one.position == Some(position);
            Cell::maybe(each.iter().find(of).map(|one| texts.numbers().count(one.nodes)))
        }));
        out.row(cells);
    }
    out.finish()
}

fn value_cell(table: &LabTable, row: &LabRow, position: usize) -> Cell {
    let wrong = |one: &Disagreement| one.position == position && one.second == row.name;
    let class = if table.disagreements.iter().any(wrong) { "alert" } else { "" };
    Cell::text(row.values.get(position).map_or(NOTHING, String::as_str)).class(class)
}

fn positions(table: &LabTable, texts: &Texts) -> Markup {
    if table.positions.is_empty() {
        return Markup::default();
    }
    let lines: String = table
        .positions
        .iter()
        .map(|position| format!("<li><code>{}</code></li>\n", escape(position)))
        .collect();
    foldable(texts.get("lab.positions"), &Markup::raw(format!("<ol>\n{lines}</ol>\n")))
}

/// What is drawn of the rows, and how.
struct Drawn<'a> {
    id: String,
    title: &'a str,
    axis_title: &'a str,
    base: Option<f64>,
}

fn chart(drawn: Drawn<'_>, rows: &[Bar], texts: &Texts) -> Markup {
    let told: Vec<_> = rows.iter().map(|bar| format!("{}: {}", bar.label, bar.text)).collect();
    let about = About { id: drawn.id, title: drawn.title.to_owned(), description: told.join("; ") };
    let format = |value: f64| texts.numbers().round(value);
    let Drawn { title, axis_title, base, .. } = drawn;
    let picture = bars(&Bars { about, bars: rows, scale: Scale::Log, base, axis_title, format: &format });
    Markup::joined(&[paragraph(&Markup::text(title)), picture], "")
}

/// A bar for each row that has a value.
fn rows(table: &LabTable, value: impl Fn(&LabRow) -> Option<(f64, String)>) -> Vec<Bar> {
    let bar = |row: &LabRow| {
        let (value, text) = value(row)?;
        Some(Bar { label: row.name.clone(), value: Some(value), text, alert: !row.agrees })
    };
    table.rows.iter().filter_map(bar).collect()
}

fn nodes_chart(at: usize, table: &LabTable, texts: &Texts) -> Markup {
    let rows = rows(table, |row| Some((row.nodes as f64, texts.numbers().count(row.nodes))));
    let id = format!("nodes-{}", at + 1);
    let [title, axis_title] = ["lab.nodes-title", "lab.nodes-axis"].map(|key| texts.get(key));
    chart(Drawn { id, title, axis_title, base: None }, &rows, texts)
}

fn time_chart(at: usize, table: &LabTable, texts: &Texts) -> Markup {
    let rows = rows(table, |row| Some((row.seconds, texts.numbers().duration(row.seconds))));
    let id = format!("time-{}", at + 1);
    let [title, axis_title] = ["lab.time-title", "lab.time-axis"].map(|key| texts.get(key));
    chart(Drawn { id, title, axis_title, base: None }, &rows, texts)
}

fn ratio_chart(at: usize, table: &LabTable, texts: &Texts) -> Option<Markup> {
    let rows = rows(table, |row| row.ratio.map(|ratio| (ratio, ratio_text(ratio, texts))));
    let id = format!("ratio-{}", at + 1);
    let [title, axis_title] = ["lab.ratio-title", "lab.ratio-axis"].map(|key| texts.get(key));
    (!rows.is_empty()).then(|| chart(Drawn { id, title, axis_title, base: Some(1.0) }, &rows, texts))
}
