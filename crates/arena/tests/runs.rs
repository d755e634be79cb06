//! Whole runs: repeatable, resumable, never losing or repeating a game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mossa_arena::adjudication::Rules;
use mossa_arena::budget::Budget;
use mossa_arena::openings::OpeningSource;
use mossa_arena::played::{Ending, PlayedGame};
use mossa_arena::players::PlayerSpec;
use mossa_arena::run::{Header, Journal, JournalError, Played, Run, RunSettings};
use mossa_arena::schedule::Plan;
use mossa_arena::stats::{Hypothesis, Model, PointSystem, Sprt};
use mossa_arena::summarise::summarise;
use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnyGame, LineAssessment, Means, Registry};
use mossa_game::{Assessment, InputError};
use mossa_search::{Limits, StopSignal};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("mossa-runs-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn journal(&self) -> PathBuf {
        self.0.join("run.jsonl")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn settings(players: &[&str], boards: &[&str], rounds: usize) -> RunSettings {
    RunSettings {
        plan: if players.len() == 2 { Plan::Match } else { Plan::RoundRobin },
        players: players.iter().map(|text| PlayerSpec::parse(text).unwrap()).collect(),
        boards: boards.iter().map(|&name| name.to_owned()).collect(),
        rounds,
        budget: Budget { nodes: Some(200), ..Budget::default() },
        openings: OpeningSource::Random { plies: 2, best_of: 8 },
        seed: 7,
        margin: 100,
        patience: 10_000,
        rules: Rules::default(),
        points: PointSystem::default(),
        sprt: None,
    }
}

fn open(name: &str) -> Result<Arc<dyn AnyGame>, InputError> {
    Registry::builtin().with(NimFamily).open(name)
}

fn run(settings: &RunSettings) -> Run {
    Run::prepare(settings.clone(), &open).unwrap()
}

/// Plays on until the end, or until `most` more games are finished.
fn go_on(settings: &RunSettings, path: &Path, concurrency: usize, most: Option<usize>) -> Played {
    let (journal, earlier) = Journal::open(path, &Header::new(settings.clone())).unwrap();
    let stop = StopSignal::new();
    let mut seen = 0;
    let run = run(settings);
    run.play(journal, earlier, concurrency, &stop, &mut |_| {
        seen += 1;
        if Some(seen) == most {
            stop.stop();
        }
    })
    .unwrap()
}

/// The games of a journal with all their moves, by number.
fn kept(path: &Path) -> Vec<PlayedGame> {
    let text = fs::read_to_string(path).unwrap();
    let games = text.lines().filter(|line| !line.starts_with("{\"mossa-run\""));
    let games = games.map(|line| serde_json::from_str(line).unwrap());
    let mut games: Vec<PlayedGame> = games.collect();
    games.sort_by_key(|game| game.number);
    games
}

/// What must be the same whenever the games are repeatable: everything but the time they took.
fn timeless(games: &[PlayedGame]) -> Vec<PlayedGame> {
    let mut games = games.to_vec();
    for game in &mut games {
        game.effort.iter_mut().for_each(|effort| effort.micros = 0);
        game.record.moves.iter_mut().for_each(|m| m.millis = None);
    }
    games
}

#[test]
fn a_run_is_the_same_whatever_interrupts_it_and_however_many_games_are_played_at_once() {
    let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
    let settings = settings(&["mossa", "level:2", "random"], &["mnk:4,4,3", "mnk:3,3,3"], 3);
    let once = go_on(&settings, &whole.journal(), 1, None);
    assert!(once.complete && once.games.len() == 36, "{}", once.games.len());
    let mut last = None;
    for most in [1, 5, 2, 9] {
        last = Some(go_on(&settings, &broken.journal(), 2, Some(most)));
        // What a killed process may leave behind.
        let mut text = fs::read(broken.journal()).unwrap();
        text.extend_from_slice(b"{\"number\":3,\"enc");
        fs::write(broken.journal(), text).unwrap();
    }
    assert!(!last.unwrap().complete);
    let resumed = go_on(&settings, &broken.journal(), 2, None);
    assert!(resumed.complete);
    let numbers: BTreeSet<u64> = resumed.games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (0..36).collect());
    assert_eq!(timeless(&kept(&broken.journal())), timeless(&kept(&whole.journal())));
    let again = go_on(&settings, &broken.journal(), 2, None);
    assert_eq!(again.games, resumed.games, "nothing is left to play");
}

