//! Random games from many seeds, with every check in every position.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mossa_game::{Evaluate, Layout, Playable};

use crate::check::{Checked, Seen, Step};
use crate::checks;
use crate::random::Random;
use crate::violation::Violation;

/// Checks `game` with the defaults of [`Suite`]; panics with a [`Violation`] if it breaks a promise.
#[track_caller]
pub fn check<G: Playable>(game: &G) {
    Suite::new(game).run();
}

/// The checks of a game, and how thorough they are.
#[derive(Clone, Debug)]
pub struct Suite<'g, G> {
    game: &'g G,
    games: u32,
    plies: u32,
    seed: u64,
    effort: usize,
    solver_budget: u32,
    identity: fn(&str) -> String,
}

/// Slow checks look at so many moves of a position.
const SAMPLE: usize = 12;

impl<'g, G: Playable> Suite<'g, G> {
    /// The suite for `game`: up to 40 games of up to 200 plies.
    pub fn new(game: &'g G) -> Suite<'g, G> {
        Suite {
            game,
            games: 40,
            plies: 200,
            seed: 1,
            effort: 100_000,
            solver_budget: 4_000,
            identity: str::to_owned,
        }
    }

    /// Plays so many games.
    pub fn games(self, games: u32) -> Self {
        Suite { games, ..self }
    }

    /// Breaks games off after so many plies.
    pub fn plies(self, plies: u32) -> Self {
        Suite { plies, ..self }
    }

    /// The seed of the first game; the others count on from it.
    pub fn seed(self, seed: u64) -> Self {
        Suite { seed, ..self }
    }

    /// Ends once so many moves were listed in all positions together: it keeps games with
    /// thousands of moves as quick as small ones.
    pub fn effort(self, effort: usize) -> Self {
        Suite { effort, ..self }
    }

    /// How many positions plain minimax may visit to verify what a game claims to know about one position.
    pub fn solver_budget(self, solver_budget: u32) -> Self {
        Suite { solver_budget, ..self }
    }

    /// Positions whose texts have the same `identity` need not have different keys: for games that write
    /// down what their rules never look at, such as move numbers.
    pub fn identity(self, identity: fn(&str) -> String) -> Self {
        Suite { identity, ..self }
    }

    /// Panics with a [`Violation`] if the game breaks a promise: what tests call.
    #[track_caller]
    pub fn run(&self) {
        let violation = self.verify().err().map(|violation| violation.to_string());
        assert!(violation.is_none(), "\n{}", violation.unwrap_or_default());
    }

    /// The first broken promise, if there is one.
    pub fn verify(&self) -> Result<(), Box<Violation>> {
        let mut seen = Seen::new(self.identity);
        let mut effort = 0;
        for seed in (0..u64::from(self.games)).map(|n| self.seed.wrapping_add(n)) {
            if effort >= self.effort {
                break;
            }
            effort += self.play_game(seed, self.effort - effort, &mut seen)?;
        }
        Ok(())
    }

    /// Plays and checks one random game, which breaks off once `effort` moves were listed; gives their number.
    fn play_game(&self, seed: u64, effort: usize, seen: &mut Seen<G>) -> Result<usize, Box<Violation>> {
        let mut trace = Trace { check: "starting", moves: Vec::new() };
        let played = catch_unwind(AssertUnwindSafe(|| {
            let mut course = Course::new(self.game, seed, seen, &mut trace);
            course.forward(self.plies, effort)?;
            course.whole_game()?;
            course.backward(self.solver_budget)?;
            Ok(course.listed)
        }));
        let played = played.unwrap_or_else(|panic| Err(panic_text(&*panic)));
        played.map_err(|problem| {
            // A game that panics may do so here, too.
            let options = catch_unwind(AssertUnwindSafe(|| self.game.options_text()));
            let options = options.unwrap_or_else(|_| "unknown".to_owned());
            Box::new(Violation { check: trace.check, options, seed, moves: trace.moves, problem })
        })
    }
}

/// Where a game stands when something goes wrong.
struct Trace {
    check: &'static str,
    moves: Vec<String>,
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a message"))
}

/// One random game, from its start to its end and back.
struct Course<'a, G: Playable> {
    game: &'a G,
    evaluator: G::Evaluator,
    layout: Layout,
    random: Random,
    seen: &'a mut Seen<G>,
    trace: &'a mut Trace,
    position: G::Position,
    /// The evaluation's state, carried along from the start.
    state: <G::Evaluator as Evaluate<G>>::State,
    played: Vec<(G::Position, G::Move, G::Undo)>,
    listed: usize,
}

