//! Playing line by line: for pipes, scripts, screen readers and tests.

use std::io::{BufRead, IsTerminal, Write};

use mossa_engine::{Session, Sitter};
use mossa_search::StopSignal;

use crate::board;
use crate::failure::Failure;
use crate::output::Output;
use crate::play::command::Command;
use crate::play::desk::{self, Setting};
use crate::texts::Texts;

/// A game played line by line.
struct Lines<'a> {
    setting: Setting,
    session: Session,
    texts: Texts,
    output: &'a mut Output,
}

/// Plays until the input ends, or until somebody says `quit`.
pub(crate) fn run(setting: Setting, texts: Texts, output: &mut Output) -> Result<(), Failure> {
    let session = setting.session()?;
    setting.keep(&session)?;
    let texts = texts.about(&*session.position().game());
    let mut game = Lines { setting, session, texts, output };
    game.help()?;
    game.engine_turns()?;
    let input = std::io::stdin();
    let prompt = input.is_terminal();
    let mut line = Vec::new();
    loop {
        if prompt {
            write!(game.output, "> ")?;
        }
        game.output.flush()?;
        line.clear();
        // A game of engines only needs nobody's words.
        let nothing_to_wait_for = !game.setting.people.contains(&true) && !prompt;
        if nothing_to_wait_for
            || input.lock().read_until(b'\n', &mut line)? == 0
            || !game.take(String::from_utf8_lossy(&line).trim())?
        {
            let goodbye = game.texts.get("say.goodbye").to_owned();
            return game.output.line(goodbye);
        }
    }
}

impl Lines<'_> {
    /// Does what a line says; `false` to leave.
    fn take(&mut self, line: &str) -> Result<bool, Failure> {
        if line.is_empty() {
            return Ok(true);
        }
        match Command::parse(line) {
            Some(Command::Quit) => return Ok(false),
            Some(command) => self.command(command)?,
            None if Command::is_marked(line) => {
                let words = self.texts.with("say.unknown-command", &[("command", line)]);
                self.output.line(words)?;
            }
            None => match self.session.play(line) {
                Ok(_) => {
                    self.changed()?;
                    self.engine_turns()?;
                }
                Err(error) => self.output.line(self.texts.mistake(&error))?,
            },
        }
        Ok(true)
    }

    fn command(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Quit => Ok(()),
            Command::Help => self.help(),
            Command::Board => self.board(),
            Command::Moves => self.moves(),
            Command::Hint => self.hint(),
            Command::Undo => self.undo(),
            Command::Level(wanted) => self.level(wanted.as_deref()),
            Command::New => {
                self.setting.renew(Some(&self.session));
                self.session = self.setting.session()?;
                self.output.line(self.texts.get("say.new"))?;
                self.changed()?;
                self.engine_turns()
            }
            Command::Save(path) => {
                let said = match desk::save_as(&self.session, path.as_deref(), self.setting.save.as_deref()) {
                    Ok(path) => self.texts.with("say.saved", &[("file", &path.display().to_string())]),
                    Err(error) => self.texts.with("say.not-saved", &[("error", &error.to_string())]),
                };
                self.output.line(said)
            }
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        let game = self.session.position().game();
        let notation = self.texts.notation(&*game);
        self.output.line(self.texts.get("plain.help"))?;
        self.output.line(notation)
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let moves = self.session.position().moves();
        let all: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
        self.output.line(self.texts.moves(&all))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let analysis = self.session.hint(&StopSignal::new());
        let mover = self.session.position().to_move();
        let words = match (analysis.lines.first(), analysis.best()) {
            (Some(line), Some(best)) => {
                let value = self.texts.value(&line.value, mover);
                self.texts.with("say.hint", &[("move", best), ("value", &value)])
            }
            _ => self.texts.get("say.no-hint").to_owned(),
        };
        self.output.line(words)
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let count = self.session.undo();
        if count == 0 {
            return self.output.line(self.texts.get("say.nothing-to-undo"));
        }
        let words = self.texts.with("say.undone", &[("count", &count.to_string())]);
        self.output.line(words)?;
        self.changed()?;
        self.board()
    }

    fn level(&mut self, wanted: Option<&str>) -> Result<(), Failure> {
        if let Err(error) = self.setting.change_level(wanted) {
            return self.output.line(self.texts.mistake(&error));
        }
        self.setting.take_level(&mut self.session)?;
        let key = self.setting.level_news();
        let words = self.texts.with(key, &[("level", &self.setting.skill.to_string())]);
        self.output.line(words)
    }

    /// Keeps the record. A full disk is no reason to end the game.
    fn changed(&mut self) -> Result<(), Failure> {
        match self.setting.keep(&self.session) {
            Ok(()) => Ok(()),
            Err(error) => {
                let words = self.texts.with("say.not-saved", &[("error", &error.to_string())]);
                self.output.line(words)
            }
        }
    }

    /// Lets the engine move as long as it is to move, then shows the board.
    fn engine_turns(&mut self) -> Result<(), Failure> {
        while let Some(Sitter::Engine(_)) = self.session.to_move() {
            let mover = self.session.position().to_move();
            let Some(moved) = self.session.engine_move(&StopSignal::new())? else { break };
            let name = self.texts.sitter(self.session.sitters(), mover);
            let words = self.texts.with("say.plays", &[("name", &name), ("move", &moved.info.text)]);
            self.output.line(words)?;
            self.changed()?;
        }
        self.board()
    }

    /// The board, and whose turn it is or how the game ended.
    fn board(&mut self) -> Result<(), Failure> {
        let position = self.session.position();
        self.output.line("")?;
        for line in board::text::lines(position) {
            self.output.line(format!("  {line}"))?;
        }
        self.output.line("")?;
        for fact in self.texts.facts(position) {
            self.output.line(fact)?;
        }
        let sitters = self.session.sitters();
        let words = match self.session.result() {
            Some(outcome) => self.texts.ending(sitters, &outcome),
            None => self.texts.turn(sitters, position.to_move()),
        };
        self.output.line(words)
    }
}
