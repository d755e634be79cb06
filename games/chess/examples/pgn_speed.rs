//! How fast games are read, and a file of random games to try it on.
//!
//! ```console
//! $ cargo run --release -p mossa-chess --example pgn_speed -- make 100000 > games.pgn
//! $ cargo run --release -p mossa-chess --example pgn_speed -- read games.pgn
//! ```

use std::fs::File;
use std::io::{BufReader, Write as _};
use std::time::{Duration, Instant};

use mossa_chess::pgn::{Annotations, Detail, Eval, Game, GameResult, Played, Reader, write};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["make", count] => make(count.parse()?),
        ["read", path] => read(path),
        _ => Err("expected `make COUNT` or `read FILE`".into()),
    }
}

/// Games of up to 160 random plies with the comments of an arena.
fn make(count: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for seed in 0..count {
        out.write_all(write(&random_game(seed))?.as_bytes())?;
    }
    Ok(())
}

fn random_game(seed: u64) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game { result: GameResult::Draw, ..Game::default() };
    let mut position = game.start;
    for _ in 0..160 {
        let mut moves = Vec::new();
        let _ = position.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let m = moves[random.random_range(0..moves.len())];
        let mut played = Played::new(m);
        let annotations = Annotations {
            eval: Some(Eval::Centipawns(random.random_range(-300..300))),
            depth: Some(random.random_range(5..25)),
            elapsed: Some(Duration::from_millis(random.random_range(10..2000))),
            ..Annotations::default()
        };
        played.note_mut().comment = Some(annotations.for_engines(position.to_move()));
        game.line.moves.push(played);
        position.play(m);
    }
    game
}

fn read(path: &str) -> Result<(), Box<dyn std::error::Error>> {
    for (name, detail) in [("all", Detail::All), ("moves", Detail::Moves)] {
        let mut reader = Reader::with_detail(BufReader::with_capacity(1 << 20, File::open(path)?), detail);
        let (mut plies, mut errors) = (0, 0);
        let began = Instant::now();
        for game in reader.by_ref() {
            match game {
                Ok(game) => plies += game.line.moves.len(),
                Err(error) => {
                    errors += 1;
                    eprintln!("{error}");
                }
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let (games, megabytes) = (reader.games() as f64, reader.bytes() as f64 / 1e6);
        println!(
            "{name}: {games} games, {plies} plies, {errors} errors, {seconds:.2} s: {:.0} games/s, {:.0} MB/s, {:.1} million plies/s",
            games / seconds,
            megabytes / seconds,
            plies as f64 / seconds / 1e6
        );
    }
    Ok(())
}
