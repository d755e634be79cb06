//! The search for continuous fours: depth first, and never twice through the same position.

use mossa_game::{Game, Halt};

use super::Answer;
use super::failed::Failed;
use super::fours::{self, Four};
use crate::board::{CellIndex, Rule};
use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// How many positions are visited between two looks at the clock: less than a millisecond.
const PATIENCE: u64 = 256;

/// The most fours in a row. The longest problems that people compose have fewer than a hundred; the limit keeps the
/// stack small on boards of ten thousand cells.
const MOST_FOURS: usize = 500;

/// A search with what it remembers of positions that failed, which helps with the next question about the same game.
pub struct FourSearch<'a, const W: usize> {
    game: &'a Mnk<W>,
    failed: Failed,
    /// The fours of all positions on the way here, each position's after those of the one before.
    fours: Vec<Four>,
    /// The line that wins, from its end.
    line: Vec<Mark>,
    nodes: u64,
    most_nodes: u64,
    halt: Halt<'a>,
    /// Something was left out, so that nothing can be said of positions in which nothing was found.
    incomplete: bool,
}

impl<'a, const W: usize> FourSearch<'a, W> {
    /// A search that remembers about `keys` positions, and gives up when `halt` says so.
    pub fn new(game: &'a Mnk<W>, keys: usize, halt: Halt<'a>) -> FourSearch<'a, W> {
        FourSearch {
            game,
            failed: Failed::new(keys),
            fours: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            most_nodes: 0,
            halt,
            incomplete: false,
        }
    }

    /// Positions visited so far, by all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the player to move wins by continuous fours, found out in at most `nodes` positions.
    pub fn search(&mut self, position: &Position<W>, nodes: u64) -> Answer {
        self.most_nodes = self.nodes.saturating_add(nodes);
        self.incomplete = false;
        self.fours.clear();
        self.line.clear();
        if self.game.result(position).is_some() {
            return Answer::NoWin;
        }
        let (me, you) = (position.to_move().index(), position.to_move().opponent().index());
        if let (Some(cell), _) = self.game.winning_cells(position, me) {
            return Answer::Wins(vec![Mark::new(cell)]);
        }
        let forced = match self.game.winning_cells(position, you) {
            (Some(_), Some(_)) => return Answer::NoWin,
            (forced, _) => forced,
        };
        if self.attack(&mut position.clone(), forced, 0) {
            self.line.reverse();
            Answer::Wins(std::mem::take(&mut self.line))
        } else if self.incomplete {
            Answer::Unknown
        } else {
            Answer::NoWin
        }
    }

    /// Whether the player to move, who cannot complete a row at once, wins with fours. The opponent threatens to
    /// complete one on `forced`, or not at all.
    fn attack(&mut self, position: &mut Position<W>, forced: Option<CellIndex>, depth: usize) -> bool {
        let key = self.game.key(position);
        if self.failed.contains(key) {
            return false;
        }
        if self.nodes >= self.most_nodes
            || depth >= MOST_FOURS
            || (self.nodes.is_multiple_of(PATIENCE) && (self.halt)())
        {
            self.incomplete = true;
            return false;
        }
        let before = self.nodes;
        self.nodes += 1;
        let first = self.fours.len();
        fours::list(self.game.board(), position, position.to_move().index(), forced, &mut self.fours);
        let mut wins = false;
        for number in first..self.fours.len() {
            let four = self.fours[number];
            if self.is_known_to_fail(position, four) || self.game.forbidden(position, four.stone).is_some() {
                continue;
            }
            let stone = Mark::new(four.stone);
            self.game.play(position, stone);
            wins = self.survives_answers(position, four, depth);
            self.game.undo(position, stone, ());
            if wins {
                self.line.push(stone);
                break;
            }
        }
        self.fours.truncate(first);
        if !wins && !self.incomplete {
            self.failed.insert(key, self.nodes - before);
        }
        wins
    }

    /// Whether the position after `four` and its answer is one that failed, found out without playing. A player to
    /// whom the answer may be forbidden is asked later.
    #[inline]
    fn is_known_to_fail(&self, position: &Position<W>, four: Four) -> bool {
        let (board, me) = (self.game.board(), position.to_move().index());
        let free = board.rule != Rule::Renju || me == 0;
        let stones = board.stone_keys(four.stone, me)[0] ^ board.stone_keys(four.gap, 1 - me)[0];
        four.other.is_none() && free && self.failed.contains(self.game.key(position) ^ stones)
    }

    /// Whether the attacker wins after making `four`; the defender is to move, and cannot complete a row.
    fn survives_answers(&mut self, position: &mut Position<W>, four: Four, depth: usize) -> bool {
        let gap = Mark::new(four.gap);
        let can_answer = four.other.is_none() && self.game.forbidden(position, four.gap).is_none();
        if !can_answer {
            return self.completes(position, four);
        }
        self.game.play(position, gap);
        // A defender with two cells to complete a row cannot be stopped.
        let wins = match self.counter_four(position, four.gap) {
            (Some(_), Some(_)) => false,
            (forced, _) => self.attack(position, forced, depth + 1),
        };
        self.game.undo(position, gap, ());
        if wins {
            self.line.push(gap);
        }
        wins
    }

    /// Notes how the attacker completes a row whatever the defender does, unless the defender has no move at all.
    fn completes(&mut self, position: &Position<W>, four: Four) -> bool {
        let gaps = [Some(four.gap), four.other];
        let allowed = |cell: &CellIndex| self.game.forbidden(position, *cell).is_none();
        let best = gaps.into_iter().flatten().find(allowed).map(Mark::new);
        let Some(answer) = best.or_else(|| self.game.any_move(position)) else { return false };
        let Some(last) = gaps.into_iter().flatten().find(|gap| *gap != answer.cell()) else { return false };
        self.line.push(Mark::new(last));
        self.line.push(answer);
        true
    }

    /// The cells where the player who has just taken `cell` would complete a row next: none, the first, or the first
    /// two different ones.
    fn counter_four(
        &self,
        position: &Position<W>,
        cell: CellIndex,
    ) -> (Option<CellIndex>, Option<CellIndex>) {
        let (board, you) = (self.game.board(), position.to_move().opponent().index());
        if position.open(you, board.k - 1) == 0 {
            return (None, None);
        }
        let lines = board.lines_through(cell).iter().map(|line| usize::from(*line));
        self.game.last_gaps(position, you, lines.map(|line| (line, position.counts(line))))
    }
}
