//! A run from what was asked to what came out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mossa_arena::adjudication::Rules;
use mossa_arena::budget::Budget;
use mossa_arena::openings::{OpeningSource, USUAL_CANDIDATES};
use mossa_arena::played::PlayedGame;
use mossa_arena::players::PlayerSpec;
use mossa_arena::run::{Header, Journal, Opener, Run, RunSettings};
use mossa_arena::schedule::{Plan, Schedule};
use mossa_arena::stats::PointSystem;
use mossa_arena::summarise::summarise;
use mossa_arena::summary::{Summary, Tally};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::runs::Work;

/// The most players and games of a run.
const MOST_PLAYERS: usize = 12;
const MOST_GAMES: u64 = 2000;
/// What players may think who do not say how much, in positions.
const USUAL_NODES: u64 = 2000;
/// After so many plies a game is a draw.
const LONGEST: u32 = 600;

/// A run that is wanted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct RunGiven {
    /// `match` or `tournament`.
    pub(crate) kind: String,
    /// The game with its options.
    pub(crate) game: String,
    /// The players: `level:2`, `mossa:nodes=2000`, `perfect`, `random`.
    pub(crate) players: Vec<String>,
    /// How many games, at least.
    #[serde(default)]
    pub(crate) games: Option<u64>,
    /// `start`, or `random:4`.
    #[serde(default)]
    pub(crate) openings: Option<String>,
    /// Where all randomness begins.
    #[serde(default)]
    pub(crate) seed: u64,
}

/// What a run has come to.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Standings {
    /// The players, best first.
    pub(crate) standings: Vec<StandingText>,
    /// Row against column, as texts, in the order of the standings.
    pub(crate) crosstable: Vec<Vec<String>>,
    /// A match of two: what it says about the first of those who were named.
    pub(crate) elo: Option<Duel>,
}

/// How a player did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StandingText {
    /// What it is called.
    pub(crate) name: String,
    /// Points.
    pub(crate) points: f64,
    /// Games.
    pub(crate) games: u64,
    /// Won.
    pub(crate) wins: u64,
    /// Drawn.
    pub(crate) draws: u64,
    /// Lost.
    pub(crate) losses: u64,
    /// The rating over the whole run.
    pub(crate) elo: Option<f64>,
    /// Its 95 % error.
    pub(crate) error: Option<f64>,
    /// Positions a second.
    pub(crate) nodes_per_second: Option<f64>,
}

/// What a match of two says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Duel {
    /// The difference in Elo.
    pub(crate) elo: Option<f64>,
    /// Its 95 % error.
    pub(crate) error: Option<f64>,
    /// The likelihood that the first is the stronger one.
    pub(crate) los: Option<f64>,
    /// Pairs of games by what the first got: 0, 1/2, 1, 3/2, 2.
    pub(crate) pentanomial: [u64; 5],
}

/// A player; programs that are run on the machine are refused, and so is more than a player's share of it.
fn player(text: &str) -> Result<PlayerSpec, Problem> {
    let player = PlayerSpec::parse(text)?;
    if player.is_program() {
        return Err(Problem::bad_value("a player that runs a program", "level:2, mossa, perfect or random"));
    }
    if player.threads() > 1 || text.contains("table=") || text.contains("memory=") {
        return Err(Problem::bad_value("a player with threads or a table of its own", "the usual ones"));
    }
    Ok(player)
}

fn openings(text: Option<&str>) -> Result<OpeningSource, Problem> {
    let bad = || Problem::bad_value("unknown openings", "start, or random:4 with up to 40 plies");
    match text.unwrap_or("random:4") {
        "start" => Ok(OpeningSource::Start),
        text => {
            let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok());
            let plies = plies.filter(|plies| *plies <= 40).ok_or_else(bad)?;
            Ok(OpeningSource::Random { plies, best_of: USUAL_CANDIDATES })
        }
    }
}

