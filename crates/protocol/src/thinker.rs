//! Who finds the moves of our players.

use std::sync::Arc;
use std::time::Duration;

use mossa_arena::budget::{Budget, TimeRule};
use mossa_arena::contestant::{Answer, Contestant, NewGame, Turn};
use mossa_arena::players::PlayerSpec;
use mossa_engine::{Analysis, AnyGame, AnyPosition, LineAssessment, Means};
use mossa_game::{Assessment, InputError, InputKind, Player};
use mossa_search::{Limits, StopSignal, Table, TimeControl};

/// A move and what its finder thinks of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// The move, in the notation of the game.
    pub text: String,
    /// What the position is worth to whoever makes it.
    pub value: Option<Assessment>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it visited.
    pub nodes: Option<u64>,
}

/// How long to think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// What the move may take at most.
    pub time: Duration,
    /// What is left for the rest of the game, if it has a clock: a part of it must do.
    pub left: Option<Duration>,
    /// How many positions to look at, if there is no need for more.
    pub nodes: Option<u64>,
}

/// What is lost of a clock with each move: as much as is kept of the time for a move on a machine that is not busy.
const OVERHEAD: Duration = crate::timing::MOST_MARGIN;

impl Pace {
    /// So much for the move, and nothing to save for others.
    pub fn per_move(time: Duration) -> Pace {
        Pace { time, left: None, nodes: None }
    }

    /// The limits of a search. With a clock for the game the search may need more than the move may take; whoever waits
    /// for it must stop it.
    pub fn limits(&self) -> Limits {
        let time = match self.left {
            None => TimeControl::PerMove(self.time),
            Some(remaining) => TimeControl::PerGame {
                remaining,
                increment: Duration::ZERO,
                moves_to_go: None,
                overhead: OVERHEAD,
            },
        };
        Limits { time, nodes: self.nodes, ..Limits::default() }
    }
}

/// Somebody who finds moves.
pub trait Thinker: Send {
    /// Gets ready for a game: whatever takes long is done now, while no clock runs, until the stop signal is given.
    fn prepare(&mut self, game: &Arc<dyn AnyGame>, seat: Player, stop: &StopSignal)
    -> Result<(), InputError>;

    /// The best move that can be found at this pace; `None` if there is none. `improved` gets what was found so far.
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        pace: Pace,
        stop: &StopSignal,
        improved: &mut dyn FnMut(Thought),
    ) -> Option<Thought>;
}

/// How long a search warms up: enough for its code and memory to be there when the first clock runs.
const WARM_UP: Duration = Duration::from_millis(20);

/// Has a thinker look at the beginning of a game for a moment.
pub(crate) fn warm_up(thinker: &mut dyn Thinker, game: &Arc<dyn AnyGame>, stop: &StopSignal) {
    let start = Arc::clone(game).start();
    thinker.think(&*start, Pace::per_move(WARM_UP), stop, &mut |_| {});
}

/// The strongest search, as level 8 plays.
pub struct FullStrength {
    means: Means,
}

impl FullStrength {
    /// With so many threads and so many megabytes to remember positions; an error if there is not so much memory.
    pub fn new(threads: usize, megabytes: usize) -> Result<FullStrength, InputError> {
        let table = Table::try_new(megabytes).ok_or_else(|| {
            let problem = format!("no memory for a table of {megabytes} MB");
            InputError::new(InputKind::Setting, problem, "a smaller table")
        })?;
        let means = Means { seed: 0, limits: Limits::default(), threads, table: Arc::new(table) };
        Ok(FullStrength { means })
    }
}

impl Thinker for FullStrength {
    fn prepare(&mut self, game: &Arc<dyn AnyGame>, _: Player, stop: &StopSignal) -> Result<(), InputError> {
        game.prepare();
        self.means.table.clear();
        self.means.table.populate();
        warm_up(self, game, stop);
        Ok(())
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        pace: Pace,
        stop: &StopSignal,
        improved: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        self.means.limits = pace.limits();
        search(position, &self.means, stop, improved)
    }
}

