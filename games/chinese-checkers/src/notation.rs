//! How moves and positions are written.
//!
//! A hole is a column letter and a row number counted from below, as the star has columns: `d1` is the lowest hole of the
//! smallest star. After `z` columns go on with `aa`. The pair `row,column` counted from 0 at the upper left is read, too.
//! A move is two holes, `d1-c2`; `pass` where nothing moves.
//!
//! A position is its rows from above, letters for pieces (`a` for the first player) and numbers for runs of empty holes,
//! then who is to move: `b/4/3/4/a a`. With a limit of plies, the number of those that are left follows.

use mossa_game::{Game, InputError, InputKind, MAX_PLAYERS, Notation, Player};

use crate::board::{Board, Hole};
use crate::holes::Holes;
use crate::position::Position;
use crate::profile::{Goal, Lock, Profile};
use crate::rules::{ChineseCheckers, Walk};
use crate::shape::Shape;

/// What is played where nothing is said.
pub(crate) const DEFAULT_PLAYERS: usize = 2;
pub(crate) const DEFAULT_PIECES: usize = 10;
pub(crate) const DEFAULT_RHOMBUS_PIECES: usize = 3;

/// The rules where nothing is said: those of a students' report on the star, those of N. Sturtevant on the rhombus.
pub(crate) fn default_profile(shape: Shape) -> Profile {
    match shape {
        Shape::Star { .. } => Profile::SPECIAL,
        Shape::Rhombus { .. } => Profile::DIAMOND,
    }
}

/// The words for the switches.
pub(crate) const GOALS: [(&str, Goal); 2] = [("all", Goal::All), ("fill", Goal::Fill)];
pub(crate) const LOCKS: [(&str, Lock); 3] =
    [("no", Lock::No), ("ends", Lock::Ends), ("landings", Lock::Landings)];
pub(crate) const YES_OR_NO: [(&str, bool); 2] = [("yes", true), ("no", false)];

/// The word for a switch.
fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
}

/// `a` to `z`, then `aa`.
pub(crate) fn column_name(column: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
    let last = letter(column);
    if column < 26 { last.to_string() } else { format!("{}{last}", letter(column / 26 - 1)) }
}

fn column_number(name: &str) -> Option<usize> {
    let digit = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
    match name.as_bytes() {
        [a] => digit(*a),
        [a, b] => Some((digit(*a)? + 1) * 26 + digit(*b)?),
        _ => None,
    }
}

/// A plain decimal number: no sign, no space.
pub(crate) fn number(text: &str) -> Option<usize> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The letter of a player's pieces.
pub(crate) fn letter(player: Player) -> char {
    char::from(b'a' + player.index() as u8)
}

impl<const W: usize> Board<W> {
    /// The name of a hole.
    pub fn hole_name(&self, hole: Hole) -> String {
        let (row, column) = self.place(hole);
        format!("{}{}", column_name(column), self.shape.rows() - row)
    }

    /// The hole that `text` names, in either way of writing.
    pub fn hole_named(&self, text: &str) -> Option<Hole> {
        let text = text.trim().trim_start_matches('(').trim_end_matches(')').to_ascii_lowercase();
        let (row, column) = if let Some((row, column)) = text.split_once(',') {
            (number(row.trim())?, number(column.trim())?)
        } else {
            let (name, row) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
            (self.shape.rows().checked_sub(number(row)?)?, column_number(name)?)
        };
        self.hole((row, column))
    }
}

impl<const W: usize> ChineseCheckers<W> {
    /// What is wrong with a move, and a legal one for comparison.
    fn bad_move(&self, position: &Position<W>, problem: String) -> InputError {
        let moves = self.legal_moves(position);
        let expected = match moves.first() {
            Some(walk) if !walk.is_pass() => format!("two holes such as {}", self.move_text(position, *walk)),
            _ => "pass, since nothing can move".to_owned(),
        };
        InputError::new(InputKind::Move, problem, expected)
    }

    /// Where the piece on `from` can go.
    fn ways_of(&self, position: &Position<W>, from: Hole) -> String {
        let moves = self.legal_moves(position).into_iter().filter(|walk| walk.from == from);
        let texts: Vec<String> = moves.map(|walk| self.move_text(position, walk)).collect();
        match texts.as_slice() {
            [] => "another piece: this one cannot move".to_owned(),
            [only] => only.clone(),
            several => format!("one of: {}", several.join(", ")),
        }
    }

