//! What is told of a search.

use mossa_engine::{Analysis, AnalysisLine, LineAssessment};
use mossa_game::{Assessment, Verdict};

/// One line for each of the best moves.
pub(super) fn lines(analysis: &Analysis, fullness: u32) -> Vec<String> {
    let line = |(number, line): (usize, &AnalysisLine)| {
        let millis = (analysis.seconds * 1000.0) as u64;
        let speed = (analysis.nodes as f64 / analysis.seconds.max(1e-6)) as u64;
        format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed} hashfull {fullness} time {millis} pv {}",
            analysis.depth.max(1),
            analysis.selective_depth.max(1),
            number + 1,
            score(&line.value),
            analysis.nodes,
            line.moves.join(" ")
        )
    };
    analysis.lines.iter().enumerate().map(line).collect()
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
