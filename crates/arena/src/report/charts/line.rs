//! A curve, and lines it may cross.

use super::super::axis::{Axis, Scale};
use super::super::markup::Markup;
use super::super::numbers::Numbers;
use super::super::svg::{About, Anchor, Canvas, WIDTH};

/// The drawn part of the picture.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 130.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 256.0;
/// Twice as many points as the picture has pixels show all that can be seen.
const MOST_POINTS: usize = 1000;

/// A horizontal line with a name.
#[derive(Clone, Debug)]
pub(in crate::report) struct Reference {
    /// How high it lies.
    pub(in crate::report) value: f64,
    /// What it is.
    pub(in crate::report) label: String,
}

/// A chart of a curve.
pub(in crate::report) struct Line<'a> {
    /// What it says.
    pub(in crate::report) about: About,
    /// The values at 0, 1, 2, ...
    pub(in crate::report) values: &'a [f64],
    /// Lines to compare with.
    pub(in crate::report) references: &'a [Reference],
    /// What is counted from left to right.
    pub(in crate::report) across: &'a str,
    /// What is measured upward.
    pub(in crate::report) up: &'a str,
    /// How numbers are written.
    pub(in crate::report) numbers: Numbers,
}

/// Draws a curve.
pub(in crate::report) fn line(chart: &Line<'_>) -> Markup {
    let mut canvas = Canvas::new(BOTTOM + 46.0);
    let finite: Vec<(f64, f64)> = chart
        .values
        .iter()
        .enumerate()
        .filter(|(_, value)| value.is_finite())
        .map(|(at, value)| (at as f64, *value))
        .collect();
    let heights =
        finite.iter().map(|(_, value)| *value).chain(chart.references.iter().map(|line| line.value));
    let up = Axis::over(heights.chain([0.0]), Scale::Linear, BOTTOM, TOP, 6);
    let last = chart.values.len().saturating_sub(1).max(1) as f64;
    let across = Axis::over([0.0, last].into_iter(), Scale::Linear, LEFT, RIGHT, 7);
    draw_axes(&mut canvas, chart, &across, &up);
    for reference in chart.references.iter().filter(|line| line.value.is_finite()) {
        let y = up.at(reference.value);
        canvas.line("reference", (LEFT, y), (RIGHT, y));
        canvas.label("value", (RIGHT + 8.0, y + 4.0), Anchor::Start, &reference.label, WIDTH - RIGHT - 8.0);
    }
    let points: Vec<_> = thinned(&finite).iter().map(|(x, y)| (across.at(*x), up.at(*y))).collect();
    canvas.polyline("curve", &points);
    if let Some(end) = points.last() {
        canvas.dot("main", *end, 4.0);
    }
    canvas.finish(&chart.about)
}

fn draw_axes(canvas: &mut Canvas, chart: &Line<'_>, across: &Axis, up: &Axis) {
    for tick in up.ticks() {
        let y = up.at(*tick);
        canvas.line(if *tick == 0.0 { "axis" } else { "grid" }, (LEFT, y), (RIGHT, y));
        canvas.text("tick", (LEFT - 8.0, y + 4.0), Anchor::End, &chart.numbers.plain(*tick));
    }
    for tick in across.ticks().iter().filter(|tick| tick.fract() == 0.0) {
        let x = across.at(*tick);
        canvas.line("grid", (x, TOP), (x, BOTTOM));
        canvas.text("tick", (x, BOTTOM + 16.0), Anchor::Middle, &chart.numbers.plain(*tick));
    }
    canvas.text("axis-title", (8.0, 12.0), Anchor::Start, chart.up);
    canvas.text("axis-title", ((LEFT + RIGHT) / 2.0, BOTTOM + 38.0), Anchor::Middle, chart.across);
}

/// Fewer points that look the same: of each stretch the first, the lowest, the highest and the last.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() <= MOST_POINTS {
        return points.to_vec();
    }
    let stretch = points.len().div_ceil(MOST_POINTS / 4);
    points.chunks(stretch).flat_map(extremes).collect()
}

fn extremes(stretch: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let by_height = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
    let kept =
        [stretch.first(), stretch.iter().min_by(by_height), stretch.iter().max_by(by_height), stretch.last()];
    let mut kept: Vec<_> = kept.into_iter().flatten().copied().collect();
    kept.sort_by(|a, b| a.0.total_cmp(&b.0));
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_ends_and_extremes() {
        let height = |at: usize| if at == 77_777 { 9.0 } else { (at as f64 / 1000.0).sin() };
        let points: Vec<_> = (0..100_000).map(|at| (at as f64, height(at))).collect();
        let kept = thinned(&points);
        assert!(kept.len() <= MOST_POINTS, "{}", kept.len());
        assert!(kept.contains(&(77_777.0, 9.0)));
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
        assert!(kept.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(thinned(&points[..500]), points[..500]);
    }
}