#[test]
fn every_finished_game_is_in_the_journal_before_the_next_starts() {
    let folder = Folder::new("journal");
    let settings = settings(&["mossa", "random"], &["mnk:3,3,3"], 10);
    let (journal, earlier) = Journal::open(&folder.journal(), &Header::new(settings.clone())).unwrap();
    let mut seen = 0;
    let path = folder.journal();
    let run = run(&settings);
    run.play(journal, earlier, 1, &StopSignal::new(), &mut |_| {
        seen += 1;
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines > seen, "{lines} lines after {seen} games");
    })
    .unwrap();
    assert_eq!(seen, 20);
    for line in fs::read_to_string(&path).unwrap().lines().skip(1) {
        let game: PlayedGame = serde_json::from_str(line).unwrap();
        // The record stands for itself: text, and back.
        let text = game.record.to_text().unwrap();
        assert_eq!(mossa_game::GameRecord::from_text(&text).unwrap(), game.record);
    }
}

#[test]
fn journals_of_others_are_refused_and_left_alone() {
    let folder = Folder::new("refused");
    let ours = settings(&["mossa", "random"], &["mnk:3,3,3"], 1);
    let path = folder.journal();
    go_on(&ours, &path, 1, None);
    let before = fs::read(&path).unwrap();
    let other = RunSettings { seed: 8, rounds: 2, ..ours.clone() };
    assert!(!ours.is_extended_by(&other));
    let error = Journal::open(&path, &Header::new(other)).unwrap_err();
    assert!(error.to_string().contains("(rounds, seed)"), "{error}");
    let (held, ..) = Journal::resume(&path).unwrap();
    assert!(matches!(Journal::resume(&path), Err(JournalError::Busy(_))));
    drop(held);
    for damage in ["no journal\n", "{\"mossa-run\":99}\n", "{}\n"] {
        fs::write(&path, damage).unwrap();
        assert!(Journal::resume(&path).is_err() && Journal::open(&path, &Header::new(ours.clone())).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), damage, "nothing is touched");
    }
    let line_twice = [before.clone(), before.split_inclusive(|b| *b == b'\n').next_back().unwrap().to_vec()];
    fs::write(&path, line_twice.concat()).unwrap();
    let error = Journal::resume(&path).unwrap_err().to_string();
    assert!(error.contains("line 4: game 1 for the second time"), "{error}");
    assert!(Journal::resume(&folder.0.join("missing")).is_err());
}

#[test]
fn a_run_that_was_killed_before_its_first_line_begins_anew() {
    let folder = Folder::new("unbegun");
    let settings = settings(&["mossa", "random"], &["mnk:3,3,3"], 1);
    for torn in ["", "{\"mossa-run\":1,\"ver"] {
        fs::write(folder.journal(), torn).unwrap();
        assert_eq!(go_on(&settings, &folder.journal(), 1, None).games.len(), 2);
        fs::remove_file(folder.journal()).unwrap();
    }
    fs::write(folder.journal(), "somebody's notes").unwrap();
    assert!(Journal::open(&folder.journal(), &Header::new(settings)).is_err());
    assert_eq!(fs::read_to_string(folder.journal()).unwrap(), "somebody's notes");
}

#[test]
fn a_sequential_test_ends_at_the_same_pair_however_the_games_are_played() {
    let base = settings(&["mossa:nodes=300", "random"], &["mnk:4,4,3"], 500);
    let sprt = Sprt::new(0.0, 50.0, Model::Logistic).unwrap();
    let settings = RunSettings { sprt: Some(sprt), ..base };
    let mut curves = Vec::new();
    for concurrency in [1, 2] {
        let folder = Folder::new(&format!("sprt{concurrency}"));
        let played = go_on(&settings, &folder.journal(), concurrency, None);
        let test = played.sequential.clone().unwrap();
        assert_eq!(test.accepted(), Some(Hypothesis::H1));
        let summary = summarise(&run(&settings), &played.games, Some(&test));
        let duel = summary.duel.clone().unwrap();
        assert_eq!(summary.games, 2 * test.curve().len() as u64);
        assert_eq!(duel.pentanomial.iter().sum::<u64>(), test.curve().len() as u64);
        assert!(played.complete && summary.games < 1000);
        curves.push(test.curve().to_vec());
    }
    assert_eq!(curves[0], curves[1]);
}

#[test]
fn a_run_can_be_extended_and_never_shortened() {
    let (whole, grown) = (Folder::new("whole-length"), Folder::new("grown"));
    let long = settings(&["mossa", "level:2"], &["mnk:4,4,3"], 6);
    let short = RunSettings { rounds: 2, ..long.clone() };
    go_on(&long, &whole.journal(), 1, None);
    assert_eq!(go_on(&short, &grown.journal(), 1, None).games.len(), 4);
    go_on(&long, &grown.journal(), 2, Some(3));
    let (journal, header, games) = Journal::resume(&grown.journal()).unwrap();
    assert!(header.settings == long && (7..12).contains(&games.len()));
    drop(journal);
    go_on(&long, &grown.journal(), 2, None);
    assert_eq!(timeless(&kept(&grown.journal())), timeless(&kept(&whole.journal())));
    assert!(Journal::open(&grown.journal(), &Header::new(short)).is_err());
}

