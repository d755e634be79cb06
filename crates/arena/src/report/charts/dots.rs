//! Dots with the interval in which the truth lies.

use super::super::axis::{Axis, Scale};
use super::super::markup::Markup;
use super::super::numbers::Numbers;
use super::super::svg::{About, Canvas};
use super::{AXIS_SPACE, BARS_END, LABELS, ROW, row_label, row_text, ticks_below};

/// One row.
#[derive(Clone, Debug)]
pub(in crate::report) struct Dot {
    /// Whose it is.
    pub(in crate::report) label: String,
    /// Where it lies.
    pub(in crate::report) value: f64,
    /// Half of its interval.
    pub(in crate::report) error: Option<f64>,
    /// Both as text.
    pub(in crate::report) text: String,
}

/// A chart of dots.
pub(in crate::report) struct Dots<'a> {
    /// What it says.
    pub(in crate::report) about: About,
    /// Its rows.
    pub(in crate::report) dots: &'a [Dot],
    /// What is measured.
    pub(in crate::report) axis_title: &'a str,
    /// How numbers are written.
    pub(in crate::report) numbers: Numbers,
}

/// Draws dots with error bars, and a line at 0.
pub(in crate::report) fn dots(chart: &Dots<'_>) -> Markup {
    let bottom = 8.0 + ROW * chart.dots.len() as f64;
    let mut canvas = Canvas::new(bottom + AXIS_SPACE);
    let ends = |dot: &Dot| {
        let error = finite(dot.error);
        [dot.value - error, dot.value + error]
    };
    let values = chart.dots.iter().flat_map(ends).chain([0.0]);
    let axis = Axis::over(values, Scale::Linear, LABELS, BARS_END, 7);
    let format = |value: f64| chart.numbers.plain(value);
    ticks_below(&mut canvas, &axis, &format, chart.axis_title, 4.0, bottom);
    canvas.line("axis", (axis.at(0.0), 4.0), (axis.at(0.0), bottom));
    for (row, dot) in chart.dots.iter().enumerate() {
        let middle = 4.0 + ROW * (row as f64 + 0.5);
        row_label(&mut canvas, middle, &dot.label);
        row_text(&mut canvas, middle, &dot.text);
        if !dot.value.is_finite() {
            continue;
        }
        if finite(dot.error) > 0.0 {
            let [low, high] = ends(dot).map(|end| axis.at(end));
            canvas.line("whisker", (low, middle), (high, middle));
            for end in [low, high] {
                canvas.line("whisker", (end, middle - 4.0), (end, middle + 4.0));
            }
        }
        canvas.dot("main", (axis.at(dot.value), middle), 5.0);
    }
    canvas.finish(&chart.about)
}

fn finite(error: Option<f64>) -> f64 {
    error.filter(|error| error.is_finite()).unwrap_or(0.0)
}
