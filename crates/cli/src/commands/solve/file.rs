//! Many positions, one on each line of a file.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Instant;

use mossa_engine::{AnyGame, AnyPosition, SolutionReport, SolveOrder};
use mossa_game::{Assessment, InputError, InputKind};
use mossa_search::StopSignal;
use serde::Serialize;

use super::expected::{Expected, readings};
use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, progress, setup, words};

/// A position to solve.
struct Task {
    /// The number of its line.
    number: usize,
    /// The position as it is written there.
    text: String,
    position: Box<dyn AnyPosition>,
    expected: Option<Expected>,
}

/// What came of it; without a solution if there was no time.
#[derive(Serialize)]
struct Row {
    number: usize,
    position: String,
    #[serde(flatten)]
    solution: Option<SolutionReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

/// What all positions took together.
#[derive(Default, Serialize)]
struct Total {
    solved: u64,
    wrong: u64,
    unsolved: u64,
    nodes: u64,
    seconds: f64,
}

/// Solves the positions of the file at `path`.
pub(super) fn run(args: &SolveArgs, path: &Path, output: &mut Output) -> Result<(), Failure> {
    let game = setup::opener(args.tables.as_deref())(&args.start.game)?;
    let tasks = read(&game, path, &files::positions_text(path)?)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let order = SolveOrder { moves: args.all_moves, line: args.all_moves, threads: 1, ..super::order(args) };
    let bar = progress::positions(tasks.len());
    let began = Instant::now();
    let mut total = Total { unsolved: tasks.len() as u64, ..Total::default() };
    let mut printed = Ok(());
    solve_all(tasks, args.threads, &order, &stop, &mut |row| {
        bar.inc(1);
        total.add(&row);
        if printed.is_ok() {
            printed = bar.suspend(|| print(&row, args.json, output));
        }
        // Nobody reads any more.
        if printed.is_err() {
            stop.stop();
        }
    })?;
    bar.finish_and_clear();
    printed?;
    total.seconds = began.elapsed().as_secs_f64();
    conclude(&total, args.json, output)?;
    if stop.is_stopped() {
        return Err(Failure::Unanswered("stopped before all positions were solved".to_owned()));
    }
    if total.wrong + total.unsolved > 0 { Err(Failure::No) } else { Ok(()) }
}

/// All positions of `text`, or what is wrong with the first bad line.
fn read(game: &Arc<dyn AnyGame>, path: &Path, text: &str) -> Result<Vec<Task>, InputError> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| readings(line).iter().any(|(position, _)| !position.is_empty()));
    let tasks = lines.map(|(index, line)| {
        read_line(game, index + 1, line).map_err(|error| {
            let problem = format!("{}:{}: {}", path.display(), index + 1, error.problem);
            InputError::new(error.kind, problem, error.expected)
        })
    });
    tasks.collect()
}

