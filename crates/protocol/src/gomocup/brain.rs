//! What is answered to each command.

use std::sync::Arc;
use std::time::Instant;

use mossa_arena::players::gomocup::{Cell, Rule, Terms};
use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::Player;
use mossa_search::StopSignal;

use super::Settings;
use super::board::{Board, Side, all_different};
use super::clock::Clock;
use super::commands::{self, Command, Info, Mistake};
use super::gathering::{Gathering, Purpose};
use super::input::{Heard, Interrupts};
use super::judge::SearchJudge;
use super::swap2::{self, Choice};
use super::workshop::{Craftsman, Workshop};
use crate::timing::Timed;

/// The sides that a board may have. The protocol asks for 20; fewer than five have no room for five in a row, and more
/// than a hundred our game does not have.
const SIDES: std::ops::RangeInclusive<usize> = 5..=100;

/// What the bits of `INFO rule` mean. The second, that the game goes on after a win, is the manager's business.
const EXACT: u32 = 1;
const RENJU: u32 = 4;
const CARO: u32 = 8;

const NO_BOARD: &str = "no board; expected START before";

/// An answer, or why there is none, which is told behind ERROR. An answer that nobody wants any more is not given.
type Answer = Result<Option<String>, String>;

/// A turn: which line asked for it, and when.
#[derive(Clone, Copy)]
struct Asked<'a> {
    number: u64,
    at: Instant,
    interrupts: &'a Interrupts,
}

/// Somebody who plays for a manager.
pub(super) struct Brain {
    /// Columns and rows, once there is a board.
    sides: Option<(usize, usize)>,
    rules: u32,
    board: Board,
    clock: Clock,
    workshop: Arc<Workshop>,
    /// The games on this board, one for each rule: managers tell the rule when the clock runs already.
    games: Vec<(Terms, Arc<dyn AnyGame>)>,
    /// Who thinks, from the first board on.
    thinker: Option<Timed>,
    /// Lines that are being gathered.
    gathering: Option<Gathering>,
    ended: bool,
}

impl Brain {
    pub(super) fn new(settings: &Settings) -> Brain {
        Brain {
            sides: None,
            rules: 0,
            board: Board::default(),
            clock: Clock::default(),
            workshop: Arc::new(Workshop::new(settings)),
            games: Vec::new(),
            thinker: None,
            gathering: None,
            ended: false,
        }
    }

    /// Whether the manager said good-bye.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// What is answered to a line.
    pub(super) fn hear(&mut self, heard: &Heard, interrupts: &Interrupts) -> Vec<String> {
        let mut answers = Vec::new();
        if let Some(gathering) = &mut self.gathering {
            match commands::read(&heard.line) {
                Ok(None) => return answers,
                // A person may change limits at any time.
                Ok(Some(Command::Info(info))) => {
                    self.note(&info);
                    return answers;
                }
                // Whoever gives a new command will not come back to these lines.
                Ok(Some(_)) | Err(Mistake::Bad(_)) => {
                    self.gathering = None;
                    answers.push(format!("ERROR {}; expected DONE", commands::shown(&heard.line)));
                }
                Err(Mistake::Unknown(_)) => {
                    if gathering.take(&heard.line) {
                        answers.extend(told(self.gathered(interrupts)));
                    }
                    return answers;
                }
            }
        }
        answers.extend(self.obey(heard, interrupts));
        answers
    }

    fn obey(&mut self, heard: &Heard, interrupts: &Interrupts) -> Option<String> {
        let asked = Asked { number: heard.number, at: heard.at, interrupts };
        let command = match commands::read(&heard.line) {
            Ok(command) => command?,
            Err(Mistake::Unknown(what)) => return Some(format!("UNKNOWN {what}")),
            Err(Mistake::Bad(what)) => return Some(format!("ERROR {what}")),
        };
        told(match command {
            Command::Start { width, height } => self.start(width, height),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(asked),
            Command::Turn(cell) => self.turn(cell, asked),
            Command::Play(cell) => self.play(cell),
            Command::TakeBack(cell) => self.take_back(cell),
            Command::Board => self.gather(Purpose::Board, asked),
            Command::Swap2Board => self.gather(Purpose::Swap2, asked),
            Command::Info(info) => {
                self.note(&info);
                Ok(None)
            }
            Command::About => Ok(Some(about())),
            Command::End => {
                self.ended = true;
                Ok(None)
            }
        })
    }

