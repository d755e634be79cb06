//! An interface's sessions: every command of UCI, and what goes wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod interface;

use std::time::{Duration, Instant};

use interface::Interface;

const MATE_IN_TWO: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const CHECKMATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

#[test]
fn an_engine_introduces_itself() {
    let mut interface = Interface::new();
    let lines = interface.until("uci", "uciok");
    assert_eq!(lines[0], concat!("id name mossa ", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("id author "));
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "OwnBook",
        "BookFile",
        "SyzygyPath",
    ] {
        let option = format!("option name {name} type ");
        assert_eq!(lines.iter().filter(|line| line.starts_with(&option)).count(), 1, "{name}: {lines:?}");
    }
    assert_eq!(interface.ask("isready"), "readyok");
    assert_eq!(interface.leave(Some("quit")).1, Vec::<String>::new());
}

#[test]
fn searches_end_at_each_of_their_limits() {
    let mut interface = Interface::new();
    let searched = interface.search("position startpos moves e2e4 e7e5\ngo depth 5");
    assert_eq!(searched.number("depth"), 5);
    assert_eq!(searched.last("pv")[0], searched.best);
    let searched = interface.search("ucinewgame\ngo nodes 3000");
    assert!(searched.number("nodes") < 4000, "{:?}", searched.infos.last());
    // A move after one node, too.
    interface.moves("go nodes 1");
    for go in
        ["go movetime 80", "go wtime 1000 btime 1000 winc 10 binc 10", "go btime 300 wtime 300 movestogo 5"]
    {
        let began = Instant::now();
        interface.search(go);
        assert!(began.elapsed() < Duration::from_millis(900), "{go}: {:?}", began.elapsed());
    }
    let searched = interface.search(&format!("position fen {MATE_IN_TWO}\ngo mate 2"));
    assert_eq!(searched.last("score")[..2], ["mate", "2"]);
    assert_eq!(searched.best, "d2h6");
}

#[test]
fn clocks_that_have_run_out_still_give_a_move() {
    let mut interface = Interface::new();
    for go in [
        "go wtime 1 btime 1",
        "go wtime 0 btime 0",
        "go wtime -50 btime -50",
        "go movetime 0",
        "go movetime 1",
    ] {
        let began = Instant::now();
        interface.search(go);
        assert!(began.elapsed() < Duration::from_millis(500), "{go}: {:?}", began.elapsed());
        interface.moves(go);
    }
}

#[test]
fn endless_searches_end_when_they_are_told() {
    let mut interface = Interface::new();
    interface.say(&format!("position fen {MATE_IN_TWO}\ngo infinite"));
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(
        interface.until("isready", "readyok").last().unwrap(),
        "readyok",
        "it listens while it searches"
    );
    let searched = interface.search("stop");
    assert_eq!(searched.best, "d2h6", "and it waits although everything is found");
    interface.say("stop");
    interface.say("ponderhit");
    interface.hears_nothing(50);
}

#[test]
fn whatever_ends_a_search_its_move_is_told_once() {
    let mut interface = Interface::new();
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 60"] {
        for command in
            ["ucinewgame", "position startpos", "setoption name Hash value 1", "setoption name Clear Hash"]
        {
            interface.say(go);
            std::thread::sleep(Duration::from_millis(10));
            let lines = interface.until(&format!("{command}\nisready"), "readyok");
            let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(moves, 1, "{go}, {command}: {lines:?}");
        }
    }
}

#[test]
fn pondering_becomes_a_search_with_limits() {
    let mut interface = Interface::new();
    interface.say("position startpos moves e2e4 e7e5\ngo ponder wtime 2000 btime 2000");
    std::thread::sleep(Duration::from_millis(150));
    let began = Instant::now();
    let searched = interface.search("ponderhit");
    assert!(began.elapsed() < Duration::from_millis(1500));
    assert!(searched.ponder.is_some(), "an answer to think about next");
    // The other answer came: the search is given up, and its move is of no use.
    interface.say("go ponder depth 3");
    interface.moves("stop");
}

