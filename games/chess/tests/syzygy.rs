//! Syzygy tables: they agree with ours, their moves win in time, and bad folders are told.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mossa_chess::endgame::{self, Endgame, Material};
use mossa_chess::syzygy::{Tables, Wdl};
use mossa_chess::{Chess, Position};
use mossa_game::{EndgameTables, Game, Notation, Playable, TableOrder, Value, Verdict};
use mossa_search::{Limits, LineValue, Request, StopSignal, Table, alphabeta};

/// A program has one set of tables open at a time, so tests wait for each other.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn small() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy")
}

fn position(text: &str) -> Position {
    Chess::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What our tables say, as Syzygy tables say it. No mate of ours takes fifty moves.
fn verdict(game: &Chess, position: &Position) -> Wdl {
    match game.endgame(position).unwrap() {
        Endgame::Certain(Verdict::Win, _) => Wdl::Win,
        Endgame::Certain(Verdict::Draw, _) => Wdl::Draw,
        Endgame::Certain(Verdict::Loss, _) => Wdl::Loss,
        Endgame::Between(..) => panic!("a clock without plies"),
    }
}

/// Compares every position of some endgames, and gives how many there are.
fn compare(game: &Chess, tables: &Tables, materials: impl Iterator<Item = Material>) -> u64 {
    let mut compared = 0;
    for material in materials {
        let mut here = 0;
        endgame::positions(material, |position| {
            let (ours, theirs) = (verdict(game, &position), tables.wdl(&position));
            assert_eq!(Some(ours), theirs, "{}", game.position_text(&position));
            here += 1;
        });
        println!("{material}: {here} positions agree");
        compared += here;
    }
    compared
}

fn built(folder: &Path, names: &[&str], pieces: u32) -> Chess {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let game = Chess::default();
    let order = TableOrder { pieces, names: &names, threads: 2, folder };
    game.build(&order, &|_| {}, &|| false).unwrap();
    game.load(folder).unwrap();
    game
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("mossa-syzygy-{name}-{}", std::process::id()))
}

