//! Best-Reply Search: of all opponents only one moves, the one who hurts most.
//!
//! M. Schadd and M. Winands, "Best reply search for multiplayer games", IEEE
//! Transactions on Computational Intelligence and AI in Games 3, 2011.
//!
//! The moves of all opponents between two moves of the player at the root are
//! replaced by a single one, the strongest that any of them has; the others
//! sit out. So there are two sides that alternate, alpha-beta prunes as usual,
//! and the same effort sees more of the player's own moves than in any search
//! that lets everybody move.
//!
//! What holds:
//! - With two players nobody sits out, and the value is that of alpha-beta.
//! - With more, lines contain positions that cannot occur, and distances count rounds rather than plies. So no
//!   result is proven, except a win with the very first move; everything else is told as a guess. A line is
//!   told only as far as the game itself could follow it: at most to the first reply.
//! - What the table holds belongs to one player at the root and to this search; keys are salted accordingly.
//! - With more than two players late moves are searched less deep first, near the leaves not at all, and moves that are
//!   not promising ([`Tactics::promising`]) below the root only where all others lose: all guesses.
//! - An opponent who has no move is passed over, unless the game says that it passes. If no opponent has one,
//!   [`Game::without_moves`](mossa_game::Game::without_moves) says what that means for whoever's turn it really is.
//!
//! | module | what it holds |
//! |---|---|
//! | `root` | iterations, several lines, and what is told of them |
//! | `tree` | one node after the other |

mod root;
mod tree;

use mossa_game::{Evaluate, Player, Tactics, Turns, Value};

use super::MOST_DEPTH;
use super::deepening::deepen;
use super::ordering::{MoveStack, Ordering};
use super::walk::{Pace, Walk};
use crate::clock::{Clock, StopSignal};
use crate::features::Feature;
use crate::report::{Report, Request, Statistics};
use crate::table::Table;

/// Searches `position` for the player to move. Prunes if [`Feature::AlphaBeta`] is on; the value is the same without.
pub fn search<G: Tactics + Turns, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    table: &Table,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let clock = Clock::start(&request.limits, stop);
    let deepest = request.limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
    table.next_generation();
    let searcher = Searcher::new(game, evaluator, position, request, table, &clock, deepest);
    deepen(searcher, request, deepest, &clock, on_report)
}

/// Which techniques are on.
struct Switches {
    prunes: bool,
    table: bool,
    bounds: bool,
    scouts: bool,
    killers: bool,
    reduces: bool,
    leaves_out: bool,
    selects: bool,
}

/// A move that was too good, and who made it.
type Killer<M> = Option<(Player, M)>;

/// A line from the root, with who makes each of its moves.
struct RootLine<M> {
    value: Value,
    moves: Vec<(Player, M)>,
}

struct Searcher<'a, G: Tactics + Turns, E: Evaluate<G>> {
    walk: Walk<'a, G, E>,
    clock: &'a Clock,
    pace: Pace<'a>,
    table: &'a Table,
    switches: Switches,
    root: Player,
    /// Whether somebody has to sit out.
    crowded: bool,
    roots: Vec<G::Move>,
    wanted: usize,
    /// The best lines of the current iteration, best first.
    lines: Vec<RootLine<G::Move>>,
    stack: MoveStack<G::Move>,
    ordering: Ordering,
    /// The moves that were too good last, at each ply.
    killers: Vec<[Killer<G::Move>; 2]>,
    /// The best line from each ply on.
    variation: Vec<Vec<(Player, G::Move)>>,
    /// How often something was trusted that need not be true: an evaluation, a move left out.
    guesses: u64,
    /// How many of these were made before this iteration.
    guessed_before: u64,
    deepest_ply: u32,
    statistics: Statistics,
}

impl<'a, G: Tactics + Turns, E: Evaluate<G>> Searcher<'a, G, E> {
    fn new(
        game: &'a G,
        evaluator: &'a E,
        position: &G::Position,
        request: &Request,
        table: &'a Table,
        clock: &'a Clock,
        deepest: u32,
    ) -> Searcher<'a, G, E> {
        let plies = deepest as usize + 1;
        let features = request.features;
        // All opponents' moves are in one list.
        let most_moves = game.most_moves() * (game.players() - 1).max(1);
        let crowded = game.players() > 2;
        let prunes = features.has(Feature::AlphaBeta);
        let switches = Switches {
            prunes,
            // Values without pruning are exact; those with pruning may be bounds.
            table: prunes && features.has(Feature::Table),
            bounds: features.has(Feature::Bounds),
            scouts: prunes && features.has(Feature::Pvs),
            killers: features.has(Feature::Killers),
            reduces: crowded && prunes && features.has(Feature::LateMoveReductions),
            leaves_out: G::LATE_MOVE_PRUNING && crowded && prunes && features.has(Feature::LateMovePruning),
            selects: crowded && features.has(Feature::Selection),
        };
        let mut searcher = Searcher {
            walk: Walk::new(game, evaluator, position, &request.history),
            clock,
            pace: Pace::new(clock),
            table,
            switches,
            root: game.to_move(position),
            crowded,
            roots: Vec::new(),
            wanted: request.lines.max(1),
            lines: Vec::new(),
            stack: MoveStack::with_capacity(plies * most_moves),
            ordering: Ordering::new(game, features.has(Feature::Ordering), features.has(Feature::History)),
            killers: vec![[None, None]; plies + 1],
            variation: (0..=plies).map(|ply| Vec::with_capacity(plies - ply + 1)).collect(),
            guesses: 0,
            guessed_before: 0,
            deepest_ply: 0,
            statistics: Statistics::default(),
        };
        searcher.find_roots();
        searcher
    }
}
