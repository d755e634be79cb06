//! The preset `adaptive`: the opponent that adapts against training bots, with the adaptation on and off.

mod history;
mod paper;
mod show;

use std::sync::Arc;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mossa_adapt::benchmark::{self, Openings, OpponentName};
use mossa_adapt::{BenchmarkReport, Bot, Means, Plan, Settings, Style};
use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};
use mossa_store::{NewRun, RunId, UnixMillis};
use serde_json::json;

use self::show::Summary;
use crate::args::LabArgs;
use crate::failure::Failure;
use crate::memory::Memory;
use crate::output::Output;
use crate::{files, setup, words};

/// The name of the preset, and of its runs in the database.
pub(super) const NAME: &str = "adaptive";

/// How many games each arm plays against a bot if nobody says.
const DEFAULT_GAMES: usize = 200;
/// How many games share what is learned, about.
const SESSION: usize = 20;
/// Intervals come from sessions, so there are at least two, and more than these gain little.
const SESSIONS: std::ops::RangeInclusive<usize> = 2..=50;

/// Refuses a game and options that other presets have no use for.
pub(super) fn refuse_elsewhere(args: &LabArgs, preset: &str) -> Result<(), Failure> {
    if args.game.is_some() {
        let problem = "[GAME] cannot be used together with --preset <NAME>";
        return Err(Failure::setting(problem, "one of them, or --preset adaptive"));
    }
    let given = &args.adaptive;
    let foreign = !given.bots.is_empty() || given.style.is_some() || given.plies.is_some() || given.history;
    if foreign || given.memory.db.is_some() {
        let problem = format!("--bots, --style, --plies, --history or --db of the preset {preset}");
        return Err(Failure::setting(problem, "--preset adaptive"));
    }
    Ok(())
}

/// Runs the benchmark, or tells what earlier ones found.
pub(super) fn run(args: &LabArgs, output: &mut Output) -> Result<(), Failure> {
    if args.adaptive.history {
        let game = args.game.as_deref().map(mossa_engine::open).transpose()?;
        let memory = Memory::open(args.adaptive.memory.db.as_deref())?;
        return history::tell(&memory, game.as_ref().map(|game| game.name()), args.output.json, output);
    }
    let game = game(args)?;
    let plans = plans(args, &game)?;
    if let Some(path) = &args.output.report {
        files::check_writable(path, files::HTML)?;
    }
    let memory = Memory::open(args.adaptive.memory.db.as_deref())?;
    let began = Instant::now();
    let id = begin(&memory, &game, &plans)?;
    let mut reports = Vec::new();
    for plan in &plans {
        let report = play(&game, plan)?;
        show::print(&report, &*game, args, output)?;
        reports.push(report);
    }
    let summaries: Vec<Summary> = reports.iter().map(Summary::new).collect();
    let summary = serde_json::to_value(&summaries)?;
    memory.db().wait(memory.db().end_run(id, UnixMillis::now(), &summary))?;
    if let Some(path) = &args.output.report {
        super::write(path, &paper::html(&reports, &game, args))?;
    }
    let seconds = began.elapsed().as_secs_f64();
    if args.output.json {
        return output.json(&json!({ "run": id, "seconds": seconds }));
    }
    output.line(format!("kept as run {id} in {}, {seconds:.1} s", memory.db().location()))
}

/// The game of the arguments, or the first that has bots.
fn game(args: &LabArgs) -> Result<Arc<dyn AnyGame>, Failure> {
    let with_bots = || mossa_engine::names_where(|game| !game.info().bots.is_empty());
    let name = match &args.game {
        Some(name) => name.clone(),
        None => with_bots().first().map(|name| (*name).to_owned()).unwrap_or_default(),
    };
    let game = mossa_engine::open(&name)?;
    if game.players() != 2 {
        let problem = format!("{} is a game for {}", game.name(), game.players());
        return Err(Failure::setting(problem, "a game for two"));
    }
    if game.info().bots.is_empty() && args.adaptive.bots.is_empty() {
        let expected = format!("one of: {}", with_bots().join(", "));
        let problem = format!("{} has no training bots", game.name());
        return Err(InputError::new(InputKind::Game, problem, expected).into());
    }
    Ok(game)
}

/// One plan for each opponent.
fn plans(args: &LabArgs, game: &Arc<dyn AnyGame>) -> Result<Vec<Plan>, Failure> {
    let given = &args.adaptive;
    let means = match (args.search.depth, args.search.nodes) {
        (Some(depth), _) => Means::Depth(depth),
        (None, Some(nodes)) => Means::Nodes(nodes),
        (None, None) => mossa_learner::usual_means(&**game),
    };
    let settings = Settings::new(given.style.unwrap_or(Style::Exploit), means);
    let all = || game.info().bots.iter().map(|bot| bot.name.to_owned()).collect();
    let names: Vec<String> = if given.bots.is_empty() { all() } else { given.bots.clone() };
    let wanted = args.tournament.games.unwrap_or(DEFAULT_GAMES);
    let sessions = (wanted / SESSION).clamp(*SESSIONS.start(), *SESSIONS.end());
    let plan = |name: String| {
        let opponent = if name == "perfect" { OpponentName::Perfect } else { OpponentName::Bot(name) };
        if let OpponentName::Bot(name) = &opponent {
            Bot::new(&**game, name, 0)?;
        }
        Ok(Plan {
            opponent,
            settings: settings.clone(),
            openings: match given.plies.unwrap_or(0) {
                0 => Openings::Start,
                plies => Openings::Balanced { plies },
            },
            sessions,
            // Both sides of each opening.
            games: wanted.div_ceil(sessions).next_multiple_of(2),
            seed: args.tournament.seed,
            threads: args.tournament.concurrency.unwrap_or_else(setup::cores),
        })
    };
    names.into_iter().map(plan).collect()
}

/// Plays one plan, with a bar for whoever watches.
fn play(game: &Arc<dyn AnyGame>, plan: &Plan) -> Result<BenchmarkReport, Failure> {
    // It draws nothing where there is no terminal.
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5));
    let template = "{wide_bar} {pos}/{len} sessions against {msg}, {eta} left";
    let bar = match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.set_message(plan.opponent.name().to_owned());
    let report = benchmark::run(game, plan, &|done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(report?)
}

fn begin(memory: &Memory, game: &Arc<dyn AnyGame>, plans: &[Plan]) -> Result<RunId, Failure> {
    let id = RunId::random()?;
    let settings = plans.first().map(|plan| {
        json!({
            "style": plan.settings.style,
            "means": words_of(plan.settings.means),
            "tolerance": plan.settings.tolerance,
            "openings": plan.openings,
            "sessions": plan.sessions,
            "games": plan.games,
            "seed": plan.seed,
            "opponents": plans.iter().map(|plan| plan.opponent.name()).collect::<Vec<_>>(),
        })
    });
    let new = NewRun {
        id,
        kind: NAME.to_owned(),
        game: game.name().to_owned(),
        settings: settings.unwrap_or_default(),
        begun: UnixMillis::now(),
    };
    memory.db().wait(memory.db().begin_run(&new))?;
    Ok(id)
}

/// What moves are judged by, in words.
fn words_of(means: Means) -> String {
    match means {
        Means::Solver => "the game's solver".to_owned(),
        Means::Depth(depth) => format!("a search to depth {depth}"),
        Means::Nodes(nodes) => format!("a search of {} positions", words::grouped(nodes)),
    }
}
