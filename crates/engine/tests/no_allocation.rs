//! Nothing is allocated while searching, in any game: counted, not believed.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mossa_engine::{AnalysisRequest, AnyPosition, Means, Method};
use mossa_search::{Limits, StopSignal, Table};

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

/// A report writes out its line: some 40 moves, each with a few allocations, of which a copy of a large position has six.
const MOST_FOR_A_REPORT: u64 = 2_000;

/// Between two reports so many positions must be visited somewhere, or a search that allocates in each would not be seen.
const ENOUGH_NODES: u64 = 5 * MOST_FOR_A_REPORT;

/// All in one test, because tests of one process would count each other's allocations.
#[test]
fn searches_allocate_only_for_their_reports() {
    for info in mossa_engine::families() {
        for method in [Method::AlphaBeta, Method::Mcts] {
            let mut most_nodes = 0;
            for fixed in &info.bench {
                let game = mossa_engine::open(&format!("{}:{}", info.name, fixed.options)).unwrap();
                game.prepare();
                most_nodes = most_nodes.max(between_reports(&*game.start(), method));
            }
            assert!(most_nodes > ENOUGH_NODES, "{} by {method:?}: only {most_nodes} nodes", info.name);
        }
    }
}

/// Checks every interval between two reports, and gives the most nodes of one.
fn between_reports(position: &dyn AnyPosition, method: Method) -> u64 {
    let means = Means { limits: Limits::nodes(60_000), table: Arc::new(Table::new(4)), ..Means::new(1) };
    let request = AnalysisRequest { method, ..means.request(1) };
    let (mut last, mut most_nodes) = (None, 0);
    position.analyse(&request, &StopSignal::new(), &mut |report| {
        let now = (ALLOCATIONS.load(Relaxed), report.nodes);
        if let Some((allocations, nodes)) = last.replace(now) {
            let (allocations, nodes) = (now.0 - allocations, now.1 - nodes);
            let name = position.game().name().to_owned();
            assert!(allocations < MOST_FOR_A_REPORT, "{name}: {allocations} allocations in {nodes} nodes");
            most_nodes = most_nodes.max(nodes);
        }
    });
    most_nodes
}
