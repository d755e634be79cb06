//! The classic style: the report's adaptation by weights of the evaluation.
//!
//! A search of fixed depth plays with the brain that takes weights for themes, among the moves that the judge does not find
//! worse: weights that are inflated for one theme misjudge all others, and a move that a plain search of the same depth
//! refutes is no adaptation. A theme whose bias is above 1.5 counts by
//! the square of its bias (threat inflation, "predator"): biases are multiples of what is ordinary, so the square of one
//! above 1.5 is always more, in whatever unit the evaluation counts. If the opponent underestimates threats, what the
//! opponent has counts less (defence relaxation). Proven results are never weighed: wins count from the position that is
//! searched, so that faster ones are better at every depth. Nothing is remembered from one search to the next, because the
//! weights may have changed between them.

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::BrainWeights;
use mossa_search::Limits;

use crate::judge::{Judged, look, short_sighted};
use crate::profile::Profile;

/// Above this bias the predator is awake.
pub const PREDATOR: f64 = 1.5;

/// The weights that a profile means.
pub fn weights(profile: &Profile, known: impl Fn(&BrainWeights) -> bool) -> BrainWeights {
    let mut weights = BrainWeights::default();
    for belief in profile.themes.iter().filter(|belief| belief.bias > PREDATOR) {
        let inflated = weights.clone().with(&belief.theme, percent(belief.bias * belief.bias));
        if known(&inflated) {
            weights = inflated;
        }
    }
    if profile.threat_underestimation > PREDATOR {
        let relaxed =
            weights.clone().with(BrainWeights::DEFENCE, percent(1.0 / profile.threat_underestimation));
        if known(&relaxed) {
            weights = relaxed;
        }
    }
    weights
}

fn percent(part: f64) -> u32 {
    (100.0 * part).round() as u32
}

/// The moves of `only` as the classic style sees them, best first. Without a profile nothing is weighed.
pub fn look_classic(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    profile: Option<&Profile>,
    depth: u32,
    only: &[String],
) -> Vec<Judged> {
    let brain = game.info().weighted_brain.filter(|brain| game.has_brain(brain));
    let brain = brain.map(|brain| match profile {
        Some(profile) => weights(profile, |weights| game.has_brain(&weights.name_for(brain))).name_for(brain),
        None => brain.to_owned(),
    });
    look(position, brain.as_deref(), Limits::depth(depth), short_sighted(), only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn biases_above_the_threshold_count_by_their_squares() {
        let game = mossa_engine::open("connect4").unwrap();
        let mut profile = Profile::new(game.name(), "somebody", &game.themes());
        let known = |weights: &BrainWeights| game.has_brain(&weights.name_for("patterns"));
        assert_eq!(weights(&profile, known), BrainWeights::default());
        let rising = profile.themes.iter_mut().find(|belief| belief.theme == "rising").unwrap();
        rising.bias = 1.6;
        profile.threat_underestimation = 2.0;
        let found = weights(&profile, known);
        assert_eq!(
            (found.percent("rising"), found.percent("defence"), found.percent("falling")),
            (256, 50, 100)
        );
        // A theme that the brain does not weigh stays out of it.
        profile.themes.iter_mut().find(|belief| belief.theme == "parity").unwrap().bias = 2.9;
        assert_eq!(weights(&profile, known), found);
    }

    #[test]
    fn a_win_is_taken_at_once_whatever_the_weights() {
        let game = mossa_engine::open("connect4").unwrap();
        let position = game.clone().position("434343").unwrap();
        assert_eq!(look_classic(&*game, &*position, None, 4, &[])[0].text, "4");
    }
}
