//! The terms of the default evaluation, with weights for captures by where they lead.

use mossa_game::{BrainWeights, Evaluate, Player, Term, Value};

use crate::document::Documented;
use crate::eval::{CAPTURES, Counts, TERMS, WhiteBox};
use crate::position::Position;
use crate::rules::Dipole;
use crate::themes::Heading;

/// The brain, to which weights may be added.
pub(crate) const BRAIN: &str = "terms";

/// The weights of what the opponent has are called `defence-backward` and so on.
const DEFENCE_PREFIX: &str = "defence-";

/// The theme of captures in all directions.
const ALL_CAPTURES: &str = "capture";

/// Of no term a player has more points: five of them stay below 2^31, and each is far beyond the range of guesses.
const MOST_POINTS: i64 = 100_000_000;

/// How much captures that are threatened count, in percent, by where they lead: one's own and the opponent's. The other terms
/// are those of the default evaluation; all that the opponent has may count more or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DirectedTerms {
    own: [i64; 3],
    theirs: [i64; 3],
    defence: i64,
}

impl DirectedTerms {
    /// The evaluation with the weights of a brain's name; nothing if it is no name of this brain.
    pub(crate) fn of_name(name: &str) -> Option<DirectedTerms> {
        let weights = BrainWeights::of_name(name, BRAIN)?;
        let known = |name: &str| {
            let theme = name.strip_prefix(DEFENCE_PREFIX).unwrap_or(name);
            theme == ALL_CAPTURES
                || Heading::ALL.into_iter().any(|heading| heading.theme_name() == Some(theme))
                || name == BrainWeights::DEFENCE
        };
        if !weights.names().all(known) {
            return None;
        }
        let percent = |name: &str| i64::from(weights.percent(name));
        let directed = |prefix: &str, heading: Heading| {
            let all = percent(&format!("{prefix}{ALL_CAPTURES}"));
            heading.theme_name().map_or(100, |theme| percent(&format!("{prefix}{theme}"))) * all / 100
        };
        Some(DirectedTerms {
            own: Heading::ALL.map(|heading| directed("", heading)),
            theirs: Heading::ALL.map(|heading| directed(DEFENCE_PREFIX, heading)),
            defence: percent(BrainWeights::DEFENCE),
        })
    }

    /// The points of a player for each term, as `eyes` sees them.
    fn points<const CELLS: usize>(
        &self,
        game: &Dipole<CELLS>,
        position: &Position<CELLS>,
        player: Player,
        eyes: Player,
    ) -> Counts {
        let counts = WhiteBox::counts(game, position)[player.index()];
        let weights = WhiteBox::weights(position);
        let (directed, all) = if player == eyes { (&self.own, 100) } else { (&self.theirs, self.defence) };
        let enemy = position.stacks(player.opponent());
        let mut captures = 0;
        for from in position.stacks(player) {
            for to in game.captures(position, from, enemy) {
                captures += directed[Heading::of(player, game.board().direction(from, to)) as usize];
            }
        }
        std::array::from_fn(|term| {
            // Captures are counted in percent.
            let percents = if term == CAPTURES { captures } else { 100 * i64::from(counts[term]) };
            let points = percents * i64::from(weights[term]) * all / 10_000;
            points.clamp(-MOST_POINTS, MOST_POINTS) as i32
        })
    }
}

impl<const CELLS: usize> Evaluate<Documented<'_, CELLS>> for DirectedTerms {
    /// Whoever searches.
    type State = Player;

    const ONE_SIDED: bool = true;

    fn fresh(&self, _: &Documented<'_, CELLS>, position: &Position<CELLS>) -> Player {
        position.to_move()
    }

    fn value(&self, game: &Documented<'_, CELLS>, position: &Position<CELLS>, eyes: &Player) -> Value {
        let me = position.to_move();
        let sum = |player| self.points(game.rules(), position, player, *eyes).iter().sum::<i32>();
        Value::guess(sum(me) - sum(me.opponent()))
    }

    fn explain(&self, game: &Documented<'_, CELLS>, position: &Position<CELLS>) -> Vec<Term> {
        let eyes = position.to_move();
        let both =
            [Player::FIRST, Player::SECOND].map(|player| self.points(game.rules(), position, player, eyes));
        let term = |(index, (name, ..)): (usize, &(&str, i32, i32))| {
            Term::new(*name, both.map(|points| points[index]).to_vec())
        };
        TERMS.iter().enumerate().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Start;
    use mossa_game::Notation;

    fn value(brain: &str, text: &str) -> i32 {
        let game = Dipole::<32>::new(Start::Course, Some(60));
        let position = game.parse_position(text).unwrap();
        let terms = DirectedTerms::of_name(brain).unwrap();
        let documented = Documented::new(&game);
        terms.value(&documented, &position, &terms.fresh(&documented, &position)).raw()
    }

    /// White can capture backward, from C4 to E2, and nothing else; Black nothing.
    const BEHIND: &str = "4/4/1,w2,2/4/b1,3/4/3,b1/1,w3,2";

    #[test]
    fn without_weights_it_is_the_default_evaluation() {
        let game = Dipole::<32>::new(Start::Course, Some(60));
        for text in ["start", &format!("{BEHIND} w 31"), &format!("{BEHIND} b 31")] {
            let position = game.parse_position(text).unwrap();
            assert_eq!(value("terms", text), WhiteBox.value(&game, &position, &()).raw(), "{text}");
        }
    }

    #[test]
    fn weights_count_for_their_direction_and_side() {
        let (own, theirs) = (format!("{BEHIND} w 31"), format!("{BEHIND} b 31"));
        let captured = value("terms", &own) - value("terms:backward=0", &own);
        assert!(captured > 0);
        assert_eq!(value("terms:capture=0", &own), value("terms:backward=0", &own));
        assert_eq!(value("terms:backward=200", &own) - value("terms", &own), captured);
        assert_eq!(value("terms:sideways=0,defence-backward=0", &own), value("terms", &own));
        assert_eq!(value("terms:defence-backward=0", &theirs) - value("terms", &theirs), captured);
        assert!(value("terms:defence=0", &theirs) > value("terms:defence=50", &theirs));
        for name in ["terms:exit=0", "document", "terms:defence-=1"] {
            assert_eq!(DirectedTerms::of_name(name), None, "{name}");
        }
    }
}
