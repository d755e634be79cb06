//! The game's own search for wins, before the general one and between its iterations.

use mossa_game::{ForcedWin, Tactics, Value, WinHunt, WinMemory, WinOrder};

use crate::clock::Clock;
use crate::features::Feature;
use crate::report::{Line, LineValue, News, Report, Request, Statistics};

/// How much of the time and of the nodes a search for a win within a given number of plies takes. The rest is for finding
/// a good move where there is no such win.
const PART_OF_WANTED: f64 = 0.9;

/// So many nodes are always left for that: enough for a look at every move of most positions.
const LEFT_FOR_SEARCH: u64 = 100;

/// The part of all positions that the game's own search gets between iterations.
const PART_AGAIN: u64 = 16;

/// The same where the general search believes to be winning: what matters then is to end the game.
const PART_WINNING: u64 = 2;

/// How many positions it gets for each node of the general search where a win seems to be near and nobody plays by a clock or
/// a number of nodes: nearly half of the time in chess, whose prover is four times as fast.
const NEAR_PER_NODE: u64 = 3;

/// From so many margins on a position looks won.
const WINNING_MARGINS: i32 = 4;

/// The fewest positions that are worth asking again for.
const FEWEST_AGAIN: u64 = 2000;

/// The same before the search. The game looks at all moves of the position at least, so for less the search would have nothing
/// left of its nodes.
const FEWEST_AT_FIRST: u64 = 2;

/// How often the game was asked, and how much that took.
pub(super) struct Attack<'a, G: Tactics> {
    game: &'a G,
    position: &'a G::Position,
    request: &'a Request,
    clock: &'a Clock,
    /// Positions of the game before that would be drawn if they came again.
    barred: Vec<u64>,
    /// Positions that the game has visited so far.
    nodes: u64,
    /// Nodes that the thread that asks has visited since it last told the clock.
    untold: u64,
    /// How many it was allowed last.
    last: u64,
    /// A win seemed to be near.
    near: bool,
    /// What the game knows from being asked before.
    memory: WinMemory,
}