impl<'a, G: Playable> Course<'a, G> {
    fn new(game: &'a G, seed: u64, seen: &'a mut Seen<G>, trace: &'a mut Trace) -> Self {
        let (evaluator, position) = (game.evaluator(), game.start());
        Course {
            state: evaluator.fresh(game, &position),
            layout: game.layout(),
            random: Random::new(seed),
            played: Vec::new(),
            listed: 0,
            game,
            evaluator,
            seen,
            trace,
            position,
        }
    }

    /// Plays random moves to the end, at most `plies`, and not once `effort` moves were listed.
    fn forward(&mut self, plies: u32, effort: usize) -> Checked {
        for ply in 0..=plies {
            let moves = self.game.legal_moves(&self.position);
            self.listed += moves.len();
            self.check_position(&moves)?;
            self.check_state()?;
            let goes_on = ply < plies && self.listed < effort;
            let Some(m) = self.random.choose(&moves).filter(|_| goes_on) else { break };
            self.trace.check = "playing";
            self.trace.moves.push(self.game.move_text(&self.position, m));
            let before = self.position.clone();
            self.evaluator.play(self.game, &before, m, &mut self.state);
            let undo = self.game.play(&mut self.position, m);
            self.played.push((before, m, undo));
        }
        Ok(())
    }

    fn check_position(&mut self, moves: &[G::Move]) -> Checked {
        let sample = self.random.sample(moves, SAMPLE);
        let mut step = Step {
            game: self.game,
            position: &self.position,
            moves,
            sample: &sample,
            over: moves.is_empty(),
            evaluator: &self.evaluator,
            layout: &self.layout,
            seen: self.seen,
            random: &mut self.random,
        };
        for (name, check) in checks::of_positions::<G>() {
            self.trace.check = name;
            check(&mut step)?;
        }
        Ok(())
    }

    /// The state that was carried through the game must be worth what a fresh one is.
    fn check_state(&mut self) -> Checked {
        self.trace.check = "the evaluation's state follows the game";
        let over = self.game.result(&self.position).is_some();
        if over {
            Ok(())
        } else {
            checks::evaluate::like_fresh(
                self.game,
                &self.evaluator,
                &self.position,
                &self.state,
                self.game.to_move(&self.game.start()),
            )
        }
    }

    fn whole_game(&mut self) -> Checked {
        self.trace.check = "records replay";
        let outcome = self.game.result(&self.position);
        checks::record::replays(self.game, &self.trace.moves, &self.position, outcome)
    }

    /// Takes everything back, and on the way verifies what the game claims to know, as far as plain minimax can see.
    fn backward(&mut self, solver_budget: u32) -> Checked {
        let mut solvable = self.game.result(&self.position).is_some();
        let mut plies = 0;
        while let Some((before, m, undo)) = self.played.pop() {
            self.trace.check = "undo restores every bit of a whole game";
            self.game.undo(&mut self.position, m, undo);
            self.evaluator.undo(self.game, &before, m, &mut self.state);
            self.trace.moves.pop();
            checks::undo::equal(self.game, &self.position, &before)?;
            self.check_state()?;
            plies += 1;
            self.trace.check = "what the game claims to know is true";
            if solvable {
                checks::truth::plies_left(self.game, &self.position, plies)?;
                solvable = checks::truth::claims(self.game, &mut self.position, solver_budget)?;
            }
        }
        Ok(())
    }
}