    fn note(&mut self, info: &Info) {
        match *info {
            Info::TimeoutTurn(time) => self.clock.limit_turn(time),
            Info::TimeoutMatch(time) => self.clock.limit_game(time),
            Info::TimeLeft(left) => self.clock.tell_left(left),
            Info::MaxMemory(bytes) => self.workshop.limit_memory(bytes),
            Info::Threads(threads) => self.workshop.set_threads(threads),
            Info::Rule(rules) => self.rules = rules,
            Info::Nothing => {}
        }
    }

    fn start(&mut self, width: usize, height: usize) -> Answer {
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            let (least, most) = (SIDES.start(), SIDES.end());
            return Err(format!(
                "no board of {width} x {height}; expected sides from {least} to {most}, such as 20"
            ));
        }
        if self.sides != Some((width, height)) {
            self.games.clear();
            for rule in [Rule::Freestyle, Rule::Exact, Rule::Renju] {
                let terms = Terms { width, height, rule };
                let game = mossa_engine::open(&terms.game_name()).map_err(|error| error.to_string())?;
                game.prepare();
                self.games.push((terms, game));
            }
        }
        self.sides = Some((width, height));
        self.restart()
    }

    fn restart(&mut self) -> Answer {
        self.board = Board::default();
        self.clock.new_game();
        let game = self.game()?;
        self.workshop.clear()?;
        if self.thinker.is_none() {
            let craftsman = Box::new(Craftsman(Arc::clone(&self.workshop)));
            let thinker = Timed::start(craftsman, &game, Player::FIRST, &StopSignal::new());
            self.thinker = Some(thinker.map_err(|error| error.to_string())?);
        }
        Ok(Some("OK".to_owned()))
    }

    fn begin(&mut self, asked: Asked<'_>) -> Answer {
        if self.board.is_empty() { self.think(asked) } else { Err("the board is not empty".to_owned()) }
    }

    fn turn(&mut self, cell: Cell, asked: Asked<'_>) -> Answer {
        self.ready()?;
        self.put(cell, Side::Theirs)?;
        self.think(asked)
    }

    fn play(&mut self, cell: Cell) -> Answer {
        self.put(cell, Side::Ours)?;
        Ok(Some(cell.to_string()))
    }

    fn take_back(&mut self, cell: Cell) -> Answer {
        self.terms()?;
        if self.board.take_back(cell) {
            Ok(Some("OK".to_owned()))
        } else {
            Err(format!("no stone on {cell}"))
        }
    }

    fn gather(&mut self, purpose: Purpose, asked: Asked<'_>) -> Answer {
        self.gathering = Some(Gathering::new(purpose, asked.number, asked.at));
        Ok(None)
    }

    /// All lines of a board are there.
    fn gathered(&mut self, interrupts: &Interrupts) -> Answer {
        let Some(gathering) = self.gathering.take() else { return Ok(None) };
        let asked = Asked { number: gathering.number, at: gathering.began, interrupts };
        let purpose = gathering.purpose;
        let stones = gathering.stones()?;
        self.ready()?;
        let terms = self.terms()?;
        if let Some((cell, _)) = stones.iter().find(|(cell, _)| !terms.has(*cell)) {
            return Err(no_cell(*cell, &terms));
        }
        match purpose {
            Purpose::Board => {
                let board = Board::given(stones)?;
                self.position(&board, Side::Ours)?;
                self.board = board;
                self.think(asked)
            }
            Purpose::Swap2 => {
                self.swap2(&stones.into_iter().map(|(cell, _)| cell).collect::<Vec<_>>(), asked)
            }
        }
    }

    /// Thinks about our move and makes it.
    fn think(&mut self, asked: Asked<'_>) -> Answer {
        self.ready()?;
        let position = self.position(&self.board, Side::Ours)?;
        let Some(thinker) = &mut self.thinker else { return Err(NO_BOARD.to_owned()) };
        if asked.interrupts.is_broken_off(asked.number) {
            return Ok(None);
        }
        let stop = asked.interrupts.signal_for(asked.number);
        let answer = thinker.answer(&*position, asked.at, self.clock.pace(), &stop, &|_| true);
        self.clock.used(asked.at.elapsed());
        if asked.interrupts.is_broken_off(asked.number) {
            return Ok(None);
        }
        let height = self.terms()?.height;
        let cell = answer.and_then(|answer| Cell::of_move(&answer.thought.text, height));
        let cell = cell.ok_or("no move is left")?;
        self.board.put(cell, Side::Ours);
        Ok(Some(cell.to_string()))
    }

    /// Puts the stones of an opening, or chooses a colour. Until the colours are known, black counts as ours: then a TURN
    /// may follow, and otherwise the manager sends a BOARD.
    fn swap2(&mut self, stones: &[Cell], asked: Asked<'_>) -> Answer {
        self.ready()?;
        let (terms, game, time) = (self.terms()?, self.game()?, self.clock.opening_time());
        all_different(stones.iter().copied())?;
        self.position(&Board::opening(stones, Side::Ours), Side::Theirs)?;
        if asked.interrupts.is_broken_off(asked.number) {
            return Ok(None);
        }
        let stop = asked.interrupts.signal_for(asked.number);
        let mut judge = SearchJudge::new(&game, &terms, &self.workshop, &stop);
        let choice = match stones.len() {
            0 => swap2::open(&terms, &mut judge, time).map(Choice::Put),
            3 => swap2::after_three(&terms, stones, &mut judge, time),
            5 => swap2::after_five(stones, &mut judge, time),
            n => return Err(format!("{n} stones; expected none, three or five")),
        };
        self.clock.used(asked.at.elapsed());
        if asked.interrupts.is_broken_off(asked.number) {
            return Ok(None);
        }
        Ok(Some(self.chosen(stones, choice.ok_or("no opening was found in time")?)))
    }

    fn chosen(&mut self, stones: &[Cell], choice: Choice) -> String {
        match choice {
            Choice::Swap => {
                self.board = Board::opening(stones, Side::Ours);
                "SWAP".to_owned()
            }
            Choice::Stay(cell) => {
                self.board = Board::opening(&[stones, &[cell]].concat(), Side::Theirs);
                cell.to_string()
            }
            Choice::Put(more) => {
                self.board = Board::opening(&[stones, &more].concat(), Side::Ours);
                more.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Puts a stone if the rules allow it.
    fn put(&mut self, cell: Cell, side: Side) -> Result<(), String> {
        let terms = self.terms()?;
        if !terms.has(cell) {
            return Err(no_cell(cell, &terms));
        }
        if !self.board.is_turn_of(side) {
            let whose = if side == Side::Ours { "our" } else { "the opponent's" };
            return Err(format!("{cell}: it is not {whose} turn"));
        }
        let text = cell.as_move();
        self.position(&self.board, side)?
            .play(&text)
            // The game writes cells in another way than the manager.
            .map_err(|error| error.problem.replace(&format!("`{text}`"), &cell.to_string()))?;
        self.board.put(cell, side);
        Ok(())
    }

    /// Makes sure that there is a board, and memory to think.
    fn ready(&self) -> Result<(), String> {
        self.terms()?;
        self.workshop.fit()
    }

    fn terms(&self) -> Result<Terms, String> {
        let (width, height) = self.sides.ok_or(NO_BOARD)?;
        let rule = match self.rules {
            rules if rules & CARO != 0 => {
                return Err("the rule caro; expected freestyle, exactly five, or renju".to_owned());
            }
            rules if rules & RENJU != 0 => Rule::Renju,
            rules if rules & EXACT != 0 => Rule::Exact,
            _ => Rule::Freestyle,
        };
        Ok(Terms { width, height, rule })
    }

    fn game(&self) -> Result<Arc<dyn AnyGame>, String> {
        let terms = self.terms()?;
        let game = self.games.iter().find(|(of, _)| *of == terms);
        game.map(|(_, game)| Arc::clone(game)).ok_or_else(|| NO_BOARD.to_owned())
    }

    /// A position that is not decided, with `side` to move.
    fn position(&self, board: &Board, side: Side) -> Result<Box<dyn AnyPosition>, String> {
        let text = board.position_text(&self.terms()?, side);
        let position = self.game()?.position(&text).map_err(|error| error.problem)?;
        if position.result().is_some() { Err("the game is over".to_owned()) } else { Ok(position) }
    }
}

fn told(answer: Answer) -> Option<String> {
    answer.unwrap_or_else(|problem| Some(format!("ERROR {problem}")))
}

fn no_cell(cell: Cell, terms: &Terms) -> String {
    format!("no cell {cell}; expected one from 0,0 to {},{}", terms.width - 1, terms.height - 1)
}

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("name=\"mossa\", version=\"{version}\", author=\"the mossa authors\", country=\"unknown\"")
}
