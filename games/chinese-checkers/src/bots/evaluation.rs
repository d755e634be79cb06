//! How far everybody's pieces have to go, with weights for stragglers and for the foremost piece.

use mossa_game::{BrainWeights, Evaluate, Game, MAX_PLAYERS, Player, Shares, Term, Value};

use super::game::OwnEyes;
use crate::board::Board;
use crate::position::Position;
use crate::shares;
use crate::themes::{LEADER_NAME, STRAGGLER_NAME};

/// The brain, to which weights may be added.
pub(crate) const BRAIN: &str = "progress";

/// The weight of the stragglers of others.
const DEFENCE_STRAGGLER: &str = "defence-straggler";

/// Steps, stragglers and distance from the centre line as in the default evaluation, the hindmost and the foremost piece.
/// Races are not counted: weak players do not know when they are in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WeighedProgress {
    /// How much it counts that pieces are behind, in percent: one's own, others'.
    stragglers: [i64; 2],
    /// How much more than others somebody cares for the foremost piece, in percent.
    leader: i64,
    /// How much all that others have counts, in percent.
    defence: i64,
}

/// What a player has of each of [`TERMS`], in points.
type Points = [i64; 5];

const TERMS: [&str; 5] = ["steps-to-go", "stragglers", "off-the-centre", "hindmost", "foremost"];

/// No term has more points: five of them stay below 2^31, and each is far beyond the range of guesses.
const MOST_POINTS: i64 = 100_000_000;

impl WeighedProgress {
    /// The evaluation with the weights of a brain's name; nothing if it is no name of this brain.
    pub(crate) fn of_name(name: &str) -> Option<WeighedProgress> {
        let weights = BrainWeights::of_name(name, BRAIN)?;
        let known = [STRAGGLER_NAME, DEFENCE_STRAGGLER, LEADER_NAME, BrainWeights::DEFENCE];
        if !weights.names().all(|name| known.contains(&name)) {
            return None;
        }
        let percent = |name: &str| i64::from(weights.percent(name));
        Some(WeighedProgress {
            stragglers: [percent(STRAGGLER_NAME), percent(DEFENCE_STRAGGLER)],
            leader: (percent(LEADER_NAME) - 100).max(0),
            defence: percent(BrainWeights::DEFENCE),
        })
    }

    /// What `player` has, as `eyes` sees it.
    fn points<const W: usize>(
        &self,
        board: &Board<W>,
        position: &Position<W>,
        player: Player,
        eyes: Player,
    ) -> Points {
        let others = usize::from(player != eyes);
        let pieces = || position.pieces(player).iter();
        let sum = |part: fn(&crate::worth::Worth) -> i32| -> i64 {
            pieces().map(|hole| i64::from(part(&board.parts_of_worth(hole, player)))).sum()
        };
        let to_go = || pieces().map(|hole| i64::from(board.distance(hole, player)));
        let (step, hindmost) = (i64::from(board.weights.step), i64::from(board.weights.hindmost));
        let straggling = self.stragglers[others];
        let points = [
            sum(|worth| worth.steps),
            sum(|worth| worth.straggling) * straggling / 100,
            sum(|worth| worth.aside),
            -hindmost * to_go().max().unwrap_or(0) * straggling / 100,
            // As if it were as many pieces more as it is liked more.
            -step * to_go().min().unwrap_or(0) * self.leader / 100,
        ];
        let all = if others == 0 { 100 } else { self.defence };
        points.map(|points| (points * all / 100).clamp(-MOST_POINTS, MOST_POINTS))
    }
}

