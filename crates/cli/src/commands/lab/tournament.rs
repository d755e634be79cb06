//! Sets of techniques as players who meet, and tournaments that games bring.

use std::sync::Arc;

use mossa_arena::adjudication::Rules;
use mossa_arena::budget::{Budget, TimeRule};
use mossa_arena::lab::plan::{self, Pairing};
use mossa_arena::lab::score::{PairScore, pair_scores};
use mossa_arena::lab::{FeatureSet, TournamentPlan, ladder};
use mossa_arena::openings::{Opening, OpeningSource, Openings, USUAL_CANDIDATES};
use mossa_arena::players::PlayerSpec;
use mossa_arena::run::RunSettings;
use mossa_arena::schedule::Plan;
use mossa_arena::stats::points::PointSystem;
use mossa_engine::{AnyGame, Method};
use mossa_game::InputError;
use serde::Serialize;

use crate::args::{LabArgs, LabPairing, LabSearchArgs, Start};
use crate::contest;
use crate::contest::settings::{
    DEFAULT_MARGIN, DEFAULT_PATIENCE, DEFAULT_PLIES, default_budget, tell_unreadable,
};
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;

/// How many games a pair plays on a board if nothing is said: enough to see a large difference, and not too long for the
/// whole ladder.
const DEFAULT_GAMES: usize = 20;

/// Lets the sets of the arguments play against each other.
pub(super) fn run(game: &str, args: &LabArgs, output: &mut Output) -> Result<(), Failure> {
    if !args.tournament.boards.is_empty() {
        return Err(Failure::setting("--boards of sets that meet", "--preset or --openings, or one game"));
    }
    let board = mossa_engine::open(game)?;
    let players = players(&board, &args.search)?;
    if players.len() < 2 {
        return Err(Failure::setting("a tournament of one", "two sets or more"));
    }
    let pairing = match args.tournament.pairing {
        LabPairing::Ladder => Pairing::Ladder,
        LabPairing::RoundRobin => Pairing::RoundRobin,
    };
    let plan = TournamentPlan {
        title: format!("{}: sets of techniques", board.name()),
        pairs: pairing.pairs(players.len()),
        players,
        boards: vec![board.name().to_owned()],
        values: vec![None],
        encounters_per_board: plan::encounters(args.tournament.games.unwrap_or(DEFAULT_GAMES))?,
        points: PointSystem::CHESS,
        budget: budget(&args.search).unwrap_or(default_budget()),
        published: Vec::new(),
        source: String::new(),
    };
    carry_out(&plan, openings(game, &board, args)?, args, output)
}

/// Repeats a tournament that a game brings, perhaps with another budget, fewer boards, more games.
pub(super) fn repeat(
    mut plan: TournamentPlan,
    title: &str,
    args: &LabArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    if args.output.csv.is_some() || args.output.each {
        let problem = "--csv or --each of a tournament";
        return Err(Failure::setting(problem, "--out FILE for its games, --report FILE for its tables"));
    }
    title.clone_into(&mut plan.title);
    if !args.tournament.boards.is_empty() {
        plan = plan.on_boards(&args.tournament.boards, &mossa_engine::open)?;
    }
    if let Some(games) = args.tournament.games {
        plan = plan.with_games(games)?;
    }
    plan.budget = budget(&args.search).unwrap_or(plan.budget);
    carry_out(&plan, OpeningSource::Start, args, output)
}

/// What the arguments say about thinking, if anything.
fn budget(args: &LabSearchArgs) -> Option<Budget> {
    let budget = Budget { depth: args.depth, nodes: args.nodes, time: args.time.map(TimeRule::PerMove) };
    (!budget.is_unlimited()).then_some(budget)
}

/// Every set as a player.
fn players(board: &Arc<dyn AnyGame>, args: &LabSearchArgs) -> Result<Vec<PlayerSpec>, Failure> {
    let method = Method::from(args.method);
    let heeded = ladder::heeded(method, board.players())?;
    if board.players() > 2 {
        let problem = format!("{} is a game for {}", board.name(), board.players());
        return Err(Failure::setting(problem, "a game for two, or `mossa tournament`"));
    }
    let deepened = |sets| if args.depth.is_none() { ladder::deepened(sets) } else { sets };
    let sets = match &args.sets {
        Some(text) => deepened(ladder::parse(text)?),
        None => {
            let mut sets = vec![FeatureSet::minimax()];
            sets.extend(ladder::steps(heeded));
            if args.all_but {
                sets.extend(ladder::all_but_one(heeded));
            }
            ladder::distinct(deepened(sets))
        }
    };
    Ok(sets.iter().map(|set| plan::player(set, method)).collect::<Result<Vec<_>, InputError>>()?)
}

/// Games begin where the arguments say, or after a few random moves.
fn openings(game: &str, board: &Arc<dyn AnyGame>, args: &LabArgs) -> Result<OpeningSource, Failure> {
    let given = &args.subjects;
    if let Some(path) = &given.file {
        let openings = Openings::from_file(path, board, None)?;
        tell_unreadable(&openings);
        return Ok(OpeningSource::list(openings, false));
    }
    if given.position.is_none() && given.moves.is_none() {
        return Ok(OpeningSource::Random { plies: DEFAULT_PLIES, best_of: USUAL_CANDIDATES });
    }
    let start = Start { game: game.to_owned(), position: given.position.clone(), moves: given.moves.clone() };
    let moves = setup::position(&start)?.history().to_vec();
    let opening = Opening { start: given.position.clone(), moves, ..Opening::default() };
    Ok(OpeningSource::List { openings: vec![opening], shuffled: false })
}

fn carry_out(
    plan: &TournamentPlan,
    openings: OpeningSource,
    args: &LabArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let settings = RunSettings {
        plan: Plan::Explicit { pairs: plan.pairs.clone() },
        players: plan.players.clone(),
        boards: plan.boards.clone(),
        rounds: plan.encounters_per_board,
        budget: plan.budget,
        openings,
        seed: args.tournament.seed,
        margin: DEFAULT_MARGIN,
        patience: DEFAULT_PATIENCE,
        rules: Rules::default(),
        points: plan.points,
        sprt: None,
    };
    if !args.output.json {
        output.line(&plan.title)?;
    }
    let summary = contest::carry_out(Some(settings), &args.keeping(), output)?;
    let scores = pair_scores(plan, &summary);
    if args.output.json {
        return output.json(&Pairs { title: &plan.title, pairs: &scores, source: &plan.source });
    }
    print_pairs(plan, &scores, output)
}

/// The last object of the JSON form.
#[derive(Serialize)]
struct Pairs<'a> {
    title: &'a str,
    pairs: &'a [PairScore],
    source: &'a str,
}

fn print_pairs(plan: &TournamentPlan, scores: &[PairScore], output: &mut Output) -> Result<(), Failure> {
    output.line("")?;
    for score in scores {
        output.line(score.to_string())?;
        if plan.boards.len() > 1 {
            score.boards.iter().try_for_each(|board| output.line(format!("  {board}")))?;
        }
    }
    if !plan.source.is_empty() {
        output.line(format!("source: {}", plan.source))?;
    }
    Ok(())
}
