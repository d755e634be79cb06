//! `mossa screenshot`: a picture of the playing screen, for documents.

use anyhow::{Context, anyhow};
use mossa_engine::{Level, Means};
use mossa_game::CellId;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::args::ScreenshotArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::play::app::App;
use crate::play::desk::Setting;
use crate::play::screen::{self, theme::Theme};
use crate::play::svg;
use crate::texts::Texts;
use crate::{files, setup};

/// The level that the picture shows.
const LEVEL: u8 = 5;

/// Runs the command.
pub(crate) fn run(args: &ScreenshotArgs, output: &mut Output) -> Result<(), Failure> {
    let position = setup::position(&args.start)?;
    let mover = position.to_move().index();
    let setting = Setting {
        // Whoever is to move is a person: a picture does not show anybody thinking.
        people: (0..position.game().players()).map(|seat| seat == mover).collect(),
        skill: Level::new(LEVEL).unwrap_or(Level::FULL).into(),
        means: Means::new(0),
        name: None,
        guest: None,
        save: None,
        position,
    };
    let mut app = App::new(setting, None, Texts::new(args.lang.into()), Theme { coloured: true })?;
    if let Some(last) = app.shown.last.last() {
        let beside = CellId(last.0 + 1);
        let free = app.shown.moves.iter().any(|m| m.gesture.first() == Some(&beside));
        app.cursor.jump(if free { beside } else { app.cursor.cell });
    }
    let backend = TestBackend::new(args.width, args.height);
    let mut terminal = Terminal::new(backend).map_err(|error| anyhow!("{error}"))?;
    terminal.draw(|frame| screen::draw(&app, frame)).map_err(|error| anyhow!("{error}"))?;
    let picture = svg::render(terminal.backend().buffer());
    files::atomically(&args.out, picture.as_bytes())
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    output.line(args.out.display().to_string())
}
