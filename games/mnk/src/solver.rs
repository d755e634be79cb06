//! Who wins with perfect play, by the proofs of [`crate::proof`].

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mossa_game::{Game, Halt, Player, ProofCheck, Solution, SolveRequest, Solved, Solver, Tactics, Verdict};

use crate::board::Rule;
use crate::position::Position;
use crate::proof::check::{Checked, Claim, check};
use crate::proof::numbers::NumberTable;
use crate::proof::pairing::Rows;
use crate::proof::search::{MOST_CHILDREN, Prover, Question};
use crate::proof::strategy::{Advice, Adviser, FromTable};
use crate::rules::{Mark, Mnk};
use crate::tactics::Threat;

/// Answers who wins, not how soon: for that the ordinary search is there.
pub struct ProofSolver<const W: usize> {
    table: NumberTable,
    rows: Rows<W>,
}

impl<const W: usize> ProofSolver<W> {
    /// A solver that remembers at most so many bytes; `None` if there is not so much memory, or if the board is too
    /// large for proofs.
    pub fn new(game: &Mnk<W>, table_bytes: usize) -> Option<ProofSolver<W>> {
        let fits = game.board().cells() <= MOST_CHILDREN;
        let understood = matches!(game.board().rule, Rule::OrMore | Rule::Exactly);
        if !fits || !understood {
            return None;
        }
        Some(ProofSolver { table: NumberTable::new(table_bytes)?, rows: Rows::new(game.board()) })
    }

    fn question<'a>(&'a self, game: &'a Mnk<W>, attacker: Player, halt: Halt<'a>) -> Question<'a, W> {
        Question { game, rows: &self.rows, table: &self.table, attacker, halt }
    }

    /// Whether `attacker` wins; threads search the same question and share what they find.
    fn attacker_wins(&self, asked: &Asked<'_, W>, position: &Position<W>, attacker: Player) -> Option<bool> {
        let done = AtomicBool::new(false);
        let answer = |thread| {
            let question = self.question(asked.game, attacker, asked.halt);
            let mut prover = Prover::new(question, &done, thread);
            let answer = prover.attacker_wins(position);
            // Whoever is first has the answer; the others stop.
            done.store(true, Relaxed);
            asked.nodes.fetch_add(prover.nodes, Relaxed);
            answer
        };
        if asked.threads < 2 {
            return answer(0);
        }
        std::thread::scope(|scope| {
            // Without as many threads as were wished for, those there are do the work.
            let others: Vec<_> = (1..asked.threads)
                .filter_map(|thread| {
                    let answer = &answer;
                    std::thread::Builder::new().spawn_scoped(scope, move || answer(thread)).ok()
                })
                .collect();
            let own = answer(0);
            others.into_iter().fold(own, |found, other| found.or(other.join().ok().flatten()))
        })
    }

    /// What the position is worth to the player to move.
    fn value(&self, asked: &Asked<'_, W>, position: &Position<W>) -> Option<Verdict> {
        let me = position.to_move();
        match asked.game.node(position) {
            Threat::Win(_) | Threat::WinSoon(_) => return Some(Verdict::Win),
            Threat::Lost | Threat::LostSoon => return Some(Verdict::Loss),
            Threat::None | Threat::Block(_) | Threat::Defend => {}
        }
        if self.attacker_wins(asked, position, me)? {
            return Some(Verdict::Win);
        }
        if never_lost_by_the_first(asked.game, position) {
            return Some(Verdict::Draw);
        }
        let lost = self.attacker_wins(asked, position, me.opponent())?;
        Some(if lost { Verdict::Loss } else { Verdict::Draw })
    }

    /// What a move is worth to whoever makes it.
    fn move_value(&self, asked: &Asked<'_, W>, position: &Position<W>, m: Mark) -> Option<Verdict> {
        let mut after = position.clone();
        asked.game.play(&mut after, m);
        match asked.game.outcome(&after) {
            Some(outcome) => Some(outcome.verdict(position.to_move())),
            None => Some(for_opponent(self.value(asked, &after)?)),
        }
    }

    /// A move that keeps `value`.
    fn best_move(&self, asked: &Asked<'_, W>, position: &Position<W>, value: Verdict) -> Option<Mark> {
        if let Threat::Win(cell) = asked.game.node(position) {
            return Some(Mark::new(cell));
        }
        if value == Verdict::Win {
            let mut winner = FromTable(self.question(asked.game, position.to_move(), asked.halt));
            return match winner.advise(position)? {
                Advice::Mark(cell) => Some(Mark::new(cell)),
                Advice::Hopeless(_) => None,
            };
        }
        let mut moves = asked.game.legal_moves(position);
        // The search's own order: what hangs on the cell.
        let node = asked.game.node(position);
        moves.sort_by_key(|m| -asked.game.order(position, &node, *m));
        for m in moves {
            if self.move_value(asked, position, m)? == value {
                return Some(m);
            }
        }
        None
    }
}

