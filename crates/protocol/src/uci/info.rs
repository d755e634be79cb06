//! What is told of a search.

use mossa_engine::{Analysis, AnalysisLine, AnyPosition, LineAssessment};
use mossa_game::{Assessment, Chances, PhasePoints, Term, Verdict};
use mossa_search::News;

use super::thinking::Task;

/// One line for each of the best moves; or what the search is about.
pub(super) fn lines(analysis: &Analysis, task: &Task) -> Vec<String> {
    let line = |(number, line)| of_line(analysis, task, number, line, "");
    match &analysis.news {
        News::Iteration => analysis.lines.iter().enumerate().map(line).collect(),
        News::Trying { m, number } => {
            vec![format!("info depth {} currmove {m} currmovenumber {number}", analysis.depth.max(1))]
        }
        News::Beyond { line, at_least } => {
            let bound = if *at_least { " lowerbound" } else { " upperbound" };
            analysis.lines.iter().map(|told| of_line(analysis, task, *line, told, bound)).collect()
        }
    }
}

/// What is told of a line, which is number `number` from 0. Its value is only a `bound` if that is not empty.
fn of_line(analysis: &Analysis, task: &Task, number: usize, line: &AnalysisLine, bound: &str) -> String {
    let millis = (analysis.seconds * 1000.0) as u64;
    let speed = (analysis.nodes as f64 / analysis.seconds.max(1e-6)) as u64;
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{} nodes {} nps {speed} hashfull {} time {millis} pv {}",
        analysis.depth.max(1),
        analysis.selective_depth.max(1),
        number + 1,
        score(&line.value),
        if task.chances { wdl(&line.value, &*task.position) } else { String::new() },
        analysis.nodes,
        task.request.table.fullness(),
        line.moves.join(" ")
    )
}

/// A position without moves: mate, or stalemate.
pub(super) fn of_end(position: &dyn AnyPosition) -> String {
    let lost = position.result().is_some_and(|outcome| outcome.winner().is_some());
    format!("info depth 0 score {}", if lost { "mate 0" } else { "cp 0" })
}

/// `cp 13`, or `mate 3`: moves of the side that mates, negative if that is the other one.
fn score(value: &LineAssessment) -> String {
    let LineAssessment::Mover(value) = value else { return "cp 0".to_owned() };
    match *value {
        Assessment::Guess { score } => format!("cp {score}"),
        Assessment::Proven { outcome, plies } => {
            let plies = plies.unwrap_or(0);
            match outcome {
                Verdict::Win => format!("mate {}", plies.div_ceil(2)),
                Verdict::Loss => format!("mate -{}", plies / 2),
                Verdict::Draw => "cp 0".to_owned(),
            }
        }
    }
}

/// ` wdl 310 480 210`: wins, draws and losses in a thousand games.
fn wdl(value: &LineAssessment, position: &dyn AnyPosition) -> String {
    let LineAssessment::Mover(value) = value else { return String::new() };
    let chances = match *value {
        Assessment::Guess { score } => position.chances(score),
        Assessment::Proven { outcome: Verdict::Win, .. } => Some(Chances::of(1.0, 0.0)),
        Assessment::Proven { outcome: Verdict::Loss, .. } => Some(Chances::of(0.0, 1.0)),
        Assessment::Proven { outcome: Verdict::Draw, .. } => Some(Chances::of(0.0, 0.0)),
    };
    chances.map_or_else(String::new, |Chances { win, draw, loss }| format!(" wdl {win} {draw} {loss}"))
}

/// The terms of the evaluation as a table: what each side gets now, and by phase.
pub(super) fn terms(terms: &[Term]) -> Vec<String> {
    let pair = |points: &[i32]| points.iter().map(|points| format!("{points:>7}")).collect::<String>();
    let phases: &[PhasePoints] = terms.first().map_or(&[], |term| &term.phases);
    let heads: String = phases.iter().map(|phase| format!("{:>17}", phase.name)).collect();
    let mut lines = vec![format!("{:<12}{:>7}{:>7}{heads}", "term", "white", "black")];
    for term in terms {
        let by_phase: String =
            term.phases.iter().map(|phase| format!("   {}", pair(&phase.points))).collect();
        lines.push(format!("{:<12}{}{by_phase}", term.name, pair(&term.points)));
    }
    let sum = |seat: usize| terms.iter().filter_map(|term| term.points.get(seat)).sum::<i32>();
    lines.push(format!("{:<12}{}", "together", pair(&[sum(0), sum(1)])));
    lines
}

/// In how many moves the player to move mates, if the first line says so.
pub(super) fn mate_in(analysis: &Analysis) -> Option<u32> {
    match analysis.lines.first()?.value {
        LineAssessment::Mover(Assessment::Proven { outcome: Verdict::Win, plies }) => {
            Some(plies?.div_ceil(2))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let proven = |outcome, plies| score(&LineAssessment::Mover(Assessment::Proven { outcome, plies }));
        assert_eq!(proven(Verdict::Win, Some(1)), "mate 1");
        assert_eq!(proven(Verdict::Win, Some(5)), "mate 3");
        assert_eq!(proven(Verdict::Loss, Some(0)), "mate -0");
        assert_eq!(proven(Verdict::Loss, Some(4)), "mate -2");
        assert_eq!(proven(Verdict::Draw, None), "cp 0");
        assert_eq!(score(&LineAssessment::Mover(Assessment::Guess { score: -13 })), "cp -13");
    }
}
