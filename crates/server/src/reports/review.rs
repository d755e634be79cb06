//! A game judged move by move.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mossa_adapt::Judge;
use mossa_adapt::evidence::decide;
use mossa_engine::{AnyGame, AnyPosition, LineAssessment};
use mossa_game::{Assessment, Language, Player, ThemeInfo, ThemeKind};
use mossa_search::{Limits, StopSignal};
use serde::Serialize;
use utoipa::ToSchema;

use crate::desk::place::Walk;
use crate::desk::worth::Worth;
use crate::thinking;

/// What a move may fall short of the best in points without being worse, where themes are looked for.
const TOLERANCE: i32 = 25;
/// What a search remembers, in megabytes.
const MEGABYTES: usize = 16;
/// A change of the expected result that turns a game.
const TURN: f64 = 0.15;

/// A game judged move by move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Report {
    /// How well each seat played, 0 to 100.
    pub(crate) accuracy: Vec<f64>,
    /// The moves.
    pub(crate) plies: Vec<JudgedPly>,
    /// What seat 0 could expect after each ply, 0 to 1.
    pub(crate) graph: Vec<f64>,
    /// The plies that turned the game.
    pub(crate) turning_points: Vec<usize>,
    /// What each seat lost in each phase.
    pub(crate) by_phase: Vec<PhaseLoss>,
    /// What each seat missed.
    pub(crate) by_theme: Vec<ThemeMissed>,
    /// Whether the values are those of perfect play.
    pub(crate) exact: bool,
}

/// A move that was judged.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct JudgedPly {
    /// How many plies were played before it.
    pub(crate) ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The same as people write it.
    pub(crate) people: String,
    /// Whose it was.
    pub(crate) player: usize,
    /// What the position before was worth to them.
    pub(crate) value: Worth,
    /// The best move.
    pub(crate) best: BestMove,
    /// What was lost of the expected result, 0 to 1.
    pub(crate) loss: f64,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub(crate) class: &'static str,
    /// `opening`, `middle` or `end`.
    pub(crate) phase: &'static str,
    /// What was missed.
    pub(crate) themes: Vec<String>,
}

/// The best move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BestMove {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The same as people write it.
    pub(crate) people: String,
}

/// What was lost in a phase.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PhaseLoss {
    /// `opening`, `middle` or `end`.
    pub(crate) phase: &'static str,
    /// By each seat, for a move in the mean.
    pub(crate) loss: Vec<f64>,
}

/// What was missed of a theme.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ThemeMissed {
    /// Its name.
    pub(crate) theme: String,
    /// What people read.
    pub(crate) text: String,
    /// How often each seat missed it.
    pub(crate) missed: Vec<u32>,
}

/// What a position is worth, and what to do.
struct View {
    worth: Worth,
    best: String,
}

/// Judges games.
pub(crate) struct Reviewer<'a> {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) nodes: u64,
    pub(crate) language: Language,
    pub(crate) stop: &'a StopSignal,
    /// How many plies are judged.
    pub(crate) done: &'a AtomicUsize,
}

