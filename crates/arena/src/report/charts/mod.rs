//! Charts: pure functions from numbers to pictures. Colours are never the only difference: everything has a label.

mod bars;
mod columns;
mod dots;
mod line;
mod stacked;

pub(super) use bars::{Bar, Bars, bars};
pub(super) use columns::{Column, Columns, columns};
pub(super) use dots::{Dot, Dots, dots};
pub(super) use line::{Line, Reference, line};
pub(super) use stacked::{Stack, stacked};

use super::axis::Axis;
use super::svg::{Anchor, Canvas, WIDTH};

/// Where the labels of rows end, and their bars or dots begin.
const LABELS: f64 = 210.0;
/// Where bars and dots end, and the texts of rows begin.
const BARS_END: f64 = WIDTH - 130.0;
/// How far rows are from each other.
const ROW: f64 = 24.0;
/// How high a bar is.
const BAR: f64 = 15.0;
/// Space below a chart for the numbers and the title of its axis.
const AXIS_SPACE: f64 = 44.0;
/// From the middle of a row down to the base line of its text.
const BASE_LINE: f64 = 4.5;

/// Lines across all rows at the ticks of a horizontal axis, its numbers below, and what they are.
fn ticks_below(
    canvas: &mut Canvas,
    axis: &Axis,
    format: &dyn Fn(f64) -> String,
    title: &str,
    top: f64,
    bottom: f64,
) {
    for tick in axis.ticks() {
        let x = axis.at(*tick);
        canvas.line("grid", (x, top), (x, bottom));
        canvas.text("tick", (x, bottom + 16.0), Anchor::Middle, &format(*tick));
    }
    let [first, last] =
        [axis.ticks().first(), axis.ticks().last()].map(|end| axis.at(end.copied().unwrap_or(0.0)));
    canvas.text("axis-title", ((first + last) / 2.0, bottom + 36.0), Anchor::Middle, title);
}

/// The label of a row at its left.
fn row_label(canvas: &mut Canvas, middle: f64, label: &str) {
    canvas.label("label", (LABELS - 10.0, middle + BASE_LINE), Anchor::End, label, LABELS - 12.0);
}

/// The text of a row at its right.
fn row_text(canvas: &mut Canvas, middle: f64, text: &str) {
    canvas.label(
        "value",
        (BARS_END + 10.0, middle + BASE_LINE),
        Anchor::Start,
        text,
        WIDTH - BARS_END - 10.0,
    );
}
