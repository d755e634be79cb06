//! Who finds the moves of a client.

use std::sync::Arc;
use std::time::Duration;

use mossa_arena::budget::{Budget, TimeRule};
use mossa_arena::contestant::{Answer, Contestant, NewGame, Turn};
use mossa_arena::players::PlayerSpec;
use mossa_engine::{Analysis, AnyGame, AnyPosition, LineAssessment, Means};
use mossa_game::{Assessment, InputError, InputKind};
use mossa_search::{Limits, StopSignal, Table};

use super::messages::Side;

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

/// Somebody who finds moves.
pub trait Thinker: Send {
    /// Gets ready for a game: whatever takes long is done now, while no clock runs, until the stop signal is given.
    fn prepare(&mut self, game: &Arc<dyn AnyGame>, side: Side, stop: &StopSignal) -> Result<(), InputError>;

    /// The best move that can be found in this time; `None` if there is none. `improved` gets what was found so far.
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        time: Duration,
        stop: &StopSignal,
        improved: &mut dyn FnMut(Thought),
    ) -> Option<Thought>;
}

/// How long a search warms up: enough for its code and memory to be there when the first clock runs.
const WARM_UP: Duration = Duration::from_millis(20);

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
    fn prepare(&mut self, game: &Arc<dyn AnyGame>, _side: Side, stop: &StopSignal) -> Result<(), InputError> {
        game.prepare();
        self.means.table.clear();
        self.means.table.populate();
        let position = Arc::clone(game).start();
        self.think(&*position, WARM_UP, stop, &mut |_| {});
        Ok(())
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        time: Duration,
        stop: &StopSignal,
        improved: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        self.means.limits = Limits::per_move(time);
        let analysis = position.analyse(&self.means.request(1), stop, &mut |analysis| {
            if let Some(thought) = thought(analysis) {
                improved(thought);
            }
        });
        thought(&analysis)
    }
}

fn thought(analysis: &Analysis) -> Option<Thought> {
    let line = analysis.lines.first()?;
    let value = match &line.value {
        LineAssessment::Mover(value) => Some(*value),
        LineAssessment::Each(_) => None,
    };
    let text = line.moves.first()?.clone();
    Some(Thought { text, value, depth: Some(analysis.depth), nodes: Some(analysis.nodes) })
}

/// What a player of the arena looks at first, so that there is something to send if it does not answer in time: less than
/// a millisecond.
const FIRST_LOOK: u64 = 500;

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
        thought(&position.analyse(&means.request(1), stop, &mut |_| {}))
    }
}

impl Thinker for ArenaThinker {
    fn prepare(&mut self, game: &Arc<dyn AnyGame>, side: Side, stop: &StopSignal) -> Result<(), InputError> {
        game.prepare();
        let mut player = self.spec.seat(game)?;
        let new = NewGame { game, seat: side.player(), seed: self.seed, stop };
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
        time: Duration,
        stop: &StopSignal,
        improved: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        if let Some(thought) = self.first_look(position, stop) {
            improved(thought);
        }
        let start = unusual_start(position);
        let limits = Limits::per_move(time);
        let turn =
            Turn { position, start: start.as_deref(), limits, clocks: &[None, None], patience: time, stop };
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
