//! Weights as Rust source: what `eval/weights.rs` holds.

use std::fmt::Write as _;

use super::model::Weights;
use crate::eval::layout::GROUPS;

/// Pairs in one line.
const PER_LINE: usize = 8;

/// What comes before the table.
const BEGIN: &str =
    "//! The weights: points of the middlegame and the endgame, group by group as `layout` names them.
//!
//! Written by the tuner; see [`crate::train`].

use super::layout::WEIGHTS;

#[rustfmt::skip]
pub(super) const TABLE: [(i16, i16); WEIGHTS] = [
";

impl Weights {
    /// The file `eval/weights.rs` with these weights, rounded.
    pub fn source(&self) -> String {
        let mut text = BEGIN.to_owned();
        for group in &GROUPS {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "    // {}", group.name);
            for line in self.0[group.range()].chunks(PER_LINE) {
                let pairs: Vec<String> = line.iter().map(pair).collect();
                let _ = writeln!(text, "    {}", pairs.join(" "));
            }
        }
        text.push_str("];\n");
        text
    }
}

fn pair(weights: &[f64; 2]) -> String {
    format!("({}, {}),", weights[0].round() as i16, weights[1].round() as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_play_are_written_as_they_are() {
        let written = Weights::current().source();
        assert_eq!(written, include_str!("../eval/weights.rs"), "written by another tuner, or by hand");
    }
}
