//! The game as the report's players see it.

use mossa_game::{
    Evaluate, Flow, Game, MoveSink, Outcome, Player, Symmetric, Symmetry, Tactics, Term, Value, Verdict,
};

use super::openings::Openings;
use super::scoring::{Scoring, Weights};
use super::states::{Squeeze, State};
use super::urgent::Urgent;
use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// An (m,n,k)-game with the eyes of the report: drawn as soon as no line is open for anybody.
#[derive(Debug)]
pub struct Documented<'a, const W: usize> {
    game: &'a Mnk<W>,
    weights: Weights,
    squeeze: Squeeze,
    /// Whether lines that lack one stone are looked at.
    looks_for_urgent: bool,
    openings: Openings,
}

/// What is seen of a position before its moves are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    standing: Standing,
    urgent: Urgent,
}

/// The worth of one's own and of the opponent's open lines, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    mine: i64,
    yours: i64,
}

impl<'a, const W: usize> Documented<'a, W> {
    /// `game`, with lines worth what `scoring` says, and without the report's ideas for later.
    pub fn new(game: &'a Mnk<W>, scoring: Scoring) -> Documented<'a, W> {
        let weights = Weights::new(game.board(), scoring);
        let squeeze = Squeeze::new(weights.most(game.board()));
        Documented { game, weights, squeeze, looks_for_urgent: false, openings: Openings::default() }
    }

    /// The same, with an eye on lines that lack one stone.
    pub fn looking_for_urgent(self) -> Documented<'a, W> {
        Documented { looks_for_urgent: true, ..self }
    }

    /// The same, with moves of the opening that need no search.
    pub fn with_openings(self, openings: Openings) -> Documented<'a, W> {
        Documented { openings, ..self }
    }

    /// Whether nobody can win any more.
    #[inline]
    fn is_dead(position: &Position<W>) -> bool {
        position.alive(0) == 0 && position.alive(1) == 0
    }

    #[inline]
    fn standing(&self, position: &Position<W>) -> Standing {
        let me = position.to_move().index();
        let points = |player| self.weights.points(position, player, 1..self.game.board().k);
        Standing { mine: points(me), yours: points(1 - me) }
    }

    /// The value of a position that is not over, to somebody for whom `mine` lines are open, against `yours`.
    #[inline]
    fn worth(&self, standing: Standing, mine: u16, yours: u16) -> Value {
        match State::of(mine, yours) {
            Some(state) => Value::guess(state.base() + self.squeeze.squeeze(standing.mine - standing.yours)),
            None => Value::DRAW,
        }
    }

    /// The value for the player to move after marking a cell, found from the lines through it without playing.
    #[inline]
    fn worth_after(&self, position: &Position<W>, mut standing: Standing, m: Mark) -> Value {
        let (board, me) = (self.game.board(), position.to_move().index());
        let mut yours_alive = position.alive(1 - me);
        for &line in board.lines_through(m.cell()) {
            let counts = position.counts(line.into());
            let (mine, yours) = (usize::from(counts[me]), usize::from(counts[1 - me]));
            if yours == 0 {
                if mine + 1 == board.k && position.ends_allow_win(board, line.into(), me) {
                    return Value::win_in(0);
                }
                standing.mine += self.weights.of(mine + 1) - self.weights.of(mine);
            }
            if mine == 0 {
                standing.yours -= self.weights.of(yours);
                yours_alive -= 1;
            }
        }
        // With "exactly k" a full board may have open lines: rows that are too long.
        if position.empty_cells() == 1 {
            return Value::DRAW;
        }
        self.worth(standing, position.alive(me), yours_alive)
    }
}

impl<const W: usize> Game for Documented<'_, W> {
    type Position = Position<W>;
    type Move = Mark;
    type Undo = ();

    fn start(&self) -> Position<W> {
        self.game.start()
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        // A winner's line is open, so a dead position has none.
        if Self::is_dead(position) { Some(Outcome::draw(2)) } else { self.game.outcome(position) }
    }

    #[inline]
    fn moves(&self, position: &Position<W>, sink: &mut impl MoveSink<Mark>) -> Flow {
        if Self::is_dead(position) { Flow::Continue(()) } else { self.game.moves(position, sink) }
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        if Self::is_dead(position) { 0 } else { self.game.count_moves(position) }
    }

    #[inline]
    fn is_legal(&self, position: &Position<W>, m: Mark) -> bool {
        !Self::is_dead(position) && self.game.is_legal(position, m)
    }

    fn most_moves(&self) -> usize {
        self.game.most_moves()
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, m: Mark) {
        self.game.play(position, m);
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, m: Mark, (): ()) {
        self.game.undo(position, m, ());
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        self.game.key(position)
    }

    fn recomputed_key(&self, position: &Position<W>) -> u64 {
        self.game.recomputed_key(position)
    }
}

