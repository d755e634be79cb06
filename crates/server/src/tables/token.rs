//! Tokens: who has one may move for a seat. Only their hashes are kept.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::problem::Problem;

/// The hash of a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct TokenHash(String);

impl TokenHash {
    /// The hash of `token`. Tokens are random numbers of 256 bits: nobody can try them all, so one round is enough.
    pub(crate) fn of(token: &str) -> TokenHash {
        TokenHash(hexadecimal(&Sha256::digest(token.as_bytes())))
    }
}

/// A new token.
pub(crate) fn random() -> Result<String, Problem> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Problem::broken(format!("no random numbers: {error}")))?;
    Ok(hexadecimal(&bytes))
}

/// A new seed.
pub(crate) fn seed() -> Result<u64, Problem> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| Problem::broken(format!("no random numbers: {error}")))?;
    Ok(u64::from_le_bytes(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
