//! Values that must be the same, whatever is switched on.

use std::collections::BTreeMap;

use mossa_game::{Assessment, Verdict};

use super::table::{Agreement, Disagreement};

/// What a row found in a position.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The row.
    pub row: String,
    /// What it found.
    pub value: Assessment,
    /// Whether nothing guessed and the search went to the depth that was asked for, so that its value is that of
    /// plain minimax.
    pub exact: bool,
    /// Whether a proven result is certain in the game itself, and not only among those who play as the search
    /// assumes.
    pub sure: bool,
}

/// Compares what rows find with what those before found.
#[derive(Debug, Default)]
pub struct Referee {
    /// The first exact row of each position.
    exact: BTreeMap<usize, Finding>,
    /// The first row of each position that has a proof.
    proven: BTreeMap<usize, Finding>,
}

impl Referee {
    /// Takes what a row found in a position, and gives what it contradicts.
    pub fn judge(&mut self, position: usize, finding: &Finding) -> Option<Disagreement> {
        let mut contradicted = None;
        if let Some(verdict) = verdict(finding.value).filter(|_| finding.sure) {
            let first = self.proven.entry(position).or_insert_with(|| finding.clone());
            if self::verdict(first.value) != Some(verdict) {
                contradicted = Some((first.clone(), Agreement::Proven));
            }
        }
        if finding.exact {
            let first = self.exact.entry(position).or_insert_with(|| finding.clone());
            if number(first.value) != number(finding.value) {
                contradicted = Some((first.clone(), Agreement::Exact));
            }
        }
        let (first, reason) = contradicted?;
        Some(Disagreement {
            position,
            first: first.row,
            first_value: first.value.to_string(),
            second: finding.row.clone(),
            second_value: finding.value.to_string(),
            reason,
        })
    }
}

fn verdict(value: Assessment) -> Option<Verdict> {
    match value {
        Assessment::Proven { outcome, .. } => Some(outcome),
        Assessment::Guess { .. } => None,
    }
}

/// What two values are compared by: whether a value of 0 is known to be a draw may differ between searches that
/// otherwise find the same.
fn number(value: Assessment) -> Assessment {
    match value {
        Assessment::Proven { outcome: Verdict::Draw, .. } => Assessment::Guess { score: 0 },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(row: &str, value: &str, exact: bool) -> Finding {
        Finding { row: row.to_owned(), value: value.parse().unwrap(), exact, sure: true }
    }

    #[test]
    fn exact_rows_must_find_the_same_number() {
        let mut referee = Referee::default();
        assert_eq!(referee.judge(0, &finding("minimax", "+5", true)), None);
        assert_eq!(referee.judge(1, &finding("minimax", "0", true)), None);
        assert_eq!(referee.judge(0, &finding("lmr", "+7", false)), None, "who guesses may differ");
        assert_eq!(referee.judge(1, &finding("+table", "draw", true)), None, "a draw is worth 0");
        let wrong = referee.judge(0, &finding("+table", "+3", true)).unwrap();
        let told = "position 1: +table finds +3, minimax +5, though both are exact";
        assert_eq!((wrong.to_string().as_str(), wrong.reason), (told, Agreement::Exact));
        assert_eq!(referee.judge(0, &finding("+pvs", "+5", true)), None);
    }

    #[test]
    fn a_win_is_as_far_away_in_all_exact_rows() {
        let mut referee = Referee::default();
        assert_eq!(referee.judge(0, &finding("minimax", "win in 5", true)), None);
        assert_eq!(referee.judge(0, &finding("lmr", "win in 7", false)), None);
        assert!(referee.judge(0, &finding("+table", "win in 7", true)).is_some());
    }

    #[test]
    fn proofs_do_not_contradict_each_other() {
        let mut referee = Referee::default();
        assert_eq!(referee.judge(0, &finding("all", "win in 9", false)), None);
        assert_eq!(referee.judge(0, &finding("none", "0", false)), None, "not seen yet");
        let wrong = referee.judge(0, &finding("-pvs", "draw", false)).unwrap();
        assert_eq!(wrong.to_string(), "position 1: -pvs finds draw, all win in 9, though both are sure");
        let unsure = Finding { sure: false, ..finding("paranoid", "loss in 3", false) };
        assert_eq!(referee.judge(0, &unsure), None);
    }
}