impl Reviewer<'_> {
    /// The report of a game; nothing if it was stopped.
    pub(crate) fn review(&self, start: Option<&str>, moves: &[String]) -> Option<Report> {
        let players = self.game.players();
        let judge = Judge::usual(&*self.game, self.nodes, TOLERANCE);
        let exact = self.game.has_quick_solver();
        let mut walk = Walk::begin(&self.game, start).ok()?;
        let (mut plies, mut graph) = (Vec::new(), Vec::new());
        let mut view = self.look(walk.position(), &judge);
        for (ply, text) in moves.iter().enumerate() {
            if self.stop.is_stopped() {
                return None;
            }
            let before = walk.position().boxed_clone();
            let info = walk.play(text).ok()?;
            let seat = before.to_move().index();
            let next = self.look(walk.position(), &judge);
            let expected = view.worth.chance();
            let kept = for_seat(&next.worth, walk.position(), seat);
            let loss = if info.text == view.best { 0.0 } else { (expected - kept).clamp(0.0, 1.0) };
            let class = class(loss, info.text == view.best);
            let themes = self.themes(&judge, &*before, &info.text, loss);
            graph.push(for_seat(&next.worth, walk.position(), 0));
            plies.push(JudgedPly {
                ply,
                people: before.people_move(&info.text),
                text: info.text,
                player: seat,
                value: view.worth,
                best: BestMove { people: before.people_move(&view.best), text: view.best },
                loss,
                class,
                phase: phase(ply, moves.len()),
                themes,
            });
            self.done.store(ply + 1, Ordering::Relaxed);
            view = next;
        }
        Some(self.sum_up(plies, graph, players, exact))
    }

    /// What a position is worth to whoever is to move.
    fn look(&self, position: &dyn AnyPosition, judge: &Judge) -> View {
        if let Some(outcome) = position.result() {
            let verdict = |seat| Assessment::Proven { outcome: outcome.verdict(seat), plies: Some(0) };
            let players = self.game.players();
            let value = if players == 2 {
                LineAssessment::Mover(verdict(position.to_move()))
            } else {
                LineAssessment::Each(Player::all(players).map(verdict).collect())
            };
            return View { worth: Worth::of_line(&value, position), best: String::new() };
        }
        if self.game.has_quick_solver() {
            let judgement = judge.judge(position);
            let best = judgement.moves.iter().max_by_key(|m| mossa_adapt::judge::rank(&m.worth));
            if let Some(best) = best {
                return View { worth: Worth::of(&best.worth, position), best: best.text.clone() };
            }
        }
        let request = thinking::request(Limits::nodes(self.nodes), 1, MEGABYTES);
        let found = position.analyse(&request, self.stop, &mut |_| {});
        let line = found.lines.first();
        let unknown = LineAssessment::Mover(Assessment::Guess { score: 0 });
        View {
            worth: Worth::of_line(line.map_or(&unknown, |line| &line.value), position),
            best: found.best().unwrap_or_default().to_owned(),
        }
    }

    /// The themes that a mistake missed.
    fn themes(&self, judge: &Judge, before: &dyn AnyPosition, text: &str, loss: f64) -> Vec<String> {
        let themes = self.game.themes();
        if loss < INACCURATE || themes.is_empty() {
            return Vec::new();
        }
        let decision = decide(&themes, &before.marks(), &judge.judge(before), TOLERANCE, text);
        let missed = decision.evidence.iter().filter(|evidence| evidence.event.is_against());
        let themes = missed.filter_map(|evidence| themes.get(evidence.theme));
        themes.filter(|theme| theme.kind == ThemeKind::Sight).map(|theme| theme.name.to_owned()).collect()
    }

    fn sum_up(&self, plies: Vec<JudgedPly>, graph: Vec<f64>, players: usize, exact: bool) -> Report {
        let of = |seat: usize| plies.iter().filter(move |ply| ply.player == seat);
        let accuracy = (0..players).map(|seat| mean(of(seat).map(|ply| accuracy(ply.loss)), 100.0)).collect();
        let by_phase = PHASES.into_iter().map(|phase| PhaseLoss {
            phase,
            loss: (0..players)
                .map(|seat| mean(of(seat).filter(|ply| ply.phase == phase).map(|ply| ply.loss), 0.0))
                .collect(),
        });
        let missed = |theme: &ThemeInfo| -> Vec<u32> {
            let by = |seat| of(seat).filter(|ply| ply.themes.iter().any(|name| name == theme.name)).count();
            (0..players).map(|seat| by(seat) as u32).collect()
        };
        let by_theme = self.game.themes().into_iter().map(|theme| ThemeMissed {
            theme: theme.name.to_owned(),
            text: self.game.catalog().text(self.language, &format!("theme-{}", theme.name)).to_owned(),
            missed: missed(&theme),
        });
        let by_theme = by_theme.filter(|theme| theme.missed.iter().any(|count| *count > 0)).collect();
        let turns = graph.windows(2).enumerate().filter(|(_, pair)| (pair[1] - pair[0]).abs() >= TURN);
        let turning_points = turns.map(|(index, _)| index + 1).collect();
        Report { accuracy, by_phase: by_phase.collect(), by_theme, turning_points, plies, graph, exact }
    }
}

/// What `seat` can expect where `worth` is for whoever is to move.
fn for_seat(worth: &Worth, position: &dyn AnyPosition, seat: usize) -> f64 {
    match worth {
        Worth::Each { each, .. } => each.get(seat).map_or(0.5, Worth::chance),
        worth if position.to_move().index() == seat => worth.chance(),
        worth => 1.0 - worth.chance(),
    }
}

/// From this loss on a move is inaccurate, a mistake, a blunder. These are the thresholds of lichess, there in chances from
/// -1 to 1: 0.1, 0.2 and 0.3.
const INACCURATE: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.15;

fn class(loss: f64, is_best: bool) -> &'static str {
    match loss {
        _ if is_best => "best",
        loss if loss < INACCURATE => "good",
        loss if loss < MISTAKE => "inaccuracy",
        loss if loss < BLUNDER => "mistake",
        _ => "blunder",
    }
}

/// How accurate a move is by what it loses, 0 to 100: the curve of lichess, which was fitted to games of people.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

const PHASES: [&str; 3] = ["opening", "middle", "end"];

/// The phase of a ply: a quarter of the game, or twenty plies if that is less, is its opening, and the last third its end.
fn phase(ply: usize, plies: usize) -> &'static str {
    match ply {
        ply if ply < (plies / 4).min(20) => PHASES[0],
        ply if ply >= plies - plies / 3 => PHASES[2],
        _ => PHASES[1],
    }
}

fn mean(values: impl Iterator<Item = f64>, otherwise: f64) -> f64 {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    if count > 0.0 { sum / count } else { otherwise }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_move_is_accurate_and_a_lost_game_is_not() {
        assert!(accuracy(0.0) > 99.9 && accuracy(1.0) < 0.1 && accuracy(0.1) > accuracy(0.2));
        assert_eq!([class(0.0, true), class(0.04, false), class(0.5, false)], ["best", "good", "blunder"]);
        assert_eq!([phase(0, 12), phase(5, 12), phase(11, 12)], PHASES);
    }
}