impl<const W: usize> Symmetric for Documented<'_, W> {
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    #[inline]
    fn canonical_key(&self, position: &Position<W>) -> (u64, Symmetry) {
        self.game.canonical_key(position)
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, m: Mark) -> Mark {
        self.game.map_move(symmetry, m)
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.game.inverse(symmetry)
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<W>) -> Position<W> {
        self.game.map_position(symmetry, position)
    }
}

/// What the report has, and its ideas for later where a player has them. A search asks about these only where it uses
/// what the game knows.
impl<const W: usize> Tactics for Documented<'_, W> {
    type Node = Seen;

    const LATE_MOVE_REDUCTIONS: bool = false;
    const ITERATIVE_REDUCTIONS: bool = false;

    #[inline]
    fn node(&self, position: &Position<W>) -> Seen {
        let urgent = if self.looks_for_urgent { Urgent::of(self.game, position) } else { Urgent::Nothing };
        Seen { standing: self.standing(position), urgent }
    }

    #[inline]
    fn proven(&self, _: &Position<W>, seen: &Seen) -> Option<(Verdict, u32)> {
        seen.urgent.verdict()
    }

    #[inline]
    fn candidates(&self, position: &Position<W>, seen: &Seen, sink: &mut impl MoveSink<Mark>) -> Flow {
        match seen.urgent.only_move().or_else(|| self.openings.answer(self.game, position)) {
            Some(m) => sink.push(m),
            None => self.moves(position, sink),
        }
    }

    #[inline]
    fn plies_left(&self, position: &Position<W>) -> Option<u32> {
        self.game.plies_left(position)
    }

    /// The evaluation of the position after the move.
    #[inline]
    fn order(&self, position: &Position<W>, seen: &Seen, m: Mark) -> i32 {
        self.worth_after(position, seen.standing, m).raw()
    }

    fn history_slots(&self) -> usize {
        self.game.history_slots()
    }

    #[inline]
    fn history_slot(&self, position: &Position<W>, m: Mark) -> usize {
        self.game.history_slot(position, m)
    }
}

/// The report's evaluation: the state, and among equal states the score of the open lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineScore;

impl<const W: usize> Evaluate<Documented<'_, W>> for LineScore {
    /// The position counts its lines anyway.
    type State = ();

    fn fresh(&self, _: &Documented<'_, W>, _: &Position<W>) {}

    #[inline]
    fn value(&self, game: &Documented<'_, W>, position: &Position<W>, (): &()) -> Value {
        let me = position.to_move().index();
        game.worth(game.standing(position), position.alive(me), position.alive(1 - me))
    }

    fn explain(&self, game: &Documented<'_, W>, position: &Position<W>) -> Vec<Term> {
        let k = game.game.board().k;
        let lines = |name: String, stones: std::ops::Range<usize>| {
            Term::new(
                name,
                [0, 1]
                    .map(|player| {
                        game.weights.points(position, player, stones.clone()).min(MOST_SHOWN) as i32
                    })
                    .to_vec(),
            )
        };
        let mut terms: Vec<Term> = (1..k.min(NAMED_LINES))
            .map(|stones| lines(format!("open-lines-{stones}"), stones..stones + 1))
            .collect();
        if k > NAMED_LINES {
            terms.push(lines("open-lines-more".to_owned(), NAMED_LINES..k));
        }
        let state = State::of(position.alive(0), position.alive(1)).map_or(0, State::base);
        terms.push(split("document-state", state));
        let value = self.value(game, position, &()).raw();
        let first = if position.to_move() == Player::FIRST { value } else { -value };
        let told: i32 = terms.iter().map(|term| term.points[0] - term.points[1]).sum();
        terms.push(split("document-squeezed", first - told));
        terms
    }
}

/// A difference as points of the player who has them.
fn split(name: &str, difference: i32) -> Term {
    Term::new(name, vec![difference.max(0), (-difference).max(0)])
}

/// Lines with so many stones and more are told together: the catalogue names those with fewer.
const NAMED_LINES: usize = 7;

/// The most points of lines that are told in full. The differences of [`NAMED_LINES`] terms and of two more add up
/// to less than 2^31.
const MOST_SHOWN: i64 = (i32::MAX / 16) as i64;