    fn bad_position(&self, problem: String) -> InputError {
        let start = self.position_text(&self.start());
        let limit = if self.board().plies.is_some() { ", then the plies that are left" } else { "" };
        let expected = format!(
            "rows of letters and numbers of empty holes, then the letter of who is to move{limit}, such as `{start}`"
        );
        InputError::new(InputKind::Position, problem, expected)
    }

    /// The pieces of all rows.
    fn read_rows(&self, text: &str) -> Result<[Holes<W>; MAX_PLAYERS], InputError> {
        let board = self.board();
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != board.shape.rows() {
            let problem = format!("position has {} rows, not {}", rows.len(), board.shape.rows());
            return Err(self.bad_position(problem));
        }
        let mut pieces = [Holes::EMPTY; MAX_PLAYERS];
        let mut first = 0;
        for (number, row) in rows.into_iter().enumerate() {
            let length = board.places.iter().filter(|(row, _)| *row == number).count();
            let found = self.read_row(number, row, length)?;
            for (column, player) in found {
                pieces[player.index()].insert(Hole((first + column) as u8));
            }
            first += length;
        }
        Ok(pieces)
    }

    /// The pieces of one row that has so many holes.
    fn read_row(&self, number: usize, text: &str, length: usize) -> Result<Vec<(usize, Player)>, InputError> {
        let players = self.board().players;
        let mut found = Vec::new();
        let mut column = 0usize;
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let mut taken = next.len_utf8();
            if next.is_ascii_digit() && next != '0' {
                taken = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                column = column.saturating_add(rest[..taken].parse::<usize>().unwrap_or(usize::MAX));
            } else if let Some(player) =
                Player::all(players).find(|player| letter(*player) == next.to_ascii_lowercase())
            {
                found.push((column, player));
                column = column.saturating_add(1);
            } else {
                return Err(self.bad_position(format!("unknown character `{next}` in position")));
            }
            rest = &rest[taken..];
        }
        if column != length {
            let counted = if column == usize::MAX { "too many".to_owned() } else { column.to_string() };
            return Err(self.bad_position(format!("row {} has {counted} holes, not {length}", number + 1)));
        }
        Ok(found)
    }

    fn validate(&self, pieces: &[Holes<W>; MAX_PLAYERS]) -> Result<(), InputError> {
        let wanted = self.board().pieces;
        for player in Player::all(self.board().players) {
            let count = pieces[player.index()].len();
            if count != wanted {
                let problem = format!("there are {count} pieces `{}`, not {wanted}", letter(player));
                return Err(self.bad_position(problem));
            }
            let stray = pieces[player.index()].without(&self.board().rights(player).rest).iter().next();
            if let Some(hole) = stray {
                let problem = format!(
                    "a piece `{}` is on {}, where by these rules it must not rest",
                    letter(player),
                    self.board().hole_name(hole)
                );
                return Err(self.bad_position(problem));
            }
        }
        Ok(())
    }

    /// The plies that are left, from the word that says so.
    fn read_plies(&self, word: Option<&str>) -> Result<u16, InputError> {
        match (self.board().plies, word) {
            (None, None) => Ok(0),
            (None, Some(word)) => Err(self.bad_position(format!("`{word}` behind the position"))),
            (Some(_), None) => {
                Err(self.bad_position("position does not say how many plies are left".to_owned()))
            }
            (Some(most), Some(word)) => number(word)
                .and_then(|plies| u16::try_from(plies).ok())
                .filter(|plies| *plies <= most)
                .ok_or_else(|| self.bad_position(format!("`{word}` plies left, of {most}"))),
        }
    }
}

