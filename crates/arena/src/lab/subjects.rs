//! The positions that are searched.

use std::path::Path;
use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, InputKind};

use crate::openings::{Format, Openings};

/// How games are opened by name.
pub type Open<'a> = &'a dyn Fn(&str) -> Result<Arc<dyn AnyGame>, InputError>;

/// A position to search.
pub struct Subject {
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// How deep, unless something else ends the search.
    pub depth: Option<u32>,
}

impl Subject {
    /// A position that a search can say something about.
    pub fn new(position: Box<dyn AnyPosition>, depth: Option<u32>) -> Result<Subject, InputError> {
        if position.result().is_some() {
            let problem = format!("the game is over in `{}`", position.text());
            return Err(InputError::new(InputKind::Position, problem, "a position with moves"));
        }
        Ok(Subject { position, depth })
    }

    /// The game and the position, as people write them.
    pub fn label(&self) -> String {
        format!("{} {}", self.position.game().name(), self.position.text())
    }
}

/// The positions that a game brings for measurements: all of its family if `name` is the family's, those on the same
/// board if it has options. Where there are none, its start, without a depth.
pub fn fixed_work(name: &str, open: Open<'_>) -> Result<Vec<Subject>, InputError> {
    let game = open(name)?;
    let info = game.info();
    let mut subjects = Vec::new();
    for fixed in &info.bench {
        let board = open(&format!("{}:{}", info.name, fixed.options))?;
        if name.trim() == info.name || board.name() == game.name() {
            subjects.push(Subject::new(after(&board, fixed.moves)?, Some(fixed.depth))?);
        }
    }
    if subjects.is_empty() {
        subjects.push(Subject::new(game.start(), None)?);
    }
    Ok(subjects)
}

/// The positions of a file: a position or moves from the start on each line, or any other form of openings. Those that
/// are left out are counted in what comes with them.
pub fn from_file(path: &Path, game: &Arc<dyn AnyGame>) -> Result<(Vec<Subject>, Openings), InputError> {
    let openings = Openings::from_file(path, game, None)?;
    let subjects = openings.openings.iter().map(|opening| Subject::new(opening.position(game)?, None));
    Ok((subjects.collect::<Result<_, _>>()?, openings))
}

/// One position for each of `texts`: a position, or moves from the start. Errors call them `name`.
pub fn from_texts(texts: &[String], name: &str, game: &Arc<dyn AnyGame>) -> Result<Vec<Subject>, InputError> {
    let openings = Openings::from_text(&texts.join("\n"), name, Format::Lines, game, None)?;
    if let Some(problem) = openings.problems.first() {
        return Err(problem.clone());
    }
    if openings.openings.len() != texts.len() {
        let problem = format!("{} of {} positions are of use", openings.openings.len(), texts.len());
        return Err(InputError::new(
            InputKind::Position,
            problem,
            "different positions with moves, each on one line",
        ));
    }
    openings.openings.iter().map(|opening| Subject::new(opening.position(game)?, None)).collect()
}

/// The position after `moves` from the start.
fn after(game: &Arc<dyn AnyGame>, moves: &str) -> Result<Box<dyn AnyPosition>, InputError> {
    let mut position = Arc::clone(game).start();
    for text in game.split_moves(moves) {
        position.play(text)?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_engine::open;

    fn texts(subjects: &[Subject]) -> Vec<String> {
        subjects.iter().map(|subject| subject.position.text()).collect()
    }

    #[test]
    fn a_family_brings_all_its_work_and_a_board_its_own() {
        let all = fixed_work("mnk", &open).unwrap();
        assert!(all.len() > 3 && all.iter().all(|subject| subject.depth.is_some()));
        let some = fixed_work("mnk:5,5,4", &open).unwrap();
        assert_eq!((some.len(), some[0].label().as_str()), (1, "mnk:5,5,4 5/5/5/5/5 x"));
        assert!(some[0].depth.is_some());
        let none = fixed_work("mnk:3,3,3", &open).unwrap();
        assert_eq!((texts(&none), none[0].depth), (vec!["3/3/3 x".to_owned()], None));
        assert!(fixed_work("chess:3", &open).is_err());
    }

    #[test]
    fn texts_are_positions_or_moves() {
        let game = open("mnk:3,3,3").unwrap();
        let read = |texts: &[&str]| {
            from_texts(&texts.iter().map(ToString::to_string).collect::<Vec<_>>(), "preset", &game)
        };
        let subjects = read(&["b2 a1", "3/1x1/3 o"]).unwrap();
        assert_eq!(texts(&subjects), ["3/1x1/o2 x", "3/1x1/3 o"]);
        let problem = |texts: &[&str]| read(texts).err().unwrap().problem;
        assert!(problem(&["b2", "b2 b2"]).starts_with("preset, line 2: "));
        assert_eq!(problem(&["b2", "a1 a2 b1 b2 c1"]), "1 of 2 positions are of use");
        assert_eq!(problem(&["b2", "3/1x1/3 o"]), "1 of 2 positions are of use");
        assert!(read(&[]).is_err());
    }
}
