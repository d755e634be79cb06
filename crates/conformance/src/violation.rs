//! A promise that a game does not keep.

use std::fmt;

/// Which promise was broken, where, and how: all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The promise, as the name of the check.
    pub check: &'static str,
    /// The options of the game.
    pub options: String,
    /// The seed of the random game: a suite of one game with this seed plays it again.
    pub seed: u64,
    /// The moves before it happened.
    pub moves: Vec<String>,
    /// What differed.
    pub problem: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = if self.options.is_empty() { "by default" } else { &self.options };
        writeln!(f, "broken promise: {}", self.check)?;
        writeln!(f, "  options  {options}")?;
        writeln!(f, "  seed     {}", self.seed)?;
        writeln!(f, "  moves    {}", self.moves.join(" "))?;
        write!(f, "  problem  {}", self.problem)
    }
}

impl std::error::Error for Violation {}
