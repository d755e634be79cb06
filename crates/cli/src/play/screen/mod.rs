//! The playing screen, drawn from the state alone.
//!
//! ```text
//! title bar
//! board                                  | players
//!                                        | moves
//! what happened
//! what is typed
//! keys
//! ```

mod board;
mod help;
mod panel;
pub(crate) mod theme;
mod wrap;

use mossa_game::Outcome;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::play::app::{App, Message};
use crate::play::desk::Task;

/// The panel beside the board, wide enough for a name and a round of moves.
const PANEL_WIDTH: u16 = 30;
/// Below this width the board has the screen for itself.
const LEAST_WIDTH_WITH_PANEL: u16 = 64;

/// What happened may take this part of the screen's height.
const STATUS_PART: u16 = 3;

/// Draws everything.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>) {
    let whole = frame.area();
    let said = status(app, whole.width.into(), usize::from(whole.height / STATUS_PART).max(1));
    let rows = [
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(said.len() as u16),
        Constraint::Length(1),
        Constraint::Length(1),
    ];
    let [title, middle, status_area, input, keys] = Layout::vertical(rows).areas(whole);
    let panel_width = if middle.width >= LEAST_WIDTH_WITH_PANEL { PANEL_WIDTH } else { 0 };
    let columns = [Constraint::Min(1), Constraint::Length(panel_width)];
    let [board, side] = Layout::horizontal(columns).areas(middle);
    draw_title(app, frame, title);
    board::draw(app, frame.buffer_mut(), board);
    if side.width > 0 {
        panel::draw(app, frame, side);
    }
    frame.render_widget(Paragraph::new(said), status_area);
    draw_input(app, frame, input);
    draw_keys(app, frame, keys);
    if app.help {
        help::draw(app, frame, middle);
    }
}

fn draw_title(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let game = app.shown.position.game();
    let left = format!(" mossa · {} ", game.name());
    let right = app.opponent() + " ";
    let used = left.chars().count() + right.chars().count();
    let gap = " ".repeat(usize::from(area.width).saturating_sub(used));
    frame.render_widget(Line::from(format!("{left}{gap}{right}")).style(app.theme.title()), area);
}

/// Whose turn it is or how it ended, and what happened last: on one line if it fits, on `most` at most.
fn status(app: &App, width: usize, most: usize) -> Vec<Line<'static>> {
    let theme = &app.theme;
    let mover = app.shown.position.to_move();
    let turn = match (app.shown.result, app.thinking()) {
        (Some(outcome), _) => Span::styled(ending(app, &outcome), theme.ending()),
        (None, Some((Task::Hint, since))) => {
            Span::styled(format!("{} {}", spinner(since), app.texts.get("turn.hint")), theme.strong())
        }
        (None, thinking) => {
            let words = app.texts.turn(&app.shown.sitters, mover);
            let busy = thinking.map_or(String::new(), |(_, since)| format!("{} ", spinner(since)));
            Span::styled(format!("{busy}{words}"), theme.player(mover))
        }
    };
    let said = match &app.message {
        Message::News(text) => Span::styled(text.clone(), theme.quiet()),
        Message::Mistake(text) => Span::styled(text.clone(), theme.mistake()),
    };
    let gap = if said.content.is_empty() { "" } else { "   " };
    let wide = turn.width() + said.width() + 4 > width && !said.content.is_empty();
    if !wide {
        return vec![Line::from(vec![Span::raw(" "), turn, Span::raw(gap), said])];
    }
    // A mistake needs the room: whose turn it is can be seen in the panel, too.
    let turn = match &app.message {
        Message::News(_) if most > 1 => Some(Line::from(vec![Span::raw(" "), turn])),
        _ => None,
    };
    let room = most - usize::from(turn.is_some());
    let lines = wrap::at_most(&said.content, width.saturating_sub(2), room);
    let line = |text: String| Line::from(vec![Span::raw(" "), Span::styled(text, said.style)]);
    turn.into_iter().chain(lines.into_iter().map(line)).collect()
}

fn ending(app: &App, outcome: &Outcome) -> String {
    app.texts.ending(&app.shown.sitters, outcome)
}

/// A sign of life that turns ten times a second.
fn spinner(since: std::time::Duration) -> char {
    const TURNS: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
    TURNS[(since.as_millis() / 100) as usize % TURNS.len()]
}

fn draw_input(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let prompt = format!(" {} ❯ ", app.texts.get("input.prompt"));
    let start = prompt.chars().count() as u16;
    // What does not fit is cut at the front: the end is where one types.
    let room = usize::from(area.width.saturating_sub(start + 1));
    let skipped = app.typed.chars().count().saturating_sub(room);
    let typed: String = app.typed.chars().skip(skipped).collect();
    let text = match typed.is_empty() {
        true => Span::styled(app.texts.get("input.placeholder"), theme.faint()),
        false => Span::styled(typed.clone(), theme.strong()),
    };
    frame.render_widget(Line::from(vec![Span::styled(prompt, theme.strong()), text]), area);
    let column = area.x + start + typed.chars().count() as u16;
    frame.set_cursor_position((column.min(area.right().saturating_sub(1)), area.y));
}

fn draw_keys(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let keys = [
        // The way out is never cut off on a narrow screen.
        ("F1", "key.help"),
        ("F10", "key.quit"),
        ("F2", "key.hint"),
        ("F3", "key.undo"),
        ("F4", "key.level"),
        ("F5", "key.new"),
        ("F6", "key.save"),
    ];
    let pair = |(key, text): (&'static str, &'static str)| {
        let words = Span::styled(format!(" {}  ", app.texts.get(text)), app.theme.quiet());
        [Span::styled(key, app.theme.key()), words]
    };
    let spans: Vec<Span<'_>> =
        std::iter::once(Span::raw(" ")).chain(keys.into_iter().flat_map(pair)).collect();
    frame.render_widget(Line::from(spans), area);
}

#[cfg(test)]
mod tests;
