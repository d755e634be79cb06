//! Notation and view with defects.

use mossa_game::{
    CellId, Effect, Flow, Game, InputError, InputKind, Layout, MoveSink, Notation, Sprite, View,
};

use super::{Broken, Defect, NEVER, Spot, Taken};

impl<const LOSSY: bool> Notation for Broken<LOSSY> {
    fn options_text(&self) -> String {
        self.nim.options_text()
    }

    fn move_text(&self, position: &Spot, m: Taken<LOSSY>) -> String {
        let text = self.nim.move_text(&position.nim, m.0);
        match self.defect {
            Defect::MoveTextAmbiguous => text[..1].to_owned(),
            Defect::MoveTextWithSpace => text + " ",
            // `11.` looks like the number of a round in a record.
            Defect::MoveTextLikeNumber => format!("{}{}.", m.0.heap + 1, m.0.stones),
            _ => text,
        }
    }

    fn parse_move(&self, position: &Spot, text: &str) -> Result<Taken<LOSSY>, InputError> {
        if self.has(Defect::MoveTextLikeNumber) {
            let meant = self.legal_moves(position).into_iter().find(|m| self.move_text(position, *m) == text);
            return meant.ok_or_else(|| InputError::new(InputKind::Move, "unreadable move", "11."));
        }
        let read = self.nim.parse_move(&position.nim, text).map(Taken);
        match self.defect {
            Defect::ParseSwapsMoves => {
                read.map(|m| self.legal_moves(position).into_iter().rev().find(|_| true).unwrap_or(m))
            }
            Defect::ParseAcceptsIllegal => read.or(Ok(Taken(NEVER))),
            Defect::ParseMovePanics if text.is_empty() => panic!("no text"),
            Defect::MoveErrorEmpty => read.map_err(|_| InputError::new(InputKind::Move, "no", "")),
            _ => read,
        }
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut moves: Vec<&str> = text.split_whitespace().collect();
        if self.has(Defect::SplitLosesMoves) {
            moves.truncate(2);
        }
        moves
    }

    fn position_text(&self, position: &Spot) -> String {
        let text = self.nim.position_text(&position.nim);
        match (self.defect, text.split_once(' ')) {
            (Defect::PositionTextForgetsSide, Some((heaps, _))) => format!("{heaps} 1"),
            _ => text,
        }
    }

    fn parse_position(&self, text: &str) -> Result<Spot, InputError> {
        let read = self.nim.parse_position(text).map(|nim| Spot { nim, drift: 0 });
        match self.defect {
            // Accepts more than it writes: what follows is kept in the position and lost in its text.
            Defect::ParsePositionUnchecked => {
                read.or_else(|error| match self.nim.parse_position(text.trim()) {
                    Ok(nim) => Ok(Spot { nim, drift: 1 }),
                    Err(_) => Err(error),
                })
            }
            Defect::ParsePositionPanics if text.len() < 4 => panic!("too short"),
            Defect::PositionErrorWrongKind => {
                read.map_err(|error| InputError { kind: InputKind::Game, ..error })
            }
            _ => read,
        }
    }
}

impl<const LOSSY: bool> View for Broken<LOSSY> {
    fn layout(&self) -> Layout {
        let mut layout = self.nim.layout();
        if self.has(Defect::CellsMisnumbered) {
            layout.cells.swap(0, 1);
        }
        layout
    }

    fn sprites(&self, position: &Spot) -> Vec<(CellId, Sprite)> {
        let mut sprites = self.nim.sprites(&position.nim);
        if self.has(Defect::PieceNowhere) {
            sprites.iter_mut().for_each(|(cell, _)| cell.0 += 100);
        }
        sprites
    }

    fn gesture(&self, position: &Spot, m: Taken<LOSSY>) -> Vec<CellId> {
        match self.defect {
            Defect::GestureShared => vec![CellId(u16::from(m.0.heap))],
            Defect::GestureEmpty => Vec::new(),
            _ => self.nim.gesture(&position.nim, m.0),
        }
    }

    fn effects(&self, position: &Spot, m: Taken<LOSSY>) -> Vec<Effect> {
        let mut effects = self.nim.effects(&position.nim, m.0);
        if self.has(Defect::EffectsIncomplete) {
            effects.pop();
        }
        effects
    }

    fn marked(&self, _: &Spot) -> Vec<CellId> {
        if self.has(Defect::MarkedNowhere) { vec![CellId(999)] } else { Vec::new() }
    }
}

/// Moves of Nim, all but some.
pub(super) fn push_all<const LOSSY: bool>(
    moves: impl IntoIterator<Item = mossa_conformance::toy::Take>,
    sink: &mut impl MoveSink<Taken<LOSSY>>,
) -> Flow {
    moves.into_iter().try_for_each(|m| sink.push(Taken(m)))
}
