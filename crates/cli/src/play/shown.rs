//! What a screen shows of a game: a copy, so that it stays while the engine has the game itself.

use mossa_engine::{AnyPosition, MoveInfo, Session, Sitter};
use mossa_game::{CellId, Effect, Outcome, Player};

/// What is shown of a session.
pub(crate) struct Shown {
    /// The position.
    pub(crate) position: Box<dyn AnyPosition>,
    /// Its legal moves.
    pub(crate) moves: Vec<MoveInfo>,
    /// Where the last move arrived or came from.
    pub(crate) last: Vec<CellId>,
    /// A character for the pieces of each player.
    pub(crate) emblems: Vec<char>,
    /// Who plays.
    pub(crate) sitters: Vec<Sitter>,
    /// How it ended.
    pub(crate) result: Option<Outcome>,
}

impl Shown {
    /// What is shown of `session`.
    pub(crate) fn of(session: &Session) -> Shown {
        let position = session.position().boxed_clone();
        Shown {
            moves: position.moves(),
            last: last_cells(position.as_ref()),
            emblems: emblems(position.as_ref()),
            sitters: session.sitters().to_vec(),
            result: session.result(),
            position,
        }
    }

    /// Whether a person is to move.
    pub(crate) fn awaits_person(&self) -> bool {
        let sitter = self.sitters.get(self.position.to_move().index());
        self.result.is_none() && sitter.is_some_and(Sitter::is_human)
    }
}

fn last_cells(position: &dyn AnyPosition) -> Vec<CellId> {
    let Some(last) = position.history().last() else { return Vec::new() };
    let mut before = position.boxed_clone();
    before.undo();
    let played = before.moves().into_iter().find(|m| m.text == *last);
    played.map_or_else(Vec::new, |m| touched_cells(&m.effects))
}

fn touched_cells(effects: &[Effect]) -> Vec<CellId> {
    let ends = |effect: &Effect| match effect {
        Effect::Put { cell, .. } | Effect::Change { cell, .. } => vec![*cell],
        Effect::Travel { path } => path.first().into_iter().chain(path.last()).copied().collect(),
        Effect::Remove { .. } => Vec::new(),
    };
    effects.iter().flat_map(ends).collect()
}

/// One character for each player: the first piece of theirs that is on the board or comes soon.
fn emblems(position: &dyn AnyPosition) -> Vec<char> {
    let players = position.game().players();
    let mut found: Vec<Option<char>> = vec![None; players];
    // What is on the board now: who has which pieces may have changed since the beginning.
    look_for_emblems(position, &mut found);
    let mut ahead = position.boxed_clone();
    while ahead.undo() {}
    // Each player's first move is enough where pieces are put, none is needed where they stand.
    for _ in 0..=players {
        look_for_emblems(&*ahead, &mut found);
        let Some(first) = ahead.moves().into_iter().next() else { break };
        if found.iter().all(Option::is_some) || ahead.play(&first.text).is_err() {
            break;
        }
    }
    found.into_iter().map(|glyph| glyph.unwrap_or('●')).collect()
}

/// Notes what the pieces on the board look like, for players of whom that is not known.
fn look_for_emblems(position: &dyn AnyPosition, found: &mut [Option<char>]) {
    for piece in &position.scene().pieces {
        let owner = piece.sprite.owner.and_then(|owner: Player| found.get_mut(owner.index()));
        if let Some(slot) = owner {
            slot.get_or_insert(piece.sprite.glyph);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emblems_are_known_before_the_first_piece_is_put() {
        let position = mossa_engine::open("mnk:3,3,3").unwrap().start();
        let emblems = emblems(position.as_ref());
        assert_eq!(emblems.len(), 2);
        assert_ne!(emblems[0], emblems[1]);
    }

    #[test]
    fn emblems_follow_whoever_has_taken_a_colour() {
        let mut position = mossa_engine::open("swap2:7,7").unwrap().start();
        for text in ["d4", "c4", "e5"] {
            position.play(text).unwrap();
            assert_eq!(emblems(position.as_ref()), ['●', '●'], "nobody has chosen yet");
        }
        position.play("swap").unwrap();
        assert_eq!(emblems(position.as_ref()), ['O', 'X']);
    }

    #[test]
    fn the_last_move_is_known_by_its_cells() {
        let mut position = mossa_engine::open("mnk:3,3,3").unwrap().start();
        assert!(last_cells(position.as_ref()).is_empty());
        let played = position.play("b2").unwrap();
        assert_eq!(last_cells(position.as_ref()), played.gesture);
    }
}
