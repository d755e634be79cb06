//! Finished games as text for other programs: PGN for chess, our own records for other games.

use mossa_game::{GameRecord, InputError};

use crate::budget::{Budget, TimeRule};
use crate::played::{Ending, PlayedGame};
use crate::run::Run;

/// The text of a game of `run`, which began on `date`, such as `2026.11.17`.
pub fn text(run: &Run, game: &PlayedGame, date: &str) -> Result<String, InputError> {
    let record = GameRecord { tags: tags(run, game, date), ..game.record.clone() };
    match run.boards().get(game.board) {
        Some(board) => board.exchange_text(&record),
        None => record.to_text(),
    }
}

fn tags(run: &Run, game: &PlayedGame, date: &str) -> Vec<(String, String)> {
    let mut tags = vec![
        ("Event", format!("mossa {}: {}", run.kind(), run.names().join(" - "))),
        ("Site", "?".to_owned()),
        ("Date", date.to_owned()),
        ("Round", format!("{}.{}", game.encounter + 1, game.number + 1)),
        ("PlyCount", game.record.moves.len().to_string()),
        ("TimeControl", time_control(&run.settings().budget)),
        ("Termination", termination(&game.ending).to_owned()),
    ];
    if game.ending != Ending::Rules {
        tags.push(("TerminationDetails", game.ending.to_string()));
    }
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// As PGN writes it: `10+0.1`, `40/60+0.5` for each forty moves, `1/0.1` for each move, `-` if nothing limits the time.
fn time_control(budget: &Budget) -> String {
    let seconds = |ms: u64| ms as f64 / 1000.0;
    match budget.time {
        None => "-".to_owned(),
        Some(TimeRule::PerMove(ms)) => format!("1/{}", seconds(ms)),
        Some(TimeRule::PerGame { base, increment, moves }) => {
            let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
            format!("{moves}{}+{}", seconds(base), seconds(increment))
        }
    }
}

/// The words that PGN has for the end of a game.
fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules => "normal",
        Ending::Resignation { .. } | Ending::DrawRule | Ending::Proven | Ending::Length => "adjudication",
        Ending::Forfeit { late: true, .. } => "time forfeit",
        Ending::Forfeit { .. } => "rules infraction",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_as_pgn_does() {
        let told = |time| time_control(&Budget { time, ..Budget::default() });
        assert_eq!((told(None).as_str(), told(Some(TimeRule::PerMove(100))).as_str()), ("-", "1/0.1"));
        let per_game = |moves| told(Some(TimeRule::PerGame { base: 10_000, increment: 100, moves }));
        assert_eq!((per_game(None).as_str(), per_game(Some(40)).as_str()), ("10+0.1", "40/10+0.1"));
    }

    #[test]
    fn every_ending_has_a_word() {
        let forfeit = |late| Ending::Forfeit { seat: 0, reason: String::new(), late };
        assert_eq!(termination(&Ending::Rules), "normal");
        assert_eq!(termination(&Ending::DrawRule), "adjudication");
        assert_eq!(
            (termination(&forfeit(true)), termination(&forfeit(false))),
            ("time forfeit", "rules infraction")
        );
    }
}
