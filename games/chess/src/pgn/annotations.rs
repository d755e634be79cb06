//! Clocks and evaluations in comments, as two customs write them:
//!
//! ```text
//! {[%eval 0.31,12] [%clk 0:04:59.5]}   commands: the evaluation is White's, the clock what is left
//! {+0.31/12 0.45s}                     arenas of engines: the mover's evaluation, the depth, the time used
//! ```

use std::fmt::Write as _;
use std::time::Duration;

use crate::piece::Color;

/// What a position is worth to White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if White is mated.
    Mate(i32),
}

impl Eval {
    /// The same for the side that moved.
    pub fn seen_by(self, mover: Color) -> Eval {
        match (mover, self) {
            (Color::White, eval) => eval,
            (Color::Black, Eval::Centipawns(points)) => Eval::Centipawns(points.saturating_neg()),
            (Color::Black, Eval::Mate(moves)) => Eval::Mate(moves.saturating_neg()),
        }
    }
}

/// What a comment says in ways that programs understand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// What is left on the mover's clock.
    pub clock: Option<Duration>,
    /// How long the mover thought.
    pub elapsed: Option<Duration>,
    /// The value of the position.
    pub eval: Option<Eval>,
    /// How deep the search was that found the value.
    pub depth: Option<u32>,
    /// The rest of the comment.
    pub text: String,
}

impl Annotations {
    /// What `comment`, behind a move by `mover`, says. What is not understood stays in the text.
    pub fn read(comment: &str, mover: Color) -> Annotations {
        let mut found = Annotations::default();
        let mut rest = comment;
        let mut plain = String::new();
        while let Some((before, after)) = rest.split_once("[%") {
            let Some((command, behind)) = after.split_once(']') else { break };
            plain.push_str(before);
            if !found.command(command) {
                let _ = write!(plain, "[%{command}]");
            }
            rest = behind;
        }
        plain.push_str(rest);
        let plain = plain.trim();
        found.text = found.engine(plain, mover).unwrap_or(plain).trim().to_owned();
        found
    }

    /// Takes what a command such as `clk 0:04:59` says; `false` if it is not known.
    fn command(&mut self, command: &str) -> bool {
        let (name, value) = command.trim().split_once(char::is_whitespace).unwrap_or((command, ""));
        let value = value.trim();
        match name {
            "clk" => keep(&mut self.clock, read_clock(value)),
            "emt" => keep(&mut self.elapsed, read_clock(value)),
            "eval" => {
                let (value, depth) = value.split_once(',').map_or((value, None), |(v, d)| (v, Some(d)));
                if let Some(depth) = depth.and_then(|depth| depth.trim().parse().ok()) {
                    self.depth = Some(depth);
                }
                let eval = match value.trim().strip_prefix('#') {
                    Some(moves) => moves.parse().ok().map(Eval::Mate),
                    None => centipawns(value.trim()).map(Eval::Centipawns),
                };
                keep(&mut self.eval, eval)
            }
            _ => false,
        }
    }

    /// Takes what stands in front of a comment such as `+0.31/12 0.45s, White mates`, and gives the rest.
    fn engine<'t>(&mut self, text: &'t str, mover: Color) -> Option<&'t str> {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (value, depth) = first.trim_end_matches(',').split_once('/')?;
        let unsigned = value.trim_start_matches(['+', '-']);
        let eval = match unsigned.strip_prefix(['M', '#']) {
            // Counted in plies: the winner mates with an odd number, the loser is mated in an even one.
            Some(plies) => {
                let moves = plies.parse::<i32>().ok()?.checked_add(1)? / 2;
                Eval::Mate(if value.starts_with('-') { -moves } else { moves })
            }
            // Whole numbers would be anything, half a point for instance.
            None => Eval::Centipawns(centipawns(value).filter(|_| value.contains('.'))?),
        };
        let depth = depth.parse().ok()?;
        self.eval = Some(eval.seen_by(mover));
        self.depth = Some(depth);
        let (second, behind) =
            rest.trim_start().split_once(char::is_whitespace).unwrap_or((rest.trim_start(), ""));
        let seconds = second.trim_end_matches(',').strip_suffix('s').and_then(|text| text.parse().ok());
        match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
            Some(elapsed) => {
                self.elapsed = Some(elapsed);
                Some(behind)
            }
            None => Some(rest),
        }
    }

    /// As arenas of engines write it: `+0.31/12 0.45s`, then the text. A depth that nobody told is 0.
    pub fn for_engines(&self, mover: Color) -> String {
        let mut parts = Vec::new();
        if let Some(eval) = self.eval {
            let value = match eval.seen_by(mover) {
                Eval::Centipawns(0) => "0.00".to_owned(),
                Eval::Centipawns(points) => {
                    format!("{}{}", if points < 0 { '-' } else { '+' }, pawns(points))
                }
                Eval::Mate(moves) if moves > 0 => format!("+M{}", i64::from(moves) * 2 - 1),
                Eval::Mate(moves) => format!("-M{}", i64::from(moves).abs() * 2),
            };
            parts.push(format!("{value}/{}", self.depth.unwrap_or(0)));
        }
        if let Some(elapsed) = self.elapsed {
            parts.push(format!("{:.3}s", elapsed.as_secs_f64()));
        }
        if !self.text.is_empty() {
            parts.push(self.text.clone());
        }
        parts.join(" ")
    }

    /// As commands: `[%eval 0.31,12] [%clk 0:04:59]`, then the text.
    pub fn as_commands(&self) -> String {
        let mut parts = Vec::new();
        if let Some(eval) = self.eval {
            let depth = self.depth.map_or_else(String::new, |depth| format!(",{depth}"));
            parts.push(match eval {
                Eval::Centipawns(points) => {
                    format!("[%eval {}{}{depth}]", if points < 0 { "-" } else { "" }, pawns(points))
                }
                Eval::Mate(moves) => format!("[%eval #{moves}{depth}]"),
            });
        }
        let clocks = [("clk", self.clock), ("emt", self.elapsed)];
        for (name, time) in clocks.into_iter().filter_map(|(name, time)| Some((name, time?))) {
            parts.push(format!("[%{name} {}]", clock(time)));
        }
        if !self.text.is_empty() {
            parts.push(self.text.clone());
        }
        parts.join(" ")
    }
}

fn keep<T>(place: &mut Option<T>, found: Option<T>) -> bool {
    let understood = found.is_some();
    *place = found.or(place.take());
    understood
}

/// `0.31` without its sign.
fn pawns(points: i32) -> String {
    let points = points.unsigned_abs();
    format!("{}.{:02}", points / 100, points % 100)
}

/// `+0.31` in hundredths.
fn centipawns(text: &str) -> Option<i32> {
    let pawns: f64 = text.parse().ok()?;
    let points = (pawns * 100.0).round();
    (points.abs() < f64::from(i32::MAX)).then_some(points as i32)
}

/// `1:02:03.5`
fn read_clock(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        let number: f64 = part.parse().ok().filter(|number: &f64| *number >= 0.0)?;
        seconds = seconds * 60.0 + number;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

/// Hours, minutes and seconds; tenths and more only if there are any.
fn clock(time: Duration) -> String {
    let (all, millis) = (time.as_secs(), time.subsec_millis());
    let mut text = format!("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
    if millis > 0 {
        let _ = write!(text, ".{millis:03}");
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}
