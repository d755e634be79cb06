//! The help, over the board.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};

use super::wrap;
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
/// Borders above and below.
const FRAME_HEIGHT: u16 = 2;
/// Nearly the whole of a usual screen.
const WIDE: u16 = 76;

/// Draws the help in the middle of `area`.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let game = app.shown.position.game();
    let example = app.texts.example(&game);
    let key = |key: &str| app.texts.with(key, &[("move", &example)]);
    let key_width = ROWS.iter().map(|(name, _)| key(name).chars().count()).max().unwrap_or(0) + 2;
    let row = |(name, text): &(&'static str, &'static str)| {
        Line::from(vec![
            Span::styled(format!("{:<key_width$}", key(name)), app.theme.strong()),
            Span::styled(app.texts.get(text).to_owned(), app.theme.quiet()),
        ])
    };
    let mut lines: Vec<Line<'_>> = ROWS.iter().map(row).collect();
    let about: Vec<String> = [Some(app.texts.notation(&*game)), app.texts.of_game(&*game, "input-help")]
        .into_iter()
        .flatten()
        .collect();
    // Games that have much to tell get a wider window.
    let narrow = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + FRAME_WIDTH;
    let width = if about.len() > 1 { narrow.max(WIDE) } else { narrow }.min(area.width);
    lines.push(Line::raw(""));
    for line in about.iter().flat_map(|text| wrap::lines(text, width.saturating_sub(FRAME_WIDTH).into())) {
        lines.push(Line::styled(line, app.theme.quiet()));
    }
    let height = (lines.len() as u16 + FRAME_HEIGHT).min(area.height);
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let title = format!(" {} ", app.texts.get("help.title"));
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(app.theme.brackets())
        .title(title)
        .title_bottom(Line::styled(format!(" {} ", app.texts.get("help.close")), app.theme.faint()))
        .padding(Padding::horizontal(2));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}
