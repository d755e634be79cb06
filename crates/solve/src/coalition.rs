//! Games for more than two: what one player can force against all others together, and they against that one.
//!
//! All positions that can come about are listed with their moves. A side can force a set of ends from a position where it
//! is to move if one move leads to where it can, and elsewhere if all moves do: this is the attractor of the set (see
//! W. Zielonka, "Infinite games on finitely coloured graphs", 1998, for the notion). Whoever cannot force a win alone can
//! be kept from winning by the others together: such games are determined.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use mossa_game::{Game, Halt, Outcome, Player};

/// Positions and moves between them.
pub struct Graph {
    players: usize,
    /// Whose turn it is, position by position.
    to_move: Vec<Player>,
    /// How the game ended, where it did.
    ends: HashMap<u32, Outcome>,
    /// Where the moves to each position begin in `before`; one more at the end.
    first_before: Vec<usize>,
    /// The positions from which a move leads to a position.
    before: Vec<u32>,
    /// How many moves each position has.
    moves: Vec<u32>,
}

/// Why positions were not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlisted {
    /// It was told to stop.
    Stopped,
    /// There are more than so many positions.
    TooMany(u64),
}

/// What a player can be sure of, or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospects {
    /// The player.
    pub player: Player,
    /// In how many plies the player can force a win alone; nothing if the others together can prevent it.
    pub wins: Option<u32>,
    /// In how many plies the others together can see to it that one of them wins; nothing if the player can prevent it.
    pub loses: Option<u32>,
}

/// How many bytes a position takes while all are listed: itself, its entry in a map, and a dozen moves in both directions.
pub const fn bytes_of_position<P>() -> u64 {
    size_of::<P>() as u64 + 2 * 16 + 12 * 8
}

/// The position whose number is 0.
pub const START: u32 = 0;

/// Lists all positions that can come about after `start`; `watch` hears how many there are.
pub fn explore<G: Game>(
    game: &G,
    start: &G::Position,
    most: u64,
    watch: &dyn Fn(u64),
    halt: Halt<'_>,
) -> Result<Graph, Unlisted> {
    let mut found = Found { positions: vec![start.clone()], numbers: HashMap::new(), most };
    found.numbers.insert(game.key(start), START);
    let (mut to_move, mut ends, mut edges, mut moves) = (Vec::new(), HashMap::new(), Vec::new(), Vec::new());
    let mut next = 0;
    while let Some(position) = found.positions.get(next).cloned() {
        if next.is_multiple_of(1 << 10) {
            watch(found.positions.len() as u64);
            if halt() {
                return Err(Unlisted::Stopped);
            }
        }
        to_move.push(game.to_move(&position));
        let legal = game.legal_moves(&position);
        if legal.is_empty() {
            ends.extend(game.result(&position).map(|outcome| (next as u32, outcome)));
        }
        for m in &legal {
            let mut after = position.clone();
            game.play(&mut after, *m);
            edges.push((next as u32, found.number(game.key(&after), after)?));
        }
        moves.push(legal.len() as u32);
        next += 1;
    }
    drop(found);
    let (first_before, before) = turned_round(moves.len(), &edges);
    Ok(Graph { players: game.players(), to_move, ends, first_before, before, moves })
}

/// Positions that were found, by number, and their numbers by key.
struct Found<P> {
    positions: Vec<P>,
    numbers: HashMap<u64, u32>,
    most: u64,
}

impl<P: Eq> Found<P> {
    /// The number of a position, which may be new. Two that share a key have the next ones that are free.
    fn number(&mut self, key: u64, position: P) -> Result<u32, Unlisted> {
        let new = self.positions.len() as u32;
        let mut key = key;
        loop {
            match self.numbers.entry(key) {
                Entry::Occupied(known) if self.positions[*known.get() as usize] == position => {
                    return Ok(*known.get());
                }
                Entry::Occupied(_) => key = key.wrapping_add(1),
                Entry::Vacant(place) => {
                    if u64::from(new) >= self.most.min(u32::MAX.into()) {
                        return Err(Unlisted::TooMany(self.most));
                    }
                    place.insert(new);
                    self.positions.push(position);
                    return Ok(new);
                }
            }
        }
    }
}

/// The moves by where they lead.
fn turned_round(positions: usize, edges: &[(u32, u32)]) -> (Vec<usize>, Vec<u32>) {
    let mut first = vec![0; positions + 1];
    edges.iter().for_each(|(_, to)| first[*to as usize + 1] += 1);
    (0..positions).for_each(|position| first[position + 1] += first[position]);
    let mut place = first.clone();
    let mut before = vec![0; edges.len()];
    for (from, to) in edges {
        let place = &mut place[*to as usize];
        before[*place] = *from;
        *place += 1;
    }
    (first, before)
}

