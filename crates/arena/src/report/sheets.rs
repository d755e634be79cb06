//! The report of an experiment that others describe: sections of words, a table and pictures, given as plain data.

use mossa_game::Language;

use super::charts::{Dot, Dots, Line, Reference, dots, line};
use super::markup::Markup;
use super::page::{Facts, Page, Section, page, paragraph};
use super::svg::About;
use super::table::{Cell, Kind, Table};
use super::texts::Texts;

/// One section.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Its heading.
    pub heading: String,
    /// What it comes down to, a paragraph each.
    pub words: Vec<String>,
    /// What the table shows.
    pub caption: String,
    /// The heads of its columns; the first names rows, the others hold numbers.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// Numbers with their intervals, as a picture.
    pub intervals: Option<Intervals>,
    /// Curves, a picture each.
    pub curves: Vec<Curve>,
}

/// Numbers with their intervals.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Intervals {
    /// What they are.
    pub title: String,
    /// What is measured.
    pub axis: String,
    /// The numbers.
    pub rows: Vec<Interval>,
}

/// The interval in which a number lies. It is drawn around its middle; the text tells what was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Interval {
    /// Whose it is.
    pub label: String,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// What was found.
    pub text: String,
}

/// Values one after another.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// What they are.
    pub title: String,
    /// What is to be seen, in words.
    pub description: String,
    /// What is counted from left to right.
    pub across: String,
    /// What is measured upward.
    pub up: String,
    /// The values at 0, 1, 2, ...
    pub values: Vec<f64>,
    /// A value to compare with, and what it is.
    pub reference: Option<(f64, String)>,
}

/// One HTML file with all of `sheets`.
pub fn html(sheets: &[Sheet], headline: &[String], facts: &Facts, language: Language) -> String {
    let texts = Texts::new(language);
    let sections = sheets.iter().enumerate().map(|(at, sheet)| section(at, sheet, &texts)).collect();
    let headline = headline.iter().map(|words| Markup::text(words)).collect();
    page(&Page { facts, kind: facts.title.clone(), headline, about: Vec::new(), sections }, &texts)
}

fn section(at: usize, sheet: &Sheet, texts: &Texts) -> Section {
    let id = format!("sheet-{}", at + 1);
    let mut parts: Vec<Markup> = sheet.words.iter().map(|words| paragraph(&Markup::text(words))).collect();
    parts.push(table(sheet));
    if let Some(intervals) = sheet.intervals.as_ref().filter(|intervals| !intervals.rows.is_empty()) {
        parts.push(interval_chart(&id, intervals, texts));
    }
    for (number, curve) in sheet.curves.iter().enumerate() {
        // Axes alone do not tell one curve from the next.
        parts.push(paragraph(&Markup::text(&curve.title)));
        parts.push(curve_chart(&format!("{id}-curve-{}", number + 1), curve, texts));
    }
    Section::new(&id, &sheet.heading, &parts)
}

fn table(sheet: &Sheet) -> Markup {
    if sheet.rows.is_empty() {
        return Markup::default();
    }
    let mut out = Table::new(sheet.caption.clone());
    for (at, head) in sheet.columns.iter().enumerate() {
        out.column(if at == 0 { Kind::Head } else { Kind::Number }, head);
    }
    for row in &sheet.rows {
        let cell = |(at, text): (usize, &String)| if at == 0 { Cell::name(text) } else { Cell::text(text) };
        out.row(row.iter().enumerate().map(cell).collect());
    }
    out.finish()
}

fn interval_chart(id: &str, intervals: &Intervals, texts: &Texts) -> Markup {
    let dot = |row: &Interval| Dot {
        label: row.label.clone(),
        value: f64::midpoint(row.low, row.high),
        error: Some((row.high - row.low) / 2.0),
        text: row.text.clone(),
    };
    let rows: Vec<Dot> = intervals.rows.iter().map(dot).collect();
    let told: Vec<String> = intervals.rows.iter().map(|row| format!("{}: {}", row.label, row.text)).collect();
    dots(&Dots {
        about: About {
            id: format!("{id}-intervals"),
            title: intervals.title.clone(),
            description: told.join("; "),
        },
        dots: &rows,
        axis_title: &intervals.axis,
        numbers: texts.numbers(),
    })
}

fn curve_chart(id: &str, curve: &Curve, texts: &Texts) -> Markup {
    let reference = curve.reference.clone().map(|(value, label)| Reference { value, label });
    line(&Line {
        about: About {
            id: id.to_owned(),
            title: curve.title.clone(),
            description: curve.description.clone(),
        },
        values: &curve.values,
        references: &Vec::from_iter(reference),
        across: &curve.across,
        up: &curve.up,
        numbers: texts.numbers(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_becomes_a_section_with_a_table_and_pictures() {
        let sheet = Sheet {
            heading: "Against <b>".to_owned(),
            words: vec!["One & all".to_owned()],
            caption: "Arms".to_owned(),
            columns: vec!["arm".to_owned(), "wins".to_owned()],
            rows: vec![vec!["on".to_owned(), "7".to_owned()]],
            intervals: Some(Intervals {
                title: "Rates".to_owned(),
                axis: "rate".to_owned(),
                rows: vec![Interval { label: "on".to_owned(), low: 0.2, high: 0.6, text: "0.4".to_owned() }],
            }),
            curves: vec![Curve {
                title: "Scores".to_owned(),
                values: vec![0.0, 1.0, 0.5],
                reference: Some((0.5, "even".to_owned())),
                ..Curve::default()
            }],
        };
        let page = html(&[sheet], &["It works".to_owned()], &Facts::default(), Language::English);
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Against &lt;b&gt;"));
        assert!(page.contains("One &amp; all") && page.contains("It works") && page.contains("on: 0.4"));
        assert_eq!(page.matches("<svg").count(), 2);
    }
}
