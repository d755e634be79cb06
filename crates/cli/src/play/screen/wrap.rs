//! Texts that are longer than a line.

/// The words of `text` on lines of at most `width` characters. A word that is longer is cut.
pub(super) fn lines(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut letters: Vec<char> = word.chars().collect();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + letters.len() <= width => {
                line.push(' ');
                line.extend(letters);
                continue;
            }
            _ => {}
        }
        while letters.len() > width {
            let rest = letters.split_off(width);
            lines.push(letters.into_iter().collect());
            letters = rest;
        }
        lines.push(letters.into_iter().collect());
    }
    lines
}

/// The same on `most` lines; what does not fit is left out, and a sign says so.
pub(super) fn at_most(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines = lines(text, width);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let kept = width.saturating_sub(1).min(last.chars().count());
            *last = last.chars().take(kept).chain(['…']).collect();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_where_they_fit() {
        assert_eq!(lines("now touch where it goes", 9), ["now touch", "where it", "goes"]);
        assert_eq!(lines("a abcdefgh b", 3), ["a", "abc", "def", "gh", "b"]);
        assert_eq!(lines("", 5), Vec::<String>::new());
        assert_eq!(lines("ab", 0), ["a", "b"]);
    }

    #[test]
    fn what_is_left_out_is_said() {
        assert_eq!(at_most("one two three four", 8, 2), ["one two", "three…"]);
        assert_eq!(at_most("one two", 8, 2), ["one two"]);
        assert_eq!(at_most("one two", 3, 1), ["on…"]);
    }
}
