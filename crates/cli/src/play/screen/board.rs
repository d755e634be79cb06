//! The board: cells, pieces, lines between them, and what is marked.

use mossa_game::{CellId, Shape, Sprite};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::Placement;
use crate::board::text::{EMPTY, HOLE, height};
use crate::play::app::App;
use crate::play::screen::theme::Theme;

/// Draws the board in the middle of `area`; a board that is larger shows the part around the cursor.
pub(crate) fn draw(app: &App, buffer: &mut Buffer, area: Rect) {
    let names_height = u16::from(!app.layout.columns.is_empty());
    let gutter = Placement::fitting(&app.layout, 0, 0).row_names_width() + 1;
    let room = (area.width.saturating_sub(gutter), area.height.saturating_sub(names_height));
    let placement = Placement::fitting(&app.layout, room.0, room.1);
    let window = Window::new(&placement, app.cursor.cell, area, gutter, names_height);
    let mut canvas = Canvas { buffer, window };
    if placement.pitch.ruled {
        draw_lines(&mut canvas, &placement, app.theme.lines());
    }
    let looks = Looks::new(app);
    let all = || placement.centres.iter().zip(0..).map(|(centre, id)| (*centre, CellId(id)));
    // The cell under the cursor comes last: its brackets may reach beyond it.
    let (under, others): (Vec<_>, Vec<_>) = all().partition(|(_, cell)| *cell == app.cursor.cell);
    for (centre, cell) in others.into_iter().chain(under) {
        draw_cell(&mut canvas, &placement, centre, &looks.of(cell), app.theme);
    }
    draw_names(&mut canvas, &placement, gutter, names_height, app.theme);
}

/// The part of the board that is seen, and where on the screen.
#[derive(Clone, Copy)]
struct Window {
    /// Where cells may be drawn.
    seen: Rect,
    /// The column and row of the board in the upper left corner.
    from: (u16, u16),
}

impl Window {
    fn new(placement: &Placement, cursor: CellId, area: Rect, gutter: u16, below: u16) -> Window {
        let width = placement.width.min(area.width.saturating_sub(gutter));
        let height = placement.height.min(area.height.saturating_sub(below));
        let left = area.x + gutter + (area.width.saturating_sub(gutter + width)) / 2;
        let top = area.y + (area.height.saturating_sub(height + below)) / 2;
        let centre = placement.centres.get(usize::from(cursor.0)).copied().unwrap_or_default();
        let scroll = |at: u16, seen: u16, all: u16| at.saturating_sub(seen / 2).min(all.saturating_sub(seen));
        let from = (scroll(centre.0, width, placement.width), scroll(centre.1, height, placement.height));
        Window { seen: Rect::new(left, top, width, height), from }
    }
}

/// Paints in coordinates of the board; what is not seen is left out.
struct Canvas<'a> {
    buffer: &'a mut Buffer,
    window: Window,
}

impl Canvas<'_> {
    fn column(&self, column: u16) -> Option<u16> {
        let x = column.checked_sub(self.window.from.0)?;
        (x < self.window.seen.width).then_some(self.window.seen.x + x)
    }

    fn row(&self, row: u16) -> Option<u16> {
        let y = row.checked_sub(self.window.from.1)?;
        (y < self.window.seen.height).then_some(self.window.seen.y + y)
    }

    fn put(&mut self, column: u16, row: u16, c: char, style: Style) {
        let (Some(x), Some(y)) = (self.column(column), self.row(row)) else { return };
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_char(c).set_style(style);
        }
    }

    /// Writes outside of the board, where the screen allows it.
    fn write(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if self.buffer.area.contains((x, y).into()) {
            self.buffer.set_string(x, y, text, style);
        }
    }
}

/// What is to be seen on a cell.
struct Look<'a> {
    sprite: Option<&'a Sprite>,
    shape: Shape,
    /// Whether squares of two shades tell cells apart: then pieces get no shade of their own.
    chequered: bool,
    last: bool,
    marked: bool,
    hint: bool,
    touched: bool,
    possible: bool,
    cursor: bool,
}

struct Looks<'a> {
    app: &'a App,
    sprites: Vec<Option<&'a Sprite>>,
    marked: Vec<CellId>,
    /// Only shown once a gesture has begun: before, the pieces themselves say enough.
    possible: Vec<CellId>,
    chequered: bool,
}

impl<'a> Looks<'a> {
    fn new(app: &'a App) -> Looks<'a> {
        let mut sprites = vec![None; app.layout.cells.len()];
        for piece in &app.shown.position.scene().pieces {
            if let Some(slot) = sprites.get_mut(usize::from(piece.cell.0)) {
                *slot = Some(&piece.sprite);
            }
        }
        let begun = !app.gesture.touched().is_empty();
        Looks {
            sprites,
            marked: app.shown.position.marked(),
            possible: if begun { app.possible() } else { Vec::new() },
            chequered: app.layout.cells.iter().any(|cell| cell.shape == Shape::Dark),
            app,
        }
    }

    fn of(&self, cell: CellId) -> Look<'a> {
        let app = self.app;
        let index = usize::from(cell.0);
        Look {
            sprite: self.sprites.get(index).copied().flatten(),
            shape: app.layout.cells.get(index).map_or(Shape::Square, |cell| cell.shape),
            chequered: self.chequered,
            last: app.shown.last.contains(&cell),
            marked: self.marked.contains(&cell),
            hint: app.hint.contains(&cell),
            touched: app.gesture.touched().contains(&cell),
            possible: self.possible.binary_search(&cell).is_ok(),
            cursor: app.cursor.cell == cell,
        }
    }
}

