//! Endgame tables against a search that knows only the rules.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use mossa_dipole::{CellIndex, Dipole, Position, Start};
use mossa_game::{
    BookError, EndgameTables, Game, Notation, Player, TableCheck, TableOrder, Tactics, Value, Verdict,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Small = Dipole<32>;
type Memo = HashMap<u64, Value>;

fn game() -> Small {
    Small::new(Start::Course, None)
}

/// Plain minimax to the end of the game, with what it found before.
fn minimax<const CELLS: usize>(
    game: &Dipole<CELLS>,
    position: &mut Position<CELLS>,
    memo: &mut Memo,
) -> Value {
    let me = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return Value::proven(outcome.verdict(me), 0);
    }
    if let Some(value) = memo.get(&game.key(position)) {
        return *value;
    }
    let mut best = Value::MIN;
    for m in game.legal_moves(position) {
        let undo = game.play(position, m);
        best = best.max(-minimax(game, position, memo).delayed(1));
        game.undo(position, m, undo);
    }
    memo.insert(game.key(position), best);
    best
}

fn value((verdict, plies): (Verdict, u32)) -> Value {
    Value::proven(verdict, plies)
}

/// All ways to put so many pieces on the first cells, as stacks.
fn placements(cells: usize, pieces: u8) -> Vec<Vec<(CellIndex, u8)>> {
    fn extend(
        from: usize,
        cells: usize,
        left: u8,
        now: &mut Vec<(CellIndex, u8)>,
        all: &mut Vec<Vec<(CellIndex, u8)>>,
    ) {
        if left == 0 {
            all.push(now.clone());
            return;
        }
        for cell in from..cells {
            for height in 1..=left {
                now.push((CellIndex(cell as u8), height));
                extend(cell + 1, cells, left - height, now, all);
                now.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(0, cells, pieces, &mut Vec::new(), &mut all);
    all
}

fn with<const CELLS: usize>(
    game: &Dipole<CELLS>,
    white: &[(CellIndex, u8)],
    black: &[(CellIndex, u8)],
    mover: Player,
    left: u16,
) -> Option<Position<CELLS>> {
    if white.iter().any(|(cell, _)| black.iter().any(|(other, _)| cell == other)) {
        return None;
    }
    let owned = |player, stacks: &[(CellIndex, u8)]| {
        stacks.iter().map(|(cell, height)| (player, *cell, *height)).collect::<Vec<_>>()
    };
    let stacks = owned(Player::FIRST, white).into_iter().chain(owned(Player::SECOND, black));
    Some(game.position(stacks, mover, left))
}

fn random_position<const CELLS: usize>(
    game: &Dipole<CELLS>,
    pieces: [u8; 2],
    random: &mut Xoshiro256PlusPlus,
) -> Position<CELLS> {
    loop {
        let mut place = |pieces: u8| {
            let mut heights = [0; CELLS];
            (0..pieces).for_each(|_| heights[random.random_range(0..CELLS)] += 1);
            let stacks = heights.into_iter().enumerate().filter(|(_, height)| *height > 0);
            stacks.map(|(cell, height)| (CellIndex(cell as u8), height)).collect::<Vec<_>>()
        };
        let (white, black) = (place(pieces[0]), place(pieces[1]));
        let mover = if random.random() { Player::FIRST } else { Player::SECOND };
        if let Some(position) = with(game, &white, &black, mover, Position::<CELLS>::NO_LIMIT) {
            return position;
        }
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mossa-tables-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn build(game: &Small, folder: &Path, pieces: u32) -> Result<mossa_game::TablesInfo, BookError> {
    game.build(&TableOrder { pieces, names: &[], threads: 2, folder }, &|_| {}, &|| false)
}

#[test]
fn values_that_can_be_worked_out_by_hand() {
    let game = game();
    let cell = |name: &str| {
        let bytes = name.as_bytes();
        game.board().cell_at((bytes[0] - b'A').into(), (bytes[1] - b'1').into()).unwrap()
    };
    let at = |white: &[(&str, u8)], black: &[(&str, u8)], mover| {
        let named = |stacks: &[(&str, u8)]| {
            stacks.iter().map(|(name, height)| (cell(name), *height)).collect::<Vec<_>>()
        };
        let position = with(&game, &named(white), &named(black), mover, Position::<32>::NO_LIMIT).unwrap();
        game.endgame(&position).unwrap()
    };
    use Verdict::{Loss, Win};
    const WHITE: Player = Player::FIRST;
    const BLACK: Player = Player::SECOND;
    // A piece on the last row of its way must leave the board.
    assert_eq!(at(&[("A2", 1)], &[("H7", 1)], WHITE), (Loss, 1));
    assert_eq!(at(&[("A2", 1)], &[("H7", 1)], BLACK), (Loss, 1));
    // White has a step left, Black has none: B1-A2, and Black must leave.
    assert_eq!(at(&[("B1", 1)], &[("H7", 1)], WHITE), (Win, 2));
    // One step each, far apart: White steps, Black steps, White must leave.
    assert_eq!(at(&[("B1", 1)], &[("G8", 1)], WHITE), (Loss, 3));
    // Captures, forward and backward.
    assert_eq!(at(&[("G2", 1)], &[("F3", 1)], WHITE), (Win, 1));
    assert_eq!(at(&[("F3", 1)], &[("G2", 1)], WHITE), (Win, 1));
    assert_eq!(at(&[("F3", 1)], &[("G2", 1)], BLACK), (Win, 1));
    // Two pieces go two steps, straight on, too.
    assert_eq!(at(&[("E4", 2)], &[("C4", 1)], WHITE), (Win, 1));
    // A2 is too high to be captured by one piece, and B1 can leave to the west: who can move must.
    assert_eq!(at(&[("B1", 1)], &[("A2", 2)], WHITE), (Loss, 1));
    // B3 must capture A4, its only move, and A2 captures it there from two steps away.
    assert_eq!(at(&[("B3", 1)], &[("A2", 2), ("A4", 1)], WHITE), (Loss, 2));
    assert_eq!(at(&[("H1", 1)], &[("G2", 2)], BLACK), (Win, 1), "one of two pieces captures");
}

#[test]
fn every_position_of_two_and_three_pieces_has_its_value() {
    let game = game();
    let mut memo = Memo::new();
    for (white, black) in [(1, 1), (1, 2), (2, 1)] {
        let (whites, blacks) = (placements(32, white), placements(32, black));
        let mut count = 0;
        for white in &whites {
            for black in &blacks {
                for mover in [Player::FIRST, Player::SECOND] {
                    let Some(mut position) = with(&game, white, black, mover, Position::<32>::NO_LIMIT)
                    else {
                        continue;
                    };
                    let found = game.endgame(&position).map(value);
                    assert_eq!(
                        found,
                        Some(minimax(&game, &mut position, &mut memo)),
                        "{}",
                        game.position_text(&position)
                    );
                    count += 1;
                }
            }
        }
        assert_eq!(count, 2 * if (white, black) == (1, 1) { 992 } else { 31_744 / 2 });
    }
}

#[test]
fn four_pieces_and_the_large_board_are_right() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let (small, mut memo) = (game(), Memo::new());
    for pieces in [[1, 3], [2, 2], [3, 1]] {
        for _ in 0..300 {
            let mut position = random_position(&small, pieces, &mut random);
            let found = small.endgame(&position).map(value);
            assert_eq!(
                found,
                Some(minimax(&small, &mut position, &mut memo)),
                "{}",
                small.position_text(&position)
            );
        }
    }
    let (large, mut memo) = (Dipole::<50>::new(Start::Course, None), Memo::new());
    for pieces in [[1, 1], [1, 2], [2, 1]] {
        for _ in 0..300 {
            let mut position = random_position(&large, pieces, &mut random);
            let found = large.endgame(&position).map(value);
            assert_eq!(
                found,
                Some(minimax(&large, &mut position, &mut memo)),
                "{}",
                large.position_text(&position)
            );
        }
    }
    let five = random_position(&small, [2, 3], &mut random);
    assert!(small.endgame(&five).is_none() && large.known_pieces() == 3 && small.known_pieces() == 4);
}

/// The limit of moves may end the game sooner: then nothing is said, and what is said holds with the limit.
#[test]
fn the_limit_of_moves_is_respected() {
    let game = Small::new(Start::Course, Some(60));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut memo, mut silent, mut sooner) = (Memo::new(), 0, 0);
    for _ in 0..1500 {
        let pieces = [[1, 1], [1, 2], [2, 1], [2, 2]][random.random_range(0..4)];
        let plain = random_position(&game, pieces, &mut random);
        let stacks = [Player::FIRST, Player::SECOND].into_iter().flat_map(|owner| {
            let height = |cell| plain.height(cell);
            plain.stacks(owner).map(move |cell| (owner, cell, height(cell)))
        });
        let left = random.random_range(1..20);
        let mut position = game.position(stacks, plain.to_move(), left);
        let (_, distance) = game.endgame(&position).unwrap();
        let exact = minimax(&game, &mut position, &mut memo);
        match game.proven(&position, &game.node(&position)) {
            Some(proven) => assert_eq!(value(proven), exact, "{}", game.position_text(&position)),
            None => {
                assert!(distance > u32::from(left));
                silent += 1;
                sooner += u32::from(exact != value(game.endgame(&position).unwrap()));
            }
        }
    }
    assert!(silent > 100 && sooner > 50, "{silent} {sooner}");
}

#[test]
fn tables_are_built_broken_off_taken_up_checked_and_used() {
    let folder = folder("whole");
    let game = game();
    // Broken off after a while.
    let asked = AtomicU64::new(0);
    let halt = || asked.fetch_add(1, Ordering::Relaxed) > 150;
    let order = TableOrder { pieces: 5, names: &[], threads: 2, folder: &folder };
    assert!(matches!(game.build(&order, &|_| {}, &halt), Err(BookError::Stopped)));
    let finished = std::fs::read_dir(&folder).unwrap().count();
    assert!(finished > 0 && finished < 10, "{finished} files");
    let stays = std::fs::metadata(folder.join("dipole-8x8-1-1.table")).unwrap().modified().unwrap();

    let last = AtomicU64::new(0);
    let watch = |progress: mossa_game::BookProgress| {
        assert!(
            last.fetch_max(progress.done, Ordering::Relaxed) <= progress.done
                && progress.done <= progress.total
        );
    };
    let built = game.build(&order, &watch, &|| false).unwrap();
    let positions = 992 + 31_744 + 595_696 + 8_237_568;
    assert_eq!((built.pieces, built.positions, built.tables.len()), (5, positions, 1 + 2 + 3 + 4));
    assert_eq!(last.into_inner(), positions);
    assert_eq!(stays, std::fs::metadata(folder.join("dipole-8x8-1-1.table")).unwrap().modified().unwrap());
    assert_eq!(game.info(&folder).unwrap(), built);
    assert!(built.tables.iter().all(|table| table.wins + table.losses == table.positions));
    assert!(
        built.tables.iter().all(|table| table.wins > 0 && table.wins < table.positions && table.longest < 60)
    );

    let check = TableCheck { folder: &folder, sample: 200, seed: 3, threads: 2 };
    let verdict = game.verify(&check, &|_| {}, &|| false).unwrap();
    assert_eq!(
        (verdict.checked, verdict.wrong.len(), &verdict.tables),
        (200, 0, &built),
        "{:?}",
        verdict.wrong
    );
    assert!(matches!(game.verify(&check, &|_| {}, &|| true), Err(BookError::Stopped)));

    assert_eq!(game.known_pieces(), 4);
    assert_eq!(game.load(&folder).unwrap(), built);
    assert_eq!(game.known_pieces(), 5);
    assert!(game.load(&folder).is_err(), "once only");
    // Two black stacks of two before a white piece: a pass, which is a ply, then Black captures.
    let cell = |row, column| game.board().cell_at(row, column).unwrap();
    let black = [(cell(0, 1), 2), (cell(0, 3), 2)];
    let blocked = with(&game, &[(cell(1, 2), 1)], &black, Player::FIRST, Position::<32>::NO_LIMIT).unwrap();
    assert!(game.must_pass(&blocked));
    assert_eq!(game.endgame(&blocked), Some((Verdict::Loss, 2)));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut memo = Memo::new();
    for pieces in [[1, 4], [2, 3], [3, 2], [4, 1]] {
        for _ in 0..25 {
            let mut position = random_position(&game, pieces, &mut random);
            let found = game.endgame(&position).map(value);
            assert_eq!(
                found,
                Some(minimax(&game, &mut position, &mut memo)),
                "{}",
                game.position_text(&position)
            );
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = folder("damaged");
    let path = folder.join("dipole-8x8-1-2.table");
    build(&game(), &folder, 3).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let check = TableCheck { folder: &folder, sample: 1, seed: 1, threads: 1 };
    let verified = || game().verify(&check, &|_| {}, &|| false).map(drop).map_err(|error| error.to_string());
    let loaded = || game().load(&folder).map(drop).map_err(|error| error.to_string());
    assert_eq!((verified(), loaded()), (Ok(()), Ok(())));

    let refused = |bytes: &[u8], why: &str| {
        std::fs::write(&path, bytes).unwrap();
        for told in [verified(), loaded()] {
            let told = told.unwrap_err();
            assert!(
                told.contains("dipole-8x8-1-2.table is no endgame table") && told.contains(why),
                "{told}"
            );
            assert!(told.ends_with("delete this one and build again"), "{told}");
        }
        let again = build(&game(), &folder, 4).unwrap_err().to_string();
        assert!(again.contains(why), "{again}");
    };
    refused(b"", "too short");
    refused(b"notes of mine, which are longer than any beginning of a table", "begins differently");
    refused(&whole[..whole.len() - 1], "not as long");
    refused(&[&whole[..], b"x"].concat(), "not as long");
    let other = std::fs::read(folder.join("dipole-8x8-2-1.table")).unwrap();
    refused(&other, "another table");
    let mut head = whole.clone();
    head[24] ^= 1;
    refused(&head, "beginning is damaged");

    // Entries are looked at only when somebody verifies, or builds on them.
    let mut entry = whole.clone();
    *entry.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &entry).unwrap();
    assert!(verified().unwrap_err().contains("entries are damaged"));
    assert!(build(&game(), &folder, 4).unwrap_err().to_string().contains("entries are damaged"));
    assert_eq!(loaded(), Ok(()));
    std::fs::write(&path, &whole).unwrap();

    // A table that is missing leaves those of fewer pieces.
    std::fs::remove_file(folder.join("dipole-8x8-2-1.table")).unwrap();
    assert_eq!(game().load(&folder).unwrap().pieces, 2);
    std::fs::remove_file(folder.join("dipole-8x8-1-1.table")).unwrap();
    assert!(loaded().unwrap_err().contains("no endgame tables for 8x8"));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(loaded().unwrap_err().contains("no folder"));
}

#[test]
fn orders_that_make_no_sense_are_refused() {
    let folder = folder("refused");
    for pieces in [0, 1, 8, 30, u32::MAX] {
        let told = build(&game(), &folder, pieces).unwrap_err().to_string();
        assert!(told.contains("expected from 2 to 7"), "{told}");
    }
    assert!(!folder.exists());
    assert_eq!(Dipole::<50>::new(Start::Course, None).most_pieces(), 5);
}

/// Minutes: all tables of up to six pieces, and a sample of them searched again.
#[test]
#[ignore = "slow: run by scripts/prove"]
fn six_pieces_are_right() {
    let folder = folder("six");
    let game = game();
    let built = build(&game, &folder, 6).unwrap();
    assert_eq!(built.positions, 992 + 31_744 + 595_696 + 8_237_568 + 91_727_264);
    let check = TableCheck { folder: &folder, sample: 2000, seed: 7, threads: 2 };
    let verdict = game.verify(&check, &|_| {}, &|| false).unwrap();
    assert!(verdict.wrong.is_empty(), "{:?}", verdict.wrong);
    std::fs::remove_dir_all(folder).unwrap();
}
