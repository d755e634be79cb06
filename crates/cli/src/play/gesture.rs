//! Moves entered by touching cells.

use mossa_engine::MoveInfo;
use mossa_game::{CellId, Entry, Layout};

/// What a touch led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Touch {
    /// The move is complete.
    Play(String),
    /// More cells are to be touched.
    More,
    /// A move could end here, or go on; touching the same cell again ends it.
    MoreOrAgain,
    /// No move begins or goes on like this.
    Nothing,
}

/// The cells touched so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gesture {
    touched: Vec<CellId>,
}

impl Gesture {
    /// The cells touched so far.
    pub(crate) fn touched(&self) -> &[CellId] {
        &self.touched
    }

    /// Forgets them; `false` if there were none.
    pub(crate) fn clear(&mut self) -> bool {
        let any = !self.touched.is_empty();
        self.touched.clear();
        any
    }

    /// The cells that may be touched next, each once.
    pub(crate) fn possible(&self, moves: &[MoveInfo]) -> Vec<CellId> {
        let going_on = moves.iter().filter(|m| m.gesture.starts_with(&self.touched));
        let mut next: Vec<CellId> =
            going_on.filter_map(|m| m.gesture.get(self.touched.len()).copied()).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Touches `cell`. A touch that does not go on with the gesture may begin another one.
    pub(crate) fn touch(&mut self, layout: &Layout, moves: &[MoveInfo], cell: CellId) -> Touch {
        let ended = moves.iter().find(|m| m.gesture == self.touched && self.touched.last() == Some(&cell));
        if let Some(m) = ended {
            self.touched.clear();
            return Touch::Play(m.text.clone());
        }
        let cell = self.meant(layout, moves, cell);
        let allowed = self.possible(moves).contains(&cell);
        if !allowed && self.touched.is_empty() {
            return Touch::Nothing;
        }
        if !allowed {
            self.touched.clear();
            return self.touch(layout, moves, cell);
        }
        self.touched.push(cell);
        let complete = moves.iter().find(|m| m.gesture == self.touched);
        match (complete, self.possible(moves).is_empty()) {
            (Some(m), true) => {
                self.touched.clear();
                Touch::Play(m.text.clone())
            }
            (Some(_), false) => Touch::MoreOrAgain,
            (None, _) => Touch::More,
        }
    }

    /// Where columns are touched, any cell of a column means the one that the move fills.
    fn meant(&self, layout: &Layout, moves: &[MoveInfo], cell: CellId) -> CellId {
        let x = |id: CellId| layout.cells.get(usize::from(id.0)).map(|cell| cell.x);
        if layout.entry != Entry::Column {
            return cell;
        }
        self.possible(moves).into_iter().find(|other| x(*other) == x(cell)).unwrap_or(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::tests::squares;

    fn moves(gestures: &[&[u16]]) -> Vec<MoveInfo> {
        let info = |cells: &&[u16]| MoveInfo {
            text: format!("{cells:?}"),
            gesture: cells.iter().copied().map(CellId).collect(),
            effects: Vec::new(),
        };
        gestures.iter().map(info).collect()
    }

    #[test]
    fn one_cell_is_a_move_at_once() {
        let (board, moves) = (squares(3, 3), moves(&[&[0], &[4]]));
        let mut gesture = Gesture::default();
        assert_eq!(gesture.touch(&board, &moves, CellId(4)), Touch::Play("[4]".to_owned()));
        assert_eq!(gesture.touch(&board, &moves, CellId(5)), Touch::Nothing);
        assert!(gesture.touched().is_empty());
    }

    #[test]
    fn paths_go_on_until_they_are_unique_or_ended() {
        let (board, moves) = (squares(3, 3), moves(&[&[0, 1], &[0, 1, 2], &[0, 3], &[5, 8]]));
        let mut gesture = Gesture::default();
        assert_eq!(gesture.touch(&board, &moves, CellId(0)), Touch::More);
        assert_eq!(gesture.possible(&moves), [CellId(1), CellId(3)]);
        assert_eq!(gesture.touch(&board, &moves, CellId(1)), Touch::MoreOrAgain);
        assert_eq!(gesture.touch(&board, &moves, CellId(1)), Touch::Play("[0, 1]".to_owned()));
        gesture.touch(&board, &moves, CellId(0));
        gesture.touch(&board, &moves, CellId(1));
        assert_eq!(gesture.touch(&board, &moves, CellId(2)), Touch::Play("[0, 1, 2]".to_owned()));
    }

    #[test]
    fn another_beginning_replaces_the_first() {
        let (board, moves) = (squares(3, 3), moves(&[&[0, 1], &[5, 8]]));
        let mut gesture = Gesture::default();
        gesture.touch(&board, &moves, CellId(0));
        assert_eq!(gesture.touch(&board, &moves, CellId(5)), Touch::More);
        assert_eq!(gesture.touched(), [CellId(5)]);
        assert_eq!(gesture.touch(&board, &moves, CellId(2)), Touch::Nothing);
        assert!(!gesture.clear());
    }

    #[test]
    fn columns_are_touched_anywhere() {
        let mut board = squares(3, 3);
        board.entry = Entry::Column;
        let moves = moves(&[&[6], &[4]]);
        let mut gesture = Gesture::default();
        assert_eq!(gesture.touch(&board, &moves, CellId(0)), Touch::Play("[6]".to_owned()));
        assert_eq!(gesture.touch(&board, &moves, CellId(7)), Touch::Play("[4]".to_owned()));
        assert_eq!(gesture.touch(&board, &moves, CellId(2)), Touch::Nothing);
    }
}
