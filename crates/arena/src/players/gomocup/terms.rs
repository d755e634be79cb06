//! The boards and rules that the protocol knows, as games of ours.

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};

use super::cell::Cell;

/// Our family of games to which five in a row belongs.
const FAMILY: &str = "mnk";
/// How many in a row win.
const FIVE: &str = "5";

/// Which rows win. The protocol has a fourth rule, caro, which we do not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Five or more.
    Freestyle,
    /// Exactly five.
    Exact,
    /// Renju, with its forbidden moves.
    Renju,
}

impl Rule {
    /// The number of the rule in `INFO rule`.
    pub fn number(self) -> u32 {
        match self {
            Rule::Freestyle => 0,
            Rule::Exact => 1,
            Rule::Renju => 4,
        }
    }
}

/// A board and a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How many columns the board has.
    pub width: usize,
    /// How many rows it has.
    pub height: usize,
    /// Which rows of stones win.
    pub rule: Rule,
}

impl Terms {
    /// The terms of `game`; an error if the protocol cannot tell of it.
    pub fn of(game: &dyn AnyGame) -> Result<Terms, InputError> {
        let sizes = game.name().strip_prefix(FAMILY).and_then(|rest| rest.strip_prefix(':'));
        sizes.and_then(read).ok_or_else(|| {
            let problem = format!("programs of Gomocup cannot play {}", game.name());
            InputError::new(InputKind::Setting, problem, "five in a row, such as mnk:15,15,5 or renju")
        })
    }

    /// The name of our game with these terms.
    pub fn game_name(&self) -> String {
        let rule = match self.rule {
            Rule::Freestyle => "",
            Rule::Exact => ",rule=exact",
            Rule::Renju => ",rule=renju",
        };
        format!("{FAMILY}:{},{},{FIVE}{rule}", self.height, self.width)
    }

    /// Whether the board has this cell.
    pub fn has(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }
}

/// Reads the options of a game in canonical form: rows, columns, five, and the rule.
fn read(options: &str) -> Option<Terms> {
    let mut options = options.split(',');
    let height = options.next()?.parse().ok()?;
    let width = options.next()?.parse().ok()?;
    options.next().filter(|k| *k == FIVE)?;
    let rule = match options.next() {
        None => Rule::Freestyle,
        Some("rule=exact") => Rule::Exact,
        Some("rule=renju") => Rule::Renju,
        Some(_) => return None,
    };
    options.next().is_none().then_some(Terms { width, height, rule })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_their_terms_and_terms_by_their_games() {
        let cases = [
            ("mnk:15,15,5", Terms { width: 15, height: 15, rule: Rule::Freestyle }),
            ("gomoku:rule=exact", Terms { width: 15, height: 15, rule: Rule::Exact }),
            ("renju", Terms { width: 15, height: 15, rule: Rule::Renju }),
            ("mnk:m=12,n=20,k=5", Terms { width: 20, height: 12, rule: Rule::Freestyle }),
        ];
        for (name, terms) in cases {
            let game = mossa_engine::open(name).unwrap();
            assert_eq!(Terms::of(&*game), Ok(terms));
            assert_eq!(mossa_engine::open(&terms.game_name()).unwrap().name(), game.name());
        }
    }

    #[test]
    fn other_games_are_refused() {
        for name in ["mnk:3,3,3", "mnk:15,15,6", "connect4", "dipole"] {
            let game = mossa_engine::open(name).unwrap();
            let error = Terms::of(&*game).unwrap_err().to_string();
            let expected = format!(
                "programs of Gomocup cannot play {}; expected five in a row, such as mnk:15,15,5 or renju",
                game.name()
            );
            assert_eq!(error, expected);
        }
    }
}
