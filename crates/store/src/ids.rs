//! Ids are 128 random bits that the caller chooses before anything is stored, so that what is tried again after a
//! failure is stored once. They are written as 32 hexadecimal digits.

use std::fmt;
use std::str::FromStr;

use mossa_game::{InputError, InputKind};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(u128);

        impl $name {
            /// A new one: 128 bits from the random numbers of the system.
            pub fn random() -> Result<$name, StoreError> {
                Ok($name(random_bits()?))
            }

            /// The id with these bits.
            pub const fn from_bits(bits: u128) -> $name {
                $name(bits)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl FromStr for $name {
            type Err = InputError;

            fn from_str(text: &str) -> Result<$name, InputError> {
                bits(text).map($name).ok_or_else(|| {
                    InputError::new(
                        InputKind::Setting,
                        format!("\"{text}\" is no id of {}", $what),
                        "32 hexadecimal digits",
                    )
                })
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = InputError;

            fn try_from(text: String) -> Result<$name, InputError> {
                text.parse()
            }
        }
    };
}

id!(
    /// Which game.
    GameId,
    "a game"
);
id!(
    /// Which opponent.
    OpponentId,
    "an opponent"
);
id!(
    /// Which run.
    RunId,
    "a run"
);
id!(
    /// Which table, and which game once it is over: both have the same bits.
    TableId,
    "a table"
);

impl From<TableId> for GameId {
    fn from(id: TableId) -> GameId {
        GameId(id.0)
    }
}

fn random_bits() -> Result<u128, StoreError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Random { why: error.to_string() })?;
    Ok(u128::from_le_bytes(bytes))
}

/// The bits of exactly 32 hexadecimal digits; a sign, which the standard library would accept, is none.
fn bits(text: &str) -> Option<u128> {
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if digits { u128::from_str_radix(text, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_written_and_read_back() {
        let id = GameId::from_bits(0xabc);
        assert_eq!(id.to_string(), "00000000000000000000000000000abc");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"00000000000000000000000000000abc\"");
        for bad in ["", "abc", "+0000000000000000000000000000abc", "g0000000000000000000000000000abc"] {
            let error = bad.parse::<GameId>().unwrap_err();
            assert!(error.to_string().contains("32 hexadecimal digits"), "{error}");
        }
    }

    #[test]
    fn random_ids_differ() {
        assert_ne!(RunId::random().unwrap(), RunId::random().unwrap());
    }
}
