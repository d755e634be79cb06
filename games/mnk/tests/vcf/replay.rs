//! Lines of continuous fours, replayed by the rules and nothing else.

use mossa_game::{Game, Notation, Outcome, Tactics};
use mossa_mnk::{Mark, Mnk, Position};

/// The moves with which the player to move wins at once, found by trying them all.
pub(crate) fn winning_moves<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> Vec<Mark> {
    let me = Some(position.to_move());
    let mut after = position.clone();
    let mut wins = game.legal_moves(position);
    wins.retain(|m| {
        game.play(&mut after, *m);
        let wins = after.winner() == me;
        game.undo(&mut after, *m, ());
        wins
    });
    wins
}

/// Where the player who has just moved would win, if the opponent did nothing.
pub(crate) fn threatened<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> Vec<Mark> {
    let mut passed = position.clone();
    game.pass(&mut passed);
    winning_moves(game, &passed)
}

/// Checks that the attacker, who is to move, makes a four with every stone, that each answer but the one in the line
/// loses at once, and that the line ends with a win. A line that stops earlier is accepted if nothing that the
/// defender could do helps any more, and `complete` does not ask for the end.
pub(crate) fn replay<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    line: &[Mark],
    complete: bool,
) -> Result<(), String> {
    let attacker = position.to_move();
    let mut position = position.clone();
    let mut moves = line.iter();
    loop {
        let text = game.position_text(&position);
        let stone = *moves.next().ok_or_else(|| format!("the line stops at {text}"))?;
        if game.try_play(&mut position, stone).is_err() {
            return Err(format!("{stone:?} is not legal in {text}"));
        }
        if let Some(outcome) = game.outcome(&position) {
            let won = outcome == Outcome::win(attacker, 2) && moves.next().is_none();
            return if won { Ok(()) } else { Err(format!("{outcome} after {stone:?} in {text}")) };
        }
        let threats = threatened(game, &position);
        let answers = game.legal_moves(&position);
        if threats.is_empty() || answers.is_empty() {
            return Err(format!("{stone:?} makes no four in {text}"));
        }
        if !winning_moves(game, &position).is_empty() {
            return Err(format!("the defender wins after {stone:?} in {text}"));
        }
        // A defender's stone changes nothing about the attacker's rows except on its own cell.
        let defends = |answer: &Mark| threats.iter().all(|threat| threat == answer);
        let hopeless = !answers.iter().any(defends);
        let Some(answer) = moves.next() else {
            let fine = hopeless && !complete;
            return if fine { Ok(()) } else { Err(format!("the line stops after {stone:?} in {text}")) };
        };
        if let Some(other) = answers.iter().find(|other| *other != answer && defends(other)) {
            return Err(format!("{other:?} defends, too, after {stone:?} in {text}"));
        }
        if game.try_play(&mut position, *answer).is_err() {
            return Err(format!("the answer {answer:?} to {stone:?} is not legal in {text}"));
        }
    }
}

/// Whether the player to move wins with at most so many stones, each but the last a four: every move and every answer is
/// tried.
pub(crate) fn wins_by_fours<const W: usize>(game: &Mnk<W>, position: &Position<W>, stones: u32) -> bool {
    if !winning_moves(game, position).is_empty() {
        return true;
    }
    if stones < 2 {
        return false;
    }
    game.legal_moves(position).into_iter().any(|stone| {
        let mut after = position.clone();
        game.play(&mut after, stone);
        if threatened(game, &after).is_empty() || !winning_moves(game, &after).is_empty() {
            return false;
        }
        let answers = game.legal_moves(&after);
        !answers.is_empty()
            && answers.into_iter().all(|answer| {
                game.play(&mut after, answer);
                let wins = wins_by_fours(game, &after, stones - 1);
                game.undo(&mut after, answer, ());
                wins
            })
    })
}
