//! What is shown while a run goes on: a bar and a table on a terminal, plain lines elsewhere, JSON for programs.

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mossa_arena::played::PlayedGame;
use mossa_arena::run::{Run, Sequential};
use mossa_arena::summarise::summarise;

use super::{tables, test_of};
use crate::failure::Failure;
use crate::output::Output;

/// How often the table is drawn anew. Working it out takes a few milliseconds after thousands of games.
const REDRAW: Duration = Duration::from_millis(500);
/// How often a plain line tells how things stand.
const PLAIN_LINE: Duration = Duration::from_secs(10);

/// Shows a run while it goes on.
pub(super) struct Live<'a> {
    run: &'a Run,
    games: Vec<PlayedGame>,
    test: Option<Sequential>,
    bar: ProgressBar,
    json: bool,
    last: Instant,
    /// What the last telling took.
    cost: Duration,
}

impl<'a> Live<'a> {
    /// For a run of which `earlier` games were played before.
    pub(super) fn new(run: &'a Run, earlier: &[PlayedGame], json: bool) -> Live<'a> {
        let mut test = test_of(run);
        if let Some(test) = &mut test {
            earlier.iter().for_each(|game| test.add(game));
        }
        let watched = std::io::stderr().is_terminal();
        let bar = if watched { bar(run.planned(), earlier.len()) } else { ProgressBar::hidden() };
        Live { run, games: earlier.to_vec(), test, bar, json, last: Instant::now(), cost: Duration::ZERO }
    }

    /// Says where the games are kept.
    pub(super) fn introduce(
        &self,
        path: &Path,
        earlier: usize,
        concurrency: usize,
        wanted: Option<usize>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        if let Some(wanted) = wanted.filter(|wanted| *wanted > concurrency) {
            eprintln!(
                "note: {concurrency} games at once, not {wanted}: no more threads search than there are cores"
            );
        }
        if self.json {
            return Ok(());
        }
        let resumed = if earlier > 0 { format!(", {earlier} of them played before") } else { String::new() };
        let planned = self.run.planned();
        output
            .line(format!("{planned} games{resumed}, {concurrency} at a time, kept in {}", path.display()))?;
        Ok(output.flush()?)
    }

    /// A game is over.
    pub(super) fn show(&mut self, game: PlayedGame, output: &mut Output) -> Result<(), Failure> {
        if self.json {
            self.bar.suspend(|| output.json(&game))?;
        }
        if let Some(test) = &mut self.test {
            test.add(&game);
        }
        if let Some(reason) = forfeit(self.run, &game)
            && !self.json
        {
            self.bar.suspend(|| output.line(reason))?;
            output.flush()?;
        }
        self.games.push(game.lightened());
        self.bar.inc(1);
        let due = if self.bar.is_hidden() { PLAIN_LINE } else { REDRAW };
        // Players need the processor more than the screen does: at most a twentieth of it.
        if self.last.elapsed() >= due.max(20 * self.cost) {
            let began = Instant::now();
            self.tell(output)?;
            self.cost = began.elapsed();
            self.last = Instant::now();
        }
        Ok(())
    }

    fn tell(&self, output: &mut Output) -> Result<(), Failure> {
        if self.bar.is_hidden() && self.json {
            return Ok(());
        }
        let summary = summarise(self.run, &self.games, self.test.as_ref());
        if !self.bar.is_hidden() {
            self.bar.set_message(tables::live(&summary).join("\n"));
        } else {
            output.line(tables::one_line(&summary))?;
            output.flush()?;
        }
        Ok(())
    }

    /// Clears the screen for the final tables.
    pub(super) fn leave(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line about a game that was lost by a fault.
fn forfeit(run: &Run, game: &PlayedGame) -> Option<String> {
    match &game.ending {
        mossa_arena::played::Ending::Forfeit { seat, reason, .. } => {
            let name = &run.names()[game.seats[*seat]];
            Some(format!("game {}: {name} forfeits: {reason}", game.number))
        }
        _ => None,
    }
}

fn bar(planned: u64, earlier: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(planned), ProgressDrawTarget::stderr_with_hz(5));
    bar.set_position(earlier as u64);
    bar.reset_eta();
    match ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {elapsed} gone, {eta} left\n{msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
