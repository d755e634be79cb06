//! The two-player search.
//!
//! Fail-soft negamax with everything the switches in [`crate::features`] turn on, compiled for one game.
//!
//! # What is certain and what is guessed
//! A search that stops at a depth trusts evaluations. This one counts how often it did (`guesses`): a subtree
//! that was searched without a single guess is *exhausted*, its value is the game's own, and the table marks
//! it so that it is never searched again. Proven wins and losses are certain however they were found, because
//! nothing that guesses may claim them. So one search both plays and solves, and can tell a drawn position
//! from one that merely looks even.
//!
//! | module | what it holds |
//! |---|---|
//! | `attack` | what the game's own search for forced wins says, first and between iterations |
//! | `deepening` | the root: iterations, aspiration windows, several lines |
//! | `steadiness` | how sure a search is of its move |
//! | `lines` | what is shown of the best lines |
//! | `worker` | what one thread carries along |
//! | `node` | one node of the tree |
//! | `moves` | one move of a node |
//! | `path` | which positions came before, where repetitions count |
//! | `memory` | what nodes ask the table and leave there |
//! | `quiescence` | the leaves |
//! | `learning` | what a cut-off teaches about moves |
//! | `ordering` | which move to try first |
//! | `pruning` | cutting off by evaluation or after a pass, and the numbers behind all pruning |
//! | `assessment` | what a node is thought to be worth before its moves are tried, in games that ask for it |
//! | `shortcuts` | assessed nodes that need no moves |
//! | `choosing` | which moves of an assessed node are left out or reduced |
//! | `singular` | whether the table's move is the only good one |

mod assessment;
mod attack;
mod choosing;
mod deepening;
mod learning;
mod lines;
mod memory;
mod moves;
mod node;
mod ordering;
pub(crate) mod pruning;
mod quiescence;
mod shortcuts;
mod singular;
mod steadiness;
mod worker;

use mossa_game::{Evaluate, Symmetric, Tactics};

use crate::clock::{Clock, StopSignal};
use crate::report::{Report, Request, Statistics};
use crate::table::Table;
use attack::Attack;
use worker::Worker;

/// The deepest search, in plies from the root, extensions and quiescence included.
pub const MOST_PLIES: usize = 128;

/// Searches `position`; `on_report` hears of every iteration.
///
/// All threads share the table and nothing else: each searches on its own, and profits from what the others
/// stored ("lazy SMP"). The first thread's result is the answer, so one thread is repeatable.
pub fn search<G, E>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    table: &Table,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move>
where
    G: Tactics + Symmetric,
    E: Evaluate<G>,
{
    let clock = Clock::start(&request.limits, stop);
    table.next_generation();
    let mut attack = Attack::new(game, position, request, &clock);
    if let Some(attack) = &mut attack
        && let Some(report) = attack.begin()
    {
        return attack.hasten(report, on_report);
    }
    let worker = |thread| Worker::new(game, evaluator, position, request, table, &clock, thread);
    if request.threads <= 1 {
        return worker(0).deepen(attack, on_report);
    }
    std::thread::scope(|scope| {
        // If the system has no more threads to give, those that there are must do.
        let others: Vec<_> = (1..request.threads)
            .map_while(|thread| {
                let work = move || worker(thread).deepen(None, &mut |_| {});
                std::thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        // However this thread ends, the others do not go on without it.
        let finish = FinishOnDrop(&clock);
        let mut report = worker(0).deepen(attack, on_report);
        drop(finish);
        // A thread that panicked has nothing to add.
        let counted = others.into_iter().filter_map(|other| other.join().ok());
        report.statistics = counted.fold(report.statistics, |mut all: Statistics, other| {
            all.add(&other.statistics);
            all
        });
        report.elapsed = clock.elapsed();
        report
    })
}

struct FinishOnDrop<'a>(&'a Clock);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}
