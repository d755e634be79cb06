//! Games for more than two with one piece each: what one player can force against the others, and they against one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{HashMap, HashSet};

use mossa_chinese_checkers::{ChineseCheckers, Position, Profile};
use mossa_game::{Game, Notation, Player};
use mossa_solve::coalition::{Prospects, explore};

fn prospects(players: usize, profile: Profile) -> Vec<Prospects> {
    let game = ChineseCheckers::<1>::new(players, 1, profile, None).unwrap();
    explore(&game, &game.start(), u64::MAX, &|_| {}, &|| false).unwrap().prospects()
}

/// All positions that can come about, by their texts, each with the texts of those after it.
fn all_positions(game: &ChineseCheckers<1>) -> HashMap<String, (Position<1>, Vec<String>)> {
    let mut all = HashMap::new();
    let mut ahead = vec![game.start()];
    let mut seen = HashSet::from([game.position_text(&game.start())]);
    while let Some(position) = ahead.pop() {
        let mut after = Vec::new();
        for walk in game.legal_moves(&position) {
            let mut next = position.clone();
            game.play(&mut next, walk);
            let text = game.position_text(&next);
            if seen.insert(text.clone()) {
                ahead.push(next);
            }
            after.push(text);
        }
        all.insert(game.position_text(&position), (position, after));
    }
    all
}

/// In how many plies a side can force such a winner from the start: by looking at all positions again and again.
fn plain(
    game: &ChineseCheckers<1>,
    all: &HashMap<String, (Position<1>, Vec<String>)>,
    side: impl Fn(Player) -> bool,
    wanted: impl Fn(Player) -> bool,
) -> Option<u32> {
    let ended = |position: &Position<1>| game.winner(position).is_some_and(&wanted);
    let mut forced: HashSet<&str> =
        all.iter().filter(|(_, (position, _))| ended(position)).map(|(text, _)| text.as_str()).collect();
    let start = game.position_text(&game.start());
    for plies in 1.. {
        let new: Vec<&str> = all
            .iter()
            .filter(|(text, (position, after))| {
                let known = |text: &String| forced.contains(text.as_str());
                !known(text)
                    && !after.is_empty()
                    && if side(position.to_move()) {
                        after.iter().any(known)
                    } else {
                        after.iter().all(known)
                    }
            })
            .map(|(text, _)| text.as_str())
            .collect();
        if new.is_empty() {
            return None;
        }
        forced.extend(new);
        if forced.contains(start.as_str()) {
            return Some(plies);
        }
    }
    None
}

#[test]
fn three_players_can_force_what_a_plain_computation_finds() {
    for profile in [Profile::SPECIAL, Profile::DIAMOND] {
        let game = ChineseCheckers::<1>::new(3, 1, profile, None).unwrap();
        let all = all_positions(&game);
        for Prospects { player, wins, loses } in prospects(3, profile) {
            assert_eq!(wins, plain(&game, &all, |mover| mover == player, |winner| winner == player));
            assert_eq!(loses, plain(&game, &all, |mover| mover != player, |winner| winner != player));
        }
    }
}

#[test]
fn nobody_wins_alone_and_everybody_can_be_beaten() {
    for (players, plies) in [(3, 9), (4, 4), (6, 4)] {
        let found = prospects(players, Profile::SPECIAL);
        assert_eq!(found.len(), players);
        assert!(found.iter().all(|seat| seat.wins.is_none() && seat.loses.is_some()), "{found:?}");
        assert_eq!(found[0].loses, Some(plies), "{found:?}");
    }
}
