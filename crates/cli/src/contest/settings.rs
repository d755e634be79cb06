//! From what was typed to the settings of a run.

use std::path::Path;

use mossa_arena::adjudication::{DrawRule, ResignRule, Rules};
use mossa_arena::budget::{Budget, TimeRule};
use mossa_arena::openings::{MOST_COMPARED, OpeningSource, Openings, USUAL_CANDIDATES};
use mossa_arena::players::PlayerSpec;
use mossa_arena::run::RunSettings;
use mossa_arena::schedule::Plan;
use mossa_arena::stats::Sprt;

use super::open_game;
use crate::args::{BeginningArgs, ContestArgs, EndingArgs, ThinkingArgs};
use crate::failure::Failure;
use crate::words;

/// What players get who do not say how much they think, if the command does not either: milliseconds for each move.
const DEFAULT_TIME: u64 = 100;
/// What a player may exceed its time by without losing, in milliseconds: a busy machine may stop a process that long.
pub(crate) const DEFAULT_MARGIN: u64 = 100;
/// When a program without a limit of time counts as hanging, in milliseconds.
pub(crate) const DEFAULT_PATIENCE: u64 = 60_000;
/// Random moves before the players are asked: most searches would always play the same game otherwise.
pub(crate) const DEFAULT_PLIES: u32 = 4;

/// The budget of players who do not say how much they think.
pub(crate) fn default_budget() -> Budget {
    Budget { time: Some(TimeRule::PerMove(DEFAULT_TIME)), ..Budget::default() }
}

/// The settings of a run between `players`.
pub(crate) fn settings(
    plan: Plan,
    players: Vec<PlayerSpec>,
    rounds: usize,
    sprt: Option<Sprt>,
    args: &ContestArgs,
) -> Result<RunSettings, Failure> {
    let boards = args.game.iter().map(|name| Ok(open_game(name)?.name().to_owned()));
    let boards = boards.collect::<Result<Vec<String>, Failure>>()?;
    Ok(RunSettings {
        plan,
        players,
        openings: openings(&boards, &args.beginning)?,
        boards,
        rounds,
        budget: budget(&args.thinking)?,
        seed: args.beginning.seed,
        margin: args.thinking.margin,
        patience: args.thinking.patience,
        rules: rules(&args.ending)?,
        points: args.ending.points.parse()?,
        sprt,
    })
}

/// What the command says about thinking.
pub(crate) fn budget(args: &ThinkingArgs) -> Result<Budget, Failure> {
    let time = match (&args.tc, args.time) {
        (Some(control), _) => Some(TimeRule::parse(control)?),
        (None, time) => time.map(TimeRule::PerMove),
    };
    let budget = Budget { depth: args.depth, nodes: args.nodes, time };
    Ok(if budget.is_unlimited() { default_budget() } else { budget })
}

fn rules(args: &EndingArgs) -> Result<Rules, Failure> {
    Ok(Rules {
        resign: args.resign.as_deref().map(str::parse::<ResignRule>).transpose()?,
        draw: args.draw.as_deref().map(str::parse::<DrawRule>).transpose()?,
        proven: args.prove,
        max_plies: args.max_plies,
    })
}

/// The most random plies: beyond that games are mostly over, and the search for others takes long.
const MOST_PLIES: u32 = 1000;

fn openings(boards: &[String], args: &BeginningArgs) -> Result<OpeningSource, Failure> {
    match args.openings.as_str() {
        "start" => Ok(OpeningSource::Start),
        "random" => random_openings("", args),
        text => match text.strip_prefix("random:") {
            Some(numbers) => random_openings(numbers, args),
            None => from_file(Path::new(text), boards, args),
        },
    }
}

/// `PLIES`, or `PLIES:CANDIDATES`.
fn random_openings(numbers: &str, args: &BeginningArgs) -> Result<OpeningSource, Failure> {
    let expected = format!("random:4, or random:4:64 for the most even of 64 (at most {MOST_COMPARED})");
    let (plies, candidates) = numbers.split_once(':').map_or((numbers, None), |(plies, n)| (plies, Some(n)));
    let plies = match plies {
        "" if candidates.is_none() => Some(DEFAULT_PLIES),
        plies => plies.parse().ok().filter(|&plies| plies <= MOST_PLIES),
    };
    let Some(plies) = plies else {
        return Err(Failure::setting(format!("no number of plies in `random:{numbers}`"), expected));
    };
    let best_of = match candidates {
        None => Some(USUAL_CANDIDATES),
        Some(number) => number.parse().ok().filter(|number| (1..=MOST_COMPARED).contains(number)),
    };
    let Some(best_of) = best_of else {
        return Err(Failure::setting(format!("no number of candidates in `random:{numbers}`"), expected));
    };
    Ok(OpeningSource::Random { plies, best_of: if args.unbalanced { 1 } else { best_of } })
}

fn from_file(path: &Path, boards: &[String], args: &BeginningArgs) -> Result<OpeningSource, Failure> {
    let [board] = boards else {
        return Err(Failure::setting("an opening file for several games", "one --game, or random openings"));
    };
    let openings = Openings::from_file(path, &open_game(board)?, args.plies)?;
    tell_unreadable(&openings);
    Ok(OpeningSource::list(openings, args.shuffle))
}

/// Says which openings of a file cannot be read.
pub(crate) fn tell_unreadable(openings: &Openings) {
    openings.problems.iter().for_each(|problem| eprintln!("left out: {problem}"));
    if openings.unreadable > 0 {
        let left_out = words::counted(openings.unreadable as u64, "opening", "openings");
        let used = words::grouped(openings.openings.len() as u64);
        eprintln!("{left_out} left out, {used} used");
    }
}