/// Checks that a run can be carried out.
pub(crate) fn prepare(given: &RunGiven, open: Opener<'_>) -> Result<Run, Problem> {
    let plan = match given.kind.as_str() {
        "match" => Plan::Match,
        "tournament" => Plan::RoundRobin,
        other => return Err(Problem::bad_value(format!("no run `{other}`"), "match or tournament")),
    };
    if !(2..=MOST_PLAYERS).contains(&given.players.len()) {
        let detail = format!("{} players", given.players.len());
        return Err(Problem::bad_value(detail, format!("2 to {MOST_PLAYERS}")));
    }
    let games = given.games.unwrap_or(20);
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Problem::bad_value(format!("{games} games"), format!("1 to {MOST_GAMES}")));
    }
    let game = open(&given.game)?;
    let players = given.players.iter().map(|text| player(text)).collect::<Result<Vec<_>, _>>()?;
    let round = Schedule::new(plan.clone(), players.len(), game.players(), 1, 1)?.games_in_a_round().max(1);
    let settings = RunSettings {
        plan,
        players,
        boards: vec![game.name().to_owned()],
        rounds: usize::try_from(games.div_ceil(round)).unwrap_or(1),
        budget: Budget { nodes: Some(USUAL_NODES), ..Budget::default() },
        openings: openings(given.openings.as_deref())?,
        seed: given.seed,
        margin: 500,
        patience: 60_000,
        rules: Rules { max_plies: Some(LONGEST), ..Rules::default() },
        points: PointSystem::default(),
        sprt: None,
    };
    Ok(Run::prepare(settings, open)?)
}

/// Carries out a run to its end.
pub(crate) fn play(work: &Work) {
    if work.stop.is_stopped() {
        return work.tell(|state| state.state = "stopped");
    }
    work.tell(|state| state.state = "running");
    let played = catch_unwind(AssertUnwindSafe(|| carry_out(work)));
    let end = match played {
        Ok(true) => "done",
        Ok(false) if work.stop.is_stopped() => "stopped",
        _ => "failed",
    };
    work.tell(|state| state.state = end);
}

/// Plays the games; true if all were played.
fn carry_out(work: &Work) -> bool {
    // The journal is what a run resumes from; this one does not, and its file goes with it.
    let path = std::env::temp_dir().join(format!("mossa-run-{}.jsonl", work.id));
    let header = Header::new(work.run.settings().clone());
    let Ok((journal, earlier)) = Journal::open(&path, &header) else { return false };
    let mut games: Vec<PlayedGame> = Vec::new();
    let played = work.run.play(journal, earlier, 1, &work.stop, &mut |game| {
        games.push(game);
        let standings = told(&summarise(&work.run, &games, None));
        work.tell(|state| {
            state.done += 1;
            state.standings = standings;
        });
    });
    // Nobody needs it any more; if it stays, the system takes it sooner or later.
    let _ = std::fs::remove_file(&path);
    played.is_ok_and(|played| played.complete)
}

fn told(summary: &Summary) -> Standings {
    let mut order: Vec<usize> = (0..summary.players.len()).collect();
    order.sort_by_key(|player| summary.players[*player].place);
    let standing = |player: &usize| {
        let standing = &summary.players[*player];
        let Tally { wins, draws, losses } = standing.tally;
        StandingText {
            name: standing.name.clone(),
            points: standing.points,
            games: standing.tally.games(),
            wins,
            draws,
            losses,
            elo: standing.rating.map(|rating| rating.elo),
            error: standing.rating.map(|rating| rating.error),
            nodes_per_second: standing.speed,
        }
    };
    let cell = |row: usize, column: usize| {
        let tally = summary.crosstable.get(row).and_then(|row| row.get(column)).copied().unwrap_or_default();
        match tally.games() {
            0 => String::new(),
            _ => format!("{}-{}-{}", tally.wins, tally.draws, tally.losses),
        }
    };
    let row = |row: &usize| -> Vec<String> { order.iter().map(|column| cell(*row, *column)).collect() };
    let duel = summary.duel.as_ref().map(|duel| Duel {
        elo: duel.elo,
        error: duel.error,
        los: duel.los,
        pentanomial: duel.pentanomial,
    });
    Standings {
        standings: order.iter().map(standing).collect(),
        crosstable: order.iter().map(row).collect(),
        elo: duel,
    }
}
