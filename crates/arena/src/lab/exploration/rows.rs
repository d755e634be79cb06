//! What an exploration amounts to: plain data for terminal and JSON.

use mossa_engine::{Ending, Method};
use mossa_game::{Player, Verdict};
use serde::Serialize;

use super::{Step, Way};

/// What others published about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Figures {
    /// What the player who makes the move gets; a draw if nobody wins within the turns.
    pub result: Verdict,
    /// Nodes.
    pub nodes: u64,
    /// Nodes in which the game was over.
    pub finals: u64,
    /// Cut-offs.
    pub cutoffs: u64,
}

/// The tree behind one move, or the sum of all moves of a step.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct OpeningRow {
    /// Which step, from 0.
    pub step: usize,
    /// Which move, from 1; 0 for the sum.
    pub number: usize,
    /// The move; `total` for the sum.
    pub opening: String,
    /// What follows it: `player 1 wins in 9`. Plies are counted from before the move.
    pub result: String,
    /// What the player who makes the move gets; nothing for the sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    #[serde(skip)]
    pub(super) ending: Option<Ending>,
    /// Positions visited.
    pub nodes: u64,
    /// Those in which the game was over.
    pub finals: u64,
    /// Cut-offs.
    pub cutoffs: u64,
    /// Positions written into the table.
    pub stores: u64,
    /// Positions found in the table.
    pub hits: u64,
    /// The time it took.
    pub seconds: f64,
    /// Whether it was explored to its turns, and not broken off by a limit of nodes or time.
    pub finished: bool,
    /// Whether the result is that of all steps that must find the same.
    pub agrees: bool,
    /// What others published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Figures>,
    /// Whether all that others published was found again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal: Option<bool>,
}

impl OpeningRow {
    /// Puts the figures of others beside.
    pub(super) fn compare(&mut self, published: Option<&Figures>) {
        self.published = published.copied();
        self.equal = published.map(|theirs| {
            let ours = Figures {
                result: self.verdict.unwrap_or(Verdict::Draw),
                nodes: self.nodes,
                finals: self.finals,
                cutoffs: self.cutoffs,
            };
            ours == *theirs
        });
    }
}

/// One step with all its moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StepTable {
    /// What people call it.
    pub name: String,
    /// The board.
    pub game: String,
    /// The position whose moves are explored.
    pub position: String,
    /// How many turns may follow each move.
    pub turns: u32,
    /// The search: `alphabeta`, `maxn`, `paranoid`, or the name of what is repeated.
    pub method: String,
    /// The techniques that are on.
    pub features: Vec<String>,
    /// The moves in their order.
    pub rows: Vec<OpeningRow>,
    /// Their sum.
    pub total: OpeningRow,
    /// Whether all moves were explored.
    pub complete: bool,
}

impl StepTable {
    /// The table of a step before anything is known.
    pub(super) fn of(step: &Step) -> StepTable {
        let game = step.root.game();
        let (method, features) = match &step.way {
            Way::Search { method, set } => {
                (method_name(*method, game.players()).to_owned(), set.features.iter().collect())
            }
            Way::Reproduction(name) => (name.clone(), Vec::new()),
        };
        StepTable {
            name: step.name.clone(),
            game: game.name().to_owned(),
            position: step.root.text(),
            turns: step.turns,
            method,
            features: features.into_iter().map(|feature| feature.name().to_owned()).collect(),
            ..StepTable::default()
        }
    }
}

fn method_name(method: Method, players: usize) -> &'static str {
    match method {
        _ if players == 2 => "alphabeta",
        Method::Paranoid => "paranoid",
        _ => "maxn",
    }
}

/// The sum of the moves of step `step`.
pub(super) fn total(step: usize, rows: &[OpeningRow]) -> OpeningRow {
    let sum = |field: fn(&OpeningRow) -> u64| rows.iter().map(field).sum();
    OpeningRow {
        step,
        opening: "total".to_owned(),
        nodes: sum(|row| row.nodes),
        finals: sum(|row| row.finals),
        cutoffs: sum(|row| row.cutoffs),
        stores: sum(|row| row.stores),
        hits: sum(|row| row.hits),
        seconds: rows.iter().map(|row| row.seconds).sum(),
        finished: rows.iter().all(|row| row.finished),
        agrees: rows.iter().all(|row| row.agrees),
        equal: rows.iter().map(|row| row.equal).try_fold(true, |all, equal| Some(all && equal?)),
        ..OpeningRow::default()
    }
}

/// What `player` gets, as far as it is known.
pub(super) fn verdict(ending: Ending, player: Player) -> Option<Verdict> {
    match ending {
        Ending::Win { player: winner, .. } if winner == player => Some(Verdict::Win),
        Ending::Win { .. } | Ending::OthersWin { .. } => Some(Verdict::Loss),
        Ending::Draw | Ending::Open => Some(Verdict::Draw),
    }
}

/// What a publication's result says to people; it knows no distances, and two players.
pub(super) fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "player 1 wins",
        Verdict::Loss => "player 2 wins",
        Verdict::Draw => "open",
    }
}
