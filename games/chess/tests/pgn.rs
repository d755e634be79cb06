//! Games as PGN.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::time::Duration;

use mossa_chess::fen::{self, Variant};
use mossa_chess::pgn::{
    Annotations, Detail, Eval, Game, GameResult, Line, PgnError, Played, Reader, Step, write,
};
use mossa_chess::{Color, Position, uci};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn games(text: &[u8]) -> Vec<Result<Game, PgnError>> {
    Reader::new(text).collect()
}

fn game(text: &str) -> Game {
    let mut all = games(text.as_bytes());
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &Game) -> String {
    game.moves().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn move_numbers_may_be_written_in_all_ways() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 1-0",
        "1.e4 e5 2.Nf3 2...Nc6 1-0",
        "1 e4 e5 2 Nf3 Nc6 1-0",
        "1. e4 1... e5 2. Nf3 2. ... Nc6 1-0",
        "1.\te4\r\ne5\r\n\r\n2.\r\nNf3\u{a0}Nc6\r\n1-0\r\n",
        "e4 e5 Nf3 Nc6 1-0",
        "e2e4 e7e5 g1f3 b8c6 1-0",
        "1. e4! e5!? 2. Nf3 + Nc6 $1 $14 1-0",
        "%escaped 1. d4\n1. e4 ; d5\ne5 {d6} 2. Nf3 (2. f4 (2. f3) 2... exf4 3. Nf3) Nc6 1-0",
    ] {
        let game = game(text);
        assert_eq!(
            (moves(&game).as_str(), game.result),
            ("e2e4 e7e5 g1f3 b8c6", GameResult::WhiteWins),
            "{text}"
        );
    }
}

#[test]
fn comments_glyphs_and_variations_have_their_places() {
    let game = game(
        "{Before} 1. e4 {A} {B\n  C} (1. d4 {D} d5 (1... Nf6 {E}) 2. c4) ({F} 1. c4 --) ; G } H\n e5?! $10 {I} 2. Nf3$6 *",
    );
    assert_eq!(game.line.comment.as_deref(), Some("Before"));
    let [first, second, third] = game.line.moves.as_slice() else { panic!() };
    assert_eq!(first.comment(), Some("A B C G } H"));
    let [queen_pawn, english] = first.variations() else { panic!() };
    assert_eq!((queen_pawn.moves.len(), queen_pawn.moves[0].comment()), (3, Some("D")));
    assert_eq!(queen_pawn.moves[1].variations()[0].moves[0].comment(), Some("E"));
    assert_eq!((english.comment.as_deref(), english.moves[1].step), (Some("F"), Step::Pass));
    assert_eq!((second.glyphs(), second.comment(), third.glyphs()), (&[6, 10][..], Some("I"), &[6][..]));
}

#[test]
fn tags_tell_where_a_game_begins() {
    let start = "[White \"A \\\"B\\\"\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n[SetUp \"1\"]\n[Result \"1-0\"]\n\n9. O-O Kd7\n";
    let game = self::game(start);
    assert_eq!((game.tag("White"), game.tag("FEN")), (Some("A \"B\""), None));
    assert_eq!(
        (moves(&game).as_str(), game.result, game.start.number()),
        ("e1h1 e8d7", GameResult::WhiteWins, 9)
    );
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"bqnbrk1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/BQNBRK1R w HEhe - 2 2\"]\n\n2. O-O *";
    let game = self::game(chess960);
    assert_eq!((game.variant, moves(&game).as_str()), (Variant::Chess960, "f1h1"));
}

#[test]
fn errors_name_game_and_line_and_reading_goes_on() {
    let text = "[Event \"1\"]\n\n1. e4 e5\n2. Nf9 Nc6 (2... d6 1-0) 3. d4 1-0\n\n\
                [Event \"2\"]\n\n1. d4 *\n\n\
                [Event \"3\"]\n[FEN \"x\"]\n[Site \"y\"]\n\n1. d4 *\n\n\
                [Event \"4\"]\n[Broken]\n[Site \"z\"]\n\n1. d4 1-0\n\n\
                [Event \"5\"]\n\n1. d4 {never closed\n\n\
                [Event \"6\"]\n\n1. d4 (1. e4 *\n\n\
                [Event \"7\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n\
                [Event \"8\"]\n\n1. d4 d5) *\n\n\
                [Event \"9\"]\n\n1. d4 -- *\n\n\
                [Event \"10\"]\n\n1. c4 $300 c5 *\n\n\
                [Event \"11\"]\n\n1. c4 c5 *\n";
    let all = games(text.as_bytes());
    let told: Vec<String> = all
        .iter()
        .map(|read| match read {
            Ok(game) => format!("{} {}", game.tag("Event").unwrap(), moves(game)),
            Err(error) => error.to_string().split(';').next().unwrap().to_owned(),
        })
        .collect();
    let expected = [
        "game 1, line 4: unreadable move `Nf9`",
        "2 d2d4",
        "game 3, line 14: [FEN]: 1 fields",
        "game 4, line 17: unreadable tag [Broken]",
        "game 5, line 24: a comment without an end",
        "game 6, line 28: a variation without an end",
        "game 7, line 33: the variant `Atomic`",
        "game 8, line 37: `)` without a beginning",
        "game 9, line 41: `--`, which is no move",
        "game 10, line 45: the glyph `$300`",
        "11 c2c4 c7c5",
    ];
    assert_eq!(told, expected);
    assert!(all.iter().filter_map(|read| read.as_ref().err()).all(|error| !error.error.expected.is_empty()));
}

