//! A comparison of searches as comma-separated values (RFC 4180), for spreadsheets and scripts.

use std::borrow::Cow;

use super::exploration::{OpeningRow, StepTable};
use super::table::{LabRow, LabTable};

const HEADER: [&str; 20] = [
    "set",
    "position",
    "text",
    "exact",
    "finished",
    "agrees",
    "depth",
    "nodes",
    "seconds",
    "ratio",
    "cutoffs",
    "first_move_share",
    "stores",
    "hits",
    "table_cutoffs",
    "terminal",
    "evaluations",
    "branching",
    "value",
    "features",
];

/// One line for each set over all positions (`all` in the column `position`); where there are several positions, one
/// for each set and position before it.
pub fn write(table: &LabTable) -> String {
    let mut text = line(&HEADER.map(Cow::Borrowed));
    let mut each = table.each.chunks(table.positions.len().max(1));
    for row in &table.rows {
        for one in each.next().unwrap_or_default() {
            text += &line(&fields(one, &table.positions));
        }
        text += &line(&fields(row, &table.positions));
    }
    text
}

fn fields<'a>(row: &'a LabRow, positions: &'a [String]) -> [Cow<'a, str>; HEADER.len()] {
    let number = |number: u64| Cow::Owned(number.to_string());
    let fraction = |fraction: f64| Cow::Owned(fraction.to_string());
    let maybe = |value: Option<f64>| value.map_or(Cow::Borrowed(""), fraction);
    let flag = |flag: bool| Cow::Borrowed(if flag { "yes" } else { "no" });
    let (place, text) = match (row.position, positions) {
        (Some(position), _) => {
            (Cow::Owned((position + 1).to_string()), positions.get(position).map_or("", String::as_str))
        }
        (None, [only]) => (Cow::Borrowed("all"), only.as_str()),
        (None, _) => (Cow::Borrowed("all"), ""),
    };
    [
        Cow::Borrowed(&row.name),
        place,
        Cow::Borrowed(text),
        flag(row.exact),
        flag(row.finished),
        flag(row.agrees),
        fraction(row.mean_depth),
        number(row.nodes),
        fraction(row.seconds),
        maybe(row.ratio),
        number(row.cutoffs),
        maybe(row.first_move_share),
        number(row.stores),
        number(row.hits),
        number(row.table_cutoffs),
        number(row.terminal),
        number(row.evaluations),
        fraction(row.branching),
        Cow::Owned(row.values.join("; ")),
        Cow::Owned(row.features.join(",")),
    ]
}

const OPENINGS: [&str; 17] = [
    "step", "game", "position", "turns", "method", "features", "number", "opening", "result", "nodes",
    "finals", "cutoffs", "stores", "hits", "seconds", "finished", "agrees",
];

/// Explored openings: one line for each move of each step, and one for their sum, with the number 0.
pub fn openings(tables: &[StepTable]) -> String {
    let mut text = line(&OPENINGS.map(Cow::Borrowed));
    for table in tables {
        for row in table.rows.iter().chain(table.complete.then_some(&table.total)) {
            text += &line(&opening_fields(table, row));
        }
    }
    text
}

fn opening_fields<'a>(table: &'a StepTable, row: &'a OpeningRow) -> [Cow<'a, str>; OPENINGS.len()] {
    let number = |number: u64| Cow::Owned(number.to_string());
    let flag = |flag: bool| Cow::Borrowed(if flag { "yes" } else { "no" });
    [
        Cow::Borrowed(&*table.name),
        Cow::Borrowed(&*table.game),
        Cow::Borrowed(&*table.position),
        number(table.turns.into()),
        Cow::Borrowed(&*table.method),
        Cow::Owned(table.features.join(",")),
        number(row.number as u64),
        Cow::Borrowed(&*row.opening),
        Cow::Borrowed(&*row.result),
        number(row.nodes),
        number(row.finals),
        number(row.cutoffs),
        number(row.stores),
        number(row.hits),
        Cow::Owned(row.seconds.to_string()),
        flag(row.finished),
        flag(row.agrees),
    ]
}

fn line(fields: &[Cow<'_, str>]) -> String {
    let quoted: Vec<Cow<'_, str>> = fields.iter().map(|field| quoted(field)).collect();
    quoted.join(",") + "\r\n"
}

/// A field as it stands in the file: in quotes if anything in it would end it.
fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"', '\r', '\n']) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, position: Option<usize>) -> LabRow {
        LabRow { name: name.to_owned(), position, values: vec!["+5".to_owned()], ..LabRow::default() }
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(quoted("plain text"), "plain text");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(quoted("two\nlines"), "\"two\nlines\"");
    }

    #[test]
    fn positions_come_before_their_sum() {
        let table = LabTable {
            positions: vec!["mnk:3,3,3 3/3/3 x".to_owned(), "other".to_owned()],
            rows: vec![row("alphabeta", None), row("alphabeta,table", None)],
            each: ["alphabeta", "alphabeta,table"]
                .into_iter()
                .flat_map(|name| [row(name, Some(0)), row(name, Some(1))])
                .collect(),
            ..LabTable::default()
        };
        let text = write(&table);
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 7);
        assert_eq!(lines[0].split(',').count(), HEADER.len());
        assert!(lines[1].starts_with("alphabeta,1,\"mnk:3,3,3 3/3/3 x\","), "{}", lines[1]);
        assert!(lines[2].starts_with("alphabeta,2,other,"));
        assert!(lines[3].starts_with("alphabeta,all,,"));
        assert!(lines[4].starts_with("\"alphabeta,table\",1,"));
        assert_eq!(lines[3].split(',').count(), HEADER.len());
    }
}
