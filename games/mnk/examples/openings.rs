//! Computes the openings of the document's player: `openings FILE` writes `lab/openings.txt`.
//!
//! Every move is certain. Who wins is proven; where somebody does, a search to the end of the game finds the quickest
//! win or the longest resistance, and what it has not found after [`MOST_NODES`] is left out.

use std::collections::HashSet;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use mossa_game::{Game, Notation, Playable, Player, Symmetric, Tactics};
use mossa_mnk::proof::numbers::NumberTable;
use mossa_mnk::proof::pairing::Rows;
use mossa_mnk::proof::search::{Prover, Question};
use mossa_mnk::proof::strategy::{Advice, Adviser, FromTable};
use mossa_mnk::{Mark, Mnk, Position, Rule};
use mossa_search::{Limits, LineValue, Request, StopSignal, Table, alphabeta};

/// The boards of the course that have at most 8 rows and columns.
const BOARDS: [[usize; 3]; 22] = [
    [3, 3, 3],
    [4, 3, 3],
    [4, 4, 3],
    [4, 4, 4],
    [5, 4, 4],
    [5, 5, 4],
    [5, 5, 5],
    [6, 4, 4],
    [6, 5, 4],
    [6, 6, 4],
    [6, 6, 5],
    [6, 6, 6],
    [7, 4, 4],
    [7, 5, 4],
    [7, 5, 5],
    [7, 6, 4],
    [7, 6, 5],
    [7, 7, 4],
    [7, 7, 5],
    [7, 7, 6],
    [7, 7, 7],
    [8, 8, 4],
];

/// The most nodes of the search for one move: about ten seconds. Nodes instead of time, so that the file is always the
/// same.
const MOST_NODES: u64 = 20_000_000;

/// Proofs of one board share so many bytes: 7,7,5 is forgotten in less.
const PROOF_BYTES: usize = 2 << 30;

/// The search's table, in megabytes.
const TABLE_MEGABYTES: usize = 256;

const HEADER: &str = "\
# Openings of (m,n,k)-boards, computed by `cargo run --release -p mossa-mnk --example openings FILE`.
#
# Under each board, with its value for the first player, every line is a game from the start whose last move is the best
# answer to those before it: the first move, the answers to all first moves and, where the first player wins, the second
# move after every answer to the first. Boards that are turned or mirrored have the same lines.
#
# All moves keep the value of the position with perfect play: draws are proven by proof-number search, wins are the
# quickest and losses the slowest that there are, by a search to the end of the game. What that has not found after
# 20 million nodes is left out.
";

/// One board, and what is remembered of it.
struct Study {
    game: Mnk<1>,
    rows: Rows<1>,
    numbers: NumberTable,
    table: Table,
}

impl Study {
    fn new([m, n, k]: [usize; 3]) -> Option<Study> {
        let game = Mnk::new(m, n, k, Rule::OrMore)?;
        let (rows, numbers) = (Rows::new(game.board()), NumberTable::new(PROOF_BYTES)?);
        Some(Study { game, rows, numbers, table: Table::new(TABLE_MEGABYTES) })
    }

