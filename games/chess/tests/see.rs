//! Exchanges, against a slow recursion that walks over the board, and against known cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use mossa_chess::fen::{self, Variant};
use mossa_chess::see::EXCHANGE_VALUES;
use mossa_chess::{ChessMove, Color, Kind, Position, Square, san};

type Board = [Option<(Color, Kind)>; 64];

fn board_of(position: &Position) -> Board {
    std::array::from_fn(|i| position.piece_on(Square::new(i as u8)))
}

fn value(kind: Kind) -> i32 {
    EXCHANGE_VALUES[kind.index()]
}

/// Whether the piece on `from` attacks `to`.
fn attacks(board: &Board, from: Square, to: Square) -> bool {
    let Some((color, kind)) = board[from.index()] else { return false };
    let (right, up) = (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
    let straight = (right == 0) != (up == 0);
    let diagonal = right.abs() == up.abs() && right != 0;
    let free = || {
        let (dx, dy) = (right.signum(), up.signum());
        (1..right.abs().max(up.abs())).all(|n| {
            let square = Square::at((from.file() as i32 + n * dx) as u8, (from.rank() as i32 + n * dy) as u8);
            board[square.index()].is_none()
        })
    };
    match kind {
        Kind::Pawn => right.abs() == 1 && up == if color == Color::White { 1 } else { -1 },
        Kind::Knight => right.abs() * up.abs() == 2,
        Kind::King => right.abs().max(up.abs()) == 1,
        Kind::Bishop => diagonal && free(),
        Kind::Rook => straight && free(),
        Kind::Queen => (diagonal || straight) && free(),
    }
}

fn attackers(board: &Board, side: Color, to: Square) -> Vec<(Kind, Square)> {
    let mut found: Vec<(Kind, Square)> = Square::all()
        .filter(|from| {
            board[from.index()].is_some_and(|(color, _)| color == side) && attacks(board, *from, to)
        })
        .filter_map(|from| board[from.index()].map(|(_, kind)| (kind, from)))
        .collect();
    found.sort();
    found
}

/// What `side` gains at most by taking the piece on `to`, or by leaving it.
fn best_capture(board: &Board, side: Color, to: Square) -> i32 {
    let Some(&(kind, from)) = attackers(board, side, to).first() else { return 0 };
    if kind == Kind::King && !attackers(board, side.other(), to).is_empty() {
        return 0;
    }
    let mut taken = value(board[to.index()].unwrap().1);
    let mut after = *board;
    after[to.index()] = after[from.index()].take();
    if kind == Kind::Pawn && matches!(to.rank(), 0 | 7) {
        after[to.index()] = Some((side, Kind::Queen));
        taken += value(Kind::Queen) - value(Kind::Pawn);
    }
    (taken - best_capture(&after, side.other(), to)).max(0)
}

fn slow(position: &Position, m: ChessMove) -> i32 {
    let (us, to) = (position.to_move(), m.to());
    let mut board = board_of(position);
    let mut gain = position.captured(m).map_or(0, value);
    if m.is_en_passant() {
        board[Square::at(to.file(), m.from().rank()).index()] = None;
    }
    board[to.index()] = board[m.from().index()].take();
    if let Some(kind) = m.promotes_to() {
        board[to.index()] = Some((us, kind));
        gain += value(kind) - value(Kind::Pawn);
    }
    gain - best_capture(&board, us.other(), to)
}

#[test]
fn exchanges_of_ten_thousand_positions_equal_the_slow_recursion() {
    let (mut positions, mut captures) = (0, 0);
    for seed in 0.. {
        common::random_game(&common::game(seed), seed, 150, |position, moves| {
            for m in moves.iter().filter(|m| !m.is_castling()) {
                assert_eq!(
                    position.exchange(*m),
                    slow(position, *m),
                    "{} {m}",
                    fen::write(position, Variant::Chess960)
                );
                captures += usize::from(position.captured(*m).is_some());
            }
            positions += 1;
        });
        if positions >= 10_000 {
            break;
        }
    }
    assert!(captures > 10_000, "only {captures} captures");
}

#[test]
fn what_an_exchange_reaches_is_what_it_is_worth() {
    for seed in 0..20 {
        common::random_game(&common::game(seed), seed, 150, |position, moves| {
            for m in moves {
                let worth = position.exchange(*m);
                for least in [-900, -500, -200, 0, 1, 200, 500, worth, worth + 1] {
                    let text = fen::write(position, Variant::Chess960);
                    assert_eq!(position.exchange_reaches(*m, least), worth >= least, "{text} {m} {least}");
                }
            }
        });
    }
}

/// Lines `FEN; move; value; how`, from a collection of cases for programmers. Its values are those of a pawn 100, knight
/// and bishop 300, rook 500, queen 900. One case of the collection is left out: it overlooks a pawn that promotes.
#[test]
fn known_exchanges() {
    let mut cases = 0;
    for line in include_str!("data/exchanges.epd").lines().filter(|line| line.contains(';')) {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let position = fen::read(parts[0], Variant::Chess).unwrap_or_else(|error| panic!("{line}: {error}"));
        let m = san::read(&position, parts[1]).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.exchange(m), parts[2].parse::<i32>().unwrap(), "{line}");
        cases += 1;
    }
    assert!(cases > 50);
}
