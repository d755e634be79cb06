//! A program at a board, for tests of what it is told and of what happens if it misbehaves.
#![allow(dead_code, reason = "each test of programs uses its own part")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_arena::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use mossa_arena::players::PlayerSpec;
use mossa_engine::{AnyGame, AnyPosition};
use mossa_search::{Limits, StopSignal};

/// Long enough for an interpreter on a busy machine.
pub(crate) const PATIENT: Duration = Duration::from_secs(20);
/// For those who never answer.
pub(crate) const IMPATIENT: Duration = Duration::from_millis(150);

/// A program at a board.
pub(crate) struct Seated {
    pub contestant: Option<Box<dyn Contestant>>,
    pub game: Arc<dyn AnyGame>,
    pub position: Box<dyn AnyPosition>,
    pub start: Option<&'static str>,
    pub limits: Limits,
    pub marker: String,
    pub log: PathBuf,
}

impl Seated {
    /// The program `bots/PROTOCOL.py`, which behaves so, with these settings behind its limit of time.
    pub(crate) fn at(protocol: &str, behaviour: &str, settings: &str, game: &str) -> Seated {
        let name = format!("{protocol}-{}-{behaviour}-{game}", std::process::id())
            .replace([' ', ':', ',', '='], "-");
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.log"));
        let _ = std::fs::remove_file(&log);
        let bot = format!("{}/tests/bots/{protocol}.py", env!("CARGO_MANIFEST_DIR"));
        let command = format!("python3 -B \"{bot}\" {name} \"{behaviour}\" \"{}\"", log.display());
        let spec = PlayerSpec::parse(&format!("{protocol}[time=500{settings}]:{command}")).unwrap();
        let game = mossa_engine::open(game).unwrap();
        let contestant = Some(spec.seat(&game).unwrap());
        let position = Arc::clone(&game).start();
        let limits = Limits::per_move(Duration::from_millis(500));
        Seated { contestant, game, position, start: None, limits, marker: name, log }
    }

    /// The player.
    pub(crate) fn contestant(&mut self) -> &mut dyn Contestant {
        &mut **self.contestant.as_mut().unwrap()
    }

    /// Begins a game with these moves, or from a position.
    pub(crate) fn begin(&mut self, start: Option<&'static str>, moves: &[&str]) -> Result<(), Fault> {
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

    /// Plays these moves on the board.
    pub(crate) fn play(&mut self, moves: &[&str]) {
        for text in moves {
            self.position.play(text).unwrap();
        }
    }

    /// What the program answers in its turn.
    pub(crate) fn answer(&mut self, patience: Duration) -> Result<Choice, Fault> {
        let (position, start, limits) = (self.position.boxed_clone(), self.start, self.limits);
        let stop = StopSignal::new();
        let turn = Turn { position: &*position, start, limits, clocks: &[None, None], patience, stop: &stop };
        match self.contestant().choose(&turn)? {
            Answer::Move(choice) => Ok(choice),
            Answer::Resign => panic!("resigned"),
        }
    }

    /// The move that it answers.
    pub(crate) fn choose(&mut self, patience: Duration) -> Result<String, Fault> {
        self.answer(patience).map(|choice| choice.text)
    }

    /// A turn that goes well: the move in our notation.
    pub(crate) fn moves(&mut self) -> String {
        let text = self.choose(PATIENT).unwrap();
        self.position.play(&text).unwrap().text
    }

    /// The lines that the program has heard since this was last asked.
    pub(crate) fn heard(&mut self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.log).unwrap();
        std::fs::write(&self.log, "").unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Sends it away, and waits until none of its processes is left.
    pub(crate) fn leaves(&mut self) {
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
