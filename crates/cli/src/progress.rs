//! How far long work is, for people who watch.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// One step per position, shown only if a person watches.
pub(crate) fn positions(length: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr_with_hz(10));
    match ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
