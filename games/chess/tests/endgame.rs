//! Endgame tables: as many positions as others count, values that follow from the moves, and perfect play.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use mossa_chess::endgame::{self, Endgame, Material};
use mossa_chess::{Chess, ChessMove, Color, Position};
use mossa_game::{
    EndgameTables, Game, Notation, Playable, TableCheck, TableOrder, TablesInfo, Value, Verdict,
};
use mossa_search::{Limits, LineValue, Request, StopSignal, Table, alphabeta};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A folder that is gone when it is not needed any more.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("mossa-chess-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn build(folder: &Path, names: &[&str]) -> TablesInfo {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let order = TableOrder { pieces: 0, names: &names, threads: 2, folder };
    Chess::default().build(&order, &|_| {}, &|| false).unwrap()
}

fn loaded(folder: &Path) -> Chess {
    let game = Chess::default();
    game.load(folder).unwrap();
    game
}

/// Positions of an endgame with one side to move: legal, won, drawn and lost; the longest win and loss in moves.
type Counted = (&'static str, Color, [u64; 4], [u32; 2]);

/// As published tables have them: all squares, like pieces told apart.
const SMALL: [Counted; 8] = [
    ("KQK", Color::White, [144_508, 144_508, 0, 0], [10, 0]),
    ("KQK", Color::Black, [223_944, 0, 23_048, 200_896], [0, 10]),
    ("KRK", Color::White, [175_168, 175_168, 0, 0], [16, 0]),
    ("KRK", Color::Black, [223_944, 0, 22_244, 201_700], [0, 16]),
    ("KPK", Color::White, [163_328, 124_960, 38_368, 0], [28, 0]),
    ("KPK", Color::Black, [168_024, 0, 70_420, 97_604], [0, 28]),
    ("KQKR", Color::White, [8_952_608, 8_863_768, 71_704, 17_136], [35, 18]),
    ("KQKR", Color::Black, [10_780_728, 3_090_088, 627_960, 7_062_680], [19, 35]),
];

fn compare(game: &Chess, counted: &[Counted]) {
    for (name, to_move, [legal, wins, draws, losses], longest) in counted {
        let counts = game.endgame_counts(Material::parse(name).unwrap(), *to_move).unwrap();
        // Two knights can be told apart in two ways.
        let times = if ["KBBK", "KNNK"].contains(name) { 2 } else { 1 };
        let found = [counts.states, counts.wins, counts.draws, counts.losses].map(|count| count * times);
        assert_eq!(found, [*legal, *wins, *draws, *losses], "{name} {to_move:?}");
        let moves = [counts.longest_win.div_ceil(2), counts.longest_loss.div_ceil(2)];
        assert_eq!(moves, *longest, "{name} {to_move:?}");
    }
}

#[test]
fn small_endgames_are_as_published() {
    let folder = Folder::new("small");
    let info = build(&folder.0, &["KRK", "KPK", "KRKQ"]);
    let names: Vec<&str> = info.tables.iter().filter_map(|table| table.name.as_deref()).collect();
    assert_eq!(names, ["KRK", "KQK", "KBK", "KNK", "KPK", "KQKR"]);
    compare(&loaded(&folder.0), &SMALL);
    let check = TableCheck { folder: &folder.0, sample: 20_000, seed: 1, threads: 2 };
    let verdict = Chess::default().verify(&check, &|_| {}, &|| false).unwrap();
    assert_eq!((verdict.checked, verdict.wrong), (20_000, vec![]));
}

const LARGE: [Counted; 4] = [
    ("KBNK", Color::White, [10_875_504, 10_822_184, 53_320, 0], [33, 0]),
    ("KBNK", Color::Black, [13_660_584, 0, 2_472_416, 11_188_168], [0, 33]),
    ("KBBK", Color::White, [10_164_056, 5_007_216, 5_156_840, 0], [19, 0]),
    ("KNNK", Color::White, [11_499_304, 1_232, 11_498_072, 0], [1, 0]),
];

/// The folder of all tables: `MOSSA_CHESS_TABLES`, or one that is filled first.
fn all_tables(name: &str) -> (Option<Folder>, PathBuf) {
    let (own, path) = match std::env::var_os("MOSSA_CHESS_TABLES") {
        Some(path) => (None, path.into()),
        None => {
            let folder = Folder::new(name);
            let path = folder.0.clone();
            (Some(folder), path)
        }
    };
    let order = TableOrder { pieces: 4, names: &[], threads: 2, folder: &path };
    let info = Chess::default().build(&order, &|_| {}, &|| false).unwrap();
    assert_eq!((info.pieces, info.complete, info.tables.len()), (4, 4, 35));
    (own, path)
}

#[test]
#[ignore = "slow: makes all tables"]
fn all_endgames_are_as_published() {
    let (_own, folder) = all_tables("published");
    let game = loaded(&folder);
    assert_eq!(game.known_pieces(), 4);
    compare(&game, &SMALL);
    compare(&game, &LARGE);
    let check = TableCheck { folder: &folder, sample: 5_000_000, seed: 7, threads: 2 };
    let verdict = Chess::default().verify(&check, &|_| {}, &|| false).unwrap();
    assert_eq!((verdict.checked, verdict.wrong), (5_000_000, vec![]));
}

/// Some positions of an endgame that are not over, chosen by chance.
fn chosen(name: &str, count: usize, seed: u64) -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut chosen, mut seen) = (Vec::new(), 0);
    endgame::positions(Material::parse(name).unwrap(), |position| {
        if position.lacks_material() {
            return;
        }
        // Each is kept with the same chance (Waterman's reservoir).
        seen += 1;
        if chosen.len() < count {
            chosen.push(position);
        } else if let Some(place) = chosen.get_mut(random.random_range(0..seen)) {
            *place = position;
        }
    });
    chosen.retain(Position::can_move);
    chosen
}

