//! What one thread carries along.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::MOST_PLIES;
use super::ordering::{Experience, Scored};
use super::pruning::Reductions;
use crate::clock::Clock;
use crate::features::{Feature, Features};
use crate::hint::Hint;
use crate::path::Path;
use crate::report::{Request, Statistics};
use crate::table::Table;

/// What is remembered for each ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct Frame<M> {
    /// Moves that refuted siblings here.
    pub(super) killers: [Hint; 2],
    /// The history slot of the move that led to the next ply; [`NO_SLOT`] after a pass.
    pub(super) slot: u32,
    /// The move that a search for singular moves leaves out.
    pub(super) excluded: Option<M>,
    /// The evaluation of a quiet position that was assessed.
    pub(super) evaluation: Option<Value>,
    /// Whether some move is expected to be too good. Only assessed games ask.
    pub(super) expects_cut: bool,
}

/// Stands for the slot of a pass.
pub(super) const NO_SLOT: u32 = u32::MAX;

/// How many frames there are: leaves and their children lie beyond the last ply.
const FRAMES: usize = MOST_PLIES + 2;

/// Whatever the clock says, so many nodes may be visited by the first thread in its first iteration, so that the move is not
/// just any: some two milliseconds. Limits of nodes are kept.
const FIRST_LOOK: u64 = 512;

/// In games with more moves than this a node takes longer in proportion, and the first look is as much shorter.
const USUAL_MOVES: u64 = 256;

fn ordered_plies(features: Features) -> usize {
    let reach = [(Feature::Ordering, usize::MAX), (Feature::OrderTwo, 2), (Feature::OrderRoot, 1)];
    reach.into_iter().find(|(feature, _)| features.has(*feature)).map_or(0, |(_, plies)| plies)
}

/// What a thread learned in the last search, where the game lets it keep that; otherwise nothing yet.
fn experience<G: Tactics>(game: &G, table: &Table) -> Box<Experience> {
    let kept = if G::ASSESSMENT { table.kept::<Experience>() } else { None };
    match kept {
        Some(kept) if kept.fits(game) => kept,
        _ => Box::new(Experience::of(game)),
    }
}

/// One searching thread.
pub(super) struct Worker<'a, G: Tactics + Symmetric, E: Evaluate<G>> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) request: &'a Request,
    pub(super) features: Features,
    /// In how many plies from the root the game's own order counts.
    pub(super) ordered_plies: usize,
    pub(super) table: &'a Table,
    pub(super) clock: &'a Clock,
    /// 0 is the one whose result counts.
    pub(super) thread: usize,

    pub(super) position: G::Position,
    pub(super) state: E::State,
    /// The positions before this one, where repetitions count.
    pub(super) path: Path,
    pub(super) frames: Box<[Frame<G::Move>; FRAMES]>,
    /// The moves of all nodes of the current line, one after the other.
    pub(super) moves: Vec<Scored<G::Move>>,
    pub(super) experience: Box<Experience>,
    pub(super) reductions: Reductions,
    /// The best line from each ply on.
    pub(super) lines: Box<[Vec<G::Move>]>,

    /// How often something was trusted that is not certain: an evaluation, a pruned move, a shallow table entry. A
    /// node that leaves this number as it found it has an exhausted subtree.
    pub(super) guesses: u64,
    pub(super) statistics: Statistics,
    pub(super) selective_depth: usize,
    /// The depth of the running iteration.
    pub(super) iteration: i32,
    /// Whether only some of the moves at the root are searched: what they are worth is not what the position is.
    pub(super) narrowed: bool,
    /// Before this ply nobody passes: a pass is being confirmed.
    pub(super) no_pass_before: usize,
    /// Whether the clock ended the search; values found after that mean nothing.
    pub(super) aborted: bool,
    /// So many nodes are visited before a stop counts.
    first_look: u64,
    /// How much work may be done until the next look at the clock.
    until_look: u64,
    /// The nodes that the clock knows of.
    nodes_at_look: u64,
}

