//! Books of openings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use mossa_chess::fen::{self, Variant};
use mossa_chess::pgn::Reader;
use mossa_chess::polyglot::{Book, Entry, Maker, entry, key, key_after};
use mossa_chess::{Position, StartNumber, san, uci};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn after(moves: &str) -> Position {
    let mut position = StartNumber::CHESS.position();
    for text in moves.split_whitespace() {
        position.play(uci::read(&position, text).unwrap());
    }
    position
}

/// The keys that the description of the format publishes.
#[test]
fn keys_are_those_of_the_format() {
    let cases = [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ];
    for (moves, expected) in cases {
        assert_eq!(key(&after(moves)), expected, "{moves}");
    }
}

/// The pawn on c5 is pinned along the fifth rank, and yet the format counts it. The keys are those of python-chess.
#[test]
fn en_passant_counts_though_the_capturer_is_pinned() {
    let text = "[FEN \"4k3/3p4/8/K1P4r/8/8/8/8 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... d5 2. Kb6 1-0\n";
    let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let mut position = game.start;
    assert_eq!(key_after(&position, None), 0x9ee9_b831_5761_deb9);
    let step = game.moves().next().unwrap();
    position.play(step);
    let with_en_passant = 0x071a_44f6_f70d_003e;
    assert_eq!(key_after(&position, Some(step)), with_en_passant);
    let mut maker = Maker::new(20, 1);
    maker.add(&game);
    let book = Book::from_bytes(&maker.to_bytes().unwrap()).unwrap();
    assert!(book.entries().iter().any(|entry| entry.key == with_en_passant));
    // A position does not remember the step; it is found all the same, and only where the step can have been.
    assert_eq!(told(&book, &position), "Kb6 2");
    let read = |text| fen::read(text, Variant::Chess).unwrap();
    assert_eq!(told(&book, &read("4k3/8/8/K1Pp3r/8/8/8/8 w - - 0 2")), "Kb6 2");
    assert_eq!(told(&book, &read("4k3/8/8/K1Pp3r/8/8/8/8 w - - 3 9")), "");
}

/// Where the capture would be legal, a position that has no such right is another one.
#[test]
fn a_position_that_only_lacks_en_passant_is_another_one() {
    let text = "1. e4 a6 2. e5 d5 3. d4 1-0\n";
    let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let mut maker = Maker::new(20, 1);
    maker.add(&game);
    let book = Book::from_bytes(&maker.to_bytes().unwrap()).unwrap();
    assert_eq!(told(&book, &after("e2e4 a7a6 e4e5 d7d5")), "d4 2");
    assert_eq!(told(&book, &after("e2e4 d7d5 e4e5 a7a6")), "");
}

/// A position that games reach with two steps of the pawn, and without: its moves count together.
#[test]
fn both_keys_of_a_position_count_together() {
    let position = fen::read("4k3/8/8/K1Pp3r/8/8/8/8 w - - 0 2", Variant::Chess).unwrap();
    let king_step = uci::read(&position, "a5b6").unwrap();
    let entry = |key, weight| Entry { key, bits: entry::encode(king_step), weight, learned: 0 };
    let mut entries = [entry(key(&position), 3), entry(0x071a_44f6_f70d_003e, 4)];
    entries.sort_by_key(|entry| entry.key);
    let book = Book::from_bytes(&entries.map(Entry::to_bytes).concat()).unwrap();
    assert_eq!(told(&book, &position), "Kb6 7");
}

const GAMES: &str =
    "[White \"A\"]\n[Result \"1-0\"]\n1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 0-1\n\n1. d4 1/2-1/2\n\n1. e4 e5 *\n";

fn maker(plies: usize, least: u32) -> Maker {
    let mut maker = Maker::new(plies, least);
    Reader::new(GAMES.as_bytes()).for_each(|game| maker.add(&game.unwrap()));
    maker
}

fn told(book: &Book, position: &Position) -> String {
    let moves = book.moves(position);
    let moves: Vec<String> = moves.iter().map(|(m, w)| format!("{} {w}", san::write(position, *m))).collect();
    moves.join(", ")
}

#[test]
fn weights_are_points_of_the_mover() {
    assert_eq!(maker(20, 1).games(), 4);
    let book = Book::from_bytes(&maker(20, 1).to_bytes().unwrap()).unwrap();
    assert_eq!(told(&book, &after("")), "e4 3, d4 1");
    assert_eq!(told(&book, &after("e2e4")), "c5 2, e5 1");
    assert_eq!(told(&book, &after("e2e4 e7e5")), "Nf3 2");
    assert_eq!(told(&book, &after("d2d4")), "");
    let short = Book::from_bytes(&maker(1, 1).to_bytes().unwrap()).unwrap();
    assert_eq!(short.entries().len(), 2);
    let frequent = Book::from_bytes(&maker(20, 2).to_bytes().unwrap()).unwrap();
    assert_eq!(
        (told(&frequent, &after("")), told(&frequent, &after("e2e4"))),
        ("e4 3".into(), "e5 1".into())
    );
    assert_eq!(maker(20, 5).to_bytes(), None, "no move was played so often");
}

