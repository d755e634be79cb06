//! What a run amounts to.

use serde::Serialize;

use crate::played::Effort;
use crate::stats::WinShare;

/// Everything that is concluded from a run so far. Only plain numbers: terminal, JSON and report show the same.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What kind of run: `match`, `round-robin`, `gauntlet`, `swiss`, `pods`.
    pub kind: String,
    /// The boards, by their full names.
    pub boards: Vec<String>,
    /// How many games count.
    pub games: u64,
    /// How many were planned.
    pub planned: u64,
    /// The seconds that players thought, over all games.
    pub seconds: f64,
    /// The players in the order of the run's list.
    pub players: Vec<Standing>,
    /// Row against column: `crosstable[row][column]`, nothing on the diagonal.
    pub crosstable: Vec<Vec<Tally>>,
    /// Row against column on each board: `by_board[board][row][column]`; empty if there is only one board.
    pub by_board: Vec<Vec<Vec<Tally>>>,
    /// A match of two: what it says about them.
    pub duel: Option<Duel>,
    /// Results of each opening.
    pub openings: Vec<OpeningRow>,
    /// How often each seat was first, shared the first place, or lost.
    pub by_seat: Vec<Tally>,
    /// Plies of the games.
    pub length: Length,
    /// Why games ended, and how often: `rules`, `resignation`, `draw-rule`, `proven`, `length`, `forfeit`.
    pub endings: Vec<(String, u64)>,
    /// Games lost by a fault.
    pub forfeits: Vec<ForfeitRow>,
}

/// Wins, draws and losses of somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// First, and alone.
    pub wins: u64,
    /// First, together with others.
    pub draws: u64,
    /// Not first.
    pub losses: u64,
}

impl Tally {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win counts 1, a draw 1/2.
    pub fn score(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// One player in a run.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// What the player is called.
    pub name: String,
    /// How it was described.
    pub spec: String,
    /// Place in the run, 1 being the best; by points for each game, then rating.
    pub place: usize,
    /// All its games.
    pub tally: Tally,
    /// Points by the run's point system.
    pub points: f64,
    /// Rounds of a Swiss tournament that it sat out, each worth as much as winning all games of a round.
    pub byes: u64,
    /// The rating fitted over the whole run, on the Elo scale with a mean of 0 over all players; `None` before
    /// anything can be said.
    pub rating: Option<Rating>,
    /// Games lost by a fault.
    pub forfeits: u64,
    /// Of these, games lost on time.
    pub time_forfeits: u64,
    /// Which part of its games it won; only in games of more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<WinShare>,
    /// Its results by the seat it sat in.
    pub by_seat: Vec<Tally>,
    /// What it spent.
    pub effort: Effort,
    /// Mean depth it told of.
    pub depth: Option<f64>,
    /// Positions per second it told of.
    pub speed: Option<f64>,
}

/// A rating with its 95 % error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// On the Elo scale.
    pub elo: f64,
    /// Half of the interval that holds the true one with 95 %.
    pub error: f64,
}

/// What a match of two players says, seen by the first.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// Won by the first player.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the first player.
    pub losses: u64,
    /// Complete pairs of games by what the first player got from them: 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
    /// The difference in Elo. Infinite differences (nothing but wins) are told as `None`.
    pub elo: Option<f64>,
    /// Its 95 % error.
    pub error: Option<f64>,
    /// Normalised Elo.
    pub nelo: Option<f64>,
    /// Its 95 % error.
    pub nelo_error: Option<f64>,
    /// The likelihood that the first player is the stronger one.
    pub los: Option<f64>,
    /// The sequential test, if the run has one.
    pub sprt: Option<SprtState>,
}

/// Where a sequential test stands.
#[derive(Clone, Debug, Serialize)]
pub struct SprtState {
    /// `logistic` or `normalized`.
    pub model: String,
    /// The Elo of the hypothesis "no better".
    pub elo0: f64,
    /// The Elo of the hypothesis "better".
    pub elo1: f64,
    /// The chance to accept `elo1` although `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` although `elo1` is true.
    pub beta: f64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below it, `elo0` is accepted.
    pub lower: f64,
    /// At or above it, `elo1` is accepted.
    pub upper: f64,
    /// `H0`, `H1`, or `None` while it goes on.
    pub accepted: Option<String>,
    /// The ratio after each complete pair, for the curve.
    pub curve: Vec<f64>,
}

/// The results of one opening.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningRow {
    /// The board, by its full name.
    pub board: String,
    /// Its number on that board.
    pub opening: usize,
    /// Its moves, or its position.
    pub text: String,
    /// Results of the seat that moved first.
    pub first_seat: Tally,
    /// In a match: results of the first player, from either seat.
    pub first_player: Tally,
}

/// How long the games were, in plies after the opening.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Length {
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub least: u32,
    /// The longest.
    pub most: u32,
    /// How many games had so many plies: pairs in increasing order.
    pub histogram: Vec<(u32, u64)>,
}

/// A game lost by a fault.
#[derive(Clone, Debug, Serialize)]
pub struct ForfeitRow {
    /// The game's number.
    pub game: u64,
    /// Who lost it.
    pub player: String,
    /// What it did.
    pub reason: String,
}
