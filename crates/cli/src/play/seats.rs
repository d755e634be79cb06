//! Which seats people take.

use mossa_engine::{Sitter, Skill};

use crate::failure::Failure;

/// Reads `1`, `1,3`, `none` or `all`; gives for each of `players` seats whether a person takes it.
pub(crate) fn parse(text: &str, players: usize) -> Result<Vec<bool>, Failure> {
    let mut people = vec![text == "all"; players];
    if text == "all" || text == "none" {
        return Ok(people);
    }
    for part in text.split(',').map(str::trim) {
        let seat = part.parse::<usize>().ok().filter(|seat| (1..=players).contains(seat));
        let Some(seat) = seat else {
            let expected = format!("seats from 1 to {players} such as `1`, or `none`, or `all`");
            return Err(Failure::setting(format!("no seat `{part}`"), expected));
        };
        people[seat - 1] = true;
    }
    Ok(people)
}

/// Whoever sits in each seat, with the engine in those that people leave.
pub(crate) fn sitters(people: &[bool], skill: Skill) -> Vec<Sitter> {
    let sitter = |(seat, person): (usize, &bool)| {
        if *person { Sitter::Human(format!("player {}", seat + 1)) } else { Sitter::Engine(skill) }
    };
    people.iter().enumerate().map(sitter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_numbers_from_one() {
        assert_eq!(parse("2", 2).unwrap(), [false, true]);
        assert_eq!(parse("1, 3", 3).unwrap(), [true, false, true]);
        assert_eq!(parse("none", 2).unwrap(), [false, false]);
        assert_eq!(parse("all", 6).unwrap(), [true; 6]);
        for bad in ["", "0", "3", "1,x", "one", "-1", "1,,2"] {
            assert!(parse(bad, 2).is_err(), "{bad}");
        }
    }
}
