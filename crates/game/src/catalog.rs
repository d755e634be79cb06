//! Texts in the languages of the people who read them.

use std::collections::BTreeMap;

use crate::player::Player;

/// A language that mossa speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English, and whatever has no translation.
    #[default]
    English,
    /// Italian.
    Italian,
}

impl Language {
    /// The language of a code such as `it`, `it_IT.UTF-8` or `en`; `None` if mossa does not speak it.
    pub fn from_code(code: &str) -> Option<Language> {
        match code.split(['_', '-', '.']).next()? {
            "en" | "C" | "POSIX" => Some(Language::English),
            "it" => Some(Language::Italian),
            _ => None,
        }
    }
}

/// Texts by key, from files with lines `key = text`; `#` begins a comment.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    english: BTreeMap<String, String>,
    italian: BTreeMap<String, String>,
}

impl Catalog {
    /// The catalogue of an English and an Italian file.
    pub fn new(english: &str, italian: &str) -> Catalog {
        Catalog { english: read(english), italian: read(italian) }
    }

    /// The text for `key`; in English if it is not translated, the key itself if it is unknown.
    pub fn text<'a>(&'a self, language: Language, key: &'a str) -> &'a str {
        self.find(language, key).unwrap_or(key)
    }

    /// The text for `key`, in English if it is not translated; nothing if it is unknown.
    pub fn find(&self, language: Language, key: &str) -> Option<&str> {
        let translated = match language {
            Language::English => None,
            Language::Italian => self.italian.get(key),
        };
        translated.or_else(|| self.english.get(key)).map(String::as_str)
    }

    /// All texts by their keys; in English where they are not translated.
    pub fn texts(&self, language: Language) -> BTreeMap<String, String> {
        let mut texts = self.english.clone();
        if language == Language::Italian {
            texts.extend(self.italian.iter().map(|(key, text)| (key.clone(), text.clone())));
        }
        texts
    }

    /// What the player in a seat is called, as `player-1`, `player-2`... say; nothing if they do not.
    pub fn seat(&self, language: Language, seat: Player) -> Option<&str> {
        self.find(language, &format!("player-{seat}"))
    }

    /// The text for `key` with `{name}` replaced by the value of that name.
    pub fn format(&self, language: Language, key: &str, values: &[(&str, &str)]) -> String {
        values.iter().fold(self.text(language, key).to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    }

    /// Keys that one language has and the other lacks: a complete translation gives none.
    pub fn untranslated(&self) -> Vec<&str> {
        let lacking = |all: &'_ BTreeMap<String, String>, key: &String| !all.contains_key(key);
        let not_italian = self.english.keys().filter(|key| lacking(&self.italian, key));
        let not_english = self.italian.keys().filter(|key| lacking(&self.english, key));
        not_italian.chain(not_english).map(String::as_str).collect()
    }
}

fn read(file: &str) -> BTreeMap<String, String> {
    file.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .map(|(key, text)| (key.trim().to_owned(), text.trim().to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fall_back_to_english_and_then_to_the_key() {
        let catalog = Catalog::new("# greeting\nhi = Hello {name}\nbye = Bye", "hi = Ciao {name}");
        assert_eq!(catalog.format(Language::Italian, "hi", &[("name", "Ada")]), "Ciao Ada");
        assert_eq!(catalog.text(Language::Italian, "bye"), "Bye");
        assert_eq!(catalog.text(Language::English, "unknown"), "unknown");
        assert_eq!(catalog.find(Language::Italian, "unknown"), None);
        assert_eq!(catalog.untranslated(), ["bye"]);
        assert_eq!(Language::from_code("it_IT.UTF-8"), Some(Language::Italian));
        assert_eq!(Language::from_code("xx"), None);
    }

    #[test]
    fn seats_have_the_names_that_games_give_them() {
        let catalog = Catalog::new("player-1 = White", "player-1 = Bianco");
        assert_eq!(catalog.seat(Language::English, Player::FIRST), Some("White"));
        assert_eq!(catalog.seat(Language::Italian, Player::FIRST), Some("Bianco"));
        assert_eq!(catalog.seat(Language::English, Player::SECOND), None);
    }
}