#[test]
fn latin_1_is_read_where_utf_8_is_not() {
    let all = games(b"[White \"M\xfcller\"]\n\n1. e4 *\n\n[White \"M\xc3\xbcller\"]\n\n1. d4 *\n");
    assert!(all.iter().all(|game| game.as_ref().unwrap().tag("White") == Some("Müller")), "{all:?}");
}

#[test]
fn variations_may_be_deep_but_not_endless() {
    let deep = |levels: usize| format!("1. e4 {}{} *", "(1. e4 ".repeat(levels), ")".repeat(levels));
    assert!(games(deep(100).as_bytes())[0].is_ok());
    let error = games(deep(100_000).as_bytes())[0].clone().unwrap_err();
    assert!(error.error.problem.contains("too many variations"), "{error}");
}

#[test]
fn moves_alone_are_the_same_moves() {
    let text = "{x} 1. e4! {A} (1. d4 Zz9) e5 $1 2. Nf3 ; c\n*";
    let bare: Vec<Game> = Reader::with_detail(text.as_bytes(), Detail::Moves).map(Result::unwrap).collect();
    assert_eq!(moves(&bare[0]), "e2e4 e7e5 g1f3");
    assert!(bare[0].line.moves.iter().all(|played| played.note.is_none()) && bare[0].line.comment.is_none());
    assert!(games(text.as_bytes())[0].is_err(), "the variation is not legal");
}

#[test]
fn clocks_and_values_are_understood_in_both_customs() {
    let read = |comment: &str, mover| Annotations::read(comment, mover);
    let lichess = read("[%eval -0.31,18] [%clk 1:02:03.5] good", Color::Black);
    assert_eq!((lichess.eval, lichess.depth), (Some(Eval::Centipawns(-31)), Some(18)));
    assert_eq!((lichess.clock, lichess.text.as_str()), (Some(Duration::from_millis(3_723_500)), "good"));
    assert_eq!(lichess.as_commands(), "[%eval -0.31,18] [%clk 1:02:03.5] good");
    assert_eq!(read("[%eval #-3]", Color::White).eval, Some(Eval::Mate(-3)));
    let engine = read("+0.31/12 0.45s", Color::Black);
    assert_eq!((engine.eval, engine.depth), (Some(Eval::Centipawns(-31)), Some(12)));
    assert_eq!((engine.elapsed, engine.text.as_str()), (Some(Duration::from_millis(450)), ""));
    assert_eq!(engine.for_engines(Color::Black), "+0.31/12 0.450s");
    let mate = read("-M4/20 1.2s, Black mates", Color::White);
    assert_eq!((mate.eval, mate.text.as_str()), (Some(Eval::Mate(-2)), "Black mates"));
    assert_eq!(mate.for_engines(Color::White), "-M4/20 1.200s Black mates");
    assert_eq!(read("+M5/9 0s", Color::White).for_engines(Color::White), "+M5/9 0.000s");
    for plain in ["book", "a/b c", "1/2 of it", "[%csl Ga1] see", "[%clk soon]", "", "[%eval"] {
        let plain_text = read(plain, Color::White);
        assert_eq!(plain_text.text, plain, "{plain_text:?}");
        assert!(plain_text.clock.is_none() && plain_text.eval.is_none());
    }
}

