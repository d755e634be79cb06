//! Bars beside each other, one for each row.

use super::super::axis::{Axis, Scale};
use super::super::markup::Markup;
use super::super::svg::{About, Area, Canvas};
use super::{AXIS_SPACE, BAR, BARS_END, LABELS, ROW, row_label, row_text, ticks_below};

/// One row.
#[derive(Clone, Debug)]
pub(in crate::report) struct Bar {
    /// What it is.
    pub(in crate::report) label: String,
    /// How long it is; nothing is drawn for what is unknown, or not positive on a logarithmic scale.
    pub(in crate::report) value: Option<f64>,
    /// The value as text.
    pub(in crate::report) text: String,
    /// Whether it is to be noticed.
    pub(in crate::report) alert: bool,
}

/// A chart of bars.
pub(in crate::report) struct Bars<'a> {
    /// What it says.
    pub(in crate::report) about: About,
    /// Its rows.
    pub(in crate::report) bars: &'a [Bar],
    /// Its scale.
    pub(in crate::report) scale: Scale,
    /// Where bars begin; if there is no such place, at the left end.
    pub(in crate::report) base: Option<f64>,
    /// What is measured.
    pub(in crate::report) axis_title: &'a str,
    /// How numbers of the axis are written.
    pub(in crate::report) format: &'a dyn Fn(f64) -> String,
}

/// Draws bars.
pub(in crate::report) fn bars(chart: &Bars<'_>) -> Markup {
    let bottom = 8.0 + ROW * chart.bars.len() as f64;
    let mut canvas = Canvas::new(bottom + AXIS_SPACE);
    let values = || chart.bars.iter().filter_map(|bar| bar.value);
    let least = values().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
    // The shortest bar of a logarithmic chart begins below its value, or it would not be seen.
    let below = if chart.scale == Scale::Log && chart.base.is_none() { least / 2.0 } else { least };
    let axis = Axis::over(values().chain(chart.base).chain([below]), chart.scale, LABELS, BARS_END, 7);
    let base = axis.at(chart.base.unwrap_or_else(|| axis.low()));
    ticks_below(&mut canvas, &axis, chart.format, chart.axis_title, 4.0, bottom);
    for (row, bar) in chart.bars.iter().enumerate() {
        let middle = 4.0 + ROW * (row as f64 + 0.5);
        row_label(&mut canvas, middle, &bar.label);
        let drawable = |value: &f64| value.is_finite() && (chart.scale == Scale::Linear || *value > 0.0);
        if let Some(value) = bar.value.filter(drawable) {
            let end = axis.at(value);
            let area =
                Area { x: base.min(end), y: middle - BAR / 2.0, width: (end - base).abs(), height: BAR };
            let tip = format!("{}: {}", bar.label, bar.text);
            canvas.area(if bar.alert { "loss" } else { "main" }, area, Some(&tip));
        }
        row_text(&mut canvas, middle, &bar.text);
    }
    canvas.line("axis", (base, 4.0), (base, bottom));
    canvas.finish(&chart.about)
}
