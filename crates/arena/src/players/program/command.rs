//! Commands as people write them on one line.

use mossa_game::{InputError, InputKind};

/// The words of a command: separated by blanks, or in quotes.
pub fn command_words(command: &str) -> Result<Vec<String>, InputError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match c {
            '"' | '\'' if quote.is_none() || quote == Some(c) => {
                quote = if quote.is_none() { Some(c) } else { None };
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && quote.is_none() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    let fine = quote.is_none() && words.first().is_some_and(|program| !program.is_empty());
    fine.then_some(words).ok_or_else(|| {
        let expected = "a command such as `python3 bot.py`, quotes closed";
        InputError::new(InputKind::Setting, format!("no command in `{command}`"), expected)
    })
}
