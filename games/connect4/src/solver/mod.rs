//! The exact solver: what any position is worth with perfect play.
//!
//! | module | what it holds |
//! |---|---|
//! | [`score`] | the score that solvers of this game give |
//! | `search` | the null-window search |
//! | [`follow_up`] | bounds that need no search |
//! | `predecessors` | a bound from the positions before |
//! | [`table`] | what is remembered |
//! | `bench` | many positions, on all cores |

mod bench;
pub mod follow_up;
mod predecessors;
pub mod score;
mod search;
pub mod table;

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use mossa_game::{Game, Halt, Solution, SolveRequest, Solver, Strength};

use crate::book::Book;
use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::{Column, Connect4};
use predecessors::least_by_predecessors;
use search::{Root, Shared, Worker};
use table::Table;

pub use bench::Bench;
pub use score::Scale;
pub use table::key;

/// A solver for one board, with the tables that it fills.
#[derive(Debug)]
pub struct ExactSolver<G: Geometry> {
    board: G,
    far: Table<G>,
    /// Tables of threads that are not at work.
    near: Mutex<Vec<Table<G>>>,
}

/// Entries of a thread's own table: 512 KiB, which stay in the second-level cache of current processors. Of 2^14, 2^16
/// and 2^17, 2^16 was the fastest. With 2^17 and 2^18 boards of 72 and 73 bits are still told apart without doubt.
pub(crate) fn near_bits<G: Geometry>(board: G) -> u32 {
    (board.width() * (board.height() + 1)).saturating_sub(55).clamp(16, 18)
}

/// One question to the solver, with all that is needed to answer it.
struct Question<'a, G: Geometry> {
    solver: &'a ExactSolver<G>,
    game: &'a Connect4<G>,
    strength: Strength,
    threads: usize,
    book: Option<&'a Book>,
    halt: Halt<'a>,
    nodes: u64,
}

impl<G: Geometry> ExactSolver<G> {
    /// A solver whose shared table takes at most `table_bytes`.
    pub fn new(board: G, table_bytes: usize) -> io::Result<ExactSolver<G>> {
        let far = Table::new(board, Table::<G>::index_bits(table_bytes))?;
        Ok(ExactSolver { board, far, near: Mutex::new(Vec::new()) })
    }

    /// The score of a position that is not over, with one thread and no book, and how many positions were visited.
    /// With [`Strength::Weak`] only its sign counts.
    pub fn score(&self, position: &Position<G::Word>, strength: Strength) -> (i32, u64) {
        let game = Connect4::new(self.board);
        let never = || false;
        let mut question =
            Question { solver: self, game: &game, strength, threads: 1, book: None, halt: &never, nodes: 0 };
        let score = question.score(position).unwrap_or_default();
        (score, question.nodes)
    }

    /// Lends a thread's own table to `work`. Where there is no memory for another one, the shared table does its work:
    /// slower, but as right.
    fn with_near<T>(&self, work: impl FnOnce(&Table<G>) -> T) -> T {
        let idle = self.near.lock().ok().and_then(|mut idle| idle.pop());
        let Some(near) = idle.or_else(|| Table::new(self.board, near_bits(self.board)).ok()) else {
            return work(&self.far);
        };
        let result = work(&near);
        if let Ok(mut idle) = self.near.lock() {
            idle.push(near);
        }
        result
    }
}

impl<G: Geometry> Solver<Connect4<G>> for ExactSolver<G> {
    fn solve(
        &self,
        game: &Connect4<G>,
        position: &Position<G::Word>,
        request: &SolveRequest,
        halt: Halt<'_>,
    ) -> Option<Solution<Column>> {
        if halt() {
            return None;
        }
        let mut question = Question {
            solver: self,
            game,
            strength: request.strength,
            threads: request.threads.max(1),
            book: self.book_for(game, position, request),
            halt,
            nodes: 0,
        };
        question.solve(position, request)
    }

    fn is_quick(&self) -> bool {
        let book = Book::shipped().filter(|book| book.is_for(self.board));
        self.board.cells() <= QUICK_CELLS || book.is_some_and(|book| book.plies() >= QUICK_PLIES)
    }
}

/// Beyond so many plies of the usual board a position takes a tenth of a second at worst: of 20 000 random ones the
/// hardest needed 0.8 million nodes. With a book of eight plies some still take seconds.
const QUICK_PLIES: u32 = 12;

/// Boards of so many cells are solved from the beginning in well under a second.
const QUICK_CELLS: u32 = 25;

impl<G: Geometry> ExactSolver<G> {
    /// The book, if it may be asked: it knows nothing of positions that cannot arise.
    fn book_for<'a>(
        &self,
        game: &Connect4<G>,
        position: &Position<G::Word>,
        request: &SolveRequest,
    ) -> Option<&'a Book> {
        let book = Book::shipped().filter(|book| request.book && book.is_for(self.board))?;
        (position.plies() <= book.plies() + 1 && game.can_arise(position)).then_some(book)
    }
}

