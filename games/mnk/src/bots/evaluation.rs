//! Open lines with a weight for each direction, for what the opponent has, and for where stones are.

use mossa_game::{BrainWeights, Evaluate, Player, Term, Value};

use super::game::Untaught;
use crate::board::{Board, CellIndex, DIRECTIONS};
use crate::eval::OpenLines;
use crate::position::Position;
use crate::rules::{Mark, Mnk};
use crate::themes::{is_diagonal, name_of};

/// The brain, to which weights may be added.
pub(crate) const BRAIN: &str = "lines";

/// The weights of directions in what the opponent has are called `defence-rising` and so on.
const DEFENCE_PREFIX: &str = "defence-";

/// The theme of both diagonals together.
const DIAGONALS: &str = "diagonal";

/// The preferences.
const EDGE: &str = "edge";
const CENTRE: &str = "centre";

/// For each direction, how much open lines of one's own and of the opponent count, in percent; and how much stones at the
/// edge or in the middle are liked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DirectedLines {
    own: [i64; 4],
    theirs: [i64; 4],
    /// What a stone on each cell counts beside its lines, in hundredths of a point.
    liking: Box<[i64]>,
    /// The direction of each line.
    directions: Box<[u8]>,
}

/// What each player has of each of [`TERMS`], in hundredths of a point.
type Sums = [[i64; 6]; 2];

/// The four directions, and the cells that are liked.
const TERMS: [&str; 6] =
    ["lines-horizontal", "lines-vertical", "lines-falling", "lines-rising", "stones-edge", "stones-centre"];

/// Of no term a player has more points: six of them stay below 2^31, and each is far beyond the range of guesses.
const MOST_POINTS: i64 = 100_000_000;

/// Whole points of a term.
fn points(hundredths: i64) -> i32 {
    (hundredths / 100).min(MOST_POINTS) as i32
}

impl DirectedLines {
    /// The evaluation with the weights of a brain's name; nothing if it is no name of this brain.
    pub(crate) fn of_name<const W: usize>(game: &Mnk<W>, name: &str) -> Option<DirectedLines> {
        let weights = BrainWeights::of_name(name, BRAIN)?;
        let known = |name: &str| {
            let direction = name.strip_prefix(DEFENCE_PREFIX).unwrap_or(name);
            direction == DIAGONALS
                || (0..DIRECTIONS.len()).any(|known| name_of(known) == direction)
                || [BrainWeights::DEFENCE, EDGE, CENTRE].contains(&name)
        };
        weights.names().all(known).then(|| DirectedLines::new(game.board(), &weights))
    }

    fn new(board: &Board, weights: &BrainWeights) -> DirectedLines {
        let percent = |name: &str| i64::from(weights.percent(name));
        let directed = |prefix: &str, direction: usize| {
            let both = if is_diagonal(direction) { percent(&format!("{prefix}{DIAGONALS}")) } else { 100 };
            percent(&format!("{prefix}{}", name_of(direction))) * both / 100
        };
        let defence = percent(BrainWeights::DEFENCE);
        // Beyond what everybody thinks of it. Dislikes are likings of other cells.
        let [edge, centre] =
            [EDGE, CENTRE].map(|name| (percent(name) - 100).max(0) * points_of_liking(board));
        let liking = |cell: usize| {
            let cell = CellIndex(cell as u16);
            let at_edge = if board.is_at_edge(cell) { edge } else { 0 };
            at_edge + if board.is_central(cell) { centre } else { 0 }
        };
        DirectedLines {
            own: std::array::from_fn(|direction| directed("", direction)),
            theirs: std::array::from_fn(|direction| directed(DEFENCE_PREFIX, direction) * defence / 100),
            liking: (0..board.cells()).map(liking).collect(),
            directions: (0..board.lines.len()).map(|line| board.direction_of(line) as u8).collect(),
        }
    }

    /// What a line counts for a player who is to be told it, in hundredths of a point.
    fn worth(&self, board: &Board, line: usize, counts: [u8; 2], player: usize, eyes: Player) -> i64 {
        let stones = usize::from(counts[player]);
        // Rows that are too long to win are worth nothing.
        if counts[1 - player] > 0 || stones >= board.k {
            return 0;
        }
        let weights = if eyes.index() == player { &self.own } else { &self.theirs };
        i64::from(OpenLines::weight(stones)) * weights[usize::from(self.directions[line])]
    }

    /// Adds the lines through a cell, or takes them away.
    fn add_lines(
        &self,
        board: &Board,
        lines: impl Iterator<Item = (usize, [u8; 2])>,
        sign: i64,
        carried: &mut Carried,
    ) {
        for (line, counts) in lines {
            let direction = usize::from(self.directions[line]);
            for player in 0..2 {
                let worth = self.worth(board, line, counts, player, carried.eyes);
                carried.sums[player][direction] += sign * worth;
            }
        }
    }

    /// Adds a stone, or takes it away.
    fn add_stone(&self, board: &Board, cell: usize, player: usize, sign: i64, carried: &mut Carried) {
        let term = if board.is_central(CellIndex(cell as u16)) { 5 } else { 4 };
        carried.sums[player][term] += sign * self.liking[cell];
    }

