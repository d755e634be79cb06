//! What the playing screen says, in the language of whoever plays.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition, LineAssessment, Sitter, Skill};
use mossa_game::{Assessment, Catalog, Fact, InputError, Language, Outcome, Player, Verdict};

use crate::args::Lang;

/// The texts in one language.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    catalog: Catalog,
    language: Language,
    /// What the players of the game are called, by seats; nothing where it has no names.
    seats: Vec<Option<String>>,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::En => Language::English,
            Lang::It => Language::Italian,
        }
    }
}

/// The language asked for; otherwise the first of MOSSA_LANG, LC_ALL and LANG that names one mossa speaks.
pub(crate) fn language(asked: Option<Lang>) -> Language {
    let from_environment = || {
        let set = |name| std::env::var(name).ok().filter(|code| !code.is_empty());
        ["MOSSA_LANG", "LC_ALL", "LANG"].into_iter().find_map(|name| Language::from_code(&set(name)?))
    };
    asked.map(Language::from).or_else(from_environment).unwrap_or_default()
}

fn catalog() -> Catalog {
    Catalog::new(include_str!("../locales/en.txt"), include_str!("../locales/it.txt"))
}

impl Texts {
    /// The texts in `language`.
    pub(crate) fn new(language: Language) -> Texts {
        Texts { catalog: catalog(), language, seats: Vec::new() }
    }

    /// The same with the names that `game` gives its players.
    pub(crate) fn about(mut self, game: &dyn AnyGame) -> Texts {
        let name = |seat| game.catalog().seat(self.language, seat).map(str::to_owned);
        self.seats = Player::all(game.players()).map(name).collect();
        self
    }