impl Graph {
    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.moves.len() as u64
    }

    /// In how many plies a side can force one of these ends, position by position; nothing where it cannot.
    pub fn attractor(
        &self,
        side: impl Fn(Player) -> bool,
        wanted: impl Fn(&Outcome) -> bool,
    ) -> Vec<Option<u32>> {
        let mut plies: Vec<Option<u32>> = vec![None; self.moves.len()];
        let mut left = self.moves.clone();
        let wanted = self.ends.iter().filter(|(_, outcome)| wanted(outcome));
        let mut layer: Vec<u32> = wanted.map(|(position, _)| *position).collect();
        layer.iter().for_each(|position| plies[*position as usize] = Some(0));
        for distance in 1.. {
            let mut next = Vec::new();
            for position in layer {
                let range = self.first_before[position as usize]..self.first_before[position as usize + 1];
                for &before in &self.before[range] {
                    let place = before as usize;
                    if plies[place].is_some() {
                        continue;
                    }
                    left[place] -= 1;
                    if left[place] == 0 || side(self.to_move[place]) {
                        plies[place] = Some(distance);
                        next.push(before);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        plies
    }

    /// What every player can be sure of in the first position.
    pub fn prospects(&self) -> Vec<Prospects> {
        let wins = |outcome: &Outcome, player: Player| outcome.winner() == Some(player);
        let lost =
            |outcome: &Outcome, player: Player| outcome.winner().is_some_and(|winner| winner != player);
        let start = START as usize;
        Player::all(self.players)
            .map(|player| Prospects {
                player,
                wins: self.attractor(|mover| mover == player, |outcome| wins(outcome, player))[start],
                loses: self.attractor(|mover| mover != player, |outcome| lost(outcome, player))[start],
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_conformance::toy::Nim;

    /// Whether a side can force an end within so many plies, by trying everything.
    fn forces(
        game: &Nim,
        position: &<Nim as Game>::Position,
        side: &dyn Fn(Player) -> bool,
        wanted: &dyn Fn(&Outcome) -> bool,
        plies: u32,
    ) -> bool {
        if let Some(outcome) = game.result(position) {
            return wanted(&outcome);
        }
        let mut after = game.legal_moves(position).into_iter().map(|m| {
            let mut after = *position;
            game.play(&mut after, m);
            plies > 0 && forces(game, &after, side, wanted, plies - 1)
        });
        if side(game.to_move(position)) { after.any(|forced| forced) } else { after.all(|forced| forced) }
    }

    #[test]
    fn what_players_can_force_is_what_trying_everything_finds() {
        let mut told = Vec::new();
        for heaps in [&[1][..], &[2], &[3], &[1, 1], &[1, 2], &[2, 2], &[1, 1, 1], &[1, 2, 2], &[3, 2]] {
            let game = Nim::new(heaps, 3, None).unwrap();
            let start = game.start();
            let graph = explore(&game, &start, 1000, &|_| {}, &|| false).unwrap();
            for Prospects { player, wins, loses } in graph.prospects() {
                let soonest = |side: &dyn Fn(Player) -> bool, wanted: &dyn Fn(&Outcome) -> bool| {
                    (0..8).find(|plies| forces(&game, &start, side, wanted, *plies))
                };
                let alone = soonest(&|mover| mover == player, &|end| end.winner() == Some(player));
                let others = soonest(&|mover| mover != player, &|end| end.winner() != Some(player));
                assert_eq!((wins, loses), (alone, others), "{heaps:?} {player}");
                told.push((wins.is_some(), loses.is_some()));
            }
        }
        assert!(told.contains(&(true, false)) && told.contains(&(false, true)));
    }

    #[test]
    fn limits_are_kept() {
        let game = Nim::new(&[3, 3], 3, None).unwrap();
        let start = game.start();
        let stopped = explore(&game, &start, 1000, &|_| {}, &|| true);
        assert_eq!(stopped.err(), Some(Unlisted::Stopped));
        let graph = explore(&game, &start, 1000, &|_| {}, &|| false).unwrap();
        let positions = graph.positions();
        assert!(explore(&game, &start, positions, &|_| {}, &|| false).is_ok());
        let few = explore(&game, &start, positions - 1, &|_| {}, &|| false);
        assert_eq!(few.err(), Some(Unlisted::TooMany(positions - 1)));
    }
}
