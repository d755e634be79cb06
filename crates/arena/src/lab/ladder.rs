//! Which techniques are switched on together: the ladder from plain minimax to everything, and everything but one.

use mossa_engine::Method;
use mossa_game::{InputError, InputKind};
use mossa_search::{Feature, Features};

/// Techniques that are measured together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureSet {
    /// What people call it: `minimax`, `+table` (this and all steps before), `all but table`, or as it was given.
    pub name: String,
    /// What is on.
    pub features: Features,
    /// What it is compared with.
    pub role: Role,
}

/// What a set is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A step of the ladder, compared with the step before.
    Step,
    /// Something is missing, compared with the last step.
    Missing,
}

impl FeatureSet {
    fn step(name: impl Into<String>, features: Features) -> FeatureSet {
        FeatureSet { name: name.into(), features, role: Role::Step }
    }

    /// Plain minimax.
    pub fn minimax() -> FeatureSet {
        FeatureSet::step(MINIMAX, Features::NONE)
    }

    /// Whether nothing guesses: all such sets find the same value at the same depth.
    pub fn is_exact(&self) -> bool {
        self.features == self.features.exact()
    }
}

/// What people call a search without any technique.
const MINIMAX: &str = "minimax";

/// The techniques that all searches for more than two players look at.
const OF_MANY: [Feature; 6] = [
    Feature::AlphaBeta,
    Feature::Deepening,
    Feature::Ordering,
    Feature::History,
    Feature::Table,
    Feature::Selection,
];

/// The techniques that `method` looks at in a game for so many players: switching others changes nothing.
pub fn heeded(method: Method, players: usize) -> Result<Features, InputError> {
    match method {
        Method::Auto | Method::AlphaBeta if players > 2 => heeded(Method::BestReply, players),
        Method::Auto | Method::AlphaBeta | Method::Paranoid => Ok(Features::ALL),
        Method::MaxN => Ok(OF_MANY.into_iter().fold(Features::NONE, Features::with)),
        Method::BestReply => {
            let more = [
                Feature::Bounds,
                Feature::Pvs,
                Feature::Killers,
                Feature::LateMoveReductions,
                Feature::LateMovePruning,
            ];
            Ok(OF_MANY.into_iter().chain(more).fold(Features::NONE, Features::with))
        }
        Method::Mcts => Err(InputError::new(
            InputKind::Setting,
            "Monte-Carlo search has no techniques to switch",
            "alphabeta, maxn, paranoid or bestreply",
        )),
    }
}

/// Steps on which the techniques of `heeded` are switched on one by one, in the order of [`Feature::ALL`].
pub fn steps(heeded: Features) -> Vec<FeatureSet> {
    let mut on = Features::NONE;
    let step = |feature: Feature| {
        on = on.with(feature);
        let plus = if feature == Feature::AlphaBeta { "" } else { "+" };
        FeatureSet::step(format!("{plus}{}", feature.name()), on)
    };
    heeded.iter().map(step).collect()
}

/// All techniques of `heeded` but one. Without alpha-beta almost nothing would remain: that is left to minimax. What
/// another technique covers would not be missing.
pub fn all_but_one(heeded: Features) -> Vec<FeatureSet> {
    let covered = move |feature: Feature| feature.covered_by().is_some_and(|other| heeded.has(other));
    let missing = heeded.iter().filter(|feature| *feature != Feature::AlphaBeta && !covered(*feature));
    let set = |feature: Feature| FeatureSet {
        name: format!("all but {}", feature.name()),
        features: heeded.without(feature),
        role: Role::Missing,
    };
    missing.map(set).collect()
}

/// `sets` with deepening in all of them: where no depth is given, only deepening can tell how far a search comes. Without
/// it the first iteration would go to the end of the game.
pub fn deepened(mut sets: Vec<FeatureSet>) -> Vec<FeatureSet> {
    sets.iter_mut().for_each(|set| set.features = set.features.with(Feature::Deepening));
    sets
}

/// Every combination of techniques only once.
pub fn distinct(sets: Vec<FeatureSet>) -> Vec<FeatureSet> {
    let mut kept: Vec<FeatureSet> = Vec::with_capacity(sets.len());
    for set in sets {
        if !kept.iter().any(|other| other.features == set.features) {
            kept.push(set);
        }
    }
    kept
}

