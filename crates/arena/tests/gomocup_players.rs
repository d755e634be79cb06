//! Programs of the Gomocup protocol as players: what they are told, byte by byte, and what happens if they misbehave.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_arena::contestant::{Answer, Contestant, Fault, NewGame, Turn};
use mossa_arena::players::PlayerSpec;
use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{Outcome, Player};
use mossa_search::{Limits, StopSignal, TimeControl};

/// Long enough for an interpreter on a busy machine.
const PATIENT: Duration = Duration::from_secs(20);
/// For those who never answer.
const IMPATIENT: Duration = Duration::from_millis(150);

/// A program at a board.
struct Seated {
    contestant: Option<Box<dyn Contestant>>,
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    start: Option<&'static str>,
    limits: Limits,
    marker: String,
    log: PathBuf,
}

impl Seated {
    fn at(behaviour: &str, settings: &str, game: &str) -> Seated {
        let name =
            format!("brain-{}-{behaviour}-{game}", std::process::id()).replace([' ', ':', ',', '='], "-");
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.log"));
        let _ = std::fs::remove_file(&log);
        let bot = format!("{}/tests/bots/gomocup.py", env!("CARGO_MANIFEST_DIR"));
        let command = format!("python3 -B \"{bot}\" {name} \"{behaviour}\" \"{}\"", log.display());
        let spec = PlayerSpec::parse(&format!("gomocup[time=500{settings}]:{command}")).unwrap();
        let game = mossa_engine::open(game).unwrap();
        let contestant = Some(spec.seat(&game).unwrap());
        let position = Arc::clone(&game).start();
        let limits = Limits::per_move(Duration::from_millis(500));
        Seated { contestant, game, position, start: None, limits, marker: name, log }
    }

    fn contestant(&mut self) -> &mut dyn Contestant {
        &mut **self.contestant.as_mut().unwrap()
    }

    /// Begins a game with these moves, or from a position.
    fn begin(&mut self, start: Option<&'static str>, moves: &[&str]) -> Result<(), Fault> {
        self.start = start;
        self.position = match start {
            Some(text) => Arc::clone(&self.game).position(text).unwrap(),
            None => Arc::clone(&self.game).start(),
        };
        self.play(moves);
        let game = Arc::clone(&self.game);
        let seat = self.position.to_move();
        self.contestant().begin(&NewGame { game: &game, seat, seed: 7, stop: &StopSignal::new() })
    }

    fn play(&mut self, moves: &[&str]) {
        for text in moves {
            self.position.play(text).unwrap();
        }
    }

    fn choose(&mut self, patience: Duration) -> Result<String, Fault> {
        let (position, start, limits) = (self.position.boxed_clone(), self.start, self.limits);
        let stop = StopSignal::new();
        let turn = Turn { position: &*position, start, limits, clocks: &[None, None], patience, stop: &stop };
        match self.contestant().choose(&turn)? {
            Answer::Move(choice) => Ok(choice.text),
            Answer::Resign => panic!("resigned"),
        }
    }

    /// A turn that goes well: the move in our notation.
    fn moves(&mut self) -> String {
        let text = self.choose(PATIENT).unwrap();
        self.position.play(&text).unwrap().text
    }

    /// The lines that the program has heard since this was last asked.
    fn heard(&mut self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.log).unwrap();
        std::fs::write(&self.log, "").unwrap();
        text.lines().map(str::to_owned).collect()
    }

    fn leaves(&mut self) {
        self.contestant = None;
        let deadline = Instant::now() + Duration::from_secs(5);
        while !processes_with(&self.marker).is_empty() {
            assert!(Instant::now() < deadline, "{:?} still runs", processes_with(&self.marker));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.log);
    }
}

/// The processes of this machine whose command has this word.
fn processes_with(marker: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| {
        let command = std::fs::read(path.join("cmdline")).unwrap_or_default();
        command.split(|byte| *byte == 0).any(|word| word == marker.as_bytes())
    });
    paths.map(|path| path.display().to_string()).collect()
}

