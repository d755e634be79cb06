//! Nothing is allocated while searching: counted, not believed.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mossa_dipole::{Dipole, Start};
use mossa_game::{Game, Playable};
use mossa_search::{Limits, Request, StopSignal, Table, alphabeta, mcts};

/// The system's allocator, counting how often it is asked for memory.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed on unchanged to the system's allocator, which keeps the promises of the trait; the
// counter does not touch the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller keeps the promises that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above; `memory` came from `System`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Both in one test, because tests of one process would count each other's allocations.
#[test]
fn searches_allocate_only_for_their_reports() {
    an_iteration_allocates_only_for_its_report();
    simulations_allocate_only_for_their_reports();
}

fn simulations_allocate_only_for_their_reports() {
    let game = Dipole::<32>::new(Start::Course, Some(60));
    let (mut last, mut nodes) = (None, 0);
    let request = Request::new(Limits::nodes(20_000));
    let options = mcts::Options::default();
    mcts::search(
        &game,
        &game.evaluator(),
        &game.start(),
        &options,
        &request,
        &StopSignal::new(),
        &mut |report| {
            let now = ALLOCATIONS.load(Relaxed);
            if let Some(last) = last.replace(now) {
                assert!(
                    now - last < 100,
                    "{} allocations up to simulation {}",
                    now - last,
                    report.statistics.nodes
                );
            }
            nodes = report.statistics.nodes;
        },
    );
    assert!(nodes > 10_000, "only {nodes} simulations: too few to see anything");
}

fn an_iteration_allocates_only_for_its_report() {
    let game = Dipole::<32>::new(Start::Course, Some(60));
    let evaluator = game.evaluator();
    let table = Table::new(16);
    let (mut last, mut nodes) = (None, 0);
    let request = Request::new(Limits::depth(9));
    alphabeta::search(
        &game,
        &evaluator,
        &game.start(),
        &request,
        &table,
        &StopSignal::new(),
        &mut |report| {
            let now = ALLOCATIONS.load(Relaxed);
            if let Some(last) = last.replace(now) {
                // The line of the best move, its copy in the report, and the position that continues it.
                assert!(now - last < 100, "{} allocations in iteration {}", now - last, report.depth);
            }
            nodes = report.statistics.nodes;
        },
    );
    assert!(nodes > 10_000, "only {nodes} nodes: too few to see anything");
}