impl<'a, G: Tactics> Attack<'a, G> {
    /// Nothing where nobody wants to know: who asks for several lines wants to hear of all moves, and who asks about some
    /// moves of these.
    pub(super) fn new(
        game: &'a G,
        position: &'a G::Position,
        request: &'a Request,
        clock: &'a Clock,
    ) -> Option<Attack<'a, G>> {
        let wanted = request.features.has(Feature::Attack) && request.lines == 1 && request.only.is_empty();
        if !wanted || game.outcome(position).is_some() {
            return None;
        }
        let barred = barred(game, &request.history);
        let memory = WinMemory::default();
        Some(Attack {
            game,
            position,
            request,
            clock,
            barred,
            nodes: 0,
            untold: 0,
            last: 0,
            near: false,
            memory,
        })
    }

    /// How many positions the game has visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks before the search.
    pub(super) fn begin(&mut self) -> Option<Report<G::Move>> {
        let nodes = self.request.limits.nodes;
        let clock = self.clock;
        let Some(within) = self.request.win_within else {
            if !G::WIN_UNSEEN_IN_GAMES && !self.is_patient() {
                return None;
            }
            let positions = nodes.map_or(G::WIN_POSITIONS, |nodes| nodes / u64::from(G::WIN_PART));
            if positions < FEWEST_AT_FIRST {
                return None;
            }
            let halt = || clock.is_over() || clock.has_used(1.0 / f64::from(G::WIN_PART));
            return self.ask(positions.min(G::WIN_POSITIONS), None, &halt);
        };
        let part =
            |nodes: u64| ((nodes as f64 * PART_OF_WANTED) as u64).min(nodes.saturating_sub(LEFT_FOR_SEARCH));
        let positions = nodes.map_or(u64::MAX, part);
        if positions < FEWEST_AT_FIRST {
            return None;
        }
        let halt = || clock.look(0) || clock.has_used(PART_OF_WANTED);
        self.ask(positions, Some(within), &halt)
    }

    /// Asks again after an iteration of the general search, which has visited so many nodes, has not told the clock of
    /// the last of them, and found `value`.
    pub(super) fn go_on(&mut self, visited: u64, untold: u64, value: Value) -> Option<Report<G::Move>> {
        if !G::WIN_AGAIN || self.request.win_within.is_some() || value.is_loss() {
            return None;
        }
        let allowed = self.share(visited, value).saturating_sub(self.nodes);
        if allowed < FEWEST_AGAIN {
            return None;
        }
        // Only a faster win than the one that is known tells anything.
        let within = match value.plies() {
            Some(plies) if plies < 3 => return None,
            Some(plies) => Some(plies - 2),
            None => None,
        };
        let clock = self.clock;
        self.untold = untold;
        self.ask(allowed, within, &|| clock.look(0))
    }

    /// How many positions the game may have visited when the general search has visited so many nodes.
    fn share(&self, visited: u64, value: Value) -> u64 {
        if self.near && self.is_patient() {
            return visited.saturating_mul(NEAR_PER_NODE);
        }
        let winning = value.raw() >= WINNING_MARGINS * G::MARGIN;
        match winning {
            true => visited / (PART_WINNING - 1),
            false if G::WIN_UNSEEN_IN_GAMES || self.is_patient() => visited / (PART_AGAIN - 1),
            false => 0,
        }
    }

    /// Whether somebody analyses. Games are played by a clock or with a number of nodes for each move, which are too dear to
    /// look for what is seldom there.
    fn is_patient(&self) -> bool {
        self.request.limits.nodes.is_none() && !self.clock.is_for_a_game()
    }

    fn ask(
        &mut self,
        positions: u64,
        within: Option<u32>,
        halt: &(dyn Fn() -> bool + Sync),
    ) -> Option<Report<G::Move>> {
        self.last = positions;
        let order = WinOrder { positions, within, barred: &self.barred, halt };
        let WinHunt { win, positions, near } = self.game.forced_win(self.position, &order, &mut self.memory);
        self.nodes += positions;
        self.near = near;
        self.clock.look(positions);
        let ForcedWin { line, plies, shortest } = win?;
        // How long it takes at most; a faster win may exist unless the game says otherwise.
        let value = LineValue::Mover { value: Value::win_in(plies), exhausted: shortest };
        Some(Report {
            news: News::Iteration,
            depth: plies,
            selective_depth: plies,
            lines: vec![Line { moves: line, value }],
            elapsed: self.clock.elapsed(),
            statistics: Statistics {
                nodes: self.clock.nodes() + self.untold,
                hunted: self.nodes,
                ..Statistics::default()
            },
        })
    }

    /// Tells of a win, then looks for faster ones while there is time, and tells each. A clock for a whole game is not
    /// spent on that.
    pub(super) fn hasten(
        &mut self,
        mut report: Report<G::Move>,
        on_report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        on_report(&report);
        let clock = self.clock;
        let most = self.request.limits.nodes.unwrap_or(u64::MAX);
        let mut positions = self.last.max(FEWEST_AGAIN);
        while G::WIN_AGAIN && !is_settled(&report) && !clock.is_for_a_game() && !clock.look(0) {
            positions = positions.saturating_mul(2).min(most.saturating_sub(self.nodes));
            let Some(within) = report.depth.checked_sub(2).filter(|_| positions > 0) else { break };
            let before = self.nodes;
            match self.ask(positions, Some(within), &|| clock.look(0)) {
                Some(faster) => {
                    report = faster;
                    on_report(&report);
                }
                // All was searched that there is.
                None if self.nodes - before < positions => break,
                None => {}
            }
        }
        report
    }
}

/// Whether there is certainly no faster win.
fn is_settled<M>(report: &Report<M>) -> bool {
    report.lines.iter().all(|line| matches!(line.value, LineValue::Mover { exhausted: true, .. }))
}

/// The keys of positions that were there so often that the next time is a draw.
fn barred<G: Tactics>(game: &G, history: &[u64]) -> Vec<u64> {
    let Some(limit) = game.repetitions().filter(|_| G::MAY_REPEAT) else { return Vec::new() };
    let mut keys = history.to_vec();
    keys.sort_unstable();
    let often = keys.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= limit as usize);
    often.filter_map(|same| same.first().copied()).collect()
}
