//! Tags, and lines that do not grow too long.

/// `[Name "value"]` with its line end; quotes, backslashes and line ends in the value are protected.
pub fn tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r");
    format!("[{name} \"{value}\"]\n")
}

/// Words put together to lines.
#[derive(Clone, Debug)]
pub struct Wrapped {
    text: String,
    column: usize,
    most: usize,
    /// What is put in front of the next word.
    before: String,
    /// The last word: something may still be put behind it.
    last: String,
}

impl Wrapped {
    /// No words yet. Lines will have at most `most` characters, unless a word is longer.
    pub fn new(most: usize) -> Wrapped {
        Wrapped { text: String::new(), column: 0, most, before: String::new(), last: String::new() }
    }

    /// One more word.
    pub fn word(&mut self, word: &str) {
        self.flush();
        self.last.push_str(&std::mem::take(&mut self.before));
        self.last.push_str(word);
    }

    /// Something to stand in front of the next word.
    pub fn before(&mut self, sign: char) {
        self.before.push(sign);
    }

    /// Something to stand behind the last word.
    pub fn behind(&mut self, sign: char) {
        self.last.push(sign);
    }

    /// The words of a comment in braces. Blanks between them count as one; there must be no closing brace among them.
    pub fn comment(&mut self, text: &str) {
        self.before('{');
        text.split_whitespace().for_each(|word| self.word(word));
        if !self.before.is_empty() {
            self.word("");
        }
        self.behind('}');
    }

    /// A comment behind a semicolon, on lines of its own: it may say anything but line ends.
    pub fn line_comment(&mut self, text: &str) {
        if !self.before.is_empty() {
            self.word("");
        }
        self.flush();
        if self.column > 0 {
            self.break_line();
        }
        self.text.push(';');
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// The text, whose last line is ended.
    pub fn finish(mut self) -> String {
        self.flush();
        if self.column > 0 {
            self.break_line();
        }
        self.text
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    fn flush(&mut self) {
        if self.last.is_empty() {
            return;
        }
        let word = std::mem::take(&mut self.last);
        let length = word.chars().count();
        // At the beginning of a line these would be taken for something else.
        let may_begin = !word.starts_with('%') && !word.starts_with("[Event");
        if self.column > 0 {
            if self.column + 1 + length > self.most && may_begin {
                self.break_line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(&word);
        self.column += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_allowed() {
        let mut wrapped = Wrapped::new(10);
        for word in ["1.", "e4", "e5", "2.", "Nf3"] {
            wrapped.word(word);
        }
        wrapped.before('(');
        wrapped.word("abcd");
        wrapped.behind(')');
        assert_eq!(wrapped.finish(), "1. e4 e5\n2. Nf3\n(abcd)\n");
    }

    #[test]
    fn comments_are_wrapped_and_never_begin_an_escape() {
        let mut wrapped = Wrapped::new(8);
        wrapped.comment("one  two\n%x [Event [%clk");
        wrapped.comment("");
        wrapped.line_comment(" a } b");
        wrapped.word("e4");
        assert_eq!(wrapped.finish(), "{one two %x [Event\n[%clk}\n{}\n; a } b\ne4\n");
    }

    #[test]
    fn values_of_tags_are_protected() {
        assert_eq!(tag("A", "\"x\" \\ \n"), "[A \"\\\"x\\\" \\\\ \\n\"]\n");
    }
}
