//! A run from what was asked to what came out.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mossa_arena::adjudication::Rules;
use mossa_arena::budget::Budget;
use mossa_arena::openings::{OpeningSource, USUAL_CANDIDATES};
use mossa_arena::played::PlayedGame;
use mossa_arena::players::PlayerSpec;
use mossa_arena::run::{Header, Journal, JournalError, Opener, Run, RunSettings};
use mossa_arena::schedule::{Plan, Schedule};
use mossa_arena::stats::PointSystem;
use mossa_arena::summarise::summarise;
use mossa_arena::summary::{Summary, Tally};
use mossa_store::RunId;

use crate::problem::Problem;
use crate::runs::Work;
use crate::runs::given::{Duel, RunGiven, RunKind, StandingText, Standings};

/// The most players and games of a run.
const MOST_PLAYERS: usize = 12;
const MOST_GAMES: u64 = 2000;
/// What players may think who do not say how much, in positions.
const USUAL_NODES: u64 = 2000;
const MOST_NODES: u64 = 1_000_000;
/// After so many plies a game is a draw.
const LONGEST: u32 = 600;

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
    let plan = if given.kind == RunKind::Match { Plan::Match } else { Plan::RoundRobin };
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
        budget: Budget {
            nodes: Some(given.nodes.unwrap_or(USUAL_NODES).clamp(1, MOST_NODES)),
            ..Budget::default()
        },
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

/// How long a run waits for a server that has not quite ended to leave the journal: the moves that are being thought about end
/// within some milliseconds, and what is stored afterwards within seconds on a busy disk.
const HANDING_OVER: Duration = Duration::from_secs(30);

/// Opens the journal, as soon as nobody else writes it.
fn journal(path: &Path, header: &Header, work: &Work) -> Result<(Journal, Vec<PlayedGame>), JournalError> {
    let begin = Instant::now();
    loop {
        match Journal::open(path, header) {
            Err(JournalError::Busy(_)) if begin.elapsed() < HANDING_OVER && !work.stop.is_stopped() => {
                std::thread::sleep(Duration::from_millis(20));
            }
            opened => return opened,
        }
    }
}

/// Plays the games; true if all were played.
pub(crate) fn carry_out(run: &Run, work: &Work) -> bool {
    let header = Header::new(run.settings().clone());
    let (journal, earlier) = match journal(&journal_path(work.id), &header, work) {
        Ok(opened) => opened,
        Err(error) => {
            eprintln!("the run {} cannot go on: {error}", work.id);
            return false;
        }
    };
    let mut games: Vec<PlayedGame> = earlier.clone();
    work.tell(|state| state.done = games.len() as u64);
    let played = run.play(journal, earlier, 1, &work.stop, &mut |game| {
        games.push(game);
        let standings = told(&summarise(run, &games, None));
        work.tell(|state| {
            state.done = games.len() as u64;
            state.standings = standings;
        });
    });
    played.is_ok_and(|played| played.complete)
}

/// The journal is what a run resumes from when the server was away.
fn journal_path(id: RunId) -> PathBuf {
    std::env::temp_dir().join(format!("mossa-run-{id}.jsonl"))
}

/// What came out of a run is stored: nobody needs its journal any more.
pub(crate) fn remove_journal(id: RunId) {
    // If it stays, the system takes it sooner or later. Runs that never played have none.
    let _ = std::fs::remove_file(journal_path(id));
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
