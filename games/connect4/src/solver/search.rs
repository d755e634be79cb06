//! The null-window search: is the score above a number, or not?
//!
//! Scores are for the player to move, here M; F is the other one. A position reaches [`Worker::search`] only if
//! M cannot win with the next stone: whoever looks further has looked at that already.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrayvec::ArrayVec;
use mossa_game::Halt;

use super::follow_up::{FollowUp, Situation};
use super::score::Scale;
use super::table::{Bound, Place, Table, key};
use crate::book::Book;
use crate::geometry::{Geometry, Word};

/// More columns than any board has whose moves can be written.
const MOST_COLUMNS: usize = 64;

/// What ordering counts for a stone. Of the weights tried on the test sets (all between 1/2 and 2 times these), none
/// needed fewer positions on both; columns nearer to the middle come first among equals.
mod weight {
    /// For each cell where M would complete four.
    pub(super) const THREAT: i32 = 20;
    /// More, if following up leads M there.
    pub(super) const GOOD_THREAT: i32 = 15;
    /// A threat that F must answer at once.
    pub(super) const FORCING: i32 = 5;
    /// A threat directly above the stone: F answers it, and it is gone.
    pub(super) const WASTED: i32 = -8;
}

/// One thread that searches, with the memory that it does not share.
pub(super) struct Worker<'a, G: Geometry> {
    board: G,
    scale: Scale,
    follow_up: FollowUp<G>,
    /// Columns from the middle outwards.
    columns: Vec<G::Word>,
    /// Shared by all threads, for positions with few stones.
    far: &'a Table<G>,
    /// For positions with many stones: there are far more of them, each worth little, so they share a table that stays
    /// in the cache of this thread's core.
    near: &'a Table<G>,
    /// Positions with more stones belong to `near`.
    far_stones: u32,
    book: Option<&'a Book>,
    halt: Halt<'a>,
    /// Set when another thread has the answer.
    done: &'a AtomicBool,
    /// Positions visited.
    pub(super) nodes: u64,
    stopped: bool,
}

/// How many positions are visited between two looks at the clock: about a third of a millisecond.
const PATIENCE: u64 = 4096;

/// Positions with so few stones are often mirror images of each other: they share an entry.
const MIRRORED_STONES: u32 = 10;

/// A move with what is known of it before it is searched.
#[derive(Clone, Copy)]
struct Candidate<W> {
    cell: W,
    /// Empty cells where M would complete four after it.
    threats: W,
    merit: i32,
}

/// The moves of a position, best first.
type Candidates<G> = ArrayVec<Candidate<<G as Geometry>::Word>, MOST_COLUMNS>;

/// Which score to ask about, when it is known to lie in `[least, most]`. Early wins and losses are found or excluded
/// quickly, so they come first; then who wins; then how soon.
fn next_question<W>(at: Root<W>, least: i32, most: i32) -> i32 {
    match (most == at.most, least == at.least) {
        (true, _) if most > 3 && least < most / 2 => most / 2,
        (_, true) if least < -3 && most > least / 2 + 1 => least / 2,
        _ if least < 0 && most > 0 => 0,
        _ => least + (most - least) / 2,
    }
}

/// A question: a position, and what is known of its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root<W> {
    pub(super) mover: W,
    pub(super) occupied: W,
    pub(super) least: i32,
    pub(super) most: i32,
}

/// What all threads and searches of one solver share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a, G: Geometry> {
    pub(super) board: G,
    pub(super) far: &'a Table<G>,
    pub(super) book: Option<&'a Book>,
    pub(super) halt: Halt<'a>,
    pub(super) done: &'a AtomicBool,
}