#[test]
fn a_program_is_told_what_the_protocol_wants() {
    let mut seated = Seated::at("well", "", "mnk:15,15,5");
    seated.begin(None, &[]).unwrap();
    assert_eq!(seated.moves(), "a15", "its first free cell is 0,0");
    let before = [
        "INFO max_memory 367001600",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO timeout_turn 500",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
    ];
    let lines =
        |first: &'static str, last: &[&'static str]| -> Vec<&str> { [&[first], &before[..], last].concat() };
    assert_eq!(seated.heard(), lines("START 15", &["BEGIN"]));
    seated.play(&["c14"]);
    assert_eq!(seated.moves(), "b15");
    assert_eq!(seated.heard(), ["INFO time_left 2147483647", "TURN 2,1"]);
    // The next game on the same board: the program is second.
    seated.begin(None, &["h8"]).unwrap();
    assert_eq!(seated.moves(), "a15", "its board was cleared");
    assert_eq!(seated.heard(), lines("RESTART", &["TURN 7,7"]));
    // An opening of three moves.
    seated.begin(None, &["h8", "i8", "h9"]).unwrap();
    assert_eq!(seated.moves(), "a15");
    assert_eq!(seated.heard(), lines("RESTART", &["BOARD", "7,7,2", "8,7,1", "7,6,2", "DONE"]));
    seated.play(&["h10"]);
    assert_eq!(seated.moves(), "b15");
    assert_eq!(seated.heard(), ["INFO time_left 2147483647", "TURN 7,5"]);
    // Two moves at once do not happen in a game, but a position that somebody looks at may be any.
    seated.position.undo();
    seated.position.undo();
    seated.play(&["h11"]);
    assert_eq!(seated.moves(), "b15");
    let board = ["BOARD", "7,7,2", "8,7,1", "7,6,2", "0,0,1", "7,4,2", "DONE"];
    assert_eq!(seated.heard(), [&["RESTART"], &before[3..], &board].concat());
    seated.leaves();
    assert_eq!(seated.heard(), ["END"]);
}

#[test]
fn boards_rules_and_provisions_are_told() {
    let mut seated = Seated::at("well", ",threads=2,memory=70,folder=/tmp/brains", "mnk:12,20,5,rule=renju");
    seated.begin(Some("20/20/3x16/4o15/20/20/20/20/20/20/20/20 x"), &["a1"]).unwrap();
    seated.limits.time = TimeControl::PerGame {
        remaining: Duration::from_secs(60),
        increment: Duration::from_secs(1),
        moves_to_go: None,
        overhead: Duration::ZERO,
    };
    assert_eq!(seated.moves(), "a12");
    let told = [
        "RECTSTART 20,12",
        "INFO max_memory 73400320",
        "INFO thread_num 2",
        "INFO folder /tmp/brains",
        "INFO game_type 1",
        "INFO rule 4",
        "INFO timeout_turn 60000",
        "INFO timeout_match 60000",
        "INFO time_left 60000",
        "BOARD",
        "3,2,2",
        "4,3,1",
        "0,11,2",
        "DONE",
    ];
    assert_eq!(seated.heard(), told);
    seated.play(&["b1"]);
    if let TimeControl::PerGame { remaining, .. } = &mut seated.limits.time {
        *remaining = Duration::from_millis(58_500);
    }
    assert_eq!(seated.moves(), "b12");
    assert_eq!(seated.heard(), ["INFO time_left 58500", "TURN 1,11"]);
    // The same program on another board, by another rule.
    seated.game = mossa_engine::open("mnk:9,9,5,rule=exact").unwrap();
    seated.begin(None, &[]).unwrap();
    assert_eq!(seated.moves(), "a9");
    let heard = seated.heard();
    assert!(heard[0] == "START 9" && heard.contains(&"INFO rule 1".to_owned()), "{heard:?}");
}

#[test]
fn what_the_protocol_allows_is_tolerated() {
    let mut chatty = Seated::at("chatty", "", "mnk:15,15,5");
    for _ in 0..2 {
        chatty.begin(None, &[]).unwrap();
        assert_eq!(chatty.moves(), "a15");
        chatty.play(&["h8"]);
        assert_eq!(chatty.moves(), "b15");
    }
    let mut suggests = Seated::at("suggests", "", "mnk:15,15,5");
    suggests.begin(None, &[]).unwrap();
    assert_eq!(suggests.moves(), "a15");
    assert_eq!(suggests.heard().last().unwrap(), "PLAY 0,0");
    let mut old = Seated::at("cannot restart", "", "mnk:15,15,5");
    for expected in [["START 15"].as_slice(), &["RESTART", "END", "START 15"]] {
        old.begin(None, &[]).unwrap();
        assert_eq!(old.moves(), "a15");
        assert_eq!(old.heard()[..expected.len()], *expected, "it was started again");
    }
    old.leaves();
}

