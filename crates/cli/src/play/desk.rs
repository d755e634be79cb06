//! The game on the desk, and the engine that thinks about it in a thread.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use mossa_engine::{Analysis, AnyPosition, Means, Session, Sitter, Skill};
use mossa_game::{InputError, Player};
use mossa_search::StopSignal;

use crate::failure::Failure;
use crate::play::sitting::{Moved, Sitting};
use crate::play::{save, seats};

/// How a game is set up, and set up again for the next one.
pub(crate) struct Setting {
    /// Where it begins, with the moves made so far.
    pub(crate) position: Box<dyn AnyPosition>,
    /// Which seats people take.
    pub(crate) people: Vec<bool>,
    /// How strong the engine plays.
    pub(crate) skill: Skill,
    /// What the engine may use.
    pub(crate) means: Means,
    /// What the only person is called; otherwise people have numbers.
    pub(crate) name: Option<String>,
    /// Who plays instead of the engine, by name.
    pub(crate) guest: Option<String>,
    /// Where the record is kept.
    pub(crate) save: Option<PathBuf>,
}

impl Setting {
    /// Prepares the next game: another seed, so that the engine does not repeat itself, and another file, so that
    /// the record of the game before stays.
    pub(crate) fn renew(&mut self, before: Option<&Session>) {
        self.means.seed = self.means.seed.wrapping_add(1);
        if before.is_none_or(|session| !session.record().moves.is_empty()) {
            self.save = self.save.as_deref().map(save::next_name);
        }
    }

    /// A new game.
    pub(crate) fn session(&self) -> Result<Session, InputError> {
        let engine = || Sitter::Engine(self.skill);
        let other = self.guest.clone().map_or_else(engine, Sitter::Guest);
        let sitters = seats::sitters(&self.people, self.name.as_deref(), &other);
        Session::new(self.position.boxed_clone(), sitters, self.means.clone())
    }

    /// Lets the engine play on at the present level.
    pub(crate) fn take_level(&self, session: &mut Session) -> Result<(), InputError> {
        let seats = Player::all(self.people.len()).zip(&self.people);
        let mut engines = seats.filter(|(_, person)| !**person && self.guest.is_none());
        engines.try_for_each(|(seat, _)| session.set_sitter(seat, Sitter::Engine(self.skill)))
    }

    /// Takes the level that is written, or the next one; after the last comes the first.
    pub(crate) fn change_level(&mut self, wanted: Option<&str>) -> Result<(), InputError> {
        let game = self.position.game();
        let skill: Skill = wanted.map_or_else(|| Ok(self.skill.next(&*game)), str::parse)?;
        skill.check(&*game)?;
        self.skill = skill;
        Ok(())
    }

    /// What to say after the level changed: the key of a text.
    pub(crate) fn level_news(&self) -> &'static str {
        match self.skill {
            _ if self.guest.is_some() => "say.guest-level",
            _ if !self.has_engine() => "say.no-engine",
            Skill::Level(_) => "say.level",
            Skill::Perfect => "say.perfect",
        }
    }

    /// Whether the engine has a seat.
    pub(crate) fn has_engine(&self) -> bool {
        self.people.contains(&false)
    }

    /// Writes the record of `session` where it is kept, if it is.
    pub(crate) fn keep(&self, session: &Session) -> std::io::Result<()> {
        self.save.as_deref().map_or(Ok(()), |path| save::record(&session.record(), path))
    }
}

/// What the engine is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// To move.
    Move,
    /// To advise.
    Hint,
}

/// What it answers.
pub(crate) enum Answer {
    /// It moved (or there was nothing to move).
    Moved(Result<Option<Moved>, InputError>),
    /// Its advice.
    Hint(Analysis),
}

/// A thread that has the game, and gives it back.
struct Thinking {
    task: Task,
    began: Instant,
    stop: StopSignal,
    thread: JoinHandle<(Sitting, Answer)>,
}

/// The game: on the desk, or with the engine.
pub(crate) struct Desk {
    sitting: Option<Sitting>,
    thinking: Option<Thinking>,
}

impl Desk {
    /// The desk with a game on it.
    pub(crate) fn new(sitting: Sitting) -> Desk {
        Desk { sitting: Some(sitting), thinking: None }
    }

    /// The game, unless the engine has it.
    pub(crate) fn sitting(&mut self) -> Option<&mut Sitting> {
        self.sitting.as_mut()
    }

    /// What the engine does, and since when.
    pub(crate) fn thinking(&self) -> Option<(Task, Duration)> {
        self.thinking.as_ref().map(|thinking| (thinking.task, thinking.began.elapsed()))
    }

    /// Whether the engine, or a guest, is to move.
    pub(crate) fn awaits_engine(&self) -> bool {
        self.sitting.as_ref().is_some_and(Sitting::awaits_engine)
    }

