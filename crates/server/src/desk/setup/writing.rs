//! How a game writes positions: learned from the texts of positions whose pieces are known.
//!
//! Nobody tells the server how a game writes its boards. It plays a few moves and looks which words stand for the pieces
//! on the board, and which for the player to move. Where texts are of another kind, pieces are taken for their glyphs, since
//! a game may read more than it writes. Whether a text is right is not believed: the game reads it again.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{CellId, InputError, InputKind, Piece, Player, Sprite};

use super::form::Form;

/// Pieces by their cells: what a position shows.
pub(super) type Placed = Vec<(CellId, Sprite)>;

/// What stands for a piece.
#[derive(Clone, Debug)]
struct Word {
    kind: &'static str,
    glyph: char,
    text: String,
    /// Whether the height stands behind it.
    counted: bool,
}

impl Word {
    fn learned(text: &str, sprite: &Sprite) -> Word {
        let bare = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let counted = text[bare.len()..].parse() == Ok(sprite.height);
        let text = if counted { bare } else { text }.to_owned();
        Word { kind: sprite.kind, glyph: sprite.glyph, text, counted }
    }

    fn guessed(sprite: &Sprite) -> Word {
        let text = sprite.glyph.to_lowercase().to_string();
        Word { kind: sprite.kind, glyph: sprite.glyph, text, counted: false }
    }

    fn of(&self, height: u8) -> String {
        if self.counted { format!("{}{height}", self.text) } else { self.text.clone() }
    }
}

/// How a game writes positions.
pub(crate) struct Writing {
    game: Arc<dyn AnyGame>,
    form: Form,
    words: Vec<Word>,
    /// Seats, and what stands for their turns.
    turns: Vec<(usize, String)>,
    /// What stands behind the turn at the beginning.
    usual_rest: Vec<String>,
    /// One piece of each kind, rare ones first.
    palette: Vec<Sprite>,
}

impl Writing {
    /// How `game` writes positions; nothing if it does so in a way of its own.
    pub(crate) fn of(game: &Arc<dyn AnyGame>) -> Option<Writing> {
        let mut position = Arc::clone(game).start();
        let (text, forms) = (position.text(), Form::all(&game.layout()));
        let (rows, _, usual_rest) = fields(&text);
        let pieces = &position.scene().pieces;
        let fitting = forms.iter().find(|form| form.words(rows, pieces).is_some());
        let form = fitting.or(forms.first())?.clone();
        let (words, turns, palette) = (Vec::new(), Vec::new(), palette(pieces));
        let mut writing = Writing { game: Arc::clone(game), form, words, turns, usual_rest, palette };
        writing.learn(&*position);
        for _ in 0..2 * game.players() {
            let Some(first) = position.moves().into_iter().next() else { break };
            position.play(&first.text).ok()?;
            writing.learn(&*position);
        }
        let placed = position.scene().sprites();
        let text = writing.text(&placed, position.to_move().index(), &position.text());
        text.is_ok().then_some(writing)
    }

    /// One piece of each kind, to be placed.
    pub(crate) fn palette(&self) -> &[Sprite] {
        &self.palette
    }

    /// Whether a piece on this cell can be written.
    pub(super) fn names(&self, cell: CellId) -> bool {
        self.form.names(cell)
    }

    fn learn(&mut self, position: &dyn AnyPosition) {
        let text = position.text();
        let (rows, turn, _) = fields(&text);
        let pieces = &position.scene().pieces;
        for sprite in palette(pieces) {
            if !self.palette.iter().any(|known| alike(known, &sprite)) {
                self.palette.push(sprite);
            }
        }
        let Some(words) = self.form.words(rows, pieces) else { return };
        let seat = position.to_move().index();
        if !turn.is_empty() && !self.turns.iter().any(|(_, known)| known == turn) {
            self.turns.push((seat, turn.to_owned()));
        }
        for (word, cell) in words {
            let Some(Piece { sprite, .. }) = pieces.iter().find(|piece| piece.cell == cell) else { continue };
            if self.word(sprite).is_none() {
                self.words.push(Word::learned(word, sprite));
            }
        }
    }

    fn word(&self, sprite: &Sprite) -> Option<&Word> {
        self.words.iter().find(|word| word.kind == sprite.kind && word.glyph == sprite.glyph)
    }

    /// What may stand for the turn of a seat: what stood for it before, then everything else.
    fn turns_of(&self, seat: usize) -> Vec<String> {
        if self.turns.is_empty() {
            let (own, others): (Vec<_>, Vec<_>) =
                self.palette.iter().partition(|piece| piece.owner.is_some_and(|owner| owner.index() == seat));
            return own.into_iter().chain(others).map(|piece| Word::guessed(piece).of(1)).collect();
        }
        let (own, others): (Vec<_>, Vec<_>) = self.turns.iter().partition(|(known, _)| *known == seat);
        own.into_iter().chain(others).map(|(_, turn)| turn.clone()).collect()
    }

