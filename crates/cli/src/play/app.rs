//! The state of the playing screen, and what keys do to it.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mossa_game::{CellId, Layout, Player};

use crate::failure::Failure;
use crate::play::command::Command;
use crate::play::cursor::{Cursor, Direction};
use crate::play::desk::{self, Answer, Desk, Setting, Task};
use crate::play::gesture::{Gesture, Touch};
use crate::play::rival::Rival;
use crate::play::screen::theme::Theme;
use crate::play::shown::Shown;
use crate::play::sitting::Sitting;
use crate::texts::Texts;

/// When only engines play, each waits this long so that people can follow.
const WATCHING_PAUSE: Duration = Duration::from_millis(600);
/// More characters than any move or command needs.
const MOST_TYPED: usize = 200;

/// What the line below the board says, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    /// Something that happened.
    News(String),
    /// Something that cannot be done.
    Mistake(String),
}

/// The state of the playing screen.
pub(crate) struct App {
    /// The words.
    pub(crate) texts: Texts,
    /// The colours.
    pub(crate) theme: Theme,
    /// The board.
    pub(crate) layout: Layout,
    /// The game as it is shown.
    pub(crate) shown: Shown,
    /// The cursor.
    pub(crate) cursor: Cursor,
    /// The cells touched.
    pub(crate) gesture: Gesture,
    /// The characters typed.
    pub(crate) typed: String,
    /// What was said last.
    pub(crate) message: Message,
    /// The cells of a hint.
    pub(crate) hint: Vec<CellId>,
    /// What the engine thought of its last move: who, and what it is worth.
    pub(crate) seen: Option<(Player, String)>,
    /// Whether the help is open.
    pub(crate) help: bool,
    /// Whether to leave.
    pub(crate) done: bool,
    setting: Setting,
    desk: Desk,
    last_change: Instant,
}

impl App {
    /// The screen at the beginning of a game.
    pub(crate) fn new(
        setting: Setting,
        rival: Option<Rival>,
        texts: Texts,
        theme: Theme,
    ) -> Result<App, Failure> {
        let session = setting.session()?;
        setting.keep(&session)?;
        let game = session.position().game();
        let (layout, texts) = (game.layout(), texts.about(&*game));
        let welcome = if session.result().is_none() { texts.get("say.welcome") } else { "" };
        Ok(App {
            message: Message::News(welcome.to_owned()),
            cursor: Cursor::central(&layout),
            shown: Shown::of(&session),
            desk: Desk::new(Sitting::new(session, rival)),
            gesture: Gesture::default(),
            typed: String::new(),
            hint: Vec::new(),
            seen: None,
            help: false,
            done: false,
            last_change: Instant::now(),
            texts,
            theme,
            layout,
            setting,
        })
    }

    /// How the engine plays.
    #[cfg(test)]
    pub(crate) fn skill(&self) -> mossa_engine::Skill {
        self.setting.skill
    }

    /// Who plays against people: the engine at its level, or a guest.
    pub(crate) fn opponent(&self) -> String {
        self.setting.guest.clone().unwrap_or_else(|| self.texts.skill(self.setting.skill))
    }

    /// What the engine does, and since when.
    pub(crate) fn thinking(&self) -> Option<(Task, Duration)> {
        self.desk.thinking()
    }

