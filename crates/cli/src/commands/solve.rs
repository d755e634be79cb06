//! `mossa solve`: what positions are worth with perfect play.

mod expected;
mod file;
mod prospects;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mossa_engine::{AnyGame, AnyPosition, SolutionReport, SolveOrder};
use mossa_game::{SpaceCounts, Strength};
use mossa_search::StopSignal;

use crate::args::SolveArgs;
use crate::commands::analyse;
use crate::commands::book::Watch;
use crate::failure::Failure;
use crate::output::Output;
use crate::{interrupt, setup, words};

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, output: &mut Output) -> Result<(), Failure> {
    if let Some(path) = &args.file {
        return file::run(args, path, output);
    }
    let position = setup::position(&args.start)?;
    setup::load_tables(&*position.game(), args.tables.as_deref())?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    if !args.json {
        analyse::introduce(position.as_ref(), output)?;
        output.flush()?;
    }
    if position.game().players() > 2 {
        return prospects::run(position.as_ref(), args, &stop, output);
    }
    let solved = watched(&position.game(), || position.solve(&order(args), &stop));
    let Some(solution) = solved? else {
        return Err(Failure::Unanswered(given_up(args, &stop)));
    };
    if args.json {
        output.json(&solution)?;
    } else {
        print(position.as_ref(), &solution, output)?;
    }
    match solution.checked.and_then(|checked| checked.flaw) {
        Some(flaw) => Err(Failure::Unanswered(format!("the proof does not hold: {flaw}"))),
        None => Ok(()),
    }
}

/// How often a solver is asked how far it is: people see it move, and it costs nothing.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Does what may take long, and shows how far it is.
fn watched<T>(game: &Arc<dyn AnyGame>, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let shown = scope.spawn(|| {
            let watch = Watch::new();
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(LOOK_EVERY);
                if let Some(progress) = game.solving() {
                    watch.told(progress);
                }
            }
            watch.leave();
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        shown.thread().unpark();
        result
    })
}

/// What the arguments ask, of a single position.
fn order(args: &SolveArgs) -> SolveOrder {
    SolveOrder {
        strength: if args.weak { Strength::Weak } else { Strength::Strong },
        moves: true,
        line: true,
        book: !args.no_book,
        threads: args.threads,
        megabytes: Some(args.table),
        time: args.time.map(Duration::from_millis),
        patient: args.all_moves,
        verify: args.verify,
    }
}

fn given_up(args: &SolveArgs, stop: &StopSignal) -> String {
    match args.time {
        Some(time) if !stop.is_stopped() => {
            format!(
                "not solved within {time} ms; expected more --time, --threads or --table, or a later position"
            )
        }
        _ => "stopped before the position was solved".to_owned(),
    }
}

fn print(position: &dyn AnyPosition, solution: &SolutionReport, output: &mut Output) -> Result<(), Failure> {
    let over = position.result();
    if let Some(outcome) = over {
        output.line(format!("the game is over: {}", words::ending(&*position.game(), &outcome)))?;
        return output.line("best -");
    }
    output.line(words::perfect_result(&*position.game(), &solution.value, position.to_move()))?;
    output.line("")?;
    if !solution.moves.is_empty() {
        table(position, solution).iter().try_for_each(|line| output.line(line))?;
    }
    if solution.unsolved > 0 {
        let moves = words::counted(solution.unsolved as u64, "move is", "moves are");
        output.line(format!("{moves} too far from the end"))?;
    }
    output.line(format!("line {}", position.people_line(&solution.line)))?;
    if let Some(counts) = &solution.counts {
        counted(counts).iter().try_for_each(|line| output.line(line))?;
    }
    output.line(words::work(solution.nodes, solution.seconds))?;
    if let Some(checked) = solution.checked.as_ref().filter(|checked| checked.flaw.is_none()) {
        output.line(format!(
            "proof verified in {}",
            words::counted(checked.positions, "position", "positions")
        ))?;
    }
    output.line(format!("best {}", solution.best.as_deref().unwrap_or("-")))
}

/// How many positions have which value, for whoever is to move.
fn counted(counts: &SpaceCounts) -> [String; 2] {
    let SpaceCounts { states, illegal, wins, losses, draws, longest_win, longest_loss } = *counts;
    let [states, illegal, wins, losses, draws] = [states, illegal, wins, losses, draws].map(words::grouped);
    [
        format!("all positions {states}: wins {wins}, losses {losses}, draws {draws}, illegal {illegal}"),
        format!("longest win {longest_win} plies, longest loss {longest_loss} plies"),
    ]
}

/// The moves, what they lead to, and their scores, if there are any.
fn table(position: &dyn AnyPosition, solution: &SolutionReport) -> Vec<String> {
    let texts: Vec<String> = solution.moves.iter().map(|m| position.people_move(&m.text)).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(4);
    let scored = solution.moves.iter().any(|m| m.value.score.is_some());
    let row = |text: &str, result: &str, score: &str| {
        let row = format!("{text:<width$}  {result:<12}");
        if scored { format!("{row}  {score:>5}") } else { row.trim_end().to_owned() }
    };
    let mut rows = vec![row("move", "result", "score")];
    rows.extend(solution.moves.iter().zip(&texts).map(|(m, text)| {
        let score = m.value.score.map_or("-".to_owned(), |score| score.to_string());
        row(text, &words::led_to(&m.value), &score)
    }));
    rows.push(String::new());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_conformance::toy::NimFamily;
    use mossa_engine::Registry;
    use mossa_game::{Player, Solved, Verdict};

    #[test]
    fn moves_are_listed_with_scores_where_a_game_has_them() {
        let position = Registry::empty().with(NimFamily).open("nim:1.2").unwrap().start();
        let solution = position.solve(&SolveOrder::default(), &StopSignal::new()).unwrap().unwrap();
        let expected = [
            "move  result        score",
            "a1    loses in 2       -2",
            "b1    wins in 3         1",
            "b2    loses in 2       -2",
            "",
        ];
        assert_eq!(table(&*position, &solution), expected);
        let board = mossa_engine::open("mnk:2,2,2").unwrap().start();
        let solution = board.solve(&SolveOrder::default(), &StopSignal::new()).unwrap().unwrap();
        assert_eq!(table(&*board, &solution)[..2], ["move  result", "a2    wins in 3"]);
    }

    #[test]
    fn results_name_the_player() {
        let solved = |outcome, plies, score| Solved { outcome, plies, score };
        let (dipole, nim) = (
            mossa_engine::open("dipole").unwrap(),
            Registry::empty().with(NimFamily).open("nim:1.2").unwrap(),
        );
        let told = |value: Solved, mover| words::perfect_result(&*dipole, &value, mover);
        let won = solved(Verdict::Win, Some(41), Some(1));
        assert_eq!(told(won, Player::FIRST), "White wins in 41 plies, score 1");
        assert_eq!(told(won, Player::SECOND), "Black wins in 41 plies, score 1");
        assert_eq!(words::perfect_result(&*nim, &won, Player::FIRST), "player 1 wins in 41 plies, score 1");
        let lost = solved(Verdict::Loss, Some(2), None);
        assert_eq!(told(lost, Player::FIRST), "Black wins in 2 plies");
        assert_eq!(told(solved(Verdict::Draw, None, Some(0)), Player::FIRST), "draw, score 0");
        assert_eq!(told(solved(Verdict::Win, None, None), Player::FIRST), "White wins");
        assert_eq!(told(solved(Verdict::Win, Some(1), None), Player::FIRST), "White wins in 1 ply");
    }
}