    /// Gives the game to the engine; nothing happens if it has it already.
    pub(crate) fn begin(&mut self, task: Task) -> Result<(), Failure> {
        let Some(mut sitting) = self.sitting.take() else { return Ok(()) };
        let stop = StopSignal::new();
        let signal = stop.clone();
        let work = move || {
            let answer = match task {
                Task::Move => Answer::Moved(sitting.engine_move(&signal)),
                Task::Hint => Answer::Hint(sitting.session().hint(&signal)),
            };
            (sitting, answer)
        };
        let thread = std::thread::Builder::new().name("engine".to_owned()).spawn(work)?;
        self.thinking = Some(Thinking { task, began: Instant::now(), stop, thread });
        Ok(())
    }

    /// The answer, once it is there.
    pub(crate) fn answer(&mut self) -> Result<Option<Answer>, Failure> {
        let finished = |thinking: &mut Thinking| thinking.thread.is_finished();
        self.thinking.take_if(finished).map(|thinking| self.collect(thinking)).transpose()
    }

    /// Makes the engine answer now.
    pub(crate) fn interrupt(&mut self) -> Result<Option<Answer>, Failure> {
        self.thinking.take().map(|thinking| self.collect(thinking)).transpose()
    }

    fn collect(&mut self, thinking: Thinking) -> Result<Answer, Failure> {
        thinking.stop.stop();
        let back = thinking.thread.join();
        let (sitting, answer) = back.map_err(|_| anyhow!("the engine broke down; the game is lost"))?;
        self.sitting = Some(sitting);
        Ok(answer)
    }
}

/// Writes the record of `session` to `path`, or where it is `kept`, or to a name that is not used yet; gives the name.
/// Only the file where it is kept is written again.
pub(crate) fn save_as(
    session: &Session,
    path: Option<&Path>,
    kept: Option<&Path>,
) -> std::io::Result<PathBuf> {
    let path = path.or(kept).map_or_else(|| save::unused_name(Path::new(".")), Path::to_owned);
    if path.exists() && Some(path.as_path()) != kept {
        let problem = format!("{} exists and stays as it is", path.display());
        return Err(std::io::Error::new(std::io::ErrorKind::AlreadyExists, problem));
    }
    save::record(&session.record(), &path)?;
    Ok(path)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use mossa_conformance::toy::NimFamily;
    use mossa_engine::{Level, Registry};

    /// A game of tic-tac-toe with people in the given seats.
    pub(crate) fn setting(game: &str, moves: &str, people: &[bool]) -> Setting {
        let mut position = mossa_engine::open(game).unwrap().start();
        for text in moves.split_whitespace() {
            position.play(text).unwrap();
        }
        let skill = Level::new(4).unwrap().into();
        Setting {
            position,
            people: people.to_vec(),
            skill,
            means: Means::new(1),
            name: None,
            guest: None,
            save: None,
        }
    }

    #[test]
    fn the_engine_takes_the_game_and_gives_it_back() {
        let session = setting("mnk:3,3,3", "b2", &[true, false]).session().unwrap();
        let mut desk = Desk::new(Sitting::new(session, None));
        assert!(desk.awaits_engine());
        desk.begin(Task::Move).unwrap();
        assert!(desk.sitting().is_none() && desk.thinking().is_some());
        let answer = desk.interrupt().unwrap();
        assert!(matches!(answer, Some(Answer::Moved(Ok(Some(_))))));
        assert!(!desk.awaits_engine());
        assert_eq!(desk.sitting().unwrap().session().position().history().len(), 2);
    }

    #[test]
    fn the_level_changes_and_the_game_stays() {
        let mut setting = setting("mnk:3,3,3", "", &[true, false]);
        let mut session = setting.session().unwrap();
        session.play("b2").unwrap();
        setting.skill = Level::FULL.into();
        session.set_sitter(Player::FIRST, Sitter::Human("Ada".to_owned())).unwrap();
        let before = session.record();
        setting.take_level(&mut session).unwrap();
        assert_eq!(session.position().history(), ["b2"]);
        assert_eq!(session.sitters(), [Sitter::Human("Ada".to_owned()), Sitter::Engine(Level::FULL.into())]);
        assert_eq!(session.record().moves, before.moves);
    }

    #[test]
    fn perfect_play_is_one_more_level_where_there_is_a_solver() {
        let mut levels = setting("mnk:3,3,3", "", &[true, false]);
        levels.skill = Level::FULL.into();
        levels.change_level(None).unwrap();
        assert_eq!(levels.skill, Level::EASIEST.into());
        let error = levels.change_level(Some("perfect")).unwrap_err();
        assert!(error.to_string().contains("no solver") && levels.skill == Level::EASIEST.into(), "{error}");
        let position = Registry::empty().with(NimFamily).open("nim:1.2").unwrap().start();
        let mut setting = Setting { position, skill: Level::FULL.into(), ..levels };
        setting.change_level(None).unwrap();
        assert_eq!((setting.skill, setting.level_news()), (Skill::Perfect, "say.perfect"));
        let mut session = setting.session().unwrap();
        session.play("a1").unwrap();
        let moved = session.engine_move(&StopSignal::new()).unwrap().unwrap();
        assert_eq!(moved.info.text, "b2");
        setting.change_level(None).unwrap();
        assert_eq!(setting.skill, Level::EASIEST.into());
    }
}
