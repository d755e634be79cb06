//! A game in progress: what a front end holds while somebody plays.

use std::fmt;
use std::time::Instant;

use mossa_game::{Assessment, GameRecord, InputError, InputKind, Outcome, Player, RecordedMove, Seat};
use mossa_search::StopSignal;

use crate::any::{Analysis, AnyGame, AnyPosition, MoveInfo};
use crate::dispatch::nothing_to_search;
use crate::level::{Level, Means, for_mover};
use crate::perfect::{Perfect, Skill};
use crate::registry::Registry;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// A person, by name.
    Human(String),
    /// The engine.
    Engine(Skill),
    /// A program that whoever holds the session moves for with [`Session::play`], by name.
    Guest(String),
}

/// In front of the level in the name of the engine.
const ENGINE_NAME: &str = "mossa level ";
/// The name of the engine that plays perfectly.
const PERFECT_NAME: &str = "mossa perfect";

/// The name as it stands in game records: a person's own, `mossa level 3`, or `mossa perfect`.
impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sitter::Human(name) | Sitter::Guest(name) => f.write_str(name),
            Sitter::Engine(Skill::Level(level)) => write!(f, "{ENGINE_NAME}{level}"),
            Sitter::Engine(Skill::Perfect) => f.write_str(PERFECT_NAME),
        }
    }
}

impl Sitter {
    /// Whoever bears this name in a game record.
    pub fn from_name(name: &str) -> Sitter {
        if name == PERFECT_NAME {
            return Sitter::Engine(Skill::Perfect);
        }
        let level: Option<Level> = name.strip_prefix(ENGINE_NAME).and_then(|level| level.parse().ok());
        level.map_or_else(|| Sitter::Human(name.to_owned()), |level| Sitter::Engine(level.into()))
    }

    /// Refuses an engine that cannot play `game`.
    fn check(&self, game: &dyn AnyGame) -> Result<(), InputError> {
        match self {
            Sitter::Human(_) | Sitter::Guest(_) => Ok(()),
            Sitter::Engine(skill) => skill.check(game),
        }
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, Sitter::Human(_))
    }
}

/// A move that the engine made.
#[derive(Clone, Debug)]
pub struct EngineMove {
    /// The move, with what it changed.
    pub info: MoveInfo,
    /// What the engine saw. The move need not be the best one: lower levels err.
    pub analysis: Analysis,
}

/// What is known of a move beyond itself.
#[derive(Clone, Default)]
struct Note {
    millis: Option<u64>,
    value: Option<Assessment>,
    depth: Option<u32>,
    remark: Option<String>,
}

/// The name of the tag that keeps the seed of a game.
const SEED_TAG: &str = "Seed";

/// A game in progress: a position, who plays, how long they thought and what they thought.
pub struct Session {
    position: Box<dyn AnyPosition>,
    sitters: Vec<Sitter>,
    means: Means,
    /// Where the game began, if not in the usual position.
    start: Option<String>,
    /// One for each move played.
    notes: Vec<Note>,
    /// Facts of the record that the session was resumed from.
    tags: Vec<(String, String)>,
    /// How the game ended before the board shows a result: somebody resigned, or both agreed.
    agreed: Option<Outcome>,
    turn_began: Instant,
}

impl Session {
    /// A game that goes on from `position`, with one sitter for each player.
    pub fn new(
        position: Box<dyn AnyPosition>,
        sitters: Vec<Sitter>,
        means: Means,
    ) -> Result<Session, InputError> {
        let game = position.game();
        if sitters.len() != game.players() {
            let problem = format!("{} players at {}", sitters.len(), game.name());
            let expected = format!("{} players", game.players());
            return Err(InputError::new(InputKind::Setting, problem, expected));
        }
        sitters.iter().try_for_each(|sitter| sitter.check(&*game))?;
        let notes = vec![Note::default(); position.history().len()];
        let start = unusual_start(&*position);
        let (tags, turn_began) = (Vec::new(), Instant::now());
        Ok(Session { position, sitters, means, start, notes, tags, agreed: None, turn_began })
    }

