//! The answer of a solver that the game brings, where nobody asked for a particular search.

use std::time::{Duration, Instant};

use mossa_engine::{AnyPosition, SolutionReport, SolveOrder};
use mossa_game::{Assessment, Outcome, Term};
use mossa_search::StopSignal;
use serde::Serialize;

use super::{DEFAULT_TIME, print_terms, terms};
use crate::args::{AnalyseArgs, MethodArg};
use crate::failure::Failure;
use crate::output::Output;
use crate::words;

/// The widest row of moves, with the scores below; the screen of a terminal.
const WIDTH: usize = 78;

/// Asks the game's solver, if there is one and no particular search was asked for. Without an answer, says how much of
/// the time is left for the search, if the solver used some of it.
pub(super) fn ask(
    position: &dyn AnyPosition,
    args: &AnalyseArgs,
    stop: &StopSignal,
) -> Result<(Option<SolutionReport>, Option<Duration>), Failure> {
    let game = position.game();
    let search = args.method != MethodArg::Auto
        || args.depth.is_some()
        || args.nodes.is_some()
        || args.features.is_some()
        || args.brain.is_some();
    if search || !game.has_solver() || position.result().is_some() {
        return Ok((None, None));
    }
    let began = Instant::now();
    let time = args.time.map_or(DEFAULT_TIME, Duration::from_millis);
    let order = SolveOrder {
        threads: args.threads,
        megabytes: Some(args.table),
        // A quick solver nearly always answers; what it is asked about may be a position that its book does not know.
        time: Some(if game.has_quick_solver() { time - time / 8 } else { time / 2 }),
        ..SolveOrder::default()
    };
    let solution = position.solve(&order, stop)?;
    Ok((solution, Some(time.saturating_sub(began.elapsed()))))
}

/// A line with its exact value.
#[derive(Serialize)]
struct ExactLine {
    moves: Vec<String>,
    value: Assessment,
    score: Option<i32>,
}

/// What programs get: the form of every analysis, and what is known beyond it.
#[derive(Serialize)]
struct Exact<'a> {
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<ExactLine>,
    exact: bool,
    score: Option<i32>,
    moves: &'a [mossa_engine::MoveSolved],
}

#[derive(Serialize)]
struct Conclusion<'a> {
    best: Option<&'a str>,
    game: &'a str,
    position: String,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Term>>,
    #[serde(flatten)]
    exact: &'a Exact<'a>,
}

/// Prints what the solver found.
pub(super) fn print(
    position: &dyn AnyPosition,
    solution: &SolutionReport,
    args: &AnalyseArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    if args.json {
        let exact = exact(solution, args.lines);
        output.json(&exact)?;
        return output.json(&Conclusion {
            best: solution.best.as_deref(),
            game: position.game().name(),
            position: position.text(),
            outcome: position.result(),
            terms: args.explain.then(|| terms(position, args)),
            exact: &exact,
        });
    }
    output.line("")?;
    scores(position, solution).iter().try_for_each(|line| output.line(line))?;
    moves(position, solution).iter().try_for_each(|line| output.line(line))?;
    output.line("")?;
    output.line(format!("line {}", position.people_line(&solution.line)))?;
    if args.explain {
        print_terms(position, args, output)?;
    }
    output.line(format!("solved: {}", words::work(solution.nodes, solution.seconds)))?;
    output.line(format!("value {}", told(solution)))?;
    output.line(format!("best {}", solution.best.as_deref().unwrap_or("-")))
}

/// `win in 41, score 1`
fn told(solution: &SolutionReport) -> String {
    let value = mossa_engine::solving::assessment(&solution.value);
    let score = solution.value.score.map_or(String::new(), |score| format!(", score {score}"));
    format!("{value}{score}")
}

fn exact(solution: &SolutionReport, lines: usize) -> Exact<'_> {
    let analysis = solution.analysis(lines);
    let score = |first: Option<&String>| {
        let found = solution.moves.iter().find(|m| Some(&m.text) == first);
        found.and_then(|m| m.value.score)
    };
    let lines = analysis.lines.into_iter().filter_map(|line| match line.value {
        mossa_engine::LineAssessment::Mover(value) => {
            Some(ExactLine { score: score(line.moves.first()), moves: line.moves, value })
        }
        mossa_engine::LineAssessment::Each(_) => None,
    });
    Exact {
        depth: analysis.depth,
        selective_depth: analysis.selective_depth,
        nodes: analysis.nodes,
        seconds: analysis.seconds,
        lines: lines.collect(),
        exact: true,
        score: solution.value.score,
        moves: &solution.moves,
    }
}