impl<'a, G: Geometry> Worker<'a, G> {
    /// The worker with this number; those after the first try equally good columns in another order, so that
    /// they do not all do the same.
    pub(super) fn new(shared: Shared<'a, G>, near: &'a Table<G>, number: usize) -> Worker<'a, G> {
        let Shared { board, far, book, halt, done } = shared;
        let mut columns: Vec<u32> = (0..board.width()).collect();
        let middle = i64::from(board.width()) - 1;
        let side = if number.is_multiple_of(2) { 1 } else { -1 };
        columns.sort_by_key(|&column| {
            let offset = 2 * i64::from(column) - middle;
            (offset.abs(), offset * side)
        });
        if number > 1 {
            columns.rotate_left(number / 2 % board.width() as usize);
        }
        Worker {
            board,
            scale: Scale::new(board.cells()),
            follow_up: FollowUp::new(board),
            columns: columns.into_iter().map(|column| board.column(column)).collect(),
            far,
            near,
            // On 7x6 of 20, 22, 24, 26 and 28, 22 was the fastest: a little more than half of the cells.
            far_stones: board.cells() * 11 / 21,
            book,
            halt,
            done,
            nodes: 0,
            stopped: false,
        }
    }

    /// The exact score of a position within `[least, most]`, in which M cannot win at once; `None` if stopped.
    /// A good `guess` saves a fifth of the work.
    pub(super) fn score(&mut self, at: Root<G::Word>, guess: Option<i32>) -> Option<i32> {
        let Root { mover, occupied, mut least, mut most } = at;
        let stones = occupied.count();
        let threats = self.board.completing(mover ^ occupied) & !occupied;
        let mut guess = guess.map(|guess| guess.clamp(least, most));
        while least < most {
            let alpha = match guess {
                Some(guess) if guess > least => guess - 1,
                Some(guess) => guess,
                None => next_question(at, least, most),
            };
            let found = self.search(mover, occupied, threats, stones, alpha);
            if self.stopped {
                return None;
            }
            if found <= alpha {
                most = found;
            } else {
                least = found;
            }
            guess = guess.filter(|guess| (least..=most).contains(guess));
        }
        Some(least)
    }

    /// Whether the score is above `alpha`. A result above `alpha` is a lower bound, any other an upper bound of the
    /// score. `theirs` are the empty cells where F would complete four.
    fn search(&mut self, mover: G::Word, occupied: G::Word, theirs: G::Word, stones: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.done.load(Relaxed) || (self.halt)()) {
            self.stopped = true;
        }
        if self.stopped {
            return alpha;
        }
        let playable = self.board.playable(occupied);
        let forced = playable & theirs;
        // A stone below a threat lets F carry it out; two threats at once cannot be answered.
        let mut moves = playable & !(theirs >> 1);
        if !forced.is_empty() {
            moves = if forced.without_lowest().is_empty() { moves & forced } else { G::Word::ZERO };
        }
        if moves.is_empty() {
            return -self.scale.win(stones, 1);
        }
        if stones + 2 >= self.board.cells() {
            return 0;
        }
        // M cannot win with the next stone, nor F with the one after it.
        let (least, most) = (-self.scale.win(stones, 3), self.scale.win(stones, 2));
        if least > alpha {
            return least;
        }
        if most <= alpha {
            return most;
        }
        if let Some(book) = self.book
            && let Some(score) = book.score(self.board, mover, occupied)
        {
            return score;
        }
        if forced.is_empty() {
            return self.expand(mover, occupied, stones, alpha, moves);
        }
        let threats = self.board.completing(mover | moves) & !(occupied | moves);
        if self.wins_next_turn(playable, moves, threats) {
            return most;
        }
        -self.search(mover ^ occupied, occupied | moves, threats, stones + 1, -alpha - 1)
    }

    /// Whether F cannot prevent M, who has just played `cell` and threatens `threats`, from winning with the next
    /// stone: two threats at once, one above the other, or nothing left to play but cells below threats.
    #[inline]
    fn wins_next_turn(&self, playable: G::Word, cell: G::Word, threats: G::Word) -> bool {
        let next = self.next(playable, cell);
        let now = threats & next;
        if now.is_empty() {
            return !next.is_empty() && (next & !(threats >> 1)).is_empty();
        }
        !now.without_lowest().is_empty() || !((now << 1) & threats).is_empty()
    }

    /// Where stones can be dropped after one was dropped on `cell`.
    #[inline]
    fn next(&self, playable: G::Word, cell: G::Word) -> G::Word {
        ((playable ^ cell) | (cell << 1)) & self.board.full()
    }

    /// The part of [`search`](Worker::search) for positions in which M has a choice.
    fn expand(&mut self, mover: G::Word, occupied: G::Word, stones: u32, alpha: i32, moves: G::Word) -> i32 {
        let table = if stones > self.far_stones { self.near } else { self.far };
        let place = self.place(table, mover, occupied, stones);
        match Table::<G>::read(place, table.fetch(place)) {
            Some(Bound::Lower(score)) if score > alpha => return score,
            Some(Bound::Upper(score)) if score <= alpha => return score,
            _ => {}
        }
        let mut list = Candidates::<G>::new();
        if let Some(score) = self.candidates(mover, occupied, stones, alpha, moves, &mut list) {
            return score;
        }
        // M does not win within two stones.
        let most = self.scale.win(stones, 4);
        if most <= alpha {
            return most;
        }
        let theirs = mover ^ occupied;
        if let Some(score) = self.known_better(theirs, occupied, stones, alpha, &list) {
            return score;
        }
        let mut best = i32::MIN;
        for candidate in &list {
            let Candidate { cell, threats, .. } = *candidate;
            let score = -self.search(theirs, occupied | cell, threats, stones + 1, -alpha - 1);
            if self.stopped {
                return alpha;
            }
            if score > alpha {
                table.write(place, Bound::Lower(score));
                return score;
            }
            best = best.max(score);
        }
        table.write(place, Bound::Upper(best));
        best
    }

    /// Lists the moves, best first; gives the score instead if one of them settles the question without search.
    #[inline]
    fn candidates(
        &self,
        mover: G::Word,
        occupied: G::Word,
        stones: u32,
        alpha: i32,
        moves: G::Word,
        list: &mut Candidates<G>,
    ) -> Option<i32> {
        let board = self.board;
        let playable = board.playable(occupied);
        let good = if (board.cells() - stones).is_multiple_of(2) {
            self.follow_up.even()
        } else {
            !self.follow_up.even()
        };
        for &column in &self.columns {
            let cell = moves & column;
            if cell.is_empty() {
                continue;
            }
            let threats = board.completing(mover | cell) & !(occupied | cell);
            if self.wins_next_turn(playable, cell, threats) {
                return Some(self.scale.win(stones, 2));
            }
            let next = self.next(playable, cell);
            let now = threats & next;
            if now.is_empty() {
                let after = Situation {
                    mover: mover ^ occupied,
                    occupied: occupied | cell,
                    playable: next,
                    threats,
                    stones: stones + 1,
                };
                if let Some(bound) = self.follow_up.bound(&after, -alpha - 1) {
                    return Some(-bound);
                }
            }
            let mut merit = weight::THREAT * threats.count() as i32
                + weight::GOOD_THREAT * (threats & good).count() as i32;
            if !(threats & (cell << 1)).is_empty() {
                merit += weight::WASTED;
            }
            if !now.is_empty() {
                merit += weight::FORCING;
            }
            list.push(Candidate { cell, threats, merit });
            let mut at = list.len() - 1;
            while at > 0 && list[at - 1].merit < merit {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
        None
    }

    /// A score above `alpha` that the table already knows for one of the moves. Looking at all of them first costs
    /// little, since their entries are fetched at the same time and needed soon.
    #[inline]
    fn known_better(
        &self,
        theirs: G::Word,
        occupied: G::Word,
        stones: u32,
        alpha: i32,
        list: &[Candidate<G::Word>],
    ) -> Option<i32> {
        let table = if stones + 1 > self.far_stones { self.near } else { self.far };
        for candidate in list {
            let place = self.place(table, theirs, occupied | candidate.cell, stones + 1);
            if let Some(Bound::Upper(score)) = Table::<G>::read(place, table.fetch(place))
                && -score > alpha
            {
                return Some(-score);
            }
        }
        None
    }

    #[inline]
    fn place(&self, table: &Table<G>, mover: G::Word, occupied: G::Word, stones: u32) -> Place {
        let mut own = key(mover, occupied);
        if stones <= MIRRORED_STONES {
            own = own.min(key(self.board.mirrored(mover), self.board.mirrored(occupied)));
        }
        table.place(own)
    }
}
