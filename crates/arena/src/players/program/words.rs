//! The words of lines.

/// `text` in quotes and on one short line, for reasons of faults.
pub(in crate::players) fn quoted(text: &str) -> String {
    /// Enough to recognise a line by, or to read why somebody refuses.
    const MOST: usize = 160;
    let mut shown: String = text.chars().take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('\u{2026}');
    }
    format!("{shown:?}")
}

/// The end of `text` in quotes: the last words say most.
pub(super) fn quoted_end(text: &str) -> String {
    /// Two or three lines of an error message.
    const MOST: usize = 240;
    let skipped = text.chars().count().saturating_sub(MOST);
    let mut shown: String = text.chars().skip(skipped).collect();
    if skipped > 0 {
        shown.insert(0, '\u{2026}');
    }
    format!("{shown:?}")
}

/// The first word of a line and the rest.
pub(in crate::players) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_harmless() {
        assert_eq!(quoted("a\u{1b}[2J\n"), "\"a\\u{1b}[2J\\n\"");
        assert!(quoted(&"x".repeat(10_000)).chars().count() < 170);
        assert_eq!(quoted_end("the end"), "\"the end\"");
        let long = quoted_end(&format!("{}the end", "x".repeat(10_000)));
        assert!(long.chars().count() < 250 && long.ends_with("the end\""), "{long}");
    }

    #[test]
    fn lines_have_a_first_word() {
        for (line, split) in [("", ("", "")), (" a ", ("a", "")), ("a\t b  c ", ("a", "b  c"))] {
            assert_eq!(split_word(line), split);
        }
    }
}
