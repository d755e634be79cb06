//! Playing line by line: for pipes, scripts, screen readers and tests.

use std::io::{BufRead, IsTerminal, Write};

use mossa_search::StopSignal;

use crate::board;
use crate::failure::Failure;
use crate::output::Output;
use crate::play::command::Command;
use crate::play::desk::{self, Setting};
use crate::play::rival::Rival;
use crate::play::sitting::Sitting;
use crate::texts::Texts;

/// A game played line by line.
struct Lines<'a> {
    setting: Setting,
    sitting: Sitting,
    texts: Texts,
    output: &'a mut Output,
}

/// Plays until the input ends, or until somebody says `quit`.
pub(crate) fn run(
    setting: Setting,
    rival: Option<Rival>,
    texts: Texts,
    output: &mut Output,
) -> Result<(), Failure> {
    let session = setting.session()?;
    setting.keep(&session)?;
    let texts = texts.about(&*session.position().game());
    let sitting = Sitting::new(session, rival);
    let mut game = Lines { setting, sitting, texts, output };
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
            game.sitting.leave()?;
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
            None => match self.sitting.play(line) {
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
                self.setting.renew(Some(self.sitting.session()));
                self.sitting.begin(self.setting.session()?, self.setting.means.seed)?;
                self.output.line(self.texts.get("say.new"))?;
                self.changed()?;
                self.engine_turns()
            }
            Command::Save(path) => {
                let said = match desk::save_as(
                    self.sitting.session(),
                    path.as_deref(),
                    self.setting.save.as_deref(),
                ) {
                    Ok(path) => self.texts.with("say.saved", &[("file", &path.display().to_string())]),
                    Err(error) => self.texts.with("say.not-saved", &[("error", &error.to_string())]),
                };
                self.output.line(said)
            }
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        let game = self.sitting.session().position().game();
        let notation = self.texts.notation(&*game);
        self.output.line(self.texts.get("plain.help"))?;
        self.output.line(notation)
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let position = self.sitting.session().position();
        let moves: Vec<String> = position.moves().iter().map(|m| position.people_move(&m.text)).collect();
        let all: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.output.line(self.texts.moves(&all))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let analysis = self.sitting.session().hint(&StopSignal::new());
        let mover = self.sitting.session().position().to_move();
        let words = match (analysis.lines.first(), analysis.best()) {
            (Some(line), Some(best)) => {
                let value = self.texts.value(&line.value, mover);
                let text = self.sitting.session().position().people_move(best);
                self.texts.with("say.hint", &[("move", &text), ("value", &value)])
            }
            _ => self.texts.get("say.no-hint").to_owned(),
        };
        self.output.line(words)
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let count = self.sitting.undo();
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
        self.setting.take_level(self.sitting.session_mut())?;
        let key = self.setting.level_news();
        let words = self.texts.with(key, &[("level", &self.setting.skill.to_string())]);
        self.output.line(words)
    }

    /// Keeps the record. A full disk is no reason to end the game.
    fn changed(&mut self) -> Result<(), Failure> {
        match self.setting.keep(self.sitting.session()) {
            Ok(()) => {}
            Err(error) => {
                let words = self.texts.with("say.not-saved", &[("error", &error.to_string())]);
                self.output.line(words)?;
            }
        }
        self.remember()
    }

    /// Has a finished game remembered. A database that is gone is no reason to end the program, either.
    fn remember(&mut self) -> Result<(), Failure> {
        let words = match self.sitting.remember() {
            None => return Ok(()),
            Some(Ok(games)) => self.texts.with("say.remembered", &[("games", &games.to_string())]),
            Some(Err(error)) => self.texts.with("say.not-remembered", &[("error", &error.to_string())]),
        };
        self.output.line(words)
    }

    /// Lets the engine move as long as it is to move, then shows the board.
    fn engine_turns(&mut self) -> Result<(), Failure> {
        while self.sitting.awaits_engine() {
            let mover = self.sitting.session().position().to_move();
            let Some(moved) = self.sitting.engine_move(&StopSignal::new())? else { break };
            let name = self.texts.sitter(self.sitting.session().sitters(), mover);
            let history = self.sitting.session().position().people_history();
            let text = history.last().unwrap_or(&moved.info.text);
            let words = self.texts.with("say.plays", &[("name", &name), ("move", text)]);
            self.output.line(words)?;
            self.changed()?;
        }
        self.board()
    }

    /// The board, and whose turn it is or how the game ended.
    fn board(&mut self) -> Result<(), Failure> {
        let position = self.sitting.session().position();
        self.output.line("")?;
        for line in board::text::lines(position) {
            self.output.line(format!("  {line}"))?;
        }
        self.output.line("")?;
        for fact in self.texts.facts(position) {
            self.output.line(fact)?;
        }
        let sitters = self.sitting.session().sitters();
        let words = match self.sitting.session().result() {
            Some(outcome) => self.texts.ending(sitters, &outcome),
            None => self.texts.turn(sitters, position.to_move()),
        };
        self.output.line(words)
    }
}
