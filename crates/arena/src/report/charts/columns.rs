//! Columns that stand beside each other: how often each value occurred.

use super::super::axis::{Axis, Scale};
use super::super::markup::Markup;
use super::super::numbers::Numbers;
use super::super::svg::{About, Anchor, Area, Canvas, WIDTH};

/// The drawn part of the picture.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 16.0;
const TOP: f64 = 38.0;
const BOTTOM: f64 = 228.0;
/// Labels below need so much room.
const LABEL_ROOM: f64 = 44.0;

/// One column.
#[derive(Clone, Debug)]
pub(in crate::report) struct Column {
    /// What stands below it.
    pub(in crate::report) label: String,
    /// How high it is.
    pub(in crate::report) count: u64,
}

/// A chart of columns.
pub(in crate::report) struct Columns<'a> {
    /// What it says.
    pub(in crate::report) about: About,
    /// Its columns.
    pub(in crate::report) columns: &'a [Column],
    /// A line with a text at a place counted in columns from the left edge of the first.
    pub(in crate::report) mark: Option<(f64, String)>,
    /// What the labels are.
    pub(in crate::report) across: &'a str,
    /// What is counted.
    pub(in crate::report) up: &'a str,
    /// How numbers are written.
    pub(in crate::report) numbers: Numbers,
}

/// Draws columns.
pub(in crate::report) fn columns(chart: &Columns<'_>) -> Markup {
    let mut canvas = Canvas::new(BOTTOM + 46.0);
    let counts = chart.columns.iter().map(|column| column.count as f64);
    let axis = Axis::over(counts.chain([0.0, 1.0]), Scale::Linear, BOTTOM, TOP, 5);
    // Nobody played half a game.
    for tick in axis.ticks().iter().filter(|tick| tick.fract() == 0.0) {
        let y = axis.at(*tick);
        canvas.line("grid", (LEFT, y), (RIGHT, y));
        canvas.text("tick", (LEFT - 8.0, y + 4.0), Anchor::End, &chart.numbers.plain(*tick));
    }
    canvas.text("axis-title", (8.0, 12.0), Anchor::Start, chart.up);
    draw_columns(&mut canvas, chart, &axis);
    canvas.line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM));
    canvas.text("axis-title", ((LEFT + RIGHT) / 2.0, BOTTOM + 38.0), Anchor::Middle, chart.across);
    if let Some((place, text)) = &chart.mark {
        let width = (RIGHT - LEFT) / chart.columns.len().max(1) as f64;
        let x = (LEFT + width * place).clamp(LEFT, RIGHT);
        canvas.line("reference", (x, TOP - 18.0), (x, BOTTOM));
        let anchor = if x > (LEFT + RIGHT) / 2.0 { Anchor::End } else { Anchor::Start };
        canvas.text("value", (x, TOP - 22.0), anchor, text);
    }
    canvas.finish(&chart.about)
}

fn draw_columns(canvas: &mut Canvas, chart: &Columns<'_>, axis: &Axis) {
    let width = (RIGHT - LEFT) / chart.columns.len().max(1) as f64;
    // Every first, second, ... column gets a label, so that they do not meet.
    let every = ((LABEL_ROOM / width).ceil() as usize).max(1);
    let gap = (width * 0.15).min(8.0);
    for (at, column) in chart.columns.iter().enumerate() {
        let left = LEFT + width * at as f64;
        let top = axis.at(column.count as f64);
        let area = Area { x: left + gap / 2.0, y: top, width: width - gap, height: BOTTOM - top };
        let count = chart.numbers.count(column.count);
        canvas.area("main", area, Some(&format!("{}: {count}", column.label)));
        let middle = left + width / 2.0;
        if at % every == 0 {
            canvas.text("tick", (middle, BOTTOM + 16.0), Anchor::Middle, &column.label);
        }
        // Wide columns have room for their number.
        if width >= LABEL_ROOM {
            canvas.text("value", (middle, top - 4.0), Anchor::Middle, &count);
        }
    }
}