    /// A text as it stands.
    pub(crate) fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.catalog.text(self.language, key)
    }

    /// A text with its names filled in.
    pub(crate) fn with(&self, key: &str, values: &[(&str, &str)]) -> String {
        self.catalog.format(self.language, key, values)
    }

    /// How moves of a game are written: its text `move-notation`, or in English if it has none.
    pub(crate) fn notation(&self, game: &dyn AnyGame) -> String {
        const KEY: &str = "move-notation";
        let translated = Some(game.catalog().text(self.language, KEY)).filter(|text| *text != KEY);
        self.with("plain.notation", &[("notation", translated.unwrap_or(game.info().move_notation))])
    }

    /// A text that `game` has, if it has it.
    pub(crate) fn of_game(&self, game: &dyn AnyGame, key: &str) -> Option<String> {
        game.catalog().find(self.language, key).map(str::to_owned)
    }

    /// What is told beside the board of a position, a line each.
    pub(crate) fn facts(&self, position: &dyn AnyPosition) -> Vec<String> {
        let game = position.game();
        let told = |fact: Fact| {
            let values: Vec<_> = fact.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            game.catalog().format(self.language, fact.key, &values)
        };
        position.facts().into_iter().map(told).collect()
    }

    /// A move as it may be typed: what the game shows, or one from the middle of those at the beginning.
    pub(crate) fn example(&self, game: &Arc<dyn AnyGame>) -> String {
        self.of_game(&**game, "move-example").unwrap_or_else(|| {
            let mut moves = Arc::clone(game).start().moves();
            let middle = moves.len() / 2;
            if moves.is_empty() { String::new() } else { moves.swap_remove(middle).text }
        })
    }

    /// A list of moves, and how many there are.
    pub(crate) fn moves(&self, all: &[&str]) -> String {
        let key = if all.len() == 1 { "say.one-move" } else { "say.moves" };
        self.with(key, &[("count", &all.len().to_string()), ("moves", &all.join(" "))])
    }

    /// How the engine plays.
    pub(crate) fn skill(&self, skill: Skill) -> String {
        match skill {
            Skill::Level(level) => self.with("title.level", &[("level", &level.to_string())]),
            Skill::Perfect => self.get("title.perfect").to_owned(),
        }
    }

    /// What the player in a seat is called: as the game says, or by number.
    fn seat(&self, seat: Player) -> String {
        self.named(seat).map_or_else(|| self.numbered(seat), str::to_owned)
    }

    fn named(&self, seat: Player) -> Option<&str> {
        self.seats.get(seat.index())?.as_deref()
    }

    /// `player 1`
    pub(crate) fn numbered(&self, seat: Player) -> String {
        self.with("seat.player", &[("seat", &seat.to_string())])
    }

    /// Who sits in a seat, as seen by `sitters`: the only person is "you", and engines that are the same have their
    /// seats before their names.
    pub(crate) fn sitter(&self, sitters: &[Sitter], seat: Player) -> String {
        let name = match sitters.get(seat.index()) {
            Some(Sitter::Engine(Skill::Level(level))) => {
                self.with("seat.engine", &[("level", &level.to_string())])
            }
            Some(Sitter::Engine(Skill::Perfect)) => self.get("seat.perfect").to_owned(),
            Some(Sitter::Guest(name)) => name.clone(),
            Some(Sitter::Human(_)) if is_alone(sitters) => return self.get("seat.you").to_owned(),
            _ => return self.seat(seat),
        };
        let same = sitters.iter().filter(|other| Some(*other) == sitters.get(seat.index())).count();
        if same < 2 {
            return name;
        }
        self.with("seat.both", &[("seat", &self.seat(seat)), ("name", &name)])
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self, sitters: &[Sitter], seat: Player) -> String {
        match sitters.get(seat.index()) {
            Some(Sitter::Human(_)) if is_alone(sitters) => self.get("turn.you").to_owned(),
            Some(Sitter::Engine(_) | Sitter::Guest(_)) => {
                self.with("turn.thinking", &[("name", &self.sitter(sitters, seat))])
            }
            _ => match self.named(seat) {
                Some(name) => self.with("turn.named", &[("name", name)]),
                None => self.with("turn.player", &[("seat", &seat.to_string())]),
            },
        }
    }

    /// How the game ended.
    pub(crate) fn ending(&self, sitters: &[Sitter], outcome: &Outcome) -> String {
        let Some(winner) = outcome.winner() else {
            let all_first = outcome.places().iter().all(|place| *place == 1);
            let places = outcome.to_string();
            return if all_first {
                self.get("end.draw").to_owned()
            } else {
                self.with("end.places", &[("places", &places)])
            };
        };
        let person_won = sitters.get(winner.index()).is_some_and(Sitter::is_human);
        match (is_alone(sitters), person_won) {
            (true, true) => self.get("end.you-win").to_owned(),
            (alone, _) => {
                let key = if alone { "end.you-lose" } else { "end.wins" };
                capitalised(&self.with(key, &[("name", &self.sitter(sitters, winner))]))
            }
        }
    }

    /// What a line is worth to `mover`.
    pub(crate) fn value(&self, value: &LineAssessment, mover: Player) -> String {
        match value {
            LineAssessment::Mover(assessment) => self.assessment(assessment),
            LineAssessment::Each(all) => {
                all.get(mover.index()).map_or_else(String::new, |own| self.assessment(own))
            }
        }
    }

    fn assessment(&self, assessment: &Assessment) -> String {
        let Assessment::Proven { outcome, plies } = assessment else { return assessment.to_string() };
        let key = match outcome {
            Verdict::Win => "value.win",
            Verdict::Loss => "value.loss",
            Verdict::Draw => "value.draw",
        };
        self.with(key, &[("plies", &plies.map_or_else(|| "?".to_owned(), |plies| plies.to_string()))])
    }

    /// What was wrong with something typed.
    pub(crate) fn mistake(&self, error: &InputError) -> String {
        self.with("error.line", &[("problem", &error.problem), ("expected", &error.expected)])
    }
}