fn certain(game: &Chess, position: &Position) -> (Verdict, u32) {
    match game.endgame(position) {
        Some(Endgame::Certain(verdict, plies)) => (verdict, plies),
        other => panic!("{}: {other:?}", game.position_text(position)),
    }
}

/// What a move is worth to whoever makes it, as a value.
fn worth(game: &Chess, position: &Position, m: ChessMove) -> Value {
    let mut after = *position;
    game.play(&mut after, m);
    match game.result(&after) {
        Some(outcome) => Value::proven(outcome.verdict(game.to_move(position)), 1),
        None => match game.endgame(&after).unwrap() {
            Endgame::Certain(verdict, plies) => -Value::proven(verdict, plies).delayed(1),
            // The clock may come first.
            Endgame::Between(..) => Value::DRAW,
        },
    }
}

fn best(game: &Chess, position: &Position) -> ChessMove {
    let moves = game.legal_moves(position);
    moves.into_iter().max_by_key(|m| worth(game, position, *m)).unwrap()
}

/// The winner mates in exactly as many plies as the table says, whatever the loser does about it; what is drawn is held
/// against moves made by chance, and nothing but a draw comes of best play.
fn play_out(game: &Chess, start: &Position, random: &mut Xoshiro256PlusPlus) -> Verdict {
    let (verdict, plies) = certain(game, start);
    let text = game.position_text(start);
    let mut position = *start;
    if verdict != Verdict::Draw {
        for left in (1..=plies).rev() {
            assert_eq!(certain(game, &position).1, left, "{text}");
            let m = best(game, &position);
            game.play(&mut position, m);
        }
        assert!(position.is_mate(), "{text}");
        let winner = if plies % 2 == 1 { start.to_move() } else { start.to_move().other() };
        assert_eq!(winner, position.to_move().other(), "{text}");
        return verdict;
    }
    let defender = start.to_move();
    for _ in 0..80 {
        if game.result(&position).is_some() {
            break;
        }
        let m = if position.to_move() == defender {
            best(game, &position)
        } else {
            let moves = game.legal_moves(&position);
            moves[random.random_range(0..moves.len())]
        };
        let before = position;
        game.play(&mut position, m);
        let holds = worth(game, &before, m);
        assert!(before.to_move() != defender || holds >= Value::DRAW, "{text}: {m}");
    }
    verdict
}

fn play_out_many(game: &Chess, name: &str, count: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20);
    let verdicts: Vec<Verdict> =
        chosen(name, count, 19).iter().map(|start| play_out(game, start, &mut random)).collect();
    let counted = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let [wins, draws, losses] = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(counted);
    println!("{name}: {wins} won, {draws} drawn, {losses} lost");
    assert!(verdicts.len() > count * 9 / 10 && wins > 0 && losses > 0);
}

#[test]
fn small_endgames_are_played_perfectly() {
    let folder = Folder::new("played");
    build(&folder.0, &["KQK", "KRK", "KPK"]);
    let game = loaded(&folder.0);
    ["KQK", "KRK", "KPK"].into_iter().for_each(|name| play_out_many(&game, name, 300));
}

