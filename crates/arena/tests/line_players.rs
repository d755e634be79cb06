//! Programs that misbehave in every way: each loses by the right fault, soon, and leaves no process behind.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_arena::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use mossa_arena::players::PlayerSpec;
use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{Assessment, Outcome, Player};
use mossa_search::{Limits, StopSignal};

/// Long enough for an interpreter on a busy machine.
const PATIENT: Duration = Duration::from_secs(20);
/// For those who never answer.
const IMPATIENT: Duration = Duration::from_millis(150);
/// Nobody keeps the arena waiting for much longer than its patience.
const SOON: Duration = Duration::from_secs(15);

/// A program at a board.
struct Seated {
    contestant: Box<dyn Contestant>,
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    stop: StopSignal,
    marker: String,
}

impl Seated {
    fn at(bot: &str, game: &str) -> Seated {
        let marker = format!("bot-of-test-{}-{bot}-{game}", std::process::id());
        let path = format!("{}/tests/bots/{bot}.py", env!("CARGO_MANIFEST_DIR"));
        let spec = PlayerSpec::parse(&format!("line:python3 -B \"{path}\" {marker}")).unwrap();
        let game = mossa_engine::open(game).unwrap();
        let contestant = spec.seat(&game).unwrap();
        let position = Arc::clone(&game).start();
        Seated { contestant, game, position, stop: StopSignal::new(), marker }
    }

    fn begin(&mut self) -> Result<(), Fault> {
        let new = NewGame { game: &self.game, seat: Player::FIRST, seed: 7, stop: &self.stop };
        self.contestant.begin(&new)
    }

    fn choose(&mut self, patience: Duration) -> Result<Answer, Fault> {
        self.contestant.choose(&Turn {
            position: &*self.position,
            start: None,
            limits: Limits::nodes(5),
            clocks: &[None, None],
            patience,
            stop: &self.stop,
        })
    }

    /// The move of a turn that goes well.
    fn makes_a_move(&mut self) -> Choice {
        match self.choose(PATIENT) {
            Ok(Answer::Move(choice)) => {
                self.position.play(&choice.text).unwrap();
                choice
            }
            other => panic!("{other:?}"),
        }
    }

    /// After a fault nothing is left of the program, and it stays at the fault.
    fn is_gone(&mut self) {
        self.leaves_nothing_behind();
        self.contestant.finish(&Outcome::win(Player::SECOND, 2));
        assert!(matches!(self.choose(PATIENT), Err(Fault::Crashed(_))));
        assert!(matches!(self.begin(), Err(Fault::Crashed(_))));
    }

