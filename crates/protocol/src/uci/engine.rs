//! What is done at each command.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mossa_engine::{AnyGame, AnyPosition, Means, Registry};
use mossa_game::{InputError, Perft, Player, perft};
use mossa_search::{Features, Limits, StopSignal, Table, TimeControl};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::book::OwnBook;
use super::commands::{self, Command, Go};
use super::errand::Errand;
use super::options::{Change, Options};
use super::outlet::Outlet;
use super::thinking::{self, Task, Thinking, Waits};
use super::{Settings, info};

/// An engine with its position.
pub(super) struct Engine {
    outlet: Outlet,
    options: Options,
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    /// How the position came about: a FEN, or nothing for the beginning, and moves.
    way: (Option<String>, Vec<String>),
    table: Arc<Table>,
    /// Where moves come from as long as it knows the position.
    book: OwnBook,
    thinking: Option<Thinking>,
    /// Work beside the board, which nothing but its end, `stop` and `quit` ends.
    errand: Option<Errand>,
    debug: bool,
    /// For moves of the book: nobody wants the same game again and again.
    dice: Xoshiro256PlusPlus,
}

/// What is taken if there is no memory for what was asked for, in megabytes.
const FALLBACK_HASH: usize = 16;

/// How long nothing may be told after the end of all lines, while work goes on: that nobody reads any more is only noticed by
/// telling.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// Nanoseconds of the clock, as a seed.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

fn open(chess960: bool) -> Result<Arc<dyn AnyGame>, InputError> {
    mossa_engine::open(if chess960 { "chess:960" } else { "chess" })
}

/// How many plies beyond those of the mate are searched: reductions and pruning make a search overlook mates until it is
/// that much deeper.
const MATE_RESERVE: u32 = 16;

impl Engine {
    pub(super) fn new(settings: &Settings, outlet: Outlet) -> io::Result<Engine> {
        let game = open(false).map_err(io::Error::other)?;
        let mut engine = Engine {
            outlet,
            position: Arc::clone(&game).start(),
            game,
            way: (None, Vec::new()),
            table: Arc::new(Table::with_buckets(1)),
            options: Options::new(settings),
            book: OwnBook::default(),
            thinking: None,
            errand: None,
            debug: false,
            dice: Xoshiro256PlusPlus::seed_from_u64(u64::from(std::process::id()) ^ now()),
        };
        engine.resize()?;
        let got = engine.options.hash;
        engine.options.begin_with_hash(got);
        Ok(engine)
    }

    /// Does what a line says. Whether that was the last one.
    pub(super) fn hear(&mut self, line: &str) -> io::Result<bool> {
        let Some(command) = commands::read(line) else {
            if !line.trim().is_empty() {
                self.remark(&format!("unknown command: {}", shown(line)))?;
            }
            return Ok(false);
        };
        match command {
            Command::Uci => self.introduce()?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.say(&["readyok".to_owned()])?,
            Command::Stop => {
                self.stop()?;
                self.end_errand()?;
            }
            Command::PonderHit => self.thinking.iter().for_each(Thinking::ponder_hit),
            Command::Quit => {
                self.abandon()?;
                self.end_errand()?;
                return Ok(true);
            }
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::NewGame => {
                self.settle()?;
                self.table.clear();
            }
            Command::Position { fen, moves } => self.set_up(fen.as_deref(), &moves)?,
            Command::Go(go) => self.go(*go)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Display => self.display()?,
            Command::Eval => self.eval()?,
            Command::Bench => self.bench()?,
        }
        Ok(false)
    }

