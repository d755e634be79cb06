//! Who wins within a number of plies: searches that know the rules and nothing else.
//!
//! Everything beyond the limit counts as even. So a search finds a win if one can be forced within the limit, and
//! everything it counts is about the tree of the game, not about an evaluation.

use std::fmt;
use std::sync::Arc;

use mossa_game::{Evaluate, Game, Outcome, Playable, Player, Shares, Term, Value, Verdict};
use mossa_search::multiplayer::maxn::{self, Pruning};
use mossa_search::multiplayer::memory::Memory;
use mossa_search::multiplayer::paranoid::Paranoid;
use mossa_search::{
    Feature, Features, Limits, LineValue, Report, Request, Statistics, StopSignal, Table, alphabeta,
};
use serde::Serialize;

use crate::any::Method;

/// What an exploration is asked.
#[derive(Clone, Debug)]
pub struct ExploreOrder {
    /// Alpha-beta for two players; MaxN or Paranoid for more. [`Method::Auto`] means alpha-beta or MaxN.
    pub method: Method,
    /// Whom the others are allied against in [`Method::Paranoid`].
    pub view: Player,
    /// How deep; nodes and time may end it earlier.
    pub limits: Limits,
    /// The techniques.
    pub features: Features,
    /// What the search for two sides remembers.
    pub table: Arc<Table>,
    /// How many bytes MaxN may fill with what it remembers, if [`Feature::Table`] is on.
    pub memory: usize,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Ending {
    /// This player wins.
    Win {
        /// Who.
        player: Player,
        /// After how many plies.
        plies: u32,
    },
    /// The others can keep the player whose view it is from winning, and one of them wins.
    OthersWin {
        /// After how many plies.
        plies: u32,
    },
    /// The game is drawn.
    Draw,
    /// Nobody wins within the limit.
    Open,
}

/// `player 2 wins in 7`, `the others win in 4`, `draw`, `open`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Win { player, plies } => write!(f, "player {player} wins in {plies}"),
            Ending::OthersWin { plies } => write!(f, "the others win in {plies}"),
            Ending::Draw => f.write_str("draw"),
            Ending::Open => f.write_str("open"),
        }
    }
}

/// An exploration that came to its end, or to one of its limits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploration {
    /// What it found.
    pub ending: Ending,
    /// The last depth that was searched completely.
    pub depth: u32,
    /// The time it took.
    pub seconds: f64,
    /// What was counted.
    pub statistics: Statistics,
}

/// Explores `position` to the depth of the order's limits.
pub(crate) fn explore<G: Playable>(
    game: &G,
    position: &G::Position,
    order: &ExploreOrder,
    stop: &StopSignal,
) -> Exploration {
    let players = game.players();
    let ended = |outcome: &Outcome| match outcome.winner() {
        Some(player) => Ending::Win { player, plies: 0 },
        None => Ending::Draw,
    };
    if let Some(outcome) = game.result(position) {
        let statistics = Statistics { nodes: 1, terminal: 1, ..Statistics::default() };
        return Exploration { ending: ended(&outcome), depth: 0, seconds: 0.0, statistics };
    }
    let request = Request { features: order.features, ..Request::new(order.limits) };
    let mover = game.to_move(position);
    match order.method {
        Method::Paranoid if players > 2 => {
            let view = Paranoid::new(game, order.view);
            let report =
                alphabeta::search(&view, &Blank, position, &request, &order.table, stop, &mut |_| {});
            told(&report, |value| allied(value, mover == order.view, order.view))
        }
        _ if players > 2 => {
            let report = many(game, position, &request, order, stop);
            told(&report, |value| of_many(value, players))
        }
        _ => {
            let report = alphabeta::search(game, &Blank, position, &request, &order.table, stop, &mut |_| {});
            told(&report, |value| of_two(value, mover))
        }
    }
}

/// MaxN, with a memory if tables are on.
fn many<G: Playable>(
    game: &G,
    position: &G::Position,
    request: &Request,
    order: &ExploreOrder,
    stop: &StopSignal,
) -> Report<G::Move> {
    let features = request.features;
    let pruning = if features.has(Feature::AlphaBeta) { Pruning::ALL } else { Pruning::NONE };
    let memory = features.has(Feature::Table).then(|| Memory::new(game.players(), order.memory));
    maxn::search_remembering(
        pruning,
        memory,
        game,
        &Blank,
        position,
        request,
        &order.table,
        stop,
        &mut |_| {},
    )
}

fn told<M>(report: &Report<M>, ending: impl Fn(LineValue) -> Ending) -> Exploration {
    Exploration {
        ending: report.lines.first().map_or(Ending::Open, |line| ending(line.value)),
        depth: report.depth,
        seconds: report.elapsed.as_secs_f64(),
        statistics: report.statistics,
    }
}

/// What a value of two sides says about the side to move and its distance; nothing if it is not decided.
fn decided(value: LineValue) -> Option<(Verdict, u32)> {
    let LineValue::Mover { value, exhausted } = value else { return None };
    match value.plies() {
        Some(plies) if value.is_win() => Some((Verdict::Win, plies)),
        Some(plies) => Some((Verdict::Loss, plies)),
        None => (exhausted && value == Value::DRAW).then_some((Verdict::Draw, 0)),
    }
}

fn of_two(value: LineValue, mover: Player) -> Ending {
    match decided(value) {
        Some((Verdict::Win, plies)) => Ending::Win { player: mover, plies },
        Some((Verdict::Loss, plies)) => Ending::Win { player: mover.opponent(), plies },
        Some((Verdict::Draw, _)) => Ending::Draw,
        None => Ending::Open,
    }
}

fn allied(value: LineValue, views_turn: bool, view: Player) -> Ending {
    match decided(value) {
        Some((Verdict::Draw, _)) => Ending::Draw,
        Some((verdict, plies)) if (verdict == Verdict::Win) == views_turn => {
            Ending::Win { player: view, plies }
        }
        Some((_, plies)) => Ending::OthersWin { plies },
        None => Ending::Open,
    }
}

/// Whoever gets what only a winner gets. That others beyond the limit were taken as even does not matter here: it is what
/// the limit means.
fn of_many(value: LineValue, players: usize) -> Ending {
    let LineValue::Each { shares, exhausted } = value else { return Ending::Open };
    let won = |player: &Player| shares.of(*player) >= Shares::of_winner(u32::MAX, players);
    match Player::all(players).find(won) {
        Some(player) => {
            let paid = (Shares::of_winner(0, players) - shares.of(player)) / (players as i32 - 1);
            Ending::Win { player, plies: paid.unsigned_abs() }
        }
        None if exhausted => Ending::Draw,
        None => Ending::Open,
    }
}

/// An evaluation that knows nothing.
struct Blank;

impl<G: Game> Evaluate<G> for Blank {
    type State = ();

    fn fresh(&self, _: &G, _: &G::Position) {}

    #[inline]
    fn value(&self, _: &G, _: &G::Position, (): &()) -> Value {
        Value::DRAW
    }

    #[inline]
    fn shares(&self, game: &G, _: &G::Position, (): &()) -> Shares {
        Shares::of_outcome(&Outcome::draw(game.players()), 0)
    }

    fn explain(&self, _: &G, _: &G::Position) -> Vec<Term> {
        Vec::new()
    }
}