#[test]
fn programs_that_misbehave_lose_by_the_right_fault() {
    let garbage = |text: &str| Fault::Garbage(text.to_owned());
    let refused = |text: &str| Fault::Refused(text.to_owned());
    for (behaviour, patience, fault) in [
        ("silent", IMPATIENT, Fault::Silent(IMPATIENT)),
        ("crashes", PATIENT, Fault::Crashed("ended with status 3".to_owned())),
        ("garbage", PATIENT, garbage("\"h8\"")),
        ("errors", PATIENT, refused("\"ERROR too difficult\"")),
        ("ignorant", IMPATIENT, refused("\"UNKNOWN command\"")),
        ("floods", PATIENT, Fault::Flooded("more than 10000 lines in one turn".to_owned())),
        ("refuses", PATIENT, refused("\"ERROR my board has 19 lines\"")),
    ] {
        let mut seated = Seated::at(behaviour, "", "mnk:15,15,5");
        let found = seated.begin(None, &[]).and_then(|()| seated.choose(patience).map(drop));
        assert_eq!(found, Err(fault), "{behaviour}");
        seated.contestant().finish(&Outcome::win(Player::SECOND, 2));
        assert!(matches!(seated.choose(PATIENT), Err(Fault::Crashed(_))), "{behaviour} stays at its fault");
        seated.leaves();
    }
}

#[test]
fn moves_that_are_none_and_answers_too_many_are_noticed() {
    let mut outside = Seated::at("outside", "", "mnk:15,15,5");
    outside.begin(None, &[]).unwrap();
    let text = outside.choose(PATIENT).unwrap();
    assert!(outside.position.play(&text).is_err(), "the arena looks whether `{text}` is legal");
    let mut more = Seated::at("says more", "", "mnk:15,15,5");
    more.begin(None, &[]).unwrap();
    more.moves();
    more.play(&["h8"]);
    std::thread::sleep(Duration::from_millis(300));
    let fault = more.choose(PATIENT).unwrap_err();
    assert_eq!(fault, Fault::Garbage("\"0,0\" although it was not its turn".to_owned()));
}

#[test]
fn a_program_that_does_not_leave_is_made_to() {
    let mut seated = Seated::at("stays", "", "mnk:15,15,5");
    seated.begin(None, &[]).unwrap();
    seated.moves();
    let began = Instant::now();
    seated.leaves();
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(seated.heard().last().unwrap(), "END");
}

#[test]
fn only_five_in_a_row_with_a_limit_of_time_can_be_played() {
    let refusal = |spec: &str, game: &str| {
        let spec = PlayerSpec::parse(spec).unwrap();
        spec.seat(&mossa_engine::open(game).unwrap()).err().unwrap().to_string()
    };
    assert_eq!(
        refusal("gomocup[time=100]:brain", "connect4"),
        "programs of Gomocup cannot play connect4; expected five in a row, such as mnk:15,15,5 or renju"
    );
    assert_eq!(
        refusal("gomocup:brain", "gomoku"),
        "brain would think for ever; expected a limit: time=MS, tc=10+0.1"
    );
    let budget = mossa_arena::budget::Budget { nodes: Some(5), ..Default::default() };
    let spec = PlayerSpec::parse("gomocup:brain").unwrap().with_default_budget(budget);
    let error = spec.seat(&mossa_engine::open("gomoku").unwrap()).err().unwrap().to_string();
    assert_eq!(
        error,
        "brain knows no limits of nodes or depth; expected a limit of time: time=MS or tc=10+0.1"
    );
    let error = refusal("gomocup[time=100]:/no/such/brain", "gomoku");
    assert!(error.starts_with("cannot start `/no/such/brain`: "), "{error}");
}
