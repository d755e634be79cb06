//! Which seats people take.

use mossa_engine::{AnyGame, Sitter};
use mossa_game::{Language, Player};

use crate::failure::Failure;
use crate::words;

/// Reads `1`, `1,3`, `white`, `none` or `all`; gives for each seat of `game` whether a person takes it. Names in the
/// language of whoever plays go before those in others.
pub(crate) fn parse(text: &str, game: &dyn AnyGame, language: Language) -> Result<Vec<bool>, Failure> {
    let mut people = vec![text == "all"; game.players()];
    if text == "all" || text == "none" {
        return Ok(people);
    }
    for part in text.split(',').map(str::trim) {
        let seat = numbered(part, game.players());
        let languages = [language, Language::English, Language::Italian];
        let seat = seat.or_else(|| languages.into_iter().find_map(|language| named(part, game, language)));
        let Some(seat) = seat else { return Err(no_seat(part, game)) };
        people[seat] = true;
    }
    Ok(people)
}

/// The index of the seat with a number, counted from 1.
fn numbered(text: &str, players: usize) -> Option<usize> {
    text.parse::<usize>().ok().filter(|seat| (1..=players).contains(seat)).map(|seat| seat - 1)
}

/// The index of the only seat whose name begins with `text`.
fn named(text: &str, game: &dyn AnyGame, language: Language) -> Option<usize> {
    let text = text.to_lowercase();
    let begins = |seat: &Player| {
        let name = game.catalog().seat(language, *seat);
        name.is_some_and(|name| !text.is_empty() && name.to_lowercase().starts_with(&text))
    };
    let mut found = Player::all(game.players()).filter(begins);
    let first = found.next()?;
    found.next().is_none().then_some(first.index())
}

fn no_seat(text: &str, game: &dyn AnyGame) -> Failure {
    let players = game.players();
    let has_name = |seat: &Player| game.catalog().seat(Language::English, *seat).is_some();
    let names = Player::all(players).filter(has_name).map(|seat| format!(", `{}`", words::seat(game, seat)));
    let names: String = names.collect();
    let expected =
        format!("seats from 1 to {players} such as `1`{}, or `none`, or `all`", names.to_lowercase());
    Failure::setting(format!("no seat `{text}`"), expected)
}

/// Whoever sits in each seat, with `other` in those that people leave. People without a name have a number.
pub(crate) fn sitters(people: &[bool], name: Option<&str>, other: &Sitter) -> Vec<Sitter> {
    let numbered = |seat: usize| format!("player {}", seat + 1);
    let sitter = |(seat, person): (usize, &bool)| {
        if *person {
            Sitter::Human(name.map_or_else(|| numbered(seat), str::to_owned))
        } else {
            other.clone()
        }
    };
    people.iter().enumerate().map(sitter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_numbers_from_one() {
        let nim = |players: &str| {
            let registry = mossa_engine::Registry::empty().with(mossa_conformance::toy::NimFamily);
            registry.open(&format!("nim:3.4,players={players}")).unwrap()
        };
        let parse = |text: &str, players: &str| parse(text, &*nim(players), Language::English);
        assert_eq!(parse("2", "2").unwrap(), [false, true]);
        assert_eq!(parse("1, 3", "3").unwrap(), [true, false, true]);
        assert_eq!(parse("none", "2").unwrap(), [false, false]);
        assert_eq!(parse("all", "6").unwrap(), [true; 6]);
        for bad in ["", "0", "3", "1,x", "one", "-1", "1,,2"] {
            assert!(parse(bad, "2").is_err(), "{bad}");
        }
    }

    #[test]
    fn seats_have_names_in_games_that_give_them() {
        let dipole = mossa_engine::open("dipole").unwrap();
        let [white, black] = [vec![true, false], vec![false, true]];
        for (text, language, people) in [
            ("white", Language::English, &white),
            ("W", Language::English, &white),
            ("b", Language::English, &black),
            ("b", Language::Italian, &white),
            ("Nero", Language::English, &black),
            ("black", Language::Italian, &black),
            ("white,2", Language::English, &vec![true, true]),
        ] {
            assert_eq!(parse(text, &*dipole, language).unwrap(), *people, "{text}");
        }
        let Err(Failure::Input(error)) = parse("green", &*dipole, Language::English) else { panic!() };
        assert!(error.expected.contains("`white`, `black`"), "{error}");
    }
}