#[test]
fn weights_beyond_16_bits_keep_their_proportions() {
    let mut maker = Maker::new(1, 1);
    let game = |text: &str| Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let (often, seldom, once) = (game("1. e4 1-0"), game("1. d4 1-0"), game("1. c4 *"));
    (0..100_000).for_each(|_| maker.add(&often));
    (0..50_000).for_each(|_| maker.add(&seldom));
    maker.add(&once);
    let book = Book::from_bytes(&maker.to_bytes().unwrap()).unwrap();
    assert_eq!(told(&book, &after("")), "e4 65535, d4 32767, c4 1");
}

#[test]
fn the_best_is_chosen_or_chance_decides_by_weight() {
    let book = Book::from_bytes(&maker(20, 1).to_bytes().unwrap()).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let start = after("");
    let mut king_pawn = 0;
    for _ in 0..4000 {
        assert_eq!(book.choose(&start, &mut random, true).unwrap().to_string(), "e2e4");
        king_pawn += u32::from(book.choose(&start, &mut random, false).unwrap().to_string() == "e2e4");
    }
    // 3000 are expected, with a standard deviation of 27.
    assert!((2850..3150).contains(&king_pawn), "{king_pawn}");
    assert_eq!(book.choose(&after("d2d4"), &mut random, false), None);
    let zero = Entry { weight: 0, ..*book.entries_of(&start).next().unwrap() };
    let book = Book::from_bytes(&zero.to_bytes()).unwrap();
    assert_eq!((book.moves(&start).len(), book.choose(&start, &mut random, true)), (1, None));
}

#[test]
fn damaged_books_are_refused() {
    let bytes = maker(20, 1).to_bytes().unwrap();
    let refused = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err().to_string();
    assert!(refused(&bytes[..bytes.len() - 1]).contains("15 more than whole entries"));
    let stray = [&bytes[..], b"\n"].concat();
    assert!(refused(&stray).contains("1 more than whole entries"));
    assert!(refused(&[]).contains("no entries"));
    let mut turned: Vec<u8> = bytes.clone();
    turned.rotate_left(16);
    let last = bytes.len() / 16;
    assert!(refused(&turned).contains(&format!("entry {last} has a smaller key")), "{}", refused(&turned));
    let missing = Book::open("no/such/book.bin").unwrap_err().to_string();
    assert!(missing.starts_with("cannot read no/such/book.bin: "), "{missing}");
}

#[test]
fn castling_is_read_in_both_forms_and_never_a_step_of_the_king() {
    let position = fen::read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", Variant::Chess).unwrap();
    let entry_of =
        |from: u16, to: u16| Entry { key: key(&position), bits: to | from << 6, weight: 1, learned: 0 };
    for (to, expected) in [(7, "e1h1"), (6, "e1h1"), (0, "e1a1"), (2, "e1a1"), (5, "e1f1")] {
        let m = entry_of(4, to).movement(&position).unwrap();
        assert_eq!((m.to_string(), m.is_castling()), (expected.to_owned(), expected != "e1f1"), "{to}");
    }
    assert_eq!(entry_of(4, 20).movement(&position), None);
    let chess960 = fen::read("4k3/8/8/8/8/8/8/5K1R w H - 0 1", Variant::Chess960).unwrap();
    let step = Entry { key: 0, bits: 6 | 5 << 6, weight: 1, learned: 0 };
    assert!(!step.movement(&chess960).unwrap().is_castling());
}

/// A pawn on the last rank becomes something, and never a king or a pawn.
#[test]
fn promotions_have_their_kind() {
    let position = fen::read("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", Variant::Chess).unwrap();
    for (number, expected) in [(1, "e7e8n"), (2, "e7e8b"), (3, "e7e8r"), (4, "e7e8q")] {
        let entry = Entry { key: 0, bits: 60 | 52 << 6 | number << 12, weight: 1, learned: 0 };
        assert_eq!(entry.movement(&position).unwrap().to_string(), expected);
    }
    for number in [0, 5, 6, 7] {
        let entry = Entry { key: 0, bits: 60 | 52 << 6 | number << 12, weight: 1, learned: 0 };
        assert_eq!(entry.movement(&position), None);
    }
}

proptest! {
    #[test]
    fn all_moves_of_games_come_back(seed in any::<u64>()) {
        let game = common::game(seed);
        common::random_game(&game, seed, 80, |position, moves| {
            for m in moves {
                let entry = Entry { key: key(position), bits: entry::encode(*m), weight: 7, learned: 9 };
                assert_eq!(entry.movement(position), Some(*m));
                assert_eq!(Entry::from_bytes(entry.to_bytes()), entry);
            }
        });
    }

    #[test]
    fn any_bytes_are_a_book_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..64), bits in any::<u16>()) {
        let _ = Book::from_bytes(&bytes);
        let entry = Entry { key: 0, bits, weight: 0, learned: 0 };
        if let Some(m) = entry.movement(&after("")) {
            prop_assert!(after("").is_legal(m));
        }
    }
}