impl<G: Geometry> Question<'_, G> {
    fn solve(&mut self, position: &Position<G::Word>, request: &SolveRequest) -> Option<Solution<Column>> {
        let scale = Scale::new(self.game.geometry().cells());
        let stones = position.plies();
        let mut moves = Vec::new();
        if request.moves {
            for column in self.game.legal_moves(position) {
                moves.push((column, self.score_of_move(position, column)?));
            }
        }
        let best = moves.iter().map(|(_, score)| *score).max();
        let score = match best {
            Some(best) => best,
            None => self.score(position)?,
        };
        let line = if request.line { self.line(position, score)? } else { Vec::new() };
        Some(Solution {
            value: scale.solved(score, stones, self.strength),
            moves: moves
                .into_iter()
                .map(|(column, score)| (column, scale.solved(score, stones, self.strength)))
                .collect(),
            line,
            nodes: self.nodes,
        })
    }

    /// The score of a position that is not over.
    fn score(&mut self, position: &Position<G::Word>) -> Option<i32> {
        if let Some(score) = self.at_once(position) {
            return Some(score);
        }
        let scale = Scale::new(self.game.geometry().cells());
        let stones = position.plies();
        let (least, most) = match self.strength {
            Strength::Strong => (-scale.win(stones, 1), scale.win(stones, 2)),
            Strength::Weak => (-1, 1),
        };
        let root = Root { mover: position.mover(), occupied: position.occupied(), least, most };
        let known = self.book.and_then(|book| least_by_predecessors(self.game, book, position));
        let score = match known {
            Some(known) => self.search(Root { least: known.clamp(least, most), ..root }, Some(known))?,
            None => self.search(root, None)?,
        };
        Some(match self.strength {
            Strength::Strong => score,
            Strength::Weak => score.signum(),
        })
    }

    /// The score where it is plain: the player to move wins with the next stone, or the board is full.
    fn at_once(&self, position: &Position<G::Word>) -> Option<i32> {
        let board = self.game.geometry();
        let playable = board.playable(position.occupied());
        if !(board.completing(position.mover()) & playable).is_empty() {
            let score = Scale::new(board.cells()).win(position.plies(), 0);
            return Some(if self.strength == Strength::Weak { 1 } else { score });
        }
        playable.is_empty().then_some(0)
    }

    /// What a move is worth to whoever makes it.
    fn score_of_move(&mut self, position: &Position<G::Word>, column: Column) -> Option<i32> {
        let cell = self.game.landing(position, column);
        let after = position.after(cell);
        if self.game.is_won(&after) {
            let score = Scale::new(self.game.geometry().cells()).win(position.plies(), 0);
            return Some(if self.strength == Strength::Weak { 1 } else { score });
        }
        Some(-self.score(&after)?)
    }

    /// Best play from a position with this score: to the end after a strong solution, one move after a weak one.
    fn line(&mut self, position: &Position<G::Word>, score: i32) -> Option<Vec<Column>> {
        let (mut position, mut score) = (*position, score);
        let mut line = Vec::new();
        while self.game.result(&position).is_none() {
            let column = self.best_move(&position, score)?;
            position = position.after(self.game.landing(&position, column));
            line.push(column);
            score = -score;
            if self.strength == Strength::Weak {
                break;
            }
        }
        Some(line)
    }

    /// A move that keeps the score, the nearest to the middle.
    fn best_move(&mut self, position: &Position<G::Word>, score: i32) -> Option<Column> {
        let mut columns = self.game.legal_moves(position);
        let middle = i64::from(self.game.geometry().width()) - 1;
        columns.sort_by_key(|column| (2 * i64::from(column.index()) - middle).abs());
        if self.strength == Strength::Weak && score < 0 {
            // All moves lose, and how soon was not asked.
            return columns.first().copied();
        }
        for column in columns.iter().copied() {
            let after = position.after(self.game.landing(position, column));
            let kept = if self.game.is_won(&after) { true } else { self.is_at_most(&after, -score)? };
            if kept {
                return Some(column);
            }
        }
        columns.first().copied()
    }

    /// Whether the score of a position is not above `bound`.
    fn is_at_most(&mut self, position: &Position<G::Word>, bound: i32) -> Option<bool> {
        if let Some(score) = self.at_once(position) {
            return Some(score <= bound);
        }
        let root =
            Root { mover: position.mover(), occupied: position.occupied(), least: bound, most: bound + 1 };
        Some(self.search(root, None)? <= bound)
    }

    /// Asks as many threads as allowed; the first answer counts.
    fn search(&mut self, root: Root<G::Word>, guess: Option<i32>) -> Option<i32> {
        // Many small searches must hear of it, too.
        if (self.halt)() {
            return None;
        }
        let done = AtomicBool::new(false);
        let answer = Mutex::new(None);
        let nodes = Mutex::new(0);
        let solver = self.solver;
        let shared =
            Shared { board: solver.board, far: &solver.far, book: self.book, halt: self.halt, done: &done };
        let work = |number: usize| {
            solver.with_near(|near| {
                let mut worker = Worker::new(shared, near, number);
                let found = worker.score(root, guess);
                if let (Some(found), Ok(mut answer)) = (found, answer.lock()) {
                    done.store(true, Relaxed);
                    answer.get_or_insert(found);
                }
                if let Ok(mut nodes) = nodes.lock() {
                    *nodes += worker.nodes;
                }
            });
        };
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                // A thread that the system refuses is done without: this one is enough.
                let work = &work;
                if std::thread::Builder::new().spawn_scoped(scope, move || work(number)).is_err() {
                    break;
                }
            }
            work(0);
        });
        self.nodes += nodes.into_inner().unwrap_or_default();
        answer.into_inner().ok().flatten()
    }
}
