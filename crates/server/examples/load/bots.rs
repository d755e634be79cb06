//! Two bots that play each other at random, game after game.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Failure;
use crate::api::{Api, Seated, read};

/// When to play.
pub(crate) struct Plan {
    pub(crate) begin: Instant,
    pub(crate) end: Instant,
    /// Seconds between two moves, in the mean.
    pub(crate) pace: f64,
    pub(crate) seed: u64,
}

/// What two bots did.
#[derive(Default)]
pub(crate) struct Played {
    /// How long each move took.
    pub(crate) times: Vec<Duration>,
    /// The moves of the first game.
    pub(crate) first_game: Vec<String>,
    /// How many games came to their end.
    pub(crate) finished: usize,
    /// What went wrong; nothing is played then.
    pub(crate) error: Option<String>,
}

impl Played {
    /// Something went wrong.
    pub(crate) fn failed(why: String) -> Played {
        Played { error: Some(why), ..Played::default() }
    }
}

/// Two bots at a table.
pub(crate) struct Bots {
    api: Api,
    game: &'static str,
    seated: Seated,
}

impl Bots {
    /// Brings two bots to a new table.
    pub(crate) async fn sit_down(server: SocketAddr, game: &'static str) -> Result<Bots, Failure> {
        let api = Api::new(server)?;
        let seated = api.seat_two(game).await?;
        Ok(Bots { api, game, seated })
    }

    /// Which table.
    pub(crate) fn table(&self) -> &str {
        &self.seated.id
    }

    /// Plays until the time is over.
    pub(crate) async fn play(mut self, plan: Plan) -> Played {
        let mut played = Played::default();
        if let Err(failure) = self.play_on(&plan, &mut played).await {
            played.error = Some(format!("{}: {failure:?}", self.game));
        }
        played
    }

    async fn play_on(&mut self, plan: &Plan, played: &mut Played) -> Result<(), Failure> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(plan.seed);
        // Moves are due at times of their own: a slow answer makes the next move late, and not fewer moves.
        let mut due = plan.begin + Duration::from_secs_f64(plan.pace * dice.random::<f64>());
        while due < plan.end {
            tokio::time::sleep_until(due.into()).await;
            due += Duration::from_secs_f64(plan.pace * dice.random_range(0.5..1.5));
            self.play_one(&mut dice, played).await?;
            if !self.seated.table.is_running() {
                played.finished += 1;
                self.seated = self.api.seat_two(self.game).await?;
            }
        }
        Ok(())
    }

    async fn play_one(&mut self, dice: &mut Xoshiro256PlusPlus, played: &mut Played) -> Result<(), Failure> {
        let Seated { id, tokens, table } = &self.seated;
        let moves = &table.position.moves;
        let text = &moves[dice.random_range(0..moves.len())].text;
        let sent = Instant::now();
        let answer = self.api.play(id, &tokens[table.position.to_move], text, table.plies()).await?;
        played.times.push(sent.elapsed());
        if played.finished == 0 {
            played.first_game.push(text.clone());
        }
        self.seated.table = read(&answer)?;
        Ok(())
    }
}
