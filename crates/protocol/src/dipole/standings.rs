//! Points and places of a league.

use serde::Serialize;

use super::league::LeagueGame;
use super::messages::Side;

/// What a game is worth to who won it, and to both who tied.
const POINTS: [u32; 2] = [3, 1];

/// How somebody stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub name: String,
    /// Three for a win, one for a tie.
    pub points: u32,
    /// Games won.
    pub won: u32,
    /// Games tied.
    pub tied: u32,
    /// Games lost.
    pub lost: u32,
    /// Of these, lost on time, by an invalid move or by not coming.
    pub faults: u32,
}

impl Standing {
    /// Games played.
    pub fn played(&self) -> u32 {
        self.won + self.tied + self.lost
    }
}

/// How everybody stands, best first: by points, then by wins; who is equal in both stays in the order of `names`.
pub fn standings(names: &[String], games: &[LeagueGame]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = names
        .iter()
        .map(|name| Standing { name: name.clone(), points: 0, won: 0, tied: 0, lost: 0, faults: 0 })
        .collect();
    for game in games {
        let Some(result) = game.report.result else { continue };
        for side in Side::BOTH {
            let Some(standing) = standings.get_mut(game.seats[side.index()]) else { continue };
            match result.winner().map(Side::of) {
                Some(winner) if winner == side => {
                    standing.won += 1;
                    standing.points += POINTS[0];
                }
                Some(_) => {
                    standing.lost += 1;
                    standing.faults += u32::from(game.report.ending.at_fault() == Some(side));
                }
                None => {
                    standing.tied += 1;
                    standing.points += POINTS[1];
                }
            }
        }
    }
    standings.sort_by_key(|standing| std::cmp::Reverse((standing.points, standing.won)));
    standings
}