fn read_line(game: &Arc<dyn AnyGame>, number: usize, line: &str) -> Result<Task, InputError> {
    let mut first_error = None;
    for (text, expected) in readings(line) {
        match Arc::clone(game).position(text) {
            Ok(_) if matches!(expected, Some(Expected::Score(_))) && !game.has_solver() => {
                let problem = format!("a score for {}, which has no solver that gives scores", game.name());
                return Err(InputError::new(InputKind::Position, problem, "win, draw, loss, or `win in 5`"));
            }
            Ok(position) => return Ok(Task { number, text: text.to_owned(), position, expected }),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    let nothing = || InputError::new(InputKind::Position, "an empty line", "a position");
    Err(first_error.unwrap_or_else(nothing))
}

/// Solves all, several at once, and tells `each` in their order.
fn solve_all(
    tasks: Vec<Task>,
    threads: usize,
    order: &SolveOrder,
    stop: &StopSignal,
    each: &mut dyn FnMut(Row),
) -> Result<(), Failure> {
    let queue = Mutex::new(tasks.into_iter().enumerate());
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || {
                while !stop.is_stopped() {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((index, task)) = next else { break };
                    if sender.send((index, solve(&task, order, stop))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        in_order(receiver, |solved| {
            if let Some(row) = solved? {
                each(row);
            }
            Ok(())
        })
        .inspect_err(|_| stop.stop())
    })
}

/// Hands on what arrives in any order, first things first.
fn in_order<T>(
    arriving: mpsc::Receiver<(usize, T)>,
    mut each: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, item) in arriving {
        waiting.insert(index, item);
        while let Some(item) = waiting.remove(&next) {
            each(item)?;
            next += 1;
        }
    }
    Ok(())
}

/// Solves one position; nothing if it was stopped.
fn solve(task: &Task, order: &SolveOrder, stop: &StopSignal) -> Result<Option<Row>, InputError> {
    let solution = match task.position.solve(order, stop) {
        // A position that is too far from its end is not solved; the others may be.
        Err(error) if error.kind == InputKind::Position => None,
        solved => solved?,
    };
    if solution.is_none() && stop.is_stopped() {
        return Ok(None);
    }
    let over = task.position.result().is_some();
    let right = |expected: Expected| Some(expected.is_met(solution.as_ref()?, order.strength, over));
    Ok(Some(Row {
        number: task.number,
        position: task.text.clone(),
        right: task.expected.and_then(right),
        expected: task.expected.map(|expected| expected.to_string()),
        solution,
    }))
}

impl Total {
    fn add(&mut self, row: &Row) {
        let Some(solution) = &row.solution else { return };
        self.unsolved -= 1;
        self.solved += 1;
        self.nodes += solution.nodes;
        self.wrong += u64::from(row.right == Some(false));
    }
}

fn print(row: &Row, json: bool, output: &mut Output) -> Result<(), Failure> {
    if json { output.json(row) } else { output.line(line(row)) }
}

/// `44  win in 5  score 3  210 nodes  0.001 s  wrong, expected -2`
fn line(row: &Row) -> String {
    let mut parts = vec![row.position.clone()];
    match &row.solution {
        None => parts.push("not solved".to_owned()),
        Some(found) => {
            let value = &found.value;
            parts.push(Assessment::Proven { outcome: value.outcome, plies: value.plies }.to_string());
            parts.extend(value.score.map(|score| format!("score {score}")));
            parts.extend(
                found.best.as_ref().filter(|_| !found.moves.is_empty()).map(|best| format!("best {best}")),
            );
            parts.push(format!("{} nodes", words::grouped(found.nodes)));
            parts.push(format!("{:.3} s", found.seconds));
        }
    }
    if row.right == Some(false) {
        parts.extend(row.expected.as_ref().map(|expected| format!("wrong, expected {expected}")));
    }
    parts.join("  ")
}

fn conclude(total: &Total, json: bool, output: &mut Output) -> Result<(), Failure> {
    if json {
        return output.json(total);
    }
    let mean = 1000.0 * total.seconds / total.solved.max(1) as f64;
    output.line(words::work(total.nodes, total.seconds))?;
    output.line(format!(
        "solved {}, wrong {}, unsolved {}, {mean:.3} ms each",
        total.solved, total.wrong, total.unsolved
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_conformance::toy::NimFamily;
    use mossa_engine::Registry;

    fn nim() -> Arc<dyn AnyGame> {
        Registry::empty().with(NimFamily).open("nim").unwrap()
    }

    fn rows(text: &str, threads: usize, order: &SolveOrder) -> (Vec<Row>, Total) {
        let tasks = read(&nim(), Path::new("f"), text).unwrap();
        let mut total = Total { unsolved: tasks.len() as u64, ..Total::default() };
        let mut rows = Vec::new();
        solve_all(tasks, threads, order, &StopSignal::new(), &mut |row| {
            total.add(&row);
            rows.push(row);
        })
        .unwrap();
        (rows, total)
    }

    const FILE: &str =
        "# heaps, and who is to move\n0.0.5 1 5\n\n0.4.4 2 loss in 8 # mirrored\n3.4.5 1\n3.3.0 1 win\n";

    #[test]
    fn positions_are_solved_in_order_and_compared() {
        for threads in [1, 3] {
            let (rows, total) = rows(FILE, threads, &SolveOrder::value_only());
            let seen: Vec<_> =
                rows.iter().map(|row| (row.number, row.position.as_str(), row.right)).collect();
            let expected = [
                (2, "0.0.5 1", Some(true)),
                (4, "0.4.4 2", Some(true)),
                (5, "3.4.5 1", None),
                (6, "3.3.0 1", Some(false)),
            ];
            assert_eq!(seen, expected);
            assert_eq!((total.solved, total.wrong, total.unsolved), (4, 1, 0));
        }
    }

    #[test]
    fn rows_are_told_to_people_and_programs() {
        let (rows, _) = rows(FILE, 1, &SolveOrder::default());
        let told = line(&rows[3]);
        assert!(told.starts_with("3.3.0 1  loss in 6  score -1  best a1  "), "{told}");
        assert!(told.ends_with(" s  wrong, expected win"), "{told}");
        let json = serde_json::to_value(&rows[0]).unwrap();
        assert_eq!(
            (&json["number"], &json["position"], &json["right"]),
            (&2.into(), &"0.0.5 1".into(), &true.into())
        );
        assert_eq!(
            (&json["outcome"], &json["plies"], &json["best"]),
            (&"win".into(), &1.into(), &"c5".into())
        );
    }

    #[test]
    fn what_takes_too_long_is_counted() {
        let hasty = SolveOrder { time: Some(std::time::Duration::ZERO), ..SolveOrder::value_only() };
        let (rows, total) = rows(FILE, 2, &hasty);
        assert_eq!((total.solved, total.wrong, total.unsolved, rows.len()), (0, 0, 4, 4));
        assert_eq!(line(&rows[0]), "0.0.5 1  not solved");
        assert!(
            serde_json::to_string(&rows[0]).unwrap().starts_with("{\"number\":2,\"position\":\"0.0.5 1\"")
        );
    }

    #[test]
    fn bad_lines_are_named_before_anything_is_solved() {
        let problem = |text| read(&nim(), Path::new("f"), text).err().unwrap().to_string();
        assert!(
            problem("0.0.5 1\n\n9.9 1").starts_with("f:3: unreadable position \"9.9\""),
            "{}",
            problem("9.9 1")
        );
        assert!(problem("0.0.5 1 win in").starts_with("f:1: "));
        let board = mossa_engine::open("mnk:3,3,3").unwrap();
        let error = read(&board, Path::new("f"), "3/3/3 x draw\n3/3/3 x 0").err().unwrap().to_string();
        assert!(error.starts_with("f:2: a score for mnk:3,3,3, which has no solver"), "{error}");
    }

    #[test]
    fn a_signal_ends_it() {
        let stop = StopSignal::new();
        stop.stop();
        let tasks = read(&nim(), Path::new("f"), FILE).unwrap();
        solve_all(tasks, 2, &SolveOrder::default(), &stop, &mut |row| panic!("{}", row.position)).unwrap();
    }
}