/// Whether exactly one person plays.
fn is_alone(sitters: &[Sitter]) -> bool {
    sitters.iter().filter(|sitter| sitter.is_human()).count() == 1
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_engine::Level;

    fn texts(language: Language) -> Texts {
        Texts::new(language)
    }

    #[test]
    fn nothing_is_untranslated() {
        assert_eq!(catalog().untranslated(), Vec::<&str>::new());
    }

    #[test]
    fn translations_fill_in_the_same_names() {
        let files = [include_str!("../locales/en.txt"), include_str!("../locales/it.txt")];
        let names = |line: &str| -> Vec<String> {
            let mut found: Vec<_> =
                line.split('{').skip(1).filter_map(|p| Some(p.split_once('}')?.0.to_owned())).collect();
            found.sort();
            found
        };
        let [english, italian] = files.map(|file| {
            file.lines()
                .filter(|line| !line.starts_with('#'))
                .filter_map(|line| line.split_once(" = "))
                .map(|(key, text)| (key.to_owned(), names(text)))
                .collect::<Vec<_>>()
        });
        assert!(english.len() > 50);
        assert_eq!(english, italian);
    }

    #[test]
    fn every_text_that_the_code_asks_for_exists() {
        let sources = [
            include_str!("texts.rs"),
            include_str!("commands/lab/adaptive/paper.rs"),
            include_str!("play/app.rs"),
            include_str!("play/desk.rs"),
            include_str!("play/plain.rs"),
            include_str!("play/screen/mod.rs"),
            include_str!("play/screen/help.rs"),
            include_str!("play/screen/panel.rs"),
        ];
        let catalog = catalog();
        let mut count = 0;
        for source in sources {
            let quoted = source.split('"').filter(|part| {
                let known = [
                    "title.", "turn.", "seat.", "end.", "value.", "panel.", "key.", "input.", "say.",
                    "error.", "help.", "plain.", "adapt.",
                ];
                known.iter().any(|prefix| part.starts_with(prefix))
                    && !part.contains([' ', '/', '{'])
                    && !part.ends_with('.')
            });
            for key in quoted {
                count += 1;
                assert_ne!(catalog.text(Language::English, key), key, "{key} has no text");
            }
        }
        assert!(count > 40, "only {count} keys were found");
    }

    #[test]
    fn every_game_tells_how_to_write_moves_in_both_languages() {
        for info in mossa_engine::families() {
            let game = mossa_engine::open(info.name).unwrap();
            let [english, italian] =
                [Language::English, Language::Italian].map(|language| texts(language).notation(&*game));
            assert_eq!(english, format!("Moves: {}", info.move_notation));
            assert!(italian.starts_with("Mosse: ") && !italian.contains(info.move_notation), "{italian}");
        }
    }

    #[test]
    fn the_only_person_is_you() {
        let engine = Sitter::Engine(Level::FULL.into());
        let person = Sitter::Human("player 1".to_owned());
        let alone = [person.clone(), engine];
        let both = [person.clone(), person];
        assert_eq!(texts(Language::English).sitter(&alone, Player::FIRST), "you");
        assert_eq!(texts(Language::Italian).sitter(&both, Player::SECOND), "giocatore 2");
        let lost = texts(Language::English).ending(&alone, &Outcome::win(Player::SECOND, 2));
        assert_eq!(lost, "Mossa level 8 wins.");
        let won = texts(Language::Italian).ending(&alone, &Outcome::win(Player::FIRST, 2));
        assert_eq!(won, "Hai vinto!");
        assert_eq!(texts(Language::English).ending(&both, &Outcome::draw(2)), "Draw.");
    }

    #[test]
    fn players_have_the_names_of_the_game_and_engines_that_are_the_same_their_seats() {
        let dipole = mossa_engine::open("dipole").unwrap();
        let [english, italian] =
            [Language::English, Language::Italian].map(|language| texts(language).about(&*dipole));
        let engine = |level: u8| Sitter::Engine(Level::new(level).unwrap().into());
        let both = [Sitter::Human("Ada".to_owned()), Sitter::Human("Bob".to_owned())];
        assert_eq!(english.turn(&both, Player::SECOND), "Black to move");
        assert_eq!(italian.turn(&both, Player::FIRST), "Muove Bianco");
        assert_eq!(italian.ending(&both, &Outcome::win(Player::SECOND, 2)), "Vince Nero.");
        let won = Outcome::win(Player::FIRST, 2);
        assert_eq!(english.ending(&[engine(1), engine(1)], &won), "White (mossa level 1) wins.");
        assert_eq!(english.ending(&[engine(1), engine(2)], &won), "Mossa level 1 wins.");
        let nameless = texts(Language::English).ending(&[engine(1), engine(1)], &won);
        assert_eq!(nameless, "Player 1 (mossa level 1) wins.");
    }

    #[test]
    fn facts_and_lists_are_told_in_both_languages() {
        let mut position = mossa_engine::open("dipole").unwrap().start();
        position.play("H5,NE,4").unwrap();
        assert_eq!(
            texts(Language::English).facts(&*position),
            ["pieces: White 8, Black 12", "moves until pieces are counted: White 59, Black 60"]
        );
        assert_eq!(texts(Language::Italian).facts(&*position)[0], "pedine: Bianco 8, Nero 12");
        assert_eq!(texts(Language::English).facts(&*mossa_engine::open("steere").unwrap().start()).len(), 1);
        assert_eq!(texts(Language::English).moves(&["b2"]), "1 move: b2");
        assert_eq!(texts(Language::Italian).moves(&["b2", "c3"]), "2 mosse: b2 c3");
        let example = |game: &str| texts(Language::English).example(&mossa_engine::open(game).unwrap());
        assert_eq!((example("dipole"), example("mnk:3,3,3")), ("H5,NE,1".to_owned(), "b2".to_owned()));
    }
}
