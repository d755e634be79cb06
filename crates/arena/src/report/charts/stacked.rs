//! Bars of wins, draws and losses.

use super::super::markup::Markup;
use super::super::numbers::share;
use super::super::svg::{About, Anchor, Area, Canvas};
use super::super::texts::Texts;
use super::{BAR, BARS_END, BASE_LINE, LABELS, ROW, row_label, row_text};
use crate::summary::Tally;

/// A part needs so many pixels for each digit of its number.
const DIGIT: f64 = 9.0;
/// Where the rows begin, below the legend.
const TOP: f64 = 34.0;

/// One row.
#[derive(Clone, Debug)]
pub(in crate::report) struct Stack {
    /// Whose results.
    pub(in crate::report) label: String,
    /// The results.
    pub(in crate::report) tally: Tally,
}

/// Draws one bar of full length for each row, divided by wins, draws and losses; a line marks the `fair` part.
pub(in crate::report) fn stacked(about: &About, stacks: &[Stack], fair: f64, texts: &Texts) -> Markup {
    let bottom = TOP + ROW * stacks.len() as f64;
    let mut canvas = Canvas::new(bottom + 8.0);
    legend(&mut canvas, texts);
    // Below the bars: it is seen between them, and hides no number.
    let x = LABELS + (BARS_END - LABELS) * fair;
    canvas.line("fair", (x, TOP - 2.0), (x, bottom + 2.0));
    for (row, stack) in stacks.iter().enumerate() {
        let middle = TOP + ROW * (row as f64 + 0.5);
        row_label(&mut canvas, middle, &stack.label);
        draw_parts(&mut canvas, stack, middle, texts);
        let numbers = texts.numbers();
        let score = share(&stack.tally).map_or_else(String::new, |share| numbers.percent(share, 1));
        row_text(&mut canvas, middle, &score);
    }
    canvas.finish(about)
}

/// The parts in the order in which they are drawn: class, count, name.
fn parts<'a>(tally: &Tally, texts: &'a Texts) -> [(&'static str, u64, &'a str); 3] {
    [
        ("win", tally.wins, texts.get("result.wins")),
        ("draw", tally.draws, texts.get("result.draws")),
        ("loss", tally.losses, texts.get("result.losses")),
    ]
}

fn legend(canvas: &mut Canvas, texts: &Texts) {
    let mut x = LABELS;
    for (class, _, name) in parts(&Tally::default(), texts) {
        canvas.area(class, Area { x, y: 6.0, width: 14.0, height: 14.0 }, None);
        canvas.text("label", (x + 20.0, 17.5), Anchor::Start, name);
        x += 120.0;
    }
    canvas.text("axis-title", (BARS_END + 10.0, 17.5), Anchor::Start, texts.get("result.score"));
}

fn draw_parts(canvas: &mut Canvas, stack: &Stack, middle: f64, texts: &Texts) {
    let games = stack.tally.games();
    if games == 0 {
        let area = Area { x: LABELS, y: middle - 0.5, width: BARS_END - LABELS, height: 1.0 };
        canvas.area("draw", area, None);
        return;
    }
    let mut x = LABELS;
    for (class, count, name) in parts(&stack.tally, texts).into_iter().filter(|(_, count, _)| *count > 0) {
        let width = (BARS_END - LABELS) * (count as f64 / games as f64);
        let number = texts.numbers().count(count);
        let area = Area { x, y: middle - BAR / 2.0, width, height: BAR };
        canvas.area(class, area, Some(&format!("{}: {name} {number}", stack.label)));
        if width >= DIGIT * (number.chars().count() + 1) as f64 {
            let class = format!("on-{class}");
            canvas.text(&class, (x + width / 2.0, middle + BASE_LINE - 0.5), Anchor::Middle, &number);
        }
        x += width;
    }
}
