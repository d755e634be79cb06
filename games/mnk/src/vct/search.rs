//! The search for continuous threats.

use std::collections::HashMap;

use mossa_game::{Flow, Game, Halt, MoveSink, Tactics};

use crate::board::CellIndex;
use crate::cells::Cells;
use crate::position::Position;
use crate::rules::{Mark, Mnk};
use crate::shapes::Kind;
use crate::tactics::Threat;
use crate::vcf::Answer;

/// How many positions are visited between two looks at the clock: less than a millisecond.
const PATIENCE: u64 = 128;

/// The most threats in a row; a line of so many fills a quarter of a usual board.
const MOST_THREATS: u32 = 30;

/// The most positions that are remembered: some 30 MB.
const MOST_REMEMBERED: usize = 1 << 20;

/// A search with what it remembers of positions that failed.
pub struct ThreatSearch<'a, const W: usize> {
    game: &'a Mnk<W>,
    /// The most threats that were tried in a position without success.
    failed: HashMap<u64, u32>,
    /// The line that wins, from its end.
    line: Vec<Mark>,
    nodes: u64,
    most_nodes: u64,
    halt: Halt<'a>,
    /// The search was broken off.
    stopped: bool,
    /// A line was given up only because it had too many threats.
    too_short: bool,
}

impl<'a, const W: usize> ThreatSearch<'a, W> {
    /// A search that gives up when `halt` says so.
    pub fn new(game: &'a Mnk<W>, halt: Halt<'a>) -> ThreatSearch<'a, W> {
        ThreatSearch {
            game,
            failed: HashMap::new(),
            line: Vec::new(),
            nodes: 0,
            most_nodes: 0,
            halt,
            stopped: false,
            too_short: false,
        }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the player to move wins by continuous threats, found out in at most `nodes` positions. Nothing is known on
    /// boards without shapes.
    pub fn search(&mut self, position: &Position<W>, nodes: u64) -> Answer {
        self.most_nodes = self.nodes.saturating_add(nodes);
        self.stopped = false;
        if position.shapes().is_none() {
            return Answer::Unknown;
        }
        if self.game.result(position).is_some() {
            return Answer::NoWin;
        }
        let mut position = position.clone();
        for threats in 1..=MOST_THREATS {
            self.too_short = false;
            self.line.clear();
            if self.attack(&mut position, threats) {
                self.line.reverse();
                return Answer::Wins(std::mem::take(&mut self.line));
            }
            if self.stopped {
                return Answer::Unknown;
            }
            if !self.too_short {
                return Answer::NoWin;
            }
        }
        Answer::Unknown
    }

    /// Whether the player to move wins with at most so many threats.
    fn attack(&mut self, position: &mut Position<W>, threats: u32) -> bool {
        let threat = self.game.node(position);
        match threat {
            Threat::Win(cell) => {
                self.line.push(Mark::new(cell));
                return true;
            }
            Threat::WinSoon(cell) => return self.completes(position, cell),
            Threat::Lost | Threat::LostSoon => return false,
            Threat::None | Threat::Block(_) | Threat::Defend => {}
        }
        if threats == 0 {
            self.too_short = true;
            return false;
        }
        let key = self.game.key(position);
        if self.failed.get(&key).is_some_and(|tried| *tried >= threats) {
            // Whether more threats would have helped there is not remembered.
            self.too_short = true;
            return false;
        }
        if self.is_over() {
            return false;
        }
        for cell in self.attacks(position, &threat) {
            let stone = Mark::new(cell);
            self.game.play(position, stone);
            let wins = self.survives_answers(position, threats - 1);
            self.game.undo(position, stone, ());
            if wins {
                self.line.push(stone);
                return true;
            }
            if self.stopped {
                return false;
            }
        }
        if self.failed.len() < MOST_REMEMBERED {
            self.failed.insert(key, threats);
        }
        false
    }

    fn is_over(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |=
            self.nodes >= self.most_nodes || (self.nodes.is_multiple_of(PATIENCE) && (self.halt)());
        self.stopped
    }

    /// The stones with which the attacker threatens something, the most promising first.
    fn attacks(&self, position: &Position<W>, threat: &Threat) -> Vec<CellIndex> {
        let Some(shapes) = position.shapes() else { return Vec::new() };
        let me = position.to_move().index();
        let threats = shapes.set(me, Kind::Four).with(shapes.set(me, Kind::Three));
        let wanted = match threat {
            Threat::Block(cell) => {
                let mut only = Cells::EMPTY;
                only.insert(cell.index());
                threats.among(&only)
            }
            Threat::Defend => threats.among(&self.game.defences(position, shapes)),
            _ => threats,
        };
        let mut cells: Vec<CellIndex> = wanted.iter().map(|cell| CellIndex(cell as u16)).collect();
        cells.retain(|cell| self.game.forbidden(position, *cell).is_none());
        cells.sort_by_key(|cell| -self.game.promise(position, shapes, *cell));
        cells
    }

    /// Whether the attacker, who has just put a stone, wins whatever the defender does about it.
    fn survives_answers(&mut self, position: &mut Position<W>, threats: u32) -> bool {
        let threat = self.game.node(position);
        match threat {
            Threat::Win(_) | Threat::WinSoon(_) | Threat::None => return false,
            Threat::Lost | Threat::LostSoon | Threat::Block(_) | Threat::Defend => {}
        }
        let mut answers = Answers(Vec::new());
        if matches!(threat, Threat::Lost | Threat::LostSoon) {
            // All moves lose; any will do to show how.
            answers.0.extend(self.game.any_move(position));
        } else {
            let _ = self.game.candidates(position, &threat, &mut answers);
        }
        if answers.0.is_empty() {
            return false;
        }
        // The answer that resists longest is shown.
        let mut longest = Vec::new();
        let shown = self.line.len();
        for answer in answers.0 {
            self.game.play(position, answer);
            let wins = self.attack(position, threats);
            self.game.undo(position, answer, ());
            let mut line = self.line.split_off(shown);
            if !wins {
                return false;
            }
            line.push(answer);
            if line.len() > longest.len() {
                longest = line;
            }
        }
        self.line.extend(longest);
        true
    }

    /// Notes how two fours win.
    fn completes(&mut self, position: &mut Position<W>, cell: CellIndex) -> bool {
        let stone = Mark::new(cell);
        self.game.play(position, stone);
        let mut wins = false;
        if let Some(answer) = self.answer_to_two_fours(position) {
            self.game.play(position, answer);
            if let Threat::Win(last) = self.game.node(position) {
                self.line.extend([Mark::new(last), answer, stone]);
                wins = true;
            }
            self.game.undo(position, answer, ());
        }
        self.game.undo(position, stone, ());
        wins
    }

    /// The best that can be done against two fours: to take one of the cells.
    fn answer_to_two_fours(&self, position: &Position<W>) -> Option<Mark> {
        let attacker = position.to_move().opponent().index();
        let (first, _) = self.game.winning_cells(position, attacker);
        let allowed = first.filter(|cell| self.game.forbidden(position, *cell).is_none());
        allowed.map(Mark::new).or_else(|| self.game.any_move(position))
    }
}

struct Answers(Vec<Mark>);

impl MoveSink<Mark> for Answers {
    fn push(&mut self, m: Mark) -> Flow {
        self.0.push(m);
        Flow::Continue(())
    }
}