/// What was found while the opponent thought is not found again: the search goes on, and only its clock begins.
#[test]
fn pondering_goes_on_when_the_move_is_played() {
    let mut interface = Interface::new();
    interface.say("position startpos moves e2e4 e7e5\ngo ponder movetime 400");
    std::thread::sleep(Duration::from_millis(600));
    interface.say("isready");
    let before = interface.until("", "readyok");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")), "its time has not begun: {before:?}");
    let depth =
        |line: &String| -> Option<u64> { line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok() };
    let reached = before.iter().filter_map(depth).max().expect("it searches");
    let began = Instant::now();
    let searched = interface.moves("ponderhit");
    let took = began.elapsed();
    assert!(took > Duration::from_millis(200) && took < Duration::from_millis(1500), "{took:?}");
    let lowest = searched.infos.iter().filter_map(depth).min();
    assert!(lowest.is_none_or(|lowest| lowest >= reached), "{reached}, then {:?}", searched.infos);
    // A search that had ended by itself answers at once.
    interface.say("go ponder depth 2");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(interface.moves("ponderhit").number("depth"), 2);
}

#[test]
fn only_moves_that_are_asked_for_are_searched() {
    let mut interface = Interface::new();
    let searched = interface.search("position startpos\ngo depth 4 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&searched.best.as_str()), "{}", searched.best);
    // None of them can be played: all are searched.
    interface.moves("go depth 3 searchmoves e7e5 x");
    interface.say("setoption name MultiPV value 3");
    let searched = interface.search("go depth 4");
    let firsts: Vec<&String> = searched.infos.iter().filter(|line| line.contains("depth 4 ")).collect();
    assert_eq!(firsts.len(), 3, "{:?}", searched.infos);
}

#[test]
fn games_that_are_over_have_no_move() {
    let mut interface = Interface::new();
    for fen in
        [STALEMATE, CHECKMATE, "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", "k7/1Q6/1K6/8/8/8/8/8 b - - 120 90"]
    {
        for go in ["go depth 3", "go movetime 50", "go nodes 5", "go wtime 100 btime 100"] {
            let searched = interface.search(&format!("position fen {fen}\n{go}"));
            assert_eq!(searched.best, "0000");
            let lost = fen == CHECKMATE || fen.starts_with("k7");
            let told = if lost { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" };
            assert_eq!(searched.infos, [told], "{fen}");
        }
        assert!(interface.ask("go infinite").starts_with("info depth 0 score "));
        interface.hears_nothing(50);
        assert_eq!(interface.search("stop").best, "0000");
    }
}

/// A third repetition, fifty moves and want of material are draws that somebody has to claim, which an engine cannot. So it
/// searches as long as there is a move.
#[test]
fn draws_that_nobody_claims_do_not_end_a_search() {
    let mut interface = Interface::new();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    for times in [1, 2, 3] {
        let position = format!("position startpos moves {}", shuffle.repeat(times));
        let searched = interface.moves(&format!("{position}\ngo depth 6"));
        assert_eq!(searched.number("depth"), 6, "{position}");
        let onward = format!("{position}e2e4\ngo depth 2");
        assert!(interface.moves(&onward).number("nodes") > 20, "it was played on");
    }
    for (fen, last) in [
        // Every move but that of a pawn is drawn, and moves of pawns are not.
        ("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 100 90", 4),
        ("8/8/8/4k3/8/8/4K3/7R w - - 149 90", 1),
        ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", 1),
        ("8/8/8/4k3/8/8/8/3NK3 b - - 0 1", 1),
    ] {
        let searched = interface.moves(&format!("position fen {fen}\ngo depth 4"));
        assert!(searched.number("depth") >= last, "{fen}: {:?}", searched.infos);
        for go in ["go nodes 50", "go movetime 20", "go wtime 1 btime 1"] {
            interface.moves(go);
        }
    }
    let searched = interface.moves("position fen 8/8/8/4k3/8/8/8/4K3 w - - 0 1 moves e1e2 e5e4\ngo depth 3");
    assert_eq!(searched.last("score")[..2], ["cp", "0"]);
    // The clock still draws what follows: no mate in three comes in time, but one in one does.
    let searched = interface.moves("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 101 90\ngo depth 5");
    assert_eq!(searched.last("score")[..2], ["mate", "1"]);
    let searched = interface.moves("position fen 7k/8/8/4K1Q1/8/8/8/8 w - - 101 90\ngo depth 5");
    assert_eq!(searched.last("score")[..2], ["cp", "0"]);
}

#[test]
fn what_cannot_be_is_told_and_changes_nothing() {
    let mut interface = Interface::new();
    interface.say("position startpos moves e2e4");
    for (line, reason) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position startpos moves e2e4 e2e4", "e2e4"),
        ("setoption name Colour value blue", "Colour"),
        ("setoption name Hash value much", "Hash"),
        ("xyzzy", "unknown command"),
    ] {
        let told = interface.ask(line);
        assert!(told.starts_with("info string ") && told.contains(reason), "{line}: {told}");
    }
    let shown = interface.until("d", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(shown[0], "r n b q k b n r");
}

/// Who waits for more than three seconds sees which move is searched, and that a value is not what it was.
#[test]
fn long_searches_tell_what_they_are_about() {
    let mut interface = Interface::new();
    let searched = interface.moves(
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\ngo movetime 5000",
    );
    let is_detail = |line: &&String| line.contains(" currmove ") || line.contains("bound ");
    let first = searched.infos.iter().position(|line| is_detail(&line)).expect("some");
    let time =
        |line: &String| -> Option<u64> { line.split_once(" time ")?.1.split(' ').next()?.parse().ok() };
    let earlier = searched.infos[..first].iter().filter_map(time).max();
    let later = searched.infos[first..].iter().filter_map(time).min();
    assert!(later.is_none_or(|time| time >= 3000), "{earlier:?} {later:?}");
    let legal = interface.legal_moves();
    for line in searched.infos.iter().filter(|line| line.contains(" currmove ")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(matches!(words[..], ["info", "depth", _, "currmove", _, "currmovenumber", _]), "{line}");
        let number: usize = words[6].parse().unwrap();
        assert!(legal.iter().any(|m| m == words[4]) && (1..=48).contains(&number), "{line}");
    }
    for line in searched.infos.iter().filter(|line| line.contains("bound ")) {
        assert!(line.contains(" score cp ") || line.contains(" score mate "), "{line}");
    }
}

#[test]
fn values_come_with_chances_if_they_are_wanted() {
    let mut interface = Interface::new();
    interface.say("setoption name UCI_ShowWDL value true");
    let searched = interface.search("go depth 6");
    let chances: Vec<u32> = searched.last("wdl")[..3].iter().map(|word| word.parse().unwrap()).collect();
    assert_eq!(chances.iter().sum::<u32>(), 1000);
    assert!(chances[0] > chances[2] && chances[1] > 300, "the first move is an advantage: {chances:?}");
    let searched = interface.search(&format!("position fen {MATE_IN_TWO}\ngo mate 2"));
    assert_eq!(searched.last("wdl")[..3], ["1000", "0", "0"]);
}

#[test]
fn strength_can_be_limited() {
    let mut interface = Interface::new();
    interface.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1350");
    let searched = interface.search("go movetime 2000");
    assert!(searched.number("nodes") < 1000, "{:?}", searched.infos.last());
}

#[test]
fn castling_in_chess960_is_written_as_the_rook_that_is_taken() {
    let mut interface = Interface::new();
    interface.say("setoption name UCI_Chess960 value true");
    interface.say("position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1");
    let shown = interface.until("d", "Fen: 4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    assert_eq!(shown.len(), 9);
}

#[test]
fn options_leave_the_board_as_it_is() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/tests/data/syzygy");
    let mut interface = Interface::new();
    interface.say("position startpos moves g1f3 g8f6 f3g1 f6g8 e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
    let board = interface.fen();
    assert!(board.starts_with("r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b"), "{board}");
    for option in ["Hash value 2", "Threads value 2", "Threads value 1", "MultiPV value 1", "Clear Hash"] {
        interface.say(&format!("setoption name {option}"));
        assert_eq!(interface.fen(), board, "{option}");
    }
    let told = interface.ask(&format!("setoption name SyzygyPath value {folder}"));
    assert!(told.contains("4 pieces"), "{told}");
    assert_eq!(interface.fen(), board);
    interface.say("setoption name SyzygyPath value <empty>");
    assert_eq!(interface.fen(), board);
    // In Chess960 the same board is written with the files of the rooks.
    interface.say("setoption name UCI_Chess960 value true");
    assert_eq!(interface.fen(), board.replace(" kq ", " ha "));
    interface.say("setoption name UCI_Chess960 value false");
    assert_eq!(interface.fen(), board);
    // What chess does not have is told.
    interface.say("setoption name UCI_Chess960 value true");
    interface.say("position fen 4k3/8/8/8/8/8/8/R1K4R w HA - 0 1");
    let told = interface.ask("setoption name UCI_Chess960 value false");
    assert!(told.starts_with("info string the board is that of the beginning"), "{told}");
    assert!(interface.fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
}

#[test]
fn positions_are_counted() {
    let mut interface = Interface::new();
    let lines = interface.until("go perft 3", "Nodes searched: 8902");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
    // As published: on and on where nobody can mate any more.
    interface.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let lines = interface.until("perft 5", "Nodes searched: 133987");
    assert_eq!(lines.len(), 17);
}

#[test]
fn it_listens_while_it_counts() {
    let mut interface = Interface::new();
    for work in
        ["go perft 9", "perft 9", "bench\nbench\nbench\nbench\nbench\nbench\nbench\nbench\nbench\nbench"]
    {
        interface.say(work);
        assert_eq!(interface.ask("isready"), "readyok", "{work}");
        let began = Instant::now();
        let stopped = interface.until("stop\nisready", "readyok");
        assert!(stopped.iter().all(|line| line != "Nodes searched: 0"), "{stopped:?}");
        assert!(
            stopped[0] == "info string stopped" && began.elapsed() < Duration::from_secs(2),
            "{stopped:?}"
        );
    }
    // One after the other, and whatever is set up meanwhile.
    interface.say("position startpos\ngo perft 4\nposition startpos moves e2e4\ngo perft 1");
    interface.until("", "Nodes searched: 197281");
    assert_eq!(interface.until("", "Nodes searched: 20").len(), 22);
    interface.say("go perft 9");
    let (took, _) = interface.leave(Some("quit"));
    assert!(took < Duration::from_secs(2), "{took:?}");
    let mut interface = Interface::new();
    interface.say("go perft 4");
    let (_, lines) = interface.leave(None);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 197281", "what ends by itself is waited for");
}

#[test]
fn the_evaluation_is_explained() {
    let mut interface = Interface::new();
    interface.say("eval\nisready");
    let lines = interface.until("", "readyok");
    assert!(lines[0].contains("white") && lines[0].contains("endgame"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("material ")));
}

#[test]
fn the_end_of_the_lines_waits_for_searches_that_end() {
    let mut interface = Interface::new();
    interface.say("go depth 6");
    let (_, lines) = interface.leave(None);
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    let mut interface = Interface::new();
    interface.say("go infinite");
    std::thread::sleep(Duration::from_millis(30));
    let (took, lines) = interface.leave(None);
    assert!(lines.last().unwrap().starts_with("bestmove ") && took < Duration::from_secs(2), "{lines:?}");
    let mut interface = Interface::new();
    interface.say("go infinite");
    let (took, _) = interface.leave(Some("quit"));
    assert!(took < Duration::from_secs(2));
}

/// A file of this test alone, gone at the end.
struct Kept(std::path::PathBuf);

impl Kept {
    fn new(name: &str, bytes: &[u8]) -> Kept {
        let path =
            std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        Kept(path)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn moves_come_from_a_book_if_that_is_wanted() {
    let games = Kept::new(
        "games.pgn",
        b"[Result \"1-0\"]\n\n1. h4 e5 2. a3 1-0\n\n[Result \"1-0\"]\n\n1. h4 e5 1-0\n",
    );
    let chess = mossa_engine::open("chess").unwrap();
    let order =
        mossa_game::MoveBookOrder { games: std::slice::from_ref(&games.0), plies: 10, least_games: 1 };
    let book = chess.move_books().unwrap().make(&order, &|_| {}, &|| false).unwrap();
    let book = Kept::new("book.bin", &book.bytes);
    let mut interface = Interface::new();
    interface.say(&format!(
        "setoption name BookFile value {}\nsetoption name OwnBook value true",
        book.0.display()
    ));
    let answer = interface.search("position startpos\ngo movetime 1000");
    assert_eq!((answer.best.as_str(), answer.infos.len()), ("h2h4", 0), "at once");
    assert_eq!(interface.search("position startpos moves h2h4 e7e5\ngo nodes 100").best, "a2a3");
    assert!(!interface.search("position startpos moves e2e4\ngo nodes 100").infos.is_empty(), "out of book");
    assert!(!interface.search("position startpos\ngo depth 3 searchmoves e2e4").infos.is_empty());
    interface.say("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    assert!(!interface.search("stop").infos.is_empty(), "who analyses wants to see a search");
    interface.say("setoption name UCI_AnalyseMode value true");
    assert!(!interface.moves("position startpos\ngo movetime 50").infos.is_empty());
    interface.say("setoption name UCI_AnalyseMode value false");
    assert_eq!(interface.moves("position startpos\ngo movetime 50").best, "h2h4");
    interface.say("setoption name BookFile value /no/such/book.bin");
    let answer = interface.moves("position startpos\ngo depth 2");
    assert!(answer.infos[0].contains("/no/such/book.bin"), "{:?}", answer.infos);
    let answer = interface.search("go depth 2");
    assert!(answer.infos.iter().all(|line| line.contains(" pv ")), "told once: {:?}", answer.infos);
}

#[test]
fn endgame_tables_are_used_where_they_are() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/tests/data/syzygy");
    let mut interface = Interface::new();
    let told = interface.ask(&format!("setoption name SyzygyPath value {folder}"));
    assert_eq!(told, "info string endgame tables of up to 4 pieces, every position of up to 3");
    // White is a rook ahead for a search, but Black takes it.
    let searched = interface.search("position fen 8/8/8/8/8/1k6/1R6/3K4 b - - 0 1\ngo depth 4");
    assert_eq!(searched.last("score")[..2], ["cp", "0"]);
    let searched = interface.search("position fen 8/8/8/8/8/3k4/8/K1R5 w - - 0 1\ngo depth 6");
    assert!(searched.best.starts_with("c1") || searched.best.starts_with("a1"));
    // Whoever looks at several moves, or at some only, sees the wins among them as wins and makes progress, too.
    for (lines, asked) in [(1, ""), (3, ""), (1, "searchmoves"), (2, "searchmoves")] {
        interface.say(&format!("setoption name MultiPV value {lines}"));
        let start = "8/8/8/8/8/3k4/8/K1R5 w - - 0 1";
        let mut moves: Vec<String> = Vec::new();
        loop {
            interface.say(&format!("position fen {start} moves {}", moves.join(" ")));
            let legal = interface.legal_moves();
            if legal.is_empty() {
                break;
            }
            if moves.len() % 2 == 1 {
                moves.push(legal[moves.len() % legal.len()].clone());
                continue;
            }
            let only = if asked.is_empty() { String::new() } else { format!(" {asked} {}", legal.join(" ")) };
            let searched = interface.moves(&format!("go depth 1{only}"));
            assert_eq!(searched.infos.len(), lines.min(legal.len()), "{:?}", searched.infos);
            let score = searched.last("score");
            let first = searched.infos[0].split_once(" score ").unwrap().1;
            assert!(first.starts_with("mate ") || first.starts_with("cp 28"), "{first}");
            assert!(score[0] == "mate" || score[1].parse::<i32>().unwrap() >= 0, "{:?}", searched.infos);
            moves.push(searched.best);
            assert!(moves.len() < 34, "no mate within 17 moves: {moves:?}");
        }
        assert_eq!(moves.len() % 2, 1, "White mates: {moves:?}");
    }
    interface.say("setoption name MultiPV value 1");
    let told = interface.ask("setoption name SyzygyPath value /no/such/folder");
    assert!(told.starts_with("info string ") && told.contains("/no/such/folder"), "{told}");
    // It plays on without them.
    interface.moves("position startpos\ngo depth 2");
}
