//! Numbers and values as people read them.

use mossa_engine::{AnyGame, LineAssessment};
use mossa_game::{Language, Outcome, Player, Solved, Verdict};

/// What the player in a seat is called in English: `White`, or `player 1` where the game has no names.
pub(crate) fn seat(game: &dyn AnyGame, seat: Player) -> String {
    let name = game.catalog().seat(Language::English, seat);
    name.map_or_else(|| format!("player {seat}"), str::to_owned)
}

/// `1 234 567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// `1 ply`, `1 234 plies`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `950`, `12.3k`, `4.56M`, `1.20G`: three figures and a unit.
pub(crate) fn short(number: f64) -> String {
    let (scaled, unit) = match number {
        n if n < 1e3 => return format!("{n:.0}"),
        n if n < 1e6 => (n / 1e3, "k"),
        n if n < 1e9 => (n / 1e6, "M"),
        n => (n / 1e9, "G"),
    };
    let decimals = if scaled < 9.995 { 2 } else { usize::from(scaled < 99.95) };
    format!("{scaled:.decimals$}{unit}")
}

/// So many in so many seconds, for one second.
pub(crate) fn per_second(count: u64, seconds: f64) -> f64 {
    // A nanosecond is the finest that a clock can tell.
    count as f64 / seconds.max(1e-9)
}

/// `draw`, `win in 5`, `+12`; for more than two players one for each: `+12 / win in 3`.
pub(crate) fn value(value: &LineAssessment) -> String {
    match value {
        LineAssessment::Mover(assessment) => assessment.to_string(),
        LineAssessment::Each(all) => all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / "),
    }
}

/// What perfect play leads to: `White wins in 41 plies, score 1`, `draw`.
pub(crate) fn perfect_result(game: &dyn AnyGame, value: &Solved, mover: Player) -> String {
    let winner = match value.outcome {
        Verdict::Win => Some(mover),
        Verdict::Draw => None,
        Verdict::Loss => Some(mover.opponent()),
    };
    let mut text = winner.map_or("draw".to_owned(), |winner| format!("{} wins", seat(game, winner)));
    if let Some(plies) = value.plies {
        text += &format!(" in {}", counted(plies.into(), "ply", "plies"));
    }
    if let Some(score) = value.score {
        text += &format!(", score {score}");
    }
    text
}

/// What a move leads to, for whoever makes it: `wins in 5`, `draws`, `loses`.
pub(crate) fn led_to(value: &Solved) -> String {
    let verb = match value.outcome {
        Verdict::Win => "wins",
        Verdict::Draw => "draws",
        Verdict::Loss => "loses",
    };
    value.plies.map_or(verb.to_owned(), |plies| format!("{verb} in {plies}"))
}

/// What was done in which time.
pub(crate) fn work(nodes: u64, seconds: f64) -> String {
    let speed = short(per_second(nodes, seconds));
    format!("{} nodes, {seconds:.3} s, {speed} positions per second", grouped(nodes))
}

/// How a game ended, in English.
pub(crate) fn ending(game: &dyn AnyGame, outcome: &Outcome) -> String {
    match outcome.winner() {
        Some(winner) => format!("{} wins", seat(game, winner)),
        None if Player::all(outcome.players()).all(|p| outcome.places()[p.index()] == 1) => "draw".to_owned(),
        None => outcome.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_shortened() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(127_872), "127 872");
        assert_eq!(grouped(1_000_000), "1 000 000");
        let shortened = [999.0, 1000.0, 12_345.0, 999_900.0, 4.56e6, 123.4e6, 2e9].map(short);
        assert_eq!(shortened, ["999", "1.00k", "12.3k", "1000k", "4.56M", "123M", "2.00G"]);
    }

    #[test]
    fn endings_name_the_winner() {
        let nim =
            mossa_engine::Registry::empty().with(mossa_conformance::toy::NimFamily).open("nim:1.2").unwrap();
        assert_eq!(ending(&*nim, &Outcome::win(Player::SECOND, 2)), "player 2 wins");
        assert_eq!(ending(&*nim, &Outcome::draw(3)), "draw");
        let shared = Outcome::from_places(&[1, 1, 2]).unwrap();
        assert_eq!(ending(&*nim, &shared), "places 1 1 2");
        let dipole = mossa_engine::open("dipole").unwrap();
        assert_eq!(ending(&*dipole, &Outcome::win(Player::SECOND, 2)), "Black wins");
    }
}
