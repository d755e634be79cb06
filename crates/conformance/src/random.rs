//! Seeded randomness: the same seed gives the same games on every machine.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random numbers, choices and damaged texts.
#[derive(Clone, Debug)]
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(crate) fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `end`, which must not be 0. The tiny bias of the remainder does not matter here.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// One of `items`, if there are any.
    pub(crate) fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }

    /// At most `most` of `items`, each at most once.
    pub(crate) fn sample<T: Copy>(&mut self, items: &[T], most: usize) -> Vec<T> {
        if items.len() <= most {
            return items.to_vec();
        }
        let mut all = items.to_vec();
        for index in 0..most {
            let other = index + self.below(all.len() - index);
            all.swap(index, other);
        }
        all.truncate(most);
        all
    }

    /// `text` with one to three small damages.
    pub(crate) fn damage(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            self.damage_once(&mut chars);
        }
        chars.into_iter().collect()
    }

    fn damage_once(&mut self, chars: &mut Vec<char>) {
        /// What tends to break readers: signs, separators, control characters, characters of several bytes.
        const STRANGE: &[char] =
            &['0', '1', '9', 'a', 'z', 'Z', ' ', '-', '+', '.', ',', '/', '=', '\n', '\0', 'é', '♞', '🂡'];
        let at = self.below(chars.len() + 1);
        let known = self.choose(chars);
        match self.below(5) {
            0 => chars.insert(at, STRANGE[self.below(STRANGE.len())]),
            1 => chars.extend(known),
            2 if at < chars.len() => drop(chars.remove(at)),
            3 if at < chars.len() => chars[at] = known.unwrap_or('?'),
            4 if at < chars.len() => chars[at] = STRANGE[self.below(STRANGE.len())],
            _ => chars.truncate(at),
        }
    }
}

/// Texts that no game can mean, and that simple readers stumble over.
pub(crate) const GARBAGE: &[&str] = &[
    "",
    " ",
    "\n",
    "\0",
    "?",
    "-",
    "-1",
    "+1",
    "99999999999999999999999999",
    "é",
    "♞♞♞",
    "🂡",
    "a\u{301}",
    "((((",
    "a\tb",
    "............................................................",
    "%s%n",
    "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
];