/// The moves in rows, their scores below: `-` for those that are possible at the beginning of a game, but not now, as in
/// full columns. Nothing if the game has no scores.
fn scores(position: &dyn AnyPosition, solution: &SolutionReport) -> Vec<String> {
    if solution.moves.iter().all(|m| m.value.score.is_none()) {
        return Vec::new();
    }
    let score = |text: &str| {
        let found = solution.moves.iter().find(|m| m.text == text);
        found.and_then(|m| m.value.score).map_or("-".to_owned(), |score| score.to_string())
    };
    let first: Vec<String> = position.game().start().moves().into_iter().map(|m| m.text).collect();
    let here: Vec<String> = solution.moves.iter().map(|m| m.text.clone()).collect();
    let known = here.iter().all(|text| first.contains(text));
    let columns: Vec<(String, String)> =
        (if known { first } else { here }).into_iter().map(|text| (score(&text), text)).collect();
    let width =
        columns.iter().map(|(score, text)| score.len().max(text.chars().count())).max().unwrap_or(1) + 2;
    let mut rows = Vec::new();
    for part in columns.chunks((WIDTH / width).max(1)) {
        rows.push(part.iter().map(|(_, text)| format!("{text:>width$}")).collect());
        rows.push(part.iter().map(|(score, _)| format!("{score:>width$}")).collect());
        rows.push(String::new());
    }
    rows
}

/// What each move leads to, best first.
fn moves(position: &dyn AnyPosition, solution: &SolutionReport) -> Vec<String> {
    let told = |m: &mossa_engine::MoveSolved| (position.people_move(&m.text), words::led_to(&m.value));
    let rows: Vec<(String, String)> = solution.ranked().into_iter().map(told).collect();
    let width = rows.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    rows.into_iter().map(|(text, result)| format!("{text:<width$}  {result}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_conformance::toy::NimFamily;
    use mossa_engine::Registry;

    fn at(game: &str, moves: &str) -> (Box<dyn AnyPosition>, SolutionReport) {
        let mut position = Registry::empty().with(NimFamily).open(game).unwrap().start();
        moves.split_whitespace().for_each(|m| drop(position.play(m).unwrap()));
        let solution = position.solve(&SolveOrder::default(), &StopSignal::new()).unwrap().unwrap();
        (position, solution)
    }

    #[test]
    fn scores_stand_below_their_moves() {
        let (position, solution) = at("nim:1.2", "");
        assert_eq!(scores(&*position, &solution), ["  a1  b1  b2", "  -2   1  -2", ""]);
        assert_eq!(moves(&*position, &solution), ["b1  wins in 3", "a1  loses in 2", "b2  loses in 2"]);
        assert_eq!(told(&solution), "win in 3, score 1");
        let (position, solution) = at("nim:1.2", "a1");
        assert_eq!(scores(&*position, &solution), ["  a1  b1  b2", "   -  -1   2", ""]);
        let (position, solution) = at("nim:15.15.15", "");
        let rows = scores(&*position, &solution);
        assert!(rows.len() == 9 && rows.iter().all(|row| row.chars().count() <= WIDTH), "{rows:#?}");
    }

    #[test]
    fn games_without_scores_show_none() {
        let position = mossa_engine::open("mnk:2,2,2").unwrap().start();
        let solution = position.solve(&SolveOrder::default(), &StopSignal::new()).unwrap().unwrap();
        assert_eq!(scores(&*position, &solution), Vec::<String>::new());
        assert_eq!(told(&solution), "win in 3");
    }

    #[test]
    fn programs_get_the_form_of_every_analysis_and_more() {
        let (_, solution) = at("nim:1.2", "");
        let json = serde_json::to_value(exact(&solution, 2)).unwrap();
        let lines = serde_json::json!([
            {"moves": ["b1", "a1", "b1"], "value": {"outcome": "win", "plies": 3}, "score": 1},
            {"moves": ["a1"], "value": {"outcome": "loss", "plies": 2}, "score": -2},
        ]);
        assert_eq!(json["lines"], lines);
        assert_eq!((&json["exact"], &json["score"], &json["depth"]), (&true.into(), &1.into(), &3.into()));
        assert_eq!(json["moves"].as_array().unwrap().len(), 3);
    }
}