impl<const W: usize> Evaluate<OwnEyes<'_, W>> for WeighedProgress {
    /// Whoever searches.
    type State = Player;

    const ONE_SIDED: bool = true;

    fn fresh(&self, _: &OwnEyes<'_, W>, position: &Position<W>) -> Player {
        position.to_move()
    }

    fn value(&self, game: &OwnEyes<'_, W>, position: &Position<W>, eyes: &Player) -> Value {
        let (board, me) = (game.0.board(), position.to_move());
        let sum = |player| self.points(board, position, player, *eyes).iter().sum::<i64>() as i32;
        Value::guess(sum(me) - sum(me.next(2)))
    }

    /// By the same formula as the default evaluation, with points in place of its costs.
    fn shares(&self, game: &OwnEyes<'_, W>, position: &Position<W>, eyes: &Player) -> Shares {
        let board = game.0.board();
        if board.players == 2 {
            return Shares::of_two(game.to_move(position), self.value(game, position, eyes));
        }
        let mut costs = [0; MAX_PLAYERS];
        for player in Player::all(board.players) {
            let points = self.points(board, position, player, *eyes).iter().sum::<i64>();
            costs[player.index()] = -points as i32;
        }
        shares::shares(&costs, board.players)
    }

    fn explain(&self, game: &OwnEyes<'_, W>, position: &Position<W>) -> Vec<Term> {
        let board = game.0.board();
        let all: Vec<Points> = Player::all(board.players)
            .map(|player| self.points(board, position, player, position.to_move()))
            .collect();
        let term = |(index, name): (usize, &&str)| {
            Term::new(*name, all.iter().map(|points| points[index] as i32).collect())
        };
        TERMS.iter().enumerate().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::rules::ChineseCheckers;
    use mossa_game::Notation;

    fn value(brain: &str, text: &str) -> i32 {
        let game = ChineseCheckers::<1>::new(2, 3, Profile::SPECIAL, None).unwrap();
        let position = game.parse_position(text).unwrap();
        let (eyes, progress) = (OwnEyes::new(&game), WeighedProgress::of_name(brain).unwrap());
        progress.value(&eyes, &position, &progress.fresh(&eyes, &position)).raw()
    }

    /// All of A on the way together, and two far ahead of the third; as many steps in all.
    const TOGETHER: &str = "b/bb/7/6/2a2/2aa2/7/2/1";
    const APART: &str = "b/bb/7/2aa2/5/6/7/2/a";

    #[test]
    fn stragglers_are_seen_or_not() {
        let [together, apart] = [TOGETHER, APART].map(|text| format!("{text} a"));
        assert!(value("progress", &together) > value("progress", &apart));
        assert_eq!(value("progress:straggler=0", &together), value("progress:straggler=0", &apart));
        assert!(
            value("progress:straggler=0,leader=200", &together)
                < value("progress:straggler=0,leader=200", &apart)
        );
        // B looks at A's straggler.
        let theirs = format!("{APART} b");
        assert!(value("progress:defence-straggler=0", &theirs) < value("progress", &theirs));
        let blind = "progress:straggler=0,defence-straggler=0";
        assert_eq!(value(blind, &theirs), -value(blind, &apart));
    }

    #[test]
    fn what_others_have_counts_less_or_not_at_all() {
        let behind = format!("{TOGETHER} b");
        assert!(value("progress:defence=0", &behind) < value("progress:defence=50", &behind));
        assert!(value("progress:defence=50", &behind) < value("progress", &behind));
        for name in ["progress:chain=0", "other", "progress:defence-leader=1"] {
            assert_eq!(WeighedProgress::of_name(name), None, "{name}");
        }
    }

    #[test]
    fn shares_are_those_of_more_than_two() {
        let game = ChineseCheckers::<1>::new(3, 3, Profile::SPECIAL, None).unwrap();
        let (eyes, start) = (OwnEyes::new(&game), game.start());
        let progress = WeighedProgress::of_name("progress").unwrap();
        let shares = progress.shares(&eyes, &start, &start.to_move());
        assert!(shares.as_slice(3).windows(2).all(|pair| pair[0] == pair[1]), "{shares:?}");
        let careless = WeighedProgress::of_name("progress:defence=0").unwrap();
        let shares = careless.shares(&eyes, &start, &start.to_move());
        assert!(shares.of(Player::new(1)) > shares.of(Player::FIRST), "costs of others are not seen");
    }
}