#[test]
#[ignore = "slow: makes all tables"]
fn endgames_are_played_perfectly() {
    let (_own, folder) = all_tables("perfect");
    let game = loaded(&folder);
    let names = ["KBNK", "KQKR", "KRKP", "KPKP", "KRKN"];
    names.into_iter().for_each(|name| play_out_many(&game, name, 1000));
}

fn searched(game: &Chess, position: &Position) -> (Vec<ChessMove>, Value) {
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let (table, stop) = (Table::new(1), StopSignal::new());
    let report = alphabeta::search(game, &game.evaluator(), position, &request, &table, &stop, &mut |_| {});
    let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two players have one value") };
    (report.lines[0].moves.clone(), value)
}

/// The search gives the distances of the tables, and the line to mate.
#[test]
fn the_search_knows_what_tables_know() {
    let folder = Folder::new("searched");
    build(&folder.0, &["KPK"]);
    let game = loaded(&folder.0);
    assert_eq!(game.known_pieces(), 3);
    for name in ["KQK", "KRK", "KPK"] {
        for position in chosen(name, 60, 3) {
            let (verdict, plies) = certain(&game, &position);
            let (line, value) = searched(&game, &position);
            assert_eq!(value, Value::proven(verdict, plies), "{}", game.position_text(&position));
            assert!(verdict == Verdict::Draw || line.len() as u32 == plies);
        }
    }
    // A pawn and a knight that is lost: the rest is in the tables.
    let position = game.parse_position("8/8/8/8/4k3/5n2/5P2/K7 w - - 0 1").unwrap();
    let (_, value) = searched(&game, &position);
    assert!(value <= Value::DRAW, "{value:?}");
    // Somebody may castle: this is no position of the tables.
    let castling = game.parse_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(game.endgame(&castling), None);
    assert!(game.endgame(&game.parse_position("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap()).is_some());
}

/// The last ply before the clock of fifty moves runs out may mate; one ply less is not enough.
#[test]
fn wins_that_come_too_late_are_none() {
    let folder = Folder::new("late");
    build(&folder.0, &["KRK"]);
    let game = loaded(&folder.0);
    let at = |clock: u32| game.parse_position(&format!("8/8/8/3k4/8/8/8/K1R5 w - - {clock} 90")).unwrap();
    let (verdict, plies) = certain(&game, &at(0));
    assert_eq!(verdict, Verdict::Win);
    let latest = 100 - plies;
    assert_eq!(certain(&game, &at(latest)), (Verdict::Win, plies));
    assert_eq!(searched(&game, &at(latest)).1, Value::win_in(plies));
    let between = Endgame::Between(Value::DRAW, Value::win_in(plies));
    assert_eq!(game.endgame(&at(latest + 1)), Some(between));
    // Every ply short: played out, it is a draw.
    let mut position = at(latest);
    for _ in 0..plies {
        let m = best(&game, &position);
        game.play(&mut position, m);
    }
    assert!(position.is_mate() && position.clock() == 100);
    assert!(!searched(&game, &at(98)).1.is_win());
}

#[test]
fn bad_orders_and_files_are_told() {
    let folder = Folder::new("bad");
    let game = Chess::default();
    let told = |names: &[&str], pieces| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let order = TableOrder { pieces, names: &names, threads: 1, folder: &folder.0 };
        game.build(&order, &|_| {}, &|| false).unwrap_err().to_string()
    };
    assert!(told(&["KXK"], 0).contains("KXK"));
    assert!(told(&["KQRKR"], 0).contains("5 men"));
    assert!(told(&[], 5).contains("from 3 to 4"));
    assert!(game.info(&folder.0).unwrap_err().to_string().contains("no endgame tables"));
    assert!(game.load(&folder.0).unwrap_err().to_string().contains("table build"));
    assert!(game.load(Path::new("/no/such/folder")).unwrap_err().to_string().contains("no folder"));
    build(&folder.0, &["KQK"]);
    let info = game.info(&folder.0).unwrap();
    assert_eq!((info.pieces, info.complete, info.tables.len()), (3, 2, 1));
    let file = folder.0.join("chess-KQK.table");
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 40;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert!(game.load(&folder.0).unwrap_err().to_string().contains("damaged"));
    let stopped = TableOrder { pieces: 3, names: &[], threads: 1, folder: &folder.0.join("new") };
    assert!(game.build(&stopped, &|_| {}, &|| true).unwrap_err().to_string().contains("stopped"));
}
