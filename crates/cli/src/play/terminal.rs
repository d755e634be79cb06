//! The terminal: keys in, screens out.

use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};

use crate::failure::Failure;
use crate::play::app::App;
use crate::play::screen;

/// How long to wait for a key while the engine thinks: its answer and the spinner shall not lag.
const BUSY_WAIT: Duration = Duration::from_millis(30);
/// How long to wait otherwise.
const IDLE_WAIT: Duration = Duration::from_millis(200);

/// Plays until the person leaves; the terminal is as before then, whatever happened.
pub(crate) fn run(app: &mut App) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init()?;
    let played = turns(app, &mut terminal);
    ratatui::try_restore()?;
    played.and(app.leave())
}

fn turns(app: &mut App, terminal: &mut ratatui::DefaultTerminal) -> Result<(), Failure> {
    while !app.done {
        app.tick()?;
        terminal.draw(|frame| screen::draw(app, frame))?;
        let wait = if app.thinking().is_some() { BUSY_WAIT } else { IDLE_WAIT };
        // Everything that was typed meanwhile, before the next picture.
        let mut more = event::poll(wait)?;
        while more {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key)?,
                _ => {}
            }
            more = event::poll(Duration::ZERO)?;
        }
    }
    Ok(())
}