impl<'a, G: Tactics + Symmetric, E: Evaluate<G>> Worker<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        position: &G::Position,
        request: &'a Request,
        table: &'a Table,
        clock: &'a Clock,
        thread: usize,
    ) -> Self {
        let frame = Frame {
            killers: [Hint::NONE; 2],
            slot: NO_SLOT,
            excluded: None,
            evaluation: None,
            expects_cut: false,
        };
        Worker {
            game,
            evaluator,
            request,
            features: request.features,
            ordered_plies: ordered_plies(request.features),
            table,
            clock,
            thread,
            position: position.clone(),
            state: evaluator.fresh(game, position),
            path: Path::new(game, &request.history),
            frames: Box::new([frame; FRAMES]),
            // Lines rarely hold more than a few dozen nodes with all their moves; if one does, the list grows once.
            moves: Vec::with_capacity(game.most_moves().max(8) * 32),
            experience: experience(game, table),
            reductions: Reductions::new(G::ASSESSMENT),
            lines: (0..MOST_PLIES + 2).map(|ply| Vec::with_capacity(MOST_PLIES + 2 - ply)).collect(),
            guesses: 0,
            statistics: Statistics::default(),
            selective_depth: 0,
            iteration: 0,
            narrowed: false,
            no_pass_before: 0,
            aborted: false,
            first_look: FIRST_LOOK * USUAL_MOVES / USUAL_MOVES.max(game.most_moves() as u64),
            until_look: clock.nodes_until_look(),
            nodes_at_look: 0,
        }
    }

    #[inline]
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    /// Counts a node; `true` if the search is over.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        // At least 1 after every look.
        self.until_look -= 1;
        if self.until_look == 0 {
            self.look();
        }
        self.aborted
    }

    /// Counts additional work, so that the clock is looked at often enough even where a single node is much of it.
    #[inline]
    pub(super) fn work(&mut self, amount: u64) {
        self.until_look = self.until_look.saturating_sub(amount).max(1);
    }

    /// What all threads have visited so far, and what the game's own search has: all that counts against a limit of nodes.
    pub(super) fn nodes_of_all(&self) -> u64 {
        self.clock.nodes() + self.untold()
    }

    /// What this thread has visited since it last told the clock.
    pub(super) fn untold(&self) -> u64 {
        self.statistics.nodes - self.nodes_at_look
    }

    #[cold]
    fn look(&mut self) {
        let nodes = self.statistics.nodes;
        let over = self.clock.look(nodes - self.nodes_at_look);
        let first_look =
            self.thread == 0 && self.iteration <= 1 && nodes < self.first_look && self.clock.has_nodes();
        self.aborted |= over && !first_look;
        self.nodes_at_look = nodes;
        self.until_look = self.clock.nodes_until_look();
    }

    /// Evaluates the position: a guess.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        self.statistics.evaluations += 1;
        self.guesses += 1;
        let value = self.evaluator.value(self.game, &self.position, &self.state);
        debug_assert!(!value.is_decided(), "evaluations guess; they do not prove");
        value
    }

    #[inline]
    pub(super) fn play(&mut self, m: G::Move) -> G::Undo {
        if let Some(key) = self.game.key_after(&self.position, m) {
            self.table.prefetch(key);
        }
        if G::MAY_REPEAT {
            self.path.push(self.game.key(&self.position));
        }
        self.evaluator.play(self.game, &self.position, m, &mut self.state);
        self.game.play(&mut self.position, m)
    }

    #[inline]
    pub(super) fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.game.undo(&mut self.position, m, undo);
        self.evaluator.undo(self.game, &self.position, m, &mut self.state);
        if G::MAY_REPEAT {
            self.path.pop();
        }
    }

    /// The side to move: 0 or 1.
    #[inline]
    pub(super) fn side(&self) -> usize {
        self.game.to_move(&self.position).index()
    }

    /// The history slot of the move that led to `ply`; [`NO_SLOT`] at the root and after a pass.
    #[inline]
    pub(super) fn previous_slot(&self, ply: usize) -> u32 {
        if ply == 0 { NO_SLOT } else { self.frames[ply - 1].slot }
    }

    /// The best line from `ply` on begins with `m` and `goes_on` as found one ply later.
    #[inline]
    pub(super) fn set_line(&mut self, ply: usize, m: G::Move, goes_on: bool) {
        let (here, later) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(m);
        if goes_on {
            line.extend_from_slice(&later[0]);
        }
    }
}
