//! Text that cannot break out of its place in a page.

use std::fmt;

/// A piece of HTML or SVG. What came from outside entered it escaped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Markup(String);

impl Markup {
    /// A text as it reads.
    pub(super) fn text(text: &str) -> Markup {
        Markup(escape(text))
    }

    /// A name given by others: text whose writing direction does not reach beyond it.
    pub(super) fn name(name: &str) -> Markup {
        Markup(format!("<bdi>{}</bdi>", escape(name)))
    }

    /// Markup that the caller vouches for.
    pub(super) fn raw(markup: impl Into<String>) -> Markup {
        Markup(markup.into())
    }

    /// The markup itself.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// All parts, with `between` them.
    pub(super) fn joined(parts: &[Markup], between: &str) -> Markup {
        let parts: Vec<_> = parts.iter().map(Markup::as_str).collect();
        Markup(parts.join(between))
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `text` as it may stand between tags and within quoted attributes. Characters that no document may contain are
/// replaced by the replacement character.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(letter),
            _ if letter.is_control() || is_noncharacter(letter) => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The last two code points of each plane, and 32 more: Unicode keeps them out of texts.
fn is_noncharacter(letter: char) -> bool {
    let code = u32::from(letter);
    code & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&code)
}

/// As much of `text` as fits into `width` columns, with an ellipsis for the rest. Pictures cannot break lines.
pub(super) fn clipped(text: &str, width: usize) -> String {
    if text.chars().map(columns).sum::<usize>() <= width {
        return text.to_owned();
    }
    let mut used = 1; // the ellipsis
    let fits = |letter: &char| {
        used += columns(*letter);
        used <= width
    };
    let mut kept: String = text.chars().take_while(fits).collect();
    kept.truncate(kept.trim_end().len());
    kept + "…"
}

/// Scripts from Hangul upward are mostly about twice as wide as Latin letters: a guess that never lets labels collide.
fn columns(letter: char) -> usize {
    if letter >= '\u{1100}' && !('\u{2000}'..'\u{2e80}').contains(&letter) { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes() {
        assert_eq!(escape("<b a=\"1\" b='2'>&"), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;");
        assert_eq!(escape("a\u{0}\u{1b}\u{ffff}b\n"), "a\u{fffd}\u{fffd}\u{fffd}b\n");
        assert_eq!(Markup::name("<i>").as_str(), "<bdi>&lt;i&gt;</bdi>");
    }

    #[test]
    fn long_labels_are_clipped_to_their_width() {
        assert_eq!(clipped("short", 5), "short");
        assert_eq!(clipped("longer", 5), "long…");
        assert_eq!(clipped("two words", 5), "two…");
        assert_eq!(clipped("日本語日本語", 6), "日本…");
        assert_eq!(clipped("", 0), "");
        assert_eq!(clipped("abc", 0), "…");
    }
}
