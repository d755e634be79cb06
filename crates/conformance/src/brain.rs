//! Brains: the same game with other eyes.

use mossa_game::{BrainVisitor, Catalog, Evaluate, Game, Host, Playable, Symmetric, Tactics, Value};

use crate::check::{Checked, require, same};
use crate::checks::evaluate::{adds_up, like_fresh, only_guesses};
use crate::checks::undo;
use crate::family::text_exists;
use crate::random::Random;
use crate::solver::solve;

/// So many random games are played, of at most so many plies.
const GAMES: u64 = 20;
const PLIES: usize = 200;

/// A game ends once so many moves were listed in it: games with thousands of moves shall be as quick as small ones.
const EFFORT: usize = 10_000;

/// How many positions plain minimax may visit to verify a result that only the brain sees.
const SOLVER_BUDGET: u32 = 4_000;

/// Checks the brain called `name` of `rules`, if this game has it, in random games.
pub(crate) fn check_brain<G: Playable>(rules: &G, name: &str, catalog: &Catalog) -> Checked {
    let checked = rules.with_brain(name, Check { rules, catalog }).unwrap_or(Ok(()));
    checked.map_err(|problem| format!("brain `{name}` at {:?}: {problem}", rules.options_text()))
}

/// Whether a game has a brain.
pub(crate) struct HasBrain<'a>(pub(crate) &'a str);

impl Host for HasBrain<'_> {
    type Output = bool;

    fn host<G: Playable>(self, game: G) -> bool {
        struct Exists;
        impl<G: Playable> BrainVisitor<G> for Exists {
            type Output = ();

            fn visit<H, E>(self, _: &H, _: &E)
            where
                H: Tactics + Symmetric + Game<Position = G::Position, Move = G::Move>,
                E: Evaluate<H>,
            {
            }
        }
        game.with_brain(self.0, Exists).is_some()
    }
}

struct Check<'a, G> {
    rules: &'a G,
    catalog: &'a Catalog,
}

impl<G: Playable> BrainVisitor<G> for Check<'_, G> {
    type Output = Checked;

    fn visit<H, E>(self, game: &H, evaluator: &E) -> Checked
    where
        H: Tactics + Symmetric + Game<Position = G::Position, Move = G::Move>,
        E: Evaluate<H>,
    {
        for term in evaluator.explain(game, &self.rules.start()) {
            text_exists(&term.name, self.catalog)?;
        }
        (1..=GAMES).try_for_each(|seed| {
            let mut moves = Vec::new();
            let played = self.play_game(game, evaluator, &mut Random::new(seed), &mut moves);
            played.map_err(|problem| format!("after `{}`: {problem}", moves.join(" ")))
        })
    }
}

impl<G: Playable> Check<'_, G> {
    /// Plays a random game as the brain sees it, and takes it back.
    fn play_game<H, E>(
        &self,
        game: &H,
        evaluator: &E,
        random: &mut Random,
        texts: &mut Vec<String>,
    ) -> Checked
    where
        H: Tactics + Game<Position = G::Position, Move = G::Move>,
        E: Evaluate<H>,
    {
        let mut position = self.rules.start();
        let mut state = evaluator.fresh(game, &position);
        let eyes = game.to_move(&position);
        let mut played = Vec::new();
        let mut effort = 0;
        while played.len() < PLIES && effort < EFFORT && self.goes_on(game, &mut position)? {
            only_guesses(game, evaluator, &position)?;
            adds_up(game, evaluator, &position)?;
            like_fresh(game, evaluator, &position, &state, eyes)?;
            let moves = self.rules.legal_moves(&position);
            effort += moves.len();
            let Some(m) = random.choose(&moves) else { break };
            texts.push(self.rules.move_text(&position, m));
            let before = position.clone();
            let mut after = position.clone();
            self.rules.play(&mut after, m);
            evaluator.play(game, &before, m, &mut state);
            let undo = game.play(&mut position, m);
            same(|| "the position after the brain's play()".to_owned(), &position, &after)?;
            played.push((before, m, undo));
        }
        while let Some((before, m, undo)) = played.pop() {
            game.undo(&mut position, m, undo);
            evaluator.undo(game, &before, m, &mut state);
            texts.pop();
            undo::equal(self.rules, &position, &before)?;
            like_fresh(game, evaluator, &position, &state, eyes)?;
        }
        Ok(())
    }

    /// Whether the game goes on for the brain; if so, with the moves of the rules, and if not, with a result that is
    /// that of perfect play, as far as plain minimax can see.
    fn goes_on<H>(&self, game: &H, position: &mut G::Position) -> Result<bool, String>
    where
        H: Game<Position = G::Position, Move = G::Move>,
    {
        let rules = self.rules;
        let Some(found) = game.result(position) else {
            require(rules.result(position).is_none(), || {
                "the brain does not see that it is over".to_owned()
            })?;
            let moves = game.legal_moves(position);
            same(|| "the brain's moves".to_owned(), moves, rules.legal_moves(position))?;
            return Ok(true);
        };
        let mover = rules.to_move(position);
        if let Some(solution) = solve(rules, position, &mut { SOLVER_BUDGET }) {
            let truth = (solution.value.is_win(), solution.value.is_loss());
            let verdict = Value::proven(found.verdict(mover), 0);
            same(|| format!("the brain's result {found}"), (verdict.is_win(), verdict.is_loss()), truth)?;
        }
        Ok(false)
    }
}