#[test]
fn the_export_form_is_as_programs_expect_it() {
    let mut game =
        game("[White \"A\"]\n[Opening \"B\"]\n1. e4 {C} e5 (1... c5 2. Nf3 $1 {D}) 2. Nf3 Nc6 1/2-1/2");
    game.tags.push(("Date".to_owned(), "2026.11.17".to_owned()));
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.17\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n\
                    [Result \"1/2-1/2\"]\n[Opening \"B\"]\n\n\
                    1. e4 {C} 1... e5 (1... c5 2. Nf3 $1 {D}) 2. Nf3 Nc6 1/2-1/2\n\n";
    assert_eq!(write(&game).unwrap(), expected);
    for name in ["", "a b", "White", "Result"] {
        let mut wrong = game.clone();
        wrong.tags.push((name.to_owned(), "x".to_owned()));
        assert!(write(&wrong).unwrap_err().problem.contains("a tag called"), "{name}");
    }
    let mut illegal = game.clone();
    illegal.line.moves.remove(0);
    assert!(write(&illegal).unwrap_err().problem.contains("is not legal"));
}

/// A line of random moves with everything that can be said about them.
fn random_line(position: Position, random: &mut Xoshiro256PlusPlus, depth: u32) -> Line {
    const TEXTS: [&str; 8] = [
        "good",
        "a } brace",
        "; and ( signs ) [Event \"x\"]",
        "%percent %percent %percent",
        "{",
        "1-0",
        "[%clk 0:01:02] +0.31/12",
        "words that are many enough to be wrapped at the end of the line, and again %here [Event \"y\"]",
    ];
    let text = |random: &mut Xoshiro256PlusPlus| TEXTS[random.random_range(0..TEXTS.len())].to_owned();
    let mut line = Line::default();
    if random.random_bool(0.2) {
        line.comment = Some(text(random));
    }
    let mut position = position;
    for _ in 0..random.random_range(1..30) {
        let legal = common::legal(&position);
        let Some(m) = legal.get(random.random_range(0..legal.len().max(1))) else { break };
        let mut played = Played::new(*m);
        if depth > 0 && random.random_bool(0.05) && position.checkers().is_empty() {
            played.step = Step::Pass;
        }
        if random.random_bool(0.2) {
            played.note_mut().comment = Some(text(random));
        }
        for _ in 0..random.random_range(0..3u32).saturating_sub(1) {
            played.note_mut().glyphs.push(random.random());
        }
        if depth < 3 && random.random_bool(0.1) {
            let variation = random_line(position, random, depth + 1);
            if variation != Line::default() {
                played.note_mut().variations.push(variation);
            }
        }
        played.step.play(&mut position);
        line.moves.push(played);
    }
    line
}

proptest! {
    #[test]
    fn games_come_back_from_their_text(seed in any::<u64>(), names in proptest::collection::vec(any::<String>(), 7)) {
        let chess = common::game(seed);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let tags = ["Event", "Site", "Date", "Round", "White", "Black", "Annotator"];
        let start = chess.start_number().position();
        let game = Game {
            tags: tags.iter().map(|name| (*name).to_owned()).zip(names).collect(),
            variant: chess.variant(),
            start,
            line: random_line(start, &mut random, 0),
            result: [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown][(seed % 4) as usize],
        };
        let text = write(&game).unwrap();
        let twice = format!("{text}{text}");
        let read: Vec<Game> = Reader::new(twice.as_bytes()).map(Result::unwrap).collect();
        prop_assert_eq!(read.len(), 2, "{}", text);
        prop_assert_eq!(&read[0], &game, "{}", text);
        prop_assert_eq!(&read[1], &game);
        let bare: Vec<Game> = Reader::with_detail(text.as_bytes(), Detail::Moves).map(Result::unwrap).collect();
        prop_assert!(bare[0].moves().eq(game.moves()));
        prop_assert_eq!(bare[0].end(), game.end());
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "[a-h1-8NBxO.\\-(){};%$*\"\\[\\] \n]{0,80}") {
        for text in [&bytes[..], text.as_bytes(), &[b"1. e4 ", text.as_bytes()].concat()] {
            for game in Reader::new(text).flatten() {
                let again: Vec<Game> = Reader::new(write(&game).unwrap().as_bytes()).map(Result::unwrap).collect();
                prop_assert_eq!(again.len(), 1);
                prop_assert!(again[0].line == game.line && again[0].result == game.result);
            }
        }
    }
}

/// Every position of a game is reached by the moves that were read.
#[test]
fn long_games_end_where_they_should() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5 9. exd5 Nxd5 10. Nxe5 Nxe5 11. Rxe5 c6 *";
    let end = game(text).end();
    assert_eq!(
        fen::write(&end, Variant::Chess),
        "r1bq1rk1/4bppp/p1p5/1p1nR3/8/1BP5/PP1P1PPP/RNBQ2K1 w - - 0 12"
    );
    assert!(uci::read(&end, "e5e1").is_some());
}

#[test]
fn a_tag_that_comes_twice_does_not_begin_another_game() {
    let text = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\
                [Annotator \"x\"]\n[Annotator \"y\"]\n\n1. e4 Kd7 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let games: Vec<Game> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(games.iter().map(|game| game.moves().count()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(games[0].tag("Annotator"), Some("x"));
    // The one that came first does: the game before had no moves.
    let text = "[Event \"a\"]\n[Round \"1\"]\n\n[Event \"b\"]\n\n1. d4 *\n";
    assert_eq!(Reader::new(text.as_bytes()).map(Result::unwrap).count(), 2);
    // So does another position.
    let [first, second] = ["7k/8/8/8/8/8/8/KR6 w - - 0 1", "k7/8/8/8/8/8/8/KR6 w - - 0 1"];
    let text = format!("[SetUp \"1\"]\n[FEN \"{first}\"]\n\n[FEN \"{second}\"]\n[SetUp \"1\"]\n");
    let games: Vec<Game> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    let starts: Vec<String> = games.iter().map(|game| fen::write(&game.start, Variant::Chess)).collect();
    assert_eq!(starts, [first, second]);
}