/// What is asked of all positions of a request.
struct Asked<'a, const W: usize> {
    game: &'a Mnk<W>,
    halt: Halt<'a>,
    threads: usize,
    nodes: &'a AtomicU64,
}

/// On an empty board the second player never wins: the first could make any move and then follow the second's
/// strategy, for one stone more does no harm where longer rows win, too (J. Nash).
fn never_lost_by_the_first<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> bool {
    usize::from(position.empty_cells()) == game.board().cells() && game.board().rule == Rule::OrMore
}

fn for_opponent(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win => Verdict::Loss,
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss => Verdict::Win,
    }
}

fn told(outcome: Verdict) -> Solved {
    Solved { outcome, plies: None, score: None }
}

impl<const W: usize> Solver<Mnk<W>> for ProofSolver<W> {
    fn solve(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        request: &SolveRequest,
        halt: Halt<'_>,
    ) -> Option<Solution<Mark>> {
        if halt() {
            return None;
        }
        let nodes = AtomicU64::new(0);
        let asked = Asked { game, halt, threads: request.threads.max(1), nodes: &nodes };
        let value = self.value(&asked, position)?;
        let mut moves = Vec::new();
        if request.moves {
            for m in game.legal_moves(position) {
                moves.push((m, told(self.move_value(&asked, position, m)?)));
            }
        }
        let known = moves.iter().find(|(_, solved)| solved.outcome == value).map(|(m, _)| *m);
        let best = match (request.line, known) {
            (false, _) => None,
            (true, Some(m)) => Some(m),
            (true, None) => Some(self.best_move(&asked, position, value)?),
        };
        let line = best.into_iter().collect();
        Some(Solution { value: told(value), moves, line, nodes: nodes.into_inner() })
    }

    fn is_quick(&self) -> bool {
        false
    }

    fn finds_distances(&self) -> bool {
        false
    }

    fn gives_proofs(&self) -> bool {
        true
    }

    /// Replays the strategies behind the value: that of whoever wins, or those with which both sides hold.
    fn check(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        value: Verdict,
        halt: Halt<'_>,
    ) -> Option<ProofCheck> {
        let me = position.to_move();
        let claims = match value {
            Verdict::Win => vec![Claim { attacker: me, wins: true }],
            Verdict::Loss => vec![Claim { attacker: me.opponent(), wins: true }],
            Verdict::Draw => [me, me.opponent()].map(|attacker| Claim { attacker, wins: false }).to_vec(),
        };
        let mut positions = 0;
        for claim in claims {
            // What strategy stealing says needs no replay.
            if claim.attacker != me && !claim.wins && never_lost_by_the_first(game, position) {
                continue;
            }
            let adviser = FromTable(self.question(game, claim.attacker, halt));
            match check(game.board(), position, claim, adviser, halt) {
                Checked::Sound { positions: checked } => positions += checked,
                Checked::Flawed { board, problem } => {
                    return Some(ProofCheck { positions, flaw: Some(format!("{problem}: {board}")) });
                }
                Checked::Stopped => return None,
            }
        }
        Some(ProofCheck { positions, flaw: None })
    }
}