impl Look<'_> {
    fn glyph(&self) -> char {
        match (self.sprite, self.possible) {
            (Some(sprite), _) => sprite.glyph,
            (None, true) => '•',
            (None, false) if matches!(self.shape, Shape::Hole | Shape::Button) => HOLE,
            (None, false) => EMPTY,
        }
    }

    /// The style of the piece, on the ground of the cell.
    fn style(&self, theme: Theme, large: bool) -> Style {
        let owner = self.sprite.map(|sprite| sprite.owner);
        let mut style = match owner {
            Some(Some(owner)) => theme.player(owner),
            Some(None) => theme.nobody(),
            None if self.possible => theme.possible(),
            None => theme.lines(),
        };
        if self.shape == Shape::Dark {
            style = style.patch(theme.dark());
        }
        if let (true, false, Some(Some(owner))) = (large, self.chequered, owner) {
            style = theme.shaded(style, owner);
        }
        let on = |set: bool, style: Style, ground: fn(Theme, Style) -> Style| {
            if set { ground(theme, style) } else { style }
        };
        // What is said later lies above.
        style = on(self.last, style, Theme::last);
        style = on(self.hint, style, Theme::hint);
        style = on(self.touched, style, Theme::touched);
        style = on(self.marked, style, Theme::marked);
        on(self.cursor, style, Theme::cursor)
    }
}

fn draw_cell(
    canvas: &mut Canvas<'_>,
    placement: &Placement,
    centre: (u16, u16),
    look: &Look<'_>,
    theme: Theme,
) {
    let pitch = placement.pitch;
    let (column, row) = centre;
    let style = look.style(theme, pitch.down > 2);
    if pitch.ruled {
        let (half_width, half_height) = (pitch.across / 2 - 1, pitch.down / 2 - 1);
        for y in row - half_height..=row + half_height {
            for x in column - half_width..=column + half_width {
                canvas.put(x, y, ' ', style);
            }
        }
    }
    // Between lines an empty cell needs no dot to be seen.
    let empty = look.sprite.is_none() && !look.possible && pitch.ruled;
    canvas.put(column, row, if empty { ' ' } else { look.glyph() }, style);
    let small = look.sprite.map(|sprite| height(sprite.height)).unwrap_or_default();
    if !small.is_empty() {
        for (x, c) in (column + 1..placement.next_in_row(centre)).zip(small.chars()) {
            canvas.put(x, row, c, style);
        }
    }
    if look.cursor {
        let brackets = if pitch.ruled { style.patch(theme.brackets()) } else { theme.brackets() };
        let reach = if pitch.ruled { pitch.across / 2 - 1 } else { 1 };
        canvas.put(column - reach, row, '[', brackets);
        // The height of a stack stays readable: the bracket stands behind it, or nowhere if there is no room.
        let closing = column + reach.max(small.chars().count() as u16 + 1);
        if small.is_empty() || closing < placement.next_in_row(centre) {
            canvas.put(closing, row, ']', brackets);
        }
    }
}

/// Lines around every cell, joined where they meet.
fn draw_lines(canvas: &mut Canvas<'_>, placement: &Placement, style: Style) {
    const UP: u8 = 1;
    const RIGHT: u8 = 2;
    const DOWN: u8 = 4;
    const LEFT: u8 = 8;
    const JOINTS: [char; 16] =
        [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let width = usize::from(placement.width);
    let mut arms = vec![0u8; width * usize::from(placement.height)];
    let mut add = |column: u16, row: u16, arm: u8| {
        if let Some(slot) = arms.get_mut(usize::from(row) * width + usize::from(column)) {
            *slot |= arm;
        }
    };
    let (half_width, half_height) = (placement.pitch.across / 2, placement.pitch.down / 2);
    for &(column, row) in &placement.centres {
        let (left, right) = (column - half_width, column + half_width);
        let (top, bottom) = (row - half_height, row + half_height);
        for x in left..right {
            for y in [top, bottom] {
                add(x, y, RIGHT);
                add(x + 1, y, LEFT);
            }
        }
        for y in top..bottom {
            for x in [left, right] {
                add(x, y, DOWN);
                add(x, y + 1, UP);
            }
        }
    }
    for (index, arm) in arms.into_iter().enumerate().filter(|(_, arm)| *arm != 0) {
        canvas.put((index % width) as u16, (index / width) as u16, JOINTS[usize::from(arm)], style);
    }
}

/// Names at the edges, and arrows where the board goes on.
fn draw_names(canvas: &mut Canvas<'_>, placement: &Placement, gutter: u16, below: u16, theme: Theme) {
    let Window { seen, from } = canvas.window;
    let style = theme.labels();
    let width = usize::from(gutter.saturating_sub(1));
    for (row, name) in &placement.rows {
        if let Some(y) = canvas.row(*row) {
            canvas.write(seen.x.saturating_sub(gutter), y, &format!("{name:>width$}"), style);
        }
    }
    if below > 0 {
        for (column, name) in placement.spaced_columns() {
            if let Some(x) = canvas.column(*column) {
                canvas.write(x, seen.bottom(), name, style);
            }
        }
    }
    let arrow = theme.brackets();
    let before = seen.x.saturating_sub(1);
    if from.1 > 0 {
        canvas.write(before, seen.y, "▲", arrow);
    }
    if from.1 + seen.height < placement.height {
        canvas.write(before, seen.bottom().saturating_sub(1), "▼", arrow);
    }
    if from.0 > 0 {
        canvas.write(before, seen.bottom(), "◀", arrow);
    }
    if from.0 + seen.width < placement.width {
        canvas.write(seen.right().saturating_sub(1), seen.bottom(), "▶", arrow);
    }
}
