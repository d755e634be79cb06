//! What each of more than two players can force.

use mossa_engine::{AnyGame, AnyPosition, Prospect, ProspectsReport};
use mossa_game::Player;
use mossa_search::StopSignal;

use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::words;

pub(super) fn run(
    position: &dyn AnyPosition,
    args: &SolveArgs,
    stop: &StopSignal,
    output: &mut Output,
) -> Result<(), Failure> {
    let game = position.game();
    let found = super::watched(&game, || position.prospects(&super::order(args), stop));
    let Some(found) = found? else {
        return Err(Failure::Unanswered(super::given_up(args, stop)));
    };
    if args.json {
        return output.json(&found);
    }
    if let Some(outcome) = position.result() {
        return output.line(format!("the game is over: {}", words::ending(&*game, &outcome)));
    }
    told(&*game, &found).iter().try_for_each(|line| output.line(line))
}

/// A line for each player, and the work.
fn told(game: &dyn AnyGame, found: &ProspectsReport) -> Vec<String> {
    let mut lines: Vec<String> = found.players.iter().map(|prospect| of_player(game, prospect)).collect();
    let positions = words::counted(found.positions, "position", "positions");
    lines.push(format!("{positions}, {:.3} s", found.seconds));
    lines
}

/// `player 1: the others can keep it from winning; they can make it lose in 9 plies`
fn of_player(game: &dyn AnyGame, prospect: &Prospect) -> String {
    let name = words::seat(game, Player::new(prospect.player - 1));
    let within = |plies: u32| words::counted(plies.into(), "ply", "plies");
    match (prospect.wins, prospect.loses) {
        (Some(plies), _) => format!("{name}: can force a win alone in {}", within(plies)),
        (None, Some(plies)) => format!(
            "{name}: the others together can keep it from winning, and make it lose in {}",
            within(plies)
        ),
        (None, None) => {
            format!("{name}: the others together can keep it from winning, but cannot make it lose")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_conformance::toy::NimFamily;
    use mossa_engine::{Registry, SolveOrder};

    #[test]
    fn every_player_is_told_what_can_be_forced() {
        let position = Registry::empty().with(NimFamily).open("nim:1.1,players=3").unwrap().start();
        let found = position.prospects(&SolveOrder::default(), &StopSignal::new()).unwrap().unwrap();
        let lines = told(&*position.game(), &found);
        assert_eq!(
            lines[..3],
            [
                "player 1: the others together can keep it from winning, and make it lose in 2 plies",
                "player 2: can force a win alone in 2 plies",
                "player 3: the others together can keep it from winning, and make it lose in 2 plies",
            ]
        );
        assert!(lines[3].starts_with("4 positions, "), "{}", lines[3]);
    }
}