/// Searches with all of `means`.
pub(crate) fn search(
    position: &dyn AnyPosition,
    means: &Means,
    stop: &StopSignal,
    improved: &mut dyn FnMut(Thought),
) -> Option<Thought> {
    let mover = position.to_move().index();
    let analysis = position.analyse(&means.request(1), stop, &mut |analysis| {
        if let Some(thought) = thought(analysis, mover) {
            improved(thought);
        }
    });
    thought(&analysis, mover)
}

fn thought(analysis: &Analysis, mover: usize) -> Option<Thought> {
    let line = analysis.lines.first()?;
    let value = match &line.value {
        LineAssessment::Mover(value) => Some(*value),
        LineAssessment::Each(values) => values.get(mover).copied(),
    };
    let text = line.moves.first()?.clone();
    Some(Thought { text, value, depth: Some(analysis.depth), nodes: Some(analysis.nodes) })
}

/// What is looked at first, so that there is something to send if the time is too short for more: less than a
/// millisecond.
pub(crate) const FIRST_LOOK: u64 = 500;

/// Any player of the arena.
pub struct ArenaThinker {
    spec: PlayerSpec,
    seed: u64,
    player: Option<Box<dyn Contestant>>,
}

impl ArenaThinker {
    /// The player that `spec` describes; without limits of its own it takes `time` for a move.
    pub fn new(spec: PlayerSpec, time: Duration, seed: u64) -> ArenaThinker {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
        let budget = Budget { time: Some(TimeRule::PerMove(millis)), ..Budget::default() };
        ArenaThinker { spec: spec.with_default_budget(budget), seed, player: None }
    }
}

impl ArenaThinker {
    /// Refuses a game that the player cannot play.
    pub fn check(&self, game: &Arc<dyn AnyGame>) -> Result<(), InputError> {
        self.spec.seat(game).map(drop)
    }

    fn first_look(&self, position: &dyn AnyPosition, stop: &StopSignal) -> Option<Thought> {
        let table = Arc::new(Table::with_buckets(FIRST_LOOK as usize));
        let means = Means { seed: self.seed, limits: Limits::nodes(FIRST_LOOK), threads: 1, table };
        search(position, &means, stop, &mut |_| {})
    }
}

impl Thinker for ArenaThinker {
    fn prepare(
        &mut self,
        game: &Arc<dyn AnyGame>,
        seat: Player,
        stop: &StopSignal,
    ) -> Result<(), InputError> {
        game.prepare();
        let mut player = self.spec.seat(game)?;
        let new = NewGame { game, seat, seed: self.seed, stop };
        player.begin(&new).map_err(|fault| {
            InputError::new(
                InputKind::Setting,
                format!("{} {fault}", self.spec.name()),
                "a player who can begin",
            )
        })?;
        self.player = Some(player);
        Ok(())
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        pace: Pace,
        stop: &StopSignal,
        improved: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        if let Some(thought) = self.first_look(position, stop) {
            improved(thought);
        }
        let start = unusual_start(position);
        let limits = pace.limits();
        let patience = pace.time;
        let turn = Turn { position, start: start.as_deref(), limits, clocks: &[None, None], patience, stop };
        match self.player.as_mut()?.choose(&turn) {
            Ok(Answer::Move(choice)) => Some(Thought {
                text: choice.text,
                value: choice.value,
                depth: choice.depth,
                nodes: choice.nodes,
            }),
            Ok(Answer::Resign) | Err(_) => None,
        }
    }
}

/// Where the history of `position` begins, if that is not where its game begins.
fn unusual_start(position: &dyn AnyPosition) -> Option<String> {
    let mut first = position.boxed_clone();
    while first.undo() {}
    let text = first.text();
    (text != position.game().start().text()).then_some(text)
}
