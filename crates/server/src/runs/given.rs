//! Runs that are wanted, and what they have come to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What kind of run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunKind {
    /// The first player against each of the others.
    Match,
    /// Everybody against everybody.
    Tournament,
    /// The same positions, searched with one set of techniques after the other.
    Lab,
}

impl RunKind {
    /// All of them.
    pub(crate) const ALL: [RunKind; 3] = [RunKind::Match, RunKind::Tournament, RunKind::Lab];

    /// The word for it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            RunKind::Match => "match",
            RunKind::Tournament => "tournament",
            RunKind::Lab => "lab",
        }
    }
}

/// A run that is wanted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct RunGiven {
    /// What kind.
    pub(crate) kind: RunKind,
    /// The game with its options.
    #[schema(example = "mnk:3,3,3")]
    pub(crate) game: String,
    /// The players: `level:2`, `mossa:nodes=2000`, `perfect`, `random`. The laboratory has none.
    #[serde(default)]
    #[schema(example = json!(["level:2", "random"]))]
    pub(crate) players: Vec<String>,
    /// How many games, at least.
    #[serde(default)]
    pub(crate) games: Option<u64>,
    /// `start`, or `random:4`.
    #[serde(default)]
    pub(crate) openings: Option<String>,
    /// Where all randomness begins.
    #[serde(default)]
    pub(crate) seed: u64,
    /// How many positions a player may look at for a move if it does not say, or a search of the laboratory at most.
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
    /// How deep the laboratory searches, if not as the game proposes.
    #[serde(default)]
    pub(crate) depth: Option<u32>,
    /// What the laboratory compares: sets of techniques, such as `alphabeta;alphabeta,table;all`; otherwise techniques are
    /// switched on one by one.
    #[serde(default)]
    pub(crate) sets: Option<String>,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// It waits.
    Queued,
    /// It is carried out.
    Running,
    /// It is complete.
    Done,
    /// Somebody stopped it.
    Stopped,
    /// It broke down.
    Failed,
}

impl Stage {
    /// Whether nothing more comes.
    pub(crate) fn is_end(self) -> bool {
        !matches!(self, Stage::Queued | Stage::Running)
    }
}

/// What a run has come to.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct RunState {
    /// Which one.
    pub(crate) id: String,
    /// What kind.
    pub(crate) kind: RunKind,
    /// The game with its options.
    pub(crate) game: String,
    /// How far it has come.
    pub(crate) state: Stage,
    /// How many games are played, or positions searched.
    pub(crate) done: u64,
    /// How many there will be.
    pub(crate) games: u64,
    /// What came out so far.
    #[serde(flatten)]
    pub(crate) standings: Standings,
    /// What the laboratory found: rows, each a set of techniques with its nodes, seconds, depth, cut-offs and values.
    #[schema(value_type = Option<Object>)]
    pub(crate) lab: Option<serde_json::Value>,
}

/// What games have come to.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Standings {
    /// The players, best first.
    pub(crate) standings: Vec<StandingText>,
    /// Row against column, as texts, in the order of the standings.
    pub(crate) crosstable: Vec<Vec<String>>,
    /// A match of two: what it says about the first of those who were named.
    pub(crate) elo: Option<Duel>,
}

/// How a player did.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct StandingText {
    /// What it is called.
    pub(crate) name: String,
    /// Points.
    pub(crate) points: f64,
    /// Games.
    pub(crate) games: u64,
    /// Won.
    pub(crate) wins: u64,
    /// Drawn.
    pub(crate) draws: u64,
    /// Lost.
    pub(crate) losses: u64,
    /// The rating over the whole run.
    pub(crate) elo: Option<f64>,
    /// Its 95 % error.
    pub(crate) error: Option<f64>,
    /// Positions a second.
    pub(crate) nodes_per_second: Option<f64>,
}

/// What a match of two says.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Duel {
    /// The difference in Elo.
    pub(crate) elo: Option<f64>,
    /// Its 95 % error.
    pub(crate) error: Option<f64>,
    /// The likelihood that the first is the stronger one.
    pub(crate) los: Option<f64>,
    /// Pairs of games by what the first got: 0, 1/2, 1, 3/2, 2.
    pub(crate) pentanomial: [u64; 5],
}
