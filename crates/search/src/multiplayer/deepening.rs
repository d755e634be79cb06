//! Deeper and deeper until a limit is reached or nothing is left to find out: the same for all searches here.

use crate::clock::Clock;
use crate::features::Feature;
use crate::report::{Report, Request, Statistics};

/// A search that can be repeated with more depth.
pub(super) trait Deepens<M> {
    /// Whether there is anything to search.
    fn has_moves(&self) -> bool;
    /// Searches all moves at the root to `depth`. Whether it came to the end.
    fn iterate(&mut self, depth: u32) -> bool;
    /// Whether an iteration that was broken off is better than the one before.
    fn improved(&self) -> bool;
    /// Whether deeper iterations would find the same.
    fn is_settled(&self) -> bool;
    /// What was found by the iteration to `depth`, which came to its end if it is `complete`.
    fn report(&mut self, depth: u32, complete: bool) -> Report<M>;
    /// What was counted so far, and the deepest ply.
    fn counted(&self) -> (Statistics, u32);
}

/// Runs the iterations up to `deepest`; `on_report` hears of each that came to its end.
pub(super) fn deepen<M>(
    mut searcher: impl Deepens<M>,
    request: &Request,
    deepest: u32,
    clock: &Clock,
    on_report: &mut dyn FnMut(&Report<M>),
) -> Report<M> {
    let deepens = request.features.has(Feature::Deepening) || request.limits.depth.is_none();
    let mut depth = if deepens { 1 } else { deepest };
    let mut report = searcher.report(0, false);
    while searcher.has_moves() && depth <= deepest && clock.allows_iteration() {
        let complete = searcher.iterate(depth);
        if complete || searcher.improved() {
            report = searcher.report(if complete { depth } else { report.depth }, complete);
        }
        if !complete {
            break;
        }
        on_report(&report);
        if searcher.is_settled() {
            break;
        }
        depth += 1;
    }
    (report.statistics, report.selective_depth) = searcher.counted();
    report.elapsed = clock.elapsed();
    report
}
