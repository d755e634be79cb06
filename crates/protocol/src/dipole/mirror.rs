//! A client's copy of the board.
//!
//! The server's word counts: the copy follows it where the two differ in ways that are known. The course's server accepts
//! a pass where only captures could be made, and a server may count pieces later than we think, or never.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::InputError;

use super::messages::{Action, Side};

/// A client's copy of the board.
pub(crate) struct Mirror {
    position: Box<dyn AnyPosition>,
    /// What was sent and not yet accepted.
    sent: Option<Action>,
    /// What was refused in this position.
    refused: Vec<Action>,
}

impl Mirror {
    pub(crate) fn new(position: Box<dyn AnyPosition>) -> Mirror {
        Mirror { position, sent: None, refused: Vec::new() }
    }

    pub(crate) fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Whose turn it is.
    pub(crate) fn to_move(&self) -> Side {
        Side::of(self.position.to_move())
    }

    /// Whether `text` may be tried in this position.
    pub(crate) fn may_try(&self, text: &str) -> bool {
        text.parse().is_ok_and(|action| !self.refused.contains(&action))
    }

    pub(crate) fn send(&mut self, action: Action) {
        self.sent = Some(action);
    }

    /// The server accepted what was sent.
    pub(crate) fn accepted(&mut self) -> Result<(), InputError> {
        match self.sent.take() {
            Some(action) => self.play(action),
            None => Ok(()),
        }
    }

    /// The server did not accept what was sent.
    pub(crate) fn refused(&mut self) {
        self.refused.extend(self.sent.take());
    }

    /// The opponent moved. A server that says so has accepted what was sent before.
    pub(crate) fn opponent_moved(&mut self, action: Action) -> Result<(), InputError> {
        self.accepted()?;
        self.go_on()?;
        match self.play(action) {
            Err(_) if action.is_pass() => {
                self.refused.clear();
                self.position = self.position.game().position(&passed(&self.position.text()))?;
                Ok(())
            }
            played => played,
        }
    }

    fn play(&mut self, action: Action) -> Result<(), InputError> {
        self.refused.clear();
        self.position.play(&action.to_string()).map(drop)
    }

    /// The game goes on, says the server: if it is over for us because moves are counted, they are counted no more.
    pub(crate) fn go_on(&mut self) -> Result<(), InputError> {
        if self.position.result().is_some() {
            let game = without_limit(&*self.position.game())?;
            self.position = game.position(&uncounted(&self.position.text()))?;
        }
        Ok(())
    }
}

/// The same game in which pieces are never counted.
fn without_limit(game: &dyn AnyGame) -> Result<Arc<dyn AnyGame>, InputError> {
    let (family, options) = game.name().split_once(':').unwrap_or((game.name(), ""));
    let others = options.split(',').filter(|option| !option.is_empty() && !option.starts_with("limit="));
    let options: Vec<&str> = others.chain(["limit=none"]).collect();
    mossa_engine::open(&format!("{family}:{}", options.join(",")))
}

/// A position is `board turn`, or `board turn plies` where moves are counted.
fn fields(position: &str) -> (&str, &str, Option<u32>) {
    let mut fields = position.split_whitespace();
    let (board, turn) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    (board, turn, fields.next().and_then(|plies| plies.parse().ok()))
}

/// The position in which moves are not counted.
fn uncounted(position: &str) -> String {
    let (board, turn, _) = fields(position);
    format!("{board} {turn}")
}

/// The position after a pass.
fn passed(position: &str) -> String {
    let (board, turn, plies) = fields(position);
    let turn = if turn == "w" { "b" } else { "w" };
    let plies = plies.map(|plies| format!(" {}", plies.saturating_sub(1))).unwrap_or_default();
    format!("{board} {turn}{plies}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mirror(game: &str, position: &str) -> Mirror {
        let game = mossa_engine::open(game).unwrap();
        Mirror::new(game.position(position).unwrap())
    }

    fn action(text: &str) -> Action {
        text.parse().unwrap()
    }

    #[test]
    fn a_pass_that_the_server_allowed_is_followed() {
        let mut mirror = mirror("dipole", "start");
        mirror.send(action("H5,NE,1"));
        mirror.accepted().unwrap();
        let before = mirror.position().text();
        mirror.opponent_moved(action("A4,S,0")).unwrap();
        assert_eq!(mirror.position().text(), before.replace(" b 119", " w 118"));
        assert!(mirror.opponent_moved(action("A4,S,3")).is_err(), "nothing else that the rules forbid");
    }

    #[test]
    fn moves_are_counted_no_more_if_the_server_goes_on() {
        let mut mirror = mirror("dipole:limit=5", "1,b12,2/4/4/4/4/4/4/2,w12,1 w 1");
        mirror.send(action("H5,NE,1"));
        mirror.accepted().unwrap();
        assert!(mirror.position().result().is_some());
        mirror.opponent_moved(action("A4,SE,1")).unwrap();
        assert_eq!(mirror.position().result(), None);
        assert_eq!(mirror.to_move(), Side::White);
        assert_eq!(mirror.position().game().name(), "dipole:limit=none");
    }

    #[test]
    fn what_was_refused_is_not_tried_again() {
        let mut mirror = mirror("dipole", "start");
        mirror.send(action("H5,NE,1"));
        mirror.refused();
        assert!(!mirror.may_try("H5,NE,1") && mirror.may_try("H5,NE,2"));
        mirror.send(action("H5,NE,2"));
        mirror.opponent_moved(action("A4,SE,1")).unwrap();
        assert!(mirror.may_try("H5,NE,1"), "in another position it is");
        assert_eq!(mirror.position().history(), ["H5,NE,2", "A4,SE,1"]);
    }
}