#[test]
fn three_men_agree_with_ours() {
    let _alone = alone();
    let folder = temporary("three");
    let game = built(&folder, &[], 3);
    let tables = Tables::open(small()).unwrap();
    assert_eq!((tables.men(), tables.complete(), tables.count()), (4, 3, 10));
    let compared = compare(&game, &tables, Material::all().filter(|material| material.men() == 3));
    // Of 8 mirror images one is counted without pawns, and of 2 with pawns.
    assert!(compared > 300_000, "{compared}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// `MOSSA_SYZYGY` is the folder of all tables with three and four men. Ours are made, or those of `MOSSA_CHESS_TABLES` are
/// taken.
#[test]
#[ignore = "slow: makes all tables, and needs those of Syzygy"]
fn all_tables_agree_with_ours() {
    let _alone = alone();
    let folder = std::env::var_os("MOSSA_CHESS_TABLES").map_or_else(|| temporary("all"), PathBuf::from);
    let game = built(&folder, &[], 4);
    let tables = Tables::open(&std::env::var("MOSSA_SYZYGY").expect("MOSSA_SYZYGY names no folder")).unwrap();
    assert_eq!((tables.men(), tables.complete(), tables.count()), (4, 4, 35));
    let compared = compare(&game, &tables, Material::all());
    println!("{compared} positions agree");
    assert!(compared > 100_000_000, "{compared}");
}

#[test]
fn moves_are_ranked_by_what_they_win_and_how_soon() {
    let _alone = alone();
    let tables = Tables::open(small()).unwrap();
    let best = |text: &str| {
        let moves = tables.root_moves(&position(text)).unwrap();
        assert!(moves.is_sorted_by_key(|m| -m.rank));
        (moves[0].m.to_string(), moves[0].wdl, moves[0].dtz, moves.len())
    };
    // The pawn promotes at once; to a knight it would be a draw.
    assert_eq!(best("8/2P5/8/8/8/5k2/8/K7 w - - 0 1"), ("c7c8q".to_owned(), Wdl::Win, 1, 7));
    let (m, wdl, dtz, _) = best("8/8/8/8/8/2k5/8/K1r5 w - - 0 1");
    assert_eq!((m.as_str(), wdl), ("a1a2", Wdl::Loss));
    assert!(dtz > 0);
    // Mate in one is in time on the last ply, and mate in more than that is not.
    let last = position("k7/8/1K6/8/8/8/8/2R5 w - - 99 80");
    let moves = tables.root_moves(&last).unwrap();
    assert_eq!((moves[0].m.to_string(), moves[0].wdl), ("c1c8".to_owned(), Wdl::Win));
    assert!(moves[1..].iter().all(|m| m.wdl < Wdl::Win), "{moves:?}");
    let late = tables.root_moves(&position("8/8/8/3k4/8/8/8/K1R5 w - - 90 80")).unwrap();
    assert!(late.iter().all(|m| m.wdl < Wdl::Win));
    // Nothing is said where nothing is known.
    for text in ["8/8/8/3k4/8/8/8/KQ2R3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "start"] {
        assert_eq!(tables.root_moves(&position(text)), None, "{text}");
        assert_eq!(tables.wdl(&position(text)), None, "{text}");
    }
}

/// Both sides take their best move by rank; the clock never runs out.
#[test]
fn ranked_moves_win_in_time() {
    let _alone = alone();
    let game = Chess::default();
    game.load(Path::new(small())).unwrap();
    let tables = Tables::open(small()).unwrap();
    for text in [
        "8/8/8/3k4/8/8/8/K6R w - - 0 1",
        "8/8/8/3k4/8/8/8/K6Q b - - 0 1",
        "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
        "8/8/1k6/8/8/8/r7/2K5 b - - 0 1",
    ] {
        let mut current = position(text);
        let won = tables.wdl(&current).unwrap();
        let mut plies = 0;
        while let Some(best) = tables.best_moves(&current) {
            game.play(&mut current, best[0]);
            plies += 1;
            assert!(plies < 200, "{text}");
            if game.result(&current).is_some() {
                break;
            }
        }
        let result = game.result(&current).unwrap();
        assert_eq!(result.winner().is_some(), won != Wdl::Draw, "{text}");
    }
}

fn searched(game: &Chess, position: &Position) -> (String, Value) {
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let (table, stop) = (Table::new(1), StopSignal::new());
    let report = alphabeta::search(game, &game.evaluator(), position, &request, &table, &stop, &mut |_| {});
    let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two players have one value") };
    (game.move_text(position, report.lines[0].moves[0]), value)
}

/// The search knows of wins after captures, of draws that look like wins, and that a win may come too late. What begins
/// without a capture wins by the distances of the root.
#[test]
fn the_search_uses_them() {
    let _alone = alone();
    let game = Chess::default();
    game.load(Path::new(small())).unwrap();
    assert_eq!(game.known_pieces(), 3);
    let start = position("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let (m, won) = searched(&game, &start);
    assert!(won > Value::DRAW, "{won:?}");
    let best = Tables::open(small()).unwrap().best_moves(&start).unwrap();
    assert!(best.iter().any(|best| best.to_string() == m), "{m} {best:?}");
    // A pawn ahead, and a draw.
    let (_, drawn) = searched(&game, &position("4k3/8/4P3/4K3/8/8/8/8 b - - 0 1"));
    assert_eq!(drawn, Value::DRAW);
    // The rook mates, but not within six plies.
    let (_, late) = searched(&game, &position("8/8/8/3k4/8/8/8/K6R w - - 94 80"));
    assert_eq!(late, Value::DRAW);
    // Taking the knight leaves a won ending of queen against bare king, which is one of the tables.
    let (m, value) = searched(&game, &position("8/8/8/3k4/8/1n6/8/KQ6 w - - 0 1"));
    assert_eq!(m, "b1b3");
    assert!(value >= Value::BEST_GUESS, "{value:?}");
    // Without tables nothing is known.
    assert_eq!(Chess::default().endgame(&position("8/8/8/3k4/8/8/8/K6R w - - 0 1")), None);
}

#[test]
fn bad_folders_are_told() {
    let _alone = alone();
    let folder = temporary("bad");
    std::fs::create_dir_all(&folder).unwrap();
    let text = folder.to_str().unwrap();
    let told = |folders: &str| Tables::open(folders).unwrap_err().to_string();
    assert!(told(text).contains("no Syzygy tables"), "{}", told(text));
    assert!(told("/no/such/folder").contains("/no/such/folder"));
    assert!(told(" : ;").contains("no Syzygy tables"));
    let good = std::fs::read(Path::new(small()).join("KQvK.rtbw")).unwrap();
    for bytes in [&good[..good.len() - 1], &[0; 80], b""] {
        std::fs::write(folder.join("KQvK.rtbw"), bytes).unwrap();
        assert!(told(text).contains("damaged"), "{}", told(text));
    }
    // A table without distances: who wins is known, how soon is not.
    std::fs::write(folder.join("KQvK.rtbw"), &good).unwrap();
    std::fs::write(folder.join("notes.rtbw"), "no table").unwrap();
    let tables = Tables::open(text).unwrap();
    let won = position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    assert_eq!((tables.wdl(&won), tables.root_moves(&won)), (Some(Wdl::Win), None));
    assert_eq!(tables.wdl(&won), Some(Wdl::Win));
    // Others cannot be opened meanwhile; the same can.
    assert!(told(small()).contains("in use"));
    assert!(Tables::open(&format!("{text};")).is_ok());
    drop(tables);
    assert!(Tables::open(&format!("{text}:{}", small())).is_ok_and(|tables| tables.count() == 10));
    std::fs::remove_dir_all(folder).unwrap();
}

/// What is there is told, and not only how far it is complete.
#[test]
fn folders_with_some_tables_say_which_are_the_largest() {
    let _alone = alone();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("some-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut bytes = 0;
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"] {
        bytes += std::fs::copy(Path::new(small()).join(name), folder.join(name)).unwrap();
    }
    let game = Chess::default();
    for info in [game.info(&folder), game.load(&folder)] {
        let info = info.unwrap();
        assert_eq!((info.pieces, info.complete, info.bytes), (3, 2, bytes));
    }
    assert_eq!(game.known_pieces(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}