    /// The game that `record` describes, to be played on. Its players and its seed are the recorded ones. So is its
    /// result, even if the board does not show it: then the game is over until a move is taken back.
    pub fn resume(registry: &Registry, record: &GameRecord, mut means: Means) -> Result<Session, InputError> {
        record.validate()?;
        let game = registry.open(&record.game)?;
        let mut position = match &record.start {
            Some(text) => game.clone().position(text)?,
            None => game.clone().start(),
        };
        for (index, m) in record.moves.iter().enumerate() {
            position.play(&m.text).map_err(|error| {
                let problem = format!("move {} of the record: {}", index + 1, error.problem);
                InputError::new(InputKind::Record, problem, error.expected)
            })?;
        }
        check_result(record, &*position)?;
        if let Some(seed) = recorded_seed(record)? {
            means.seed = seed;
        }
        let mut session = Session::new(position, recorded_sitters(record, &*game)?, means)?;
        let note = |m: &RecordedMove| Note {
            millis: m.millis,
            value: m.value,
            depth: m.depth,
            remark: m.remark.clone(),
        };
        session.notes = record.moves.iter().map(note).collect();
        session.agreed = record.result.filter(|_| session.position.result().is_none());
        session.tags = record.tags.iter().filter(|(name, _)| name != SEED_TAG).cloned().collect();
        Ok(session)
    }

    /// The position on the board.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Who plays, in the order of seats.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// Who is to move; `None` if the game is over.
    pub fn to_move(&self) -> Option<&Sitter> {
        match self.result() {
            Some(_) => None,
            None => self.sitters.get(self.position.to_move().index()),
        }
    }

    /// Gives `player`'s seat to somebody else; the game goes on as it is.
    pub fn set_sitter(&mut self, player: Player, sitter: Sitter) -> Result<(), InputError> {
        sitter.check(&*self.position.game())?;
        let players = self.sitters.len();
        let Some(seat) = self.sitters.get_mut(player.index()) else {
            let problem = format!("no seat {} for {sitter}", player.index() + 1);
            return Err(InputError::new(InputKind::Setting, problem, format!("1 to {players}")));
        };
        *seat = sitter;
        Ok(())
    }

    /// How the game ended, if it did.
    pub fn result(&self) -> Option<Outcome> {
        self.position.result().or(self.agreed)
    }

    /// Plays the move of the person or guest whose turn it is.
    pub fn play(&mut self, text: &str) -> Result<MoveInfo, InputError> {
        if let Some(agreed) = self.agreed {
            let problem = format!("no move `{text}`: the game is over, {agreed}");
            return Err(InputError::new(InputKind::Move, problem, "a move to be taken back first"));
        }
        if let Some(engine @ Sitter::Engine(_)) = self.to_move() {
            let problem = format!("no move `{text}`: it is the turn of {engine}");
            return Err(InputError::new(InputKind::Move, problem, "the engine to move first"));
        }
        self.play_noted(text, None)
    }

    /// Lets the engine move if it is its turn; `None` if it is not, or if the game is over.
    pub fn engine_move(&mut self, stop: &StopSignal) -> Result<Option<EngineMove>, InputError> {
        let Some(&Sitter::Engine(skill)) = self.to_move() else { return Ok(None) };
        self.turn_began = Instant::now();
        let chosen = match skill {
            Skill::Level(level) => level.choose(&*self.position, &self.means, stop),
            Skill::Perfect => {
                Perfect::new(&*self.position.game(), None)?.choose(&*self.position, &self.means, stop)
            }
        };
        let Some((text, analysis)) = chosen else { return Ok(None) };
        let line = analysis.lines.iter().find(|line| line.moves.first() == Some(&text));
        let value = line.map(|line| for_mover(line, &*self.position));
        let info = self.play_noted(&text, value)?;
        Ok(Some(EngineMove { info, analysis }))
    }