    /// Everything as `eyes` sees it, found from nothing.
    fn found<const W: usize>(&self, game: &Mnk<W>, position: &Position<W>, eyes: Player) -> Carried {
        let board = game.board();
        let mut carried = Carried { eyes, sums: Sums::default() };
        self.add_lines(board, position.all_counts().iter().copied().enumerate(), 1, &mut carried);
        for player in 0..2 {
            position
                .stones(player)
                .iter()
                .for_each(|cell| self.add_stone(board, cell, player, 1, &mut carried));
        }
        carried
    }

    /// A stone of the player to move comes, or goes again.
    fn change<const W: usize>(
        &self,
        game: &Mnk<W>,
        before: &Position<W>,
        cell: CellIndex,
        sign: i64,
        carried: &mut Carried,
    ) {
        let (board, me) = (game.board(), before.to_move().index());
        let lines = || board.lines_through(cell).iter().map(|line| usize::from(*line));
        let with = |line: usize| {
            let mut counts = before.counts(line);
            counts[me] += 1;
            (line, counts)
        };
        self.add_lines(board, lines().map(|line| (line, before.counts(line))), -sign, carried);
        self.add_lines(board, lines().map(with), sign, carried);
        self.add_stone(board, cell.index(), me, sign, carried);
    }
}

/// What a stone on a cell that is liked twice as much as by others (`edge=200`) is worth: as much as all lines through a cell in
/// the middle of a large board, so that the liking shows and pairs still count.
fn points_of_liking(board: &Board) -> i64 {
    4 * board.k as i64
}

/// What is carried along: whoever searches, and what both players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Carried {
    eyes: Player,
    sums: Sums,
}

impl<const W: usize> Evaluate<Untaught<'_, W>> for DirectedLines {
    type State = Carried;

    const ONE_SIDED: bool = true;

    fn fresh(&self, game: &Untaught<'_, W>, position: &Position<W>) -> Carried {
        self.found(game.0, position, position.to_move())
    }

    #[inline]
    fn play(&self, game: &Untaught<'_, W>, before: &Position<W>, m: Mark, carried: &mut Carried) {
        self.change(game.0, before, m.cell(), 1, carried);
    }

    #[inline]
    fn undo(&self, game: &Untaught<'_, W>, before: &Position<W>, m: Mark, carried: &mut Carried) {
        self.change(game.0, before, m.cell(), -1, carried);
    }

    #[inline]
    fn value(&self, _: &Untaught<'_, W>, position: &Position<W>, carried: &Carried) -> Value {
        let [first, second] = carried.sums.map(|sums| sums.into_iter().map(points).sum::<i32>());
        Value::guess(if position.to_move() == Player::FIRST { first - second } else { second - first })
    }

    fn explain(&self, game: &Untaught<'_, W>, position: &Position<W>) -> Vec<Term> {
        let [first, second] = self.found(game.0, position, position.to_move()).sums;
        let term = |term: usize| Term::new(TERMS[term], vec![points(first[term]), points(second[term])]);
        (0..TERMS.len()).map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rule;
    use mossa_game::Notation;

    /// The value of a position on 6x6 with four in a row.
    fn value(brain: &str, text: &str) -> i32 {
        let game = Mnk::<1>::new(6, 6, 4, Rule::OrMore).unwrap();
        let position = game.parse_position(text).unwrap();
        let lines = DirectedLines::of_name(&game, brain).unwrap();
        let untaught = Untaught::new(&game);
        lines.value(&untaught, &position, &lines.fresh(&untaught, &position)).raw()
    }

    #[test]
    fn without_weights_it_is_open_lines() {
        let game = Mnk::<1>::new(6, 6, 4, Rule::OrMore).unwrap();
        for text in ["6/6/6/6/6/6 x", "6/2x3/2ox2/1o4/6/6 x", "x5/1x4/2o3/6/4oo/6 o"] {
            let position = game.parse_position(text).unwrap();
            assert_eq!(value("lines", text), OpenLines.value(&game, &position, &()).raw(), "{text}");
        }
    }

    #[test]
    fn weights_count_for_their_direction_and_side() {
        // X has a pair on a diagonal that falls to the right, and is to move.
        let pair = "6/1x4/2x3/6/6/6 x";
        assert!(value("lines:falling=0", pair) < value("lines", pair));
        assert_eq!(value("lines:falling=0", pair), value("lines:diagonal=0,rising=0", pair) + rising(pair));
        assert_eq!(value("lines:defence=0", pair), value("lines", pair));
        // The same for the opponent of whoever looks.
        let turned = "6/1x4/2x3/6/6/6 o";
        assert_eq!(value("lines:falling=0", turned), value("lines", turned));
        assert!(value("lines:defence-falling=0", turned) > value("lines", turned));
        assert!(value("lines:defence=0", turned) > value("lines:defence=50", turned));
    }

    /// What lines on rising diagonals are worth.
    fn rising(text: &str) -> i32 {
        value("lines", text) - value("lines:rising=0", text)
    }

    #[test]
    fn cells_are_liked() {
        let [corner, middle] = ["x5/6/6/6/6/6 x", "6/6/2x3/6/6/6 x"];
        assert!(value("lines", corner) < value("lines", middle));
        assert!(value("lines:edge=300", corner) > value("lines:edge=300", middle));
        assert_eq!(value("lines:centre=200", middle) - value("lines", middle), 16);
        let game = Mnk::<1>::new(6, 6, 4, Rule::OrMore).unwrap();
        for name in ["lines:nothing=3", "document-tens", "lines:defence-edge=0"] {
            assert_eq!(DirectedLines::of_name(&game, name), None, "{name}");
        }
    }
}
