//! Text as positions.

use mossa_game::{InputError, InputKind};

use super::{Variant, validate};
use crate::bitboard::Bitboard;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::square::Square;

/// The position that `text` describes, completely validated.
///
/// The clock and the number of the move may be left out together, as lists of positions do; they are 0 and 1 then. Where
/// nobody can capture in passing, an en passant square is read and forgotten.
pub fn read(text: &str, variant: Variant) -> Result<Position, InputError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, side, castling, passed, counters) = match fields.as_slice() {
        [board, side, castling, passed] => (board, side, castling, passed, None),
        [board, side, castling, passed, clock, number] => {
            (board, side, castling, passed, Some((clock, number)))
        }
        _ => {
            return Err(bad(
                format!("{} fields", fields.len()),
                "FEN: pieces, side to move, castling, en passant, clock, number of the move",
            ));
        }
    };
    let mut position = Position::empty();
    read_board(&mut position, board)?;
    validate::pieces(&position)?;
    match *side {
        "w" => {}
        "b" => position.turn(),
        other => return Err(bad(format!("unknown side to move `{other}`"), "w or b")),
    }
    if let Some((clock, number)) = counters {
        read_counters(&mut position, clock, number)?;
    }
    validate::checks(&position)?;
    read_castling(&mut position, castling, variant)?;
    read_en_passant(&mut position, passed)?;
    Ok(position)
}

/// An error about a position.
pub(super) fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Position, problem, expected)
}

fn read_board(position: &mut Position, text: &str) -> Result<(), InputError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(bad(format!("{} ranks of pieces", ranks.len()), "8 ranks with / between them"));
    }
    for (rank, text) in (0..8).rev().zip(ranks) {
        read_rank(position, rank, text)?;
    }
    Ok(())
}

fn read_rank(position: &mut Position, rank: u8, text: &str) -> Result<(), InputError> {
    let wrong = |problem: &str| {
        bad(
            format!("rank {}, `{text}`, {problem}", rank + 1),
            "letters of pieces (PNBRQK, small for Black) and numbers of empty squares that make 8",
        )
    };
    let mut file = 0;
    let mut after_number = false;
    for letter in text.chars() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            if after_number {
                return Err(wrong("has two numbers in a row"));
            }
            file += empty as u8;
            after_number = true;
        } else {
            let kind = Kind::from_letter(letter.to_ascii_uppercase()).filter(|_| letter.is_ascii());
            let kind = kind.ok_or_else(|| wrong(&format!("has no piece `{letter}`")))?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if file < 8 {
                position.put(Code::new(color, kind), Square::at(file, rank));
            }
            file += 1;
            after_number = false;
        }
        if file > 8 {
            return Err(wrong("is longer than 8 squares"));
        }
    }
    if file == 8 { Ok(()) } else { Err(wrong(&format!("has {file} squares"))) }
}

fn read_counters(position: &mut Position, clock: &str, number: &str) -> Result<(), InputError> {
    position.clock = digits(clock)
        .and_then(|clock| u8::try_from(clock).ok())
        .filter(|clock| *clock <= Position::MOST_CLOCK)
        .ok_or_else(|| bad(format!("bad clock `{clock}`"), format!("0 to {}", Position::MOST_CLOCK)))?;
    position.number = digits(number)
        .filter(|number| (1..=MOST_NUMBER).contains(number))
        .ok_or_else(|| bad(format!("bad number of the move `{number}`"), format!("1 to {MOST_NUMBER}")))?;
    Ok(())
}

/// More moves than any game has: with the rule of 75 moves no game is longer than 8849.
pub(crate) const MOST_NUMBER: u16 = 9999;

/// A number without a sign or needless zeros.
pub(crate) fn digits(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn read_castling(position: &mut Position, text: &str, variant: Variant) -> Result<(), InputError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = castling_rook(position, color, letter, variant)?;
        if position.castling().has(rook) {
            return Err(bad(format!("castling `{text}` names a rook twice"), "each right once, or -"));
        }
        position.change_castling(Bitboard::of(rook));
    }
    let castling = position.castling();
    for color in Color::BOTH {
        let (king, rooks) = (position.king(color), castling & position.color(color));
        let right = rooks.into_iter().filter(|rook| *rook > king).count();
        if right > 1 || rooks.len() as usize - right > 1 {
            return Err(bad(
                format!("castling `{text}` names two rooks on one side of the king"),
                "at most one on either side",
            ));
        }
    }
    Ok(())
}

/// The rook that a letter of the castling field means.
fn castling_rook(
    position: &Position,
    color: Color,
    letter: char,
    variant: Variant,
) -> Result<Square, InputError> {
    let (king, home) = (position.king(color), color.home_rank());
    let rooks = position.pieces(color, Kind::Rook) & Bitboard::rank(home);
    let rook = match letter.to_ascii_uppercase() {
        'K' => rooks.into_iter().filter(|rook| *rook > king).last(),
        'Q' => rooks.into_iter().find(|rook| *rook < king),
        file @ 'A'..='H' => rooks.into_iter().find(|rook| rook.file() == file as u8 - b'A'),
        _ => {
            return Err(bad(
                format!("unknown castling right `{letter}`"),
                "letters of KQkq, files of rooks (HAha) in Chess960, or -",
            ));
        }
    };
    let usual = |rook: &Square| king.file() == 4 && matches!(rook.file(), 0 | 7);
    let possible = |rook: &Square| match variant {
        Variant::Chess => usual(rook),
        // The king began between his rooks.
        Variant::Chess960 => (1..=6).contains(&king.file()),
    };
    rook.filter(|_| king.rank() == home).filter(possible).ok_or_else(|| {
        let expected = match variant {
            Variant::Chess => "only rights of kings on the e-file with rooks on the a- and h-files",
            Variant::Chess960 => "only rights of kings and rooks on their first ranks",
        };
        bad(format!("castling right `{letter}`, but king or rook are elsewhere"), expected)
    })
}

fn read_en_passant(position: &mut Position, text: &str) -> Result<(), InputError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = |expected: &str| bad(format!("impossible en passant square `{text}`"), expected);
    let us = position.to_move().other();
    let (rank, expected) = match us {
        Color::White => (2, "- or a square on the third rank, behind a white pawn that moved two squares"),
        Color::Black => (5, "- or a square on the sixth rank, behind a black pawn that moved two squares"),
    };
    let passed =
        Square::from_text(text).filter(|square| square.rank() == rank).ok_or_else(|| wrong(expected))?;
    let (pawn, origin) = (passed.offset(us.forward()), passed.offset(-us.forward()));
    let empty = [passed, origin].iter().all(|square| position.code(*square).is_empty());
    if !empty || position.code(pawn) != Code::new(us, Kind::Pawn) {
        return Err(wrong(expected));
    }
    if position.clock() != 0 {
        return Err(bad(
            format!("en passant square `{text}` with the clock at {}", position.clock()),
            "a clock of 0, because a pawn has just moved, or - for en passant",
        ));
    }
    validate::check_by_double_step(position, pawn, origin).map_err(wrong)?;
    if position.can_be_captured_in_passing(us, passed, pawn) {
        position.set_en_passant(Some(passed));
    }
    Ok(())
}