    /// The text of the position with these pieces in which `seat` is to move. What else `before` says stays as far as it
    /// fits: it is the position that somebody changed into this one.
    pub(super) fn text(&self, placed: &Placed, seat: usize, before: &str) -> Result<String, InputError> {
        let rows = self.form.text(|cell| {
            let (_, sprite) = placed.iter().find(|(other, _)| *other == cell)?;
            Some(self.word(sprite).map_or_else(|| Word::guessed(sprite).of(1), |word| word.of(sprite.height)))
        });
        let rest = self.rest(before);
        let mut refusal = None;
        for turn in self.turns_of(seat) {
            let beginning = format!("{rows} {turn}");
            match self.completed(&beginning, &rest, |position| shows(position, placed, seat)) {
                Ok(text) => return Ok(text),
                Err(error) => drop(refusal.get_or_insert(error)),
            }
        }
        Err(refusal.unwrap_or_else(not_written))
    }

    /// What stands behind the turn. Numbers and names of cells tell of the past, which a board that was set up has not:
    /// they are as at the beginning.
    fn rest(&self, before: &str) -> Vec<String> {
        let (_, _, mut rest) = fields(before);
        if rest.len() != self.usual_rest.len() {
            return self.usual_rest.clone();
        }
        let labels: Vec<String> = self.game.layout().cells.into_iter().map(|cell| cell.label).collect();
        for (field, usual) in rest.iter_mut().zip(&self.usual_rest) {
            if field.parse::<u64>().is_ok() || labels.contains(field) {
                field.clone_from(usual);
            }
        }
        rest
    }

    /// The text with as much of `rest` as the game accepts: of words that are lists of letters, those that still fit.
    fn completed(
        &self,
        beginning: &str,
        rest: &[String],
        fits: impl Fn(&dyn AnyPosition) -> bool,
    ) -> Result<String, InputError> {
        let read = |rest: &[String]| -> Result<String, InputError> {
            let text = [&[beginning.to_owned()], rest].concat().join(" ");
            let position = Arc::clone(&self.game).position(&text)?;
            if fits(&*position) { Ok(text) } else { Err(not_written()) }
        };
        let refusal = match read(rest) {
            Ok(text) => return Ok(text),
            Err(refusal) => refusal,
        };
        for (index, field) in rest.iter().enumerate().filter(|(_, field)| is_list(field)) {
            let with = |letters: &str| {
                let mut rest = rest.to_vec();
                rest[index] = if letters.is_empty() { NOTHING } else { letters }.to_owned();
                read(&rest)
            };
            let Ok(mut best) = with("") else { continue };
            let mut kept = String::new();
            for letter in field.chars() {
                if let Ok(text) = with(&format!("{kept}{letter}")) {
                    best = text;
                    kept.push(letter);
                }
            }
            return Ok(best);
        }
        Err(refusal)
    }
}

/// What stands where a list has nothing.
const NOTHING: &str = "-";

/// Whether a word may be a list of letters, each of which means something.
fn is_list(field: &str) -> bool {
    field.chars().all(|c| c.is_ascii_alphabetic())
}

/// The rows, the turn and the rest of a text.
fn fields(text: &str) -> (&str, &str, Vec<String>) {
    let mut fields = text.split_whitespace();
    let (rows, turn) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    (rows, turn, fields.map(str::to_owned).collect())
}

/// Whether two pieces are of one kind and look the same; whose they are may be decided later.
fn alike(one: &Sprite, other: &Sprite) -> bool {
    (one.kind, one.glyph) == (other.kind, other.glyph)
}

/// Whether the position is the one that was meant.
fn shows(position: &dyn AnyPosition, placed: &Placed, seat: usize) -> bool {
    let shown = position.scene().sprites();
    let same = |(cell, sprite): &(CellId, Sprite)| {
        let there = shown.iter().find(|(other, _)| other == cell);
        there.is_some_and(|(_, other)| alike(sprite, other) && sprite.height == other.height)
    };
    position.to_move().index() == seat && shown.len() == placed.len() && placed.iter().all(same)
}

/// One piece of each kind, single, rare ones first.
fn palette(pieces: &[Piece]) -> Vec<Sprite> {
    let mut kinds: Vec<(usize, Sprite)> = Vec::new();
    for Piece { sprite, .. } in pieces {
        match kinds.iter_mut().find(|(_, known)| alike(known, sprite)) {
            Some((count, _)) => *count += 1,
            None => kinds.push((1, Sprite { height: 1, ..sprite.clone() })),
        }
    }
    kinds.sort_by_key(|(count, sprite)| (sprite.owner.map(Player::index), *count));
    kinds.into_iter().map(|(_, sprite)| sprite).collect()
}

fn not_written() -> InputError {
    InputError::new(
        InputKind::Position,
        "a board that the game has no text for",
        "another board, or the position as a text",
    )
}
