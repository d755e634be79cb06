//! The same terms with weights for themes: for players who do not know what endgames ask for, or what hangs.

use mossa_game::{BrainWeights, Evaluate, Player, Term, Value};

use super::blended;
use super::explain::counts;
use super::layout::{GROUPS, Part};
use super::score::{FULL_PHASE, Score};
use super::sums::Sums;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Chess;

/// The brain, to which weights may be added.
pub(crate) const BRAIN: &str = "terms";

/// The weights of what the opponent has are called `defence-hanging` and so on.
const DEFENCE_PREFIX: &str = "defence-";

/// How much of what is special about endgames counts.
const ENDGAME: &str = "endgame";

/// The themes that have a part of the evaluation.
const PARTS: [(&str, Part); 4] = [
    ("hanging", Part::Threats),
    ("promotion", Part::Passed),
    ("mate", Part::Danger),
    ("castling", Part::Shelter),
];

/// The evaluation of [`Tapered`](super::Tapered) with percentages for some parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WeightedTerms {
    /// By part, in their order.
    own: [i64; Part::ALL.len()],
    theirs: [i64; Part::ALL.len()],
    endgame: i64,
}

/// Of no term a side has more points: sixteen of them stay below 2^31, and each is far beyond the range of guesses.
const MOST_POINTS: i64 = 100_000_000;

impl WeightedTerms {
    /// The evaluation with the weights of a brain's name; nothing if it is no name of this brain.
    pub(crate) fn of_name(name: &str) -> Option<WeightedTerms> {
        let weights = BrainWeights::of_name(name, BRAIN)?;
        let known = |name: &str| {
            let theme = name.strip_prefix(DEFENCE_PREFIX).unwrap_or(name);
            PARTS.iter().any(|(known, _)| *known == theme) || [BrainWeights::DEFENCE, ENDGAME].contains(&name)
        };
        if !weights.names().all(known) {
            return None;
        }
        let percent = |name: &str| i64::from(weights.percent(name));
        let of_part = |prefix: &str, part: Part| {
            let theme = PARTS.iter().find(|(_, known)| *known == part).map(|(theme, _)| *theme);
            theme.map_or(100, |theme| percent(&format!("{prefix}{theme}")))
        };
        let defence = percent(BrainWeights::DEFENCE);
        Some(WeightedTerms {
            own: Part::ALL.map(|part| of_part("", part)),
            theirs: Part::ALL.map(|part| of_part(DEFENCE_PREFIX, part) * defence / 100),
            endgame: percent(ENDGAME),
        })
    }

    /// How much of the middlegame is left for somebody who sees so much of an endgame.
    fn phase(&self, position: &Position) -> i32 {
        let over = i64::from(FULL_PHASE - Sums::of(position).phase());
        FULL_PHASE - (over * self.endgame / 100).min(FULL_PHASE.into()) as i32
    }

    /// The points of both sides for each part, and what is lost in endgames that are hard to win, as `eyes` sees it.
    fn points(&self, position: &Position, eyes: Player) -> Vec<(&'static str, [i32; 2])> {
        let (counts, phase) = (counts(position), self.phase(position));
        let mut sums = [Score::ZERO; 2];
        let mut of_part = |(number, part): (usize, Part)| {
            let points = Color::BOTH.map(|us| {
                let groups = GROUPS.iter().filter(|group| group.part == part);
                let score = groups.fold(Score::ZERO, |sum, group| sum + counts.score(us, group.range()));
                sums[us.index()] += score;
                let percent = if us.player() == eyes { self.own[number] } else { self.theirs[number] };
                (i64::from(score.at(phase)) * percent / 100).clamp(-MOST_POINTS, MOST_POINTS) as i32
            });
            (part.name(), points)
        };
        let mut points: Vec<_> = Part::ALL.into_iter().enumerate().map(&mut of_part).collect();
        let (_, lost) = blended(position, sums, phase);
        points.push(("drawish", [lost.min(0), -lost.max(0)]));
        points
    }
}

impl Evaluate<Chess> for WeightedTerms {
    /// Whoever searches.
    type State = Player;

    const ONE_SIDED: bool = true;

    fn fresh(&self, _: &Chess, position: &Position) -> Player {
        position.to_move().player()
    }

    fn value(&self, _: &Chess, position: &Position, eyes: &Player) -> Value {
        let value = self.points(position, *eyes).iter().map(|(_, [white, black])| white - black).sum();
        Value::guess(if position.to_move() == Color::White { value } else { -value })
    }

    fn explain(&self, _: &Chess, position: &Position) -> Vec<Term> {
        let points = self.points(position, position.to_move().player());
        points.into_iter().map(|(name, points)| Term::new(name, points.to_vec())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Tapered;
    use mossa_game::Notation;

    fn value(brain: &str, fen: &str) -> i32 {
        let (game, terms) = (Chess::default(), WeightedTerms::of_name(brain).unwrap());
        let position = game.parse_position(fen).unwrap();
        terms.value(&game, &position, &terms.fresh(&game, &position)).raw()
    }

    /// A pawn that is about to promote, and a king in the middle.
    const PASSED: &str = "8/3k4/P7/8/8/4K3/8/8 w - - 0 1";
    const MIDDLE: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8";

    #[test]
    fn without_weights_it_is_the_default_evaluation_but_for_rounding() {
        let game = Chess::default();
        for fen in ["start", PASSED, MIDDLE] {
            let position = game.parse_position(fen).unwrap();
            let expected = Tapered.value(&game, &position, &Tapered.fresh(&game, &position)).raw();
            // Each of fifteen terms of two sides may lose a point.
            assert!((value(BRAIN, fen) - expected).abs() <= 30, "{fen}");
        }
    }

    #[test]
    fn the_terms_add_up_to_the_value() {
        let game = Chess::default();
        for brain in ["terms", "terms:endgame=0", "terms:hanging=37,defence=81"] {
            for fen in ["start", PASSED, MIDDLE, "8/3k4/P7/8/8/4K3/8/8 b - - 0 1"] {
                let position = game.parse_position(fen).unwrap();
                let terms = WeightedTerms::of_name(brain).unwrap().explain(&game, &position);
                let white: i32 = terms.iter().map(|term| term.points[0] - term.points[1]).sum();
                let sign = if position.to_move() == Color::White { 1 } else { -1 };
                assert_eq!(sign * white, value(brain, fen), "{brain} {fen}");
            }
        }
    }

    #[test]
    fn weights_count_for_their_part_and_side() {
        assert!(value("terms:promotion=0", PASSED) < value(BRAIN, PASSED));
        assert_eq!(value("terms:defence-promotion=0", PASSED), value(BRAIN, PASSED));
        let against = PASSED.replace(" w ", " b ");
        assert!(value("terms:defence-promotion=0", &against) > value(BRAIN, &against));
        assert!(value("terms:defence=0", &against) > value("terms:defence=50", &against));
        // Who does not know endgames keeps the king at home.
        let (home, centre) = ("8/8/8/3k4/8/4P3/8/6K1 w - - 0 1", "8/8/8/3k4/8/3KP3/8/8 w - - 0 1");
        assert!(value(BRAIN, centre) > value(BRAIN, home));
        assert!(value("terms:endgame=0", centre) < value("terms:endgame=0", home));
        for name in ["terms:fork=0", "other", "terms:defence-endgame=0"] {
            assert_eq!(WeightedTerms::of_name(name), None, "{name}");
        }
    }
}
