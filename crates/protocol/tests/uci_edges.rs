//! Where UCI says little and interfaces differ: limits that cannot be, orders that contradict each other, the end of all lines.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod interface;

use std::io::pipe;
use std::time::{Duration, Instant};

use interface::Interface;
use mossa_protocol::uci::{Settings, serve};

const MATE_IN_TWO: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
/// The search sees nothing at first; the prover, asked again after its iterations, does.
const MATE_IN_FIVE: &str = "3k4/2pPp1n1/2K1p2b/1p2P1p1/bP1N1pP1/1p3Pp1/1P4P1/6B1 w - - 0 1";
/// Nobody mates here, and the first line of a count goes on for ever.
const BARE_KINGS: &str = "8/8/8/4k3/8/8/8/4K3 w - - 0 1";

#[test]
fn counts_that_are_too_deep_are_refused() {
    let mut interface = Interface::new();
    interface.say(&format!("position fen {BARE_KINGS}"));
    for perft in ["go perft 100000", "perft 201", "go perft 99999999999999999999"] {
        let told = interface.ask(perft);
        assert!(told.starts_with("info string perft of ") && told.ends_with("at most 200"), "{told}");
    }
    interface.say("go perft 200");
    assert_eq!(interface.ask("isready"), "readyok");
    assert_eq!(interface.ask("stop"), "info string stopped");
}

#[test]
fn limits_beyond_all_numbers_are_limits() {
    let mut interface = Interface::new();
    for go in [
        "go depth -1",
        "go nodes 0",
        "go movetime 50.0",
        "go wtime 300.9 btime 300.9",
        "go depth 4294967297 movetime 50",
        "go nodes 18446744073709551616 movetime 50",
        "go movetime 99999999999999999999 depth 2",
        "go wtime 99999999999999999999 btime 99999999999999999999 depth 2",
        "go wtime -99999999999999999999 btime -99999999999999999999",
    ] {
        let began = Instant::now();
        interface.moves(go);
        assert!(began.elapsed() < Duration::from_secs(2), "{go}: {:?}", began.elapsed());
    }
}

#[test]
fn limits_that_are_no_numbers_are_told() {
    let mut interface = Interface::new();
    assert_eq!(interface.ask("go depth deep"), "info string `depth deep` means nothing; expected a number");
    interface.moves("stop");
}

/// Black is to move, and only White's clock is told.
#[test]
fn one_clock_is_that_of_both() {
    let mut interface = Interface::new();
    let began = Instant::now();
    interface.moves("position startpos moves e2e4\ngo wtime 600 winc 10");
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

#[test]
fn a_mate_that_is_found_waits_for_the_command_that_wants_it() {
    let mut interface = Interface::new();
    for (go, end) in
        [("go infinite mate 2", "stop"), ("go ponder mate 2", "ponderhit"), ("go ponder mate 2", "stop")]
    {
        interface.say(&format!("ucinewgame\nposition fen {MATE_IN_TWO}\n{go}"));
        std::thread::sleep(Duration::from_millis(300));
        let lines = interface.until("isready", "readyok");
        assert!(lines.iter().any(|line| line.contains(" mate 2 ")), "{go}: {lines:?}");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{go}: {lines:?}");
        assert_eq!(interface.search(end).best, "d2h6", "{go}");
    }
}

/// Whoever found it, and however many threads search.
#[test]
fn nodes_never_become_fewer() {
    let mut interface = Interface::new();
    for threads in [1, 2] {
        interface.say(&format!("setoption name Threads value {threads}"));
        for position in ["startpos".to_owned(), format!("fen {MATE_IN_FIVE}")] {
            let searched = interface.search(&format!("ucinewgame\nposition {position}\ngo movetime 600"));
            let nodes: Vec<u64> = searched.infos.iter().filter_map(|line| nodes(line)).collect();
            assert!(nodes.len() > 1 && nodes.is_sorted(), "{threads} threads, {position}: {nodes:?}");
        }
    }
}

fn nodes(line: &str) -> Option<u64> {
    line.split_once(" nodes ")?.1.split(' ').next()?.parse().ok()
}

/// An interface that was killed: nothing comes from it, and nobody reads. The work would take for ever, and tells nothing.
#[test]
fn an_engine_whose_interface_is_gone_leaves() {
    for work in ["go mate 20", "go perft 30"] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let began = Instant::now();
        let lines = format!("position fen {BARE_KINGS}\n{work}\n");
        let ended = serve(lines.as_bytes(), writer, &Settings { threads: 1, megabytes: 1 });
        assert!(ended.is_err(), "nobody heard of {work}");
        assert!(began.elapsed() < Duration::from_secs(20), "{work}: {:?}", began.elapsed());
    }
}

/// A book is read when it is set, so that no clock runs meanwhile, and not again.
#[test]
fn books_are_read_before_the_clock_runs() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{}-read-once.bin", std::process::id()));
    // 1. h4: the key of the beginning, the move from h2 to h4, its weight, and nothing learned.
    let entry =
        [0x463b_9618_1691_fc9c_u64.to_be_bytes().as_slice(), &[0x03, 0xdf, 0, 1, 0, 0, 0, 0]].concat();
    std::fs::write(&file, entry).unwrap();
    let mut interface = Interface::new();
    interface.say("setoption name OwnBook value true");
    interface.say(&format!("setoption name BookFile value {}", file.display()));
    assert_eq!(interface.ask("isready"), "readyok");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(interface.search("position startpos\ngo movetime 50").best, "h2h4");
    let told = interface.ask(&format!("setoption name BookFile value {}", file.display()));
    assert!(told.contains("cannot read"), "told when it is set: {told}");
}
