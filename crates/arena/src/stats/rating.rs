//! Ratings fitted to all results of a tournament of two-player games at once.
//!
//! **Model.** A player with rating r expects the score p = 1 / (1 + 10^((r' - r) / 400)) against one with r'
//! (Bradley and Terry, on the Elo scale). A draw counts as half a win and half a loss. The ratings are those of the
//! greatest likelihood, found by Newton's method: each player then expects exactly what it scored.
//!
//! **Errors.** A draw-prone game varies less than this model, made for wins and losses, believes. So the covariance
//! is the sandwich A B A, where A is the inverse of the information (what the model believes: p (1 - p) for each
//! game) and B the sum of the squared residuals (what was observed). With two players this is the observed variance
//! of the score divided by the slope of the curve, as in [`super::elo`]. Ratings have the mean 0, and errors are those
//! against that mean: with two players each has half of the difference, and half of its error.
//!
//! **Players without a rating.** Whoever never lost anything against the others, even as a group, has no finite
//! rating, and without any residual there is no error. Only then, a prior is added: half a win and half a loss,
//! divided among the opponents, for each player. For two players this is Jeffreys' prior of a probability. Where
//! the results alone can be fitted, nothing is added, so that the same games
//! of a match give the same Elo as [`super::elo`].
//!
//! Groups of players who never met are fitted apart, each with a mean of 0: nothing can be said between them.

use super::elo::{ELO_PER_LOGIT, Z_95};
use super::linear::{Matrix, inverse, product, zeros};
use crate::summary::{Rating, Tally};

/// Newton's method needs about five rounds; each halving of a step that went too far costs no more than another.
const MOST_ROUNDS: usize = 100;

/// Ratings that change by less than this (in units of 174 Elo) are found.
const SETTLED: f64 = 1e-10;

/// Residuals of fewer games than this are rounding errors.
const NO_RESIDUAL: f64 = 1e-9;

/// The ratings of `players` players. Each result counts the games between two players, seen by the first of them;
/// the same two may occur again. `None` for players without games.
pub fn fit(players: usize, results: &[(usize, usize, Tally)]) -> Vec<Option<Rating>> {
    let meetings: Vec<Meeting> = results
        .iter()
        .filter(|(one, other, tally)| one != other && *one.max(other) < players && tally.games() > 0)
        .map(|&(one, other, tally)| Meeting {
            one,
            other,
            wins: tally.wins as f64,
            draws: tally.draws as f64,
            losses: tally.losses as f64,
        })
        .collect();
    let mut ratings = vec![None; players];
    for group in groups(players, &meetings) {
        let mut seat = vec![0; players];
        group.iter().enumerate().for_each(|(index, &player)| seat[player] = index);
        let own = meetings.iter().filter(|meeting| group.contains(&meeting.one));
        let own =
            own.map(|meeting| Meeting { one: seat[meeting.one], other: seat[meeting.other], ..*meeting });
        for (player, rating) in group.iter().zip(fit_group(group.len(), own.collect())) {
            ratings[*player] = Some(rating);
        }
    }
    ratings
}

/// All games between two players, seen by the first.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    one: usize,
    other: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Meeting {
    fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }

    fn score(&self) -> f64 {
        self.wins + self.draws / 2.0
    }

    /// The score of a game that the first player expects.
    fn expected(&self, strengths: &[f64]) -> f64 {
        1.0 / (1.0 + (strengths[self.other] - strengths[self.one]).exp())
    }

    /// The sum of the squared differences between the results and what was expected.
    fn residual(&self, expected: f64) -> f64 {
        self.wins * (1.0 - expected).powi(2)
            + self.draws * (0.5 - expected).powi(2)
            + self.losses * expected.powi(2)
    }
}

/// The players who are connected through games, group by group; those without games are in none.
fn groups(players: usize, meetings: &[Meeting]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); players];
    for meeting in meetings {
        neighbours[meeting.one].push(meeting.other);
        neighbours[meeting.other].push(meeting.one);
    }
    let mut seen = vec![false; players];
    let mut groups = Vec::new();
    for player in 0..players {
        if !seen[player] && !neighbours[player].is_empty() {
            let group = reachable(player, &neighbours);
            group.iter().for_each(|&member| seen[member] = true);
            groups.push(group);
        }
    }
    groups
}

/// Everybody who can be reached from `start`, itself included.
fn reachable(start: usize, neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; neighbours.len()];
    seen[start] = true;
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        for &neighbour in &neighbours[found[next]] {
            if !std::mem::replace(&mut seen[neighbour], true) {
                found.push(neighbour);
            }
        }
        next += 1;
    }
    found
}

/// The ratings of players who are all connected.
fn fit_group(players: usize, meetings: Vec<Meeting>) -> Vec<Rating> {
    let plain = has_maximum(players, &meetings).then(|| rate(players, &meetings)).flatten();
    plain.or_else(|| rate(players, &with_prior(players, meetings))).unwrap_or_default()
}

/// Whether finite ratings have the greatest likelihood: from each player a chain of partial successes leads to each
/// other one (Ford). Otherwise some group of players took everything from the rest.
fn has_maximum(players: usize, meetings: &[Meeting]) -> bool {
    let (mut above, mut below) = (vec![Vec::new(); players], vec![Vec::new(); players]);
    for meeting in meetings {
        if meeting.score() > 0.0 {
            below[meeting.one].push(meeting.other);
            above[meeting.other].push(meeting.one);
        }
        if meeting.score() < meeting.games() {
            below[meeting.other].push(meeting.one);
            above[meeting.one].push(meeting.other);
        }
    }
    [above, below].iter().all(|edges| reachable(0, edges).len() == players)
}