    fn play_noted(&mut self, text: &str, value: Option<Assessment>) -> Result<MoveInfo, InputError> {
        let info = self.position.play(text)?;
        let millis = u64::try_from(self.turn_began.elapsed().as_millis()).ok();
        self.notes.push(Note { millis, value, ..Note::default() });
        self.turn_began = Instant::now();
        Ok(info)
    }

    /// Takes back moves until it is a person's turn again (one move, if only engines play);
    /// gives how many. Nothing happens if no person was to move earlier.
    pub fn undo(&mut self) -> usize {
        let humans = self.sitters.iter().any(Sitter::is_human);
        let mut earlier = self.position.boxed_clone();
        let mut count = 0;
        while earlier.undo() {
            count += 1;
            let mover = self.sitters.get(earlier.to_move().index());
            if !humans || mover.is_some_and(Sitter::is_human) {
                self.position = earlier;
                self.agreed = None;
                self.notes.truncate(self.position.history().len());
                self.turn_began = Instant::now();
                return count;
            }
        }
        0
    }

    /// What full strength would do here, or a perfect player where the game has a quick solver. A finished game gives an
    /// analysis without lines.
    pub fn hint(&self, stop: &StopSignal) -> Analysis {
        if self.result().is_some() {
            return nothing_to_search();
        }
        let game = self.position.game();
        if let Ok(perfect) = Perfect::new(&*game, None)
            && game.has_quick_solver()
            && let Some((_, analysis)) = perfect.choose(&*self.position, &self.means, stop)
        {
            return analysis;
        }
        self.position.analyse(&self.means.request(1), stop, &mut |_| {})
    }

    /// The game so far. [`Session::resume`] goes on from it.
    pub fn record(&self) -> GameRecord {
        let moves = self.position.history().iter().zip(&self.notes).map(|(text, note)| RecordedMove {
            text: text.clone(),
            millis: note.millis,
            value: note.value,
            depth: note.depth,
            remark: note.remark.clone(),
        });
        let seed = (SEED_TAG.to_owned(), self.means.seed.to_string());
        GameRecord {
            game: self.position.game().name().to_owned(),
            players: self.sitters.iter().map(|sitter| Seat { name: sitter.to_string() }).collect(),
            start: self.start.clone(),
            tags: std::iter::once(seed).chain(self.tags.iter().cloned()).collect(),
            moves: moves.collect(),
            result: self.result(),
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

/// A game may have ended before the board shows a result, but a result on the board is the result.
fn check_result(record: &GameRecord, position: &dyn AnyPosition) -> Result<(), InputError> {
    let players = position.game().players();
    match (record.result, position.result()) {
        (Some(recorded), _) if recorded.players() != players => {
            let problem = format!("the result {recorded} of {} players", recorded.players());
            Err(InputError::new(InputKind::Record, problem, format!("one of {players} players")))
        }
        (Some(recorded), Some(result)) if recorded != result => {
            let problem = format!("the record says {recorded}, its moves say {result}");
            Err(InputError::new(InputKind::Record, problem, "the same result"))
        }
        _ => Ok(()),
    }
}

fn recorded_seed(record: &GameRecord) -> Result<Option<u64>, InputError> {
    let Some((_, text)) = record.tags.iter().find(|(name, _)| name == SEED_TAG) else { return Ok(None) };
    let seed = text.parse().map_err(|_| {
        InputError::new(InputKind::Record, format!("unreadable seed \"{text}\""), "a number below 2^64")
    });
    seed.map(Some)
}

/// The players of a record; people without names if it tells of none.
fn recorded_sitters(record: &GameRecord, game: &dyn AnyGame) -> Result<Vec<Sitter>, InputError> {
    let named: Vec<Sitter> = record.players.iter().map(|seat| Sitter::from_name(&seat.name)).collect();
    match named.len() {
        0 => Ok((1..=game.players()).map(|seat| Sitter::Human(format!("player {seat}"))).collect()),
        players if players == game.players() => Ok(named),
        players => {
            let problem = format!("a record of {} with {players} players", game.name());
            Err(InputError::new(InputKind::Record, problem, format!("{} players", game.players())))
        }
    }
}
