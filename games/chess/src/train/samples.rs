//! Positions with results, as counts of weights.

use std::io::BufRead;

use mossa_game::{InputError, InputKind};

use crate::epd::Epd;
use crate::eval::layout::WEIGHTS;
use crate::eval::{self, FULL_PHASE, FULL_SCALE, Sums};
use crate::fen::Variant;
use crate::piece::Color;
use crate::position::Position;

/// How much more often a weight counts for White than for Black.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    pub(crate) weight: u16,
    pub(crate) times: i16,
}

/// What is known of one position beside the counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    /// Where its counts end in the list of all.
    end: usize,
    /// The part of the middlegame, 0 to 1.
    pub(crate) middle: f32,
    /// The part of the endgame's points that counts if White has more of them, and if Black has.
    pub(crate) scaled: [f32; 2],
    /// What White got: 0, 0.5 or 1.
    pub(crate) result: f32,
}

/// Many positions. Counts that are the same for both sides are left out, so that a position takes about 200 bytes.
#[derive(Clone, Debug)]
pub struct Samples {
    counts: Vec<Count>,
    heads: Vec<Head>,
    /// How often each weight counts for either side, to find means.
    occurrences: Vec<u64>,
}

impl Default for Samples {
    fn default() -> Samples {
        Samples { counts: Vec::new(), heads: Vec::new(), occurrences: vec![0; WEIGHTS] }
    }
}

impl Samples {
    /// Reads lines of EPD with results in `c9`, such as `... w - - c9 "1/2-1/2";`, at most `most` of them. Empty lines and
    /// lines that begin with `#` are skipped. `progress` hears the number of positions now and then.
    pub fn read(
        lines: impl BufRead,
        most: usize,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Samples, InputError> {
        let mut samples = Samples::default();
        for (number, line) in lines.lines().enumerate() {
            if samples.len() >= most {
                break;
            }
            let line =
                line.map_err(|error| bad(number, format!("cannot be read: {error}"), "lines of text"))?;
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let (position, result) = parse(text)
                .map_err(|error| bad(number, format!("`{text}`: {}", error.problem), error.expected))?;
            samples.push(&position, result);
            if samples.len().is_multiple_of(100_000) {
                progress(samples.len());
            }
        }
        Ok(samples)
    }

    /// Adds a position and what White got.
    pub fn push(&mut self, position: &Position, result: f32) {
        let counts = eval::counts(position);
        for (weight, [white, black]) in counts.0.iter().enumerate() {
            if (white, black) != (&0, &0) {
                self.occurrences[weight] += u64::from(white.unsigned_abs() + black.unsigned_abs());
                if white != black {
                    self.counts.push(Count { weight: weight as u16, times: white - black });
                }
            }
        }
        let scaled = Color::BOTH.map(|us| eval::scale(position, us) as f32 / FULL_SCALE as f32);
        let middle = Sums::of(position).phase() as f32 / FULL_PHASE as f32;
        self.heads.push(Head { end: self.counts.len(), middle, scaled, result });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// How often each weight counts for either side.
    pub(crate) fn occurrences(&self) -> &[u64] {
        &self.occurrences
    }

    /// One position.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> (&Head, &[Count]) {
        let begin = if index == 0 { 0 } else { self.heads[index - 1].end };
        let head = &self.heads[index];
        (head, &self.counts[begin..head.end])
    }
}

fn bad(line: usize, problem: String, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Position, format!("line {}: {problem}", line + 1), expected)
}

/// A line of EPD: four fields of FEN, then operations.
fn parse(text: &str) -> Result<(Position, f32), InputError> {
    let error = |problem: &str| {
        InputError::new(
            InputKind::Position,
            problem,
            "four fields of FEN and c9 \"1-0\", \"0-1\" or \"1/2-1/2\";",
        )
    };
    let epd = Epd::read(text, Variant::Chess)?;
    let result = match epd.text("c9") {
        Some("1-0") => 1.0,
        Some("0-1") => 0.0,
        Some("1/2-1/2") => 0.5,
        Some(_) => return Err(error("unknown result in c9")),
        None => return Err(error("no result in c9")),
    };
    Ok((epd.position, result))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn read(text: &str) -> Result<Samples, InputError> {
        Samples::read(text.as_bytes(), usize::MAX, &mut |_| {})
    }

    #[test]
    fn results_are_read_and_comments_skipped() {
        let text = format!(
            "# comment\n\n{START} c9 \"1-0\";\n{START} c9 \"1/2-1/2\"; id \"x\";\n{START} c9 \"0-1\";\n"
        );
        let samples = read(&text).unwrap();
        let results: Vec<f32> = (0..samples.len()).map(|index| samples.get(index).0.result).collect();
        assert_eq!(results, [1.0, 0.5, 0.0]);
        let (head, counts) = samples.get(1);
        assert_eq!((head.middle, counts.len()), (1.0, 1), "nothing but the turn: {counts:?}");
    }

    #[test]
    fn errors_name_the_line() {
        for (text, problem) in [
            (START, "no result"),
            (&format!("{START} c9 \"2-0\";"), "unknown result"),
            ("x c9 \"1-0\";", "fields"),
        ] {
            let error = read(&format!("\n{text}\n")).unwrap_err();
            assert!(error.problem.starts_with("line 2:") && error.problem.contains(problem), "{error}");
        }
    }
}
