//! Test suites: positions with something to find in them, and how a search does.

use mossa_game::{Assessment, Verdict, Wanted};
use mossa_search::StopSignal;
use serde::Serialize;

use crate::any::{Analysis, AnalysisRequest, AnyPosition};
use crate::level::for_mover;

/// A position with something to find in it.
pub struct SuiteProblem {
    /// What it is called.
    pub name: Option<String>,
    /// Where to look.
    pub position: Box<dyn AnyPosition>,
    /// What to find; moves in canonical form.
    pub wanted: Wanted<String>,
}

/// When something was found.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Found {
    /// The last complete iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time since the search began.
    pub seconds: f64,
}

impl Found {
    fn at(analysis: &Analysis) -> Found {
        Found { depth: analysis.depth, nodes: analysis.nodes, seconds: analysis.seconds }
    }
}

/// How a search did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Attempt {
    /// Whether it found what was wanted, and stayed with it.
    pub solved: bool,
    /// Since when, if it did.
    pub since: Option<Found>,
    /// Whether it ever claimed a win that comes sooner than the quickest there is.
    pub false_win: bool,
    /// The points of its move.
    pub points: u32,
    /// Its move.
    pub played: Option<String>,
    /// What it thought of it.
    pub value: Option<Assessment>,
    /// What the whole search took.
    #[serde(flatten)]
    pub whole: Found,
}

/// What an analysis amounts to at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Right,
    Wrong,
    /// A win is claimed that cannot be.
    TooGood,
}

impl SuiteProblem {
    /// Searches, and says how that went.
    pub fn attempt(&self, request: &AnalysisRequest, stop: &StopSignal) -> Attempt {
        let request = AnalysisRequest { win_within: self.wanted.win_in, ..request.clone() };
        let (mut since, mut false_win) = (None, false);
        let mut note = |found: &Analysis| {
            let answer = self.judge(found);
            since = if answer == Answer::Right { since.or(Some(Found::at(found))) } else { None };
            false_win |= answer == Answer::TooGood;
        };
        let analysis = self.position.analyse(&request, stop, &mut note);
        note(&analysis);
        let played = analysis.best().map(str::to_owned);
        Attempt {
            solved: since.is_some(),
            since,
            false_win,
            points: played.as_ref().map_or(0, |played| self.wanted.points_of(played)),
            value: analysis.lines.first().map(|line| for_mover(line, &*self.position)),
            whole: Found::at(&analysis),
            played,
        }
    }

    fn judge(&self, found: &Analysis) -> Answer {
        let Some((line, played)) =
            found.lines.first().zip(found.lines.first().and_then(|line| line.moves.first()))
        else {
            return Answer::Wrong;
        };
        let right = |holds: bool| if holds { Answer::Right } else { Answer::Wrong };
        let Some(quickest) = self.wanted.win_in else { return right(self.wanted.accepts(played)) };
        match for_mover(line, &*self.position) {
            Assessment::Proven { outcome: Verdict::Win, plies: Some(plies) } if plies < quickest => {
                Answer::TooGood
            }
            Assessment::Proven { outcome: Verdict::Win, plies: Some(plies) } => {
                right(plies == quickest && !self.wanted.avoid.contains(played))
            }
            _ => Answer::Wrong,
        }
    }
}
