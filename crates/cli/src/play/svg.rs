//! A picture of a screen.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The size of a character, in pixels: what common monospaced fonts have at 14 pixels.
const CELL: (f32, f32) = (8.4, 17.0);
const FONT_SIZE: f32 = 14.0;
/// Space around the screen.
const MARGIN: f32 = 12.0;
const BACKGROUND: &str = "#1c1c1c";
const FOREGROUND: &str = "#d0d0d0";

/// The screen as an SVG document.
pub(crate) fn render(buffer: &Buffer) -> String {
    let area = buffer.area;
    let width = f32::from(area.width) * CELL.0 + 2.0 * MARGIN;
    let height = f32::from(area.height) * CELL.1 + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" \
         font-size=\"{FONT_SIZE}\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n"
    );
    for y in 0..area.height {
        grounds(buffer, y, &mut svg);
        letters(buffer, y, &mut svg);
    }
    svg + "</svg>\n"
}

/// Backgrounds, with neighbours of one colour as one rectangle.
fn grounds(buffer: &Buffer, y: u16, svg: &mut String) {
    for (start, length, colour) in runs(buffer, y, |cell| colours(cell).1) {
        let Some(colour) = colour else { continue };
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
            MARGIN + f32::from(start) * CELL.0,
            MARGIN + f32::from(y) * CELL.1,
            f32::from(length) * CELL.0,
            CELL.1
        );
    }
}

/// Texts, with neighbours of one style as one element of exact length, so that every font keeps the columns.
fn letters(buffer: &Buffer, y: u16, svg: &mut String) {
    for text in texts(buffer, y) {
        let bold = if text.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
        let under =
            if text.modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" fill=\"{}\"{bold}{under}>{}</text>",
            MARGIN + f32::from(text.start) * CELL.0,
            // The base line lies about a quarter of a character above its lower edge.
            MARGIN + f32::from(y) * CELL.1 + CELL.1 * 0.77,
            text.letters.chars().count() as f32 * CELL.0,
            text.colour,
            text.letters.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
        );
    }
}

/// Letters of one style that stand together.
struct Text {
    start: u16,
    letters: String,
    colour: String,
    modifier: Modifier,
}

/// The texts of a row. Single blanks belong to the text around them, whatever their style; none stand at its ends,
/// and two never meet, because renderers disagree about them.
fn texts(buffer: &Buffer, y: u16) -> Vec<Text> {
    let mut found: Vec<Text> = Vec::new();
    for x in 0..buffer.area.width {
        let Some(cell) = buffer.cell((x, y)).filter(|cell| !cell.symbol().trim().is_empty()) else {
            continue;
        };
        let (colour, modifier) = (colours(cell).0, cell.modifier & (Modifier::BOLD | Modifier::UNDERLINED));
        let goes_on = |text: &&mut Text| {
            let blanks = x - text.start - text.letters.chars().count() as u16;
            blanks < 2 && text.colour == colour && text.modifier == modifier
        };
        match found.last_mut().filter(goes_on) {
            Some(text) => {
                if x > text.start + text.letters.chars().count() as u16 {
                    text.letters.push(' ');
                }
                text.letters.push_str(cell.symbol());
            }
            None => found.push(Text { start: x, letters: cell.symbol().to_owned(), colour, modifier }),
        }
    }
    found
}

/// Stretches of a row in which `of` is the same: start, length and what it is.
fn runs<T: PartialEq>(buffer: &Buffer, y: u16, of: impl Fn(&Cell) -> T) -> Vec<(u16, u16, T)> {
    let mut found: Vec<(u16, u16, T)> = Vec::new();
    for x in 0..buffer.area.width {
        let Some(cell) = buffer.cell((x, y)) else { continue };
        let value = of(cell);
        match found.last_mut() {
            Some((_, length, last)) if *last == value => *length += 1,
            _ => found.push((x, 1, value)),
        }
    }
    found
}

/// Foreground and background, exchanged where the cell is reversed.
fn colours(cell: &Cell) -> (String, Option<String>) {
    let (fore, back) = (hex(cell.fg), hex(cell.bg));
    if cell.modifier.contains(Modifier::REVERSED) {
        let paper = back.unwrap_or_else(|| BACKGROUND.to_owned());
        return (paper, Some(fore.unwrap_or_else(|| FOREGROUND.to_owned())));
    }
    (fore.unwrap_or_else(|| FOREGROUND.to_owned()), back)
}

/// The colours 16 to 255 of the common palette: a cube of 6x6x6 and 24 greys. The screen uses no others.
fn hex(colour: Color) -> Option<String> {
    let Color::Indexed(index) = colour else { return None };
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let (red, green, blue) = match index {
        0..16 => return None,
        16..232 => {
            let cube = index - 16;
            (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        232.. => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
    };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    #[test]
    fn colours_are_those_of_the_palette() {
        let shown = [16, 21, 196, 231, 232, 255].map(|index| hex(Color::Indexed(index)).unwrap());
        assert_eq!(shown, ["#000000", "#0000ff", "#ff0000", "#ffffff", "#080808", "#eeeeee"]);
        assert_eq!(hex(Color::Reset), None);
    }

    #[test]
    fn letters_of_one_style_are_one_text_and_markup_is_escaped() {
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 9, 1));
        buffer.set_string(0, 0, " a< b  ", Style::new().fg(Color::Indexed(196)).bg(Color::Indexed(21)));
        let svg = render(&buffer);
        assert!(
            svg.contains(">a&lt; b</text>") && svg.contains("x=\"20.4\"") && svg.contains("fill=\"#ff0000\""),
            "{svg}"
        );
        assert!(svg.contains("fill=\"#0000ff\""), "{svg}");
    }
}
