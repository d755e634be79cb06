//! Tables of all positions: kept, taken up, damaged, loaded; and whether their values agree with each other.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use mossa_chinese_checkers::space::Positions;
use mossa_chinese_checkers::{ChineseCheckers, Profile, Setup, Shape};
use mossa_game::{
    EndgameTables, Game, Playable, SolveRequest, Solved, TableCheck, TableOrder, Tactics, Verdict,
};
use mossa_solve::{Journal, Order, Progress, Space, Table, Unsolved, Worth};

fn rhombus(side: usize, pieces: usize, profile: Profile) -> ChineseCheckers<1> {
    let shape = Shape::rhombus(side, pieces).unwrap();
    ChineseCheckers::with(&Setup { shape, players: 2, profile, plies: None, repetitions: None }).unwrap()
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mossa-chinese-checkers-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The value of an open position by its moves: a win if one leads to a loss, a loss if all lead to wins.
fn from_moves(game: &ChineseCheckers<1>, positions: &Positions, table: &Table, state: u64) -> Worth {
    let position = positions.position(game, state);
    let (mut soonest, mut latest, mut draws) = (None::<u32>, None::<u32>, false);
    for walk in game.legal_moves(&position) {
        let mut after = position.clone();
        game.play(&mut after, walk);
        match table.worth(positions.number(&after).unwrap()).unwrap() {
            Worth::Loss(plies) => soonest = Some(soonest.map_or(plies + 1, |known| known.min(plies + 1))),
            Worth::Win(plies) => latest = latest.max(Some(plies + 1)),
            Worth::Draw => draws = true,
            // It makes the opponent win: worse than anything, but for nothing else.
            Worth::Illegal => latest = latest.max(Some(1)),
        }
    }
    match (soonest, latest) {
        (Some(plies), _) => Worth::Win(plies),
        (None, Some(plies)) if !draws => Worth::Loss(plies),
        _ => Worth::Draw,
    }
}

/// On small boards every position, on larger ones every so many.
fn check_consistency(game: &ChineseCheckers<1>, every: usize) -> [u64; 3] {
    let positions = Positions::new(game).unwrap();
    let table = mossa_solve::solve(&positions, &Order::quiet(2)).unwrap();
    let mut seen = [0; 3];
    for state in (0..positions.states()).step_by(every) {
        let told = table.worth(state).unwrap();
        let position = positions.position(game, state);
        assert_eq!(positions.number(&position), Some(state));
        let expected = match (game.has_won(&position, mossa_game::Player::FIRST), game.outcome(&position)) {
            (true, _) => Worth::Illegal,
            (false, Some(_)) => Worth::Loss(0),
            (false, None) => from_moves(game, &positions, &table, state),
        };
        assert_eq!(told, expected, "{position:?}");
        seen[match told {
            Worth::Win(_) => 0,
            Worth::Loss(_) => 1,
            _ => 2,
        }] += 1;
    }
    seen
}

#[test]
fn values_agree_with_those_of_the_positions_after_them() {
    for (name, profile) in Profile::NAMED {
        for (side, pieces, every) in [(3, 1, 1), (3, 2, 1), (4, 2, 1), (4, 3, 7), (5, 2, 3)] {
            let seen = check_consistency(&rhombus(side, pieces, profile), every);
            assert!(seen[0] > 0 && seen[1] > 0, "{name} {side} {pieces}: {seen:?}");
        }
        let star = ChineseCheckers::new(2, 1, profile, None).unwrap();
        assert!(check_consistency(&star, 1).iter().sum::<u64>() > 60, "{name}");
    }
}

#[test]
fn broken_off_work_gives_the_same_table() {
    let game = rhombus(4, 3, Profile::DIAMOND);
    let positions = Positions::new(&game).unwrap();
    let whole = mossa_solve::solve(&positions, &Order::quiet(2)).unwrap();
    let folder = folder("resume");
    let path = folder.join("a.part");
    let journal = Journal { path: &path, name: "a", every: Duration::ZERO };
    for stop_at in [3, 8] {
        let layer = AtomicU32::new(0);
        let watch = |progress: Progress| layer.store(progress.layer, Relaxed);
        let halt = || layer.load(Relaxed) >= stop_at;
        let order = Order { journal: Some(journal), watch: &watch, halt: &halt, ..Order::quiet(2) };
        assert!(matches!(mossa_solve::solve(&positions, &order), Err(Unsolved::Stopped)));
        assert!(path.exists());
    }
    let order = Order { journal: Some(journal), ..Order::quiet(2) };
    assert_eq!(mossa_solve::solve(&positions, &order).unwrap(), whole);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn tables_are_built_checked_and_used() {
    let folder = folder("built");
    let game = rhombus(4, 2, Profile::DIAMOND);
    let order = TableOrder { pieces: 4, names: &[], threads: 2, folder: &folder };
    assert!(game.build(&TableOrder { pieces: 3, ..order }, &|_| {}, &|| false).is_err());
    assert!(game.info(&folder).is_err() && game.load(&folder).is_err());
    assert!(game.build(&order, &|_| {}, &|| true).is_err(), "it was told to stop");
    let built = game.build(&order, &|_| {}, &|| false).unwrap();
    assert_eq!(built.pieces, 4);
    let again = game.build(&order, &|_| panic!("nothing is left to do"), &|| false).unwrap();
    assert_eq!((&again, &game.info(&folder).unwrap()), (&built, &built));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "the journal is gone");
    let check = TableCheck { folder: &folder, sample: 2000, seed: 5, threads: 1 };
    let verdict = game.verify(&check, &|_| {}, &|| false).unwrap();
    assert_eq!((verdict.checked, verdict.wrong), (2000, Vec::new()));

    // Without the table nothing is known for certain; with it the search and the solver know all.
    let start = game.start();
    assert_eq!((game.known_pieces(), game.proven(&start, &())), (0, None));
    let request = SolveRequest { threads: 2, ..SolveRequest::default() };
    let found = game.solver(0).unwrap().solve(&game, &start, &request, &|| false).unwrap();
    game.load(&folder).unwrap();
    assert_eq!(game.known_pieces(), 4);
    let solver = game.solver(0).unwrap();
    let looked_up = solver.solve(&game, &start, &request, &|| false).unwrap();
    assert_eq!((&looked_up.value, &looked_up.moves), (&found.value, &found.moves));
    assert_eq!((&looked_up.line, looked_up.nodes), (&found.line, 1));
    assert_eq!(solver.counts(&game).unwrap().wins, built.tables[0].wins);
    let Solved { outcome, plies, .. } = found.value;
    assert_eq!(game.proven(&start, &()), Some((outcome, plies.unwrap())));
    assert_eq!(outcome, Verdict::Win);
    assert!(game.load(&folder).is_err(), "once only");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = folder("damaged");
    let (game, other) = (rhombus(4, 1, Profile::DIAMOND), rhombus(4, 1, Profile::FREE));
    let order = TableOrder { pieces: 2, names: &[], threads: 1, folder: &folder };
    game.build(&order, &|_| {}, &|| false).unwrap();
    let path = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read(&path).unwrap();
    let problem = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        game.load(&folder).unwrap_err().to_string()
    };
    assert!(problem(b"something else").contains("it begins differently"));
    assert!(problem(&good[..20]).contains("too short"));
    let mut damaged = good.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(problem(&damaged).contains("contents are damaged"));
    assert_eq!(game.known_pieces(), 0, "what is damaged is not used");
    // The table of other rules under this name.
    other.build(&order, &|_| {}, &|| false).unwrap();
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let foreign = files.into_iter().find(|file| *file != path).unwrap();
    let told = problem(&std::fs::read(foreign).unwrap());
    assert!(told.contains("it is about another game") && told.contains("build again"), "{told}");
    std::fs::write(&path, &good).unwrap();
    game.load(&folder).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn more_memory_than_is_allowed_is_refused_with_the_figure() {
    let large = rhombus(7, 3, Profile::DIAMOND);
    let refusal = large.solver(64 << 20).unwrap().refusal(&large).unwrap().to_string();
    assert!(refusal.contains("279676320 positions take 334 MB"), "{refusal}");
    assert!(refusal.contains("--table"), "{refusal}");
    assert!(!large.solver(0).unwrap().is_for_play());
    let small = rhombus(4, 3, Profile::DIAMOND);
    let solver = small.solver(0).unwrap();
    assert!(solver.refusal(&small).is_none() && solver.is_for_play());
    // Nobody has so much.
    let huge = rhombus(7, 5, Profile::DIAMOND);
    let order = TableOrder { pieces: 10, names: &[], threads: 1, folder: &folder("huge") };
    let refused = huge.build(&order, &|_| {}, &|| false).unwrap_err().to_string();
    assert!(refused.contains("MB while they are found"), "{refused}");
    std::fs::remove_dir_all(order.folder).unwrap();
}
