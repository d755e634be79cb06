//! Books of exact values of Nim: a line for each position of the first plies, with the plies that are left.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use mossa_game::{
    BookCheck, BookError, BookInfo, BookOrder, BookProgress, BookVerdict, ExactBook, Game, Halt, InputError,
    InputKind, Notation, Playable, SolveRequest, Verdict,
};

use super::position::Position;
use super::rules::Nim;

/// How a book begins; the number of its plies follows.
const HEADER: &str = "a book of nim, plies ";

impl ExactBook for Nim {
    /// The rules fit on a page; a book would be longer.
    fn shipped(&self) -> Option<BookInfo> {
        None
    }

    fn make(
        &self,
        order: &BookOrder<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<BookInfo, BookError> {
        let all: Vec<String> = positions(self, order.plies).into_iter().collect();
        let mut lines = read_lines(order.journal).or_else(|error| match error {
            BookError::Io(_, error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            error => Err(error),
        })?;
        for text in all.iter().skip(lines.len()) {
            watch(BookProgress { done: lines.len() as u64, total: all.len() as u64 });
            let Some(score) = self.exact(text, order.table_bytes, halt)? else {
                write(order.journal, "", &lines)?;
                return Err(BookError::Stopped);
            };
            lines.push(format!("{text} {score}"));
        }
        write(order.file, &header(order.plies), &lines)?;
        // Without a journal there is nothing to remove.
        let _ = fs::remove_file(order.journal);
        Ok(info(order.plies, &lines))
    }

    fn verify(
        &self,
        check: &BookCheck<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<BookVerdict, BookError> {
        let began = Instant::now();
        let Some(file) = check.file else {
            return Err(refused("nim comes without a book".to_owned(), "the file of one").into());
        };
        let lines = read_lines(file)?;
        let (header, lines) =
            lines.split_first().map_or(("", &[][..]), |(header, rest)| (header.as_str(), rest));
        let plies = header.strip_prefix(HEADER).and_then(|plies| plies.parse().ok());
        let plies = plies.ok_or_else(|| {
            refused(format!("{} begins with \"{header}\"", file.display()), "a book of nim")
        })?;
        let total = check.sample.min(lines.len() as u64);
        let mut wrong = Vec::new();
        // Lines at equal distances are as good as any other choice here.
        let step = (lines.len() as u64).checked_div(total).unwrap_or(1).max(1);
        let chosen =
            lines.iter().skip((check.seed % step) as usize).step_by(step as usize).take(total as usize);
        for (done, line) in chosen.enumerate() {
            watch(BookProgress { done: done as u64, total });
            let (text, known) = entry(line)?;
            match self.exact(text, check.table_bytes, halt)? {
                None => return Err(BookError::Stopped),
                Some(found) if found != known => wrong.push((text.to_owned(), known, found)),
                Some(_) => {}
            }
        }
        Ok(BookVerdict { book: info(plies, lines), checked: total, wrong, elapsed: began.elapsed() })
    }
}

impl Nim {
    /// The score of the position that `text` describes; `None` if `halt` ended the work.
    fn exact(&self, text: &str, table_bytes: usize, halt: Halt<'_>) -> Result<Option<i32>, BookError> {
        let position = self.parse_position(text)?;
        if let Some(outcome) = self.result(&position) {
            let won = outcome.verdict(self.to_move(&position)) == Verdict::Win;
            return Ok(Some(if won { 1 } else { -1 }));
        }
        let request = SolveRequest { moves: false, line: false, ..SolveRequest::default() };
        let solver = self.solver(table_bytes);
        let solver = solver.ok_or_else(|| refused("nim for more than two".to_owned(), "two players"))?;
        Ok(solver.solve(self, &position, &request, halt).and_then(|solution| solution.value.score))
    }
}

/// The positions with at most `plies` plies, in the order of their texts.
fn positions(game: &Nim, plies: u32) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut last: Vec<Position> = vec![game.start()];
    for ply in 0..=plies {
        let mut next = Vec::new();
        for position in last {
            if !all.insert(game.position_text(&position)) || ply == plies {
                continue;
            }
            for m in game.legal_moves(&position) {
                let mut after = position;
                game.play(&mut after, m);
                next.push(after);
            }
        }
        last = next;
    }
    all
}

fn header(plies: u32) -> String {
    format!("{HEADER}{plies}\n")
}

fn info(plies: u32, lines: &[String]) -> BookInfo {
    let bytes = lines.iter().map(|line| line.len() + 1).sum::<usize>() + header(plies).len();
    BookInfo { plies, positions: lines.len() as u64, bytes: bytes as u64 }
}

fn entry(line: &str) -> Result<(&str, i32), BookError> {
    let parts = line.rsplit_once(' ').and_then(|(text, score)| Some((text, score.parse().ok()?)));
    parts.ok_or_else(|| refused(format!("unreadable line \"{line}\""), "a position and its score").into())
}

fn refused(problem: String, expected: &str) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

fn read_lines(path: &Path) -> Result<Vec<String>, BookError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
        Err(error) => Err(BookError::Io(path.display().to_string(), error)),
    }
}

fn write(path: &Path, header: &str, lines: &[String]) -> Result<(), BookError> {
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(path, format!("{header}{lines}"))
        .map_err(|error| BookError::Io(path.display().to_string(), error))
}