    /// The lines have ended: what would end by itself is waited for, as long as somebody may read its answer.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if self.thinking.as_ref().is_some_and(Thinking::is_held) {
            self.stop()?;
        }
        while self.is_busy() {
            thread::sleep(thinking::WAIT);
            if self.outlet.silence() < SIGN_OF_LIFE {
                continue;
            }
            if let Err(nobody) = self.remark("still at work") {
                // What these would have told is no loss.
                let _ = self.abandon();
                let _ = self.end_errand();
                return Err(nobody);
            }
        }
        self.stop()?;
        self.errand.take().map_or(Ok(()), Errand::wait)
    }

    fn is_busy(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.is_over())
            || self.errand.as_ref().is_some_and(|errand| !errand.is_over())
    }

    fn end_errand(&mut self) -> io::Result<()> {
        self.errand.take().map_or(Ok(()), Errand::end)
    }

    /// Has `work` done beside the board; it gives the lines to tell. What was stopped is told as such.
    fn send(&mut self, work: impl FnOnce(&StopSignal) -> Vec<String> + Send + 'static) -> io::Result<()> {
        let outlet = self.outlet.clone();
        let told = move |stop: &StopSignal| {
            let lines = work(stop);
            let stopped = || vec!["info string stopped".to_owned()];
            outlet.say(&if stop.is_stopped() { stopped() } else { lines })
        };
        self.errand = Some(Errand::begin(self.errand.take(), told)?);
        Ok(())
    }

    fn say(&self, lines: &[String]) -> io::Result<()> {
        self.outlet.say(lines)
    }

    /// What the interface should know but did not ask for.
    fn remark(&self, text: &str) -> io::Result<()> {
        self.say(&[format!("info string {text}")])
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = vec![format!("id name mossa {version}"), "id author the mossa authors".to_owned()];
        lines.extend(self.options.lines_of_all());
        lines.push("uciok".to_owned());
        self.say(&lines)
    }

    fn stop(&mut self) -> io::Result<()> {
        self.thinking.take().map_or(Ok(()), Thinking::answer)
    }

    fn abandon(&mut self) -> io::Result<()> {
        self.thinking.take().map_or(Ok(()), Thinking::abandon)
    }

    /// A search that is under way answers before anything about it changes: whoever asked for it gets its move.
    fn settle(&mut self) -> io::Result<()> {
        self.stop()
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.settle()?;
        match self.options.set(name, value) {
            Err(problem) => self.remark(&problem),
            Ok(Change::Noted) => Ok(()),
            Ok(Change::Clear) => {
                self.table.clear();
                Ok(())
            }
            Ok(Change::Table) => self.resize(),
            Ok(Change::Game) => self.reopen(),
            Ok(Change::OwnBook) => self.open_book(),
            Ok(Change::Book) => {
                self.book = OwnBook::default();
                self.open_book()
            }
        }
    }

    /// Opens the game as the options want it, with the same position on the board. Tables that cannot be loaded are told, and
    /// the game goes on without them.
    fn reopen(&mut self) -> io::Result<()> {
        self.table.clear();
        let game = match open(self.options.chess960) {
            Ok(game) => game,
            Err(error) => return self.remark(&error.to_string()),
        };
        let (fen, moves) = &self.way;
        let same = position(&game, fen.as_deref(), moves);
        // The game before goes first: its tables may be in the way of others.
        self.position = Arc::clone(&game).start();
        self.game = game;
        match same {
            Ok(position) => self.position = position,
            Err(error) => {
                self.way = (None, Vec::new());
                self.remark(&format!("the board is that of the beginning, because of {error}"))?;
            }
        }
        // The book was that of the game before.
        self.book = OwnBook::default();
        self.open_book()?;
        self.load_tables()
    }

    /// Reads the book, if one is wanted, before a clock runs. One that cannot be read is told.
    fn open_book(&mut self) -> io::Result<()> {
        match self.book.open(&*self.game, self.options.book()) {
            Ok(()) => Ok(()),
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn load_tables(&mut self) -> io::Result<()> {
        if self.options.tables.as_os_str().is_empty() {
            return Ok(());
        }
        match self.game.endgame_tables().map(|tables| tables.load(&self.options.tables)) {
            None => Ok(()),
            Some(Ok(info)) if info.complete < info.pieces => self.remark(&format!(
                "endgame tables of up to {} pieces, every position of up to {}",
                info.pieces, info.complete
            )),
            Some(Ok(info)) => self.remark(&format!("endgame tables of up to {} pieces", info.pieces)),
            Some(Err(error)) => {
                self.options.tables = PathBuf::new();
                self.remark(&error.to_string())
            }
        }
    }

    fn resize(&mut self) -> io::Result<()> {
        // The old one goes first, so that both need not fit.
        self.table = Arc::new(Table::with_buckets(1));
        if let Some(table) = Table::try_new(self.options.hash) {
            self.table = Arc::new(table);
            return Ok(());
        }
        let problem = format!("no memory for a hash of {} MB; expected fewer", self.options.hash);
        self.options.hash = FALLBACK_HASH;
        self.table = Arc::new(Table::try_new(FALLBACK_HASH).unwrap_or_else(|| Table::with_buckets(1)));
        self.remark(&problem)
    }

    /// A position that cannot be read is told and changes nothing; neither does a list with a move that cannot be played.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        self.settle()?;
        match position(&self.game, fen, moves) {
            Ok(position) => {
                self.position = position;
                self.way = (fen.map(str::to_owned), moves.to_vec());
                Ok(())
            }
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        self.settle()?;
        for words in &go.unreadable {
            self.remark(&format!("`{}` means nothing; expected a number", shown(words)))?;
        }
        for text in &go.search_moves {
            if self.position.boxed_clone().play(text).is_err() {
                self.remark(&format!("`{}` is no legal move here, and passed over", shown(text)))?;
            }
        }
        // Who analyses, or restricts the search, wants to see a search.
        let playing = !go.is_endless() && !go.ponder && go.search_moves.is_empty() && go.mate.is_none();
        if playing && let Some(chosen) = self.book_move()? {
            return self.say(&[format!("bestmove {chosen}")]);
        }
        self.search(&go)
    }

    /// A move of the book, unless somebody analyses, who wants to see searches.
    fn book_move(&mut self) -> io::Result<Option<String>> {
        if self.options.analysing {
            return Ok(None);
        }
        match self.book.choose(&self.position.text(), self.dice.random()) {
            Ok(chosen) => Ok(chosen),
            Err(error) => self.remark(&error.to_string()).map(|()| None),
        }
    }

    fn search(&mut self, go: &Go) -> io::Result<()> {
        let means = Means {
            seed: 0,
            limits: self.limits(go),
            threads: self.options.threads,
            table: Arc::clone(&self.table),
        };
        if self.debug {
            self.remark(&format!("{} threads, {:?}", means.threads, means.limits))?;
        }
        let mut request = means.request(self.options.lines);
        request.only = go.search_moves.clone();
        request.win_within = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        request.details = true;
        let task = Task {
            position: self.position.boxed_clone(),
            request,
            mate: go.mate,
            waits: match go.ponder {
                _ if go.is_endless() => Waits::ForStop,
                true => Waits::ForPonderHit,
                false => Waits::No,
            },
            chances: self.options.chances,
        };
        self.thinking = Some(Thinking::begin(task, &self.outlet)?);
        Ok(())
    }

    fn limits(&self, go: &Go) -> Limits {
        if go.infinite {
            return Limits { nodes: self.options.most_nodes(), ..Limits::default() };
        }
        let depth = go.depth.or(go.mate.map(|moves| moves.saturating_mul(2).saturating_add(MATE_RESERVE)));
        let side = usize::from(self.position.to_move() != Player::FIRST);
        // An interface that tells one clock means both.
        let side = if go.time[side].is_some() { side } else { 1 - side };
        let time = match (go.move_time, go.time[side]) {
            (Some(time), _) => TimeControl::PerMove(time.saturating_sub(self.options.overhead())),
            (None, Some(remaining)) => TimeControl::PerGame {
                remaining,
                increment: go.increment[side],
                moves_to_go: go.moves_to_go,
                overhead: self.options.overhead(),
            },
            (None, None) => TimeControl::Unlimited,
        };
        let nodes = go.nodes.into_iter().chain(self.options.most_nodes()).min();
        Limits { depth, nodes, time }
    }

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        self.settle()?;
        if depth > perft::DEEPEST {
            return self.remark(&format!("perft of {depth} plies; expected at most {}", perft::DEEPEST));
        }
        let position = self.position.boxed_clone();
        self.send(move |stop| {
            let mut lines = Vec::new();
            let total = position.perft(depth, Perft::default(), stop, &mut |m, count| {
                lines.push(format!("{m}: {count}"));
            });
            lines.extend([String::new(), format!("Nodes searched: {}", total.unwrap_or_default())]);
            lines
        })
    }

    fn display(&self) -> io::Result<()> {
        let text = self.position.text();
        let mut lines = drawn(&text);
        lines.extend([format!("Fen: {text}"), format!("Key: {:016X}", self.position.key())]);
        self.say(&lines)
    }

    fn eval(&self) -> io::Result<()> {
        self.say(&info::terms(&self.position.explain()))
    }

    fn bench(&mut self) -> io::Result<()> {
        self.settle()?;
        self.send(|stop| {
            match mossa_engine::bench(&Registry::builtin(), &["chess"], Features::ALL, stop, &mut |_| {}) {
                Ok(done) => {
                    vec![format!("Nodes searched: {}", done.signature), format!("Nodes/second: {}", done.nps)]
                }
                Err(error) => vec![format!("info string {error}")],
            }
        })
    }
}

/// The position after `moves`. What a rule calls drawn goes on as long as there are moves: that is for the interface to say.
fn position(
    game: &Arc<dyn AnyGame>,
    fen: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn AnyPosition>, InputError> {
    let mut position = match fen {
        Some(fen) => Arc::clone(game).position(fen)?,
        None => Arc::clone(game).start(),
    };
    position.play_on();
    for text in moves {
        position.play(text)?;
        position.play_on();
    }
    Ok(position)
}

/// The board of a FEN, row by row.
fn drawn(fen: &str) -> Vec<String> {
    let rows = fen.split(' ').next().unwrap_or_default().split('/');
    let row = |row: &str| {
        let mut cells = String::new();
        for piece in row.chars() {
            match piece.to_digit(10) {
                Some(empty) => (0..empty).for_each(|_| cells += ". "),
                None => cells.extend([piece, ' ']),
            }
        }
        cells.trim_end().to_owned()
    };
    rows.map(row).collect()
}

/// The beginning of a line, as it may be shown.
fn shown(line: &str) -> String {
    line.trim().chars().filter(|c| !c.is_control()).take(80).collect()
}
