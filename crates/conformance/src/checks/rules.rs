//! Legal moves, and what becomes of others.

use std::collections::HashSet;

use mossa_game::{Flow, IllegalMove, Move, MoveSink, Perft, Playable, perft};

use crate::check::{Checked, Step, require, same};

pub(super) fn distinct<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let most = step.game.most_moves();
    require(step.moves.len() <= most, || format!("{} moves, but most_moves() is {most}", step.moves.len()))?;
    let mut seen = HashSet::new();
    match step.moves.iter().find(|m| !seen.insert(**m)) {
        Some(twice) => Err(format!("{twice:?} is listed twice")),
        None => Ok(()),
    }
}

pub(super) fn same_order<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    (0..2).try_for_each(|_| {
        let again = step.game.legal_moves(step.position);
        require(again == step.moves, || format!("first {:?}, then {again:?}", step.moves))
    })
}

pub(super) fn counted<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    same(|| "count_moves()".to_owned(), step.game.count_moves(step.position), step.moves.len() as u64)?;
    for depth in 0..3 {
        let Some(found) = step.game.positions_after(step.position, depth, &|| false) else { break };
        let how = Perft { play_last: true, ..Perft::default() };
        let played = perft(step.game, &mut step.position.clone(), depth, how);
        same(|| format!("positions_after() {depth} plies"), found, played)?;
    }
    Ok(())
}

/// A sink that has had enough, and notices whether it gets more.
struct Stops {
    wanted: usize,
    taken: usize,
}

impl<M> MoveSink<M> for Stops {
    fn push(&mut self, _: M) -> Flow {
        self.taken += 1;
        if self.taken >= self.wanted { Flow::Break(()) } else { Flow::Continue(()) }
    }
}

pub(super) fn stops<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let all = step.moves.len();
    for wanted in [1, all / 2, all].into_iter().filter(|wanted| (1..=all).contains(wanted)) {
        let mut sink = Stops { wanted, taken: 0 };
        let flow = step.game.moves(step.position, &mut sink);
        require(flow.is_break() && sink.taken == wanted, || {
            format!("stopped after {wanted} moves, it handed over {} and returned {flow:?}", sink.taken)
        })?;
    }
    let mut list = Vec::<G::Move>::new();
    let flow = step.game.moves(step.position, &mut list);
    require(flow.is_continue(), || format!("nobody stopped it, but it returned {flow:?}"))
}

pub(super) fn accepted<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    for &m in step.sample {
        require(step.game.is_legal(step.position, m), || format!("is_legal denies {m:?}, which is listed"))?;
        let (mut tried, mut played) = (step.position.clone(), step.position.clone());
        if let Err(error) = step.game.try_play(&mut tried, m) {
            return Err(format!("try_play refuses {m:?}, which is listed: {error}"));
        }
        step.game.play(&mut played, m);
        same(|| format!("try_play of {m:?} against play"), tried, played)?;
    }
    Ok(())
}

pub(super) fn refused<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    const EACH: usize = 8;
    let foreign: Vec<G::Move> = step.seen.moves.iter().map(|(m, _)| *m).collect();
    let mut others = step.random.sample(&foreign, EACH);
    // Legal moves tend to be small numbers, so numbers of every size are tried.
    others.extend((0..EACH).map(|_| G::Move::unpack(step.random.bits() >> (1 + step.random.below(31)))));
    let listed: HashSet<G::Move> = step.moves.iter().copied().collect();
    for m in others.into_iter().filter(|m| !listed.contains(m)) {
        require(!step.game.is_legal(step.position, m), || {
            format!("is_legal allows {m:?}, which is not listed")
        })?;
        let mut position = step.position.clone();
        match step.game.try_play(&mut position, m) {
            Ok(_) => return Err(format!("try_play plays {m:?}, which is not listed")),
            Err(error) => {
                let why = if step.over { IllegalMove::GameOver } else { IllegalMove::NotAllowed };
                same(|| format!("why try_play refuses {m:?}"), error, why)?;
            }
        }
        require(position == *step.position, || format!("try_play refuses {m:?} but changes the position"))?;
    }
    for &m in step.sample {
        let text = step.text(m);
        step.seen.remember(m, text, step.random);
    }
    Ok(())
}

pub(super) fn decided<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let (game, position) = (step.game, step.position);
    let (outcome, result) = (game.outcome(position), game.result(position));
    same(|| "whether result() is known".to_owned(), result.is_some(), step.over)?;
    if let Some(outcome) = result {
        same(|| "players of the outcome".to_owned(), outcome.players(), game.players())?;
    }
    if outcome.is_some() {
        same(|| "result() against outcome()".to_owned(), result, outcome)?;
    }
    if let Some(on) = game.unclaimed(position) {
        let goes_on = step.over && game.result(&on).is_none();
        require(goes_on, || format!("over {}, but unclaimed() gives {on:?}", step.over))?;
    }
    require(game.to_move(position).index() < game.players(), || {
        format!("player {} is to move, but there are {}", game.to_move(position), game.players())
    })
}

pub(super) fn packing<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    for &m in step.moves {
        let bits = m.pack();
        require(bits < 1 << 31, || format!("{m:?} packs into {bits}, which needs more than 31 bits"))?;
        same(|| format!("unpack({bits})"), G::Move::unpack(bits), m)?;
    }
    Ok(())
}
