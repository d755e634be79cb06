//! What a word of a game is, as far as that does not depend on the game.

/// Whether `word` is the result of a game for two, or `*` for one that goes on.
pub fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// Whether `word` is a number in front of a move: `12.`, `12...`, or only the dots.
pub fn is_move_number(word: &str) -> bool {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    !dots.is_empty() && dots.bytes().all(|c| c == b'.')
}

/// Whether `word` is a remark such as `$14`.
pub fn is_glyph(word: &str) -> bool {
    let number = word.strip_prefix('$');
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
}

/// `word` without a number in front of it, if there are dots behind that.
pub fn without_number(word: &str) -> &str {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if dots.starts_with('.') { dots.trim_start_matches('.') } else { word }
}

/// `word` without a number in front of it and marks such as `!?` behind it.
pub fn bare_move(word: &str) -> &str {
    without_number(word).trim_end_matches(['!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_marks_come_off() {
        let cases = [
            ("12.Nf3", "Nf3"),
            ("12...Nf6!?", "Nf6"),
            ("...e5", "e5"),
            ("4", "4"),
            ("a.b", "a.b"),
            ("12.", ""),
        ];
        for (word, bare) in cases {
            assert_eq!(bare_move(word), bare, "{word}");
        }
        assert!(["12.", "3...", "..."].into_iter().all(is_move_number));
        assert!(!["12", "1.a", "a.", ""].into_iter().any(is_move_number));
    }

    #[test]
    fn glyphs_and_results_are_known() {
        assert!(["$1", "$140"].into_iter().all(is_glyph));
        assert!(!["$", "$x", "1", "$1x"].into_iter().any(is_glyph));
        assert!(["1-0", "0-1", "1/2-1/2", "*"].into_iter().all(is_result));
        assert!(!["1-1", "1/2", "", "0-0"].into_iter().any(is_result));
    }
}