/// Sets of one's own, separated by semicolons, each written as [`Features`] are, or `minimax`:
/// `alphabeta;alphabeta,table;all;-pvs`.
pub fn parse(text: &str) -> Result<Vec<FeatureSet>, InputError> {
    text.split(';').map(|set| parse_one(set.trim())).collect()
}

/// One set of one's own.
pub fn parse_one(text: &str) -> Result<FeatureSet, InputError> {
    match text {
        "" => {
            let expected = "sets separated by `;`, such as `alphabeta;alphabeta,table;all;-pvs`";
            Err(InputError::new(InputKind::Setting, "an empty set of techniques", expected))
        }
        MINIMAX => Ok(FeatureSet::minimax()),
        _ => Ok(FeatureSet::step(text, text.parse()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sets: &[FeatureSet]) -> Vec<&str> {
        sets.iter().map(|set| set.name.as_str()).collect()
    }

    #[test]
    fn the_ladder_ends_with_everything() {
        let sets = steps(Features::ALL);
        assert_eq!(sets.len(), Feature::ALL.len());
        assert_eq!(names(&sets)[..2], ["alphabeta", "+deepening"]);
        for (set, feature) in sets.iter().zip(Feature::ALL) {
            assert_eq!(set.features, Features::up_to(feature));
        }
        assert_eq!(sets.last().unwrap().features, Features::ALL);
        assert!(sets[0].is_exact() && !sets.last().unwrap().is_exact());
    }

    #[test]
    fn searches_for_more_players_climb_a_shorter_ladder() {
        let maxn = heeded(Method::MaxN, 3).unwrap();
        let climbed = ["alphabeta", "+deepening", "+ordering", "+table", "+history", "+selection"];
        assert_eq!(names(&steps(maxn)), climbed);
        assert!(!names(&all_but_one(maxn)).contains(&"all but alphabeta"));
        assert_eq!(all_but_one(maxn).len(), climbed.len() - 1);
        let (last, exact) =
            steps(maxn).split_last().map(|(last, before)| (last.clone(), before.to_vec())).unwrap();
        assert!(exact.iter().all(FeatureSet::is_exact) && !last.is_exact());
        let best_reply = heeded(Method::Auto, 3).unwrap();
        assert_eq!(heeded(Method::BestReply, 3), Ok(best_reply));
        assert!(maxn.iter().all(|feature| best_reply.has(feature)) && best_reply.has(Feature::Pvs));
        assert_eq!(heeded(Method::Paranoid, 3), Ok(Features::ALL));
        assert!(heeded(Method::Mcts, 2).is_err());
    }

    #[test]
    fn all_but_one_keeps_alpha_beta() {
        let sets = all_but_one(Features::ALL);
        let covered = Feature::ALL.into_iter().filter(|feature| feature.covered_by().is_some()).count();
        assert_eq!(sets.len(), Feature::ALL.len() - 1 - covered);
        assert!(names(&sets).contains(&"all but bounds") && !names(&sets).contains(&"all but order1"));
        assert!(sets.iter().all(|set| set.features.has(Feature::AlphaBeta) && set.role == Role::Missing));
        assert!(sets.iter().all(|set| set.features.iter().count() == Feature::ALL.len() - 1));
    }

    #[test]
    fn where_all_deepen_it_is_no_step() {
        let sets = distinct(deepened(steps(Features::ALL)));
        assert_eq!(sets.len(), Feature::ALL.len() - 1);
        assert!(sets.iter().all(|set| set.features.has(Feature::Deepening) && set.name != "+deepening"));
        let mut both = steps(Features::ALL);
        both.extend(all_but_one(Features::ALL));
        assert!(distinct(deepened(both)).iter().all(|set| set.name != "all but deepening"));
        let own = parse("none;deepening").unwrap();
        assert_eq!((distinct(own.clone()).len(), deepened(own).len()), (2, 2), "who asks for both gets both");
    }

    #[test]
    fn own_sets_are_read() {
        let sets = parse("minimax; alphabeta,table ;-pvs").unwrap();
        assert_eq!(names(&sets), ["minimax", "alphabeta,table", "-pvs"]);
        assert_eq!(sets[0].features, Features::NONE);
        assert_eq!(sets[2].features, Features::ALL.without(Feature::Pvs));
        for bad in ["", "all;", ";all", "all;;none", "all;tabel"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
