//! Drawing: lines, boxes and texts in an SVG element.

use std::fmt::Write;

use super::markup::{Markup, clipped, escape};

/// How wide all pictures are, in pixels.
pub(super) const WIDTH: f64 = 720.0;
/// The mean width of a letter at the size of the labels (13 pixels), in common fonts without serifs.
const LETTER: f64 = 7.0;

/// On which side of its place a text lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    /// To the right of it.
    Start,
    /// Around it.
    Middle,
    /// To the left of it.
    End,
}

/// A box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Area {
    /// Left edge.
    pub(super) x: f64,
    /// Upper edge.
    pub(super) y: f64,
    /// How wide.
    pub(super) width: f64,
    /// How high.
    pub(super) height: f64,
}

/// What a picture says to those who cannot see it.
#[derive(Clone, Debug)]
pub(super) struct About {
    /// A name that no other picture of the page has: letters, digits and `-`.
    pub(super) id: String,
    /// What it shows.
    pub(super) title: String,
    /// What is to be seen.
    pub(super) description: String,
}

/// A picture that is being drawn. Classes say what things are; the style of the page says how that looks.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    height: f64,
    body: String,
}

impl Canvas {
    /// Nothing drawn yet.
    pub(super) fn new(height: f64) -> Canvas {
        Canvas { height, body: String::new() }
    }

    /// A straight line.
    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(coordinate);
        let _ =
            writeln!(self.body, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }

    /// A line through many points.
    pub(super) fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<_> =
            points.iter().map(|(x, y)| format!("{},{}", coordinate(*x), coordinate(*y))).collect();
        let _ = writeln!(self.body, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
    }

    /// A dot.
    pub(super) fn dot(&mut self, class: &str, at: (f64, f64), radius: f64) {
        let [x, y, radius] = [at.0, at.1, radius].map(coordinate);
        let _ = writeln!(self.body, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// A filled box, with a text that browsers show when it is pointed at.
    pub(super) fn area(&mut self, class: &str, area: Area, tip: Option<&str>) {
        let [x, y, width, height] =
            [area.x, area.y, area.width.max(0.0), area.height.max(0.0)].map(coordinate);
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
        );
        let _ = match tip {
            Some(tip) => writeln!(self.body, "><title>{}</title></rect>", escape(tip)),
            None => writeln!(self.body, "/>"),
        };
    }

    /// A text on a base line.
    pub(super) fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str) {
        self.open_text(class, at, anchor);
        let _ = writeln!(self.body, "{}</text>", escape(text));
    }

    /// A text of which only so much is shown as fits into `width` pixels; pointing at it shows all.
    pub(super) fn label(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str, width: f64) {
        let short = clipped(text, (width / LETTER).max(1.0) as usize);
        self.open_text(class, at, anchor);
        if short != text {
            let _ = write!(self.body, "<title>{}</title>", escape(text));
        }
        let _ = writeln!(self.body, "{}</text>", escape(&short));
    }

    fn open_text(&mut self, class: &str, at: (f64, f64), anchor: Anchor) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let [x, y] = [at.0, at.1].map(coordinate);
        let _ = write!(self.body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>");
    }

    /// The picture as a figure of the page.
    pub(super) fn finish(self, about: &About) -> Markup {
        let About { id, title, description } = about;
        let [title, description] = [title, description].map(|text| escape(text));
        let height = coordinate(self.height);
        Markup::raw(format!(
            "<figure class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{title}\">\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n\
             <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n\
             {}</svg>\n</figure>\n",
            self.body
        ))
    }
}

/// A tenth of a pixel is as exact as anybody sees; it keeps the file small and the same everywhere.
fn coordinate(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short_and_finite() {
        let shown = [1.0, -0.04, 2.25, 2.349, -3.0, f64::NAN, f64::INFINITY].map(coordinate);
        assert_eq!(shown, ["1", "-0.0", "2.2", "2.3", "-3", "0", "0"].map(|s| s.replace("-0.0", "0")));
    }

    #[test]
    fn a_picture_is_described_and_escaped() {
        let mut canvas = Canvas::new(20.0);
        canvas.label("label", (0.0, 10.0), Anchor::End, "<a rather long name>", 42.0);
        canvas.area("win", Area { x: 0.0, y: 0.0, width: -3.0, height: 2.0 }, Some("a & b"));
        let about = About { id: "x".to_owned(), title: "T<".to_owned(), description: "D\"".to_owned() };
        let picture = canvas.finish(&about).to_string();
        assert!(picture.contains("<title>&lt;a rather long name&gt;</title>&lt;a ra…</text>"), "{picture}");
        assert!(picture.contains("width=\"0\" height=\"2\"><title>a &amp; b</title></rect>"), "{picture}");
        assert!(picture.contains("<title id=\"x-title\">T&lt;</title>\n<desc id=\"x-desc\">D&quot;</desc>"));
        assert!(picture.contains("text-anchor=\"end\""));
    }
}
