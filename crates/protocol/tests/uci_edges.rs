//! Where UCI says little and interfaces differ: limits that cannot be, orders that contradict each other, the end of all lines.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod interface;

use std::io::{Read, pipe};
use std::time::{Duration, Instant};

use interface::Interface;
use mossa_protocol::uci::{Settings, serve};

/// Far more than any of this takes on a crowded machine, and far less than for ever.
const SOON: Duration = Duration::from_secs(20);

const MATE_IN_TWO: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
/// The search sees nothing at first; the prover, asked again after its iterations, does.
const MATE_IN_FIVE: &str = "3k4/2pPp1n1/2K1p2b/1p2P1p1/bP1N1pP1/1p3Pp1/1P4P1/6B1 w - - 0 1";
/// The first line of a count goes on for ever.
const BARE_KINGS: &str = "8/8/8/4k3/8/8/8/4K3 w - - 0 1";

const SMALL: Settings = Settings { threads: 1, megabytes: 1 };

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
        assert!(began.elapsed() < SOON, "{go}: {:?}", began.elapsed());
    }
}

#[test]
fn moves_that_cannot_be_searched_are_told() {
    let mut interface = Interface::new();
    let told = interface.ask("go depth 2 searchmoves e2e5 a2a3");
    assert_eq!(told, "info string `e2e5` is no legal move here, and passed over");
    assert_eq!(interface.searched().best, "a2a3");
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
    interface.say("debug on");
    let searched = interface.moves("position startpos moves e2e4\ngo wtime 600 winc 10");
    let limits = &searched.infos[0];
    assert!(limits.contains("remaining: 600ms, increment: 10ms"), "{limits}");
    let searched = interface.moves("position startpos moves e2e4\ngo wtime 600 winc 10 btime 700 binc 20");
    let limits = &searched.infos[0];
    assert!(limits.contains("remaining: 700ms, increment: 20ms"), "{limits}");
}

#[test]
fn a_mate_that_is_found_waits_for_the_command_that_wants_it() {
    let mut interface = Interface::new();
    for (go, end) in
        [("go infinite mate 2", "stop"), ("go ponder mate 2", "ponderhit"), ("go ponder mate 2", "stop")]
    {
        interface.say(&format!("ucinewgame\nposition fen {MATE_IN_TWO}\n{go}"));
        loop {
            let line = interface.hear();
            assert!(!line.starts_with("bestmove"), "{go}");
            if line.contains(" mate 2 ") {
                break;
            }
        }
        interface.hears_nothing(100);
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
            // The mate is waited for, however long it takes.
            let enough = if position == "startpos" { " depth 9 " } else { " score mate " };
            interface.say(&format!("ucinewgame\nposition {position}\ngo infinite"));
            let mut infos = Vec::new();
            while !infos.last().is_some_and(|line: &String| line.contains(enough)) {
                infos.push(interface.hear());
            }
            infos.extend(interface.search("stop").infos);
            let nodes: Vec<u64> = infos.iter().filter_map(|line| nodes(line)).collect();
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
    for work in ["position startpos\ngo mate 20", &format!("position fen {BARE_KINGS}\ngo perft 30")] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let began = Instant::now();
        let ended = serve(format!("{work}\n").as_bytes(), writer, &SMALL);
        assert!(ended.is_err(), "nobody heard of {work}");
        assert!(began.elapsed() < SOON, "{work}: {:?}", began.elapsed());
    }
}

/// Whoever says all that it has to say at once, and then reads: that work goes on, and what came out.
#[test]
fn what_is_under_way_when_the_lines_end_is_told() {
    let (mut reader, writer) = pipe().unwrap();
    // The prover tells nothing in nine tenths of the time.
    serve(b"position startpos\ngo mate 20 movetime 7000\n".as_slice(), writer, &SMALL).unwrap();
    let mut told = String::new();
    reader.read_to_string(&mut told).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.contains(&"info string still at work"), "{told}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{told}");
}

#[test]
fn a_hash_that_no_machine_has_is_refused() {
    let mut interface = Interface::new();
    let told = interface.ask("setoption name Hash value 99999999999999999999");
    assert_eq!(told, "info string no memory for a hash of 1048576 MB; expected fewer");
    assert!(interface.moves("position startpos\ngo depth 3").number("depth") >= 3);

    let (mut reader, writer) = pipe().unwrap();
    serve(b"uci\n".as_slice(), writer, &Settings { threads: 1, megabytes: 1 << 20 }).unwrap();
    let mut told = String::new();
    reader.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("info string no memory for a hash of 1048576 MB"), "{told}");
    assert!(told.contains("option name Hash type spin default 16 "), "what it has: {told}");
}

/// A book is read when it is set, so that no clock runs meanwhile, and not again. One that cannot be read stands in the way of
/// none that can.
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
    let away = file.with_extension("away");
    std::fs::rename(&file, &away).unwrap();
    interface.say("setoption name UCI_AnalyseMode value true\nsetoption name UCI_AnalyseMode value false");
    assert_eq!(interface.search("position startpos\ngo movetime 50").best, "h2h4");
    let told = interface.ask("setoption name BookFile value elsewhere.bin");
    assert!(told.contains("cannot read"), "told when it is set: {told}");
    interface.say(&format!("setoption name BookFile value {}", away.display()));
    assert_eq!(interface.search("position startpos\ngo movetime 50").best, "h2h4");
    std::fs::remove_file(&away).unwrap();
}
