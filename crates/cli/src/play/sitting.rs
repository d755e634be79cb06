//! A game at the board together with whoever plays instead of a level, who sees what people play.

use mossa_engine::{Analysis, MoveInfo, Session, Sitter};
use mossa_game::InputError;
use mossa_search::StopSignal;
use mossa_store::StoreError;

use crate::play::rival::Rival;

/// A move that was made for the people at the board.
pub(crate) struct Moved {
    /// The move.
    pub(crate) info: MoveInfo,
    /// What the engine saw; a guest tells nothing.
    pub(crate) analysis: Option<Analysis>,
}

/// A game, and who plays it with people.
pub(crate) struct Sitting {
    session: Session,
    rival: Option<Rival>,
}

impl Sitting {
    pub(crate) fn new(session: Session, rival: Option<Rival>) -> Sitting {
        Sitting { session, rival }
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Whether somebody is to move who is no person.
    pub(crate) fn awaits_engine(&self) -> bool {
        self.session.to_move().is_some_and(|sitter| !sitter.is_human())
    }

    /// Plays the move of the person whose turn it is.
    pub(crate) fn play(&mut self, text: &str) -> Result<MoveInfo, InputError> {
        let before = self.rival.is_some().then(|| self.session.position().boxed_clone());
        let info = self.session.play(text)?;
        if let (Some(rival), Some(before)) = (&mut self.rival, before) {
            rival.saw(before, &info.text);
        }
        Ok(info)
    }

    /// Lets whoever is no person move, if it is their turn.
    pub(crate) fn engine_move(&mut self, stop: &StopSignal) -> Result<Option<Moved>, InputError> {
        if let (Some(rival), Some(Sitter::Guest(_))) = (&mut self.rival, self.session.to_move()) {
            let Some(text) = rival.choose(self.session.position()) else { return Ok(None) };
            let info = self.session.play(&text)?;
            return Ok(Some(Moved { info, analysis: None }));
        }
        let moved = self.session.engine_move(stop)?;
        Ok(moved.map(|moved| Moved { info: moved.info, analysis: Some(moved.analysis) }))
    }

    /// Takes back moves until a person is to move; gives how many.
    pub(crate) fn undo(&mut self) -> usize {
        let count = self.session.undo();
        if let Some(rival) = self.rival.as_mut().filter(|_| count > 0) {
            rival.back_to(self.session.position().history().len());
        }
        count
    }

    /// Has a finished game remembered, once; gives how many games of the person are known then.
    pub(crate) fn remember(&mut self) -> Option<Result<u32, StoreError>> {
        self.session.result()?;
        self.rival.as_mut()?.finish(&self.session)
    }

    /// The game is left, finished or not.
    pub(crate) fn leave(&mut self) -> Result<(), StoreError> {
        self.rival.as_mut().map_or(Ok(()), Rival::leave)
    }

    /// Puts another game on the board.
    pub(crate) fn begin(&mut self, session: Session, seed: u64) -> Result<(), StoreError> {
        self.session = session;
        self.rival.as_mut().map_or(Ok(()), |rival| rival.begin(seed))
    }
}
