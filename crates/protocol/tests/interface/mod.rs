//! An interface of UCI, with our engine on a thread.
#![allow(dead_code, reason = "each test uses its own part")]

#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../pipes/mod.rs"]
mod pipes;

use std::ops::{Deref, DerefMut};

use mossa_protocol::uci::{Settings, serve};
use pipes::Pipes;

pub(crate) struct Interface(Pipes);

impl Deref for Interface {
    type Target = Pipes;

    fn deref(&self) -> &Pipes {
        &self.0
    }
}

impl DerefMut for Interface {
    fn deref_mut(&mut self) -> &mut Pipes {
        &mut self.0
    }
}

/// What a search told.
pub(crate) struct Searched {
    pub(crate) infos: Vec<String>,
    /// The move, or `0000`.
    pub(crate) best: String,
    pub(crate) ponder: Option<String>,
}

impl Searched {
    /// The words behind `key` in the last line of information.
    pub(crate) fn last(&self, key: &str) -> Vec<String> {
        let line = self.infos.iter().rev().find(|line| line.contains(" pv ")).expect("a line of a search");
        let words = line.split_whitespace().skip_while(|word| *word != key).skip(1);
        words.map(str::to_owned).collect()
    }

    pub(crate) fn number(&self, key: &str) -> u64 {
        self.last(key)[0].parse().unwrap()
    }
}

impl Interface {
    /// With an engine that has a small table.
    pub(crate) fn new() -> Interface {
        let settings = Settings { threads: 1, megabytes: 1 };
        Interface(Pipes::with(move |input, answers| serve(input, answers, &settings)))
    }

    /// Says `lines` and listens until a move comes.
    pub(crate) fn search(&mut self, lines: &str) -> Searched {
        self.say(lines);
        self.searched()
    }

    /// Listens until a move comes.
    pub(crate) fn searched(&mut self) -> Searched {
        let mut infos = Vec::new();
        loop {
            let line = self.hear();
            if let Some(answer) = line.strip_prefix("bestmove ") {
                let mut words = answer.split_whitespace();
                let best = words.next().unwrap().to_owned();
                let ponder = words.nth(1).map(str::to_owned);
                return Searched { infos, best, ponder };
            }
            infos.push(line);
        }
    }

    /// The position that the engine has, as FEN.
    pub(crate) fn fen(&mut self) -> String {
        let lines = self.until("d\nisready", "readyok");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.expect("a position").to_owned()
    }

    /// The legal moves of the engine's position, as somebody else finds them.
    pub(crate) fn legal_moves(&mut self) -> Vec<String> {
        oracle::legal_moves(&self.fen())
    }

    /// Says `lines`, listens until a move comes, and looks whether it is one.
    pub(crate) fn moves(&mut self, lines: &str) -> Searched {
        let searched = self.search(lines);
        let legal = self.legal_moves();
        assert!(legal.contains(&searched.best), "{lines:?} gave {}, legal are {legal:?}", searched.best);
        searched
    }

    /// All lines up to `end`.
    pub(crate) fn until(&mut self, lines: &str, end: &str) -> Vec<String> {
        self.say(lines);
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            let last = line == end;
            heard.push(line);
            if last {
                return heard;
            }
        }
    }
}