impl<const W: usize> Notation for ChineseCheckers<W> {
    /// Everything that is not the default, and the switches only where no name says it all.
    fn options_text(&self) -> String {
        let board = self.board();
        let mut words = Vec::new();
        if board.players != DEFAULT_PLAYERS {
            words.push(format!("players={}", board.players));
        }
        let usual_pieces = match board.shape {
            Shape::Star { .. } => DEFAULT_PIECES,
            Shape::Rhombus { side, .. } => {
                words.push(format!("rhombus={side}"));
                DEFAULT_RHOMBUS_PIECES.min(Shape::most_pieces(side.into()))
            }
        };
        if board.pieces != usual_pieces {
            words.push(format!("pieces={}", board.pieces));
        }
        let profile = &board.profile;
        match profile.name() {
            Some(_) if *profile == default_profile(board.shape) => {}
            Some(name) => words.push(format!("rules={name}")),
            None => words.extend([
                format!("win={}", word(&GOALS, &profile.goal)),
                format!("goal-lock={}", word(&LOCKS, &profile.goal_lock)),
                format!("home-lock={}", word(&LOCKS, &profile.home_lock)),
                format!("rest={}", word(&YES_OR_NO, &profile.rest)),
                format!("transit={}", word(&YES_OR_NO, &profile.transit)),
            ]),
        }
        words.extend(board.plies.map(|plies| format!("plies={plies}")));
        words.extend(board.repetitions.map(|times| format!("repetition={times}")));
        words.join(",")
    }

    fn move_text(&self, _: &Position<W>, walk: Walk) -> String {
        if walk.is_pass() {
            return "pass".to_owned();
        }
        format!("{}-{}", self.board().hole_name(walk.from), self.board().hole_name(walk.to))
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Walk, InputError> {
        if self.result(position).is_some() {
            let problem = format!("no move `{text}`: the game is over");
            return Err(InputError::new(InputKind::Move, problem, "no move"));
        }
        let board = self.board();
        if text.trim().eq_ignore_ascii_case("pass") {
            let stuck = self.is_legal(position, Walk::PASS);
            return stuck
                .then_some(Walk::PASS)
                .ok_or_else(|| self.bad_move(position, "no pass while a piece can move".to_owned()));
        }
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| self.bad_move(position, format!("unreadable move `{text}`")))?;
        let hole = |text: &str| {
            board.hole_named(text).ok_or_else(|| self.bad_move(position, format!("no hole `{text}`")))
        };
        let walk = Walk { from: hole(from)?, to: hole(to)? };
        if !position.pieces(position.to_move()).contains(walk.from) {
            let mover = letter(position.to_move());
            return Err(self.bad_move(position, format!("no piece `{mover}` on `{from}`")));
        }
        if !self.is_legal(position, walk) {
            let problem = format!("the piece on `{from}` cannot go to `{to}`");
            return Err(InputError::new(InputKind::Move, problem, self.ways_of(position, walk.from)));
        }
        Ok(walk)
    }

    fn position_text(&self, position: &Position<W>) -> String {
        let board = self.board();
        let mut text = String::new();
        let mut empty = 0;
        let flush = |text: &mut String, empty: &mut usize| {
            if *empty > 0 {
                *text += &std::mem::take(empty).to_string();
            }
        };
        for (index, place) in board.places.iter().enumerate() {
            if index > 0 && board.places[index - 1].0 != place.0 {
                flush(&mut text, &mut empty);
                text.push('/');
            }
            match position.owner(Hole(index as u8)) {
                Some(player) => {
                    flush(&mut text, &mut empty);
                    text.push(letter(player));
                }
                None => empty += 1,
            }
        }
        flush(&mut text, &mut empty);
        text.push(' ');
        text.push(letter(position.to_move()));
        if board.plies.is_some() {
            text += &format!(" {}", position.plies_left());
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, InputError> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default();
        let mover = words
            .next()
            .ok_or_else(|| self.bad_position(format!("position \"{text}\" does not say who is to move")))?;
        let to_move = Player::all(self.board().players)
            .find(|player| mover.eq_ignore_ascii_case(&letter(*player).to_string()))
            .ok_or_else(|| self.bad_position(format!("unknown player `{mover}` to move")))?;
        let plies = self.read_plies(words.next())?;
        if let Some(word) = words.next() {
            return Err(self.bad_position(format!("`{word}` behind the position")));
        }
        let pieces = self.read_rows(rows)?;
        self.validate(&pieces)?;
        let position = Position::new(self.board(), pieces, to_move, plies);
        if Player::all(self.board().players).filter(|player| self.has_won(&position, *player)).count() > 1 {
            return Err(self.bad_position("more than one player has won".to_owned()));
        }
        Ok(position)
    }
}