    /// Takes the engine's answer if there is one, and lets it think if it is to move.
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        if let Some(answer) = self.desk.answer()? {
            self.take(answer);
        }
        let watched = !self.setting.people.contains(&true);
        let early = watched && self.last_change.elapsed() < WATCHING_PAUSE;
        if self.desk.awaits_engine() && !early {
            self.desk.begin(Task::Move)?;
        }
        Ok(())
    }

    /// Stops whatever the engine does.
    pub(crate) fn close(&mut self) -> Result<(), Failure> {
        let answer = self.desk.interrupt()?;
        answer.into_iter().for_each(|answer| self.take(answer));
        Ok(())
    }

    /// Ends what is under way for good: what the moves so far showed is remembered.
    pub(crate) fn leave(&mut self) -> Result<(), Failure> {
        self.close()?;
        Ok(self.desk.sitting().map_or(Ok(()), Sitting::leave)?)
    }

    /// Does what a key means.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Result<(), Failure> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if std::mem::take(&mut self.help) && !(control || key.code == KeyCode::F(10)) {
            return Ok(());
        }
        match key.code {
            KeyCode::Char('c' | 'q') if control => self.done = true,
            KeyCode::Char('u') if control => self.typed.clear(),
            KeyCode::F(1) => self.help = true,
            KeyCode::F(2) => self.command(Command::Hint)?,
            KeyCode::F(3) => self.command(Command::Undo)?,
            KeyCode::F(4) => self.command(Command::Level(None))?,
            KeyCode::F(5) => self.command(Command::New)?,
            KeyCode::F(6) => self.command(Command::Save(None))?,
            KeyCode::F(10) => self.done = true,
            KeyCode::Up => self.cursor.go(&self.layout, Direction::Up),
            KeyCode::Down => self.cursor.go(&self.layout, Direction::Down),
            KeyCode::Left => self.cursor.go(&self.layout, Direction::Left),
            KeyCode::Right => self.cursor.go(&self.layout, Direction::Right),
            KeyCode::Tab => self.next_possible(),
            KeyCode::Esc => self.cancel(),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter if !self.typed.trim().is_empty() => self.submit()?,
            KeyCode::Enter => self.touch()?,
            KeyCode::Char(' ') if self.typed.is_empty() => self.touch()?,
            KeyCode::Char('?') if self.typed.is_empty() => self.help = true,
            KeyCode::Char(c) if !control && !c.is_control() => self.type_character(c),
            _ => {}
        }
        Ok(())
    }

    fn type_character(&mut self, c: char) {
        if self.typed.chars().count() < MOST_TYPED {
            self.typed.push(c);
        }
        // The cursor shows what the typed move means.
        let typed = self.typed.trim();
        if let Some(cell) = self.shown.moves.iter().find(|m| m.text == typed).and_then(|m| m.gesture.last()) {
            self.cursor.jump(*cell);
        }
    }

    fn cancel(&mut self) {
        if self.typed.is_empty() {
            self.gesture.clear();
        }
        self.typed.clear();
    }

    fn submit(&mut self) -> Result<(), Failure> {
        let typed = std::mem::take(&mut self.typed);
        let typed = typed.trim();
        if !Command::is_marked(typed) {
            return self.play(typed);
        }
        match Command::parse(typed) {
            Some(command) => self.command(command),
            None => {
                self.mistake(self.texts.with("say.unknown-command", &[("command", typed)]));
                Ok(())
            }
        }
    }

    fn next_possible(&mut self) {
        let possible = self.possible();
        let after = possible.iter().find(|cell| **cell > self.cursor.cell);
        if let Some(cell) = after.or(possible.first()) {
            self.cursor.jump(*cell);
        }
    }

    /// The cells that may be touched now.
    pub(crate) fn possible(&self) -> Vec<CellId> {
        if self.shown.awaits_person() { self.gesture.possible(&self.shown.moves) } else { Vec::new() }
    }

    fn touch(&mut self) -> Result<(), Failure> {
        if !self.may_move()? {
            return Ok(());
        }
        let cell = self.cursor.cell;
        let label = self.layout.cells.get(usize::from(cell.0)).map_or("", |cell| cell.label.as_str());
        let touch = self.gesture.touch(&self.layout, &self.shown.moves, cell);
        let about = |key: &str| self.texts.with(key, &[("cell", label)]);
        match touch {
            Touch::Play(text) => self.play(&text)?,
            Touch::More => self.news(self.question(label).unwrap_or_else(|| about("say.next"))),
            Touch::MoreOrAgain => self.news(about("say.again")),
            Touch::Nothing => self.mistake(about("say.not-here")),
        }
        Ok(())
    }

    /// What the game asks after the cells touched so far, the last of which is called `label`.
    fn question(&self, label: &str) -> Option<String> {
        let game = self.shown.position.game();
        let question = self.texts.of_game(&*game, game.question(self.gesture.touched())?)?;
        Some(self.texts.with("say.question", &[("cell", label), ("question", &question)]))
    }

    /// Whether a person may move; says why if not. A move ends the search for a hint.
    fn may_move(&mut self) -> Result<bool, Failure> {
        if self.shown.awaits_person() {
            self.close()?;
            return Ok(true);
        }
        let key = if self.shown.result.is_some() { "say.over" } else { "say.wait" };
        self.mistake(self.texts.get(key).to_owned());
        Ok(false)
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        if !self.may_move()? {
            return Ok(());
        }
        let Some(sitting) = self.desk.sitting() else { return Ok(()) };
        match sitting.play(text) {
            Ok(_) => {
                self.message = Message::News(String::new());
                self.changed();
            }
            Err(error) => self.mistake(self.texts.mistake(&error)),
        }
        Ok(())
    }

    fn command(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Help => self.help = true,
            Command::Quit => self.done = true,
            Command::Board => {}
            Command::Moves => self.list_moves(),
            Command::Hint if self.shown.awaits_person() => self.desk.begin(Task::Hint)?,
            Command::Hint => self.mistake(self.texts.get("say.no-hint").to_owned()),
            Command::Undo => self.undo()?,
            Command::Level(wanted) => self.change_level(wanted.as_deref())?,
            Command::New => self.begin_again()?,
            Command::Save(path) => self.save(path.as_deref())?,
        }
        Ok(())
    }

    fn list_moves(&mut self) {
        let moves = self.shown.moves.iter().map(|m| self.shown.position.people_move(&m.text));
        let moves: Vec<String> = moves.collect();
        let all: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.news(self.texts.moves(&all));
    }

    fn undo(&mut self) -> Result<(), Failure> {
        self.close()?;
        let Some(sitting) = self.desk.sitting() else { return Ok(()) };
        let count = sitting.undo();
        // What the engine saw was of a position that is no more.
        self.seen = None;
        self.changed();
        match count {
            0 => self.mistake(self.texts.get("say.nothing-to-undo").to_owned()),
            count => self.news(self.texts.with("say.undone", &[("count", &count.to_string())])),
        }
        Ok(())
    }

    fn change_level(&mut self, wanted: Option<&str>) -> Result<(), Failure> {
        if let Err(error) = self.setting.change_level(wanted) {
            self.mistake(self.texts.mistake(&error));
            return Ok(());
        }
        self.close()?;
        if let Some(sitting) = self.desk.sitting() {
            self.setting.take_level(sitting.session_mut())?;
        }
        self.changed();
        let key = self.setting.level_news();
        self.news(self.texts.with(key, &[("level", &self.setting.skill.to_string())]));
        Ok(())
    }

    fn begin_again(&mut self) -> Result<(), Failure> {
        self.close()?;
        self.setting.renew(self.desk.sitting().map(|sitting| sitting.session()));
        let session = self.setting.session()?;
        if let Some(sitting) = self.desk.sitting() {
            sitting.begin(session, self.setting.means.seed)?;
        }
        self.seen = None;
        self.changed();
        self.news(self.texts.get("say.new").to_owned());
        Ok(())
    }

    fn save(&mut self, path: Option<&std::path::Path>) -> Result<(), Failure> {
        self.close()?;
        let Some(sitting) = self.desk.sitting() else { return Ok(()) };
        match desk::save_as(sitting.session(), path, self.setting.save.as_deref()) {
            Ok(path) => self.news(self.texts.with("say.saved", &[("file", &path.display().to_string())])),
            Err(error) => self.not_saved(&error),
        }
        Ok(())
    }

    fn take(&mut self, answer: Answer) {
        match answer {
            Answer::Moved(Ok(None)) => {}
            Answer::Moved(Err(error)) => self.mistake(self.texts.mistake(&error)),
            Answer::Moved(Ok(Some(moved))) => {
                let mover = self.shown.position.to_move();
                let name = self.texts.sitter(&self.shown.sitters, mover);
                let seen = moved.analysis.as_ref().and_then(|analysis| analysis.lines.first());
                let value = seen.map(|line| self.texts.value(&line.value, mover));
                self.seen = value.map(|value| (mover, value));
                let text = self.shown.position.people_move(&moved.info.text);
                self.news(self.texts.with("say.plays", &[("name", &name), ("move", &text)]));
                self.changed();
            }
            Answer::Hint(analysis) => self.take_hint(&analysis),
        }
    }

    fn take_hint(&mut self, analysis: &mossa_engine::Analysis) {
        let Some((line, best)) = analysis.lines.first().zip(analysis.best()) else {
            self.mistake(self.texts.get("say.no-hint").to_owned());
            return;
        };
        let advised = self.shown.moves.iter().find(|m| m.text == best);
        self.hint = advised.map(|m| m.gesture.clone()).unwrap_or_default();
        if let Some(first) = self.hint.first() {
            self.cursor.jump(*first);
        }
        let value = self.texts.value(&line.value, self.shown.position.to_move());
        let text = self.shown.position.people_move(best);
        self.news(self.texts.with("say.hint", &[("move", &text), ("value", &value)]));
    }

    /// Shows the game as it is now, and keeps its record.
    fn changed(&mut self) {
        self.gesture.clear();
        self.hint.clear();
        self.last_change = Instant::now();
        let Some(sitting) = self.desk.sitting() else { return };
        self.shown = Shown::of(sitting.session());
        let remembered = sitting.remember();
        if let Err(error) = self.setting.keep(sitting.session()) {
            self.not_saved(&error);
        }
        match remembered {
            None => {}
            Some(Ok(games)) => self.news(self.texts.with("say.remembered", &[("games", &games.to_string())])),
            Some(Err(error)) => {
                self.mistake(self.texts.with("say.not-remembered", &[("error", &error.to_string())]));
            }
        }
    }

    fn not_saved(&mut self, error: &std::io::Error) {
        self.mistake(self.texts.with("say.not-saved", &[("error", &error.to_string())]));
    }

    fn news(&mut self, text: String) {
        self.message = Message::News(text);
    }

    fn mistake(&mut self, text: String) {
        self.message = Message::Mistake(text);
    }
}
