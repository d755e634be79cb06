//! The terms as people see them.

use mossa_game::{PhasePoints, Term};

use super::layout::{GROUPS, MATERIAL, Part};
use super::score::Score;
use super::sums::{Sums, placement};
use super::tally::{Counts, Tally};
use super::{blended, count};
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::slides::Lines;

/// How often each weight counts in a position.
pub(crate) fn counts(position: &Position) -> Counts {
    let mut counts = Counts::new();
    // Seldom called: one copy compiled for every processor will do.
    count(&mut counts, Lines, position);
    for square in position.occupied() {
        let code = position.code(square);
        let (us, kind) = (code.color(), code.kind());
        if kind != Kind::King {
            counts.add(us, MATERIAL.at(kind.index()), 1);
        }
        let seen = if us == Color::White { square } else { square.mirrored() };
        counts.add(us, placement(kind, seen), 1);
    }
    counts
}

/// What each side gets for each part. Points are rounded so that they add up to the value.
pub(super) fn terms(position: &Position) -> Vec<Term> {
    let counts = counts(position);
    let phase = Sums::of(position).phase();
    let mut sums = [Score::ZERO; 2];
    let mut terms: Vec<Term> = Part::ALL
        .into_iter()
        .map(|part| {
            let own = Color::BOTH.map(|us| {
                let groups = GROUPS.iter().filter(|group| group.part == part);
                groups.fold(Score::ZERO, |sum, group| sum + counts.score(us, group.range()))
            });
            let points = Color::BOTH.map(|us| {
                // The sum so far is rounded before and after: what was cut off once is not lost.
                let before = sums[us.index()];
                sums[us.index()] += own[us.index()];
                sums[us.index()].at(phase) - before.at(phase)
            });
            let phase =
                |name: &str, points: [i32; 2]| PhasePoints { name: name.to_owned(), points: points.to_vec() };
            let phases =
                vec![phase("middlegame", own.map(Score::middle)), phase("endgame", own.map(Score::end))];
            Term { phases, ..Term::new(part.name(), points.to_vec()) }
        })
        .collect();
    terms.push(drawish(position, sums, phase));
    terms
}

/// What is taken from the side with the better endgame, if it is hard to win.
fn drawish(position: &Position, sums: [Score; 2], phase: i32) -> Term {
    let (_, lost) = blended(position, sums, phase);
    // Lost by White if negative, by Black if positive.
    Term::new("drawish", vec![lost.min(0), -lost.max(0)])
}
