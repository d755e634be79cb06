//! Beside the board: who plays, and the moves so far.

use mossa_engine::AnyPosition;
use mossa_game::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Padding, Paragraph};

use super::wrap;
use crate::play::app::App;

/// Draws the panel.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let block = Block::new().borders(Borders::LEFT).border_style(app.theme.lines()).padding(Padding::left(1));
    let inside = block.inner(area);
    let mut lines = vec![Line::styled(app.texts.get("panel.players"), app.theme.labels())];
    lines.extend(Player::all(app.shown.sitters.len()).map(|seat| player(app, seat)));
    if let Some((seat, value)) = &app.seen {
        let name = app.texts.sitter(&app.shown.sitters, *seat);
        lines.push(Line::raw(""));
        let words = app.texts.with("value.sees", &[("name", &name), ("value", value)]);
        let room = usize::from(inside.width);
        lines.extend(wrap::lines(&words, room).into_iter().map(|line| Line::styled(line, app.theme.quiet())));
    }
    let facts = app.texts.facts(&*app.shown.position);
    if !facts.is_empty() {
        lines.push(Line::raw(""));
    }
    for fact in facts.iter().flat_map(|fact| wrap::lines(fact, inside.width.into())) {
        lines.push(Line::styled(fact, app.theme.quiet()));
    }
    lines.push(Line::raw(""));
    lines.push(Line::styled(app.texts.get("panel.moves"), app.theme.labels()));
    let room = usize::from(inside.height).saturating_sub(lines.len());
    lines.extend(moves(app, usize::from(inside.width), room));
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn player(app: &App, seat: Player) -> Line<'static> {
    let turn = app.shown.result.is_none() && app.shown.position.to_move() == seat;
    let won = app.shown.result.is_some_and(|outcome| outcome.winner() == Some(seat));
    let sign = if turn {
        "▶"
    } else if won {
        "★"
    } else {
        " "
    };
    let emblem = app.shown.emblems.get(seat.index()).copied().unwrap_or('●');
    let name = app.texts.sitter(&app.shown.sitters, seat);
    // Where players are called as their pieces look, the name would only say it again.
    let name = if name == emblem.to_string() { app.texts.numbered(seat) } else { name };
    Line::from(vec![
        Span::styled(sign, app.theme.brackets()),
        Span::styled(format!(" {emblem} "), app.theme.player(seat)),
        Span::styled(name, if turn { app.theme.strong() } else { app.theme.quiet() }),
    ])
}

/// Who made each move. Players need not take turns.
fn movers(position: &dyn AnyPosition) -> Vec<Player> {
    let mut back = position.boxed_clone();
    let mut movers: Vec<Player> = std::iter::from_fn(|| back.undo().then(|| back.to_move())).collect();
    movers.reverse();
    movers
}

/// The last rounds that fit, one on a line, a round being a move of every player.
fn moves(app: &App, width: usize, room: usize) -> Vec<Line<'static>> {
    let history = app.shown.position.people_history();
    if history.is_empty() {
        return vec![Line::styled(app.texts.get("panel.none").to_owned(), app.theme.faint())];
    }
    let players = app.shown.sitters.len().max(1);
    let widest = history.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 1;
    let rounds = history.chunks(players).enumerate();
    let skipped = rounds.len().saturating_sub(room);
    let movers = movers(app.shown.position.as_ref());
    let line = |(round, texts): (usize, &[String])| {
        let number = Span::styled(format!("{:>3}. ", round + 1), app.theme.faint());
        let span = |(index, text): (usize, &String)| {
            let style = movers.get(round * players + index).map(|mover| app.theme.player(*mover));
            Span::styled(format!("{text:<widest$}"), style.unwrap_or_default())
        };
        let spans = texts.iter().enumerate().map(span);
        let fitting = (width.saturating_sub(5) / widest).max(1);
        Line::from(std::iter::once(number).chain(spans.take(fitting)).collect::<Vec<_>>())
    };
    rounds.skip(skipped).map(line).collect()
}
