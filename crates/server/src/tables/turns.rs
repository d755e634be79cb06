//! What happens between moves: engines are asked to move, and clocks run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::runtime::Handle;

use crate::app::App;
use crate::tables::ending;
use crate::tables::engine::Question;
use crate::tables::learner::Memory;
use crate::tables::table::{Mover, Sitting, Table};

/// Between two moves of engines that play among themselves, so that people can follow.
const PAUSE: Duration = Duration::from_millis(300);

/// After so long an engine is asked again that found no thread, and so often.
const AGAIN: Duration = Duration::from_secs(1);
const TRIALS: usize = 600;

impl Table {
    /// Goes on after the position changed, or after the game began or ended.
    pub(crate) fn carry_on(self: &Arc<Self>, app: &App, sitting: &mut Sitting) {
        sitting.turn += 1;
        sitting.since = Instant::now();
        if let Some((_, thinking)) = sitting.thinking.take() {
            thinking.abort();
        }
        if let Some(flag) = sitting.flag.take() {
            flag.abort();
        }
        if sitting.terms.ending.is_some() {
            tokio::spawn(ending::remember_surely(app.clone(), Arc::clone(self)));
            return;
        }
        self.glance(app, sitting);
        let Some(seat) = sitting.running() else { return };
        self.set_flag(app, sitting, seat);
        if !sitting.terms.seats[seat].setup.is_person() {
            self.ask(app, sitting, seat);
        }
    }

    /// Looks at the clock when the time of `seat` would be over.
    fn set_flag(self: &Arc<Self>, app: &App, sitting: &mut Sitting, seat: usize) {
        let Some(clock) = &sitting.terms.clock else { return };
        let left = clock.left(seat, Duration::ZERO) + Duration::from_millis(5);
        let (app, table, turn) = (app.clone(), Arc::clone(self), sitting.turn);
        let flag = tokio::spawn(async move {
            tokio::time::sleep(left).await;
            // On a task of its own: this one is stopped when the game goes on.
            tokio::spawn(table.look_at_clock(app, turn));
        });
        sitting.flag = Some(flag.abort_handle());
    }

    /// Asks the engine in `seat` to move.
    fn ask(self: &Arc<Self>, app: &App, sitting: &mut Sitting, seat: usize) {
        let (app, table, turn) = (app.clone(), Arc::clone(self), sitting.turn);
        let alone = !sitting.terms.seats.iter().any(|seat| seat.setup.is_person());
        let thinking = tokio::spawn(async move {
            if alone {
                tokio::time::sleep(PAUSE).await;
            }
            for _ in 0..TRIALS {
                let Some(question) = table.question(&app, turn, seat).await else { return };
                let asked = app.movers.ask(move |stop| {
                    let answer = question.answer(stop)?;
                    let evaluation = answer.evaluation(&*question.position);
                    // What is said because the server closes does not count.
                    (!stop.is_stopped()).then_some((answer, evaluation))
                });
                match asked.await {
                    Ok(Some((answer, evaluation))) => {
                        // On a task of its own: this one is stopped when the move is made.
                        tokio::spawn(async move {
                            let mover = Mover::Engine { turn, value: answer.value, evaluation };
                            table.play_surely(&app, &answer.text, mover).await;
                        });
                        return;
                    }
                    Ok(None) => return,
                    Err(_) => tokio::time::sleep(AGAIN).await,
                }
            }
            eprintln!("an engine does not move at the table {}", table.id);
        });
        sitting.thinking = Some((seat, thinking.abort_handle()));
        self.log.thinking(sitting.version, seat);
    }

    /// Makes the move of an engine; again, if the store has too much to do.
    async fn play_surely(self: &Arc<Self>, app: &App, text: &str, mover: Mover) {
        for _ in 0..TRIALS {
            match self.play(app, text, mover.clone()).await {
                Ok(()) => return,
                Err(problem) if problem.status == StatusCode::SERVICE_UNAVAILABLE => {
                    tokio::time::sleep(AGAIN).await;
                }
                Err(problem) => {
                    eprintln!("an engine could not move at the table {}: {}", self.id, problem.detail);
                    return;
                }
            }
        }
    }

    /// What the engine in `seat` is asked at `turn`; nothing if that is over.
    async fn question(&self, app: &App, turn: u64, seat: usize) -> Option<Question> {
        let sitting = self.lock().await;
        if sitting.turn != turn {
            return None;
        }
        Some(Question {
            position: sitting.walk.position().boxed_clone(),
            setup: sitting.terms.seats.get(seat)?.setup.clone(),
            seed: sitting.terms.seed,
            time: sitting.terms.clock.as_ref().map(|clock| clock.control(seat)),
            learner: Arc::clone(&sitting.learner),
            person: sitting.person(),
            memory: Memory { store: app.store.clone(), runtime: Handle::current() },
        })
    }
}