/// Adds a game for each player, half won and half lost, divided among its opponents by how often they met. As a game
/// belongs to two players, each adds one half of it.
fn with_prior(players: usize, mut meetings: Vec<Meeting>) -> Vec<Meeting> {
    let mut games = vec![0.0; players];
    for meeting in &meetings {
        games[meeting.one] += meeting.games();
        games[meeting.other] += meeting.games();
    }
    for meeting in &mut meetings {
        let added = meeting.games() * (1.0 / games[meeting.one] + 1.0 / games[meeting.other]) / 2.0;
        meeting.wins += added / 2.0;
        meeting.losses += added / 2.0;
    }
    meetings
}

/// The most likely ratings and their errors; `None` if they cannot be found, or if results do not vary at all.
fn rate(players: usize, meetings: &[Meeting]) -> Option<Vec<Rating>> {
    let strengths = most_likely(players, meetings)?;
    let residuals = laplacian(players, meetings, Meeting::residual, &strengths);
    if (0..players).any(|player| residuals[player][player] < NO_RESIDUAL) {
        return None;
    }
    let inverse = pseudo_inverse(information(players, meetings, &strengths))?;
    let covariance = product(&product(&inverse, &residuals), &inverse);
    let rating = |player: usize| Rating {
        elo: ELO_PER_LOGIT * strengths[player],
        error: ELO_PER_LOGIT * Z_95 * covariance[player][player].max(0.0).sqrt(),
    };
    Some((0..players).map(rating).collect())
}

/// The strengths, in units of [`ELO_PER_LOGIT`] and with mean 0, of the greatest likelihood.
fn most_likely(players: usize, meetings: &[Meeting]) -> Option<Vec<f64>> {
    let mut strengths = vec![0.0; players];
    let mut likelihood = log_likelihood(meetings, &strengths);
    for _ in 0..MOST_ROUNDS {
        let mut gradient = vec![0.0; players];
        for meeting in meetings {
            let surplus = meeting.score() - meeting.games() * meeting.expected(&strengths);
            gradient[meeting.one] += surplus;
            gradient[meeting.other] -= surplus;
        }
        let inverse = pseudo_inverse(information(players, meetings, &strengths))?;
        let mut step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
        // The likelihood is concave: a step along the gradient, if short enough, leads upward.
        loop {
            let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            let next: Vec<f64> = strengths.iter().zip(&step).map(|(a, b)| a + b).collect();
            let improved = log_likelihood(meetings, &next);
            if longest < SETTLED {
                return Some(next);
            }
            if improved >= likelihood {
                (strengths, likelihood) = (next, improved);
                break;
            }
            step.iter_mut().for_each(|part| *part /= 2.0);
        }
    }
    Some(strengths)
}

fn log_likelihood(meetings: &[Meeting], strengths: &[f64]) -> f64 {
    // ln p and ln (1 - p), written so that neither loses its digits.
    let ln = |difference: f64| -(-difference).exp().ln_1p();
    let each = meetings.iter().map(|meeting| {
        let difference = strengths[meeting.one] - strengths[meeting.other];
        meeting.score() * ln(difference) + (meeting.games() - meeting.score()) * ln(-difference)
    });
    each.sum()
}

/// What the model believes to know: p (1 - p) for each game.
fn information(players: usize, meetings: &[Meeting], strengths: &[f64]) -> Matrix {
    laplacian(players, meetings, |meeting, p| meeting.games() * p * (1.0 - p), strengths)
}

/// The sum over all meetings of a weight, given the expected score, times (e_one - e_other)(e_one - e_other)^T.
fn laplacian(
    players: usize,
    meetings: &[Meeting],
    weight: impl Fn(&Meeting, f64) -> f64,
    strengths: &[f64],
) -> Matrix {
    let mut matrix = zeros(players);
    for meeting in meetings {
        let weight = weight(meeting, meeting.expected(strengths));
        matrix[meeting.one][meeting.one] += weight;
        matrix[meeting.other][meeting.other] += weight;
        matrix[meeting.one][meeting.other] -= weight;
        matrix[meeting.other][meeting.one] -= weight;
    }
    matrix
}

/// The inverse of a Laplacian on vectors of mean 0. It maps (1, ..., 1) to 0; making that a direction like any other
/// (adding c to each entry) gives a matrix with an inverse, from which the part of that direction,
/// 1 / (c n^2) in each entry, is taken away again.
fn pseudo_inverse(mut laplacian: Matrix) -> Option<Matrix> {
    let size = laplacian.len() as f64;
    let trace: f64 = (0..laplacian.len()).map(|i| laplacian[i][i]).sum();
    // The mean of the other eigenvalues, divided by n: of the same size, so that no digits are lost.
    let constant = trace / (size * size);
    laplacian.iter_mut().flatten().for_each(|entry| *entry += constant);
    let mut inverse = inverse(laplacian)?;
    let excess = 1.0 / (constant * size * size);
    inverse.iter_mut().flatten().for_each(|entry| *entry -= excess);
    Some(inverse)
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}
