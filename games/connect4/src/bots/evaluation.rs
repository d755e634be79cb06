//! The report's evaluation with a weight for each direction, and for what the opponent has.

use mossa_game::{BrainWeights, Evaluate, Player, Term, Value};

use crate::document::Documented;
use crate::document::evaluation::TERMS;
use crate::eval::centre;
use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::themes::name_of;
use crate::threats::{Direction, Side};

/// The brain, to which weights may be added.
pub(crate) const BRAIN: &str = "patterns";

/// The weights of directions in what the opponent has are called `defence-rising` and so on.
const DEFENCE_PREFIX: &str = "defence-";

/// The theme of both diagonals together.
const DIAGONALS: &str = "diagonal";

/// For each direction, how much patterns of one's own and of the opponent count, in percent; and what columns are worth.
///
/// Without weights it is the report's evaluation, except that a cell which wins in two directions counts in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DirectedScore {
    own: [i32; 4],
    theirs: [i32; 4],
    centre: i32,
    edge: i32,
}

/// How much a stone in one of the outer columns is worth to somebody who likes them twice as much as others (`edge=200`), and costs in one of the middle
/// three: a little more than a pair that can grow, so that the liking shows and threats still count.
const EDGE_POINTS: i32 = 15;

impl DirectedScore {
    /// The evaluation with the weights of a brain's name; nothing if it is no name of this brain.
    pub(crate) fn of_name(name: &str) -> Option<DirectedScore> {
        let weights = BrainWeights::of_name(name, BRAIN)?;
        let known = |name: &str| {
            let direction = name.strip_prefix(DEFENCE_PREFIX).unwrap_or(name);
            direction == DIAGONALS
                || Direction::ALL.into_iter().any(|known| name_of(known) == direction)
                || [BrainWeights::DEFENCE, "centre", "edge"].contains(&name)
        };
        if !weights.names().all(known) {
            return None;
        }
        let percent = |name: &str| weights.percent(name) as i32;
        let directed = |prefix: &str, direction: Direction| {
            let both = if direction.is_diagonal() { percent(&format!("{prefix}{DIAGONALS}")) } else { 100 };
            percent(&format!("{prefix}{}", name_of(direction))) * both / 100
        };
        let defence = percent(BrainWeights::DEFENCE);
        Some(DirectedScore {
            own: Direction::ALL.map(|direction| directed("", direction)),
            theirs: Direction::ALL.map(|direction| directed(DEFENCE_PREFIX, direction) * defence / 100),
            centre: percent("centre"),
            edge: percent("edge") - 100,
        })
    }

    /// What a player has of each of [`TERMS`] and for the edges, in points.
    fn points<G: Geometry>(&self, geometry: G, side: &Side<G>, weights: &[i32; 4]) -> [i32; 7] {
        let mut points = [0; 7];
        for (direction, weight) in Direction::ALL.into_iter().zip(weights) {
            let winning = side.winning_in(direction);
            let counts = [
                side.immediate() & winning,
                side.future() & winning,
                side.open_threes(direction),
                side.split_threes(direction),
                side.alive_pairs(direction),
            ];
            for (index, found) in counts.into_iter().enumerate() {
                points[index] += found.count() as i32 * TERMS[index].1 * weight / 100;
            }
        }
        points[5] = centre(geometry, side.stones()) as i32 * TERMS[5].1 * self.centre / 100;
        points[6] = edges(geometry, side.stones()) * EDGE_POINTS * self.edge / 100;
        points
    }

    /// The points of both players in the order of seats, as `eyes` sees them.
    fn both<G: Geometry>(&self, geometry: G, position: &Position<G::Word>, eyes: Player) -> [[i32; 7]; 2] {
        let sides = Side::both(geometry, position);
        [Player::FIRST, Player::SECOND].map(|player| {
            let weights = if player == eyes { &self.own } else { &self.theirs };
            self.points(geometry, &sides[player.index()], weights)
        })
    }
}

/// Stones in the outer two columns on either side less those in the middle three.
fn edges<G: Geometry>(geometry: G, stones: G::Word) -> i32 {
    let game = crate::rules::Connect4::new(geometry);
    let of_column = |column: u32| {
        let m = crate::rules::Column(column as u8);
        let liking = i32::from(game.is_at_edge(m)) - i32::from(game.is_central(m));
        liking * (stones & geometry.column(column)).count() as i32
    };
    (0..geometry.width()).map(of_column).sum()
}

/// The names of the terms: those of the report, and the edges.
fn term_name(index: usize) -> &'static str {
    TERMS.get(index).map_or("edge", |(name, _)| name)
}

impl<G: Geometry> Evaluate<Documented<'_, G>> for DirectedScore {
    /// Whoever searches.
    type State = Player;

    const ONE_SIDED: bool = true;

    fn fresh(&self, _: &Documented<'_, G>, position: &Position<G::Word>) -> Player {
        position.to_move()
    }

    fn value(&self, game: &Documented<'_, G>, position: &Position<G::Word>, eyes: &Player) -> Value {
        let both = self.both(game.rules().geometry(), position, *eyes);
        let [first, second] = both.map(|points| points.iter().sum::<i32>());
        let value = first - second;
        Value::guess(if position.to_move() == Player::FIRST { value } else { -value })
    }

    fn explain(&self, game: &Documented<'_, G>, position: &Position<G::Word>) -> Vec<Term> {
        let both = self.both(game.rules().geometry(), position, position.to_move());
        let term = |index| Term::new(term_name(index), both.map(|points| points[index]).to_vec());
        (0..7).map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::PatternScore;
    use crate::geometry::Standard;
    use crate::rules::Connect4;
    use mossa_game::Notation;

    fn value(brain: &str, text: &str) -> i32 {
        let game = Connect4::new(Standard::default());
        let position = game.parse_position(text).unwrap();
        let score = DirectedScore::of_name(brain).unwrap();
        let documented = Documented::new(&game);
        score.value(&documented, &position, &score.fresh(&documented, &position)).raw()
    }

    #[test]
    fn without_weights_it_is_the_reports_evaluation() {
        let game = Connect4::new(Standard::default());
        let documented = Documented::new(&game);
        for text in ["start", "4453", "44443", "4455", "121212", "3344"] {
            let position = game.parse_position(text).unwrap();
            assert_eq!(
                value("patterns", text),
                PatternScore.value(&documented, &position, &()).raw(),
                "{text}"
            );
        }
    }

    #[test]
    fn weights_count_for_their_direction_and_side() {
        // X has a rising pair from column 1, O nothing of the kind.
        let pair = "1227";
        let lost = value("patterns", pair) - value("patterns:rising=0", pair);
        assert!(lost != 0 && value("patterns:falling=0", pair) == value("patterns", pair));
        // The same pair counts for the opponent of whoever looks by the weight of defence.
        let turned = "12271";
        assert!(value("patterns:rising=0", turned) == value("patterns", turned));
        assert!(value("patterns:defence-rising=0", turned) > value("patterns", turned));
        assert!(value("patterns:defence=0", turned) > value("patterns:defence=50", turned));
    }

    #[test]
    fn edges_are_liked_and_the_middle_shunned() {
        let liking = |column: &str| value("patterns:edge=200,centre=0", &format!("{column}7"));
        assert!(liking("1") > liking("4"));
        assert_eq!(DirectedScore::of_name("patterns:nothing=3"), None);
        assert_eq!(DirectedScore::of_name("document"), None);
    }
}
