//! The help, over the board.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Wrap};

use crate::play::app::App;

/// Keys, or the text that names them, and what they do.
const ROWS: [(&str, &str); 11] = [
    ("help.type-key", "help.type"),
    ("help.arrows-key", "help.arrows"),
    ("help.touch-key", "help.touch"),
    ("help.tab-key", "help.tab"),
    ("help.cancel-key", "help.cancel"),
    ("F2  :hint", "help.hint"),
    ("F3  :undo", "help.undo"),
    ("F4  :level N", "help.level"),
    ("F5  :new", "help.new"),
    ("F6  :save FILE", "help.save"),
    ("F10 :quit", "help.quit"),
];

/// Borders and space at both sides of the text.
const FRAME_WIDTH: u16 = 6;

/// Draws the help in the middle of `area`.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let key_width = ROWS.iter().map(|(key, _)| app.texts.get(key).chars().count()).max().unwrap_or(0) + 2;
    let row = |(key, text): &(&'static str, &'static str)| {
        Line::from(vec![
            Span::styled(format!("{:<key_width$}", app.texts.get(key)), app.theme.strong()),
            Span::styled(app.texts.get(text).to_owned(), app.theme.quiet()),
        ])
    };
    let mut lines: Vec<Line<'_>> = ROWS.iter().map(row).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + FRAME_WIDTH;
    let width = width.min(area.width);
    let game = app.shown.position.game();
    let notation = app.texts.notation(&*game);
    let wrapped = notation.chars().count().div_ceil(usize::from(width.saturating_sub(FRAME_WIDTH)).max(1));
    lines.push(Line::raw(""));
    lines.push(Line::styled(notation, app.theme.quiet()));
    lines.push(Line::raw(""));
    lines.push(Line::styled(app.texts.get("help.close"), app.theme.faint()));
    // Words that do not fit may need a line more than characters would.
    let height = (lines.len() + wrapped + usize::from(wrapped > 1) + 1).min(usize::from(area.height)) as u16;
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let title = format!(" {} ", app.texts.get("help.title"));
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(app.theme.brackets())
        .title(title)
        .padding(Padding::horizontal(2));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }).block(block), place);
}