    fn question(&self, attacker: Player) -> Question<'_, 1> {
        let Study { game, rows, numbers: table, .. } = self;
        Question { game, rows, table, attacker, halt: &|| false }
    }

    /// Whether `attacker` wins with perfect play.
    fn wins(&self, position: &Position<1>, attacker: Player) -> Option<bool> {
        let done = AtomicBool::new(false);
        Prover::new(self.question(attacker), &done, 0).attacker_wins(position)
    }

    /// A move after which `attacker`, who does not win, still does not.
    fn holding_move(&self, position: &Position<1>, attacker: Player) -> Option<Mark> {
        match FromTable(self.question(attacker)).advise(position)? {
            Advice::Mark(cell) => Some(Mark::new(cell)),
            Advice::Hopeless(_) => self.promising_moves(position).into_iter().find(|m| {
                let mut after = position.clone();
                self.game.play(&mut after, *m);
                self.wins(&after, attacker) == Some(false)
            }),
        }
    }

    /// All moves, those with the most open lines first.
    fn promising_moves(&self, position: &Position<1>) -> Vec<Mark> {
        let node = self.game.node(position);
        let mut moves = self.game.legal_moves(position);
        moves.sort_by_key(|m| -self.game.order(position, &node, *m));
        moves
    }

    /// The move that wins soonest or loses latest, if the search finds out.
    fn decisive_move(&self, position: &Position<1>) -> Option<Mark> {
        let request = Request::new(Limits::nodes(MOST_NODES));
        let (evaluator, stop) = (self.game.evaluator(), StopSignal::new());
        let report =
            alphabeta::search(&self.game, &evaluator, position, &request, &self.table, &stop, &mut |_| {});
        match report.lines.first()?.value {
            LineValue::Mover { exhausted: true, .. } => report.best(),
            _ => None,
        }
    }

    /// The best move of a position that the first player wins, draws or loses.
    fn best_move(&self, position: &Position<1>) -> Option<Mark> {
        let drawn = !self.wins(position, Player::FIRST)? && !self.wins(position, Player::SECOND)?;
        if drawn {
            self.holding_move(position, position.to_move().opponent())
        } else {
            self.decisive_move(position)
        }
    }

    /// The positions after each move, symmetric ones once.
    fn children(&self, position: &Position<1>) -> Vec<(Mark, Position<1>)> {
        let mut seen = HashSet::new();
        let after = |m: Mark| {
            let mut after = position.clone();
            self.game.play(&mut after, m);
            (m, after)
        };
        let children = self.game.legal_moves(position).into_iter().map(after);
        children.filter(|(_, child)| seen.insert(self.game.canonical_key(child).0)).collect()
    }

    /// The lines of a board that the first player cannot win. Nor can the second, whatever the first move is: without
    /// that stone the second would be the first, and a stone more never hurts whoever has it. So every first move is
    /// as good as any other, and an answer is good if the first player does not win after it.
    fn drawn_lines(&self) -> Vec<Vec<Mark>> {
        let start = self.game.start();
        let first = self.promising_moves(&start).first().map(|m| vec![*m]);
        let answers = self.children(&start).into_iter().filter_map(|(m, child)| {
            let answer = self.holding_move(&child, Player::FIRST)?;
            Some(vec![m, answer])
        });
        first.into_iter().chain(answers).collect()
    }

    /// The lines of a board that the first player wins.
    fn won_lines(&self) -> Vec<Vec<Mark>> {
        let start = self.game.start();
        let Some(first) = self.decisive_move(&start) else { return Vec::new() };
        let answers = self.children(&start).into_iter().filter_map(|(m, child)| {
            let answer = self.best_move(&child)?;
            Some(vec![m, answer])
        });
        let mut lines: Vec<Vec<Mark>> = std::iter::once(vec![first]).chain(answers).collect();
        let mut after_first = start.clone();
        self.game.play(&mut after_first, first);
        for (answer, child) in self.children(&after_first) {
            lines.extend(self.decisive_move(&child).map(|second| vec![first, answer, second]));
        }
        lines
    }

    /// The section of the file about this board.
    fn section(&self) -> Option<String> {
        let start = self.game.start();
        let won = self.wins(&start, Player::FIRST)?;
        let (value, lines) = if won { ("win", self.won_lines()) } else { ("draw", self.drawn_lines()) };
        let mut text = format!("\nboard {} {value}\n", self.game.options_text());
        for line in lines {
            let moves: Vec<String> = line.iter().map(|m| self.game.move_text(&start, *m)).collect();
            writeln!(text, "{}", moves.join(" ")).ok()?;
        }
        Some(text)
    }
}

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("no file given; expected the file to write, such as games/mnk/lab/openings.txt");
        return ExitCode::from(2);
    };
    let mut text = HEADER.to_owned();
    for board in BOARDS {
        let began = Instant::now();
        let Some(section) = Study::new(board).and_then(|study| study.section()) else {
            eprintln!("{board:?} was not proven; expected memory for {PROOF_BYTES} bytes");
            return ExitCode::FAILURE;
        };
        eprintln!("{board:?}: {} lines, {:.1} s", section.lines().count() - 2, began.elapsed().as_secs_f64());
        text.push_str(&section);
    }
    match std::fs::write(&file, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
