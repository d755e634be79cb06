//! Tables of the page.

use std::fmt::Write;

use super::markup::{Markup, escape};
use super::numbers::{NOTHING, share};
use super::texts::Texts;
use crate::summary::Tally;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Words, from the left.
    Words,
    /// Numbers, to the right.
    Number,
    /// A name that says what the row is.
    Head,
}

/// One cell.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    content: Markup,
    class: String,
    tip: Option<String>,
}

impl Cell {
    /// A cell that holds `content`.
    pub(super) fn of(content: Markup) -> Cell {
        Cell { content, class: String::new(), tip: None }
    }

    /// A cell with a text.
    pub(super) fn text(text: impl AsRef<str>) -> Cell {
        Cell::of(Markup::text(text.as_ref()))
    }

    /// A cell with a name given by others.
    pub(super) fn name(name: &str) -> Cell {
        Cell::of(Markup::name(name))
    }

    /// A text, or a dash for nothing.
    pub(super) fn maybe(text: Option<String>) -> Cell {
        Cell::text(text.as_deref().unwrap_or(NOTHING))
    }

    /// A cell that looks different.
    pub(super) fn class(mut self, class: impl Into<String>) -> Cell {
        self.class = class.into();
        self
    }

    /// A text that browsers show when the cell is pointed at.
    pub(super) fn tip(mut self, tip: impl Into<String>) -> Cell {
        self.tip = Some(tip.into());
        self
    }

    /// Results: the score in percent, with wins, draws and losses below it or, if it must be small, as a tip; the
    /// colour goes from all lost over the `fair` part to all won.
    pub(super) fn score(tally: &Tally, fair: f64, texts: &Texts, small: bool) -> Cell {
        let numbers = texts.numbers();
        let Some(score) = share(tally) else { return Cell::text("·").class("no-games") };
        let detail = numbers.tally(tally);
        let class = format!("score grade-{}", grade(score, fair));
        if small {
            return Cell::text(numbers.fixed(score * 100.0, 0)).class(class).tip(detail);
        }
        let percent = Markup::text(&numbers.percent(score, 1));
        Cell::of(Markup::raw(format!("{percent}<small>{}</small>", escape(&detail)))).class(class)
    }

    fn write(&self, kind: Kind, out: &mut String) {
        let (tag, scope) = if kind == Kind::Head { ("th", " scope=\"row\"") } else { ("td", "") };
        let number = if kind == Kind::Number { "num" } else { "" };
        let class =
            [number, &self.class].iter().filter(|c| !c.is_empty()).copied().collect::<Vec<_>>().join(" ");
        let class = if class.is_empty() { class } else { format!(" class=\"{class}\"") };
        let tip = self.tip.as_ref().map_or_else(String::new, |tip| format!(" title=\"{}\"", escape(tip)));
        let _ = write!(out, "<{tag}{scope}{class}{tip}>{}</{tag}>", self.content);
    }
}

/// From 0, all lost, over 5, the fair part, to 10, all won.
fn grade(score: f64, fair: f64) -> u8 {
    let grade = if score <= fair { score / fair * 5.0 } else { 5.0 + (score - fair) / (1.0 - fair) * 5.0 };
    grade.round().clamp(0.0, 10.0) as u8
}

/// A table that scrolls by itself if it is too wide.
#[derive(Clone, Debug)]
pub(super) struct Table {
    caption: String,
    class: &'static str,
    columns: Vec<(Kind, Cell)>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without columns and rows.
    pub(super) fn new(caption: impl Into<String>) -> Table {
        Table { caption: caption.into(), class: "", columns: Vec::new(), rows: Vec::new() }
    }

    /// A table that looks different.
    pub(super) fn class(mut self, class: &'static str) -> Table {
        self.class = class;
        self
    }

    /// One more column.
    pub(super) fn column(&mut self, kind: Kind, head: &str) {
        self.columns.push((kind, Cell::text(head)));
    }

    /// One more column, whose head has a tip.
    pub(super) fn column_with_tip(&mut self, kind: Kind, head: &str, tip: &str) {
        self.columns.push((kind, Cell::text(head).tip(tip)));
    }

    /// One more row: a cell for each column.
    pub(super) fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// The table.
    pub(super) fn finish(self) -> Markup {
        let caption = escape(&self.caption);
        let class = if self.class.is_empty() { String::new() } else { format!(" class=\"{}\"", self.class) };
        let mut out = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\">\n\
             <table{class}>\n<caption>{caption}</caption>\n<thead><tr>"
        );
        for (kind, head) in &self.columns {
            let number = if *kind == Kind::Number { " class=\"num\"" } else { "" };
            let tip = head.tip.as_ref().map_or_else(String::new, |tip| format!(" title=\"{}\"", escape(tip)));
            let _ = write!(out, "<th scope=\"col\"{number}{tip}>{}</th>", head.content);
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for ((kind, _), cell) in self.columns.iter().zip(row) {
                cell.write(*kind, &mut out);
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n</table>\n</div>\n");
        Markup::raw(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_game::Language;

    #[test]
    fn a_table_has_a_caption_and_heads_for_columns_and_rows() {
        let mut table = Table::new("Who & what");
        table.column(Kind::Head, "who");
        table.column_with_tip(Kind::Number, "n", "how many");
        table.row(vec![Cell::name("<x>"), Cell::maybe(None).class("bad").tip("\"")]);
        let html = table.finish().to_string();
        assert!(html.contains("<caption>Who &amp; what</caption>"));
        assert!(html.contains("<th scope=\"col\" class=\"num\" title=\"how many\">n</th>"));
        assert!(html.contains("<th scope=\"row\"><bdi>&lt;x&gt;</bdi></th>"));
        assert!(html.contains("<td class=\"num bad\" title=\"&quot;\">–</td>"));
    }

    #[test]
    fn scores_are_graded_from_all_lost_to_all_won() {
        let texts = Texts::new(Language::English);
        let class = |wins, losses| Cell::score(&Tally { wins, draws: 0, losses }, 0.5, &texts, true).class;
        assert_eq!(
            [class(3, 0), class(0, 3), class(1, 1)],
            ["score grade-10", "score grade-0", "score grade-5"]
        );
        assert_eq!(class(0, 0), "no-games");
        assert_eq!([grade(0.0, 0.25), grade(0.25, 0.25), grade(0.55, 0.25), grade(1.0, 0.25)], [0, 5, 7, 10]);
    }
}
