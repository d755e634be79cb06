//! Words of the report in the reader's language.

use mossa_game::{Catalog, Language};

use super::markup::{Markup, escape};
use super::numbers::Numbers;

/// The texts in one language.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    catalog: Catalog,
    language: Language,
}

fn catalog() -> Catalog {
    Catalog::new(include_str!("../../locales/en.txt"), include_str!("../../locales/it.txt"))
}

impl Texts {
    /// The texts in `language`.
    pub(super) fn new(language: Language) -> Texts {
        Texts { catalog: catalog(), language }
    }

    /// The code of the language, as HTML wants it.
    pub(super) fn code(&self) -> &'static str {
        match self.language {
            Language::English => "en",
            Language::Italian => "it",
        }
    }

    /// How numbers are written.
    pub(super) fn numbers(&self) -> Numbers {
        Numbers::new(self.language)
    }

    /// A text as it stands.
    pub(super) fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.catalog.text(self.language, key)
    }

    /// The text `group.value`; the value itself if there is none.
    pub(super) fn word(&self, group: &str, value: &str) -> String {
        let key = format!("{group}.{value}");
        let text = self.get(&key);
        if text == key { value.to_owned() } else { text.to_owned() }
    }

    /// A text with its names filled in.
    pub(super) fn with(&self, key: &str, values: &[(&str, &str)]) -> String {
        filled(self.get(key), values)
    }

    /// A text with markup in the place of its names.
    pub(super) fn markup(&self, key: &str, values: &[(&str, &Markup)]) -> Markup {
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Markup::raw(filled(&escape(self.get(key)), &values))
    }

    /// So many things: `key.one` or `key.many`, whose `{n}` is the number.
    pub(super) fn counted(&self, key: &str, count: u64) -> String {
        let key = format!("{key}.{}", if count == 1 { "one" } else { "many" });
        self.with(&key, &[("n", &self.numbers().count(count))])
    }
}

/// `{name}` replaced by the value of that name. In one pass: what is filled in is never looked at again, so that a
/// player may be called `{name}`.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let known = after.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value, after))
        });
        match known {
            Some((value, after)) => {
                text.push_str(value);
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Ending;
    use crate::stats::Model;

    const FILES: [&str; 2] = [include_str!("../../locales/en.txt"), include_str!("../../locales/it.txt")];

    #[test]
    fn nothing_is_untranslated() {
        assert_eq!(catalog().untranslated(), Vec::<&str>::new());
    }

    #[test]
    fn both_files_fill_in_the_same_names_in_the_same_order_of_keys() {
        let names = |text: &str| {
            let mut found: Vec<_> =
                text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0.to_owned())).collect();
            found.sort();
            found
        };
        let [english, italian] = FILES.map(|file| {
            let lines = file.lines().filter(|line| !line.starts_with('#'));
            let pairs = lines.filter_map(|line| line.split_once(" = "));
            pairs.map(|(key, text)| (key.to_owned(), names(text))).collect::<Vec<_>>()
        });
        assert!(english.len() > 50);
        assert_eq!(english, italian);
    }

    #[test]
    fn every_text_that_the_code_asks_for_exists_and_every_text_is_asked_for() {
        let sources = [
            include_str!("page.rs"),
            include_str!("lab.rs"),
            include_str!("run.rs"),
            include_str!("charts/stacked.rs"),
            include_str!("run/headline.rs"),
            include_str!("run/standings.rs"),
            include_str!("run/crosstable.rs"),
            include_str!("run/duel.rs"),
            include_str!("run/openings.rs"),
            include_str!("run/boards.rs"),
            include_str!("run/seats.rs"),
            include_str!("run/games.rs"),
        ]
        .concat();
        let keys: Vec<_> = FILES[0].lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        // Words for values that only exist at run time: `word("kind", …)`, `counted("count.games", …)`.
        let by_value = ["kind.", "ending.", "scale."];
        for key in &keys {
            let stem = key.trim_end_matches(".one").trim_end_matches(".many");
            let asked = sources.contains(&format!("\"{key}\"")) || sources.contains(&format!("\"{stem}\""));
            assert!(asked || by_value.iter().any(|group| key.starts_with(group)), "nobody asks for {key}");
        }
        let groups: Vec<_> = keys.iter().filter_map(|key| Some(key.split_once('.')?.0)).collect();
        let quoted = sources.split('"').filter(|part| {
            part.split_once('.').is_some_and(|(group, rest)| {
                groups.contains(&group)
                    && rest.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '.')
            })
        });
        for key in quoted {
            let exists = keys.contains(&key) || keys.contains(&format!("{key}.one").as_str());
            assert!(exists, "{key} has no text");
        }
    }

    #[test]
    fn every_ending_and_scale_has_a_word() {
        let texts = Texts::new(Language::Italian);
        let forfeit = Ending::Forfeit { seat: 0, reason: String::new(), late: false };
        let resignation = Ending::Resignation { seat: 0 };
        for ending in [Ending::Rules, resignation, Ending::DrawRule, Ending::Proven, Ending::Length, forfeit]
        {
            assert_ne!(texts.word("ending", ending.kind()), ending.kind());
        }
        for model in [Model::Logistic, Model::Normalized].map(|model| model.to_string()) {
            assert_ne!(texts.word("scale", &model), model);
        }
    }

    #[test]
    fn what_is_filled_in_is_not_filled_in_again() {
        assert_eq!(filled("{a} and {b} {c", &[("a", "{b}"), ("b", "{a}")]), "{b} and {a} {c");
        assert_eq!(filled("{{a}}", &[("a", "1")]), "{1}");
        assert_eq!(Texts::new(Language::English).word("kind", "unheard-of"), "unheard-of");
    }
}