#[test]
fn swiss_rounds_are_resumed_with_the_same_pairings() {
    let (whole, broken) = (Folder::new("swiss"), Folder::new("swiss-broken"));
    let base = settings(&["random", "level:1", "level:2", "level:3", "mossa"], &["mnk:3,3,3"], 3);
    let settings = RunSettings { plan: Plan::Swiss, ..base };
    let once = go_on(&settings, &whole.journal(), 2, None);
    for most in [3, 1, 4] {
        go_on(&settings, &broken.journal(), 2, Some(most));
    }
    go_on(&settings, &broken.journal(), 1, None);
    assert_eq!(timeless(&kept(&broken.journal())), timeless(&kept(&whole.journal())));
    assert_eq!(once.games.len(), 3 * 2 * 2);
    // Five players, three rounds: three of them sat out once, and lost nothing by it.
    let summary = summarise(&run(&settings), &once.games, None);
    assert_eq!(summary.players.iter().map(|standing| standing.byes).sum::<u64>(), 3);
    for standing in &summary.players {
        assert_eq!(standing.tally.games() + 2 * standing.byes, 6, "{standing:?}");
        assert_eq!(standing.points, standing.tally.score() + 2.0 * standing.byes as f64);
    }
}

#[test]
fn journals_with_games_that_nobody_planned_are_refused() {
    let folder = Folder::new("stray");
    let settings = settings(&["mossa", "random"], &["mnk:3,3,3"], 3);
    let path = folder.journal();
    go_on(&settings, &path, 1, None);
    let sound = fs::read_to_string(&path).unwrap();
    let mutations = [
        ("\"number\":4", "\"number\":900", "game 900 does not belong to this run: there is no game"),
        ("\"encounter\":2", "\"encounter\":1", "another encounter"),
        ("\"board\":0", "\"board\":5", "another encounter, board or opening"),
        ("\"seats\":[0,1]", "\"seats\":[0,7]", "other players"),
        ("\"seats\":[0,1]", "\"seats\":[0,1,1]", "a result of 2 players"),
        ("\"result\":\"", "\"resulted\":\"", "no result"),
        ("\"opening_plies\":2", "\"opening_plies\":99", "too few moves"),
    ];
    for (from, to, told) in mutations {
        assert!(sound.contains(from), "{from} in {sound}");
        let damaged = sound.replacen(from, to, 1);
        fs::write(&path, &damaged).unwrap();
        let error = match Journal::resume(&path) {
            Err(error) => error.to_string(),
            Ok((journal, _, earlier)) => {
                let played = run(&settings).play(journal, earlier, 1, &StopSignal::new(), &mut |_| {});
                played.unwrap_err().to_string()
            }
        };
        assert!(error.contains(told), "{to}: {error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged, "nothing is touched");
    }
}

#[test]
fn openings_that_were_drawn_are_taken_from_the_games() {
    let folder = Folder::new("remembered");
    let settings = settings(&["random", "random"], &["mnk:5,5,4"], 4);
    let path = folder.journal();
    go_on(&settings, &path, 1, None);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let used = |line: &str| serde_json::from_str::<PlayedGame>(line).unwrap().used_opening();
    // As an older version might have left it: another opening in round 2, and a gap in round 1.
    let swapped = lines[5].replacen(&used(lines[5]).moves[0], "e5", 1);
    let expected = used(&swapped);
    assert_ne!(expected, used(lines[5]));
    lines[5] = &swapped;
    lines.remove(6);
    lines.truncate(6);
    lines.remove(3);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    go_on(&settings, &path, 2, None);
    let games = kept(&path);
    assert_eq!(
        (games.len(), games[4].used_opening(), games[5].used_opening()),
        (8, expected.clone(), expected)
    );
}

#[test]
fn whoever_forfeits_is_last_in_all_seats_that_he_has() {
    let folder = Folder::new("pod-forfeit");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/crash_in_game.py");
    let bot = format!("line[name=bot]:python3 {script}");
    let settings = settings(&["random", &bot], &["nim:players=3"], 1);
    let played = go_on(&settings, &folder.journal(), 2, None);
    let forfeited = played.games.iter().filter(|game| matches!(game.ending, Ending::Forfeit { .. }));
    let forfeited: Vec<&PlayedGame> = forfeited.collect();
    assert!(forfeited.iter().any(|game| game.seats.iter().filter(|&&player| player == 1).count() == 2));
    for game in forfeited {
        for (player, place) in game.seats.iter().zip(game.outcome().places()) {
            assert_eq!(*place == 1, *player == 0, "{game:?}");
        }
    }
}

#[test]
fn games_of_three_rotate_all_seats_and_rate_everybody() {
    let folder = Folder::new("pods");
    let settings = settings(&["maxn:depth=4", "random", "level:3"], &["nim:players=3"], 6);
    let played = go_on(&settings, &folder.journal(), 2, None);
    assert_eq!(played.games.len(), 18);
    let summary = summarise(&run(&settings), &played.games, None);
    for standing in &summary.players {
        assert!(standing.by_seat.iter().all(|tally| tally.games() == 6), "{standing:?}");
        assert!(standing.rating.is_some());
    }
    assert!(summary.duel.is_none() && summary.kind == "pods");
}

#[test]
fn points_and_tables_count_what_was_played() {
    let folder = Folder::new("points");
    let base = settings(&["mossa", "random"], &["mnk:3,3,3", "mnk:4,4,3"], 5);
    let settings = RunSettings { points: "3/1/0".parse().unwrap(), ..base };
    let played = go_on(&settings, &folder.journal(), 2, None);
    let summary = summarise(&run(&settings), &played.games, None);
    let duel = summary.duel.as_ref().unwrap();
    assert_eq!(summary.games, 20);
    assert_eq!(summary.players[0].points, (3 * duel.wins + duel.draws) as f64);
    assert_eq!(summary.players[1].points, (3 * duel.losses + duel.draws) as f64);
    assert_eq!(summary.crosstable[0][1].wins, duel.wins);
    let boards = summary.by_board.iter().map(|board| board[0][1].games()).collect::<Vec<_>>();
    assert_eq!(boards, [10, 10]);
    assert_eq!(summary.openings.iter().map(|row| row.first_seat.games()).sum::<u64>(), 20);
    assert!(duel.wins > 15 && summary.players[0].place == 1, "{duel:?}");
    assert_eq!(summary.endings, [("rules".to_owned(), 20)]);
}

#[test]
fn a_program_that_cannot_be_started_is_refused_before_anything_is_written() {
    let settings = settings(&["mossa", "line:no-such-program-anywhere"], &["mnk:3,3,3"], 1);
    let error = Run::prepare(settings, &open).err().unwrap();
    assert!(error.to_string().contains("no-such-program-anywhere"), "{error}");
}

#[test]
fn adjudication_ends_games_that_are_decided() {
    let folder = Folder::new("proven");
    let base = settings(&["mossa", "random"], &["mnk:5,5,4"], 4);
    let settings = RunSettings { rules: Rules { proven: Some(3000), ..Rules::default() }, ..base };
    let played = go_on(&settings, &folder.journal(), 2, None);
    assert!(played.games.iter().any(|game| game.ending == Ending::Proven));
    for game in kept(&folder.journal()).iter().filter(|game| game.ending == Ending::Proven) {
        // A search of a thousand times as many positions agrees, or proves nothing else.
        let mut position = open(&game.record.game).unwrap().start();
        game.record.moves.iter().for_each(|m| drop(position.play(&m.text).unwrap()));
        assert!(position.result().is_none());
        let means = Means { limits: Limits::nodes(3_000_000), ..Means::new(0) };
        let analysis = position.analyse(&means.request(1), &StopSignal::new(), &mut |_| {});
        let LineAssessment::Mover(Assessment::Proven { outcome, .. }) = analysis.lines[0].value else {
            panic!("not proven: {:?}", analysis.lines[0]);
        };
        assert_eq!(game.outcome().verdict(position.to_move()), outcome, "{}", position.text());
    }
}

#[test]
fn the_perfect_player_wins_every_won_game() {
    let folder = Folder::new("perfect");
    let mut settings = settings(&["perfect", "random"], &["nim:1.2.4.8"], 4);
    settings.openings = OpeningSource::Start;
    let opener = |name: &str| Registry::empty().with(NimFamily).open(name);
    let run = Run::prepare(settings.clone(), &opener).unwrap();
    let (journal, earlier) = Journal::open(&folder.journal(), &Header::new(settings)).unwrap();
    let played = run.play(journal, earlier, 2, &StopSignal::new(), &mut |_| {}).unwrap();
    let first = played.games.iter().filter(|game| game.record.players[0].name == "perfect");
    let results: Vec<String> = first.map(|game| game.record.result.unwrap().to_string()).collect();
    assert!(!results.is_empty() && results.iter().all(|result| result == "1-0"), "{results:?}");
}