    fn leaves_nothing_behind(&self) {
        let deadline = Instant::now() + Duration::from_secs(5);
        while !processes_with(&self.marker).is_empty() {
            assert!(Instant::now() < deadline, "{:?} still runs", processes_with(&self.marker));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The processes of this machine whose command has this word. What has ended has no command any more.
fn processes_with(marker: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().map(|entry| entry.path()).filter(|path| {
        let command = std::fs::read(path.join("cmdline")).unwrap_or_default();
        command.split(|byte| *byte == 0).any(|word| word == marker.as_bytes())
    });
    pids.map(|path| path.display().to_string()).collect()
}

/// The fault in the first turn.
fn fault_of(bot: &str, patience: Duration) -> Fault {
    let mut seated = Seated::at(bot, "mnk:3,3,3");
    let began = Instant::now();
    let fault = match seated.begin() {
        Ok(()) => seated.choose(patience).unwrap_err(),
        Err(fault) => fault,
    };
    assert!(began.elapsed() < SOON, "{bot} took {:?}", began.elapsed());
    seated.is_gone();
    fault
}

#[test]
fn a_program_that_ends_is_told_with_its_status_and_last_words() {
    let fault = fault_of("crash_at_start", PATIENT).to_string();
    assert_eq!(fault, "crashed: ended with status 1; its last words: \"no licence found\"");
    let fault = fault_of("killed", PATIENT);
    assert_eq!(fault, Fault::Crashed("ended by signal 11".to_owned()));
}

#[test]
fn a_program_that_ends_in_the_middle_of_a_game_has_made_its_moves() {
    let mut seated = Seated::at("crash_in_game", "mnk:3,3,3");
    seated.begin().unwrap();
    let choice = seated.makes_a_move();
    assert_eq!((choice.depth, choice.nodes), (Some(1), Some(2)));
    assert_eq!(choice.value, Some(Assessment::Guess { score: 3 }));
    let fault = seated.choose(PATIENT).unwrap_err().to_string();
    assert!(fault.starts_with("crashed: ended with status 1; its last words: "), "{fault}");
    assert!(fault.contains("ZeroDivisionError"), "{fault}");
    seated.is_gone();
}

#[test]
fn a_program_that_hangs_is_ended_with_its_children() {
    let mut seated = Seated::at("hang", "mnk:3,3,3");
    seated.begin().unwrap();
    // Its child may need a moment to begin.
    let began = Instant::now();
    while processes_with(&seated.marker).len() < 2 && cfg!(target_os = "linux") {
        assert!(began.elapsed() < SOON, "there should be the program and its child");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(seated.choose(IMPATIENT), Err(Fault::Silent(IMPATIENT)));
    seated.is_gone();
}

#[test]
fn a_program_that_never_reads_cannot_block_the_arena() {
    // The board of 10 000 cells makes the lines of one turn longer than what fits into a pipe.
    let mut seated = Seated::at("deaf", "mnk:100,100,5");
    seated.begin().unwrap();
    assert_eq!(seated.choose(IMPATIENT), Err(Fault::Silent(IMPATIENT)));
    seated.is_gone();
}

#[test]
fn answers_that_are_none_are_garbage() {
    let garbage = |reason: &str| Fault::Garbage(reason.to_owned());
    assert_eq!(fault_of("garbage", PATIENT), garbage("\"bestmove a3\""));
    assert_eq!(fault_of("bad_info", PATIENT), garbage("\"info depth deep\""));
    assert_eq!(fault_of("not_utf8", PATIENT), garbage("\"move \u{fffd}\u{fffd}\", which is not UTF-8"));
    let unfinished = "\"move a3\" without an end of line, and nothing more within 1000 ms";
    assert_eq!(fault_of("no_newline", Duration::from_secs(1)), garbage(unfinished));
}

#[test]
fn floods_are_cut_off() {
    let flooded = |reason: &str| Fault::Flooded(reason.to_owned());
    assert_eq!(fault_of("flood_lines", PATIENT), flooded("more than 10000 lines in one turn"));
    assert_eq!(fault_of("flood_bytes", PATIENT), flooded("a line of more than 4096 bytes"));
    assert_eq!(fault_of("flood_long_lines", PATIENT), flooded("more than 1000000 bytes in one turn"));
    assert_eq!(fault_of("flood_errors", PATIENT), flooded("too much on its error output"));
}

#[test]
fn closed_pipes_are_noticed_at_once() {
    assert_eq!(fault_of("closes_output", PATIENT), Fault::Crashed("closed its output".to_owned()));
    let mut seated = Seated::at("closes_input", "mnk:3,3,3");
    seated.begin().unwrap();
    seated.makes_a_move();
    // Whether it has closed its input by now or will soon: the second line that is written after that is refused.
    let fault = loop {
        std::thread::sleep(Duration::from_millis(20));
        seated.contestant.finish(&Outcome::draw(2));
        match seated.begin() {
            Ok(()) => {}
            Err(fault) => break fault,
        }
    };
    assert_eq!(fault, Fault::Crashed("closed its input".to_owned()));
    seated.is_gone();
}

#[test]
fn a_second_answer_never_becomes_the_answer_of_the_next_turn() {
    let mut seated = Seated::at("chatty", "mnk:3,3,3");
    seated.begin().unwrap();
    let choice = seated.makes_a_move();
    assert_eq!(choice.text, "a3");
    // By now it has said the rest.
    std::thread::sleep(Duration::from_millis(300));
    let fault = seated.choose(PATIENT).unwrap_err();
    assert_eq!(fault, Fault::Garbage("\"move c1\" although it was not its turn".to_owned()));
    seated.is_gone();
}

#[test]
fn what_a_program_may_say_is_passed_on() {
    assert_eq!(fault_of("refuses", PATIENT), Fault::Refused("\"this board is too small for me\"".to_owned()));
    let mut illegal = Seated::at("illegal", "mnk:3,3,3");
    illegal.begin().unwrap();
    let choice = Choice { text: "zz99".to_owned(), ..Choice::default() };
    assert_eq!(illegal.choose(PATIENT), Ok(Answer::Move(choice)), "the arena looks whether it is legal");
    let mut resigns = Seated::at("resigns", "mnk:3,3,3");
    resigns.begin().unwrap();
    resigns.makes_a_move();
    resigns.makes_a_move();
    assert_eq!(resigns.choose(PATIENT), Ok(Answer::Resign));
}

#[test]
fn a_run_that_is_stopped_waits_for_nobody() {
    for bot in ["hang", "never_ready"] {
        let mut seated = Seated::at(bot, "mnk:3,3,3");
        if bot == "hang" {
            seated.begin().unwrap();
        }
        let stop = seated.stop.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stop.stop();
            Instant::now()
        });
        let fault = if bot == "hang" { seated.choose(PATIENT).map(drop) } else { seated.begin() };
        let noticed = Instant::now().saturating_duration_since(stopper.join().unwrap());
        assert_eq!(fault, Err(Fault::Stopped), "{bot}");
        // The signal is looked at every 10 ms; ending the program takes a shell.
        assert!(noticed < Duration::from_secs(2), "{bot}: {noticed:?}");
        seated.is_gone();
    }
}

#[test]
fn a_program_plays_game_after_game_and_leaves_when_asked() {
    let began = Instant::now();
    let mut seated = Seated::at("stubborn", "mnk:3,3,3");
    for _ in 0..3 {
        seated.begin().unwrap();
        seated.position = Arc::clone(&seated.game).start();
        seated.makes_a_move();
        seated.makes_a_move();
        seated.contestant.finish(&Outcome::draw(2));
    }
    assert!(!processes_with(&seated.marker).is_empty() || !cfg!(target_os = "linux"));
    // It does not leave when asked: then it is made to.
    seated.contestant = PlayerSpec::parse("random").unwrap().seat(&seated.game).unwrap();
    seated.leaves_nothing_behind();
    assert!(began.elapsed() < SOON);
}

#[test]
fn a_program_that_does_not_exist_is_bad_input() {
    let spec = PlayerSpec::parse("line:/no/such/program --fast").unwrap();
    let error = spec.seat(&mossa_engine::open("mnk:3,3,3").unwrap()).err().unwrap();
    assert!(error.to_string().starts_with("cannot start `/no/such/program`: "), "{error}");
}

/// The example plays whole games of any size, and the same one again with the same seed.
#[test]
fn the_example_plays_every_game_at_random() {
    let spec = format!("line:python3 -B \"{}/../../examples/bot.py\"", env!("CARGO_MANIFEST_DIR"));
    let spec = PlayerSpec::parse(&spec).unwrap();
    let (game, stop) = (mossa_engine::open("mnk:4,5,3").unwrap(), StopSignal::new());
    let mut bot = spec.seat(&game).unwrap();
    let mut play = |seed| {
        bot.begin(&NewGame { game: &game, seat: Player::FIRST, seed, stop: &stop }).unwrap();
        let mut position = Arc::clone(&game).start();
        while position.result().is_none() {
            let here = position.boxed_clone();
            let turn = Turn {
                position: &*here,
                start: None,
                limits: Limits::per_move(PATIENT),
                clocks: &[None, None],
                patience: PATIENT,
                stop: &stop,
            };
            let Ok(Answer::Move(choice)) = bot.choose(&turn) else { panic!("no move") };
            position.play(&choice.text).unwrap();
        }
        bot.finish(&position.result().unwrap());
        position.history().to_vec()
    };
    let (first, second, again) = (play(1), play(2), play(1));
    assert!(first == again && first != second, "{first:?} {second:?}");
}
