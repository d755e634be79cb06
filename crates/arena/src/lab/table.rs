//! What a comparison of searches amounts to: plain data for terminal, JSON and report.

use std::fmt;

use serde::Serialize;

/// Several searches of the same positions.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct LabTable {
    /// What was compared.
    pub title: String,
    /// The positions, as they are written.
    pub positions: Vec<String>,
    /// One row for each search, in the order in which they are to be read.
    pub rows: Vec<LabRow>,
    /// The same for each position alone, search by search; empty if there is only one.
    pub each: Vec<LabRow>,
    /// Values that should have been the same.
    pub disagreements: Vec<Disagreement>,
    /// How many searches were asked for. There are fewer rows if the work was interrupted.
    pub planned: usize,
}

impl LabTable {
    /// All nodes of all searches.
    pub fn nodes(&self) -> u64 {
        self.rows.iter().map(|row| row.nodes).sum()
    }

    /// The time of all searches.
    pub fn seconds(&self) -> f64 {
        self.rows.iter().map(|row| row.seconds).sum()
    }
}

/// One search over all positions: everything is counted over all of them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct LabRow {
    /// What searched: a method, or what was switched on or off.
    pub name: String,
    /// The techniques that are on.
    pub features: Vec<String>,
    /// Which position, from 0, if it is about one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<usize>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// How deep it searched: the least of all positions.
    pub depth: u32,
    /// How deep it searched: the mean of all positions.
    pub mean_depth: f64,
    /// Beta cut-offs.
    pub cutoffs: u64,
    /// Those that the first move gave.
    pub first_move_cutoffs: u64,
    /// Positions written into the table.
    pub stores: u64,
    /// Positions found in the table.
    pub hits: u64,
    /// Positions that the table made a search needless for.
    pub table_cutoffs: u64,
    /// Visited positions that were over.
    pub terminal: u64,
    /// Positions that were evaluated.
    pub evaluations: u64,
    /// Its nodes for each node of the row it is compared with, over the positions that both finished; nothing where
    /// there is none.
    pub ratio: Option<f64>,
    /// The share of beta cut-offs that the first move gave.
    pub first_move_share: Option<f64>,
    /// The effective branching factor; the geometric mean of all positions.
    pub branching: f64,
    /// What each position is worth to the player to move, in the order of the positions.
    pub values: Vec<String>,
    /// Whether nothing was guessed: all such rows have the same values at the same depth.
    pub exact: bool,
    /// Whether it is exact and searched every position to the depth that was asked for, so that its values must be
    /// those of all others of this kind.
    pub comparable: bool,
    /// Whether its values are those of the exact rows, as far as they must be.
    pub agrees: bool,
    /// Whether it came to its end, and was not broken off by a limit of nodes or time.
    pub finished: bool,
}

/// Two searches that should have found the same, and did not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Disagreement {
    /// Which position, from 0.
    pub position: usize,
    /// The row that came first.
    pub first: String,
    /// What it found.
    pub first_value: String,
    /// The row that contradicts it.
    pub second: String,
    /// What that one found.
    pub second_value: String,
    /// Why they should agree.
    pub reason: Agreement,
}

/// Why two searches must find the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// Neither guesses, and both searched to the same depth.
    Exact,
    /// Both say that the result is certain.
    Proven,
}

/// `position 2: +table finds +3, alphabeta +5, though both are exact`.
impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { position, first, first_value, second, second_value, reason } = self;
        let reason = match reason {
            Agreement::Exact => "exact",
            Agreement::Proven => "sure",
        };
        let number = position + 1;
        write!(
            f,
            "position {number}: {second} finds {second_value}, {first} {first_value}, though both are {reason}"
        )
    }
}
